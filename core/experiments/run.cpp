// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "core/base/text.h"
#include "core/experiments/inputs.h"
#include "core/graph/laid_out.h"
#include "core/insight/bodies/lay_out.h"
#include "core/insight/edit/edits.h"
#include "core/order/interleaved_peak.h"
#include "core/papers/papers.h"
#include "core/papers/somas/somas_safety.h"
#include "core/papers/tables.h"
#include "core/planning/graph_plans.h"

namespace stowage {
namespace {

constexpr double kSeconds = 10;  // of an order or a layout, where not all is run

/// The names of the measures in Measurements.
constexpr std::string_view kMeasureNames[] = {
    "batch",     "operators",     "tensors", "total_bytes",    "of_size", "lifetime_bound", "mean_alive",
    "safety_ms", "pair_is_safe",  "optimum", "carried_copies", "peak",    "order_ms",       "footprint",
    "reserved",  "fragmentation", "offset",  "layout_ms",      "plan_ms", "spent_ms",       "largest_batch"};
static_assert(std::size(kMeasureNames) == static_cast<std::size_t>(Measure::largest_batch) + 1);

bool is_of_graph(Measure measure) {
  return measure < Measure::peak;
}
/// Whether PlanSpec::layouts says more of a measure of the graph.
bool names_more(Measure measure) {
  return measure == Measure::safety_ms || measure == Measure::of_size;
}
bool is_of_order(Measure measure) {
  return measure == Measure::peak || measure == Measure::order_ms;
}

Error not_there(const char* what, std::string_view id) {
  return Error::of(Error::Kind::unsupported, "unknown " + std::string(what) + ' ' + quoted(id));
}

/// All graphs of an input in one order, with their conflicts.
struct OrderedGraphs {
  struct Each {
    std::shared_ptr<const Graph> graph;
    Conflicts conflicts;
    std::optional<PlanGround> ground;
  };
  std::vector<std::unique_ptr<Each>> each;
  double order_ms = 0;
  double peak = 0;  // their sum
  bool stands_in = false;
};

/// Whether a planner of OLLA says so of its own answer.
bool stands_in(std::string_view remark) {
  return remark.find(kOrderStandsIn) != std::string_view::npos ||
         remark.find(kLayoutStandsIn) != std::string_view::npos;
}

const LayoutStrategy* layout_strategy(std::string_view id) {
  return id == kNncAlone.id ? &kNncAlone : find_layout_strategy(id);
}

/// One way to plan.
struct PlanningWay {
  std::string_view order, layout;
  double seconds;
};

class ExperimentRun {
 public:
  ExperimentRun(const ExperimentOptions& options, double limit, Measurements& known, const Task& task)
      : options_(options), limit_(limit), known_(known), task_(task.part(task.stop)) {}

  [[nodiscard]] Measurement cell(const ExperimentRow& row, const ExperimentColumn& column) {
    const Quantity& q = column.quantity;
    ExperimentRow here = row;
    if (q.streams > 0) {
      here.input.streams = q.streams;
      here.input.dissolves_groups = true;
    }
    const Measurement own = value_of(here, q.measure, q.plan);
    if (!own.value) return own;
    double value = *own.value;
    bool any_stands_in = own.stands_in;
    if (q.against != Quantity::Against::nothing) {
      ExperimentRow other = here;
      other.input.fuses_groups = row.input.fuses_groups && !q.base_keeps_groups;
      const Measurement base = value_of(other, q.base_measure, q.base);
      if (!base.value) return base;
      any_stands_in = any_stands_in || base.stands_in;
      const double ratio = *base.value == 0 ? 1 : value / *base.value;
      using Against = Quantity::Against;
      value = q.against == Against::reduction ? 100 * (1 - ratio)
              : q.against == Against::excess  ? 100 * (ratio - 1)
              : q.against == Against::share   ? 100 * ratio
              : q.against == Against::ratio   ? ratio
                                              : 1 / std::max(ratio, 1e-12);
    }
    return {value / scale(column.unit), {}, any_stands_in};
  }

 private:
  static double scale(ExperimentUnit unit) {
    switch (unit) {
      case ExperimentUnit::mib:
        return 1 << 20;
      case ExperimentUnit::gib:
        return 1 << 30;
      case ExperimentUnit::seconds:
        return 1000;
      default:
        return 1;
    }
  }

  /// Of the plan's several layouts the least, or their mean.
  Measurement value_of(const ExperimentRow& row, Measure measure, const PlanSpec& plan) {
    Measurement out;
    double sum = 0;
    std::size_t count = 0;
    for (std::string_view rest = plan.layouts;;) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      const Measurement one =
          known_or_measured(row, measure, {plan.order, rest.substr(0, end), plan.seconds > 0 ? plan.seconds : limit_});
      if (one.value && plan.pick == PlanSpec::Pick::least && (!out.value || one.value < out.value)) out = one;
      const bool not_yet = one.missing.empty();  // the least of some may not be the least of all
      if (!one.value && (not_yet || plan.pick == PlanSpec::Pick::mean)) return one;
      if (!one.value && !out.value) out = one;
      sum += one.value.value_or(0);
      ++count;
      if (end == rest.size()) break;
      rest.remove_prefix(end + 1);
    }
    if (plan.pick == PlanSpec::Pick::mean) out.value = sum / static_cast<double>(count);
    return out;
  }

  Measurement known_or_measured(const ExperimentRow& row, Measure measure, PlanningWay way) {
    if (measure == Measure::batch) return {static_cast<double>(row.input.batch)};
    if (is_of_graph(measure)) way.order = "given";
    if ((is_of_graph(measure) && !names_more(measure)) || is_of_order(measure)) way.layout = {};
    const std::string key = key_of(row, measure, way);
    if (const auto at = known_.find(key); at != known_.end()) return at->second;
    if (task_.cancelled()) return {};
    stands_in_ = false;
    auto value = unless_memory_runs_out([&] { return measured(row, measure, way); });
    if (value) return known_[key] = {*value, {}, stands_in_};
    if (task_.should_stop()) return {{}, "stopped"};
    using Kind = Error::Kind;
    const Kind kind = value.error().kind;
    Measurement missing{
        {}, kind == Kind::timed_out ? std::string(kMoreThan) + number_text(way.seconds) + " s" : value.error().text()};
    // A file, a network or a solver may be there the next time.
    if (kind == Kind::timed_out || kind == Kind::too_large || kind == Kind::no_memory) known_[key] = missing;
    return missing;
  }

  [[nodiscard]] std::string key_of(const ExperimentRow& row, Measure measure, const PlanningWay& way) const {
    std::string key = row.input.key() + '|' + std::string(way.order) + '|' + std::string(way.layout) + '|';
    key += number_text(way.seconds) + " s|";
    key += kMeasureNames[static_cast<std::size_t>(measure)];
    if (measure == Measure::pair_is_safe || measure == Measure::offset) key += ' ' + std::string(row.of);
    return key;
  }

  Result<double> measured(const ExperimentRow& row, Measure measure, const PlanningWay& way) {
    if (task_.cancelled()) return tl::unexpected(Error::cancelled());
    if (measure == Measure::largest_batch) return largest_batch(row, way);
    STOWAGE_CHECK(take_input(row.input));
    if (is_of_graph(measure)) {
      double sum = 0;
      for (const auto& graph : graphs_) {
        STOWAGE_TRY(const double one, of_graph(*graph, row, measure, way));
        sum += one;
      }
      return sum;
    }
    STOWAGE_TRY(OrderedGraphs* const ordered, in_order(way));
    stands_in_ = ordered->stands_in;
    // An order may have taken an hour: it is kept before the plan is made, which may take another one.
    known_.try_emplace(key_of(row, Measure::peak, {way.order, {}, way.seconds}),
                       Measurement{ordered->peak, {}, stands_in_});
    if (const auto took = unless_cut(ordered->order_ms, way))
      known_.try_emplace(key_of(row, Measure::order_ms, {way.order, {}, way.seconds}),
                         Measurement{*took, {}, stands_in_});
    if (measure == Measure::peak) return ordered->peak;
    if (measure == Measure::order_ms) return unless_cut(ordered->order_ms, way);
    return of_plan(row, *ordered, measure, way);
  }

  /// A time that its limit cut says nothing. Solvers get nine tenths of a limit, or less.
  static Result<double> unless_cut(double milliseconds, const PlanningWay& way) {
    if (milliseconds >= 850 * way.seconds) return tl::unexpected(Error::timed_out());
    return milliseconds;
  }

  Result<void> take_input(const ExperimentInput& input) {
    const std::string key = input.key();
    if (key == input_) return {};
    input_.clear();
    graphs_.clear();
    ordered_.clear();
    STOWAGE_TRY(std::vector<Graph> graphs, graphs_of(input, options_, task_));
    for (Graph& graph : graphs) {
      if (input.dissolves_groups && graph.group_count() > 0) {
        STOWAGE_TRY(EditedGraph edited, dissolve_groups(graph));
        graph = std::move(edited.graph);
      }
      graphs_.push_back(std::make_shared<const Graph>(std::move(graph)));
    }
    input_ = key;
    return {};
  }

  /// The least of three times where the work is quick: others use the machine, too.
  template <class Work>
  auto timed(double& milliseconds, const Work& work) {
    constexpr double kQuick = 300;
    double least = 0;
    for (int k = 0;; ++k) {
      const auto start = task_.now();
      auto result = work();
      const double took = std::chrono::duration<double, std::milli>(task_.now() - start).count();
      least = k == 0 ? took : std::min(least, took);
      if (k == 2 || took > kQuick || !result) {
        milliseconds += least;
        return result;
      }
    }
  }

  Result<double> of_graph(const Graph& graph, const ExperimentRow& row, Measure measure, const PlanningWay& way) {
    switch (measure) {
      case Measure::operators:
        return static_cast<double>(graph.operator_count());
      case Measure::tensors:
        return static_cast<double>(graph.tensor_count());
      case Measure::total_bytes:
        return static_cast<double>(graph.total_size().count);
      case Measure::of_size: {
        const std::string_view range = way.layout;
        const auto bytes = [](std::string_view power) { return std::int64_t{1} << std::stoi(std::string(power)); };
        const std::int64_t from = bytes(range.substr(0, range.find('-'))),
                           to = bytes(range.substr(range.find('-') + 1));
        const auto all = graph.tensors();
        return static_cast<double>(std::count_if(all.begin(), all.end(), [&](TensorId t) {
          return graph.size(t).count >= from && graph.size(t).count < to;
        }));
      }
      case Measure::mean_alive: {
        const auto curve = memory_curve(graph, lifetimes(graph), graph.alignment());
        double sum = 0;
        for (const Bytes alive : curve) sum += static_cast<double>(alive.count);
        return sum / static_cast<double>(std::max<std::size_t>(curve.size(), 1));
      }
      case Measure::safety_ms:
        return safety_ms(graph, way);
      case Measure::carried_copies:
        return carried_copies(graph, way);
      default:
        break;
    }
    STOWAGE_TRY(OrderedGraphs* const given, in_order(way));
    const auto at = std::ranges::find(given->each, &graph, [](const auto& each) { return each->graph.get(); });
    const PlanGround& ground = *(*at)->ground;
    if (measure == Measure::pair_is_safe) {
      STOWAGE_TRY(const auto pair, tensors_named(graph, row.of));
      return (*at)->conflicts.unsafe(pair.at(0), pair.at(1)) ? 0 : 1;
    }
    Bounds bounds = ground.quick_bounds();
    if (measure == Measure::lifetime_bound) return static_cast<double>(bounds.lifetime.bytes.count);
    const Task limited = task_.limited_to(way.seconds);
    STOWAGE_CHECK(add_cliques(ground.bounded_problem(), bounds, limited));
    STOWAGE_TRY(const Plan best, ground.plan(*find_layout_strategy("auto"), limited));
    if (best.footprint > std::max(bounds.best(), best.lower_bound))
      return tl::unexpected(Error::of(Error::Kind::too_large, "the optimum is not known"));
    return static_cast<double>(best.footprint.count);
  }

  Result<double> safety_ms(const Graph& graph, const PlanningWay& way) {
    double out = 0;
    const Task limited = task_.limited_to(way.seconds);
    const auto methods = published_safety_methods();
    const auto at = std::ranges::find(methods, way.layout, &SafetyMethod::id);
    if (at == methods.end()) return tl::unexpected(not_there("safety method", way.layout));
    STOWAGE_CHECK(timed(out, [&] { return at->run(graph, limited); }));
    return out;
  }

  /// Carried values that do not stay where they are made, in a plan of the graph with its loops.
  Result<double> carried_copies(const Graph& graph, const PlanningWay& way) {
    const Task limited = task_.limited_to(way.seconds);
    STOWAGE_TRY(const auto whole, lay_out_bodies(std::make_shared<const Graph>(graph), {}, limited));
    STOWAGE_TRY(const GraphPlans plans, make_plans(*whole, {}, limited));
    double copies = 0;
    for (OperatorId o : graph.operators()) {
      const Loop* const loop = graph.loop(o);
      if (loop == nullptr) continue;
      const BodyTable& table = *std::ranges::find(whole->laid_out()->tables, &loop->body, &BodyTable::body);
      const auto at = [&](TensorId t, std::size_t iteration) {
        const auto& places = table.places[t.index()];
        const TensorId held = places.empty() ? graph.find_tensor(loop->body.name(t)) : places[table.copy(iteration)];
        return plans.best().offsets[held.index()];
      };
      for (const auto& [into, from] : loop->carry)
        for (std::size_t k = 0; k < 2 * (table.first + table.repeat); ++k)
          if (at(into, k + 1) != at(from, k)) {
            ++copies;
            break;
          }
    }
    return copies;
  }

  static Result<std::vector<TensorId>> tensors_named(const Graph& graph, std::string_view names) {
    std::vector<TensorId> out;
    for (std::size_t begin = 0; begin < names.size();) {
      const std::size_t end = std::min(names.find(' ', begin), names.size());
      const std::string_view name = names.substr(begin, end - begin);
      const auto all = graph.tensors();
      const auto at = std::ranges::find_if(all, [&](TensorId t) { return graph.name(t) == name; });
      if (at == all.end()) return tl::unexpected(not_there("tensor", name));
      out.push_back(*at);
      begin = end + 1;
    }
    return out;
  }

  Result<OrderedGraphs*> in_order(const PlanningWay& way) {
    const auto [at, fresh] = ordered_.try_emplace({std::string(way.order), way.order == "given" ? 0 : way.seconds});
    if (!fresh) {
      if (!at->second) return tl::unexpected(at->second.error());
      return &*at->second;
    }
    at->second = make_ordered(way);
    if (at->second) return &*at->second;
    const Error error = at->second.error();
    if (error.kind == Error::Kind::cancelled) ordered_.erase(at);
    return tl::unexpected(error);
  }

  Result<OrderedGraphs> make_ordered(const PlanningWay& way) {
    const OrderStrategy* const strategy = find_order_strategy(way.order);
    if (strategy == nullptr) return tl::unexpected(not_there("order", way.order));
    OrderedGraphs out;
    for (const auto& given : graphs_) {
      auto each = std::make_unique<OrderedGraphs::Each>();
      each->graph = given;
      if (strategy->id != kGivenOrder.id) {
        OrderOptions options;
        options.solver = options_.solver;
        STOWAGE_TRY(OrderedGraph ordered, timed(out.order_ms, [&] {
                      return make_order(*strategy, *given, options, task_.limited_to(way.seconds));
                    }));
        out.stands_in = out.stands_in || stands_in(ordered.remark);
        each->graph = std::make_shared<const Graph>(std::move(ordered.graph));
        if (task_.cancelled()) return tl::unexpected(Error::cancelled());
      }
      STOWAGE_TRY(each->conflicts, Conflicts::compute(*each->graph, task_));
      STOWAGE_TRY(each->ground, PlanGround::make(*each->graph, each->conflicts, each->graph->alignment(), true, task_));
      out.peak += static_cast<double>(each->ground->quick_bounds().lifetime.bytes.count);
      out.each.push_back(std::move(each));
    }
    return out;
  }

  /// Plans, and keeps all that is measured of the plan.
  Result<double> of_plan(const ExperimentRow& row, const OrderedGraphs& ordered, Measure asked,
                         const PlanningWay& way) {
    const LayoutStrategy* const strategy = layout_strategy(way.layout);
    if (strategy == nullptr) return tl::unexpected(not_there("strategy", way.layout));
    PlanOptions options;
    options.solver = options_.solver;
    double footprint = 0, reserved = 0, alive = 0, milliseconds = 0;
    bool fragments = true;
    std::optional<double> offset;
    for (const auto& each : ordered.each) {
      const PlanGround& ground = *each->ground;
      STOWAGE_TRY(const Plan plan, timed(milliseconds, [&] {
                    const Task limited = task_.limited_to(way.seconds);
                    return ground.shares() ? ground.plan(*strategy, limited, options)
                                           : make_plan(*strategy, ground.problem(), limited, options);
                  }));
      if (task_.cancelled()) return tl::unexpected(Error::cancelled());
      if (!ground.adopt(plan, task_))
        return tl::unexpected(task_.cancelled() ? Error::cancelled()
                                                : Error::of(Error::Kind::external, "the plan is not valid"));
      stands_in_ = stands_in_ || stands_in(plan.remark);
      footprint += static_cast<double>(plan.footprint.count);
      // The bytes of all runs take long; most plans on several streams are not asked for them.
      fragments = fragments && (asked == Measure::fragmentation || !has_several_streams(ground.graph()));
      STOWAGE_TRY(const auto used, reserved_by(*strategy, ground, plan, fragments));
      const auto [taken, then] = used;
      reserved += static_cast<double>(taken.count);
      alive += static_cast<double>(then.count);
      if (asked != Measure::offset) continue;
      STOWAGE_TRY(const auto named, tensors_named(*each->graph, row.of));
      offset = static_cast<double>(plan.offsets[named.at(0).index()].value);
    }
    const double fragmentation = reserved == 0 ? 0 : 100 * (reserved - alive) / reserved;
    Result<double> answer = offset.value_or(0);
    const auto keep = [&](Measure measure, Result<double> value) {
      if (value) known_[key_of(row, measure, way)] = {*value, {}, stands_in_};
      if (measure == asked) answer = std::move(value);
    };
    const Result<double> laid_out = unless_cut(milliseconds, way), in_order = unless_cut(ordered.order_ms, way);
    keep(Measure::footprint, footprint);
    keep(Measure::reserved, reserved);
    if (fragments) keep(Measure::fragmentation, fragmentation);
    keep(Measure::layout_ms, laid_out);
    keep(Measure::plan_ms, laid_out && in_order ? *laid_out + *in_order : laid_out ? in_order : laid_out);
    keep(Measure::spent_ms, milliseconds + ordered.order_ms);
    return answer;
  }

  /// The bytes that a plan, or an allocator, takes, and the bytes alive once it has taken the last of them.
  [[nodiscard]] Result<std::pair<Bytes, Bytes>> reserved_by(const LayoutStrategy& strategy, const PlanGround& ground,
                                                            const Plan& plan, bool of_all_runs) const {
    Bytes peak = ground.quick_bounds().lifetime.bytes;
    if (of_all_runs && has_several_streams(ground.graph())) {
      STOWAGE_TRY(peak, interleaved_peak(ground.graph(), task_));
    }
    if (strategy.segments == nullptr || ground.shares()) return std::pair(plan.footprint, peak);
    const auto ends = strategy.segments(ground.problem(), plan);
    if (ends.empty()) return std::pair(plan.footprint, peak);
    const Offset last = ends.size() == 1 ? Offset{} : ends[ends.size() - 2];
    const Graph& graph = ground.graph();
    const auto lives = lifetimes(graph);
    auto step = static_cast<std::uint32_t>(graph.operator_count());
    for (const TensorId t : graph.tensors())
      if (ground.problem().occupies(t) && plan.offsets[t.index()] >= last)
        step = std::min(step, lives[t.index()].begin);
    const auto curve = memory_curve(graph, lives, plan.alignment);
    return std::pair(Bytes{ends.back().value}, step < curve.size() ? curve[step] : peak);
  }

  Result<double> largest_batch(const ExperimentRow& row, const PlanningWay& way) {
    ExperimentRow at = row;
    const Measurement budget = known_or_measured(at, Measure::reserved, {"given", "caching", way.seconds});
    if (!budget.value) return tl::unexpected(Error::of(Error::Kind::unsupported, budget.missing));
    const auto fits = [&](std::int64_t batch) -> Result<bool> {
      at.input.batch = batch;
      const Measurement needs = known_or_measured(at, Measure::footprint, way);
      if (task_.cancelled()) return tl::unexpected(Error::cancelled());
      if (!needs.value) return tl::unexpected(Error::of(Error::Kind::unsupported, needs.missing));
      return *needs.value <= *budget.value;
    };
    std::int64_t most = 0, too_many = row.input.batch;
    for (;; too_many *= 2) {
      STOWAGE_TRY(const bool fit, fits(too_many));
      if (!fit) break;
      most = too_many;
      if (too_many * 2 > kMaxZooBatch) return static_cast<double>(most);
    }
    while (too_many - most > 1) {
      const std::int64_t middle = most + (too_many - most) / 2;
      STOWAGE_TRY(const bool fit, fits(middle));
      (fit ? most : too_many) = middle;
    }
    return static_cast<double>(most);
  }

  const ExperimentOptions& options_;
  double limit_;
  Measurements& known_;
  Task task_;               // without progress: the whole reports it
  bool stands_in_ = false;  // of the present measurement
  std::string input_;       // whose graphs these are
  std::vector<std::shared_ptr<const Graph>> graphs_;
  std::map<std::pair<std::string, double>, Result<OrderedGraphs>> ordered_;  // by order and time limit
};

double limit_of(const Experiment& experiment, const ExperimentOptions& options) {
  return options.seconds.value_or(options.full ? experiment.full_seconds : kSeconds);
}

ExperimentResult rows_of(const Experiment& experiment, bool full) {
  ExperimentResult out;
  out.experiment = &experiment;
  for (std::size_t r = 0; r < experiment.rows.size(); ++r)
    if (full || !experiment.rows[r].only_full) out.rows.push_back(r);
  out.cells.resize(out.rows.size() * experiment.columns.size());
  return out;
}

}  // namespace

ExperimentResult known_result(const Experiment& experiment, bool full, Measurements known) {
  std::stop_source stopped;
  stopped.request_stop();
  Task none;
  none.stop = stopped.get_token();
  const ExperimentOptions options{.full = full};
  ExperimentResult out = rows_of(experiment, full);
  out.seconds = limit_of(experiment, options);
  ExperimentRun run(options, out.seconds, known, none);
  const std::size_t columns = experiment.columns.size();
  for (std::size_t k = 0; k < out.cells.size(); ++k)
    out.cells[k] = run.cell(experiment.rows[out.rows[k / columns]], experiment.columns[k % columns]);
  out.finished =
      std::ranges::all_of(out.cells, [](const Measurement& cell) { return cell.value || !cell.missing.empty(); });
  out.claims = judge_claims(out);
  return out;
}

ExperimentResult run_experiment(const Experiment& experiment, const ExperimentOptions& options, Measurements& known,
                                const Task& task) {
  ExperimentResult out = rows_of(experiment, options.full);
  out.claims = judge_claims(out);
  out.seconds = limit_of(experiment, options);
  ExperimentRun run(options, out.seconds, known, task);
  const std::size_t columns = experiment.columns.size();
  for (std::size_t k = 0; k < out.cells.size(); ++k) {
    if (task.should_stop()) break;
    out.cells[k] = run.cell(experiment.rows[out.rows[k / columns]], experiment.columns[k % columns]);
    if (task.cancelled()) break;
    out.finished = k + 1 == out.cells.size();
    out.claims = judge_claims(out);
    task.report(static_cast<double>(k + 1) / static_cast<double>(out.cells.size()));
    if (options.measured) options.measured(out, k / columns, k % columns);
  }
  return out;
}

void forget_times(Measurements& measured) {
  std::erase_if(measured, [](const auto& each) { return each.first.ends_with("_ms"); });
}

}  // namespace stowage
