// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/document_step.h"

#include <utility>

#include "app/session/document.h"
#include "core/insight/edit/same_graph.h"
#include "widgets/painters/style/numbers.h"

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

}  // namespace

Result<GraphStep> make_step(const EditRequest& request, std::shared_ptr<const Graph> before,
                            std::shared_ptr<const Graph> origin) {
  Result<EditedGraph> edited = request.apply(*before);
  if (!edited) return tl::unexpected(std::move(edited.error()));
  GraphStep step{.before = std::move(before),
                 .after = std::make_shared<const Graph>(std::move(edited->graph)),
                 .now = std::move(edited->operators),
                 .then = {},
                 .returned_to = nullptr,
                 .edit_after = request.id,
                 .plans_hold = request.plans_hold};
  step.then = inverse(step.now, step.after->operator_count());
  step.makespan_after = makespan_of(*step.after);
  // same_graph() does not compare colours of streams: another colour would lead back.
  if (origin && !request.plans_hold && same_graph(*step.after, *origin)) step.returned_to = std::move(origin);
  return step;
}

EditCommand::EditCommand(OpenDocument& document, const QString& text, QString merge_key, GraphStep step)
    : DocumentStep(step.makespan_before, step.makespan_after, std::move(merge_key)),
      document_(document),
      step_(std::move(step)) {
  setText(text);
}

void EditCommand::undo() {
  leave_if_wanted();
  document_.set_graph({step_.before, step_.order_before, before().makespan, step_.edit_before}, step_.then,
                      step_.plans_hold);
}

void EditCommand::redo() {
  document_.set_graph({step_.after, step_.order_after, after().makespan, step_.edit_after}, step_.now,
                      step_.plans_hold);
}

int EditCommand::id() const {
  return merge_key().isEmpty() ? -1 : kMergeable;
}

bool EditCommand::mergeWith(const QUndoCommand* other) {
  const auto* next = static_cast<const EditCommand*>(other);  // of the same id, so it is one
  if (next->merge_key() != merge_key()) return false;
  step_.after = next->step_.after;
  step_.order_after = next->step_.order_after;
  step_.edit_after = next->step_.edit_after;
  step_.plans_hold = step_.plans_hold && next->step_.plans_hold;
  step_.now = composed(std::move(step_.now), next->step_.now);
  step_.then = inverse(step_.now, step_.after->operator_count());
  lead_to(next->after());
  setText(next->text());
  return true;
}

SpaceCommand::SpaceCommand(OpenDocument& document, const QString& text, State before, State after)
    : DocumentStep(document.makespan(), document.makespan()),
      document_(document),
      before_(std::move(before)),
      after_(std::move(after)) {
  setText(text);
}

void SpaceCommand::undo() {
  after_.imported = document_.imported_plan();
  document_.set_space(before_);
}

void SpaceCommand::redo() {
  before_.imported = document_.imported_plan();
  document_.set_space(after_);
}

AlignmentCommand::AlignmentCommand(OpenDocument& document, Bytes to, const QString& merge_key)
    : DocumentStep(document.makespan(), document.makespan(), merge_key),
      document_(document),
      from_(document.alignment()),
      to_(to) {
  setText(OpenDocument::tr("Alignment of %1").arg(exact_bytes(to)));
}

void AlignmentCommand::undo() {
  leave_if_wanted();
  document_.set_alignment(from_);
}

void AlignmentCommand::redo() {
  document_.set_alignment(to_);
}

}  // namespace stowage
