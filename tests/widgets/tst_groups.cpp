// SPDX-License-Identifier: GPL-3.0-or-later
// The groups: every command by mouse or key, asking for what core/insight/edit does; the model under the model tester.
#include "tests/widgets/shown_pane.h"
#include "widgets/views/views.h"

namespace {

struct Shown : EditedPane<Pane> {
  explicit Shown(const char* text) : EditedPane(QSize(320, 600), make_groups) {
    open(std::make_shared<const Graph>(graph_of(text)));
  }
  QToolButton* button(const char* command) { return qobject_cast<QToolButton*>(button_of(pane, command)); }
  void press(const char* command) { test::click(button(command)); }
};

class GroupsTest : public QObject {
  Q_OBJECT

 private slots:
  void groups_are_made_reordered_and_dissolved() {
    Shown shown(R"(
      op a @0; op b @1; op c @0; op d @1
      t x 100 : a -> b; t y 200 : b -> d; t z 300 : a -> c; t w 50 : c -> d
      group x y z)");
    QTreeView* tree = shown.part<QTreeView>("group_tree");
    const QAbstractItemModelTester tester(tree->model());
    const QModelIndex group = tree->model()->index(0, 0);
    QCOMPARE(group.data().toString(), QString("x … z (3 tensor(s))"));
    const QModelIndex size = group.siblingAtColumn(1);  // it is not cut
    QVERIFY(tree->columnWidth(1) > tree->fontMetrics().horizontalAdvance(size.data().toString()));
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

    shown.pane.set_graph(nullptr);
    for (QToolButton* each : shown.pane.findChildren<QToolButton*>())
      if (each->defaultAction()) QVERIFY2(!each->isEnabled(), qPrintable(each->text()));
  }
};

}  // namespace

STOWAGE_GUI_TEST(GroupsTest);
#include "tst_groups.moc"
