// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/lanes/lane_boxes.h"

#include <QImage>

#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kLeastNamed = 34;  // pixels of a box that may hold a name
constexpr double kRounded = 10;     // boxes narrower than this have sharp corners
constexpr double kOutlined = 5;
constexpr double kHiddenShare = 0.75, kFinishedShare = 0.7;  // of the background in what is dimmed

bool is_hidden(const LanesScene& scene, std::uint8_t entry) {
  return std::ranges::binary_search(scene.hidden_classes, entry);
}

std::uint8_t class_in(const LanesScene& scene, OperatorId o) {
  if (scene.coloring != nullptr) return scene.coloring->class_of(o);
  return static_cast<std::uint8_t>(scene.graph->stream(o).index() & 0xff);
}

/// A lane's row of pixels, filled operator by operator.
class Row {
 public:
  Row(const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme, int columns)
      : scene_(scene), theme_(theme), begin_(geometry.view().begin), columns_(static_cast<std::size_t>(columns)) {
    per_step_ = columns / (geometry.view().end - begin_);
    seen_ = geometry.steps_in_view();
    cells_.resize(columns_);
  }

  /// Pixels of the lane; transparent where no operator is.
  std::span<const QRgb> fill(StreamId lane) {
    std::ranges::fill(cells_, Cell{});
    if (scene_.coloring == nullptr) colors_ = dimmed_ = {};  // more streams than classes
    const auto local = scene_.graph->operators_of(lane);
    const auto first = std::ranges::lower_bound(local, OperatorId(seen_.begin));
    const auto last = std::ranges::lower_bound(first, local.end(), OperatorId(seen_.end));
    if (scene_.coloring == nullptr && scene_.played.empty())
      fill_alike({first, last});
    else
      for (OperatorId o : std::span(first, last)) add(o);
    pixels_.assign(columns_, 0);
    for (std::size_t x = 0; x < columns_; ++x)
      if (cells_[x].count > 0) pixels_[x] = mean(cells_[x]);
    return pixels_;
  }

 private:
  struct Cell {
    std::uint32_t red = 0, green = 0, blue = 0, count = 0;
  };

  Cell& cell_of(OperatorId o) {
    const double at = (static_cast<double>(o.index()) - begin_) * per_step_;
    return cells_[std::min(static_cast<std::size_t>(std::max(at, 0.0)), columns_ - 1)];
  }

  void add(OperatorId o) {
    Cell& cell = cell_of(o);
    const QRgb color = color_of(o);
    cell.red += static_cast<std::uint32_t>(qRed(color));
    cell.green += static_cast<std::uint32_t>(qGreen(color));
    cell.blue += static_cast<std::uint32_t>(qBlue(color));
    ++cell.count;
  }

  /// Operators of one colour, which need only be counted.
  void fill_alike(std::span<const OperatorId> operators) {
    if (operators.empty()) return;
    for (OperatorId o : operators) ++cell_of(o).count;
    const QRgb color = color_of(operators.front());
    for (Cell& cell : cells_) {
      cell.red = cell.count * static_cast<std::uint32_t>(qRed(color));
      cell.green = cell.count * static_cast<std::uint32_t>(qGreen(color));
      cell.blue = cell.count * static_cast<std::uint32_t>(qBlue(color));
    }
  }

  QRgb color_of(OperatorId o) {
    const Played played = scene_.played.empty() ? Played::waiting : scene_.played[o.index()];
    const std::uint8_t entry = class_in(scene_, o);
    std::optional<QRgb>& known = (played == Played::finished ? dimmed_ : colors_)[entry];
    if (!known) {
      QColor color = lane_fill(scene_, o, theme_).color;
      if (is_hidden(scene_, entry)) color = mix(color, theme_.surface, kHiddenShare);
      if (played == Played::finished) color = mix(color, theme_.surface, kFinishedShare);
      known = color.rgb();
    }
    return played == Played::running ? theme_.selection.rgb() : *known;
  }

  [[nodiscard]] QRgb mean(const Cell& cell) const {
    const auto channel = [&](std::uint32_t sum) { return static_cast<int>(sum / cell.count); };
    const QColor color(channel(cell.red), channel(cell.green), channel(cell.blue));
    const double share = std::min(1.0, static_cast<double>(cell.count) * per_step_);
    return mix(theme_.surface, color, 0.3 + 0.7 * share).rgb();
  }

  const LanesScene& scene_;
  const Theme& theme_;
  double begin_, per_step_;
  std::size_t columns_;
  LanesGeometry::Range seen_;
  std::vector<Cell> cells_;
  std::vector<QRgb> pixels_;
  std::array<std::optional<QRgb>, 256> colors_{}, dimmed_{};
};

void paint_columns(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme) {
  const double scale =
      std::clamp(std::abs(painter.deviceTransform().m11()) * painter.device()->devicePixelRatio(), 1.0, 4.0);
  const QSize size = (geometry.plot().size() * scale).toSize().expandedTo({1, 1});
  QImage image(size, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::transparent);
  Row row(scene, geometry, theme, size.width());
  const auto lanes = geometry.lanes_in_view();
  for (std::size_t lane = lanes.begin; lane < lanes.end; ++lane) {
    const QRectF box = geometry.box(0, lane).translated(0, -geometry.plot().top());
    const int top = std::max(0, static_cast<int>(std::lround(box.top() * scale)));
    const int bottom = std::min(size.height(), static_cast<int>(std::lround(box.bottom() * scale)));
    if (top >= bottom) continue;
    const auto pixels = row.fill(StreamId(lane));
    for (int y = top; y < bottom; ++y) std::ranges::copy(pixels, reinterpret_cast<QRgb*>(image.scanLine(y)));
  }
  painter.drawImage(geometry.plot(), image);
}

class Boxes {
 public:
  Boxes(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme)
      : painter_(painter), scene_(scene), geometry_(geometry), theme_(theme), font_(paint_font(11)) {}

  void paint() {
    const auto steps = geometry_.steps_in_view();
    const auto lanes = geometry_.lanes_in_view();
    painter_.setFont(font_);
    for (std::size_t step = steps.begin; step < steps.end; ++step) {
      const std::size_t lane = scene_.graph->stream(OperatorId(step)).index();
      if (lane >= lanes.begin && lane < lanes.end) paint_box(OperatorId(step), geometry_.box(step, lane));
    }
  }

 private:
  void paint_box(OperatorId o, const QRectF& box) {
    Fill fill = lane_fill(scene_, o, theme_);
    const Played played = scene_.played.empty() ? Played::waiting : scene_.played[o.index()];
    if (is_hidden(scene_, class_in(scene_, o))) fill.color = mix(fill.color, theme_.surface, kHiddenShare);
    if (played == Played::finished) fill.color = mix(fill.color, theme_.surface, kFinishedShare);
    if (box.width() < kOutlined) {
      painter_.fillRect(box, fill.color);
    } else {
      paint_outlined(box, fill);
      if (box.width() >= kLeastNamed) paint_name(o, box, fill);
    }
    if (played == Played::running) paint_running(box);
  }

  void paint_outlined(const QRectF& box, const Fill& fill) {
    const double corner = box.width() < kRounded ? 0 : 4;
    painter_.setPen(QPen(mix(fill.color, theme_.text, 0.45), 1));
    painter_.setBrush(fill.color);
    painter_.drawRoundedRect(box, corner, corner);
    if (!fill.hatched()) return;
    fill_rect(painter_, box.adjusted(1, 1, -1, -1), fill);
    painter_.setBrush(Qt::NoBrush);
    painter_.drawRoundedRect(box, corner, corner);
  }

  void paint_name(OperatorId o, const QRectF& box, const Fill& fill) {
    const QString name = fitted(font_, text_of(scene_.graph->name(o)), box.width() - 8);
    if (name.isEmpty()) return;
    if (fill.hatched()) {
      QRectF plate(0, 0, text_width(font_, name) + 6, std::min(box.height() - 2, 15.0));
      plate.moveCenter(box.center());
      painter_.fillRect(plate, fill.color);
    }
    painter_.setPen(ink_on(fill.color));
    painter_.drawText(box, Qt::AlignCenter | Qt::TextSingleLine, name);
  }

  void paint_running(const QRectF& box) {
    const double width = std::min(3.0, box.width());
    painter_.setPen(QPen(theme_.text, width));
    painter_.setBrush(Qt::NoBrush);
    painter_.drawRect(box.adjusted(width / 2, width / 2, -width / 2, -width / 2));
  }

  QPainter& painter_;
  const LanesScene& scene_;
  const LanesGeometry& geometry_;
  const Theme& theme_;
  const QFont font_;
};

}  // namespace

Fill lane_fill(const LanesScene& scene, OperatorId o, const Theme& theme) {
  if (scene.coloring != nullptr) return scene.coloring->fill(scene.coloring->class_of(o), theme);
  return stream_fill(*scene.graph, scene.graph->stream(o), theme);
}

void paint_lane_boxes(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme) {
  painter.setRenderHint(QPainter::Antialiasing, geometry.step_width() >= kOutlined);
  if (geometry.aggregates())
    paint_columns(painter, scene, geometry, theme);
  else
    Boxes(painter, scene, geometry, theme).paint();
  painter.setRenderHint(QPainter::Antialiasing);
}

}  // namespace stowage
