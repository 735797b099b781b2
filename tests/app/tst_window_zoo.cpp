// SPDX-License-Identifier: GPL-3.0-or-later
// File > New from zoo: what its dialog offers, and the document that comes of it.
#include "app/dialogs/zoo_dialog.h"
#include "core/insight/edit/same_graph.h"
#include "tests/app/window_test.h"

namespace {

/// A window with the dialog open, by Ctrl+N.
struct Choosing : Shown {
  explicit Choosing(Scratch& scratch) : Shown(scratch) { ask(); }
  void ask() {
    QApplication::setActiveWindow(&window);  // the offscreen platform leaves a hidden dialog active
    QTest::keySequence(window.document().is_open() ? static_cast<QWidget*>(map()) : &window, QKeySequence("Ctrl+N"));
    wait_until([&] { return dialog() && dialog()->isVisible(); }, "no dialog");
  }
  ZooDialog* dialog() { return window.findChild<ZooDialog*>(); }
  template <class T>
  T* field(const char* name) {
    return part_of<T>(*dialog(), name);
  }
  void choose(const char* box, int entry) { field<QComboBox>(box)->setCurrentIndex(entry); }
  QPushButton* make() { return field<QPushButton>("zoo_make"); }
  void press_make() {
    click(make());
    settle();
  }
  /// Digits into a number's field, as they are typed.
  void type(const char* box, const QString& digits) {
    auto* spin = field<QSpinBox>(box);
    spin->setFocus();
    spin->selectAll();
    QTest::keyClicks(spin, digits);
  }
};

int row_of(std::string_view id) {
  return static_cast<int>(find_zoo_network(id) - zoo_networks().data());
}

}  // namespace

class WindowZooTest : public WindowTest {
  Q_OBJECT

 private slots:
  /// Chosen with the keyboard, made with a click: an untitled document, that of core.
  void a_network_becomes_a_document() {
    Choosing shown(scratch_);
    auto* network = shown.field<QComboBox>("zoo_network");
    for (int step = 0; step < row_of("resnet50"); ++step) QTest::keyClick(network, Qt::Key_Down);
    QCOMPARE(network->currentText(), QString("ResNet-50"));
    QVERIFY(shown.field<QLabel>("zoo_about")->text().contains("25,557,032"));
    shown.type("zoo_batch", "32");
    shown.choose("zoo_optimizer", 1);
    shown.press_make();
    QVERIFY(!shown.dialog()->isVisible());
    const OpenDocument& document = shown.window.document();
    QCOMPARE(document.path(), QString());
    QCOMPARE(document.title(), QString("ResNet-50, batch 32, SGD"));
    QVERIFY(shown.window.windowTitle().contains("ResNet-50, batch 32, SGD"));
    QVERIFY(!shown.window.isWindowModified());
    QVERIFY(!shown.message()->isVisible());
    QVERIFY(shown.window.recent_files().paths().isEmpty());
    const auto made = make_zoo_graph(*find_zoo_network("resnet50"), {.batch = 32, .optimizer = Optimizer::sgd});
    QVERIFY(same_graph(*made, *document.graph()));
    QVERIFY(shown.window.planning().view().plan != nullptr);

    // What was chosen is still there, for the next one.
    shown.ask();
    QCOMPARE(shown.field<QSpinBox>("zoo_batch")->value(), 32);
    shown.choose("zoo_run", 1);
    QTest::keyClick(shown.dialog(), Qt::Key_Return);
    shown.settle();
    QCOMPARE(document.title(), QString("ResNet-50, batch 32, forward"));
  }

  /// Every device of core's table, and none at first; what comes of it is called an estimate.
  void durations_are_estimated_for_a_device() {
    Choosing shown(scratch_);
    auto* device = shown.field<QComboBox>("zoo_device");
    QCOMPARE(device->count(), static_cast<int>(devices().size()) + 1);
    QVERIFY(!shown.dialog()->options().device);
    QVERIFY(!shown.field<QLabel>("zoo_estimate")->text().contains("Estimate"));
    for (std::size_t k = 0; k < devices().size(); ++k) {
      QTest::keyClick(device, Qt::Key_Down);
      QCOMPARE(shown.dialog()->options().device, &devices()[k]);
      QVERIFY(device->currentText().contains(QString::fromStdString(std::string(devices()[k].title))));
    }
    shown.choose("zoo_device", 2);
    QVERIFY2(shown.field<QLabel>("zoo_estimate")->text().contains("Estimates"),
             qPrintable(shown.field<QLabel>("zoo_estimate")->text()));
    shown.press_make();
    const Graph& graph = shown.graph();
    const auto made = make_zoo_graph(zoo_networks()[0], {.device = &devices()[1]});
    QVERIFY(same_graph(*made, graph));
    for (OperatorId o : graph.operators()) QVERIFY(graph.duration(o).from == Duration::From::estimated);
    QVERIFY2(shown.status().contains("(estimated)"), qPrintable(shown.status()));
    shown.ask();  // what was chosen is still there
    QCOMPARE(shown.field<QComboBox>("zoo_device")->currentIndex(), 2);
  }

  void choices_are_options() {
    Choosing shown(scratch_);
    const ZooOptions first = shown.dialog()->options();
    QCOMPARE(shown.dialog()->network().id, zoo_networks()[0].id);
    QVERIFY(first.batch == 1 && first.training && first.optimizer == Optimizer::adam && !first.weights);
    QVERIFY(first.streams == 1 && first.stream_cap == 0);
    QTest::mouseClick(shown.field<QCheckBox>("zoo_weights"), Qt::LeftButton, {}, QPoint(8, 8));
    shown.choose("zoo_optimizer", 0);
    shown.choose("zoo_spread", 1);
    shown.type("zoo_streams", "12");
    QVERIFY(shown.dialog()->options().weights);
    QVERIFY(shown.dialog()->options().optimizer == Optimizer::none);
    QCOMPARE(shown.dialog()->options().streams, 12u);
    QCOMPARE(shown.dialog()->options().stream_cap, 0u);
    shown.choose("zoo_spread", 2);
    shown.type("zoo_cap", "30");
    QCOMPARE(shown.dialog()->options().streams, 1u);
    QCOMPARE(shown.dialog()->options().stream_cap, 30u);
    shown.choose("zoo_run", 1);
    QVERIFY(!shown.dialog()->options().training);
    QTest::keyClick(shown.dialog(), Qt::Key_Escape);
    QVERIFY(!shown.dialog()->isVisible());
    QVERIFY(!shown.window.document().is_open());
  }

  void what_cannot_be_is_not_offered() {
    Choosing shown(scratch_);
    const auto enabled = [&](const char* name) { return shown.field<QWidget>(name)->isEnabled(); };
    QVERIFY(enabled("zoo_optimizer") && !enabled("zoo_streams") && !enabled("zoo_cap"));
    shown.choose("zoo_spread", 1);
    QVERIFY(enabled("zoo_streams") && !enabled("zoo_cap"));
    auto* note = shown.field<QLabel>("zoo_note");
    QVERIFY(note->text().isEmpty() && shown.make()->isEnabled());
    shown.type("zoo_streams", "2");  // compute, communication and updates are three
    QVERIFY2(note->text().contains("3 categories"), qPrintable(note->text()));
    QVERIFY(!shown.make()->isEnabled());
    QTest::keyClick(shown.dialog(), Qt::Key_Return);
    QVERIFY(shown.dialog()->isVisible());
    shown.choose("zoo_optimizer", 0);
    QVERIFY(note->text().isEmpty() && shown.make()->isEnabled());
    shown.choose("zoo_spread", 2);
    QVERIFY(!enabled("zoo_streams") && enabled("zoo_cap"));
    shown.choose("zoo_run", 1);
    QVERIFY(!enabled("zoo_optimizer"));
  }

  void streams_and_groups_are_shown() {
    Choosing shown(scratch_);
    shown.choose("zoo_spread", 2);
    shown.type("zoo_cap", "50");
    shown.press_make();
    const Graph& graph = shown.graph();
    for (StreamId s : graph.streams()) QVERIFY(graph.operators_of(s).size() <= 50);
    QVERIFY(graph.stream_count() > 3);
    QCOMPARE(graph.group_count(), 2);
    QVERIFY2(shown.status().contains(QStringLiteral("%1 streams").arg(graph.stream_count())) ||
                 shown.status().contains(QStringLiteral("%1 stream(s)").arg(graph.stream_count())),
             qPrintable(shown.status()));
  }

  /// Cancelled while it is made: what is open stays.
  void a_cancelled_one_changes_nothing() {
    Choosing shown(scratch_);
    QTest::keyClick(shown.dialog(), Qt::Key_Escape);
    shown.open(kFigure2);
    const auto graph = shown.window.document().graph();
    shown.ask();
    shown.choose("zoo_network", row_of("pangu_13b"));
    click(shown.make());
    QVERIFY(shown.window.busy());
    QVERIFY2(shown.part<QLabel>("activity")->text().contains("Making PanGu-α 13B"),
             qPrintable(shown.part<QLabel>("activity")->text()));
    QTest::keyClick(&shown.window, Qt::Key_Escape);
    shown.settle();
    QCOMPARE(shown.window.document().graph(), graph);
    QVERIFY(says(shown.window.statusBar()->currentMessage(), {"PanGu-α 13B"}));
  }

  void the_start_page_leads_there() {
    Shown shown(scratch_);
    click(shown.part<QPushButton>("start_zoo"));
    QTRY_VERIFY(shown.window.findChild<ZooDialog*>() && shown.window.findChild<ZooDialog*>()->isVisible());
  }
};

STOWAGE_WINDOW_TEST(WindowZooTest);
#include "tst_window_zoo.moc"
