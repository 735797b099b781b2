// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategies/strategy_page.h"

#include <cmath>
#include <memory>
#include <utility>

#include <QCoreApplication>
#include <QStringList>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/views/strategies/footprint_plot.h"
#include "widgets/views/strategies/strategy_table_model.h"

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
  const QString name = StrategyTableModel::short_name(row);
  return row.faulty() ? Text::tr("%1: invalid").arg(name) : name;
}

FootprintBars bars_of(const PlanSet& plans, const StrategyRow* shown) {
  FootprintBars out;
  for (const StrategyRow& row : plans.rows())
    if (row.footprint)
      out.bars.push_back(
          {.name = bar_name(row), .footprint = *row.footprint, .shown = &row == shown, .pale = is_pale(row)});
  out.bound = plans.lower_bound();
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

QString summary(const PlanSet& plans, const FootprintPlot& plot) {
  if (plot.bars().bars.empty()) return Text::tr("No plan yet");
  QStringList parts;
  if (plot.bars().bound) parts += Text::tr("Dashed: lower bound %1.").arg(human_bytes(*plot.bars().bound));
  if (plot.bars().baseline)
    parts += Text::tr("Dotted: baseline %1, %2.")
                 .arg(plan_name(plans.baseline()->plan->strategy), human_bytes(*plot.bars().baseline));
  if (!plot.range().starts_at_zero())
    parts += Text::tr("The axis starts at %1, not at 0.").arg(human_bytes(Bytes{std::llround(plot.range().from)}));
  return (parts + without_bars(plans)).join(' ');
}

}  // namespace

Drawing strategy_page(const PlanSet& plans, const StrategyRow* shown, const QString& graph_name) {
  const std::shared_ptr<FootprintPlot> plot(new FootprintPlot, [](FootprintPlot* done) { done->deleteLater(); });
  plot->set_bars(bars_of(plans, shown));
  QCoreApplication::removePostedEvents(plot.get());  // it would draw itself while another thread paints it
  Drawing drawing;
  const QString what = Text::tr("Footprints of all strategies"), words = summary(plans, *plot);
  drawing.title = graph_name.isEmpty() ? what : graph_name;
  drawing.subtitle = graph_name.isEmpty() ? words : what + ". " + words;
  drawing.paint = [plot](QPainter& painter, const QRectF& rect, const Theme& theme) {
    plot->paint(painter, rect, theme);
  };
  return drawing;
}

}  // namespace stowage
