// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategies/strategy_box.h"

#include <algorithm>
#include <vector>

#include <QMenu>
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

QString StrategyBox::figures_of(const StrategyRow& row) const {
  if (!row.footprint || figures_hidden_) return {};
  const PlanSet& plans = panel_.model().results();
  const QString figures = footprint_words(plans.uncounted(), *row.footprint);
  if (row.faulty()) return tr("%1, %2").arg(figures, tr("invalid"));
  if (plans.proved_optimal(row)) return tr("%1, %2").arg(figures, tr("optimal"));
  const auto gap = plans.gap_of(row);
  return gap ? tr("%1 (%2)").arg(figures, signed_percent(*gap)) : figures;
}

void StrategyBox::open_list() {
  std::vector<const StrategyRow*> rows;
  for (int k = 0; k < panel_.model().rowCount(); ++k)
    if (const StrategyRow& row = panel_.model().at(k); row.footprint) rows.push_back(&row);
  if (rows.empty()) return emit table_wanted();
  if (!figures_hidden_) std::ranges::stable_sort(rows, {}, [](const StrategyRow* row) { return *row->footprint; });
  auto* list = new QMenu(this);
  list->setAttribute(Qt::WA_DeleteOnClose);
  list->setObjectName("strategy_list");
  for (const StrategyRow* row : rows) {
    QAction* entry = list->addAction(StrategyTableModel::short_name(*row) + '\t' + figures_of(*row), this,
                                     [this, strategy = row->strategy] { panel_.choose(strategy); });
    entry->setCheckable(true);
    entry->setChecked(row == panel_.shown_row());
    if (entry->isChecked()) list->setActiveAction(entry);
  }
  list->addSeparator();
  list->addAction(tr("&Table of all strategies"), this, &StrategyBox::table_wanted)->setObjectName("strategy_table");
  list->popup(mapToGlobal(rect().bottomLeft()));
}

void StrategyBox::show_plan() {
  const StrategyRow* row = panel_.shown_row();
  const QString name = row ? StrategyTableModel::short_name(*row) : tr("No plan"),
                figures = row ? figures_of(*row) : QString();
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
