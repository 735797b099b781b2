// SPDX-License-Identifier: GPL-3.0-or-later
// Which tensors a query finds, and what the table shows of it.
#include <QLabel>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include "tests/gui/words.h"
#include "tests/start/test_entry.h"
#include "tests/widgets/shown_tensors.h"
#include "widgets/tables/tensor_table_model.h"

using namespace stowage;
using namespace stowage::test;

namespace {

std::vector<std::size_t> found(const PlanView& view, const TensorQuery& query) {
  std::vector<std::size_t> indices;
  for (const TensorId t : find_tensors(view, query)) indices.push_back(t.index());
  return indices;
}

using Indices = std::vector<std::size_t>;

using Indices = std::vector<std::size_t>;

}  // namespace

class TensorQueryTest : public QObject {
  Q_OBJECT

 private slots:
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
    const ShownTensors shown;
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
    const ShownTensors shown;
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
      const PlanView view = tensors_of(random_graph({.seed = seed, .operators = 60, .streams = 4}));
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
    QVERIFY(find_tensors(tensors_of(random_graph({.operators = 50})), {}, source.get_token()).empty());
  }

  void counts_what_it_shows() {
    ShownTensors shown;
    auto* count = shown.table.findChild<QLabel*>("tensor_count");
    QVERIFY(count->text().startsWith("4 "));
    QTest::keyClicks(shown.name_filter(), "sum");
    QTRY_VERIFY(count->text().startsWith("1 "));
    QVERIFY(count->text().contains("4"));
  }

  /// What is no amount is marked, says why, and matches nothing, like a wrong regular expression.
  void unreadable_limits_match_nothing() {
    ShownTensors shown;
    for (const char* name : {"tensor_least_size", "tensor_most_size", "tensor_from_address", "tensor_to_address"}) {
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

  /// The brush narrows the table too, says so, and is taken away with a click.
  void shows_what_lives_in_the_time_range() {
    ShownTensors shown;  // weights live in steps 0 to 1, Input 0 to 1, product 1 to 2, sum 2
    auto* chip = shown.table.findChild<QToolButton*>("tensor_range");
    QVERIFY(!chip->isVisible());
    const int least = shown.table.minimumSizeHint().width();
    shown.state.set_time_range(StepRange{2, 3});
    QTRY_COMPARE(shown.grid()->model()->rowCount(), 2);
    QCOMPARE(shown.cell(0, TensorColumn::name), QString("product"));
    QVERIFY(chip->isVisible());
    QCOMPARE(numbers_in(chip->text()), (QList<qint64>{2, 2}));
    wait_until_idle();
    QVERIFY(shown.table.minimumSizeHint().width() <= least);  // no window is forced wider
    QTest::keyClicks(shown.name_filter(), "sum");
    QTRY_COMPARE(shown.grid()->model()->rowCount(), 1);
    click(chip);
    QVERIFY(!shown.state.time_range().has_value());
    QVERIFY(!chip->isVisible());
    QCOMPARE(shown.grid()->model()->rowCount(), 1);
  }

  /// Past a size, filtering is done in the background; the old rows stay until then.
  void many_rows_are_found_in_the_background() {
    ShownTensors shown;
    const PlanView many = tensors_of(random_graph({.operators = 21'000, .streams = 2}));
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

STOWAGE_GUI_TEST(TensorQueryTest);
#include "tst_tensor_query.moc"
