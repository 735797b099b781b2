// SPDX-License-Identifier: GPL-3.0-or-later
// Heap map and lanes as screen readers have them: lists whose items are there when they are asked for.
#include "tests/widgets/shown_lanes.h"
#include "tests/widgets/shown_map.h"
#include "widgets/base/item_list.h"

namespace {

/// What was said, as a screen reader hears it: of each event on a child its kind and its name.
QList<std::pair<QAccessible::Event, QString>> heard;

void hear(QAccessibleEvent* event) {
  if (event->child() < 0) return;
  if (const QAccessibleInterface* said = event->accessibleInterface())
    heard.emplace_back(event->type(), said->text(QAccessible::Name));
}

QStringList focused() {
  QStringList names;
  for (const auto& [kind, name] : heard)
    if (kind == QAccessible::Focus) names += name;
  return names;
}

/// A view of very many items that counts what it is asked.
class ManyItems final : public QWidget, public ItemList {
 public:
  ManyItems() { tell_of_items(*this); }
  static constexpr int kCount = 1'000'000;
  [[nodiscard]] int item_count() const override { return kCount; }
  [[nodiscard]] int current_item() const override { return 7; }
  [[nodiscard]] QString item_name(int item) const override {
    ++asked;
    return QString::number(item);
  }
  [[nodiscard]] QString item_value(int item) const override { return item_name(item); }
  [[nodiscard]] QRect item_rect(int /*item*/) const override { return {0, 0, 1, 1}; }
  [[nodiscard]] int item_at(QPoint /*at*/) const override { return 3; }
  [[nodiscard]] bool is_item_selected(int item) const override { return item == chosen; }
  void choose_item(int item) override { chosen = item; }
  mutable int asked = 0;
  int chosen = -1;
};

}  // namespace

class ItemListTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    heard.clear();
    QAccessible::installUpdateHandler(hear);
  }
  void cleanup() { QAccessible::installUpdateHandler(nullptr); }

  void the_map_is_a_list_of_its_tensors() {
    ShownMap shown(figure_2());
    const Graph& graph = shown.map.scene()->graph();
    const PlanView& view = shown.map.scene()->plan_view();
    const QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&shown.map);
    QVERIFY(list);
    QCOMPARE(list->role(), QAccessible::List);
    QCOMPARE(list->childCount(), static_cast<int>(graph.tensor_count()));
    for (TensorId t : graph.tensors()) {
      QAccessibleInterface* item = list->child(static_cast<int>(t.index()));
      QVERIFY(item && item->isValid());
      QCOMPARE(item->role(), QAccessible::ListItem);
      QCOMPARE(item->text(QAccessible::Name), text_of(graph.name(t)));
      const QString value = item->text(QAccessible::Value);
      QVERIFY2(value.contains(human_bytes(graph.size(t))), qPrintable(value));
      QVERIFY2(value.contains("offset " + QLocale().toString(qlonglong(view.plan->offsets[t.index()].value))),
               qPrintable(value));
      QVERIFY2(value.contains("step"), qPrintable(value));
      QVERIFY2(value.contains("stream"), qPrintable(value));
      QCOMPARE(list->indexOfChild(item), static_cast<int>(t.index()));
      QCOMPARE(list->childAt(item->rect().center().x(), item->rect().center().y()), item);
      QVERIFY(item->parent() == list);
    }
    QVERIFY(!list->child(static_cast<int>(graph.tensor_count())));
    QVERIFY(!list->child(-1));
    // A screen reader can press an item.
    QAccessibleInterface* item = QAccessible::queryAccessibleInterface(&shown.map)->child(4);
    QAccessibleActionInterface* action = item->actionInterface();
    QVERIFY(action);
    action->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(shown.state.selected_tensors(), std::vector{TensorId(4)});
    QVERIFY(item->state().selected);
  }

  /// Arrow keys announce the tensor that they lead to.
  void walking_the_map_is_heard() {
    ShownMap shown(figure_2());
    const Graph& graph = shown.map.scene()->graph();
    const QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&shown.map);
    QStringList walked;
    for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Up, Qt::Key_Left, Qt::Key_Down}) {
      const auto before = shown.state.selected_tensors();
      QTest::keyClick(&shown.map, key);
      if (shown.state.selected_tensors() == before) continue;
      QCOMPARE(shown.state.selected_tensors().size(), 1);
      walked += text_of(graph.name(shown.state.selected_tensors().front()));
      const QAccessibleInterface* at = list->focusChild();
      QVERIFY(at);
      QCOMPARE(at->text(QAccessible::Name), walked.last());
      QVERIFY(at->state().focused && at->state().selected);
      QCOMPARE(list->text(QAccessible::Value), walked.last());
    }
    QVERIFY(walked.size() >= 2);
    if (QAccessible::isActive()) QCOMPARE(focused(), walked);  // only where a screen reader can listen
    // What another view selects is not said by a map that has not the keyboard.
    heard.clear();
    shown.map.clearFocus();
    shown.state.select_tensors({TensorId(2)});
    QCOMPARE(focused(), QStringList());
    QVERIFY(!QAccessible::queryAccessibleInterface(&shown.map)->focusChild());
  }

  void the_lanes_are_a_list_of_their_operators() {
    ShownLanes shown(small());
    const QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&shown.pane);
    QCOMPARE(list->role(), QAccessible::List);
    QCOMPARE(list->childCount(), 6);
    QCOMPARE(list->child(3)->text(QAccessible::Name), QString("d"));
    QVERIFY2(list->child(3)->text(QAccessible::Value).contains("stream"),
             qPrintable(list->child(3)->text(QAccessible::Value)));
    shown.key(Qt::Key_Right);  // the first
    shown.key(Qt::Key_Right);
    const auto& selected = shown.state.selected_operators();
    QCOMPARE(selected.size(), 1);
    if (QAccessible::isActive()) QCOMPARE(focused(), (QStringList{"a", "e"}));
    QCOMPARE(list->focusChild()->text(QAccessible::Name), QString("e"));  // the next of its lane
    const QPoint middle = list->child(1)->rect().center();
    QCOMPARE(list->childAt(middle.x(), middle.y())->text(QAccessible::Name), QString("b"));
    // An item that is gone with its graph is known to be.
    const QAccessibleInterface* last = list->child(5);
    shown.pane.set_graph(std::make_shared<const Graph>(graph_of("op a @0\nt x 16 : a -> !")));
    QCOMPARE(list->childCount(), 1);
    QVERIFY(!last->isValid());
    QCOMPARE(last->text(QAccessible::Name), QString());
    QVERIFY(last->rect().isEmpty());
    QVERIFY(last->state().invalid);
  }

  /// Of a million items only those asked for are looked at, and not all of those are kept.
  void a_million_items_cost_nothing() {
    ManyItems view;
    show(view);
    QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&view);
    QCOMPARE(list->childCount(), ManyItems::kCount);
    QCOMPARE(list->child(999'999)->text(QAccessible::Name), QString("999999"));
    view.setFocus();
    announce_item(view, view);
    QVERIFY2(view.asked < 10, qPrintable(QString::number(view.asked)));
    const QAccessible::Id first = QAccessible::uniqueId(list->child(0));
    for (int item = 1; item < 5'000; ++item) QVERIFY(list->child(item)->isValid());
    QVERIFY(!QAccessible::accessibleInterface(first));  // dropped
    QCOMPARE(list->child(0)->text(QAccessible::Name), QString("0"));
  }
};

STOWAGE_GUI_TEST(ItemListTest);
#include "tst_item_list.moc"
