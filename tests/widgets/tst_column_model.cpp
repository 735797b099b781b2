// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/gui_test.h"
#include "widgets/tables/column_model.h"

using namespace stowage;

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
    columns_changed(1, 1);
  }
  void wash() { all_changed(); }
  [[nodiscard]] const Fruit& at(int row) const override { return fruits_[static_cast<std::size_t>(row)]; }

 private:
  [[nodiscard]] int row_count() const override { return static_cast<int>(fruits_.size()); }
  [[nodiscard]] QVariant look(const Fruit& each, int column, int role) const override {
    return role == Qt::ForegroundRole && column == 1 && !each.grams ? QVariant(QColor(Qt::gray)) : QVariant();
  }
  [[nodiscard]] QVariant title_look(int column, int role) const override {
    return role == Qt::FontRole && column == 2 ? QVariant("bold") : QVariant();
  }
  [[nodiscard]] QVariant row_header(int row, int role) const override {
    return role == Qt::DisplayRole ? QVariant(at(row).name) : QVariant();
  }

  std::vector<Fruit> fruits_;
};

const std::vector<Fruit> kFruits{{"fig", 50}, {"melon", std::nullopt}, {"plum", 70}};

}  // namespace

class ColumnModelTest : public QObject {
  Q_OBJECT

 private slots:
  void keeps_the_contract_of_models() {
    Fruits model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    QCOMPARE(model.columnCount(), 3);
    model.wash();  // no rows: nothing to say
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

  void a_cell_is_what_its_column_says() {
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
  }

  void sorts_by_the_key_else_by_the_exact_value_else_by_the_text() {
    Fruits model;
    model.set(kFruits);
    QCOMPARE(model.index(0, 2).data(Fruits::kSortRole).toInt(), -3);
    QCOMPARE(model.index(0, 1).data(Fruits::kSortRole), QVariant(50LL));
    QVERIFY(!model.index(1, 1).data(Fruits::kSortRole).isValid());
    QCOMPARE(model.index(1, 0).data(Fruits::kSortRole), QVariant(QString("melon")));
  }

  void titles_have_tips_and_stand_over_their_cells() {
    const Fruits model;
    QCOMPARE(model.headerData(0, Qt::Horizontal).toString(), "Fruit");
    QCOMPARE(model.headerData(0, Qt::Horizontal, Qt::ToolTipRole).toString(), "What it is called");
    QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::TextAlignmentRole).toInt(),
             static_cast<int>(Qt::AlignRight | Qt::AlignVCenter));
    QVERIFY(!model.headerData(1, Qt::Horizontal, Qt::FontRole).isValid());
    QCOMPARE(model.headerData(2, Qt::Horizontal, Qt::FontRole).toString(), "bold");
  }

  void rows_may_have_titles() {
    Fruits model;
    model.set(kFruits);
    QCOMPARE(model.headerData(2, Qt::Vertical).toString(), "plum");
    QVERIFY(!model.headerData(2, Qt::Vertical, Qt::FontRole).isValid());
  }

  void files_have_exact_values_under_exact_titles() {
    Fruits model;
    model.set(kFruits);
    QTableView view;
    view.setModel(&model);
    new TableActions(&view);
    QCOMPARE(test::csv_of(&view), "Fruit,Grams\r\nfig,50\r\nmelon,\r\nplum,70\r\n");
  }

  void says_what_changed() {
    Fruits model;
    model.set(kFruits);
    QSignalSpy changed(&model, &Fruits::dataChanged), reset(&model, &Fruits::modelReset);
    model.weigh(1, 900);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed[0][0].toModelIndex(), model.index(0, 1));
    QCOMPARE(changed[0][1].toModelIndex(), model.index(2, 1));
    QCOMPARE(model.index(1, 1).data().toString(), "900 g");
    model.wash();
    QCOMPARE(changed[1][0].toModelIndex(), model.index(0, 0));
    QCOMPARE(changed[1][1].toModelIndex(), model.index(2, 2));
    model.set({});
    model.wash();
    QCOMPARE(changed.count(), 2);
    QCOMPARE(reset.count(), 1);
  }
};

STOWAGE_GUI_TEST(ColumnModelTest);
#include "tst_column_model.moc"
