// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/steps/step_painter.h"

#include <QPainter>
#include <cmath>

#include "widgets/painters/steps/walk_painter.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kLabelHeight = 13;
constexpr double kPixels = 11;

/// The columns beside the map: objects, what is forbidden, the same merged, the gaps with their sizes.
struct Places {
  QPainter& painter;
  const StepLayout& layout;
  const StepScene& scene;
  const Theme& theme;
  const RecordedBlock block = scene.block();
  const StepKind kind = scene.step().kind;
  const MapPalette palette{*scene.map().coloring, scene.map().hidden, theme};

  void paint() {
    painter.setFont(paint_font(kPixels));
    if (!layout.objects.isNull()) paint_objects();
    frame(layout.forbidden,
          {block.group ? StepsText::tr("forbidden starts") : StepsText::tr("forbidden"), StepsText::tr("forb.")});
    frame(layout.merged, {StepsText::tr("merged"), StepsText::tr("mrgd.")}, 16);
    frame(layout.gaps, {block.group ? StepsText::tr("free starts") : StepsText::tr("gaps"), StepsText::tr("gaps")});
    if (block.idle) return;
    if (kind >= StepKind::avoid) paint_forbidden();
    if (kind >= StepKind::merge) paint_merged();
    if (kind >= StepKind::merge) paint_gaps();
  }

  [[nodiscard]] double y(std::int64_t address) const {
    const QRectF& plot = layout.geometry.plot();
    return std::clamp(layout.geometry.y_of(static_cast<double>(address)), plot.top(), plot.bottom());
  }
  [[nodiscard]] QRectF bar(const QRectF& column, Interval run) const {
    const double top = y(run.end), bottom = y(std::max<std::int64_t>(run.begin, 0));
    return {column.left(), top, column.width(), bottom - top};
  }
  [[nodiscard]] bool in_view(Interval run) const {
    const MapView& view = layout.geometry.view();
    return static_cast<double>(run.end) > view.y0 && static_cast<double>(run.begin) < view.y1;
  }

  /// An empty column with its heading, the longest wording that fits; it may reach over the edges by `over` pixels.
  void frame(const QRectF& column, const QStringList& headings, double over = 8) {
    set_ink(painter, QPen(theme.grid, page_line(1)), theme.surface);
    painter.drawRect(column.adjusted(-0.5, -0.5, 0.5, 0.5));
    painter.setPen(theme.muted_text);
    const QString text = fitting(paint_font(kPixels), headings, column.width() + over);
    painter.drawText(QRectF(column.left() - 12, column.top() - 20, column.width() + 24, 16), Qt::AlignCenter, text);
  }

  /// A text in the middle of a bar, where there is room.
  void label(const QRectF& r, const QStringList& wordings, const QColor& ink) {
    if (r.height() < kLabelHeight) return;
    painter.setPen(ink);
    painter.drawText(r, Qt::AlignCenter, fitting(paint_font(kPixels), wordings, r.width() - 4));
  }

  void paint_objects() {
    frame(layout.objects, {StepsText::tr("objects"), StepsText::tr("obj.")});
    std::vector<Interval> objects(block.objects.begin(), block.objects.end());
    if (block.opened && kind >= StepKind::open) objects.push_back(*block.opened);
    const Look* look = scene.look();
    for (std::size_t k = 0; k < objects.size(); ++k) {
      if (!in_view(objects[k])) continue;
      const QRectF r = bar(layout.objects, objects[k]);
      const bool here =
          (look && look->object <= k && k <= look->last_object) || (kind == StepKind::open && k + 1 == objects.size());
      set_ink(painter, QPen(here ? theme.selection : theme.muted_text, page_line(here ? 2 : 1)),
              here ? mix(theme.surface, theme.selection, 0.25) : theme.surface);
      painter.drawRect(r.adjusted(1, 0, -1, 0));
      label(r, {QString::number(k + 1)}, theme.text);
    }
  }

  /// In a few lanes, so that what overlaps stays apart; where there are more, the last lane holds them all.
  void paint_forbidden() {
    constexpr std::size_t kLanes = 3;
    std::array<std::int64_t, kLanes> ends{};
    std::array<double, kLanes> drawn_to;
    drawn_to.fill(1e9);
    const std::size_t lanes = lanes_needed(kLanes);
    const QRectF& column = layout.forbidden;
    const double width = column.width() / static_cast<double>(lanes);
    for (const Avoided& avoided : scene.avoided().intervals) {
      const Interval run = avoided.forbidden;
      std::size_t lane = 0;
      while (lane + 1 < lanes && ends[lane] > run.begin) ++lane;
      ends[lane] = std::max(ends[lane], run.end);
      if (!in_view(run)) continue;
      QRectF r = bar(QRectF(column.left() + width * static_cast<double>(lane), 0, width, 0), run);
      if (r.top() >= drawn_to[lane] - 0.5) continue;  // nothing of it would be seen
      drawn_to[lane] = r.top();
      r.setHeight(std::max(r.height(), 1.0));
      const Fill& fill = palette.inks(scene.map().coloring->class_of(avoided.placed)).fill;
      fill_rect(painter, r, fill);
      set_ink(painter, QPen(theme.background, page_line(0.75)), Qt::NoBrush);
      if (r.height() >= 3) painter.drawRect(r);
      if (r.height() < kLabelHeight) continue;
      const QString text = reason(avoided, r.width() - 4);
      const double wide = text_width(paint_font(kPixels), text) + 4;
      if (fill.hatched() && !text.isEmpty())
        painter.fillRect(QRectF(r.center().x() - wide / 2, r.center().y() - 7, wide, 14), fill.color);
      label(r, {text}, ink_on(fill.color));
    }
  }

  /// Who forbids it, and to whom if there is room: "B", of a group "B to E".
  [[nodiscard]] QString reason(const Avoided& avoided, double width) const {
    const auto name = [&](TensorId t) { return text_of(scene.recording().graph().name(t).substr(0, 100)); };
    const QFont font = paint_font(kPixels);
    const QString who = name(avoided.placed);
    const QString both = block.group ? StepsText::tr("%1 to %2").arg(who, name(avoided.member)) : who;
    return text_width(font, both) <= width ? both : fitted_name(font, who, width);
  }

  [[nodiscard]] std::size_t lanes_needed(std::size_t most) const {
    std::vector<std::int64_t> ends;
    for (const Avoided& avoided : scene.avoided().intervals) {
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
    for (const Interval& run : scene.merged()) {
      if (!in_view(run)) continue;
      QRectF r = bar(layout.merged, run);
      if (r.top() >= drawn_to - 0.5) continue;
      drawn_to = r.top();
      r.setHeight(std::max(r.height(), 1.0));
      fill_rect(painter, r, {mix(theme.neutral, theme.text, 0.25), Qt::BDiagPattern});
    }
  }

  /// Like the columns beside it: addresses of a tensor alone, starts of a group.
  [[nodiscard]] Interval gap_of(const Look& look) const {
    if (!block.group || look.is_open()) return look.room;
    return {look.room.begin, std::max(look.room.begin, look.room.end - block.size + 1)};
  }
  [[nodiscard]] QString size_of(const Look& look) const {
    if (look.is_open()) return StepsText::tr("open end");
    const Interval gap = gap_of(look);
    if (!block.group) return step_bytes(gap.end - gap.begin);
    return StepsText::tr("%Ln start(s)", nullptr, as_int(static_cast<std::uint64_t>(gap.end - gap.begin)));
  }

  /// Candidates: in an object, or of the whole buffer. The one at hand and the choice stand out.
  void paint_gaps() {
    const std::vector<Look>& looks = scene.looks();
    const std::size_t now = kind == StepKind::look ? scene.step().look : kind == StepKind::merge ? 0 : looks.size();
    double drawn_to = 1e9;
    for (std::size_t i = 0; i < looks.size(); ++i) {
      const Look& look = looks[i];
      const bool here = kind == StepKind::look && i == now, chosen = kind > StepKind::look && look.chosen;
      if (look.passed_over || !in_view(look.room)) continue;
      const QRectF r = bar(layout.gaps, gap_of(look));
      if (!here && !chosen && r.top() >= drawn_to - 0.5) continue;
      drawn_to = r.top();
      paint_gap(r, look, here || chosen, here || (i < now && look.verdict != Verdict::not_reached));
    }
    // Once more, over its neighbours.
    for (std::size_t i = 0; i < looks.size(); ++i)
      if ((kind == StepKind::look && i == now) || (kind > StepKind::look && looks[i].chosen))
        if (in_view(looks[i].room) && !looks[i].passed_over) mark(looks[i]);
  }

  void paint_gap(QRectF r, const Look& look, bool marked, bool judged) {
    const bool fits = look.slack >= 0;
    const QColor ground = !judged ? theme.background
                          : fits  ? mix(theme.surface, theme.selection, marked ? 0.25 : 0.1)
                                  : mix(theme.surface, theme.text, 0.15);
    set_ink(painter, QPen(theme.muted_text, page_line(0.75)), ground);
    r.setHeight(std::max(r.height(), 1.0));
    painter.drawRect(r.adjusted(1, 0, -1, 0));
    if (marked) return;  // its label is drawn by mark()
    const QString size = size_of(look);
    label(r, judged ? QStringList{size + " · " + verdict_text(look), size} : QStringList{size}, theme.text);
  }

  /// The frame of the candidate at hand, and its label even where the gap is too low for one.
  void mark(const Look& look) {
    QRectF r = bar(layout.gaps, gap_of(look));
    const double more = std::max(0.0, 3 - r.height()) / 2;
    r.adjust(0, -more, 0, more);
    set_ink(painter, QPen(theme.selection, page_line(2.5)), Qt::NoBrush);
    painter.drawRect(r);
    const QString size = size_of(look);
    const QRectF within = layout.gaps.adjusted(1, 1, -1, -1);
    const QString verdict = kind == StepKind::look ? verdict_text(look) : StepsText::tr("chosen");
    const QString text = fitting_label({size + " · " + verdict, verdict, size}, within.width());
    if (text.isEmpty()) return;
    if (r.height() >= 24)
      draw_label(painter, text, r.intersected(within).center(), Qt::AlignCenter, within, theme.text, theme);
    else
      draw_label(painter, text, {r.center().x(), r.top() - 4}, Qt::AlignHCenter | Qt::AlignBottom, within, theme.text,
                 theme);
    painter.setFont(paint_font(kPixels));
  }
};

constexpr double kRight = 2;                      // air beside the columns
constexpr double kHeading = 42;                   // above plot and columns,
constexpr double kHeadingAlone = 22;              // or above a plot alone
constexpr double kLeastPlaces = 160;              // narrower, the columns are left out
constexpr double kLeastNamedPlaces = 168;         // all columns have headings
constexpr double kObjects = 34, kColumnGap = 10;  // pixels
constexpr double kLeastForNotes = 220;            // height of a map with them
constexpr double kLeastForPlaces = 330;           // width of a picture with columns
constexpr double kCodeGap = 16;                   // beside the column of the pseudocode
constexpr double kWords = 15, kWordsLine = 21;    // pixels of letters at the foot of a page, and of a line of them
constexpr double kSmallWords = 11, kSmallWordsLine = 15;
constexpr double kAboveWords = 6, kCodePad = 5;
constexpr int kMostWordLines = 3;

/// How pseudocode is set.
struct CodeLook {
  double letters, line, indent, pad;  ///< pixels; the last above and below each line
  bool source = true;                 ///< says below where it is from
};
constexpr CodeLook kCodeLook{13, 18, 18, 5}, kSmallCodeLook{11, 14, 12, 3};

/// On a small page without pseudocode the sentence names the block.
double heading(bool alone, bool code, double page_width) {
  if (code) return kHeading;
  if (on_small_page(page_width)) return 0;
  return alone ? kHeadingAlone : kHeading;
}

/// What the step is about, on the map: steps and bytes.
struct Focus {
  Lifetime life;
  Interval run;
};
/// The same of a walk: its frames, where they stand at bytes.
std::optional<Focus> focus_of_walk(const StepScene& scene) {
  Focus out{{~std::uint32_t{0}, 0}, {std::numeric_limits<std::int64_t>::max(), 0}};
  for (const WalkMark* mark : scene.walk()->marks_at(scene.index()))
    if (mark->role == WalkMark::Role::current && mark->shape == WalkMark::Shape::box) {
      out.life.begin = std::min(out.life.begin, static_cast<std::uint32_t>(mark->begin));
      out.life.end = std::max(out.life.end, static_cast<std::uint32_t>(mark->end));
      out.run = {std::min(out.run.begin, mark->run.begin), std::max(out.run.end, mark->run.end)};
    }
  if (out.life.empty() || out.run.begin >= out.run.end || scene.plane().up == WalkPlane::Up::rows) return std::nullopt;
  return out;
}
std::optional<Focus> focus_of(const StepScene& scene) {
  if (scene.walk()) return focus_of_walk(scene);
  const RecordedBlock block = scene.block();
  Focus out;
  if (scene.step().kind == StepKind::put && !block.idle)
    out.run = {block.start, block.start + block.size};
  else if (scene.step().kind == StepKind::open)
    out.run = *block.opened;
  else if (const Look* look = scene.look())
    out.run = {look->room.begin, look->is_open() ? look->start + block.size : look->room.end};
  else
    return std::nullopt;
  out.life = {~std::uint32_t{0}, 0};
  for (const StepScene::Member& member : scene.members_at(block.start)) {
    if (member.life.empty()) continue;
    out.life.begin = std::min(out.life.begin, member.life.begin);
    out.life.end = std::max(out.life.end, member.life.end);
  }
  if (out.life.empty()) return std::nullopt;
  return out;
}

/// On paper not so close that a few bytes fill the page: where they lie in the whole would be lost.
void reveal(HeapMapGeometry& geometry, const Focus& focus) {
  constexpr double kLeastShare = 1.0 / 400;  // of the plan
  auto low = static_cast<double>(focus.run.begin), high = static_cast<double>(focus.run.end);
  if (page_style() != nullptr) {
    const double wider = std::max(0.0, kLeastShare * geometry.view().height() - (high - low)) / 2;
    low -= wider;
    high += wider;
  }
  geometry.reveal(focus.life.begin, focus.life.end, low, high);
}

/// What the picture does not show by itself: an axis cut below.
QString axis_words(const HeapMapGeometry& geometry) {
  if (geometry.view().y0 < 1) return {};
  return ' ' + StepsText::tr("The axis begins at %1.").arg(human_bytes({std::llround(geometry.view().y0)}));
}

QRectF member_rect(const HeapMapGeometry& geometry, const StepScene::Member& member) {
  return geometry.rect_of(member.life.begin, member.life.end, static_cast<double>(member.run.begin),
                          static_cast<double>(member.run.end));
}

/// The steps in which the block is needed, from the foot of the map to its head.
void paint_band(QPainter& painter, const HeapMapGeometry& geometry, const StepScene& scene, const Theme& theme) {
  const QRectF& plot = geometry.plot();
  IntervalSet steps;
  for (const StepScene::Member& member : scene.members_at(0))
    if (!member.life.empty()) steps.add({member.life.begin, member.life.end});
  for (const Interval& run : steps.intervals()) {
    const double left = geometry.x_of(static_cast<double>(run.begin)),
                 right = geometry.x_of(static_cast<double>(run.end));
    const QRectF band = QRectF(left, plot.top(), std::max(right - left, 1.0), plot.height()).intersected(plot);
    if (band.isEmpty()) continue;
    painter.fillRect(band, see_through(theme.selection, 0.07, theme.surface));
    painter.setPen(QPen(theme.selection, page_line(1), Qt::DotLine));
    painter.drawLine(band.topLeft(), band.bottomLeft());
    painter.drawLine(band.topRight(), band.bottomRight());
  }
}

/// The block as it would lie, or lies.
void paint_block(QPainter& painter, const HeapMapGeometry& geometry, const StepScene& scene, const Theme& theme) {
  const Look* look = scene.look();
  const RecordedBlock block = scene.block();
  const bool put = scene.step().kind == StepKind::put, fits = look && look->slack >= 0;
  if (block.idle || (!put && !fits && scene.step().kind != StepKind::open)) return;
  painter.setBrush(Qt::NoBrush);
  for (const StepScene::Member& member : scene.members_at(look ? look->start : block.start)) {
    if (member.life.empty() || member.run.begin == member.run.end) continue;
    QRectF r = member_rect(geometry, member);
    const double wider = std::max(0.0, 4 - r.width()) / 2, higher = std::max(0.0, 4 - r.height()) / 2;
    r = r.adjusted(-wider, -higher, wider, higher).intersected(geometry.plot().adjusted(-6, -6, 6, 6));
    painter.setPen(QPen(theme.background, page_line(4.5)));
    painter.drawRect(r);
    if (!put) painter.fillRect(r, see_through(theme.selection, 0.25, theme.surface));
    painter.setPen(
        QPen(theme.selection, page_line(2.5), put ? Qt::SolidLine : Qt::DashLine, Qt::FlatCap, Qt::MiterJoin));
    painter.drawRect(r);
  }
}

/// The gap that is looked at, over the steps of the block.
void paint_room(QPainter& painter, const HeapMapGeometry& geometry, const StepScene& scene, const Theme& theme) {
  const auto focus = focus_of(scene);
  if (!scene.look() || !focus) return;
  const double top = scene.look()->is_open() ? geometry.view().y1 : static_cast<double>(focus->run.end);
  const QRectF room = geometry.rect_of(focus->life.begin, focus->life.end, static_cast<double>(focus->run.begin), top);
  set_ink(painter, QPen(theme.text, page_line(1), Qt::DotLine), Qt::NoBrush);
  painter.drawRect(room.intersected(geometry.plot()));
}

void paint_object_lines(QPainter& painter, const HeapMapGeometry& geometry, const StepScene& scene,
                        const Theme& theme) {
  const RecordedBlock block = scene.block();
  const QRectF& plot = geometry.plot();
  painter.setPen(QPen(theme.muted_text, page_line(1), Qt::DashDotLine));
  double last = plot.bottom() + 10;
  const auto line = [&](const Interval& object) {
    const double y = std::round(geometry.y_of(static_cast<double>(object.end))) + 0.5;
    if (y < plot.top() || y > plot.bottom() || last - y < 3) return;
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    last = y;
  };
  for (const Interval& object : block.objects) line(object);
  if (block.opened && scene.step().kind >= StepKind::open) line(*block.opened);
}

void paint_heading(QPainter& painter, const StepLayout& layout, const StepScene& scene, const Theme& theme) {
  const QRectF& plot = layout.geometry.plot();
  const QFont font = paint_font(12, true);
  set_letters(painter, font, theme.text);
  const QString name = block_name(scene.recording(), scene.step().block);
  const QString size = step_bytes(scene.block().size);
  const double width = (layout.gaps.isNull() ? plot : layout.gaps).right() - plot.left();
  painter.drawText(
      QRectF(plot.left(), layout.geometry.rect().top() - layout.heading, width, 20), Qt::AlignLeft | Qt::AlignVCenter,
      fitted(font, (layout.code ? StepsText::tr("b = %1, %2") : StepsText::tr("%1, %2")).arg(name, size), width));
}

/// Left out of a low picture: its height is needed for the map.
QStringList footnotes(const StepScene& scene, double height, double width) {
  return height < kLeastForNotes || !page_has_captions() ? QStringList()
                                                         : scene.map().scene->footnote_lines({width, height});
}

/// Draws pseudocode below each other, or without a painter only measures it.
StepCodeLayout set_code(QPainter* painter, const QRectF& rect, const StepScene& scene, const CodeLook& look,
                        const Theme& theme) {
  const QFont font = paint_font(look.letters), small = paint_font(11);
  constexpr double kSourceLine = 15;
  const int current = code_line(scene);
  StepCodeLayout out;
  double y = rect.top();
  int index = 0;
  const auto draw = [&](const QRectF& line, const QString& text) {
    if (painter != nullptr) painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter, text);
  };
  if (painter != nullptr) painter->setFont(font);
  for (const CodeLine& line : pseudocode(scene)) {
    const double left = rect.left() + kCodePad + line.indent * look.indent;
    const QStringList parts = wrapped(font, line.text, rect.right() - left);
    const QRectF box(rect.left(), y, rect.width(), static_cast<double>(parts.size()) * look.line + 2 * look.pad);
    if (index++ == current) {
      out.current = box;
      if (painter != nullptr) {
        painter->fillRect(box, see_through(theme.selection, 0.2, theme.background));
        painter->fillRect(QRectF(box.topLeft(), QSizeF(3, box.height())), theme.selection);
      }
    }
    if (painter != nullptr) painter->setPen(theme.text);
    double top = y + look.pad;
    for (const QString& part : parts) {
      draw(QRectF(left, top, rect.right() - left + 20, look.line), part);
      top += look.line;
    }
    y = box.bottom();
  }
  if (look.source) {
    if (painter != nullptr) {
      painter->setFont(small);
      painter->setPen(theme.muted_text);
    }
    y += 8;
    for (const QString& part : wrapped(small, pseudocode_source(scene), rect.width() - kCodePad)) {
      draw(QRectF(rect.left() + kCodePad, y, rect.width(), kSourceLine), part);
      y += kSourceLine;
    }
  }
  out.height = y - rect.top();
  return out;
}

/// The column of the pseudocode on a page, and how it is set: in the smallest letters, and without its source, where
/// there is little room. None where there is too little.
std::optional<std::pair<QRectF, CodeLook>> code_column(const QRectF& rect, const StepScene& scene) {
  constexpr double kCode = 330, kLeastForCode = 900, kSmallCode = 250, kLeastForSmallCode = 600;  // widths
  const Theme theme;
  if (rect.width() < kLeastForSmallCode) return std::nullopt;
  const bool wide = rect.width() >= kLeastForCode;
  const double above = scene.walk() ? kHeadingAlone : kHeading;
  const QRectF column(rect.left(), rect.top() + above, wide ? kCode : kSmallCode, rect.height() - above);
  if (wide) return std::pair(column, kCodeLook);
  CodeLook without_source = kSmallCodeLook;
  without_source.source = false;
  for (const CodeLook& look : {kSmallCodeLook, without_source})
    if (set_code(nullptr, column, scene, look, theme).height <= column.height()) return std::pair(column, look);
  return std::nullopt;
}

/// Blocks [first, second).
std::pair<std::size_t, std::size_t> blocks_of(const StepBlocks& blocks, const StepSeries& series) {
  const std::size_t all = blocks.block_count();
  const std::size_t first = std::min(series.first_block, all);
  return {first, first + std::min(series.block_count, all - first)};
}

/// The drawings of a series one after another, each with what the one before has ready.
class Pictures {
 public:
  Pictures(std::shared_ptr<const StepSource> source, const StepSeries& series)
      : source_(std::move(source)), closer_(series.closer), steps_(picture_steps(source_->blocks(), series)) {}
  [[nodiscard]] Drawing draw(std::size_t k) {
    scene_ = std::make_shared<const StepScene>(source_, steps_[k], scene_.get());
    return step_drawing(scene_, {.closer = closer_});
  }

 private:
  std::shared_ptr<const StepSource> source_;
  bool closer_;
  std::vector<std::size_t> steps_;
  std::shared_ptr<const StepScene> scene_;
};

void paint_page(QPainter& painter, const QRectF& rect, const StepScene& scene, const StepFrame& frame,
                const Theme& theme) {
  const StepPage page = step_page(rect, scene, frame);
  if (const auto code = code_column(rect, scene)) set_code(&painter, code->first, scene, code->second, theme);
  paint_step(painter, page.picture, scene, theme);
  const QFont font = paint_font(page.small ? kSmallWords : kWords);
  set_letters(painter, font, theme.text);
  QRectF place(page.words.topLeft(), QSizeF(page.words.width(), page.words.height() / kMostWordLines));
  const QString words = step_sentence(scene) + axis_words(page.picture.geometry);
  for (const QString& line : wrapped(font, words, place.width()).mid(0, kMostWordLines)) {
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, line);
    place.translate(0, place.height());
  }
}

}  // namespace

StepPage step_page(const QRectF& rect, const StepScene& scene, const StepFrame& frame) {
  StepPage out;
  QRectF picture = rect;
  StepFrame whole = frame;
  const auto code = code_column(rect, scene);
  whole.code = code.has_value();
  if (code) {
    out.code = code->first;
    picture.setLeft(out.code.right() + kCodeGap);
  }
  out.small = rect.width() < kSmallPage || (code && code->second.letters < kCodeLook.letters);
  // The same room on every page, so that the map stays in its place from one to the next.
  const double line = out.small ? kSmallWordsLine : kWordsLine;
  picture.setBottom(rect.bottom() - kMostWordLines * line - kAboveWords);
  out.words = QRectF(picture.left(), picture.bottom() + kAboveWords, picture.width(), kMostWordLines * line);
  out.picture = step_layout(picture, scene, whole);
  return out;
}

/// Two planners with one height stay comparable: neither comes closer.
static bool is_close(const StepFrame& frame) {
  return frame.closer && frame.height == Bytes{};
}

StepLayout step_layout(const QRectF& rect, const StepScene& scene, const StepFrame& frame) {
  StepLayout out;
  if (scene.walk()) {
    out = walk_layout(rect, scene, frame);
    if (const auto focus = is_close(frame) && !frame.view ? focus_of(scene) : std::nullopt)
      reveal(out.geometry, *focus);
    return out;
  }
  const bool with_places = rect.width() >= kLeastForPlaces;
  out.heading = heading(!with_places, frame.code, rect.width());
  out.code = frame.code;
  QRectF map = rect.adjusted(0, out.heading, 0, 0);
  const bool many = scene.recording().strategy().recipe->many_objects;
  double places = 0;
  // Beside pseudocode, which speaks of each column, each has its heading.
  const double least = frame.code ? kLeastNamedPlaces : kLeastPlaces;
  if (with_places) places = std::clamp(rect.width() * 0.4, least, 360.0) + (many ? kObjects : 0);
  map.setRight(map.right() - places);
  HeapMapGeometry& g = out.geometry;
  g = HeapMapGeometry(map, 1, 1);
  const QStringList notes = footnotes(scene, map.height(), rect.width());
  g.set_extent({.length = static_cast<double>(scene.recording().graph().operator_count()),
                .bytes = static_cast<double>(std::max(scene.height(), frame.height).count),
                .footnotes = static_cast<int>(notes.size()),
                .curve = false});
  if (frame.view)
    g.set_view(*frame.view);
  else if (const auto focus = is_close(frame) ? focus_of(scene) : std::nullopt)
    reveal(g, *focus);
  if (places == 0) return out;
  const QRectF& plot = g.plot();
  double x = plot.right() + kColumnGap;
  const auto column = [&](double width) {
    const QRectF r(x, plot.top(), width, plot.height());
    x += width + kColumnGap;
    return r;
  };
  if (many) out.objects = column(kObjects - kColumnGap);
  const double rest = rect.right() - kRight - x - 2 * kColumnGap;
  const bool narrow = frame.code && rest < 200;
  out.forbidden = column(rest * (narrow ? 0.31 : 0.32));
  out.merged = column(rest * (narrow ? 0.22 : 0.18));
  out.gaps = column(rest * (narrow ? 0.47 : 0.5));
  return out;
}

void paint_step(QPainter& painter, const StepLayout& layout, const StepScene& scene, const Theme& theme) {
  if (scene.walk()) return paint_walk(painter, layout, scene, theme);
  const HeapMapGeometry& g = layout.geometry;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(g.plot(), theme.surface);
  paint_map_tensors(painter, g, scene.map(), theme);
  painter.save();
  painter.setClipRect(g.plot().adjusted(-3, -3, 3, 3));
  paint_band(painter, g, scene, theme);
  paint_room(painter, g, scene, theme);
  if (!layout.objects.isNull()) paint_object_lines(painter, g, scene, theme);
  paint_block(painter, g, scene, theme);
  painter.restore();
  paint_map_levels(painter, g, *scene.map().scene, theme);
  paint_map_axes(painter, g, *scene.map().scene, theme);
  set_letters(painter, paint_font(11), theme.muted_text);
  const double right = layout.gaps.isNull() ? g.rect().right() : layout.gaps.right() + kRight;
  int line = 0;
  for (const QString& note : footnotes(scene, g.rect().height(), right - g.rect().left()))
    painter.drawText(g.footnote(line++), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, note);
  if (layout.heading > 0) paint_heading(painter, layout, scene, theme);
  if (!layout.gaps.isNull()) Places{painter, layout, scene, theme}.paint();
}

StepCodeLayout paint_step_code(QPainter& painter, const QRectF& rect, const StepScene& scene, const Theme& theme) {
  return set_code(&painter, rect, scene, kCodeLook, theme);
}

Drawing step_drawing(std::shared_ptr<const StepScene> scene, const StepFrame& frame) {
  if (const auto& beside = scene->source().beside) {
    StepSource alone = scene->source();
    alone.beside = nullptr;
    const std::size_t step = step_beside(alone.blocks(), scene->index(), beside->blocks());
    const auto first = std::make_shared<const StepScene>(std::make_shared<const StepSource>(std::move(alone)),
                                                         scene->index(), scene.get());
    const auto second = std::make_shared<const StepScene>(beside, step);
    StepFrame same = frame;
    same.height = common_height(*first, *second);
    std::vector<HeadedDrawing> both;
    for (const auto& each : {first, second}) {
      Drawing drawing = step_drawing(each, same);
      both.push_back({drawing.subtitle, std::move(drawing)});
    }
    return side_by_side(both);
  }
  const StepBlocks& blocks = scene->source().blocks();
  Drawing out;
  out.title = text_of(scene->source().view.graph->name());
  const std::string_view planner = scene->source().planner();
  out.subtitle = StepsText::tr("%1 · %2 %3 of %4 · step %5 of %6")
                     .arg(text_of(planner), find_stepped_planner(planner)->unit(), grouped(scene->step().block + 1),
                          grouped(blocks.block_count()), grouped(scene->index() + 1), grouped(blocks.step_count()));
  out.paint = [scene, frame](QPainter& painter, const QRectF& rect, const Theme& theme) {
    paint_page(painter, rect, *scene, frame, theme);
  };
  if (const auto& coloring = scene->source().coloring) {
    out.legend_title = legend_title(*coloring);
    out.legend = [scene](const Theme& theme) {
      std::vector<LegendItem> items = legend_of(*scene->source().coloring, scene->source().hidden, theme, false);
      for (LegendItem& item : items) item.detail.clear();  // numbers of the whole graph would not be of this picture
      if (items.size() == 1) items.clear();
      return items;
    };
  }
  return out;
}

std::size_t picture_count(const StepBlocks& blocks, const StepSeries& series) {
  const auto [first, last] = blocks_of(blocks, series);
  return series.every_step ? blocks.first_step(last) - blocks.first_step(first) : last - first;
}

std::vector<std::size_t> picture_steps(const StepBlocks& blocks, const StepSeries& series) {
  const auto [first, last] = blocks_of(blocks, series);
  std::vector<std::size_t> out;
  for (std::size_t k = first; k < last; ++k) {
    const std::size_t end = blocks.first_step(k + 1);
    for (std::size_t step = series.every_step ? blocks.first_step(k) : end - 1; step < end; ++step) out.push_back(step);
  }
  return out;
}

Result<std::size_t> export_steps(const std::string& path, const std::shared_ptr<const StepSource>& source,
                                 const StepSeries& series, const FigureOptions& options, const Task& task) {
  const std::size_t count = picture_count(source->blocks(), series);
  if (count > kMostPictures) return export_series(path, count, {}, options, task);  // refused before they are listed
  Pictures pictures(source, series);
  return export_series(
      path, count, [&](std::size_t k) { return pictures.draw(k); }, options, task);
}

}  // namespace stowage
