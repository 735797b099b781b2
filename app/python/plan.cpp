// SPDX-License-Identifier: Apache-2.0
// stowage.Plan, and the functions that make one.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "app/python/arrays.h"
#include "app/python/coarse_plan.h"
#include "app/python/values.h"
#include "app/python/waiting.h"
#include "core/check/validator.h"
#include "core/formats/document.h"
#include "core/formats/interval_csv.h"
#include "core/papers/tables.h"
#include "core/planning/graph_plans.h"
#include "core/process/solver.h"
#include "core/stowage.h"

namespace py = pybind11;

namespace stowage::python {
namespace {

constexpr std::int64_t kMostAlignment = std::int64_t{1} << 30;

/// A whole number from `least` to `most`, of any type that Python takes for an index.
std::int64_t whole_number(const py::object& given, const char* name, std::int64_t least, std::int64_t most) {
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(given.ptr()));
  if (!index) {
    PyErr_Clear();
    raise_bad_argument(name,
                       "must be a whole number, not " + std::string(py::str(py::type::of(given).attr("__name__"))));
  }
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  if (overflow != 0 || value < least || value > most)
    raise_bad_argument(
        name, std::string(py::str(index)) + " is not from " + std::to_string(least) + " to " + std::to_string(most));
  return value;
}

/// None: that which the graph is for, as PlanRequest has it.
Bytes alignment_of(const py::object& given) {
  return {given.is_none() ? 0 : whole_number(given, "alignment", 1, kMostAlignment)};
}

struct LimitedPlan {
  Plan plan;
  bool cut_short = false;
  bool stands_in = false;  ///< for what was asked for, which failed
};

/// The arguments that plan() and plan_intervals() share.
struct PlanArguments {
  PlanRequest request;
  std::optional<double> time_limit;

  /// A plan, and whether the time limit cut the planning short.
  [[nodiscard]] Result<LimitedPlan> plan(const Graph& graph, const Task& task) const {
    const Task limited = time_limit ? task.limited_to(*time_limit) : task;
    return plan_graph(graph, request, limited).map([&](Plan&& plan) {
      const bool cut = limited.should_stop() && !plan.proved_optimal;
      const bool asked_for =
          request.from != nullptr ||
          std::ranges::find(request.strategies, plan.strategy, &LayoutStrategy::id) != request.strategies.end();
      return LimitedPlan{std::move(plan), cut, !cut && !asked_for};
    });
  }
};

std::vector<const LayoutStrategy*> strategies_of(const py::object& given) {
  std::vector<std::string> names;
  if (py::isinstance<py::str>(given)) {
    names.push_back(given.cast<std::string>());
  } else {
    try {
      names = given.cast<std::vector<std::string>>();
    } catch (const py::cast_error&) {
      raise_bad_argument("strategy", "must be the id of a strategy, or a list of ids");
    }
  }
  if (names.empty()) raise_bad_argument("strategy", "must name one strategy or more");
  const auto wanted = [&](const LayoutStrategy& strategy) {
    return std::ranges::any_of(names, [&](const std::string& name) {
      return name == "all" || (name == "standard" && strategy.standard) || name == strategy.id;
    });
  };
  for (const std::string& name : names)
    if (name != "all" && name != "standard" && find_layout_strategy(name) == nullptr)
      raise_bad_argument("strategy", "there is no strategy \"" + name + "\"; stowage.strategies() lists them");
  std::vector<const LayoutStrategy*> out;
  for (const LayoutStrategy& strategy : layout_strategies())
    if (wanted(strategy)) out.push_back(&strategy);
  return out;
}

PlanArguments plan_arguments(const py::object& strategy, const py::object& alignment, std::optional<double> time_limit,
                             const py::object& seed, const py::object& iterations, const std::string& order,
                             bool in_place) {
  if (time_limit && !(*time_limit > 0 && std::isfinite(*time_limit)))
    raise_bad_argument("time_limit", "must be a number of seconds above 0, or None");
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const std::string solver = solver_of_environment();
  PlanArguments out{.request = {.strategies = strategies_of(strategy),
                                .order = find_order_strategy(order),
                                .alignment = alignment_of(alignment),
                                .in_place = in_place,
                                .options = {.seed = static_cast<std::uint64_t>(whole_number(seed, "seed", 0, kMost)),
                                            .iterations = static_cast<std::uint64_t>(
                                                whole_number(iterations, "iterations", 0, kMost)),
                                            .solver = solver}},
                    .time_limit = time_limit ? std::optional(std::min(*time_limit, 1e9)) : std::nullopt};
  if (out.request.order == nullptr)
    raise_bad_argument("order", "there is no order \"" + order + "\"; stowage.orders() lists them");
  out.request.order_options.solver = solver;
  // Those that improve a plan give one, however short the time; where it is for the others alone, they may have none.
  out.request.plan_when_stopped = time_limit && std::ranges::any_of(out.request.strategies, &LayoutStrategy::improves);
  return out;
}

/// What was made until Ctrl-C or the time limit, where there is something.
PlanValue planned(std::shared_ptr<const Graph> graph, Waited<LimitedPlan> waited) {
  const bool keep = waited.signal && waited.signal->matches(PyExc_KeyboardInterrupt) && waited.result;
  if (keep) return {.graph = std::move(graph), .plan = std::move(waited.result->plan), .interrupted = true};
  LimitedPlan made = std::move(waited).value();
  if (made.stands_in && PyErr_WarnFormat(PyExc_RuntimeWarning, 1, "%U", sentence_of(made.plan.remark).ptr()) != 0)
    throw py::error_already_set();
  return {.graph = std::move(graph), .plan = std::move(made.plan), .interrupted = made.cut_short};
}

/// A plan of another version of a graph as one of the graph: tensors and operators are matched by name.
Plan plan_in_part(const Graph& graph, const PlanValue& other, const char* argument) {
  auto read = read_plan_in_part(write_plan(*other.graph, other.plan), argument, graph);
  if (!read) raise_bad_argument(argument, "has no tensor of the graph, by name");
  return std::move(read->plan);
}

PlanValue plan(const GraphValue& graph, const py::object& strategy, const py::object& alignment,
               std::optional<double> time_limit, const py::object& seed, const py::object& iterations,
               const std::string& order, bool in_place, const std::optional<PlanValue>& start) {
  PlanArguments arguments = plan_arguments(strategy, alignment, time_limit, seed, iterations, order, in_place);
  const std::shared_ptr<const Graph> kept = graph.graph;
  const std::optional<Plan> from = start ? std::optional(plan_in_part(*kept, *start, "start")) : std::nullopt;
  arguments.request.from = from ? &*from : nullptr;
  arguments.request.from_in_part = true;
  return planned(kept, wait_for([&](const Task& task) { return arguments.plan(*kept, task); }));
}

PlanValue plan_intervals(const py::object& lower, const py::object& upper, const py::object& size,
                         const py::object& alignment, const py::object& strategy, std::optional<double> time_limit,
                         const py::object& seed, const py::object& iterations) {
  const PlanArguments arguments = plan_arguments(strategy, alignment, time_limit, seed, iterations, "given", true);
  const Numbers begins = Numbers::vector(lower, "lower");
  const Numbers ends = Numbers::vector(upper, "upper", begins.size());
  const Numbers sizes = Numbers::vector(size, "size", begins.size());
  std::shared_ptr<const Graph> graph;
  Waited<LimitedPlan> waited = wait_for([&](const Task& task) {
    return graph_of_intervals({.lower = begins.column(), .upper = ends.column(), .size = sizes.column()}, task)
        .and_then([&](BuiltGraph&& made) {
          graph = std::make_shared<const Graph>(std::move(made.graph));
          return arguments.plan(*graph, task);
        });
  });
  return planned(std::move(graph), std::move(waited));
}

PlanValue from_offsets(const GraphValue& graph, const py::object& offsets, const py::object& alignment,
                       const std::string& strategy) {
  const Numbers given = Numbers::vector(offsets, "offsets", graph.graph->tensor_count());
  const Bytes wanted = alignment_of(alignment);
  std::vector<Offset> placed;
  placed.reserve(given.size());
  for (std::size_t t = 0; t < given.size(); ++t) {
    // As in plan files; so ends and footprint cannot overflow.
    if (given[t] < 0 || given[t] > kMaxTotalSize.count)
      raise_bad_argument("offsets[" + std::to_string(t) + ']', std::to_string(given[t]) + " is not from 0 to 2^60");
    placed.push_back({given[t]});
  }
  PlanValue out{.graph = graph.graph, .plan = imported_plan(*graph.graph, std::move(placed))};
  out.plan.strategy = strategy;
  if (wanted != Bytes{}) {
    out.plan.alignment = wanted;
    out.plan.footprint = footprint(*graph.graph, out.plan.offsets, wanted);
  }
  return out;
}

PlanValue load_plan_file(const py::object& path, const GraphValue& graph) {
  const std::string file = file_name(path, "path");
  const std::shared_ptr<const Graph> kept = graph.graph;
  return {.graph = kept, .plan = wait_for([&](const Task& task) { return load_plan(file, *kept, task); }).value()};
}

py::list check(const PlanValue& self) {
  const Validation found = wait_for([&](const Task& task) { return check_plan(*self.graph, self.plan, task); }).value();
  const py::object fault = python_value("PlanFault");
  const auto index = [](TensorId t) -> py::object {
    if (!t.valid()) return py::none();
    return py::int_(t.index());
  };
  py::list out;
  for (const Violation& each : found.violations)
    out.append(fault(stowage::name_of(each.kind), index(each.first), index(each.second), text_of(each.text)));
  return out;
}

std::int64_t moved_from(const PlanValue& self, const PlanValue& other) {
  const Plan was = plan_in_part(*self.graph, other, "other");
  std::vector<Bytes> sizes;
  for (const TensorId t : self.graph->tensors())
    sizes.push_back({round_up(self.graph->size(t).count, self.plan.alignment.count)});
  return moved_bytes(sizes, was.offsets, self.plan.offsets).count;
}

void save(const PlanValue& self, const py::object& path) {
  const std::string file = file_name(path, "path");
  std::ignore =
      wait_for([&](const Task&) { return save_plan(*self.graph, self.plan, file).map([] { return true; }); }).value();
}

/// In pickles: what is in a plan file, and what is not.
py::tuple reduced(const PlanValue& self) {
  return py::make_tuple(python_value("restored"), py::make_tuple("Plan", GraphValue{.graph = self.graph},
                                                                 py::bytes(write_plan(*self.graph, self.plan)),
                                                                 py::bytes(self.plan.remark), self.interrupted));
}

PlanValue restored(const GraphValue& graph, const std::string& plan, std::string remark, bool interrupted) {
  const std::shared_ptr<const Graph> kept = graph.graph;
  PlanValue out{.graph = kept,
                .plan = wait_for([&](const Task&) { return read_plan(plan, "", *kept); }).value(),
                .interrupted = interrupted};
  out.plan.remark = std::move(remark);
  return out;
}

/// For pages that cannot hold a plan of very many tensors: (plan of few blocks, tensors drawn alone, merged ones).
py::tuple coarse(const PlanValue& self) {
  CoarsePlan made = wait_for([&](const Task&) { return coarse_plan(*self.graph, self.plan); }).value();
  return py::make_tuple(
      PlanValue{.graph = std::make_shared<const Graph>(std::move(made.graph)), .plan = std::move(made.plan)},
      made.alone, made.merged);
}

std::string described(const PlanValue& self) {
  const Plan& plan = self.plan;
  std::string out = "<stowage.Plan of " + std::to_string(plan.offsets.size()) +
                    " tensors: " + std::to_string(plan.needed().count) + " bytes by " + plan.strategy;
  if (plan.proved_optimal)
    out += ", proved optimal";
  else if (plan.lower_bound > Bytes{})
    out += ", lower bound " + std::to_string(plan.lower_bound.count);
  return out + (self.interrupted ? ", interrupted>" : ">");
}

template <class Row>
py::object row_of(const Row& row, bool standard, bool improves, const std::string& limits) {
  const auto text = [](std::string_view given) { return std::string(given); };
  return python_value("Strategy")(text(row.id), text(row.title), text(row.description), text(row.source), standard,
                                  improves, limits);
}

constexpr const char* kPlanningArguments = R"(
strategy        id of a strategy (see strategies()), a list of ids of which the smallest plan counts, "standard"
                (the ten of the SOMAS paper) or "all"
alignment       bytes: offsets and sizes are rounded up to multiples of it; None: that of the graph
time_limit      seconds of planning, after which those that improve a plan, as "auto" and "search" do, give the best
                so far or a quick plan; the others then have none. None: until the strategy ends by itself, which
                "search" does within 10 s
seed            of strategies that draw random numbers
iterations      of strategies that improve a plan as they run; 0: until the time limit. With iterations, and without
                a time limit, the same arguments give the same plan)";
constexpr const char* kPlanningEnd = R"(
The interpreter's lock is released meanwhile. Ctrl-C gives the best plan so far, whose `interrupted` is True, as it is
after a time limit that cut the planning short; where there is none yet, or at a second Ctrl-C, KeyboardInterrupt is
raised. Where a solver fails, a quick plan stands in, with a RuntimeWarning that says why. Raises Error where there is
no plan: its kind is "timed_out", "unsupported" (not for this graph), "too_large", "external" (a solver) or
"bad_input".)";

}  // namespace

void add_plan(py::module_& module) {
  py::class_<PlanValue> plans(module, "Plan",
                              "An offset in one buffer for every tensor of a graph.\n\nMade by plan(), "
                              "plan_intervals(), load_plan() or Plan.from_offsets(), and never changed.");
  plans
      .def_static("from_offsets", &from_offsets, py::arg("graph"), py::arg("offsets"), py::kw_only(),
                  py::arg("alignment") = py::none(), py::arg("strategy") = "given",
                  R"(Make a plan of offsets from somewhere else, to check, save or draw it.

offsets         (T,) bytes from the start of the buffer, 0 to 2**60
alignment       bytes: offsets and sizes are to be multiples of it; None: of graph.alignment, where the offsets are
strategy        where they come from; any text)")
      .def("check", &check,
           R"(Check the plan by code that shares nothing with the planners; give the list of PlanFault.

The list is empty where the plan is safe. It has at most 1000 entries.)")
      .def("moved_from", &moved_from, py::arg("other"),
           "Bytes of the tensors that another plan, also one of another version of the graph, has at other offsets; "
           "tensors are matched by name.")
      .def("save", &save, py::arg("path"), "Write a plan file, all or nothing; gzipped where the name ends with .gz.")
      .def("_coarse", &coarse)
      .def("__repr__", [](const PlanValue& self) { return text_of(described(self)); })
      .def("__reduce__", &reduced)
      .def_static("_restored", &restored);
  const auto property = [&](const char* name, const char* description, const auto& get) {
    plans.def_property_readonly(name, get, description);
  };
  property("graph", "The Graph that it is for.", [](const PlanValue& self) { return GraphValue{.graph = self.graph}; });
  property(
      "offsets", "(T,) int64: bytes from the start of the buffer to each tensor, in the order of the graph's tensors.",
      [](const py::object& self) { return view_of<std::int64_t>(self, self.cast<const PlanValue&>().plan.offsets); });
  property("footprint",
           "Bytes of the buffer: the largest end of a tensor; of a recorded heap the most that was reserved.",
           [](const PlanValue& self) { return self.plan.needed().count; });
  property("lower_bound",
           "Bytes: proved that no plan in the same order of operators is smaller; 0 where nothing is proved.",
           [](const PlanValue& self) { return self.plan.lower_bound.count; });
  property("proved_optimal", "Whether it is proved that no plan in the same order of operators is smaller.",
           [](const PlanValue& self) { return self.plan.proved_optimal; });
  property("strategy", "Id of the strategy that made it.",
           [](const PlanValue& self) { return text_of(self.plan.strategy); });
  property("order", "Id of the order that the operators run in; \"given\" is the order of the graph.",
           [](const PlanValue& self) { return text_of(self.plan.order); });
  property("sequence",
           "Names of all operators in the order in which they run; None where that is the order of the graph.",
           [](const PlanValue& self) -> py::object {
             if (self.plan.sequence.empty()) return py::none();
             py::list out;
             for (const std::string& name : self.plan.sequence) out.append(text_of(name));
             return out;
           });
  property("alignment", "Bytes: offsets and sizes are rounded up to multiples of it.",
           [](const PlanValue& self) { return self.plan.alignment.count; });
  property("remark", "A sentence on how the strategy ended; mostly empty.",
           [](const PlanValue& self) { return text_of(self.plan.remark); });
  property("interrupted",
           "Whether Ctrl-C or the time limit ended the planning early: the best plan found until then, not proved "
           "optimal.",
           [](const PlanValue& self) { return self.interrupted; });
  never_changes(plans);

  const auto with = [](const std::string& first) { return first + kPlanningArguments; };
  module.def("plan", &plan, py::arg("graph"), py::arg("strategy") = "auto", py::arg("alignment") = py::none(),
             py::arg("time_limit") = py::none(), py::arg("seed") = 0, py::arg("iterations") = 0, py::kw_only(),
             py::arg("order") = "given", py::arg("in_place") = true, py::arg("start") = py::none(),
             (with("Place every tensor of a graph at an offset; give the smallest Plan found.\n") + R"(
order           id of the order that operators run in (see orders()); "given": that of the graph
in_place        whether outputs may be written over inputs where the graph permits it
start           a Plan to start from: where it is valid for the graph, no plan is larger than it, and of equal ones
                the one that moves fewest bytes is the best. It may be of another version of the graph, whose tensors
                and operators are matched by name: as much of it as holds is kept, and the rest is placed around that
)" + kPlanningEnd)
                 .c_str());
  module.def("plan_intervals", &plan_intervals, py::arg("lower"), py::arg("upper"), py::arg("size"),
             py::arg("alignment") = 1, py::arg("strategy") = "auto", py::arg("time_limit") = py::none(),
             py::arg("seed") = 0, py::arg("iterations") = 0,
             (with(R"(Place tensors of which the lifetimes are known at offsets; give the smallest Plan found.

lower, upper    (T,) whole numbers: tensor t is needed from lower[t] until before upper[t]
size            (T,) bytes)") +
              '\n' + kPlanningEnd)
                 .c_str());
  module.def(
      "load_plan", &load_plan_file, py::arg("path"), py::arg("graph"),
      "Read a plan for a graph: a plan file, or an interval CSV with offsets. Raises Error.\n\nA lower bound that "
      "the file claims is not believed: lower_bound and proved_optimal are as the file's certificate proves "
      "them.");
  module.def(
      "strategies",
      [] {
        py::list out;
        for (const LayoutStrategy& row : layout_strategies())
          out.append(row_of(row, row.standard, row.improves, row.limits.text()));
        return out;
      },
      "List of Strategy: all ways to assign offsets.");
  module.def(
      "orders",
      [] {
        py::list out;
        for (const OrderStrategy& row : order_strategies()) out.append(row_of(row, false, false, ""));
        return out;
      },
      "List of Strategy: all ways to order the operators before that.");
}

}  // namespace stowage::python
