// SPDX-License-Identifier: Apache-2.0
#include "core/insight/edit/memory_edits.h"

#include <cmath>
#include <map>
#include <unordered_set>

#include "core/graph/claims.h"
#include "core/graph/indexing.h"
#include "core/insight/simulate/timing.h"

namespace stowage {
namespace {

constexpr std::string_view kToHost = "to host", kFromHost = "from host";

/// A graph's data to which operators and tensors are added. New operators get the ids after those there are, until
/// place() puts them where they belong.
class Additions {
 public:
  explicit Additions(const Graph& graph) : graph_(graph), data_(graph.data()) {}

  [[nodiscard]] Graph::Data& data() { return data_; }

  OperatorId add_operator(const std::string& name, StreamId stream, Graph::Label kind, Graph::Label phase,
                          Duration duration) {
    const OperatorId out(data_.operator_stream.size());
    data_.operator_names.add(unused(name, data_.operator_names));
    data_.operator_stream.push_back(stream);
    data_.operator_kind.push_back(kind);
    data_.operator_phase.push_back(phase);
    if (!data_.operator_duration.empty()) data_.operator_duration.push_back(duration);
    return out;
  }
  /// A tensor like `original`, of another producer and without uses.
  TensorId add_copy(TensorId original, OperatorId producer, const std::string& suffix) {
    const TensorId out(data_.tensor_size.size());
    data_.tensor_names.add(unused(std::string(graph_.name(original)) + suffix, data_.tensor_names));
    data_.tensor_size.push_back(graph_.size(original));
    set_unknown_size(data_, out.index(), has_unknown_size(graph_, original));
    data_.tensor_producer.push_back(producer);
    data_.tensor_kind.push_back(data_.tensor_kind[original.index()]);
    data_.tensor_output.push_back(false);
    data_.tensor_group.push_back(GroupId());
    if (!data_.tensor_alignment.empty()) data_.tensor_alignment.push_back(graph_.alignment(original));
    uses_.try_emplace(out);
    return out;
  }
  void use(TensorId tensor, OperatorId by) { uses_of(tensor).push_back(by); }
  /// `first_late` and the uses after it read `copy`; permissions to write over the tensor become those for the copy.
  void move_late_uses(TensorId tensor, OperatorId first_late, TensorId copy) {
    for (OperatorId use : graph_.consumers(tensor))
      if (use >= first_late) uses_of(copy).push_back(use);
    auto& uses = uses_of(tensor);
    std::erase_if(uses, [&](OperatorId use) { return use >= first_late && use.index() < graph_.operator_count(); });
    for (InPlace& pair : data_.in_place)
      if (pair.input == tensor && graph_.producer(pair.output) >= first_late) pair.input = copy;
  }
  /// The stream of that name, or a new one.
  StreamId stream(std::string_view name) {
    for (std::size_t s = 0; s < data_.streams.size(); ++s)
      if (data_.streams[s].name == name) return StreamId(s);
    // Streams that are added here have numbers above those of the graph.
    const auto added = static_cast<std::int64_t>(data_.streams.size() - graph_.stream_count());
    data_.streams.push_back({.number = unused_stream_number(graph_) + added, .name = std::string(name), .color = {}});
    return StreamId(data_.streams.size() - 1);
  }

  /// The graph in which each added operator comes right before the step `before[k]` of the old order (equal ones: in
  /// the order in which they were added).
  EditedGraph place(std::span<const std::size_t> before) && {
    const std::size_t old = graph_.operator_count();
    data_.tensor_consumers = {};
    for (std::size_t t = 0; t < data_.tensor_size.size(); ++t) {
      const auto changed = uses_.find(TensorId(t));
      data_.tensor_consumers.add_row(changed != uses_.end() ? std::span<const OperatorId>(changed->second)
                                                            : graph_.consumers(TensorId(t)));
    }
    std::vector<std::uint32_t> order;
    for (std::size_t step = 0; step <= old; ++step) {
      for (std::size_t k = 0; k < before.size(); ++k)
        if (before[k] == step) order.push_back(static_cast<std::uint32_t>(old + k));
      if (step < old) order.push_back(static_cast<std::uint32_t>(step));
    }
    std::vector<OperatorId> now = reorder_operators(data_, order);
    now.resize(old);
    index_all(data_);
    return {Graph(std::move(data_)), std::move(now)};
  }

 private:
  std::vector<OperatorId>& uses_of(TensorId tensor) {
    const auto [at, is_new] = uses_.try_emplace(tensor);
    if (is_new) {
      const auto consumers = graph_.consumers(tensor);
      at->second.assign(consumers.begin(), consumers.end());
    }
    return at->second;
  }

  /// The name, with a number where it is taken.
  static std::string unused(const std::string& name, const NameTable& table) {
    std::unordered_set<std::string_view> taken;
    for (std::size_t k = 0; k < table.size(); ++k)
      if (table[k].starts_with(name)) taken.insert(table[k]);
    std::string out = name;
    for (std::size_t k = 2; taken.contains(out); ++k) out = name + ' ' + std::to_string(k);
    return out;
  }

  const Graph& graph_;
  Graph::Data data_;
  std::map<TensorId, std::vector<OperatorId>> uses_;  // of tensors whose uses change, and of added ones
};

template <class Visit>
void for_each_gap(const Graph& graph, TensorId tensor, const Visit& visit) {
  OperatorId last = graph.producer(tensor);
  if (!last.valid()) return;
  for (OperatorId use : graph.consumers(tensor)) {
    if (use > last) visit(UseGap{last, use});
    last = std::max(last, use);
  }
}

std::string why_not_torn(const Graph& graph, TensorId tensor, OperatorId first_late) {
  if (auto fault = fault_of(graph, {&tensor, 1}); !fault.empty()) return fault;
  const std::string name = quoted(graph.name(tensor));
  if (!graph.times().empty()) return "the time axis of this graph fixes its steps";
  if (graph.is_output(tensor)) return name + " is an output, which is needed until the end";
  if (!graph.producer(tensor).valid()) return name + " is present from the start: no operator makes it";
  if (!gap_before(graph, tensor, first_late).first_late.valid())
    return first_late.index() < graph.operator_count()
               ? quoted(graph.name(first_late)) + " is not a later use of " + name
               : name + " has no later use";
  for (OperatorId use : graph.consumers(tensor))
    if (use >= first_late && (graph.loop(use) != nullptr || !graph.branches(use).empty()))
      return quoted(graph.name(use)) + " has a body, which knows " + name + " by its name";
  return {};
}

std::string nothing_between(const Graph& graph, TensorId tensor, const UseGap& gap) {
  return "nothing runs between two uses of " + quoted(graph.name(tensor)) + ": " + quoted(graph.name(gap.last_early)) +
         " and " + quoted(graph.name(gap.first_late));
}

Duration as_estimate(Duration duration) {
  if (duration.from == Duration::From::measured) duration.from = Duration::From::estimated;
  return duration;
}

/// Operators of the streams of a gap, between which a tensor can be on the host; none where nothing runs between.
struct Absence {
  OperatorId free;   ///< waits until the tensor is on the host
  OperatorId begin;  ///< the copy back waits for this
};

/// The longest absence that costs no time or, where the transfers do not fit, from the first operator to the last.
Absence absence(const Graph& graph, const UseGap& gap, std::int64_t transfer, StreamId to_host) {
  const Timing timing = timing_of(graph);
  const auto starts = [&](OperatorId o) { return timing.starts[o.index()]; };
  const auto ends = [&](OperatorId o) { return timing.ends[o.index()]; };
  // Transfers that are there already come first.
  std::int64_t on_host = ends(gap.last_early) + transfer;
  if (to_host.index() < graph.stream_count())
    for (OperatorId o : graph.operators_of(to_host))
      if (o < gap.last_early) on_host = std::max(on_host, ends(o) + transfer);

  const auto local = graph.operators_of(graph.stream(gap.first_late));
  const std::size_t late = graph.position(gap.first_late) - 1;
  Absence longest{graph.next_in_stream(gap.last_early), late > 0 ? local[late - 1] : OperatorId()};
  if (!longest.free.valid() || longest.free >= gap.first_late) return {};
  if (!longest.begin.valid() || longest.begin <= gap.last_early) return {};

  // Those that cost no time; starts and ends ascend along a stream.
  OperatorId free = longest.free;
  while (free.valid() && starts(free) < on_host) free = graph.next_in_stream(free);
  std::size_t at = late - 1;
  while (at > 0 && ends(local[at]) + transfer > starts(gap.first_late)) --at;
  const OperatorId begin = local[at];
  const bool fits = free.valid() && free < gap.first_late && begin > gap.last_early &&
                    ends(begin) + transfer <= starts(gap.first_late) && free <= begin;
  return fits ? Absence{free, begin} : longest;
}

}  // namespace

UseGap longest_gap(const Graph& graph, TensorId tensor) {
  UseGap out;
  for_each_gap(graph, tensor, [&](const UseGap& gap) {
    if (!out.first_late.valid() || gap.steps() > out.steps()) out = gap;
  });
  return out;
}

UseGap gap_before(const Graph& graph, TensorId tensor, OperatorId first_late) {
  UseGap out;
  for_each_gap(graph, tensor, [&](const UseGap& gap) {
    if (gap.first_late == first_late) out = gap;
  });
  return out;
}

std::string why_not_recomputed(const Graph& graph, TensorId tensor, OperatorId first_late) {
  if (auto fault = why_not_torn(graph, tensor, first_late); !fault.empty()) return fault;
  const OperatorId producer = graph.producer(tensor);
  if (graph.loop(producer) != nullptr || !graph.branches(producer).empty())
    return quoted(graph.name(producer)) + ", which makes it, has a loop or branches";
  const UseGap gap = gap_before(graph, tensor, first_late);
  return gap.steps() < 2 ? nothing_between(graph, tensor, gap) : "";
}

Result<EditedGraph> recompute(const Graph& graph, TensorId tensor, OperatorId first_late) {
  if (auto fault = why_not_recomputed(graph, tensor, first_late); !fault.empty()) return refused(std::move(fault));
  const OperatorId producer = graph.producer(tensor);
  const Graph::Data& data = graph.data();
  Additions added(graph);
  const OperatorId copy = added.add_operator(
      std::string(graph.name(producer)) + " again", graph.stream(first_late), data.operator_kind[producer.index()],
      data.operator_phase[first_late.index()], as_estimate(graph.duration(producer)));
  for (TensorId made : graph.outputs(producer)) {
    const TensorId again = added.add_copy(made, copy, " again");
    const auto uses = graph.consumers(made);
    if (std::ranges::find(uses, producer) != uses.end()) added.use(again, copy);  // a workspace
    if (made == tensor) added.move_late_uses(tensor, first_late, again);
  }
  for (TensorId input : graph.inputs(producer))
    if (graph.producer(input) != producer) added.use(input, copy);
  // The producer may wait for more than its inputs, such as the end of a transfer.
  for (const ControlEdge& sync : graph.control())
    if (sync.after == producer) added.data().control.push_back({sync.before, copy});
  const std::size_t step = first_late.index();
  return std::move(added).place(std::span(&step, 1));
}

std::int64_t transfer_time(Bytes size, const HostLink& link) {
  const double nanoseconds = std::ceil(static_cast<double>(size.count) / link.bytes_per_second * 1e9);
  return static_cast<std::int64_t>(std::min(nanoseconds, static_cast<double>(kMaxDuration)));
}

std::string why_not_offloaded(const Graph& graph, TensorId tensor, OperatorId first_late) {
  if (auto fault = why_not_torn(graph, tensor, first_late); !fault.empty()) return fault;
  const UseGap gap = gap_before(graph, tensor, first_late);
  const Absence between = absence(graph, gap, 0, StreamId(graph.stream_count()));
  return between.free.valid() ? "" : nothing_between(graph, tensor, gap);
}

bool is_host_stream(const Graph& graph, StreamId stream) {
  const std::string& name = graph.info(stream).name;
  return name == kToHost || name == kFromHost;
}

std::vector<StreamId> device_streams(const Graph& graph) {
  std::vector<StreamId> out;
  for (StreamId s : graph.streams())
    if (!graph.operators_of(s).empty() && !is_host_stream(graph, s)) out.push_back(s);
  return out;
}

Result<EditedGraph> offload(const Graph& graph, TensorId tensor, OperatorId first_late, const HostLink& link) {
  if (auto fault = why_not_offloaded(graph, tensor, first_late); !fault.empty()) return refused(std::move(fault));
  const UseGap gap = gap_before(graph, tensor, first_late);
  Additions added(graph);
  const std::int64_t transfer = graph.has_durations() ? transfer_time(graph.size(tensor), link) : 0;
  const StreamId to_host = added.stream(kToHost), from_host = added.stream(kFromHost);
  const Absence between = absence(graph, gap, transfer, to_host);

  const Duration duration{transfer, Duration::From::estimated};
  const std::string name(graph.name(tensor));
  const auto& phases = graph.data().operator_phase;
  const OperatorId out = added.add_operator(name + " to host", to_host, 0, phases[gap.last_early.index()], duration);
  const OperatorId back = added.add_operator(name + " from host", from_host, 0, phases[first_late.index()], duration);
  const TensorId copy = added.add_copy(tensor, back, " back");
  added.move_late_uses(tensor, first_late, copy);
  added.use(tensor, out);
  auto& control = added.data().control;
  control.push_back({out, between.free});
  control.push_back({out, back});
  control.push_back({between.begin, back});
  const std::size_t steps[] = {gap.last_early.index() + 1, between.begin.index() + 1};
  return std::move(added).place(steps);
}

}  // namespace stowage
