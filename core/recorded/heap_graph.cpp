// SPDX-License-Identifier: Apache-2.0
#include "core/recorded/heap_graph.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <unordered_set>

#include "core/recorded/heap_operators.h"

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

class Maker {
 public:
  Maker(RecordedHeap& history, HeapStreams streams, const std::string& file, const Task& task)
      : history_(history),
        streams_(streams),
        task_(task),
        operators_(history),
        builder_(file),
        kind_of_stack_(history.stacks.row_count()) {}

  Result<HeapGraph> make(const std::string& name) {
    builder_.set_name(name);
    builder_.reserve(operators_.all.size(), history_.allocations.size());
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
    out.plan.serial_streams = streams_ == HeapStreams::unordered && out.graph.graph.stream_count() > 1;
    return out;
  }

 private:
  Result<void> add_operators();
  Result<void> add_tensors(Plan& plan);
  std::string_view phase_at(HeapStep step);
  [[nodiscard]] std::string name_of(const HeapOperators::Operator& op) const;

  std::string_view kind_of(std::uint32_t stack) {
    const HeapFrame* frame = history_.telling_frame(stack);
    if (frame == nullptr) return {};
    std::string_view& kind = kind_of_stack_[stack];
    if (kind.data() == nullptr) kind = kinds_(history_.label(*frame));
    return kind;
  }

  RecordedHeap& history_;
  HeapStreams streams_;
  const Task& task_;
  HeapOperators operators_;
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

/// "5 forward (model.py:104)", after the frame that asked for its first allocation.
std::string Maker::name_of(const HeapOperators::Operator& op) const {
  if (op.begin == 0) return "start";
  std::string name = std::to_string(op.begin);
  if (op.first == kNoneInHeap) return name + " free";
  if (const HeapFrame* frame = history_.telling_frame(history_.allocations[op.first].stack))
    name += ' ' + history_.label(*frame);
  return name;
}

Result<void> Maker::add_operators() {
  std::vector<std::int64_t> times;
  times.reserve(operators_.all.size() + 1);
  StreamId previous;
  for (const HeapOperators::Operator& op : operators_.all) {
    if (times.size() % kItemsBetweenPolls == 0 && task_.should_stop()) return tl::unexpected(task_.why_stopped());
    const std::int64_t number = history_.streams.empty() ? 0 : history_.streams[op.stream];
    StreamId stream = builder_.find_stream(number);
    if (!stream.valid()) stream = builder_.add_stream(number);
    const OperatorId added =
        builder_.add_operator({.name = name_of(op), .stream = stream, .phase = phase_at(op.begin)});
    if (streams_ == HeapStreams::serial && previous.valid() && stream != previous)
      builder_.add_control(OperatorId(added.index() - 1), added);
    previous = stream;
    times.push_back(op.begin);
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
  for (std::size_t k = 0; k < history_.allocations.size(); ++k) {
    HeapAllocation& a = history_.allocations[k];
    if (plan.offsets.size() % kItemsBetweenPolls == 0 && task_.should_stop())
      return tl::unexpected(task_.why_stopped());
    const OperatorId last = operators_.last[k];
    const Bytes size{round_up(a.requested.count, kAllocatorAlignment)};
    a.tensor = builder_.add_tensor({.name = tensor_name(a.address, versions[a.address]++),
                                    .size = size,
                                    .producer = operators_.producer[k],
                                    .consumers = {&last, 1},
                                    .output = !last.valid(),
                                    .kind = kind_of(a.stack)});
    const Offset offset = history_.offset_of(a.address);
    plan.offsets.push_back(offset);
    if (size > Bytes{0}) plan.footprint = std::max(plan.footprint, (offset + size) - Offset{});
    aligned_ = aligned_ && offset.value % kAllocatorAlignment == 0;
  }
  return {};
}

}  // namespace

Result<HeapGraph> heap_graph(RecordedHeap& history, HeapStreams streams, const std::string& name,
                             const std::string& file, const Task& task) {
  return Maker(history, streams, file, task).make(name);
}

}  // namespace stowage
