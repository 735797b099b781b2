// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn over the heap map and how it is set by mouse and keys: holes, the time range, the minimap, searches,
// a played moment, notes, stale results. On the figure of the paper, a training step, and a real list of lifetimes.
#include <QClipboard>
#include <QInputDialog>
#include <QMenu>
#include <QSignalSpy>
#include <QtTest>

#include "core/io/document.h"
#include "core/io/file.h"
#include "core/layout/problem.h"
#include "core/layout/strategy.h"
#include "tests/support/maps.h"
#include "tests/support/shared.h"
#include "tests/support/training_graph.h"
#include "widgets/heap_map/heap_map_widget.h"
#include "widgets/heap_map/hover_card.h"
#include "widgets/heap_map/minimap.h"

using namespace stowage;

namespace {

PlanView planned(Graph graph) {
  PlanView view;
  view.graph = std::make_shared<const Graph>(std::move(graph));
  view.lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*view.graph));
  view.conflicts = std::make_shared<const Conflicts>(*Conflicts::compute(*view.graph));
  const auto problem = LayoutProblem::make(*view.graph, *view.conflicts);
  view.plan = std::make_shared<const Plan>(*make_plan(*find_layout_strategy("so.size.best"), *problem));
  return view;
}

PlanView planned_file(const std::string& path) {
  const auto bytes = read_file(path);
  const auto read = bytes ? read_document(*bytes, path) : tl::unexpected(bytes.error());
  if (!read) qFatal("no graph in %s", path.c_str());
  return planned(*read->graph);
}

PlanView figure_2() {
  return planned_file(STOWAGE_SOURCE_DIR "/samples/somas_figure_2.stowage.json");
}

const PlanView& training() {
  static const PlanView view = planned(test::make_training_graph(test::training_graph_of(4400, 8)));
  return view;
}

struct Window {
  ViewState state;
  HeapMapWidget map{&state};

  explicit Window(const PlanView& view) {
    map.resize(900, 640);
    map.set_view(view);
    map.show();
    if (!QTest::qWaitForWindowExposed(&map)) qFatal("no window");
    map.setFocus();
    if (!QTest::qWaitFor([&] { return !map.busy() && map.scene() && map.scene()->sentence().isEmpty(); }, 30'000))
      qFatal("no map");
  }
  [[nodiscard]] const HeapMapGeometry& geometry() const { return map.geometry_of_map(); }
  [[nodiscard]] QPoint in_curve(double step) const {
    return QPointF(geometry().x_of(step), geometry().curve().center().y()).toPoint();
  }
  [[nodiscard]] QPoint at(double step, double offset) const {
    return QPointF(geometry().x_of(step), geometry().y_of(offset)).toPoint();
  }
  [[nodiscard]] QPoint middle_of(TensorId t) const {
    const MapItem item = *map.scene()->place(t);
    return at((item.begin + item.end) / 2.0, static_cast<double>(item.low + item.high) / 2);
  }
  void drag(QWidget& on, QPoint from, QPoint to, Qt::KeyboardModifiers held = {}) {
    QTest::mousePress(&on, Qt::LeftButton, held, from);
    for (const QPoint& p : {(from + to) / 2, to}) {
      QMouseEvent event(QEvent::MouseMove, p, on.mapToGlobal(p), Qt::NoButton, Qt::LeftButton, held);
      QApplication::sendEvent(&on, &event);
    }
    QTest::mouseRelease(&on, Qt::LeftButton, held, to);
  }
  [[nodiscard]] QColor pixel(QPoint p) {
    const QImage image = map.grab().toImage();
    return image.pixelColor((QPointF(p) * image.devicePixelRatio()).toPoint());
  }
  /// Opens the menu there and triggers the entry that begins so.
  bool choose(const QString& entry, QPoint p) {
    QContextMenuEvent event(QContextMenuEvent::Mouse, p, map.mapToGlobal(p));
    QApplication::sendEvent(&map, &event);
    const auto menus = map.findChildren<QMenu*>();
    if (menus.isEmpty()) return false;
    QMenu* menu = menus.last();
    bool found = false;
    for (QAction* action : menu->actions())
      if (action->text().startsWith(entry) && action->isEnabled()) {
        found = true;
        menu->setActiveAction(action);
        QTest::keyClick(menu, Qt::Key_Return);
        break;
      }
    delete menu;
    return found;
  }
};

StepRange range(std::size_t begin, std::size_t end) {
  return {begin, end};
}

TensorId named(const PlanView& view, const char* name) {
  return view.graph->find_tensor(name);
}

}  // namespace

class HeapMapMarksTest : public QObject {
  Q_OBJECT

 private slots:
  void shift_drag_in_the_curve_sets_the_range() {
    Window w(figure_2());
    w.drag(w.map, w.in_curve(2.5), w.in_curve(4.5), Qt::ShiftModifier);
    QCOMPARE(w.state.time_range(), range(2, 5));
    QVERIFY(!w.state.time_cursor());
    w.drag(w.map, w.in_curve(6.5), w.in_curve(0.5), Qt::ShiftModifier);  // leftwards
    QCOMPARE(w.state.time_range(), range(0, 7));
    w.drag(w.map, w.in_curve(3.5), w.in_curve(3.5) + QPoint(1, 0), Qt::ShiftModifier);  // no drag at all
    QCOMPARE(w.state.time_range(), range(0, 7));
  }

  void ends_of_the_range_are_dragged() {
    Window w(figure_2());
    w.state.set_time_range(range(2, 5));
    w.drag(w.map, w.in_curve(5), w.in_curve(7.1));
    QCOMPARE(w.state.time_range(), range(2, 7));
    w.drag(w.map, w.in_curve(2), w.in_curve(4.1));
    QCOMPARE(w.state.time_range(), range(4, 7));
    w.drag(w.map, w.in_curve(4), w.in_curve(8));  // past the other end
    QCOMPARE(w.state.time_range(), range(7, 8));
    QVERIFY(!w.state.time_cursor());
    w.drag(w.map, w.in_curve(3.5), w.in_curve(1.5));  // elsewhere it is the cursor
    QCOMPARE(w.state.time_cursor(), std::optional<std::size_t>(1));
  }

  void keys_begin_and_end_the_range() {
    Window w(figure_2());
    w.state.set_time_cursor(3);
    QTest::keyClick(&w.map, Qt::Key_BracketLeft);
    QCOMPARE(w.state.time_range(), range(3, 8));
    w.state.set_time_cursor(5);
    QTest::keyClick(&w.map, Qt::Key_BracketRight);
    QCOMPARE(w.state.time_range(), range(3, 6));
    w.state.set_time_cursor(7);
    QTest::keyClick(&w.map, Qt::Key_BracketLeft);  // after the end: to the end of all
    QCOMPARE(w.state.time_range(), range(7, 8));
    w.state.set_time_cursor(0);
    QTest::keyClick(&w.map, Qt::Key_BracketRight);
    QCOMPARE(w.state.time_range(), range(0, 1));
  }

  void escape_and_double_click_take_the_range_away() {
    Window w(figure_2());
    w.state.set_time_range(range(2, 5));
    w.state.select_tensors({TensorId(1)});
    QTest::keyClick(&w.map, Qt::Key_Escape);
    QVERIFY(w.state.selected_tensors().empty() && w.state.time_range());
    QTest::keyClick(&w.map, Qt::Key_Escape);
    QVERIFY(!w.state.time_range());
    w.state.set_time_range(range(2, 5));
    w.state.set_time_cursor(3);
    QTest::mouseDClick(&w.map, Qt::LeftButton, {}, w.in_curve(3.5));
    QVERIFY(!w.state.time_range() && w.state.time_cursor());
    QTest::mouseDClick(&w.map, Qt::LeftButton, {}, w.in_curve(3.5));
    QVERIFY(!w.state.time_cursor());
  }

  void outside_of_the_range_is_dimmed() {
    Window w(figure_2());
    const QPoint outside = w.at(0.5, 8 * 1024), held = w.at(2.5, 8 * 1024);
    const QColor in = w.pixel(held), out = w.pixel(outside);
    w.state.set_time_range(range(2, 5));
    QCOMPARE(w.pixel(held), in);
    QVERIFY(w.pixel(outside) != out);
  }

  /// The largest hole and the sums at the cursor, against the bytes themselves in core/tst_holes; here, that they are
  /// shown where they are.
  void holes_at_the_cursor_are_shaded() {
    const PlanView view = figure_2();
    Window w(view);
    for (std::size_t step = 0; step < view.graph->operator_count(); ++step) {
      QTest::mouseClick(&w.map, Qt::LeftButton, {}, w.in_curve(static_cast<double>(step) + 0.3));
      QVERIFY(w.map.overlay().holes);
      const Holes& holes = *w.map.overlay().holes;
      QCOMPARE(holes.alive, w.map.scene()->alive(step));
      QCOMPARE((holes.alive + holes.wasted()), view.plan->footprint);
      if (holes.largest.size().count < 4096) continue;
      const QPoint p = w.at(static_cast<double>(step) + 0.2, static_cast<double>(holes.largest.low.value) +
                                                                 static_cast<double>(holes.largest.size().count) * 0.3);
      const QColor shaded = w.pixel(p);
      w.state.set_time_cursor(std::nullopt);
      QVERIFY2(w.pixel(p) != shaded, qPrintable(QString::number(step)));
    }
  }

  void the_minimap_moves_the_map() {
    Window w(training());
    QVERIFY(w.map.minimap().isHidden());
    w.map.zoom(6);
    QVERIFY(!w.map.minimap().isHidden());
    auto& minimap = const_cast<Minimap&>(w.map.minimap());
    const MapView before = w.geometry().view();
    const QPoint from = minimap.frame().center().toPoint(), by(30, -12);
    w.drag(minimap, from, from + by);
    const MapView after = w.geometry().view(), all = w.geometry().full_view();
    QVERIFY(qAbs(after.x0 - before.x0 - 30.0 / minimap.width() * all.width()) < all.width() / minimap.width());
    QVERIFY(qAbs(after.y0 - before.y0 - 12.0 / minimap.height() * all.height()) < all.height() / minimap.height());
    QVERIFY(qAbs(after.width() - before.width()) < 1e-6);
    QTest::mouseClick(&minimap, Qt::LeftButton, {}, QPoint(2, 2));  // upper left
    QCOMPARE(w.geometry().view().x0, 0.0);
    QTest::keyClick(&w.map, Qt::Key_M);
    QVERIFY(minimap.isHidden());
    QTest::keyClick(&w.map, Qt::Key_M);
    QVERIFY(!minimap.isHidden());
    QTest::keyClick(&w.map, Qt::Key_0);
    QVERIFY(minimap.isHidden());
  }

  void what_is_not_found_steps_back() {
    const PlanView view = figure_2();
    Window w(view);
    const QPoint a = w.at(0.4, 4 * 1024);
    const QColor before = w.pixel(a);
    w.state.set_found({named(view, "h")});
    QVERIFY(w.pixel(a) != before);
    QCOMPARE(w.map.overlay().found.size(), std::size_t{1});
    w.state.set_found({named(view, "a")});
    QCOMPARE(w.pixel(a), before);
    w.state.set_found({});
    QCOMPARE(w.pixel(a), before);
  }

  void many_selected_or_found_become_shades() {
    Window w(training());
    std::vector<TensorId> all;
    for (TensorId t : training().graph->tensors()) all.push_back(t);
    w.state.select_tensors(all);
    QVERIFY(w.map.overlay().selected.empty());
    const QImage selected = w.map.grab().toImage();
    w.state.clear_selection();
    QVERIFY(w.map.grab().toImage() != selected);
    w.state.set_found(all);
    QVERIFY(w.map.overlay().found.empty());
    w.state.set_found({TensorId(training().graph->tensor_count() + 5)});  // of a graph that is not shown yet
    w.map.grab();
  }

  void a_played_moment_is_shown() {
    const PlanView view = figure_2();
    Window w(view);
    const TensorId a = named(view, "a"), b = named(view, "b"), h = named(view, "h");
    const QPoint at_a = w.at(0.4, static_cast<double>(w.map.scene()->place(a)->low) + 2000);
    const QPoint at_b = w.middle_of(b) + QPoint(60, 8), at_h = w.middle_of(h) + QPoint(40, 8);
    const QColor full_a = w.pixel(at_a), full_b = w.pixel(at_b), full_h = w.pixel(at_h);
    auto moment = std::make_shared<PlayedMoment>();
    moment->tensors.assign(view.graph->tensor_count(), PlayedMoment::State::alive);
    moment->tensors[b.index()] = PlayedMoment::State::dead;
    moment->tensors[h.index()] = PlayedMoment::State::unborn;
    w.state.set_moment(moment);
    QCOMPARE(w.pixel(at_a), full_a);
    QVERIFY(w.pixel(at_b) != full_b && w.pixel(at_h) != full_h && w.pixel(at_b) != w.pixel(at_h));
    auto clash = std::make_shared<PlayedMoment>(*moment);
    clash->overwritten = a;
    clash->overwriting = b;
    w.state.set_moment(clash);
    const Theme& theme = Theme::light();
    const MapItem item = *w.map.scene()->place(a);
    const QPoint rim = w.at(item.begin + 1.5, static_cast<double>(item.high));
    bool lit = false;
    for (int dy = -3; dy <= 3; ++dy) lit = lit || w.pixel(rim + QPoint(0, dy)) == theme.peak;
    QVERIFY(lit);
    w.state.set_moment(nullptr);
    QCOMPARE(w.pixel(at_b), full_b);
    auto other = std::make_shared<PlayedMoment>();  // of another graph
    other->tensors.assign(2, PlayedMoment::State::dead);
    w.state.set_moment(other);
    QCOMPARE(w.pixel(at_b), full_b);
  }

  void notes_are_pinned_and_read() {
    const PlanView view = figure_2();
    Window w(view);
    const TensorId e = named(view, "e");
    QVERIFY(w.choose("Add note", w.middle_of(e)));
    auto* dialog = w.map.findChild<QInputDialog*>();
    QVERIFY(dialog);
    dialog->setTextValue("why so <large>?");
    dialog->accept();
    QCOMPARE(w.state.notes().at(e), QString("why so <large>?"));
    QCOMPARE(w.map.overlay().noted, std::vector{e});
    QTRY_VERIFY(!w.map.findChild<QInputDialog*>());
    QMouseEvent move(QEvent::MouseMove, w.middle_of(e), w.map.mapToGlobal(w.middle_of(e)), Qt::NoButton, Qt::NoButton,
                     Qt::NoModifier);
    QApplication::sendEvent(&w.map, &move);
    const auto* card = w.map.findChild<HoverCard*>();
    QTRY_VERIFY(card->isVisible());
    QVERIFY(card->text().contains("why so &lt;large&gt;?"));
    const QImage with = w.map.grab().toImage();
    w.state.set_note(e, {});
    QVERIFY(w.map.grab().toImage() != with);
  }

  void the_menu_selects_what_is_under_and_copies() {
    const PlanView view = figure_2();
    Window w(view);
    const TensorId f = named(view, "f"), b = named(view, "b");
    QVERIFY(w.map.scene()->place(f)->low > 0);
    QVERIFY(w.choose("Select what it stands on", w.middle_of(f)));
    QCOMPARE(w.state.selected_tensors(), std::vector{b});
    QVERIFY(w.choose("Copy name", w.middle_of(b)));
    QCOMPARE(QApplication::clipboard()->text(), QString("b"));
    QVERIFY(!w.choose("Select what it stands on", w.middle_of(named(view, "a"))));  // on the ground
    QVERIFY(w.choose("Pin its card", w.middle_of(b)));
    QCOMPARE(w.map.findChildren<HoverCard*>().size(), 2);
    QVERIFY(w.choose("Remove the pinned card", w.middle_of(b)));
    QCOMPARE(w.map.findChildren<HoverCard*>().size(), 1);
    QSignalSpy revealed(&w.state, &ViewState::reveal_requested);
    QVERIFY(w.choose("Show in all views", w.middle_of(b)));
    QCOMPARE(revealed.count(), 1);
  }

  /// Holds are no tensors to walk to, but the mouse finds whose they are.
  void holds_belong_to_their_tensor() {
    const PlanView view = figure_2();
    Window w(view);
    const TensorId a = named(view, "a"), i = named(view, "i");
    QTest::mouseClick(&w.map, Qt::LeftButton, {}, w.at(4, 8 * 1024));
    QCOMPARE(w.state.selected_tensors(), std::vector{a});
    QTest::keyClick(&w.map, Qt::Key_Right);
    QCOMPARE(w.state.selected_tensors(), std::vector{i});
    QTest::keyClick(&w.map, Qt::Key_Left);
    QVERIFY(w.state.selected_tensors() != std::vector{i});
  }

  void quick_edits_do_not_flicker() {
    const PlanView view = figure_2();
    Window w(view);
    w.map.zoom(2);
    const MapView before = w.geometry().view();
    PlanView stale = view;
    stale.stale = stale.planning = true;
    w.map.set_view(stale);
    QVERIFY(!w.map.says_stale());
    QTRY_VERIFY(w.map.says_stale());
    PlanView waiting = figure_2();  // the graph after the edit, before its plan
    waiting.plan = nullptr;
    waiting.planning = true;
    w.map.set_view(waiting);
    QVERIFY(!w.map.says_stale());
    QVERIFY(w.map.scene()->sentence().isEmpty());  // still the map before
    w.map.set_view(figure_2());
    QCOMPARE(w.geometry().view(), before);
    w.map.set_view(waiting);
    QTRY_COMPARE(w.map.scene()->sentence(), QString("Planning…"));
    waiting.planning = false;
    w.map.set_view(waiting);
    QCOMPARE(w.map.scene()->sentence(), QString("There is no plan yet."));
  }

  void a_baseline_gives_colours_of_difference() {
    PlanView view = figure_2();
    Window w(view);
    w.state.set_color_by(ColorBy::difference);
    QVERIFY(w.map.coloring()->entries().back().tensors > 0);  // nothing to compare with
    auto baseline = std::make_shared<PlanView>(view);
    Plan lifted = *view.plan;
    lifted.offsets[0].value += 4096;
    baseline->plan = std::make_shared<const Plan>(lifted);
    view.baseline = baseline;
    w.map.set_view(view);
    QCOMPARE(w.map.coloring()->class_of(TensorId(0)), 1);  // moved down since
    QCOMPARE(w.map.coloring()->class_of(TensorId(1)), 3);
  }

  void a_real_list_of_lifetimes() {
    STOWAGE_NEEDS_SHARED();
    QString file;
    QDirIterator it(QString::fromStdString(test::shared_path("data")), {"pangu_2.6B.csv"}, QDir::Files,
                    QDirIterator::Subdirectories);
    if (it.hasNext()) file = it.next();
    QVERIFY(!file.isEmpty());
    Window w(planned_file(file.toStdString()));
    QVERIFY(w.map.scene()->holds().items().empty());  // one stream
    const double steps = static_cast<double>(w.map.scene()->steps());
    w.drag(w.map, w.in_curve(steps * 0.25), w.in_curve(steps * 0.5), Qt::ShiftModifier);
    QVERIFY(w.state.time_range());
    QVERIFY(qAbs(static_cast<double>(w.state.time_range()->begin) - steps * 0.25) < steps / 100);
    QTest::mouseClick(&w.map, Qt::LeftButton, {}, w.in_curve(steps * 0.7));
    QVERIFY(w.map.overlay().holes);
    QCOMPARE(w.map.overlay().holes->held.count, 0);
    QCOMPARE(w.map.overlay().holes->alive, w.map.scene()->alive(*w.state.time_cursor()));
    QTest::keyClick(&w.map, Qt::Key_Right);
    QCOMPARE(w.state.selected_tensors().size(), std::size_t{1});
    w.map.grab();
  }
};

QTEST_MAIN(HeapMapMarksTest)
#include "tst_heap_map_marks.moc"
