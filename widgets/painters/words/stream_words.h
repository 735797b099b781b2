// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include <QString>

#include "core/graph/graph.h"

namespace stowage {

/// The name of a stream as the file has it, or "stream N" in the language of the window. Files and the command line
/// have Graph::label().
[[nodiscard]] QString stream_label(const Graph& graph, StreamId stream);
/// The same where only Graph::label() is known.
[[nodiscard]] QString stream_label(std::string_view label);
/// That of a stream without a name: "stream N".
[[nodiscard]] QString numbered_stream(std::int64_t number);

}  // namespace stowage
