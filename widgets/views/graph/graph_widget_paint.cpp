// SPDX-License-Identifier: GPL-3.0-or-later
// What the graph widget says and paints, and what of it is exported.
#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <memory>

#include "widgets/painters/graph/graph_card.h"
#include "widgets/painters/graph/graph_drawing.h"
#include "widgets/painters/graph/graph_layout.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/graph/graph_widget.h"

namespace stowage {
namespace {

constexpr double kPlatePadding = 8;
constexpr double kBannerHeight = 26;
constexpr float kStaleVeil = 0.55F;

}  // namespace

// ---- words

QString GraphWidget::message() const {
  if (!graph_) return tr("No graph is open.");
  if (has_only_lifetimes(*graph_)) return only_lifetimes_sentence();
  if (graph_->operator_count() == 0) return tr("This graph has no operators.");
  if (layout_) return {};
  return failure_.isEmpty()
             ? tr("Laying out %1 operators…")
                   .arg(QLocale().toString(qulonglong(std::min(
                       graph_->operator_count(),
                       graph_->operator_count() > kMaxDrawnOperators ? kNeighbourhoodOperators : kMaxDrawnOperators))))
             : tr("The graph could not be drawn: %1").arg(failure_);
}

QString GraphWidget::banner() const {
  if (!layout_) return {};
  if (!failure_.isEmpty()) return tr("This drawing is out of date: %1").arg(failure_);
  if (job_.busy()) return tr("Laying out…");
  return modules_ ? module_sentence(*layout_) : subset_.sentence(*drawn_);
}

/// Says it to screen readers.
void GraphWidget::describe() {
  const OperatorId current = is_current() ? current_operator() : OperatorId();
  QString text = message().isEmpty() ? banner() : message();
  if (current.valid())
    text += (text.isEmpty() ? QString() : QStringLiteral("\n")) +
            operator_card(*graph_, current, shown_bands().get(), recorded_).text();
  setAccessibleDescription(text);
  update();
}

// ---- painting

void GraphWidget::paint(QPainter& painter) {
  painter.fillRect(rect(), theme().background);
  if (!layout_) {
    draw_sentence(painter, rect(), message(), theme());
  } else {
    painter.save();
    painter.setClipRect(view_area());
    painter.setTransform(camera_.transform(), true);
    paint_graph(painter, scene(), theme(), camera_.to_drawing(view_area()));
    painter.restore();
    if (!is_current()) {
      QColor veil = theme().background;
      veil.setAlphaF(kStaleVeil);
      painter.fillRect(view_area(), veil);
    }
    paint_handle(painter);
    paint_new_sync(painter);
    if (legend_shown_) paint_legend(painter);
    paint_banner(painter);
    paint_card(painter);
  }
  if (hides_part() == fit_box_->isHidden() || fit_box_->pos() != fit_place())
    QMetaObject::invokeMethod(this, &GraphWidget::show_boxes, Qt::QueuedConnection);  // not while it is painted
}

/// Without the classes: the window's legend names their colours.
std::vector<GraphLegendItem> GraphWidget::legend_items() const {
  std::vector<GraphLegendItem> items = graph_legend(scene());
  std::erase_if(items, [](const GraphLegendItem& item) { return item.sign == GraphLegendItem::Sign::fill; });
  return items;
}

QRectF GraphWidget::legend_plate() const {
  const double width = this->width() - 2 * kPlatePadding;
  const auto items = items_that_fit(legend_items(), {width, this->height() / 3.0});
  const double height = std::min(graph_legend_height(items, width), this->height() / 3.0);
  return {0, this->height() - height - 2 * kPlatePadding, double(this->width()), height + 2 * kPlatePadding};
}

void GraphWidget::paint_legend(QPainter& painter) const {
  const QRectF plate = legend_plate();
  painter.fillRect(plate, theme().background);  // in a low dock the drawing has hardly any room of its own
  painter.setPen(QPen(theme().grid, 1));
  painter.drawLine(plate.topLeft(), plate.topRight());
  paint_graph_legend(painter, scene(), legend_items(),
                     plate.adjusted(kPlatePadding, kPlatePadding, -kPlatePadding, -kPlatePadding), theme());
}

/// Of the drawing, by a pixel or more.
bool GraphWidget::hides_part() const {
  return layout_ && !camera_.to_drawing(view_area().adjusted(-1, -1, 1, 1)).contains(layout_->bounds);
}

QPoint GraphWidget::fit_place() const {
  return {width() - fit_box_->width() - 2, static_cast<int>(view_area().bottom()) - fit_box_->height() - 2};
}

/// What the box at the right of the banner takes.
double GraphWidget::box_width() const {
  return modules_box_->isHidden() ? 0 : modules_box_->width() + 4;
}

void GraphWidget::paint_banner(QPainter& painter) const {
  const QString text = banner();
  if (text.isEmpty()) return;
  const QRectF strip(0, 0, width(), banner_height());
  painter.fillRect(strip, theme().surface);
  painter.setPen(QPen(theme().grid, 1));
  painter.drawLine(strip.bottomLeft(), strip.bottomRight());
  painter.setPen(failure_.isEmpty() ? theme().text : theme().peak);
  painter.setFont(paint_font(12));
  painter.drawText(strip.adjusted(8, 0, -8 - box_width(), 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                   text);
}

/// Of as many lines as the words need, up to a third of the widget; 0 without any.
double GraphWidget::banner_height() const {
  const QString text = banner();
  if (text.isEmpty()) return 0;
  const QRectF room(0, 0, width() - 16 - box_width(), 1000);
  const double words = QFontMetricsF(paint_font(12)).boundingRect(room, Qt::TextWordWrap, text).height();
  return std::max(kBannerHeight, std::min(words + 10, height() / 3.0));
}

void GraphWidget::paint_card(QPainter& painter) const {
  if (!pointer_ || drag() != Drag::none || !is_current()) return;
  const QPointF at = camera_.to_drawing(*pointer_);
  if (const auto module = module_of(layout_->node_at(at)))
    paint_graph_card(painter, module_card(*modules_, *module), *pointer_, rect(), theme());
  else if (const auto* node = layout_->node_at(at))
    paint_graph_card(painter, operator_card(*graph_, node->op, shown_bands().get(), recorded_), *pointer_, rect(),
                     theme());
  else if (const auto* edge = layout_->edge_at(at, 5 / camera_.scale))
    paint_graph_card(painter, edge_card(*graph_, edge->from, edge->to, edge->tensors), *pointer_, rect(), theme());
}

Drawing GraphWidget::drawing() const {
  Drawing out;
  if (!graph_) return out;
  out.title = text_of(graph_->name());
  out.subtitle = layout_ ? tr("computational graph") : message();
  out.in_work = !layout_ && job_.busy();
  if (!layout_) return out;
  const GraphScene seen = scene();
  const QRectF all = drawing_bounds(), part = camera_.to_drawing(view_area()) & all;
  const bool chosen = zoomed_ && !part.isEmpty() && part != all;  // the reader chose what is in view
  return graph_page(std::make_shared<const GraphPicture>(
                        GraphPicture{.graph = drawn_,
                                     .layout = *layout_,
                                     .coloring = coloring_,
                                     .tensors = {seen.tensors.begin(), seen.tensors.end()},
                                     .operators = {seen.operators.begin(), seen.operators.end()},
                                     .sentence = modules_ ? module_sentence(*layout_) : subset_.sentence(*drawn_),
                                     .part = chosen ? std::optional(part) : std::nullopt,
                                     .bands = modules_ ? nullptr : shown_bands()}),
                    out.title, out.subtitle);
}

}  // namespace stowage
