// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

// Recognizes XLA's files. Needs no protobuf, so that a build without it can name the files that it cannot read.
namespace stowage::xla {

/// How files begin.
inline constexpr std::string_view kModuleTitle = "HloModule ",
                                  kAssignmentTitle = "BufferAssignment:", kLiveRangeTitle = "HloLiveRange";

/// Where the line "HloModule …" begins; npos where there is none in the first 64 KiB.
[[nodiscard]] std::size_t find_module(std::string_view text);

/// Whether a text begins as XLA's report of memory usage does.
[[nodiscard]] bool looks_like_report(std::string_view text);

}  // namespace stowage::xla
