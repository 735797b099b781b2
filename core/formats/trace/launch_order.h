// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/formats/import_summary.h"
#include "core/graph/graph.h"

namespace stowage {

/// Whether a call of the host (of CUDA, its driver, HIP, …) makes a stream wait for an event.
[[nodiscard]] inline bool is_stream_wait(std::string_view call) {
  return call.find("StreamWaitEvent") != std::string_view::npos;
}

/// Kernels of a trace in the order of their launches. Guesses the purpose of a wait between two launches, where the
/// file names neither its stream nor its event.
class LaunchOrder {
 public:
  struct Kernel {
    std::uint32_t thread;  ///< of the host
    std::int64_t launch;   ///< orders the launches of the thread
    OperatorId op;         ///< operators are numbered by their start; none where the kernel is not in the graph
    std::int64_t stream, start, end;
    std::size_t item;  ///< in the file
  };

  /// `prefix` is that of the places of kernels in the file.
  LaunchOrder(std::vector<Kernel> kernels, std::string prefix)
      : kernels_(std::move(kernels)), prefix_(std::move(prefix)) {
    std::ranges::stable_sort(kernels_, {}, key);
  }

  /// The edge of a wait: the kernel that the thread launched next waits for the one launched last, if they are on two
  /// streams and ran one after the other. The summary says so, or why there is no edge. O(log n).
  [[nodiscard]] std::optional<ControlEdge> edge_of(std::uint32_t thread, std::int64_t launch, const std::string& wait,
                                                   ImportSummary& summary) const {
    const auto after = std::ranges::upper_bound(kernels_, std::pair(thread, launch), {}, key);
    if (after == kernels_.begin() || after == kernels_.end() || (after - 1)->thread != thread ||
        after->thread != thread) {
      summary.add(ImportKind::unknown, "waits with no kernel before or after them: no control edge", wait);
      return {};
    }
    const Kernel &a = *(after - 1), &b = *after;
    if (!a.op.valid() || !b.op.valid()) {
      summary.add(ImportKind::skipped, "waits beside kernels of other devices", wait);
    } else if (a.stream == b.stream) {
      summary.add(ImportKind::unknown, "waits between two kernels of one stream: no control edge", wait);
    } else if (a.op >= b.op || a.end > b.start) {
      summary.add(ImportKind::unknown, "waits between two kernels that ran at the same time: no control edge", wait);
    } else {
      summary.add(ImportKind::assumed,
                  "waits of the kernel launched next for the kernel launched last, which had ended: control edges",
                  wait + ": " + place(a) + " before " + place(b));
      return ControlEdge{a.op, b.op};
    }
    return {};
  }

 private:
  [[nodiscard]] static std::pair<std::uint32_t, std::int64_t> key(const Kernel& k) { return {k.thread, k.launch}; }
  [[nodiscard]] std::string place(const Kernel& k) const { return prefix_ + '/' + std::to_string(k.item); }

  std::vector<Kernel> kernels_;
  std::string prefix_;
};

}  // namespace stowage
