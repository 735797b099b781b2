// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <memory>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/graph/lifetimes.h"
#include "core/io/utf8.h"
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

/// "[7, 12)" in the input's own time, for a tensor of an interval problem.
std::string lifetime_text(const Graph& graph, Lifetime life) {
  const auto times = graph.times();
  return "[" + grouped(times[life.begin]) + ", " + grouped(times[life.end]) + ")";
}

/// Lifetimes on one stream need no paths and no runs: they overlap or they do not.
void print_lifetimes(const Graph& graph, TensorId a, TensorId b, bool safe) {
  const auto lives = lifetimes(graph);
  std::cout << (safe ? "safe: the lifetimes do not overlap\n" : "unsafe: the lifetimes overlap\n");
  for (TensorId t : {a, b}) {
    const Lifetime life = lives[t.index()];
    std::cout << "  " << graph.name(t) << "  " << (life.empty() ? "never needed" : lifetime_text(graph, life)) << '\n';
  }
}

void print_safe(const Graph& graph, const Explanation& explanation) {
  const auto earlier = graph.name(explanation.earlier), later = graph.name(explanation.later);
  if (explanation.proofs.empty()) {
    std::cout << "safe: " << (graph.is_needed(explanation.earlier) ? later : earlier) << " is never needed\n";
    return;
  }
  std::cout << "safe: every use of " << earlier << " is over before " << later << " is made\n";
  for (const UseProof& proof : explanation.proofs) {
    std::cout << "  " << graph.name(proof.use);
    for (const PathStep& step : proof.path) {
      std::cout << " ─";
      if (step.kind == PathStep::Kind::data) std::cout << graph.name(step.tensor);
      if (step.kind == PathStep::Kind::control) std::cout << "sync";
      if (step.kind == PathStep::Kind::stream) std::cout << one_line(graph.label(graph.stream(step.from)));
      std::cout << "→ " << graph.name(step.to);
    }
    std::cout << '\n';
  }
}

/// Why a tensor holds bytes that matter after those events: "is being written by 4", "is still needed by 3".
std::string why_needed(const Graph& graph, TensorId t, const std::vector<RunEvent>& events) {
  const auto happened = [&](RunEvent::Kind kind, OperatorId op) {
    return std::ranges::find(events, RunEvent{kind, op}) != events.end();
  };
  const OperatorId producer = graph.producer(t);
  if (producer.valid() && !happened(RunEvent::Kind::finish, producer))
    return "is being written by " + std::string(graph.name(producer));
  for (OperatorId use : graph.consumers(t))
    if (!happened(RunEvent::Kind::finish, use)) return "is still needed by " + std::string(graph.name(use));
  return "is needed until the end";
}

void print_unsafe(const Graph& graph, TensorId a, TensorId b, const Explanation& explanation) {
  std::cout << "unsafe: in this run, " << graph.name(a) << " and " << graph.name(b) << " are needed together\n";
  for (const RunEvent& event : explanation.interleaving)
    std::cout << (event.kind == RunEvent::Kind::start ? "  start   " : "  finish  ") << graph.name(event.op) << "  ("
              << one_line(graph.label(graph.stream(event.op))) << ")\n";
  if (explanation.interleaving.empty()) std::cout << "  (both are there before the first operator)\n";
  for (TensorId t : {a, b})
    std::cout << "  now " << graph.name(t) << ' ' << why_needed(graph, t, explanation.interleaving) << '\n';
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
  else if (!graph.times().empty() && graph.stream_count() <= 1)
    print_lifetimes(graph, *first, *second, explanation.safe);
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
