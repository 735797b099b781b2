// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/strategies/strategy_chart.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <qcustomplot.h>
#include <QEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include "widgets/follow_numbers.h"
#include "widgets/painters/numbers.h"
#include "widgets/painters/theme.h"
#include "widgets/strategies/strategy_table_model.h"

namespace stowage {
namespace {

constexpr double kBarWidth = 0.72;  // of the distance between two bars

double as_double(Bytes bytes) {
  return static_cast<double>(bytes.count);
}

/// Least and greatest of all that is drawn; none where nothing is.
std::optional<std::pair<Bytes, Bytes>> extent(const StrategyTableModel& model) {
  std::optional<std::pair<Bytes, Bytes>> found;
  const auto take = [&](Bytes value) {
    if (!found) found = {value, value};
    found = {std::min(found->first, value), std::max(found->second, value)};
  };
  for (const StrategyRow& row : model.rows())
    if (row.footprint) take(*row.footprint);
  if (found && model.bounds()) take(model.bounds()->best());
  if (found && model.baseline()) take(model.baseline()->footprint);
  return found;
}

}  // namespace

StrategyChart::StrategyChart(const StrategyTableModel* model, QWidget* parent)
    : QWidget(parent), model_(model), plot_(new QCustomPlot), note_(new QLabel) {
  plot_->setObjectName("strategy_plot");
  plot_->setAccessibleName(tr("Footprints of all strategies"));
  plot_->setMinimumSize(120, 140);
  plot_->setPlottingHint(QCP::phImmediateRefresh, false);  // it is painted with the rest of the window, not before
  plot_->axisRect()->setMinimumMargins(QMargins(4, 4, 12, 4));
  const auto make_bars = [this] {
    auto* bars = new QCPBars(plot_->yAxis, plot_->xAxis);
    bars->setWidth(kBarWidth);
    return bars;
  };
  bars_ = make_bars();
  shown_bar_ = make_bars();
  stale_bars_ = make_bars();
  bound_line_ = new QCPItemStraightLine(plot_);
  baseline_line_ = new QCPItemStraightLine(plot_);
  note_->setWordWrap(true);
  note_->setMargin(4);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(plot_, 1);
  follow_numbers(this, [this] { refresh(); });
  rows->addWidget(note_);
  connect(plot_, &QCustomPlot::afterLayout, this, &StrategyChart::fit_texts);
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
  connect(model_, &QAbstractItemModel::modelReset, this, &StrategyChart::refresh);
  connect(model_, &QAbstractItemModel::dataChanged, this, &StrategyChart::refresh);
  connect(model_, &QAbstractItemModel::rowsInserted, this, &StrategyChart::refresh);
  connect(model_, &QAbstractItemModel::rowsRemoved, this, &StrategyChart::refresh);
  apply_theme(palette().color(QPalette::Window).lightness() < 128);
  refresh();
}

void StrategyChart::set_shown(int row) {
  if (shown_ == row) return;
  shown_ = row;
  refresh();
}

void StrategyChart::refresh() {
  const auto values = extent(*model_);
  range_ = values ? chart_range(values->first, values->second) : ChartRange{};
  place_axis();
  place_bars();
  place_lines();
  place_absences();
  note_->setText(summary());
  setAccessibleDescription(note_->text());
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void StrategyChart::place_axis() {
  const auto count = static_cast<int>(model_->rows().size());
  const QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
  for (int row = 0; row < count; ++row)
    names->addTick(row, StrategyTableModel::short_name(model_->rows()[static_cast<std::size_t>(row)]));
  names->setSubTickCount(0);
  plot_->yAxis->setTicker(names);
  plot_->yAxis->setRange(-0.6, count - 0.4);
  plot_->yAxis->setRangeReversed(true);
  plot_->yAxis->setTickLength(0);
  plot_->xAxis->setRange(range_.from, range_.to);
  fit_ticks();
}

void StrategyChart::place_bars() {
  for (QCPBars* bars : {bars_, shown_bar_, stale_bars_}) {
    bars->data()->clear();
    bars->setBaseValue(range_.from);
  }
  for (int row = 0; row < static_cast<int>(model_->rows().size()); ++row) {
    const StrategyRow& each = model_->rows()[static_cast<std::size_t>(row)];
    if (!each.footprint) continue;
    QCPBars* bars = row == shown_ ? shown_bar_ : each.stale ? stale_bars_ : bars_;
    bars->addData(row, as_double(*each.footprint) - range_.from);  // QCustomPlot adds the base value
  }
}

void StrategyChart::place_lines() {
  const auto place = [](QCPItemStraightLine* line, std::optional<Bytes> at) {
    line->setVisible(at.has_value());
    if (!at) return;
    line->point1->setCoords(as_double(*at), 0);
    line->point2->setCoords(as_double(*at), 1);
  };
  place(bound_line_, model_->bounds() ? std::optional(model_->bounds()->best()) : std::nullopt);
  place(baseline_line_, model_->baseline() ? std::optional(model_->baseline()->footprint) : std::nullopt);
}

/// Where a bar would begin stands why there is none.
void StrategyChart::place_absences() {
  const auto& rows = model_->rows();
  while (absences_.size() < rows.size()) {
    auto* text = new QCPItemText(plot_);
    text->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    text->setSelectable(false);
    text->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    text->position->setTypeY(QCPItemPosition::ptPlotCoords);
    text->setColor(plot_->xAxis->tickLabelColor());  // muted
    text->setFont(plot_->yAxis->tickLabelFont());
    absences_.push_back(text);
  }
  for (std::size_t k = 0; k < absences_.size(); ++k) {
    const QString why = k < rows.size() ? StrategyTableModel::absence(rows[k]) : QString();
    absences_[k]->setVisible(!why.isEmpty());
    absences_[k]->setText(why);
    absences_[k]->position->setCoords(0.01, static_cast<double>(k));
  }
}

QString StrategyChart::summary() const {
  if (!model_->best()) return tr("No plan yet");
  QStringList parts;
  if (model_->bounds()) parts += tr("Dashed: lower bound %1.").arg(human_bytes(model_->bounds()->best()));
  if (const auto& baseline = model_->baseline())
    parts += tr("Dotted: baseline %1, %2.").arg(baseline->name, human_bytes(baseline->footprint));
  if (!range_.starts_at_zero())
    parts += tr("The axis starts at %1, not at 0.").arg(human_bytes(Bytes{std::llround(range_.from)}));
  return parts.join(' ');
}

int StrategyChart::row_at(double y) const {
  const auto row = static_cast<int>(std::lround(plot_->yAxis->pixelToCoord(y)));
  const bool present = row >= 0 && row < static_cast<int>(model_->rows().size());
  return present && model_->flags(model_->index(row, 0)).testFlag(Qt::ItemIsEnabled) ? row : -1;
}

QPointF StrategyChart::bar_position(int row) const {
  const QRect area = plot_->axisRect()->rect();
  return plot_->mapTo(this, QPointF(area.left() + 3.0, plot_->yAxis->coordToPixel(row)));
}

void StrategyChart::apply_theme(bool dark) {
  const Theme& theme = Theme::of(dark);
  plot_->setBackground(theme.surface);
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
    axis->setBasePen(QPen(theme.grid));
    axis->setTickPen(QPen(theme.grid));
    axis->setSubTickPen(Qt::NoPen);
    axis->setTickLabelColor(axis == plot_->yAxis ? theme.text : theme.muted_text);
    axis->setLabelColor(theme.muted_text);
    axis->setLabelFont(font());
    axis->grid()->setPen(QPen(theme.grid, 0.6));
    axis->grid()->setZeroLinePen(Qt::NoPen);
  }
  plot_->xAxis->setTickLabelFont(font());
  plot_->yAxis->grid()->setVisible(false);
  const BarColors colors = bar_colors(theme);
  const auto fill = [](QCPBars* bars, const QColor& color) {
    bars->setBrush(color);
    bars->setPen(Qt::NoPen);
  };
  fill(bars_, colors.plain);
  fill(shown_bar_, colors.shown);
  fill(stale_bars_, colors.stale);
  for (QCPItemText* text : absences_) text->setColor(theme.muted_text);
  bound_line_->setPen(QPen(theme.bound, 1.5, Qt::DashLine));
  baseline_line_->setPen(QPen(theme.text, 1.5, Qt::DotLine));
}

Drawing StrategyChart::drawing(const QString& graph_name) const {
  FootprintBars bars;
  bars.range = range_;
  if (model_->bounds()) bars.bound = model_->bounds()->best();
  if (model_->baseline()) bars.baseline = model_->baseline()->footprint;
  for (const StrategyRow& row : model_->rows())
    bars.bars.push_back({.name = StrategyTableModel::short_name(row),
                         .footprint = row.footprint,
                         .absence = StrategyTableModel::absence(row),
                         .shown = static_cast<int>(bars.bars.size()) == shown_,
                         .stale = row.stale});
  Drawing drawing;
  const QString what = tr("Footprints of all strategies");
  drawing.title = graph_name.isEmpty() ? what : graph_name;
  drawing.subtitle = graph_name.isEmpty() ? summary() : what + ". " + summary();
  drawing.paint = [bars](QPainter& painter, const QRectF& rect, const Theme& theme) {
    paint_footprint_bars(painter, rect, bars, theme);
  };
  return drawing;
}

void StrategyChart::fit_texts() {
  fit_names();
  fit_ticks();
}

/// Names as large as the distance between two bars allows.
void StrategyChart::fit_names() {
  const double pitch = plot_->axisRect()->height() / std::max(1.0, static_cast<double>(model_->rows().size()));
  QFont names = font();
  names.setPixelSize(std::clamp(static_cast<int>(pitch * 0.86), 6, fontInfo().pixelSize()));
  if (names == plot_->yAxis->tickLabelFont()) return;
  plot_->yAxis->setTickLabelFont(names);
  for (QCPItemText* text : absences_) text->setFont(names);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

/// As many exact ticks as the axis has room for now.
void StrategyChart::fit_ticks() {
  const QFontMetricsF metrics(plot_->xAxis->tickLabelFont());
  const auto width_of = [&](const QString& label) { return metrics.horizontalAdvance(label); };
  QMap<double, QString> labels;
  for (const Tick& tick : footprint_ticks(range_, plot_->axisRect()->width(), width_of))
    labels.insert(tick.value, tick.label);
  const auto old = plot_->xAxis->ticker().dynamicCast<QCPAxisTickerText>();
  if (old && old->ticks() == labels) return;
  const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
  ticker->setTicks(labels);
  ticker->setSubTickCount(0);
  plot_->xAxis->setTicker(ticker);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void StrategyChart::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    apply_theme(palette().color(QPalette::Window).lightness() < 128);
    plot_->replot(QCustomPlot::rpQueuedReplot);
  }
  QWidget::changeEvent(event);
}

}  // namespace stowage
