// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>

#include "app/cli/output.h"
#include "core/papers/somas/somas_safety.h"
#include "core/safety/conflicts.h"
#include "core/safety/owners_graph.h"

namespace stowage::cli {
namespace {

constexpr const char* kClocks = "clocks";

struct SafetyArguments {
  InputOptions input;
  std::string method = kClocks;
  bool pairs = false, json = false;
};

/// The relation as one method decided it, and how long that took.
struct Decided {
  std::uint64_t unsafe_pairs = 0;
  double milliseconds = 0;
  /// Calls visit(j) for each j > i that is unsafe with i, ascending.
  std::function<void(std::size_t i, const std::function<void(std::size_t)>& visit)> row;
};

double milliseconds_since(Task::Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Task::Clock::now() - start).count();
}

Result<Decided> by_clocks(const Graph& graph, const Task& task) {
  const auto start = Task::Clock::now();
  auto computed = Conflicts::compute(graph, task);
  const double time = milliseconds_since(start);
  if (!computed) return tl::unexpected(computed.error());
  const auto conflicts = std::make_shared<const Conflicts>(std::move(*computed));
  const auto row = [conflicts](std::size_t i, const std::function<void(std::size_t)>& visit) {
    std::vector<std::uint64_t> bits((conflicts->tensor_count() + 63) / 64);
    conflicts->unsafe_row(TensorId(i), bits);
    for (std::size_t word = (i + 1) / 64; word < bits.size(); ++word)
      for (std::uint64_t left = bits[word]; left != 0; left &= left - 1) {
        const std::size_t j = word * 64 + static_cast<std::size_t>(std::countr_zero(left));
        if (j > i) visit(j);
      }
  };
  return Decided{conflicts->unsafe_pair_count(), time, row};
}

/// The published methods know no views: these have the relation of their owners.
Decided with_views(const Graph& graph, const Decided& owners) {
  const auto unsafe = std::make_shared<std::vector<std::vector<bool>>>(graph.tensor_count());
  for (TensorId t : graph.tensors()) {
    auto& row = (*unsafe)[t.index()];
    if (graph.is_view(t)) continue;
    row.assign(graph.tensor_count(), false);
    owners.row(t.index(), [&](std::size_t other) { row[other] = true; });
  }
  const auto row = [unsafe, &graph](std::size_t i, const std::function<void(std::size_t)>& visit) {
    const std::size_t a = graph.owner(TensorId(i)).index();
    for (std::size_t j = i + 1; j < graph.tensor_count(); ++j) {
      const std::size_t b = graph.owner(TensorId(j)).index();
      if (a != b && (*unsafe)[std::min(a, b)][std::max(a, b)]) visit(j);
    }
  };
  Decided out{0, owners.milliseconds, row};
  for (TensorId t : graph.tensors()) row(t.index(), [&](std::size_t) { ++out.unsafe_pairs; });
  return out;
}

Result<Decided> by_published(const SafetyMethod& method, const Graph& graph, const Task& task) {
  if (graph.has_views()) {
    STOWAGE_TRY(const auto owners, owners_graph(graph, task));
    return by_published(method, owners.graph, task).map([&](const Decided& of) { return with_views(graph, of); });
  }
  const auto start = Task::Clock::now();
  auto computed = method.run(graph, task);
  const double time = milliseconds_since(start);
  if (!computed) return tl::unexpected(computed.error());
  const auto bits = std::make_shared<const PairBits>(std::move(*computed));
  const auto row = [bits](std::size_t i, const std::function<void(std::size_t)>& visit) {
    for (std::size_t j = i + 1; j < bits->tensor_count(); ++j)
      if (bits->get(i, j)) visit(j);
  };
  return Decided{bits->count(), time, row};
}

Result<Decided> decide(const std::string& method, const Graph& graph, const Task& task) {
  for (const SafetyMethod& published : published_safety_methods())
    if (published.id == method) return by_published(published, graph, task);
  return by_clocks(graph, task);
}

/// Visits the names of all unsafe pairs in their order; fewer once the reader of the output has gone.
Result<void> for_each_pair(const Graph& graph, const Decided& decided, const Task& task, const auto& visit) {
  for (TensorId t : graph.tensors()) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    if (!std::cout) break;
    decided.row(t.index(), [&](std::size_t j) { visit(graph.name(t), graph.name(TensorId(j))); });
  }
  return {};
}

Result<ExitCode> run_safety(const SafetyArguments& options, const Task& task) {
  STOWAGE_TRY(const Document document, load(options.input, task));
  const Graph& graph = *document.graph;
  STOWAGE_TRY(const Decided decided, decide(options.method, graph, task));
  Json out{{"method", options.method}, {"unsafe_pairs", decided.unsafe_pairs}, {"time_ms", decided.milliseconds}};
  if (options.pairs) {
    if (options.json) out["pairs"] = Json::array();
    const auto listed = for_each_pair(graph, decided, task, [&](std::string_view first, std::string_view second) {
      if (options.json)
        out["pairs"].push_back({first, second});
      else
        std::cout << first << ' ' << second << '\n';
    });
    if (!listed) return tl::unexpected(listed.error());
  } else if (!options.json) {
    const std::uint64_t tensors = graph.tensor_count();
    std::cout << grouped(decided.unsafe_pairs) << " unsafe of "
              << counted(tensors * (tensors - (tensors > 0)) / 2, "pair") << " (" << options.method << ", "
              << duration(decided.milliseconds) << ")\n";
  }
  if (options.json) print_json(out);
  return kFine;
}

}  // namespace

Action add_safety(CLI::App& command) {
  const auto options = std::make_shared<SafetyArguments>();
  options->input.add_to(command);
  std::vector<std::string> methods = ids_of(published_safety_methods());
  methods.insert(methods.begin(), kClocks);
  add_choice(command, "--method", options->method, "clocks (default), or one of the published algorithms", methods);
  command.add_flag("--pairs", options->pairs, "Print one unsafe pair per line, sorted by tensor index");
  add_json(command, options->json);
  return [=](const Task& task) { return run_safety(*options, task); };
}

}  // namespace stowage::cli
