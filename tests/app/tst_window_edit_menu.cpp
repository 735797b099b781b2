// SPDX-License-Identifier: GPL-3.0-or-later
// What the Edit menu offers for the selection, by keyboard and mouse.
#include "core/insight/simulate/timing.h"
#include "tests/app/window_test.h"
#include "tests/support/description.h"

namespace {

/// Opens the Edit menu, or that of another key, and then what each key leads to.
void type(Shown& shown, std::initializer_list<Qt::Key> keys, Qt::Key menu = Qt::Key_E) {
  QApplication::setActiveWindow(&shown.window);  // menus that close do not always make it active again offscreen
  QTest::keyClick(&shown.window, menu, Qt::AltModifier);
  for (Qt::Key key : keys) QTest::keyClick(open_menu(), key);
  shown.settle();
}

/// Of the menu that is open.
QAction* offered(const char* name) {
  return entry(open_menu(), name);
}
/// Clicks on it.
void choose(Shown& shown, const char* name) {
  click(open_menu(), offered(name));
  shown.settle();
}
/// Whether it is greyed out, for another reason than that by which the other one is offered.
bool is_refused(const char* name, const char* other) {
  return !offered(name)->isEnabled() && offered(name)->toolTip() != offered(other)->toolTip();
}

template <class Widget>
Widget* dialog_with(const char* name) {
  auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
  if (!dialog || dialog->objectName() != name) qFatal("%s is not open", name);
  return dialog->findChild<Widget*>();
}

/// Answers the dialog that asks for a factor.
void scale(Shown& shown, const char* dialog, double by) {
  auto* factor = dialog_with<QDoubleSpinBox>(dialog);
  test::type(factor, factor->locale().toString(by));
  click(dialog_with<QDialogButtonBox>(dialog)->button(QDialogButtonBox::Ok));
  shown.settle();
}

}  // namespace

class WindowEditMenuTest : public WindowTest {
  Q_OBJECT

 private slots:
  void cleanup() {
    while (QWidget* popup = QApplication::activePopupWidget()) QTest::keyClick(popup, Qt::Key_Escape);
    if (QWidget* bar = QApplication::focusWidget(); qobject_cast<QMenuBar*>(bar)) QTest::keyClick(bar, Qt::Key_Escape);
  }

  void what_does_not_fit_is_grey_and_says_why() {
    Shown& shown = fresh();
    type(shown, {});
    const QMenu* edit = open_menu();
    QStringList reasons;
    for (const char* name : {"edit_operators", "edit_tensors", "edit_streams", "edit_sizes", "edit_durations"}) {
      const QAction* submenu = shown.part<QMenu>(name)->menuAction();
      QVERIFY2(!submenu->isEnabled() && !submenu->statusTip().isEmpty(), name);
      reasons << submenu->statusTip();
      QCOMPARE(submenu->toolTip(), submenu->statusTip());
    }
    QVERIFY(edit->toolTipsVisible());
    cleanup();
    shown.open(kFigure2);
    type(shown, {});
    for (const char* name : {"edit_operators", "edit_tensors", "edit_durations"}) {
      QVERIFY2(!offered(name)->isEnabled(), name);
      reasons << offered(name)->statusTip();
    }
    for (const char* name : {"edit_streams", "edit_sizes"}) QVERIFY2(offered(name)->isEnabled(), name);
    QCOMPARE(reasons.removeDuplicates(), 4);  // nothing is open, no operators, no tensors, no durations
    cleanup();
    shown.window.state().select_operators({OperatorId(0), OperatorId(2)});
    type(shown, {});
    QVERIFY(offered("edit_operators")->isEnabled() && !offered("edit_tensors")->isEnabled());
    QVERIFY(says(offered("edit_operators")->statusTip(), {"2"}));
  }

  void selected_operators_move_to_a_stream() {
    Shown& shown = fresh(kFigure2);
    const std::vector chosen{OperatorId(1), OperatorId(2)};
    const std::size_t streams = shown.graph().stream_count();
    shown.window.state().select_operators(chosen);
    type(shown, {Qt::Key_E, Qt::Key_M});
    choose(shown, "new_stream");
    QCOMPARE(shown.graph().stream_count(), streams + 1);
    for (OperatorId o : shown.window.state().selected_operators()) QCOMPARE(shown.graph().stream(o), StreamId(streams));
    QVERIFY(shown.window.isWindowModified());
    shown.press_key(QKeySequence::Undo);
    QCOMPARE(shown.graph().stream_count(), streams);
  }

  /// The keys that entries show are those of the views: a menu that was open must not take them.
  void a_closed_menu_has_no_keys() {
    Shown& shown = fresh(kFigure2);
    shown.window.state().select_operators({OperatorId(1)});
    type(shown, {Qt::Key_E});
    QVERIFY(!offered("move_later")->shortcut().isEmpty());
    cleanup();
    QTRY_VERIFY(shown.part<QMenu>("edit_operators")->isEmpty());
    const auto before = shown.window.document().revision();
    QApplication::setActiveWindow(&shown.window);
    QTest::keyClick(shown.map(), Qt::Key_Left, Qt::AltModifier);
    QTest::keyClick(shown.map(), Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(shown.window.document().revision(), before);
  }

  void selected_tensors_are_scaled_and_set() {
    Shown& shown = fresh(kFigure2);
    const TensorId t(0), other(1);
    const Bytes size = shown.graph().size(t), rest = shown.graph().size(other);
    QTest::mouseClick(shown.map(), Qt::LeftButton, {}, shown.place(t));
    type(shown, {Qt::Key_S, Qt::Key_2});
    QCOMPARE(shown.graph().size(t), size + size);
    type(shown, {Qt::Key_S, Qt::Key_S});
    auto* field = dialog_with<QLineEdit>("ask_size");
    const QPushButton* ok = field->window()->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
    QVERIFY(ok->isEnabled());  // the size it has
    QTest::keyClicks(field, "much");
    QVERIFY(!ok->isEnabled());
    field->selectAll();
    QTest::keyClicks(field, "3 KiB");
    QVERIFY(ok->isEnabled());
    QTest::keyClick(field, Qt::Key_Return);
    shown.settle();
    QCOMPARE(shown.graph().size(t), Bytes{3072});
    type(shown, {Qt::Key_S, Qt::Key_C});
    scale(shown, "ask_factor", 0.125);
    QCOMPARE(shown.graph().size(t), Bytes{384});
    QCOMPARE(shown.graph().size(other), rest);
  }

  void selected_tensors_are_grouped_and_a_group_dissolved() {
    Shown& shown = fresh(kFigure2);
    const std::size_t groups = shown.graph().group_count();
    std::vector<TensorId> free;
    for (TensorId t : shown.graph().tensors())
      if (!shown.graph().group(t).valid() && free.size() < 3) free.push_back(t);
    QCOMPARE(free.size(), 3u);
    shown.window.state().select_tensors(free);
    type(shown, {Qt::Key_S, Qt::Key_G});
    QCOMPARE(shown.graph().group_count(), groups + 1);
    type(shown, {Qt::Key_S});
    QVERIFY(is_refused("make_group", "leave_group"));
    cleanup();
    shown.window.state().select_tensors({free[1]});
    type(shown, {Qt::Key_S, Qt::Key_T});
    QVERIFY(!shown.graph().group(free[1]).valid());
    QVERIFY(shown.graph().group(free[0]).valid());
    shown.window.state().select_tensors({free[0], free[2]});
    type(shown, {Qt::Key_S, Qt::Key_D});
    QCOMPARE(shown.graph().group_count(), groups);
    type(shown, {Qt::Key_S});
    QVERIFY(!offered("dissolve_group")->isEnabled());
  }

  void experiments_with_all_streams() {
    Shown& shown = fresh(kTraining);
    const std::size_t operators = shown.graph().operator_count();
    QVERIFY(shown.graph().stream_count() > 1);
    type(shown, {Qt::Key_M});
    choose(shown, "all_on_one_stream");
    QCOMPARE(shown.graph().stream_count(), 1u);
    type(shown, {Qt::Key_M});
    QVERIFY(is_refused("all_on_one_stream", "one_stream_each"));
    choose(shown, "one_stream_each");
    QCOMPARE(shown.graph().stream_count(), operators);
  }

  void sizes_of_all_are_doubled_and_the_alignment_is_typed() {
    Shown& shown = fresh(kFigure2);
    const Bytes total = shown.graph().total_size();
    type(shown, {Qt::Key_Z, Qt::Key_2});
    QCOMPARE(shown.graph().total_size(), total + total);
    type(shown, {Qt::Key_A}, Qt::Key_P);
    auto* box = shown.part<QComboBox>("alignment");
    QTRY_VERIFY(box->lineEdit()->hasFocus());
    QTest::keyClicks(box, "512");
    QTest::keyClick(box, Qt::Key_Return);
    QCOMPARE(shown.window.document().alignment(), Bytes{512});
  }

  void selected_operators_get_durations() {
    Shown& shown = fresh(kFigure2);
    const OperatorId a(0), b(1);
    const auto nanoseconds = [&](OperatorId o) { return shown.graph().duration(o).nanoseconds; };
    QVERIFY2(!shown.status().contains("makespan"), qPrintable(shown.status()));
    shown.window.state().select_operators({a, b});
    type(shown, {Qt::Key_E});
    QVERIFY(is_refused("scale_durations", "set_duration"));
    choose(shown, "set_duration");
    auto* field = dialog_with<QLineEdit>("ask_duration");
    const QPushButton* ok = field->window()->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
    QVERIFY(!ok->isEnabled());  // no duration is there to start from
    QTest::keyClicks(field, "1.5");
    QVERIFY(!ok->isEnabled());  // of what?
    QTest::keyClicks(field, " ms");
    QVERIFY(ok->isEnabled());
    QTest::keyClick(field, Qt::Key_Return);
    shown.settle();
    QCOMPARE(shown.graph().duration(a), (Duration{1'500'000, Duration::From::unsaid}));
    QCOMPARE(nanoseconds(b), 1'500'000);
    QCOMPARE(nanoseconds(OperatorId(2)), 0);
    QVERIFY(says(shown.status(), {"6", "8"}));  // operators without a duration
    QVERIFY2(shown.status().contains("makespan 3.00 ms") || shown.status().contains("makespan 1.50 ms"),
             qPrintable(shown.status()));
    QVERIFY(shown.window.isWindowModified());
    shown.window.state().select_operators({b});
    type(shown, {Qt::Key_E, Qt::Key_C});
    scale(shown, "ask_duration_factor", 0.125);
    QCOMPARE(nanoseconds(b), 187'500);
    QCOMPARE(nanoseconds(a), 1'500'000);
    type(shown, {Qt::Key_E, Qt::Key_D});
    QCOMPARE(dialog_with<QLineEdit>("ask_duration")->text(), QString("187.5 us"));
    QTest::keyClick(QApplication::activeModalWidget(), Qt::Key_Escape);
    for (const std::int64_t before : {1'500'000, 0}) {
      shown.press_key(QKeySequence::Undo);
      QCOMPARE(nanoseconds(b), before);
    }
    QVERIFY(!shown.graph().has_durations());
    QVERIFY2(!shown.status().contains("makespan"), qPrintable(shown.status()));
    shown.press_key(QKeySequence::Redo);
    QCOMPARE(nanoseconds(a), 1'500'000);
  }

  void durations_of_all_are_scaled() {
    Shown& shown = fresh();
    Description d(*read_graph_json(Scratch::read(kFigure2).toStdString(), "")->graph);
    for (std::size_t o = 0; o < d.operators.size(); ++o)
      d.operators[o].duration = {std::int64_t(1'000 * (o + 1)), Duration::From::estimated};
    shown.open(scratch_.write("timed.stowage.json", d.build()));
    const std::int64_t makespan = timing_of(shown.graph()).makespan;
    const auto told = [&](std::int64_t time) { return "makespan " + human_time(time) + " (estimated)"; };
    QVERIFY2(shown.status().contains(told(makespan)), qPrintable(shown.status()));
    type(shown, {Qt::Key_A, Qt::Key_2});
    QCOMPARE(shown.graph().duration(OperatorId(2)), (Duration{6'000, Duration::From::estimated}));
    QVERIFY2(shown.status().contains(told(2 * makespan)), qPrintable(shown.status()));
    type(shown, {Qt::Key_A, Qt::Key_C});
    scale(shown, "ask_duration_factor", 0.25);
    QCOMPARE(shown.graph().duration(OperatorId(2)).nanoseconds, 1'500);
    QVERIFY(says(shown.history().undoText(), {"0.25"}));
  }
};

STOWAGE_WINDOW_TEST(WindowEditMenuTest);
#include "tst_window_edit_menu.moc"
