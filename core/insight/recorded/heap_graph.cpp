// SPDX-License-Identifier: Apache-2.0
#include "core/insight/recorded/heap_graph.h"

#include <charconv>
#include <tuple>

#include "core/planning/graph_plans.h"

namespace stowage {
namespace {

constexpr std::size_t kItemsBetweenPolls = std::size_t{1} << 13;
/// How many labels of a graph kinds of tensors and phases may take.
constexpr std::size_t kMaxKinds = 50'000, kMaxPhases = 10'000;

/// An allocation is made or freed.
struct Change {
  HeapStep step;
  bool makes;  // where a step has both, what is freed makes room for what is made
  std::uint32_t allocation;
};

std::vector<Change> changes_of(const RecordedHeap& history) {
  std::vector<Change> out;
  out.reserve(2 * history.allocations.size());
  for (std::uint32_t k = 0; k < history.allocations.size(); ++k) {
    const HeapAllocation& a = history.allocations[k];
    if (a.allocated > 0) out.push_back({a.allocated, true, k});
    if (a.free_completed < history.step_count()) out.push_back({a.free_completed, false, k});
  }
  std::ranges::sort(out, {}, [](const Change& c) { return std::tuple(c.step, c.makes, c.allocation); });
  return out;
}

/// Whether a change frees in a step that also makes something: the free was not recorded, it only comes before.
bool makes_room(const std::vector<Change>& changes, std::size_t k) {
  if (changes[k].makes) return false;
  const HeapStep step = changes[k].step;
  while (++k < changes.size() && changes[k].step == step)
    if (changes[k].makes) return true;
  return false;
}

/// The events of a recorded heap as operators. An operator is a run of consecutive events of one stream in which
/// nothing is allocated after something was freed, so two tensors of one stream lived at the same time exactly if their
/// operators overlap. Only the stream's own order is assumed: the record does not say which streams waited for each
/// other.
/// ```
///              0 start           3                  5                  7
///   stream 7   │ alloc a  free b │                  │ alloc c   free a │
///   stream 0   │                 │ alloc d  alloc e │                  │ free d
/// ```
/// Operator 0 is "start": it holds the allocations there when the record begins, and belongs to the stream of the first
/// event. A damaged record can have two changes in one step. Then the change of the second stream joins this stream's
/// operator before, and so does a free that is known only from the reuse of its address.
struct HeapOperators {
  struct Operator {
    HeapStep begin = 0;
    std::uint32_t stream = 0;           ///< into RecordedHeap::streams
    std::uint32_t first = kNoneInHeap;  ///< its first allocation, into RecordedHeap::allocations; none: it only frees
  };
  std::vector<Operator> all;         ///< ascending in `begin`, no two with the same
  std::vector<OperatorId> producer;  ///< by allocation; none: there from the start
  std::vector<OperatorId> last;      ///< by allocation: where it is freed; none: never

  /// O(n log n) for n allocations.
  explicit HeapOperators(const RecordedHeap& history)
      : producer(history.allocations.size()), last(history.allocations.size()) {
    const std::vector<Change> changes = changes_of(history);
    const auto stream_of = [&](const Change& change) { return history.allocations[change.allocation].stream; };
    std::vector<OperatorId> latest(std::max<std::size_t>(history.streams.size(), 1));  // by stream
    const auto begin_at = [&](HeapStep step, std::uint32_t stream) {
      latest[stream] = OperatorId(all.size());
      all.push_back({.begin = step, .stream = stream});
    };
    begin_at(0, changes.empty() ? 0 : stream_of(changes.front()));
    bool has_freed = false;  // in the operator begun last
    for (std::size_t k = 0; k < changes.size(); ++k) {
      const Change& change = changes[k];
      const std::uint32_t stream = stream_of(change);
      const bool goes_on = all.back().stream == stream && !(change.makes && has_freed);
      if (!goes_on && change.step > all.back().begin && !makes_room(changes, k)) {
        begin_at(change.step, stream);
        has_freed = false;
      }
      has_freed |= !change.makes;
      const OperatorId at = latest[stream];
      if (change.makes) {
        producer[change.allocation] = at;
        if (at.valid() && all[at.index()].first == kNoneInHeap) all[at.index()].first = change.allocation;
      } else {
        last[change.allocation] = at.valid() ? at : OperatorId(0);
      }
    }
    for (std::size_t k = 0; k < last.size(); ++k)
      if (last[k].valid() && producer[k].valid()) last[k] = std::max(last[k], producer[k]);
  }
};

/// Returns each text, or an empty one where there are too many different ones.
class Labels {
 public:
  explicit Labels(std::size_t most) : most_(most) {}
  std::string_view operator()(const std::string& text) {
    if (known_.size() < most_) return *known_.insert(text).first;
    const auto known = known_.find(text);
    left_out_ = left_out_ || known == known_.end();
    return known == known_.end() ? std::string_view() : *known;
  }
  [[nodiscard]] bool left_out() const { return left_out_; }

 private:
  std::size_t most_;
  std::unordered_set<std::string> known_;
  bool left_out_ = false;
};

std::string tensor_name(std::uint64_t address, std::uint32_t version) {
  char hex[17];
  const auto end = std::to_chars(hex, hex + sizeof hex, address, 16).ptr;
  return "b" + std::string(hex, end) + '_' + std::to_string(version);
}

/// "5 forward (model.py:104)", after the frame that asked for its first allocation.
std::string operator_name(const RecordedHeap& history, const HeapOperators::Operator& op) {
  if (op.begin == 0) return "start";
  std::string name = std::to_string(op.begin);
  if (op.first == kNoneInHeap) return name + " free";
  if (const HeapFrame* frame = history.telling_frame(history.allocations[op.first].stack))
    name += ' ' + history.label(*frame);
  return name;
}

}  // namespace

Result<HeapGraph> heap_graph(RecordedHeap& history, HeapStreams streams, const std::string& name,
                             const std::string& file, const Task& task) {
  const HeapOperators operators(history);
  GraphBuilder builder(file);
  builder.set_name(name);
  builder.reserve(operators.all.size(), history.allocations.size());
  builder.set_alignment(kHeapRounding);

  Labels phases(kMaxPhases);
  std::vector<const HeapAnnotation*> open;
  std::size_t begun = 0;
  // The annotation begun last that goes on at a step; steps ascend from call to call.
  const auto phase_at = [&](HeapStep step) {
    for (; begun < history.annotations.size() && history.annotations[begun].from <= step; ++begun)
      open.push_back(&history.annotations[begun]);
    while (!open.empty() && open.back()->to <= step) open.pop_back();
    return open.empty() ? std::string_view() : phases(open.back()->name);
  };
  std::vector<std::int64_t> times;
  times.reserve(operators.all.size() + 1);
  StreamId previous;
  for (const HeapOperators::Operator& op : operators.all) {
    if (task.poll(times.size(), kItemsBetweenPolls)) return tl::unexpected(task.why_stopped());
    const std::int64_t number = history.streams.empty() ? 0 : history.streams[op.stream];
    StreamId stream = builder.find_stream(number);
    if (!stream.valid()) stream = builder.add_stream(number);
    const std::string op_name = operator_name(history, op);
    const OperatorId added = builder.add_operator({.name = op_name, .stream = stream, .phase = phase_at(op.begin)});
    if (streams == HeapStreams::serial && previous.valid() && stream != previous)
      builder.add_control(OperatorId(added.index() - 1), added);
    previous = stream;
    times.push_back(op.begin);
  }
  times.push_back(history.step_count());
  builder.set_times(std::move(times));

  Labels kinds(kMaxKinds);
  std::vector<std::string_view> kind_of_stack(history.stacks.row_count());
  const auto kind_of = [&](std::uint32_t stack) -> std::string_view {
    const HeapFrame* frame = history.telling_frame(stack);
    if (frame == nullptr) return {};
    std::string_view& kind = kind_of_stack[stack];
    if (kind.data() == nullptr) kind = kinds(history.label(*frame));
    return kind;
  };
  std::vector<Offset> offsets;
  offsets.reserve(history.allocations.size());
  std::unordered_map<std::uint64_t, std::uint32_t> versions;  // by address: how often it was handed out
  for (std::size_t k = 0; k < history.allocations.size(); ++k) {
    if (task.poll(k, kItemsBetweenPolls)) return tl::unexpected(task.why_stopped());
    HeapAllocation& a = history.allocations[k];
    const OperatorId last = operators.last[k];
    const Bytes size{round_up(a.requested.count, kHeapRounding)};
    a.tensor = builder.add_tensor({.name = tensor_name(a.address, versions[a.address]++),
                                   .size = size,
                                   .at_least = a.at_least,
                                   .producer = operators.producer[k],
                                   .consumers = {&last, 1},
                                   .output = !last.valid(),
                                   .kind = kind_of(a.stack)});
    offsets.push_back(history.offset_of(a.address));
  }

  HeapGraph out;
  out.kinds_left_out = kinds.left_out() || phases.left_out();
  STOWAGE_TRY(out.graph, std::move(builder).build());
  out.plan = imported_plan(out.graph.graph, std::move(offsets));
  out.plan.strategy = "recorded";
  const HeapCurves curves = heap_curves(history);
  out.plan.reserved_peak = peak_of(history.segments.empty() ? curves.active : curves.reserved).bytes;
  out.plan.serial_streams = streams == HeapStreams::unordered && out.graph.graph.stream_count() > 1;
  return out;
}

bool steps_match(const Graph& graph, const RecordedHeap& history) {
  const auto times = graph.times();
  return times.size() == graph.operator_count() + 1 && times.size() > 1 && times.front() == 0 &&
         times.back() == history.step_count();
}

HeapStep heap_step_of(const Graph& graph, const RecordedHeap& history, std::size_t step) {
  const auto begin = static_cast<HeapStep>(graph.times()[step]), end = static_cast<HeapStep>(graph.times()[step + 1]);
  const auto after = std::ranges::lower_bound(history.allocations, end, {}, &HeapAllocation::allocated);
  return after == history.allocations.begin() ? begin : std::max(begin, std::prev(after)->allocated);
}

std::size_t graph_step_of(const Graph& graph, HeapStep step) {
  const auto times = graph.times();
  const auto after = std::ranges::upper_bound(times, std::int64_t{step});
  const auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - times.begin() - 1, 0));
  return std::min(at, graph.operator_count() - 1);
}

std::vector<Lifetime> heap_lifetimes(const Graph& graph, const RecordedHeap& history, std::span<const Lifetime> lives) {
  const auto times = graph.times();
  std::vector<Lifetime> out(lives.size());
  for (std::size_t t = 0; t < lives.size(); ++t)
    if (!lives[t].empty())
      out[t] = {static_cast<HeapStep>(times[lives[t].begin]), static_cast<HeapStep>(times[lives[t].end])};
  for (const HeapAllocation& each : history.allocations) {
    if (!each.tensor.valid() || each.tensor.index() >= out.size()) continue;
    Lifetime& life = out[each.tensor.index()];
    if (life.begin <= each.allocated && each.free_completed <= life.end) life = {each.allocated, each.free_completed};
  }
  return out;
}

Result<Bytes> static_footprint(const RecordedHeap& history, HeapStreams streams, Bytes alignment, const Task& task) {
  constexpr double kSeconds = 3;  // strategies that improve their plan have found nearly all by then
  RecordedHeap copy = history;    // heap_graph() names tensors in it
  STOWAGE_TRY(const auto made, heap_graph(copy, streams, "", "", task));
  STOWAGE_TRY(const auto planned, make_plans(made.graph.graph, {.alignment = alignment}, task.limited_to(kSeconds)));
  return planned.best().footprint;
}

}  // namespace stowage
