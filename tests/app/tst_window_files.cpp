// SPDX-License-Identifier: GPL-3.0-or-later
// What the window opens, saves and exports, and what it says when that fails.
#include <QSvgRenderer>

#include "app/settings/file_names.h"
#include "tests/app/window_test.h"
#include "widgets/painters/style/theme.h"

class WindowFilesTest : public WindowTest {
  Q_OBJECT

 private slots:
  void a_failed_load_keeps_what_is_open() {
    Shown& shown = fresh(kTraining);
    const auto graph = shown.window.document().graph();
    const QString bad = scratch_.write("bad.stowage.json", R"({"format": "stowage-graph", "version": 1,
      "nodes": [{"id": "a"}], "tensors": [{"id": "x", "size": -1, "producer": "b", "consumers": []}]})");
    shown.open(bad);
    QCOMPARE(shown.window.document().graph(), graph);
    QVERIFY(shown.message()->isVisible());
    QVERIFY2(shown.message()->text().contains("bad.stowage.json"), qPrintable(shown.message()->text()));
    QVERIFY2(shown.message()->text().contains("/tensors/0"), qPrintable(shown.message()->text()));
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

  void exports_what_is_seen_data() {
    QTest::addColumn<QByteArray>("view");
    QTest::addColumn<QString>("name");
    for (const char* view : {"heap_map", "graph", "chart", "lanes"})
      for (const char* ending : {"png", "svg", "pdf"})
        QTest::addRow("%s as %s", view, ending) << QByteArray(view) << QStringLiteral("%1.%2").arg(view, ending);
  }

  void exports_what_is_seen() {
    QFETCH(QByteArray, view);
    QFETCH(QString, name);
    Shown& shown = fresh(kTraining);
    const QString path = scratch_.path(name);
    QTRY_VERIFY_WITH_TIMEOUT(!shown.window.drawing(), 3 * kPatience);  // Graphviz is a program of its own
    QCOMPARE(shown.export_image(view.toStdString(), path).reason, QString());
    const QByteArray bytes = Scratch::read(path);
    if (name.endsWith("png")) {
      const QImage image = QImage::fromData(bytes);
      QVERIFY(image.width() >= 1200);
      QSet<QRgb> colors;
      for (int y = 0; y < image.height(); y += 7)
        for (int x = 0; x < image.width(); x += 7) colors.insert(image.pixel(x, y));
      QVERIFY2(colors.size() > 5, "an empty picture");
      QCOMPARE(image.pixelColor(1, 1), Theme::light().background);
    } else if (name.endsWith("svg")) {
      QVERIFY(QSvgRenderer(bytes).isValid());
      QVERIFY(bytes.size() > 4000);
    } else {
      QVERIFY(bytes.startsWith("%PDF"));
      QVERIFY(bytes.size() > 2000);
    }
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

  void an_export_that_fails_says_why() {
    Shown& shown = fresh(kTraining);
    for (const QString& path : {scratch_.path("no/such/folder/map.png"), scratch_.path("map.jpeg2000")}) {
      QVERIFY(!shown.export_image("heap_map", path).reason.isEmpty());
      QVERIFY(shown.message()->isVisible());
      QVERIFY(!QFileInfo::exists(path));
    }
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
    QString text = QString::fromUtf8(Scratch::read(path));
    const qsizetype from = text.indexOf("\"offsets\"");
    QString tail = text.mid(from);
    tail.replace(QRegularExpression(":\\s*\\d+"), ": 0");
    shown.open(scratch_.write("unsafe.json", (text.left(from) + tail).toUtf8()));
    QVERIFY2(shown.message()->isVisible(), qPrintable(shown.status()));
    QVERIFY2(shown.message()->text().contains("unsafe.json"), qPrintable(shown.message()->text()));
  }

  void a_plan_alone_asks_for_its_graph() {
    Shown& shown = fresh(scratch_.write("lonely.json", R"({"format": "stowage-plan", "version": 1, "offsets": {}})"));
    QVERIFY(!shown.window.document().is_open());
    QVERIFY2(shown.message()->text().contains("lonely.json"), qPrintable(shown.message()->text()));
  }

  void saves_graph_and_table() {
    Shown& shown = fresh(kTraining);
    const QString graph = scratch_.path("again.stowage.json"), table = scratch_.path("table.csv");
    shown.save_graph(graph);
    shown.save_table("tensor_view", table);
    const std::size_t tensors = shown.graph().tensor_count();
    QCOMPARE(static_cast<std::size_t>(Scratch::read(table).count('\n')), tensors + 1);
    shown.open(graph);
    QCOMPARE(shown.graph().tensor_count(), tensors);
    QCOMPARE(shown.window.document().path(), graph);
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
    {
      Shown shown(settings);
      for (const QString& path : paths) shown.open(path);
      QCOMPARE(shown.window.recent_files().paths().size(), RecentFiles::kMost);
      QCOMPARE(shown.window.recent_files().paths().first(), paths.last());
    }
    // What is not there is not offered, and not forgotten: a disk may be mounted again.
    QFile::rename(paths.last(), paths.last() + ".away");
    Shown again(settings);
    QTRY_COMPARE_WITH_TIMEOUT(again.window.recent_files().paths().size(), RecentFiles::kMost - 1, kPatience);
    QCOMPARE(again.window.recent_files().paths().first(), paths.at(10));
    QFile::rename(paths.last() + ".away", paths.last());
    again.window.recent_files().refresh();
    QTRY_COMPARE_WITH_TIMEOUT(again.window.recent_files().paths().size(), RecentFiles::kMost, kPatience);
    QCOMPARE(again.window.recent_files().paths().first(), paths.last());
    again.window.recent_files().clear();
    QVERIFY(again.window.recent_files().paths().isEmpty());
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

  void the_meaning_of_interval_ends_can_be_chosen() {
    Shown& shown = fresh();
    const auto* ends = shown.part<QMenu>("interval_ends");
    QVERIFY(!ends->menuAction()->isVisible());
    // Half-open, b follows a; closed, they meet at 4.
    shown.open(scratch_.write("two.csv", "id,lower,upper,size\na,0,4,10\nb,4,8,10\n"));
    QVERIFY(ends->menuAction()->isVisible());
    QCOMPARE(shown.plan().footprint, Bytes{10});
    shown.trigger("ends_closed");
    QCOMPARE(shown.plan().footprint, Bytes{20});
    shown.open(kFigure2);
    QVERIFY(!ends->menuAction()->isVisible());
  }
};

STOWAGE_WINDOW_TEST(WindowFilesTest);
#include "tst_window_files.moc"
