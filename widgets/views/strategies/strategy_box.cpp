// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategies/strategy_box.h"

#include <QStyleOptionComboBox>
#include <QStylePainter>

#include "widgets/base/follow_numbers.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/strategies/strategy_panel.h"
#include "widgets/views/strategies/strategy_table_model.h"

namespace stowage {
namespace {

constexpr char16_t kBetween[] = u" · ";  // name and figures

/// What most plans are told by: the box is as wide, whatever it shows.
QString usual_text() {
  return QStringLiteral("Breadth, first fit · 888.8 MiB +88.8%");
}

constexpr int kArrow = 36;  // pixels for the arrow and the frame

}  // namespace

StrategyBox::StrategyBox(StrategyPanel& panel, QWidget* parent) : QToolButton(parent), panel_(panel) {
  setObjectName("strategy_box");
  setFocusPolicy(Qt::TabFocus);
  connect(&panel_, &StrategyPanel::shown_changed, this, &StrategyBox::show_plan);
  follow_numbers(this, [this] { show_plan(); });
  show_plan();
}

void StrategyBox::set_figures_hidden(bool hidden) {
  figures_hidden_ = hidden;
  show_plan();
}

void StrategyBox::set_short(bool is_short) {
  if (short_ == is_short) return;
  short_ = is_short;
  updateGeometry();
  show_plan();
}

QSize StrategyBox::size_hint(bool is_short) const {
  const QString usual = is_short ? usual_text().section(QString::fromUtf16(kBetween), 1) : usual_text();
  return {fontMetrics().horizontalAdvance(usual) + kArrow, fontMetrics().height() + 12};
}

void StrategyBox::show_plan() {
  const StrategyRow* row = panel_.shown_row();
  QString name = row ? StrategyTableModel::short_name(*row) : tr("No plan"), figures;
  if (row && row->footprint && !figures_hidden_) {
    const PlanSet& plans = panel_.model().results();
    figures = footprint_words(plans.uncounted(), *row->footprint);
    if (row->faulty())
      figures = tr("%1, %2").arg(figures, tr("invalid"));
    else if (plans.proved_optimal(*row))
      figures = tr("%1, %2").arg(figures, tr("optimal"));
    else if (const auto gap = plans.gap_of(*row))
      figures += ' ' + signed_percent(*gap);
  }
  const QString between = figures.isEmpty() ? QString() : QString::fromUtf16(kBetween);
  const QString all = name + between + figures;
  setAccessibleName(tr("Strategy: %1").arg(all));
  QStringList tip{all};
  if (row && row->strategy) tip += text_of(row->strategy->id);
  if (!figures.isEmpty()) tip += tr("The percentage is the gap to the lower bound.");
  setToolTip(tip.join('\n'));
  if (short_ && !figures.isEmpty()) return setText(figures);
  const double room = sizeHint().width() - kArrow - fontMetrics().horizontalAdvance(between + figures);
  setText(fitted(font(), name, room) + between + figures);
}

/// As a field that leads to a list, since that is how it is used.
void StrategyBox::paintEvent(QPaintEvent* /*event*/) {
  QStyleOptionComboBox option;
  option.initFrom(this);
  option.editable = false;
  option.currentText = text();
  if (isDown()) option.state |= QStyle::State_On;
  QStylePainter painter(this);
  painter.drawComplexControl(QStyle::CC_ComboBox, option);
  painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

}  // namespace stowage
