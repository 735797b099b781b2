// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

/// Which of the three files that MindSpore's SOMAS writes of a graph a text is.
enum class SomasFile { none, info, log, cache };
[[nodiscard]] SomasFile somas_file(std::string_view bytes);

/// What MindSpore's memory planner SOMAS writes of a graph (mindspore/ccsrc/backend/common/somas/somas.cc, SomasInfo(),
/// Offline() and the cache of its results), in whichever of its three files it is:
///
/// - `*_somas_*_info_*.ir`: everything. Parameters have memory of their own and are not planned; a tensor's stream is
///   that of the node that makes it; control tensors are control edges; workspaces are consumed by their own node.
///   Tensors of a union share their bytes and become one tensor, which must outlive every use of any of them.
///   `GraphAll` lives from the start until the end, `GraphStart` from the start, `GraphEnd` until the end; what that
///   takes from the order between producer and consumers is kept by control edges. Sizes are the padded ones.
/// - `*_somas_offline_log_*.ir`: data edges, groups, streams (of a node that makes nothing only as the log has them);
///   without control edges, unions, parameters and padding.
/// - `*_somas_graph_*.json`: sizes, lifetimes and offsets alone. The steps are taken to run one after another.
///
/// Tensors are named as the dump names them ("%12T"), in all three. Offsets, where there are any that are not 0, are
/// the document's plan, `mindspore-somas`; that the footprint is the dump's own is checked. Faults: a line that is
/// none of these, ids that stand twice or lead nowhere, numbers out of range, a cycle.
[[nodiscard]] Result<Document> read_somas(std::string_view bytes, const std::string& file,
                                          const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
