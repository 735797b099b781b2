// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix of the conflicts pane, driven by mouse and keyboard.
#include "tests/widgets/shown_conflicts.h"
#include "widgets/painters/conflicts/conflicts_painter.h"

using namespace stowage;
using namespace stowage::test;

namespace {

struct Shown : ShownConflicts {
  explicit Shown(const PlanView& results) : ShownConflicts(results) {
    test::click(button_of(pane, "conflicts_matrix"));
    wait();
  }
  /// Until everything in sight is as fine as it gets.
  void wait() {
    const auto ended = [&] {
      if (matrix().busy()) return false;
      matrix().grab();  // what is to be computed is asked for while painting
      return !matrix().busy();
    };
    QCoreApplication::processEvents();
    wait_until(ended, "the matrix never ended");
  }
  MatrixView& matrix() { return *pane.findChild<MatrixView*>(); }
  /// Where the pair of a row's and a column's tensor is.
  QPoint place(TensorId row, TensorId column) {
    const MatrixAxis& axis = matrix().axis();
    return matrix()
        .geometry_of_matrix()
        .place_of({axis.rank[column.index()] + 0.5, axis.rank[row.index()] + 0.5})
        .toPoint();
  }
  void click(QPoint at) { QTest::mouseClick(&matrix(), Qt::LeftButton, {}, at); }
  void key(Qt::Key key, Qt::KeyboardModifiers held = {}) { QTest::keyClick(&matrix(), key, held); }
  void hover(QPoint at) { move_mouse(matrix(), at); }
  void wheel(QPoint at, int notches) { test::wheel(matrix(), at, notches); }
  QColor pixel(QPoint at) { return matrix().grab().toImage().pixelColor(at); }
};

}  // namespace

class ConflictsPaneMatrixTest : public QObject {
  Q_OBJECT

 private slots:
  /// Published: of the 36 pairs all but a-i, c-g, c-i and d-i are unsafe.
  void figure_2_is_shown_as_published() {
    Shown s(results_of(sample("somas_figure_2.stowage.json")));
    QCOMPARE(s.part<QWidget>("conflict_legend")->accessibleName().count(','), 2);
    const QImage legend = s.part<QWidget>("conflict_legend")->grab().toImage();
    QVERIFY(legend.width() >= s.part<QWidget>("conflict_legend")->sizeHint().width());
    const QRgb strong = conflict_color(1, Theme::light()).rgb();
    QCOMPARE(legend.pixelColor(8, legend.height() / 2).rgb(), strong);
    const auto entries = s.pane.drawing().legend(Theme::light());
    QCOMPARE(entries.front().fill.color.rgb(), strong);
    const QImage image = s.matrix().grab().toImage();
    int unsafe = 0;
    QStringList safe;
    for (TensorId a : s.view.graph->tensors())
      for (TensorId b : s.view.graph->tensors()) {
        if (!(a < b)) continue;
        const QRgb here = image.pixel(s.place(a, b)), there = image.pixel(s.place(b, a));
        QCOMPARE(here, there);
        if (here == conflict_color(1, Theme::light()).rgb())
          ++unsafe;
        else
          safe << QString::fromStdString(std::string(s.view.graph->name(a)) + std::string(s.view.graph->name(b)));
      }
    QCOMPARE(unsafe, 32);
    QCOMPARE(safe.join(' '), QString("ai cg ci di"));
  }

  void a_click_picks_the_pair() {
    Shown s(results_of(sample("somas_figure_2.stowage.json")));
    s.click(s.place(s.tensor("b"), s.tensor("e")));
    QCOMPARE(s.state.selected_tensors(), sorted({s.tensor("b"), s.tensor("e")}));
    s.click(s.place(s.tensor("g"), s.tensor("c")));  // safe pairs can be asked about too
    QCOMPARE(s.state.selected_tensors(), sorted({s.tensor("c"), s.tensor("g")}));
    s.click(s.place(s.tensor("h"), s.tensor("h")));
    QCOMPARE(s.state.selected_tensors(), std::vector{s.tensor("h")});
    s.click({2, 2});  // beside it
    QCOMPARE(s.state.selected_tensors(), std::vector{s.tensor("h")});
  }

  void the_crosshair_names_the_pair() {
    Shown s(results_of(sample("somas_figure_2.stowage.json")));
    s.hover(s.place(s.tensor("a"), s.tensor("b")));
    const QString pair = s.matrix().crosshair_text();
    QVERIFY2(pair.startsWith("a × b: unsafe"), qPrintable(pair));
    QCOMPARE(s.state.hovered_tensor(), s.tensor("a"));
    QVERIFY(s.matrix().accessibleDescription().startsWith(pair));
    s.hover(s.place(s.tensor("a"), s.tensor("i")));
    const QString first_over = s.matrix().crosshair_text();
    QVERIFY2(first_over.startsWith("a × i: safe"), qPrintable(first_over));
    s.hover(s.place(s.tensor("i"), s.tensor("a")));
    QVERIFY2(s.matrix().crosshair_text().startsWith("i × a: safe"), qPrintable(s.matrix().crosshair_text()));
    QVERIFY(s.matrix().crosshair_text().mid(5) != first_over.mid(5));  // which of them is over first
    leave(s.matrix());
    QVERIFY(s.matrix().crosshair_text().isEmpty());
    QVERIFY(!s.state.hovered_tensor().valid());
  }

  void keys_move_the_crosshair_and_return_picks() {
    Shown s(results_of(sample("somas_figure_2.stowage.json")));
    const auto& order = s.matrix().axis().order;
    s.key(Qt::Key_Right);  // begins in the middle
    QCOMPARE(s.matrix().crosshair_text(), text_of(s.view.graph->name(order[4])));
    s.key(Qt::Key_Right);
    s.key(Qt::Key_Up);
    s.key(Qt::Key_Up);
    s.key(Qt::Key_Return);
    QCOMPARE(s.state.selected_tensors(), sorted({order[5], order[2]}));
    s.key(Qt::Key_Down, Qt::ShiftModifier);  // to the end and no further
    s.key(Qt::Key_Return);
    QCOMPARE(s.state.selected_tensors(), sorted({order[5], order[8]}));
    s.key(Qt::Key_Escape);
    QVERIFY(s.matrix().crosshair_text().isEmpty());
    s.key(Qt::Key_Escape);
    QVERIFY(s.state.selected_tensors().empty());
  }

  void shift_and_a_drag_select_rows_and_columns() {
    Shown s(results_of(sample("somas_figure_2.stowage.json")));
    const auto& order = s.matrix().axis().order;
    const QPoint away(4, 4);
    drag(s.matrix(), s.place(order[1], order[4]) - away, s.place(order[2], order[4]) + away, Qt::ShiftModifier);
    QCOMPARE(s.state.selected_tensors(), sorted({order[1], order[2], order[4]}));
  }

  void the_order_is_chosen() {
    Shown s(results_of(sample("somas_figure_2.stowage.json")));
    const auto choose = [&](int index) {
      choose_by_keys(s.part<QComboBox>("conflict_order"), index);
      s.wait();
      return s.matrix().axis().order;
    };
    for (const MatrixOrder by : {MatrixOrder::size, MatrixOrder::stream, MatrixOrder::offset, MatrixOrder::time})
      QCOMPARE(choose(static_cast<int>(by)), matrix_axis(s.view, by, std::nullopt).order);
    const auto by_size = choose(static_cast<int>(MatrixOrder::size));
    QCOMPARE(by_size.front(), s.tensor("a"));  // 16 KiB, the largest
    s.click(s.place(s.tensor("a"), s.tensor("e")));
    QCOMPARE(s.state.selected_tensors(), sorted({s.tensor("a"), s.tensor("e")}));
  }

  void zooms_with_wheel_band_and_keys() {
    Shown s(results_of(make_training_graph(training_graph_of(4400, 8)), false));
    const QString many = s.sentence(), legend = s.part<QWidget>("conflict_legend")->accessibleName();
    const double fitted = s.matrix().geometry_of_matrix().scale();
    s.hover(s.matrix().geometry_of_matrix().seen().center().toPoint() + QPoint(90, 0));
    QVERIFY(s.matrix().crosshair_text().contains('%'));  // so many are unsafe in this cell
    const QPoint at = s.matrix().geometry_of_matrix().seen().center().toPoint() + QPoint(40, 20);
    const QPointF rank = s.matrix().geometry_of_matrix().rank_at(at);
    s.wheel(at, 3);
    QVERIFY(s.matrix().geometry_of_matrix().scale() > 1.8 * fitted);
    const QPointF off = s.matrix().geometry_of_matrix().place_of(rank) - QPointF(at);
    QVERIFY(std::hypot(off.x(), off.y()) < 1e-6);
    s.key(Qt::Key_0);
    QCOMPARE(s.matrix().geometry_of_matrix().scale(), fitted);
    // A rubber band of a tenth: what it enclosed is all there.
    const QPoint from = s.matrix().geometry_of_matrix().seen().topLeft().toPoint() + QPoint(60, 50);
    const QPoint to = from + QPoint(45, 45);
    const QRectF wanted(s.matrix().geometry_of_matrix().rank_at(from), s.matrix().geometry_of_matrix().rank_at(to));
    drag(s.matrix(), from, to);
    QVERIFY(s.state.selected_tensors().empty());
    QVERIFY(s.matrix().geometry_of_matrix().seen_ranks().adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(wanted));
    QVERIFY(s.matrix().geometry_of_matrix().scale() > 5 * fitted);
    const QPointF before = s.matrix().geometry_of_matrix().seen_ranks().topLeft();
    s.key(Qt::Key_Right, Qt::ControlModifier);
    s.key(Qt::Key_Down, Qt::ControlModifier);
    const QPointF after = s.matrix().geometry_of_matrix().seen_ranks().topLeft();
    QVERIFY(after.x() > before.x() && after.y() > before.y());
    for (int i = 0; i < 12; ++i) s.key(Qt::Key_Plus);
    s.wait();
    QVERIFY2(s.sentence() != many, qPrintable(s.sentence()));  // each cell is a pair now
    QVERIFY(s.part<QWidget>("conflict_legend")->accessibleName() != legend);
    QTest::mouseDClick(&s.matrix(), Qt::LeftButton, {}, at);
    QCOMPARE(s.matrix().geometry_of_matrix().scale(), fitted);
  }

  /// Deep in a large matrix a click still hits exactly the pair that is drawn there.
  void pairs_of_a_large_graph_are_exact() {
    Shown s(results_of(make_training_graph(training_graph_of(4400, 8)), false));
    const QPoint at = s.matrix().geometry_of_matrix().seen().center().toPoint() + QPoint(-70, 30);
    for (int i = 0; i < 20; ++i) s.wheel(at, 1);
    s.wait();
    leave(s.matrix());  // without the crosshair
    const QImage image = s.matrix().grab().toImage();
    const MatrixGeometry& geometry = s.matrix().geometry_of_matrix();
    QVERIFY(geometry.scale() >= 4);
    const auto& order = s.matrix().axis().order;
    const QRectF seen = geometry.seen_ranks();
    std::set<QRgb> colours;
    for (int r = int(seen.top()) + 1; r + 1 < seen.bottom(); ++r)
      for (int c = int(seen.left()) + 1; c + 1 < seen.right(); ++c) {
        const TensorId a = order[std::size_t(r)], b = order[std::size_t(c)];
        const float share = a == b ? -1 : s.view.conflicts->unsafe(a, b) ? 1 : 0;
        const QPoint middle = geometry.place_of({c + 0.5, r + 0.5}).toPoint();
        colours.insert(image.pixel(middle));
        QCOMPARE(image.pixel(middle), conflict_color(share, Theme::light()).rgb());
      }
    QVERIFY(colours.size() >= 2);
    s.click(at);
    const QPointF rank = geometry.rank_at(at);
    QCOMPARE(s.state.selected_tensors(), sorted({order[std::size_t(rank.y())], order[std::size_t(rank.x())]}));
  }

  void selected_and_found_are_marked_on_both_axes() {
    Shown s(results_of(sample("somas_figure_2.stowage.json")));
    const auto beside = [&](TensorId t) {
      const QPoint at = s.place(t, t);
      const QRectF seen = s.matrix().geometry_of_matrix().seen();
      const QImage image = s.matrix().grab().toImage();
      return std::pair(image.pixelColor(int(seen.left()) - 3, at.y()),
                       image.pixelColor(at.x(), int(seen.bottom()) + 4));
    };
    const QColor selection = Theme::light().selection, found = Theme::light().bound;
    s.state.select_tensors({s.tensor("c")});
    s.state.set_found({s.tensor("f")});
    QCOMPARE(beside(s.tensor("c")), std::pair(selection, selection));
    QCOMPARE(beside(s.tensor("f")), std::pair(found, found));
    QVERIFY(beside(s.tensor("d")).first != selection);
  }

  void the_time_range_narrows_it() {
    Shown s(results_of(sample("somas_figure_2.stowage.json")));
    const StepRange range{0, 2};
    s.state.set_time_range(range);
    s.wait();
    std::size_t alive = 0;
    for (TensorId t : s.view.graph->tensors()) alive += range.meets((*s.view.lifetimes)[t.index()]) ? 1 : 0;
    QVERIFY(alive > 0 && alive < 9);
    QCOMPARE(s.matrix().axis().order.size(), alive);
    QCOMPARE(numbers_in(s.sentence()).mid(0, 2), (QList<qint64>{static_cast<qint64>(alive), 9}));
    s.state.set_time_range(std::nullopt);
    s.wait();
    QCOMPARE(s.matrix().axis().order.size(), 9u);
  }

  /// Better plans and bounds are no reason to compute; another relation is, unless nobody looks.
  void computes_only_what_is_seen_and_new() {
    Shown s(results_of(sample("somas_figure_2.stowage.json")));
    PlanView next = s.view;
    next.plan = std::make_shared<const Plan>(*s.view.plan);
    s.pane.set_view(next);
    QVERIFY(!s.matrix().busy());
    s.pane.hide();
    const PlanView other = results_of(random_graph({.operators = 30}));
    s.pane.set_view(other);
    QVERIFY(!s.matrix().busy());
    s.pane.show();
    QVERIFY(s.matrix().busy());
    s.click(QRect({}, s.matrix().size()).center());  // ids of the old drawing mean nothing now
    QVERIFY(s.state.selected_tensors().empty());
    s.wait();
    QCOMPARE(s.matrix().axis().order.size(), other.graph->tensor_count());
    s.pane.set_view({});
    QVERIFY(!s.matrix().sentence().isEmpty());
  }

  void exports_what_is_in_view() {
    Shown s(results_of(sample("somas_figure_2.stowage.json")));
    const auto count = [&](bool dark) {
      const QImage image = render_image(s.pane.drawing(), pixel_page({700, 600}, 1, dark));
      return count_of(image, conflict_color(1, Theme::of(dark)));
    };
    QVERIFY(count(false) > 20'000);
    QVERIFY(count(true) > 20'000);
    const QByteArray svg = svg_of(s.pane.drawing(), pixel_page({700, 600}));
    QVERIFY(svg.contains(s.pane.drawing().subtitle.left(20).toUtf8()));
  }
};

STOWAGE_GUI_TEST(ConflictsPaneMatrixTest);
#include "tst_conflicts_pane_matrix.moc"
