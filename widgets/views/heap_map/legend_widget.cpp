// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/heap_map/legend_widget.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "widgets/base/canvas.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/range_button.h"
#include "widgets/controls/swatch.h"
#include "widgets/painters/heap_map/map_difference.h"
#include "widgets/painters/page/export.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/theme.h"

namespace stowage {
namespace {

constexpr int kOwnColors = -1;    // beside the values of ColorBy: the colours of a difference
constexpr int kLeastLetters = 6;  // that the choice shows in a narrow dock

/// The widget: see its header.
class Legend final : public LegendWidget {
  Q_DECLARE_TR_FUNCTIONS(stowage::LegendWidget)

 public:
  explicit Legend(ViewState& state) : state_(state) {
    auto* label = new QLabel(tr("&Colour by"));
    label->setBuddy(color_by_);
    color_by_->setAccessibleName(tr("Colour by"));
    color_by_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    color_by_->setMinimumContentsLength(kLeastLetters);
    for (const ColoringInfo& info : colorings()) color_by_->addItem(legend_title(info.by), static_cast<int>(info.by));
    rows_->setAccessibleName(tr("Legend"));
    rows_->setToolTip(tr("Uncheck a class to grey it out in every view"));
    rows_->setWordWrap(true);
    rows_->setResizeMode(QListView::Adjust);
    rows_->setIconSize(kSwatchSize);
    rows_->setTextElideMode(Qt::ElideRight);
    rows_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    rows_->setSelectionMode(QAbstractItemView::NoSelection);
    rows_->setFrameShape(QFrame::NoFrame);
    sums_->setWordWrap(true);
    sums_->hide();
    auto* range = named(new RangeButton(state, tr("Only tensors alive in these steps are counted")), "legend_range");
    QVBoxLayout* layout =
        in_rows(this, {in_line({label, {color_by_, 1}}), in_line({range, spring()}), sums_, {rows_, 1}});
    layout->setContentsMargins(6, 6, 6, 6);
    layout->setSpacing(-1);  // as the style has it

    connect(color_by_, &QComboBox::activated, this,
            [this](int row) { state_.set_color_by(static_cast<ColorBy>(color_by_->itemData(row).toInt())); });
    connect(rows_, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
      const auto entry = static_cast<std::uint8_t>(item->data(Qt::UserRole).toInt());
      const bool hidden = std::ranges::binary_search(state_.hidden_classes(), entry);
      if (hidden == (item->checkState() == Qt::Checked)) state_.toggle_class(entry);
    });
    connect(&state, &ViewState::colors_changed, this, &Legend::follow_state);
    connect(&state, &ViewState::time_range_changed, this, &Legend::count_in_range);
    follow_state();
  }

  void set_coloring(std::shared_ptr<const Coloring> coloring, const PlanView& view) override {
    if (coloring && coloring_ && coloring != coloring_ && coloring->by() == coloring_->by()) follow_names(*coloring);
    coloring_ = std::move(coloring);
    view_ = view;
    const int kind = color_by_->findData(static_cast<int>(ColorBy::kind));
    color_by_->setItemText(kind, legend_title(ColorBy::kind, view_.recorded()));
    counted_ = nullptr;
    count_in_range();
  }

  void set_difference(std::shared_ptr<const Coloring> coloring) override {
    if (coloring == difference_) return;
    difference_ = std::move(coloring);
    color_by_->setEnabled(!difference_);
    const int own = color_by_->findData(kOwnColors);
    if (difference_ && own < 0) color_by_->addItem(tr("Difference"), kOwnColors);
    if (!difference_ && own >= 0) color_by_->removeItem(own);
    color_by_->setToolTip(difference_ ? tr("The map of a difference has colours of its own") : QString());
    fill_rows();
    follow_state();
  }

 private:
  void changeEvent(QEvent* event) override {
    if (event->type() == QEvent::PaletteChange) fill_rows();
    QWidget::changeEvent(event);
  }

  void fill_rows() {
    const QSignalBlocker quiet(rows_);
    rows_->clear();
    sums_->setVisible(view_.recorded() && !difference_ && !counted_);
    const Theme& theme = theme_of(*this);
    if (!difference_) return fill_classes(theme);
    for (const LegendItem& item : difference_legend(*difference_, theme)) {
      const QString text = item.detail.isEmpty() ? item.label : tr("%1  (%2)").arg(item.label, item.detail);
      auto* row = new QListWidgetItem(swatch(item.fill, theme, devicePixelRatioF()), text, rows_);
      row->setFlags(Qt::ItemIsEnabled);
    }
    if (!state_.time_range()) return;
    auto* whole = new QListWidgetItem(tr("The counts of a difference are of all steps."), rows_);
    whole->setFlags(Qt::ItemIsEnabled);
  }

  void fill_classes(const Theme& theme) {
    if (!coloring_) return;
    for (std::size_t i = 0; i < coloring_->entries().size(); ++i) {
      const Coloring::Entry& entry = coloring_->entries()[i];
      if (entry.tensors == 0 && entry.operators == 0) continue;
      const auto id = static_cast<std::uint8_t>(i);
      const ClassCount all{entry.tensors, entry.bytes}, shown = counted_ ? (*counted_)[i] : all;
      const auto in_words = [&entry](ClassCount count) {
        return tr("%1: %Ln tensor(s), %2", nullptr, static_cast<int>(count.tensors))
            .arg(entry.label, full_bytes(count.bytes));
      };
      const QString count = grouped(shown.tensors);
      const QString text =
          entry.bytes == Bytes{0}
              ? tr("%1  (%2)").arg(entry.label, count)
              : tr("%1  (%2 · %3)").arg(entry.label, count, human_bytes(shown.bytes).replace(' ', QChar::Nbsp));
      auto* item = new QListWidgetItem(swatch(coloring_->fill(id, theme), theme, devicePixelRatioF()), text, rows_);
      item->setToolTip(counted_ ? tr("%1\nin all %2").arg(in_words(shown), in_words(all)) : in_words(all));
      item->setData(Qt::UserRole, static_cast<int>(id));
      item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable | Qt::ItemIsSelectable);
    }
    follow_state();
  }

  void follow_state() {
    const QSignalBlocker quiet(rows_);
    color_by_->setCurrentIndex(color_by_->findData(difference_ ? kOwnColors : static_cast<int>(state_.color_by())));
    for (int row = 0; row < rows_->count() && !difference_; ++row) {
      const auto entry = static_cast<std::uint8_t>(rows_->item(row)->data(Qt::UserRole).toInt());
      const bool hidden = std::ranges::binary_search(state_.hidden_classes(), entry);
      rows_->item(row)->setCheckState(hidden ? Qt::Unchecked : Qt::Checked);
    }
  }

  /// The last counts stay until the new ones are there.
  void count_in_range() {
    const auto range = state_.time_range();
    if (!range || !coloring_ || !view_.graph || !view_.lifetimes) {
      counter_.cancel();
      counted_ = nullptr;
      return fill_rows();
    }
    if (!counted_) fill_rows();
    const Lifetime steps{static_cast<std::uint32_t>(range->begin), static_cast<std::uint32_t>(range->end)};
    counter_.start([this, coloring = coloring_, view = view_, steps](const Task&) {
      return [this, counted = std::make_shared<const std::vector<ClassCount>>(
                        count_alive(*coloring, *view.graph, *view.lifetimes, steps))] {
        counted_ = counted;
        fill_rows();
      };
    });
  }

  /// Another graph may number its classes in another way: a class that is switched off stays so by its name, and is
  /// forgotten where no class has that name.
  void follow_names(const Coloring& now) {
    const auto before = coloring_->entries();
    const std::vector<std::uint8_t> hidden = state_.hidden_classes();
    std::vector<std::uint8_t> hide;
    for (const std::uint8_t entry : hidden) {
      if (entry >= before.size()) continue;
      const auto at = std::ranges::find(now.entries(), before[entry].label, &Coloring::Entry::label);
      if (at != now.entries().end()) hide.push_back(static_cast<std::uint8_t>(at - now.entries().begin()));
    }
    std::ranges::sort(hide);
    std::vector<std::uint8_t> other;
    std::ranges::set_symmetric_difference(hidden, hide, std::back_inserter(other));
    for (const std::uint8_t entry : other) state_.toggle_class(entry);
  }

  ViewState& state_;
  std::shared_ptr<const Coloring> coloring_, difference_;
  PlanView view_;                                           // the results of coloring_
  std::shared_ptr<const std::vector<ClassCount>> counted_;  // in the time range; null: all count
  QComboBox* color_by_ = new ElidedCombo;
  QListWidget* rows_ = new QListWidget;
  // Says what the figures of a recorded heap are.
  QLabel* sums_ = named(new QLabel(tr("Tensors and bytes summed over all steps")), "legend_sums");

  LatestJob counter_{this};  // last: destroyed first
};

}  // namespace

LegendWidget* make_legend(ViewState& state) {
  return new Legend(state);
}

}  // namespace stowage
