// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>
#include <utility>
#include <variant>

#include <QApplication>
#include <QCoreApplication>
#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QString>
#include <QToolButton>

#include "app/controllers/window_parts.h"
#include "core/insight/improve/savings.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/tool_button.h"
#include "widgets/edit/edits.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/painters/words/strategy_words.h"

namespace stowage {
namespace {

class ImprovePreview final : public QObject {
  Q_DECLARE_TR_FUNCTIONS(stowage::ImprovePreview)

 public:
  explicit ImprovePreview(const WindowParts& parts) : QObject(&parts.window), parts_(parts) {
    ImprovePane* const pane = &parts_.improve;
    connect(pane, &ImprovePane::preview_requested, this, &ImprovePreview::show);
    connect(pane, &ImprovePane::back_requested, this, &ImprovePreview::go_back);
    connect(pane, &ImprovePane::kept, this, &ImprovePreview::keep);
    connect(pane, &ImprovePane::preview_changed, this, [this](const QString& change) {
      parts_.document.set_previewed(change.isEmpty() ? QString() : key());
      parts_.state.set_why_no_edits(change.isEmpty() ? QString() : tr("Apply the previewed change first, or go back"));
      parts_.message.resolve(MessageBar::Topic::editing);
    });
    connect(&parts_.planning, &Planning::plans_changed, this, &ImprovePreview::show_waiting);
    connect(&parts_.document, &OpenDocument::replaced, this, &ImprovePreview::keep);
    connect(&parts_.document, &OpenDocument::editing_changed, pane,
            [pane, document = &parts_.document] { pane->hold(document->is_editing()); });
  }

 private:
  void show(const MeasuredSaving& saving, quint64 id) {
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
                     edit(
                         edits::put_in_order(order_name(*order.strategy), text_of(order.strategy->id), order.sequence));
                   },
                   [&](const AddedSync& added) { edit(edits::add_sync(graph, added.sync.before, added.sync.after)); },
                   [&](const SeveralEdits& several) { edit(edits::make_several(several)); }},
        saving.edit);
  }

  void take_back() {
    waiting_.reset();
    parts_.document.take_back(key());
  }

  void go_back() {
    take_back();
    restore_choice();
  }

  void keep() {
    ++kept_;
    before_.reset();
    waiting_.reset();
  }

  void remember_choice() {
    if (before_) return;
    before_.emplace(parts_.planning.shown());
    if (parts_.planning.follows_best()) before_->reset();
  }

  /// Shows a layout once enough is known of the graph: after a step was taken back, all is planned again.
  void show_waiting() {
    if (!waiting_ || !parts_.planning.results().is_grounded()) return;
    const MeasuredSaving saving = *std::exchange(waiting_, std::nullopt);
    parts_.planning.take_plan(*saving.strategy, *saving.plan, saving.milliseconds);
  }

  /// Plans of runs that were asked for are gone once the graph was another.
  void restore_choice() {
    const auto before = std::exchange(before_, std::nullopt);
    if (!before) return;
    const auto is_there = [this](const LayoutStrategy* strategy) {
      return !strategy || strategy->live || parts_.planning.results().plan_of(strategy);
    };
    *before&& is_there(**before) ? parts_.planning.choose(**before) : parts_.planning.follow_best();
  }

  /// The merge key of the step of a preview, until that is kept.
  [[nodiscard]] QString key() const { return QStringLiteral("saving %1").arg(kept_); }

  const WindowParts parts_;
  int kept_ = 0;
  /// Whose plan was shown before the first preview, none: the best; none before there is a preview.
  std::optional<std::optional<const LayoutStrategy*>> before_;
  std::optional<MeasuredSaving> waiting_;  ///< a layout, until enough is known of the graph
};

class PreviewBar final : public QFrame {
  Q_DECLARE_TR_FUNCTIONS(stowage::PreviewBar)

 public:
  PreviewBar() : label_(make_elided_line("previewed_change")) {
    setObjectName("preview_bar");
    setAutoFillBackground(true);
    apply_ = make_word_button("apply_preview", tr("Apply"), tr("Keep the previewed change"));
    back_ = make_word_button("back_from_preview", tr("Back"), tr("Remove the previewed change"));
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(2, 3, 6, 3);
    line->addWidget(label_, 1);
    line->addWidget(apply_);
    line->addWidget(back_);
    apply_colors();
    hide();
  }

  void follow(ImprovePane* pane) {
    connect(pane, &ImprovePane::preview_changed, this, &PreviewBar::show_preview);
    connect(apply_, &QToolButton::clicked, pane, &ImprovePane::apply_previewed);
    connect(back_, &QToolButton::clicked, pane, &ImprovePane::go_back);
  }

 private:
  /// `change` as the user knows it; empty: nothing is previewed.
  void show_preview(const QString& change) {
    label_->setText(tr("Preview: %1").arg(change));
    setAccessibleName(label_->text());
    setVisible(!change.isEmpty());
  }

  void apply_colors() {
    const QPalette all = QApplication::palette();
    QPalette palette;  // the rest is the window's, so that a change of it is heard of
    palette.setColor(QPalette::Window, mix(all.color(QPalette::Window), all.color(QPalette::Highlight), 0.15));
    setPalette(palette);
  }

  void changeEvent(QEvent* event) override {
    if (event->type() == QEvent::PaletteChange) apply_colors();
    QFrame::changeEvent(event);
  }

  QLabel* label_;
  QToolButton *apply_, *back_;
};

}  // namespace

QWidget* make_preview_bar() {
  return new PreviewBar;
}

void follow_improve(const WindowParts& parts, QWidget* preview_bar) {
  new ImprovePreview(parts);
  static_cast<PreviewBar*>(preview_bar)->follow(&parts.improve);
}

}  // namespace stowage
