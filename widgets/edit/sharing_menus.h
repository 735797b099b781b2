// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "widgets/edit/edit_entries.h"

namespace stowage {

/// Entries for the bytes that a tensor has in common with another: whose view it is, and over which inputs of its
/// producer it may be written. Of two tensors: the smaller becomes a view of the larger. `tensors` as for TensorMenus.
void add_sharing(QMenu& menu, const AskForEdit& ask, const std::shared_ptr<const Graph>& graph,
                 const std::vector<TensorId>& tensors);

}  // namespace stowage
