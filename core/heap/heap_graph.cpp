// SPDX-License-Identifier: Apache-2.0
#include "core/heap/heap_graph.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <unordered_set>

namespace stowage {
namespace {

constexpr std::size_t kItemsBetweenPolls = std::size_t{1} << 13;
constexpr std::int64_t kAllocatorAlignment = 512;
/// Of a graph's labels, those that kinds of tensors may take; phases have the rest.
constexpr std::size_t kMostKinds = 50'000, kMostPhases = 10'000;

/// Gives each text while there are not too many.
class Labels {
 public:
  explicit Labels(std::size_t most) : most_(most) {}
  std::string_view operator()(const std::string& text) {
    if (!known_.contains(text)) {
      if (known_.size() == most_) return left_out_ = true, std::string_view();
      known_.insert(text);
    }
    return *known_.find(text);
  }
  [[nodiscard]] bool left_out() const { return left_out_; }

 private:
  std::size_t most_;
  std::unordered_set<std::string> known_;
  bool left_out_ = false;
};

/// The runs of events, by where they begin.
class Runs {
 public:
  explicit Runs(const HeapHistory& history) : made_(history.step_count() + 1), freed_(history.step_count() + 1) {
    for (const HeapAllocation& a : history.allocations) {
      made_[a.allocated] = a.allocated > 0;
      freed_[a.free_completed] = a.free_completed < history.step_count();
    }
    bool has_freed = false;
    for (HeapStep step = 1; step < history.step_count(); ++step) {
      if (made_[step] && (has_freed || freed_[step])) {
        begins_.push_back(step);
        has_freed = false;
      }
      has_freed |= freed_[step] && !made_[step];
    }
  }
  [[nodiscard]] const std::vector<HeapStep>& begins() const { return begins_; }
  /// The run that a step belongs to.
  [[nodiscard]] OperatorId run_of(HeapStep step) const {
    return OperatorId(static_cast<std::size_t>(std::ranges::upper_bound(begins_, step) - begins_.begin() - 1));
  }
  /// The last run of what is no more at `died`: where something took its address in that step, the run before.
  [[nodiscard]] OperatorId last_run_until(HeapStep died) const { return run_of(made_[died] ? died - 1 : died); }

 private:
  std::vector<bool> made_, freed_;  // by step: whether something begins or ends there
  std::vector<HeapStep> begins_{0};
};

class Maker {
 public:
  Maker(HeapHistory& history, const std::string& file, const Task& task)
      : history_(history), task_(task), runs_(history), builder_(file), kind_of_stack_(history.stacks.row_count()) {}

  Result<HeapGraph> make(const std::string& name) {
    builder_.set_name(name);
    builder_.reserve(runs_.begins().size(), history_.allocations.size());
    if (auto done = add_operators(); !done) return tl::unexpected(done.error());
    HeapGraph out;
    if (auto done = add_tensors(out.plan); !done) return tl::unexpected(done.error());
    out.plan.graph = name;
    out.plan.strategy = "recorded";
    out.plan.alignment = {aligned_ ? kAllocatorAlignment : 1};
    out.kinds_left_out = kinds_.left_out() || phases_.left_out();
    auto built = std::move(builder_).build();
    if (!built) return tl::unexpected(std::move(built.error()));
    out.graph = std::move(*built);
    return out;
  }

 private:
  Result<void> add_operators();
  Result<void> add_tensors(Plan& plan);
  std::string_view phase_at(HeapStep step);

  std::string_view kind_of(std::uint32_t stack) {
    const HeapFrame* frame = history_.telling_frame(stack);
    if (frame == nullptr) return {};
    std::string_view& kind = kind_of_stack_[stack];
    if (kind.data() == nullptr) kind = kinds_(history_.label(*frame));
    return kind;
  }

  HeapHistory& history_;
  const Task& task_;
  Runs runs_;
  GraphBuilder builder_;
  Labels kinds_{kMostKinds}, phases_{kMostPhases};
  std::vector<std::string_view> kind_of_stack_;
  std::vector<const HeapAnnotation*> open_;
  std::size_t annotations_begun_ = 0;
  bool aligned_ = true;
};

/// The annotation begun last that goes on at a step; asked for one step after the other.
std::string_view Maker::phase_at(HeapStep step) {
  const auto& all = history_.annotations;
  for (; annotations_begun_ < all.size() && all[annotations_begun_].from <= step; ++annotations_begun_)
    open_.push_back(&all[annotations_begun_]);
  while (!open_.empty() && open_.back()->to <= step) open_.pop_back();
  return open_.empty() ? std::string_view() : phases_(open_.back()->name);
}

Result<void> Maker::add_operators() {
  const StreamId stream = builder_.add_stream(0);
  std::vector<std::int64_t> times(runs_.begins().begin(), runs_.begins().end());
  auto first = history_.allocations.begin();  // the first one made in the run
  for (const HeapStep begin : runs_.begins()) {
    if (builder_.operator_count() % kItemsBetweenPolls == 0 && task_.should_stop())
      return tl::unexpected(task_.why_stopped());
    while (first != history_.allocations.end() && first->allocated < begin) ++first;
    std::string name = begin == 0 ? "start" : std::to_string(begin);
    if (begin > 0 && first != history_.allocations.end())
      if (const HeapFrame* frame = history_.telling_frame(first->stack)) name += ' ' + history_.label(*frame);
    builder_.add_operator({.name = name, .stream = stream, .phase = phase_at(begin)});
  }
  times.push_back(history_.step_count());
  builder_.set_times(std::move(times));
  return {};
}

std::string tensor_name(std::uint64_t address, std::uint32_t version) {
  char hex[17];
  const auto end = std::to_chars(hex, hex + sizeof hex, address, 16).ptr;
  return "b" + std::string(hex, end) + '_' + std::to_string(version);
}

Result<void> Maker::add_tensors(Plan& plan) {
  std::unordered_map<std::uint64_t, std::uint32_t> versions;  // by address: how often it was handed out
  plan.offsets.reserve(history_.allocations.size());
  for (HeapAllocation& a : history_.allocations) {
    if (plan.offsets.size() % kItemsBetweenPolls == 0 && task_.should_stop())
      return tl::unexpected(task_.why_stopped());
    const bool dies = a.free_completed < history_.step_count();
    const OperatorId last = dies ? runs_.last_run_until(a.free_completed) : OperatorId();
    const Bytes size{round_up(a.requested.count, kAllocatorAlignment)};
    a.tensor = builder_.add_tensor({.name = tensor_name(a.address, versions[a.address]++),
                                    .size = size,
                                    .producer = a.allocated == 0 ? OperatorId() : runs_.run_of(a.allocated),
                                    .consumers = {&last, 1},
                                    .output = !dies,
                                    .kind = kind_of(a.stack)});
    const Offset offset = history_.offset_of(a.address);
    plan.offsets.push_back(offset);
    if (size > Bytes{0}) plan.footprint = std::max(plan.footprint, (offset + size) - Offset{});
    aligned_ = aligned_ && offset.value % kAllocatorAlignment == 0;
  }
  return {};
}

}  // namespace

Result<HeapGraph> heap_graph(HeapHistory& history, const std::string& name, const std::string& file, const Task& task) {
  return Maker(history, file, task).make(name);
}

}  // namespace stowage
