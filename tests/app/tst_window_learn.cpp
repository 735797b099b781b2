// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons in the window, with real mouse and keys.
#include "tests/app/window_test.h"
#include "widgets/base/pane.h"
#include "widgets/controls/byte_boxes.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/steps/step_scene.h"
#include "widgets/views/conflicts/conflict_views.h"
#include "widgets/views/graph/graph_widget.h"
#include "widgets/views/lanes/lanes_pane.h"
#include "widgets/views/orders/order_chart.h"
#include "widgets/views/orders/orders_pane.h"
#include "widgets/views/steps/steps_pane.h"
#include "widgets/views/strategies/strategy_table_model.h"

class WindowLearnTest : public WindowTest {
  Q_OBJECT

 private slots:
  /// Any offset at which the block begins within the map is an answer, right or wrong. Field and block say the same.
  void every_offset_of_the_map_is_an_answer() {
    Shown& shown = fresh(":/samples/lessons/0_what_is_a_memory_plan.json");
    while (!shown.session().asks() || shown.session().page().question->fact != Fact::offset) shown.next();
    auto* box = shown.input<OffsetBox>();
    LessonBoard& board = shown.board();
    const auto agree = [&] {
      QCOMPARE(board.offset(), box->value());
      QCOMPARE(box->findChild<QLineEdit*>()->text(), box->locale().toString(qlonglong{board.offset()}));
    };
    const auto whole_in_map = [&] {
      return board.geometry_of_map().plot().adjusted(-1, -1, 1, 1).contains(board.ghost_rect(board.offset()));
    };
    agree();
    QVERIFY(board.offset() > 0 && whole_in_map());
    shown.window.resize(shown.window.width(), shown.window.height() + 150);  // it waits on top of the map of now
    shown.settle();
    agree();
    QVERIFY(whole_in_map() && board.offset() == board.top_offset());
    const std::int64_t refused = board.most_offset() + 1;
    QVERIFY(board.ghost_rect(refused).bottom() <= board.geometry_of_map().plot().top() + 1);
    Shown::type_into(box, QString::number(refused));
    QCOMPARE(shown.session().outcome().tries, 0);
    QVERIFY(says(shown.outcome(), {box->locale().toString(qlonglong{board.most_offset()})}));
    agree();
    for (const char* offset : {"740", "0"}) {
      Shown::type_into(box, offset);
      QVERIFY(shown.state() == PageOutcome::State::wrong);
      QCOMPARE(board.offset(), QByteArray(offset).toLongLong());
      agree();
    }
    QCOMPARE(shown.session().outcome().tries, 2);
  }

  /// A moment of a run ends with Esc in any view, and with the page.
  void a_played_moment_ends_with_its_page() {
    Shown& shown = fresh(kStreams);
    const auto play = [&] {
      PlayedMoment moment;
      moment.tensors.assign(shown.graph().tensor_count(), PlayedMoment::State::alive);
      shown.window.state().set_moment(std::make_shared<const PlayedMoment>(std::move(moment)));
    };
    play();
    QVERIFY(shown.button("lesson_next")->isEnabled());
    shown.next();
    QVERIFY(!shown.window.state().moment());
    for (QWidget* focus : {static_cast<QWidget*>(shown.part<QTextBrowser>("lesson_text")),
                           static_cast<QWidget*>(shown.window.findChild<GraphWidget*>())}) {
      play();
      focus->setFocus();
      QTest::keyClick(focus, Qt::Key_Escape);
      QVERIFY(!shown.window.state().moment());
    }
  }

  /// Figure 6 from the first page to the last, with answers wrong and right, by mouse and keys.
  void a_whole_lesson() {
    constexpr auto right = PageOutcome::State::right, wrong = PageOutcome::State::wrong;
    Shown& shown = fresh(kFit);
    QCOMPARE(shown.session().lesson().title, std::string("Avoid, merge, fit"));
    QVERIFY(shown.board().isVisible() && shown.learn()->isVisible());
    const auto at_hand = [&] {
      return block_name(shown.board().scene()->recording(), shown.board().scene()->step().block);
    };
    QCOMPARE(at_hand(), QString("group A, B, C"));  // the next is asked for soon
    QCOMPARE(numbers_in(shown.part<QLabel>("lesson_place")->text()), (QList<qint64>{1, 8}));
    QVERIFY(!shown.button("lesson_back")->isEnabled());

    shown.next();  // which is next? by the list
    QCOMPARE(at_hand(), QString("group A, B, C"));
    auto* list = shown.input<QComboBox>();
    const QString asked = shown.text();
    click(shown.button("answer"));  // nothing is chosen yet
    QVERIFY(shown.text() != asked);
    QCOMPARE(shown.session().outcome().tries, 0);
    list->setFocus();
    QTest::keyClicks(list, "G");
    click(shown.button("answer"));
    QVERIFY(shown.state() == wrong);
    QVERIFY(says(shown.outcome(), {"G", "E"}));  // it stands after E in the file
    QVERIFY(shown.button("lesson_show_me")->isVisible());
    shown.window.state().select_tensors({TensorId(4)});  // as a click on E in any view does
    QCOMPARE(list->currentText(), QString("E"));
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(shown.state() == right);
    QVERIFY(says(shown.outcome(), {"D, E, F"}));
    QCOMPARE(at_hand(), QString("group D, E, F"));
    QVERIFY(shown.board().scene()->step().kind == StepKind::take);  // where it goes is asked later
    QVERIFY(shown.button("lesson_next")->hasFocus());

    shown.next();  // a pair
    QCOMPARE(shown.window.state().selected_tensors(), (std::vector<TensorId>{TensorId(1), TensorId(4)}));
    shown.press("answer_safe");
    QVERIFY(says(shown.text(), {"Unsafe"}));
    shown.press("answer_unsafe");

    shown.next();  // only told
    QVERIFY(!shown.session().asks());
    shown.next();  // where will D go? on the map
    LessonBoard& board = shown.board();
    QVERIFY(board.asking());
    const QPoint there = board.ghost_rect(0).center().toPoint();
    QTest::mouseClick(&board, Qt::LeftButton, {}, there);
    QVERIFY(shown.state() == PageOutcome::State::open);  // it asks before it counts
    QTest::mouseMove(&board, there + QPoint(0, -60));
    QCOMPARE(board.offset(), std::int64_t{0});  // and stays, on the way to the button
    auto* check = board.findChild<QPushButton*>("lesson_check");
    QVERIFY(check->isVisible() && !check->geometry().contains(there));
    QTest::mouseClick(&board, Qt::LeftButton, {}, there);  // a second click in the same place is no answer either
    QVERIFY(shown.state() == PageOutcome::State::open);
    shown.press("lesson_check");
    QVERIFY(shown.state() == wrong);
    QCOMPARE(shown.session().outcome().answer->number, std::int64_t{0});
    QVERIFY(says(shown.outcome(), {"0", "E", "[8, 14)", "E", "[8, 14)", "B", "[10, 15)"}));
    QVERIFY(board.asking());
    shown.drag_and_check(board.ghost_rect(0).center(), board.ghost_rect(7).center());
    QVERIFY(shown.state() == right);
    QCOMPARE(shown.session().outcome().tries, 2);
    QVERIFY(!board.asking());
    QVERIFY(says(shown.outcome(), {"7"}));

    shown.next();
    shown.next();  // where will G go? by the box
    auto* box = shown.input<OffsetBox>();
    QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(box, "21");
    QCOMPARE(board.offset(), std::int64_t{21});  // the ghost follows
    QTest::keyClick(box, Qt::Key_Return);
    QVERIFY(shown.state() == wrong);
    QVERIFY(says(shown.outcome(), {"first-fit"}));
    QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
    const QString wrong_answer = shown.text();
    QTest::keyClicks(box, "high");
    QTest::keyClick(box, Qt::Key_Return);
    QVERIFY(shown.text() != wrong_answer);
    QCOMPARE(shown.session().outcome().tries, 1);
    Shown::type_into(box, "0");
    QVERIFY(shown.state() == right);

    shown.next();  // a number, given up
    shown.type("47");
    shown.press("lesson_show_me");
    QVERIFY(shown.state() == PageOutcome::State::shown);
    QVERIFY(says(shown.outcome(), {"27", "F", "27"}));
    const LessonScore score = shown.session().score();
    QVERIFY(score.questions == 5 && score.first_try == 0 && score.later == 4 && score.shown == 1);
    QVERIFY(says(shown.outcome(), {"4", "1"}));
    shown.press("lesson_leave");
    QVERIFY(!shown.session().is_open());
    QVERIFY(shown.part<QTextBrowser>("lesson_list")->toPlainText().contains("Avoid, merge, fit ✓"));
    QVERIFY(!board.isVisible() && shown.map()->isVisible());
    QCOMPARE(shown.map()->scene()->index().items().size(), 7u);
  }

  /// Where the ghost lies over it, too; its own label keeps beside it.
  void the_footprint_is_read_over_the_ghost() {
    Shown& shown = fresh();
    int covered = 0;
    for (const char* lesson : {kFit, kObjects}) {
      shown.open(lesson);
      LessonBoard& board = shown.board();
      for (std::size_t k = 0; k < shown.session().lesson().pages.size(); ++k) {
        shown.go_to(k);
        if (!board.isVisible() || !board.asking()) continue;
        const QRectF label = map_level_labels(board.geometry_of_map(), *board.scene()->map().scene).footprint.box;
        const auto picture = [&](std::int64_t offset) {
          board.set_offset(offset);
          return board.grab(label.toAlignedRect().adjusted(3, 3, -3, -3)).toImage();
        };
        std::int64_t over = board.most_offset();
        while (over > 0 && !board.ghost_rect(over).intersects(label)) --over;
        if (!board.ghost_rect(over).intersects(label) || board.ghost_rect(0).intersects(label)) continue;
        ++covered;
        const QImage before = picture(0), now = picture(over);
        for (int y = 0; y < before.height(); ++y)
          for (int x = 0; x < before.width(); ++x)
            QVERIFY(std::abs(qGray(before.pixel(x, y)) - qGray(now.pixel(x, y))) < 40);
      }
    }
    QVERIFY(covered > 0);
  }

  void a_lesson_by_the_keyboard_alone() {
    Shown& shown = fresh(kObjects);
    const auto key = [&](Qt::Key code, Qt::KeyboardModifiers held = {}) {
      QTest::keyClick(QApplication::focusWidget(), code, held);
      shown.settle();
    };
    shown.button("lesson_next")->setFocus();
    key(Qt::Key_Space);
    QCOMPARE(shown.session().page_number(), 1u);
    auto* box = shown.input<OffsetBox>();
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(box));
    QCOMPARE(box->value(), shown.board().top_offset());  // the ghost waits on top
    key(Qt::Key_Down);                                   // from edge to edge: the end of A
    QCOMPARE(box->value(), std::int64_t{1024});
    QCOMPARE(shown.board().offset(), std::int64_t{1024});
    key(Qt::Key_Return);
    QVERIFY(shown.state() == PageOutcome::State::right);
    key(Qt::Key_Return);  // Next has the keyboard, and takes Enter
    QCOMPARE(shown.session().page_number(), 2u);
    shown.board().setFocus();  // the map itself takes keys, too
    while (shown.board().offset() > 768) key(Qt::Key_Down);
    QCOMPARE(shown.board().offset(), std::int64_t{768});
    key(Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(shown.board().offset(), std::int64_t{769});
    key(Qt::Key_Return);
    QVERIFY(shown.state() == PageOutcome::State::wrong);
    QVERIFY(says(shown.outcome(), {"768"}));  // the beginning of the gap
    key(Qt::Key_Down);
    key(Qt::Key_Return);
    QVERIFY(shown.state() == PageOutcome::State::right);

    shown.session().go_to(5);  // D with many objects, which have borders
    QCOMPARE(shown.shown_strategy(), std::string("mo.size.first"));
    shown.drag_and_check(shown.board().ghost_rect(1280).center(), shown.board().ghost_rect(768).center());
    QVERIFY(says(shown.outcome(), {"[0, 1,024)", "[1,024, 1,664)"}));
    shown.press("lesson_show_me");
    QVERIFY(says(shown.outcome(), {"1,024"}));
  }

  /// The solution is given away by a button of its own, in a place where no answer is given, whatever the page.
  void no_second_click_gives_the_answer_away() {
    Shown& shown = fresh(kStreams);
    shown.go_to(2);
    QPushButton* unsafe = shown.button("answer_safe");
    const QPoint at = unsafe->mapTo(&shown.window, unsafe->rect().center());
    const auto below_words = [&](const QWidget* button) {
      const auto* text = shown.part<QTextBrowser>("lesson_text");
      return button->mapTo(&shown.window, QPoint()).y() - text->mapTo(&shown.window, QPoint(0, text->height())).y();
    };
    QVERIFY(below_words(unsafe) >= 0 && below_words(unsafe) < 20);  // directly under the question
    shown.press("answer_safe");
    QVERIFY(shown.state() == PageOutcome::State::wrong);
    const QWidget* there = shown.window.childAt(at);
    QVERIFY(there && there->objectName() == "answer_safe");
    const QPushButton* solution = shown.button("lesson_show_me");
    QVERIFY(solution->isVisible());
    QVERIFY(!QRect(solution->mapTo(&shown.window, QPoint()), solution->size()).contains(at));
    // What came of it is there for screen readers, without the marks of the lesson's text.
    const QString said = shown.part<QTextBrowser>("lesson_outcome")->accessibleDescription();
    QVERIFY2(!said.isEmpty() && !said.contains('`'), qPrintable(said));
  }

  /// Ctrl+plus makes the words larger, and they stay so.
  void the_text_has_a_size_of_its_own() {
    const QString settings = scratch_.fresh_settings();
    const auto size = [](Shown& shown) { return shown.part<QTextBrowser>("lesson_text")->font().pointSizeF(); };
    double usual = 0, larger = 0;
    {
      Shown shown(settings);
      shown.open(kStreams);
      usual = size(shown);
      shown.button("lesson_next")->setFocus();
      QTest::keyClick(shown.button("lesson_next"), Qt::Key_Plus, Qt::ControlModifier);
      shown.settle();
      larger = size(shown);
      QVERIFY(larger > usual);
      click(shown.part<QToolButton>("lesson_larger"));
      click(shown.part<QToolButton>("lesson_smaller"));
      QCOMPARE(size(shown), larger);
    }
    Shown again(settings);
    again.open(kStreams);
    QCOMPARE(size(again), larger);
  }

  /// A page on a strategy that is not planned after every edit has its plan, also on a graph that was just shown.
  /// Nothing is left of the colours of the page before.
  void a_page_has_the_plan_and_the_colours_it_speaks_of() {
    Shown& shown = fresh(":/samples/lessons/16_bytes_that_flow.json");
    shown.session().go_to(6);
    QTRY_COMPARE(shown.shown_strategy(), std::string("nnc"));
    QTRY_COMPARE(shown.offsets_in_table(), (QStringList{"0", "0", "3", "7"}));
    shown.open(":/samples/lessons/18_which_tensors_can_meet.json");
    for (const auto& [page, colours] : {std::pair(0, ColorBy::stream), {6, ColorBy::kind}, {0, ColorBy::stream}}) {
      shown.go_to(page);
      QCOMPARE(shown.window.state().color_by(), colours);
    }
    shown.session().go_to(7);  // on another graph than the page before
    shown.session().show_answer();
    QTRY_COMPARE(shown.shown_strategy(), std::string("llfb"));
  }

  /// From the first page on until each place that is asked for was told, nothing in the window tells it. The board
  /// shows what a page that asks for it does not name; on a page that only tells, where the block may not go.
  void no_view_tells_the_answer() {
    Shown& shown = fresh(kFit);
    const auto* steps = shown.window.findChild<StepsPane*>();
    const auto covered = [](const QWidget* pane) {
      const auto* cover = pane->findChild<QLabel*>("pane_cover");
      return cover && !cover->isHidden() && !pane->isEnabled();
    };
    const auto hidden_offsets = [&] { return shown.offsets_in_table().filter("–").size(); };
    const auto footprint = [&] { return shown.board().scene()->map().scene->footprint(); };
    QCOMPARE(hidden_offsets(), 4);  // A, B and C are placed
    QVERIFY(shown.offsets_in_table().contains("15") && covered(steps));
    QVERIFY2(!shown.status().contains(" B ") && shown.status().contains("unsafe"), qPrintable(shown.status()));
    shown.go_to(3);
    QVERIFY(shown.board().scene()->step().kind == StepKind::merge);
    QCOMPARE(shown.board().scene()->merged().size(), 1u);
    QCOMPARE(footprint(), Bytes{18});
    shown.go_to(4);
    QVERIFY(shown.board().scene()->step().kind == StepKind::take);
    QCOMPARE(hidden_offsets(), 4);
    QVERIFY(covered(steps));
    shown.session().give(Answer{7, {}, {}});
    shown.settle();
    QCOMPARE(hidden_offsets(), 1);
    shown.go_to(7);
    QVERIFY(shown.board().isVisible() && !shown.map()->isVisible() && covered(steps));
    QCOMPARE(hidden_offsets(), 0);
    QCOMPARE(footprint(), Bytes{0});
    shown.type("27");
    QVERIFY(shown.state() == PageOutcome::State::right);
    QCOMPARE(footprint(), Bytes{27});
    shown.part<QAction>("leave_lesson")->trigger();
    QVERIFY(shown.offsets_in_table().contains("15") && !covered(steps));
    QVERIFY(says(shown.status(), {"27 B"}));
  }

  /// Nor does a view that says which pairs are safe, a plan whose offsets would hint at it, or a list that has the
  /// tensor of the page chosen; the count is not told on any page.
  void no_view_tells_which_pairs_are_safe() {
    Shown& shown = fresh(kStreams);
    QVERIFY2(!shown.status().contains("unsafe"), qPrintable(shown.status()));
    const auto open_panes = [&] {
      QStringList names;
      for (QDockWidget* dock : shown.docks())
        if (const auto* pane = dock->findChild<Pane*>(); pane && pane->isEnabled()) names << dock->objectName();
      names.sort();
      return names;
    };
    const auto all = open_panes();
    shown.session().go_to(2);
    QVERIFY(all.contains("inspector") && !open_panes().contains("inspector"));
    QVERIFY(!open_panes().contains("conflicts") && open_panes().contains("runs"));
    shown.press("answer_unsafe");
    QCOMPARE(open_panes(), all);

    shown.go_to(4);  // may a and i share?
    QVERIFY(shown.learn()->hides_plan() && !shown.map()->isVisible());
    QCOMPARE(shown.offsets_in_table().filter("–").size(), 9);
    shown.press("answer_safe");
    QVERIFY(shown.map()->isVisible());
    QCOMPARE(shown.offsets_in_table().filter("–").size(), 0);

    shown.session().go_to(6);  // a tensor
    auto* list = shown.input<QComboBox>();
    QCOMPARE(shown.window.state().selected_tensors().size(), 1u);
    QCOMPARE(list->currentIndex(), -1);
    shown.window.state().select_tensors({shown.graph().find_tensor("g")});
    QCOMPARE(list->currentText(), QString("g"));
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Enter);
    QVERIFY(shown.state() == PageOutcome::State::right);

    shown.session().go_to(7);
    QCOMPARE(open_panes(), all);  // the matrix is there to be counted
    QVERIFY(!numbers_in(shown.status()).contains(32));
    shown.type("32");
    QVERIFY(says(shown.status(), {"32"}));  // unsafe pairs
  }

  /// Pages about the matrix show it, those about some tensors what is around them, and others neither.
  void pages_about_all_pairs_show_the_matrix() {
    Shown shown(scratch_, kStreams);  // which page of the conflicts is seen is kept from graph to graph
    auto* matrix = shown.window.findChild<QAction*>("conflicts_matrix");
    QVERIFY(!matrix->isChecked());
    shown.go_to(7);
    QVERIFY(matrix->isChecked() && shown.window.findChild<MatrixView*>()->isVisible());
    shown.open(kFit);
    QVERIFY(!shown.in_front("conflicts"));
    shown.open(kBounds);
    shown.go_to(3);
    QVERIFY(!matrix->isChecked() && shown.window.findChild<NeighbourhoodView*>()->isVisible());
  }

  /// The overview is of the map's plan, which is not shown; the room of the map says why.
  void a_map_that_tells_leaves_nothing_empty() {
    Shown& shown = fresh();
    shown.window.resize(1280, 800);
    shown.open(":/samples/lessons/0_what_is_a_memory_plan.json");
    const auto* overview = shown.part<QWidget>("part_overview");
    const auto* note = shown.part<QLabel>("folded_map_note");
    const auto* lanes = shown.window.findChild<LanesPane*>();
    QVERIFY(shown.learn()->hides_plan());
    QTRY_VERIFY(!overview->isVisible() && note->isVisible() && !note->text().isEmpty());
    QTRY_VERIFY(lanes->height() < 200 && note->height() > 100);
    // Once all is answered, both are back.
    for (std::size_t k = 0; k < shown.session().lesson().pages.size(); ++k) {
      shown.session().go_to(k);
      if (shown.session().asks()) shown.session().show_answer();
    }
    shown.go_to(0);
    QVERIFY(!shown.learn()->hides_plan());
    QTRY_VERIFY(overview->isVisible() && !note->isVisible());
    QTRY_VERIFY(shown.map()->geometry_of_map().plot().height() > 60);
  }

  /// Behind Learn they could not be read with the page.
  void strategies_stand_beside_the_page_that_speaks_of_them() {
    Shown& shown = fresh(kObjects);
    auto* learn = shown.dock("learn");
    auto* strategies = shown.dock("strategies");
    shown.session().go_to(9);
    shown.press("answer_0");
    QVERIFY(shown.state() == PageOutcome::State::right);
    QTRY_VERIFY(!strategies->visibleRegion().isEmpty() && !learn->visibleRegion().isEmpty());
    // The page keeps its column, the figures have room, and there are no more than four tabs.
    QTRY_VERIFY(shown.part<QScrollArea>("lesson_page")->height() > 0.5 * shown.window.height());
    const auto* table = strategies->findChild<QTableView*>();
    for (const auto column : {StrategyTableModel::kFootprint, StrategyTableModel::kGap})
      QTRY_VERIFY(!table->isColumnHidden(column) &&
                  table->columnViewportPosition(column) + table->columnWidth(column) <= table->viewport()->width());
    int tabs = 1;
    for (const QDockWidget* each : shown.window.tabifiedDockWidgets(strategies)) tabs += each->isHidden() ? 0 : 1;
    QVERIFY2(tabs <= 4, qPrintable(QString::number(tabs)));
    shown.part<QAction>("leave_lesson")->trigger();
    QVERIFY(learn->isHidden() && !strategies->isHidden());  // back in the workspace of the graph
  }

  /// The other order is drawn beside the given one, once its peak has been told.
  void a_page_about_orders_draws_both() {
    Shown& shown = fresh(":/samples/lessons/9_the_order_matters.json");
    auto* pane = shown.window.findChild<OrdersPane*>();
    const OrderCurves& drawn = shown.window.findChild<OrderChart*>()->curves();
    shown.go_to(4);
    QTRY_VERIFY(pane->isVisible());
    QVERIFY(!pane->isEnabled() && !drawn.second.bytes);
    shown.type("57671680");
    QVERIFY(shown.state() == PageOutcome::State::right);
    QVERIFY(pane->isEnabled());
    QTRY_VERIFY(drawn.second.bytes);
    QCOMPARE(drawn.first.bytes->peak().count, std::int64_t{83'886'080});
    QCOMPARE(drawn.second.bytes->peak().count, std::int64_t{57'671'680});
    shown.go_to(5);
    QVERIFY(pane->isVisible() && drawn.second.bytes);
  }

  /// Alt and a letter goes either to the menu bar or to a pane.
  void letters_of_buttons_are_not_those_of_menus() {
    Shown& shown = fresh(kFit);
    shown.session().go_to(7);
    QSet<QString> letters;
    for (const QAction* menu : shown.window.menuBar()->actions())
      letters << QKeySequence::mnemonic(menu->text()).toString();
    QVERIFY(letters.size() >= 6 && !letters.contains(QString()));
    QStringList texts;
    for (const QAbstractButton* button : shown.window.findChildren<QAbstractButton*>())
      if (!qobject_cast<const QToolButton*>(button)) texts << button->text();
    for (const QLabel* label : shown.window.findChildren<QLabel*>())
      if (label->buddy()) texts << label->text();
    QVERIFY(texts.size() > 20);
    for (const QString& text : texts)
      QVERIFY2(!letters.contains(QKeySequence::mnemonic(text).toString()), qPrintable(text));
  }

  /// Answers of other kinds than those of a whole lesson: selected anywhere and then given, and given up.
  /// What is no answer does not count.
  void answers_are_judged() {
    using State = PageOutcome::State;
    Shown& shown = fresh(kBounds);
    shown.go_to(4);
    const auto give_selected = [&](const char* names) {
      std::vector<TensorId> tensors;
      for (const char* name = names; *name; ++name) tensors.push_back(shown.graph().find_tensor(std::string(1, *name)));
      shown.window.state().select_tensors(tensors);
      shown.press("answer");
    };
    give_selected("acg");  // a safe pair is in no clique
    QVERIFY(shown.state() == State::wrong && says(shown.outcome(), {"c", "g"}));
    give_selected("abcde");  // a clique, but not the heaviest
    QVERIFY(shown.state() == State::wrong && says(shown.outcome(), {"51.0 KiB"}));
    shown.type("a, b, zebra");  // the answer before stays
    QVERIFY(shown.state() == State::wrong && says(shown.outcome(), {"zebra"}));
    shown.type("h, a, b, c, d, e,f");
    QVERIFY(shown.state() == State::right);

    shown.open(":/samples/lessons/6_contiguous_groups.json");
    shown.go_to(3);
    shown.show_answer();  // free starts of a group, not the bytes between others
    QVERIFY(shown.state() == State::shown && says(shown.outcome(), {"640"}));
    QVERIFY2(shown.outcome().contains("704") && !shown.outcome().contains("1,024"), qPrintable(shown.outcome()));
  }
};

STOWAGE_WINDOW_TEST(WindowLearnTest);
#include "tst_window_learn.moc"
