// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/heap_map/map_difference.h"

#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "widgets/painters/heap_map/scanline.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

using raster::Band, raster::Side, raster::Sum;

PlacedPlan placed(const HeapMapScene& scene) {
  return {scene.graph(), scene.lives(), *scene.plan_view().plan};
}

MapItem item_of(const TensorPlace& place, TensorId t) {
  return {place.offset.value, (place.offset + place.size).value, place.life.begin, place.life.end, t};
}

MapIndex index_of(const std::vector<SpaceBox>& boxes) {
  std::vector<MapItem> items;
  items.reserve(boxes.size());
  for (const SpaceBox& box : boxes) items.push_back({box.low, box.high, box.begin, box.end, TensorId(items.size())});
  return MapIndex(std::move(items));
}

constexpr std::size_t kMostPieces = 200'000;  // of space, in a vector file
constexpr std::size_t kMostGhosts = 40;
constexpr std::size_t kMostLines = 200;  // from where selected tensors were
constexpr double kLeastGhost = 10;       // pixels, each way

constexpr QRgb kGainedInk = 0xff000000;  // the palette is as light in both themes
constexpr float kGainedShare = 0.6F;

QRgb blend(QRgb pixel, QRgb over, float share) {
  const auto channel = [share](int from, int to) {
    return static_cast<int>(static_cast<float>(from) + static_cast<float>(to - from) * share + 0.5F);
  };
  return qRgb(channel(qRed(pixel), qRed(over)), channel(qGreen(pixel), qGreen(over)),
              channel(qBlue(pixel), qBlue(over)));
}

/// What covers a pixel, as its share: by the plan before and the plan after.
struct SpaceShader {
  const MapIndex &before, &after;
  raster::Target target;
  int period;
  Fill freed;
  QRgb freed_ink = hatch_ink(freed.color).rgb();

  void shade() const {
    target.for_each_band([this](int top, int bottom) { shade_band(top, bottom); });
  }

  void shade_band(int top, int bottom) const {
    Band band(target.width);
    const MapView window = target.window(top, bottom);
    cover(before, window, top, bottom, Sum{1, 0, 0, 0}, band);
    cover(after, window, top, bottom, Sum{0, 1, 0, 0}, band);
    for (int row = top; row < bottom; ++row) {
      QRgb* line = target.line(row);
      band.resolve_row(row - top, [&](int x, const Sum& sum) {
        const float more = std::min(1.0F, sum[1]) - std::min(1.0F, sum[0]);
        if (std::abs(more) > 1.0F / 256) line[x] = shaded(line[x], more, x, row);
      });
    }
  }

  void cover(const MapIndex& index, const MapView& window, int top, int bottom, const Sum& ink, Band& band) const {
    index.visit(window, [&](std::span<const MapItem> items) {
      for (const MapItem& item : items) {
        const Side y = raster::side(target.y_of(item.high), target.y_of(item.low), target.height);
        if (y.from >= static_cast<float>(bottom) || y.to <= static_cast<float>(top)) continue;
        const Side x = raster::side(target.x_of(item.begin), target.x_of(item.end), target.width);
        band.add(x, raster::part(y, static_cast<float>(top), static_cast<float>(bottom)), ink);
      }
    });
  }

  /// √, as for tensors, so that slivers stay visible.
  [[nodiscard]] QRgb shaded(QRgb pixel, float more, int x, int y) const {
    const float strength = std::sqrt(std::abs(more));
    const bool on_line = hatch_covers(more > 0 ? kGainedHatch : freed.hatch, x, y, period);
    if (more > 0) return on_line ? blend(pixel, kGainedInk, strength * kGainedShare) : pixel;
    return blend(pixel, on_line ? freed_ink : freed.color.rgb(), strength);
  }
};

/// The boxes that touch the view, cut to it where that keeps them whole steps and bytes.
std::vector<SpaceBox> boxes_in_view(const MapIndex& index, const MapView& view) {
  const auto begin = static_cast<std::uint32_t>(std::max(0.0, std::floor(view.x0)));
  const auto end = static_cast<std::uint32_t>(std::ceil(view.x1));
  const auto low = static_cast<std::int64_t>(std::floor(view.y0)), high = static_cast<std::int64_t>(std::ceil(view.y1));
  std::vector<SpaceBox> out;
  index.visit(view, [&](std::span<const MapItem> items) {
    for (const MapItem& item : items) {
      const SpaceBox box{std::max(low, item.low), std::min(high, item.high), std::max(begin, item.begin),
                         std::min(end, item.end)};
      if (box.low < box.high && box.begin < box.end) out.push_back(box);
    }
  });
  return out;
}

/// Where the largest tensors in view were that left.
std::vector<QRectF> largest_ghosts(const HeapMapGeometry& geometry, const MapDifference& difference) {
  const MapView& view = geometry.view();
  std::vector<QRectF> out;
  const auto collect = [&](std::span<const MapItem> items) {
    for (const MapItem& item : items) {
      if (!difference.left(item.tensor)) continue;
      const QRectF r = geometry.rect_of(item);
      if (r.width() >= kLeastGhost && r.height() >= kLeastGhost && r.intersects(geometry.plot())) out.push_back(r);
    }
  };
  difference.index().visit_large(view, kLeastGhost / geometry.plot().width() * view.width(),
                                 kLeastGhost / geometry.plot().height() * view.height(), collect);
  std::ranges::stable_sort(out, std::greater{}, [](const QRectF& r) { return r.width() * r.height(); });
  if (out.size() > kMostGhosts) out.resize(kMostGhosts);
  return out;
}

void paint_move(QPainter& painter, const HeapMapGeometry& geometry, const MapDifference& difference,
                const HeapMapScene& after, TensorId t, const Theme& theme) {
  const auto ghost = difference.ghost(t), item = after.place(t);
  if (!ghost || !item) return;
  const QRectF was = geometry.rect_of(*ghost), is = geometry.rect_of(*item);
  painter.setBrush(Qt::NoBrush);
  for (const QPen& pen : {QPen(theme.background, page_line(4)), QPen(theme.text, page_line(1.5), Qt::DashLine)}) {
    painter.setPen(pen);
    painter.drawRect(was);
  }
  for (const QPen& pen : {QPen(theme.background, page_line(3)), QPen(theme.text, page_line(1))}) {
    painter.setPen(pen);
    painter.drawLine(was.center(), is.center());
  }
  painter.setBrush(theme.text);
  painter.drawEllipse(is.center(), 2.5, 2.5);
}

}  // namespace

MapDifference::MapDifference(const HeapMapScene& before, const HeapMapScene& after)
    : before_(before.plan_view()),
      lives_(before.lives()),
      length_(before.scale().length()),
      tensors_(plan_difference(placed(before), placed(after))),
      index_(before.index()) {
  after_of_.resize(before_.graph->tensor_count());
  for (TensorId t : after.graph().tensors())
    if (const TensorId was = tensors_.before_of[t.index()]; was.valid()) after_of_[was.index()] = t;
}

Result<std::shared_ptr<const MapDifference>> MapDifference::make(const HeapMapScene& before, const HeapMapScene& after,
                                                                 const Task& task) {
  std::shared_ptr<MapDifference> out(new MapDifference(before, after));
  // Held bytes are not free: nothing else may lie there.
  const auto was = boxes_of(placed(before), before.kept()), is = boxes_of(placed(after), after.kept());
  STOWAGE_TRY(out->space_, space_change(was, is, task));
  out->used_before_ = index_of(was);
  out->used_after_ = index_of(is);
  out->describe(after.over_time(), std::max(before.scale().length(), after.scale().length()));
  return out;
}

std::optional<MapItem> MapDifference::ghost(TensorId after) const {
  if (after.index() >= tensors_.change_of.size() || tensors_.change_of[after.index()] == PlaceChange::kept)
    return std::nullopt;
  const TensorId was = tensors_.before_of[after.index()];
  if (!was.valid()) return std::nullopt;
  const TensorPlace place = place_of({*before_.graph, lives_, *before_.plan}, was);
  return place.size.count > 0 ? std::optional(item_of(place, after)) : std::nullopt;
}

TensorId MapDifference::at(double place, double offset) const {
  const TensorId was = index_.at(place, offset);
  return was.valid() ? after_of_[was.index()] : TensorId();
}

void MapDifference::describe(bool over_time, double length) {
  const PlanDifference& d = tensors_;
  QStringList parts{HeapMapText::tr("%1 moved (%2)").arg(grouped(d.moved), human_bytes(d.moved_bytes)),
                    HeapMapText::tr("%1 unmoved").arg(grouped(d.kept + d.resized))};
  if (d.resized > 0) parts << HeapMapText::tr("%1 of them resized").arg(grouped(d.resized));
  if (d.added > 0) parts << HeapMapText::tr("%1 new").arg(grouped(d.added));
  if (d.removed > 0) parts << HeapMapText::tr("%1 gone").arg(grouped(d.removed));
  footnotes_ << HeapMapText::tr("Tensors: %1.").arg(parts.join(", "));
  const auto mean = [&](double area) {
    return human_bytes({static_cast<std::int64_t>(area / std::max(1.0, length) + 0.5)});
  };
  const QString space =
      over_time ? HeapMapText::tr("Space, on average over time: %1 freed, %2 newly used, %3 used as before.")
                : HeapMapText::tr("Space, on average over the steps: %1 freed, %2 newly used, %3 used as before.");
  footnotes_ << space.arg(mean(space_.freed), mean(space_.gained), mean(space_.kept));
  brief_space_ = HeapMapText::tr("Average: %1 freed, %2 newly used.").arg(mean(space_.freed), mean(space_.gained));
}

Result<HeapMapContent> difference_content(const PlanView& before, PlanView after, bool over_time, const Task& task) {
  HeapMapContent content;
  const bool complete = before.graph && before.lifetimes && before.plan && after.graph && after.lifetimes && after.plan;
  if (!complete) {
    content.scene = HeapMapScene::make(after, over_time);
  } else {
    after.baseline = std::make_shared<const PlanView>(before);
    const auto was = over_time ? map_run(before) : std::nullopt, is = over_time ? map_run(after) : std::nullopt;
    const bool run = was && is;
    const std::int64_t longest = run ? std::max(*was, *is) : 0;
    const auto scene = std::make_shared<HeapMapScene>(after, run, longest);
    STOWAGE_TRY(content.difference, MapDifference::make(HeapMapScene(before, run, longest), *scene, task));
    QStringList notes = content.difference->footnotes();
    if (!scene->holds().items().empty()) notes << scene->hold_footnote();
    scene->set_brief(content.difference->footnotes().back(), content.difference->brief_space());
    scene->set_footnotes(std::move(notes));
    content.scene = scene;
  }
  if (after.graph && after.lifetimes) content.coloring = std::make_shared<const Coloring>(after, ColorBy::difference);
  return content;
}

Result<Drawing> difference_drawing(const PlanView& view, const DrawingLook& look, const Task& task) {
  if (!view.baseline) return tl::unexpected(Error::bad_input("", "", "there is no second plan to compare with"));
  if (look.over_time && !(map_run(view) && map_run(*view.baseline)))
    return tl::unexpected(Error::bad_input("", "", "no time is known over which both plans can be drawn"));
  return difference_content(*view.baseline, view, look.over_time, task).map([](const HeapMapContent& content) {
    return heap_map_drawing(content);
  });
}

Fill freed_fill(const Theme& theme) {
  constexpr std::size_t kPurple = 6;  // no class of tensors has it here
  return {mix(theme.surface, palette_fill(kPurple, theme).color, 0.45), Qt::BDiagPattern};
}

std::vector<LegendItem> difference_legend(const Coloring& coloring, const Theme& theme) {
  std::vector<LegendItem> items = legend_of(coloring, {}, theme, false);
  items.push_back({.fill = freed_fill(theme), .label = HeapMapText::tr("space freed")});
  items.push_back(
      {.fill = {theme.neutral, kGainedHatch}, .label = HeapMapText::tr("space newly used (over any colour)")});
  return items;
}

void shade_space(QImage& image, const MapIndex& before, const MapIndex& after, const MapView& view, double pixel_ratio,
                 const Theme& theme) {
  if (image.isNull()) return;
  SpaceShader{before, after, {image, view}, hatch_period(pixel_ratio), freed_fill(theme)}.shade();
}

std::optional<std::vector<SpacePiece>> space_in_view(const HeapMapGeometry& geometry, const MapIndex& before,
                                                     const MapIndex& after) {
  return space_pieces(boxes_in_view(before, geometry.view()), boxes_in_view(after, geometry.view()), kMostPieces);
}

void draw_space(QPainter& painter, const HeapMapGeometry& geometry, std::span<const SpacePiece> pieces,
                const Theme& theme) {
  const Fill look = freed_fill(theme);
  QPainterPath freed, freed_lines, gained_lines;
  for (const SpacePiece& piece : pieces) {
    const bool is_freed = piece.use == SpaceUse::freed;
    if (!is_freed && piece.use != SpaceUse::gained) continue;
    const MapItem item{piece.box.low, piece.box.high, piece.box.begin, piece.box.end};
    const QRectF r = geometry.rect_of(item).intersected(geometry.plot());
    if (is_freed) freed.addRect(r);
    QPainterPath& lines = is_freed ? freed_lines : gained_lines;
    for (const QLineF& line : hatch_lines(r, is_freed ? look.hatch : kGainedHatch, hatch_period(1))) {
      lines.moveTo(line.p1());
      lines.lineTo(line.p2());
    }
  }
  painter.fillPath(freed, look.color);
  painter.strokePath(freed_lines, QPen(hatch_ink(look.color), page_line(1), Qt::SolidLine, Qt::FlatCap));
  const QColor ink = see_through(QColor::fromRgb(kGainedInk), kGainedShare, theme.surface);
  painter.strokePath(gained_lines, QPen(ink, page_line(1), Qt::SolidLine, Qt::FlatCap));
}

void paint_ghosts(QPainter& painter, const HeapMapGeometry& geometry, const MapDifference& difference,
                  const Theme& theme) {
  set_ink(painter, QPen(theme.text, page_line(1), Qt::DashLine), Qt::NoBrush);
  for (const QRectF& r : largest_ghosts(geometry, difference)) painter.drawRect(r.adjusted(0.5, 0.5, -0.5, -0.5));
}

/// Above its line or below it: where fewest of the others are.
MapBeforeLabel map_before_label(const HeapMapGeometry& geometry, const MapDifference& difference,
                                const HeapMapScene& after) {
  constexpr int kPlaces = 4;
  if (difference.was_recorded()) return {};  // its axis is of addresses: where they end, nobody needed so much
  const QRectF& plot = geometry.plot();
  const double y = std::floor(geometry.y_of(static_cast<double>(difference.footprint().count))) + 0.5;
  const double now = geometry.y_of(static_cast<double>(difference.tensors().footprint_after.count));
  if (y < plot.top() || y > plot.bottom() || std::abs(y - now) < 3) return {};
  MapBeforeLabel out{{HeapMapText::tr("before: %1").arg(human_bytes(difference.footprint()))}, y};
  const QRectF inside = plot.adjusted(6, 1, -6, -1);
  std::vector<QRectF> places;
  for (const int k : {2, 4, 0, 1, 3})  // the middle, the ends, and between
    for (const auto& [at, align] : {std::pair{y - 3, Qt::AlignBottom}, {y + 3, Qt::AlignTop}})
      places.push_back(
          label_box(out.text, {inside.left() + k * inside.width() / kPlaces, at}, Qt::AlignHCenter | align, inside));
  const double bound = geometry.y_of(static_cast<double>(after.bound().count));
  out.box = map_labels(geometry, after).room.place(places, [&](const QRectF& box) {
    return std::ranges::count_if(std::array{y, now, bound},
                                 [&](double line) { return line > box.top() - 2 && line < box.bottom() + 2; });
  });
  return out;
}

void paint_moves(QPainter& painter, const HeapMapGeometry& geometry, const MapDifference& difference,
                 const HeapMapScene& after, const HeapMapOverlay& overlay, const Theme& theme) {
  const MapBeforeLabel before = map_before_label(geometry, difference, after);
  const MapLevelLabels levels = map_level_labels(geometry, after);
  const QRectF& plot = geometry.plot();
  QPainterPath all, labels;
  all.addRect(plot);
  for (const QRectF& box : {levels.footprint.box, levels.bound.box, before.box}) labels.addRect(box);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setClipPath(all.subtracted(labels));  // no line crosses them out
  if (!before.text.isEmpty()) {
    painter.setPen(QPen(theme.muted_text, page_line(1.5), Qt::DotLine));
    painter.drawLine(QPointF(plot.left(), before.y), QPointF(plot.right(), before.y));
  }
  std::size_t lines = 0;
  for (TensorId t : overlay.selected)
    if (++lines <= kMostLines) paint_move(painter, geometry, difference, after, t, theme);
  if (overlay.hovered.valid()) paint_move(painter, geometry, difference, after, overlay.hovered, theme);
  painter.restore();
  draw_label(painter, before, theme.muted_text, theme);
}

}  // namespace stowage
