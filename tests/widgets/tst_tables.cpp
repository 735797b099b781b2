// SPDX-License-Identifier: GPL-3.0-or-later
// What every table is made of: its columns, its filters, and its way to files and the clipboard, on models made for it.
#include "tests/gui/gui_test.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/filtered_table.h"

namespace {

struct Fruit {
  QString name;
  std::optional<int> grams;
};

/// Names, and weights that may not be known.
class Fruits final : public ColumnModel<const Fruit&> {
 public:
  Fruits() {
    set_columns({
        {.title = "Fruit", .hint = "What it is called", .text = [](const Fruit& each) { return each.name; }},
        {.title = "Weight",
         .number = true,
         .text = [](const Fruit& each) { return each.grams ? QString("%1 g").arg(*each.grams) : QString("–"); },
         .exact = [](const Fruit& each) { return each.grams ? exact_number(*each.grams) : QVariant(); },
         .tip = [](const Fruit& each) { return "of " + each.name; },
         .exact_title = "Grams"},
        {.title = "Stars",
         .text = [](const Fruit& each) { return QString(each.name.size(), '*'); },
         .key = [](const Fruit& each) { return -each.name.size(); },
         .exact_title = ""},
    });
  }
  void set(std::vector<Fruit> fruits) {
    reset([&] { fruits_ = std::move(fruits); });
  }
  void weigh(std::size_t row, int grams) {
    fruits_[row].grams = grams;
    all_changed();
  }
  [[nodiscard]] const Fruit& at(int row) const override { return fruits_[static_cast<std::size_t>(row)]; }

 private:
  [[nodiscard]] int row_count() const override { return static_cast<int>(fruits_.size()); }
  [[nodiscard]] QVariant look(const Fruit& each, int column, int role) const override {
    return role == Qt::ForegroundRole && column == 1 && !each.grams ? QVariant(QColor(Qt::gray)) : QVariant();
  }
  [[nodiscard]] QVariant title_look(int column, int role) const override {
    return role == Qt::FontRole && column == 2 ? QVariant("bold") : QVariant();
  }

  std::vector<Fruit> fruits_;
};

const std::vector<Fruit> kFruits{{"fig", 50}, {"melon", std::nullopt}, {"plum", 70}};

const QStringList kAll{"alpha", "beta", "gamma", "delta"};

/// Lists the words that contain the filter.
struct Words {
  QStringListModel model;
  bool at_once = true;
  std::atomic<int> finding{0}, given_up{0};
  std::atomic<bool> held{false};  // until then, work in the background does not end by itself
  int asked = 0;
  FilteredTable table{{.parts = "words",
                       .table = "words_view",
                       .title = "Words",
                       .filter = "Filter words",
                       .placeholder = "Find"}};  // last: it waits for what uses the rest

  Words() {
    table.set_model(&model);
    table.resize(400, 300);
    QObject::connect(&table, &FilteredTable::asked, &table, [this] {
      ++asked;
      if (table.may_find()) find();
    });
  }
  void find() {
    table.find_rows(at_once, [this, text = table.filter()->text()](const std::stop_token& stop) {
      ++finding;
      while (held && !stop.stop_requested()) QThread::msleep(1);
      if (stop.stop_requested()) ++given_up;
      return [this, rows = kAll.filter(text)] { model.setStringList(rows); };
    });
  }
  [[nodiscard]] QStringList rows() const { return model.stringList(); }
};

/// A reader of RFC 4180 that knows nothing of the writer.
QList<QStringList> parse_csv(const QString& text) {
  QList<QStringList> rows;
  QStringList row;
  QString field;
  bool quoted = false;
  for (qsizetype k = 0; k < text.size(); ++k) {
    const QChar c = text[k];
    if (quoted) {
      if (c != '"')
        field += c;
      else if (k + 1 < text.size() && text[k + 1] == '"')
        field += text[++k];
      else
        quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',' || c == '\r') {
      row << std::exchange(field, {});
      if (c == ',') continue;
      rows << std::exchange(row, {});
      ++k;  // the line feed
    } else {
      field += c;
    }
  }
  return rows;
}

/// As many rows as asked for, each with its number.
class Numbers final : public QAbstractTableModel {
 public:
  explicit Numbers(int rows) : rows_(rows) {}
  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : rows_; }
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : 2; }
  QVariant data(const QModelIndex& index, int role) const override {
    if (role == kExactRole && index.column() == 1) return index.row() + base_;
    return role == Qt::DisplayRole ? QVariant(QStringLiteral("row %1").arg(index.row())) : QVariant();
  }
  void set_base(int base) {
    base_ = base;
    emit dataChanged(index(0, 0), index(rows_ - 1, 1));
  }

 private:
  int rows_, base_ = 0;
};

/// A view of a model that can be copied and exported.
template <class View>
struct Table {
  explicit Table(QAbstractItemModel& model) {
    view.setModel(&model);
    new TableActions(&view);
  }
  [[nodiscard]] QString csv() const { return csv_of(&view); }
  void select(const QModelIndex& row) {
    view.selectionModel()->select(row, QItemSelectionModel::Select | QItemSelectionModel::Rows);
  }
  /// What is in the clipboard after its key.
  QString copied() {
    QTest::keySequence(&view, QKeySequence::Copy);
    return QApplication::clipboard()->text();
  }

  View view;
};

}  // namespace

class TablesTest : public QObject {
  Q_OBJECT

 private slots:
  // ---- columns

  void keeps_the_contract_of_models() {
    Fruits model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.columnCount(), 3);
    model.set(kFruits);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.rowCount(model.index(0, 0)), 0);
    QCOMPARE(model.columnCount(model.index(0, 0)), 0);
    QVERIFY(!model.data({}).isValid());
    QVERIFY(!model.headerData(-1, Qt::Horizontal).isValid());
    QVERIFY(!model.headerData(3, Qt::Horizontal).isValid());
    model.set({});
    QCOMPARE(model.rowCount(), 0);
  }

  void cells_and_titles_are_what_columns_say() {
    Fruits model;
    model.set(kFruits);
    const QModelIndex name = model.index(0, 0), weight = model.index(0, 1), unknown = model.index(1, 1);
    QCOMPARE(name.data().toString(), "fig");
    QCOMPARE(weight.data().toString(), "50 g");
    QCOMPARE(unknown.data().toString(), "–");
    QCOMPARE(weight.data(Qt::ToolTipRole).toString(), "of fig");
    QVERIFY(!name.data(Qt::ToolTipRole).isValid());
    QVERIFY(!name.data(Qt::EditRole).isValid());
    QCOMPARE(name.data(Qt::TextAlignmentRole).toInt(), static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter));
    QCOMPARE(weight.data(Qt::TextAlignmentRole).toInt(), static_cast<int>(Qt::AlignRight | Qt::AlignVCenter));
    QVERIFY(unknown.data(Qt::ForegroundRole).isValid());
    QVERIFY(!weight.data(Qt::ForegroundRole).isValid());
    // Rows sort by the key, else by the exact value, else by the text.
    QCOMPARE(model.index(0, 2).data(Fruits::kSortRole).toInt(), -3);
    QCOMPARE(model.index(0, 1).data(Fruits::kSortRole), QVariant(50LL));
    QVERIFY(!model.index(1, 1).data(Fruits::kSortRole).isValid());
    QCOMPARE(model.index(1, 0).data(Fruits::kSortRole), QVariant(QString("melon")));
    QCOMPARE(model.headerData(0, Qt::Horizontal).toString(), "Fruit");
    QCOMPARE(model.headerData(0, Qt::Horizontal, Qt::ToolTipRole).toString(), "What it is called");
    QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::TextAlignmentRole).toInt(),
             static_cast<int>(Qt::AlignRight | Qt::AlignVCenter));
    QVERIFY(!model.headerData(1, Qt::Horizontal, Qt::FontRole).isValid());
    QCOMPARE(model.headerData(2, Qt::Horizontal, Qt::FontRole).toString(), "bold");
  }

  void says_what_changed() {
    Fruits model;
    model.set(kFruits);
    QSignalSpy changed(&model, &Fruits::dataChanged), reset(&model, &Fruits::modelReset);
    model.weigh(1, 900);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed[0][0].toModelIndex(), model.index(0, 0));
    QCOMPARE(changed[0][1].toModelIndex(), model.index(2, 2));
    QCOMPARE(model.index(1, 1).data().toString(), "900 g");
    model.set({});
    QCOMPARE(reset.count(), 1);
  }

  // ---- filters

  void asks_once_after_the_last_of_several_keys() {
    Words w;
    show(w.table);
    QSignalSpy changed(&w.table, &FilteredTable::rows_changed);
    QTest::keyClicks(w.table.filter(), "ta");
    QVERIFY(w.table.busy());
    QCOMPARE(w.asked, 0);
    QTRY_COMPARE(w.rows(), (QStringList{"beta", "delta"}));
    QCOMPARE(w.asked, 1);
    QCOMPARE(changed.count(), 1);
    QVERIFY(!w.table.busy());
    QVERIFY(!w.table.sort_column().has_value());
    w.table.table()->horizontalHeader()->setSortIndicator(0, Qt::DescendingOrder);  // at once
    QCOMPARE(w.asked, 2);
    QCOMPARE(w.table.sort_column(), std::optional(0));
    QVERIFY(w.table.descending());
  }

  /// Fields that have no room are on a line that a button shows; one that narrows the rows stays in sight.
  void fields_without_room_fold() {
    Words w;
    auto* fields = new QWidget;
    auto* line = new QHBoxLayout(fields);
    auto* least = new QLineEdit;
    least->setMinimumWidth(150);
    line->addWidget(least);
    w.table.add_folding_fields(fields, "Limits", "Limits of words");
    w.table.layout()->setSizeConstraint(QLayout::SetNoConstraint);  // as in a dock
    w.table.resize(600, 300);
    w.table.show_count("4 words");
    show(w.table);
    auto* button = part_of<QToolButton>(w.table, "words_filter_more");
    QTRY_VERIFY(least->isVisible() && !button->isVisible());
    w.table.resize(w.table.minimumSizeHint().width(), 300);
    QTRY_VERIFY(!least->isVisible() && button->isVisible());
    click(button);
    QTRY_VERIFY(least->isVisible() && fields->y() >= button->height());
    w.table.resize(600, 300);
    QTRY_VERIFY(least->isVisible() && !button->isVisible());
    button->setChecked(false);
    type(least, "4");
    w.table.resize(w.table.minimumSizeHint().width(), 300);
    QTRY_VERIFY(least->isVisible());
  }

  void there_is_room_between_what_stands_above_the_rows() {
    Words w;
    QLineEdit field;
    w.table.add_field(&field);
    show(w.table);
    w.table.show_count("4 words");
    auto* count = w.table.findChild<QLabel*>("words_count");
    QTRY_VERIFY(w.table.filter()->geometry().right() + 2 < field.geometry().left());
    QVERIFY(field.geometry().right() + 2 < count->geometry().left());
  }

  void hidden_it_asks_when_it_is_shown() {
    Words w;
    w.table.ask();
    w.table.ask();
    QCOMPARE(w.asked, 2);
    QCOMPARE(w.finding, 0);
    show(w.table);
    QCOMPARE(w.asked, 3);
    QCOMPARE(w.rows(), kAll);
    w.table.hide();
    w.table.show();
    QCOMPARE(w.asked, 3);
    // Hidden, it gives up what is being found.
    w.model.setStringList({});
    w.at_once = false;
    w.held = true;
    w.table.ask();
    QTRY_COMPARE(w.finding, 2);
    w.table.hide();
    w.table.ask();
    QVERIFY(!w.table.busy());
    QTRY_COMPARE(w.given_up, 1);
    QCOMPARE(w.rows(), QStringList());
    w.held = false;
    w.table.show();
    QTRY_COMPARE(w.rows(), kAll);
  }

  void rows_of_before_stay_until_those_of_the_background_are_there() {
    Words w;
    show(w.table);
    w.find();
    QCOMPARE(w.rows(), kAll);
    w.at_once = false;
    w.held = true;
    w.table.filter()->setText("gamma");
    QTRY_COMPARE(w.finding, 2);
    QCOMPARE(w.rows(), kAll);
    QVERIFY(w.table.busy());
    w.held = false;
    QTRY_COMPARE(w.rows(), QStringList{"gamma"});
    QVERIFY(!w.table.busy());
    // What was asked for first ends last, or never: it must not be shown.
    w.held = true;
    w.table.filter()->setText("alpha");
    QTRY_COMPARE(w.finding, 3);
    w.at_once = true;
    w.held = false;
    w.table.filter()->setText("beta");
    w.table.ask();
    QCOMPARE(w.rows(), QStringList{"beta"});
    QVERIFY(!w.table.busy());
    wait_until_idle();
    QCOMPARE(w.rows(), QStringList{"beta"});
  }

  void a_sentence_stands_where_there_is_nothing_to_list() {
    Words w;
    show(w.table);
    QVERIFY(QTest::qWaitForWindowActive(&w.table));
    auto* sentence = w.table.findChild<QLabel*>("words_nothing");
    const auto buttons = w.table.findChildren<QToolButton*>();
    const auto csv =
        std::ranges::find_if(buttons, [](const QToolButton* each) { return each->accessibleName().contains("CSV"); });
    w.table.show_sentence("Nothing yet");
    QVERIFY(sentence->isVisible() && !w.table.table()->isVisible());
    QCOMPARE(sentence->text(), "Nothing yet");
    w.table.show_count("0 words");
    QVERIFY(!sentence->isVisible() && w.table.table()->isVisible());
    QCOMPARE(w.table.findChild<QLabel*>("words_count")->text(), "0 words");
    QVERIFY(!(*csv)->isEnabled());
    w.table.filter()->setFocus();
    QTest::keyClick(w.table.filter(), Qt::Key_Down);  // leads to the rows
    QVERIFY(w.table.filter()->hasFocus());            // there are none
    w.find();
    w.table.show_count("4 words");
    QVERIFY((*csv)->isEnabled());
    QTest::keyClick(w.table.filter(), Qt::Key_Down);
    QVERIFY(w.table.table()->hasFocus());
    QCOMPARE(w.table.table()->currentIndex().row(), 0);
  }

  // ---- files and the clipboard

  /// Whatever a cell holds, a reader gets it back; a spreadsheet gets a text that it does not run.
  void every_text_comes_back() {
    const QStringList texts{
        "plain",       "comma, here", "\"quoted\"", "two\nlines", "a\r\nb", "",
        " spaces ",    "=1+1",        "tab\there",  "\"",         ",",      QStringLiteral("张量, “甲”"),
        "trailing,\"", "1,048,576"};
    QStandardItemModel model(static_cast<int>(texts.size()), 2);
    model.setHorizontalHeaderLabels({"Name, of it", "Number \"#\""});
    for (int row = 0; row < texts.size(); ++row) {
      model.setItem(row, 0, new QStandardItem(texts[row]));
      model.setItem(row, 1, new QStandardItem(QString::number(row)));
    }
    const QList<QStringList> rows = parse_csv(Table<QTableView>(model).csv());
    QCOMPARE(rows.size(), texts.size() + 1);
    QCOMPARE(rows.front(), (QStringList{"Name, of it", "Number \"#\""}));
    for (int row = 0; row < texts.size(); ++row)
      QCOMPARE(rows[row + 1], (QStringList{texts[row] == "=1+1" ? "'=1+1" : texts[row], QString::number(row)}));
  }

  /// Exact where the model knows it, under exact titles, else what is shown; also where a view has no room for a
  /// column, but without those that are nobody's business.
  void exact_values_are_taken() {
    QStandardItemModel model(1, 4);
    model.setHorizontalHeaderLabels({"Size", "Shown", "Hidden", "Private"});
    for (int column = 0; column < 4; ++column) model.setItem(0, column, new QStandardItem("1 MiB"));
    model.item(0, 0)->setData(1048576, kExactRole);
    model.horizontalHeaderItem(3)->setData("", kExactRole);
    Table<QTableView> table(model);
    table.view.hideColumn(2);
    QCOMPARE(table.csv(), QString("Size,Shown,Hidden\r\n1048576,1 MiB,1 MiB\r\n"));
    Fruits fruits;
    fruits.set(kFruits);
    QCOMPARE(Table<QTableView>(fruits).csv(), "Fruit,Grams\r\nfig,50\r\nmelon,\r\nplum,70\r\n");
  }

  void leaves_of_a_tree_say_whose_they_are() {
    QStandardItemModel model;
    model.setHorizontalHeaderLabels({"Group", "Size"});
    model.horizontalHeaderItem(0)->setData("Tensor", kExactRole);
    for (const char* group : {"g1", "g2"}) {
      auto* above = new QStandardItem(group);
      for (const char* leaf : {"x", "y"})
        above->appendRow({new QStandardItem(QString("%1.%2").arg(group, leaf)), new QStandardItem("8")});
      model.appendRow({above, new QStandardItem("16")});
    }
    Table<QTreeView> tree(model);
    tree.view.setSelectionMode(QAbstractItemView::ExtendedSelection);
    QCOMPARE(tree.csv(), QString("Group,Tensor,Size\r\ng1,g1.x,8\r\ng1,g1.y,8\r\ng2,g2.x,8\r\ng2,g2.y,8\r\n"));
    // Of a group that is selected, its members; each once.
    test::show(tree.view);
    tree.view.expandAll();
    tree.select(model.index(1, 0));
    tree.select(model.index(1, 0, model.index(1, 0)));
    QCOMPARE(tree.copied(), QString("Group\tTensor\tSize\ng2\tg2.x\t8\ng2\tg2.y\t8\n"));
  }

  void selected_rows_are_copied_in_order_with_header() {
    Numbers model(10);
    Table<QTableView> table(model);
    table.view.setSelectionBehavior(QAbstractItemView::SelectRows);
    test::show(table.view);
    QApplication::clipboard()->setText("before");
    QCOMPARE(table.copied(), QString("before"));  // nothing is selected
    for (const int row : {7, 2}) table.select(model.index(row, 0));
    QCOMPARE(table.copied(), QString("1\t2\nrow 2\t2\nrow 7\t7\n"));
    // What separates cells and rows is not taken from within a cell.
    QStandardItemModel words(1, 2);
    words.setHorizontalHeaderLabels({"Name", "Note"});
    words.setItem(0, 0, new QStandardItem("a\tb"));
    words.setItem(0, 1, new QStandardItem("two\nlines, \"quoted\""));
    table.view.setModel(&words);
    table.view.selectAll();
    QCOMPARE(table.copied(), QString("Name\tNote\na b\ttwo lines, \"quoted\"\n"));
  }

  /// Many rows take a while to be copied; what is another table by then is not copied by halves. Into a file they are
  /// read in pieces, and again where they change meanwhile: never some of each.
  void many_rows_are_of_one_state() {
    constexpr int kRows = 300'000;
    Numbers model(kRows);
    Table<QTableView> table(model);
    test::show(table.view);
    QApplication::clipboard()->setText("before");
    table.view.selectAll();
    QTest::keySequence(&table.view, QKeySequence::Copy);
    table.view.clearSelection();
    model.set_base(4);
    wait_until_idle();
    QCOMPARE(QApplication::clipboard()->text(), QString("before"));

    QString text;
    TableActions::of(&table.view)->read_all([&](const QString& csv) { text = csv; });
    QVERIFY(text.isEmpty());  // the window goes on meanwhile
    model.set_base(5);
    QTRY_VERIFY_WITH_TIMEOUT(!text.isEmpty(), 20'000);
    const QStringList lines = text.split("\r\n");
    QCOMPARE(lines.size(), kRows + 2);
    for (int row = 0; row < kRows; ++row)
      if (lines[row + 1] != QStringLiteral("row %1,%2").arg(row).arg(row + 5)) QFAIL(qPrintable(lines[row + 1]));
  }

  void menu_and_button_ask_for_a_file() {
    Numbers model(3);
    QTableView view;
    view.setModel(&model);
    view.setAccessibleName("Some numbers");
    auto* actions = new TableActions(&view);
    QCOMPARE(actions->name(), QString("Some numbers"));
    QCOMPARE(view.contextMenuPolicy(), Qt::ActionsContextMenu);
    QSignalSpy asked(actions, &TableActions::export_requested);
    for (QAction* action : view.actions())
      if (action->text().remove('&') == "Export as CSV…") action->trigger();
    QCOMPARE(asked.count(), 1);
    std::unique_ptr<QToolButton> button(actions->make_button());
    button->click();
    QCOMPARE(asked.count(), 2);
  }
};

STOWAGE_GUI_TEST(TablesTest);
#include "tst_tables.moc"
