// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <memory>

#include "app/cli/output.h"
#include "core/formats/utf8.h"
#include "core/graph/laid_out.h"
#include "core/graph/lifetimes.h"
#include "core/insight/simulate/explain.h"
#include "core/safety/conflicts.h"
#include "core/sharing/permissions.h"

namespace stowage::cli {
namespace {

struct ExplainArguments {
  InputOptions input;
  std::string first, second;
  bool json = false;
};

const char* kind_name(PathStep::Kind kind) {
  return kind == PathStep::Kind::data ? "data" : kind == PathStep::Kind::control ? "control" : "stream";
}

Json path_json(const Graph& graph, const UseProof& proof) {
  Json steps = json_list(proof.path, [&](const PathStep& step) {
    Json one{{"kind", kind_name(step.kind)}, {"from", graph.name(step.from)}, {"to", graph.name(step.to)}};
    if (step.tensor.valid()) one["tensor"] = graph.name(step.tensor);
    return one;
  });
  return {{"use", graph.name(proof.use)}, {"path", std::move(steps)}};
}

Json explanation_json(const Graph& graph, TensorId a, TensorId b, const Explanation& explanation) {
  Json out{{"first", graph.name(a)}, {"second", graph.name(b)}, {"safe", explanation.safe}};
  if (explanation.same_bytes) {
    out["same_bytes_of"] = graph.name(graph.owner(a));
    return out;
  }
  if (!explanation.branches_of.empty()) {
    out["branches_of"] = explanation.branches_of;
    return out;
  }
  if (explanation.safe) {
    out["earlier"] = graph.name(explanation.earlier);
    out["later"] = graph.name(explanation.later);
    out["proofs"] = json_list(explanation.proofs, [&](const UseProof& proof) { return path_json(graph, proof); });
    return out;
  }
  out["interleaving"] = json_list(explanation.interleaving, [&](const RunEvent& event) -> Json {
    return {{"event", event.kind == RunEvent::Kind::start ? "start" : "finish"},
            {"operator", graph.name(event.op)},
            {"stream", graph.info(graph.stream(event.op)).number}};
  });
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
  if (!explanation.branches_of.empty()) {
    std::cout << "safe: they are in two branches of " << explanation.branches_of << ", and each run takes one\n";
    return;
  }
  if (explanation.proofs.empty()) {
    std::cout << "safe: " << (graph.is_needed(explanation.earlier) ? later : earlier) << " is never needed\n";
    return;
  }
  std::cout << "safe: every use of " << earlier << " is over before " << later << " is made\n";
  for (const UseProof& proof : explanation.proofs) {
    std::cout << "  " << shown_name(graph, proof.use);
    for (const PathStep& step : proof.path) {
      std::cout << " ─";
      if (step.kind == PathStep::Kind::data) std::cout << graph.name(step.tensor);
      if (step.kind == PathStep::Kind::control) std::cout << "sync";
      if (step.kind == PathStep::Kind::stream) std::cout << one_line(graph.label(graph.stream(step.from)));
      std::cout << "→ " << shown_name(graph, step.to);
    }
    std::cout << '\n';
  }
}

/// The pair of the two that a graph permits, or demands, to be written over each other; null where there is none.
struct PairOf {
  const InPlace* pair = nullptr;
  Permission permission;
};
Result<PairOf> pair_of(const Graph& graph, TensorId a, TensorId b, const Task& task) {
  const auto is_it = [&](const InPlace& p) {
    return (p.output == a && p.input == b) || (p.output == b && p.input == a);
  };
  const auto found = std::ranges::find_if(graph.in_place(), is_it);
  if (found == graph.in_place().end()) return PairOf{};
  return permissions(graph, task).map([&](const std::vector<Permission>& all) {
    return PairOf{&*found, all[static_cast<std::size_t>(found - graph.in_place().begin())]};
  });
}

std::string shift_text(const InPlace& pair) {
  if (pair.low == 0 && pair.high == 0) return "at the same place";
  return "shifted by " + grouped(pair.low) + " to " + grouped(pair.high) + " bytes";
}

void print_pair(const Graph& graph, const PairOf& of) {
  if (of.pair == nullptr) return;
  const InPlace& pair = *of.pair;
  const std::string both =
      std::string(graph.name(pair.output)) + " over " + std::string(graph.name(pair.input)) + ", " + shift_text(pair);
  if (of.permission.usable())
    std::cout << "in place: " << graph.name(graph.producer(pair.output)) << (pair.must ? " must" : " may") << " write "
              << both << '\n';
  else
    std::cout << "not in place: the file " << (pair.must ? "demands" : "permits") << " to write " << both << ", but "
              << why_void(graph, pair, of.permission) << '\n';
}

Json pair_json(const Graph& graph, const PairOf& of) {
  Json out{{"output", graph.name(of.pair->output)},
           {"input", graph.name(of.pair->input)},
           {"shift", {of.pair->low, of.pair->high}},
           {"must", of.pair->must},
           {"usable", of.permission.usable()}};
  if (!of.permission.usable()) out["why"] = why_void(graph, *of.pair, of.permission);
  return out;
}

void print_same_bytes(const Graph& graph, TensorId a, TensorId b) {
  std::cout << "the same bytes: ";
  const TensorId owner = graph.owner(a);
  if (a == owner || b == owner) {
    const TensorId view = a == owner ? b : a;
    std::cout << graph.name(view) << " is a view of " << graph.name(owner) << ", from byte "
              << grouped(graph.inset(view)) << " on\n";
    return;
  }
  std::cout << "both are views of " << graph.name(owner) << '\n';
  for (TensorId t : {a, b})
    std::cout << "  " << graph.name(t) << "  bytes " << grouped(graph.inset(t)) << " to "
              << grouped(graph.inset(t) + graph.size(t).count) << '\n';
}

/// All that lie in the same bytes.
std::vector<TensorId> sharers_of(const Graph& graph, TensorId t) {
  std::vector<TensorId> out;
  for (TensorId other : graph.tensors())
    if (graph.owner(other) == graph.owner(t)) out.push_back(other);
  return out;
}

/// Why a tensor is needed after these events: "is being written by 4", "is still needed by 3".
std::string why_needed(const Graph& graph, TensorId t, const std::vector<RunEvent>& events) {
  const auto happened = [&](RunEvent::Kind kind, OperatorId op) {
    return std::ranges::find(events, RunEvent{kind, op}) != events.end();
  };
  const auto as = [&](TensorId in) { return in == t ? "" : ", as " + std::string(graph.name(in)); };
  const std::vector<TensorId> sharers = graph.has_views() ? sharers_of(graph, t) : std::vector{t};
  for (TensorId in : sharers)
    if (const OperatorId producer = graph.producer(in);
        producer.valid() && happened(RunEvent::Kind::start, producer) && !happened(RunEvent::Kind::finish, producer))
      return "is being written by " + shown_name(graph, producer) + as(in);
  for (TensorId in : sharers)
    for (OperatorId use : graph.consumers(in))
      if (!happened(RunEvent::Kind::finish, use)) return "is still needed by " + shown_name(graph, use) + as(in);
  return "is needed until the end";
}

void print_unsafe(const Graph& graph, TensorId a, TensorId b, const Explanation& explanation) {
  std::cout << "unsafe: in this run, " << graph.name(a) << " and " << graph.name(b) << " are needed together\n";
  for (const RunEvent& event : explanation.interleaving)
    std::cout << (event.kind == RunEvent::Kind::start ? "  start   " : "  finish  ") << shown_name(graph, event.op)
              << "  (" << one_line(graph.label(graph.stream(event.op))) << ")\n";
  if (explanation.interleaving.empty()) std::cout << "  (both are present before the first operator)\n";
  for (TensorId t : {a, b})
    std::cout << "  now " << graph.name(t) << ' ' << why_needed(graph, t, explanation.interleaving) << '\n';
}

/// The tensors of that id: of a body, also as plan files name it, and one in each iteration. bad_input where there is
/// none.
Result<std::vector<TensorId>> tensors_of(const Graph& graph, const std::string& id, const std::string& file) {
  std::vector<TensorId> out;
  if (const TensorId tensor = graph.find_tensor(id); tensor.valid()) out.push_back(tensor);
  if (out.empty() && graph.laid_out() != nullptr) {
    std::string name = id;
    std::ranges::replace(name, ':', '/');
    for (TensorId t : graph.tensors()) {
      const std::string_view each = graph.name(t);
      if (each.starts_with(name) && (each.size() == name.size() || each[name.size()] == '@')) out.push_back(t);
    }
  }
  if (out.empty()) return bad_input(file, "", "no tensor is called \"" + id + '"');
  return out;
}

Result<ExitCode> run_explain(const ExplainArguments& options, const Task& task) {
  const std::string& path = options.input.path;
  STOWAGE_TRY(const Document document, load_laid_out(options.input, task));
  // Two tensors of the file itself are compared as `safety` does; values of bodies stand only in the other graph.
  const LaidOut* const bodies = document.graph->laid_out();
  const auto is_outside = [&](const std::string& id) { return bodies->source->find_tensor(id).valid(); };
  const bool outside = bodies != nullptr && is_outside(options.first) && is_outside(options.second);
  const Graph& graph = outside ? *bodies->source : *document.graph;
  STOWAGE_TRY(const auto firsts, tensors_of(graph, options.first, path));
  STOWAGE_TRY(const auto seconds, tensors_of(graph, options.second, path));
  STOWAGE_TRY(const Conflicts conflicts, Conflicts::compute(graph, task));
  TensorId first = firsts.front(), second = seconds.front();  // of several, the first two that are unsafe
  for (TensorId a : firsts)
    for (TensorId b : seconds)
      if (a != b && !conflicts.unsafe(first, second) && conflicts.unsafe(a, b)) first = a, second = b;
  if (first == second) return bad_input(path, "", "both ids name the same tensor");
  const Explanation explanation = explain(graph, conflicts, first, second);
  STOWAGE_TRY(const PairOf pair, pair_of(graph, first, second, task));
  if (options.json) {
    Json out = explanation_json(graph, first, second, explanation);
    if (pair.pair != nullptr) out["in_place"] = pair_json(graph, pair);
    print_json(out);
  } else if (explanation.same_bytes) {
    print_same_bytes(graph, first, second);
  } else if (!graph.times().empty() && graph.stream_count() <= 1) {
    print_lifetimes(graph, first, second, explanation.safe);
  } else if (explanation.safe) {
    print_safe(graph, explanation);
  } else {
    print_unsafe(graph, first, second, explanation);
  }
  if (!options.json) print_pair(graph, pair);
  return kFine;
}

}  // namespace

Action add_explain(CLI::App& command) {
  const auto options = std::make_shared<ExplainArguments>();
  options->input.add_to(command);
  command.add_option("TENSOR", options->first, "Id of a tensor")->required();
  command.add_option("OTHER", options->second, "Id of another tensor")->required();
  add_json(command, options->json);
  return [=](const Task& task) { return run_explain(*options, task); };
}

}  // namespace stowage::cli
