// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/lanes/lanes_geometry.h"

#include <algorithm>
#include <cmath>

#include "widgets/painters/style/page_style.h"

namespace stowage {
namespace {

constexpr double kAxisHeight = 18, kBandsHeight = 16;
constexpr double kLeastPageLane = 3, kLeastLane = 20, kMostLane = 44, kMostPageLane = 120;
constexpr double kMostStepWidth = 120;  // pixels; further apart, operators of few steps would be lost in space
constexpr double kLeastNames = 60, kMostNamesShare = 0.33, kMostNamesShareSmall = 0.42;
constexpr double kHandle = 10, kLeastWithHandle = 12;
constexpr double kLeastSpan = 2;     // steps, or as much time as the shortest operator takes twice
constexpr double kTimeGap = 1;       // pixels between the boxes of operators that follow each other in time
constexpr double kMostBoxes = 6000;  // over time: what a frame has time for

constexpr double kHead = 7;
constexpr double kRise = 0.75;       // of the controls' height, reached by a cubic whose controls are equally high
constexpr double kFarOutside = 500;  // pixels

QRectF box_of(const LanesGeometry& geometry, const Graph& graph, OperatorId o) {
  return geometry.box(o.index(), graph.stream(o).index());
}

/// `p`, or where the straight line to `other` comes within reach of the plot: dashes that nobody sees take as long to
/// draw as others.
QPointF pulled_in(QPointF p, QPointF other, const QRectF& plot) {
  const double x = std::clamp(p.x(), plot.left() - kFarOutside, plot.right() + kFarOutside);
  if (x == p.x()) return p;
  return {x, p.y() + (other.y() - p.y()) * (x - p.x()) / (other.x() - p.x())};
}

/// Leaves and arrives along the lanes, so that the heads of arrows into one operator lie on one another.
LaneArrow between(QPointF from, QPointF tip, double bow) {
  const double head = std::min(kHead, std::max(tip.x() - from.x(), 2.0) / 2);
  const QPointF end = tip - QPointF(head, 0);
  LaneArrow out{.path = QPainterPath(from), .tip = tip};
  const double across = end.x() - from.x();
  const double reach = std::clamp(across / 2, 2.0, bow > 0 ? 24.0 : 60.0);
  const QPointF up(0, -std::min(bow, 4 + across / 6));
  out.path.cubicTo(from + QPointF(reach, 0) + up, end - QPointF(reach, 0) + up, end);
  return out;
}

}  // namespace

LanesGeometry::LanesGeometry(const QRectF& rect, StepScale scale, std::size_t lanes, double names_width,
                             bool with_bands, const std::optional<Margins>& margins)
    : scale_(std::move(scale)), lanes_(lanes), margins_(margins) {
  place(rect, names_width, with_bands);
  fit();
}

LanesGeometry LanesGeometry::moved_to(const QRectF& rect, const StepScale& scale, std::size_t lanes, double names_width,
                                      bool with_bands, const std::optional<Margins>& margins) const {
  LanesGeometry out(rect, scale, lanes, names_width, with_bands, margins);
  out.folds_ = folds_;
  if (steps() == 0 || shows_all_steps())
    out.scroll_to(view_.scroll);
  else if (scale_.same_axis(out.scale_))
    out.show(view_);
  else
    out.show_steps_of(*this);
  return out;
}

/// As far as it has them: `other` may be of the graph before.
void LanesGeometry::show_steps_of(const LanesGeometry& other) {
  if (const auto span = scale_.same_steps(other.scale_, other.view_.begin, other.view_.end))
    show({span->begin, span->end, other.view_.scroll});
}

void LanesGeometry::place(const QRectF& rect, double names_width, bool with_bands) {
  rect_ = rect;
  const double names = std::clamp(
      names_width, kLeastNames,
      std::max(kLeastNames, rect.width() * (on_small_page(rect.width()) ? kMostNamesShareSmall : kMostNamesShare)));
  const double left = rect.left() + (margins_ ? margins_->left : names);
  const double width = std::max(rect.right() - (margins_ ? margins_->right : 0) - left, 1.0);
  plot_ = QRectF(left, rect.top(), width, 0);
  bands_ = with_bands ? QRectF(left, 0, width, kBandsHeight) : QRectF();
  place_rows(margins_ ? kMostPageLane : kMostLane);
}

/// From top to bottom; the columns are placed.
void LanesGeometry::place_rows(double most_lane) {
  const double axis = margins_ && !margins_->axis ? 0 : kAxisHeight;
  const double room = std::max(rect_.height() - axis - strip_height_ - bands_.height(), 1.0);
  lane_height_ = std::floor(std::clamp(room / static_cast<double>(std::max<std::size_t>(lanes_, 1)),
                                       page_style() != nullptr ? kLeastPageLane : kLeastLane, most_lane));
  plot_.setHeight(std::min(room, lane_height_ * static_cast<double>(lanes_)));
  strip_ = QRectF(plot_.left(), plot_.bottom(), plot_.width(), strip_height_);
  if (!bands_.isNull()) bands_.moveTop(strip_.bottom());
  axis_ = QRectF(plot_.left(), bands_.isNull() ? strip_.bottom() : bands_.bottom(), plot_.width(), axis);
}

void LanesGeometry::fill_page(bool with_strip) {
  strip_height_ = with_strip ? kStripHeight : 0;
  place_rows(kMostPageLane);
  if (shows_all_steps()) view_ = {0, std::max(scale_.length(), 1.0), view_.scroll};
  scroll_to(view_.scroll);
}

QRectF LanesGeometry::names() const {
  return {rect_.left(), plot_.top(), plot_.left() - rect_.left(), plot_.height()};
}

QRectF LanesGeometry::below() const {
  return {strip_.left(), strip_.top(), strip_.width(), rect_.bottom() - strip_.top()};
}

double LanesGeometry::fitting_span() const {
  const double least = over_time() || margins_ ? 0 : plot_.width() / kMostStepWidth;
  return std::max({scale_.length(), least, 1.0});
}

bool LanesGeometry::aggregates() const {
  if (!over_time()) return unit_width() < 1;
  const Range lanes = lanes_in_view();
  const double pixels = plot_.width() * static_cast<double>(lanes.end - lanes.begin);
  return static_cast<double>(scale_.count_within(view_.begin, view_.end)) > std::min(pixels, kMostBoxes);
}

QRectF LanesGeometry::lane(std::size_t lane) const {
  const double top = plot_.top() + lane_height_ * static_cast<double>(lane) - view_.scroll;
  return {plot_.left(), top, plot_.width(), lane_height_};
}

std::optional<std::size_t> LanesGeometry::lane_at(double y) const {
  if (y < plot_.top() || y >= plot_.bottom()) return std::nullopt;
  const auto lane = static_cast<std::size_t>((y - plot_.top() + view_.scroll) / lane_height_);
  return lane < lanes_ ? std::optional(lane) : std::nullopt;
}

QRectF LanesGeometry::boxes(std::size_t lane) const {
  const double inset = std::floor(std::clamp(lane_height_ * 0.14, 2.0, 6.0));
  return this->lane(lane).adjusted(0, inset, 0, -inset);
}

StepScale::Span LanesGeometry::places_of(std::size_t step) const {
  if (!folds_ || step >= scale_.steps()) return {scale_.begin(step), scale_.end(step)};
  const auto [first, last] = folds_->span(OperatorId(step));
  return {scale_.begin(first.index()), scale_.end(last.index())};
}

QRectF LanesGeometry::box(std::size_t step, std::size_t lane) const {
  const auto [begin, end] = places_of(step);
  const double width = (end - begin) * unit_width();
  const double gap = width < 4 ? 0 : over_time() ? kTimeGap : std::min(width * 0.16, 8.0);
  const QRectF row = boxes(lane);
  const double left = x_of(begin) + gap / 2;
  return {left, row.top(), std::max(width - gap, 1.0), row.height()};
}

QRectF LanesGeometry::handle(std::size_t step, std::size_t lane) const {
  const QRectF box = this->box(step, lane);
  if (box.width() < kLeastWithHandle) return {};
  const double side = std::min(kHandle, box.height());
  const double beyond = over_time() ? 0 : side / 2;  // the next one may begin right there
  return {box.right() + beyond - side, box.center().y() - side / 2, side, side};
}

std::span<const OperatorId> LanesGeometry::in_view(std::span<const OperatorId> lane) const {
  const auto first = std::ranges::partition_point(lane, [&](OperatorId o) {
    const auto [begin, end] = places_of(o.index());
    return begin < view_.begin && end <= view_.begin;
  });
  const auto last =
      std::partition_point(first, lane.end(), [&](OperatorId o) { return places_of(o.index()).begin < view_.end; });
  return {first, last};
}

LanesGeometry::Range LanesGeometry::lanes_in_view() const {
  const auto begin = static_cast<std::size_t>(view_.scroll / lane_height_);
  const auto end = static_cast<std::size_t>(std::ceil((view_.scroll + plot_.height()) / lane_height_));
  return {std::min(begin, lanes_), std::min(end, lanes_)};
}

double LanesGeometry::most_scroll() const {
  return std::max(0.0, lane_height_ * static_cast<double>(lanes_) - plot_.height());
}

/// Closer than this nothing new is seen.
double LanesGeometry::least_span() const {
  const double least = margins_ ? kLeastSpan : std::max(kLeastSpan, plot_.width() / (2 * kMostStepWidth));
  return std::min(fitting_span(), scale_.shortest() * least);
}

void LanesGeometry::set_span(double begin, double span) {
  const double all = fitting_span();
  span = std::clamp(span, least_span(), all);
  view_.begin = std::clamp(begin, 0.0, all - span);
  view_.end = view_.begin + span;
}

void LanesGeometry::fit() {
  set_span(0, fitting_span());
}

void LanesGeometry::show(const View& view) {
  set_span(view.begin, view.end - view.begin);
  scroll_to(view.scroll);
}

void LanesGeometry::zoom_at(double x, double factor) {
  const double fixed = place_at(x), share = (x - plot_.left()) / plot_.width();
  const double span = std::clamp((view_.end - view_.begin) / factor, least_span(), fitting_span());
  set_span(fixed - share * span, span);
}

void LanesGeometry::pan(double dx, double dy) {
  set_span(view_.begin - dx / unit_width(), view_.end - view_.begin);
  scroll_to(view_.scroll - dy);
}

void LanesGeometry::scroll_to(double pixels) {
  view_.scroll = std::clamp(std::round(pixels), 0.0, most_scroll());
}

void LanesGeometry::reveal(std::size_t step, std::size_t lane) {
  const double span = view_.end - view_.begin, begin = scale_.begin(step), end = scale_.end(step);
  const double room = over_time() ? span / 8 : std::min(span / 4, 3.0);
  if (begin < view_.begin && end <= view_.begin + span / 2)
    set_span(begin - room, span);
  else if (begin >= view_.begin && end > view_.end)
    set_span(std::min(end + room - span, begin), span);
  const double top = lane_height_ * static_cast<double>(lane);
  if (top < view_.scroll)
    scroll_to(top);
  else if (top + lane_height_ > view_.scroll + plot_.height())
    scroll_to(top + lane_height_ - plot_.height());
}

LaneArrow lane_arrow(const LanesGeometry& geometry, const Graph& graph, OperatorId from, OperatorId to) {
  if (from != to && geometry.shown(from) == geometry.shown(to)) return {};
  const QRectF a = box_of(geometry, graph, from), b = box_of(geometry, graph, to);
  const bool over_others = graph.stream(from) == graph.stream(to) && graph.position(to) != graph.position(from) + 1;
  const QPointF out(a.right(), a.center().y()), in(b.left(), b.center().y());
  const double bow = (geometry.lane_height() / 2 - 1.5) / kRise;  // to the edge of its lane: the first has none above
  return between(pulled_in(out, in, geometry.plot()), pulled_in(in, out, geometry.plot()), over_others ? bow : 0);
}

LaneArrow lane_arrow(const LanesGeometry& geometry, const Graph& graph, OperatorId from, QPointF to) {
  const QRectF a = box_of(geometry, graph, from);
  return between(pulled_in({a.right(), a.center().y()}, to, geometry.plot()), to, 0);
}

}  // namespace stowage
