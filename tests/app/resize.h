// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/edit/edit_request.h"

namespace stowage::test {

/// One tensor of another size; everything else stays. The simplest edit there is. A negative size is refused.
inline EditRequest resize(TensorId t, Bytes size, const QString& merge_key = {}) {
  return {.text = QStringLiteral("Size of %1").arg(size.count),
          .merge_key = merge_key,
          .apply = [t, size](const Graph& graph) -> Result<EditedGraph> {
            if (size < Bytes{0}) return tl::unexpected(Error::bad_input("", "", "no size is negative"));
            Graph::Data data = graph.data();
            data.tensor_size[t.index()] = size;
            return EditedGraph{Graph(std::move(data)), {}};
          }};
}

}  // namespace stowage::test
