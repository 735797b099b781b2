// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/charts/strategy_page.h"

#include <utility>

#include <QCoreApplication>
#include <QStringList>

#include "widgets/painters/charts/strategy_chart.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/words/strategy_words.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(StrategyPage)
};

/// Grey: no plan for the graph as it is.
bool is_pale(const StrategyRow& row) {
  return row.stale || row.faulty();
}

QString bar_name(const StrategyRow& row) {
  const QString name = row_name(row);
  return row.faulty() ? Text::tr("%1: invalid").arg(name) : name;
}

StrategyBars bars_of(const PlanSet& plans, const StrategyRow* shown) {
  StrategyBars out;
  for (const StrategyRow& row : plans.rows())
    if (row.footprint)
      out.bars.push_back(
          {.name = bar_name(row), .footprint = *row.footprint, .shown = &row == shown, .pale = is_pale(row)});
  if (!plans.uncounted().any()) out.bound = plans.lower_bound();  // no gap is known
  if (plans.baseline()) out.baseline = plans.baseline()->plan->footprint;
  return out;
}

/// How many have no plan, and why.
QStringList without_bars(const PlanSet& plans) {
  int idle = 0, refused = 0, stopped = 0;
  for (const StrategyRow& row : plans.rows()) {
    if (row.footprint || row.state == StrategyRow::State::waiting) continue;
    const bool not_run = row.state == StrategyRow::State::idle && !row.failure;
    ++(row.refusal ? refused : not_run ? idle : stopped);
  }
  QStringList parts;
  if (idle > 0) parts += Text::tr("%Ln not run.", nullptr, idle);
  if (refused > 0) parts += Text::tr("%Ln cannot plan this graph.", nullptr, refused);
  if (stopped > 0) parts += Text::tr("%Ln gave no plan.", nullptr, stopped);
  return parts;
}

QString summary(const PlanSet& plans, const StrategyBars& bars) {
  if (bars.bars.empty()) return Text::tr("No plan yet");
  QStringList parts;
  if (plans.uncounted().any()) parts += Text::tr("Each footprint is only the least: not everything is counted.");
  if (bars.bound) parts += Text::tr("Dashed: lower bound %1.").arg(human_bytes(*bars.bound));
  if (bars.baseline)
    parts += Text::tr("Dotted: baseline %1, %2.")
                 .arg(plan_name(plans.baseline()->plan->strategy), human_bytes(*bars.baseline));
  return (parts + without_bars(plans)).join(' ');
}

}  // namespace

QString row_name(const StrategyRow& row) {
  return row.strategy ? strategy_name(*row.strategy) : imported_plan_name(row.of_file);
}

Drawing strategy_page(const PlanSet& plans, const StrategyRow* shown, const QString& graph_name) {
  const StrategyBars bars = bars_of(plans, shown);
  Drawing drawing;
  const QString what = Text::tr("Footprints of all strategies"), words = summary(plans, bars);
  drawing.title = graph_name.isEmpty() ? what : graph_name;
  drawing.subtitle = graph_name.isEmpty() ? words : what + ". " + words;
  drawing.list_height = strategy_chart_height(bars.bars.size());
  drawing.paint = [bars](QPainter& painter, const QRectF& rect, const Theme& theme) {
    paint_strategy_chart(painter, rect, bars, theme);
  };
  return drawing;
}

}  // namespace stowage
