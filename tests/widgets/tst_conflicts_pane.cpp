// SPDX-License-Identifier: GPL-3.0-or-later
// The two faces of the conflicts pane, the graph around a selection and the matrix, driven by mouse and keyboard.
#include "tests/widgets/shown_pane.h"
#include "widgets/painters/conflicts/conflicts_painter.h"
#include "widgets/views/conflicts/conflict_views.h"
#include "widgets/views/views.h"

namespace {

/// Of the paper, with the clique.
PlanView published() {
  return results_of(sample("somas_figure_2.stowage.json"));
}

struct Shown : ShownPane<Pane> {
  explicit Shown(const PlanView& results) : ShownPane({900, 540}, make_conflicts), view(results) {
    pane.set_view(view);
  }
  TensorId tensor(const char* name) { return tensor_named(*view.graph, name); }
  QString sentence() { return text("conflicts_sentence"); }

  PlanView view;
};

struct Around : Shown {
  explicit Around(const PlanView& results = published()) : Shown(results) { wait(); }
  /// Around a tensor of the figure.
  explicit Around(const char* centre) : Around() { select({tensor(centre)}); }
  void wait() {
    wait_until([&] { return !drawing().busy(); }, "the layout never ended");
  }
  NeighbourhoodView& drawing() { return *pane.findChild<NeighbourhoodView*>(); }
  void select(std::vector<TensorId> tensors) {
    state.select_tensors(std::move(tensors));
    wait();
  }
  QPoint place(TensorId t) {
    const auto* disc = drawing().conflict_layout()->find(t);
    if (!disc) qFatal("not drawn");
    return drawing().camera().to_view(disc->center).toPoint();
  }
  /// A point of the line between two that is on no disc and next to no other line.
  std::optional<QPoint> on_line(const ConflictGraph::Pair& pair) {
    const ConflictGraph& layout = *drawing().conflict_layout();
    for (double share = 0.1; share < 0.95; share += 0.02) {
      const QPointF a = layout.discs[pair.first].center, b = layout.discs[pair.second].center;
      const QPoint at = drawing().camera().to_view(a + share * (b - a)).toPoint();
      const QPointF point = drawing().camera().to_drawing(QPointF(at));
      const auto* found = layout.pair_at(point, 5 / drawing().camera().scale);
      if (drawing().rect().contains(at) && !layout.disc_at(point) && found && *found == pair) return at;
    }
    return std::nullopt;
  }
  void click(QPoint at, Qt::KeyboardModifiers held = {}) { QTest::mouseClick(&drawing(), Qt::LeftButton, held, at); }
  void hover(QPoint at) { move_mouse(drawing(), at); }
  std::set<TensorId> drawn() {
    std::set<TensorId> out;
    for (const auto& disc : drawing().conflict_layout()->discs) out.insert(disc.tensor);
    return out;
  }
};

struct Matrix : Shown {
  explicit Matrix(const PlanView& results = published()) : Shown(results) {
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
  const MatrixGeometry& geometry() { return matrix().geometry_of_matrix(); }
  /// Where the pair of a row's and a column's tensor is.
  QPoint place(TensorId row, TensorId column) {
    const MatrixAxis& axis = matrix().axis();
    return geometry().place_of({axis.rank[column.index()] + 0.5, axis.rank[row.index()] + 0.5}).toPoint();
  }
  void click(QPoint at) { QTest::mouseClick(&matrix(), Qt::LeftButton, {}, at); }
  void key(Qt::Key key, Qt::KeyboardModifiers held = {}) { QTest::keyClick(&matrix(), key, held); }
  void hover(QPoint at) { move_mouse(matrix(), at); }
  void wheel(QPoint at, int notches) { test::wheel(matrix(), at, notches); }
};

/// Unsafe partners by the definition.
std::set<TensorId> partners(const Graph& graph, TensorId t) {
  std::set<TensorId> out;
  for (const auto& [a, b] : unsafe_pairs_by_definition(graph)) {
    if (a == t.index()) out.insert(TensorId(b));
    if (b == t.index()) out.insert(TensorId(a));
  }
  return out;
}

}  // namespace

class ConflictsPaneTest : public QObject {
  Q_OBJECT

 private slots:
  // ---- around the selection

  void an_empty_selection_offers_a_start() {
    Around s;
    QVERIFY(!s.drawing().sentence().isEmpty());
    auto* start = s.part<QPushButton>("start_at_peak");
    QVERIFY(start->isVisible());
    click(start);
    s.wait();
    QVERIFY(!start->isVisible());
    QCOMPARE(s.state.selected_tensors().size(), 1u);
    const TensorId first = s.state.selected_tensors().front();
    QVERIFY2(s.sentence().startsWith("Around " + text_of(s.view.graph->name(first)) + ": "), qPrintable(s.sentence()));
    const auto alive = [&](TensorId t) {
      const Lifetime life = (*s.view.lifetimes)[t.index()];
      return life.begin <= s.view.bounds->peak_step && s.view.bounds->peak_step < life.end;
    };
    QVERIFY(alive(first));
    for (TensorId t : s.view.graph->tensors()) QVERIFY(!alive(t) || s.view.graph->size(t) <= s.view.graph->size(first));
    QVERIFY(s.drawing().conflict_layout()->find(first));
  }

  /// Published: a is safe with i alone, c with g and i, d with i; every other pair of the nine is unsafe.
  void figure_2_is_drawn_as_published() {
    Around s("a");
    auto expected = partners(*s.view.graph, s.tensor("a"));
    QVERIFY(!expected.contains(s.tensor("i")));
    expected.insert(s.tensor("a"));
    QCOMPARE(s.drawn(), expected);
    // Two hops reach i as well, and then all 32 pairs are drawn.
    s.part<QSpinBox>("conflict_hops")->setFocus();
    QTest::keyClick(s.part<QSpinBox>("conflict_hops"), Qt::Key_Up);
    s.wait();
    QCOMPARE(s.drawn().size(), s.view.graph->tensor_count());
    const auto& layout = *s.drawing().conflict_layout();
    QCOMPARE(layout.pairs.size(), 32u);
    std::set<std::pair<std::size_t, std::size_t>> pairs;
    for (const auto& [i, j] : layout.pairs) {
      const std::size_t a = layout.discs[i].tensor.index(), b = layout.discs[j].tensor.index();
      pairs.insert({std::min(a, b), std::max(a, b)});
    }
    const auto list = unsafe_pairs_by_definition(*s.view.graph);
    QCOMPARE(pairs, std::set(list.begin(), list.end()));
    // So it is exported.
    QVERIFY(svg_of(s.pane.drawing(), pixel_page({800, 600})).contains(">a<"));
    s.state.clear_selection();
    QVERIFY(!svg_of(s.pane.drawing(), pixel_page({800, 600})).contains(">a<"));
  }

  void clicks_and_keys_select_walk_and_recentre() {
    Around s("a");
    const auto before = s.drawn();
    s.click(s.place(s.tensor("c")));
    QCOMPARE(s.state.selected_tensors(), std::vector{s.tensor("c")});
    QVERIFY(!s.drawing().busy());
    QCOMPARE(s.drawn(), before);  // what is selected here keeps the drawing
    int picked = 0;
    for (const auto& pair : s.drawing().conflict_layout()->pairs) {
      const auto at = s.on_line(pair);
      if (!at) continue;
      ++picked;
      const auto& discs = s.drawing().conflict_layout()->discs;
      s.click(*at);
      QCOMPARE(s.state.selected_tensors(), sorted({discs[pair.first].tensor, discs[pair.second].tensor}));
    }
    QVERIFY(picked >= 5);
    // Ctrl adds.
    s.click(s.place(s.tensor("a")));
    s.click(s.place(s.tensor("c")), Qt::ControlModifier);
    QCOMPARE(s.state.selected_tensors(), (std::vector{s.tensor("a"), s.tensor("c")}));
    // Return and a double click go on from another tensor.
    s.click(s.place(s.tensor("g")));
    QTest::keyClick(&s.drawing(), Qt::Key_Return);
    s.wait();
    auto around_g = partners(*s.view.graph, s.tensor("g"));
    around_g.insert(s.tensor("g"));
    QCOMPARE(s.drawn(), around_g);
    QVERIFY(!s.drawn().contains(s.tensor("c")));
    QSignalSpy revealed(&s.state, &ViewState::reveal_requested);
    QTest::mouseDClick(&s.drawing(), Qt::LeftButton, {}, s.place(s.tensor("a")));
    s.wait();
    QCOMPARE(revealed.size(), 1);
    QVERIFY(s.drawn().contains(s.tensor("c")));
    QVERIFY(!s.drawn().contains(s.tensor("i")));
    // Arrow keys walk to unsafe neighbours.
    s.drawing().setFocus();
    TensorId here = s.tensor("a");
    int moved = 0;
    for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Down, Qt::Key_Left, Qt::Key_Up, Qt::Key_Right, Qt::Key_Up}) {
      const QPointF from = s.place(here);
      QTest::keyClick(&s.drawing(), key);
      QCOMPARE(s.state.selected_tensors().size(), 1u);
      const TensorId now = s.state.selected_tensors().front();
      if (now == here) continue;  // nothing lies there
      ++moved;
      QVERIFY(s.view.conflicts->unsafe(here, now));
      const QPointF to = s.place(now);
      if (key == Qt::Key_Right) QVERIFY(to.x() > from.x());
      if (key == Qt::Key_Left) QVERIFY(to.x() < from.x());
      if (key == Qt::Key_Up) QVERIFY(to.y() < from.y());
      if (key == Qt::Key_Down) QVERIFY(to.y() > from.y());
      here = now;
    }
    QVERIFY(moved >= 2);
    for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Right})
      if (s.state.selected_tensors().size() == 1) QTest::keyClick(&s.drawing(), key, Qt::ShiftModifier);
    QCOMPARE(s.state.selected_tensors().size(), 2u);
    QTest::keyClick(&s.drawing(), Qt::Key_Escape);
    QVERIFY(s.state.selected_tensors().empty());
  }

  void the_mouse_hovers_zooms_moves_and_encloses() {
    Around s("a");
    s.hover(s.place(s.tensor("b")));
    QCOMPARE(s.state.hovered_tensor(), s.tensor("b"));
    const auto card = [&] {
      for (auto* label : s.drawing().findChildren<QLabel*>())
        if (label->isVisible()) return label->text();
      return QString();
    };
    QTRY_VERIFY(card().contains("<b>b</b>"));
    for (const auto& pair : s.drawing().conflict_layout()->pairs)
      if (const auto at = s.on_line(pair)) {
        s.hover(*at);
        QTRY_VERIFY(!card().isEmpty() && !card().startsWith("<b>b</b>"));  // not of b, but of the pair
        break;
      }
    leave(s.drawing());
    QVERIFY(card().isEmpty());
    answers_the_mouse({.widget = s.drawing(),
                       .drawn_at = [&](QPointF p) { return s.drawing().camera().to_drawing(p); },
                       .seen_at = [&](QPointF p) { return s.drawing().camera().to_view(p); },
                       .hovered = [&] { return s.state.hovered_tensor().valid(); },
                       .things = {s.place(s.tensor("a"))},
                       .nothing = {3, 3}});
    QCOMPARE(s.state.selected_tensors(), std::vector{s.tensor("a")});
    // Shift and a drag select what they enclose; around nothing none, as in every view.
    drag(s.drawing(), {1, 1}, s.drawing().rect().bottomRight() - QPoint(1, 1), Qt::ShiftModifier);
    const auto& selected = s.state.selected_tensors();
    QCOMPARE(std::set<TensorId>(selected.begin(), selected.end()), s.drawn());
    drag(s.drawing(), {1, 1}, {9, 9}, Qt::ShiftModifier);
    QVERIFY(s.state.selected_tensors().empty());
    QVERIFY(!s.drawing().is_drawn());  // there is nothing to draw the neighbours of
  }

  /// What is drawn and what is said to be left out are all partners, counted by the definition.
  void limits_are_kept_and_said() {
    Around s(results_of(random_graph({.seed = 5, .operators = 60, .streams = 4, .window = 40})));
    const Graph& graph = *s.view.graph;
    TensorId centre;
    std::size_t most = 0;
    for (TensorId t : graph.tensors())
      if (const auto all = partners(graph, t).size(); all > most) {
        most = all;
        centre = t;
      }
    QVERIFY(most > 15);
    s.select({centre});
    const auto all = partners(graph, centre);
    std::vector<std::int64_t> sizes;
    for (TensorId t : all) sizes.push_back(graph.size(t).count);
    std::ranges::sort(sizes);
    enter(s.part<QSpinBox>("conflict_smallest"), QString::number(sizes[sizes.size() / 2]));
    s.wait();
    const std::int64_t least = s.drawing().limits().smallest.count;
    QVERIFY(least > 0 && least <= sizes[sizes.size() / 2] && 2 * least > sizes[sizes.size() / 2]);
    const auto small = std::ranges::count_if(sizes, [&](std::int64_t size) { return size < least; });
    QVERIFY(small > 0);
    QVERIFY2(numbers_in(s.sentence()).contains(small), qPrintable(s.sentence()));
    enter(s.part<QSpinBox>("conflict_most"), "5");
    s.wait();
    QCOMPARE(s.drawn().size(), 5u);
    const auto beyond = static_cast<std::ptrdiff_t>(sizes.size()) - small - 4;
    QVERIFY(says(s.sentence(), {QString::number(beyond), "5"}));
    // The largest are the ones drawn.
    std::multiset<std::int64_t> drawn;
    for (TensorId t : s.drawn())
      if (t != centre) drawn.insert(graph.size(t).count);
    QCOMPARE(drawn, std::multiset<std::int64_t>(sizes.end() - 4, sizes.end()));
  }

  void draws_what_is_looked_at_and_in_the_time_range() {
    Around s;
    s.pane.hide();
    s.state.select_tensors({s.tensor("a")});
    QVERIFY(!s.drawing().busy());
    QVERIFY(!s.drawing().conflict_layout());
    s.pane.show();
    s.wait();
    QVERIFY(s.drawing().conflict_layout());
    // A time range leaves out who lives elsewhere, and says how many.
    const TensorId a = s.tensor("a");
    const StepRange range{0, 2};
    s.state.set_time_range(range);
    s.wait();
    std::set<TensorId> expected{a};
    std::size_t elsewhere = 0;
    for (TensorId t : partners(*s.view.graph, a))
      range.meets((*s.view.lifetimes)[t.index()]) ? void(expected.insert(t)) : void(++elsewhere);
    QVERIFY(elsewhere > 0);
    QCOMPARE(s.drawn(), expected);
    QVERIFY2(numbers_in(s.sentence()).contains(elsewhere), qPrintable(s.sentence()));
  }

  /// Better plans and bounds of the same graph cost no new layout.
  void only_other_conflicts_are_laid_out() {
    Around s("a");
    PlanView next = s.view;
    next.plan = std::make_shared<const Plan>(*s.view.plan);
    next.bounds = std::make_shared<const Bounds>(*s.view.bounds);
    s.pane.set_view(next);
    QVERIFY(!s.drawing().busy());
    next.stale = true;
    const QString fresh = s.sentence();
    s.pane.set_view(next);
    QVERIFY(!s.drawing().busy());
    QVERIFY2(s.sentence() != fresh, qPrintable(s.sentence()));
    s.pane.set_view(results_of(random_graph({.operators = 30})));
    QVERIFY(s.drawing().busy());
    s.click(QRect({}, s.drawing().size()).center());  // ids of the old drawing mean nothing now
    QCOMPARE(s.state.selected_tensors(), std::vector{s.tensor("a")});
    s.wait();
    s.pane.set_view({});
    QVERIFY(!s.drawing().conflict_layout());
    QVERIFY(!s.drawing().sentence().isEmpty());
  }

  void large_graphs_stay_within_the_limits() {
    Around s(results_of(make_training_graph(training_graph_of(4400, 8)), false));
    s.select({TensorId(100)});
    const auto* around = s.drawing().neighbourhood();
    QCOMPARE(around->members.size(), std::min<std::size_t>(60, s.view.conflicts->degrees()[100] + 1));
    QCOMPARE(around->members.size() - 1 + around->too_many, s.view.conflicts->degrees()[100]);
  }

  // ---- the matrix

  void the_legend_is_of_the_colours_that_are_drawn() {
    Matrix s;
    QCOMPARE(s.part<QWidget>("conflict_legend")->accessibleName().count(','), 2);
    const QImage legend = s.part<QWidget>("conflict_legend")->grab().toImage();
    QVERIFY(legend.width() >= s.part<QWidget>("conflict_legend")->sizeHint().width());
    const QRgb strong = conflict_color(1, Theme::light()).rgb();
    QCOMPARE(legend.pixelColor(8, legend.height() / 2).rgb(), strong);
    const auto entries = s.pane.drawing().legend(Theme::light());
    QCOMPARE(entries.front().fill.color.rgb(), strong);
    // So is what is exported.
    const QImage image = render_image(s.pane.drawing(), pixel_page({700, 600}));
    QVERIFY(count_of(image, conflict_color(1, Theme::light())) > 20'000);
  }

  void mouse_and_keys_pick_and_name_the_pair() {
    Matrix s;
    s.click(s.place(s.tensor("b"), s.tensor("e")));
    QCOMPARE(s.state.selected_tensors(), sorted({s.tensor("b"), s.tensor("e")}));
    s.click(s.place(s.tensor("g"), s.tensor("c")));  // safe pairs can be asked about too
    QCOMPARE(s.state.selected_tensors(), sorted({s.tensor("c"), s.tensor("g")}));
    s.click(s.place(s.tensor("h"), s.tensor("h")));
    QCOMPARE(s.state.selected_tensors(), std::vector{s.tensor("h")});
    s.click({2, 2});  // beside it
    QCOMPARE(s.state.selected_tensors(), std::vector{s.tensor("h")});
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
    // Shift and a drag select rows and columns.
    const QPoint away(4, 4);
    drag(s.matrix(), s.place(order[1], order[4]) - away, s.place(order[2], order[4]) + away, Qt::ShiftModifier);
    QCOMPARE(s.state.selected_tensors(), sorted({order[1], order[2], order[4]}));
  }

  void the_order_is_chosen() {
    Matrix s;
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
    // What is selected or found is marked on both axes.
    const auto beside = [&](TensorId t) {
      const QPoint at = s.place(t, t);
      const QRectF seen = s.geometry().seen();
      const QImage image = s.matrix().grab().toImage();
      return std::pair(image.pixelColor(int(seen.left()) - 3, at.y()),
                       image.pixelColor(at.x(), int(seen.bottom()) + 4));
    };
    const QColor selected = Theme::light().selection, found = Theme::light().bound;
    s.state.select_tensors({s.tensor("c")});
    s.state.set_found({s.tensor("f")});
    QCOMPARE(beside(s.tensor("c")), std::pair(selected, selected));
    QCOMPARE(beside(s.tensor("f")), std::pair(found, found));
    QVERIFY(beside(s.tensor("d")).first != selected);
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

  void zooms_with_wheel_band_and_keys() {
    Matrix s(results_of(make_training_graph(training_graph_of(4400, 8)), false));
    const QString many = s.sentence(), legend = s.part<QWidget>("conflict_legend")->accessibleName();
    const double fitted = s.geometry().scale();
    s.hover(s.geometry().seen().center().toPoint() + QPoint(90, 0));
    QVERIFY(s.matrix().crosshair_text().contains('%'));  // so many are unsafe in this cell
    const QPoint at = s.geometry().seen().center().toPoint() + QPoint(40, 20);
    const QPointF rank = s.geometry().rank_at(at);
    s.wheel(at, 3);
    QVERIFY(s.geometry().scale() > 1.8 * fitted);
    const QPointF off = s.geometry().place_of(rank) - QPointF(at);
    QVERIFY(std::hypot(off.x(), off.y()) < 1e-6);
    s.key(Qt::Key_0);
    QCOMPARE(s.geometry().scale(), fitted);
    // A rubber band of a tenth: what it enclosed is all there.
    const QPoint from = s.geometry().seen().topLeft().toPoint() + QPoint(60, 50);
    const QPoint to = from + QPoint(45, 45);
    const QRectF wanted(s.geometry().rank_at(from), s.geometry().rank_at(to));
    drag(s.matrix(), from, to);
    QVERIFY(s.state.selected_tensors().empty());
    QVERIFY(s.geometry().seen_ranks().adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(wanted));
    QVERIFY(s.geometry().scale() > 5 * fitted);
    const QPointF before = s.geometry().seen_ranks().topLeft();
    s.key(Qt::Key_Right, Qt::ControlModifier);
    s.key(Qt::Key_Down, Qt::ControlModifier);
    const QPointF after = s.geometry().seen_ranks().topLeft();
    QVERIFY(after.x() > before.x() && after.y() > before.y());
    for (int i = 0; i < 12; ++i) s.key(Qt::Key_Plus);
    s.wait();
    QVERIFY2(s.sentence() != many, qPrintable(s.sentence()));  // each cell is a pair now
    QVERIFY(s.part<QWidget>("conflict_legend")->accessibleName() != legend);
    QTest::mouseDClick(&s.matrix(), Qt::LeftButton, {}, at);
    QCOMPARE(s.geometry().scale(), fitted);
    // Deep in a large matrix a click still hits exactly the pair that is drawn there.
    const QPoint deep = s.geometry().seen().center().toPoint() + QPoint(-70, 30);
    for (int i = 0; i < 20; ++i) s.wheel(deep, 1);
    s.wait();
    QVERIFY(s.geometry().scale() >= 4);
    const auto& order = s.matrix().axis().order;
    s.click(deep);
    const QPointF pair = s.geometry().rank_at(deep);
    QCOMPARE(s.state.selected_tensors(), sorted({order[std::size_t(pair.y())], order[std::size_t(pair.x())]}));
  }

  /// Better plans and bounds are no reason to compute; another relation is, unless nobody looks.
  void computes_only_what_is_seen_and_new() {
    Matrix s;
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
};

STOWAGE_GUI_TEST(ConflictsPaneTest);
#include "tst_conflicts_pane.moc"
