// SPDX-License-Identifier: GPL-3.0-or-later
// Saving what was edited, and what is asked before changes are lost.
#include "app/dialogs/zoo_dialog.h"
#include "core/insight/edit/same_graph.h"
#include "tests/app/window_test.h"

namespace {

constexpr TensorId kFirst{0};

/// AlexNet, run forward, by the keys of the dialog.
void make_from_zoo(Shown& shown) {
  QTest::keySequence(&shown.window, QKeySequence::New);
  auto* dialog = shown.part<ZooDialog>("zoo");
  dialog->findChild<QComboBox*>("zoo_run")->setCurrentIndex(1);
  QTest::keyClick(dialog, Qt::Key_Return);
  shown.settle();
}

/// Keys reach the window once it is active again after a dialog.
void press_save(Shown& shown) {
  shown.activate();
  QTest::keySequence(shown.map(), QKeySequence::Save);
}

/// Until it is written.
void save(Shown& shown) {
  press_save(shown);
  wait_until([&] { return !shown.window.isWindowModified(); }, "never saved");
  shown.settle();
}

/// Whether saving asks for another file, which it does not get.
bool asks_for_a_file(Shown& shown) {
  bool asked = false;
  when_asked<QFileDialog>(&shown.window, [&](QFileDialog* dialog) {
    asked = true;
    dialog->reject();
  });
  press_save(shown);
  std::ignore = QTest::qWaitFor([&] { return asked; }, kPatience);
  shown.wait_for_answers();
  return asked;
}

}  // namespace

class WindowSavingTest : public WindowTest {
  Q_OBJECT

 private slots:
  void initTestCase() { QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs); }

  void saving_goes_to_the_file_and_keeps_its_unknown_keys() {
    QByteArray text = Scratch::read(kFigure2);
    text.replace("\"version\": 1", "\"version\": 1, \"mine\": {\"deep\": [1, 2]}");
    const QString path = scratch_.write("kept.stowage.json", text);
    Shown& shown = fresh(path);
    shown.grow();
    QVERIFY(shown.window.isWindowModified());
    save(shown);
    QVERIFY(same_graph(read_graph(path), shown.graph()));
    QVERIFY(Scratch::read(path).contains("\"mine\": {\"deep\""));
    QVERIFY(shown.history().isClean());

    // Back to what was opened: that is no longer what the file holds.
    shown.history().undo();
    QVERIFY(shown.window.isWindowModified());
    shown.history().redo();
    QVERIFY(!shown.window.isWindowModified());
    shown.settle();
    QSignalSpy written(&shown.window, &MainWindow::written);
    press_save(shown);  // nothing to do
    wait_until_idle();
    QCOMPARE(written.count(), 0);
  }

  /// The file is read before the question. Its content after the question counts, also where the document was saved
  /// in a second file meanwhile.
  void the_open_file_is_saved_and_opened_again() {
    for (const bool elsewhere_too : {false, true}) {
      const QString path = scratch_.copy_of("again.stowage.json", kFigure2);
      Shown& shown = fresh(path);
      shown.grow();
      const std::shared_ptr<const Graph> edited = shown.window.document().graph();
      QObject scope;
      const auto save_elsewhere = [&](const QString& file) {
        if (elsewhere_too && file == path) shown.window.saving().save_graph(scratch_.path("elsewhere.stowage.json"));
      };
      connect(&shown.window, &MainWindow::written, &scope, save_elsewhere);
      shown.answer(QMessageBox::Save);
      QSignalSpy replaced(&shown.window.document(), &OpenDocument::replaced);
      shown.window.open_file(path);
      QTRY_COMPARE_WITH_TIMEOUT(replaced.count(), 1, kPatience);
      shown.settle();
      QCOMPARE(shown.window.document().path(), path);
      QVERIFY(same_graph(shown.graph(), *edited));
      QVERIFY(same_graph(read_graph(path), *edited));
      QVERIFY(!shown.window.isWindowModified());
    }
  }

  /// A sample may be looked at with any.
  void a_graph_file_keeps_the_alignment() {
    const QString path = scratch_.copy_of("rounded.stowage.json", kFigure2);
    Shown& shown = fresh(path);
    shown.align({64});
    QVERIFY(shown.window.isWindowModified());
    shown.history().undo();
    QVERIFY(!shown.window.isWindowModified());
    shown.history().redo();
    save(shown);
    QCOMPARE(read_graph(path).alignment(), Bytes{64});

    shown.open(kFigure2);
    shown.align({512});
    QVERIFY(!shown.window.isWindowModified());
    shown.grow();
    shown.align({64});
    QVERIFY(shown.window.isWindowModified());
    while (shown.history().canUndo()) shown.history().undo();
    QVERIFY(!shown.window.isWindowModified());
    shown.settle();
  }

  /// Made by the zoo, it has no file yet; by its own name it is asked about and saved.
  void an_untitled_graph_is_saved_elsewhere() {
    Shown& shown = fresh();
    make_from_zoo(shown);
    QVERIFY(!shown.window.isWindowModified());
    shown.grow();
    QVERIFY(shown.window.isWindowModified());
    const QString path = scratch_.path("alexnet.stowage.json");
    when_asked<QMessageBox>(&shown.window, [&](QMessageBox* box) {
      QCOMPARE(box->objectName(), QString("save_changes"));
      QVERIFY(says(box->text(), {"AlexNet, batch 1, forward"}));
      when_asked<QFileDialog>(&shown.window, [&](QFileDialog* dialog) {
        QVERIFY(dialog->findChild<QLineEdit*>("fileNameEdit")->text().contains("AlexNet"));
        name_file(dialog, path);
      });
      click(box->button(QMessageBox::Save));
    });
    const Graph edited = shown.graph();
    shown.window.close_document();
    shown.wait_for_answers();
    QTRY_VERIFY_WITH_TIMEOUT(!shown.window.document().is_open(), kPatience);
    QVERIFY(same_graph(read_graph(path), edited));
    QCOMPARE(shown.window.recent_files().paths(), QStringList{path});
  }

  void a_sample_is_saved_elsewhere() {
    Shown& shown = fresh(kFigure2);
    shown.grow();
    const QString path = scratch_.path("of_a_sample.stowage.json");
    when_asked<QFileDialog>(&shown.window, [&](QFileDialog* dialog) { name_file(dialog, path); });
    press_save(shown);
    QTRY_COMPARE_WITH_TIMEOUT(shown.window.document().path(), path, kPatience);
    QVERIFY(!shown.window.isWindowModified());
    QCOMPARE(shown.window.recent_files().paths().first(), path);
    shown.grow();
    save(shown);  // now there is a file
    QVERIFY(same_graph(read_graph(path), shown.graph()));
  }

  void a_failed_save_says_why_and_stays_modified() {
    Shown shown(scratch_);
    QVERIFY(QDir(scratch_.path("")).mkpath("gone"));
    shown.open(scratch_.copy_of("gone/figure.stowage.json", kFigure2));
    shown.grow();
    QVERIFY(QDir(scratch_.path("gone")).removeRecursively());
    press_save(shown);
    QTRY_VERIFY_WITH_TIMEOUT(shown.message()->isVisible(), kPatience);
    QVERIFY(shown.window.isWindowModified());
    shown.settle();
    // Closing asks, and a save that fails keeps the window.
    shown.answer(QMessageBox::Save);
    QVERIFY(!shown.close());
    QVERIFY(shown.window.isVisible() && shown.window.isWindowModified());
    QVERIFY(QDir(scratch_.path("")).mkpath("gone"));
    save(shown);
    QTRY_VERIFY_WITH_TIMEOUT(!shown.message()->isVisible(), kPatience);  // also that the file was gone
  }

  void what_a_csv_cannot_hold_is_saved_elsewhere() {
    const QString path = scratch_.write("two.csv", "id,lower,upper,size\na,0,4,10\nb,4,8,10\n");
    Shown& shown = fresh(path);
    shown.grow();
    save(shown);  // a size it can hold
    QCOMPARE(Scratch::read(path), QByteArray("id,lower,upper,size\na,0,4,4106\nb,4,8,10\n"));
    shown.settle();

    shown.edit(edits::rename_stream(shown.graph(), StreamId(0), "compute"));
    const QByteArray before = Scratch::read(path);
    QVERIFY(asks_for_a_file(shown));
    for (const char* word : {"two.csv", "lifetimes"}) QVERIFY(says(shown.message()->text(), {word}));
    QCOMPARE(Scratch::read(path), before);
    QVERIFY(shown.window.isWindowModified());

    // As a copy it may be written all the same; what is open is then still unsaved.
    shown.save_graph(scratch_.path("copy.csv"));
    QCOMPARE(shown.window.document().path(), path);
    QVERIFY(shown.window.isWindowModified());
    QVERIFY(says(shown.message()->text(), {"copy.csv"}));

    // Nor may columns go that were not read.
    const QByteArray text = "id,lower,upper,size,colour\na,0,4,10,red\n";
    const QString colours = scratch_.write("colours.csv", text);
    shown.answer(QMessageBox::Discard);
    shown.open(colours);
    shown.grow();
    QVERIFY(asks_for_a_file(shown));
    QVERIFY(says(shown.message()->text(), {"colour"}));
    QCOMPARE(Scratch::read(colours), text);
  }

  void a_file_changed_by_others_is_asked_about() {
    const QString path = scratch_.copy_of("shared.stowage.json", kFigure2);
    Shown& shown = fresh(path);
    shown.grow();
    const QByteArray theirs = Scratch::read(kTraining);
    QCOMPARE(scratch_.write("shared.stowage.json", theirs), path);
    bool asked = false;
    when_asked<QMessageBox>(&shown.window, [&](QMessageBox* box) {
      asked = box->text().contains("shared.stowage.json");
      click(box->button(QMessageBox::Cancel));
    });
    press_save(shown);
    shown.wait_for_answers();
    QVERIFY(asked);
    QCOMPARE(Scratch::read(path), theirs);
    QVERIFY(shown.window.isWindowModified());
    when_asked<QMessageBox>(&shown.window, [](QMessageBox* box) { click(button_of(*box, "overwrite_file")); });
    save(shown);
    QVERIFY(same_graph(read_graph(path), shown.graph()));
    shown.grow();
    save(shown);  // its own writing is no change by others
  }

  void closing_asks_before_changes_are_lost() {
    const QString path = scratch_.copy_of("closing.stowage.json", kFigure2);
    Shown shown(scratch_, path);
    shown.grow();
    const QByteArray before = Scratch::read(path);
    shown.answer(QMessageBox::Cancel);
    QVERIFY(!shown.close());
    QVERIFY(shown.window.isVisible() && shown.window.isWindowModified());
    // The other ways to lose them: closing the document, and opening another.
    shown.answer(QMessageBox::Cancel);
    shown.press_key(QKeySequence::Close);
    shown.wait_for_answers();
    shown.answer(QMessageBox::Cancel);
    shown.open(kTraining);
    QCOMPARE(shown.window.document().path(), path);
    QVERIFY(shown.window.isWindowModified());
    QCOMPARE(Scratch::read(path), before);

    shown.answer(QMessageBox::Discard);
    shown.open(kTraining);
    QCOMPARE(shown.window.document().path(), QString(kTraining));
    QCOMPARE(Scratch::read(path), before);
    shown.open(path);
    shown.grow();
    const Graph edited = shown.graph();
    shown.answer(QMessageBox::Save);
    QVERIFY(shown.close());
    QVERIFY(!shown.window.isVisible());
    QVERIFY(same_graph(read_graph(path), edited));
  }

  void the_prompt_names_the_file_and_its_keys_work() {
    const Qt::KeyboardModifiers alt = Qt::AltModifier, none;
    for (const auto& [key, modifiers, goes] : {std::tuple(Qt::Key_D, alt, true),
                                               {Qt::Key_D, none, true},
                                               {Qt::Key_C, alt, false},
                                               {Qt::Key_Escape, none, false}}) {
      const QString path = scratch_.copy_of("named_otherwise.stowage.json", kFigure2);
      Shown shown(scratch_, path);
      shown.grow();
      const QByteArray before = Scratch::read(path);
      QString text;
      bool answered = false;
      when_asked<QMessageBox>(&shown.window, [&, key = key, modifiers = modifiers](QMessageBox* box) {
        text = box->text();
        QApplication::setActiveWindow(box);  // without a window manager nobody else does, and shortcuts need it
        QTest::keyClick(box, key, modifiers);
        const QPointer<QMessageBox> kept = box;                                   // it is deleted once it is answered
        answered = QTest::qWaitFor([&] { return !kept || !kept->isVisible(); });  // the button is seen going down
        if (!answered) kept->reject();
      });
      QCOMPARE(shown.close(), goes);
      QVERIFY(answered);
      QVERIFY(says(text, {"named_otherwise.stowage.json"}));
      QCOMPARE(shown.window.isVisible(), !goes);
      QCOMPARE(Scratch::read(path), before);
      if (goes) continue;
      shown.undo();
      QVERIFY(shown.close());  // unasked
    }
  }

  /// Another file is opened while a save runs: each document keeps its own file.
  void a_save_knows_its_document() {
    const QString first = scratch_.copy_of("first.stowage.json", kFigure2),
                  second = scratch_.copy_of("second.stowage.json", kTraining);
    Shown& shown = fresh();
    OpenDocument& document = shown.window.document();
    shown.open(first);
    shown.grow();
    const Graph edited = *document.graph();
    QSignalSpy written(&shown.window, &MainWindow::written);
    press_save(shown);
    QVERIFY(shown.window.busy());
    document.open(second, *read_document(Scratch::read(second).toStdString(), second.toStdString()), {},
                  FileStamp::of(second));
    QTRY_COMPARE_WITH_TIMEOUT(written.count(), 1, kPatience);
    shown.settle();
    QCOMPARE(document.path(), second);
    QVERIFY(!shown.window.isWindowModified());
    QVERIFY(same_graph(read_graph(first), edited));
    shown.grow();
    save(shown);
    QVERIFY(same_graph(read_graph(first), edited));
    QVERIFY(same_graph(read_graph(second), *document.graph()));
    shown.settle();
  }

  /// What is saved already is not asked about: closing and opening wait for the save.
  void who_leaves_waits_for_the_save() {
    const QString first = scratch_.copy_of("left.stowage.json", kFigure2);
    Shown shown(scratch_);
    for (const bool closes : {true, false}) {
      shown.open(first);
      shown.grow();
      const Graph edited = shown.graph();
      press_save(shown);
      QVERIFY(shown.window.busy());
      closes ? shown.window.close_document() : shown.window.open_file(kTraining);
      QTRY_VERIFY_WITH_TIMEOUT(closes != shown.window.document().is_open() && shown.window.document().path() != first,
                               kPatience);
      shown.settle();
      QVERIFY(!QApplication::activeModalWidget());
      QVERIFY(same_graph(read_graph(first), edited));
    }
    shown.grow();
    shown.answer(QMessageBox::Discard);
    QVERIFY(shown.close());
  }

  /// An edit that is still being made is part of what is saved, and of what would be lost.
  void who_saves_waits_for_the_edit() {
    QByteArray text = "id,lower,upper,size\n";
    for (int k = 0; k < 21'000; ++k) text += "t" + QByteArray::number(k) + ",0,1,8\n";
    const QString path = scratch_.write("slow.csv", text);
    Shown shown(scratch_, path);
    OpenDocument& document = shown.window.document();
    document.edit(resize(kFirst, Bytes{4104}));
    QVERIFY(document.is_editing());
    press_save(shown);
    QTRY_VERIFY_WITH_TIMEOUT(Scratch::read(path).contains("t0,0,1,4104"), kPatience);
    shown.settle();
    QVERIFY(!shown.window.isWindowModified());
    document.edit(resize(kFirst, Bytes{8}));
    QVERIFY(document.is_editing());
    bool asked = false;
    when_asked<QMessageBox>(&shown.window, [&](QMessageBox* box) {
      asked = true;
      click(box->button(QMessageBox::Discard));
    });
    QVERIFY(shown.close() && asked);
  }
};

STOWAGE_WINDOW_TEST(WindowSavingTest);
#include "tst_window_saving.moc"
