// SPDX-License-Identifier: GPL-3.0-or-later
// The manual's pictures of the window. With STOWAGE_PICTURES=DIR in the environment they are written there
// (./dev pictures); else those in the manual are compared with this table by name and size.
#include "tests/app/window_test.h"
#include "widgets/views/improve/improve_pane.h"
#include "widgets/views/orders/orders_pane.h"

namespace {

constexpr QSize kSize{1280, 800};
const QString kFolder = QStringLiteral(STOWAGE_SOURCE_DIR "/resources/manual/pictures/");

struct Row {
  const char* name;
  Workspace workspace;
  const char* file;
  QStringList fronts;            // docks that come to the front of their tabs
  QStringList selected;          // tensors
  void (*prepare)(Shown& shown)  // what else a user would do before
      = [](Shown&) {};
};

/// Two orders, for their memory over each other.
void compare_orders(Shown& shown) {
  click(shown.part<QToolButton>("run_all_orders"));
  wait_until([&] { return !shown.window.findChild<OrdersPane*>()->busy(); });
  auto* table = shown.part<QTableView>("orders_table");
  click(table, row_named(table, "LESCEA"), Qt::ControlModifier);
}

void measure(Shown& shown) {
  wait_until([&] { return !shown.window.findChild<ImprovePane*>()->busy() && !shown.window.busy(); });
}

void go_to_failure(Shown& shown) {
  shown.window.state().set_time_cursor(shown.window.planning().view().graph->operator_count() - 1);
}

const std::vector<Row> kRows{
    {"explore", Workspace::explore, kTraining, {"inspector"}, {"dh1"}},
    {"streams", Workspace::streams, kTraining, {"improve"}, {}, measure},
    {"recorded_heap",
     Workspace::recorded,
     ":/samples/serving.pickle",
     {"heap", "frames", "inspector"},
     {"b7f0640600000_2"},
     go_to_failure},
    {"orders", Workspace::orders, ":/samples/olla_figure_3.stowage.json", {"orders"}, {}, compare_orders},
    {"compare", Workspace::compare, kTraining, {"moved"}, {}},
    {"learn", Workspace::learn, ":/samples/lessons/3_avoid_merge_fit.json", {"learn"}, {}},
};

}  // namespace

class ManualPicturesTest : public WindowTest {
  Q_OBJECT

 private slots:
  void cleanupTestCase() { apply_appearance(Appearance::system); }

  void each_picture_is_made_data() {
    QTest::addColumn<int>("row");
    for (std::size_t k = 0; k < kRows.size(); ++k) QTest::newRow(kRows[k].name) << static_cast<int>(k);
  }
  void each_picture_is_made() {
    QFETCH(int, row);
    const Row& wanted = kRows[static_cast<std::size_t>(row)];
    const QString folder = qEnvironmentVariable("STOWAGE_PICTURES");
    if (folder.isEmpty()) {
      QCOMPARE(QImageReader(kFolder + wanted.name + ".png").size(), kSize);
      return;
    }
    apply_appearance(Appearance::light);
    Shown shown(scratch_);
    shown.window.resize(kSize);
    shown.open(wanted.file);
    shown.window.workspaces().choose(wanted.workspace);
    shown.settle();
    for (const QString& dock : wanted.fronts) shown.bring(qPrintable(dock));
    wanted.prepare(shown);
    const Graph& graph = shown.graph();
    std::vector<TensorId> selected;
    for (const TensorId t : graph.tensors())
      if (wanted.selected.contains(QString::fromStdString(std::string(graph.name(t))))) selected.push_back(t);
    QCOMPARE(static_cast<qsizetype>(selected.size()), wanted.selected.size());
    if (!selected.empty()) shown.window.state().select_tensors(selected);
    shown.settle();
    wait_until_idle();
    QTest::qWait(300);  // lists lay out their rows a little later
    const QImage picture = shown.window.grab().toImage();
    QCOMPARE(picture.size(), kSize);
    QVERIFY(picture.save(folder + '/' + wanted.name + ".png"));
  }
};

STOWAGE_WINDOW_TEST(ManualPicturesTest);
#include "tst_manual_pictures.moc"
