// SPDX-License-Identifier: GPL-3.0-or-later
// The real window, driven by mouse and keyboard without a display. Settings go to a file of the test's own.
#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QCommandLinkButton>
#include <QDialog>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSvgRenderer>
#include <QTableView>
#include <QToolButton>
#include <QTreeWidget>
#include <QtTest>

#include "app/window/appearance.h"
#include "app/window/application.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "app/window/recent_files.h"
#include "app/window/samples.h"
#include "core/check/validator.h"
#include "tests/support/shared.h"
#include "widgets/heap_map/heap_map_widget.h"
#include "widgets/painters/theme.h"

using namespace stowage;

namespace {

const char* const kFigure2 = ":/samples/somas_figure_2.stowage.json";
const char* const kTraining = ":/samples/training_step.stowage.json";
constexpr int kPatience = 20'000;  // milliseconds; the machine may be busy

/// A window on screen with settings of its own.
struct Shown {
  explicit Shown(const QString& settings_file) : settings(settings_file, QSettings::IniFormat), window(settings) {
    window.show();
    if (!QTest::qWaitForWindowActive(&window)) qFatal("the window never became active");
  }
  void open(const QString& path) {
    window.open_file(path);
    settle();
  }
  void settle() {
    if (!QTest::qWaitFor([&] { return !window.busy() && !map()->busy(); }, kPatience)) qFatal("never settled");
  }
  template <class T>
  T* part(const char* name) {
    T* found = window.findChild<T*>(name);
    if (!found) qFatal("no %s", name);
    return found;
  }
  HeapMapWidget* map() { return window.findChild<HeapMapWidget*>(); }
  MessageBar* message() { return part<MessageBar>("message_bar"); }
  QString status() { return part<QLabel>("status_text")->text(); }
  std::string shown_strategy() {
    const auto shown = window.planning().shown();
    return !shown ? "none" : *shown ? std::string((*shown)->id) : "imported";
  }
  [[nodiscard]] QAction* command(const QString& text) const {
    for (QAction* action : window.findChildren<QAction*>())
      if (action->text().remove('&') == text) return action;
    qFatal("no command %s", qPrintable(text));
  }
  /// Where the middle of a tensor is in the heap map.
  QPoint place(TensorId t) {
    const PlanView& view = window.planning().view();
    const Lifetime life = (*view.lifetimes)[t.index()];
    const double y =
        static_cast<double>(view.plan->offsets[t.index()].value) + static_cast<double>(view.graph->size(t).count) / 2;
    const HeapMapGeometry& geometry = map()->geometry_of_map();
    return QPointF(geometry.x_of((life.begin + life.end) / 2.0), geometry.y_of(y)).toPoint();
  }
  QSettings settings;
  MainWindow window;
};

}  // namespace

class WindowTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  int files_ = 0;

  QString fresh_settings() { return folder_.filePath(QStringLiteral("settings%1.ini").arg(++files_)); }
  QString write(const QString& name, const QByteArray& bytes) {
    const QString path = folder_.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write a test file");
    return path;
  }
  QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

 private slots:
  void initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    const QSettings none(fresh_settings(), QSettings::IniFormat);
    prepare_application(none);
  }

  void starts_empty_and_offers_samples() {
    Shown shown(fresh_settings());
    QVERIFY(!shown.window.document().is_open());
    QVERIFY(samples().size() >= 8);
    for (const Sample& sample : samples()) QVERIFY2(!sample.about.isEmpty(), qPrintable(sample.path));
    QVERIFY(!shown.command("Save plan as…")->isEnabled());
    const auto links = shown.window.findChildren<QCommandLinkButton*>();
    QVERIFY(static_cast<std::size_t>(links.size()) >= samples().size());
    QTest::mouseClick(links.first(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shown.window.document().is_open(), kPatience);
    shown.settle();
    QVERIFY(shown.window.planning().view().plan);
  }

  void every_sample_opens_and_is_planned_safely() {
    Shown shown(fresh_settings());
    for (const Sample& sample : samples()) {
      shown.open(sample.path);
      QVERIFY2(!shown.message()->isVisible(), qPrintable(sample.path + ": " + shown.message()->text()));
      QCOMPARE(shown.window.document().path(), sample.path);
      const PlanView& view = shown.window.planning().view();
      QVERIFY2(view.plan, qPrintable(sample.path));
      const auto checked = validate(*view.graph, *view.plan);
      QVERIFY2(checked && checked->valid(), qPrintable(sample.path));
    }
  }

  /// Figure 2 of the SOMAS paper: 32 unsafe pairs on three streams.
  void the_status_bar_counts() {
    Shown shown(fresh_settings());
    QCOMPARE(shown.status(), QString("Nothing is open"));
    shown.open(kFigure2);
    QVERIFY2(shown.status().startsWith("9 tensors · 3 streams · 32 unsafe pairs · planned in "),
             qPrintable(shown.status()));
    QVERIFY(!shown.part<QToolButton>("cancel_work")->isVisible());
  }

  void a_failed_load_keeps_what_is_open() {
    Shown shown(fresh_settings());
    shown.open(kTraining);
    const auto graph = shown.window.document().graph();
    const QString bad = write("bad.stowage.json", R"({"format": "stowage-graph", "version": 1,
      "nodes": [{"id": "a"}], "tensors": [{"id": "x", "size": -1, "producer": "b", "consumers": []}]})");
    shown.open(bad);
    QCOMPARE(shown.window.document().graph(), graph);
    QVERIFY(shown.message()->isVisible());
    QVERIFY2(shown.message()->text().contains("bad.stowage.json"), qPrintable(shown.message()->text()));
    QVERIFY2(shown.message()->text().contains("/tensors/0"), qPrintable(shown.message()->text()));
    QTest::mouseClick(shown.part<QToolButton>("message_details"), Qt::LeftButton);
    auto* dialog = shown.part<QDialog>("message_dialog");
    const QString all = dialog->findChild<QPlainTextEdit*>()->toPlainText();
    QCOMPARE(all.count('\n'), 1);  // both faults: the size and the producer
    for (QPushButton* button : dialog->findChildren<QPushButton*>())
      if (button->text().contains("Copy")) QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), all);
    QTest::mouseClick(shown.part<QToolButton>("message_dismiss"), Qt::LeftButton);
    QVERIFY(!shown.message()->isVisible());
    shown.open(folder_.filePath("no such file"));
    QCOMPARE(shown.window.document().graph(), graph);
    QVERIFY(shown.message()->isVisible());
    QCOMPARE(shown.window.recent_files().paths(), QStringList());
  }

  void one_selection_everywhere() {
    Shown shown(fresh_settings());
    shown.open(kTraining);
    auto* table = shown.part<QTableView>("tensor_view");
    const QRect cell = table->visualRect(table->model()->index(2, 0));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell.center());
    QCOMPARE(shown.window.state().selected_tensors(), (std::vector{TensorId(2)}));

    const Graph& graph = *shown.window.document().graph();
    const TensorId r1 = graph.find_tensor("r1");
    QTest::mouseClick(shown.map(), Qt::LeftButton, {}, shown.place(r1));
    QCOMPARE(shown.window.state().selected_tensors(), (std::vector{r1}));
    QVERIFY(table->selectionModel()->isRowSelected(static_cast<int>(r1.index()), {}));
  }

  void toggles_and_table_choose_the_plan() {
    Shown shown(fresh_settings());
    shown.open(kTraining);
    auto* table = shown.part<QTableView>("strategy_view");
    const QRect cell = table->visualRect(table->model()->index(4, 1));
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell.center());
    QCOMPARE(shown.shown_strategy(), table->model()->index(4, 0).data().toString().toStdString());
    shown.part<QAction>("toggle_mo")->trigger();
    shown.part<QAction>("toggle_unsafe")->trigger();
    shown.part<QAction>("toggle_first")->trigger();
    QCOMPARE(shown.shown_strategy(), std::string("mo.unsafe.first"));
    QCOMPARE(shown.window.planning().view().plan->strategy, std::string("mo.unsafe.first"));
    QCOMPARE(shown.map()->scene()->plan_view().plan, shown.window.planning().view().plan);
  }

  /// Without a choice of the user's, no plan of this planning is smaller than the one shown.
  void the_best_plan_is_shown_first() {
    Shown shown(fresh_settings());
    std::optional<Bytes> least;
    connect(&shown.window.planning(), &Planning::strategy_done, &shown.window, [&](const StrategyOutcome& outcome) {
      if (!least || outcome.plan->footprint < *least) least = outcome.plan->footprint;
    });
    shown.open(":/samples/somas_figure_7.stowage.json");
    QCOMPARE(least, Bytes{1664});  // the paper's
    QCOMPARE(shown.window.planning().view().plan->footprint, *least);
  }

  void alignment_replans_and_undoes() {
    Shown shown(fresh_settings());
    shown.open(kFigure2);
    shown.part<QAction>("toggle_mo")->trigger();
    const std::string chosen = shown.shown_strategy();
    auto* box = shown.part<QComboBox>("alignment");
    box->setFocus();
    box->lineEdit()->selectAll();
    QTest::keyClicks(box, "512");
    QTest::keyClick(box, Qt::Key_Return);
    shown.settle();
    QCOMPARE(shown.window.planning().view().plan->alignment, Bytes{512});
    for (const Offset offset : shown.window.planning().view().plan->offsets) QCOMPARE(offset.value % 512, 0);
    QCOMPARE(shown.shown_strategy(), chosen);
    shown.command("Undo alignment of 512 bytes")->trigger();
    shown.settle();
    QCOMPARE(shown.window.planning().view().plan->alignment, Bytes{1});
    QCOMPARE(box->currentText(), QString("1"));
    box->setFocus();
    box->lineEdit()->selectAll();
    QTest::keyClicks(box, "none");
    QTest::keyClick(box, Qt::Key_Return);
    QVERIFY(shown.message()->isVisible());
    QCOMPARE(shown.window.document().alignment(), Bytes{1});
  }

  void exports_what_is_seen_data() {
    QTest::addColumn<int>("view");
    QTest::addColumn<QString>("name");
    int view = 0;
    for (const char* of : {"map", "graph", "chart"}) {
      for (const char* ending : {"png", "svg", "pdf"})
        QTest::addRow("%s as %s", of, ending) << view << QStringLiteral("%1.%2").arg(of, ending);
      ++view;
    }
  }
  void exports_what_is_seen() {
    QFETCH(int, view);
    QFETCH(QString, name);
    Shown shown(fresh_settings());
    shown.open(kTraining);
    QSignalSpy written(&shown.window, &MainWindow::written);
    const QString path = folder_.filePath(name);
    QTRY_VERIFY_WITH_TIMEOUT(!shown.window.drawing(), 3 * kPatience);  // Graphviz is a program of its own
    shown.window.export_image(static_cast<MainWindow::View>(view), path);
    QTRY_COMPARE_WITH_TIMEOUT(written.count(), 1, kPatience);
    QCOMPARE(written.first().at(1).toString(), QString());
    const QByteArray bytes = read(path);
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

  void an_export_that_fails_says_why() {
    Shown shown(fresh_settings());
    shown.open(kTraining);
    QSignalSpy written(&shown.window, &MainWindow::written);
    for (const QString& path : {folder_.filePath("no/such/folder/map.png"), folder_.filePath("map.jpeg2000")}) {
      shown.window.export_image(MainWindow::View::heap_map, path);
      QTRY_COMPARE_WITH_TIMEOUT(written.count(), 1, kPatience);
      QVERIFY(!written.takeFirst().at(1).toString().isEmpty());
      QVERIFY(shown.message()->isVisible());
      QVERIFY(!QFileInfo::exists(path));
    }
  }

  void saves_a_plan_that_opens_again() {
    Shown shown(fresh_settings());
    shown.open(kTraining);
    QSignalSpy written(&shown.window, &MainWindow::written);
    const QString path = folder_.filePath("plan.json");
    shown.window.save_plan(path);
    QTRY_COMPARE_WITH_TIMEOUT(written.count(), 1, kPatience);
    const auto offsets = shown.window.planning().view().plan->offsets;
    shown.open(path);
    QCOMPARE(shown.shown_strategy(), std::string("imported"));
    QVERIFY(shown.window.planning().view().plan->offsets == offsets);
    QVERIFY(!shown.message()->isVisible());

    // With everything at 0 it is no plan, and the window says so.
    QString text = QString::fromUtf8(read(path));
    const qsizetype from = text.indexOf("\"offsets\"");
    QString tail = text.mid(from);
    tail.replace(QRegularExpression(":\\s*\\d+"), ": 0");
    shown.open(write("unsafe.json", (text.left(from) + tail).toUtf8()));
    QVERIFY2(shown.message()->isVisible(), qPrintable(shown.status()));
    QVERIFY2(shown.message()->text().contains("not a safe plan") || shown.message()->text().contains("footprint"),
             qPrintable(shown.message()->text()));
  }

  void a_plan_alone_asks_for_its_graph() {
    Shown shown(fresh_settings());
    shown.open(write("lonely.json", R"({"format": "stowage-plan", "version": 1, "offsets": {}})"));
    QVERIFY(!shown.window.document().is_open());
    QVERIFY2(shown.message()->text().contains("open the graph"), qPrintable(shown.message()->text()));
  }

  void saves_graph_and_table() {
    Shown shown(fresh_settings());
    shown.open(kTraining);
    QSignalSpy written(&shown.window, &MainWindow::written);
    const QString graph = folder_.filePath("again.stowage.json");
    shown.window.save_graph(graph);
    QTRY_COMPARE_WITH_TIMEOUT(written.count(), 1, kPatience);
    const QString table = folder_.filePath("table.csv");
    shown.window.save_table(table);
    QTRY_COMPARE_WITH_TIMEOUT(written.count(), 2, kPatience);
    const std::size_t tensors = shown.window.document().graph()->tensor_count();
    QCOMPARE(static_cast<std::size_t>(read(table).count('\n')), tensors + 1);
    shown.open(graph);
    QCOMPARE(shown.window.document().graph()->tensor_count(), tensors);
    QCOMPARE(shown.window.document().path(), graph);
  }

  void cancel_stops_and_keeps_the_window_alive() {
    STOWAGE_NEEDS_SHARED();
    Shown shown(fresh_settings());
    shown.open(kTraining);
    const auto graph = shown.window.document().graph();
    shown.window.open_file(QString::fromStdString(test::shared_path("data/intervals/pangu_2.6B.csv")));
    QVERIFY(shown.part<QToolButton>("cancel_work")->isVisible());
    QTest::mouseClick(shown.part<QToolButton>("cancel_work"), Qt::LeftButton);
    QTRY_VERIFY(!shown.window.busy());
    QVERIFY(!shown.part<QToolButton>("cancel_work")->isVisible());
    QTest::qWait(300);  // what the cancelled load would say is dropped
    QCOMPARE(shown.window.document().graph(), graph);
    QVERIFY(shown.window.planning().view().plan);
  }

  void recent_files_are_kept_and_pruned() {
    const QString settings = fresh_settings();
    QStringList paths;
    for (int k = 0; k < 12; ++k) paths += write(QStringLiteral("recent%1.stowage.json").arg(k), read(kFigure2));
    {
      Shown shown(settings);
      for (const QString& path : paths) shown.open(path);
      QCOMPARE(shown.window.recent_files().paths().size(), RecentFiles::kMost);
      QCOMPARE(shown.window.recent_files().paths().first(), paths.last());
    }
    QFile::remove(paths.last());
    Shown again(settings);
    QCOMPARE(again.window.recent_files().paths().size(), RecentFiles::kMost - 1);
    QCOMPARE(again.window.recent_files().paths().first(), paths.at(10));
    again.window.recent_files().clear();
    QVERIFY(again.window.recent_files().paths().isEmpty());
  }

  void files_can_be_dropped() {
    Shown shown(fresh_settings());
    const QString path = write("dropped.stowage.json", read(kFigure2));
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
    Shown shown(fresh_settings());
    QMenu* ends = nullptr;
    for (QMenu* menu : shown.window.findChildren<QMenu*>())
      if (menu->title().contains("nterval")) ends = menu;
    QVERIFY(ends && !ends->menuAction()->isVisible());
    // Half-open, b follows a; closed, they meet at 4.
    shown.open(write("two.csv", "id,lower,upper,size\na,0,4,10\nb,4,8,10\n"));
    QVERIFY(ends->menuAction()->isVisible());
    QCOMPARE(shown.window.planning().view().plan->footprint, Bytes{10});
    shown.command("Closed: [lower, upper]")->trigger();
    shown.settle();
    QCOMPARE(shown.window.planning().view().plan->footprint, Bytes{20});
    shown.open(kFigure2);
    QVERIFY(!ends->menuAction()->isVisible());
  }

  void closing_goes_back_to_the_start_page() {
    Shown shown(fresh_settings());
    shown.open(kTraining);
    QVERIFY(shown.map()->isVisible());
    QTest::keySequence(&shown.window, QKeySequence::Close);
    QVERIFY(!shown.window.document().is_open());
    QVERIFY(!shown.map()->isVisible());
    QCOMPARE(shown.part<QTableView>("tensor_view")->model()->rowCount(), 0);
    QCOMPARE(shown.status(), QString("Nothing is open"));
  }

  void find_goes_to_the_filter() {
    Shown shown(fresh_settings());
    shown.open(kTraining);
    shown.part<QDockWidget>("tensors")->hide();
    QTest::keySequence(&shown.window, QKeySequence::Find);
    QVERIFY(shown.part<QDockWidget>("tensors")->isVisible());
    QTest::keyClicks(shown.window.focusWidget(), "relu");
    QCOMPARE(shown.part<QLineEdit>("tensor_filter")->text(), QString("relu"));
  }

  void docks_have_shortcuts_and_come_back() {
    const QString settings = fresh_settings();
    {
      Shown shown(settings);
      QTest::keySequence(&shown.window, QKeySequence("Ctrl+1"));
      QVERIFY(!shown.part<QDockWidget>("graph")->isVisible());
      shown.window.close();
    }
    Shown again(settings);
    QVERIFY(!again.part<QDockWidget>("graph")->isVisible());
    again.command("Reset layout")->trigger();
    QVERIFY(again.part<QDockWidget>("graph")->isVisible());
  }

  void dark_and_light() {
    Shown shown(fresh_settings());
    shown.open(kTraining);
    for (const auto& [command, dark] : {std::pair("Dark", true), std::pair("Light", false)}) {
      shown.command(command)->trigger();
      shown.settle();
      QTest::qWait(50);
      const QImage image = shown.window.grab().toImage();
      QCOMPARE(is_dark(shown.window.palette()), dark);
      const QPoint middle = shown.map()->mapTo(&shown.window, shown.map()->rect().topLeft() + QPoint(6, 6));
      QCOMPARE(image.pixelColor(middle * image.devicePixelRatio()).lightness() < 128, dark);
    }
    shown.command("As the system")->trigger();
  }

  void every_control_has_a_name() {
    Shown shown(fresh_settings());
    shown.open(kTraining);
    for (const QWidget* widget : shown.window.findChildren<QWidget*>()) {
      const bool control = widget->focusPolicy() != Qt::NoFocus && widget->isVisible() &&
                           !widget->objectName().startsWith("qt_") && !widget->inherits("QScrollArea") &&
                           !widget->inherits("QSplitter") && !widget->parentWidget()->inherits("QComboBox");
      if (!control) continue;
      const QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
      const QString name = interface ? interface->text(QAccessible::Name) : QString();
      QVERIFY2(!name.isEmpty(), qPrintable(QStringLiteral("%1 %2 in %3")
                                               .arg(widget->metaObject()->className(), widget->objectName(),
                                                    widget->parentWidget()->metaObject()->className())));
    }
  }

  void shortcuts_are_listed_and_distinct() {
    Shown shown(fresh_settings());
    shown.command("Keyboard shortcuts")->trigger();
    const auto* list = shown.part<QDialog>("shortcuts")->findChild<QTreeWidget*>();
    QStringList keys;
    for (int top = 0; top < list->topLevelItemCount(); ++top)
      for (int k = 0; k < list->topLevelItem(top)->childCount(); ++k)
        if (list->topLevelItem(top)->text(0) != "In the heap map and the graph")
          keys += list->topLevelItem(top)->child(k)->text(1);
    QVERIFY(keys.size() > 12);
    const QStringList all = keys;
    QCOMPARE(keys.removeDuplicates(), 0);
    QVERIFY(all.contains("Ctrl+O") && all.contains("Ctrl+F") && all.contains("Ctrl+E"));
  }

  /// A real network of 18,692 tensors: planned, shown, and the count that its source states.
  void a_large_file_is_planned() {
    STOWAGE_NEEDS_SHARED();
    Shown shown(fresh_settings());
    shown.open(QString::fromStdString(test::shared_path("data/intervals/pangu_2.6B.csv")));
    QVERIFY2(shown.status().contains("unsafe pairs"), qPrintable(shown.status()));
    QCOMPARE(shown.part<QTableView>("tensor_view")->model()->rowCount(), 18'692);
    QCOMPARE(shown.window.planning().groundwork()->bounds->lifetime, Bytes{5'530'099'775});
    QVERIFY(shown.window.planning().view().plan->footprint >= Bytes{5'530'099'775});
  }
};

QTEST_MAIN(WindowTest)
#include "tst_window.moc"
