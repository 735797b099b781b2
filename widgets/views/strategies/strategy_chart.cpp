// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategies/strategy_chart.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include <QCoreApplication>
#include <QEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QToolTip>

#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/controls/plot_style.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/strategies/footprint_plot.h"
#include "widgets/views/strategies/strategy_table_model.h"

namespace stowage {
namespace {

constexpr int kLeastPlot = 90, kWishedPlot = 140;

/// Grey: no plan for the graph as it is.
bool is_pale(const StrategyRow& row) {
  return row.stale || row.faulty();
}

QString bar_name(const StrategyRow& row) {
  const QString name = StrategyTableModel::short_name(row);
  return row.faulty() ? StrategyChart::tr("%1: invalid").arg(name) : name;
}

}  // namespace

StrategyChart::StrategyChart(const StrategyTableModel* model, QWidget* parent)
    : QWidget(parent), model_(model), plot_(new FootprintPlot), note_(new QLabel) {
  plot_->setObjectName("strategy_plot");
  plot_->setAccessibleName(tr("Footprints of all strategies"));
  set_up_plot(*this, plot_, note_, kLeastPlot);
  follow_numbers(this, [this] { refresh(); });
  connect(plot_, &QCustomPlot::afterLayout, this, [this] {
    if (plot_->fit_texts()) plot_->replot(QCustomPlot::rpQueuedReplot);
  });
  connect(plot_, &QCustomPlot::mousePress, this, [this](const QMouseEvent* event) {
    if (const int row = row_at(event->position().y()); row >= 0) emit row_clicked(row);
  });
  connect(plot_, &QCustomPlot::mouseMove, this, [this](const QMouseEvent* event) {
    const int row = row_at(event->position().y());
    if (row < 0) return QToolTip::hideText();
    const QModelIndex at = model_->index(row, StrategyTableModel::kFootprint);
    QToolTip::showText(event->globalPosition().toPoint(),
                       StrategyTableModel::short_name(model_->rows()[static_cast<std::size_t>(row)]) + ": " +
                           at.data(Qt::ToolTipRole).toString(),
                       plot_);
  });
  connect(model_, &QAbstractItemModel::dataChanged, this, &StrategyChart::refresh);
  plot_->set_style(theme_of(*this), font());
  refresh();
}

/// Room for the names of most bars; where there is less, the plot gives way before the words below it.
QSize StrategyChart::sizeHint() const {
  return QWidget::sizeHint().expandedTo({0, kWishedPlot + note_->sizeHint().height()});
}

void StrategyChart::set_shown(int row) {
  if (shown_ == row) return;
  shown_ = row;
  refresh();
}

void StrategyChart::refresh() {
  drawn_.clear();
  FootprintBars bars;
  for (std::size_t row = 0; row < model_->rows().size(); ++row) {
    const StrategyRow& each = model_->rows()[row];
    if (!each.footprint) continue;
    const bool shown = static_cast<int>(row) == shown_;
    drawn_.push_back(static_cast<int>(row));
    bars.bars.push_back({.name = bar_name(each), .footprint = *each.footprint, .shown = shown, .pale = is_pale(each)});
  }
  bars.bound = model_->results().lower_bound();
  if (model_->baseline()) bars.baseline = model_->baseline()->footprint;
  plot_->set_bars(std::move(bars));
  note_->setText(summary());
  setAccessibleDescription(note_->text());
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

/// How many have no plan, and why.
QStringList StrategyChart::without_bars() const {
  int idle = 0, refused = 0, stopped = 0;
  for (const StrategyRow& row : model_->rows()) {
    if (row.footprint || row.state == StrategyRow::State::waiting) continue;
    const bool not_run = row.state == StrategyRow::State::idle && !row.failure;
    ++(row.refusal ? refused : not_run ? idle : stopped);
  }
  QStringList parts;
  if (idle > 0) parts += tr("%Ln not run.", nullptr, idle);
  if (refused > 0) parts += tr("%Ln cannot plan this graph.", nullptr, refused);
  if (stopped > 0) parts += tr("%Ln gave no plan.", nullptr, stopped);
  return parts;
}

QString StrategyChart::summary() const {
  if (!model_->results().least()) return tr("No plan yet");
  QStringList parts;
  if (const auto bound = model_->results().lower_bound())
    parts += tr("Dashed: lower bound %1.").arg(human_bytes(*bound));
  if (const Plan* baseline = model_->baseline())
    parts += tr("Dotted: baseline %1, %2.").arg(text_of(baseline->strategy), human_bytes(baseline->footprint));
  if (!range().starts_at_zero())
    parts += tr("The axis starts at %1, not at 0.").arg(human_bytes(Bytes{std::llround(range().from)}));
  return (parts + without_bars()).join(' ');
}

int StrategyChart::row_at(double y) const {
  const auto bar = std::lround(plot_->yAxis->pixelToCoord(y));
  const bool present = bar >= 0 && bar < static_cast<long>(drawn_.size());
  const int row = present ? drawn_[static_cast<std::size_t>(bar)] : -1;
  return present && model_->flags(model_->index(row, 0)).testFlag(Qt::ItemIsEnabled) ? row : -1;
}

QPointF StrategyChart::bar_position(int row) const {
  const auto bar = std::ranges::find(drawn_, row);
  if (bar == drawn_.end()) return {};
  const QRect area = plot_->axisRect()->rect();
  const auto at = static_cast<double>(bar - drawn_.begin());
  return plot_->mapTo(this, QPointF(area.left() + 3.0, plot_->yAxis->coordToPixel(at)));
}

ChartRange StrategyChart::range() const {
  return plot_->range();
}

QStringList StrategyChart::names() const {
  return plot_->names();
}

Drawing StrategyChart::drawing(const QString& graph_name) const {
  const std::shared_ptr<FootprintPlot> page(new FootprintPlot, [](FootprintPlot* plot) { plot->deleteLater(); });
  page->set_bars(plot_->bars());
  QCoreApplication::removePostedEvents(page.get());  // it would draw itself while another thread paints it
  Drawing drawing;
  const QString what = tr("Footprints of all strategies");
  drawing.title = graph_name.isEmpty() ? what : graph_name;
  drawing.subtitle = graph_name.isEmpty() ? summary() : what + ". " + summary();
  drawing.paint = [page](QPainter& painter, const QRectF& rect, const Theme& theme) {
    page->paint(painter, rect, theme);
  };
  return drawing;
}

void StrategyChart::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    plot_->set_style(theme_of(*this), font());
    plot_->replot(QCustomPlot::rpQueuedReplot);
  }
  QWidget::changeEvent(event);
}

}  // namespace stowage
