// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/loops.h"
#include "app/cli/output.h"
#include "core/check/validator.h"
#include "core/io/file.h"

namespace stowage::cli {
namespace {

struct Options {
  InputOptions input;
  std::string plan;
  bool json = false, loops = false;
};

const char* kind_name(Violation::Kind kind) {
  switch (kind) {
    case Violation::Kind::overlap:
      return "overlap";
    case Violation::Kind::broken_group:
      return "broken_group";
    case Violation::Kind::misaligned:
      return "misaligned";
    case Violation::Kind::out_of_range:
      return "out_of_range";
    case Violation::Kind::wrong_footprint:
      return "wrong_footprint";
  }
  return "";
}

Json to_json(const Graph& graph, const Plan& plan, const Validation& validation) {
  Json violations = Json::array();
  for (const Violation& violation : validation.violations) {
    Json one{{"kind", kind_name(violation.kind)}};
    if (violation.first.valid()) one["first"] = graph.name(violation.first);
    if (violation.second.valid()) one["second"] = graph.name(violation.second);
    one["text"] = violation.text;
    violations.push_back(std::move(one));
  }
  return {{"valid", validation.valid()},
          {"footprint", plan.footprint.count},
          {"count", validation.count},
          {"violations", std::move(violations)}};
}

/// What a plan says of itself and cannot be right, though its offsets may be.
std::vector<Diagnostic> doubtful_claims(const Graph& graph, const Plan& plan, const std::string& file) {
  std::vector<Diagnostic> out;
  if (!plan.graph.empty() && plan.graph != graph.name())
    out.push_back({file, "/graph", "the plan names the graph \"" + plan.graph + "\", this is \"" + graph.name() + '"'});
  if (plan.lower_bound > plan.footprint)
    out.push_back({file, "/lower_bound", "a lower bound above the plan's own footprint"});
  return out;
}

Error in_file(Error error, const std::string& file) {
  for (Diagnostic& fault : error.faults)
    if (fault.file.empty() && error.kind == Error::Kind::bad_input) fault.file = file;
  return error;
}

/// The graph that the plan is of. With --loops it holds the loops' buffers, whose sizes depend on the plan's alignment.
Result<std::shared_ptr<const Graph>> planned_graph(const Options& options, const Task& task) {
  const auto document = load(options.input, task);
  if (!document) return tl::unexpected(document.error());
  if (!options.loops) return document->graph;
  const auto bytes = read_file(options.plan, kMaxFileSize, task);
  if (!bytes) return tl::unexpected(bytes.error());
  const Json plan = Json::parse(*bytes, nullptr, false);
  const bool given = plan.is_object() && plan.contains("alignment") && plan["alignment"].is_number_unsigned();
  const std::uint64_t alignment = given ? plan["alignment"].get<std::uint64_t>() : 1;  // what is wrong is said later
  return plan_loops_of(*document->graph, options.input.path, alignment, task).map([](const LoopsPlan& loops) {
    return loops.graph;
  });
}

/// A plan of a graph with loops names their buffers, or does not; --loops must say which.
Error with_hint(Error error, const Graph& graph, const Options& options) {
  const bool other = error.kind == Error::Kind::bad_input && (options.loops || graph.loop_count() > 0);
  if (other)
    error.faults.push_back({options.plan, "",
                            options.loops ? "where the plan was made without --loops, leave it out here, too"
                                          : "where the plan was made with --loops, say so here, too"});
  return error;
}

Result<ExitCode> check(const Options& options, const Task& task) {
  const auto loaded = planned_graph(options, task);
  if (!loaded) return tl::unexpected(loaded.error());
  const Graph& graph = **loaded;
  const auto plan = load_plan(options.plan, graph, task);
  if (!plan) return tl::unexpected(with_hint(plan.error(), graph, options));
  constexpr std::size_t kShown = 1000;
  const auto validation = validate(graph, *plan, kShown, task);
  if (!validation) return tl::unexpected(in_file(validation.error(), options.plan));
  print_warnings(doubtful_claims(graph, *plan, options.plan));

  if (options.json) {
    print_json(to_json(graph, *plan, *validation));
  } else if (validation->valid()) {
    std::cout << "valid: " << counted(graph.tensor_count(), "tensor") << " in " << full(plan->footprint) << '\n';
  } else {
    for (const Violation& violation : validation->violations) std::cout << violation.text << '\n';
    if (validation->count > validation->violations.size())
      std::cout << "… and " << grouped(validation->count - validation->violations.size()) << " more\n";
    std::cout << "invalid: " << counted(validation->count, "violation") << '\n';
  }
  return validation->valid() ? kFine : kNo;
}

}  // namespace

Action add_check(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  options->input.add_to(command);
  command.add_option("PLAN", options->plan, "Plan file, or interval CSV with offsets")->required();
  command.add_flag("--loops", options->loops, "The plan was written by plan --loops: it holds the loops' buffers too");
  command.add_flag("--json", options->json, "Print one JSON object");
  return [=](const Task& task) { return check(*options, task); };
}

}  // namespace stowage::cli
