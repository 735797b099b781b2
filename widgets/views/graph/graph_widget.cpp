// SPDX-License-Identifier: GPL-3.0-or-later
// What the graph widget shows, how it is painted, and what of it is exported; graph_widget_input.cpp has what the user
// does to it.
#include "widgets/views/graph/graph_widget.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <QFontMetricsF>
#include <QPainter>
#include <QToolButton>

#include "widgets/controls/hover_card.h"
#include "widgets/controls/tool_button.h"
#include "widgets/painters/graph/graph_card.h"
#include "widgets/painters/graph/graph_layout.h"
#include "widgets/painters/graph/graph_painter.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

/// A drawing that would be smaller than this is shown from its beginning instead of whole.
constexpr double kReadableScale = 0.5;
/// A path can be followed where names cannot be read.
constexpr double kLeastPathScale = 0.2;
// Pixels: a lower box is not seen; room around the legend; height of a banner of one line.
constexpr double kLeastBox = 8, kPlatePadding = 8, kBannerHeight = 26;
constexpr float kStaleVeil = 0.55F;
/// Graphs of more tensors than this are coloured in the background.
constexpr std::size_t kLarge = 50'000;

}  // namespace

GraphWidget::GraphWidget(ViewState& state) : CanvasPane(state), state_(state), card_(new HoverCard(this)), job_(this) {
  setAttribute(Qt::WA_OpaquePaintEvent);
  setAccessibleName(tr("Computational graph"));
  set_picture({"graph", tr("&Graph…"), tr("Export image of the graph"), "-graph"});
  modules_box_ = make_word_button("graph_modules", tr("Modules"), tr("Draw closed modules as single nodes"));
  modules_box_->setCheckable(true);
  connect(modules_box_, &QToolButton::clicked, this, [this](bool wanted) {
    modules_wanted_ = wanted;
    lay_out();
  });
  fit_box_ = make_word_button("graph_fit", tr("Show all"), tr("Part of the graph is out of view. Show all (0)."));
  connect(fit_box_, &QToolButton::clicked, this, [this] {
    fit();
    setFocus();  // the button goes
  });
  for (QToolButton* box : {modules_box_, fit_box_}) {
    box->setParent(this);
    box->hide();
  }
  connect(&state_, &ViewState::modules_changed, this, &GraphWidget::follow_modules);
  connect(&state_, &ViewState::selection_changed, this, &GraphWidget::follow_selection);
  connect(&state_, &ViewState::hover_changed, this, qOverload<>(&QWidget::update));
  connect(&state_, &ViewState::colors_changed, this, &GraphWidget::recolor);
  connect(&state_, &ViewState::time_range_changed, this, &GraphWidget::redraw);
  connect(&state_, &ViewState::bands_changed, this, [this] {
    legend_.reset();
    if (layout_ && !camera_moved_) show_initially();  // with the legend as it is now
    describe();
  });
  connect(&state_, &ViewState::path_changed, this, &GraphWidget::follow_path);
  connect(&state_, &ViewState::moment_changed, this, [this] {
    played_ = played_operators(state_.moment().get(), graph_ ? graph_->operator_count() : 0);
    redraw();
  });
  connect(&state_, &ViewState::reveal_requested, this, [this](TensorId t) {
    if (!is_current() || t.index() >= graph_->tensor_count()) return;
    const std::vector<OperatorId> around = operators_around(*graph_, {&t, 1});
    const QRectF view = camera_.to_drawing(view_area());
    const auto is_seen = [&](OperatorId o) {
      const auto* node = layout_->find(o);
      return node && node->box.height() * camera_.scale >= kLeastBox && view.contains(node->box);
    };
    if (std::ranges::all_of(around, is_seen)) return;
    for (OperatorId o : around)
      if (const auto* node = layout_->find(o)) return bring_into_view(node->box);
  });
}

void GraphWidget::take_view(const PlanView& view) {
  recorded_ = view.recorded();
  if (!view.stale) take_graph(view.graph);
}

void GraphWidget::take_graph(const std::shared_ptr<const Graph>& graph) {
  if (graph == graph_) return;
  graph_ = graph;
  legend_.reset();
  failure_.clear();
  if (sync_from_.valid()) cancel_drag();
  played_ = played_operators(state_.moment().get(), graph_ ? graph_->operator_count() : 0);
  // The selection was renumbered before; the sync is between the two that it holds.
  const auto& selected = state_.selected_operators();
  const bool kept = selected_sync_ && graph_ && selected.size() == 2 &&
                    selected[1].index() < graph_->operator_count() &&
                    std::ranges::count(graph_->control_successors(selected[0]), selected[1]) > 0;
  selected_sync_ = kept ? std::optional(ControlEdge{selected[0], selected[1]}) : std::nullopt;
  if (graph_ && drawn_ && layout_ && !modules_ && draws_alike(*drawn_, *graph_, *layout_)) {
    const bool wanted_more = job_.busy();
    job_.cancel();
    drawn_ = graph_;
    restream(*graph_, *layout_);
    recolor();
    return wanted_more ? follow_selection() : describe();
  }
  lay_out();
}

// ---- layout

std::vector<OperatorId> GraphWidget::known(std::vector<OperatorId> operators) const {
  std::erase_if(operators, [&](OperatorId o) { return o.index() >= graph_->operator_count(); });
  return operators;
}

std::vector<OperatorId> GraphWidget::wanted_operators() const {
  std::vector<OperatorId> out = known(state_.selected_operators());
  std::vector<TensorId> tensors = state_.selected_tensors();
  std::erase_if(tensors, [&](TensorId t) { return t.index() >= graph_->tensor_count(); });
  return out.empty() ? operators_around(*graph_, tensors) : out;
}

void GraphWidget::lay_out() {
  if (!graph_ || has_only_lifetimes(*graph_) || graph_->operator_count() == 0) {
    job_.cancel();
    layout_.reset();
    drawn_.reset();
    describe();
    return;
  }
  drawn_open_ = state_.open_modules();
  job_.start([this, graph = graph_, wanted = wanted_operators(), path = known(state_.path()), by = state_.color_by(),
              modules = wanted_modules(), open = state_.open_modules()](const Task& task) {
    GraphSubset subset = modules ? GraphSubset{} : choose_operators(*graph, wanted, path);
    auto layout = modules ? layout_elements(*graph, module_elements(*modules, open), {}, task)
                          : layout_graph(*graph, subset.operators, {}, task);
    const auto laid = std::make_shared<const Laid>(
        Laid{graph, std::move(layout), std::move(subset), Coloring::of_operators(*graph, by), modules});
    return [this, laid] { take_layout(*laid); };
  });
  show_boxes();
  describe();
}

void GraphWidget::take_layout(const Laid& laid) {
  if (laid.layout) {
    const auto before = std::exchange(layout_, *laid.layout);
    const auto old = std::exchange(drawn_, laid.graph);
    subset_ = laid.subset;
    const bool other_kind = (modules_ == nullptr) != (laid.modules == nullptr);
    modules_ = laid.modules;
    represent_selection();
    coloring_ = laid.coloring;
    legend_.reset();
    failure_.clear();
    if (coloring_.by() != state_.color_by()) recolor();
    // After an edit the reader stays where they were looking.
    const bool edited = before && !other_kind && !modules_ && old->operator_count() == drawn_->operator_count() &&
                        old->tensor_count() == drawn_->tensor_count() && old->name() == drawn_->name();
    if (edited && old != drawn_ && camera_moved_)
      keep_place(*before, *old);
    else if (!edited || !before->complete() || !camera_moved_)
      show_initially();
    if (subset_.around == GraphSubset::Around::path) show_path();
  } else {
    failure_ = QString::fromStdString(laid.layout.error().text());
  }
  describe();
}

void GraphWidget::showEvent(QShowEvent* event) {
  Pane::showEvent(event);
  if (std::exchange(selection_unseen_, false)) follow_selection();
}

void GraphWidget::follow_selection() {
  redraw();
  selected_here_ = self_selecting_;
  represent_selection();
  if (!self_selecting_) selected_sync_.reset();
  selection_unseen_ = !isVisible();
  if (selection_unseen_) return;
  if (!is_current() || self_selecting_) return describe();
  const std::vector<OperatorId> wanted = wanted_operators();
  if (wanted_modules() != modules_) return lay_out();  // a selection has a neighbourhood; without one there are modules
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

/// All of a path is drawn and brought into view; what was drawn stays once it is no longer lit.
void GraphWidget::follow_path() {
  redraw();
  if (!is_current() || state_.path().empty()) return describe();
  const auto drawn = [&](OperatorId o) { return layout_->find(o) != nullptr; };
  const std::vector<OperatorId> path = known(state_.path());
  const bool enough = std::ranges::all_of(std::span(path).first(std::min(path.size(), kMostOfPath)), drawn);
  if (!enough && !layout_->complete()) return lay_out();
  show_path();
  describe();
}

/// What is drawn in the middle stays in the middle, wherever the new drawing has it.
void GraphWidget::keep_place(const GraphLayout& before, const Graph& old) {
  const QPointF middle = camera_.to_drawing(view_area().center());
  const auto distance = [&](const GraphLayout::Node& node) {
    const QPointF away = node.box.center() - middle;
    return QPointF::dotProduct(away, away);
  };
  const auto anchor = std::ranges::min_element(before.nodes, {}, distance);
  if (anchor == before.nodes.end()) return show_initially();
  const std::string_view name = old.name(anchor->op);
  const auto now =
      std::ranges::find_if(layout_->nodes, [&](const auto& node) { return drawn_->name(node.op) == name; });
  if (now == layout_->nodes.end()) return show_initially();
  camera_.offset += (anchor->box.center() - now->box.center()) * camera_.scale;
}

void GraphWidget::recolor() {
  colorer_.cancel();
  redraw();
  if (!is_current()) return;
  // The last colours stay until then: their ids are the same.
  colorer_.start(drawn_->tensor_count() <= kLarge, [this, graph = drawn_, by = state_.color_by()](const Task&) {
    return [this, coloring = std::make_shared<const Coloring>(Coloring::of_operators(*graph, by))] {
      coloring_ = *coloring;
      redraw();
    };
  });
}

// ---- modules as nodes

/// Those to draw, or null: where they are not wanted, and around a selection that is a neighbourhood.
std::shared_ptr<const GraphModules> GraphWidget::wanted_modules() const {
  const auto& modules = state_.modules();
  if (!graph_ || !modules || modules->graph != graph_) return nullptr;
  const bool large = graph_->operator_count() > kMaxDrawnOperators;
  if (!modules_wanted_.value_or(large) || !known(state_.path()).empty()) return nullptr;
  const std::size_t selected = wanted_operators().size();
  const bool stays = selected_here_ || modules_wanted_.value_or(false);
  return stays || selected == 0 || selected > kNeighbourhoodOperators ? modules : nullptr;
}

void GraphWidget::follow_modules() {
  show_boxes();
  const auto wanted = wanted_modules();
  if (wanted != modules_ || (modules_ && drawn_open_ != state_.open_modules())) lay_out();
}

/// The one at the right of the banner; the other at the right of the foot, away from where a drawing begins.
void GraphWidget::show_boxes() {
  const auto& modules = state_.modules();
  const bool offered = graph_ && modules && modules->graph == graph_;
  if (offered == modules_box_->isHidden()) redraw();  // the banner has more room, or less
  modules_box_->setVisible(offered);
  modules_box_->setChecked(wanted_modules() != nullptr);
  modules_box_->resize(modules_box_->sizeHint());
  modules_box_->move(width() - modules_box_->width() - 2, 1);
  fit_box_->setVisible(hides_part());
  fit_box_->resize(fit_box_->sizeHint());
  fit_box_->move(fit_place());
}

void GraphWidget::represent_selection() {
  represented_.clear();
  if (!modules_ || !is_current()) return;
  for (const OperatorId o : state_.selected_operators())
    if (const auto* node = layout_->find(o)) represented_.push_back(node->op);
  std::ranges::sort(represented_);
  represented_.erase(std::ranges::unique(represented_).begin(), represented_.end());
}

std::optional<std::uint32_t> GraphWidget::module_of(const GraphLayout::Node* node) const {
  if (!modules_ || node == nullptr || node->module == GraphLayout::kNoModule) return std::nullopt;
  return node->module;
}

// ---- what is where

GraphScene GraphWidget::scene() const {
  GraphScene out{.graph = drawn_.get(), .layout = &*layout_, .coloring = &coloring_};
  if (coloring_.by() == state_.color_by()) out.hidden_classes = state_.hidden_classes();
  if (!modules_) out.bands = state_.bands_of(drawn_).get();
  if (!is_current()) return out;  // the shared ids are those of a newer graph
  out.tensors = state_.selected_tensors();
  out.operators = modules_ ? represented_ : state_.selected_operators();
  out.selected_sync = selected_sync_;
  if (const auto range = state_.time_range()) out.time_range = std::pair(range->begin, range->end);
  if (modules_) return out;  // paths and executions are of single operators
  out.path = state_.path();
  out.played = played_;
  return out;
}

/// The widget without the banner and the legend.
QRectF GraphWidget::view_area() const {
  QRectF area = rect();
  area.setTop(banner_height());
  if (layout_ && legend_shown_) area.setBottom(std::max(legend_plate().top(), area.top() + 40));
  return area;
}

void GraphWidget::fit() {
  if (!layout_) return;
  camera_ = Camera::fitting(drawing_bounds(), view_area());
  camera_moved_ = zoomed_ = false;
  redraw();
}

void GraphWidget::show_initially() {
  fit();
  if (camera_.scale >= kReadableScale) return;
  const auto wanted = wanted_operators();
  const auto shown = std::ranges::find_if(wanted, [&](OperatorId o) { return layout_->find(o) != nullptr; });
  const QRectF area = view_area(), bounds = drawing_bounds();
  const double scale = std::clamp(area.width() / bounds.width(), kReadableScale, 1.0);
  // The start of the drawing, as its middle may hold nothing but the arcs beside it; or the first operator, which is
  // drawn further below where only later ones read what it makes.
  const QPointF first = layout_->nodes.front().box.center();
  QPointF center(first.x(), std::max(first.y(), bounds.top() + area.height() / scale / 2));
  if (shown != wanted.end()) center = layout_->find(*shown)->box.center();
  camera_ = Camera::centered(center, scale, area);
}

/// Shows all of the path where it can be read, or its beginning.
void GraphWidget::show_path() {
  QRectF bounds;
  OperatorId first;
  for (OperatorId o : known(state_.path()))
    if (const auto* node = layout_->find(o)) {
      if (!first.valid()) first = o;
      bounds |= node->box;
    }
  const QRectF area = view_area();
  if (!first.valid() || camera_.to_drawing(area).contains(bounds)) return;
  bounds.adjust(-kGraphMargin, -kGraphMargin, kGraphMargin, kGraphMargin);
  const double scale = std::min(1.0, Camera::fitting_scale(bounds, area));
  if (scale < kLeastPathScale) return bring_into_view(layout_->find(first)->box);
  camera_ = Camera::centered(bounds.center(), scale, area);
  camera_moved_ = true;
  redraw();
}

void GraphWidget::bring_into_view(QRectF box) {
  camera_ = Camera::centered(box.center(), std::max(camera_.scale, kReadableScale), view_area());
  camera_moved_ = true;
  redraw();
}

void GraphWidget::zoom_at(QPointF at, double factor, Qt::KeyboardModifiers) {
  camera_.zoom_at(at, factor, std::min(0.2, Camera::fitting_scale(drawing_bounds(), view_area()) / 2));
  camera_moved_ = zoomed_ = true;
  redraw();
}

void GraphWidget::pan(QPointF by) {
  camera_.offset += by;
  camera_moved_ = zoomed_ = true;
  redraw();
}

// ---- words

QString GraphWidget::message() const {
  if (!graph_) return tr("No graph is open.");
  if (has_only_lifetimes(*graph_)) return only_lifetimes_sentence();
  const std::size_t all = graph_->operator_count();
  if (all == 0) return tr("This graph has no operators.");
  if (layout_) return {};
  return failure_.isEmpty()
             ? tr("Laying out %1 operators…").arg(grouped(all > kMaxDrawnOperators ? kNeighbourhoodOperators : all))
             : tr("The graph could not be drawn: %1").arg(failure_);
}

QString GraphWidget::banner() const {
  if (!layout_) return {};
  if (!failure_.isEmpty()) return tr("This drawing is out of date: %1").arg(failure_);
  if (job_.busy()) return tr("Laying out…");
  return modules_ ? module_sentence(*drawn_, *layout_) : subset_.sentence(*drawn_);
}

/// Describes the view to screen readers.
void GraphWidget::describe() {
  const OperatorId current = is_current() ? current_operator() : OperatorId();
  QString text = message().isEmpty() ? banner() : message();
  if (current.valid())
    text += (text.isEmpty() ? QString() : QStringLiteral("\n")) +
            operator_card(*graph_, current, state_.bands_of(drawn_).get(), recorded_).text();
  setAccessibleDescription(text);
  card_of_ = nullptr;
  show_card();
  redraw();
}

// ---- painting

void GraphWidget::redraw() {
  picture_.clear();
  legend_.reset();
  update();
}

void GraphWidget::paint(QPainter& painter) {
  picture_.draw(painter, *this, [this](QPainter& into) { paint_all(into); });
  if (layout_) {
    painter.setClipRect(view_area());
    if (is_current()) paint_hover(painter);
    paint_handle(painter);
    paint_new_sync(painter);
  }
  if (hides_part() == fit_box_->isHidden() || fit_box_->pos() != fit_place())
    QMetaObject::invokeMethod(this, &GraphWidget::show_boxes, Qt::QueuedConnection);  // not while it is painted
}

/// All but what follows the mouse.
void GraphWidget::paint_all(QPainter& painter) const {
  painter.fillRect(rect(), theme().background);
  if (!layout_) return draw_sentence(painter, rect(), message(), theme());
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
  if (legend_shown_) paint_legend(painter);
  paint_banner(painter);
}

void GraphWidget::paint_hover(QPainter& painter) const {
  painter.save();
  painter.setTransform(camera_.transform(), true);
  paint_graph_hover(painter, scene(), {state_.hovered_tensor(), state_.hovered_operator()}, theme(),
                    camera_.to_drawing(view_area()));
  painter.restore();
}

/// Leaves the classes out: the window's legend names their colours.
const std::vector<GraphLegendItem>& GraphWidget::legend_items() const {
  if (!legend_) {
    legend_ = graph_legend(scene());
    std::erase_if(*legend_, [](const GraphLegendItem& item) { return item.sign == GraphLegendItem::Sign::fill; });
  }
  return *legend_;
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

/// Room for as many lines as the words need, up to a third of the widget; 0 without any.
double GraphWidget::banner_height() const {
  const QString text = banner();
  if (text.isEmpty()) return 0;
  const QRectF room(0, 0, width() - 16 - box_width(), 1000);
  const double words = QFontMetricsF(paint_font(12)).boundingRect(room, Qt::TextWordWrap, text).height();
  return std::max(kBannerHeight, std::min(words + 10, height() / 3.0));
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
  return graph_page(std::make_shared<const GraphPicture>(GraphPicture{
                        .graph = drawn_,
                        .layout = *layout_,
                        .coloring = coloring_,
                        .tensors = {seen.tensors.begin(), seen.tensors.end()},
                        .operators = {seen.operators.begin(), seen.operators.end()},
                        .sentence = modules_ ? module_sentence(*drawn_, *layout_) : subset_.sentence(*drawn_),
                        .part = chosen ? std::optional(part) : std::nullopt,
                        .bands = modules_ ? nullptr : state_.bands_of(drawn_)}),
                    out.title, out.subtitle);
}

}  // namespace stowage
