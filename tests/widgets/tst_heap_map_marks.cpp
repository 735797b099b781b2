// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn over the heap map and how it is set by mouse and keys: the minimap, searches, a played moment, notes,
// stale results. On the figure of the paper and a training step.
#include "tests/widgets/shown_map.h"
#include "widgets/controls/hover_card.h"

using namespace stowage;
using namespace stowage::test;

namespace {

TensorId named(const PlanView& view, const char* name) {
  return view.graph->find_tensor(name);
}

}  // namespace

class HeapMapMarksTest : public QObject {
  Q_OBJECT

 private slots:
  /// Also where there is no room for it above or below the mouse.
  void a_card_leaves_what_it_is_of_in_sight() {
    QWidget view;
    view.resize(626, 304);
    HoverCard card(&view);
    const QString row =
        "<tr><td>consumers</td><td>h17.attention.softmax.drop, h17.attention.softmax.dx of it</td></tr>";
    for (int x = 0; x < view.width(); x += 25)
      for (int y = 0; y < view.height(); y += 19) {
        card.show_at({x, y}, "<table>" + row.repeated(9) + "</table>");
        QVERIFY2(!card.geometry().contains(x, y), qPrintable(QString("%1 %2").arg(x).arg(y)));
        QVERIFY(view.rect().contains(card.geometry()));
      }
  }

  void the_minimap_moves_the_map() {
    ShownMap w(training());
    QVERIFY(w.map.minimap().isHidden());
    w.map.zoom(6);
    QVERIFY(!w.map.minimap().isHidden());
    auto& minimap = *part_of<QWidget>(w.map, "minimap");
    const MapView before = w.geometry().view(), all = w.geometry().full_view();
    // The middle of the frame in it.
    const QPoint from(int((before.x0 + before.x1) / 2 / all.width() * minimap.width()),
                      int((1 - (before.y0 + before.y1) / 2 / all.height()) * minimap.height()));
    test::drag(minimap, from, from + QPoint(30, -12));
    const MapView after = w.geometry().view();
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
    ShownMap w(view);
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
    ShownMap w(training());
    const std::vector<TensorId> all = all_tensors(*training().graph);
    const TensorId largest = *std::ranges::max_element(all, {}, [&](TensorId t) { return training().graph->size(t); });
    const QPoint place = w.middle_of(largest);
    const QColor plain = w.pixel(place);
    std::vector<TensorId> rest = all;
    std::erase(rest, largest);
    QVERIFY(rest.size() > 64);
    w.state.select_tensors(rest);
    QVERIFY(w.map.overlay().selected.empty());
    QVERIFY(w.pixel(place) != plain);  // it steps back
    w.state.select_tensors({rest.begin(), rest.begin() + 64});
    QCOMPARE(w.map.overlay().selected.size(), std::size_t{64});  // outlined, and nothing steps back
    QCOMPARE(w.pixel(place), plain);
    w.state.select_tensors({rest.begin(), rest.begin() + 65});
    QVERIFY(w.map.overlay().selected.empty());
    QVERIFY(w.pixel(place) != plain);
    w.state.clear_selection();
    QCOMPARE(w.pixel(place), plain);
    w.state.set_found(all);
    QVERIFY(w.map.overlay().found.empty());
    w.state.set_found({TensorId(training().graph->tensor_count() + 5)});  // of a graph that is not shown yet
    w.map.grab();
  }

  /// Found after the plan was shown, by a check; not a selection, and gone with a plan that is safe.
  void what_clashes_is_marked() {
    PlanView view = figure_2();
    const TensorId a = named(view, "a"), b = named(view, "b");
    view = with_plan(view, [&](Plan& plan) { plan.offsets[b.index()] = plan.offsets[a.index()]; });
    ShownMap w(view);
    const auto red = [](const QImage& image) { return count_of(image, Theme::light().peak); };
    const int before = red(w.map.grab().toImage());  // the peak is
    const int exported = red(render_image(w.map.drawing(), pixel_page({900, 600})));
    view.clashes = std::make_shared<const PlanClashes>(PlanClashes{.pairs = {{a, b}}, .count = 1});
    w.map.set_view(view);
    QVERIFY(red(w.map.grab().toImage()) > before + 200);
    QVERIFY(red(render_image(w.map.drawing(), pixel_page({900, 600}))) > exported + 200);
    for (const TensorId t : {a, b}) {
      const MapItem item = *w.map.scene()->place(t);
      const QPoint rim = w.at(item.begin + 0.5, static_cast<double>(item.high));
      QVERIFY(has_colour(w.map.grab().toImage(), Theme::light().peak, {rim - QPoint(0, 3), QSize(1, 7)}));
    }
    QVERIFY(w.state.selected_tensors().empty() && !w.map.scene()->proved_optimal());
    view.clashes = nullptr;
    w.map.set_view(view);
    QCOMPARE(red(w.map.grab().toImage()), before);
  }

  /// The label of clashes goes to a corner without tensors, where there is one: here that at the lower left.
  void the_label_of_clashes_hides_no_tensor() {
    PlanView view = plan_view(intervals({{"a", 100, 0, 3}, {"b", 100, 3, 6}}), {100, 0}, Bytes{});
    ShownMap w(view);
    const QImage before = w.map.grab().toImage();
    view.clashes = std::make_shared<const PlanClashes>(PlanClashes{.pairs = {}, .count = 2});
    w.map.set_view(view);
    const QImage after = w.map.grab().toImage();
    QCOMPARE(after.size(), before.size());
    int left = 0, right = 0;
    for (int y = before.height() / 3; y < before.height(); ++y)  // above there is the label of the footprint
      for (int x = 0; x < before.width(); ++x)
        if (before.pixel(x, y) != after.pixel(x, y)) ++(x < before.width() / 2 ? left : right);
    QVERIFY(left > 100);
    QCOMPARE(right, 0);
  }

  void a_played_moment_is_shown() {
    const PlanView view = figure_2();
    ShownMap w(view);
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
    const MapItem item = *w.map.scene()->place(a);
    const QPoint rim = w.at(item.begin + 1.5, static_cast<double>(item.high));
    QVERIFY(has_colour(w.map.grab().toImage(), Theme::light().peak, {rim - QPoint(0, 3), QSize(1, 7)}));
    w.state.set_moment(nullptr);
    QCOMPARE(w.pixel(at_b), full_b);
    auto other = std::make_shared<PlayedMoment>();  // of another graph
    other->tensors.assign(2, PlayedMoment::State::dead);
    w.state.set_moment(other);
    QCOMPARE(w.pixel(at_b), full_b);
  }

  void notes_are_pinned_and_read() {
    const PlanView view = figure_2();
    ShownMap w(view);
    const TensorId e = named(view, "e");
    QVERIFY(w.choose("note", w.middle_of(e)));
    auto* dialog = w.map.findChild<QInputDialog*>();
    QVERIFY(dialog);
    dialog->setTextValue("why so <large>?");
    dialog->accept();
    QCOMPARE(w.state.notes().at(e), QString("why so <large>?"));
    QCOMPARE(w.map.overlay().noted, std::vector{e});
    QTRY_VERIFY(!w.map.findChild<QInputDialog*>());
    test::move_mouse(w.map, w.middle_of(e));
    const auto* card = w.map.findChild<HoverCard*>();
    QTRY_VERIFY(card->isVisible());
    QVERIFY(card->text().contains("why so &lt;large&gt;?"));
    const QImage with = w.map.grab().toImage();
    w.state.set_note(e, {});
    QVERIFY(w.map.grab().toImage() != with);
  }

  void the_menu_selects_what_is_under_and_copies() {
    const PlanView view = figure_2();
    ShownMap w(view);
    const TensorId f = named(view, "f"), b = named(view, "b");
    QVERIFY(w.map.scene()->place(f)->low > 0);
    QVERIFY(w.choose("select_below", w.middle_of(f)));
    QCOMPARE(w.state.selected_tensors(), std::vector{b});
    QVERIFY(w.choose("copy_name", w.middle_of(b)));
    QCOMPARE(QApplication::clipboard()->text(), QString("b"));
    QVERIFY(!w.choose("select_below", w.middle_of(named(view, "a"))));  // on the ground
    QVERIFY(w.choose("pin_card", w.middle_of(b)));
    QCOMPARE(w.map.findChildren<HoverCard*>().size(), 2);
    QVERIFY(w.choose("drop_card", w.middle_of(b)));
    QCOMPARE(w.map.findChildren<HoverCard*>().size(), 1);
    QSignalSpy revealed(&w.state, &ViewState::reveal_requested);
    QVERIFY(w.choose("reveal", w.middle_of(b)));
    QCOMPARE(revealed.count(), 1);
  }

  /// Holds are no tensors to walk to, but the mouse finds whose they are.
  void holds_belong_to_their_tensor() {
    const PlanView view = figure_2();
    ShownMap w(view);
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
    ShownMap w(view);
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
    QTRY_VERIFY(!w.map.scene()->sentence().isEmpty());
    const QString planning = w.map.scene()->sentence();
    waiting.planning = false;
    w.map.set_view(waiting);
    QVERIFY(!w.map.scene()->sentence().isEmpty() && w.map.scene()->sentence() != planning);
  }

  void a_baseline_gives_colours_of_difference() {
    PlanView view = figure_2();
    ShownMap w(view);
    w.state.set_color_by(ColorBy::difference);
    QVERIFY(w.map.coloring()->entries().back().tensors > 0);  // nothing to compare with
    view.baseline =
        std::make_shared<const PlanView>(with_plan(view, [](Plan& plan) { plan.offsets[0].value += 4096; }));
    w.map.set_view(view);
    QCOMPARE(w.map.coloring()->class_of(TensorId(0)), 1);  // moved down since
    QCOMPARE(w.map.coloring()->class_of(TensorId(1)), 3);
  }

};

STOWAGE_GUI_TEST(HeapMapMarksTest);
#include "tst_heap_map_marks.moc"
