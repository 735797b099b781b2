// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/formats/import_summary.h"
#include "core/formats/json.h"
#include "core/formats/unique_names.h"
#include "core/graph/builder.h"

namespace stowage {

/// Whether a call of the host (of CUDA, its driver, HIP, …) makes a stream wait for an event.
[[nodiscard]] inline bool is_stream_wait(std::string_view call) {
  return call.find("StreamWaitEvent") != std::string_view::npos;
}

/// Adds the kernels of a trace to a graph, and edges for the waits between them.
class TraceKernels {
 public:
  /// The launch of a kernel by a thread of the host.
  struct Launch {
    std::uint32_t thread;
    std::int64_t at;  ///< orders the launches of the thread
    OperatorId op;    ///< operators are numbered by their start; none where the kernel is not in the graph
    std::int64_t stream, start, end;
    std::size_t item;  ///< in the file
  };

  /// `prefix` is that of the places of kernels in the file.
  TraceKernels(GraphBuilder& builder, std::string prefix) : builder_(builder), prefix_(std::move(prefix)) {}

  /// Adds an operator with the name of the host operator that launched the kernel, the stream that it ran on, and its
  /// measured duration. It keeps the kernel's own name as "kernel".
  void add(const std::string& op, const std::string& kernel, std::int64_t stream_number, std::int64_t nanoseconds) {
    StreamId stream = builder_.find_stream(stream_number);
    if (!stream.valid()) stream = builder_.add_stream(stream_number);
    std::string extra = "{\"kernel\": ";
    append_json_string(extra, kernel);
    extra += '}';
    builder_.add_operator({.name = names_.add(op),
                           .stream = stream,
                           .kind = op,
                           .extra = extra,
                           .duration = {nanoseconds, Duration::From::measured}});
  }

  /// Adds a control edge, unless it is there.
  void add_edge(OperatorId before, OperatorId after) {
    if (edges_.emplace(before, after).second) builder_.add_control(before, after);
  }
  [[nodiscard]] std::size_t edge_count() const { return edges_.size(); }

  /// Sets the launches that add_wait() looks at.
  void set_launches(std::vector<Launch> launches) {
    launches_ = std::move(launches);
    std::ranges::stable_sort(launches_, {}, key);
  }
  /// Guesses the purpose of a wait where the file names neither its stream nor its event: the kernel that the thread
  /// launched next waits for the one launched last, if they are on two streams and ran one after the other. The summary
  /// says so, or why there is no edge. O(log n).
  void add_wait(std::uint32_t thread, std::int64_t at, const std::string& wait, ImportSummary& summary) {
    const auto after = std::ranges::upper_bound(launches_, std::pair(thread, at), {}, key);
    if (after == launches_.begin() || after == launches_.end() || (after - 1)->thread != thread ||
        after->thread != thread)
      return summary.add(ImportKind::unknown, "waits with no kernel before or after them: no control edge", wait);
    const Launch &a = *(after - 1), &b = *after;
    if (!a.op.valid() || !b.op.valid())
      return summary.add(ImportKind::skipped, "waits beside kernels of other devices", wait);
    if (a.stream == b.stream)
      return summary.add(ImportKind::unknown, "waits between two kernels of one stream: no control edge", wait);
    if (a.op >= b.op || a.end > b.start)
      return summary.add(ImportKind::unknown, "waits between two kernels that ran at the same time: no control edge",
                         wait);
    const auto place = [this](const Launch& k) { return prefix_ + '/' + std::to_string(k.item); };
    summary.add(ImportKind::assumed,
                "waits of the kernel launched next for the kernel launched last, which had ended: control edges",
                wait + ": " + place(a) + " before " + place(b));
    add_edge(a.op, b.op);
  }

 private:
  [[nodiscard]] static std::pair<std::uint32_t, std::int64_t> key(const Launch& k) { return {k.thread, k.at}; }

  GraphBuilder& builder_;
  std::string prefix_;
  UniqueNames names_;
  std::vector<Launch> launches_;
  std::set<std::pair<OperatorId, OperatorId>> edges_;
};

}  // namespace stowage
