// SPDX-License-Identifier: Apache-2.0
#include "core/papers/olla/olla.h"

#include <tuple>

#include "core/layout/engine/place_in_order.h"
#include "core/papers/papers.h"

namespace stowage::olla {
namespace {

using Index = OrderProblem::Index;
using Levels = std::vector<std::int64_t>;

/// Longest paths from sources.
Levels forward_levels(const OrderProblem& problem) {
  Levels out(problem.count());
  for (Index o = 0; o < problem.count(); ++o)
    for (const Index before : problem.predecessors[o]) out[o] = std::max(out[o], out[before] + 1);
  return out;
}

/// Longest paths to sinks.
Levels backward_levels(const OrderProblem& problem) {
  Levels out(problem.count());
  for (auto o = static_cast<Index>(problem.count()); o-- > 0;)
    for (const Index after : problem.successors[o]) out[o] = std::max(out[o], out[after] + 1);
  return out;
}

struct Candidate {
  Index anchor = OrderProblem::kNone;
  std::int64_t level;
};

/// By operator: the candidate that function 4 finds from it. Of a path only the first above the level counts.
std::vector<Candidate> candidates(const OrderProblem& problem, const Levels& forward, const Levels& backward,
                                  std::int64_t level, std::int64_t least) {
  std::vector<Candidate> out(problem.count(), {.level = least});
  for (auto o = static_cast<Index>(problem.count()); o-- > 0;)
    for (const Index after : problem.successors[o]) {
      const Candidate here = forward[after] > level ? Candidate{after, backward[after]} : out[after];
      if (backward[after] > out[o].level && here.level > out[o].level) out[o] = here;
    }
  return out;
}

/// The predecessors of a ring that no earlier ring had, ascending.
std::vector<Index> ring_before(const OrderProblem& problem, const std::vector<Index>& ring, std::vector<bool>& seen) {
  std::vector<Index> out;
  for (const Index o : ring)
    for (const Index before : problem.predecessors[o]) {
      if (seen[before]) continue;
      seen[before] = true;
      out.push_back(before);
    }
  std::ranges::sort(out);
  return out;
}

}  // namespace

std::optional<std::vector<Anchor>> early_updates(const OrderProblem& problem, std::span<const Index> updates,
                                                 const Task& task, std::int64_t least) {
  const Levels forward = forward_levels(problem), backward = backward_levels(problem);
  std::vector<Anchor> out;
  for (const Index update : updates) {
    if (task.should_stop()) return {};
    const auto found = candidates(problem, forward, backward, forward[update], least);
    std::vector<bool> seen(problem.count());
    Candidate best{.level = least};
    for (std::vector<Index> ring{update}; best.anchor == OrderProblem::kNone && !ring.empty();) {
      ring = ring_before(problem, ring, seen);
      for (const Index start : ring)
        if (found[start].level > best.level) best = found[start];
    }
    if (best.anchor != OrderProblem::kNone) out.emplace_back(update, best.anchor);
  }
  return out;
}

std::vector<Index> update_operators(const OrderProblem& problem, const Graph& graph) {
  std::vector<Index> out;
  for (Index o = 0; o < problem.count(); ++o)
    if (problem.successors[o].empty() && graph.phase(problem.operators[o]) == phase::kUpdate) out.push_back(o);
  return out;
}

AnchoredProblem with_anchors(const OrderProblem& problem, std::span<const Anchor> anchors) {
  const Levels levels = forward_levels(problem);  // all arcs and all anchors lead to a higher level
  AnchoredProblem out;
  out.numbers = numbers_below<Index>(problem.count());
  std::ranges::stable_sort(out.numbers, {}, [&](Index o) { return levels[o]; });
  std::vector<Index> now(problem.count());
  std::vector<OperatorId> operators;
  for (const Index o : out.numbers) {
    now[o] = static_cast<Index>(operators.size());
    operators.push_back(problem.operators[o]);
  }
  OrderProblemMaker maker(std::move(operators));
  maker.add_base(problem.base);
  for (Index o = 0; o < problem.count(); ++o)
    for (const Index next : problem.successors[o]) maker.add_arc(now[o], now[next]);
  for (const auto& [before, after] : anchors) maker.add_arc(now[before], now[after]);
  for (Index t = 0; t < problem.tensors.size(); ++t) {
    OrderProblem::Tensor tensor = problem.tensors[t];
    if (tensor.producer != OrderProblem::kNone) tensor.producer = now[tensor.producer];
    std::vector<Index> users;
    for (const Index user : problem.users[t]) users.push_back(now[user]);
    maker.add_tensor(tensor, users);
  }
  out.problem = maker.take();
  return out;
}

}  // namespace stowage::olla

namespace stowage {
namespace {

using Index = OrderProblem::Index;

constexpr std::size_t kMaxStates = 100'000;  // of a search, without a deadline
constexpr std::size_t kUnlimited = std::size_t{1} << 60U;
constexpr std::size_t kStatesOfWindow = 10'000;              // with a deadline or without
constexpr std::size_t kMaxChoices = 2'000;                   // more are too many for a solver
constexpr std::size_t kMaxSpans = 4'096;                     // more operators are too many to look at the program
constexpr std::size_t kFirstWindow = 16, kLastWindow = 256;  // steps
constexpr double kSecondsOfSolver = 60, kSecondsOfWindow = 5;

class Olla {
 public:
  Olla(const Graph& graph, const OrderOptions& options, const Task& task)
      : graph_(graph), options_(options), task_(task), problem_(order_problem(graph)) {
    if (auto choice = choose_solver(options.solver))
      solver_ = *choice;
    else
      trouble_ = choice.error().text();
  }

  [[nodiscard]] Order run() {
    search();
    if (!done() && options_.early_updates) search_early_updates();
    if (!done()) solve_whole();
    for (std::size_t steps = kFirstWindow; !done() && steps < 2 * problem_.count() && steps <= kLastWindow;)
      if (!improve_windows(steps)) steps *= 2;
    std::string remark = describe(best_);
    if (!best_.proved() && !trouble_.empty()) remark += "; " + trouble_;
    return {{best_.sequence.begin(), best_.sequence.end()}, best_.lower_bound, std::move(remark)};
  }

 private:
  [[nodiscard]] bool done() const { return best_.proved() || task_.should_stop(); }
  [[nodiscard]] ExactOrderOptions limits() const {
    ExactOrderOptions out{.most_states = kMaxStates};
    if (task_.deadline) out.most_states = out.most_looks = kUnlimited;
    return out;
  }
  void tell() const {
    if (options_.improved) options_.improved({best_.peak, best_.lower_bound});
  }

  void search() {
    ExactOrderOptions limits = this->limits();
    limits.improved = options_.improved;
    best_ = exact_order(problem_, limits, task_.share(0.5));
    tell();
  }

  void search_early_updates() {
    const auto updates = olla::update_operators(problem_, graph_);
    const auto anchors = olla::early_updates(problem_, updates, task_);
    if (!anchors || anchors->empty()) return;
    const auto [problem, numbers] = olla::with_anchors(problem_, *anchors);
    ExactOrderOptions limits = this->limits();
    limits.floor = best_.lower_bound;
    OrderFound found = exact_order(problem, limits, task_.share(0.3));
    if (found.peak >= best_.peak) return;
    for (Index& o : found.sequence) o = numbers[o];
    take(std::move(found.sequence));
  }

  void take(std::vector<Index> sequence) {
    best_.sequence = std::move(sequence);
    best_.peak = peak_of(problem_, best_.sequence);
    tell();
  }

  /// Lets the solver try a problem that is not too large; nothing where it fails, and then it is not asked again.
  [[nodiscard]] std::optional<OrderFound> solve(const OrderProblem& problem, const olla::Known& known, double seconds) {
    if (!solver_ || problem.count() > kMaxSpans) return {};
    if (const auto left = task_.seconds_left()) seconds = std::min(seconds, *left / 2);
    if (seconds < kLeastSeconds) return {};
    std::size_t choices = 0;
    for (const Lifetime span : olla::find_schedule_windows(problem).operators) choices += span.end - span.begin - 1;
    if (choices > kMaxChoices) return {};
    auto solved = olla::solve_order(problem, known, *solver_, seconds, task_);
    if (solved) return std::move(*solved);
    if (solved.error().is_final()) {
      trouble_ = solved.error().text();
      solver_.reset();
    }
    return {};
  }

  void solve_whole() {
    const auto solved = solve(problem_, {best_.lower_bound, best_.peak}, kSecondsOfSolver);
    if (!solved) return;
    best_.lower_bound = solved->lower_bound;
    if (!solved->sequence.empty()) take(solved->sequence);
    tell();
  }

  /// Slides a window over the steps; returns whether the order improved. Only windows that hold the peak are worth it.
  bool improve_windows(std::size_t steps) {
    bool improved = false;
    for (std::size_t begin = 0; begin < problem_.count() && !done(); begin += steps / 2) {
      const std::size_t end = std::min(begin + steps, problem_.count());
      const auto curve = memory_curve_of(problem_, best_.sequence);
      if (*std::max_element(curve.begin() + begin, curve.begin() + end) == best_.peak)
        improved |= improve_window(begin, end);
    }
    return improved;
  }

  bool improve_window(std::size_t begin, std::size_t end) {
    const OrderProblem window = window_of(problem_, best_.sequence, begin, end);
    OrderFound found =
        exact_order(window, {.most_states = kStatesOfWindow, .floor = best_.lower_bound}, task_.share(0.5));
    if (!found.proved() && found.peak > best_.lower_bound)
      if (auto solved = solve(window, {found.lower_bound, found.peak}, kSecondsOfWindow))
        if (!solved->sequence.empty()) found = std::move(*solved);
    if (found.peak >= best_.peak) return false;
    std::vector<Index> sequence = best_.sequence;
    for (std::size_t k = 0; k < found.sequence.size(); ++k)
      sequence[begin + k] = best_.sequence[begin + found.sequence[k]];
    take(std::move(sequence));
    return true;
  }

  const Graph& graph_;
  const OrderOptions& options_;
  const Task& task_;
  OrderProblem problem_;
  std::optional<SolverChoice> solver_;
  std::string trouble_;  // why no solver is asked
  OrderFound best_;
};

Result<Order> run_olla(const Graph& graph, const OrderOptions& options, const Task& task) {
  return Olla(graph, options, task).run();
}

Result<Layout> run_pyramid(const LayoutProblem& problem, const PlanOptions&, const Task& task) {
  const std::vector<TensorId> stack = pyramid(problem);  // blocks are tensors here
  std::vector<std::size_t> places(problem.block_count(), stack.size());
  for (std::size_t k = 0; k < stack.size(); ++k) places[stack[k].index()] = k;
  auto order = numbers_below<std::uint32_t>(problem.block_count());
  std::ranges::sort(order, {}, [&](std::uint32_t b) {
    return std::tuple(places[b], -problem.block_size(b).count, problem.lifetimes()[b].begin, b);
  });
  return Result<Layout>(place_in_order(problem, order, Fit::best, task));
}

}  // namespace

constexpr OrderStrategy kOlla{
    "olla", "OLLA",
    OrderText::tr(
        "Minimizes the peak by search, early weight updates, an integer program, and windows around the peak"),
    "OLLA, problem (14), functions 1 to 4", run_olla};

std::vector<TensorId> pyramid(const LayoutProblem& problem, std::vector<TensorId>* examined) {
  const auto& lives = problem.lifetimes();
  std::vector<TensorId> order;
  for (const TensorId t : problem.graph().tensors())
    if (problem.occupies(t) && lives[t.index()].end - lives[t.index()].begin > 1) order.push_back(t);
  std::ranges::sort(order, {}, [&](TensorId t) {
    const Lifetime life = lives[t.index()];
    return std::tuple(std::int64_t{life.begin} - life.end, -problem.sizes()[t.index()].count, t.index());
  });
  if (examined != nullptr) *examined = order;
  std::vector<TensorId> out;  // a tensor that is not within the last one is not within any later one
  for (const TensorId t : order) {
    const Lifetime life = lives[t.index()];
    const Lifetime within = out.empty() ? life : lives[out.back().index()];
    if (within.begin <= life.begin && life.end <= within.end) out.push_back(t);
  }
  return out;
}

constexpr LayoutStrategy kOllaPyramid{
    .id = "olla.pyramid",
    .title = StrategyText::tr("OLLA pyramid"),
    .description = StrategyText::tr("Nested lifetimes at the bottom, the longest-lived lowest; the rest largest first"),
    .source = "OLLA, function 5",
    .run = run_pyramid,
    .limits = {.single_stream = true, .no_groups = true}};

}  // namespace stowage
