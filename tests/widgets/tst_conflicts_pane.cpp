// SPDX-License-Identifier: GPL-3.0-or-later
// The neighbourhood of the conflicts pane, driven by mouse and keyboard.
#include "tests/widgets/shown_conflicts.h"

using namespace stowage;
using namespace stowage::test;

namespace {

struct Shown : ShownConflicts {
  explicit Shown(const PlanView& results) : ShownConflicts(results) { wait(); }
  /// The figure of the paper, around one of its tensors.
  explicit Shown(const char* centre) : Shown(results_of(sample("somas_figure_2.stowage.json"))) {
    select({tensor(centre)});
  }
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
  void an_empty_selection_offers_a_start() {
    Shown s(results_of(sample("somas_figure_2.stowage.json")));
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
    Shown s("a");
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
  }

  void a_click_selects_and_a_line_selects_the_pair() {
    Shown s("a");
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
      std::vector both{discs[pair.first].tensor, discs[pair.second].tensor};
      std::ranges::sort(both);
      s.click(*at);
      QCOMPARE(s.state.selected_tensors(), both);
    }
    QVERIFY(picked >= 5);
    // Ctrl adds.
    s.click(s.place(s.tensor("a")));
    s.click(s.place(s.tensor("c")), Qt::ControlModifier);
    QCOMPARE(s.state.selected_tensors(), (std::vector{s.tensor("a"), s.tensor("c")}));
  }

  void return_and_double_click_recentre() {
    Shown s("a");
    s.click(s.place(s.tensor("g")));
    QTest::keyClick(&s.drawing(), Qt::Key_Return);
    s.wait();
    auto expected = partners(*s.view.graph, s.tensor("g"));
    expected.insert(s.tensor("g"));
    QCOMPARE(s.drawn(), expected);
    QVERIFY(!s.drawn().contains(s.tensor("c")));
    QSignalSpy revealed(&s.state, &ViewState::reveal_requested);
    QTest::mouseDClick(&s.drawing(), Qt::LeftButton, {}, s.place(s.tensor("a")));
    s.wait();
    QCOMPARE(revealed.size(), 1);
    QVERIFY(s.drawn().contains(s.tensor("c")));
    QVERIFY(!s.drawn().contains(s.tensor("i")));
  }

  void arrows_walk_to_unsafe_neighbours() {
    Shown s("a");
    s.drawing().setFocus();
    TensorId at = s.tensor("a");
    int moved = 0;
    for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Down, Qt::Key_Left, Qt::Key_Up, Qt::Key_Right, Qt::Key_Up}) {
      const QPointF from = s.place(at);
      QTest::keyClick(&s.drawing(), key);
      QCOMPARE(s.state.selected_tensors().size(), 1u);
      const TensorId now = s.state.selected_tensors().front();
      if (now == at) continue;  // nothing lies there
      ++moved;
      QVERIFY(s.view.conflicts->unsafe(at, now));
      const QPointF to = s.place(now);
      if (key == Qt::Key_Right) QVERIFY(to.x() > from.x());
      if (key == Qt::Key_Left) QVERIFY(to.x() < from.x());
      if (key == Qt::Key_Up) QVERIFY(to.y() < from.y());
      if (key == Qt::Key_Down) QVERIFY(to.y() > from.y());
      at = now;
    }
    QVERIFY(moved >= 2);
    for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Right})
      if (s.state.selected_tensors().size() == 1) QTest::keyClick(&s.drawing(), key, Qt::ShiftModifier);
    QCOMPARE(s.state.selected_tensors().size(), 2u);
    QTest::keyClick(&s.drawing(), Qt::Key_Escape);
    QVERIFY(s.state.selected_tensors().empty());
  }

  void zooms_and_pans() {
    Shown s("a");
    const Camera before = s.drawing().camera();
    const QPointF at = s.place(s.tensor("a"));
    wheel(s.drawing(), at, 2);
    QVERIFY(s.drawing().camera().scale > before.scale * 1.3);
    QVERIFY((QPointF(s.place(s.tensor("a"))) - at).manhattanLength() <= 1);
    const QPointF zoomed = s.drawing().camera().offset;
    drag(s.drawing(), {3, 3}, {63, 43});
    QCOMPARE(s.drawing().camera().offset - zoomed, QPointF(60, 40));
    QCOMPARE(s.state.selected_tensors(), std::vector{s.tensor("a")});
    QTest::keyClick(&s.drawing(), Qt::Key_0);
    QCOMPARE(s.drawing().camera().scale, before.scale);
  }

  void shift_and_a_drag_select_what_they_enclose() {
    Shown s("a");
    drag(s.drawing(), {1, 1}, s.drawing().rect().bottomRight() - QPoint(1, 1), Qt::ShiftModifier);
    const auto& selected = s.state.selected_tensors();
    QCOMPARE(std::set<TensorId>(selected.begin(), selected.end()), s.drawn());
  }

  void hovering_is_shared_and_explained() {
    Shown s("a");
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
    QVERIFY(!s.state.hovered_tensor().valid());
    QVERIFY(card().isEmpty());
  }

  /// What is drawn and what is said to be left out are all partners, counted by the definition.
  void limits_are_kept_and_said() {
    Shown s(results_of(random_graph({.seed = 5, .operators = 60, .streams = 4, .window = 40})));
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

  void the_time_range_narrows_it() {
    Shown s(results_of(sample("somas_figure_2.stowage.json")));
    const TensorId a = s.tensor("a");
    s.select({a});
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

  void nothing_is_drawn_while_hidden() {
    Shown s(results_of(sample("somas_figure_2.stowage.json")));
    s.pane.hide();
    s.state.select_tensors({s.tensor("a")});
    QVERIFY(!s.drawing().busy());
    QVERIFY(!s.drawing().conflict_layout());
    s.pane.show();
    s.wait();
    QVERIFY(s.drawing().conflict_layout());
  }

  /// Better plans and bounds of the same graph cost no new layout.
  void only_other_conflicts_are_laid_out() {
    Shown s("a");
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
    Shown s(results_of(make_training_graph(training_graph_of(4400, 8)), false));
    s.select({TensorId(100)});
    const auto* around = s.drawing().neighbourhood();
    QCOMPARE(around->members.size(), std::min<std::size_t>(60, s.view.conflicts->degrees()[100] + 1));
    QCOMPARE(around->members.size() - 1 + around->too_many, s.view.conflicts->degrees()[100]);
  }

  void exports_what_is_drawn() {
    Shown s("a");
    QVERIFY(svg_of(s.pane.drawing(), pixel_page({800, 600})).contains(">a<"));
    s.state.clear_selection();
    QVERIFY(!svg_of(s.pane.drawing(), pixel_page({800, 600})).contains(">a<"));
  }
};

STOWAGE_GUI_TEST(ConflictsPaneTest);
#include "tst_conflicts_pane.moc"
