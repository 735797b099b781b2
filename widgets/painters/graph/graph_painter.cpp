// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/graph/graph_painter.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kMargin = 9, kGroundCorner = 9, kRim = 1.4;
constexpr double kBridge = 20;        // width
constexpr double kLongestEdge = 150;  // that is a bridge: longer ones would run through other parts
constexpr double kTag = 14, kTagPadding = 4;
constexpr double kReadableTag = 6;

/// Parts of the order behind a drawn graph. Their operators seldom fill a rectangle of their own: each gets a margin of
/// the part's colour, and short edges between operators of one part are wide bridges, so that what lies together looks
/// like one piece.
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
    if (kTag * scale_ < kReadableTag) return;
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
    set_ink(painter_, Qt::NoPen, color);
    for (const auto* node : members.nodes)
      if (const QRectF ground = ground_of(*node, more); visible_.intersects(ground))
        painter_.drawRoundedRect(ground, kGroundCorner + more, kGroundCorner + more);
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
    set_ink(painter_, Qt::NoPen, color);
    painter_.drawRoundedRect(tag, 3, 3);
    set_letters(painter_, font, ink_on(color));
    painter_.drawText(tag, Qt::AlignCenter, name);
  }

  QPainter& painter_;
  const GraphScene& scene_;
  const Theme& theme_;
  const QRectF visible_;
  double scale_ = 1;
  std::vector<Members> members_;  // by band
};

constexpr double kCorner = 6;
constexpr double kReadablePixels = 5;  // text smaller than this is noise

template <class Id>
bool contains(std::span<const Id> sorted, Id value) {
  return std::ranges::binary_search(sorted, value);
}

/// Whether two operators follow each other in the path that is lit.
bool is_on_path(const GraphScene& scene, const GraphLayout::Edge& edge) {
  const auto at = std::ranges::lower_bound(scene.path, edge.from);
  return at != scene.path.end() && *at == edge.from && at + 1 != scene.path.end() && *(at + 1) == edge.to;
}

bool is_selected_sync(const GraphScene& scene, const GraphLayout::Edge& edge) {
  return edge.kind == GraphLayout::EdgeKind::control && scene.selected_sync == ControlEdge{edge.from, edge.to};
}

/// How much of an operator's ink is left: what the legend switched off, what is over, what is outside the time range.
double opacity_of(const GraphScene& scene, OperatorId o, std::uint8_t entry) {
  const auto& range = scene.time_range;
  if (contains(scene.hidden_classes, entry)) return 0.25;
  if (range && (o.index() < range->first || o.index() >= range->second)) return 0.25;
  return !scene.played.empty() && scene.played[o.index()] == Played::finished ? 0.4 : 1;
}

/// How much is drawn at one zoom.
struct Detail {
  double scale = 1;  ///< pixels a unit
  bool text = true, labels = true, heads = true, outlines = true;

  explicit Detail(const QPainter& painter) {
    const QTransform& t = painter.transform();
    scale = page_style() != nullptr ? page_zoom() : std::hypot(t.m11(), t.m12());
    if (is_vector(painter)) return;
    const double pixels = graph_font().pixelSize() * scale;
    text = pixels >= kReadablePixels;
    labels = pixels >= kReadablePixels + 1;
    heads = scale >= 0.12;
    outlines = scale >= 0.2;
  }
};

struct GraphPainting {
  QPainter& painter;
  const GraphScene& scene;
  const Theme& theme;
  const QRectF visible;
  const Detail detail{painter};

  void paint() {
    painter.setFont(graph_font());
    painter.setRenderHint(QPainter::Antialiasing);
    if (scene.bands != nullptr) {
      painter.save();
      Grounds(painter, scene, theme, visible).paint();
      painter.restore();
    }
    // What is lit lies on top, so that it can be followed through a crowd.
    for (const bool lit : {false, true})
      for (const auto& edge : scene.layout->edges)
        if (visible.intersects(edge.bounds) && lit == stands_out(edge)) paint_edge(edge, lit);
    for (const auto& node : scene.layout->nodes)
      if (visible.intersects(node.box.adjusted(-kGraphMargin, -kGraphMargin, kGraphMargin, kGraphMargin)))
        paint_node(node);
    if (detail.labels) paint_labels();
  }

  void paint_hovered(const GraphHover& hover) {
    painter.setFont(graph_font());
    painter.setRenderHint(QPainter::Antialiasing);
    if (hover.tensor.valid()) {
      for (const auto& edge : scene.layout->edges) {
        if (!visible.intersects(edge.bounds) || !std::ranges::binary_search(edge.tensors, hover.tensor)) continue;
        paint_edge(edge, true);
        if (detail.labels && !edge.label.isEmpty()) paint_label(edge, label_area(edge));
      }
    }
    const auto* node = hover.op.valid() ? scene.layout->find(hover.op) : nullptr;
    if (node == nullptr || node->op != hover.op) return;  // within a module
    if (contains(scene.operators, hover.op) || contains(scene.path, hover.op)) return;
    paint_ring(*node, theme.text, std::max(2.0, 1.5 / detail.scale));
  }

  [[nodiscard]] bool stands_out(const GraphLayout::Edge& edge) const {
    return is_lit(scene, edge) || is_on_path(scene, edge);
  }

  void paint_edge(const GraphLayout::Edge& edge, bool lit) {
    EdgeStyle style = edge_style(edge.kind, theme);
    if (lit) {
      style.color = is_on_path(scene, edge) ? theme.path : theme.selection;
      style.width = is_selected_sync(scene, edge) || is_on_path(scene, edge) ? 3.6 : 2.4;
    }
    // From far away, many thin lines must not add up to a dark mass.
    if (!lit && detail.scale < 0.3) style.color = see_through(style.color, 0.55, theme.background);
    const double width = std::max(style.width, 0.6 / detail.scale);
    painter.strokePath(edge.path, edge_pen(style, width));
    if (!style.head || !detail.heads) {
      if (style.head)
        painter.setPen(QPen(style.color, page_line(width))), painter.drawLine(edge.path.currentPosition(), edge.tip);
      return;
    }
    paint_arrow_head(painter, edge.path.currentPosition(), edge.tip, style, theme.background);
  }

  /// The layout keeps room for labels of the usual size. Letters of a reduced page are larger: there a label stands
  /// along its edge where it hides nothing, or nowhere.
  void paint_labels() {
    std::vector<QRectF> taken;
    if (page_is_reduced())
      for (const auto& node : scene.layout->nodes) taken.push_back(node.box);
    for (const auto& edge : scene.layout->edges) {
      if (edge.label.isEmpty()) continue;
      QRectF area = label_area(edge);
      if (page_is_reduced()) {
        area = free_along(edge, taken);
        taken.push_back(area);
      }
      if (!area.isNull() && visible.intersects(area)) paint_label(edge, area);
    }
  }

  [[nodiscard]] static QRectF label_area(const GraphLayout::Edge& edge) {
    QRectF area(QPointF(), edge_label_size(edge.label));
    area.moveCenter(edge.label_center);
    return area;
  }

  [[nodiscard]] QRectF free_along(const GraphLayout::Edge& edge, const std::vector<QRectF>& taken) const {
    const QFontMetricsF metrics(painter.font());
    QRectF area(0, 0, metrics.horizontalAdvance(edge.label) + 2, metrics.ascent());
    for (const double share : {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8}) {
      area.moveCenter(edge.path.pointAtPercent(share));
      if (std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(area); })) return area;
    }
    return {};
  }

  void paint_label(const GraphLayout::Edge& edge, const QRectF& area) {
    const bool lit = is_lit(scene, edge);
    set_ink(painter, Qt::NoPen, see_through(theme.background, 0.8, theme.background));
    painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), 3, 3);
    painter.setPen(lit ? theme.selection : theme.text);
    painter.drawText(area, Qt::AlignCenter, edge.label);
  }

  void paint_node(const GraphLayout::Node& node) {
    const std::uint8_t entry = scene.coloring->class_of(node.op);
    const bool mixed =
        node.several_streams || (node.module != GraphLayout::kNoModule && scene.coloring->by() != ColorBy::stream);
    const Fill fill = mixed ? Fill{theme.surface} : scene.coloring->fill(entry, theme);
    painter.setOpacity(mixed ? 1 : opacity_of(scene, node.op, entry));
    if (detail.outlines) {
      paint_box(node.box, fill);
      if (node.inputs > 0) paint_input_mark(painter, node.box, theme);
      if (node.outputs > 0) paint_output_mark(painter, node.box, theme);
      if (node.shares > 0) paint_shares_mark(painter, node.box, theme);
    } else {
      painter.fillRect(node.box, fill.color);
    }
    if (detail.text) paint_text(node, fill);
    if (detail.text && node.unseen > 0 && !page_is_reduced()) paint_unseen_mark(painter, node.box, node.unseen, theme);
    painter.setOpacity(1);
    paint_ring(node);
  }

  void paint_box(const QRectF& box, const Fill& fill) {
    const QPen border(border_of(fill.color, theme), page_line(1));
    painter.setPen(border);
    painter.setBrush(fill.color);
    painter.drawRoundedRect(box, kCorner, kCorner);
    if (!fill.hatched() || detail.scale < 0.4) return;
    QPainterPath shape;
    shape.addRoundedRect(box, kCorner, kCorner);
    painter.save();
    painter.setClipPath(shape, Qt::IntersectClip);
    fill_rect(painter, box, fill);
    painter.restore();
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box, kCorner, kCorner);
  }

  void paint_text(const GraphLayout::Node& node, const Fill& fill) {
    const QFontMetricsF metrics(painter.font());
    const QRectF inner = node.box.adjusted(2, 4, -2, -4);
    if (fill.hatched() && !(page_is_reduced() && small_name(node).isEmpty())) {
      const double width =
          page_is_reduced() ? metrics.horizontalAdvance(small_name(node))
                            : std::max(metrics.horizontalAdvance(node.title), metrics.horizontalAdvance(node.subtitle));
      QRectF plate(QPointF(), QSizeF(width + 8, inner.height()));
      plate.moveCenter(inner.center());
      set_ink(painter, Qt::NoPen, fill.color);
      painter.drawRoundedRect(plate, 4, 4);
    }
    QColor ink = ink_on(fill.color);
    painter.setPen(ink);
    if (page_is_reduced()) {
      painter.drawText(node.box, Qt::AlignCenter, small_name(node));
      return;
    }
    if (node.subtitle.isEmpty()) {
      painter.drawText(inner, Qt::AlignCenter | Qt::TextDontClip, node.title);
      return;
    }
    painter.drawText(inner, Qt::AlignHCenter | Qt::AlignTop, node.title);
    painter.setPen(mix(fill.color, ink, 0.78));
    painter.drawText(inner, Qt::AlignHCenter | Qt::AlignBottom, node.subtitle);
  }

  /// As much of the title as a small box has room for in letters that can be read.
  [[nodiscard]] QString small_name(const GraphLayout::Node& node) const {
    const QFontMetricsF metrics(painter.font());
    if (metrics.ascent() > node.box.height()) return {};
    const QString name = metrics.elidedText(node.title, Qt::ElideMiddle, node.box.width() - 2);
    return name.size() < std::min<qsizetype>(4, node.title.size()) ? QString() : name;
  }

  void paint_ring(const GraphLayout::Node& node) {
    const bool selected = contains(scene.operators, node.op);
    const bool running = !scene.played.empty() && scene.played[node.op.index()] == Played::running;
    const bool on_path = contains(scene.path, node.op);
    if (!selected && !running && !on_path && !is_lit(scene, node.op)) return;
    const double width = std::max(selected || running || on_path ? 3.0 : 2.0, (selected ? 2.0 : 1.5) / detail.scale);
    paint_ring(node, on_path ? theme.path : running ? theme.text : theme.selection, width);
  }

  void paint_ring(const GraphLayout::Node& node, const QColor& color, double width) {
    set_ink(painter, QPen(color, page_line(width)), Qt::NoBrush);
    const double out = width / 2 + 0.5;
    painter.drawRoundedRect(node.box.adjusted(-out, -out, out, out), kCorner + out, kCorner + out);
  }
};

}  // namespace

bool is_lit(const GraphScene& scene, const GraphLayout::Edge& edge) {
  if (edge.kind == GraphLayout::EdgeKind::stream) return false;
  if (contains(scene.operators, edge.from) || contains(scene.operators, edge.to)) return true;
  return std::ranges::any_of(edge.tensors, [&](TensorId t) { return contains(scene.tensors, t); });
}

bool is_lit(const GraphScene& scene, OperatorId o) {
  if (contains(scene.operators, o)) return true;
  const auto selected = [&](TensorId t) { return contains(scene.tensors, t); };
  return !scene.tensors.empty() && (std::ranges::any_of(scene.graph->inputs(o), selected) ||
                                    std::ranges::any_of(scene.graph->outputs(o), selected));
}

void paint_graph(QPainter& painter, const GraphScene& scene, const Theme& theme, const QRectF& visible) {
  painter.save();
  GraphPainting{painter, scene, theme, visible}.paint();
  painter.restore();
}

void paint_graph_hover(QPainter& painter, const GraphScene& scene, const GraphHover& hover, const Theme& theme,
                       const QRectF& visible) {
  painter.save();
  GraphPainting{painter, scene, theme, visible}.paint_hovered(hover);
  painter.restore();
}

}  // namespace stowage
