// SPDX-License-Identifier: Apache-2.0
#include "core/insight/bodies/edit_bodies.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/graph/claims.h"
#include "core/insight/bodies/lay_out.h"

namespace stowage {
namespace {

/// Puts `change(body)` in place of each body of an operator.
template <class Change>
Result<void> change_bodies(Graph::Data& data, OperatorId o, const Change& change) {
  if (const auto it = data.loops.find(o.index()); it != data.loops.end()) {
    Loop loop = *it->second;
    STOWAGE_TRY(loop.body, change(it->second->body));
    it->second = std::make_shared<const Loop>(std::move(loop));
  }
  if (const auto it = data.branches.find(o.index()); it != data.branches.end()) {
    std::vector<Branch> branches;
    for (const Branch& branch : *it->second) {
      STOWAGE_TRY(Graph body, change(branch.body));
      branches.push_back({branch.name, std::move(body)});
    }
    it->second = std::make_shared<const std::vector<Branch>>(std::move(branches));
  }
  return {};
}

/// Where each body is.
using Holders = std::map<const Graph*, Origin<OperatorId>>;

Holders find_holders(const LaidOut& laid_out) {
  Holders out;
  for (const BodyTable& table : laid_out.tables) out.emplace(table.body, table.of);
  return out;
}

/// The tensor of that name that the operator consumes or makes, or none.
TensorId named(const Graph& graph, OperatorId o, std::string_view name) {
  for (const auto tensors : {graph.outputs(o), graph.inputs(o)})
    for (TensorId t : tensors)
      if (graph.name(t) == name) return t;
  return {};
}

/// The bodies with the sizes of the tensors around them.
Result<Graph> with_sizes_inside(const Graph& graph) {
  if (!graph.has_bodies()) return graph;
  Graph::Data data = graph.data();
  for (OperatorId o : graph.operators())
    STOWAGE_CHECK(change_bodies(data, o, [&](const Graph& body) -> Result<Graph> {
      Graph now = body;
      for (TensorId t : body.tensors()) {
        const TensorId outer = named(graph, o, body.name(t));
        if (!outer.valid() || graph.size(outer) == body.size(t)) continue;
        STOWAGE_TRY(EditedGraph edited, set_sizes(now, {{t}}, graph.size(outer)));
        Graph::Data sized = edited.graph.data();
        set_unknown_size(sized, t.index(), has_unknown_size(graph, outer));
        now = Graph(std::move(sized));
      }
      return with_sizes_inside(now);
    }));
  return Graph(std::move(data));
}

/// Lays out what has become of the source of `before`; operators keep their ids by name.
Result<EditedGraph> laid_out_again(Graph source, const Graph& before) {
  STOWAGE_TRY(const auto flat, lay_out_bodies(std::make_shared<const Graph>(std::move(source))));
  std::unordered_map<std::string_view, OperatorId> ids;
  for (OperatorId o : flat->operators()) ids.emplace(flat->name(o), o);
  EditedGraph out{*flat, {}};
  bool same = flat->operator_count() == before.operator_count();
  for (OperatorId o : before.operators()) {
    const auto now = ids.find(before.name(o));
    out.operators.push_back(now == ids.end() ? OperatorId() : now->second);
    same = same && out.operators.back() == o;
  }
  if (same) out.operators.clear();
  return out;
}

using Edit = std::function<Result<EditedGraph>(const Graph&)>;

Result<Graph> changed_everywhere(const Graph& graph, const Edit& edit,
                                 const std::function<bool(const Graph&)>& concerns, bool& any) {
  Graph now = graph;
  if (concerns(graph)) {
    STOWAGE_TRY(EditedGraph edited, edit(graph));
    now = std::move(edited.graph);
    any = true;
  }
  if (!now.has_bodies()) return now;
  Graph::Data data = now.data();
  for (OperatorId o : now.operators())
    STOWAGE_CHECK(
        change_bodies(data, o, [&](const Graph& body) { return changed_everywhere(body, edit, concerns, any); }));
  return Graph(std::move(data));
}

template <class AnyId>
std::vector<AnyId> distinct(std::vector<AnyId> ids) {
  std::unordered_set<std::size_t> seen;
  std::erase_if(ids, [&](AnyId id) { return !seen.insert(id.index()).second; });
  return ids;
}

}  // namespace

EditSite::EditSite(const Graph& flat) : flat_(flat), map_(*flat.laid_out()), source_(*map_.source) {}

void EditSite::meet(const Graph* body) {
  mixed_ = mixed_ || (any_ && body != body_);
  body_ = body;
  any_ = true;
}

void EditSite::meet(OperatorId o) {
  if (known(o)) meet(map_.operator_origins[o.index()].body);
}

void EditSite::meet(TensorId t) {
  if (known(t)) meet(map_.tensor_origins[t.index()].body);
}

void EditSite::meet(StreamId s) {
  streams_.push_back(s);
}

void EditSite::meet(GroupId g) {
  if (g.index() < flat_.group_count()) meet(flat_.members(g).front());
}

void EditSite::meet(const ControlEdge& edge) {
  meet(edge.before);
  meet(edge.after);
}

void EditSite::meet(const InPlace& pair) {
  meet(pair.output);
  meet(pair.input);
}

void EditSite::meet(const Resized& resized) {
  resizes_ = true;
  for (TensorId t : resized.tensors)
    if (known(t)) meet(outermost(t).body);
}

Result<void> EditSite::decide() {
  if (mixed_)
    return refused("they are not all of one body of a loop or a branch, or all outside: choose some that are");
  for (StreamId s : streams_)
    if (!any_ && s.index() >= source_.stream_count() && s.index() < flat_.stream_count())
      for (OperatorId o : flat_.operators_of(s)) meet(o);
  if (mixed_) return refused("the bodies of several loops or branches run on this stream");
  for (StreamId s : streams_)
    if (body_ != nullptr ? !there(s).valid() : s.index() >= source_.stream_count())
      return refused(flat_.label(s) + " is a stream of another body");
  return {};
}

StreamId EditSite::there(StreamId s) const {
  if (body_ == nullptr) return s;
  for (OperatorId o : flat_.operators_of(s))
    if (const auto& origin = map_.operator_origins[o.index()]; origin.body == body_) return body_->stream(origin.id);
  return {};
}

GroupId EditSite::there(GroupId g) const {
  return g.index() < flat_.group_count() ? graph().group(there(flat_.members(g).front())) : g;
}

InPlace EditSite::there(const InPlace& pair) const {
  InPlace out = pair;
  out.output = there(pair.output);
  out.input = there(pair.input);
  return out;
}

std::vector<OperatorId> EditSite::there(const std::vector<OperatorId>& ids) const {
  std::vector<OperatorId> out;
  for (OperatorId o : ids) out.push_back(there(o));
  return distinct(std::move(out));
}

std::vector<TensorId> EditSite::there(const std::vector<TensorId>& ids) const {
  std::vector<TensorId> out;
  for (TensorId t : ids) out.push_back(there(t));
  return distinct(std::move(out));
}

std::vector<TensorId> EditSite::there(const Resized& resized) const {
  std::vector<TensorId> out;
  for (TensorId t : resized.tensors) out.push_back(known(t) ? outermost(t).id : t);
  return distinct(std::move(out));
}

std::size_t EditSite::there(const StepFor& to) const {
  if (to.step >= flat_.operator_count() || !known(to.moved)) return to.step;
  const OperatorId moved = there(to.moved);
  const Holders holders = find_holders(map_);
  Origin<OperatorId> at = map_.operator_origins[to.step];
  while (at.body != body_ && at.body != nullptr) at = holders.at(at.body);
  const bool earlier = to.step < to.moved.index();
  if (at.body != body_) return earlier ? 0 : graph().operator_count() - 1;  // it stays in its body
  if (at.id != moved || to.step == to.moved.index()) return at.id.index();
  return earlier ? std::max<std::size_t>(moved.index(), 1) - 1
                 : std::min(moved.index() + 1, graph().operator_count() - 1);
}

std::vector<OperatorId> EditSite::there(const WholeOrder& order) const {
  std::vector<OperatorId> out;
  for (auto it = order.operators.rbegin(); it != order.operators.rend(); ++it)
    out.push_back(known(*it) ? map_.operators[it->index()] : *it);
  out = distinct(std::move(out));
  std::ranges::reverse(out);
  return out;
}

/// The tensor that it is, as far out as it goes.
Origin<TensorId> EditSite::outermost(TensorId t) const {
  return map_.tensor_origins[map_.first_tensors[t.index()].index()];
}

Result<EditedGraph> EditSite::finish(EditedGraph edited) const {
  const Holders holders = find_holders(map_);
  Graph now = std::move(edited.graph);
  for (const Graph* body = body_; body != nullptr;) {
    const auto [around, o] = holders.at(body);
    Graph::Data data = (around != nullptr ? *around : source_).data();
    STOWAGE_CHECK(
        change_bodies(data, o, [&](const Graph& each) -> Result<Graph> { return &each == body ? now : each; }));
    now = Graph(std::move(data));
    body = around;
  }
  if (resizes_) {
    STOWAGE_TRY(now, with_sizes_inside(now));
  }
  return laid_out_again(std::move(now), flat_);
}

AllowedSteps steps_allowed(const Graph& graph, OperatorId op) {
  const LaidOut* map = graph.laid_out();
  if (map == nullptr || map->operator_origins[op.index()].body != nullptr) return allowed_steps(graph, op);
  const AllowedSteps around = allowed_steps(*map->source, map->operators[op.index()]);
  AllowedSteps out{graph.operator_count(), 0, {}, {}};
  for (OperatorId o : graph.operators()) {
    const OperatorId of = map->operators[o.index()];
    if (of == around.after) out.after = o;
    if (of == around.before && !out.before.valid()) out.before = o;
    if (!around.contain(of.index()) || (of == map->operators[op.index()] && o != op)) continue;
    out.begin = std::min(out.begin, o.index());
    out.end = o.index() + 1;
  }
  return out;
}

Result<EditedGraph> edit_source(const Graph& graph, const Edit& edit) {
  if (graph.laid_out() == nullptr) return edit(graph);
  STOWAGE_TRY(EditedGraph edited, edit(source_of(graph)));
  return laid_out_again(std::move(edited.graph), graph);
}

Result<EditedGraph> edit_everywhere(const Graph& graph, const Edit& edit,
                                    const std::function<bool(const Graph&)>& concerns) {
  if (graph.laid_out() == nullptr) return edit(graph);
  bool any = false;
  STOWAGE_TRY(Graph now, changed_everywhere(source_of(graph), edit, concerns, any));
  if (!any) return edit(graph);  // which says why not
  return laid_out_again(std::move(now), graph);
}

}  // namespace stowage
