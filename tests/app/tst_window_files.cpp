// SPDX-License-Identifier: GPL-3.0-or-later
// What the window opens, saves, imports and exports, and what it says when that fails. Of writes that follow each other
// none hides how another ended.
#include "app/settings/file_names.h"
#include "tests/app/window_test.h"

namespace {

using Ends = std::map<QString, bool>;  // by path: whether it was written

Ends ends_of(const QSignalSpy& written) {
  Ends out;
  for (const auto& each : written) out[each[0].toString()] = each[1].toString().isEmpty();
  return out;
}

}  // namespace

class WindowFilesTest : public WindowTest {
  Q_OBJECT

  static QByteArray name(Shown& shown, std::size_t o) { return text_of(shown.graph().name(OperatorId(o))).toUtf8(); }

  /// By menu, dialog and its button.
  void import(Shown& shown, const QString& path) {
    when_asked<QFileDialog>(&shown.window, [&](QFileDialog* dialog) { name_file(dialog, path); });
    shown.activate();
    QTest::keyClick(&shown.window, Qt::Key_F, Qt::AltModifier);
    QTest::keyClick(open_menu(), Qt::Key_U);
    shown.wait_for_answers();
    shown.settle();
  }

 private slots:
  void a_failed_load_keeps_what_is_open() {
    Shown& shown = fresh(kTraining);
    const auto graph = shown.window.document().graph();
    const QString bad = scratch_.write("bad.stowage.json", R"({"format": "stowage-graph", "version": 1,
      "nodes": [{"id": "a"}], "tensors": [{"id": "x", "size": -1, "producer": "b", "consumers": []}]})");
    shown.open(bad);
    QCOMPARE(shown.window.document().graph(), graph);
    QVERIFY(shown.message()->isVisible() && says(shown.message()->text(), {"bad.stowage.json", "/tensors/0"}));
    click(shown.part<QToolButton>("message_details"));
    auto* dialog = shown.part<QDialog>("message_dialog");
    const QString all = dialog->findChild<QPlainTextEdit*>()->toPlainText();
    QCOMPARE(all.count('\n'), 1);  // both faults: the size and the producer
    for (QPushButton* button : dialog->findChildren<QPushButton*>())
      if (button->text().contains("Copy")) click(button);
    QCOMPARE(QGuiApplication::clipboard()->text(), all);
    click(shown.part<QToolButton>("message_dismiss"));
    QVERIFY(!shown.message()->isVisible());
    shown.open(scratch_.path("no such file"));
    QCOMPARE(shown.window.document().graph(), graph);
    QVERIFY(shown.message()->isVisible());
    QCOMPARE(shown.window.recent_files().paths(), QStringList());
  }

  void the_heap_map_becomes_a_page() {
    Shown& shown = fresh();
    const QString path = scratch_.path("map.html");
    QVERIFY(!shown.export_page(path).reason.isEmpty());  // nothing is open
    shown.open(kTraining);
    shown.window.state().toggle_class(1);
    QCOMPARE(shown.export_page(path).reason, QString());
    const QByteArray page = Scratch::read(path);
    QVERIFY(page.contains("\"hidden\":[1]"));
    QVERIFY(page.contains("\"title\":\"training step\""));
    QVERIFY(shown.part<QAction>("export_web_page")->isEnabled());
  }

  void saves_a_plan_that_opens_again() {
    Shown& shown = fresh(kTraining);
    const QString path = scratch_.path("plan.json");
    shown.save_plan(path);
    const auto offsets = shown.plan().offsets;
    shown.open(path);
    QCOMPARE(shown.shown_strategy(), std::string("imported"));
    QVERIFY(shown.plan().offsets == offsets);
    QVERIFY(!shown.message()->isVisible());

    // With everything at 0 it is no plan, and the window says so.
    QJsonObject plan = QJsonDocument::fromJson(Scratch::read(path)).object(), zeros = plan["offsets"].toObject();
    for (QJsonValueRef each : zeros) each = 0;
    plan["offsets"] = zeros;
    shown.open(scratch_.write("unsafe.json", QJsonDocument(plan).toJson()));
    QVERIFY2(shown.message()->isVisible(), qPrintable(shown.status()));
    QVERIFY2(shown.message()->text().contains("unsafe.json"), qPrintable(shown.message()->text()));

    // Alone it asks for its graph.
    shown.window.close_document();
    shown.open(scratch_.write("lonely.json", R"({"format": "stowage-plan", "version": 1, "offsets": {}})"));
    QVERIFY(!shown.window.document().is_open());
    QVERIFY2(shown.message()->text().contains("lonely.json"), qPrintable(shown.message()->text()));
  }

  void names_without_an_ending_get_the_usual_one() {
    QCOMPARE(with_suffix("/a.b/plan", ".plan.json"), QString("/a.b/plan.plan.json"));
    QCOMPARE(with_suffix("/a.b/plan.json", ".plan.json"), QString("/a.b/plan.json"));
    QCOMPARE(suffix_of("PNG image (*.png);;SVG drawing (*.svg)"), QString(".png"));
    QCOMPARE(suffix_of("All files (*)"), QString());
    Shown& shown = fresh(kTraining);
    const QString bare = scratch_.path("bare");
    const auto is_written = [&](const Ended& ended, const QString& ending) {
      QCOMPARE(ended.reason, QString());
      QCOMPARE(ended.path, bare + ending);
      QVERIFY(QFileInfo::exists(bare + ending));
    };
    is_written(shown.save_plan(bare), ".plan.json");
    is_written(shown.save_graph(bare), ".stowage.json");
    is_written(shown.save_table("tensor_view", bare), ".csv");
    is_written(shown.export_image("heap_map", bare), ".png");
    is_written(shown.export_page(bare), ".html");
    QVERIFY(!QFileInfo::exists(bare));
  }

  /// The folder that the dialogs begin in.
  void only_a_folder_that_worked_is_remembered() {
    Shown& shown = fresh();
    QVERIFY(QDir(scratch_.path("")).mkpath("good"));
    const auto folder = [&] { return shown.settings.value("files/folder").toString(); };
    shown.open(scratch_.write("broken.stowage.json", "{"));
    QCOMPARE(folder(), QString());
    shown.open(scratch_.write("good/figure.stowage.json", Scratch::read(kFigure2)));
    QCOMPARE(folder(), scratch_.path("good"));
    shown.save_plan(scratch_.path("nowhere/a.plan.json"));
    QCOMPARE(folder(), scratch_.path("good"));
    shown.save_plan(scratch_.path("a.plan.json"));
    QCOMPARE(folder(), QFileInfo(scratch_.path("a.plan.json")).absolutePath());
    shown.open(kTraining);  // no file of the user's
    QCOMPARE(folder(), QFileInfo(scratch_.path("a.plan.json")).absolutePath());
  }

  void the_dialog_lists_all_that_opens() {
    const QString all = open_filters().section(";;", 0, 0);
    for (const char* pattern : {"*.stowage.json", "*.plan.json", "*.json", "*.csv"})
      QVERIFY2(QRegularExpression("[( ]" + QRegularExpression::escape(pattern) + "[) ]").match(all).hasMatch(),
               qPrintable(all));
  }

  /// Only the endings of known formats go; dots within a name stay.
  void suggested_names_keep_their_dots() {
    for (const auto& [file, name] : {std::pair("pangu_2.6B.csv", "pangu_2.6B"),
                                     {"drawing.stowage.json", "drawing"},
                                     {"drawing.plan.json", "drawing"},
                                     {"drawing.json", "drawing"},
                                     {"gpt 2.6B", "gpt_2.6B"},
                                     {"a:b*c", "a_b_c"},
                                     {".json", "graph"},
                                     {"..hidden", "hidden"},
                                     {"", "graph"}})
      QCOMPARE(base_name(file), QString(name));
  }

  /// A page on which the graph's texts have their normal height, and the graph's name on that of the chart.
  void images_have_the_page_they_ask_for() {
    Shown& shown = fresh(kTraining);
    const auto page_of = [&](QSize natural) {
      Drawing drawing;
      drawing.natural_size = natural;
      return shown.window.exporter().page_for("graph", drawing);
    };
    QCOMPARE(page_of({3000, 2000}).logical_size(), QSizeF(3000, 2000));
    QCOMPARE(page_of({3000, 2000}).pixels(), QSize(6000, 4000));
    QCOMPARE(page_of({8000, 8000}).pixels(), QSize(8000, 8000));  // twice as fine, it would take a gigabyte
    const QSize view = page_of({}).logical_size().toSize();
    QVERIFY(view.width() >= 960 && view.width() < 4000);
    QCOMPARE(page_of({100'000, 20}).logical_size().toSize(), view);
    QCOMPARE(shown.export_image("chart", scratch_.path("chart.svg")).reason, QString());
    QVERIFY(shown.window.exporter().drawing_of("chart").title.contains(shown.window.document().title()));
  }

  void cancel_stops_and_keeps_the_window_alive() {
    STOWAGE_NEEDS_SHARED();
    Shown& shown = fresh(kTraining);
    wait_until_idle();
    const auto graph = shown.window.document().graph();
    const std::size_t threads = thread_count();
    shown.window.open_file(QString::fromStdString(shared_path("data/intervals/pangu_2.6B.csv")));
    QVERIFY(shown.part<QToolButton>("cancel_work")->isVisible());
    click(shown.part<QToolButton>("cancel_work"));
    QTRY_VERIFY(!shown.window.busy());
    QVERIFY(!shown.part<QToolButton>("cancel_work")->isVisible());
    wait_for_threads(threads);  // what the cancelled load would say is dropped
    QCOMPARE(shown.window.document().graph(), graph);
    QVERIFY(shown.window.planning().view().plan);
  }

  void recent_files_are_kept_and_pruned() {
    const QString settings = scratch_.fresh_settings();
    QStringList paths;
    for (int k = 0; k < 12; ++k)
      paths += scratch_.write(QStringLiteral("recent%1.stowage.json").arg(k), Scratch::read(kFigure2));
    QStringList newest(paths.rbegin(), paths.rend());
    newest.resize(RecentFiles::kMost);
    {
      Shown shown(settings);
      for (const QString& path : paths) shown.open(path);
      QCOMPARE(shown.window.recent_files().paths(), newest);
    }
    // What is not there is not offered, and not forgotten: a disk may be mounted again.
    QFile::rename(paths.last(), paths.last() + ".away");
    Shown again(settings);
    RecentFiles& recent = again.window.recent_files();
    QTRY_COMPARE_WITH_TIMEOUT(recent.paths(), newest.sliced(1), kPatience);
    QFile::rename(paths.last() + ".away", paths.last());
    recent.refresh();
    QTRY_COMPARE_WITH_TIMEOUT(recent.paths(), newest, kPatience);
    recent.clear();
    QVERIFY(recent.paths().isEmpty());
  }

  void files_can_be_dropped() {
    Shown& shown = fresh();
    const QString path = scratch_.write("dropped.stowage.json", Scratch::read(kFigure2));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&shown.window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(&shown.window, &drop);
    QTRY_COMPARE_WITH_TIMEOUT(shown.window.document().path(), path, kPatience);
    QMimeData words;
    words.setText("no file");
    QDragEnterEvent other({100, 100}, Qt::CopyAction, &words, Qt::LeftButton, {});
    other.ignore();
    QCoreApplication::sendEvent(&shown.window, &other);
    QVERIFY(!other.isAccepted());
  }

  void unknown_sizes_are_given_in_a_file() {
    Shown& shown =
        fresh(scratch_.write("open.json", R"({"format": "stowage-graph", "version": 1, "nodes": [{"id": "a"}],
        "tensors": [{"id": "x", "size": null, "producer": "a", "output": true}]})"));
    const QString sizes = scratch_.write("sizes.csv", "tensor,bytes\nx,4096\n");
    const auto read = [&](const std::function<void(QDialog&)>& fill) {
      shown.part<QAction>("reading_options")->trigger();
      fill(*shown.part<QDialog>("reading"));
      click(part_of<QPushButton>(*shown.part<QDialog>("reading"), "read_again"));
      wait_until([&] { return !shown.window.findChild<QDialog*>("reading"); });
      shown.settle();
    };
    read([&](QDialog& dialog) {
      when_asked<QFileDialog>(&shown.window, [&](QFileDialog* files) { name_file(files, sizes); });
      auto* remove = part_of<QPushButton>(dialog, "no_sizes");
      click(part_of<QPushButton>(dialog, "reading_sizes"));
      QTRY_VERIFY(remove->isEnabled());
    });
    QCOMPARE(shown.plan().footprint, Bytes{4096});
    read([&](QDialog& dialog) { click(part_of<QPushButton>(dialog, "no_sizes")); });
    QVERIFY(uncounted(shown.graph()).any());
  }

  void the_meaning_of_interval_ends_can_be_chosen() {
    Shown& shown = fresh();
    const auto* options = shown.part<QAction>("reading_options");
    QVERIFY(options->isVisible() && !options->isEnabled() && !options->toolTip().isEmpty());
    // Half-open, b follows a; closed, they meet at 4.
    shown.open(scratch_.write("two.csv", "id,lower,upper,size\na,0,4,10\nb,4,8,10\n"));
    QVERIFY(options->isEnabled());
    for (const auto& [ends, footprint] : {std::pair(2, 20), {1, 10}, {0, 10}}) {
      shown.part<QAction>("reading_options")->trigger();
      auto* dialog = shown.part<QDialog>("reading");
      part_of<QComboBox>(*dialog, "reading_ends")->setCurrentIndex(ends);
      click(part_of<QPushButton>(*dialog, "read_again"));
      wait_until([&] { return !shown.window.findChild<QDialog*>("reading"); });
      shown.settle();
      QCOMPARE(shown.plan().footprint, Bytes{footprint});
    }
    shown.open(kFigure2);
    QVERIFY(!options->isEnabled());
  }

  /// Each begun before the one before it has ended.
  void a_later_write_hides_no_failure() {
    Shown& shown = fresh(kFigure2);
    const QSignalSpy written(&shown.window, &MainWindow::written);
    const QString bad = scratch_.path("no/such/folder/a.plan.json"), worse = scratch_.path("nor/this/b.stowage.json"),
                  plan = scratch_.path("good.plan.json"), image = scratch_.path("good.png"),
                  page = scratch_.path("good.html"), graph = scratch_.path("good.stowage.json");
    QApplication::clipboard()->clear();
    shown.window.saving().save_plan(bad);
    shown.window.saving().save_plan(plan);
    shown.window.exporter().export_image("heap_map", image);
    shown.map()->setFocus();
    QTest::keySequence(&shown.window, QKeySequence("Ctrl+Shift+C"));
    shown.window.saving().save_graph(worse);
    shown.window.exporter().export_page(page);
    shown.window.saving().save_graph(graph);
    QVERIFY(shown.window.busy());
    QTRY_COMPARE_WITH_TIMEOUT(written.count(), 6, kPatience);
    QCOMPARE(ends_of(written),
             (Ends{{bad, false}, {worse, false}, {plan, true}, {image, true}, {page, true}, {graph, true}}));
    for (const QString& path : {plan, image, page, graph}) QVERIFY2(QFile::exists(path), qPrintable(path));
    QVERIFY(!QApplication::clipboard()->image().isNull());
    // Both failures can be read.
    QVERIFY(shown.message()->isVisible());
    QVERIFY2(shown.message()->details().contains("no/such/folder"), qPrintable(shown.message()->details()));
    QVERIFY2(shown.message()->details().contains("nor/this"), qPrintable(shown.message()->details()));
    QTRY_VERIFY(!shown.window.busy());
  }

  /// A write that fails, while another one succeeds; once that file is written after all, the message goes. Until then
  /// it stays to be read, whatever else is said; what was said last comes first among faults, and what the user has
  /// dismissed is not brought up again.
  void a_failure_stays_until_its_file_is_written() {
    Shown& shown = fresh(kFigure2);
    MessageBar& bar = *shown.message();
    const QString missing = scratch_.path("later/a.png");
    const auto tells = [&] { return bar.isVisible() && bar.text().contains("later"); };
    const QSignalSpy written(&shown.window, &MainWindow::written);
    shown.window.exporter().export_image("heap_map", missing);
    shown.window.saving().save_plan(scratch_.path("fine.plan.json"));
    QTRY_COMPARE_WITH_TIMEOUT(written.count(), 2, kPatience);
    QVERIFY2(tells(), qPrintable(bar.text()));
    bar.show_remark(MessageBar::Topic::planning, "a remark");
    QVERIFY2(tells(), qPrintable(bar.text()));
    bar.show_fault(MessageBar::Topic::work, "a fault");
    QCOMPARE(bar.text(), QString("a fault"));
    click(shown.part<QToolButton>("message_dismiss"));
    QVERIFY2(tells(), qPrintable(bar.text()));
    shown.open(kTraining);
    QVERIFY2(tells(), qPrintable(bar.text()));
    QVERIFY(QDir().mkpath(scratch_.path("later")));
    shown.export_image("heap_map", missing);
    QVERIFY2(!bar.isVisible(), qPrintable(bar.text()));

    shown.save_plan(scratch_.path("gone/a.plan.json"));
    click(shown.part<QToolButton>("message_dismiss"));
    QVERIFY2(!bar.isVisible(), qPrintable(bar.text()));
    shown.save_plan(scratch_.path("gone/b.plan.json"));
    QVERIFY2(bar.text().contains("gone"), qPrintable(bar.text()));
    QVERIFY2(!bar.details().contains("a.plan.json"), qPrintable(bar.details()));
  }

  /// Closing waits for what is being written; where that fails the window stays, and says so. Then it closes.
  void closing_waits_for_writes() {
    Shown shown(scratch_, kFigure2);
    const QSignalSpy written(&shown.window, &MainWindow::written);
    const QString good = scratch_.path("closing.plan.json"), bad = scratch_.path("nowhere/closing.plan.json");
    shown.window.saving().save_plan(bad);
    QVERIFY(!shown.close());
    QCOMPARE(ends_of(written), (Ends{{bad, false}}));
    QVERIFY(shown.window.isVisible() && shown.message()->isVisible());
    shown.window.saving().save_plan(good);
    QVERIFY(shown.close());
    QCOMPARE(ends_of(written), (Ends{{bad, false}, {good, true}}));
    QVERIFY(QFile::exists(good));
  }

  void a_csv_is_one_step() {
    Shown& shown = fresh();
    QVERIFY(!shown.part<QAction>("import_durations")->isEnabled());
    shown.open(kFigure2);
    QVERIFY(shown.part<QAction>("import_durations")->isEnabled());
    QByteArray csv("operator,duration_us\n");
    for (OperatorId o : shown.graph().operators()) csv += name(shown, o.index()) + ",10\n";
    import(shown, scratch_.write("times.csv", csv));
    for (OperatorId o : shown.graph().operators())
      QCOMPARE(shown.graph().duration(o), (Duration{10'000, Duration::From::measured}));
    QVERIFY2(!shown.message()->isVisible(), qPrintable(shown.message()->text()));
    QVERIFY2(shown.status().contains("makespan"), qPrintable(shown.status()));
    QCOMPARE(shown.history().count(), 1);
    QVERIFY(says(shown.history().undoText(), {"times.csv"}));
    shown.press_key(QKeySequence::Undo);
    QVERIFY(!shown.graph().has_durations());
    QVERIFY(!shown.window.isWindowModified());
    shown.press_key(QKeySequence::Redo);
    QVERIFY(shown.graph().has_durations());
    import(shown, scratch_.path("times.csv"));  // the same once more
    QVERIFY(shown.message()->isVisible());
    QCOMPARE(shown.history().count(), 1);
  }

  void names_that_are_not_found_are_told() {
    Shown& shown = fresh(kFigure2);
    import(shown,
           scratch_.write("times.csv", "name,ns,from\nnobody,5,\n" + name(shown, 0) + ",7,estimated\nnobody too,5,\n"));
    QCOMPARE(shown.graph().duration(OperatorId(0)), (Duration{7, Duration::From::estimated}));
    const QString text = shown.message()->text();
    QVERIFY2(shown.message()->isVisible() && text.startsWith("times.csv"), qPrintable(text));
    QVERIFY(says(text, {"line 2", "\"nobody\"", "1", "7"}));  // one more row, and operators without one
  }

  void a_bad_file_changes_nothing() {
    Shown& shown = fresh(kFigure2);
    QByteArray csv("operator,duration\nNAME,5\nNAME,soon\nNAME,-1\n");
    const QString path = scratch_.write("bad.csv", csv.replace("NAME", name(shown, 0)));
    import(shown, path);
    const QString text = shown.message()->text();
    QVERIFY(says(text, {path + ":line 3: ", "\"soon\"", "1"}));  // and one more fault
    QVERIFY2(shown.message()->details().contains("line 4"), qPrintable(shown.message()->details()));
    QVERIFY(!shown.graph().has_durations());
    QCOMPARE(shown.history().count(), 0);
    import(shown, scratch_.write("empty.csv", QByteArray()));
    QVERIFY2(shown.message()->text().contains("empty.csv:line 1: "), qPrintable(shown.message()->text()));
  }
};

STOWAGE_WINDOW_TEST(WindowFilesTest);
#include "tst_window_files.moc"
