// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

/// Whether the content is one of the three files that MindSpore's SOMAS writes of a graph.
[[nodiscard]] bool looks_like_somas(std::string_view bytes);

/// Reads a file of MindSpore's memory planner SOMAS (mindspore/ccsrc/backend/common/somas/somas.cc, SomasInfo(),
/// Offline() and the cache of its results). Each of its three files is read:
///
/// - `*_somas_*_info_*.ir`: everything. Parameters have memory of their own and are not planned; a tensor's stream is
///   that of the node that makes it; control tensors are control edges; workspaces are consumed by their own node.
///   Tensors of a union share their bytes and become one tensor, which must outlive every use of any of them.
///   `GraphAll` lives from the start until the end, `GraphStart` from the start, `GraphEnd` until the end. A tensor
///   that lives from the start has no producer here: control edges keep the order. Sizes are the padded ones.
/// - `*_somas_offline_log_*.ir`: data edges, groups, streams (which are not certain for a node that makes nothing);
///   no control edges, unions, parameters and padding.
/// - `*_somas_graph_*.json`: only sizes, lifetimes and offsets. The steps are assumed to run one after another.
///
/// Tensors have the names of the dump ("%12T") in all three. Offsets are the document's plan, `mindspore-somas`, unless
/// all are 0; the summary says where the plan's footprint differs from the dump's. Faults: a line of another form, ids
/// that stand twice or lead nowhere, numbers out of range, a cycle.
[[nodiscard]] Result<Document> read_somas(std::string_view bytes, const std::string& file,
                                          const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
