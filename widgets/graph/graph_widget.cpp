// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_widget.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QLocale>
#include <QPainter>
#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

#include "widgets/painters/graph_card.h"
#include "widgets/painters/graph_drawing.h"
#include "widgets/painters/graphviz.h"
#include "widgets/painters/text.h"
#include "widgets/view_state.h"

namespace stowage {
namespace {

/// A drawing that would be smaller than this is shown from its beginning instead of whole.
constexpr double kReadableScale = 0.5;
constexpr double kPlatePadding = 8;
constexpr double kBannerHeight = 26;

QString describe_error(const Error& error) {
  return QString::fromStdString(error.text());
}

}  // namespace

GraphWidget::GraphWidget(ViewState& state, QWidget* parent) : QWidget(parent), state_(state), job_(this) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setAccessibleName(tr("Computational graph"));
  connect(&state_, &ViewState::selection_changed, this, &GraphWidget::follow_selection);
  connect(&state_, &ViewState::hover_changed, this, qOverload<>(&QWidget::update));
  connect(&state_, &ViewState::colors_changed, this, &GraphWidget::recolor);
  connect(&state_, &ViewState::reveal_requested, this, [this](TensorId t) {
    if (!is_current() || t.index() >= view_.graph->tensor_count()) return;
    for (OperatorId o : operators_around(*view_.graph, {&t, 1}))
      if (const auto* node = layout_->find(o)) return bring_into_view(node->box);
  });
}

GraphWidget::~GraphWidget() = default;

void GraphWidget::set_view(const PlanView& view) {
  const bool another = view.graph != view_.graph;
  view_ = view;
  if (!another) return;
  failure_.clear();
  lay_out();
}

void GraphWidget::set_program(const QString& program) {
  program_ = program;
  lay_out();
}

// ---- layout

std::vector<OperatorId> GraphWidget::wanted_operators() const {
  const auto exists = [&](OperatorId o) { return o.index() < view_.graph->operator_count(); };
  std::vector<OperatorId> out = state_.selected_operators();
  std::erase_if(out, [&](OperatorId o) { return !exists(o); });
  std::vector<TensorId> tensors = state_.selected_tensors();
  std::erase_if(tensors, [&](TensorId t) { return t.index() >= view_.graph->tensor_count(); });
  return out.empty() ? operators_around(*view_.graph, tensors) : out;
}

void GraphWidget::lay_out() {
  if (!view_.graph || has_only_lifetimes(*view_.graph) || view_.graph->operator_count() == 0) {
    job_.cancel();
    layout_.reset();
    drawn_.reset();
    describe();
    return;
  }
  const auto graph = view_.graph;
  job_.start([this, graph, wanted = wanted_operators(), program = program_](const Task& task) -> LatestJob::Delivery {
    GraphSubset subset = choose_operators(*graph, wanted);
    auto layout = layout_graph(*graph, subset.operators, {.program = program}, task);
    return
        [this, graph, layout = std::move(layout), subset = std::move(subset)] { take_layout(graph, layout, subset); };
  });
  describe();
}

void GraphWidget::take_layout(std::shared_ptr<const Graph> graph, Result<GraphLayout> layout,
                              const GraphSubset& subset) {
  if (layout) {
    // After an edit the reader stays where they were looking.
    const bool same_place = layout_ && layout_->complete() && layout_->operator_count == layout->operator_count;
    drawn_ = std::move(graph);
    layout_ = *std::move(layout);
    subset_ = subset;
    failure_.clear();
    recolor();
    if (!same_place || !camera_moved_) show_initially();
  } else {
    failure_ = describe_error(layout.error());
  }
  describe();
}

void GraphWidget::follow_selection() {
  update();
  if (!is_current() || self_selecting_) return describe();
  const std::vector<OperatorId> wanted = wanted_operators();
  if (wanted.empty()) return describe();
  const auto drawn = [&](OperatorId o) { return layout_->find(o) != nullptr; };
  if (!std::ranges::all_of(wanted, drawn) && !layout_->complete()) {
    // More than fits is wanted: what is drawn already will do as long as it shows some of it.
    if (wanted.size() <= kNeighbourhoodOperators || std::ranges::none_of(wanted, drawn)) return lay_out();
  }
  const QRectF visible = camera_.to_drawing(view_area());
  const auto seen = [&](OperatorId o) { return drawn(o) && visible.intersects(layout_->find(o)->box); };
  const auto first = std::ranges::find_if(wanted, drawn);
  if (first != wanted.end() && std::ranges::none_of(wanted, seen)) bring_into_view(layout_->find(*first)->box);
  describe();
}

void GraphWidget::recolor() {
  if (is_current() && view_.lifetimes) {
    const ColorBy by = colors_operators(state_.color_by()) ? state_.color_by() : ColorBy::stream;
    coloring_ = Coloring(*drawn_, *view_.lifetimes, by);
  }
  update();
}

// ---- what is where

const Theme& GraphWidget::theme() const {
  return Theme::of(palette().color(QPalette::Window).lightness() < 128);
}

GraphScene GraphWidget::scene() const {
  return {.graph = drawn_.get(),
          .layout = &*layout_,
          .coloring = &coloring_,
          .tensors = state_.selected_tensors(),
          .operators = state_.selected_operators(),
          .hovered_tensor = state_.hovered_tensor(),
          .hovered_operator = state_.hovered_operator(),
          .hidden_classes = coloring_.by() == state_.color_by() ? std::span(state_.hidden_classes())
                                                                : std::span<const std::uint8_t>()};
}

QRectF GraphWidget::drawing_bounds() const {
  return layout_->bounds.adjusted(-kGraphMargin, -kGraphMargin, kGraphMargin, kGraphMargin);
}

/// The widget without the banner and the legend.
QRectF GraphWidget::view_area() const {
  QRectF area = rect();
  area.setTop(banner_height());
  if (layout_ && legend_shown_) area.setBottom(std::max(legend_plate().top(), area.top() + 40));
  return area;
}

QRectF GraphWidget::legend_plate() const {
  const auto items = graph_legend(scene());
  const double width = this->width() - 2 * kPlatePadding;
  const double height = std::min(graph_legend_height(items, width), this->height() / 3.0);
  return {0, this->height() - height - 2 * kPlatePadding, double(this->width()), height + 2 * kPlatePadding};
}

double GraphWidget::least_scale() const {
  return std::min(0.2, Camera::fitting_scale(drawing_bounds(), view_area()) / 2);
}

void GraphWidget::fit() {
  if (!layout_) return;
  camera_ = Camera::fitting(drawing_bounds(), view_area());
  camera_moved_ = zoomed_ = false;
  update();
}

void GraphWidget::show_initially() {
  fit();
  if (camera_.scale >= kReadableScale) return;
  const auto wanted = wanted_operators();
  const auto shown = std::ranges::find_if(wanted, [&](OperatorId o) { return layout_->find(o) != nullptr; });
  const QRectF area = view_area(), bounds = drawing_bounds();
  const double scale = std::clamp(area.width() / bounds.width(), kReadableScale, 1.0);
  // The start of the drawing; its middle may hold nothing but the arcs beside it.
  QPointF center(layout_->nodes.front().box.center().x(), bounds.top() + area.height() / scale / 2);
  if (shown != wanted.end()) center = layout_->find(*shown)->box.center();
  camera_ = Camera::centered(center, scale, area);
}

void GraphWidget::bring_into_view(QRectF box) {
  const QRectF area = view_area();
  camera_ = Camera::centered(box.center(), std::max(camera_.scale, kReadableScale), area);
  camera_moved_ = true;
  update();
}

void GraphWidget::zoom_at(QPointF point, double factor) {
  if (!layout_) return;
  camera_.zoom_at(point, factor, least_scale());
  camera_moved_ = zoomed_ = true;
  update();
}

void GraphWidget::zoom_in() {
  zoom_at(view_area().center(), 1.25);
}
void GraphWidget::zoom_out() {
  zoom_at(view_area().center(), 0.8);
}

void GraphWidget::pan(QPointF by) {
  camera_.offset += by;
  camera_moved_ = zoomed_ = true;
  update();
}

void GraphWidget::set_legend_shown(bool shown) {
  legend_shown_ = shown;
  update();
}

// ---- words

QString GraphWidget::message() const {
  if (!view_.graph) return tr("No graph is open.");
  if (has_only_lifetimes(*view_.graph)) return only_lifetimes_sentence();
  if (view_.graph->operator_count() == 0) return tr("This graph has no operators.");
  if (layout_) return {};
  return failure_.isEmpty() ? tr("Laying out %1 operators…")
                                  .arg(QLocale().toString(qulonglong(std::min(
                                      view_.graph->operator_count(), view_.graph->operator_count() > kMaxDrawnOperators
                                                                         ? kNeighbourhoodOperators
                                                                         : kMaxDrawnOperators))))
                            : tr("The graph could not be drawn: %1").arg(failure_);
}

QString GraphWidget::banner() const {
  if (!layout_) return {};
  if (!failure_.isEmpty()) return tr("This is the drawing from before: %1").arg(failure_);
  if (job_.busy()) return tr("Laying out…");
  return subset_.sentence(*drawn_);
}

/// Tells everybody who reads words rather than pixels.
void GraphWidget::describe() {
  const OperatorId current = is_current() ? current_operator() : OperatorId();
  QString text = message().isEmpty() ? banner() : message();
  if (current.valid())
    text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + operator_card(*view_.graph, current).text();
  setAccessibleDescription(text);
  update();
  emit drawing_changed();
}

// ---- painting

void GraphWidget::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme().background);
  if (!layout_) {
    draw_sentence(painter, rect(), message(), theme());
  } else {
    painter.save();
    painter.setClipRect(view_area());
    painter.setTransform(camera_.transform(), true);
    paint_graph(painter, scene(), theme(), camera_.to_drawing(view_area()));
    painter.restore();
    if (legend_shown_) paint_legend(painter);
    paint_banner(painter);
    paint_card(painter);
  }
  if (!hasFocus()) return;
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(QPen(theme().muted_text, 1, Qt::DotLine));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void GraphWidget::paint_legend(QPainter& painter) const {
  const QRectF plate = legend_plate();
  painter.setPen(QPen(theme().grid, 1));
  painter.drawLine(plate.topLeft(), plate.topRight());
  const GraphScene shown = scene();
  paint_graph_legend(painter, shown, graph_legend(shown),
                     plate.adjusted(kPlatePadding, kPlatePadding, -kPlatePadding, -kPlatePadding), theme());
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
  painter.drawText(strip.adjusted(8, 0, -8, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, text);
}

/// Of as many lines as the words need, up to a third of the widget; 0 without any.
double GraphWidget::banner_height() const {
  const QString text = banner();
  if (text.isEmpty()) return 0;
  const QRectF room(0, 0, width() - 16, 1000);
  const double words = QFontMetricsF(paint_font(12)).boundingRect(room, Qt::TextWordWrap, text).height();
  return std::max(kBannerHeight, std::min(words + 10, height() / 3.0));
}

void GraphWidget::paint_card(QPainter& painter) const {
  if (!pointer_ || dragging_ || !is_current()) return;
  const QPointF at = camera_.to_drawing(*pointer_);
  if (const auto* node = layout_->node_at(at))
    paint_graph_card(painter, operator_card(*view_.graph, node->op), *pointer_, rect(), theme());
  else if (const auto* edge = layout_->edge_at(at, 5 / camera_.scale))
    paint_graph_card(painter, edge_card(*view_.graph, edge->from, edge->to, edge->tensors), *pointer_, rect(), theme());
}

Drawing GraphWidget::drawing() const {
  Drawing out{.title = {}, .subtitle = {}, .legend_title = {}, .legend = {}, .paint = {}};
  if (!view_.graph) return out;
  out.title = text_of(view_.graph->name());
  out.subtitle = tr("computational graph");
  if (!layout_) {
    out.paint = [text = message()](QPainter& painter, const QRectF& rect, const Theme& theme) {
      draw_sentence(painter, rect, text, theme);
    };
    return out;
  }
  // Kept alive by the drawing; GraphScene only refers to it.
  struct Kept {
    std::shared_ptr<const Graph> graph;
    GraphLayout layout;
    Coloring coloring;
    std::vector<TensorId> tensors;
    std::vector<OperatorId> operators;
    QString sentence;
    std::optional<QRectF> part;

    [[nodiscard]] GraphScene scene() const {
      return {
          .graph = graph.get(), .layout = &layout, .coloring = &coloring, .tensors = tensors, .operators = operators};
    }
  };
  const auto kept =
      std::make_shared<const Kept>(Kept{drawn_, *layout_, coloring_, state_.selected_tensors(),
                                        state_.selected_operators(), subset_.sentence(*drawn_), part_in_view()});
  out.natural_size = graph_page_size(kept->scene(), kept->sentence, kept->part);
  out.paint = [kept](QPainter& painter, const QRectF& rect, const Theme& theme) {
    paint_graph_page(painter, rect, kept->scene(), kept->sentence, theme, kept->part);
  };
  return out;
}

/// What is seen of the drawing, where the reader chose that and it is not all.
std::optional<QRectF> GraphWidget::part_in_view() const {
  if (!zoomed_) return std::nullopt;
  const QRectF all = drawing_bounds(), seen = camera_.to_drawing(view_area()) & all;
  if (seen.isEmpty() || seen == all) return std::nullopt;
  return seen;
}

}  // namespace stowage
