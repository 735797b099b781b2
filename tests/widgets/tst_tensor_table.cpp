// SPDX-License-Identifier: GPL-3.0-or-later
// Which tensors a query finds, and the table that shows them.
#include "core/formats/interval_csv.h"
#include "tests/gui/gui_test.h"
#include "widgets/controls/hover_card.h"
#include "widgets/tables/fitted_columns.h"
#include "widgets/tables/tensor_query.h"
#include "widgets/tables/tensor_table.h"

namespace {

PlanView tensors_of(Graph graph, std::vector<std::int64_t> offsets = {}) {
  PlanView view = view_of(std::move(graph));
  if (offsets.empty()) return view;
  auto plan = std::make_shared<Plan>();
  for (const std::int64_t offset : offsets) plan->offsets.push_back(Offset{offset});
  view.plan = plan;
  return view;
}

/// A table on screen with the small graph.
struct ShownTensors {
  ShownTensors() {
    table.resize(900, 300);
    show(table);
    new QAbstractItemModelTester(grid()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest, &table);
    table.set_view(view);
  }
  QTableView* grid() { return table.findChild<QTableView*>("tensor_view"); }
  QLineEdit* limit(const char* name) { return part_of<QLineEdit>(table, name); }
  QLineEdit* name_filter() { return table.findChild<QLineEdit*>("tensor_filter"); }
  QAbstractItemModel* model() { return grid()->model(); }
  QItemSelectionModel* selection() { return grid()->selectionModel(); }
  QString title(TensorColumn column) {
    return model()->headerData(static_cast<int>(column), Qt::Horizontal).toString();
  }
  void sort_by(TensorColumn column, Qt::SortOrder order = Qt::AscendingOrder) {
    grid()->horizontalHeader()->setSortIndicator(static_cast<int>(column), order);
  }
  bool hides(TensorColumn column) { return grid()->isColumnHidden(static_cast<int>(column)); }
  QString cell(int row, TensorColumn column) { return model()->index(row, static_cast<int>(column)).data().toString(); }
  /// All rows as they would be exported.
  QString csv() { return csv_of(grid()); }
  void click(int row, Qt::KeyboardModifiers modifiers = {}) { click_row(grid(), row, modifiers); }
  ViewState state;
  PlanView view = tensors_of(graph_of(R"(
    op load @0; op mul @0; op add @1
    t weights.0 4096 : - -> mul; t Input 100 : load -> mul; t product 2048 : mul -> add
    t sum 100 : add -> !)"),
                             {0, 4096, 5000, 4096});
  std::unique_ptr<TensorTable> made{make_tensor_table(state)};
  TensorTable& table = *made;
};

int right_of(const QHeaderView& header, int column) {
  return header.sectionViewportPosition(column) + header.sectionSize(column);
}

/// Names of columns that the right edge of the table cuts, or whose numbers are not whole.
QStringList cut_columns(const QTableView& table) {
  QStringList out;
  const QHeaderView& header = *table.horizontalHeader();
  const QAbstractItemModel& model = *table.model();
  const int width = table.viewport()->width(), bottom = table.rowAt(table.viewport()->height() - 1);
  for (int column = 0; column < header.count(); ++column) {
    if (header.isSectionHidden(column) || header.sectionViewportPosition(column) >= width) continue;
    bool cut = right_of(header, column) > width;
    const QVariant side = model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole);
    for (int row = table.rowAt(0); row <= (bottom < 0 ? model.rowCount() - 1 : bottom); ++row)
      if (Qt::Alignment::fromInt(side.toInt()).testFlag(Qt::AlignRight))
        cut = cut || table.fontMetrics().horizontalAdvance(model.index(row, column).data().toString()) + 4 >
                         header.sectionSize(column);
    if (cut) out << model.headerData(column, Qt::Horizontal).toString();
  }
  return out;
}

QAction* column_entry(QTableView& table, const QString& title) {
  auto* menu = table.findChild<QMenu*>();
  menu->popup(table.mapToGlobal(QPoint()));
  for (QAction* action : menu->actions())
    if (QString(action->text()).remove('&') == title) return action;
  return nullptr;
}

std::vector<std::size_t> found(const PlanView& view, const TensorQuery& query) {
  std::vector<std::size_t> indices;
  for (const TensorId t : find_tensors(view, query)) indices.push_back(t.index());
  return indices;
}

using Indices = std::vector<std::size_t>;

}  // namespace

class TensorTableTest : public QObject {
  Q_OBJECT

 private slots:
  /// As many columns as there is room for, none cut, none below what it needs, and no room given away.
  void columns_share_the_room() {
    std::mt19937 random(7);
    const auto number = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most + 1)); };
    for (int round = 0; round < 2'000; ++round) {
      std::vector<ColumnRoom> columns(1 + static_cast<std::size_t>(number(8)));
      int least = 0;
      for (ColumnRoom& column : columns) {
        column.least = 1 + number(120);
        column.wanted = column.least + number(1) * number(200);
        least += column.least;
      }
      columns[static_cast<std::size_t>(number(static_cast<int>(columns.size()) - 1))].fills = number(1) == 1;
      const int width = number(900);
      const std::vector<int> widths = column_widths(columns, width);
      QCOMPARE(widths.size(), columns.size());
      int end = 0, needed = 0;
      for (std::size_t k = 0; k < columns.size(); ++k) {
        QVERIFY(widths[k] >= columns[k].least);
        needed += columns[k].least;
        QVERIFY(k == 0 || (needed <= width) == (end + widths[k] <= width));  // on screen, or behind the edge
        if (k > 0 && needed > width) QVERIFY(end >= width);
        if (needed > width && k > 0) QCOMPARE(widths[k], columns[k].wanted);
        end += widths[k];
      }
      if (least > width) continue;
      QCOMPARE(end, width);
      const auto filler = std::ranges::find(columns, true, &ColumnRoom::fills);
      for (std::size_t k = 0; filler != columns.end() && k < columns.size(); ++k)
        if (!columns[k].fills) QVERIFY(widths[k] <= columns[k].wanted);
    }
  }

  void a_narrow_table_cuts_no_column() {
    ShownTensors shown;
    std::string text = "op load @0\nop mul @1\nop add @2\n";
    std::vector<std::int64_t> offsets;
    for (int k = 0; k < 3'000; ++k) {
      text += "t layer" + std::to_string(k) + ".weight " + (k == 1'777 ? "123456789012" : "64") + " : load -> mul\n";
      offsets.push_back(k == 1'777 ? 987'654'321'098 : 64 * k);
    }
    shown.table.set_view(tensors_of(graph_of(text), offsets));
    for (int width = 300; width <= 1'300; width += 50) {
      shown.table.resize(width, 300);
      QTRY_COMPARE(cut_columns(*shown.grid()), QStringList());
      QVERIFY(right_of(*shown.grid()->horizontalHeader(), 0) <= shown.grid()->viewport()->width());
    }
    shown.grid()->scrollTo(shown.model()->index(1'777, 0));
    QTRY_COMPARE(cut_columns(*shown.grid()), QStringList());
    // Nobody wrote a note, and no tensor is in a group: only then their columns come.
    QVERIFY(shown.hides(TensorColumn::note) && shown.hides(TensorColumn::group) && !shown.hides(TensorColumn::stream));
    shown.state.set_note(TensorId(3), "a note");
    QTRY_VERIFY(!shown.hides(TensorColumn::note));
  }

  void columns_of_the_user_stay() {
    ShownTensors shown;
    const int name = static_cast<int>(TensorColumn::name), size = static_cast<int>(TensorColumn::size);
    QHeaderView* header = shown.grid()->horizontalHeader();
    const QPoint handle(right_of(*header, name) - 1, header->height() / 2);
    QTest::mousePress(header->viewport(), Qt::LeftButton, {}, handle);
    QTest::mouseMove(header->viewport(), handle + QPoint(20, 0));
    QTest::mouseMove(header->viewport(), handle + QPoint(63, 0));
    QTest::mouseRelease(header->viewport(), Qt::LeftButton, {}, handle + QPoint(63, 0));
    const int dragged = header->sectionSize(name);
    QVERIFY(dragged > 100);
    QAction* entry = column_entry(*shown.grid(), "Size");
    QVERIFY(entry && entry->isChecked());
    entry->trigger();
    QTRY_VERIFY(header->isSectionHidden(size));
    PlanView edited = shown.view;
    edited.graph = std::make_shared<const Graph>(*shown.view.graph);
    shown.table.set_view(edited);
    shown.table.resize(500, 300);
    wait_until_idle();
    QCOMPARE(header->sectionSize(name), dragged);
    QVERIFY(header->isSectionHidden(size));
    entry = column_entry(*shown.grid(), "Reset columns");
    QVERIFY(entry && entry->isEnabled());
    entry->trigger();
    QTRY_VERIFY(!header->isSectionHidden(size) && header->sectionSize(name) < dragged);
  }

  /// The last step, at the right of its column, and the stream, at the left of the next, keep apart.
  void numbers_keep_away_from_text() {
    ShownTensors shown;
    const int number = static_cast<int>(TensorColumn::life_to);
    const QModelIndex left = shown.model()->index(1, number), right = left.siblingAtColumn(number + 1);
    QVERIFY(!left.data().toString().isEmpty() && !right.data().toString().isEmpty());
    const auto ink = [&](const QModelIndex& cell) {
      const QImage image = shown.grid()->viewport()->grab(shown.grid()->visualRect(cell)).toImage();
      return columns_of(image, [](const QColor& each) { return qGray(each.rgb()) < 128; });
    };
    const int end = ink(left).second, begin = ink(right).first;
    QVERIFY(end > 0 && begin >= 0 && shown.grid()->visualRect(left).width() - 1 - end + begin >= 10);
  }

  void shares_its_selection() {
    ShownTensors shown;
    QSignalSpy asked(&shown.state, &ViewState::reveal_requested);
    shown.click(1);
    QCOMPARE(shown.state.selected_tensors(), (std::vector{TensorId(1)}));
    QTest::keyClick(shown.grid(), Qt::Key_Return);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.first().first().value<TensorId>(), TensorId(1));
    shown.click(3, Qt::ControlModifier);
    QCOMPARE(shown.state.selected_tensors(), (std::vector{TensorId(1), TensorId(3)}));
    shown.state.select_tensors({TensorId(0), TensorId(2)});
    QCOMPARE(shown.selection()->selectedRows().size(), 2);
    QVERIFY(shown.selection()->isRowSelected(0, {}));
    QVERIFY(shown.selection()->isRowSelected(2, {}));
    shown.state.clear_selection();
    QVERIFY(!shown.selection()->hasSelection());
    shown.state.select_operators({OperatorId(1)});  // mul: what it uses and makes
    for (int row = 0; row < 4; ++row) QCOMPARE(shown.selection()->isRowSelected(row, {}), row < 3);
    QCOMPARE(shown.state.selected_operators(), std::vector{OperatorId(1)});
  }

  void selection_survives_sorting_and_filtering() {
    ShownTensors shown;
    shown.state.select_tensors({TensorId(0)});
    shown.sort_by(TensorColumn::size);
    QCOMPARE(shown.cell(3, TensorColumn::name), QString("weights.0"));
    QVERIFY(shown.selection()->isRowSelected(3, {}));
    QTest::keyClicks(shown.name_filter(), "sum");
    QTRY_COMPARE(shown.model()->rowCount(), 1);
    QCOMPARE(numbers_in(part_of<QLabel>(shown.table, "tensor_count")->text()).mid(0, 2), (QList<qint64>{1, 4}));
    QCOMPARE(shown.state.selected_tensors(), (std::vector{TensorId(0)}));
    shown.name_filter()->clear();
    QTRY_COMPARE(shown.model()->rowCount(), 4);
    QVERIFY(shown.selection()->isRowSelected(3, {}));
  }

  void exports_exactly() {
    ShownTensors shown;
    QStringList titles;
    for (int column = 0; column < static_cast<int>(TensorColumn::note); ++column)
      titles << shown.title(static_cast<TensorColumn>(column));
    QCOMPARE(shown.csv().section("\r\n", 0, 0), titles.join(','));
    QCOMPARE(shown.csv().section("\r\n", 1, 1), QString("weights.0,4096,0,4096,0,1,,,mul,,"));
    QCOMPARE(shown.csv().count("\r\n"), 5);
    for (int row = 0; row < 4; ++row)  // the card of the heap map names the same steps
      QVERIFY(says(tensor_card(shown.view, TensorId(static_cast<std::size_t>(row))).html(),
                   {shown.cell(row, TensorColumn::life_from), shown.cell(row, TensorColumn::life_to), "("}));
  }

  /// An input of intervals has times, half-open as in its file, and no operators.
  void intervals_and_traces_show_their_times() {
    ShownTensors shown;
    const auto document =
        read_interval_csv({"id,lower,upper,size\na,10,500,64\nb,500,7000,32\nc,-3,7000,16\n", "x.csv", {}, {}});
    QVERIFY(document.has_value());
    const QString steps_from = shown.title(TensorColumn::life_from), steps_to = shown.title(TensorColumn::life_to);
    shown.table.set_view(tensors_of(*document->graph, {0, 0, 64}));
    QVERIFY(shown.title(TensorColumn::life_from) != steps_from && shown.title(TensorColumn::life_to) != steps_to);
    QCOMPARE(shown.cell(0, TensorColumn::life_from), QString("10"));
    QCOMPARE(shown.cell(0, TensorColumn::life_to), QString("500"));
    QCOMPARE(shown.cell(1, TensorColumn::life_to), QLocale().toString(7000));
    QCOMPARE(shown.cell(1, TensorColumn::producer), QString("–"));
    QCOMPARE(shown.cell(1, TensorColumn::consumers), QString("–"));
    const QStringList lines = shown.csv().split("\r\n");
    QVERIFY(
        lines[0].contains(',' + shown.title(TensorColumn::life_from) + ',' + shown.title(TensorColumn::life_to) + ','));
    QVERIFY2(lines[1].startsWith("a,64,0,64,10,500,"), qPrintable(lines[1]));
    QVERIFY2(lines[3].startsWith("c,16,64,80,-3,7000,") && lines[3].endsWith(",,,,"), qPrintable(lines[3]));
    shown.table.set_view(shown.view);
    QCOMPARE(shown.title(TensorColumn::life_to), steps_to);
    // A trace has times too, and its scopes are operators.
    const PlanView trace = planned(*sample("inference.alloc.jsonl"));
    shown.table.set_view(trace);
    QVERIFY(shown.title(TensorColumn::life_from) != steps_from);
    QCOMPARE(shown.cell(1, TensorColumn::name), QString("stem.out"));
    QCOMPARE(shown.cell(1, TensorColumn::producer), QString("stem/conv"));
    QCOMPARE(shown.cell(1, TensorColumn::consumers), QString("stem/relu"));
    const QString card = tensor_card(trace, TensorId(1)).html();
    QVERIFY2(card.contains("stem/conv") && card.contains("stem/relu"), qPrintable(card));
  }

  void groups_are_told_from_counts() {
    ShownTensors shown;
    shown.table.set_view(tensors_of(graph_of(R"(
      op a @0
      t x 64 : a -> !; t y 64 : a -> !; t z 64 : a -> !
      group y z)")));
    QCOMPARE(shown.cell(0, TensorColumn::group), QString());
    QCOMPARE(shown.cell(1, TensorColumn::group), QString("group 1"));
    QVERIFY(shown.csv().section("\r\n", 2, 2).endsWith(",group 1"));
  }

  /// Eight hexadecimal digits can be read back in the narrow table of a window 1280 pixels wide.
  void addresses_are_seen_whole() {
    ShownTensors shown;
    shown.table.resize(640, 300);
    QCOMPARE(shown.table.width(), 640);  // it asks for no more: the docks beside it need theirs
    for (const char* name : {"tensor_from_address", "tensor_to_address"}) {
      QLineEdit* edit = shown.limit(name);
      edit->setText("0xDEADBEEF");
      edit->setCursorPosition(0);
      wait_until_idle();
      QStyleOptionFrame option;
      option.initFrom(edit);
      option.lineWidth = edit->style()->pixelMetric(QStyle::PM_DefaultFrameWidth, &option, edit);
      const QRect room = edit->style()->subElementRect(QStyle::SE_LineEditContents, &option, edit);
      QVERIFY(room.width() >= edit->fontMetrics().horizontalAdvance("0xdddddddd") + 4);
    }
  }

  void found_tensors_stand_out() {
    ShownTensors shown;
    const auto ground = [&](int row) { return shown.model()->index(row, 0).data(Qt::BackgroundRole); };
    QVERIFY(!ground(1).isValid());
    shown.state.set_found({TensorId(1), TensorId(3)});
    QVERIFY(ground(1).isValid() && !ground(2).isValid() && ground(3).isValid());
    shown.state.set_found({});
    QVERIFY(!ground(1).isValid());
  }

  void notes_have_a_column_to_sort_by() {
    ShownTensors shown;
    shown.state.set_notes({{TensorId(2), "first line\nsecond"}});
    QCOMPARE(shown.cell(2, TensorColumn::note), QString("first line second"));
    shown.sort_by(TensorColumn::note);
    QCOMPARE(shown.cell(0, TensorColumn::name), QString("product"));
    shown.state.set_note(TensorId(3), "another");
    QCOMPARE(shown.cell(1, TensorColumn::name), QString("sum"));
    QVERIFY(!shown.csv().contains("first line"));
  }

  /// In whose bytes a tensor lies is told beside its name, wherever the column is.
  void shared_bytes_stand_beside_the_name() {
    ShownTensors shown;
    const auto first_titles = [&](const char* sharing) {
      shown.table.set_view(tensors_of(graph_of(std::string("op a\nop b\nt x 16 : a -> b\nt y 8 : b ->\n") + sharing)));
      wait_until_idle();
      const auto* header = shown.grid()->horizontalHeader();
      QStringList out;
      for (const int place : {0, 1, 2}) out << shown.title(static_cast<TensorColumn>(header->logicalIndex(place)));
      return out.join(' ');
    };
    QVERIFY(first_titles("").startsWith("Name Size"));
    QCOMPARE(first_titles("over y x"), QString("Name Bytes Size"));
    QVERIFY(first_titles("").startsWith("Name Size"));
  }

  /// An edit gives another graph of mostly the same tensors: sort, selection and the row looked at stay.
  void edits_keep_sort_selection_and_place() {
    ShownTensors shown;
    shown.table.resize(900, 120);
    shown.sort_by(TensorColumn::size, Qt::DescendingOrder);
    shown.click(1);
    QSignalSpy resets(shown.model(), &QAbstractItemModel::modelReset);
    shown.grid()->verticalScrollBar()->setValue(1);
    const int scrolled = shown.grid()->verticalScrollBar()->value();
    PlanView edited = shown.view;
    edited.graph = std::make_shared<const Graph>(*shown.view.graph);
    shown.table.set_view(edited);
    QCOMPARE(resets.count(), 0);
    QCOMPARE(shown.cell(0, TensorColumn::name), QString("weights.0"));
    QVERIFY(shown.selection()->isRowSelected(1, {}));
    QCOMPARE(shown.grid()->currentIndex().row(), 1);
    QCOMPARE(shown.grid()->verticalScrollBar()->value(), scrolled);
    QCOMPARE(shown.state.selected_tensors(), (std::vector{TensorId(2)}));
  }

  void amounts() {
    const std::pair<const char*, std::int64_t> readable[] = {
        {"4096", 4096},           {"0", 0},          {"4 KiB", 4096}, {"1.5m", 1'572'864}, {"12 bytes", 12},
        {"1,048,576", 1'048'576}, {"0x1F00", 0x1f00}};
    for (const auto& [text, bytes] : readable) QCOMPARE(parse_bytes(text), std::optional(Bytes{bytes}));
    for (const char* text : {"", "many", "4 KiX", "-4", "9999999999 TiB", "1,04"}) QVERIFY2(!parse_bytes(text), text);
  }

  void finds_by_name_size_and_address_and_sorts() {
    const ShownTensors shown;
    struct Case {
      const char* query;
      bool regex;
      Indices found;
    };
    for (const Case& each : {Case{"", false, {0, 1, 2, 3}}, Case{"U", false, {1, 2, 3}},  // Input, product, sum
                             Case{"weights.", false, {0}}, Case{"^[a-z]+$", true, {2, 3}}, Case{"(", true, {}},
                             Case{">100 <4096", false, {2}},
                             Case{"@4096-99999", false, {1, 2, 3}},  // 0 ends exactly there and is not touched
                             Case{"@4096-4999", false, {1, 3}}})
      QCOMPARE(found(shown.view, parse_query(each.query, each.regex)), each.found);
    TensorQuery query;
    query.sort = TensorColumn::name;
    QCOMPARE(found(shown.view, query), (Indices{1, 2, 3, 0}));
    query.sort = TensorColumn::size;
    QCOMPARE(found(shown.view, query), (Indices{1, 3, 2, 0}));
    query.descending = true;
    QCOMPARE(found(shown.view, query), (Indices{0, 2, 1, 3}));  // ties stay in order
    query.sort = TensorColumn::offset;
    QCOMPARE(found(shown.view, query), (Indices{2, 1, 3, 0}));
    PlanView unplanned = shown.view;
    unplanned.plan = nullptr;
    query.from_address = Offset{4096};
    QCOMPARE(found(unplanned, query), Indices{});
    QCOMPARE(found(shown.view, query), (Indices{2, 1, 3}));
    QVERIFY(find_tensors(tensors_of(random_graph({.operators = 50})), {}, cancelled_task().stop).empty());
  }

  /// What is no amount is marked, says why, and matches nothing, like a wrong regular expression.
  void unreadable_limits_match_nothing() {
    ShownTensors shown;
    for (const char* name : {"tensor_least_size", "tensor_most_size", "tensor_from_address", "tensor_to_address"}) {
      QLineEdit* edit = shown.limit(name);
      QVERIFY(edit);
      const QColor plain = edit->palette().color(QPalette::Text);
      QTest::keyClicks(edit, "4 Kix");
      QTRY_COMPARE(shown.model()->rowCount(), 0);
      QVERIFY(edit->toolTip().contains("4 KiB"));
      QVERIFY(edit->palette().color(QPalette::Text) != plain);
      edit->clear();
      QTRY_COMPARE(shown.model()->rowCount(), 4);
      QVERIFY(edit->toolTip().isEmpty());
      QCOMPARE(edit->palette().color(QPalette::Text), plain);
    }
  }

  /// The brush narrows the table too, says so, and is taken away with a click.
  void shows_what_lives_in_the_time_range() {
    ShownTensors shown;  // weights live in steps 0 to 1, Input 0 to 1, product 1 to 2, sum 2
    auto* chip = shown.table.findChild<QToolButton*>("tensor_range");
    QVERIFY(!chip->isVisible());
    const int least = shown.table.minimumSizeHint().width();
    shown.state.set_time_range(StepRange{2, 3});
    QTRY_COMPARE(shown.model()->rowCount(), 2);
    QCOMPARE(shown.cell(0, TensorColumn::name), QString("product"));
    QVERIFY(chip->isVisible());
    QCOMPARE(numbers_in(chip->text()), (QList<qint64>{2, 2}));
    wait_until_idle();
    QVERIFY(shown.table.minimumSizeHint().width() <= least);  // no window is forced wider
    QTest::keyClicks(shown.name_filter(), "sum");
    QTRY_COMPARE(shown.model()->rowCount(), 1);
    click(chip);
    QVERIFY(!shown.state.time_range().has_value());
    QVERIFY(!chip->isVisible());
    QCOMPARE(shown.model()->rowCount(), 1);
  }

  /// Past a size, filtering is done in the background; the old rows stay until then.
  void many_rows_are_found_in_the_background() {
    ShownTensors shown;
    const PlanView many = tensors_of(random_graph({.operators = 21'000, .streams = 2}));
    QVERIFY(many.graph->tensor_count() > 20'000);
    shown.table.set_view(many);
    QCOMPARE(shown.model()->rowCount(), 4);
    QTRY_COMPARE(shown.model()->rowCount(), static_cast<int>(many.graph->tensor_count()));
  }
};

STOWAGE_GUI_TEST(TensorTableTest);
#include "tst_tensor_table.moc"
