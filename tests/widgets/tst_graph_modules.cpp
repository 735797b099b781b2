// SPDX-License-Identifier: GPL-3.0-or-later
// Modules as nodes of the drawn graph: what stands for what, and how they are opened and closed.
#include "tests/widgets/shown_graph.h"
#include "widgets/painters/graph/graph_layout.h"
#include "widgets/painters/model/graph_subset.h"

using namespace stowage;
using namespace stowage::test;

namespace {

std::shared_ptr<const GraphModules> modules_of(const std::shared_ptr<const Graph>& graph) {
  return std::make_shared<const GraphModules>(GraphModules{.graph = graph, .tree = module_tree(*graph)});
}

/// `count` operators in a chain, ten in a block, blocks on two streams by turns; "head" has one of each.
PlanView blocks(std::size_t count) {
  GraphBuilder builder;
  const StreamId streams[] = {builder.add_stream(0), builder.add_stream(1)};
  OperatorId before;
  for (std::size_t k = 0; k < count; ++k) {
    const std::string block = k < 10 ? "head" : "block" + std::to_string(k / 10);
    const std::size_t stream = k < 10 ? k % 2 : k / 10 % 2;
    const OperatorId o =
        builder.add_operator({.name = block + ".op" + std::to_string(k), .stream = streams[stream], .kind = "Add"});
    if (before.valid())
      builder.add_tensor({.name = "t" + std::to_string(k), .size = {8}, .producer = before, .consumers = {&o, 1}});
    before = o;
  }
  return view_of(std::move(std::move(builder).build()->graph));
}

struct ShownModules : ShownGraph {
  explicit ShownModules(const PlanView& of) : ShownGraph(of), view(of) {
    state.set_modules(modules_of(view.graph));
    wait();
  }
  [[nodiscard]] const GraphLayout& layout() const { return *widget.graph_layout(); }
  QToolButton* box() { return part_of<QToolButton>(widget, "graph_modules"); }
  PlanView view;
};

}  // namespace

class GraphModulesTest : public EnglishTest {
  Q_OBJECT

 private slots:
  /// A phase that is a level is named in the language of the window, a module as the file has it.
  void phases_are_translated() {
    GraphBuilder builder;
    const StreamId stream = builder.add_stream(0);
    for (const std::string phase : {"forward", "backward", "warm-up"})
      for (const std::string part : {"forward.a", "forward.b"})
        builder.add_operator({.name = part + "." + phase, .stream = stream, .phase = phase});
    const auto modules = modules_of(std::make_shared<const Graph>(std::move(builder).build()->graph));
    QStringList titles;
    {
      const Translated loud([](const QString& context, const QString& text) {
        return context == "stowage::Phases" ? text.toUpper() : QString();
      });
      for (const auto& node : module_elements(*modules, std::vector<std::uint32_t>{0}).nodes) titles << node.title;
    }
    titles.sort();
    QCOMPARE(titles, QStringList({"BACKWARD", "FORWARD", "warm-up"}));
    for (std::uint32_t node = 1; node < modules->tree.nodes.size(); ++node)
      if (modules->tree.nodes[node].kind == ModuleTree::Kind::module)
        QCOMPARE(module_title(*modules, node, 100), QString("forward"));
  }

  /// Every operator has one node, and every arc between nodes its edge, by brute force.
  void elements_stand_for_all() {
    const auto graph = std::make_shared<const Graph>(make_training_graph({.layers = 8, .streams = 3}));
    const auto modules = modules_of(graph);
    for (const std::size_t most : {1, 6, 20, 60, 100'000}) {
      const auto open = open_levels(modules->tree, most);
      const GraphLayout layout = module_elements(*modules, open);
      const auto seen = seen_nodes(modules->tree, open);
      QCOMPARE(layout.nodes.size(), std::set(seen.begin(), seen.end()).size());
      std::size_t operators = 0;
      for (const auto& node : layout.nodes) {
        operators += node.operators;
        std::set<StreamId> streams;
        for (const OperatorId o : graph->operators())
          if (layout.find(o) == &node) streams.insert(graph->stream(o));
        QCOMPARE(node.several_streams, streams.size() > 1);
        QVERIFY(node.box.width() >= 36);
      }
      QCOMPARE(operators, graph->operator_count());
      std::map<std::pair<OperatorId, OperatorId>, std::set<TensorId>> expected;
      for (const TensorId t : graph->tensors())
        for (const OperatorId user : graph->consumers(t)) {
          if (!graph->producer(t).valid()) continue;
          const OperatorId from = layout.find(graph->producer(t))->op, to = layout.find(user)->op;
          if (from != to) expected[{from, to}].insert(t);
        }
      for (const ControlEdge& edge : graph->control())
        if (layout.find(edge.before) != layout.find(edge.after))
          expected[{layout.find(edge.before)->op, layout.find(edge.after)->op}];
      QCOMPARE(layout.edges.size(), expected.size());
      for (const auto& edge : layout.edges) {
        const auto& tensors = expected.at({edge.from, edge.to});
        QVERIFY(std::ranges::equal(edge.tensors, tensors));
        QCOMPARE(edge.kind == GraphLayout::EdgeKind::control, tensors.empty());
      }
    }
  }

  void a_large_graph_shows_its_modules() {
    ShownModules shown(blocks(2'500));
    QCOMPARE(numbers_in(shown.widget.banner()), (QList<qint64>{250, 2500}));
    QCOMPARE(shown.layout().nodes.size(), std::size_t{250});
    QVERIFY(shown.box()->isVisible() && shown.box()->isChecked());
    QVERIFY(shown.layout().nodes[0].several_streams && !shown.layout().nodes[1].several_streams);
    QCOMPARE(shown.layout().nodes[7].title, QString("block7"));
    QCOMPARE(shown.layout().nodes[7].subtitle, QString("10 operators"));
  }

  /// A selection made elsewhere has its neighbourhood; without one the modules are back.
  void a_selection_has_its_neighbourhood() {
    ShownModules shown(blocks(2'500));
    shown.state.select_operators({OperatorId(1200)});
    shown.wait();
    QVERIFY(!shown.layout().by_module() && shown.layout().find(OperatorId(1200)));
    QVERIFY(!shown.box()->isChecked());
    shown.state.clear_selection();
    shown.wait();
    QVERIFY(shown.layout().by_module());
    QTest::mouseClick(shown.box(), Qt::LeftButton);
    shown.wait();
    QCOMPARE(numbers_in(shown.widget.banner()), (QList<qint64>{60, 2500}));
  }

  void a_double_click_opens_and_backspace_closes() {
    ShownModules shown(blocks(2'500));
    shown.widget.fit();
    const QPoint at = shown.place(OperatorId(30));
    shown.click(at);
    QCOMPARE(shown.state.selected_operators().size(), std::size_t{10});
    QCOMPARE(shown.state.selected_operators().front(), OperatorId(30));
    QVERIFY(shown.layout().by_module());
    QTest::mouseDClick(&shown.widget, Qt::LeftButton, {}, at);
    shown.wait();
    QCOMPARE(shown.layout().nodes.size(), std::size_t{259});
    QCOMPARE(shown.layout().find(OperatorId(33))->module, GraphLayout::kNoModule);
    shown.widget.setFocus();
    QTest::keyClick(&shown.widget, Qt::Key_Backspace);
    shown.wait();
    QCOMPARE(shown.layout().nodes.size(), std::size_t{250});
    QTest::keyClick(&shown.widget, Qt::Key_Return);
    shown.wait();
    QCOMPARE(shown.layout().nodes.size(), std::size_t{259});
  }

  void arrow_keys_walk_from_module_to_module() {
    ShownModules shown(blocks(2'500));
    shown.widget.setFocus();
    for (const auto& [key, first] :
         {std::pair(Qt::Key_Down, 0u), {Qt::Key_Down, 10u}, {Qt::Key_Right, 20u}, {Qt::Key_Up, 10u}}) {
      shown.key(key);
      QCOMPARE(shown.state.selected_operators().front(), OperatorId(first));
    }
    QVERIFY(shown.layout().by_module());
  }

  /// Of a small graph on demand only.
  void a_box_shows_them() {
    ShownModules shown(blocks(60));
    QVERIFY(!shown.layout().by_module() && shown.box()->isVisible() && !shown.box()->isChecked());
    QTest::mouseClick(shown.box(), Qt::LeftButton);
    shown.wait();
    QVERIFY(shown.layout().by_module());
    shown.state.set_modules(nullptr);
    shown.wait();
    QVERIFY(!shown.box()->isVisible() && !shown.layout().by_module());
  }
};

STOWAGE_GUI_TEST(GraphModulesTest);
#include "tst_graph_modules.moc"
