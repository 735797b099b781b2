// SPDX-License-Identifier: GPL-3.0-or-later
// The unsafe pairs around the selection, as a graph.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <QCoreApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTimer>

#include "widgets/base/latest_job.h"
#include "widgets/controls/hover_card.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/conflicts/conflict_views.h"

namespace stowage {
namespace {

constexpr double kMargin = 10;
constexpr double kLeastReadable = 0.3;  // a drawing that would be smaller is shown around its centre
constexpr int kCardDelay = 120;         // milliseconds
constexpr double kReach = 5;            // pixels from a line that still mean it
constexpr double kLeastScale = 0.05;

/// The largest tensor alive at the peak, or of all where none is.
TensorId largest_at_peak(const PlanView& view) {
  const std::uint32_t peak = view.bounds ? view.bounds->peak_step : 0;
  TensorId best;
  bool best_alive = false;
  for (TensorId t : view.graph->tensors()) {
    const Lifetime life = (*view.lifetimes)[t.index()];
    const bool alive = life.begin <= peak && peak < life.end;
    if (best.valid() && std::pair(alive, view.graph->size(t)) <= std::pair(best_alive, view.graph->size(best)))
      continue;
    best = t;
    best_alive = alive;
  }
  return best;
}

/// The view: see its header.
class Neighbourhood final : public NeighbourhoodView {
  Q_DECLARE_TR_FUNCTIONS(stowage::NeighbourhoodView)

 public:
  explicit Neighbourhood(ViewState& state)
      : NeighbourhoodView(state), card_(new HoverCard(this)), start_(new QPushButton(this)) {
    setAccessibleName(tr("Neighbourhood of conflicts"));
    start_->setObjectName("start_at_peak");
    start_->setText(tr("Start from the largest tensor at the peak"));
    start_->hide();
    connect(start_, &QPushButton::clicked, this, [this] {
      if (!ready() || view_.graph->tensor_count() == 0) return;
      state_.select_tensors({largest_at_peak(view_)});
      setFocus();
    });
    card_delay_.setSingleShot(true);
    card_delay_.setInterval(kCardDelay);
    connect(&card_delay_, &QTimer::timeout, this, &Neighbourhood::show_card);
    connect(&state_, &ViewState::selection_changed, this, &Neighbourhood::follow_selection);
    connect(&state_, &ViewState::hover_changed, this, qOverload<>(&QWidget::update));
    connect(&state_, &ViewState::found_changed, this, qOverload<>(&QWidget::update));
    connect(&state_, &ViewState::colors_changed, this, &Neighbourhood::recolor);
    connect(&state_, &ViewState::time_range_changed, this, &Neighbourhood::work);
    describe();
  }

  void set_view(const PlanView& view) override {
    const bool another = view.graph != view_.graph || view.conflicts != view_.conflicts;
    view_ = view;
    if (!another) return describe();
    if (centre_.empty()) centre_ = wanted();
    work();
    recolor();
  }

  void set_limits(const NeighbourhoodLimits& limits) override {
    if (limits == limits_) return;
    limits_ = limits;
    work();
  }

  [[nodiscard]] const NeighbourhoodLimits& limits() const override { return limits_; }
  [[nodiscard]] const ConflictGraph* conflict_layout() const override { return drawn_ ? &drawn_->layout : nullptr; }
  [[nodiscard]] const ConflictNeighbourhood* neighbourhood() const override {
    return drawn_ ? &drawn_->around : nullptr;
  }
  [[nodiscard]] const Camera& camera() const override { return camera_; }
  [[nodiscard]] bool is_drawn() const override { return drawn_ != nullptr; }
  [[nodiscard]] bool busy() const override { return layouter_.busy() || colorer_.busy(); }

  [[nodiscard]] QString sentence() const override {
    if (!view_.graph) return tr("No graph is open.");
    if (!ready()) return tr("Finding the unsafe pairs…");
    if (!failure_.isEmpty()) return tr("The neighbourhood could not be drawn: %1").arg(failure_);
    if (centre_.empty()) return tr("Select a tensor to see which others may never share its memory.");
    if (!drawn_) return tr("Placing the neighbourhood…");
    const ConflictNeighbourhood& around = drawn_->around;
    const std::size_t neighbours = around.members.size() - static_cast<std::size_t>(std::ranges::count(
                                                               around.members, 0, [](auto m) { return m.hop; }));
    const TensorId first = around.members.front().tensor;
    const QString name = text_of(drawn_->graph->name(first).substr(0, 80));
    const QString who =
        drawn_->centre == 1 ? name : tr("%1 and %Ln more", nullptr, static_cast<int>(drawn_->centre - 1)).arg(name);
    QStringList parts{
        tr("Around %1: %2").arg(who, tr("%Ln neighbour(s) drawn", nullptr, static_cast<int>(neighbours)))};
    if (around.too_small > 0)
      parts << tr("%Ln smaller than %1 not drawn", nullptr, static_cast<int>(around.too_small))
                   .arg(human_bytes(drawn_->limits.smallest));
    if (around.too_many > 0)
      parts << tr("%1 more beyond the limit of %Ln tensor(s)", nullptr, static_cast<int>(drawn_->limits.most))
                   .arg(grouped(around.too_many));
    if (around.elsewhere > 0) parts << tr("%Ln outside the time range", nullptr, static_cast<int>(around.elsewhere));
    if (around.centre_left > 0)
      parts << tr("%Ln of the selected not drawn", nullptr, static_cast<int>(around.centre_left));
    if (layouter_.busy())
      parts << tr("laying out…");
    else if (view_.stale)
      parts << tr("as before the edit");
    return parts.join(QStringLiteral(" · "));
  }

  void recentre() override {
    std::vector<TensorId> tensors = wanted();
    if (tensors.empty() || tensors == centre_) return fit();
    centre_ = std::move(tensors);
    work();
  }

  void fit() override {
    camera_moved_ = false;
    if (!drawn_) return update();
    const QRectF bounds = drawn_->layout.bounds.adjusted(-kMargin, -kMargin, kMargin, kMargin);
    camera_ = Camera::fitting(bounds, rect());
    if (camera_.scale < kLeastReadable)
      camera_ = Camera::centered(drawn_->layout.discs.front().center, kLeastReadable, rect());
    update();
  }

 private:
  /// One finished drawing; nobody changes it any more.
  struct Drawn {
    std::shared_ptr<const Graph> graph;
    NeighbourhoodLimits limits;
    std::size_t centre = 0;  ///< tensors asked for
    ConflictNeighbourhood around;
    ConflictGraph layout;
  };

  // what is drawn
  void follow_selection() {
    update();
    const auto& selected = state_.selected_tensors();
    if (selected.size() == 1) current_ = selected.front();
    if (self_selecting_ && !selected.empty()) return describe();
    if (std::vector<TensorId> tensors = wanted(); tensors != centre_) {
      centre_ = std::move(tensors);
      work();
    }
  }

  void work() override {
    dirty_ = !isVisible();
    if (dirty_) return layouter_.cancel();
    std::vector<TensorId> centre = centre_;
    if (view_.graph) std::erase_if(centre, [&](TensorId t) { return t.index() >= view_.graph->tensor_count(); });
    if (!ready() || centre.empty()) {
      layouter_.cancel();
      if (!view_.graph || centre.empty()) drawn_.reset();
      failure_.clear();
      return describe();
    }
    NeighbourhoodLimits limits = limits_;
    limits.within = life_of(state_.time_range());
    layouter_.start([this, view = view_, limits, centre](const Task& task) -> LatestJob::Delivery {
      const auto failed = [this](const Error& error) {
        return [this, why = QString::fromStdString(error.text())] { take_layout(nullptr, why); };
      };
      auto around = conflict_neighbourhood(*view.graph, *view.lifetimes, *view.conflicts, centre, limits, task);
      if (!around) return failed(around.error());
      auto layout = conflict_graph(*view.graph, *view.conflicts, around->tensors(), task);
      if (!layout) return failed(layout.error());
      const auto drawn = std::make_shared<const Drawn>(
          Drawn{view.graph, limits, centre.size(), *std::move(around), *std::move(layout)});
      return [this, drawn] { take_layout(drawn, {}); };
    });
    describe();
  }

  void take_layout(const std::shared_ptr<const Drawn>& drawn, const QString& failure) {
    failure_ = failure;
    hovered_pair_.reset();
    if (drawn) {
      // The user stays where they look while only the results change.
      const bool same = drawn_ && drawn_->around.members.front() == drawn->around.members.front();
      drawn_ = drawn;
      if (!drawn_->layout.find(current_)) current_ = drawn_->around.members.front().tensor;
      if (!same || !camera_moved_) fit();
    }
    describe();
  }

  void recolor() {
    const bool wanted = view_.graph && view_.lifetimes &&
                        (!coloring_ || colored_ != view_.graph || coloring_->by() != state_.color_by());
    colors_dirty_ = wanted && !isVisible();
    update();
    if (!wanted || colors_dirty_) return;
    colorer_.start([this, graph = view_.graph, lives = view_.lifetimes, by = state_.color_by()](const Task&) {
      return [this, graph, coloring = std::make_shared<const Coloring>(*graph, *lives, by)] {
        coloring_ = coloring;
        colored_ = graph;
        update();
      };
    });
  }

  void describe() {
    place_start_button();
    setAccessibleDescription(sentence());
    update();
    emit changed();
  }

  void place_start_button() {
    start_->setVisible(ready() && centre_.empty() && view_.graph->tensor_count() > 0);
    start_->adjustSize();
    start_->move((width() - start_->width()) / 2, std::min(height() / 2 + 14, height() - start_->height() - 4));
  }

  [[nodiscard]] bool is_current() const { return drawn_ && drawn_->graph == view_.graph; }
  [[nodiscard]] bool is_at_work() const override { return failure_.isEmpty() && (!ready() || !centre_.empty()); }

  [[nodiscard]] std::vector<TensorId> wanted() const {
    return view_.graph ? lit_tensors(*view_.graph, state_).strong : std::vector<TensorId>();
  }

  [[nodiscard]] ConflictGraphLook look() const {
    ConflictGraphLook look;
    if (coloring_ && colored_ == drawn_->graph) look.coloring = coloring_.get();
    look.hidden = state_.hidden_classes();
    look.selected = state_.selected_tensors();
    look.found = state_.found();
    look.hovered = state_.hovered_tensor();
    look.pair = hovered_pair_ ? &*hovered_pair_ : nullptr;
    return look;
  }

  void paint(QPainter& painter) override {
    painter.fillRect(rect(), theme().background);
    if (!drawn_) {
      QRectF room = rect();
      if (start_->isVisible()) room = QRectF(0, start_->y() - 60, width(), 52);
      return draw_sentence(painter, room, sentence(), theme());
    }
    painter.setTransform(camera_.transform(), true);
    paint_conflict_scene(painter, drawn_->layout, look(), theme());
  }

  void draw_page(Drawing& page) const override {
    const auto coloring = colored_ == drawn_->graph ? coloring_ : nullptr;
    const auto hidden = state_.hidden_classes();
    if (coloring) {
      page.legend_title = legend_title(*coloring);
      page.legend = [coloring, hidden](const Theme& theme) { return legend_of(*coloring, hidden, theme, false); };
    }
    page.paint = [drawn = drawn_, coloring, hidden, selected = state_.selected_tensors()](
                     QPainter& painter, const QRectF& rect, const Theme& theme) {
      paint_conflict_graph(painter, rect, drawn->layout,
                           {.coloring = coloring.get(), .hidden = hidden, .selected = selected}, theme);
    };
  }

  // input
  [[nodiscard]] bool zooms() const override { return is_drawn(); }

  void zoom_at(QPointF at, double factor, Qt::KeyboardModifiers) override {
    unhover();
    camera_.zoom_at(at, factor, kLeastScale);
    camera_moved_ = true;
    update();
  }

  void pan(QPointF by) override {
    camera_.offset += by;
    camera_moved_ = true;
    update();
  }

  Drag drag_from() override { return pressed_with() & Qt::ShiftModifier ? Drag::band : Drag::pan; }

  void take_band(const QRectF& band) override {
    if (!is_current()) return;
    std::vector<TensorId> tensors;
    if (pressed_with() & Qt::ControlModifier) tensors = state_.selected_tensors();
    const QRectF enclosed = camera_.to_drawing(band);
    for (const auto& disc : drawn_->layout.discs)
      if (enclosed.contains(disc.center)) tensors.push_back(disc.tensor);
    select(std::move(tensors));
  }

  void click(QPointF at, Qt::KeyboardModifiers held) override {
    if (!is_current()) return;
    const QPointF point = camera_.to_drawing(at);
    const ConflictGraph& layout = drawn_->layout;
    const QScopedValueRollback guard(self_selecting_, true);
    if (const auto* disc = layout.disc_at(point)) {
      current_ = disc->tensor;
      return held & Qt::ControlModifier ? state_.toggle_tensor(disc->tensor) : state_.select_tensors({disc->tensor});
    }
    const auto* pair = layout.pair_at(point, kReach / camera_.scale);
    if (!pair) return;
    std::vector<TensorId> both{layout.discs[pair->first].tensor, layout.discs[pair->second].tensor};
    if (held & Qt::ControlModifier)
      both.insert(both.end(), state_.selected_tensors().begin(), state_.selected_tensors().end());
    state_.select_tensors(std::move(both));
    if (state_.selected_tensors().size() == 2) emit pair_picked();
  }

  bool double_click(QPointF at) override {
    if (!is_current()) return true;
    const QPointF point = camera_.to_drawing(at);
    if (const auto* disc = drawn_->layout.disc_at(point)) {
      const TensorId t = disc->tensor;
      select({t});
      emit state_.reveal_requested(t);
      recentre();
    } else if (!drawn_->layout.pair_at(point, kReach / camera_.scale)) {
      fit();
    }
    return true;
  }

  void hover_at(QPointF at) override {
    if (!is_current()) return;
    const QPointF point = camera_.to_drawing(at);
    const auto* disc = drawn_->layout.disc_at(point);
    const auto* pair = disc ? nullptr : drawn_->layout.pair_at(point, kReach / camera_.scale);
    hovered_pair_ = pair ? std::optional(*pair) : std::nullopt;
    disc ? state_.hover(disc->tensor) : state_.clear_hover();
    setCursor(disc || pair ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
    if (!disc && !pair) {
      unhover();
    } else if (card_->isVisible()) {
      show_card();
    } else {
      card_delay_.start();
    }
  }

  void unhover() override {
    card_delay_.stop();
    card_->hide();
  }

  void leave() override {
    unhover();
    hovered_pair_.reset();
    state_.clear_hover();
    update();
  }

  bool key(QKeyEvent& event) override {
    if (event.modifiers() & Qt::ControlModifier) return false;
    if (const auto arrow = arrow_of(event)) return walk(*arrow, event.modifiers() & Qt::ShiftModifier), true;
    const bool enter = event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
    if (enter) recentre();
    return enter;
  }

  bool give_up() override { return state_.give_up(), true; }

  void resizeEvent(QResizeEvent*) override {
    place_start_button();
    if (!camera_moved_) fit();
  }

  void showEvent(QShowEvent* event) override {
    ConflictView::showEvent(event);
    if (colors_dirty_) recolor();
  }

  void show_card() {
    if (!is_current() || drag() != Drag::none) return;
    const ConflictGraph& layout = drawn_->layout;
    if (const auto* disc = layout.disc_at(camera_.to_drawing(mouse())))
      return card_->show_at(mouse().toPoint(), tensor_card(view_, disc->tensor).html());
    if (!hovered_pair_) return;
    const auto name = [&](std::uint32_t disc) {
      return text_of(view_.graph->name(layout.discs[disc].tensor)).toHtmlEscaped();
    };
    card_->show_at(mouse().toPoint(), tr("<b>%1</b> and <b>%2</b><br>may never share memory; click to see why")
                                          .arg(name(hovered_pair_->first), name(hovered_pair_->second)));
  }

  /// Goes to the neighbour that lies most in `direction`: near, and not far off the line.
  void walk(QPointF direction, bool pair) {
    if (!is_current()) return;
    const ConflictGraph& layout = drawn_->layout;
    const auto* from = layout.find(current_);
    if (!from) return;
    const ConflictGraph::Disc* best = nullptr;
    double best_cost = std::numeric_limits<double>::max();
    for (const auto& disc : layout.discs) {
      const QPointF off = disc.center - from->center;
      const double along = QPointF::dotProduct(off, direction);
      const double across = std::abs(off.x() * direction.y() - off.y() * direction.x());
      if (&disc == from || along <= 0 || across > 2 * along) continue;
      if (!view_.conflicts->unsafe(from->tensor, disc.tensor)) continue;
      if (const double cost = along + 2 * across; cost < best_cost) {
        best_cost = cost;
        best = &disc;
      }
    }
    if (!best) return;
    const TensorId before = std::exchange(current_, best->tensor);
    select(pair ? std::vector{before, best->tensor} : std::vector{best->tensor});
    if (QRectF(rect()).contains(camera_.to_view(best->center))) return;
    camera_ = Camera::centered(best->center, camera_.scale, rect());
    camera_moved_ = true;
  }

  void select(std::vector<TensorId> tensors) {
    const QScopedValueRollback guard(self_selecting_, true);
    state_.select_tensors(std::move(tensors));
  }

  NeighbourhoodLimits limits_;
  std::vector<TensorId> centre_;
  std::shared_ptr<const Drawn> drawn_;
  QString failure_;
  std::shared_ptr<const Coloring> coloring_;
  std::shared_ptr<const Graph> colored_;  ///< the graph of coloring_
  bool colors_dirty_ = false;

  Camera camera_;
  bool camera_moved_ = false;  ///< by the user, since the drawing appeared
  bool self_selecting_ = false;
  TensorId current_;  ///< where the keys walk from
  std::optional<ConflictGraph::Pair> hovered_pair_;
  QTimer card_delay_;
  HoverCard* card_;
  QPushButton* start_;

  LatestJob layouter_{this}, colorer_{this};  // last: destroyed first
};

}  // namespace

NeighbourhoodView* make_neighbourhood(ViewState& state) {
  return new Neighbourhood(state);
}

}  // namespace stowage
