// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/strategies/strategy_chart.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <qcustomplot.h>
#include <QEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/theme.h"
#include "widgets/views/strategies/strategy_table_model.h"

namespace stowage {
namespace {

constexpr double kBarWidth = 0.72;  // of the distance between two bars
constexpr int kLeastName = 8;       // pixels of its letters
constexpr int kLeastPlot = 90, kWishedPlot = 140;

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
  if (found && model.lower_bound()) take(*model.lower_bound());
  if (found && model.baseline()) take(model.baseline()->footprint);
  return found;
}

/// Grey: no plan for the graph as it is.
bool is_pale(const StrategyRow& row) {
  return row.stale || !row.fault.isEmpty();
}

QString bar_name(const StrategyRow& row) {
  const QString name = StrategyTableModel::short_name(row);
  return row.fault.isEmpty() ? name : StrategyChart::tr("%1: invalid").arg(name);
}

}  // namespace

StrategyChart::StrategyChart(const StrategyTableModel* model, QWidget* parent)
    : QWidget(parent), model_(model), plot_(new QCustomPlot), note_(new QLabel) {
  plot_->setObjectName("strategy_plot");
  plot_->setAccessibleName(tr("Footprints of all strategies"));
  plot_->setMinimumSize(120, kLeastPlot);
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
  apply_theme(is_dark(palette()));
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
  const auto values = extent(*model_);
  range_ = values ? chart_range(values->first, values->second) : ChartRange{};
  place_axis();
  place_bars();
  place_lines();
  note_->setText(summary());
  setAccessibleDescription(note_->text());
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void StrategyChart::place_axis() {
  drawn_.clear();
  for (std::size_t row = 0; row < model_->rows().size(); ++row)
    if (model_->rows()[row].footprint) drawn_.push_back(static_cast<int>(row));
  plot_->yAxis->setRange(-0.6, std::max(1.0, static_cast<double>(drawn_.size())) - 0.4);
  plot_->yAxis->setRangeReversed(true);
  plot_->yAxis->setTickLength(0);
  plot_->xAxis->setRange(range_.from, range_.to);
  fit_texts();
}

void StrategyChart::place_bars() {
  for (QCPBars* bars : {bars_, shown_bar_, stale_bars_}) {
    bars->data()->clear();
    bars->setBaseValue(range_.from);
  }
  for (std::size_t k = 0; k < drawn_.size(); ++k) {
    const StrategyRow& each = row_of_bar(k);
    QCPBars* bars = is_pale(each) ? stale_bars_ : drawn_[k] == shown_ ? shown_bar_ : bars_;
    bars->addData(static_cast<double>(k), as_double(*each.footprint) - range_.from);  // it adds the base value
  }
}

const StrategyRow& StrategyChart::row_of_bar(std::size_t bar) const {
  return model_->rows()[static_cast<std::size_t>(drawn_[bar])];
}

void StrategyChart::place_lines() {
  const auto place = [](QCPItemStraightLine* line, std::optional<Bytes> at) {
    line->setVisible(at.has_value());
    if (!at) return;
    line->point1->setCoords(as_double(*at), 0);
    line->point2->setCoords(as_double(*at), 1);
  };
  place(bound_line_, model_->lower_bound());
  place(baseline_line_, model_->baseline() ? std::optional(model_->baseline()->footprint) : std::nullopt);
}

/// How many have no plan, and why.
QStringList StrategyChart::without_bars() const {
  int idle = 0, refused = 0, stopped = 0;
  for (const StrategyRow& row : model_->rows()) {
    if (row.footprint || row.state == StrategyRow::State::waiting) continue;
    const bool not_run = row.state == StrategyRow::State::idle && row.failure.isEmpty();
    ++(row.refusal ? refused : not_run ? idle : stopped);
  }
  QStringList parts;
  if (idle > 0) parts += tr("%Ln not run.", nullptr, idle);
  if (refused > 0) parts += tr("%Ln cannot plan this graph.", nullptr, refused);
  if (stopped > 0) parts += tr("%Ln gave no plan.", nullptr, stopped);
  return parts;
}

QString StrategyChart::summary() const {
  if (!model_->best()) return tr("No plan yet");
  QStringList parts;
  if (const auto bound = model_->lower_bound()) parts += tr("Dashed: lower bound %1.").arg(human_bytes(*bound));
  if (const auto& baseline = model_->baseline())
    parts += tr("Dotted: baseline %1, %2.").arg(baseline->name, human_bytes(baseline->footprint));
  if (!range_.starts_at_zero())
    parts += tr("The axis starts at %1, not at 0.").arg(human_bytes(Bytes{std::llround(range_.from)}));
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
  bound_line_->setPen(QPen(theme.bound, 1.5, Qt::DashLine));
  baseline_line_->setPen(QPen(theme.text, 1.5, Qt::DotLine));
}

Drawing StrategyChart::drawing(const QString& graph_name) const {
  FootprintBars bars;
  bars.range = range_;
  bars.bound = model_->lower_bound();
  if (model_->baseline()) bars.baseline = model_->baseline()->footprint;
  for (std::size_t k = 0; k < drawn_.size(); ++k)
    bars.bars.push_back({.name = bar_name(row_of_bar(k)),
                         .footprint = *row_of_bar(k).footprint,
                         .shown = drawn_[k] == shown_ && !is_pale(row_of_bar(k)),
                         .stale = is_pale(row_of_bar(k))});
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

/// Names as large as the distance between two bars allows; where that is too little, of every second, third … bar.
void StrategyChart::fit_names() {
  const double pitch = plot_->axisRect()->height() / std::max(1.0, static_cast<double>(drawn_.size()));
  QFont font_of_names = font();
  font_of_names.setPixelSize(std::clamp(static_cast<int>(pitch * 0.86), kLeastName, fontInfo().pixelSize()));
  const auto stride = static_cast<std::size_t>(std::max(1.0, std::ceil(kLeastName * 1.15 / std::max(pitch, 0.1))));
  const auto shown = static_cast<std::size_t>(std::ranges::find(drawn_, shown_) - drawn_.begin());
  QMap<double, QString> labels;
  for (std::size_t bar = 0; bar < drawn_.size(); ++bar) {
    const bool beside = shown < drawn_.size() && bar + stride > shown && bar < shown + stride;  // of the one shown
    if (beside ? bar == shown : bar % stride == 0) labels.insert(static_cast<double>(bar), bar_name(row_of_bar(bar)));
  }
  const auto old = plot_->yAxis->ticker().dynamicCast<QCPAxisTickerText>();
  if (font_of_names == plot_->yAxis->tickLabelFont() && old && old->ticks() == labels) return;
  plot_->yAxis->setTickLabelFont(font_of_names);
  const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
  ticker->setTicks(labels);
  ticker->setSubTickCount(0);
  plot_->yAxis->setTicker(ticker);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

QStringList StrategyChart::names() const {
  const auto ticker = plot_->yAxis->ticker().dynamicCast<QCPAxisTickerText>();
  return ticker ? QStringList(ticker->ticks().values()) : QStringList();
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
    apply_theme(is_dark(palette()));
    plot_->replot(QCustomPlot::rpQueuedReplot);
  }
  QWidget::changeEvent(event);
}

}  // namespace stowage
