// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/improve/front_page.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QPicture>

#include "widgets/base/canvas.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kNear = 9, kNearLine = 5;  // pixels within which a point, or the line, is meant
constexpr double kMargin = 0.07;            // of what an axis shows, on each side
constexpr double kRow = 34, kColumn = 90;   // pixels from one tick to the next
constexpr double kPageText = 13;

double as_double(Bytes bytes) {
  return static_cast<double>(bytes.count);
}

double milliseconds(std::int64_t nanoseconds) {
  return static_cast<double>(nanoseconds) / 1e6;
}

void put(QCPGraph* graph, const std::optional<TradeOffMarks::Mark>& mark) {
  graph->data()->clear();
  if (mark) graph->addData(milliseconds(mark->makespan), as_double(mark->footprint));
}

void widen(QCPRange& range, double value) {
  range.lower = std::min(range.lower, value);
  range.upper = std::max(range.upper, value);
}

void set_margins(QCPRange& range) {
  const double margin = std::max(range.size() * kMargin, range.upper * 0.01 + 1e-9);
  range.lower = std::max(0.0, range.lower - margin);
  range.upper += margin;
}

/// Ground, axes and their texts.
void set_plot_style(QCustomPlot& plot, const Theme& theme, const QFont& font) {
  plot.setBackground(theme.surface);
  for (QCPAxis* axis : plot.axisRect()->axes()) {
    axis->setBasePen(QPen(theme.grid));
    axis->setTickPen(QPen(theme.grid));
    axis->setSubTickPen(Qt::NoPen);
    axis->setTickLabelColor(theme.muted_text);
    axis->setTickLabelFont(font);
    axis->setLabelColor(theme.muted_text);
    axis->setLabelFont(font);
    axis->grid()->setPen(QPen(theme.grid, 0.6));
    axis->grid()->setZeroLinePen(Qt::NoPen);
  }
}

/// These ticks and no others.
void set_ticks(QCPAxis& axis, const QMap<double, QString>& labels) {
  const auto old = axis.ticker().dynamicCast<QCPAxisTickerText>();
  if (old && old->ticks() == labels) return;
  const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
  ticker->setTicks(labels);
  ticker->setSubTickCount(0);
  axis.setTicker(ticker);
}

}  // namespace

TradeOffPlot::TradeOffPlot(QWidget* parent) : QCustomPlot(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  for (QCPGraph** graph : {&line_, &points_, &baseline_, &one_stream_, &given_, &fastest_, &shown_, &key_}) {
    *graph = addGraph();
    (*graph)->setLineStyle(QCPGraph::lsNone);
  }
  line_->setLineStyle(QCPGraph::lsStepLeft);  // between two points, what the slower one saves is not there yet
  given_->setName(tr("as it is"));
  one_stream_->setName(tr("on one stream"));
  baseline_->setName(tr("baseline"));
  fastest_->setName(tr("fastest within the budget"));
  shown_->setName(tr("shown"));
  // Below the axes: in them it would lie on points.
  plotLayout()->addElement(1, 0, legend);
  plotLayout()->setRowStretchFactor(1, 0.001);
  legend->setFillOrder(QCPLegend::foColumnsFirst);
  legend->setVisible(true);
  budget_ = new QCPItemStraightLine(this);
  budget_->setVisible(false);
  name_axes();
}

/// In a low plot the units of the numbers have to do.
void TradeOffPlot::name_axes() {
  constexpr int kLeastHeight = 150;
  const bool named = page_style() != nullptr ? page_has_axis_labels() : viewport().height() >= kLeastHeight;
  xAxis->setLabel(!named ? QString() : marks_.estimated ? tr("makespan (estimated)") : tr("makespan"));
  yAxis->setLabel(named ? tr("footprint") : QString());
}

void TradeOffPlot::set_marks(TradeOffMarks marks) {
  const bool other = marks.front.size() != marks_.front.size();
  marks_ = std::move(marks);
  if (other) current_.reset();
  QVector<QCPGraphData> front;
  for (auto mark = marks_.front.rbegin(); mark != marks_.front.rend(); ++mark)
    front.append({milliseconds(mark->makespan), as_double(mark->footprint)});
  line_->data()->set(front, true);
  points_->data()->set(front, true);
  const auto mark_of = [&](std::optional<std::size_t> point) {
    return point && *point < marks_.front.size() ? std::optional(marks_.front[*point]) : std::nullopt;
  };
  put(shown_, mark_of(marks_.shown));
  put(fastest_, mark_of(marks_.fastest));
  put(key_, mark_of(current_));
  put(given_, marks_.given);
  put(one_stream_, marks_.one_stream);
  put(baseline_, marks_.baseline);
  fit_legend();
  name_axes();
  budget_->setVisible(marks_.budget.has_value());
  if (marks_.budget) {
    budget_->point1->setCoords(0, as_double(*marks_.budget));
    budget_->point2->setCoords(1, as_double(*marks_.budget));
  }
  if (!dragging_) place_axes();  // or what is dragged would run away
  fit_ticks();
  replot(QCustomPlot::rpQueuedReplot);
}

/// Without room for it, tips have to do; a page has none, so that there it is left out only where it is not wanted. It
/// leaves the layout then: empty, it would keep the axes as narrow as itself.
void TradeOffPlot::fit_legend() {
  constexpr int kLeastHeight = 230, kEntry = 150;
  legend->clearItems();
  legend->setWrap(std::max(1, viewport().width() / kEntry));
  const PageStyle* page = page_style();
  const bool has_room = page != nullptr ? page->legend : viewport().height() >= kLeastHeight;
  if (has_room != (legend->layout() == plotLayout())) {
    if (has_room) {
      plotLayout()->addElement(1, 0, legend);
      plotLayout()->setRowStretchFactor(1, 0.001);
    } else {
      plotLayout()->take(legend);
      plotLayout()->simplify();
    }
    legend->setVisible(has_room);
  }
  if (!has_room) return;
  for (QCPGraph* named : {given_, one_stream_, baseline_, fastest_, shown_})
    if (!named->data()->isEmpty()) named->addToLegend();
}

void TradeOffPlot::place_axes() {
  if (marks_.front.empty()) return;
  QCPRange x(milliseconds(marks_.front[0].makespan), milliseconds(marks_.front[0].makespan));
  QCPRange y(as_double(marks_.front[0].footprint), as_double(marks_.front[0].footprint));
  const auto take = [&](const TradeOffMarks::Mark& mark) {
    widen(x, milliseconds(mark.makespan));
    widen(y, as_double(mark.footprint));
  };
  std::ranges::for_each(marks_.front, take);
  for (const auto& mark : {marks_.given, marks_.one_stream, marks_.baseline})
    if (mark) take(*mark);
  if (marks_.budget) widen(y, as_double(*marks_.budget));
  set_margins(x);
  set_margins(y);
  xAxis->setRange(x);
  yAxis->setRange(y);
}

void TradeOffPlot::fit_ticks() {
  constexpr int kLeastRows = 3;  // fewer say little of an axis that does not begin at zero
  QMap<double, QString> rows, columns;
  const int most_rows = std::max(2, static_cast<int>(axisRect()->height() / kRow));
  std::vector<Tick> ticks;
  for (int most = most_rows; most == most_rows || (ticks.size() < kLeastRows && most <= 4 * kLeastRows); ++most)
    ticks = byte_ticks(yAxis->range().lower, yAxis->range().upper, most);
  for (const Tick& tick : ticks) rows.insert(tick.value, tick.label);
  set_ticks(*yAxis, rows);
  const int most_columns = std::max(2, static_cast<int>(axisRect()->width() / kColumn));
  // In nanoseconds, since ticks are never closer than 1.
  for (const Tick& tick : number_ticks(xAxis->range().lower * 1e6, xAxis->range().upper * 1e6, most_columns))
    columns.insert(tick.value / 1e6, human_duration(tick.value / 1e6));
  set_ticks(*xAxis, columns);
}

void TradeOffPlot::set_style(const Theme& theme, const QFont& font) {
  set_plot_style(*this, theme, font);
  const QColor blue = theme.dark ? QColor(86, 180, 233) : QColor(0, 114, 178);
  using Shape = QCPScatterStyle::ScatterShape;
  const auto scatter = [&](QCPGraph* graph, Shape shape, const QPen& pen, const QBrush& brush, double size) {
    graph->setScatterStyle(QCPScatterStyle(shape, pen, brush, size));
  };
  legend->setFont(font);
  legend->setTextColor(theme.text);
  legend->setBrush(theme.surface);
  legend->setBorderPen(QPen(theme.grid));
  line_->setPen(QPen(blue, 1.2));
  scatter(points_, Shape::ssCircle, QPen(blue, 1.2), theme.surface, 7);
  scatter(shown_, Shape::ssDisc, QPen(blue), blue, 10);
  scatter(fastest_, Shape::ssCircle, QPen(theme.peak, 2), Qt::NoBrush, 14);
  scatter(key_, Shape::ssSquare, QPen(theme.selection, 1.2, Qt::DotLine), Qt::NoBrush, 17);
  scatter(given_, Shape::ssSquare, QPen(theme.text, 1.6), theme.surface, 9);
  scatter(one_stream_, Shape::ssDiamond, QPen(theme.text, 1.6), theme.surface, 11);
  scatter(baseline_, Shape::ssCross, QPen(theme.text, 2), Qt::NoBrush, 9);
  budget_->setPen(QPen(theme.peak, 1.5, Qt::DashLine));
}

QPointF TradeOffPlot::place_of(const TradeOffMarks::Mark& mark) const {
  return {xAxis->coordToPixel(milliseconds(mark.makespan)), yAxis->coordToPixel(as_double(mark.footprint))};
}

std::optional<std::size_t> TradeOffPlot::point_at(QPointF at) const {
  std::optional<std::size_t> out;
  double nearest = kNear;
  for (std::size_t k = 0; k < marks_.front.size(); ++k) {
    const QPointF distance = place_of(marks_.front[k]) - at;
    const double length = std::hypot(distance.x(), distance.y());
    if (length <= nearest) nearest = length, out = k;
  }
  return out;
}

bool TradeOffPlot::is_on_budget(QPointF at) const {
  return marks_.budget && axisRect()->rect().contains(at.toPoint()) &&
         std::abs(yAxis->coordToPixel(as_double(*marks_.budget)) - at.y()) <= kNearLine;
}

void TradeOffPlot::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  if (const auto point = point_at(event->position()))
    emit picked(*point);
  else
    dragging_ = is_on_budget(event->position());
}

void TradeOffPlot::mouseMoveEvent(QMouseEvent* event) {
  if (dragging_) {
    const double value = std::max(0.0, yAxis->pixelToCoord(event->position().y()));
    emit budget_dragged(Bytes{static_cast<std::int64_t>(value)});
    return;
  }
  const auto point = point_at(event->position());
  setCursor(point ? Qt::PointingHandCursor : is_on_budget(event->position()) ? Qt::SizeVerCursor : Qt::ArrowCursor);
  emit hovered(point, event->globalPosition().toPoint());
}

void TradeOffPlot::mouseReleaseEvent(QMouseEvent*) {
  if (!std::exchange(dragging_, false)) return;
  place_axes();
  fit_ticks();
  replot(QCustomPlot::rpQueuedReplot);
}

void TradeOffPlot::leaveEvent(QEvent*) {
  emit hovered({}, {});
}

void TradeOffPlot::keyPressEvent(QKeyEvent* event) {
  const bool back = event->key() == Qt::Key_Right, on = event->key() == Qt::Key_Left;  // slower is smaller
  if (marks_.empty() || (!back && !on && event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter))
    return QCustomPlot::keyPressEvent(event);
  if (!back && !on) {
    if (current_) emit picked(*current_);
    return;
  }
  const std::size_t last = marks_.front.size() - 1, at = current_.value_or(marks_.shown.value_or(last));
  current_ = !current_ ? at : on ? std::min(at + 1, last) : at - std::min<std::size_t>(at, 1);
  put(key_, marks_.front[*current_]);
  replot(QCustomPlot::rpQueuedReplot);
  emit hovered(current_, mapToGlobal(place_of(marks_.front[*current_]).toPoint()));
}

void TradeOffPlot::resizeEvent(QResizeEvent* event) {
  QCustomPlot::resizeEvent(event);
  fit_legend();
  name_axes();
  updateLayout();  // ticks are as many as there is room for
  fit_ticks();
  replot(QCustomPlot::rpQueuedReplot);
}

/// Lines as wide as the page asks for, and axes with or without their labels.
void TradeOffPlot::set_page_lines() {
  const auto widen_pen = [](QPen pen) {
    pen.setWidthF(page_line(pen.widthF() > 0 ? pen.widthF() : 1));
    return pen;
  };
  const bool labels = page_has_axis_labels();
  for (QCPAxis* axis : {xAxis, yAxis}) {
    axis->setBasePen(widen_pen(axis->basePen()));
    axis->setTickPen(widen_pen(axis->tickPen()));
    axis->grid()->setPen(widen_pen(axis->grid()->pen()));
    axis->setTicks(labels);
    axis->setTickLabels(labels);
  }
  line_->setPen(widen_pen(line_->pen()));
  for (QCPGraph* graph : {points_, shown_, fastest_, key_, given_, one_stream_, baseline_}) {
    QCPScatterStyle style = graph->scatterStyle();
    style.setPen(widen_pen(style.pen()));
    graph->setScatterStyle(style);
  }
  budget_->setPen(widen_pen(budget_->pen()));
}

void TradeOffPlot::paint(QPainter& painter, const QRectF& rect, const Theme& theme) {
  set_style(theme, paint_font(kPageText));
  setBackground(Qt::NoBrush);  // the page has one
  axisRect()->setBackground(theme.surface);
  set_page_lines();
  const QSize size = rect.size().toSize().expandedTo({1, 1});
  setViewport({QPoint(), size});
  fit_legend();
  name_axes();
  for (int pass = 0; pass < 2; ++pass) {  // labels take room from the ticks
    updateLayout();
    fit_ticks();
  }
  // QCustomPlot wants a painter of its own, and `painter` has the device already.
  QPicture picture;
  QCPPainter into(&picture);
  into.setMode(QCPPainter::pmVectorized);
  toPainter(&into, size.width(), size.height());
  into.end();
  painter.save();
  painter.translate(rect.topLeft());
  // A picture is drawn in inches, but the page is laid out in pixels, at any resolution of the device.
  painter.scale(static_cast<double>(picture.logicalDpiX()) / painter.device()->logicalDpiX(),
                static_cast<double>(picture.logicalDpiY()) / painter.device()->logicalDpiY());
  painter.drawPicture(0, 0, picture);
  painter.restore();
}

}  // namespace stowage
