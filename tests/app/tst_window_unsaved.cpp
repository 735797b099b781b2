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
void keeps(int files) {
  QTRY_COMPARE_WITH_TIMEOUT(kept().size(), files, kPatience);
}

/// As a process leaves the only file there is when it is killed: nobody has its lock.
void leave_a_copy(const QString& name = "left-behind.unsaved") {
  keeps(1);
  const QDir in(EditKeeper::folder());
  if (!QFile::copy(in.filePath(kept().first()), in.filePath(name))) qFatal("cannot copy what was kept");
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

  /// Nothing is kept of a document that is saved, as it is on disk again, or closed. What is set aside for a lesson is.
  void edits_are_kept_while_they_are_unsaved() {
    const QString path = scratch_.copy_of("kept.stowage.json", kFigure2);
    Shown shown(scratch_, path);
    QVERIFY(kept().isEmpty());
    shown.grow();
    keeps(1);
    shown.history().undo();
    keeps(0);
    shown.history().redo();
    keeps(1);
    shown.window.saving().save();
    keeps(0);
    shown.grow();
    shown.open(kFit);
    QVERIFY(shown.window.document().is_suspended_modified());
    keeps(1);
    shown.trigger("leave_lesson");
    QCOMPARE(kept().size(), 1);
    shown.answer(QMessageBox::Discard);
    QVERIFY(shown.close());
    keeps(0);
  }

  /// A window that is open keeps its own: only what nobody has is offered. What is discarded is gone.
  void what_was_lost_is_offered_and_restored() {
    const QString path = scratch_.copy_of("lost.stowage.json", kFigure2);
    const QByteArray before = Scratch::read(path);
    {
      Shown shown(scratch_, path);
      shown.grow();
      const Graph edited = shown.graph();
      leave_a_copy();
      Shown other(scratch_);
      QVERIFY(takes_up(other, "discard_edits"));
      QTRY_VERIFY_WITH_TIMEOUT(!kept().contains("left-behind.unsaved"), kPatience);
      QCOMPARE(kept().size(), 1);
      QTRY_VERIFY(!other.message()->isVisible());

      leave_a_copy("another.unsaved");
      other.window.offer_lost_edits();
      QVERIFY(offers(other, "restore_edits"));
      QVERIFY(says(other.message()->text(), {"lost.stowage.json"}));
      click(other.part<QToolButton>("restore_edits"));
      QTRY_VERIFY_WITH_TIMEOUT(other.window.document().is_open(), kPatience);
      other.settle();
      QVERIFY(!other.window.findChild<QToolButton*>("restore_edits"));
      QCOMPARE(other.window.document().path(), path);
      QVERIFY(same_graph(other.graph(), edited));
      QVERIFY(other.window.isWindowModified());
      QCOMPARE(Scratch::read(path), before);  // only saving writes there
      QCOMPARE(kept().size(), 2);             // and until then it is kept
      other.window.saving().save();
      QTRY_VERIFY_WITH_TIMEOUT(!other.window.isWindowModified(), kPatience);
      keeps(1);
      QVERIFY(same_graph(read_graph(path), edited));
    }
    QVERIFY(kept().isEmpty());
  }

  /// A sample has no file beside which notes could be.
  void notes_on_a_sample_are_kept() {
    Shown shown(scratch_, kFigure2);
    shown.window.document().change_alignment(Bytes{64});
    shown.window.state().set_notes({{kFirst, "mine"}});
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
    shown.grow();
    leave_a_copy();
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

  // ---- the file on disk

  /// Which asks before edits are lost.
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

    shown.grow();
    const auto mine = shown.window.document().graph();
    std::ignore = scratch_.copy_of("watched.stowage.json", kFigure2);
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
    QVERIFY(says(shown.message()->text(), {"broken", "breaks.stowage.json:line 1"}));
    shown.press("reload_changed");
    QTRY_VERIFY(!shown.window.findChild<QToolButton*>("reload_changed"));  // behind the fault
    QVERIFY(says(shown.message()->text(), {"breaks.stowage.json"}));
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
