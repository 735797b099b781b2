// SPDX-License-Identifier: GPL-3.0-or-later
// Loops and branches in the window: planned, edited, saved, shown by iteration and by branch.
#include "core/formats/document.h"
#include "core/graph/laid_out.h"
#include "core/insight/bodies/lay_out.h"
#include "core/insight/edit/same_graph.h"
#include "core/stowage.h"
#include "tests/app/window_test.h"
#include "tests/support/outcome.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/model/step_bands.h"

namespace {

constexpr auto kConvolution = ":/samples/loop_convolution.stowage.json";
constexpr auto kBranches = ":/samples/branches.stowage.json";

const Graph& body(Shown& shown) {
  const Graph& source = source_of(shown.graph());
  return source.loop(source.find_operator("while"))->body;
}

}  // namespace

class WindowBodiesTest : public WindowTest {
  Q_OBJECT

 private slots:
  /// By hand: two places of 4,096 bytes, 2,304 of `w`, 1,024 of `columns`, 64 of `b`; `then` of the branches needs
  /// 4,096
  /// + 6,144 + 4,096 at once.
  void bodies_are_counted() {
    Shown& shown = fresh(kConvolution);
    QCOMPARE(shown.plan().footprint, Bytes{11'584});
    QVERIFY(shown.plan().proved_optimal && !shown.message()->isVisible());
    shown.open(kBranches);
    QCOMPARE(shown.plan().footprint, Bytes{14'336});
  }

  /// The status line and the legend count the tensors of the file: five, of which one is a workspace.
  void tensors_of_the_file_are_counted() {
    Shown& shown = fresh(":/samples/loop_nested.stowage.json");
    QCOMPARE(tensors_in_file(shown.graph()), std::size_t{5});
    QCOMPARE(numbers_in(shown.status()).first(2), (QList<qint64>{5, qint64(shown.graph().tensor_count())}));
    const Coloring coloring(shown.graph(), lifetimes(shown.graph()), ColorBy::kind);
    std::size_t tensors = 0;
    for (const Coloring::Entry& entry : coloring.entries()) {
      tensors += entry.tensors;
      if (entry.label == "workspace") QCOMPARE(entry.bytes, Bytes{6144});
    }
    QCOMPARE(tensors, std::size_t{5});
  }

  /// A branch alone in view: its scale of bytes follows an edit.
  void the_scale_follows_an_edit() {
    Shown& shown = fresh(kBranches);
    HeapMapWidget* map = shown.map();
    MapView part = map->geometry_of_map().view();
    part.x0 = 3;
    part.x1 = 6;
    map->set_map_view(part);
    shown.edit(edits::scale_all_sizes({4, 1}));
    QTRY_COMPARE(map->geometry_of_map().view().y1, map->geometry_of_map().full_view().y1);
    QCOMPARE(map->geometry_of_map().view().x0, 3.0);
  }

  /// The operator of the body is one, in however many iterations it is seen.
  void an_edit_in_a_body_is_undone() {
    Shown& shown = fresh(kConvolution);
    const auto before = shown.window.document().graph();
    const auto columns = [&](const char* name) { return std::array{shown.graph().find_tensor(name)}; };
    shown.edit(edits::set_sizes(shown.graph(), columns("while/columns@1"), Bytes{2048}));
    QCOMPARE(body(shown).size(TensorId(3)), Bytes{2048});
    QCOMPARE(shown.plan().footprint, Bytes{12'608});
    shown.edit(edits::move_to_new_stream(shown.graph(), std::array{shown.op("while/conv@0")}, "side"));
    QVERIFY(body(shown).stream_count() == 2 && source_of(shown.graph()).stream_count() == 1);
    shown.undo();
    shown.undo();
    QVERIFY(shown.window.document().graph() == before && !shown.window.isWindowModified());
    QCOMPARE(shown.plan().footprint, Bytes{11'584});
    shown.edit(edits::set_durations(shown.graph(), std::array{shown.op("load"), shown.op("while/conv@0")}, 5));
    QVERIFY(shown.message()->isVisible());
    QVERIFY(shown.window.document().graph() == before);
  }

  void a_plan_is_saved_and_opened() {
    Shown& shown = fresh(scratch_.write("loop.stowage.json", Scratch::read(kConvolution)));
    const Plan plan = shown.plan();
    const QString path = scratch_.path("loop.plan.json");
    shown.save_plan(path);
    // Another reader has the file's graph, lays it out, and finds the plan safe and optimal.
    const auto flat = must(lay_out_bodies(graph_in(scratch_.path("loop.stowage.json").toStdString())));
    const Plan read = must(load_plan(path.toStdString(), *flat));
    const PlanCheck check = must(check_plan(*flat, read));
    QVERIFY(check.valid() && check.proved_optimal);
    shown.open(path);
    QVERIFY(shown.window.document().imported_plan());
    QCOMPARE(shown.window.document().imported_plan()->offsets, plan.offsets);
  }

  void the_graph_is_saved_as_its_file_has_it() {
    Shown& shown = fresh(kBranches);
    shown.edit(edits::scale_all_sizes({2, 1}));
    QCOMPARE(shown.plan().footprint, Bytes{2 * 14'336});
    const QString path = scratch_.path("twice.stowage.json");
    shown.save_graph(path);
    QVERIFY(!shown.window.isWindowModified());
    QVERIFY(same_content(*graph_in(path.toStdString()), source_of(shown.graph())));
  }

  /// A click on the name of a branch zooms to it, another one out again.
  void a_branch_is_chosen_by_its_band() {
    Shown& shown = fresh(kBranches);
    shown.trigger("bands_bodies");
    const auto bands = [&] { return shown.window.state().bands(); };
    QTRY_VERIFY(bands());
    QCOMPARE(bands()->bands.size(), std::size_t{2});
    const StepBand& other = bands()->bands[1];
    QCOMPARE(other.name, QString("if:else"));
    QCOMPARE(shown.graph().name(OperatorId(other.steps.begin)), std::string_view("if/else/pool"));
    HeapMapWidget* map = shown.map();
    const MapView all = map->geometry_of_map().view();
    const auto middle = [&] {
      const HeapMapGeometry& at = map->geometry_of_map();
      return QPointF(at.x_of((other.steps.begin + other.steps.end) / 2.0), at.bands().center().y()).toPoint();
    };
    QTest::mouseClick(map, Qt::LeftButton, {}, middle());
    QTRY_COMPARE(map->geometry_of_map().view().x0, double(other.steps.begin));
    QCOMPARE(map->geometry_of_map().view().x1, double(other.steps.end));
    QTest::mouseClick(map, Qt::LeftButton, {}, middle());
    QTRY_COMPARE(map->geometry_of_map().view().x0, all.x0);
    shown.trigger("bands_none");
  }
};

STOWAGE_WINDOW_TEST(WindowBodiesTest);
#include "tst_window_bodies.moc"
