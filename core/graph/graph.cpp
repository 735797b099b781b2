// SPDX-License-Identifier: Apache-2.0
#include "core/graph/graph.h"

namespace stowage {

static_assert(!OperatorId(NameTable::kNone).valid() && !TensorId(NameTable::kNone).valid());

std::string Graph::label(StreamId s) const {
  const Stream& stream = info(s);
  return stream.name.empty() ? "stream " + std::to_string(stream.number) : stream.name;
}

Bytes Graph::total_size() const {
  Bytes sum;
  for (TensorId t : tensors())
    if (!is_view(t)) sum += size(t);
  return sum;
}

}  // namespace stowage
