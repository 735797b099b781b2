// SPDX-License-Identifier: Apache-2.0
#include "core/insight/improve/lever.h"

#include <algorithm>
#include <unordered_map>

#include "core/graph/laid_out.h"
#include "core/insight/bodies/lay_out.h"
#include "core/insight/edit/edits.h"

namespace stowage {
namespace {

tl::unexpected<Error> missing(std::string_view name) {
  return refused("there is no " + quoted(name) + " in the graph");
}

Result<std::vector<OperatorId>> find_operators(const Graph& graph, const std::vector<std::string>& names) {
  std::unordered_map<std::string_view, OperatorId> ids;
  for (const std::string& name : names) ids[name];
  for (OperatorId o : graph.operators())
    if (const auto at = ids.find(graph.name(o)); at != ids.end()) at->second = o;
  std::vector<OperatorId> out;
  for (const std::string& name : names)
    if (!out.emplace_back(ids[name]).valid()) return missing(name);
  return out;
}

Result<EditedGraph> move_operators(const Graph& graph, std::span<const OperatorId> operators, std::int64_t stream) {
  for (StreamId s : graph.streams())
    if (graph.info(s).number == stream) return move_to_stream(graph, operators, s);
  return move_to_new_stream(graph, operators, "");
}

Result<EditedGraph> move_before(const Graph& graph, std::span<const OperatorId> operators) {
  const OperatorId moved = operators[0];
  if (operators.size() == 1) return move_to_step(graph, moved, graph.operator_count() - 1);
  const std::size_t step = operators[1].index();
  return move_to_step(graph, moved, moved.index() < step ? step - 1 : step);
}

/// Adds syncs along the global order, in one copy of the graph; syncs left out go from the edits.
Result<EditedGraph> apply_syncs(const Graph& graph, std::vector<LeverEdit>& edits) {
  std::vector<std::string> names;
  for (const LeverEdit& edit : edits) names.insert(names.end(), edit.operators.begin(), edit.operators.end());
  STOWAGE_TRY(const auto ids, find_operators(graph, names));
  std::vector<ControlEdge> edges;
  for (std::size_t k = 0; k < ids.size(); k += 2) edges.push_back({ids[k], ids[k + 1]});
  const std::size_t old = graph.control().size();
  auto out = add_syncs_in_order(graph, edges);
  if (!out) return out;
  const auto added = out->graph.control().subspan(old);
  std::vector<LeverEdit> kept;
  for (std::size_t k = 0; k < edits.size() && kept.size() < added.size(); ++k)
    if (edges[k] == added[kept.size()]) kept.push_back(std::move(edits[k]));
  edits = std::move(kept);
  return out;
}

}  // namespace

Result<Levers> read_levers(std::string_view text) {
  Levers out = Levers::none();
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view word = text.substr(0, comma);
    const auto at = std::ranges::find(kLeverNames, word);
    if (at == kLeverNames.end())
      return refused(quoted(word) + " is unknown; choose sync, stream, order, recompute or offload");
    out.set(static_cast<Lever>(at - kLeverNames.begin()));
    if (comma == std::string_view::npos) return out;
    text.remove_prefix(comma + 1);
  }
}

std::string LeverEdit::text() const {
  switch (lever) {
    case Lever::sync:
      return "sync " + operators[0] + " → " + operators[1];
    case Lever::stream:
      return "move " + operators[0] +
             (operators.size() > 1 ? " and " + std::to_string(operators.size() - 1) + " more" : "") + " to " +
             stream_label;
    case Lever::order:
      return "run " + operators[0] + (operators.size() > 1 ? " before " + operators[1] : " as the last");
    case Lever::recompute:
      return "recompute " + tensor + " before " + operators[0];
    case Lever::offload:
      return "offload " + tensor + " until " + operators[0];
  }
  return {};
}

Result<EditedGraph> LeverEdit::apply(const Graph& graph, const HostLink& link) const {
  STOWAGE_TRY(const auto found, find_operators(graph, operators));
  switch (lever) {
    case Lever::sync:
      return add_sync(graph, found[0], found[1]);
    case Lever::stream:
      return move_operators(graph, found, stream);
    case Lever::order:
      return move_before(graph, found);
    case Lever::recompute:
    case Lever::offload:
      break;
  }
  const TensorId t = graph.find_tensor(tensor);
  if (!t.valid()) return missing(tensor);
  return lever == Lever::recompute ? recompute(graph, t, found[0]) : offload(graph, t, found[0], link);
}

bool adds_to(std::span<const std::int64_t> streams, const Graph& given, const Graph& graph) {
  if (streams.empty()) return false;
  const auto is_one = [&](const Graph& of, StreamId s) {
    return std::ranges::find(streams, of.info(s).number) != streams.end();
  };
  std::unordered_map<std::string_view, std::int64_t> there;
  for (StreamId s : given.streams())
    if (is_one(given, s))
      for (OperatorId o : given.operators_of(s)) there.emplace(given.name(o), given.info(s).number);
  const auto is_new = [&](OperatorId o) {
    const auto at = there.find(graph.name(o));
    return at == there.end() || at->second != graph.info(graph.stream(o)).number;
  };
  return std::ranges::any_of(graph.streams(), [&](StreamId s) {
    return is_one(graph, s) && std::ranges::any_of(graph.operators_of(s), is_new);
  });
}

std::shared_ptr<const Graph> apply_each(std::shared_ptr<const Graph> graph, std::vector<LeverEdit>& edits,
                                        const HostLink& link, const Task& task) {
  if (graph->laid_out() != nullptr) {  // edits name what is in the file
    const auto source = apply_each(graph->laid_out()->source, edits, link, task);
    return source ? lay_out_bodies(source, {}, task).value_or(std::shared_ptr<const Graph>()) : nullptr;
  }
  std::vector<LeverEdit> applied;
  const auto keep = [&](EditedGraph&& edited) { graph = std::make_shared<const Graph>(std::move(edited.graph)); };
  for (std::size_t k = 0; k < edits.size();) {
    if (task.should_stop()) return nullptr;
    std::size_t end = k;
    while (end < edits.size() && edits[end].lever == Lever::sync) ++end;
    if (end - k > 1) {
      std::vector<LeverEdit> run(edits.begin() + static_cast<std::ptrdiff_t>(k),
                                 edits.begin() + static_cast<std::ptrdiff_t>(end));
      if (auto edited = apply_syncs(*graph, run)) {
        keep(std::move(*edited));
        applied.insert(applied.end(), run.begin(), run.end());
        k = end;
        continue;
      }
    }
    if (auto edited = edits[k].apply(*graph, link)) {
      keep(std::move(*edited));
      applied.push_back(edits[k]);
    }
    ++k;
  }
  edits = std::move(applied);
  return edits.empty() ? nullptr : graph;
}

}  // namespace stowage
