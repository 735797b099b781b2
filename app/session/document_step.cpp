// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/document_step.h"

#include <string_view>
#include <tuple>
#include <unordered_map>

#include "app/session/document.h"
#include "core/insight/edit/same_graph.h"
#include "widgets/base/worker.h"

namespace stowage {
namespace {

constexpr int kMergeable = 1;

/// By the ids of a graph of `count` operators; those that an edit added have none.
std::vector<OperatorId> inverse(const std::vector<OperatorId>& ids, std::size_t count) {
  if (ids.empty()) return {};
  std::vector<OperatorId> out(count);
  for (std::size_t o = 0; o < ids.size(); ++o)
    if (ids[o].valid()) out[ids[o].index()] = OperatorId(o);
  return out;
}

/// First one renumbering, then another. Operators that either takes away have no id.
std::vector<OperatorId> composed(std::vector<OperatorId> first, const std::vector<OperatorId>& second) {
  if (first.empty()) return second;
  if (second.empty()) return first;
  for (OperatorId& o : first)
    if (o.valid()) o = second[o.index()];
  return first;
}

/// The same plan, where ids of tensors have changed: tensors of bodies follow each other as their operators do.
std::shared_ptr<const Plan> plan_for(std::shared_ptr<const Plan> plan, const Graph& before, const Graph& after) {
  if (!plan || after.laid_out() == nullptr || &before == &after) return plan;
  return std::make_shared<const Plan>(stowage::plan_for(*plan, before, after));
}

}  // namespace

Plan plan_for(Plan plan, const Graph& before, const Graph& after) {
  const std::size_t count = after.tensor_count();
  if (after.laid_out() == nullptr || plan.offsets.size() != before.tensor_count() || before.tensor_count() != count)
    return plan;
  std::unordered_map<std::string_view, Offset> offsets;
  for (TensorId t : before.tensors()) offsets.emplace(before.name(t), plan.offsets[t.index()]);
  std::vector<Offset> now;
  for (TensorId t : after.tensors())
    if (const auto at = offsets.find(after.name(t)); at != offsets.end()) now.push_back(at->second);
  if (now.size() == count) plan.offsets = std::move(now);
  return plan;
}

Result<GraphStep> make_step(const EditRequest& request, const Graph& before, std::shared_ptr<const Graph> origin) {
  STOWAGE_TRY(EditedGraph edited, request.apply(before));
  GraphStep step{.after = std::make_shared<const Graph>(std::move(edited.graph)),
                 .now = std::move(edited.operators),
                 .plans_hold = request.plans_hold};
  step.then = inverse(step.now, step.after->operator_count());
  step.makespan = makespan_of(*step.after);
  // same_graph() does not compare colours of streams: another colour would lead back.
  if (origin && !request.plans_hold && same_graph(*step.after, *origin)) step.returned_to = std::move(origin);
  return step;
}

DocumentStep::DocumentStep(OpenDocument& document, const QString& text, QString merge_key, DocumentState to,
                           GraphStep ids)
    : QUndoCommand(text),
      document_(document),
      merge_key_(std::move(merge_key)),
      from_(document.now_),
      to_(std::move(to)),
      ids_(std::move(ids)) {}

/// An undo stack that is full drops its first step with each edit.
DocumentStep::~DocumentStep() {
  release_elsewhere(std::make_shared<std::tuple<DocumentState, DocumentState, GraphStep>>(
      std::move(from_), std::move(to_), std::move(ids_)));
}

void DocumentStep::undo() {
  setObsolete(leaving_);
  go(to_, from_, ids_.then);
}

void DocumentStep::redo() {
  go(from_, to_, ids_.now);
}

void DocumentStep::go(DocumentState& from, DocumentState& to, const std::vector<OperatorId>& ids) {
  from.imported = document_.imported_plan();
  if (from.in == to.in) to.imported = plan_for(from.imported, *from.graph, *to.graph);
  document_.take_state(to, ids, ids_.plans_hold);
}

int DocumentStep::id() const {
  return can_merge() ? kMergeable : -1;
}

bool DocumentStep::mergeWith(const QUndoCommand* other) {
  const auto* next = static_cast<const DocumentStep*>(other);
  if (next->merge_key_ != merge_key_) return false;
  to_ = next->to_;
  footprints_after_ = next->footprints_after_;
  ids_.now = composed(std::move(ids_.now), next->ids_.now);
  ids_.then = inverse(ids_.now, to_.graph->operator_count());
  ids_.plans_hold = ids_.plans_hold && next->ids_.plans_hold;
  setText(next->text());
  return true;
}

}  // namespace stowage
