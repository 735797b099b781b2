// SPDX-License-Identifier: Apache-2.0
// The columns beside the map: objects, what is forbidden, the same merged, the gaps with their sizes.
#include <QPainter>

#include "widgets/painters/steps/step_painter.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kLabelHeight = 13;
constexpr double kPixels = 11;

class Places {
 public:
  Places(QPainter& painter, const StepLayout& layout, const StepScene& scene, const Theme& theme)
      : painter_(painter),
        layout_(layout),
        scene_(scene),
        theme_(theme),
        block_(scene.block()),
        kind_(scene.step().kind),
        palette_(*scene.map().coloring, scene.map().hidden, theme) {}

  void paint() {
    painter_.setFont(paint_font(kPixels));
    if (!layout_.objects.isNull()) paint_objects();
    frame(layout_.forbidden,
          {block_.group ? StepsText::tr("forbidden starts") : StepsText::tr("forbidden"), StepsText::tr("forb.")});
    frame(layout_.merged, {StepsText::tr("merged"), StepsText::tr("mrgd.")}, 16);
    frame(layout_.gaps, {block_.group ? StepsText::tr("free starts") : StepsText::tr("gaps"), StepsText::tr("gaps")});
    if (block_.idle) return;
    if (kind_ >= StepKind::avoid) paint_forbidden();
    if (kind_ >= StepKind::merge) paint_merged();
    if (kind_ >= StepKind::merge) paint_gaps();
  }

 private:
  [[nodiscard]] double y(std::int64_t address) const {
    const QRectF& plot = layout_.geometry.plot();
    return std::clamp(layout_.geometry.y_of(static_cast<double>(address)), plot.top(), plot.bottom());
  }
  [[nodiscard]] QRectF bar(const QRectF& column, Interval run) const {
    const double top = y(run.end), bottom = y(std::max<std::int64_t>(run.begin, 0));
    return {column.left(), top, column.width(), bottom - top};
  }
  [[nodiscard]] bool in_view(Interval run) const {
    const MapView& view = layout_.geometry.view();
    return static_cast<double>(run.end) > view.y0 && static_cast<double>(run.begin) < view.y1;
  }

  /// An empty column with its heading, the longest wording that fits; it may reach over the edges by `over` pixels.
  void frame(const QRectF& column, const QStringList& headings, double over = 8) {
    set_ink(painter_, QPen(theme_.grid, page_line(1)), theme_.surface);
    painter_.drawRect(column.adjusted(-0.5, -0.5, 0.5, 0.5));
    painter_.setPen(theme_.muted_text);
    const QString text = fitting(paint_font(kPixels), headings, column.width() + over);
    painter_.drawText(QRectF(column.left() - 12, column.top() - 20, column.width() + 24, 16), Qt::AlignCenter, text);
  }

  /// A text in the middle of a bar, where there is room.
  void label(const QRectF& r, const QStringList& wordings, const QColor& ink) {
    if (r.height() < kLabelHeight) return;
    painter_.setPen(ink);
    painter_.drawText(r, Qt::AlignCenter, fitting(paint_font(kPixels), wordings, r.width() - 4));
  }

  void paint_objects() {
    frame(layout_.objects, {StepsText::tr("objects"), StepsText::tr("obj.")});
    std::vector<Interval> objects(block_.objects.begin(), block_.objects.end());
    if (block_.opened && kind_ >= StepKind::open) objects.push_back(*block_.opened);
    const Look* look = scene_.look();
    for (std::size_t k = 0; k < objects.size(); ++k) {
      if (!in_view(objects[k])) continue;
      const QRectF r = bar(layout_.objects, objects[k]);
      const bool here =
          (look && look->object <= k && k <= look->last_object) || (kind_ == StepKind::open && k + 1 == objects.size());
      set_ink(painter_, QPen(here ? theme_.selection : theme_.muted_text, page_line(here ? 2 : 1)),
              here ? mix(theme_.surface, theme_.selection, 0.25) : theme_.surface);
      painter_.drawRect(r.adjusted(1, 0, -1, 0));
      label(r, {QString::number(k + 1)}, theme_.text);
    }
  }

  /// In a few lanes, so that what overlaps can be at apart; where there are more, the last lane holds them all.
  void paint_forbidden() {
    constexpr std::size_t kLanes = 3;
    std::array<std::int64_t, kLanes> ends{};
    std::array<double, kLanes> drawn_to;
    drawn_to.fill(1e9);
    const std::size_t lanes = lanes_needed(kLanes);
    const QRectF& column = layout_.forbidden;
    const double width = column.width() / static_cast<double>(lanes);
    for (const Avoided& avoided : scene_.avoided().intervals) {
      const Interval run = avoided.forbidden;
      std::size_t lane = 0;
      while (lane + 1 < lanes && ends[lane] > run.begin) ++lane;
      ends[lane] = std::max(ends[lane], run.end);
      if (!in_view(run)) continue;
      QRectF r = bar(QRectF(column.left() + width * static_cast<double>(lane), 0, width, 0), run);
      if (r.top() >= drawn_to[lane] - 0.5) continue;  // nothing of it would be seen
      drawn_to[lane] = r.top();
      r.setHeight(std::max(r.height(), 1.0));
      const Fill& fill = palette_.fill(scene_.map().coloring->class_of(avoided.placed));
      fill_rect(painter_, r, fill);
      set_ink(painter_, QPen(theme_.background, page_line(0.75)), Qt::NoBrush);
      if (r.height() >= 3) painter_.drawRect(r);
      if (r.height() < kLabelHeight) continue;
      const QString text = reason(avoided, r.width() - 4);
      const double wide = text_width(paint_font(kPixels), text) + 4;
      if (fill.hatched() && !text.isEmpty())
        painter_.fillRect(QRectF(r.center().x() - wide / 2, r.center().y() - 7, wide, 14), fill.color);
      label(r, {text}, ink_on(fill.color));
    }
  }

  /// Who forbids it, and to whom if there is room: "B", of a group "B to E".
  [[nodiscard]] QString reason(const Avoided& avoided, double width) const {
    const auto name = [&](TensorId t) { return text_of(scene_.recording().graph().name(t).substr(0, 100)); };
    const QFont font = paint_font(kPixels);
    const QString who = name(avoided.placed);
    const QString both = block_.group ? StepsText::tr("%1 to %2").arg(who, name(avoided.member)) : who;
    return text_width(font, both) <= width ? both : fitted_name(font, who, width);
  }

  [[nodiscard]] std::size_t lanes_needed(std::size_t most) const {
    std::vector<std::int64_t> ends;
    for (const Avoided& avoided : scene_.avoided().intervals) {
      const auto lane = std::ranges::find_if(ends, [&](std::int64_t end) { return end <= avoided.forbidden.begin; });
      if (lane != ends.end())
        *lane = avoided.forbidden.end;
      else if (ends.push_back(avoided.forbidden.end); ends.size() == most)
        return most;
    }
    return std::max<std::size_t>(1, ends.size());
  }

  void paint_merged() {
    double drawn_to = 1e9;
    for (const Interval& run : scene_.merged()) {
      if (!in_view(run)) continue;
      QRectF r = bar(layout_.merged, run);
      if (r.top() >= drawn_to - 0.5) continue;
      drawn_to = r.top();
      r.setHeight(std::max(r.height(), 1.0));
      fill_rect(painter_, r, {mix(theme_.neutral, theme_.text, 0.25), Qt::BDiagPattern});
    }
  }

  /// Like the columns beside it: addresses of a tensor alone, starts of a group.
  [[nodiscard]] Interval gap_of(const Look& look) const {
    if (!block_.group || look.is_open()) return look.room;
    return {look.room.begin, std::max(look.room.begin, look.room.end - block_.size + 1)};
  }
  [[nodiscard]] QString size_of(const Look& look) const {
    if (look.is_open()) return StepsText::tr("open end");
    const Interval gap = gap_of(look);
    if (!block_.group) return step_bytes(gap.end - gap.begin);
    return StepsText::tr("%Ln start(s)", nullptr, as_int(static_cast<std::uint64_t>(gap.end - gap.begin)));
  }

  /// Candidates: in an object, or of the whole buffer. The one at hand and the choice stand out.
  void paint_gaps() {
    const std::vector<Look>& looks = scene_.looks();
    const std::size_t now = kind_ == StepKind::look ? scene_.step().look : kind_ == StepKind::merge ? 0 : looks.size();
    double drawn_to = 1e9;
    for (std::size_t i = 0; i < looks.size(); ++i) {
      const Look& look = looks[i];
      const bool here = kind_ == StepKind::look && i == now, chosen = kind_ > StepKind::look && look.chosen;
      if (look.passed_over || !in_view(look.room)) continue;
      const QRectF r = bar(layout_.gaps, gap_of(look));
      if (!here && !chosen && r.top() >= drawn_to - 0.5) continue;
      drawn_to = r.top();
      paint_gap(r, look, here || chosen, here || (i < now && look.verdict != Verdict::not_reached));
    }
    // Once more, over its neighbours.
    for (std::size_t i = 0; i < looks.size(); ++i)
      if ((kind_ == StepKind::look && i == now) || (kind_ > StepKind::look && looks[i].chosen))
        if (in_view(looks[i].room) && !looks[i].passed_over) mark(looks[i]);
  }

  void paint_gap(QRectF r, const Look& look, bool marked, bool judged) {
    const bool fits = look.slack >= 0;
    const QColor ground = !judged ? theme_.background
                          : fits  ? mix(theme_.surface, theme_.selection, marked ? 0.25 : 0.1)
                                  : mix(theme_.surface, theme_.text, 0.15);
    set_ink(painter_, QPen(theme_.muted_text, page_line(0.75)), ground);
    r.setHeight(std::max(r.height(), 1.0));
    painter_.drawRect(r.adjusted(1, 0, -1, 0));
    if (marked) return;  // its label is drawn by mark()
    const QString size = size_of(look);
    label(r, judged ? QStringList{size + " · " + verdict_text(look), size} : QStringList{size}, theme_.text);
  }

  /// The frame of the candidate at hand, and its label even where the gap is too low for one.
  void mark(const Look& look) {
    QRectF r = bar(layout_.gaps, gap_of(look));
    const double more = std::max(0.0, 3 - r.height()) / 2;
    r.adjust(0, -more, 0, more);
    set_ink(painter_, QPen(theme_.selection, page_line(2.5)), Qt::NoBrush);
    painter_.drawRect(r);
    const QString size = size_of(look);
    const QRectF within = layout_.gaps.adjusted(1, 1, -1, -1);
    const QString verdict = kind_ == StepKind::look ? verdict_text(look) : StepsText::tr("chosen");
    const QString text = fitting_label({size + " · " + verdict, verdict, size}, within.width());
    if (text.isEmpty()) return;
    if (r.height() >= 24)
      draw_label(painter_, text, r.intersected(within).center(), Qt::AlignCenter, within, theme_.text, theme_);
    else
      draw_label(painter_, text, {r.center().x(), r.top() - 4}, Qt::AlignHCenter | Qt::AlignBottom, within, theme_.text,
                 theme_);
    painter_.setFont(paint_font(kPixels));
  }

  QPainter& painter_;
  const StepLayout& layout_;
  const StepScene& scene_;
  const Theme& theme_;
  const RecordedBlock block_;
  const StepKind kind_;
  const MapPalette palette_;
};

}  // namespace

void paint_step_places(QPainter& painter, const StepLayout& layout, const StepScene& scene, const Theme& theme) {
  Places(painter, layout, scene, theme).paint();
}

}  // namespace stowage
