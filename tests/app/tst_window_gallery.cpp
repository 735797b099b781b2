// SPDX-License-Identifier: GPL-3.0-or-later
// Every workspace on a document of its kind, light and dark, at three sizes: each part has room, and all is drawn.
// With STOWAGE_GALLERY=DIR in the environment the pictures are written there, to be looked at (./dev gallery).
#include "tests/app/translators.h"
#include "tests/app/window_test.h"
#include "widgets/views/improve/improve_pane.h"
#include "widgets/views/lanes/lanes_pane.h"

namespace {

struct Row {
  Workspace workspace;
  const char* name;
  const char* file;
  int least;  // height of the heap map in the smallest window; 0: two maps share the room
};
constexpr Row kRows[] = {{Workspace::explore, "1_explore", ":/samples/small_classifier.onnx", 200},
                         {Workspace::streams, "2_streams", ":/samples/training_step.stowage.json", 200},
                         {Workspace::recorded, "3_recorded_heap", ":/samples/serving.pickle", 170},
                         {Workspace::orders, "4_orders", ":/samples/medium.stowage.json", 200},
                         {Workspace::compare, "5_compare", ":/samples/training_step.stowage.json", 0},
                         {Workspace::learn, "6_learn", ":/samples/lessons/1_one_stream_is_not_enough.json", 200}};
constexpr QSize kSizes[] = {{1280, 800}, {1600, 1000}, {2560, 1440}};

/// Whether that part of the window's picture has anything but one colour below the first line, which has tabs or a
/// title.
bool is_drawn(const QImage& picture, const QRect& place) {
  constexpr int kFirstLine = 30;
  const double scale = picture.devicePixelRatio();
  const QRectF there = QRectF(place).adjusted(4, kFirstLine, -4, -4);
  const QImage part = picture.copy(QRectF(there.topLeft() * scale, there.size() * scale).toRect());
  for (int y = 0; y < part.height(); ++y)
    for (int x = 0; x < part.width(); ++x)
      if (part.pixel(x, y) != part.pixel(0, 0)) return true;
  return false;
}

}  // namespace

class WindowGalleryTest : public WindowTest {
  Q_OBJECT

  const QString folder_ = qEnvironmentVariable("STOWAGE_GALLERY");
  const QString language_ = qEnvironmentVariable("STOWAGE_GALLERY_LANGUAGE", "en");
  const std::vector<std::unique_ptr<QTranslator>> translators_ = speak(language_);

 private slots:
  void cleanupTestCase() { apply_appearance(Appearance::system); }

  void every_workspace_is_composed_data() {
    QTest::addColumn<int>("row");
    for (std::size_t k = 0; k < std::size(kRows); ++k) QTest::newRow(kRows[k].name) << static_cast<int>(k);
  }
  void every_workspace_is_composed() {
    QFETCH(int, row);
    Shown& shown = fresh();
    shown.window.resize(kSizes[0]);
    shown.open(kRows[row].file);
    shown.window.workspaces().choose(kRows[row].workspace);
    for (const QSize size : kSizes)
      for (const bool dark : {false, true}) {
        if (dark && folder_.isEmpty() && size != kSizes[0]) continue;  // the colours are those of any size
        is_composed(shown, kRows[row], size, dark);
        if (QTest::currentTestFailed()) return;
      }
  }

 private:
  void is_composed(Shown& shown, const Row& row, QSize size, bool dark) {
    apply_appearance(dark ? Appearance::dark : Appearance::light);
    shown.window.resize(size);
    shown.part<QAction>("reset_layout")->trigger();  // for this size: it was arranged for the one before
    shown.settle();
    wait_until_idle();
    if (!folder_.isEmpty()) {
      QTest::qWait(150);  // lists lay out their rows a little later
      const auto* improve = shown.window.findChild<ImprovePane*>();
      std::ignore = QTest::qWaitFor([&] { return !improve->busy(); });
      QTest::qWait(100);  // what it was busy with is put away
    }
    const QImage picture = shown.window.grab().toImage();
    if (!folder_.isEmpty()) {
      const QString name = QStringLiteral("%1/%2_%3x%4_%5_%6_x%7.png")
                               .arg(folder_, row.name)
                               .arg(size.width())
                               .arg(size.height())
                               .arg(dark ? "dark" : "light", language_)
                               .arg(shown.window.devicePixelRatio());
      QVERIFY(picture.save(name));
    }
    // The centre is the largest part; each dock that is seen has room for a few lines, and lies on nothing.
    const QRect centre = shown.window.centralWidget()->geometry();
    QVERIFY2(shown.window.centre().width() > 0.3 * size.width(),
             qPrintable(QString::number(shown.window.centre().width())));
    QList<QRect> places{centre};
    for (const QDockWidget* dock : shown.docks()) {
      if (dock->visibleRegion().isEmpty()) continue;
      const QRect place = dock->geometry();
      QVERIFY2(place.width() >= 140 && place.height() >= 100, qPrintable(dock->objectName()));
      QVERIFY2(shown.window.rect().contains(place), qPrintable(dock->objectName()));
      for (const QRect& other : places) QVERIFY2(!other.intersects(place), qPrintable(dock->objectName()));
      places << place;
      QVERIFY2(is_drawn(picture, place), qPrintable(dock->objectName()));
    }
    QVERIFY(places.size() > 3 && is_drawn(picture, centre));
    // At first the map is high enough to be read; the axis stands once, below it.
    if (const int least = row.least; least > 0) {
      const HeapMapGeometry& map = shown.map()->geometry_of_map();
      QTRY_VERIFY2(map.plot().height() >= (size == kSizes[0] ? least : 300),
                   qPrintable(QString::number(map.plot().height())));
      QVERIFY(shown.window.findChild<LanesPane*>()->geometry_of_lanes().axis().isEmpty());
    }
    // Both docks of a recorded heap are read side by side.
    if (row.workspace != Workspace::recorded) return;
    const QWidget *heap = shown.part<QWidget>("heap_pane"), *frames = shown.part<QWidget>("frames_pane");
    QTRY_VERIFY(frames->width() >= 300);
    QVERIFY(!heap->visibleRegion().isEmpty() && !frames->visibleRegion().isEmpty());
    QVERIFY2(heap->width() >= 400, qPrintable(QString::number(heap->width())));
    QCOMPARE(heap->mapTo(&shown.window, QPoint()).y(), frames->mapTo(&shown.window, QPoint()).y());
    QCOMPARE(shown.window.size(), size);
  }
};

STOWAGE_WINDOW_TEST(WindowGalleryTest);
#include "tst_window_gallery.moc"
