// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/formats/unique_names.h"
#include "core/graph/builder.h"

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

}  // namespace stowage
