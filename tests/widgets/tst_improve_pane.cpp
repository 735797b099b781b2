// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>
#include <utility>
#include "core/graph/claims.h"
#include "core/insight/edit/memory_edits.h"
#include "core/insight/edit/same_graph.h"
#include "core/plan/bounds.h"
#include "tests/support/durations.h"
#include "tests/widgets/shown_improve.h"
#include "widgets/views/improve/front_page.h"

using namespace stowage;
using namespace stowage::test;

namespace {

/// All is measured.
struct Shown : ShownImprove {
  explicit Shown(const Graph& graph, Bytes alignment = {1}) : ShownImprove(graph, alignment) { settle(); }
};

Graph several_streams() {
  return with_random_durations(random_graph({.seed = 4, .operators = 14, .streams = 3, .fan = 3, .window = 9}), 3, 50);
}

}  // namespace

class ImprovePaneTest : public EnglishTest {
  Q_OBJECT

 private slots:
  /// The most saved first; bytes and time are those of the graph that the row makes.
  void rows_are_ranked() {
    Shown shown(several_streams());
    QVERIFY(shown.rows() > 2);
    qint64 last = std::numeric_limits<qint64>::min();
    for (int row = 0; row < shown.rows(); ++row) {
      const QModelIndex memory = shown.table()->model()->index(row, 1);
      const qint64 bytes = memory.data(Qt::UserRole).toLongLong();
      QVERIFY(bytes < 0 && bytes >= last);
      last = bytes;
      QCOMPARE(memory.data(Qt::TextAlignmentRole).toInt(), int(Qt::AlignRight | Qt::AlignVCenter));
      const QColor ink = memory.data(Qt::ForegroundRole).value<QColor>();
      QVERIFY(contrast(ink, shown.table()->palette().color(QPalette::Base)) >= 4.5);
      QVERIFY(ink.green() > ink.red() && ink.green() > ink.blue());
    }
    QVERIFY(!shown.table()->isColumnHidden(2));
    QVERIFY(!shown.part<QLabel>("savings_status")->isVisible());
  }

  /// What the footprint leaves out cannot be said to be at its bound, and nothing is saved of it. Nor against offsets
  /// that were assumed.
  void nothing_is_saved_where_not_all_is_counted() {
    const auto unknown = with_data(several_streams(), [](Graph::Data& data) { set_unknown_size(data, 0, true); });
    for (const Graph& graph : {*unknown, graph_with_loop()}) {
      Shown shown(graph);
      QCOMPARE(shown.rows(), 0);
      QVERIFY(!shown.pane.busy());
      QVERIFY2(says(shown.text("savings_status"), {"1"}), qPrintable(shown.text("savings_status")));
    }
    Shown shown(several_streams());
    const int rows = shown.rows();
    QVERIFY(rows > 0);
    shown.pane.set_view(with_plan(shown.view, [](Plan& plan) { plan.assumed = true; }));
    QCOMPARE(shown.rows(), 0);
    QVERIFY(!shown.text("savings_status").isEmpty());
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
      QVERIFY(!shown.button(name)->isEnabled());
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
    auto* back = shown.button("back_from_saving");
    const int rows = shown.rows();
    QVERIFY(!back->isEnabled() && !shown.button("preview_saving")->isEnabled());
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
    auto* sentence = shown.part<QLabel>("saving_sentence");
    std::set<int> heights;
    std::set<std::pair<int, int>> places;
    const auto look = [&] {
      QCoreApplication::processEvents();
      heights.insert(sentence->height());
      for (const char* name : {"preview_saving", "run_improve"}) {
        const QPoint at = shown.button(name)->mapTo(&shown.pane, QPoint());
        places.insert({at.x(), at.y()});
      }
    };
    for (int row = 0; row < shown.rows(); ++row) {
      shown.choose(row);
      look();
    }
    for (const auto page : {ImprovePane::kSyncs, ImprovePane::kFront, ImprovePane::kChanges}) {
      shown.go_to(page);
      look();
    }
    click(shown.button("run_improve"));
    look();
    shown.settle();
    QVERIFY(heights.size() > 1);
    QCOMPARE(places.size(), std::size_t(2));
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
    QVERIFY(!shown.button("back_from_saving")->isEnabled());
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
    QCOMPARE(shown.cell("savings", 0, 0), QString("Alignment 512 → 16"));
    QCOMPARE(shown.cell("savings", 1, 0), QString("Alignment 512 → 64"));
    QVERIFY(shown.table()->isColumnHidden(2));
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
    QVERIFY(!shown.button("apply_saving")->isEnabled());
    shown.pane.set_graph(nullptr);
    QVERIFY(!nothing.isEmpty() && !shown.text("savings_status").isEmpty() && shown.text("savings_status") != nothing);
  }

  /// The plan shown decides what is saved; another plan needs no other measurement.
  void another_plan_is_another_difference() {
    Shown shown(several_streams());
    const auto rows = shown.rows();
    shown.pane.set_view(with_plan(shown.view, [](Plan& plan) { plan.footprint += Bytes{1'000'000}; }));
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
    auto *run = shown.button("run_improve"), *stop = shown.button("stop_improve");
    QTRY_VERIFY(stop->isEnabled());
    click(stop);
    QVERIFY(!shown.pane.busy());
    QVERIFY(shown.text("savings_status").contains("Stopped"));
    QVERIFY(run->isEnabled());
    click(run);
    QVERIFY(shown.pane.busy() && stop->isEnabled() && !run->isEnabled());
    QVERIFY(!run->toolTip().isEmpty());
    click(stop);
  }

  /// A tip says why a button is greyed out, on every page.
  void a_button_says_why_it_is_greyed_out() {
    Shown shown(several_streams());
    for (const auto page : {ImprovePane::kChanges, ImprovePane::kFront, ImprovePane::kSyncs}) {
      shown.go_to(page);
      shown.settle();
      for (const char* name : {"preview_saving", "apply_saving", "back_from_saving", "run_improve", "stop_improve"})
        QVERIFY2(!shown.button(name)->toolTip().isEmpty(), name);
      QVERIFY(!shown.button("back_from_saving")->isEnabled() && !shown.button("stop_improve")->isEnabled());
    }
    shown.go_to(ImprovePane::kChanges);
    const QString without_row = shown.button("apply_saving")->toolTip();
    shown.choose(0);
    QVERIFY(shown.button("apply_saving")->isEnabled());
    QVERIFY(shown.button("apply_saving")->toolTip() != without_row);
  }

  /// Nothing that is offered moves operators onto a stream that is ticked; unticked, all is as before.
  void a_protected_stream_gets_no_operators() {
    Shown shown(several_streams());
    const auto offered = [&] {
      QStringList out;
      for (int row = 0; row < shown.rows(); ++row) out += shown.cell("savings", row, 0);
      return out;
    };
    const QStringList before = offered();
    const std::vector<StreamId> streams = device_streams(shown.now());
    QVERIFY(shown.row_of("One stream") >= 0 || shown.row_of("Streams") >= 0);
    for (int k = 0; k < static_cast<int>(streams.size()); ++k) {
      const std::int64_t ticked[] = {shown.now().info(streams[static_cast<std::size_t>(k)]).number};
      shown.protect(k);
      shown.settle();
      QCOMPARE(numbers_in(shown.button("protected_streams")->text()), QList<qint64>{1});
      for (int row = 0; row < shown.rows(); ++row)
        QVERIFY2(!moves_onto(ticked, shown.pane.change(row).edit, shown.now()), qPrintable(offered().join(", ")));
      shown.protect(k);
      shown.settle();
      QCOMPARE(offered(), before);
      QVERIFY(numbers_in(shown.button("protected_streams")->text()).isEmpty());
    }
  }

  /// Asked for, more syncs are measured than of itself, and how far the search came is said.
  void more_syncs_are_measured_when_asked() {
    Shown shown(*sample("somas_figure_2.stowage.json"));
    shown.press_button("run_improve");
    shown.settle();
    std::vector<ControlEdge> syncs;
    for (int row = 0; row < shown.rows(); ++row)
      if (const auto* added = std::get_if<AddedSync>(&shown.pane.change(row).edit)) syncs.push_back(added->sync);
    QVERIFY(!syncs.empty());
    QVERIFY2(numbers_in(shown.text("savings_status")).contains(14), qPrintable(shown.text("savings_status")));
    QVERIFY(!shown.button("run_improve")->isEnabled());
    // Operator 2 comes before 7 in the order shown, and so do 4, 5 and 6, which follow it: they move later.
    const int row = shown.row_of("Sync: 7 → 2");
    QVERIFY(row >= 0);
    QCOMPARE(shown.pane.change(row).later, std::size_t{4});
    shown.choose(row);
    QVERIFY(numbers_in(shown.text("saving_sentence")).contains(4));
    QCOMPARE(shown.state.selected_operators(), (std::vector{OperatorId(1), OperatorId(6)}));
  }

  /// Points of the front are changes like all others.
  void points_of_the_front_are_rows() {
    Shown shown(several_streams());
    const int rows = shown.rows();
    shown.go_to(ImprovePane::kFront);
    shown.press_button("run_improve");
    wait_until([&] { return shown.pane.front().savings().size() > 1; });
    shown.press_button("stop_improve");
    shown.settle();
    shown.go_to(ImprovePane::kChanges);
    const int row = shown.row_of("Trade-off");
    QVERIFY(shown.rows() > rows && row >= 0);
    shown.choose(row);
    shown.press_button("preview_saving");
    QVERIFY(shown.pane.previews());
    QVERIFY(std::holds_alternative<SeveralEdits>(shown.asked.back().edit));
    QVERIFY(same_graph(shown.now(), *std::get<SeveralEdits>(shown.asked.back().edit).graph));
    shown.press_button("back_from_saving");
    QVERIFY(shown.graphs.back() == shown.graphs.front() && !shown.pane.previews());
  }

  /// The machine is the user's: to plan it again and again takes long.
  void a_large_graph_is_measured_when_asked() {
    std::string text = "op a @0\n";
    for (int k = 0; k <= 10'000; ++k) text += "t t" + std::to_string(k) + " 8 : a ->\n";
    Shown shown(graph_of(text));
    auto* run = shown.button("run_improve");
    QVERIFY(run->isEnabled() && !shown.text("savings_status").isEmpty());
    QVERIFY(!shown.button("stop_improve")->isEnabled());
    click(run);
    QVERIFY(shown.pane.busy() && !run->isEnabled());
    shown.pane.stop();
  }
};

STOWAGE_GUI_TEST(ImprovePaneTest);
#include "tst_improve_pane.moc"
