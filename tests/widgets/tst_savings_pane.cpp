// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLabel>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

#include "core/graph/claims.h"
#include "core/insight/edit/same_graph.h"
#include "core/plan/bounds.h"
#include "tests/gui/gui.h"
#include "tests/gui/words.h"
#include "tests/start/test_entry.h"
#include "tests/support/durations.h"
#include "tests/support/graphs.h"
#include "tests/support/results.h"
#include "tests/widgets/shown_pane.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/views/savings/savings_model.h"
#include "widgets/views/savings/savings_pane.h"

using namespace stowage;
using namespace stowage::test;

namespace {

/// The pane with a document that does what it asks for.
struct Shown : ShownPane<SavingsPane> {
  explicit Shown(const Graph& graph, Bytes alignment = {1}) : ShownPane(QSize(340, 420)), base_alignment(alignment) {
    watch_models();
    QObject::connect(&pane, &SavingsPane::preview_requested, &pane, [this](const MeasuredSaving& saving, quint64 id) {
      if (graphs.size() > 1 || view.plan->alignment != base_alignment) back();
      asked.push_back(saving);
      if (const auto* other = std::get_if<OtherAlignment>(&saving.edit)) return plan(other->alignment);
      if (std::holds_alternative<OtherLayout>(saving.edit)) {
        view.plan = saving.plan;
        return pane.set_view(view);
      }
      graphs.push_back(std::make_shared<const Graph>(edited_by(saving.edit, *graphs.front())->graph));
      edit = id;
      plan(base_alignment);
    });
    QObject::connect(&pane, &SavingsPane::back_requested, &pane, [this] { back(); });
    QObject::connect(&pane, &SavingsPane::kept, &pane, [this] { ++kept; });
    graphs.push_back(std::make_shared<const Graph>(graph));
    plan(alignment);
    if (graph.tensor_count() < 5000) pane.measure();  // a little later it would be of itself
    settle();
  }
  void back() {
    graphs.resize(1);
    edit = 0;
    plan(base_alignment);
  }
  /// As the window does: first the graph, then what is planned of it.
  void plan(Bytes alignment) {
    state.set_graph(graphs.back(), edit);
    pane.set_graph(graphs.back());
    view = results_of(graphs.back(), true, alignment);
    pane.set_view(view);
  }
  QTableView* table() { return part<QTableView>("savings"); }
  int rows() { return table()->isVisible() ? table()->model()->rowCount() : 0; }
  void choose(int row) { click_row(table(), row); }
  /// The first row whose name begins so.
  int row_of(const QString& begin) {
    for (int row = 0; row < rows(); ++row)
      if (cell("savings", row, SavingsModel::kWhat).startsWith(begin)) return row;
    return -1;
  }
  void press_button(const char* name) { click(part<QAbstractButton>(name)); }
  [[nodiscard]] const Graph& now() const { return *graphs.back(); }

  Bytes base_alignment;
  PlanView view;
  std::vector<std::shared_ptr<const Graph>> graphs;
  quint64 edit = 0;  // that led to the last of them
  std::vector<MeasuredSaving> asked;
  int kept = 0;
};

Graph several_streams() {
  return with_random_durations(random_graph({.seed = 4, .operators = 14, .streams = 3, .fan = 3, .window = 9}), 3, 50);
}

}  // namespace

class SavingsPaneTest : public QObject {
  Q_OBJECT

  EnglishPlurals plurals_;

 private slots:
  void initTestCase() { QCoreApplication::installTranslator(&plurals_); }

  /// The most saved first; bytes and time are those of the graph that the row makes.
  void rows_are_ranked() {
    Shown shown(several_streams());
    QVERIFY(shown.rows() > 2);
    qint64 last = std::numeric_limits<qint64>::min();
    for (int row = 0; row < shown.rows(); ++row) {
      const QModelIndex memory = shown.table()->model()->index(row, SavingsModel::kMemory);
      const qint64 bytes = memory.data(SavingsModel::kSortRole).toLongLong();
      QVERIFY(bytes < 0 && bytes >= last);
      last = bytes;
      QCOMPARE(memory.data(Qt::TextAlignmentRole).toInt(), int(Qt::AlignRight | Qt::AlignVCenter));
      const QColor ink = memory.data(Qt::ForegroundRole).value<QColor>();
      QVERIFY(contrast(ink, shown.table()->palette().color(QPalette::Base)) >= 4.5);
      QVERIFY(ink.green() > ink.red() && ink.green() > ink.blue());
    }
    QVERIFY(!shown.table()->isColumnHidden(SavingsModel::kTime));
    QVERIFY(!shown.part<QLabel>("savings_status")->isVisible());
  }

  /// What the footprint leaves out cannot be said to be at its bound, and nothing is saved of it. Nor against offsets
  /// that were assumed.
  void nothing_is_saved_where_not_all_is_counted() {
    Graph::Data data = several_streams().data();
    set_unknown_size(data, 0, true);
    for (const Graph& graph : {Graph(std::move(data)), graph_with_loop()}) {
      Shown shown(graph);
      QCOMPARE(shown.rows(), 0);
      QVERIFY(!shown.pane.busy());
      QVERIFY2(says(shown.text("savings_status"), {"1"}), qPrintable(shown.text("savings_status")));
    }
    Shown shown(several_streams());
    const int rows = shown.rows();
    QVERIFY(rows > 0);
    const auto ours = shown.view.plan;
    Plan assumed = *ours;
    assumed.assumed = true;
    shown.view.plan = std::make_shared<const Plan>(assumed);
    shown.pane.set_view(shown.view);
    QCOMPARE(shown.rows(), 0);
    QVERIFY(!shown.text("savings_status").isEmpty());
    shown.view.plan = ours;
    shown.pane.set_view(shown.view);
    QCOMPARE(shown.rows(), rows);
  }

  /// While something else edits the graph, what is asked would be refused: the rows stay, and nothing is asked.
  void nothing_is_applied_while_the_graph_is_edited() {
    Shown shown(several_streams());
    const int rows = shown.rows();
    shown.choose(0);
    shown.pane.hold(true);
    for (const char* name : {"apply_saving", "preview_saving", "back_from_saving"})
      QVERIFY(!shown.part<QAbstractButton>(name)->isEnabled());
    shown.table()->setFocus();
    QTest::keyClick(shown.table(), Qt::Key_Return);
    QVERIFY(shown.asked.empty());
    QCOMPARE(shown.rows(), rows);
    shown.pane.hold(false);
    shown.press_button("preview_saving");
    QCOMPARE(shown.asked.size(), std::size_t{1});
  }

  void each_row_is_previewed_and_taken_back() {
    Shown shown(several_streams());
    auto* back = shown.part<QAbstractButton>("back_from_saving");
    const int rows = shown.rows();
    QVERIFY(!back->isEnabled() && !shown.part<QAbstractButton>("preview_saving")->isEnabled());
    for (int row = 0; row < rows; ++row) {
      shown.choose(row);
      const QString sentence = shown.text("saving_sentence");
      shown.press_button("preview_saving");
      QCOMPARE(shown.asked.size(), std::size_t(row + 1));
      QVERIFY2(sentence.contains(human_bytes(shown.asked.back().footprint())), qPrintable(sentence));
      QVERIFY(shown.pane.previews() && back->isEnabled());
      QCOMPARE(shown.rows(), rows);  // they are still those of the graph that was measured
      QVERIFY(shown.table()->model()->index(row, 0).data(Qt::FontRole).value<QFont>().bold());
      if (row % 2 == 0) continue;  // the next takes its place
      click(back);
      QVERIFY(!shown.pane.previews() && !back->isEnabled());
      QVERIFY(shown.graphs.back() == shown.graphs.front());
    }
    QCOMPARE(shown.kept, 0);
    QVERIFY(!shown.pane.busy());  // nothing was measured again
  }

  /// The sentence of each row has its own length.
  void buttons_stay_where_they_are() {
    Shown shown(several_streams());
    auto* apply = shown.part<QAbstractButton>("apply_saving");
    auto* sentence = shown.part<QLabel>("saving_sentence");
    std::set<int> heights, places;
    for (int row = 0; row < shown.rows(); ++row) {
      shown.choose(row);
      QCoreApplication::processEvents();
      heights.insert(sentence->height());
      places.insert(apply->mapTo(&shown.pane, QPoint()).y());
    }
    QVERIFY(heights.size() > 1);
    QCOMPARE(places.size(), std::size_t(1));
  }

  /// What is applied is measured in its turn.
  void apply_begins_anew() {
    Shown shown(several_streams());
    const int row = shown.row_of("Sync");
    QVERIFY(row >= 0);
    shown.choose(row);
    QCOMPARE(shown.state.selected_operators().size(), std::size_t(2));
    shown.press_button("apply_saving");
    QCOMPARE(shown.asked.size(), std::size_t(1));
    QCOMPARE(shown.kept, 1);
    QCOMPARE(shown.now().control().size(), shown.graphs.front()->control().size() + 1);
    shown.settle();
    QVERIFY(!shown.pane.previews());
    QVERIFY(!shown.part<QAbstractButton>("back_from_saving")->isEnabled());
  }

  void keys_preview() {
    Shown shown(several_streams());
    shown.table()->setFocus();
    QTest::keyClick(shown.table(), Qt::Key_Down);
    QTest::keyClick(shown.table(), Qt::Key_Return);
    QCOMPARE(shown.asked.size(), std::size_t(1));
  }

  /// Of 512 bytes each, where 16 are needed.
  void an_alignment_is_previewed() {
    Shown shown(graph_of("op a @0\nop b @0\n"
                         "t x 16 : a -> b\nt y 16 : a -> b\nt z 16 : a -> b\n"),
                {512});
    QCOMPARE(shown.rows(), 2);
    QCOMPARE(shown.cell("savings", 0, SavingsModel::kWhat), QString("Alignment 512 → 16"));
    QCOMPARE(shown.cell("savings", 1, SavingsModel::kWhat), QString("Alignment 512 → 64"));
    QVERIFY(shown.table()->isColumnHidden(SavingsModel::kTime));
    shown.choose(1);
    QVERIFY(says(shown.text("saving_sentence"), {"64"}));  // which the target must allow
    shown.press_button("preview_saving");
    QVERIFY(shown.pane.previews());
    QCOMPARE(shown.view.plan->alignment, Bytes{64});
    shown.press_button("back_from_saving");
    QVERIFY(!shown.pane.previews());
    QCOMPARE(shown.rows(), 2);
  }

  void honest_where_there_is_nothing() {
    Shown shown(graph_of("op a @0\nop b @0\nt x 16 : a -> b\n"));
    QCOMPARE(shown.rows(), 0);
    const QString nothing = shown.text("savings_status");
    QVERIFY(!shown.part<QAbstractButton>("apply_saving")->isVisible());
    shown.pane.set_graph(nullptr);
    QVERIFY(!nothing.isEmpty() && !shown.text("savings_status").isEmpty() && shown.text("savings_status") != nothing);
  }

  /// The plan shown decides what is saved; another plan needs no other measurement.
  void another_plan_is_another_difference() {
    Shown shown(several_streams());
    const auto rows = shown.rows();
    PlanView worse = shown.view;
    Plan larger = *worse.plan;
    larger.footprint = larger.footprint + Bytes{1'000'000};
    worse.plan = std::make_shared<const Plan>(larger);
    shown.pane.set_view(worse);
    QVERIFY(!shown.pane.busy());
    QVERIFY(shown.rows() > rows);  // a layout saves now, too
    const int layout = shown.row_of("Layout");
    QVERIFY(layout >= 0);
    shown.choose(layout);
    shown.press_button("apply_saving");
    QCOMPARE(shown.kept, 1);
    QVERIFY(!shown.pane.busy() && !shown.pane.previews());
    QCOMPARE(shown.row_of("Layout"), -1);  // it is done
  }

  void a_stop_keeps_what_is_there() {
    Shown shown(several_streams());
    shown.graphs = {std::make_shared<const Graph>(
        random_graph({.seed = 6, .operators = 3000, .streams = 4, .fan = 3, .window = 200, .syncs = 60}))};
    shown.plan({1});
    QVERIFY(shown.pane.busy());
    auto* stop = shown.part<QAbstractButton>("stop_savings");
    QTRY_VERIFY(stop->isVisible());
    click(stop);
    QVERIFY(!shown.pane.busy());
    QVERIFY(shown.text("savings_status").contains("Stopped"));
    auto* measure = shown.part<QAbstractButton>("measure_savings");
    QVERIFY(measure->isVisible());
    click(measure);
    QVERIFY(shown.pane.busy());
  }

  /// The machine is the user's: to plan it again and again takes long.
  void a_large_graph_is_measured_when_asked() {
    std::string text = "op a @0\n";
    for (int k = 0; k <= 10'000; ++k) text += "t t" + std::to_string(k) + " 8 : a ->\n";
    Shown shown(graph_of(text));
    auto* measure = shown.part<QAbstractButton>("measure_savings");
    QVERIFY(measure->isVisible() && !shown.text("savings_status").isEmpty());
    QVERIFY(!shown.part<QAbstractButton>("stop_savings")->isVisible());
    click(measure);
    QVERIFY(shown.pane.busy() && !measure->isVisible());
    shown.pane.stop();
  }
};

STOWAGE_GUI_TEST(SavingsPaneTest);
#include "tst_savings_pane.moc"
