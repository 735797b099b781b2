// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QStyleOptionFrame>
#include <QTableView>
#include <QToolButton>
#include <QtTest>

#include "core/io/interval_csv.h"
#include "tests/support/graphs.h"
#include "widgets/heap_map/hover_card.h"
#include "widgets/tables/tensor_query.h"
#include "widgets/tables/tensor_table.h"
#include "widgets/tables/tensor_table_model.h"
#include "widgets/view_state.h"

using namespace stowage;
using stowage::test::graph_of;
using stowage::test::random_graph;

namespace {

PlanView view_of(Graph graph, std::vector<std::int64_t> offsets = {}) {
  PlanView view;
  view.graph = std::make_shared<const Graph>(std::move(graph));
  view.lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*view.graph));
  if (offsets.empty()) return view;
  auto plan = std::make_shared<Plan>();
  for (const std::int64_t offset : offsets) plan->offsets.push_back(Offset{offset});
  view.plan = plan;
  return view;
}

std::vector<std::size_t> found(const PlanView& view, const TensorQuery& query) {
  std::vector<std::size_t> indices;
  for (const TensorId t : find_tensors(view, query)) indices.push_back(t.index());
  return indices;
}

using Indices = std::vector<std::size_t>;

/// A table on screen with the small graph.
struct Shown {
  Shown() : table(&state) {
    table.resize(900, 300);
    table.show();
    table.set_view(view);
  }
  QTableView* grid() { return table.findChild<QTableView*>("tensor_view"); }
  QLineEdit* limit(const QString& name) {
    for (QLineEdit* edit : table.findChildren<QLineEdit*>())
      if (edit->accessibleName() == name) return edit;
    return nullptr;
  }
  QLineEdit* name_filter() { return table.findChild<QLineEdit*>("tensor_filter"); }
  QString cell(int row, TensorColumn column) {
    return grid()->model()->index(row, static_cast<int>(column)).data().toString();
  }
  void click(int row, Qt::KeyboardModifiers modifiers = {}) {
    const QRect cell = grid()->visualRect(grid()->model()->index(row, 0));
    QTest::mouseClick(grid()->viewport(), Qt::LeftButton, modifiers, cell.center());
  }
  ViewState state;
  PlanView view = view_of(graph_of(R"(
    op load @0
    op mul @0
    op add @1
    t weights.0 4096 : - -> mul
    t Input 100 : load -> mul
    t product 2048 : mul -> add
    t sum 100 : add -> !)"),
                          {0, 4096, 5000, 4096});
  TensorTable table;
};

}  // namespace

class TensorTableTest : public QObject {
  Q_OBJECT

 private slots:
  /// An operator selected elsewhere marks what it uses and makes.
  void marks_the_tensors_of_a_selected_operator() {
    Shown shown;
    shown.state.select_operators({OperatorId(1)});  // mul
    QStringList marked;
    for (const QModelIndex& row : shown.grid()->selectionModel()->selectedRows()) marked << row.data().toString();
    marked.sort();
    QCOMPARE(marked, QStringList({"Input", "product", "weights.0"}));
    QCOMPARE(shown.state.selected_operators(), std::vector{OperatorId(1)});
  }

  void amounts_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("bytes");
    QTest::newRow("plain") << "4096" << qint64{4096};
    QTest::newRow("zero") << "0" << qint64{0};
    QTest::newRow("unit") << "4 KiB" << qint64{4096};
    QTest::newRow("short unit") << "1.5m" << qint64{1'572'864};
    QTest::newRow("bytes") << "12 bytes" << qint64{12};
    QTest::newRow("grouped") << "1,048,576" << qint64{1'048'576};
    QTest::newRow("hexadecimal") << "0x1F00" << qint64{0x1f00};
    QTest::newRow("empty") << "" << qint64{-1};
    QTest::newRow("word") << "many" << qint64{-1};
    QTest::newRow("unknown unit") << "4 KiX" << qint64{-1};
    QTest::newRow("negative") << "-4" << qint64{-1};
    QTest::newRow("huge") << "9999999999 TiB" << qint64{-1};
    QTest::newRow("half grouped") << "1,04" << qint64{-1};
  }
  void amounts() {
    QFETCH(QString, text);
    QFETCH(qint64, bytes);
    const std::optional<Bytes> parsed = parse_bytes(text);
    QCOMPARE(parsed ? parsed->count : -1, bytes);
  }

  void filters_by_name_size_and_address() {
    const Shown shown;
    const PlanView& view = shown.view;
    TensorQuery query;
    QCOMPARE(found(view, query), (Indices{0, 1, 2, 3}));
    query.name = "U";  // Input, product, sum
    QCOMPARE(found(view, query), (Indices{1, 2, 3}));
    query.name = "weights.";
    QCOMPARE(found(view, query), (Indices{0}));
    query = {};
    query.name = "^[a-z]+$";
    query.regex = true;
    QCOMPARE(found(view, query), (Indices{2, 3}));
    query.name = "(";
    QCOMPARE(found(view, query), Indices{});
    query = {};
    query.least_size = Bytes{101};
    query.most_size = Bytes{4095};
    QCOMPARE(found(view, query), (Indices{2}));
    query = {};
    query.from_address = Offset{4096};  // 0 ends exactly there and is not touched
    QCOMPARE(found(view, query), (Indices{1, 2, 3}));
    query.to_address = Offset{4999};
    QCOMPARE(found(view, query), (Indices{1, 3}));
    PlanView unplanned = view;
    unplanned.plan = nullptr;
    QCOMPARE(found(unplanned, query), Indices{});
  }

  void sorts_numbers_as_numbers_and_keeps_ties_in_order() {
    const Shown shown;
    TensorQuery query;
    query.sort = TensorColumn::size;
    QCOMPARE(found(shown.view, query), (Indices{1, 3, 2, 0}));
    query.descending = true;
    QCOMPARE(found(shown.view, query), (Indices{0, 2, 1, 3}));
    query.sort = TensorColumn::offset;
    QCOMPARE(found(shown.view, query), (Indices{2, 1, 3, 0}));
    query.sort = TensorColumn::name;
    query.descending = false;
    QCOMPARE(found(shown.view, query), (Indices{1, 2, 3, 0}));
  }

  /// Against the plainest reading of the query.
  void agrees_with_a_plain_search() {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const PlanView view = view_of(random_graph({.seed = seed, .operators = 60, .streams = 4}));
      TensorQuery query;
      query.name = QString::number(seed % 10);
      query.most_size = Bytes{static_cast<std::int64_t>(40 * seed)};
      query.sort = TensorColumn::life_to;
      std::vector<TensorId> expected;
      for (const TensorId t : view.graph->tensors())
        if (view.graph->name(t).find(query.name.toStdString()) != std::string_view::npos &&
            view.graph->size(t) <= *query.most_size)
          expected.push_back(t);
      std::ranges::stable_sort(expected, {}, [&](TensorId t) { return (*view.lifetimes)[t.index()].end; });
      QVERIFY(find_tensors(view, query) == expected);
    }
  }

  void stops_when_asked() {
    std::stop_source source;
    source.request_stop();
    QVERIFY(find_tensors(view_of(random_graph({.operators = 50})), {}, source.get_token()).empty());
  }

  void model_keeps_its_contract() {
    TensorTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const Shown shown;
    model.set_rows(shown.view, find_tensors(shown.view, {}));
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.row_of(TensorId(2)), 2);
    model.set_rows(shown.view, {TensorId(2), TensorId(0)});
    QCOMPARE(model.row_of(TensorId(0)), 1);
    QCOMPARE(model.row_of(TensorId(1)), -1);
    const auto number = [&](int row, TensorColumn column) {
      return model.index(row, static_cast<int>(column)).data(TensorTableModel::kSortRole).toLongLong();
    };
    QCOMPARE(number(0, TensorColumn::size), 2048);
    QCOMPARE(number(0, TensorColumn::offset), 5000);
    QCOMPARE(number(0, TensorColumn::end), 7048);
    QCOMPARE(number(0, TensorColumn::life_from), 1);
    QCOMPARE(number(0, TensorColumn::life_to), 2);
    model.set_plan_view(view_of(*shown.view.graph));
    QVERIFY(!model.index(0, static_cast<int>(TensorColumn::end)).data(TensorTableModel::kSortRole).isValid());
    model.set_rows({}, {});
    QCOMPARE(model.rowCount(), 0);
  }

  void shares_its_selection() {
    Shown shown;
    shown.click(1);
    QCOMPARE(shown.state.selected_tensors(), (std::vector{TensorId(1)}));
    shown.click(3, Qt::ControlModifier);
    QCOMPARE(shown.state.selected_tensors(), (std::vector{TensorId(1), TensorId(3)}));
    shown.state.select_tensors({TensorId(0), TensorId(2)});
    const auto rows = shown.grid()->selectionModel()->selectedRows();
    QCOMPARE(rows.size(), 2);
    QVERIFY(shown.grid()->selectionModel()->isRowSelected(0, {}));
    QVERIFY(shown.grid()->selectionModel()->isRowSelected(2, {}));
    shown.state.clear_selection();
    QVERIFY(!shown.grid()->selectionModel()->hasSelection());
  }

  void selection_survives_sorting_and_filtering() {
    Shown shown;
    shown.state.select_tensors({TensorId(0)});
    shown.grid()->horizontalHeader()->setSortIndicator(static_cast<int>(TensorColumn::size), Qt::AscendingOrder);
    QCOMPARE(shown.cell(3, TensorColumn::name), QString("weights.0"));
    QVERIFY(shown.grid()->selectionModel()->isRowSelected(3, {}));
    QTest::keyClicks(shown.name_filter(), "sum");
    QTRY_COMPARE(shown.grid()->model()->rowCount(), 1);
    QCOMPARE(shown.state.selected_tensors(), (std::vector{TensorId(0)}));
    shown.name_filter()->clear();
    QTRY_COMPARE(shown.grid()->model()->rowCount(), 4);
    QVERIFY(shown.grid()->selectionModel()->isRowSelected(3, {}));
  }

  void return_asks_to_reveal() {
    Shown shown;
    QSignalSpy asked(&shown.state, &ViewState::reveal_requested);
    shown.click(2);
    QTest::keyClick(shown.grid(), Qt::Key_Return);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.first().first().value<TensorId>(), TensorId(2));
  }

  void counts_what_it_shows() {
    Shown shown;
    auto* count = shown.table.findChild<QLabel*>("tensor_count");
    QVERIFY(count->text().startsWith("4 "));
    QTest::keyClicks(shown.name_filter(), "sum");
    QTRY_VERIFY(count->text().startsWith("1 "));
    QVERIFY(count->text().contains("4"));
  }

  void copies_and_exports_exactly() {
    Shown shown;
    QCOMPARE(shown.table.to_csv().section("\r\n", 0, 0),
             QString("Name,Size,Offset,End,First step,Last step,Stream,Producer,Consumers,Kind,Group"));
    QCOMPARE(shown.table.to_csv().section("\r\n", 1, 1), QString("weights.0,4096,0,4096,0,1,,,mul,,"));
    QCOMPARE(shown.table.to_csv().count("\r\n"), 5);
    QVERIFY(QTest::qWaitForWindowActive(&shown.table));
    shown.click(2);
    shown.grid()->setFocus();
    QTest::keySequence(shown.grid(), QKeySequence::Copy);
    const QStringList lines = QGuiApplication::clipboard()->text().split('\n');
    QCOMPARE(lines.size(), 3);  // header, row, and the end of the last line
    QVERIFY(lines[1].startsWith("product\t2048\t5000\t7048\t1\t2\t"));
  }

  /// The card of the heap map and the table name the same steps.
  void steps_are_those_of_the_card() {
    Shown shown;
    for (int row = 0; row < 4; ++row)
      QVERIFY(
          tensor_card(shown.view, TensorId(static_cast<std::size_t>(row)))
              .contains(QStringLiteral("steps %1 to %2 (")
                            .arg(shown.cell(row, TensorColumn::life_from), shown.cell(row, TensorColumn::life_to))));
  }

  /// An input of intervals has times, half-open as in its file, and no operators.
  void intervals_show_their_times() {
    Shown shown;
    const auto document = read_interval_csv("id,lower,upper,size\na,10,500,64\nb,500,7000,32\nc,-3,7000,16\n", "x.csv");
    QVERIFY(document.has_value());
    shown.table.set_view(view_of(*document->graph, {0, 0, 64}));
    const auto title = [&](TensorColumn column) {
      return shown.grid()->model()->headerData(static_cast<int>(column), Qt::Horizontal).toString();
    };
    QCOMPARE(title(TensorColumn::life_from), QString("From time"));
    QCOMPARE(title(TensorColumn::life_to), QString("Until time"));
    QCOMPARE(shown.cell(0, TensorColumn::life_from), QString("10"));
    QCOMPARE(shown.cell(0, TensorColumn::life_to), QString("500"));
    QCOMPARE(shown.cell(1, TensorColumn::life_to), QLocale().toString(7000));
    QCOMPARE(shown.cell(1, TensorColumn::producer), QString("–"));
    QCOMPARE(shown.cell(1, TensorColumn::consumers), QString("–"));
    const QStringList lines = shown.table.to_csv().split("\r\n");
    QVERIFY2(lines[0].startsWith("Name,Size,Offset,End,From time,Until time,"), qPrintable(lines[0]));
    QVERIFY2(lines[1].startsWith("a,64,0,64,10,500,"), qPrintable(lines[1]));
    QVERIFY2(lines[3].startsWith("c,16,64,80,-3,7000,") && lines[3].endsWith(",,,,"), qPrintable(lines[3]));
    shown.table.set_view(shown.view);
    QCOMPARE(title(TensorColumn::life_to), QString("Last step"));
  }

  void groups_are_told_from_counts() {
    Shown shown;
    shown.table.set_view(view_of(graph_of(R"(
      op a @0
      t x 64 : a -> !
      t y 64 : a -> !
      t z 64 : a -> !
      group y z)")));
    QCOMPARE(shown.cell(0, TensorColumn::group), QString());
    QCOMPARE(shown.cell(1, TensorColumn::group), QString("group 1"));
    QVERIFY(shown.table.to_csv().section("\r\n", 2, 2).endsWith(",group 1"));
  }

  /// What is no amount is marked, says why, and matches nothing, like a wrong regular expression.
  void unreadable_limits_match_nothing() {
    Shown shown;
    for (const char* name : {"Smallest size", "Largest size", "Lowest address", "Highest address"}) {
      QLineEdit* edit = shown.limit(name);
      QVERIFY(edit);
      const QColor plain = edit->palette().color(QPalette::Text);
      QTest::keyClicks(edit, "4 Kix");
      QTRY_COMPARE(shown.grid()->model()->rowCount(), 0);
      QVERIFY(edit->toolTip().contains("4 KiB"));
      QVERIFY(edit->palette().color(QPalette::Text) != plain);
      edit->clear();
      QTRY_COMPARE(shown.grid()->model()->rowCount(), 4);
      QVERIFY(edit->toolTip().isEmpty());
      QCOMPARE(edit->palette().color(QPalette::Text), plain);
    }
  }

  /// Eight hexadecimal digits can be read back in the narrow table of a window 1280 pixels wide.
  void addresses_are_seen_whole() {
    Shown shown;
    shown.table.resize(640, 300);
    QCOMPARE(shown.table.width(), 640);  // it asks for no more: the docks beside it need theirs
    for (const char* name : {"Lowest address", "Highest address"}) {
      QLineEdit* edit = shown.limit(name);
      edit->setText("0xDEADBEEF");
      edit->setCursorPosition(0);
      QTest::qWait(1);
      QStyleOptionFrame option;
      option.initFrom(edit);
      option.lineWidth = edit->style()->pixelMetric(QStyle::PM_DefaultFrameWidth, &option, edit);
      const QRect room = edit->style()->subElementRect(QStyle::SE_LineEditContents, &option, edit);
      QVERIFY(room.width() >= edit->fontMetrics().horizontalAdvance("0xdddddddd") + 4);
    }
  }

  /// The brush narrows the table too, says so, and is taken away with a click.
  void shows_what_lives_in_the_time_range() {
    Shown shown;  // weights live in steps 0 to 1, Input 0 to 1, product 1 to 2, sum 2
    auto* chip = shown.table.findChild<QToolButton*>("tensor_range");
    QVERIFY(!chip->isVisible());
    const int least = shown.table.minimumSizeHint().width();
    shown.state.set_time_range(StepRange{2, 3});
    QTRY_COMPARE(shown.grid()->model()->rowCount(), 2);
    QCOMPARE(shown.cell(0, TensorColumn::name), QString("product"));
    QVERIFY(chip->isVisible());
    QVERIFY(chip->text().startsWith("Steps 2 to 2"));
    QTest::qWait(1);
    QVERIFY(shown.table.minimumSizeHint().width() <= least);  // no window is forced wider
    QTest::keyClicks(shown.name_filter(), "sum");
    QTRY_COMPARE(shown.grid()->model()->rowCount(), 1);
    QTest::mouseClick(chip, Qt::LeftButton);
    QVERIFY(!shown.state.time_range().has_value());
    QVERIFY(!chip->isVisible());
    QCOMPARE(shown.grid()->model()->rowCount(), 1);
  }

  void found_tensors_stand_out() {
    Shown shown;
    const auto ground = [&](int row) { return shown.grid()->model()->index(row, 0).data(Qt::BackgroundRole); };
    QVERIFY(!ground(1).isValid());
    shown.state.set_found({TensorId(1), TensorId(3)});
    QVERIFY(ground(1).isValid());
    QVERIFY(!ground(2).isValid());
    QVERIFY(ground(3).isValid());
    shown.state.set_found({});
    QVERIFY(!ground(1).isValid());
  }

  void notes_have_a_column_to_sort_by() {
    Shown shown;
    shown.state.set_notes({{TensorId(2), "first line\nsecond"}});
    QCOMPARE(shown.cell(2, TensorColumn::note), QString("first line second"));
    shown.grid()->horizontalHeader()->setSortIndicator(static_cast<int>(TensorColumn::note), Qt::AscendingOrder);
    QCOMPARE(shown.cell(0, TensorColumn::name), QString("product"));
    shown.state.set_note(TensorId(3), "another");
    QCOMPARE(shown.cell(1, TensorColumn::name), QString("sum"));
    QVERIFY(!shown.table.to_csv().contains("first line"));
  }

  /// An edit gives another graph of mostly the same tensors: sort, selection and the row looked at stay.
  void edits_keep_sort_selection_and_place() {
    Shown shown;
    shown.table.resize(900, 120);
    shown.grid()->horizontalHeader()->setSortIndicator(static_cast<int>(TensorColumn::size), Qt::DescendingOrder);
    shown.click(1);
    QSignalSpy resets(shown.grid()->model(), &QAbstractItemModel::modelReset);
    shown.grid()->verticalScrollBar()->setValue(1);
    const int scrolled = shown.grid()->verticalScrollBar()->value();
    PlanView edited = shown.view;
    edited.graph = std::make_shared<const Graph>(*shown.view.graph);
    shown.table.set_view(edited);
    QCOMPARE(resets.count(), 0);
    QCOMPARE(shown.cell(0, TensorColumn::name), QString("weights.0"));
    QVERIFY(shown.grid()->selectionModel()->isRowSelected(1, {}));
    QCOMPARE(shown.grid()->currentIndex().row(), 1);
    QCOMPARE(shown.grid()->verticalScrollBar()->value(), scrolled);
    QCOMPARE(shown.state.selected_tensors(), (std::vector{TensorId(2)}));
  }

  /// Past a size, filtering is done in the background; the old rows stay until then.
  void many_rows_are_found_in_the_background() {
    Shown shown;
    const PlanView many = view_of(random_graph({.operators = 21'000, .streams = 2}));
    QVERIFY(many.graph->tensor_count() > 20'000);
    QSignalSpy answered(&shown.table, &TensorTable::rows_changed);
    shown.table.set_view(many);
    QCOMPARE(shown.grid()->model()->rowCount(), 4);
    QTRY_COMPARE(answered.count(), 1);
    QCOMPARE(shown.grid()->model()->rowCount(), static_cast<int>(many.graph->tensor_count()));
    shown.grid()->horizontalHeader()->setSortIndicator(static_cast<int>(TensorColumn::size), Qt::DescendingOrder);
    QTRY_COMPARE(answered.count(), 2);
    std::int64_t largest = 0;
    for (const TensorId t : many.graph->tensors()) largest = std::max(largest, many.graph->size(t).count);
    const QModelIndex first = shown.grid()->model()->index(0, static_cast<int>(TensorColumn::size));
    QCOMPARE(first.data(TensorTableModel::kSortRole).toLongLong(), largest);
  }
};

QTEST_MAIN(TensorTableTest)
#include "tst_tensor_table.moc"
