// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the order as bands: chosen in the menu, seen in the map, the graph and the lanes, and kept.
#include "tests/app/window_test.h"
#include "widgets/painters/model/step_bands.h"
#include "widgets/views/graph/graph_widget.h"
#include "widgets/views/lanes/lanes_pane.h"

class WindowBandsTest : public WindowTest {
  Q_OBJECT

  QString training_file() {
    return scratch_.write("bands.stowage.json", make_training_graph({.layers = 6, .streams = 1}));
  }
  /// As a user does it: menu by menu.
  static void choose(Shown& shown, const char* entry) {
    auto* action = shown.part<QAction>(entry);
    QMenu* menu = nullptr;
    for (QMenu* each : shown.window.findChildren<QMenu*>())
      if (each->actions().contains(action)) menu = each;
    if (!menu) qFatal("%s is in no menu", entry);
    menu->popup(shown.window.mapToGlobal(QPoint(40, 40)));
    click(menu, action);
    QTRY_VERIFY(!menu->isVisible());
  }
  /// As it stays: docks that were just shown are laid out, and nothing is under the mouse.
  static QImage at_rest(Shown& shown, QWidget& view) {
    QImage before, now;
    do {  // what is drawn in the background is asked for while painting
      before = now;
      wait_until_idle();
      shown.window.state().clear_hover();
      now = view.grab().toImage();
    } while (now != before);
    return now;
  }
  static std::shared_ptr<const StepBands> bands(Shown& shown) { return shown.window.state().bands(); }
  /// The colour of the row under the map where that band begins.
  static QColor in_map(Shown& shown, const StepBand& band) {
    const HeapMapGeometry& geometry = shown.map()->geometry_of_map();
    const QImage image = shown.map()->grab().toImage();
    const QPointF at(geometry.x_of(band.steps.begin) + 2, geometry.bands().top() + 1);
    return image.pixelColor((at * image.devicePixelRatio()).toPoint());
  }
  static const Theme& theme(Shown& shown) {
    return Theme::of(shown.window.palette().color(QPalette::Window).lightness() < 128);
  }

 private slots:
  void a_click_shows_them_everywhere() {
    Shown shown(scratch_);
    shown.window.resize(1600, 1000);
    shown.open(training_file());
    shown.bring("graph");
    shown.window.centre().fold(TimeCentre::Part::lanes, false);
    auto* graph = shown.window.findChild<GraphWidget*>();
    auto* lanes = shown.window.findChild<LanesPane*>();
    QTRY_VERIFY(!graph->laying_out());
    QVERIFY(!bands(shown));
    QVERIFY(shown.part<QAction>("bands_none")->isChecked());
    const QImage graph_before = at_rest(shown, *graph), lanes_before = at_rest(shown, *lanes);
    choose(shown, "bands_roam");
    QTRY_VERIFY(bands(shown));
    QCOMPARE(bands(shown)->kind, StepBands::Kind::subgraphs);
    QVERIFY(bands(shown)->bands.size() > 1);
    QVERIFY(!shown.map()->geometry_of_map().bands().isNull());
    for (const StepBand& band : bands(shown)->bands)
      if (band.operators() * shown.map()->geometry_of_map().plot().width() >
          6.0 * double(bands(shown)->graph->operator_count()))
        QCOMPARE(in_map(shown, band), band_color(band, theme(shown)));
    QVERIFY(graph->grab().toImage() != graph_before);
    QVERIFY(lanes->grab().toImage() != lanes_before);
    const auto subgraphs = bands(shown);
    choose(shown, "bands_segments");
    QTRY_VERIFY(bands(shown) && bands(shown)->kind == StepBands::Kind::segments);
    choose(shown, "bands_none");
    QVERIFY(!bands(shown));
    QVERIFY(shown.map()->geometry_of_map().bands().isNull());
    QTRY_COMPARE_WITH_TIMEOUT(at_rest(shown, *graph), graph_before, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(at_rest(shown, *lanes), lanes_before, kPatience);
  }

  void they_follow_edits() {
    Shown shown(scratch_, training_file());
    shown.part<QAction>("bands_roam")->trigger();
    QTRY_VERIFY(bands(shown));
    const auto before = bands(shown);
    shown.edit(edits::scale_all_sizes({2, 1}));
    QTRY_VERIFY(bands(shown) && bands(shown)->graph == shown.window.document().graph());
    QCOMPARE(bands(shown)->bands.size(), before->bands.size());
    QCOMPARE(bands(shown)->bands[0].bytes.count, 2 * before->bands[0].bytes.count);
    QTRY_VERIFY(shown.map()->overlay().bands == bands(shown));
  }

  void the_choice_is_kept() {
    const QString settings = scratch_.fresh_settings(), file = training_file();
    {
      Shown shown(settings);
      shown.part<QAction>("bands_segments")->trigger();
    }
    {
      Shown shown(settings);
      QVERIFY(shown.part<QAction>("bands_segments")->isChecked());
      shown.open(file);
      QTRY_VERIFY(bands(shown));
      QCOMPARE(bands(shown)->kind, StepBands::Kind::segments);
      shown.part<QAction>("bands_none")->trigger();
    }
    Shown shown(settings);
    shown.open(file);
    QVERIFY(shown.part<QAction>("bands_none")->isChecked() && !bands(shown));
  }

  /// A list of lifetimes has none, and the window says that.
  void nothing_to_show_is_said() {
    Shown shown(scratch_);
    shown.part<QAction>("bands_segments")->trigger();
    shown.open(":/samples/lifetimes.csv");
    QVERIFY(!bands(shown));
    shown.window.statusBar()->clearMessage();
    shown.part<QAction>("bands_roam")->trigger();
    QTRY_VERIFY(!shown.window.statusBar()->currentMessage().isEmpty());
  }
};

STOWAGE_WINDOW_TEST(WindowBandsTest);
#include "tst_window_bands.moc"
