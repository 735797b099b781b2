// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/formats/imported_program.h"
#include "core/formats/json.h"

namespace stowage {

/// An allocation of a trace, which is a tensor.
struct RecordedAllocation {
  static constexpr std::uint32_t kNoRun = std::numeric_limits<std::uint32_t>::max();

  std::string name;
  std::int64_t bytes = 0;
  std::size_t place = 0;                        ///< in the file: its line or its item
  std::uint32_t made = kNoRun, freed = kNoRun;  ///< runs; none: it is older than the trace, or lasts until its end

  void add_to(GraphBuilder& builder) const {
    const OperatorId last(freed);
    builder.add_tensor({.name = name,
                        .size = {bytes},
                        .producer = OperatorId(made),
                        .consumers = {&last, last.valid() ? std::size_t{1} : std::size_t{0}},
                        .output = !last.valid()});
  }
};

/// Consecutive events of one scope: an operator of the graph of an allocation trace.
struct AllocationRun {
  std::string name;
  std::int64_t begin;
  std::size_t line;
};

/// Divides a sequence of allocations and frees into runs: a run ends where another scope begins, and in front of an
/// allocation that follows a free. So within a run every allocation is alive together with every tensor that is freed,
/// and the lifetimes of two tensors overlap in runs exactly if they overlap in time.
class AllocationRuns {
 public:
  /// The run of an event; begins a run where needed. A free without a scope belongs to the run before it.
  std::uint32_t of(std::optional<std::string_view> scope, std::int64_t time, bool frees, std::size_t line) {
    const bool other_scope = scope ? *scope != scope_ : !frees && !scope_.empty();
    if (runs_.empty() || other_scope || (!frees && has_freed_)) {
      scope_ = scope.value_or("");
      runs_.push_back({names_.add(scope_.empty() ? "t=" + std::to_string(time) : scope_), time, line});
      has_freed_ = false;
    }
    has_freed_ |= frees;
    return static_cast<std::uint32_t>(runs_.size() - 1);
  }
  [[nodiscard]] const std::vector<AllocationRun>& all() const { return runs_; }
  /// Adds one operator for each run, on one stream, and the time axis, which ends at `end`.
  void add_to(GraphBuilder& builder, std::int64_t end) const {
    const StreamId stream = builder.add_stream(0);
    std::vector<std::int64_t> times;
    for (const AllocationRun& run : runs_) {
      builder.add_operator({.name = run.name, .stream = stream});
      times.push_back(run.begin);
    }
    times.push_back(end);
    builder.set_times(std::move(times));
  }

 private:
  std::vector<AllocationRun> runs_;
  std::string scope_;       // of the last run
  bool has_freed_ = false;  // in the last run
  UniqueNames names_;
};

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
      return summary.add(Unknown::tr("waits with no kernel before or after them: no control edge"), wait);
    const Launch &a = *(after - 1), &b = *after;
    if (!a.op.valid() || !b.op.valid()) return summary.add(Skipped::tr("waits beside kernels of other devices"), wait);
    if (a.stream == b.stream)
      return summary.add(Unknown::tr("waits between two kernels of one stream: no control edge"), wait);
    if (a.op >= b.op || a.end > b.start)
      return summary.add(Unknown::tr("waits between two kernels that ran at the same time: no control edge"), wait);
    const auto place = [this](const Launch& k) { return prefix_ + '/' + std::to_string(k.item); };
    summary.add(
        Assumed::tr("waits of the kernel launched next for the kernel launched last, which had ended: control edges"),
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
