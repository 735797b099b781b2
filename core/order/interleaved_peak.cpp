// SPDX-License-Identifier: Apache-2.0
#include "core/order/interleaved_peak.h"

#include <random>
#include <set>

#include "core/graph/indexing.h"
#include "core/graph/lifetimes.h"
#include "core/order/exact_order.h"
#include "core/plan/block_problem.h"
#include "core/plan/bounds.h"

namespace stowage {
namespace {

using Index = OrderProblem::Index;

// Half and twice of each of these, of kPatience and of kDraws give the same orders of 13 graphs; with the fewest alone,
// five of them need up to 19 % more.
constexpr std::size_t kWork = 64'000'000;  // operators times streams, of all orders that are measured: some seconds
constexpr std::size_t kFewest = 16;        // orders that are measured in any case
constexpr double kGrace = 0.05;            // seconds for each of the first two, once stopped

std::size_t streams_in_use(const Graph& graph) {
  return static_cast<std::size_t>(
      std::ranges::count_if(graph.streams(), [&](StreamId s) { return !graph.operators_of(s).empty(); }));
}

/// An order with the clique that makes its interleaved peak.
struct MeasuredOrder {
  std::vector<OperatorId> sequence;
  ProvedBound clique;  ///< its bytes is the peak; its tensors live together in pairs
};

/// Fails as interleaved_peak().
Result<MeasuredOrder> measure_order(const Graph& graph, std::vector<OperatorId> sequence, const Task& task) {
  const Graph ordered = with_order(graph, sequence);
  STOWAGE_TRY(const auto conflicts, Conflicts::compute(ordered, task));
  STOWAGE_TRY(const auto problem, BlockProblem::make(ordered, conflicts));
  return heaviest_clique(problem, task).map([&](ProvedBound&& clique) {
    return MeasuredOrder{std::move(sequence), std::move(clique)};
  });
}

/// The order after a random move; empty where no move of this kind parts the two tensors drawn. `place`: by operator.
std::vector<OperatorId> draw_move(const Graph& graph, const OrderProblem& problem, const MeasuredOrder& order,
                                  const std::vector<std::size_t>& place, std::mt19937_64& engine) {
  const auto& members = order.clique.tensors;
  const TensorId late = members[engine() % members.size()], early = members[engine() % members.size()];
  const bool pushes = engine() % 2 == 0;
  if (late == early || !graph.producer(late).valid() || graph.is_output(early)) return {};
  const OperatorId maker = graph.producer(late);
  const std::size_t first = place[maker.index()];

  std::vector<OperatorId> uses;  // of `early`, after the maker
  std::size_t last = 0;          // place of the last of them
  bool same_stream = false;
  const auto add = [&](OperatorId use) {
    if (place[use.index()] <= first) return;
    uses.push_back(use);
    last = std::max(last, place[use.index()]);
    same_stream = same_stream || graph.stream(use) == graph.stream(maker);
  };
  for (OperatorId use : graph.consumers(early)) add(use);
  if (graph.consumers(early).empty() && graph.producer(early).valid()) add(graph.producer(early));
  if (!same_stream) return {};

  std::vector<bool> moves(problem.count());  // by operator
  const auto moves_too = [&](Index o) { return moves[o]; };
  if (pushes) {  // the maker, and the operators that wait for it, behind the last use
    moves[maker.index()] = true;
    for (std::size_t k = first + 1; k <= last; ++k) {
      const std::size_t o = order.sequence[k].index();
      if (std::ranges::any_of(problem.predecessors[o], moves_too)) moves[o] = true;
    }
    if (std::ranges::any_of(uses, [&](OperatorId use) { return moves[use.index()]; })) return {};
  } else {  // all uses, and the operators that they wait for, before the maker
    for (OperatorId use : uses) moves[use.index()] = true;
    for (std::size_t k = last; k-- > first;) {
      const std::size_t o = order.sequence[k].index();
      if (std::ranges::any_of(problem.successors[o], moves_too)) moves[o] = true;
    }
    if (moves[maker.index()]) return {};
  }
  std::vector<OperatorId> out = order.sequence;
  std::stable_partition(out.begin() + static_cast<std::ptrdiff_t>(first),
                        out.begin() + static_cast<std::ptrdiff_t>(last + 1),
                        [&](OperatorId o) { return moves[o.index()] != pushes; });
  return out;
}

/// Lowers the interleaved peak of an order by moves; never raises it. Only an order that parts two tensors of the
/// heaviest clique can have a smaller peak. So a move draws two of them and a stream in which the one is last used
/// after the other is made, and changes that:
/// ```
///   stream   … p  a  u …      p makes the one tensor, u uses the other. Either all uses of the other, with what they
///            … u  p  a …      wait for, run before p; or p, with what waits for it, runs after them.
/// ```
/// An order of the same peak is taken, too: often several cliques are as heavy. Ends at a peak of `floor`, after
/// `most_measured` orders, or after 500 in a row without an improvement. Deterministic but for where the task stops it.
void lower_by_moves(const Graph& graph, const OrderProblem& problem, Bytes floor, std::size_t most_measured,
                    const Task& task, MeasuredOrder& order) {
  constexpr std::size_t kPatience = 500;  // orders in a row without an improvement
  constexpr std::size_t kDraws = 2'000;   // in a row that part no two tensors: then no move does, most likely
  std::mt19937_64 engine;
  std::vector<std::size_t> place(problem.count());
  const auto index_places = [&] {
    for (std::size_t k = 0; k < place.size(); ++k) place[order.sequence[k].index()] = k;
  };
  index_places();
  std::size_t left = most_measured, fruitless = 0, draws = 0;
  while (order.clique.bytes > floor && left > 0 && fruitless < kPatience && draws < kDraws) {
    if (task.poll(draws, 64)) return;
    std::vector<OperatorId> sequence = draw_move(graph, problem, order, place, engine);
    if (sequence.empty()) {
      ++draws;
      continue;
    }
    draws = 0;
    --left;
    auto measured = measure_order(graph, std::move(sequence), task);
    if (!measured) return;
    ++fruitless;
    if (measured->clique.bytes > order.clique.bytes) continue;
    if (measured->clique.bytes < order.clique.bytes) fruitless = 0;
    order = *std::move(measured);
    index_places();
  }
}

class StreamChoices {
 public:
  StreamChoices(const Graph& graph, Bytes floor, const Task& task)
      : graph_(graph),
        task_(task),
        floor_(floor),
        problem_(order_problem(graph)),
        left_(std::max(kFewest, kWork / std::max<std::size_t>(1, graph.operator_count() * streams_in_use(graph)))) {}

  /// Leaves out a source whose local orders are those of another, unless it must be compared.
  Result<void> add_source(const std::vector<OperatorId>& sequence, StreamsOrder::Source source) {
    const bool must_be = source == StreamsOrder::Source::given || source == StreamsOrder::Source::found;
    if (!must_be && measured_.contains(local_orders(sequence))) return {};
    std::vector<Index> places(sequence.size());
    for (std::size_t k = 0; k < sequence.size(); ++k) places[sequence[k].index()] = static_cast<Index>(k);
    auto measured = measure(sequence, task_);
    if (!measured && must_be && task_.should_stop()) measured = measure(sequence, task_.with_grace(kGrace));
    if (!measured) return tl::unexpected(measured.error());
    sources_.push_back({source, std::move(places)});
    const Bytes peak = measured->clique.bytes;
    const bool is_first = sources_.size() == 1;
    if (is_first) given_peak_ = peak;
    // Of equal peaks, the strategy's order: its theoretical peak is smaller.
    if (is_first || peak < this->peak() || (peak == this->peak() && source == StreamsOrder::Source::found))
      keep(Choice(graph_.stream_count(), static_cast<std::uint8_t>(sources_.size() - 1)), *std::move(measured));
    return {};
  }

  /// Adds a bound: no order has a smaller peak.
  void add_floor(Bytes floor) { floor_ = std::max(floor_, floor); }
  [[nodiscard]] bool is_least() const { return peak() <= floor_; }

  [[nodiscard]] const OrderProblem& problem() const { return problem_; }

  /// Tries other sources for halves of the streams, then quarters, and so on.
  void improve() {
    for (std::size_t length = (choice_.size() + 1) / 2;; length = (length + 1) / 2) {
      for (std::size_t begin = 0; begin < choice_.size(); begin += length)
        if (!improve(begin, std::min(choice_.size(), begin + length))) return;
      if (length <= 1) return;
    }
  }

  void move() {
    const Bytes before = peak();
    MeasuredOrder moved = best_;
    lower_by_moves(graph_, problem_, floor_, left_, task_, moved);
    if (moved.clique.bytes == before) return;
    best_ = std::move(moved);
    moved_ = true;
  }

  [[nodiscard]] StreamsOrder take() && {
    const bool one = !moved_ && std::ranges::adjacent_find(choice_, std::ranges::not_equal_to()) == choice_.end();
    const auto source = one ? sources_[choice_.front()].source : StreamsOrder::Source::mixed;
    return {std::move(best_.sequence), source, peak(), given_peak_, std::min(floor_, peak())};
  }

 private:
  using Choice = std::vector<std::uint8_t>;  // by stream: which source it follows

  struct Source {
    StreamsOrder::Source source;
    std::vector<Index> places;  // by operator
  };

  [[nodiscard]] Bytes peak() const { return best_.clique.bytes; }
  Result<MeasuredOrder> measure(const std::vector<OperatorId>& sequence, const Task& task) {
    measured_.insert(local_orders(sequence));
    return measure_order(graph_, sequence, task);
  }
  void keep(Choice choice, MeasuredOrder order) {
    choice_ = std::move(choice);
    best_ = std::move(order);
  }

  /// Lets these streams follow each of the other sources. False where nothing more is to be tried.
  bool improve(std::size_t begin, std::size_t end) {
    for (std::size_t source = 0; source < sources_.size(); ++source) {
      if (is_least() || left_ == 0 || task_.should_stop()) return false;
      Choice choice = choice_;
      std::fill(choice.begin() + static_cast<std::ptrdiff_t>(begin), choice.begin() + static_cast<std::ptrdiff_t>(end),
                static_cast<std::uint8_t>(source));
      if (choice == choice_) continue;
      std::vector<OperatorId> sequence = order_of(choice);
      if (measured_.contains(local_orders(sequence))) continue;
      --left_;
      auto measured = measure(sequence, task_);
      if (!measured) return false;
      if (measured->clique.bytes < peak()) keep(std::move(choice), *std::move(measured));
    }
    return true;
  }

  [[nodiscard]] std::vector<OperatorId> order_of(const Choice& choice) const {
    std::vector<Index> places;
    for (OperatorId o : graph_.operators())
      places.push_back(sources_[choice[graph_.stream(o).index()]].places[o.index()]);
    const std::vector<Index> order = stable_topological_order(problem_.successors, places).order;
    return {order.begin(), order.end()};
  }

  /// The operators stream by stream: all that the interleaved peak depends on.
  [[nodiscard]] std::vector<OperatorId> local_orders(const std::vector<OperatorId>& sequence) const {
    std::vector<OperatorId> out = sequence;
    std::ranges::stable_sort(out, {}, [&](OperatorId o) { return graph_.stream(o); });
    return out;
  }

  const Graph& graph_;
  const Task& task_;
  Bytes floor_;
  OrderProblem problem_;
  std::size_t left_;  // orders that may still be measured
  std::vector<Source> sources_;
  std::set<std::vector<OperatorId>> measured_;
  Choice choice_;  // that led to the best so far
  MeasuredOrder best_;
  Bytes given_peak_;
  bool moved_ = false;  // since the choice
};

}  // namespace

bool has_several_streams(const Graph& graph) {
  return streams_in_use(graph) > 1;
}

Result<Bytes> interleaved_peak(const Graph& graph, const Task& task) {
  const auto operators = graph.operators();
  return measure_order(graph, {operators.begin(), operators.end()}, task).map([](const MeasuredOrder& order) {
    return order.clique.bytes;
  });
}

Result<StreamsOrder> suit_streams(const Graph& graph, const std::vector<OperatorId>& found, Bytes floor,
                                  const Task& task) {
  using Source = StreamsOrder::Source;
  const auto operators = graph.operators();
  StreamChoices choices(graph, floor, task);
  STOWAGE_CHECK(choices.add_source({operators.begin(), operators.end()}, Source::given));
  STOWAGE_CHECK(choices.add_source(found, Source::found));
  if (choices.is_least() || task.should_stop()) return std::move(choices).take();
  const LayeredOrder layered = order_by_layers(graph, choices.problem(), task.share(0.2));
  choices.add_floor(layered.lower_bound);
  const auto lescea = lescea_order(choices.problem(), task);
  if (!lescea || !choices.add_source({lescea->begin(), lescea->end()}, Source::lescea) || choices.is_least() ||
      !choices.add_source(layered.sequence, Source::layers))
    return std::move(choices).take();
  choices.improve();
  choices.move();
  return std::move(choices).take();
}

}  // namespace stowage
