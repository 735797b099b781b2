// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/steps/walk_painter.h"

#include <tuple>

#include <QPainter>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

using Role = WalkMark::Role;
using Shape = WalkMark::Shape;

constexpr double kWalkLetters = 11, kWalkRow = 17, kCellGap = 10, kBesidePlot = 14, kTallHead = 78;  // pixels
constexpr std::size_t kMostArrows = 60;  // where there are more, those of the step alone
constexpr double kLeastForTable = 420, kColumn = 85;

/// A number of bytes alone; a footprint of no byte has room, too.
MapExtent extent_of(const StepScene& scene, const StepFrame& frame) {
  const WalkPlane& plane = scene.plane();
  const std::int64_t top = scene.height().count > 0 ? std::max(plane.top, frame.height.count) : plane.top;
  return {.length = plane.length, .bytes = static_cast<double>(top), .footnotes = 0, .curve = false};
}

struct WalkPicture {
  QPainter& painter;
  const StepLayout& layout;
  const StepScene& scene;
  const Theme& theme;
  const HeapMapGeometry& geometry = layout.geometry;
  const WalkPlane& plane = scene.plane();
  std::optional<MapPalette> palette =
      scene.source().coloring
          ? std::optional<MapPalette>(std::in_place, *scene.source().coloring, scene.source().hidden, theme)
          : std::nullopt;
  struct Name {
    PlacedLabel label;
    QColor ink;
  };
  std::vector<Name> names{};  ///< of boxes, drawn over arrows
  LabelRoom room{};

  void paint() {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(geometry.plot(), theme.surface);
    const std::vector<const WalkMark*> marks = scene.walk()->marks_at(scene.index());
    painter.save();
    painter.setClipRect(geometry.plot().adjusted(-3, -3, 3, 3));
    const auto paint_boxes = [&](bool current) {
      for (const WalkMark* mark : marks)
        if (mark->shape == Shape::box && (mark->role == Role::current) == current) paint_box(*mark);
    };
    paint_boxes(false);
    const PlacedLabel footprint = paint_footprint(marks);
    paint_lines(marks);
    std::vector<const WalkMark*> arrows;
    for (const WalkMark* mark : marks)
      if (mark->shape == Shape::arrow) arrows.push_back(mark);
    if (arrows.size() > kMostArrows)
      std::erase_if(arrows, [&](const WalkMark* mark) { return mark->first != scene.index(); });
    for (const WalkMark* mark : arrows) paint_arrow(*mark);
    std::ranges::stable_sort(arrows, std::ranges::greater(),
                             [](const WalkMark* mark) { return std::tuple(mark->role, !mark->faint, mark->bytes); });
    room.take(footprint.box);
    for (const Name& name : names) {
      set_letters(painter, paint_font(kWalkLetters), name.ink);
      painter.drawText(name.label.box, Qt::AlignCenter, name.label.text);
    }
    for (const WalkMark* mark : arrows) label_arrow(*mark);
    draw_label(painter, footprint, theme.footprint, theme);
    paint_boxes(true);  // over all that they frame
    painter.restore();
    if (plane.along == WalkPlane::Along::tensors) name_pairs(marks);
    paint_axes_of_plane();
  }

  /// Names on the diagonal: each in its square, or before it, where nothing lies. Of rows that are too low for letters
  /// only some have names, and those in question.
  void name_pairs(const std::vector<const WalkMark*>& marks) {
    constexpr double kSmallest = 6;
    const double row = geometry.y_of(0) - geometry.y_of(1);
    const QFont font = paint_font(std::clamp(row * 0.8, kSmallest, kWalkLetters));
    const auto every = static_cast<std::int64_t>(std::ceil(std::max(1.0, 1.4 * kSmallest / row)));
    const QRectF within(QPointF(geometry.rect().left(), geometry.plot().top()), geometry.plot().bottomRight());
    for (const WalkMark* mark : marks) {
      const bool current = mark->role == Role::current;
      if (!mark->tensor.valid() || (current ? every == 1 : mark->run.begin % every != 0)) continue;
      QRectF r = geometry.rect_of(mark->begin, mark->end, static_cast<double>(mark->run.begin),
                                  static_cast<double>(mark->run.end));
      if (!r.intersects(geometry.plot())) continue;
      if (current) {
        draw_label(painter, name_of(*mark), {r.left() - 3, r.center().y()}, Qt::AlignRight | Qt::AlignVCenter, within,
                   theme.text, theme);
        continue;
      }
      set_letters(painter, font, theme.text);
      const QString name = name_of(*mark);
      if (text_width(font, name) <= r.width() - 4) {
        painter.drawText(r, Qt::AlignCenter, name);
        continue;
      }
      r = QRectF(QPointF(within.left(), r.top()), QPointF(r.left() - 3, r.bottom()));
      painter.drawText(r, Qt::AlignRight | Qt::AlignVCenter | Qt::TextDontClip, fitted_name(font, name, r.width()));
    }
    if (every == 1) return;
    set_letters(painter, paint_font(kWalkLetters), theme.muted_text);
    painter.drawText(geometry.plot().adjusted(6, 4, 0, 0), Qt::AlignLeft | Qt::AlignTop,
                     StepsText::tr("One name in %1 is written, and both names of the pair.").arg(grouped(every)));
  }

  [[nodiscard]] QString name_of(const WalkMark& mark) const {
    const Graph& graph = scene.graph();
    if (mark.tensor.valid()) return text_of(graph.name(mark.tensor).substr(0, 100));
    if (mark.op.valid()) return text_of(graph.name(mark.op).substr(0, 100));
    return walk_text(mark.label);
  }

  [[nodiscard]] Fill fill_of(const WalkMark& mark) const {
    const QColor own = mix(theme.surface, theme.path, 0.35);
    Fill fill = mark.tensor.valid() && palette ? palette->inks(scene.source().coloring->class_of(mark.tensor)).fill
                                               : Fill{own, Qt::SolidPattern};
    if (mark.op.valid() && palette)
      if (const auto entry = scene.source().coloring->class_of(mark.op); entry != Coloring::kNoClass)
        fill = palette->inks(entry).fill;
    if (mark.role == Role::waiting) fill = {mix(fill.color, theme.surface, mark.faint ? 0.9 : 0.6), Qt::SolidPattern};
    if (mark.role == Role::refused) fill = {mix(theme.surface, theme.text, 0.12), Qt::SolidPattern};
    if (mark.role == Role::finished) fill = {mix(theme.neutral, theme.surface, 0.5), Qt::BDiagPattern};
    return fill;
  }

  void paint_box(const WalkMark& mark) {
    if (mark.begin == mark.end) return;  // never needed
    QRectF r =
        geometry.rect_of(mark.begin, mark.end, static_cast<double>(mark.run.begin), static_cast<double>(mark.run.end));
    const double least = mark.role == Role::current ? 4 : 1;
    const double wider = std::max(0.0, least - r.width()) / 2, higher = std::max(0.0, least - r.height()) / 2;
    r = r.adjusted(-wider, -higher, wider, higher).intersected(geometry.plot().adjusted(-6, -6, 6, 6));
    if (r.isEmpty()) return;
    if (mark.role == Role::current) {
      set_ink(painter, QPen(theme.background, page_line(4.5)), Qt::NoBrush);
      painter.drawRect(r);
      set_ink(painter, QPen(theme.selection, page_line(2.5), Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin), Qt::NoBrush);
      return painter.drawRect(r);
    }
    const Fill fill = fill_of(mark);
    QColor ink = ink_on(fill.color);
    if (mark.role == Role::candidate) {
      painter.fillRect(r, see_through(theme.selection, 0.12, theme.surface));
      set_ink(painter, QPen(theme.selection, page_line(1.25), Qt::DashLine), Qt::NoBrush);
      ink = theme.text;
    } else {
      fill_rect(painter, r, fill);
      const bool firm = mark.role == Role::placed;
      set_ink(painter,
              QPen(firm ? theme.background : theme.muted_text, page_line(0.75), firm ? Qt::SolidLine : Qt::DotLine),
              Qt::NoBrush);
    }
    if (r.height() >= 3 && r.width() >= 3) painter.drawRect(r);
    if (r.height() < 13 || r.width() < 8) return;
    const QFont font = paint_font(kWalkLetters);
    const bool named = mark.tensor.valid() || mark.op.valid();
    if (named && plane.along == WalkPlane::Along::tensors) return;  // name_pairs() writes it
    const QString name =
        named ? fitted_name(font, name_of(mark), r.width() - 4) : fitting(font, {name_of(mark)}, r.width() - 4);
    QRectF box(0, 0, text_width(font, name), kWalkLetters + 2);
    box.moveCenter(r.center());
    if (!name.isEmpty()) room.take(box);
    names.push_back({{name, r}, ink});
  }

  /// How high the plan is by now, on an axis that has the height of the end; its label is drawn over what follows.
  PlacedLabel paint_footprint(const std::vector<const WalkMark*>& marks) {
    std::int64_t top = 0;
    for (const WalkMark* mark : marks)
      if (mark->shape == Shape::box && mark->role == Role::placed) top = std::max(top, mark->run.end);
    if (top == 0 || plane.up != WalkPlane::Up::addresses || !scene.source().says_footprint) return {};
    const QRectF& plot = geometry.plot();
    const double y = geometry.y_of(static_cast<double>(top));
    painter.setPen(QPen(theme.footprint, page_line(1.5)));
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    const QString text = StepsText::tr("footprint %1").arg(step_bytes(top));
    return {text, label_box(text, {plot.left() + 4, y - 3}, Qt::AlignLeft | Qt::AlignBottom, plot)};
  }

  /// Heights that touch are one line.
  void paint_lines(const std::vector<const WalkMark*>& marks) {
    std::vector<const WalkMark*> lines;
    for (const WalkMark* mark : marks)
      if (mark->shape == Shape::line) lines.push_back(mark);
    std::ranges::stable_sort(lines, {}, [](const WalkMark* mark) { return std::pair(mark->role, mark->begin); });
    const WalkMark* before = nullptr;
    for (const WalkMark* line : lines) {
      const bool current = line->role == Role::current, finished = line->role == Role::finished;
      painter.setPen(QPen(current ? theme.selection : theme.text, page_line(current ? 4 : 1.75),
                          finished ? Qt::DotLine : Qt::SolidLine, Qt::SquareCap));
      const double y = geometry.y_of(static_cast<double>(line->run.begin));
      const QPointF from(geometry.x_of(line->begin), y), to(geometry.x_of(line->end), y);
      if (before && before->role == line->role && before->end == line->begin)
        painter.drawLine(QPointF(from.x(), geometry.y_of(static_cast<double>(before->run.begin))), from);
      painter.drawLine(from, to);
      before = line;
    }
  }

  [[nodiscard]] QLineF line_of(const WalkMark& arrow) const {
    const auto middle = [&](Interval run) { return geometry.y_of(static_cast<double>(run.begin + run.end) / 2); };
    return {geometry.x_of(arrow.begin), middle(arrow.run), geometry.x_of(arrow.end), middle(arrow.to)};
  }

  void paint_arrow(const WalkMark& mark) {
    const QPointF from = line_of(mark).p1(), to = line_of(mark).p2();
    const bool current = mark.role == Role::current, candidate = mark.role == Role::candidate;
    const QColor ink = current || candidate ? theme.selection : mark.faint ? theme.muted_text : theme.path;
    QPen pen(ink,
             page_line(current      ? 3
                       : mark.faint ? 1
                                    : 1.75),
             candidate || mark.faint ? Qt::DashLine : Qt::SolidLine);
    set_ink(painter, pen, Qt::NoBrush);
    painter.drawLine(from, to);
    const QLineF line(to, from);
    if (line.length() < 1) return;
    constexpr double kHead = 8, kHalf = 25;  // pixels, degrees
    QPolygonF head{to};
    for (const double turn : {-kHalf, kHalf}) {
      QLineF side = line;
      side.setLength(kHead);
      side.setAngle(line.angle() + turn);
      head << side.p2();
    }
    set_ink(painter, QPen(ink, page_line(1)), ink);
    painter.drawPolygon(head);
  }

  /// The bytes that pass on, where there is room beside names and other labels.
  void label_arrow(const WalkMark& mark) {
    const QLineF line = line_of(mark);
    const QString bytes = step_bytes(mark.bytes.count);
    std::vector<QRectF> places;
    for (const double at : {0.5, 0.35, 0.65, 0.2, 0.8})
      places.push_back(
          label_box(bytes, line.pointAt(at) - QPointF(0, 2), Qt::AlignHCenter | Qt::AlignBottom, geometry.plot()));
    const auto is_free = [this](const QRectF& box) { return room.is_free(box.adjusted(-3, -1, 3, 1)); };
    const auto free = std::ranges::find_if(places, is_free);
    const bool needed = mark.role == Role::current || mark.role == Role::candidate;
    const bool narrow = std::abs(line.dx()) + (mark.faint ? 0 : 40) < places.front().width();
    if (mark.bytes.count < 0 || (!needed && (narrow || free == places.end()))) return;
    const PlacedLabel label{bytes, free == places.end() ? places.front() : *free};
    room.take(label.box);
    draw_label(painter, label, mark.faint ? theme.muted_text : theme.text, theme);
  }

  void paint_axes_of_plane() {
    const QRectF& plot = geometry.plot();
    const MapView& view = geometry.view();
    ChartAxes axes;
    if (plane.up != WalkPlane::Up::rows) {
      const auto ticks = plane.up == WalkPlane::Up::addresses ? offset_ticks : byte_ticks;
      axes.amounts = ticks(view.y0, view.y1, std::max(2, static_cast<int>(plot.height() / 48)));
    }
    set_ink(painter, QPen(theme.grid, page_line(1)), Qt::NoBrush);
    painter.drawRect(plot.adjusted(-0.5, -0.5, 0.5, 0.5));
    paint_left_axis(
        painter, plot, axes.amounts, [&](double v) { return geometry.y_of(v); }, theme, false);
    if (!page_has_axis_labels()) return;
    set_letters(painter, paint_font(kWalkLetters), theme.muted_text);
    const auto times = scene.graph().times();
    if (plane.along == WalkPlane::Along::steps)
      for (Tick tick : number_ticks(view.x0, view.x1, std::max(2, static_cast<int>(plot.width() / 90)))) {
        const double x = geometry.x_of(tick.value);
        if (const auto step = static_cast<std::size_t>(tick.value); step < times.size())
          tick.label = grouped(times[step]);
        painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + 4));
        draw_tick_label(painter, {x, plot.bottom() + 4}, tick.label, plot.left(), geometry.rect().right() - 2);
      }
    painter.setPen(theme.text);
    const QString time = StepsText::tr("time (steps of one width, not to scale)");
    const QString along = plane.along == WalkPlane::Along::tensors
                              ? StepsText::tr("pairs of tensors (grey: not proved safe)")
                          : times.empty() ? StepsText::tr("step of the order")
                          : painter.fontMetrics().horizontalAdvance(time) <= plot.width() ? time
                                                                                          : StepsText::tr("time");
    const QString up = plane.up == WalkPlane::Up::addresses ? StepsText::tr("offset")
                       : plane.up == WalkPlane::Up::amounts ? StepsText::tr("bytes in use")
                                                            : QString();
    if (page_style() != nullptr)
      painter.drawText(QRectF(plot.left(), plot.bottom() + 18, plot.width(), 16), Qt::AlignCenter, along);
    draw_upright(painter, QRectF(geometry.rect().left(), plot.top(), 16, plot.height()), up);
  }
};

/// The rows of a table that have room, with those in question among them.
struct WalkTablePainter {
  QPainter& painter;
  const QRectF& rect;
  const WalkTable& table;
  const std::vector<std::uint32_t>& marked;
  const Theme& theme;
  const QFont font = paint_font(kWalkLetters);
  double top = rect.top();  // of the rows

  void paint() {
    const auto room = static_cast<std::size_t>(std::max(1.0, (rect.height() - kTallHead) / kWalkRow - 2));
    const std::size_t all = table.rows.size();
    std::size_t first = 0;
    if (all > room && !marked.empty()) {
      const auto wanted = std::size_t{*std::ranges::max_element(marked)} + 1;
      first = std::min(all - room, wanted > room ? wanted - room : 0);
    }
    const std::size_t last = std::min(all, first + room);
    std::vector<double> widths;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      double width = text_width(font, walk_text(table.columns[c]));
      for (std::size_t r = first; r < last; ++r) width = std::max(width, text_width(font, walk_text(table.rows[r][c])));
      widths.push_back(std::min(width + kCellGap, 190.0));
    }
    const bool tight = std::accumulate(widths.begin(), widths.end(), 0.0) > rect.width();
    if (tight && widths.size() > 1) {  // the names first
      widths[0] = std::min(widths[0], rect.width() / 3);
      const double share = fair_share({widths.begin() + 1, widths.end()}, rect.width() - widths[0]);
      for (std::size_t c = 1; c < widths.size(); ++c) widths[c] = std::min(widths[c], share);
    }
    titles(widths, tight);
    painter.setPen(QPen(theme.grid, page_line(1)));
    painter.drawLine(QPointF(rect.left(), top), QPointF(rect.right(), top));
    for (std::size_t r = first; r < last; ++r) {
      const QRectF line(rect.left(), top + kWalkRow * static_cast<double>(r - first), rect.width(), kWalkRow);
      if (std::ranges::find(marked, r) != marked.end())
        painter.fillRect(line, see_through(theme.selection, 0.2, theme.background));
      row(r - first, widths, table.rows[r], theme.text);
    }
    if (last - first < all) {
      const std::vector<double> whole{rect.width()};
      row(last - first, whole, {WalkText::tr("%1 of %2 rows").with(last - first, all)}, theme.muted_text);
    }
  }

  /// Upright where columns are narrow, so that all can be read.
  void titles(const std::vector<double>& widths, bool upright) {
    if (!upright) {
      row(0, widths, table.columns, theme.muted_text);
      top += kWalkRow;
      return;
    }
    top += kTallHead;
    set_letters(painter, font, theme.muted_text);
    double x = rect.left();
    for (std::size_t c = 0; c < widths.size(); x += widths[c++])
      draw_upright(painter, QRectF(x, rect.top(), widths[c], kTallHead),
                   fitted(font, walk_text(table.columns[c]), kTallHead));
  }

  void row(std::size_t line, const std::vector<double>& widths, const std::vector<WalkWords>& cells,
           const QColor& ink) {
    set_letters(painter, font, ink);
    double x = rect.left();
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const QRectF cell(x + 3, top + kWalkRow * static_cast<double>(line), widths[c] - 4, kWalkRow);
      const bool number = cells.size() > 1 && has_numbers(table, c);
      const QString text = walk_text(cells[c]);
      const double part = number && line > 0 ? cell.width() / std::max(cell.width(), text_width(font, text)) : 1;
      if (part < 1) painter.setFont(paint_font(kWalkLetters * part));  // a number is not cut
      painter.drawText(cell, (number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter,
                       part < 1 ? text : fitted(font, text, cell.width()));
      if (part < 1) painter.setFont(font);
      x += widths[c];
    }
  }
};

}  // namespace

StepLayout walk_layout(const QRectF& rect, const StepScene& scene, const StepFrame& frame) {
  StepLayout out;
  QRectF map = rect;
  const std::size_t columns = scene.plane().columns;
  if (frame.table && columns > 0 && rect.width() >= kLeastForTable) {
    const double width = std::min(rect.width() / 2, kBesidePlot + kColumn * static_cast<double>(columns));
    map.setRight(rect.right() - width);
    out.table = QRectF(map.right() + kBesidePlot, rect.top() + 12, width - kBesidePlot, rect.height() - 14);
  }
  if (scene.plane().up == WalkPlane::Up::rows && map.width() < kLeastForTable)  // no numbers beside it
    map.setLeft(map.left() + 8 - (HeapMapGeometry(map, 1, 1).plot().left() - map.left()));
  out.geometry = HeapMapGeometry(map, 1, 1);
  out.geometry.set_extent(extent_of(scene, frame));
  if (frame.view) out.geometry.set_view(*frame.view);
  return out;
}

void paint_walk(QPainter& painter, const StepLayout& layout, const StepScene& scene, const Theme& theme) {
  WalkPicture{painter, layout, scene, theme}.paint();
  const WalkStep& step = scene.walk_step();
  if (!layout.table.isNull() && step.table != WalkStep::kNone)
    WalkTablePainter{painter, layout.table, scene.walk()->tables[step.table], step.rows, theme}.paint();
}

TensorId walk_tensor_at(const StepLayout& layout, const StepScene& scene, QPointF at) {
  TensorId out;
  const HeapMapGeometry& geometry = layout.geometry;
  if (!geometry.plot().contains(at)) return out;
  for (const WalkMark* mark : scene.walk()->marks_at(scene.index()))
    if (mark->shape == Shape::box && mark->tensor.valid() &&
        geometry
            .rect_of(mark->begin, mark->end, static_cast<double>(mark->run.begin), static_cast<double>(mark->run.end))
            .contains(at))
      out = mark->tensor;
  return out;
}

}  // namespace stowage
