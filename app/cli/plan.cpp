// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <memory>

#include "app/cli/output.h"
#include "app/cli/planning.h"
#include "core/formats/document.h"
#include "core/formats/utf8.h"
#include "core/graph/laid_out.h"
#include "core/insight/analysis/report.h"
#include "core/order/interleaved_peak.h"
#include "core/plan/plan.h"
#include "core/stowage.h"

namespace stowage::cli {
namespace {

struct PlanArguments {
  InputOptions input;
  PlanningOptions planning;
  OutputFile output;
  std::string from;  ///< a plan file to start from; empty: none
  bool json = false, report = false;
};

/// Prints the peaks on several streams. `given` names the order that was there before.
void print_interleaved(const PlannedOrder& order, const std::string& given) {
  if (const auto& peaks = order.ordered.interleaved) {
    std::cout << "with the streams side by side, plans in this order need at least " << full(peaks->chosen) << ", in "
              << given << ' ' << full(peaks->given);
    if (peaks->bound == peaks->chosen)
      std::cout << "; no order needs less";
    else if (peaks->bound > Bytes{})
      std::cout << ", in any order " << full(peaks->bound);
    std::cout << '\n';
  }
  if (const auto& footprints = order.footprints)
    std::cout << "the best plan in this order takes " << full(footprints->ordered) << ", in " << given << ' '
              << full(footprints->given) << ": "
              << (order.given_is_better() ? given + " is kept; the plans above are in it\n"
                                          : "the plans above are in this order\n");
}

void print_order(const PlannedOrder& order, const std::string& given) {
  const OrderedGraph& ordered = order.ordered;
  const bool several = has_several_streams(ordered.graph);
  const bool as_given = order.is_given() && !order.given_is_better();
  const std::string id(order.strategy->id);
  std::cout << (ordered.kept_given ? given + ", not " + id : "order " + id + (as_given ? ", which is " + given : ""))
            << (several ? ", run one at a time" : "") << ": theoretical peak " << full(ordered.peak) << ", of " << given
            << ' ' << full(order.given_peak);
  if (ordered.lower_bound > Bytes{}) std::cout << ", of any order at least " << full(ordered.lower_bound);
  std::cout << "; it took " << duration(order.milliseconds) << '\n';
  if (!ordered.remark.empty()) std::cout << ordered.remark << '\n';
  if (several) print_interleaved(order, given);
  if (!ordered.graph.in_place().empty())
    std::cout
        << "peaks of orders are counted without outputs written over inputs; plans with such outputs may need less\n";
}

std::string validity_text(const FilePlan& file) {
  if (!file.validation.valid()) return "invalid: " + counted(file.validation.count, "violation");
  return file.plan.serial_streams ? "valid in the host's order" : "valid";
}

/// The row of the plan that the input carries.
void add_file_row(Table& table, const Graph& graph, const FilePlan& file, const GraphPlans& planned,
                  const PlanArguments& options) {
  const Bytes footprint = file.plan.needed();
  const bool same_graph = !planned.order;
  // The bound of plans for any order of the streams says nothing of a plan that is safe in the host's order alone, nor
  // one without outputs over inputs of a plan that has some.
  const bool apart = options.planning.in_place == "off" && !graph.in_place().empty();
  const bool has_gap = same_graph && !apart && !file.plan.assumed && !file.plan.serial_streams &&
                       bound_holds(file.plan, planned.best().alignment);
  table.add({file.plan.reserved_peak ? "reserved, as recorded"
             : file.plan.assumed     ? "assumed for the file"
                                     : "as in the file",
             human(footprint), grouped(footprint.count), has_gap ? percent(gap(footprint, planned.lower_bound)) : "–",
             "–", validity_text(file)});
}

/// Says whether a footprint is optimal, and the strategy's remark; of an allocator that reserves more than its
/// footprint, only the remark.
std::string last_words(const Graph& graph, const StrategyResult& result, const Uncounted& uncounted,
                       const PlanArguments& options) {
  const std::string& remark = result.plan->remark;
  if (!result.plan->proved_optimal || result.strategy->segments || uncounted.any()) return remark;
  const bool apart = options.planning.in_place == "off" && !graph.in_place().empty();
  const std::string optimal = optimal_for(graph) + (apart ? ", without outputs over inputs" : "");
  return remark.empty() || optimal.starts_with(remark) ? optimal : optimal + "; " + remark;
}

/// A plan to start from, and the graph in the order in which it runs.
struct Start {
  Graph graph;
  PlanInPart read;
};

/// Whether the plan to start from has an order of its own, which then stands for the given one.
bool orders(const std::optional<Start>& start) {
  return start && !start->read.plan.sequence.empty();
}

/// The order in which the graph is planned without another.
std::string given_order(const std::optional<Start>& start, const std::string& from) {
  return orders(start) ? "the order of " + from : "the given order";
}

/// Says what the best plan keeps of the plan to start from.
void print_start(const Graph& graph, const std::optional<Start>& start, const GraphPlans& planned,
                 const std::string& from) {
  const PlanInPart& read = start->read;
  const auto print_part = [](const std::string& what, std::size_t lacking, const std::string& of, std::size_t extra) {
    if (lacking > 0 || extra > 0)
      std::cout << what << " lacks " << lacking << " of " << of << ", and has " << extra
                << " that the graph does not have\n";
  };
  print_part(from, read.lacking, counted(graph.tensor_count(), graph.laid_out() != nullptr ? "place" : "tensor"),
             read.extra);
  print_part("the order of " + from, read.lacking_operators,
             counted(graph.operator_count(), graph.laid_out() != nullptr ? "step" : "operator"), read.extra_operators);
  if (orders(start) || read.lacking_operators > 0) std::cout << "planned in " << given_order(start, from) << '\n';
  if (planned.started_from() == nullptr) return;
  const Bytes moved = smallest_of(planned.results)->moved;
  std::cout << "compared with " << from << ", the best plan moves " << (moved > Bytes{} ? full(moved) : "nothing")
            << '\n';
}

void print_results(const Graph& graph, const GraphPlans& planned, const std::optional<Start>& start,
                   const std::optional<FilePlan>& file, const Uncounted& uncounted, const PlanArguments& options) {
  Table table({{"strategy"}, {"footprint", true}, {"bytes", true}, {"gap", true}, {"time", true}, {""}});
  if (file) add_file_row(table, graph, *file, planned, options);
  for (const StrategyResult& result : planned.results) {
    const std::string id(result.strategy->id);
    if (!result.plan) {
      table.add({id, "–", "–", "–", "–", result.plan.error().text()});
      continue;
    }
    const Plan& plan = *result.plan;
    // Both are only the least where not everything is counted.
    const std::string above = uncounted.any() ? "–" : percent(gap(plan.footprint, plan.lower_bound));
    table.add({id, human(plan.footprint), grouped(plan.footprint.count), above, duration(result.milliseconds),
               last_words(graph, result, uncounted, options)});
  }
  table.print();
  if (const auto limit = options.planning.time_limit) std::cout << spent_text(planned, *limit) << '\n';
  if (const std::string why = file ? not_compared(*file, graph, planned.best()) : ""; !why.empty())
    std::cout << "the plan in the file " << why << ", so nothing is compared with its footprint\n";
  else if (file)
    std::cout << "against the plan in the file, " << planned.best().strategy << ' '
              << saving_text(*file, graph, planned.best()) << '\n';
  if (start) print_start(graph, start, planned, options.from);
  if (planned.order) print_order(*planned.order, given_order(start, options.from));
  if (const auto saves = planned.in_place_saves()) {
    std::cout << "outputs written over inputs save ";
    if (*saves > Bytes{})
      std::cout << full(*saves) << ": without, the best plan takes " << full(planned.best().footprint + *saves) << '\n';
    else
      std::cout << "nothing\n";
  }
  std::cout << "lower bound " << full(planned.lower_bound) << "; unsafe pairs found in "
            << duration(planned.safety_milliseconds) << '\n';
}

/// Writes a plan file; or an interval CSV with offsets, where the output is named so and can hold it.
Result<void> write_best(const OutputFile& output, const Graph& graph, const Plan& plan) {
  const Format* format = format_for_path(output.path());
  if (format != nullptr && format->carries_plan) return write_graph(graph, &plan, *format, output);
  return output.write(write_plan(graph, plan));
}

/// The best plan; its remark says how its order came about, too.
Plan told_of_order(const GraphPlans& planned) {
  Plan out = planned.best();
  const std::string words = planned.order ? planned.order->ordered.remark : std::string();
  if (!words.empty())
    out.remark = "order " + std::string(planned.order->strategy->id) + ": " + words +
                 (out.remark.empty() ? "" : "; " + out.remark);
  return out;
}

/// Prints the largest tensors alive at the peak, and the rest in one line, summing exactly.
void print_peak(const Graph& graph, const Plan& plan) {
  const Report report = make_report(graph, plan);
  if (report.at_peak.empty()) return;
  constexpr std::size_t kShown = 20;
  std::cout << "\nfragmentation of " << plan.strategy << ": " << share(report.fragmentation) << "; at the peak, "
            << shown_name(graph, OperatorId(report.peak_step)) << ", " << tensors_text(graph, report.at_peak)
            << " are alive:\n";
  Table table({{"tensor"}, {"size", true}, {"bytes", true}});
  Bytes rest = report.curve[report.peak_step];
  for (TensorId t : std::span(report.at_peak).first(std::min(kShown, report.at_peak.size()))) {
    const Bytes size{round_up(graph.size(t).count, plan.alignment.count)};
    table.add({std::string(graph.name(t)), human(size), grouped(size.count)});
    rest -= size;
  }
  rest += report.in_place;
  if (report.at_peak.size() > kShown)
    table.add({counted(report.at_peak.size() - kShown, "other"), human(rest), grouped(rest.count)});
  if (report.in_place > Bytes{})
    table.add({"written in place", "-" + human(report.in_place), "-" + grouped(report.in_place.count)});
  const Bytes sum = report.curve[report.peak_step];
  table.add({"all", human(sum), grouped(sum.count)});
  table.print();
}

Json report_json(const Graph& graph, const Plan& plan) {
  const Report report = make_report(graph, plan);
  Json out{{"strategy", plan.strategy},
           {"fragmentation", report.fragmentation},
           {"at_peak", json_list(report.at_peak, [&](TensorId t) { return graph.name(t); })}};
  if (!report.curve.empty()) {
    out["peak_operator"] = graph.name(OperatorId(report.peak_step));
    out["peak_bytes"] = report.curve[report.peak_step].count;
  }
  return out;
}

/// The plan in the file; left out where the check was stopped.
Result<std::optional<FilePlan>> checked_file_plan(const Document& document, const PlanArguments& options,
                                                  const Task& task) {
  auto file = file_plan_of(document, options.input.path, options.planning.bytes_of_alignment(), task);
  if (file || !file.error().is_stop()) return file;
  warn(options.input.path, file.error().text() + " before the plan in the file was checked");
  return std::nullopt;
}

/// Says why the plans are in the given order, where they are; otherwise how much less the given order may need, where
/// it may; otherwise nothing. One sentence without a final stop; `given` names the given order.
std::string order_note(const PlannedOrder& order, const std::string& given) {
  const OrderedGraph& ordered = order.ordered;
  const std::string id(order.strategy->id);
  if (order.given_is_better())
    return "the plan follows " + given + ": with the order of " + id + ", the best plan takes " +
           full(order.footprints->ordered - order.footprints->given) + " more";
  if (!order.is_given()) {
    const auto& peaks = ordered.interleaved;
    const Bytes now = peaks ? peaks->chosen : ordered.peak, before = peaks ? peaks->given : order.given_peak;
    if (now <= before) return {};
    return (peaks ? "with the streams side by side, the least that plans need" : "the theoretical peak") +
           (" with the order of " + id) + " is " + full(now - before) + " higher than with " + given + "; to plan in " +
           given + ", give --order given";
  }
  if (ordered.kept_given) return "the plan follows " + given + ", not the order of " + id;
  return "the plan follows " + given + ": " + id + " has no other";
}

/// The plan of a memory space of the file that was not asked for by name.
struct SpacePlan {
  const MemorySpace* space;
  Plan best;
};

struct Outcome {
  const Graph& given;
  const Graph& graph;
  const GraphPlans& planned;
  const std::optional<Start>& start;
  const std::optional<FilePlan>& file;
  const std::vector<SpacePlan>& spaces;
  Uncounted uncounted;
};

void print_spaces(const std::vector<SpacePlan>& spaces) {
  Table table({{"memory space"}, {"as in the file", true}, {"footprint", true}, {"bytes", true}, {"strategy"}});
  for (const SpacePlan& each : spaces)
    table.add({each.space->name, grouped(each.space->footprint.count), human(each.best.footprint),
               grouped(each.best.footprint.count), each.best.strategy});
  std::cout << '\n';
  table.print();
  std::cout << "each memory space has its own plan; --space NAME shows and writes a space other than the largest\n";
}

Json start_json(const PlanInPart& read) {
  return {{"lacking_tensors", read.lacking},
          {"extra_tensors", read.extra},
          {"lacking_operators", read.lacking_operators},
          {"extra_operators", read.extra_operators}};
}

Json spaces_json(const std::vector<SpacePlan>& spaces) {
  return json_list(spaces, [](const SpacePlan& each) -> Json {
    return {{"name", each.space->name},
            {"as_in_file", each.space->footprint.count},
            {"strategy", each.best.strategy},
            {"footprint", each.best.footprint.count},
            {"lower_bound", each.best.lower_bound.count},
            {"proved_optimal", each.best.proved_optimal}};
  });
}

ExitCode print_outcome(const PlanArguments& options, const Outcome& outcome) {
  const auto& [given, graph, planned, start, file, spaces, uncounted] = outcome;
  const Plan& best = planned.best();
  const BudgetVerdict budget(best.footprint, options.planning.budget, uncounted);
  if (options.json) {
    Json json = planned_json(graph, planned);
    budget.add_to(json);
    if (file) json["as_in_file"] = file_plan_json(*file, given, best);
    if (options.report) json["report"] = report_json(graph, best);
    if (start) json["from"] = start_json(start->read);
    if (orders(start) && planned.order && planned.order->is_given()) json["order"]["kept"] = "from";
    if (graph.laid_out() != nullptr) json["bodies"] = bodies_json(graph, best);
    if (!spaces.empty()) json["spaces"] = spaces_json(spaces);
    print_json(json);
    return budget.kept() ? kFine : kNo;
  }
  print_results(graph, planned, start, file, uncounted, options);
  if (options.report) print_peak(graph, best);
  if (options.report) print_bodies(graph, best);
  if (!spaces.empty()) print_spaces(spaces);
  const bool as_given = planned.order && planned.order->is_given();
  if (options.output.is_given())
    std::cout << "wrote the plan of " << smallest_of(planned.results)->strategy->id
              << (as_given ? " in " + given_order(start, options.from) : "") << " to " << options.output.shown_name()
              << '\n';
  budget.print();
  return budget.kept() ? kFine : kNo;
}

/// Plans each of several memory spaces: without --align each at its own alignment. `opened` is the plan of the
/// document's space.
Result<std::vector<SpacePlan>> plan_spaces(const Document& document, const Plan& opened, const PlanArguments& options,
                                           const Task& task) {
  std::vector<SpacePlan> out;
  if (document.spaces.size() < 2 || options.input.space) return out;
  for (std::size_t k = 0; k < document.spaces.size(); ++k) {
    const MemorySpace& space = document.spaces[k];
    if (k == document.space) {
      out.push_back({&space, opened});
      continue;
    }
    PlanRequest request = options.planning.request();
    if (!options.planning.alignment) request.alignment = Bytes{};
    STOWAGE_TRY(const GraphPlans planned,
                in_file(make_plans(*in_space(document, k).graph, request, task), options.input.path));
    out.push_back({&space, planned.best()});
  }
  return out;
}

/// Warns where the plan to start from seems to be of another graph.
void warn_of_another_graph(const Graph& graph, const PlanInPart& read, const std::string& from) {
  const std::size_t known = graph.tensor_count() - read.lacking;
  if (known >= read.lacking) return;
  const std::string of = read.plan.graph.empty() ? "" : "; it is of " + in_quotes(read.plan.graph);
  warn(from, "the plan has only " + grouped(known) + " of the " +
                 counted(graph.tensor_count(), graph.laid_out() != nullptr ? "place" : "tensor") + " of " +
                 in_quotes(graph.name()) + ", and " + grouped(read.extra) + " others" + of);
}

/// Without --align: takes the alignment of the plan to start from, which its runtime asks for, where it keeps the
/// graph's own. Otherwise says that it differs.
void align_to_start(PlanningOptions& planning, const PlanInPart& read, const Graph& graph,
                    const PlanArguments& options) {
  const Bytes its = read.plan.alignment, own = graph.alignment();
  if (options.planning.alignment || its == own) return;
  const std::string bytes = std::to_string(its.count);
  if (its.count % own.count != 0)
    return note(options.from, "the plan is aligned to " + bytes + ", and the graph to " + std::to_string(own.count) +
                                  " bytes; to keep the plan's alignment, give --align " + bytes);
  note(options.from,
       "offsets and sizes are rounded up to multiples of " + bytes + " bytes, as in this plan; --align N changes this");
  planning.alignment = static_cast<std::uint64_t>(its.count);
}

Result<std::optional<Start>> read_start(const Graph& graph, const Document& document, const PlanArguments& options,
                                        const Task& task) {
  if (options.from.empty()) return std::nullopt;
  STOWAGE_TRY(auto read, read_input(options.from, task).and_then([&](const std::string& bytes) {
    return read_plan_in_part(bytes, options.from, graph, reading_beside(options.input, document, task));
  }));
  if (std::string other = other_space_text(document, read.plan); !other.empty())
    return bad_input(options.from, "/offsets", std::move(other));
  warn_of_another_graph(graph, read, options.from);
  STOWAGE_TRY(Graph ordered, in_file(as_run(graph, read.plan), options.from));
  return Start{std::move(ordered), std::move(read)};
}

/// From a plan where one is given: in its order, too.
Result<GraphPlans> plans_of(const std::optional<Start>& start, const Graph& graph, const PlanArguments& options,
                            const Task& task) {
  if (!start) return plan_input(graph, options.planning, options.input.path, task);
  PlanRequest request = options.planning.request();
  request.from_in_part = true;
  STOWAGE_TRY(auto planned,
              in_file(make_plans_from(start->graph, start->read.plan, request, task), options.input.path));
  if (planned.started_from() == nullptr)
    warn(options.from, "planning was stopped before a plan could start from this one");
  else if (const Bytes displaced = planned.results.front().moved; displaced > Bytes{})
    warn(options.from,
         "the plan does not hold for this graph, order and alignment: the row 'from' is a repair that moves " +
             full(displaced) + " of its tensors");
  return planned;
}

Result<ExitCode> run_plan(const PlanArguments& given, const Task& unlimited) {
  if (const std::string fault = fault_of_outputs(given.json, given.output); !fault.empty())
    return usage_error("plan", fault);
  if (auto ready = given.output.prepare({given.input.path}); !ready) return tl::unexpected(ready.error());
  STOWAGE_TRY(const Document document, load_laid_out(given.input, unlimited, given.from));
  PlanArguments options = given;
  const Task task = options.planning.limited(unlimited);
  const Graph& as_read = *document.graph;
  STOWAGE_TRY(const auto start, read_start(as_read, document, options, unlimited));
  if (start) align_to_start(options.planning, start->read, as_read, given);
  options.planning = options.planning.for_input(document, given.input.path);
  STOWAGE_TRY(const auto file, checked_file_plan(document, options, task));
  const Graph& unordered = start ? start->graph : as_read;
  STOWAGE_TRY(const GraphPlans planned, plans_of(start, as_read, options, task));
  if (const std::string why = planned.order ? order_note(*planned.order, given_order(start, options.from)) : "";
      !why.empty())
    note(options.input.path, why);
  const Graph& graph = planned.graph(unordered);
  if (options.output.is_given())
    if (auto written = write_best(options.output, graph, told_of_order(planned)); !written)
      return tl::unexpected(written.error());
  STOWAGE_TRY(const auto spaces, plan_spaces(document, planned.best(), given, task));
  return print_outcome(options, {as_read, graph, planned, start, file, spaces, uncounted(as_read)});
}

}  // namespace

Action add_plan(CLI::App& command) {
  const auto options = std::make_shared<PlanArguments>();
  options->input.add_to(command);
  options->planning.plan_when_stopped = true;
  options->planning.add_to(command);
  command
      .add_option("--from", options->from,
                  "Start from this plan file, or a file that carries a plan, also of another version of the graph: "
                  "while it is valid, no plan is larger, "
                  "and the best one moves few bytes")
      ->type_name("FILE");
  options->output.add_to(command, "-o,--output", "Write the plan with the smallest footprint");
  command.add_flag(
      "--report", options->report,
      "Add the fragmentation, the tensors alive at the peak, and the places of tensors in loops and branches");
  command.add_flag("--loops")->description("Has no effect: bodies of loops and branches are always planned")->group("");
  add_json(command, options->json);
  return [=](const Task& task) { return run_plan(*options, task); };
}

}  // namespace stowage::cli
