// SPDX-License-Identifier: GPL-3.0-or-later
// All pairs, as a matrix.
#include <algorithm>
#include <cmath>
#include <utility>

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>

#include "widgets/base/latest_job.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/conflicts/conflict_views.h"

namespace stowage {
namespace {

constexpr std::size_t kMostTiles = 220;         // some 70 MB with both triangles
constexpr std::uint64_t kMostCounted = 16'384;  // pairs of one cell that are counted for the crosshair
constexpr double kLongName = 170;               // pixels

constexpr double kLeastBand = 4;  // pixels
constexpr int kFar = 10;

/// The view: see its header.
class Matrix final : public MatrixView {
  Q_DECLARE_TR_FUNCTIONS(stowage::MatrixView)

 public:
  explicit Matrix(ViewState& state) : MatrixView(state) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Matrix of conflicts"));
    connect(&state_, &ViewState::selection_changed, this, &Matrix::mark);
    connect(&state_, &ViewState::found_changed, this, &Matrix::mark);
    connect(&state_, &ViewState::hover_changed, this, [this] {
      marks_.hovered = rank_of(state_.hovered_tensor());
      update();
    });
    connect(&state_, &ViewState::time_range_changed, this, &Matrix::work);
    connect(&state_, &ViewState::reveal_requested, this, &Matrix::reveal);
    connect(&worker_, &Worker::running_changed, this, &Matrix::describe);
    describe();
  }

  void set_view(const PlanView& view) override {
    const bool another = view.graph != view_.graph || view.conflicts != view_.conflicts ||
                         (order_ == MatrixOrder::offset && view.plan != view_.plan);
    view_ = view;
    another ? work() : describe();
  }

  void set_order(MatrixOrder order) override {
    if (order == order_) return;
    order_ = order;
    work();
  }

  [[nodiscard]] const MatrixGeometry& geometry_of_matrix() const override { return geometry_; }
  [[nodiscard]] const MatrixAxis& axis() const override { return *axis_; }
  [[nodiscard]] bool is_drawn() const override { return !axis_->order.empty(); }
  [[nodiscard]] bool busy() const override { return sorter_.busy() || worker_.running(); }
  /// What a cell is and what is left out, or what is said instead.
  [[nodiscard]] QString sentence() const override {
    if (!view_.graph) return tr("No graph is open.");
    if (view_.graph->tensor_count() == 0) return tr("This graph has no tensors.");
    if (!ready()) return tr("Finding the unsafe pairs…");
    if (!sorted_.graph) return tr("Putting the tensors in order…");
    if (axis_->order.empty()) return tr("No tensor is alive in the time range.");
    QStringList parts;
    parts << (within_
                  ? tr("%1 of %2: those alive in the time range")
                        .arg(grouped(axis_->order.size()), places_text(*sorted_.graph, sorted_.graph->tensor_count()))
                  : tr("%1 each way").arg(places_text(*sorted_.graph, axis_->order.size())));
    if (order_ == MatrixOrder::offset && !sorted_.plan) parts << tr("no plan yet, so in order of time");
    const int level = this->level();
    if (level == 0) {
      parts << tr("each cell is a pair");
    } else {
      const QString side = grouped(std::uint64_t{1} << level);
      parts << tr("each cell is %1 × %1 pairs: the stronger its colour, the more are unsafe").arg(side);
    }
    if (is_estimate()) parts << (busy() ? tr("estimated so far…") : tr("estimated from some pairs of each cell"));
    if (view_.stale || !is_current()) parts << tr("as before the edit");
    return parts.join(QStringLiteral(" · "));
  }

  [[nodiscard]] QString crosshair_text() const override {
    if (!marks_.crosshair || !is_current()) return {};
    const auto [row, column] = *marks_.crosshair;
    const TensorId a = axis_->order[row], b = axis_->order[column];
    const auto name = [&](TensorId t) {
      return fitted_name(paint_font(11, true), text_of(sorted_.graph->name(t)), kLongName);
    };
    if (a == b) return name(a);
    const Conflicts& conflicts = *sorted_.conflicts;
    QString text = conflicts.unsafe(a, b)   ? tr("%1 × %2: unsafe").arg(name(a), name(b))
                   : conflicts.before(a, b) ? tr("%1 × %2: safe, the first is over before").arg(name(a), name(b))
                                            : tr("%1 × %2: safe, the second is over before").arg(name(a), name(b));
    const int level = this->level();
    if (level == 0) return text;
    const auto run = [&](std::uint32_t rank) {
      const std::size_t from = (rank >> level) << level;
      return std::span(axis_->order).subspan(from, std::min(axis_->order.size() - from, std::size_t{1} << level));
    };
    const PairCount count = count_unsafe(conflicts, run(row), run(column), kMostCounted);
    if (count.asked == 0) return text;
    const double share = static_cast<double>(count.unsafe) / static_cast<double>(count.asked);
    return text + tr(" · unsafe in this cell: %1%").arg(QLocale().toString(share * 100, 'f', 1));
  }

  [[nodiscard]] int level() const override { return level_to_draw(geometry_, devicePixelRatioF()); }

  void fit() override {
    change_geometry([](MatrixGeometry& matrix) { matrix.fit(); });
  }

 private:
  using Cell = std::pair<std::uint32_t, std::uint32_t>;  ///< ranks: row, column

  // what is drawn
  [[nodiscard]] bool has_matrix() const { return sorted_.graph && !axis_->order.empty(); }
  /// Whether what is drawn is of the graph of the view, so that its ids mean something to the others.
  [[nodiscard]] bool is_current() const { return has_matrix() && sorted_.graph == view_.graph; }
  [[nodiscard]] bool is_at_work() const override { return !ready() || sorter_.busy(); }

  /// Puts the tensors in order in the background, with a rough picture of all to show at once.
  void work() override {
    dirty_ = !isVisible();
    if (dirty_ || !ready()) {
      sorter_.cancel();
      worker_.cancel();
      if (!view_.graph) {
        sorted_ = {};
        axis_ = std::make_shared<const MatrixAxis>();
        tiles_.clear();
        refresh();
      }
      return describe();
    }
    sorter_.start([this, view = view_, order = order_,
                   within = life_of(state_.time_range())](const Task& task) -> LatestJob::Delivery {
      const auto axis = std::make_shared<const MatrixAxis>(matrix_axis(view, order, within));
      auto tile =
          matrix_tile(*view.conflicts, axis->order, {top_level(axis->order.size())}, MatrixPrecision::draft, task);
      if (!tile) return {};  // stopped
      return [this, view, axis, within, tile = *std::move(tile)] {
        within_ = within;
        take_axis(view, axis, tile);
      };
    });
    describe();
  }

  void take_axis(const PlanView& view, std::shared_ptr<const MatrixAxis> axis, MatrixTile overview) {
    worker_.cancel();
    computing_.clear();
    const bool same_size = axis->order.size() == axis_->order.size();
    sorted_ = view;
    axis_ = std::move(axis);
    tiles_.clear();
    tiles_.insert({top_level(axis_->order.size())}, std::move(overview));
    marks_ = {};
    if (!same_size) geometry_.set_count(axis_->order.size());
    mark();
    refresh();
    describe();
  }

  /// Asks for the tiles in sight that are not there, or only roughly: all roughly first, then finely.
  void compute_tiles() {
    const std::vector<MatrixTileKey> sight = tiles_in_sight(geometry_, level());
    tiles_.trim(kMostTiles, sight, top_level(geometry_.count()));
    if (sight == computing_) return;
    computing_ = sight;
    std::vector<std::pair<MatrixTileKey, MatrixPrecision>> wanted;
    for (const MatrixTileKey& key : sight)
      if (!tiles_.find(key)) wanted.emplace_back(key, MatrixPrecision::draft);
    for (const MatrixTileKey& key : sight)
      if (const MatrixTile* tile = tiles_.find(key); !tile || !tile->final)
        wanted.emplace_back(key, MatrixPrecision::fine);
    if (wanted.empty()) return void(worker_.cancel());
    worker_.start([this, wanted, conflicts = sorted_.conflicts, axis = axis_](const Worker::Run& run) {
      std::vector<MatrixTileKey> final;
      for (const auto& [key, precision] : wanted) {
        if (std::ranges::find(final, key) != final.end()) continue;
        auto tile = matrix_tile(*conflicts, axis->order, key, precision, run.task());
        if (!tile) return;
        if (tile->final) final.push_back(key);
        run.post([this, key, tile = std::make_shared<MatrixTile>(*std::move(tile))] {
          tiles_.insert(key, *tile);
          refresh();
        });
      }
    });
  }

  void mark() {
    if (is_current()) {
      marks_.selected = ranks_of(lit_tensors(*view_.graph, state_).strong);
      marks_.found = ranks_of(state_.found());
    }
    update();
  }

  /// Gives ascending ranks, in time proportional to their number also where all are selected.
  [[nodiscard]] std::vector<std::uint32_t> ranks_of(const std::vector<TensorId>& tensors) const {
    std::vector<std::uint32_t> out;
    out.reserve(tensors.size());
    for (TensorId t : tensors)
      if (const auto rank = rank_of(t)) out.push_back(*rank);
    if (out.size() < axis_->order.size() / 16) {
      std::ranges::sort(out);
      return out;
    }
    std::vector<bool> marked(axis_->order.size());
    for (const std::uint32_t rank : out) marked[rank] = true;
    out.clear();
    for (std::uint32_t rank = 0; rank < marked.size(); ++rank)
      if (marked[rank]) out.push_back(rank);
    return out;
  }

  [[nodiscard]] std::optional<std::uint32_t> rank_of(TensorId t) const {
    if (!is_current() || t.index() >= axis_->rank.size() || axis_->rank[t.index()] == MatrixAxis::kNowhere)
      return std::nullopt;
    return axis_->rank[t.index()];
  }

  void describe() {
    const QString pair = crosshair_text();
    setAccessibleDescription(pair.isEmpty() ? sentence() : pair + '\n' + sentence());
    emit changed();
  }

  void refresh() {
    layer_.clear();
    update();
  }

  void paint(QPainter& painter) override {
    layer_.draw(painter, *this, [this](QPainter& into) {
      if (!has_matrix()) return draw_sentence(into, rect(), sentence(), theme());
      compute_tiles();
      paint_matrix_cells(into, geometry_, tiles_, level(), devicePixelRatioF(), theme());
      paint_matrix_axes(into, geometry_, *sorted_.graph, *axis_, theme());
    });
    if (!has_matrix()) return;
    paint_matrix_marks(painter, geometry_, marks_, theme());
    paint_crosshair_text(painter);
  }

  void restyle() override { refresh(); }

  void paint_crosshair_text(QPainter& painter) const {
    const QString text = crosshair_text();
    if (text.isEmpty() || drag() != Drag::none) return;
    const QPointF at = geometry_.place_of({marks_.crosshair->second + 0.5, marks_.crosshair->first + 0.5});
    const bool high = at.y() > geometry_.plot().center().y();
    draw_label(painter, text, at + QPointF(10, high ? -10 : 12),
               Qt::AlignLeft | (high ? Qt::AlignBottom : Qt::AlignTop), QRectF(rect()).adjusted(2, 2, -2, -2),
               theme().text, theme());
  }

  [[nodiscard]] bool is_estimate() const {
    const int level = this->level();
    return std::ranges::any_of(tiles_in_sight(geometry_, level), [&](const MatrixTileKey& key) {
      const MatrixTile* tile = tiles_.find(key);
      return !tile || !tile->exact;
    });
  }

  void draw_page(Drawing& page) const override {
    const auto kept = std::make_shared<const MatrixPage>(
        MatrixPage{.graph = sorted_.graph,
                   .axis = axis_,
                   .tiles = tiles_,
                   .level = level(),
                   .marks = {.selected = marks_.selected, .found = marks_.found, .hovered = {}, .crosshair = {}},
                   .part = geometry_.seen_ranks()});
    page.legend_title = tr("Pairs");
    page.legend = [level = level()](const Theme& theme) { return matrix_legend(level, theme); };
    page.paint = [kept](QPainter& painter, const QRectF& rect, const Theme& theme) {
      paint_matrix_page(painter, rect, *kept, theme);
    };
  }

  // input
  [[nodiscard]] QRectF drawn_area() const override { return geometry_.seen(); }
  [[nodiscard]] bool zooms() const override { return has_matrix(); }

  void zoom_at(QPointF at, double factor, Qt::KeyboardModifiers) override {
    change_geometry([&](MatrixGeometry& matrix) { matrix.zoom_at(at, factor); });
  }

  /// The crosshair, where there is one.
  [[nodiscard]] QPointF zoom_centre() const override {
    if (!marks_.crosshair) return geometry_.seen().center();
    return geometry_.place_of({marks_.crosshair->second + 0.5, marks_.crosshair->first + 0.5});
  }

  void pan(QPointF by) override {
    change_geometry([&](MatrixGeometry& matrix) { matrix.pan(by); });
  }

  Drag press_at(QPointF at) override {
    return has_matrix() && geometry_.seen().contains(at) ? Drag::press : Drag::none;
  }

  Drag drag_from() override { return Drag::band; }

  void take_band(const QRectF& band) override {
    if (band.width() < kLeastBand || band.height() < kLeastBand) return;
    const QRectF ranks(geometry_.rank_at(band.topLeft()), geometry_.rank_at(band.bottomRight()));
    if (pressed_with() & Qt::ShiftModifier) return select_ranks(ranks);
    change_geometry([&](MatrixGeometry& matrix) { matrix.show(ranks); });
  }

  void click(QPointF at, Qt::KeyboardModifiers) override {
    set_crosshair(cell_at(at));
    pick();
  }

  bool double_click(QPointF /*at*/) override { return fit(), true; }
  void hover_at(QPointF at) override { set_crosshair(cell_at(at)); }
  void leave() override { set_crosshair(std::nullopt); }

  bool key(QKeyEvent& event) override {
    if (!has_matrix() || event.modifiers() & Qt::ControlModifier) return false;
    if (const auto arrow = arrow_of(event))
      return move_crosshair(*arrow * (event.modifiers() & Qt::ShiftModifier ? kFar : 1)), true;
    const bool enter = event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter;
    if (enter) pick();
    return enter;
  }

  bool give_up() override {
    if (!has_matrix()) return false;
    marks_.crosshair ? set_crosshair(std::nullopt) : state_.give_up();
    return true;
  }

  void resizeEvent(QResizeEvent*) override {
    geometry_.resize(rect());
    refresh();
  }

  [[nodiscard]] std::optional<Cell> cell_at(QPointF at) const {
    if (!has_matrix() || !geometry_.seen().contains(at)) return std::nullopt;
    const QPointF rank = geometry_.rank_at(at);
    const double last = static_cast<double>(axis_->order.size() - 1);
    const auto index = [&](double v) { return static_cast<std::uint32_t>(std::clamp(std::floor(v), 0.0, last)); };
    return Cell{index(rank.y()), index(rank.x())};
  }

  void set_crosshair(std::optional<Cell> cell) {
    if (cell == marks_.crosshair) return;
    marks_.crosshair = cell;
    if (cell && is_current())
      state_.hover(axis_->order[cell->first]);
    else
      state_.clear_hover();
    describe();
    update();
  }

  /// Moves by cells as they are drawn; it starts in the middle of what is seen, and stays in sight.
  void move_crosshair(QPoint cells) {
    if (!has_matrix()) return;
    const QPointF middle = geometry_.seen().center();
    if (!marks_.crosshair) return set_crosshair(cell_at(middle));
    const std::int64_t step = std::int64_t{1} << level();
    const auto moved = [&](std::uint32_t rank, int by) {
      const auto last = static_cast<std::int64_t>(axis_->order.size()) - 1;
      return static_cast<std::uint32_t>(std::clamp(std::int64_t{rank} + by * step, std::int64_t{0}, last));
    };
    const Cell cell{moved(marks_.crosshair->first, cells.y()), moved(marks_.crosshair->second, cells.x())};
    const QPointF rank(cell.second + 0.5, cell.first + 0.5);
    if (!geometry_.seen_ranks().contains(rank)) change_geometry([&](MatrixGeometry& matrix) { matrix.move_to(rank); });
    set_crosshair(cell);
  }

  /// Selects both tensors under the crosshair, or the one of a cell on the diagonal.
  void pick() {
    if (!marks_.crosshair || !is_current()) return;
    state_.select_tensors({axis_->order[marks_.crosshair->first], axis_->order[marks_.crosshair->second]});
    if (marks_.crosshair->first != marks_.crosshair->second) emit pair_picked();
  }

  /// Selects the tensors of the rows and columns.
  void select_ranks(const QRectF& ranks) {
    if (!is_current()) return;
    std::vector<TensorId> tensors;
    if (pressed_with() & Qt::ControlModifier) tensors = state_.selected_tensors();
    for (const auto& [from, to] : {std::pair(ranks.top(), ranks.bottom()), std::pair(ranks.left(), ranks.right())}) {
      const auto count = static_cast<double>(axis_->order.size());
      const auto first = static_cast<std::ptrdiff_t>(std::clamp(std::floor(from), 0.0, count));
      const auto last = static_cast<std::ptrdiff_t>(std::clamp(std::ceil(to), 0.0, count));
      tensors.insert(tensors.end(), axis_->order.begin() + first, axis_->order.begin() + last);
    }
    state_.select_tensors(std::move(tensors));
  }

  void change_geometry(const std::function<void(MatrixGeometry&)>& change) {
    const MatrixGeometry before = geometry_;
    change(geometry_);
    if (geometry_ == before) return;
    refresh();
    describe();
  }

  void reveal(TensorId t) {
    const auto rank = rank_of(t);
    if (!rank) return;
    const QPointF middle(*rank + 0.5, *rank + 0.5);
    if (!geometry_.seen_ranks().contains(middle))
      change_geometry([&](MatrixGeometry& matrix) { matrix.move_to(middle); });
  }

  MatrixOrder order_ = MatrixOrder::time;
  PlanView sorted_;  ///< the results that axis_ and tiles_ are of
  std::shared_ptr<const MatrixAxis> axis_ = std::make_shared<const MatrixAxis>();
  std::optional<Lifetime> within_;  ///< of axis_
  MatrixTileCache tiles_;
  std::vector<MatrixTileKey> computing_;  ///< the tiles in sight that were asked for
  MatrixGeometry geometry_;
  MatrixMarks marks_;
  CachedPicture layer_;  ///< all but marks and crosshair

  LatestJob sorter_{this};
  Worker worker_{this};  // last: destroyed first
};

}  // namespace

MatrixView* make_matrix(ViewState& state) {
  return new Matrix(state);
}

}  // namespace stowage
