// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

inline constexpr std::string_view kXlaTextExtension = ".hlo.txt";

/// Whether it is a module, a buffer assignment or a dump of live ranges, as text.
[[nodiscard]] bool looks_like_xla_text(std::string_view bytes);

/// What XLA dumps of a compiled module as text: the module, its buffer assignment and its live ranges, each in a file
/// of its own. Whichever is opened, the others of the same stem are taken where ReadOptions::open_beside finds them.
///
/// - A module and its assignment read as their HloProto does (core/formats/xla/xla.h), but for the heap simulator's
/// trace,
///   which only that has. Live ranges stand in for it.
/// - A module alone has no plan: each array that an instruction makes is a tensor as large as its shape. Its order is
///   that of the lines; one that is not scheduled is refused.
/// - An assignment and live ranges are a plan with lifetimes, though nothing tells who reads what. An assignment alone
///   has offsets and no lifetimes: its tensors last throughout, and there is no plan.
///
/// Work that is started and waited for later runs on a stream of its own, between its two ends.
[[nodiscard]] Result<Document> read_xla_text(std::string_view bytes, const std::string& file,
                                             const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
