// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <QString>

#include "core/graph/graph.h"
#include "core/insight/recorded/recorded_heap.h"
#include "core/insight/simulate/timing.h"

namespace stowage {

/// The kind of a tensor, or the phase of an operator, in the language of the window: the usual ones of training steps
/// and of our readers ("activation", "forward") are translated, any other is as the file has it.
[[nodiscard]] QString kind_label(std::string_view kind);
[[nodiscard]] QString phase_label(std::string_view phase);

/// The name of a stream as the file has it, or "stream N" in the language of the window. Files and the command line
/// have Graph::label().
[[nodiscard]] QString stream_label(const Graph& graph, StreamId stream);
/// The same where only Graph::label() is known.
[[nodiscard]] QString stream_label(std::string_view label);
/// That of a stream without a name: "stream N".
[[nodiscard]] QString numbered_stream(std::int64_t number);

/// What implies a redundant sync; long ways are shortened in their middle. Both are empty where it is too far to look
/// for.
struct SyncWay {
  QString whole;    ///< from end to end: "a → b → c"
  QString through;  ///< what lies between: "b"; or that it is nothing but another arc between the two
};

/// Looks at up to `most` steps between the two: where they are many, that is work for the background.
[[nodiscard]] SyncWay implied_by(const Graph& graph, const ControlEdge& sync, std::size_t most = 100'000);

/// A time with what it is from: "1.20 ms, estimated".
[[nodiscard]] QString time_with_source(const QString& time, Duration::From from);
/// "1.20 ms", "1.20 ms, estimated", "unknown".
[[nodiscard]] QString duration_text(const Duration& duration);
/// "1.20 ms", "1.20 ms (estimated)".
[[nodiscard]] QString makespan_text(const Makespan& makespan);
/// From one to the other: "+312 µs", "+312 µs (estimated)" where either is an estimate.
[[nodiscard]] QString makespan_change(const Makespan& before, const Makespan& after);

/// "Device 1: out of memory, peak 78.4 GiB, 12,345 events", or "The host (device -1)", as far as it is known.
[[nodiscard]] QString device_text(const RecordedDevice& device);

}  // namespace stowage
