// SPDX-License-Identifier: GPL-3.0-or-later
// Every table's way to files and the clipboard, on models made for it.
#include "tests/gui/gui_test.h"

using namespace stowage;

namespace {

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
  [[nodiscard]] QString csv() const { return test::csv_of(&view); }
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

class TableActionsTest : public QObject {
  Q_OBJECT

 private slots:
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

  /// Exact where the model knows it, else what is shown; also where a view has no room for a column, but without those
  /// that are nobody's business.
  void exact_values_are_taken() {
    QStandardItemModel model(1, 4);
    model.setHorizontalHeaderLabels({"Size", "Shown", "Hidden", "Private"});
    for (int column = 0; column < 4; ++column) model.setItem(0, column, new QStandardItem("1 MiB"));
    model.item(0, 0)->setData(1048576, kExactRole);
    model.horizontalHeaderItem(3)->setData("", kExactRole);
    Table<QTableView> table(model);
    table.view.hideColumn(2);
    QCOMPARE(table.csv(), QString("Size,Shown,Hidden\r\n1048576,1 MiB,1 MiB\r\n"));
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
  }

  /// What separates cells and rows is not taken from within a cell.
  void copied_cells_have_no_tabs_and_lines() {
    QStandardItemModel model(1, 2);
    model.setHorizontalHeaderLabels({"Name", "Note"});
    model.setItem(0, 0, new QStandardItem("a\tb"));
    model.setItem(0, 1, new QStandardItem("two\nlines, \"quoted\""));
    Table<QTableView> table(model);
    test::show(table.view);
    table.view.selectAll();
    QCOMPARE(table.copied(), QString("Name\tNote\na b\ttwo lines, \"quoted\"\n"));
  }

  /// Many rows take a while to be copied; what is another table by then is not copied by halves.
  void what_is_gone_is_not_copied() {
    Numbers model(300'000);
    Table<QTableView> table(model);
    test::show(table.view);
    QApplication::clipboard()->setText("before");
    table.view.selectAll();
    QTest::keySequence(&table.view, QKeySequence::Copy);
    table.view.clearSelection();
    model.set_base(5);
    test::wait_until_idle();
    QCOMPARE(QApplication::clipboard()->text(), QString("before"));
  }

  /// Very many rows are read in pieces, and anew where they change meanwhile: never some of each.
  void many_rows_are_of_one_state() {
    constexpr int kRows = 300'000;
    Numbers model(kRows);
    const Table<QTableView> table(model);
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
    QVERIFY(!actions->empty());
    Numbers none(0);
    view.setModel(&none);
    QVERIFY(actions->empty());
    view.setModel(&model);
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

STOWAGE_GUI_TEST(TableActionsTest);
#include "tst_table_actions.moc"
