// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/lanes/lanes_painter.h"

#include <algorithm>
#include <cmath>

#include "core/graph/laid_out.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kLeastNamed = 34;  // pixels of a box that may hold a part of a name,
constexpr double kLeastWhole = 12;  // and of one that may hold a whole one
constexpr double kRounded = 10;     // boxes narrower than this have sharp corners
constexpr double kOutlined = 5;
constexpr double kHiddenShare = 0.75, kFinishedShare = 0.7, kOutsideShare = 0.75;  // of the ground in what is dimmed

/// A bar without an outline has to stand out by its colour alone, also where it is one pixel wide: pale ones are drawn
/// darker, in a dark theme dark ones lighter.
QColor bar_color(const QColor& fill, const Theme& theme) {
  constexpr double kLeastContrast = 1.9, kMostShare = 0.5, kStep = 0.05;
  QColor out = fill;
  for (double share = kStep; contrast(out, theme.surface) < kLeastContrast && share <= kMostShare; share += kStep)
    out = mix(fill, theme.text, share);
  return out;
}

bool is_hidden(const LanesScene& scene, std::uint8_t entry) {
  return std::ranges::binary_search(scene.hidden_classes, entry);
}

/// Over time, steps outside of the range are not one stretch to lay a veil on.
bool dims_steps(const LanesScene& scene, const LanesGeometry& geometry) {
  return geometry.over_time() && scene.time_range;
}
bool is_dimmed(const LanesScene& scene, const LanesGeometry& geometry, OperatorId o) {
  if (!dims_steps(scene, geometry)) return false;
  return o.index() < scene.time_range->first || o.index() >= scene.time_range->second;
}

std::uint8_t class_in(const LanesScene& scene, OperatorId o) {
  if (scene.coloring != nullptr) return scene.coloring->class_of(o);
  return static_cast<std::uint8_t>(scene.graph->stream(o).index() & 0xff);
}

/// A lane's row of pixels, filled operator by operator.
struct Row {
  /// A column of pixels: how much of it operators take, and the sum of their colours weighted by that.
  struct Cell {
    float red = 0, green = 0, blue = 0, share = 0;

    void add(QRgb color, float of_it) {
      red += of_it * static_cast<float>(qRed(color));
      green += of_it * static_cast<float>(qGreen(color));
      blue += of_it * static_cast<float>(qBlue(color));
      share += of_it;
    }
  };

  const LanesScene& scene;
  const LanesGeometry& geometry;
  const Theme& theme;
  const int columns;
  const double begin = geometry.view().begin, per_unit = columns / (geometry.view().end - begin);
  std::vector<Cell> cells = std::vector<Cell>(static_cast<std::size_t>(columns));
  std::vector<QRgb> pixels{};
  std::array<std::optional<QRgb>, 256> colors{}, dimmed{};

  /// Pixels of the lane; transparent where no operator is.
  std::span<const QRgb> fill(StreamId lane) {
    std::ranges::fill(cells, Cell{});
    if (scene.coloring == nullptr) colors = dimmed = {};  // more streams than classes
    const auto seen = geometry.in_view(scene.graph->operators_of(lane));
    if (scene.coloring == nullptr && scene.played.empty() && !dims_steps(scene, geometry))
      fill_alike(seen);
    else
      for (OperatorId o : seen) {
        const QRgb color = color_of(o);
        for_each_cell(o, [&](Cell& cell, float share) { cell.add(color, share); });
      }
    pixels.assign(cells.size(), 0);
    for (std::size_t x = 0; x < cells.size(); ++x)
      if (cells[x].share > 0) pixels[x] = mean(cells[x]);
    return pixels;
  }

  /// Calls it with each column that the operator touches, and how much of that it takes. Narrower than a column, it is
  /// all in the one where it begins.
  template <class Function>
  void for_each_cell(OperatorId o, const Function& function) {
    constexpr double kLeast = 1e-3;  // of one that takes no time
    const double last = static_cast<double>(cells.size());
    const double from = std::clamp((geometry.scale().begin(o.index()) - begin) * per_unit, 0.0, last - 1);
    const double to = std::min((geometry.scale().end(o.index()) - begin) * per_unit, last);
    if (to - from <= 1)
      return function(cells[static_cast<std::size_t>(from)], static_cast<float>(std::max(to - from, kLeast)));
    for (auto x = static_cast<std::size_t>(from); static_cast<double>(x) < to; ++x) {
      const double left = static_cast<double>(x);
      function(cells[x], static_cast<float>(std::min(to, left + 1) - std::max(from, left)));
    }
  }

  /// Operators of one colour, which need only be summed up.
  void fill_alike(std::span<const OperatorId> operators) {
    if (operators.empty()) return;
    for (OperatorId o : operators) for_each_cell(o, [](Cell& cell, float share) { cell.share += share; });
    const QRgb color = color_of(operators.front());
    for (Cell& cell : cells) {
      const float share = std::exchange(cell.share, 0.0F);
      cell.add(color, share);
    }
  }

  QRgb color_of(OperatorId o) {
    const Played played = scene.played.empty() ? Played::waiting : scene.played[o.index()];
    const std::uint8_t entry = class_in(scene, o);
    std::optional<QRgb>& known = (played == Played::finished ? dimmed : colors)[entry];
    if (!known) {
      QColor color = bar_color(lane_fill(scene, o, theme).color, theme);
      if (is_hidden(scene, entry)) color = mix(color, theme.surface, kHiddenShare);
      if (played == Played::finished) color = mix(color, theme.surface, kFinishedShare);
      known = color.rgb();
    }
    if (played == Played::running) return theme.selection.rgb();
    return is_dimmed(scene, geometry, o) ? mix(*known, theme.surface, kOutsideShare).rgb() : *known;
  }

  [[nodiscard]] QRgb mean(const Cell& cell) const {
    const auto channel = [&](float sum) { return std::clamp(static_cast<int>(sum / cell.share + 0.5F), 0, 255); };
    const QColor color(channel(cell.red), channel(cell.green), channel(cell.blue));
    return mix(theme.surface, color, 0.3 + 0.7 * std::min(1.0, static_cast<double>(cell.share))).rgb();
  }
};

void paint_columns(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme) {
  const double scale = std::min(cells_a_pixel(painter, geometry.plot().size()), 4.0);
  const QSize size = (geometry.plot().size() * scale).toSize().expandedTo({1, 1});
  QImage image(size, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  Row row{scene, geometry, theme, size.width()};
  const auto lanes = geometry.lanes_in_view();
  for (std::size_t lane = lanes.begin; lane < lanes.end; ++lane) {
    const QRectF box = geometry.boxes(lane).translated(0, -geometry.plot().top());
    const int top = std::max(0, static_cast<int>(std::lround(box.top() * scale)));
    const int bottom = std::min(size.height(), static_cast<int>(std::lround(box.bottom() * scale)));
    if (top >= bottom) continue;
    const auto pixels = row.fill(StreamId(lane));
    for (int y = top; y < bottom; ++y) std::ranges::copy(pixels, reinterpret_cast<QRgb*>(image.scanLine(y)));
  }
  draw_cells(painter, geometry.plot(), image);
}

struct Boxes {
  QPainter& painter;
  const LanesScene& scene;
  const LanesGeometry& geometry;
  const Theme& theme;
  const QFont font = paint_font(11);
  QStringList names{};  // of the lane's boxes that have room for a part of one

  void paint() {
    const auto lanes = geometry.lanes_in_view();
    painter.setFont(font);
    for (std::size_t lane = lanes.begin; lane < lanes.end; ++lane) {
      const auto seen = geometry.in_view(scene.graph->operators_of(StreamId(lane)));
      std::vector<OperatorId> boxes;
      for (OperatorId o : seen)
        if (boxes.empty() || geometry.shown(o) != geometry.shown(boxes.back())) boxes.push_back(o);
      names.clear();
      for (OperatorId o : boxes)
        if (geometry.box(o.index(), lane).width() >= kLeastNamed) names += name_of(o);
      for (OperatorId o : boxes) paint_box(o, near_plot(geometry.box(o.index(), lane), geometry.plot()));
    }
  }

  [[nodiscard]] bool is_closed(OperatorId o) const {
    return geometry.folds() && geometry.folds()->closed(o) != LaneFolds::kNone;
  }
  [[nodiscard]] QString name_of(OperatorId o) const {
    return text_of(shown_name(*scene.graph, geometry.shown(o))) + (is_closed(o) ? QStringLiteral(" ▸") : QString());
  }

  /// The bar of an operator on whole pixels of the device, so that two that touch leave no gap that depends on how
  /// their ends are rounded.
  [[nodiscard]] QRectF on_pixels(OperatorId o, const QRectF& box) const {
    if (is_vector(painter)) return box;
    const StepScale& scale = geometry.scale();
    const QTransform& device = painter.deviceTransform();
    const double pixel = 1 / std::max(device.m11(), 1e-3);
    const auto snapped = [&](double x) { return (std::round(x * device.m11() + device.dx()) - device.dx()) * pixel; };
    const double begin = geometry.x_of(scale.begin(o.index())), end = geometry.x_of(scale.end(o.index()));
    const bool apart = box.width() < end - begin - 0.1;
    const double left = snapped(begin), right = snapped(end) - (apart ? pixel : 0);
    return {left, box.top(), std::max(right - left, 1.0), box.height()};
  }

  void paint_box(OperatorId o, const QRectF& box) {
    Fill fill = lane_fill(scene, scene.coloring != nullptr ? geometry.shown(o) : o, theme);
    const bool flat = box.width() < kOutlined;
    if (flat) fill.color = bar_color(fill.color, theme);
    const Played played = scene.played.empty() ? Played::waiting : scene.played[o.index()];
    if (is_hidden(scene, class_in(scene, o))) fill.color = mix(fill.color, theme.surface, kHiddenShare);
    if (played == Played::finished) fill.color = mix(fill.color, theme.surface, kFinishedShare);
    if (is_dimmed(scene, geometry, o)) fill.color = mix(fill.color, theme.surface, kOutsideShare);
    painter.setRenderHint(QPainter::Antialiasing, !flat);  // so that no ground shines through between neighbours
    if (flat) {
      painter.fillRect(on_pixels(o, box), fill.color);
    } else {
      paint_outlined(box, fill);
      if (is_closed(o)) painter.drawRoundedRect(box.adjusted(2.5, 2.5, -2.5, -2.5), 2, 2);
      if (box.width() >= kLeastWhole) paint_name(o, box, fill);
    }
    if (played == Played::running) paint_running(box);
  }

  void paint_outlined(const QRectF& box, const Fill& fill) {
    const double corner = box.width() < kRounded ? 0 : 4;
    set_ink(painter, QPen(border_of(fill.color, theme), page_line(1)), fill.color);
    painter.drawRoundedRect(box, corner, corner);
    if (!fill.hatched()) return;
    fill_rect(painter, box.adjusted(1, 1, -1, -1), fill);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box, corner, corner);
  }

  void paint_name(OperatorId o, const QRectF& box, const Fill& fill) {
    // What is seen of it: over time, a box may be wider than the plot.
    const double left = std::max(box.left(), geometry.plot().left());
    const QRectF named(left, box.top(), std::min(box.right(), geometry.plot().right()) - left, box.height());
    const QString whole = name_of(o);
    const QString name = box.width() >= kLeastNamed ? fitted_among(font, whole, names, named.width() - 8)
                         : text_width(font, whole) <= named.width() - 4 ? whole
                                                                        : QString();
    if (name.isEmpty()) return;
    if (fill.hatched()) {
      QRectF plate(0, 0, text_width(font, name) + 6, std::min(box.height() - 2, 15.0));
      plate.moveCenter(named.center());
      painter.fillRect(plate, fill.color);
    }
    painter.setPen(ink_on(fill.color));
    painter.drawText(named, Qt::AlignCenter | Qt::TextSingleLine, name);
  }

  void paint_running(const QRectF& box) {
    const double width = std::min(3.0, box.width());
    set_ink(painter, QPen(theme.text, page_line(width)), Qt::NoBrush);
    painter.drawRect(box.adjusted(width / 2, width / 2, -width / 2, -width / 2));
  }
};

}  // namespace

QRectF near_plot(const QRectF& box, const QRectF& plot) {
  constexpr double kFar = 200;  // pixels
  QRectF out = box;
  if (box.right() > plot.left() - kFar) out.setLeft(std::max(box.left(), plot.left() - kFar));
  if (box.left() < plot.right() + kFar) out.setRight(std::min(box.right(), plot.right() + kFar));
  return out;
}

Fill lane_fill(const LanesScene& scene, OperatorId o, const Theme& theme) {
  if (scene.coloring != nullptr) return scene.coloring->fill(scene.coloring->class_of(o), theme);
  return stream_fill(*scene.graph, scene.graph->stream(o), theme);
}

void paint_lane_boxes(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme) {
  painter.setRenderHint(QPainter::Antialiasing, false);
  if (geometry.aggregates())
    paint_columns(painter, scene, geometry, theme);
  else
    Boxes{painter, scene, geometry, theme}.paint();
  painter.setRenderHint(QPainter::Antialiasing);
}

}  // namespace stowage
