// SPDX-License-Identifier: Apache-2.0
// Parts of the order behind a drawn graph. Their operators seldom fill a rectangle of their own: each gets a margin of
// the part's colour, and short edges between operators of one part are wide bridges, so that what lies together looks
// like one piece.
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/painters/graph/graph_layout.h"
#include "widgets/painters/graph/graph_painter.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kMargin = 9, kCorner = 9, kRim = 1.4;
constexpr double kBridge = 20;        // width
constexpr double kLongestEdge = 150;  // that is a bridge: longer ones would run through other parts
constexpr double kTag = 14, kTagPadding = 4;
constexpr double kReadablePixels = 6;

class Grounds {
 public:
  Grounds(QPainter& painter, const GraphScene& scene, const Theme& theme, const QRectF& visible)
      : painter_(painter), scene_(scene), theme_(theme), visible_(visible), members_(scene.bands->bands.size()) {
    const QTransform& t = painter.transform();
    scale_ = std::hypot(t.m11(), t.m12());
    for (const auto& node : scene.layout->nodes)
      if (const StepBand* band = scene.bands->at(node.op.index())) members_[place(band)].nodes.push_back(&node);
    for (const auto& edge : scene.layout->edges) {
      if (edge.kind == GraphLayout::EdgeKind::stream || edge.bounds.height() > kLongestEdge ||
          edge.bounds.width() > kLongestEdge)
        continue;
      const StepBand* band = scene.bands->at(edge.from.index());
      if (band != nullptr && band == scene.bands->at(edge.to.index())) members_[place(band)].bridges.push_back(&edge);
    }
  }

  void paint() {
    for (std::size_t k = 0; k < members_.size(); ++k) {
      const StepBand& band = scene_.bands->bands[k];
      if (scale_ >= 0.2) paint_ground(members_[k], kRim, band_color(band, theme_));
      paint_ground(members_[k], 0, band_tint(band, theme_.background, theme_));
    }
    if (kTag * scale_ < kReadablePixels) return;
    for (std::size_t k = 0; k < members_.size(); ++k)
      if (!members_[k].nodes.empty()) paint_name(scene_.bands->bands[k], members_[k]);
  }

 private:
  struct Members {
    std::vector<const GraphLayout::Node*> nodes;
    std::vector<const GraphLayout::Edge*> bridges;
  };

  [[nodiscard]] std::size_t place(const StepBand* band) const {
    return static_cast<std::size_t>(band - scene_.bands->bands.data());
  }

  static QRectF ground_of(const GraphLayout::Node& node, double more) {
    const double out = kMargin + more;
    return node.box.adjusted(-out, -out, out, out);
  }

  void paint_ground(const Members& members, double more, const QColor& color) {
    painter_.setBrush(Qt::NoBrush);
    for (const auto* edge : members.bridges) {
      if (!visible_.intersects(edge->bounds.adjusted(-kBridge, -kBridge, kBridge, kBridge))) continue;
      QPainterPath path = edge->path;
      path.lineTo(edge->tip);
      painter_.strokePath(path, QPen(color, page_line(kBridge + 2 * more), Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
    }
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(color);
    for (const auto* node : members.nodes)
      if (const QRectF ground = ground_of(*node, more); visible_.intersects(ground))
        painter_.drawRoundedRect(ground, kCorner + more, kCorner + more);
  }

  /// Above the first of them, on the left, where edges seldom arrive.
  void paint_name(const StepBand& band, const Members& members) {
    const QRectF ground =
        ground_of(**std::ranges::min_element(
                      members.nodes, {}, [](const auto* node) { return std::pair(node->box.top(), node->box.left()); }),
                  0);
    QFont font = paint_font(11);
    const QString name =
        fitting(font, band_names(*scene_.bands, band), std::max(40.0, ground.width() - 2 * kTagPadding));
    QRectF tag(0, 0, text_width(font, name) + 2 * kTagPadding, kTag);
    tag.moveBottomLeft(ground.topLeft() + QPointF(2, 4));
    if (name.isEmpty() || !visible_.intersects(tag)) return;
    const QColor color = band_color(band, theme_);
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(color);
    painter_.drawRoundedRect(tag, 3, 3);
    painter_.setFont(font);
    painter_.setPen(ink_on(color));
    painter_.drawText(tag, Qt::AlignCenter, name);
  }

  QPainter& painter_;
  const GraphScene& scene_;
  const Theme& theme_;
  const QRectF visible_;
  double scale_ = 1;
  std::vector<Members> members_;  // by band
};

}  // namespace

void paint_graph_bands(QPainter& painter, const GraphScene& scene, const Theme& theme, const QRectF& visible) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  Grounds(painter, scene, theme, visible).paint();
  painter.restore();
}

}  // namespace stowage
