// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lanes/lane_drag.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>

#include "core/graph/laid_out.h"
#include "core/insight/bodies/edit_bodies.h"
#include "core/insight/simulate/timing.h"
#include "widgets/edit/edits.h"
#include "widgets/painters/graph/graph_painter.h"
#include "widgets/painters/lanes/lanes_geometry.h"
#include "widgets/painters/lanes/lanes_painter.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::LaneDrag)
};

constexpr std::size_t kMostTried = 20'000;  // operators; edits of larger graphs are not tried while the mouse moves
constexpr double kLeastGhost = 28;
constexpr std::size_t kMostGhosts = 3;  // cards of a pile say "several"

}  // namespace

LaneDrag::LaneDrag(std::shared_ptr<const Graph> graph, OperatorId grabbed, std::vector<OperatorId> operators)
    : graph_(std::move(graph)), grabbed_(grabbed), operators_(std::move(operators)) {
  if (operators_.size() == 1) allowed_ = steps_allowed(*graph_, grabbed_);
}

void LaneDrag::move_to(const LanesGeometry& geometry, QPointF at, OperatorId under) {
  find_target(geometry, at, under);
  foresee();
}

/// Tries the edit, once for each target that the mouse comes to.
void LaneDrag::foresee() {
  if (!graph_->has_durations() || graph_->operator_count() > kMostTried) return;
  if (const Aim aim{target_, lane_, step_, end_}; std::exchange(foreseen_for_, aim) == aim) return;
  foreseen_.clear();
  const auto asked = refusal().isEmpty() ? request() : std::nullopt;
  const auto edited = asked ? std::optional(asked->apply(*graph_)) : std::nullopt;
  if (!edited || !*edited) return;
  if (!makespan_) makespan_ = timing_of(*graph_).makespan;
  const std::int64_t now = timing_of((*edited)->graph).makespan;
  const QString length = human_duration(static_cast<double>(now) / 1e6);
  foreseen_ = now == *makespan_ ? Text::tr("makespan %1, as now").arg(length)
                                : Text::tr("makespan %1 (%2)").arg(length, signed_duration(now - *makespan_));
}

void LaneDrag::find_target(const LanesGeometry& geometry, QPointF at, OperatorId under) {
  at_ = at;
  target_ = Target::none;
  end_ = OperatorId();
  if (operators_.empty()) {
    if (!under.valid() || under == grabbed_) return;
    target_ = Target::op;
    end_ = under;
    if (end_ < grabbed_ && !ancestors_) {  // only then can it close a cycle
      ancestors_ = std::make_shared<Ancestors>(*graph_);
      ancestors_->add(grabbed_);
    }
    return;
  }
  if (at.x() < geometry.names().left() || at.x() > geometry.plot().right()) return;
  if (at.y() >= geometry.below().top() && at.y() < geometry.below().bottom()) {
    target_ = Target::new_lane;
    return;
  }
  const auto lane = geometry.lane_at(at.y());
  if (!lane) return;
  lane_ = StreamId(*lane);
  if (!std::ranges::all_of(operators_, [this](OperatorId o) { return graph_->stream(o) == lane_; })) {
    target_ = Target::lane;
  } else if (operators_.size() == 1) {
    step_ = step_under(geometry, at.x());
    if (step_ != grabbed_.index()) target_ = Target::step;
  }
}

/// The step that puts it where the mouse is on its own lane. Over time, that is where the operator under the mouse is;
/// and beside those of its lane that it passed on the way, whatever steps lie between.
std::size_t LaneDrag::step_under(const LanesGeometry& geometry, double x) const {
  if (!geometry.over_time()) return geometry.step_at(x);
  const StepScale& scale = geometry.scale();
  const double place = geometry.place_at(x);
  std::size_t out = grabbed_.index();
  for (OperatorId o : graph_->operators_of(graph_->stream(grabbed_))) {
    const bool earlier = o < grabbed_ && scale.end(o.index()) > place;
    if (earlier) return o.index();
    if (o > grabbed_ && scale.begin(o.index()) <= place) out = o.index();
  }
  return out;
}

std::optional<EditRequest> LaneDrag::request() const {
  switch (target_) {
    case Target::lane:
      return edits::move_to_stream(*graph_, operators_, lane_);
    case Target::new_lane:
      return edits::move_to_new_stream(*graph_, operators_, {});
    case Target::step:
      return edits::move_to_step(*graph_, grabbed_, step_);
    case Target::op:
      return edits::add_sync(*graph_, grabbed_, end_);
    case Target::none:
      break;
  }
  return std::nullopt;
}

QString LaneDrag::refusal() const {
  const auto fixed = [] { return Text::tr("Its place in the order is fixed"); };
  if (target_ == Target::step && !allowed_.contain(step_)) {
    const bool early = step_ < allowed_.begin;
    const OperatorId other = early ? allowed_.after : allowed_.before;
    if (!other.valid()) return fixed();
    return (early ? Text::tr("It must stay after %1") : Text::tr("It must stay before %1")).arg(name(other));
  }
  if (target_ != Target::op) return {};
  if (std::ranges::find(graph_->control_successors(grabbed_), end_) != graph_->control_successors(grabbed_).end())
    return Text::tr("There is a sync from %1 to %2 already").arg(name(grabbed_), name(end_));
  if (end_ > grabbed_) return {};
  if (ancestors_->contains(end_)) return Text::tr("A cycle: %1 leads to %2").arg(way(end_), name(grabbed_));
  return graph_->times().empty() ? QString() : fixed();
}

/// Short enough for a reason that names several to be seen whole beside the pointer.
QString LaneDrag::name(OperatorId o) const {
  constexpr double kLongest = 140;  // pixels
  return fitted_name(paint_font(12), text_of(shown_name(*graph_, o)), kLongest);
}

/// From an ancestor to what was grabbed, which is not named: "a → b".
QString LaneDrag::way(OperatorId from) const {
  constexpr std::size_t kMostNamed = 4;
  QStringList names;
  for (const PathStep& step : ancestors_->path(from, grabbed_)) {
    if (names.size() == kMostNamed) {
      names << QStringLiteral("…");
      break;
    }
    names << name(step.from);
  }
  return names.join(QStringLiteral(" → "));
}

QString LaneDrag::text() const {
  if (const QString no = refusal(); !no.isEmpty()) return no;
  if (const auto asked = request())
    return foreseen_.isEmpty() ? asked->text : asked->text + QStringLiteral(" · ") + foreseen_;
  if (operators_.empty()) return Text::tr("Drop on the waiting operator");
  return operators_.size() > 1 ? Text::tr("%n operator(s)", nullptr, static_cast<int>(operators_.size()))
                               : name(grabbed_);
}

// ---- painting

void LaneDrag::paint(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry,
                     const Theme& theme) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  if (operators_.empty()) {
    paint_sync(painter, geometry, theme);
  } else {
    paint_target(painter, geometry, theme);
    paint_ghost(painter, scene, geometry, theme);
  }
  const QRectF within(geometry.names().topLeft(), geometry.below().bottomRight());
  const QColor ink = refusal().isEmpty() ? theme.text : theme.peak;
  draw_label(painter, text(), at_ + QPointF(14, -10), Qt::AlignLeft | Qt::AlignBottom, within, ink, theme);
  painter.restore();
}

void LaneDrag::paint_target(QPainter& painter, const LanesGeometry& geometry, const Theme& theme) const {
  if (target_ == Target::step || (operators_.size() == 1 && target_ == Target::none))
    paint_allowed(painter, geometry, theme);
  QRectF lit;
  if (target_ == Target::lane) lit = geometry.lane(lane_.index()) & geometry.plot();
  if (target_ == Target::new_lane) lit = geometry.below();
  QColor light = theme.selection;
  light.setAlphaF(0.16F);
  painter.setPen(QPen(theme.selection, 1.5));
  painter.setBrush(light);
  if (!lit.isEmpty()) painter.drawRect(lit.adjusted(1, 1, -1, -1));
  if (target_ == Target::new_lane) return;
  painter.setFont(paint_font(11));
  painter.setPen(theme.muted_text);
  painter.fillRect(geometry.strip().adjusted(1, 1, 0, 0), theme.background);
  painter.drawText(geometry.strip().adjusted(6, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, Text::tr("+ a new stream"));
}

/// The steps it can become: over time, from the first to the last of its lane that it can take the place of.
void LaneDrag::paint_allowed(QPainter& painter, const LanesGeometry& geometry, const Theme& theme) const {
  const QRectF row = geometry.lane(graph_->stream(grabbed_).index());
  const StepScale& scale = geometry.scale();
  std::size_t first = allowed_.begin, last = allowed_.end - 1;
  if (geometry.over_time()) {
    const auto lane = graph_->operators_of(graph_->stream(grabbed_));
    first = std::ranges::lower_bound(lane, OperatorId(allowed_.begin))->index();
    last = (std::ranges::lower_bound(lane, OperatorId(allowed_.end)) - 1)->index();
  }
  const double from = geometry.x_of(scale.begin(first)), to = geometry.x_of(scale.end(last));
  const QRectF range = QRectF(from, row.top() + 1, to - from, row.height() - 2) & geometry.plot();
  const bool refused = target_ == Target::step && !allowed_.contain(step_);
  const QColor ink = refused ? theme.peak : theme.selection;
  QColor light = ink;
  light.setAlphaF(0.14F);
  painter.setPen(QPen(ink, 1, Qt::DashLine));
  painter.setBrush(light);
  painter.drawRect(range);
  if (target_ != Target::step) return;
  const double x = geometry.x_of(step_ > grabbed_.index() ? scale.end(step_) : scale.begin(step_));
  painter.setPen(QPen(ink, 2.5));
  painter.drawLine(QPointF(x, row.top() + 1), QPointF(x, row.bottom() - 1));
}

void LaneDrag::paint_ghost(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry,
                           const Theme& theme) const {
  QRectF box = geometry.box(grabbed_.index(), graph_->stream(grabbed_).index());
  box.setWidth(std::clamp(box.width(), kLeastGhost, geometry.plot().width() / 2));  // over time, it may be very long
  box.moveCenter(at_);
  QColor fill = lane_fill(scene, grabbed_, theme).color;
  fill.setAlphaF(0.7F);
  painter.setPen(QPen(theme.text, 1));
  painter.setBrush(fill);
  for (std::size_t i = std::min(operators_.size(), kMostGhosts); i-- > 0;)
    painter.drawRoundedRect(box.translated(3.0 * static_cast<double>(i), 3.0 * static_cast<double>(i)), 4, 4);
}

void LaneDrag::paint_sync(QPainter& painter, const LanesGeometry& geometry, const Theme& theme) const {
  EdgeStyle style = edge_style(GraphLayout::EdgeKind::control, theme);
  style.width = 2.4;
  const bool refused = !refusal().isEmpty();
  if (refused) style.color = theme.peak;
  painter.setClipRect(geometry.plot());
  const LaneArrow arrow = target_ == Target::op && grabbed_ < end_ ? lane_arrow(geometry, *graph_, grabbed_, end_)
                                                                   : lane_arrow(geometry, *graph_, grabbed_, at_);
  painter.strokePath(arrow.path, edge_pen(style, style.width));
  paint_arrow_head(painter, arrow.path.currentPosition(), arrow.tip, style, theme.surface);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(refused ? theme.peak : theme.selection, 2.4));
  for (OperatorId o : {grabbed_, end_})
    if (o.valid())
      painter.drawRoundedRect(
          near_plot(geometry.box(o.index(), graph_->stream(o).index()), geometry.plot()).adjusted(-1.5, -1.5, 1.5, 1.5),
          4, 4);
  painter.setClipping(false);
}

}  // namespace stowage
