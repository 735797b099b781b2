// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/controllers/improve_preview.h"

#include <utility>

#include <QMainWindow>

#include "app/session/document.h"
#include "app/session/planning.h"
#include "widgets/edit/edits.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/views/improve/improve_pane.h"

namespace stowage {

ImprovePreview::ImprovePreview(const WindowParts& parts) : QObject(&parts.window), parts_(parts) {
  ImprovePane* const pane = &parts_.improve;
  connect(pane, &ImprovePane::preview_requested, this, &ImprovePreview::show);
  connect(pane, &ImprovePane::back_requested, this, &ImprovePreview::go_back);
  connect(pane, &ImprovePane::kept, this, &ImprovePreview::keep);
  connect(&parts_.planning, &Planning::plans_changed, this, &ImprovePreview::show_waiting);
  connect(&parts_.document, &OpenDocument::replaced, this, &ImprovePreview::keep);
  connect(&parts_.document, &OpenDocument::editing_changed, pane,
          [pane, document = &parts_.document] { pane->hold(document->is_editing()); });
}

QString ImprovePreview::key() const {
  return QStringLiteral("saving %1").arg(kept_);
}

void ImprovePreview::show(const MeasuredSaving& saving, quint64 id) {
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
                 [&](const AddedSync& added) { edit(edits::add_sync(graph, added.sync.before, added.sync.after)); },
                 [&](const SeveralEdits& several) { edit(edits::make_several(several)); }},
      saving.edit);
}

void ImprovePreview::take_back() {
  waiting_.reset();
  parts_.document.take_back(key());
}

void ImprovePreview::go_back() {
  take_back();
  restore_choice();
}

void ImprovePreview::keep() {
  ++kept_;
  before_.reset();
  waiting_.reset();
}

void ImprovePreview::remember_choice() {
  if (before_) return;
  before_.emplace(parts_.planning.shown());
  if (parts_.planning.follows_best()) before_->reset();
}

/// Shows a layout once enough is known of the graph: after a step was taken back, all is planned again.
void ImprovePreview::show_waiting() {
  if (!waiting_ || !parts_.planning.results().is_grounded()) return;
  const MeasuredSaving saving = *std::exchange(waiting_, std::nullopt);
  parts_.planning.take_plan(*saving.strategy, *saving.plan, saving.milliseconds);
}

/// Plans of runs that were asked for are gone once the graph was another.
void ImprovePreview::restore_choice() {
  const auto before = std::exchange(before_, std::nullopt);
  if (!before) return;
  const auto is_there = [this](const LayoutStrategy* strategy) {
    return !strategy || strategy->live || parts_.planning.results().plan_of(strategy);
  };
  *before&& is_there(**before) ? parts_.planning.choose(**before) : parts_.planning.follow_best();
}

}  // namespace stowage
