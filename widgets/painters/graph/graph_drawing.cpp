// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/graph/graph_painter.h"

#include <QFontMetricsF>
#include <QHash>
#include <QLocale>
#include <QPaintEngine>
#include <QSet>
#include <algorithm>
#include <cmath>

#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr double kSentenceHeight = 26;
constexpr double kLegendGap = 10;
constexpr double kReadableScale = kSmallestText / 12;  // of graph_font()
constexpr double kPageMargins = 28, kTitle = 24;       // what the page puts around a view
constexpr double kHead = 64;                           // of a page: title, subtitle, margins
constexpr double kLeastWidth = 640, kLeastHeight = 400, kMostSide = 16'000, kMostArea = 40e6;

QRectF with_margin(const QRectF& bounds) {
  return bounds.adjusted(-kGraphMargin, -kGraphMargin, kGraphMargin, kGraphMargin);
}

double scale_into(const QRectF& shown, QSizeF room) {
  return std::min({1.5, room.width() / shown.width(), room.height() / shown.height()});
}

double fitting_scale(const QRectF& bounds, QSizeF room) {
  return scale_into(with_margin(bounds), room);
}

/// Lays it out in the direction in which it is larger on the page.
Result<GraphLayout> best_layout(const Graph& graph, std::span<const OperatorId> operators, QSizeF room,
                                const Task& task) {
  auto down = layout_graph(graph, operators, {}, task);
  if (!down || fitting_scale(down->bounds, room) >= 1) return down;
  auto right = layout_graph(graph, operators, {.direction = GraphvizOptions::Direction::right}, task);
  if (!right || fitting_scale(right->bounds, room) <= fitting_scale(down->bounds, room)) return down;
  return right;
}

QString counts(const Graph& graph) {
  return QStringList{operators_text(graph), tensors_text(graph),
                     GraphText::tr("%Ln stream(s)", nullptr, static_cast<int>(graph.stream_count()))}
      .join(QStringLiteral(" · "));
}

Drawing message_drawing(const Graph& graph, const QString& sentence) {
  Drawing out = sentence_drawing(text_of(graph.name()), sentence);
  out.subtitle = GraphText::tr("computational graph");
  return out;
}

/// SVG is written without clipping: what runs out of the part is covered instead.
void cover_around(QPainter& painter, const QRectF& part, const QRectF& page, const QColor& color) {
  const QRectF all = page.adjusted(-60, -60, 60, 60);  // with the margins of the page and its title
  painter.fillRect(QRectF(all.topLeft(), QPointF(all.right(), part.top())), color);
  painter.fillRect(QRectF(QPointF(all.left(), part.bottom()), all.bottomRight()), color);
  painter.fillRect(QRectF(QPointF(all.left(), part.top()), part.bottomLeft()), color);
  painter.fillRect(QRectF(part.topRight(), QPointF(all.right(), part.bottom())), color);
}

void paint_into(QPainter& painter, const QRectF& room, const QRectF& page, const GraphScene& scene, const Theme& theme,
                const std::optional<QRectF>& part) {
  const QRectF shown = part.value_or(with_margin(scene.layout->bounds));
  const double scale = scale_into(shown, room.size());
  const PageZoom zoom(scale);
  painter.save();
  painter.translate(room.center());
  painter.scale(scale, scale);
  painter.translate(-shown.center());
  if (part) painter.setClipRect(*part, Qt::IntersectClip);
  paint_graph(painter, scene, theme, part.value_or(shown.adjusted(-50, -50, 50, 50)));
  painter.restore();
  if (!part || painter.paintEngine()->type() != QPaintEngine::SVG) return;
  QRectF seen(QPointF(), shown.size() * scale);
  seen.moveCenter(room.center());
  cover_around(painter, seen, page, theme.background);
}

/// Paints a drawing, or a part of it, into a rectangle: as large as fits but not much beyond its natural size (a part:
/// the size it has on a page of the natural size), its legend below, and above it what is left out.
void paint_graph_page(QPainter& painter, const QRectF& rect, const GraphPicture& picture, const Theme& theme) {
  const GraphScene scene = picture.scene();
  QRectF room = rect;
  const QFont font = paint_font(12);
  const QStringList lines = picture.sentence.isEmpty() || !page_has_captions()
                                ? QStringList()
                                : wrapped(font, picture.sentence, rect.width());
  const double line = std::ceil(QFontMetricsF(font).height());
  if (!lines.isEmpty())
    room.setTop(room.top() + std::max(kSentenceHeight, line * static_cast<double>(lines.size()) + 4));
  const bool with_legend = page_style() == nullptr || page_style()->legend;
  const auto legend = with_legend ? graph_legend(scene) : std::vector<GraphLegendItem>();
  const double height = std::min(graph_legend_height(legend, room.width()), room.height() / 3);
  room.setBottom(room.bottom() - height - kLegendGap);
  if (room.height() >= 1) paint_into(painter, room, rect, scene, theme, picture.part);
  set_letters(painter, font, theme.muted_text);
  painter.drawText(QRectF(rect.topLeft(), QSizeF(rect.width(), room.top() - rect.top())),
                   Qt::AlignLeft | Qt::AlignVCenter, lines.join('\n'));
  paint_graph_legend(painter, scene, legend, QRectF(rect.left(), rect.bottom() - height, rect.width(), height), theme);
}

/// The page on which it shows the texts in their normal height, with room for title, sentence and legend. Smaller where
/// that would be absurdly large: at most 16,000 each way and 40 megapixels.
QSize page_size(const GraphPicture& picture) {
  const QRectF shown = picture.part.value_or(with_margin(picture.layout.bounds));
  const double width = std::clamp(std::ceil(shown.width() + kPageMargins), kLeastWidth, kMostSide);
  const double legend = graph_legend_height(graph_legend(picture.scene()), width - kPageMargins);
  const double around =
      kPageMargins + kTitle + (picture.sentence.isEmpty() ? 0 : kSentenceHeight) + legend + kLegendGap;
  // The legend is given at most a third of the page; where it needs more, the drawing has room to spare.
  const double height =
      std::clamp(std::ceil(shown.height() + around), kLeastHeight, std::min(kMostSide, kMostArea / width));
  return QSize(static_cast<int>(width), static_cast<int>(height));
}

/// Boxes never cover more of a page than this: arrows take the rest.
constexpr double kMostCovered = 0.8;

/// How much boxes and arrows say, and how close they lie.
struct BoxLook {
  bool kinds, labels, tight;
  double name;  ///< logical pixels that a name may be wide
};
constexpr std::array kBoxLooks{BoxLook{true, true, false, 170},  BoxLook{false, true, false, 170},
                               BoxLook{false, true, true, 170},  BoxLook{false, true, true, 60},
                               BoxLook{false, false, true, 170}, BoxLook{false, false, true, 90},
                               BoxLook{false, false, true, 60},  BoxLook{false, false, true, 44}};

/// Where names have to be cut, the way of cutting that leaves most of them different.
Qt::TextElideMode best_cut(const GraphLayout& layout, const QFontMetricsF& metrics, double width) {
  Qt::TextElideMode best = Qt::ElideLeft;
  qsizetype most = 0;
  for (const Qt::TextElideMode mode : {Qt::ElideLeft, Qt::ElideRight, Qt::ElideMiddle}) {
    QSet<QString> different;
    for (const auto& node : layout.nodes) different.insert(metrics.elidedText(node.title, mode, width));
    if (different.size() > most) most = different.size(), best = mode;
  }
  return best;
}

/// Names alone. Where several are the same, as those of a module's forward and backward, with what tells them apart.
void drop_kinds(GraphLayout& layout) {
  QHash<QString, int> times;
  for (const auto& node : layout.nodes) ++times[node.title];
  for (auto& node : layout.nodes) {
    const QString first = node.subtitle.section(QStringLiteral(" · "), 0, 0);
    if (times[node.title] > 1 && first != node.subtitle) node.title = first + ' ' + node.title;
    node.subtitle.clear();
  }
}

/// Boxes and arrows that say so much, with sizes and no places.
GraphLayout elements_of(GraphLayout layout, const BoxLook& look) {
  const QFontMetricsF metrics(graph_font());
  const double beside = look.tight ? 4 : 8, above = look.tight ? 2 : 5;
  const Qt::TextElideMode cut = best_cut(layout, metrics, look.name);
  if (!look.kinds) drop_kinds(layout);
  for (auto& node : layout.nodes) {
    node.title = metrics.elidedText(node.title, cut, look.name);
    const double text = std::max(metrics.horizontalAdvance(node.title), metrics.horizontalAdvance(node.subtitle));
    const double lines = node.subtitle.isEmpty() ? 1 : 2;
    node.box =
        QRectF(0, 0, std::max(std::ceil(text) + 2 * beside, 24.0), std::ceil(lines * metrics.height()) + 2 * above);
  }
  for (auto& edge : layout.edges) {
    edge.path = QPainterPath();
    edge.bounds = QRectF();
    if (!look.labels) edge.label.clear();
  }
  layout.bounds = QRectF();
  return layout;
}

std::size_t different_titles(const GraphLayout& layout) {
  QSet<QString> out;
  for (const auto& node : layout.nodes) out.insert(node.title);
  return static_cast<std::size_t>(out.size());
}

double covered(const GraphLayout& layout) {
  double sum = 0;
  for (const auto& node : layout.nodes) sum += node.box.width() * node.box.height();
  return sum;
}

double scale_of(const GraphLayout& layout, QSizeF room) {
  return std::min(1.0, fitting_scale(layout.bounds, room));
}

QSizeF size_of(const GraphLayout& layout) {
  return with_margin(layout.bounds).size();
}

struct Fitting {
  const Graph& graph;
  const GraphLayout& drawn;
  const Task& task;
  std::array<double, 16> heights{};
  std::array<std::optional<GraphLayout>, kBoxLooks.size()> elements{};
  std::array<std::array<std::optional<GraphLayout>, 2>, kBoxLooks.size()> layouts{};

  /// The first layout whose letters are as large as the page asks for; or none.
  Result<std::optional<GraphLayout>> readable_in(QSizeF room, bool labels, bool distinct) {
    const double least = kSmallestText / graph_font().pixelSize();
    for (std::size_t k = 0; k < kBoxLooks.size(); ++k) {
      if (kBoxLooks[k].labels != labels) continue;
      const GraphLayout& boxes = sized(k);
      if (distinct && !has_all_names(boxes)) continue;
      if (covered(boxes) * least * least > kMostCovered * room.width() * room.height()) continue;
      for (const auto direction : {GraphvizOptions::Direction::down, GraphvizOptions::Direction::right}) {
        double& height = height_of(kBoxLooks[k], direction);
        if (height > 0 && room.height() / height < least) continue;
        STOWAGE_TRY(const GraphLayout* layout, laid_out(k, direction));
        if (scale_of(*layout, room) >= least) return *layout;
        height = size_of(*layout).height();
      }
    }
    return std::optional<GraphLayout>();
  }

  [[nodiscard]] bool has_all_names(const GraphLayout& layout) const {
    return different_titles(layout) >= different_titles(drawn);
  }

  /// Where no letters can be read: what comes out largest.
  Result<GraphLayout> largest_in(QSizeF room) {
    constexpr std::size_t kPlain = 4;
    STOWAGE_TRY(const GraphLayout* down, laid_out(kPlain, GraphvizOptions::Direction::down));
    if (scale_of(*down, room) >= 0.5) return *down;
    STOWAGE_TRY(const GraphLayout* right, laid_out(kPlain, GraphvizOptions::Direction::right));
    return scale_of(*right, room) > scale_of(*down, room) ? *right : *down;
  }

  const GraphLayout& sized(std::size_t look) {
    if (!elements[look]) elements[look] = elements_of(drawn, kBoxLooks[look]);
    return *elements[look];
  }

  Result<const GraphLayout*> laid_out(std::size_t look, GraphvizOptions::Direction direction) {
    auto& out = layouts[look][direction == GraphvizOptions::Direction::right ? 1 : 0];
    if (!out) {
      STOWAGE_TRY(out,
                  layout_elements(graph, sized(look), {.direction = direction, .tight = kBoxLooks[look].tight}, task));
    }
    return &*out;
  }

  /// The height of a layout that was too large; 0 before there is one. Shorter names do not make it lower: a layout
  /// takes seconds, so that those in which it would be too high again are not made.
  double& height_of(const BoxLook& look, GraphvizOptions::Direction direction) {
    const bool right = direction == GraphvizOptions::Direction::right;
    return heights[(look.kinds ? 1u : 0u) + (look.labels ? 2u : 0u) + (look.tight ? 4u : 0u) + (right ? 8u : 0u)];
  }
};

struct PageFit {
  GraphLayout layout;
  bool readable = false;  ///< every box has a name in letters of the page's size
  bool distinct = true;   ///< and all names that differ still do
  QSize natural_size{};   ///< of the page that it fills
};

/// "84 mm with letters of 8 pt"
QString page_words(const PageRoom& page) {
  const QLocale locale;
  return GraphText::tr("%1 mm with letters of %2 pt")
      .arg(locale.toString(std::round(page.millimetres)), locale.toString(page.points));
}

QString cut_names_note(const PageRoom& page) {
  return GraphText::tr("%1: some names are cut to the same. Choose a larger page or smaller letters.")
      .arg(page_words(page));
}

/// Lays the boxes and arrows of `drawn` out once more, for a page on which `around` logical pixels of the height are
/// taken (title, legend). The first of these that fits in letters of the page's size: with kinds and labels of arrows,
/// without kinds, without labels, with shorter and shorter names (while arrows have labels, all that differ); downwards
/// or to the right, lower pages first. Where none fits, the drawing that comes out largest. Cut names keep the part in
/// which they differ. Blocks; errors as for layout_graph.
Result<PageFit> fit_to_page(const Graph& graph, const GraphLayout& drawn, const PageRoom& page, double around,
                            const Task& task) {
  const double width = page.most.width() - kPageMargins;
  const auto room_of = [&](double height) { return QSizeF(width, std::max(1.0, height - around)); };
  struct Try {
    double height;
    bool labels, distinct;
  };
  const double most = page.most.height(), square = std::min(page.most.width(), most);
  std::vector<Try> tries{{most, true, true}, {most, false, true}, {most, false, false}};
  // A figure that is a little higher is worth the names of tensors; one that is very high is not. Names that are cut to
  // the same are the last resort.
  if (page.free_height)
    tries = {{square, true, true},  {std::min(1.2 * square, most), true, true},
             {square, false, true}, {most, true, true},
             {most, false, true},   {square, false, false},
             {most, false, false}};
  Fitting fitting{graph, drawn, task};
  PageFit out;
  double height = tries.front().height;
  for (const Try& each : tries) {
    STOWAGE_TRY(std::optional<GraphLayout> layout,
                fitting.readable_in(room_of(each.height), each.labels, each.distinct));
    if (!layout) continue;
    out.layout = *std::move(layout);
    out.readable = true;
    out.distinct = fitting.has_all_names(out.layout);
    height = each.height;
    break;
  }
  if (!out.readable) {
    STOWAGE_TRY(out.layout, fitting.largest_in(room_of(height)));
  }
  if (page.free_height) {
    const double scale = scale_of(out.layout, room_of(height));
    height = std::min(height, std::ceil(size_of(out.layout).height() * scale + around));
  }
  out.natural_size = QSizeF(page.most.width(), height).toSize();
  return out;
}

double height_around(const GraphPicture& picture, double width) {
  const double room = width - kPageMargins;
  const double legend = page_style()->legend ? graph_legend_height(graph_legend(picture.scene()), room) : 0;
  const bool captions = page_has_captions() && !picture.sentence.isEmpty();
  const QFont font = paint_font(12);
  const auto lines = captions ? wrapped(font, picture.sentence, room).size() : 0;
  const double words = captions ? std::max(kSentenceHeight, QFontMetricsF(font).height() * double(lines) + 6) : 0;
  return kHead + legend + kLegendGap + words;
}

/// By as many modules as have room for their names; null where no number of them has.
Result<std::shared_ptr<GraphPicture>> by_modules(const GraphPicture& picture, const PageRoom& page, QSize& natural_size,
                                                 const Task& task) {
  const GraphModules modules{picture.graph, module_tree(*picture.graph)};
  std::size_t before = 0;
  for (const std::size_t most :
       {kFirstSeenModules, std::size_t{40}, std::size_t{25}, std::size_t{15}, std::size_t{8}}) {
    const GraphLayout elements = module_elements(modules, open_levels(modules.tree, most));
    if (elements.nodes.size() < 2 || elements.nodes.size() == before) continue;
    before = elements.nodes.size();
    auto out = std::make_shared<GraphPicture>(picture);
    out->layout = elements;
    out->sentence = module_sentence(*picture.graph, elements);
    out->bands = nullptr;
    STOWAGE_TRY(PageFit fit, fit_to_page(*picture.graph, elements, page, height_around(*out, page.most.width()), task));
    if (!fit.readable) continue;
    out->layout = std::move(fit.layout);
    natural_size = fit.natural_size;
    return out;
  }
  return std::shared_ptr<GraphPicture>();
}

/// Its names can be read on such a page as it is.
bool fits(const GraphPicture& picture, const PageRoom& page) {
  const QSizeF room(page.most.width() - kPageMargins, page.most.height() - height_around(picture, page.most.width()));
  const bool readable = room.height() > 1 && fitting_scale(picture.layout.bounds, room) >= kReadableScale;
  // Where the height is free, a compact drawing is better than one that is twice as high as wide.
  return readable && (!page.free_height || picture.layout.bounds.height() <= page.most.width());
}

Drawing fitted(Drawing out, std::shared_ptr<const GraphPicture> picture, QSize natural_size, const QString& note) {
  out.natural_size = natural_size;
  out.note = note;
  out.paint = [picture](QPainter& painter, const QRectF& rect, const Theme& theme) {
    paint_graph_page(painter, rect, *picture, theme);
  };
  out.fit = {};
  return out;
}

/// As it is, on a page as high as it needs.
Drawing with_own_height(Drawing out, const GraphPicture& picture, const PageRoom& page) {
  if (!page.free_height) return out;
  const double around = height_around(picture, page.most.width());
  const QSizeF room(page.most.width() - kPageMargins, page.most.height() - around);
  const double scale = std::min(1.0, fitting_scale(picture.layout.bounds, room));
  const double height = std::ceil(with_margin(picture.layout.bounds).height() * scale + around);
  out.natural_size = QSizeF(page.most.width(), std::min(height, page.most.height())).toSize();
  return out;
}

Result<Drawing> fit_picture(const Drawing& drawing, const GraphPicture& picture, const PageRoom& page,
                            const Task& task) {
  const bool same_page =
      page.most.width() >= drawing.natural_size.width() - 1 && page.most.height() >= drawing.natural_size.height() - 1;
  if (same_page && !page.free_height) return drawing;
  if (fits(picture, page)) return with_own_height(drawing, picture, page);
  auto own = std::make_shared<GraphPicture>(picture);
  STOWAGE_TRY(PageFit fit,
              fit_to_page(*picture.graph, picture.layout, page, height_around(picture, page.most.width()), task));
  own->layout = std::move(fit.layout);
  const bool may_group = picture.group != GraphGroup::operators && has_modules(*picture.graph);
  const QString cut = fit.readable && !fit.distinct ? cut_names_note(page) : QString();
  if (fit.readable && (fit.distinct || !may_group)) return fitted(drawing, own, fit.natural_size, cut);
  const auto boxes = static_cast<int>(picture.layout.nodes.size());
  const QString too_many = (picture.layout.by_module() ? GraphText::tr("%Ln box(es) do not fit %1", nullptr, boxes)
                                                       : GraphText::tr("%Ln operator(s) do not fit %1", nullptr, boxes))
                               .arg(page_words(page));
  if (may_group) {
    QSize natural_size;
    STOWAGE_TRY(const auto modules, by_modules(picture, page, natural_size, task));
    if (modules)
      return fitted(drawing, modules, natural_size,
                    GraphText::tr("%1: %2.").arg(too_many, module_sentence(*picture.graph, modules->layout)));
  }
  if (fit.readable) return fitted(drawing, own, fit.natural_size, cut);
  Drawing bare = drawing;
  bare.unnamed = true;
  return fitted(std::move(bare), own, fit.natural_size,
                GraphText::tr("%1: names are left out. Choose a larger page or smaller letters.").arg(too_many));
}

/// The operators to draw, or all by module.
Result<GraphPicture> picture_of(const PlanView& view, const DrawingLook& look, const Task& task) {
  const Graph& graph = *view.graph;
  GraphPicture out{.graph = view.graph,
                   .coloring = Coloring(graph, *view.lifetimes, colors_operators(look.by) ? look.by : ColorBy::stream),
                   .group = look.group};
  if (look.group == GraphGroup::modules && has_modules(graph)) {
    const GraphModules modules{view.graph, module_tree(graph)};
    STOWAGE_TRY(
        out.layout,
        layout_elements(graph, module_elements(modules, open_levels(modules.tree, kFirstSeenModules)), {}, task));
    out.sentence = module_sentence(graph, out.layout);
    return out;
  }
  const GraphSubset subset = choose_operators(graph, {});
  STOWAGE_TRY(out.layout, best_layout(graph, subset.operators, look.size, task));
  out.sentence = subset.sentence(graph);
  out.bands = look.bands;
  return out;
}

}  // namespace

QString only_lifetimes_sentence() {
  return GraphText::tr(
      "This file lists lifetimes but no operators, so there is no graph to draw. The lanes show its steps, and the "
      "heap map its tensors.");
}

Drawing graph_page(const std::shared_ptr<const GraphPicture>& picture, const QString& title, const QString& subtitle) {
  Drawing out{.title = title, .subtitle = subtitle};
  out.natural_size = page_size(*picture);
  out.paint = [picture](QPainter& painter, const QRectF& rect, const Theme& theme) {
    paint_graph_page(painter, rect, *picture, theme);
  };
  out.boxes = picture->layout.nodes.size();
  if (!picture->part)
    out.fit = [plain = out, picture](const PageRoom& page, const Task& task) {
      return fit_picture(plain, *picture, page, task);
    };
  return out;
}

Result<Drawing> graph_drawing(const PlanView& view, const DrawingLook& look, const Task& task) {
  const Graph& graph = *view.graph;
  if (has_only_lifetimes(graph)) return message_drawing(graph, only_lifetimes_sentence());
  if (graph.operator_count() == 0) return message_drawing(graph, GraphText::tr("This graph has no operators."));
  STOWAGE_TRY(GraphPicture picture, picture_of(view, look, task));
  return graph_page(std::make_shared<const GraphPicture>(std::move(picture)), text_of(graph.name()), counts(graph));
}

}  // namespace stowage
