// SPDX-License-Identifier: GPL-3.0-or-later
// The heap map by mouse and keys; what is drawn over it: searches, a played moment, notes, stale results;
// and the legend beside it, which chooses the colouring and switches classes off.
#include "tests/widgets/shown_map.h"
#include "widgets/controls/hover_card.h"
#include "widgets/controls/swatch.h"
#include "widgets/views/heap_map/legend_widget.h"

namespace {

using Ids = std::vector<TensorId>;

/// What the map says of itself, over what it shows.
QString said(ShownMap& w) {
  w.map.grab();
  return w.map.overlay().state;
}

TensorId named(const PlanView& view, const char* name) {
  return view.graph->find_tensor(name);
}

}  // namespace

class HeapMapWidgetTest : public QObject {
  Q_OBJECT

 private slots:
  void the_mouse_selects_hovers_zooms_and_moves() {
    ShownMap w;
    answers_the_mouse(
        {.widget = w.map,
         .drawn_at = [&](QPointF p) { return QPointF(w.geometry().place_at(p.x()), w.geometry().offset_at(p.y())); },
         .seen_at = [&](QPointF p) { return QPointF(w.geometry().x_of(p.x()), w.geometry().y_of(p.y())); },
         .hovered = [&] { return w.state.hovered_tensor().valid(); },
         .things = {w.at(1, 1500), w.at(9, 500)},
         .nothing = w.at(7, 500),
         .numbers = {1, 3},
         .selected = [&] { return numbers_of(w.state.selected_tensors()); }});
    // With a key the wheel zooms one axis.
    QSignalSpy changed(&w.map, &HeapMapWidget::map_view_changed);
    const MapView full = w.view();
    wheel(w.map, w.at(4, 700), 2, Qt::ControlModifier);
    QCOMPARE(changed.count(), 1);
    QVERIFY(w.view().width() < full.width() && w.view().height() == full.height());
    w.map.fit();
    wheel(w.map, w.at(4, 700), 2, Qt::ShiftModifier);
    QVERIFY(w.view().width() == full.width() && w.view().height() < full.height());
    // A rubber band zooms.
    w.map.fit();
    drag(w.map, w.at(2, 1500), w.at(6, 500));
    QVERIFY(qAbs(w.view().x0 - 2) < 0.1 && qAbs(w.view().x1 - 6) < 0.1);
    QVERIFY(qAbs(w.view().y0 - 500) < 20 && qAbs(w.view().y1 - 1500) < 20);
    QVERIFY(w.state.selected_tensors().empty());
    // Shift and a drag select what they touch.
    w.map.fit();
    const MapView fitted = w.view();
    drag(w.map, w.at(0.2, 50), w.at(fitted.x1, fitted.y1) + QPoint(-2, 2), Qt::ShiftModifier);
    QCOMPARE(w.view(), fitted);
    QCOMPARE(w.state.selected_tensors().size(), w.map.scene()->graph().tensor_count());
  }

  void keys_walk_from_the_peak_move_the_cursor_and_zoom() {
    // Alive at once at the peak, the first of steps 0 … 2: a and b, of the same size.
    ShownMap w;
    w.key(Qt::Key_Down);
    QCOMPARE(w.state.selected_tensors(), Ids{TensorId(0)});
    w.state.clear_selection();
    w.map.set_map_view({8, 10, 0, 2000});  // only d is in view
    w.key(Qt::Key_Down);
    QCOMPARE(w.state.selected_tensors(), Ids{TensorId(3)});
    w.map.fit();
    w.click(1, 500);
    for (const auto& [key, tensor] :
         {std::pair(Qt::Key_Up, 1u), {Qt::Key_Right, 2u}, {Qt::Key_Right, 3u}, {Qt::Key_Right, 3u}}) {  // the rim
      w.key(key);
      QCOMPARE(w.state.selected_tensors(), Ids{TensorId(tensor)});
    }
    w.key(Qt::Key_Escape);
    QVERIFY(w.state.selected_tensors().empty());
    const std::size_t peak = w.map.scene()->peak_step();
    for (const auto& [key, step] : {std::pair(Qt::Key_Period, peak),
                                    {Qt::Key_Period, peak + 1},
                                    {Qt::Key_Comma, peak},
                                    {Qt::Key_Greater, std::min(peak + 10, w.map.scene()->steps() - 1)}}) {
      w.key(key);
      QCOMPARE(w.state.time_cursor(), std::optional(step));
    }
    w.key(Qt::Key_Less);
    w.key(Qt::Key_Comma);
    QCOMPARE(w.state.time_cursor(), std::optional<std::size_t>(0));
    w.state.select_tensors({TensorId(3)});
    w.key(Qt::Key_Plus);
    w.key(Qt::Key_Plus);
    const HeapMapGeometry& g = w.geometry();
    QVERIFY(g.plot().contains(g.rect_of(8, 10, 0, 2000).center()));
    QVERIFY(w.view().x0 > 2);
  }

  /// A selected operator marks what it makes, and less strongly what it uses.
  void operators_mark_their_tensors() {
    const PlanView view =
        plan_view(graph_of("op p\nop q\nt in 100 : - -> p\nt x 200 : p -> q\nt y 300 : q -> !"), {0, 100, 300});
    ShownMap w(view);
    w.state.select_operators({OperatorId(1)});
    const LitTensors lit = lit_tensors(*view.graph, w.state);
    QCOMPARE(lit.strong, Ids{TensorId(2)});
    QCOMPARE(lit.weak, Ids{TensorId(1)});
    QCOMPARE(lit.all(), (Ids{TensorId(1), TensorId(2)}));
    const QImage image = render_image(w.map.drawing(), pixel_page({700, 500}));
    w.state.clear_selection();
    const QImage plain = render_image(w.map.drawing(), pixel_page({700, 500}));
    QVERIFY(!has_colour(plain, Theme::light().selection));
    QVERIFY(count_of(image, Theme::light().selection) > 100);
    w.state.select_tensors({TensorId(0)});
    QCOMPARE(lit_tensors(*view.graph, w.state).all(), Ids{TensorId(0)});
    w.state.select_operators({OperatorId(7)});  // of another graph
    QVERIFY(lit_tensors(*view.graph, w.state).all().empty());
  }

  void cards_name_producers_and_consumers() {
    const Graph graph =
        graph_of("op 1\nop 2\nop 3\nop 4\nop 5\nt x 100 : 1 -> 2 3 4 5\nt y 100 : 1 -> 2\nt z 8 : 1 -> !");
    const PlanView view = plan_view(Graph(graph), {0, 100, 200});
    QVERIFY2(tensor_card(view, TensorId(0)).html().contains("2, 3, 4 +1 "),
             qPrintable(tensor_card(view, TensorId(0)).html()));
    QVERIFY(tensor_card(view, TensorId(1)).html().contains(">2<"));
    QVERIFY(!tensor_card(view, TensorId(2)).html().contains(">2<"));
    ShownMap w(view);
    move_mouse(w.map, w.at(1, 50));
    auto* card = w.map.findChild<HoverCard*>();
    QTRY_VERIFY(card->isVisible());
    QVERIFY(card->styleSheet().isEmpty());  // which would be parsed and applied at every move
    const Theme& theme = Theme::of(w.map.palette().color(QPalette::Window).lightness() < 128);
    QCOMPARE(card->grab().toImage().pixelColor(card->width() - 5, card->height() / 2), theme.background);
    w.key(Qt::Key_Right);
    QVERIFY(!card->isVisible());
    // A list of lifetimes has no operators: none are invented.
    GraphBuilder builder;
    const StreamId stream = builder.add_stream(0);
    const OperatorId first = builder.add_operator({.name = "t=2", .stream = stream});
    const OperatorId last = builder.add_operator({.name = "t=5", .stream = stream});
    builder.add_tensor({.name = "x", .size = {64}, .producer = first, .consumers = {&last, 1}});
    builder.set_times({2, 5, 9});
    const PlanView listed = plan_view(std::move(std::move(builder).build()->graph), {0});
    const QString html = tensor_card(listed, TensorId(0)).html();
    QVERIFY(says(html, {"2", "9"}));
    for (const char* word : {"producer", "consumers", "stream", "t=2"}) QVERIFY2(!html.contains(word), word);
  }

  void hovering_double_clicks_and_the_shared_state() {
    ShownMap w;
    move_mouse(w.map, w.at(9, 1000));
    QCOMPARE(w.state.hovered_tensor(), TensorId(3));
    auto* card = w.map.findChild<HoverCard*>();
    QTRY_VERIFY(card->isVisible());
    for (const char* fact : {"<b>d</b>", "2,000", "1.95 KiB", "(0x0)", "(0x7d0)", "stream 0"})
      QVERIFY2(card->text().contains(fact), qPrintable(card->text()));
    QVERIFY(says(card->text(), {"8", "9", "2"}));  // from step 8 to step 9, two in all
    QVERIFY(w.map.rect().contains(card->geometry()));
    move_mouse(w.map, w.at(7, 500));
    QVERIFY(!card->isVisible());
    QVERIFY(!w.state.hovered_tensor().valid());
    QSignalSpy revealed(&w.state, &ViewState::reveal_requested);
    QTest::mouseDClick(&w.map, Qt::LeftButton, {}, w.at(4, 1500));
    QCOMPARE(revealed.count(), 1);
    QCOMPARE(w.state.selected_tensors(), Ids{TensorId(2)});
    QVERIFY(w.view().width() < 8 && w.view().x0 < 3 && w.view().x1 > 6);
    w.map.set_map_view({5, 9, 0, 2000});
    QTest::mouseDClick(&w.map, Qt::LeftButton, {}, w.at(7, 1500));
    QVERIFY(w.geometry().is_fitted());
    // The shared state moves the map, and what is selected elsewhere is outlined here.
    w.map.set_map_view({8, 10, 0, 200});
    emit w.state.reveal_requested(TensorId(1));
    QVERIFY(w.view().x0 <= 0.1 && w.view().x1 >= 3);
    w.map.fit();
    w.state.select_tensors({TensorId(1)});
    const QImage after = w.map.grab().toImage();
    const QPoint corner = w.at(0, 1000);
    QVERIFY(has_colour(after, Theme::light().selection, {corner + QPoint(60, -4), QSize(1, 9)}));
  }

  void keeps_the_view_for_another_plan_of_the_same_graph() {
    const PlanView first = four_tensors();
    ShownMap w(first);
    w.map.set_map_view({1, 5, 100, 900});
    const MapView before = w.view();
    w.map.set_view(with_plan(first, [](Plan& plan) { std::swap(plan.offsets[1], plan.offsets[2]); }));
    QCOMPARE(w.view(), before);
    w.map.set_view(four_tensors());  // an edit of it: another graph of as many steps and tensors
    QCOMPARE(w.view(), before);
    w.map.set_view(plan_view(intervals({{"a", 1000, 0, 6}}), {0}));  // another graph
    QVERIFY(w.geometry().is_fitted());
  }

  /// Many tensors are drawn by a worker; the last plan asked for is the one that stays.
  void large_plans_come_from_a_worker() {
    ShownMap w;
    const PlanView large = lanes_of_tensors(60'000);
    w.map.set_view(large);
    QVERIFY(w.map.busy());
    QTRY_VERIFY(w.map.scene()->plan_view().graph == large.graph);
    w.map.grab();
    QTRY_VERIFY(!w.map.busy());
    const QImage drawn = w.map.grab().toImage();
    const MapItem item = w.map.scene()->index().items()[100];
    const QPoint at = w.at((item.begin + item.end) / 2.0, double(item.low + item.high) / 2);
    QVERIFY(drawn.pixelColor(at) != Theme::light().surface);
    const PlanView dropped = lanes_of_tensors(50'000);
    w.map.set_view(dropped);
    w.map.set_view(four_tensors());
    QCOMPARE(w.map.scene()->graph().tensor_count(), 4u);
    w.map.set_view(large);  // the worker comes to it after the one that nobody waits for
    bool came = false;
    wait_until([&] {
      came = came || w.map.scene()->plan_view().graph == dropped.graph;
      return w.map.scene()->plan_view().graph == large.graph;
    });
    QVERIFY(!came);
  }

  void empty_states_say_what_is_missing() {
    ViewState state;
    HeapMapWidget map(&state);
    map.resize(500, 400);
    const QString nothing = map.accessibleDescription();
    QTest::mouseClick(&map, Qt::LeftButton, {}, QPoint(200, 200));
    QTest::keyClick(&map, Qt::Key_Plus);
    PlanView view = four_tensors();
    view.plan = nullptr;
    map.set_view(view);
    QVERIFY(!nothing.isEmpty() && map.accessibleDescription() != nothing);
    map.set_view(four_tensors());
    QVERIFY(says(map.accessibleDescription(), {"4"}));
  }

  // ---- what is drawn over it

  /// Also where there is no room for it above or below the mouse.
  void a_card_leaves_what_it_is_of_in_sight() {
    QWidget view;
    view.resize(626, 304);
    HoverCard card(&view);
    const QString row =
        "<tr><td>consumers</td><td>h17.attention.softmax.drop, h17.attention.softmax.dx of it</td></tr>";
    for (int x = 0; x < view.width(); x += 89)
      for (int y = 0; y < view.height(); y += 43) {
        card.show_at({x, y}, "<table>" + row.repeated(9) + "</table>");
        QVERIFY2(!card.geometry().contains(x, y), qPrintable(QString("%1 %2").arg(x).arg(y)));
        QVERIFY(view.rect().contains(card.geometry()));
      }
  }

  /// Outlines of many would cover what they are of.
  void many_that_are_selected_or_found_become_shades() {
    ShownMap w(training());
    const std::vector<TensorId> every = all_tensors(*training().graph);
    const TensorId largest =
        *std::ranges::max_element(every, {}, [&](TensorId t) { return training().graph->size(t); });
    const QPoint place = w.middle_of(largest);
    const QColor plain = w.pixel(place);
    std::vector<TensorId> rest = every;
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
    w.state.set_found(every);
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
    // Wherever it was started, the map says that it shows one, and how to end that.
    w.state.set_moment(nullptr);
    QVERIFY(said(w).isEmpty());
    w.click(1, 1500);
    const Ids selected = w.state.selected_tensors();
    QCOMPARE(selected.size(), 1u);
    w.state.set_moment(moment);
    QVERIFY2(said(w).contains("Esc"), qPrintable(said(w)));
    w.key(Qt::Key_Escape);
    QVERIFY(!w.state.moment());
    QVERIFY(said(w).isEmpty());
    QCOMPARE(w.state.selected_tensors(), selected);
    w.key(Qt::Key_Escape);
    QVERIFY(w.state.selected_tensors().empty());
    // What is not found steps back.
    const QPoint on_a = w.at(0.4, 4 * 1024);
    const QColor found = w.pixel(on_a);
    w.state.set_found({h});
    QVERIFY(w.pixel(on_a) != found);
    QCOMPARE(w.map.overlay().found.size(), std::size_t{1});
    w.state.set_found({a});
    QCOMPARE(w.pixel(on_a), found);
    w.state.set_found({});
    QCOMPARE(w.pixel(on_a), found);
  }

  void figure_2_by_menu_and_keys() {
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
    move_mouse(w.map, w.middle_of(e));
    const auto* card = w.map.findChild<HoverCard*>();
    QTRY_VERIFY(card->isVisible());
    QVERIFY(card->text().contains("why so &lt;large&gt;?"));
    const QImage with = w.map.grab().toImage();
    w.state.set_note(e, {});
    QVERIFY(w.map.grab().toImage() != with);
    const TensorId f = named(view, "f"), b = named(view, "b");
    QVERIFY(w.map.scene()->place(f)->low > 0);
    QVERIFY(w.choose("select_below", w.middle_of(f)));
    QCOMPARE(w.state.selected_tensors(), std::vector{b});
    QVERIFY(w.choose("copy_name", w.middle_of(b)));
    QCOMPARE(QApplication::clipboard()->text(), QString("b"));
    QVERIFY(!w.choose("select_below", w.middle_of(named(view, "a"))));  // on the ground
    QSignalSpy revealed(&w.state, &ViewState::reveal_requested);
    QVERIFY(w.choose("reveal", w.middle_of(b)));
    QCOMPARE(revealed.count(), 1);
    // Holds are no tensors to walk to, but the mouse finds whose they are.
    const TensorId a = named(view, "a"), i = named(view, "i");
    w.click(w.at(4, 8 * 1024));
    QCOMPARE(w.state.selected_tensors(), std::vector{a});
    w.key(Qt::Key_Right);
    QCOMPARE(w.state.selected_tensors(), std::vector{i});
    w.key(Qt::Key_Left);
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
    QVERIFY(said(w).isEmpty());
    QTRY_VERIFY(!said(w).isEmpty());
    PlanView waiting = figure_2();  // the graph after the edit, before its plan
    waiting.plan = nullptr;
    waiting.planning = true;
    w.map.set_view(waiting);
    QVERIFY(said(w).isEmpty());
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

  // ---- the legend

  void the_legend_chooses_and_toggles() {
    ShownMap w(four_tensors());
    const std::unique_ptr<LegendWidget> made(make_legend(w.state));
    LegendWidget& legend = *made;
    connect(&w.map, &HeapMapWidget::coloring_changed, &legend, &LegendWidget::set_coloring);
    auto* rows = legend.findChild<QListWidget*>();
    auto* combo = legend.findChild<QComboBox*>();
    combo->setCurrentIndex(combo->findData(static_cast<int>(ColorBy::size)));
    emit combo->activated(combo->currentIndex());
    QCOMPARE(w.state.color_by(), ColorBy::size);
    QCOMPARE(w.map.coloring()->by(), ColorBy::size);
    QCOMPARE(rows->count(), 2);  // 512 B – 1 KiB, 1 – 2 KiB
    QVERIFY(rows->item(0)->text().startsWith("512 B – 1 KiB"));
    const QColor before = w.map.grab().toImage().pixelColor(w.at(0.3, 100));
    rows->item(0)->setCheckState(Qt::Unchecked);
    QCOMPARE(w.state.hidden_classes(), std::vector<std::uint8_t>{0});
    QVERIFY(w.map.grab().toImage().pixelColor(w.at(0.3, 100)) != before);
    w.state.toggle_class(0);
    QCOMPARE(rows->item(0)->checkState(), Qt::Checked);
    QCOMPARE(w.map.grab().toImage().pixelColor(w.at(0.3, 100)), before);
  }

  /// Whichever place it has among the streams after a merge, and after its undoing.
  void the_legend_keeps_a_stream_off_when_others_are_merged() {
    ViewState state;
    const std::unique_ptr<LegendWidget> made(make_legend(state));
    LegendWidget& legend = *made;
    const auto show = [&](const Graph& graph) {
      PlanView view;
      view.graph = std::make_shared<const Graph>(graph);
      legend.set_coloring(std::make_shared<const Coloring>(graph, std::span<const Lifetime>(), ColorBy::stream), view);
    };
    const Graph before = graph_of("op a @0\nop b @1\nop c @2\nt x 16 : a -> b\nt y 16 : b -> c\nt z 16 : c -> !");
    show(before);
    auto* rows = legend.findChild<QListWidget*>();
    const auto off = [&] {
      QStringList names;
      for (int row = 0; row < rows->count(); ++row)
        if (rows->item(row)->checkState() == Qt::Unchecked) names << rows->item(row)->text();
      return names;
    };
    rows->item(2)->setCheckState(Qt::Unchecked);
    QCOMPARE(state.hidden_classes(), std::vector<std::uint8_t>{2});
    const QStringList hidden = off();
    QCOMPARE(hidden.size(), 1);
    const auto merged = merge_streams(before, StreamId(0), StreamId(1));
    QVERIFY(merged);
    show(merged->graph);
    QCOMPARE(state.hidden_classes(), std::vector<std::uint8_t>{1});
    const QImage swatch = rows->item(1)->icon().pixmap(kSwatchSize).toImage();
    QCOMPARE(swatch.pixelColor(8, 8), palette_fill(2, Theme::light()).color);  // as before
    show(before);
    QCOMPARE(state.hidden_classes(), std::vector<std::uint8_t>{2});
    QCOMPARE(off(), hidden);
    const auto gone = merge_streams(before, StreamId(2), StreamId(1));
    QVERIFY(gone);
    show(gone->graph);
    QVERIFY(state.hidden_classes().empty());
  }
};

STOWAGE_GUI_TEST(HeapMapWidgetTest);
#include "tst_heap_map_widget.moc"
