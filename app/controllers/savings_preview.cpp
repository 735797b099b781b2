// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/controllers/savings_preview.h"

#include <utility>

#include <QMainWindow>

#include "app/session/document.h"
#include "app/session/planning.h"
#include "widgets/edit/edits.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/views/savings/savings_pane.h"

namespace stowage {

SavingsPreview::SavingsPreview(const WindowParts& parts) : QObject(&parts.window), parts_(parts) {
  SavingsPane* const pane = &parts_.savings;
  connect(pane, &SavingsPane::preview_requested, this, &SavingsPreview::show);
  connect(pane, &SavingsPane::back_requested, this, &SavingsPreview::go_back);
  connect(pane, &SavingsPane::kept, this, &SavingsPreview::keep);
  connect(&parts_.planning, &Planning::plans_changed, this, &SavingsPreview::show_waiting);
  connect(&parts_.document, &OpenDocument::replaced, this, &SavingsPreview::keep);
  connect(&parts_.document, &OpenDocument::editing_changed, pane,
          [pane, document = &parts_.document] { pane->hold(document->is_editing()); });
}

QString SavingsPreview::key() const {
  return QStringLiteral("saving %1").arg(kept_);
}

void SavingsPreview::show(const MeasuredSaving& saving, quint64 id) {
  remember_choice();
  take_back();
  const auto edit = [this, &saving, id](EditRequest request) {
    request.merge_key = key();
    request.plan = saving.plan;
    request.id = id;
    parts_.document.edit(request);
    parts_.planning.follow_best();  // the figures of the row are of the best plan
  };
  const Graph& graph = *parts_.document.graph();
  std::visit(
      Overloaded{[&](const OtherLayout&) {
                   waiting_ = saving;
                   show_waiting();
                 },
                 [&](const OtherAlignment& other) {
                   parts_.document.change_alignment(other.alignment, key(), saving.plan);
                   parts_.planning.follow_best();
                 },
                 [&](const InPlaceReuse& reuse) { edit(edits::permit_in_place(reuse.pairs, saving.written_over)); },
                 [&](const MergedStreams& merged) { edit(edits::merge_streams(graph, merged.from, merged.into)); },
                 [&](const OneStream&) { edit(edits::all_on_one_stream()); },
                 [&](const OtherOrder& order) {
                   edit(edits::put_in_order(order_name(*order.strategy), text_of(order.strategy->id), order.sequence));
                 },
                 [&](const AddedSync& added) { edit(edits::add_sync(graph, added.sync.before, added.sync.after)); }},
      saving.edit);
}

void SavingsPreview::take_back() {
  waiting_.reset();
  parts_.document.take_back(key());
}

void SavingsPreview::go_back() {
  take_back();
  restore_choice();
}

void SavingsPreview::keep() {
  ++kept_;
  before_.reset();
  waiting_.reset();
}

void SavingsPreview::remember_choice() {
  if (before_) return;
  before_.emplace(parts_.planning.shown());
  if (parts_.planning.follows_best()) before_->reset();
}

/// Shows a layout once enough is known of the graph: after a step was taken back, all is planned again.
void SavingsPreview::show_waiting() {
  if (!waiting_ || !parts_.planning.results().is_grounded()) return;
  const MeasuredSaving saving = *std::exchange(waiting_, std::nullopt);
  parts_.planning.take_plan(*saving.strategy, *saving.plan, saving.milliseconds);
}

/// Plans of runs that were asked for are gone once the graph was another.
void SavingsPreview::restore_choice() {
  const auto before = std::exchange(before_, std::nullopt);
  if (!before) return;
  const auto is_there = [this](const LayoutStrategy* strategy) {
    return !strategy || strategy->live || parts_.planning.results().plan_of(strategy);
  };
  *before&& is_there(**before) ? parts_.planning.choose(**before) : parts_.planning.follow_best();
}

}  // namespace stowage
