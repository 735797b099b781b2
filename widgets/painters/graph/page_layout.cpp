// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/graph/page_layout.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QHash>
#include <QLocale>
#include <QSet>
#include <algorithm>
#include <cmath>

#include "widgets/painters/graph/graph_elements.h"
#include "widgets/painters/graph/graph_painter.h"
#include "widgets/painters/graph/graphviz.h"

namespace stowage {
namespace {

constexpr double kSideMargins = 28;
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

QSizeF size_of(const GraphLayout& layout) {
  return layout.bounds.size() + QSizeF(2 * kGraphMargin, 2 * kGraphMargin);
}

double scale_of(const GraphLayout& layout, QSizeF room) {
  const QSizeF size = size_of(layout);
  return std::min({1.0, room.width() / size.width(), room.height() / size.height()});
}

class Fitting {
 public:
  Fitting(const Graph& graph, const GraphLayout& drawn, const Task& task) : graph_(graph), drawn_(drawn), task_(task) {}

  /// The first layout whose letters are as large as the page asks for; or none.
  Result<std::optional<GraphLayout>> readable_in(QSizeF room, bool labels, bool distinct) {
    const double least = kSmallestText / graph_font().pixelSize();
    for (std::size_t k = 0; k < kBoxLooks.size(); ++k) {
      if (kBoxLooks[k].labels != labels) continue;
      const GraphLayout& elements = sized(k);
      if (distinct && !has_all_names(elements)) continue;
      if (covered(elements) * least * least > kMostCovered * room.width() * room.height()) continue;
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
    return different_titles(layout) >= different_titles(drawn_);
  }

  /// Where no letters can be read: what comes out largest.
  Result<GraphLayout> largest_in(QSizeF room) {
    constexpr std::size_t kPlain = 4;
    STOWAGE_TRY(const GraphLayout* down, laid_out(kPlain, GraphvizOptions::Direction::down));
    if (scale_of(*down, room) >= 0.5) return *down;
    STOWAGE_TRY(const GraphLayout* right, laid_out(kPlain, GraphvizOptions::Direction::right));
    return scale_of(*right, room) > scale_of(*down, room) ? *right : *down;
  }

 private:
  const GraphLayout& sized(std::size_t look) {
    if (!elements_[look]) elements_[look] = elements_of(drawn_, kBoxLooks[look]);
    return *elements_[look];
  }

  Result<const GraphLayout*> laid_out(std::size_t look, GraphvizOptions::Direction direction) {
    auto& out = layouts_[look][direction == GraphvizOptions::Direction::right ? 1 : 0];
    if (!out) {
      STOWAGE_TRY(
          out, layout_elements(graph_, sized(look), {.direction = direction, .tight = kBoxLooks[look].tight}, task_));
    }
    return &*out;
  }

  /// Of a layout that was too large; 0 before there is one. Shorter names do not make it lower: a layout takes seconds,
  /// so that those in which it would be too high again are not made.
  double& height_of(const BoxLook& look, GraphvizOptions::Direction direction) {
    const bool right = direction == GraphvizOptions::Direction::right;
    return heights_[(look.kinds ? 1u : 0u) + (look.labels ? 2u : 0u) + (look.tight ? 4u : 0u) + (right ? 8u : 0u)];
  }

  const Graph& graph_;
  const GraphLayout& drawn_;
  const Task& task_;
  std::array<double, 16> heights_{};
  std::array<std::optional<GraphLayout>, kBoxLooks.size()> elements_;
  std::array<std::array<std::optional<GraphLayout>, 2>, kBoxLooks.size()> layouts_;
};

}  // namespace

QString page_words(const PageRoom& page) {
  const QLocale locale;
  return QCoreApplication::translate("stowage::PageLayout", "%1 mm with letters of %2 pt")
      .arg(locale.toString(std::round(page.millimetres)), locale.toString(page.points));
}

QString cut_names_note(const PageRoom& page) {
  return QCoreApplication::translate("stowage::PageLayout",
                                     "%1: some names are cut to the same. Choose a larger page or smaller letters.")
      .arg(page_words(page));
}

Result<PageFit> fit_to_page(const Graph& graph, const GraphLayout& drawn, const PageRoom& page, double around,
                            const Task& task) {
  const double width = page.most.width() - kSideMargins;
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
  Fitting fitting(graph, drawn, task);
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

}  // namespace stowage
