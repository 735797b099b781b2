// SPDX-License-Identifier: GPL-3.0-or-later
// Unsaved edits outlive the program; and what becomes of the file on disk meanwhile.
#include "app/session/edit_keeper.h"
#include "core/insight/edit/same_graph.h"
#include "tests/app/window_test.h"

namespace {

constexpr TensorId kFirst{0};

QStringList kept() {
  return QDir(EditKeeper::folder()).entryList({"*.unsaved"}, QDir::Files);
}

/// As a process leaves the only file there is when it is killed: nobody has its lock. Gives its name.
QString leave_a_copy() {
  const QString name = "left-behind.unsaved";
  const QDir in(EditKeeper::folder());
  if (!QFile::copy(in.filePath(kept().first()), in.filePath(name))) qFatal("cannot copy what was kept");
  return name;
}

/// Edits a copy of a file, and leaves them as a program does that is killed.
void lose_edits(Shown& shown) {
  shown.grow();
  QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 1, kPatience);
  leave_a_copy();
}

bool offers(Shown& shown, const char* button) {
  return QTest::qWaitFor([&] { return shown.message()->isVisible() && shown.window.findChild<QToolButton*>(button); },
                         kPatience);
}

/// What was lost is offered, and that button is pressed.
bool takes_up(Shown& shown, const char* button) {
  shown.window.offer_lost_edits();
  const bool offered = offers(shown, button);
  if (offered) click(shown.part<QToolButton>(button));
  return offered;
}

}  // namespace

class WindowUnsavedTest : public WindowTest {
  Q_OBJECT

 private slots:
  void initTestCase() {
    QStandardPaths::setTestModeEnabled(false);
    qputenv("XDG_DATA_HOME", QFile::encodeName(scratch_.path("data")));
  }
  void cleanup() { QVERIFY(QDir(EditKeeper::folder()).removeRecursively()); }

  /// Nothing is kept of a document that is saved, as it is on disk again, or closed.
  void edits_are_kept_while_they_are_unsaved() {
    const QString path = scratch_.copy_of("kept.stowage.json", kFigure2);
    Shown shown(scratch_, path);
    QVERIFY(kept().isEmpty());
    shown.grow();
    QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 1, kPatience);
    shown.history().undo();
    QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 0, kPatience);
    shown.history().redo();
    QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 1, kPatience);
    shown.window.saving().save();
    QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 0, kPatience);
    shown.grow();
    QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 1, kPatience);
    shown.answer(QMessageBox::Discard);
    QVERIFY(shown.close());
    QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 0, kPatience);
  }

  void what_was_lost_is_offered_and_restored() {
    const QString path = scratch_.copy_of("lost.stowage.json", kFigure2);
    const QByteArray before = Scratch::read(path);
    std::optional<Graph> edited;
    {
      Shown shown(scratch_, path);
      shown.grow();
      edited = shown.graph();
      QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 1, kPatience);
      leave_a_copy();

      // A window that is open keeps its own: only what nobody has is offered.
      Shown other(scratch_);
      other.window.offer_lost_edits();
      QVERIFY(offers(other, "restore_edits"));
      QVERIFY2(other.message()->text().contains("lost.stowage.json"), qPrintable(other.message()->text()));
      click(other.part<QToolButton>("restore_edits"));
      QTRY_VERIFY_WITH_TIMEOUT(other.window.document().is_open(), kPatience);
      other.settle();
      QVERIFY(!other.window.findChild<QToolButton*>("restore_edits"));
      QCOMPARE(other.window.document().path(), path);
      QVERIFY(same_graph(*other.window.document().graph(), *edited));
      QVERIFY(other.window.isWindowModified());
      QCOMPARE(Scratch::read(path), before);  // only saving writes there
      QCOMPARE(kept().size(), 2);             // and until then it is kept
      other.window.saving().save();
      QTRY_VERIFY_WITH_TIMEOUT(!other.window.isWindowModified(), kPatience);
      QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 1, kPatience);
      QVERIFY(same_graph(read_graph(path), *edited));
    }
    QVERIFY(kept().isEmpty());
  }

  void what_is_discarded_is_gone() {
    Shown shown(scratch_, scratch_.copy_of("discarded.stowage.json", kFigure2));
    shown.grow();
    QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 1, kPatience);
    const QString left = leave_a_copy();
    Shown other(scratch_);
    QVERIFY(takes_up(other, "discard_edits"));
    QTRY_VERIFY_WITH_TIMEOUT(!kept().contains(left), kPatience);
    QCOMPARE(kept().size(), 1);
    QTRY_VERIFY(!other.message()->isVisible());
  }

  /// A sample has no file beside which notes could be.
  void notes_on_a_sample_are_kept() {
    Shown shown(scratch_, kFigure2);
    shown.window.document().change_alignment(Bytes{64});
    shown.window.state().set_notes({{kFirst, "mine"}});
    QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 1, kPatience);
    leave_a_copy();
    Shown other(scratch_);
    QVERIFY(takes_up(other, "restore_edits"));
    QTRY_COMPARE_WITH_TIMEOUT(other.window.state().notes(), (ViewState::Notes{{kFirst, "mine"}}), kPatience);
    QCOMPARE(other.window.document().path(), QString(kFigure2));
    QCOMPARE(other.window.document().alignment(), Bytes{64});
    other.settle();
  }

  /// A column that was not read would be lost: saving still asks for another file.
  void what_a_file_cannot_hold_is_known_after_a_restart() {
    const QByteArray text = "id,lower,upper,size,colour\na,0,4,10,red\n";
    const QString path = scratch_.write("colours.csv", text);
    Shown shown(scratch_, path);
    lose_edits(shown);
    Shown other(scratch_);
    QVERIFY(takes_up(other, "restore_edits"));
    QTRY_VERIFY_WITH_TIMEOUT(other.window.document().is_open(), kPatience);
    other.settle();
    other.window.saving().save();
    QTRY_VERIFY(QApplication::activeModalWidget());
    QApplication::activeModalWidget()->close();
    QCOMPARE(Scratch::read(path), text);
    other.settle();
  }

  void what_is_set_aside_for_a_lesson_is_kept() {
    Shown shown(scratch_, scratch_.copy_of("aside.stowage.json", kFigure2));
    shown.grow();
    shown.open(":/samples/lessons/3_avoid_merge_fit.json");
    QVERIFY(shown.window.document().is_suspended_modified());
    QTRY_COMPARE_WITH_TIMEOUT(kept().size(), 1, kPatience);
    shown.trigger("leave_lesson");
    QCOMPARE(kept().size(), 1);
  }

  // ---- the file on disk

  void a_file_that_others_changed_is_read_again_on_demand() {
    const QString path = scratch_.copy_of("watched.stowage.json", kFigure2);
    Shown shown(scratch_, path);
    shown.grow();
    shown.window.saving().save();  // which is no change by others
    QTRY_VERIFY_WITH_TIMEOUT(!shown.window.isWindowModified(), kPatience);
    shown.settle();
    QVERIFY2(!shown.message()->isVisible(), qPrintable(shown.message()->text()));
    std::ignore = scratch_.copy_of("watched.stowage.json", kTraining);
    QVERIFY(offers(shown, "reload_changed"));
    click(shown.part<QToolButton>("reload_changed"));
    QTRY_VERIFY_WITH_TIMEOUT(same_graph(shown.graph(), read_graph(path)), kPatience);
    shown.settle();
    QVERIFY2(!shown.message()->isVisible(), qPrintable(shown.message()->text()));
    QVERIFY(!shown.window.isWindowModified());
  }

  void reloading_asks_before_edits_are_lost() {
    const QString path = scratch_.copy_of("asked.stowage.json", kFigure2);
    Shown shown(scratch_, path);
    shown.grow();
    const auto mine = shown.window.document().graph();
    std::ignore = scratch_.copy_of("asked.stowage.json", kTraining);
    QVERIFY(offers(shown, "reload_changed"));
    for (const bool agrees : {false, true}) {
      when_asked<QMessageBox>(&shown.window, [&](QMessageBox* box) {
        QCOMPARE(box->objectName(), QString("reload_file"));
        agrees ? click(button_of(*box, "reload")) : click(box->button(QMessageBox::Cancel));
      });
      click(shown.part<QToolButton>("reload_changed"));
      shown.wait_for_answers();
      shown.settle();
      QCOMPARE(shown.window.document().graph() == mine, !agrees);
    }
    QVERIFY(same_graph(shown.graph(), read_graph(path)));
    QVERIFY(!shown.window.isWindowModified());
  }

  /// A file that broke is said with its fault, and what is open stays. A file that is whole again is said to have
  /// changed.
  void a_broken_file_changes_nothing() {
    const QString path = scratch_.copy_of("breaks.stowage.json", kFigure2);
    Shown shown(scratch_, path);
    const auto mine = shown.window.document().graph();
    std::ignore = scratch_.write("breaks.stowage.json", "{\"format\": \"stow");
    QVERIFY(offers(shown, "reload_changed"));
    QVERIFY2(says(shown.message()->text(), {"broken", "breaks.stowage.json:line 1"}),
             qPrintable(shown.message()->text()));
    shown.press("reload_changed");
    QTRY_VERIFY(!shown.window.findChild<QToolButton*>("reload_changed"));  // behind the fault
    QVERIFY2(shown.message()->text().contains("breaks.stowage.json"), qPrintable(shown.message()->text()));
    QCOMPARE(shown.window.document().graph(), mine);
    click(shown.part<QToolButton>("message_dismiss"));
    QVERIFY(shown.window.findChild<QToolButton*>("reload_changed"));  // it is still another file
    std::ignore = scratch_.copy_of("breaks.stowage.json", kTraining);
    QTRY_VERIFY_WITH_TIMEOUT(says(shown.message()->text(), {"breaks.stowage.json", "changed"}), kPatience);
  }

  void a_file_that_is_gone_can_be_written_again() {
    const QString path = scratch_.copy_of("goes.stowage.json", kFigure2);
    Shown shown(scratch_, path);
    QVERIFY(QFile::remove(path));
    QVERIFY(offers(shown, "save_gone"));
    click(shown.part<QToolButton>("save_gone"));
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!shown.message()->isVisible(), kPatience);
    QVERIFY(same_graph(read_graph(path), shown.graph()));
    shown.settle();
  }
};

STOWAGE_WINDOW_TEST(WindowUnsavedTest);
#include "tst_window_unsaved.moc"
