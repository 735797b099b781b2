// SPDX-License-Identifier: GPL-3.0-or-later
// The memory spaces and the graphs of a file: boxes in the tool bar, a pane, and edits.
#include "tests/app/window_test.h"
#include "widgets/views/spaces/spaces_pane.h"

namespace {

const QString kPools = QStringLiteral(":/samples/two_pools_c_info.json");

struct Spaces : Shown {
  using Shown::Shown;
  QComboBox* box() { return part<QComboBox>("memory_space"); }
  SpacesPane* pane() { return window.findChild<SpacesPane*>(); }
  const std::vector<SpaceRow>& rows() { return pane()->rows(); }
  OpenDocument& document() { return window.document(); }
  /// As a user does it: with the keys in the box.
  void choose(int index) {
    box()->setFocus();
    QTest::keyClick(box(), index > box()->currentIndex() ? Qt::Key_Down : Qt::Key_Up);
    settle();
  }
  void choose_other() { choose(1 - box()->currentIndex()); }
  void planned() {
    QTRY_VERIFY_WITH_TIMEOUT(!pane()->busy() && rows().size() == 2 && rows()[0].planned && rows()[1].planned,
                             kPatience);
  }
};

}  // namespace

class WindowSpacesTest : public TestOfWindow<Spaces> {
  Q_OBJECT

 private slots:
  /// A plan that was opened for one space is there again when the user is back, also after redo.
  void an_opened_plan_comes_back_with_its_space() {
    Spaces& shown = fresh(kPools);
    const QString path = scratch_.path("pool.plan.json");
    shown.save_plan(path);
    shown.open(path);
    const auto opened = shown.document().imported_plan();
    QVERIFY(opened && opened != shown.document().file_plan());
    shown.choose_other();
    const auto other = shown.document().imported_plan();
    QVERIFY(other != opened);
    shown.undo();
    QCOMPARE(shown.document().imported_plan(), opened);
    shown.redo();
    QCOMPARE(shown.document().imported_plan(), other);
  }

  /// A plan of one space says nothing of another one. An edit made the plan of the file unsafe: what it needs is not to
  /// be compared.
  void a_baseline_stays_with_its_space() {
    Spaces& shown = fresh(kPools);
    const PlanSet& results = shown.window.planning().results();
    const auto compares = [&] { return shown.status().contains("%) against the baseline"); };
    shown.part<QAction>("pin")->trigger();
    const auto pinned = results.baseline();
    QVERIFY(pinned && compares());
    shown.choose_other();
    QVERIFY(!results.baseline() && !shown.window.planning().view().baseline);
    QVERIFY2(!shown.status().contains("baseline"), qPrintable(shown.status()));
    shown.undo();
    QCOMPARE(results.baseline(), pinned);
    QVERIFY2(compares(), qPrintable(shown.status()));

    shown.edit(resize(TensorId{0}, Bytes{1 << 13}));
    QVERIFY(shown.window.planning().view().clashes);
    QVERIFY2(!compares(), qPrintable(shown.status()));
    QVERIFY(!results.change_of(results.rows()[static_cast<std::size_t>(results.row_of(nullptr))]));
    QVERIFY(says(shown.part<QLabel>("savings_status")->text(), {"not safe"}));
  }

  /// Boxes are there where there is a choice. Another space: other bytes for the same operators, its own plan of the
  /// file; a step that modifies nothing.
  void another_space_is_shown_in_all_views() {
    Spaces& shown = fresh(kPools);
    QVERIFY(shown.box()->isVisible() && !shown.part<QComboBox>("graph_in_file")->isVisible());
    QCOMPARE(shown.box()->count(), 2);
    const auto graph = shown.document().graph();
    const std::size_t first = shown.document().space();
    shown.choose_other();
    QCOMPARE(shown.document().space(), 1 - first);
    QCOMPARE(shown.box()->currentIndex(), static_cast<int>(1 - first));
    const Graph& other = *shown.document().graph();
    for (TensorId t : graph->tensors()) QVERIFY(graph->size(t) == Bytes{} || other.size(t) == Bytes{});
    QVERIFY(other.total_size() > Bytes{} && shown.document().file_plan() && !shown.document().is_modified());
    QCOMPARE(shown.map()->scene()->graph().size(TensorId(0)), other.size(TensorId(0)));
    shown.undo();
    QVERIFY(shown.document().graph() == graph && shown.document().space() == first);
    QCOMPARE(shown.box()->currentIndex(), static_cast<int>(first));
    shown.open(kFigure2);
    QVERIFY(!shown.box()->isVisible());
  }

  /// The table plans a space that is not shown as the window plans it where it is. One is aligned to 8 bytes, and the
  /// other to 4. Return on a row shows that space.
  void the_pane_has_all_spaces() {
    Spaces& shown = fresh(kPools);
    shown.part<QAction>("show_spaces")->trigger();
    shown.planned();
    for (std::size_t k = 0; k < 2; ++k) {
      const SpaceRow& row = shown.rows()[k];
      QCOMPARE(row.in_file, std::optional(shown.document().spaces()[k].footprint));
      QCOMPARE(row.tensors, shown.document().spaces()[k].tensors);
      QVERIFY(*row.bound <= *row.planned && row.fault.isEmpty());
    }
    const auto planned_best = [&] { return shown.window.planning().results().best_plan()->footprint; };
    const std::size_t first = shown.document().space(), other = 1 - first;
    QCOMPARE(shown.document().alignment(), Bytes{8});
    const Bytes of_other = *shown.rows()[other].planned;
    QCOMPARE(of_other, Bytes{796});
    QCOMPARE(planned_best(), *shown.rows()[first].planned);
    auto* table = shown.part<QTableView>("spaces_table");
    table->setFocus();
    table->selectRow(static_cast<int>(other));
    QTest::keyClick(table, Qt::Key_Return);
    shown.settle();
    QCOMPARE(shown.document().space(), other);
    QCOMPARE(shown.document().alignment(), Bytes{4});
    QCOMPARE(planned_best(), of_other);
    shown.planned();
    shown.align({64});
    shown.choose(static_cast<int>(first));
    QCOMPARE(shown.document().alignment(), Bytes{64});
    shown.history().undo();
    shown.history().undo();
    shown.undo();
    QCOMPARE(shown.document().alignment(), Bytes{8});

    // From the menu of the tensor that is selected; undo brings it back.
    shown.planned();
    const auto before = shown.document().graph();
    const SpaceRow was = shown.rows()[other];
    const TensorId largest = std::ranges::max(before->tensors(), {}, [&](TensorId t) { return before->size(t); });
    shown.window.state().select_tensors({largest});
    auto* edit = shown.part<QMenu>("edit_tensors");
    emit edit->aboutToShow();
    auto* spaces = part_of<QMenu>(*edit, "move_to_space");
    QCOMPARE(spaces->actions().size(), 2);
    spaces->actions()[static_cast<int>(other)]->trigger();
    shown.settle();
    QCOMPARE(shown.document().graph()->size(largest), Bytes{});
    QVERIFY(shown.document().is_modified());
    shown.planned();
    const SpaceRow& now = shown.rows()[other];
    QVERIFY(now.tensors > was.tensors && *now.planned >= before->size(largest));
    QVERIFY(!now.in_file);  // the file does not say where the tensor would lie
    shown.undo();
    QVERIFY(shown.document().graph() == before && !shown.document().is_modified());
  }

  /// Of a file with several graphs the box opens another.
  void another_graph_is_opened() {
    STOWAGE_NEEDS_SHARED();
    Spaces& shown = fresh(QString::fromStdString(shared_path("data/inductor/torch_trace_two_graphs_rank_0.log.gz")));
    auto* box = shown.part<QComboBox>("graph_in_file");
    QVERIFY(box->isVisible() && box->count() > 1);
    const auto& document = shown.window.document();
    const std::size_t opened = document.graph_in_file(), other = opened == 0 ? 1 : opened - 1;
    QCOMPARE(document.graph()->operator_count(), document.graphs_in_file()[opened].operators);
    box->setFocus();
    QTest::keyClick(box, opened == 0 ? Qt::Key_Down : Qt::Key_Up);
    QTRY_COMPARE_WITH_TIMEOUT(document.graph_in_file(), other, kPatience);
    QCOMPARE(box->currentIndex(), static_cast<int>(other));
    QCOMPARE(document.graph()->operator_count(), document.graphs_in_file()[other].operators);
  }
};

STOWAGE_WINDOW_TEST(WindowSpacesTest);
#include "tst_window_spaces.moc"
