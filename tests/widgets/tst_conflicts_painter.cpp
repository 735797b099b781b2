// SPDX-License-Identifier: Apache-2.0
// Conflicts as a graph, as a matrix, and as a matrix in tiles: every cell against the definition, every pixel against
// its cell.
#include "tests/gui/gui_test.h"
#include "widgets/painters/conflicts/conflicts_painter.h"
#include "widgets/painters/conflicts/matrix_painter.h"

using stowage::test::graph_of;
using stowage::test::random_graph;

namespace {

using Pairs = std::set<std::pair<std::size_t, std::size_t>>;

Pairs unsafe_pairs(const Graph& graph) {
  const auto list = unsafe_pairs_by_definition(graph);
  return {list.begin(), list.end()};
}

bool is_unsafe(const Pairs& pairs, TensorId a, TensorId b) {
  return pairs.contains({std::min(a.index(), b.index()), std::max(a.index(), b.index())});
}

/// All tiles of the upper triangle of one level.
MatrixTileCache all_tiles(const PlanView& view, const MatrixAxis& axis, int level, MatrixPrecision precision) {
  MatrixTileCache out;
  const auto tiles = static_cast<std::uint32_t>((axis.order.size() + (MatrixTileKey::kCells << level) - 1) /
                                                (MatrixTileKey::kCells << level));
  for (std::uint32_t r = 0; r < tiles; ++r)
    for (std::uint32_t c = r; c < tiles; ++c)
      out.insert({level, r, c}, matrix_tile(*view.conflicts, axis.order, {level, r, c}, precision).value());
  return out;
}

std::uint8_t shade_at(const MatrixTileCache& tiles, int level, std::size_t row, std::size_t column) {
  const std::size_t cells = MatrixTileKey::kCells;
  const MatrixTileKey key{level, static_cast<std::uint32_t>(row / cells), static_cast<std::uint32_t>(column / cells)};
  const MatrixTile* tile = tiles.find(key);
  if (key != key.upper()) std::swap(row, column);
  return tile->shade[row % cells * cells + column % cells];
}

}  // namespace

class ConflictsPainterTest : public QObject {
  Q_OBJECT

 private slots:
  void stops_when_told() {
    const PlanView view = conflicts_view(random_graph({.operators = 200}));
    QCOMPARE(conflicts_drawing(view, {.size = {600, 400}}, cancelled_task()).error().kind, Error::Kind::cancelled);
    const MatrixAxis axis = matrix_axis(view, MatrixOrder::time, std::nullopt);
    for (const auto precision : {MatrixPrecision::draft, MatrixPrecision::fine})
      QCOMPARE(matrix_tile(*view.conflicts, axis.order, {2}, precision, cancelled_task()).error().kind,
               Error::Kind::cancelled);
  }

  void small_inputs_are_drawn_as_a_graph() {
    const PlanView view = conflicts_view(random_graph({.seed = 2, .operators = 20}));
    QVERIFY(view.graph->tensor_count() <= kMostConflictNodes);
    const auto drawn = conflict_graph(*view.graph, *view.conflicts, all_tensors(*view.graph)).value();
    const Pairs pairs = unsafe_pairs(*view.graph);
    QCOMPARE(drawn.pairs.size(), pairs.size());
    for (const auto& [a, b] : drawn.pairs) QVERIFY(pairs.contains({a, b}));
    for (std::size_t i = 0; i < drawn.discs.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const QPointF d = drawn.discs[i].center - drawn.discs[j].center;
        QVERIFY(std::hypot(d.x(), d.y()) > drawn.discs[i].radius + drawn.discs[j].radius - 1);
      }
    const auto page = conflicts_drawing(view, {.size = {1000, 600}}).value();
    QCOMPARE(numbers_in(page.subtitle).mid(0, 2),
             (QList<qint64>{static_cast<qint64>(pairs.size()), static_cast<qint64>(view.graph->tensor_count())}));
    const QImage image = render_image(page, pixel_page({1000, 600}));
    const std::set<QRgb> colours = colours_in(image);
    for (StreamId s : view.graph->streams())
      QVERIFY(colours.contains(palette_fill(s.index(), Theme::light()).color.rgb()));
    // Nothing to draw is no accident.
    const PlanView empty =
        conflicts_view(Graph(random_graph({.operators = 1, .streams = 1, .syncs = 0, .plain = true})));
    QVERIFY(!render_image(conflicts_drawing(empty, {.size = {400, 300}}).value(), pixel_page({400, 300})).isNull());
  }

  void more_conflicts_are_further_from_the_background() {
    for (const Theme* theme : {&Theme::light(), &Theme::dark_theme()}) {
      double before = contrast(conflict_color(0, *theme), theme->surface);
      for (const float share : {0.0001F, 0.01F, 0.1F, 0.5F, 1.0F}) {
        const double now = contrast(conflict_color(share, *theme), theme->surface);
        QVERIFY(now > before);
        before = now;
      }
    }
  }

  void orders_are_what_they_say() {
    const PlanView view = results_of(random_graph({.seed = 3, .operators = 40, .streams = 4}));
    const auto key = [&](MatrixOrder by, TensorId t) -> std::int64_t {
      const OperatorId producer = view.graph->producer(t);
      switch (by) {
        case MatrixOrder::time:
          if ((*view.lifetimes)[t.index()].empty()) return std::numeric_limits<std::int64_t>::max();
          return std::int64_t{(*view.lifetimes)[t.index()].begin} * 1000 + std::int64_t(t.index());  // by id at a step
        case MatrixOrder::stream:
          return producer.valid() ? static_cast<std::int64_t>(view.graph->stream(producer).index()) : -1;
        case MatrixOrder::offset:
          return view.plan->offsets[t.index()].value;
        default:
          return -view.graph->size(t).count;
      }
    };
    for (const MatrixOrder by : {MatrixOrder::time, MatrixOrder::stream, MatrixOrder::offset, MatrixOrder::size}) {
      const MatrixAxis axis = matrix_axis(view, by, std::nullopt);
      QCOMPARE(axis.order.size(), view.graph->tensor_count());
      for (std::size_t r = 0; r < axis.order.size(); ++r) {
        QCOMPARE(axis.rank[axis.order[r].index()], r);
        QVERIFY(r == 0 || key(by, axis.order[r - 1]) <= key(by, axis.order[r]));
      }
    }
    const Lifetime within{5, 9};
    const MatrixAxis part = matrix_axis(view, MatrixOrder::size, within);
    std::size_t alive = 0;
    for (TensorId t : view.graph->tensors()) {
      const bool shown = part.rank[t.index()] != MatrixAxis::kNowhere;
      QCOMPARE(shown, (*view.lifetimes)[t.index()].overlaps(within));
      alive += shown ? 1 : 0;
    }
    QVERIFY(alive > 0 && alive < view.graph->tensor_count());
    QCOMPARE(part.order.size(), alive);
  }

  /// Levels 0 to 3 of a graph of a few hundred tensors, cell by cell.
  void tiles_count_their_pairs() {
    const PlanView view = results_of(random_graph({.seed = 8, .operators = 250, .streams = 4, .window = 60}), false);
    const Pairs pairs = unsafe_pairs(*view.graph);
    const MatrixAxis axis = matrix_axis(view, MatrixOrder::stream, std::nullopt);
    const std::size_t tensors = axis.order.size();
    QVERIFY(tensors > MatrixTileKey::kCells);  // several tiles
    for (int level = 0; level <= 3; ++level) {
      const MatrixTileCache tiles = all_tiles(view, axis, level, MatrixPrecision::fine);
      const std::size_t side = (tensors + (1U << level) - 1) >> level;
      std::vector<double> unsafe(side * side), all(side * side);
      for (std::size_t i = 0; i < tensors; ++i)
        for (std::size_t j = 0; j < tensors; ++j) {
          if (i == j) continue;
          const std::size_t cell = (i >> level) * side + (j >> level);
          all[cell] += 1;
          unsafe[cell] += is_unsafe(pairs, axis.order[i], axis.order[j]) ? 1 : 0;
        }
      for (std::size_t r = 0; r < side; ++r)
        for (std::size_t c = 0; c < side; ++c) {
          const float share = share_of_shade(shade_at(tiles, level, r, c));
          const double pairs_here = all[r * side + c], unsafe_here = unsafe[r * side + c];
          if (pairs_here == 0) {
            QCOMPARE(share, -1.0F);
          } else {
            QVERIFY(std::abs(double(share) - unsafe_here / pairs_here) < 2.0 / 254);
            QCOMPARE(share == 0, unsafe_here == 0);  // a single unsafe pair is never lost
            QCOMPARE(share == 1, unsafe_here == pairs_here);
          }
        }
    }
  }

  /// Drafts ask a few pairs a cell: on the whole they agree.
  void drafts_are_near_and_symmetric() {
    std::vector<IntervalRow> rows;
    for (std::uint32_t i = 0; i < 20'000; ++i) rows.push_back({std::to_string(i), 1, i / 10, i / 10 + 1 + i % 300});
    const PlanView view = conflicts_view(intervals(rows));
    const MatrixAxis axis = matrix_axis(view, MatrixOrder::time, std::nullopt);
    const int level = top_level(axis.order.size());
    QVERIFY((MatrixTileKey::kCells << level) >= axis.order.size());
    QVERIFY((MatrixTileKey::kCells << (level - 1)) < axis.order.size());
    const MatrixTile tile = matrix_tile(*view.conflicts, axis.order, {level}, MatrixPrecision::draft).value();
    QVERIFY(!tile.exact && !tile.final);
    double sum = 0;
    const std::size_t cells = MatrixTileKey::kCells, runs = std::size_t{1} << level;
    const auto length = [&](std::size_t cell) {
      return double(std::min(axis.order.size(), (cell + 1) * runs)) - double(std::min(axis.order.size(), cell * runs));
    };
    for (std::size_t r = 0; r < cells; ++r)
      for (std::size_t c = 0; c < cells; ++c) {
        QCOMPARE(tile.shade[r * cells + c], tile.shade[c * cells + r]);
        const float share = share_of_shade(tile.shade[r * cells + c]);
        if (share > 0) sum += double(share) * length(r) * (length(c) - (r == c ? 1 : 0));
      }
    const double exact = 2 * double(view.conflicts->unsafe_pair_count());
    QVERIFY2(std::abs(sum - exact) < 0.05 * exact, qPrintable(QString("%1 against %2").arg(sum).arg(exact)));
    QVERIFY(matrix_tile(*view.conflicts, axis.order, {level}, MatrixPrecision::fine).value().exact);
  }

  /// Zoomed so that a pair has several pixels: each pair's middle has the colour that the definition gives it, at both
  /// scales, in both themes, wherever it is panned to.
  void tiles_show_the_definition() {
    const PlanView view = results_of(random_graph({.seed = 9, .operators = 250, .streams = 3, .window = 60}), false);
    const Pairs pairs = unsafe_pairs(*view.graph);
    const MatrixAxis axis = matrix_axis(view, MatrixOrder::time, std::nullopt);
    MatrixTileCache tiles = all_tiles(view, axis, 0, MatrixPrecision::fine);
    MatrixGeometry geometry;
    geometry.resize(QRectF(0, 0, 500, 400));
    geometry.set_count(axis.order.size());
    for (const double ratio : {1.0, 2.0})
      for (const bool dark : {false, true})
        for (const QPointF at : {QPointF(20, 20), QPointF(256, 250), QPointF(300, 90)}) {
          geometry.show({at - QPointF(20, 20), QSizeF(40, 40)});
          const auto paint = [&](QPainter& painter) {
            paint_matrix_cells(painter, geometry, tiles, level_to_draw(geometry, ratio), ratio, Theme::of(dark));
          };
          const QImage image = picture({500, 400}, Theme::of(dark), paint, ratio);
          const QRectF seen = geometry.seen_ranks();
          int checked = 0;
          for (int r = int(std::ceil(seen.top())); r + 1 < seen.bottom(); ++r)
            for (int c = int(std::ceil(seen.left())); c + 1 < seen.right(); ++c) {
              const TensorId a = axis.order[std::size_t(r)], b = axis.order[std::size_t(c)];
              const float share = a == b ? -1 : is_unsafe(pairs, a, b) ? 1 : 0;
              const QPointF middle = geometry.place_of({c + 0.5, r + 0.5}) * ratio;
              QCOMPARE(image.pixelColor(middle.toPoint()).rgb(), conflict_color(share, Theme::of(dark)).rgb());
              ++checked;
            }
          QVERIFY(checked > 1000);
        }
  }

  /// Where a tile is not there yet, a coarser one stands in.
  void coarser_tiles_stand_in() {
    const PlanView view = results_of(random_graph({.seed = 4, .operators = 300, .streams = 1}), false);
    const MatrixAxis axis = matrix_axis(view, MatrixOrder::time, std::nullopt);
    const int top = top_level(axis.order.size());
    QVERIFY(top > 0);
    MatrixTileCache tiles = all_tiles(view, axis, top, MatrixPrecision::fine);
    MatrixGeometry geometry;
    geometry.resize(QRectF(0, 0, 400, 400));
    geometry.set_count(axis.order.size());
    geometry.show({0, 0, 64, 64});
    const QImage image = picture({400, 400}, Theme::light(), [&](QPainter& painter) {
      paint_matrix_cells(painter, geometry, tiles, level_to_draw(geometry, 1), 1, Theme::light());
    });
    for (int cell = 0; cell < 32; ++cell) {
      const QPointF middle = geometry.place_of(QPointF(cell + 0.5, 0.5) * (1 << top));
      if (!geometry.seen().contains(middle)) continue;
      const float share = share_of_shade(shade_at(tiles, top, 0, std::size_t(cell)));
      QCOMPARE(image.pixelColor(middle.toPoint()).rgb(), conflict_color(share, Theme::light()).rgb());
    }
  }

  void the_cache_forgets_what_is_out_of_sight_first() {
    MatrixTileCache tiles;
    for (std::uint32_t c = 0; c < 10; ++c) tiles.insert({2, 0, c}, {});
    for (std::uint32_t c = 0; c < 10; ++c) tiles.insert({1, 0, c}, {});
    tiles.insert({5, 0, 0}, {});
    const std::vector<MatrixTileKey> wanted{{1, 0, 3}, {1, 0, 4}};
    tiles.trim(5, wanted, 5);
    QCOMPARE(tiles.size(), 5u);
    for (const MatrixTileKey& key : wanted) QVERIFY(tiles.find(key));
    QVERIFY(tiles.find({5, 0, 0}));
    QVERIFY(!tiles.find({2, 0, 0}));
  }

  void zooming_keeps_the_place_and_the_ends() {
    MatrixGeometry geometry;
    geometry.resize(QRectF(0, 0, 900, 500));
    geometry.set_count(1000);
    QVERIFY(geometry.is_fitted());
    QVERIFY(geometry.plot().contains(geometry.bounds().center()));
    const QPointF at = geometry.seen().center() + QPointF(30, -40), rank = geometry.rank_at(at);
    geometry.zoom_at(at, 6);
    const QPointF off = geometry.place_of(rank) - at;
    QVERIFY(std::hypot(off.x(), off.y()) < 1e-6);
    geometry.pan({1e6, 1e6});
    QCOMPARE(geometry.seen_ranks().topLeft(), QPointF(0, 0));
    geometry.pan({-1e6, -1e6});
    QCOMPARE(geometry.seen_ranks().bottomRight(), QPointF(1000, 1000));
    geometry.zoom_at(at, 1e-9);
    QVERIFY(geometry.is_fitted());
    geometry.resize(QRectF(0, 0, 300, 200));
    QVERIFY(geometry.is_fitted());
  }
};

STOWAGE_GUI_TEST(ConflictsPainterTest);
#include "tst_conflicts_painter.moc"
