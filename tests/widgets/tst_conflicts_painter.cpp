// SPDX-License-Identifier: Apache-2.0
#include <QPainter>
#include <QtTest>

#include <set>

#include "tests/gui/words.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "widgets/painters/conflicts/conflicts_painter.h"

using namespace stowage;
using stowage::test::graph_of;
using stowage::test::random_graph;

namespace {

PlanView view_of(Graph graph) {
  PlanView view;
  view.graph = std::make_shared<const Graph>(std::move(graph));
  view.lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*view.graph));
  view.conflicts = std::make_shared<const Conflicts>(Conflicts::compute(*view.graph).value());
  return view;
}

using Pairs = std::set<std::pair<std::size_t, std::size_t>>;

Pairs unsafe_pairs(const Graph& graph) {
  const auto list = test::unsafe_pairs_by_definition(graph);
  return {list.begin(), list.end()};
}

bool is_unsafe(const Pairs& pairs, TensorId a, TensorId b) {
  return pairs.contains({std::min(a.index(), b.index()), std::max(a.index(), b.index())});
}

/// What the painted image shows in the middle of a cell.
QColor cell_colour(const QImage& image, const QRectF& area, std::size_t side, std::size_t row, std::size_t column) {
  const double cell = area.width() / static_cast<double>(side);
  return image.pixelColor(static_cast<int>(area.left() + (static_cast<double>(column) + 0.5) * cell),
                          static_cast<int>(area.top() + (static_cast<double>(row) + 0.5) * cell));
}

}  // namespace

class ConflictsPainterTest : public QObject {
  Q_OBJECT

 private slots:
  void tensors_stand_in_order_of_birth() {
    const Graph graph = graph_of(R"(
      op a
      op b
      t late 1 : b -> !
      t unused 1 : - ->
      t early 1 : a -> b
      t in 1 : - -> b)");
    const auto order = order_of_birth(graph, lifetimes(graph));
    QCOMPARE(order, (std::vector{TensorId(2), TensorId(3), TensorId(0), TensorId(1)}));
  }

  /// Every pixel of the painted matrix of a small graph says what the definition says.
  void pixels_show_the_definition() {
    const PlanView view = view_of(random_graph({.seed = 7, .operators = 25, .streams = 3, .syncs = 5}));
    const Pairs pairs = unsafe_pairs(*view.graph);
    const auto matrix = conflict_matrix(*view.conflicts, order_of_birth(*view.graph, *view.lifetimes), 1000).value();
    QCOMPARE(matrix.side, view.graph->tensor_count());
    QVERIFY(matrix.exact());
    QImage image(600, 600, QImage::Format_RGB32);
    QPainter painter(&image);
    paint_conflict_matrix(painter, image.rect(), matrix, Theme::light());
    painter.end();
    const QRectF area = conflict_matrix_area(image.rect());
    for (std::size_t r = 0; r < matrix.side; ++r)
      for (std::size_t c = 0; c < matrix.side; ++c) {
        const TensorId a = matrix.order[r], b = matrix.order[c];
        const float share = a == b ? -1 : is_unsafe(pairs, a, b) ? 1 : 0;
        QCOMPARE(matrix.at(r, c), share);
        QCOMPARE(cell_colour(image, area, matrix.side, r, c).rgb(), conflict_color(share, Theme::light()).rgb());
      }
  }

  /// Cells of several tensors: the share of pairs, counted one by one.
  void cells_count_their_pairs() {
    const PlanView view = view_of(random_graph({.seed = 11, .operators = 60, .streams = 4}));
    const Pairs pairs = unsafe_pairs(*view.graph);
    const std::size_t tensors = view.graph->tensor_count();
    for (const std::size_t side : {std::size_t{1}, std::size_t{7}, tensors - 1}) {
      const auto matrix = conflict_matrix(*view.conflicts, order_of_birth(*view.graph, *view.lifetimes), side).value();
      QCOMPARE(matrix.side, side);
      std::vector<double> unsafe(side * side, 0), all(side * side, 0);
      for (std::size_t i = 0; i < tensors; ++i)
        for (std::size_t j = 0; j < tensors; ++j) {
          if (i == j) continue;
          const std::size_t cell = matrix.cell_of(i) * side + matrix.cell_of(j);
          all[cell] += 1;
          unsafe[cell] += is_unsafe(pairs, matrix.order[i], matrix.order[j]) ? 1 : 0;
        }
      for (std::size_t cell = 0; cell < side * side; ++cell)
        QCOMPARE(matrix.share[cell], all[cell] == 0 ? -1.0F : static_cast<float>(unsafe[cell] / all[cell]));
      // Runs are contiguous and as equal as can be.
      for (std::size_t c = 0; c < side; ++c) {
        const std::size_t first = matrix.first_rank(c), next = matrix.first_rank(c + 1);
        QVERIFY(next - first == tensors / side || next - first == tensors / side + 1);
        QCOMPARE(matrix.cell_of(first), c);
        QCOMPARE(matrix.cell_of(next - 1), c);
      }
    }
  }

  /// So many tensors that only some rows are read: the sum of the shares is near the exact number of pairs, which
  /// comes from the degrees.
  void large_matrices_are_estimates_and_say_so() {
    std::vector<test::IntervalRow> rows;
    constexpr std::uint32_t kTensors = 60'000;
    for (std::uint32_t i = 0; i < kTensors; ++i) rows.push_back({std::to_string(i), 1, i / 10, i / 10 + 1 + i % 1000});
    const PlanView view = view_of(test::intervals(rows));
    const auto matrix = conflict_matrix(*view.conflicts, order_of_birth(*view.graph, *view.lifetimes), 100).value();
    QVERIFY(!matrix.exact());
    QVERIFY(matrix.rows_read >= matrix.side);
    double sum = 0;
    for (std::size_t r = 0; r < matrix.side; ++r)
      for (std::size_t c = 0; c < matrix.side; ++c) {
        QCOMPARE(matrix.at(r, c), matrix.at(c, r));
        const auto count = [&](std::size_t cell) {
          return double(matrix.first_rank(cell + 1) - matrix.first_rank(cell));
        };
        sum += double(matrix.at(r, c)) * count(r) * (count(c) - (r == c ? 1 : 0));
      }
    const double exact = 2 * static_cast<double>(view.conflicts->unsafe_pair_count());
    QVERIFY2(std::abs(sum - exact) < 0.02 * exact, qPrintable(QString("%1 against %2").arg(sum).arg(exact)));
  }

  void stops_when_told() {
    const PlanView view = view_of(random_graph({.operators = 200}));
    std::stop_source source;
    source.request_stop();
    Task task;
    task.stop = source.get_token();
    QCOMPARE(conflicts_drawing(view, {.size = {600, 400}}, task).error().kind, Error::Kind::cancelled);
  }

  void small_inputs_are_drawn_as_a_graph() {
    const PlanView view = view_of(random_graph({.seed = 2, .operators = 20}));
    QVERIFY(view.graph->tensor_count() <= kMostConflictNodes);
    std::vector<TensorId> everything;
    for (TensorId t : view.graph->tensors()) everything.push_back(t);
    const auto drawn = conflict_graph(*view.graph, *view.conflicts, everything).value();
    const Pairs pairs = unsafe_pairs(*view.graph);
    QCOMPARE(drawn.pairs.size(), pairs.size());
    for (const auto& [a, b] : drawn.pairs) QVERIFY(pairs.contains({a, b}));
    for (std::size_t i = 0; i < drawn.discs.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const QPointF d = drawn.discs[i].center - drawn.discs[j].center;
        QVERIFY(std::hypot(d.x(), d.y()) > drawn.discs[i].radius + drawn.discs[j].radius - 1);
      }
    const auto page = conflicts_drawing(view, {.size = {1000, 600}}).value();
    QCOMPARE(test::numbers_in(page.subtitle).mid(0, 2),
             (QList<qint64>{static_cast<qint64>(pairs.size()), static_cast<qint64>(view.graph->tensor_count())}));
    const QImage image = render_image(page, pixel_page({1000, 600}));
    std::set<QRgb> colours;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) colours.insert(image.pixel(x, y));
    for (StreamId s : view.graph->streams())
      QVERIFY(colours.contains(palette_fill(s.index(), Theme::light()).color.rgb()));
  }

  void larger_inputs_are_drawn_as_a_matrix() {
    const PlanView view = view_of(random_graph({.operators = 300, .streams = 4}));
    const auto page = conflicts_drawing(view, {.size = {1000, 600}}).value();
    QCOMPARE(test::numbers_in(page.subtitle).last(), static_cast<qint64>(view.graph->tensor_count()));
    for (const bool dark : {false, true}) {
      const QImage image = render_image(page, pixel_page({1000, 600}, 1, dark));
      QVERIFY(!image.isNull());
    }
    QVERIFY(!render_bytes(ImageFormat::svg, page).value().isEmpty());
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

  void nothing_to_draw_is_no_accident() {
    const PlanView empty = view_of(Graph(random_graph({.operators = 1, .streams = 1, .syncs = 0, .plain = true})));
    QVERIFY(!render_image(conflicts_drawing(empty, {.size = {400, 300}}).value(), pixel_page({400, 300})).isNull());
  }
};

STOWAGE_GUI_TEST(ConflictsPainterTest);
#include "tst_conflicts_painter.moc"
