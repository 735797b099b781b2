// SPDX-License-Identifier: GPL-3.0-or-later
// The pane of modules, with mouse and keys; and modules as bands.
#include "tests/widgets/shown_pane.h"
#include "widgets/painters/model/step_bands.h"
#include "widgets/views/views.h"

namespace {

Graph layers() {
  return graph_of(
      "op stem @0\n"
      "op layer1.0.conv @0\nop layer1.0.bn @0\nop layer1.1.conv @0\nop layer1.1.bn @0\n"
      "op layer2.conv @0\nop layer2.bn @0\n"
      "op fc @0\n"
      "t a 16 : stem -> layer1.0.conv\nt b 32 : layer1.0.conv -> layer1.0.bn\nt c 64 : layer1.0.bn -> layer1.1.conv\n"
      "t d 8 : layer1.1.conv -> layer1.1.bn\nt e 4 : layer1.1.bn -> layer2.conv\nt f 2 : layer2.conv -> layer2.bn fc\n"
      "t g 1 : layer2.bn -> fc");
}

std::shared_ptr<const GraphModules> modules_of(const std::shared_ptr<const Graph>& graph) {
  return std::make_shared<const GraphModules>(GraphModules{.graph = graph, .tree = module_tree(*graph)});
}

struct Shown : ShownPane<Pane> {
  explicit Shown(Graph graph = layers()) : ShownPane(QSize(420, 400), make_modules), view(planned(std::move(graph))) {
    watch_models();
    pane.set_graph(view.graph);
    state.set_modules(modules_of(view.graph));
    state.set_open_modules({0});
    pane.set_view(view);
    settle();
  }
  QTreeView* tree() { return part<QTreeView>("modules_tree"); }
  /// All rows that are seen: names, further in where they are below others.
  QStringList listed(int column = 0) {
    QStringList out;
    for (QModelIndex at = tree()->model()->index(0, 0); at.isValid(); at = tree()->indexBelow(at)) {
      QString line = at.siblingAtColumn(column).data().toString();
      for (QModelIndex above = at.parent(); above.isValid() && column == 0; above = above.parent()) line = ' ' + line;
      out << line;
    }
    return out;
  }
  QModelIndex row(const QString& name) {
    for (QModelIndex at = tree()->model()->index(0, 0); at.isValid(); at = tree()->indexBelow(at))
      if (at.data().toString() == name) return at;
    qFatal("no row %s", qPrintable(name));
  }
  void click(const QString& name, int times = 1) {
    const QPoint at = tree()->visualRect(row(name)).center();
    QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, at);
    if (times == 2) QTest::mouseDClick(tree()->viewport(), Qt::LeftButton, {}, at);
  }
  QStringList selected() { return names_of(*view.graph, state.selected_operators()); }

  PlanView view;
};

}  // namespace

class ModulesPaneTest : public QObject {
  Q_OBJECT

 private slots:
  void rows_and_columns() {
    Shown shown;
    QCOMPARE(shown.listed(), QStringList({"stem", "layer1", "layer2", "fc"}));
    QCOMPARE(shown.listed(1), QStringList({"1", "4", "2", "1"}));
    // The peak is where c is made from b: 96 bytes.
    QCOMPARE(shown.listed(2), QStringList({"0 B", "96 B", "0 B", "0 B"}));
    QCOMPARE(shown.listed(3), QStringList({"16 B", "108 B", "3 B", "0 B"}));
    const QString csv = csv_of(shown.tree());
    QVERIFY2(csv.contains("layer1.1,2,0,12\r\n"), qPrintable(csv));
  }

  void a_click_selects_and_a_double_click_opens() {
    Shown shown;
    shown.click("layer1");
    QCOMPARE(shown.selected(), QStringList({"layer1.0.conv", "layer1.0.bn", "layer1.1.conv", "layer1.1.bn"}));
    shown.click("layer1", 2);
    QCOMPARE(shown.listed(), QStringList({"stem", "layer1", " 0", " 1", "layer2", "fc"}));
    QCOMPARE(shown.state.open_modules().size(), std::size_t{2});
    shown.click("1");
    QCOMPARE(shown.selected(), QStringList({"layer1.1.conv", "layer1.1.bn"}));
    // A header sorts each level.
    const auto sorted = [&](int column, Qt::SortOrder order) {
      shown.tree()->header()->setSortIndicator(column, order);
      shown.settle();
      return shown.listed();
    };
    QCOMPARE(sorted(3, Qt::DescendingOrder), QStringList({"layer1", " 0", " 1", "stem", "layer2", "fc"}));
    QCOMPARE(sorted(3, Qt::AscendingOrder), QStringList({"fc", "layer2", "stem", "layer1", " 1", " 0"}));
    QCOMPARE(sorted(0, Qt::DescendingOrder), QStringList({"stem", "layer2", "layer1", " 1", " 0", "fc"}));
  }

  void the_keyboard_alone() {
    Shown shown;
    shown.pane.setFocus();
    const auto key = [&](Qt::Key which) { QTest::keyClick(shown.tree(), which); };
    key(Qt::Key_Down);
    if (shown.selected() == QStringList("stem")) key(Qt::Key_Down);  // where the first was current already
    QCOMPARE(shown.selected().size(), 4);
    key(Qt::Key_Right);
    key(Qt::Key_Down);
    QCOMPARE(shown.selected(), QStringList({"layer1.0.conv", "layer1.0.bn"}));
    shown.state.clear_selection();
    shown.tree()->setCurrentIndex(shown.row("0"));
    shown.state.clear_selection();
    shown.click("0");
    key(Qt::Key_Return);
    QCOMPARE(shown.selected().size(), 2);
    key(Qt::Key_Left);
    key(Qt::Key_Left);
    QCOMPARE(shown.listed(), QStringList({"stem", "layer1", "layer2", "fc"}));
    QCOMPARE(shown.state.open_modules(), std::vector<std::uint32_t>{0});
  }

  void a_filter_opens_what_leads_to_matches() {
    Shown shown;
    auto* filter = shown.part<QLineEdit>("modules_filter");
    const auto found = [&](const char* text) {
      filter->setText(text);
      shown.settle();
      return shown.listed();
    };
    QTest::keyClicks(filter, "1.bn");
    shown.settle();
    QCOMPARE(shown.listed(), QStringList({"layer1", " 1", "  bn"}));
    QCOMPARE(shown.state.open_modules(), std::vector<std::uint32_t>{0});  // only here, and only meanwhile
    QCOMPARE(found("LAYER2"), QStringList("layer2"));
    QCOMPARE(found("nothing like it"), QStringList());
    QCOMPARE(found(""), QStringList({"stem", "layer1", "layer2", "fc"}));
  }

  /// The row that holds all of what another view selected, as far as it is seen.
  void the_selection_is_followed() {
    Shown shown;
    shown.state.select_operators({OperatorId(3)});
    QCOMPARE(shown.tree()->currentIndex().data().toString(), QString("layer1"));
    QCOMPARE(shown.selected(), QStringList("layer1.1.conv"));
    shown.state.set_open_modules({0, 2});
    QCOMPARE(shown.listed().size(), 6);
    shown.state.select_operators({OperatorId(1), OperatorId(2)});
    QCOMPARE(shown.tree()->currentIndex().data().toString(), QString("0"));
    shown.state.select_operators({OperatorId(0), OperatorId(2)});
    QVERIFY(!shown.tree()->currentIndex().isValid());
    shown.state.select_tensors({tensor_named(*shown.view.graph, "g")});
    QCOMPARE(shown.tree()->currentIndex().data().toString(), QString("layer2"));
  }

  /// By name, also where an edit gave the nodes other numbers.
  void open_modules_stay_open() {
    Shown shown;
    shown.click("layer2", 2);
    QCOMPARE(shown.listed(), QStringList({"stem", "layer1", "layer2", " conv", " bn", "fc"}));
    const PlanView other =
        planned(graph_of("op new.a @0\nop new.b @0\nop layer2.conv @0\nop layer2.bn @0\nt x 4 : new.a -> layer2.bn"));
    shown.pane.set_graph(other.graph);
    shown.state.set_modules(modules_of(other.graph));
    shown.pane.set_view(other);
    shown.settle();
    QCOMPARE(shown.listed(), QStringList({"new", "layer2", " conv", " bn"}));
  }

  void modules_are_bands() {
    const auto graph = std::make_shared<const Graph>(layers());
    const auto modules = modules_of(graph);
    const auto names = [](const StepBands& bands) {
      QStringList out;
      for (const StepBand& band : bands.bands)
        out << QStringLiteral("%1 %2-%3").arg(band.name).arg(band.steps.begin).arg(band.steps.end);
      return out;
    };
    const std::uint32_t root[] = {0}, layer1[] = {0, 2};
    QCOMPARE(names(*module_bands(*modules, root)), QStringList({"layer1 1-5", "layer2 5-7"}));
    QCOMPARE(names(*module_bands(*modules, layer1)), QStringList({"layer1.0 1-3", "layer1.1 3-5", "layer2 5-7"}));
    const auto bands = module_bands(*modules, layer1);
    QCOMPARE(bands->bands[0].tensors, std::size_t{2});
    QCOMPARE(bands->bands[0].bytes.count, 96);
    QVERIFY(band_names(*bands, bands->bands[0]).contains("0"));
    QVERIFY(bands->at(0) == nullptr && bands->at(4)->name == "layer1.1");
    QVERIFY(step_bands(graph, StepBands::Kind::modules));
    QVERIFY(!step_bands(std::make_shared<const Graph>(one_sync()), StepBands::Kind::modules));
  }
};

STOWAGE_GUI_TEST(ModulesPaneTest);
#include "tst_modules_pane.moc"
