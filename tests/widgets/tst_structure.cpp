// SPDX-License-Identifier: GPL-3.0-or-later
// The structure pane: every command by mouse or key, asking for what core/insight/edit does; models under the model
// tester.
#include "core/insight/analysis/report.h"
#include "tests/widgets/shown_pane.h"
#include "widgets/views/views.h"

namespace {

enum Page { kStreams, kGroups };
constexpr int kPeak = 2;  // column of the streams

struct Shown : EditedPane<Pane> {
  explicit Shown(std::shared_ptr<const Graph> first) : EditedPane(QSize(320, 600), make_structure) {
    open(std::move(first));
  }
  explicit Shown(const char* text) : Shown(std::make_shared<const Graph>(graph_of(text))) {}

  void turn_to(Page page) { click_tab(part<QTabWidget>("structure_tabs")->tabBar(), page); }
  QToolButton* button(const char* command) { return qobject_cast<QToolButton*>(button_of(pane, command)); }
  void press(const char* command) { test::click(button(command)); }
  QTableView* streams() { return part<QTableView>("stream_table"); }
  QTreeView* groups() { return part<QTreeView>("group_tree"); }
  static QString cell(const QAbstractItemView* view, int row, int column) {
    return view->model()->index(row, column).data().toString();
  }
  /// Whatever is found out in the background is there.
  void settle() { QTRY_VERIFY(streams()->model()->rowCount() == 0 || cell(streams(), 0, kPeak) != "…"); }
};

const char* const kSmall = R"(
  streams: 0 1 2
  op a @0
  op b @1
  op c @0
  op d @1
  t x 100 : a -> b
  t y 200 : b -> d
  t z 300 : a -> c
  t w 50 : c -> d
  group x y z)";

class StructureTest : public QObject {
  Q_OBJECT

 private slots:
  void inputs_data() {
    QTest::addColumn<std::shared_ptr<const Graph>>("graph");
    QTest::newRow("figure 2") << sample("somas_figure_2.stowage.json");
    QTest::newRow("training") << std::make_shared<const Graph>(make_training_graph(training_graph_of(4400, 8)));
  }

  /// On each of the inputs: what is listed is the graph's, and the experiments do what they say.
  void inputs() {
    QFETCH(std::shared_ptr<const Graph>, graph);
    Shown shown(graph);
    QCOMPARE(shown.streams()->model()->rowCount(), static_cast<int>(graph->stream_count()));
    const QAbstractItemModelTester tester(shown.streams()->model());
    shown.settle();
    const auto uses = stream_uses(*graph, lifetimes(*graph));
    QCOMPARE(Shown::cell(shown.streams(), 0, kPeak), human_bytes(uses[0].peak));

    shown.press("all_on_one_stream");
    QCOMPARE(shown.graph->stream_count(), 1u);
    QVERIFY(!shown.button("all_on_one_stream")->isEnabled());
    click(shown.streams(), shown.streams()->model()->index(0, 0));
    QVERIFY(!shown.button("merge_stream")->isEnabled());
    shown.press("one_stream_each");
    QCOMPARE(shown.graph->stream_count(), graph->operator_count());
    QCOMPARE(shown.streams()->model()->rowCount(), static_cast<int>(graph->operator_count()));
    shown.settle();

    shown.turn_to(kGroups);
    QTreeView* tree = shown.groups();
    QCOMPARE(tree->model()->rowCount(), static_cast<int>(graph->group_count()));
    if (graph->group_count() > 0)  // sizes are not cut
      QVERIFY(tree->columnWidth(1) > tree->fontMetrics().horizontalAdvance(Shown::cell(tree, 0, 1)));
    QVERIFY(shown.refused.isEmpty());
  }

  void streams_are_renamed_in_place() {
    Shown shown(kSmall);
    const QModelIndex first = shown.streams()->model()->index(0, 0);
    click(shown.streams(), first);
    QTest::mouseDClick(shown.streams()->viewport(), Qt::LeftButton, {}, shown.streams()->visualRect(first).center());
    QTest::keyClicks(QApplication::focusWidget(), "compute");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_COMPARE(shown.graph->info(StreamId(0)).name, std::string("compute"));
    QTRY_COMPARE(Shown::cell(shown.streams(), 0, 0), QString("compute"));

    click(shown.streams(), shown.streams()->model()->index(1, 0));
    QTest::keyClick(shown.streams(), Qt::Key_F2);
    QTest::keyClicks(QApplication::focusWidget(), "compute");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_COMPARE(shown.refused.size(), 1);
    QVERIFY(says(shown.refused[0], {"\"compute\""}));
    QCOMPARE(shown.graph->info(StreamId(1)).name, std::string());

    // What is found out in the background meanwhile does not touch the name that is being typed.
    shown.open(std::make_shared<const Graph>(*shown.graph));
    click(shown.streams(), shown.streams()->model()->index(0, 0));
    QTest::keyClick(shown.streams(), Qt::Key_F2);
    QTest::keyClicks(QApplication::focusWidget(), "half a na");
    shown.settle();
    QCOMPARE(qobject_cast<QLineEdit*>(QApplication::focusWidget())->text(), QString("half a na"));
  }

  void streams_are_colored_by_a_dialog() {
    Shown shown(kSmall);
    shown.settle();
    click(shown.streams(), shown.streams()->model()->index(1, 0));
    QVERIFY(!shown.part<QAction>("default_color")->isEnabled());
    when_asked<QColorDialog>(&shown.pane, [](QColorDialog* dialog) {
      dialog->setCurrentColor(QColor(0x12, 0x34, 0x56));
      dialog->accept();
    });
    shown.press("recolor_stream");
    QTRY_COMPARE(shown.graph->info(StreamId(1)).color, std::string("#123456"));
    shown.settle();
    const auto icon = shown.streams()->model()->index(1, 0).data(Qt::DecorationRole).value<QIcon>();
    QCOMPARE(icon.pixmap(16).toImage().pixelColor(8, 8), QColor(0x12, 0x34, 0x56));
    shown.part<QAction>("default_color")->trigger();
    QCOMPARE(shown.graph->info(StreamId(1)).color, std::string());
    when_asked<QColorDialog>(&shown.pane, [](QColorDialog* dialog) { QTest::keyClick(dialog, Qt::Key_Escape); });
    shown.press("recolor_stream");
    QTRY_VERIFY(!QApplication::activeModalWidget());
    QCOMPARE(shown.asked.size(), 2);
  }

  void streams_are_made_merged_and_removed() {
    Shown shown(kSmall);
    QVERIFY(!shown.button("new_stream")->isEnabled());
    shown.state.select_operators({OperatorId(1), OperatorId(2)});
    shown.press("new_stream");
    QCOMPARE(shown.graph->stream_count(), 4u);
    QCOMPARE(shown.graph->operators_of(StreamId(3)).size(), 2u);
    click(shown.streams(), shown.streams()->model()->index(0, 0));
    shown.part<QAction>("select_stream")->trigger();
    QCOMPARE(shown.state.selected_operators(), std::vector{OperatorId(0)});
    QVERIFY(!shown.button("remove_stream")->isEnabled());
    when_asked<QInputDialog>(&shown.pane, [](QInputDialog* dialog) {
      dialog->setTextValue("stream 1");
      QTest::keyClick(dialog, Qt::Key_Return);
    });
    shown.press("merge_stream");
    QTRY_VERIFY(!QApplication::activeModalWidget());
    shown.pane.activateWindow();  // no window manager does it after a dialog
    QVERIFY(QTest::qWaitForWindowActive(&shown.pane));
    QCOMPARE(shown.graph->stream_count(), 3u);
    QCOMPARE(shown.graph->operators_of(StreamId(0)).size(), 2u);
    click(shown.streams(), shown.streams()->model()->index(1, 0));  // stream 2, which is empty
    QTest::keyClick(shown.streams(), Qt::Key_Delete);
    QCOMPARE(shown.graph->stream_count(), 2u);
    QCOMPARE(shown.asked.size(), 3);
    QVERIFY(says(shown.asked[1], {"stream 0", "stream 1"}) && says(shown.asked[2], {"stream 2"}));
  }

  void groups_are_made_reordered_and_dissolved() {
    Shown shown(kSmall);
    shown.turn_to(kGroups);
    QTreeView* tree = shown.groups();
    const QAbstractItemModelTester tester(tree->model());
    const QModelIndex group = tree->model()->index(0, 0);
    QCOMPARE(group.data().toString(), QString("x … z (3 tensor(s))"));
    click(tree, group);
    QCOMPARE(shown.state.selected_tensors(), (std::vector{TensorId(0), TensorId(1), TensorId(2)}));
    tree->expand(group);
    click(tree, tree->model()->index(0, 0, group));
    QCOMPARE(shown.state.selected_tensors(), std::vector{TensorId(0)});
    QVERIFY(!shown.button("member_up")->isEnabled());
    QTest::keyClick(tree, Qt::Key_Down, Qt::AltModifier);
    QTest::keyClick(tree, Qt::Key_Down, Qt::AltModifier);
    QVERIFY(std::ranges::equal(shown.graph->members(GroupId(0)), std::vector{TensorId(1), TensorId(2), TensorId(0)}));
    shown.press("member_up");
    QVERIFY(std::ranges::equal(shown.graph->members(GroupId(0)), std::vector{TensorId(1), TensorId(0), TensorId(2)}));
    QTest::keyClick(tree, Qt::Key_Delete);
    QVERIFY(std::ranges::equal(shown.graph->members(GroupId(0)), std::vector{TensorId(1), TensorId(2)}));

    shown.state.select_tensors({TensorId(0), TensorId(3)});
    shown.press("make_group");
    QCOMPARE(shown.graph->group_count(), 2u);
    shown.state.select_tensors({TensorId(0), TensorId(1)});
    shown.press("make_group");
    QCOMPARE(shown.refused.size(), 1);
    QVERIFY(says(shown.refused[0], {"\"x\"", "\"w\""}));
    click(tree, tree->model()->index(0, 0));
    shown.press("dissolve_group");
    QCOMPARE(shown.graph->group_count(), 1u);
    QCOMPARE(shown.graph->group(TensorId(3)), GroupId(0));
  }

  /// Pages that are not seen follow once they are; without a graph nothing can be done.
  void pages_follow_when_they_are_seen() {
    Shown shown(kSmall);
    shown.press("all_on_one_stream");
    shown.turn_to(kGroups);
    QCOMPARE(shown.groups()->model()->rowCount(), 1);
    shown.pane.set_graph(nullptr);
    for (const Page page : {kStreams, kGroups}) {
      shown.turn_to(page);
      for (const QToolButton* button : shown.pane.findChildren<QToolButton*>())
        if (button->isVisible() && button->defaultAction() && !button->toolTip().isEmpty())
          QVERIFY2(!button->isEnabled(), qPrintable(button->defaultAction()->objectName()));
    }
  }
};

}  // namespace

STOWAGE_GUI_TEST(StructureTest);
#include "tst_structure.moc"
