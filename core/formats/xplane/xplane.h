// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

inline constexpr std::string_view kXplaneExtension = ".xplane.pb";

/// Whether the bytes begin as an XSpace does: with a plane that is named as a host or a device.
[[nodiscard]] bool looks_like_xplane(std::string_view bytes);

/// Reads a profile of JAX, TensorFlow or PyTorch/XLA (XSpace).
///
/// - A profile has the modules that ran, each with its HloProto. The document is one of them, read as
///   core/formats/xla/xla.h says: ReadOptions::graph, or the one with the largest assignment.
/// - The duration of an instruction is the sum of its events on one device, divided by the number of runs. The device
///   is ReadOptions::device, or the one with the most events of the module.
/// - Streams are those of the device. The profile lacks their syncs: an instruction on another stream than the one
///   before it in the schedule waits for that one, unless the module starts it as work beside others.
[[nodiscard]] Result<Document> read_xplane(std::string_view bytes, const std::string& file,
                                           const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
