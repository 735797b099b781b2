// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/safety/conflicts.h"
#include "core/safety/explain.h"

namespace stowage::cli {
namespace {

struct Options {
  InputOptions input;
  std::string first, second;
  bool json = false;
};

const char* kind_name(PathStep::Kind kind) {
  switch (kind) {
    case PathStep::Kind::data:
      return "data";
    case PathStep::Kind::control:
      return "control";
    case PathStep::Kind::stream:
      return "stream";
  }
  return "";
}

Json path_json(const Graph& graph, const UseProof& proof) {
  Json steps = Json::array();
  for (const PathStep& step : proof.path) {
    Json one{{"kind", kind_name(step.kind)}, {"from", graph.name(step.from)}, {"to", graph.name(step.to)}};
    if (step.tensor.valid()) one["tensor"] = graph.name(step.tensor);
    steps.push_back(std::move(one));
  }
  return {{"use", graph.name(proof.use)}, {"path", std::move(steps)}};
}

Json to_json(const Graph& graph, TensorId a, TensorId b, const Explanation& explanation) {
  Json out{{"first", graph.name(a)}, {"second", graph.name(b)}, {"safe", explanation.safe}};
  if (explanation.safe) {
    out["earlier"] = graph.name(explanation.earlier);
    out["later"] = graph.name(explanation.later);
    Json& proofs = out["proofs"] = Json::array();
    for (const UseProof& proof : explanation.proofs) proofs.push_back(path_json(graph, proof));
    return out;
  }
  Json& events = out["interleaving"] = Json::array();
  for (const RunEvent& event : explanation.interleaving)
    events.push_back({{"event", event.kind == RunEvent::Kind::start ? "start" : "finish"},
                      {"operator", graph.name(event.op)},
                      {"stream", graph.info(graph.stream(event.op)).number}});
  return out;
}

void print_safe(const Graph& graph, const Explanation& explanation) {
  const auto earlier = graph.name(explanation.earlier), later = graph.name(explanation.later);
  std::cout << "safe: every use of " << earlier << " is over before " << later << " is made\n";
  if (explanation.proofs.empty()) std::cout << "  (one of them is never needed)\n";
  for (const UseProof& proof : explanation.proofs) {
    std::cout << "  " << graph.name(proof.use);
    for (const PathStep& step : proof.path) {
      std::cout << " ─";
      if (step.kind == PathStep::Kind::data) std::cout << graph.name(step.tensor);
      if (step.kind == PathStep::Kind::control) std::cout << "sync";
      if (step.kind == PathStep::Kind::stream) std::cout << graph.label(graph.stream(step.from));
      std::cout << "→ " << graph.name(step.to);
    }
    std::cout << '\n';
  }
}

void print_unsafe(const Graph& graph, TensorId a, TensorId b, const Explanation& explanation) {
  std::cout << "unsafe: in this run, " << graph.name(a) << " and " << graph.name(b) << " are needed together\n";
  for (const RunEvent& event : explanation.interleaving)
    std::cout << (event.kind == RunEvent::Kind::start ? "  start   " : "  finish  ") << graph.name(event.op) << "  ("
              << graph.label(graph.stream(event.op)) << ")\n";
  if (explanation.interleaving.empty()) std::cout << "  (both are there before the first operator)\n";
}

Result<ExitCode> explain_pair(const Options& options, const Task& task) {
  const auto document = load(options.input, task);
  if (!document) return tl::unexpected(document.error());
  const Graph& graph = *document->graph;
  const auto first = find_tensor(graph, options.first, options.input.path);
  if (!first) return tl::unexpected(first.error());
  const auto second = find_tensor(graph, options.second, options.input.path);
  if (!second) return tl::unexpected(second.error());
  if (*first == *second)
    return tl::unexpected(Error::bad_input(options.input.path, "", "the two tensors are the same one"));
  const auto conflicts = Conflicts::compute(graph, task);
  if (!conflicts) return tl::unexpected(conflicts.error());

  const Explanation explanation = explain(graph, *conflicts, *first, *second);
  if (options.json)
    print_json(to_json(graph, *first, *second, explanation));
  else if (explanation.safe)
    print_safe(graph, explanation);
  else
    print_unsafe(graph, *first, *second, explanation);
  return kFine;
}

}  // namespace

Action add_explain(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  options->input.add_to(command);
  command.add_option("TENSOR", options->first, "Id of a tensor")->required();
  command.add_option("OTHER", options->second, "Id of another tensor")->required();
  command.add_flag("--json", options->json, "Print one JSON object");
  return [=](const Task& task) { return explain_pair(*options, task); };
}

}  // namespace stowage::cli
