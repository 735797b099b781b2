// SPDX-License-Identifier: Apache-2.0
#include "core/graph/graph.h"

namespace stowage {
namespace {

template <class AnyId>
AnyId find(const NameTable& names, std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return AnyId(i);
  return AnyId();
}

}  // namespace

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

OperatorId Graph::find_operator(std::string_view name) const {
  return find<OperatorId>(d_.operator_names, name);
}
TensorId Graph::find_tensor(std::string_view name) const {
  return find<TensorId>(d_.tensor_names, name);
}

}  // namespace stowage
