// SPDX-License-Identifier: GPL-3.0-or-later
// Finding tensors, and writing notes on them, in the whole window.
#include "tests/app/window_test.h"
#include "widgets/tables/tensor_query.h"
#include "widgets/views/find/find_bar.h"

namespace {

QString notes_of(const QString& path) {
  return path + ".stowage-notes.json";
}

/// Selects the tensor, and presses N.
QInputDialog* begin_note(Shown& shown, TensorId t) {
  shown.activate();
  shown.window.state().select_tensors({t});
  shown.map()->setFocus();
  QTest::keyClick(shown.map(), Qt::Key_N);
  auto* dialog = shown.part<QInputDialog>("note_dialog");
  wait_until([&] { return dialog->isActiveWindow(); }, "the dialog never came");
  return dialog;
}
void write_note(Shown& shown, TensorId t, const char* text) {
  auto* dialog = begin_note(shown, t);
  auto* edit = dialog->findChild<QPlainTextEdit*>();
  edit->selectAll();
  QTest::keyClick(edit, Qt::Key_Delete);  // also where nothing is written instead
  QTest::keyClicks(edit, text);
  dialog->accept();
  wait_until_idle();
}

std::map<std::string, std::string> kept(const QString& path) {
  const auto read = read_notes(Scratch::read(path).toStdString(), "notes");
  return read ? read->notes : std::map<std::string, std::string>();
}
using Kept = std::map<std::string, std::string>;

}  // namespace

class WindowNotesTest : public WindowTest {
  Q_OBJECT

  QString figure_2(const char* name) const { return scratch_.copy_of(name, kFigure2); }

 private slots:
  void ctrl_f_finds_and_f3_goes_on() {
    Shown& shown = fresh(kFigure2);
    auto* bar = shown.part<FindBar>("find_bar");
    QVERIFY(bar->isHidden());
    shown.map()->setFocus();
    QTest::keySequence(&shown.window, QKeySequence::Find);
    QVERIFY(bar->isVisible());
    auto* text = shown.part<QLineEdit>("find_text");
    QCOMPARE(QApplication::focusWidget(), text);
    QTest::keyClicks(text, ">9k");
    QTRY_COMPARE(shown.window.state().found().size(), std::size_t{4});
    QTest::keySequence(&shown.window, QKeySequence::FindNext);
    QCOMPARE(shown.window.state().selected_tensors(), (std::vector{TensorId(0)}));
    QTest::keySequence(&shown.window, QKeySequence::FindPrevious);
    QCOMPARE(shown.window.state().selected_tensors(), (std::vector{TensorId(8)}));
    QTest::keyClick(text, Qt::Key_Escape);
    QVERIFY(bar->isHidden());
    QCOMPARE(QApplication::focusWidget(), shown.map());
    QVERIFY(shown.window.state().found().empty());
  }

  void notes_are_kept_beside_the_file() {
    const QString path = figure_2("kept.stowage.json");
    {
      Shown shown(scratch_, path);
      write_note(shown, TensorId(0), "largest");
      QTRY_COMPARE_WITH_TIMEOUT(kept(notes_of(path)), (Kept{{"a", "largest"}}), kPatience);
      const QModelIndex cell =
          shown.part<QTableView>("tensor_view")->model()->index(0, static_cast<int>(TensorColumn::note));
      QCOMPARE(cell.data().toString(), QString("largest"));
      const QString other = figure_2("other.stowage.json");  // which has notes of its own
      shown.open(other);
      QVERIFY(shown.window.state().notes().empty());
      QVERIFY(!QFile::exists(notes_of(other)));
      shown.open(path);
      QTRY_COMPARE(shown.window.state().notes().size(), std::size_t{1});
      write_note(shown, TensorId(2), "soon");  // and closed at once
    }
    QCOMPARE(kept(notes_of(path)), (Kept{{"a", "largest"}, {"c", "soon"}}));
    Shown again(scratch_, path);
    QTRY_COMPARE(again.window.state().notes().size(), std::size_t{2});
    QCOMPARE(again.window.state().notes().at(TensorId(2)), QString("soon"));
    write_note(again, TensorId(2), "");
    write_note(again, TensorId(0), "");
    QTRY_COMPARE_WITH_TIMEOUT(kept(notes_of(path)), Kept(), kPatience);
  }

  /// Return begins another line: Ctrl and Return, or Tab to the button and Return, keep the note.
  void a_note_is_kept_by_keys_alone() {
    Shown& shown = fresh(figure_2("keys.stowage.json"));
    for (const bool tab : {false, true}) {
      const QPointer<QInputDialog> dialog = begin_note(shown, TensorId(0));
      auto* edit = dialog->findChild<QPlainTextEdit*>();
      QTRY_COMPARE(QApplication::focusWidget(), edit);
      QTest::keyClicks(edit, tab ? "more" : "large ");
      if (tab) QTest::keyClick(edit, Qt::Key_Tab);
      QVERIFY(edit->hasFocus() != tab);
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, tab ? Qt::NoModifier : Qt::ControlModifier);
      QTRY_VERIFY(!dialog);
    }
    QCOMPARE(shown.window.state().notes().at(TensorId(0)), QString("largemore"));
  }

  void what_is_not_known_is_written_back() {
    const QString path = figure_2("foreign.stowage.json");
    std::ignore =
        scratch_.write("foreign.stowage.json.stowage-notes.json",
                       R"({"format": "stowage-notes", "version": 1, "by": "me", "notes": {"gone": "x", "b": "y"}})");
    Shown& shown = fresh(path);
    QTRY_COMPARE(shown.window.state().notes().size(), std::size_t{1});
    write_note(shown, TensorId(0), "new");
    QTRY_COMPARE_WITH_TIMEOUT(kept(notes_of(path)), (Kept{{"a", "new"}, {"b", "y"}, {"gone", "x"}}), kPatience);
    QVERIFY(Scratch::read(notes_of(path)).contains("\"by\""));
  }

  void a_broken_file_is_said_and_left_alone() {
    const QString path = figure_2("broken.stowage.json");
    const QByteArray broken = R"({"format": "stowage-notes", "version": 1, "notes": {"a": 5}})";
    std::ignore = scratch_.write("broken.stowage.json.stowage-notes.json", broken);
    Shown shown(scratch_, path);
    QTRY_VERIFY(shown.message()->isVisible());
    QVERIFY(says(shown.message()->text(), {"/notes/a"}));
    write_note(shown, TensorId(0), "lives on");
    QCOMPARE(shown.window.state().notes().at(TensorId(0)), QString("lives on"));
    QVERIFY(shown.close());  // which writes what is still to be written, and waits for it
    QCOMPARE(Scratch::read(notes_of(path)), broken);
  }

  /// A sample has no place for them; saved as a file it has.
  void notes_of_a_sample_wait_for_save_as() {
    const QString path = scratch_.path("mine.stowage.json");
    Shown& shown = fresh(kFigure2);
    QTest::keyClick(shown.map(), Qt::Key_N);  // nothing is selected, and nothing to note
    QVERIFY(!shown.window.findChild<QInputDialog*>("note_dialog"));
    write_note(shown, TensorId(4), "kept later");
    QCOMPARE(shown.window.state().notes().size(), std::size_t{1});
    shown.window.saving().save_graph(path);
    QTRY_COMPARE_WITH_TIMEOUT(kept(notes_of(path)), (Kept{{"e", "kept later"}}), kPatience);
    shown.settle();
  }
};

STOWAGE_WINDOW_TEST(WindowNotesTest);
#include "tst_window_notes.moc"
