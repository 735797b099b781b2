// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage {

inline constexpr std::string_view kXplaneExtension = ".xplane.pb";

/// Whether the bytes begin as an XSpace does: with a plane that has a name of a host or a device.
[[nodiscard]] bool looks_like_xplane(std::string_view bytes);

/// A profile of JAX, TensorFlow or PyTorch/XLA (XSpace).
///
/// - It holds the modules that ran, each with its HloProto: the document is one of them, read as core/formats/xla/xla.h
///   says; the one with the largest assignment, unless another is named.
/// - Of the events of that module on one device, each instruction has its duration: their sum by the number of runs.
///   The device is the one that is given, else the one with the most such events.
/// - Streams are those of the device. Their syncs are not recorded, so an instruction on another stream than the one
///   before it waits for that, as the schedule has it, unless the module starts it as work beside others.
[[nodiscard]] Result<Document> read_xplane(std::string_view bytes, const std::string& file,
                                           const ReadOptions& options = {}, const Task& task = {});

}  // namespace stowage
