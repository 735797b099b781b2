// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/gui_test.h"
#include "widgets/tables/filtered_table.h"

using namespace stowage;
using namespace stowage::test;

namespace {

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
  void show() {
    table.show();
    if (!QTest::qWaitForWindowExposed(&table)) qFatal("no window");
  }
  [[nodiscard]] QStringList rows() const { return model.stringList(); }
};

}  // namespace

class FilteredTableTest : public QObject {
  Q_OBJECT

 private slots:
  void asks_once_after_the_last_of_several_keys() {
    Words w;
    w.show();
    QSignalSpy changed(&w.table, &FilteredTable::rows_changed);
    QTest::keyClicks(w.table.filter(), "ta");
    QVERIFY(w.table.busy());
    QCOMPARE(w.asked, 0);
    QTRY_COMPARE(w.rows(), (QStringList{"beta", "delta"}));
    QCOMPARE(w.asked, 1);
    QCOMPARE(changed.count(), 1);
    QVERIFY(!w.table.busy());
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
    w.show();
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

  void asks_at_once_when_another_order_is_wanted() {
    Words w;
    w.show();
    QVERIFY(!w.table.sort_column().has_value());
    w.table.table()->horizontalHeader()->setSortIndicator(0, Qt::DescendingOrder);
    QCOMPARE(w.asked, 1);
    QCOMPARE(w.table.sort_column(), std::optional(0));
    QVERIFY(w.table.descending());
  }

  void hidden_it_asks_when_it_is_shown() {
    Words w;
    w.table.ask();
    w.table.ask();
    QCOMPARE(w.asked, 2);
    QCOMPARE(w.finding, 0);
    w.show();
    QCOMPARE(w.asked, 3);
    QCOMPARE(w.rows(), kAll);
    w.table.hide();
    w.table.show();
    QCOMPARE(w.asked, 3);
  }

  void rows_of_before_stay_until_those_of_the_background_are_there() {
    Words w;
    w.show();
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
  }

  /// What was asked for first ends last, or never: it must not be shown.
  void a_later_answer_replaces_an_earlier_one() {
    Words w;
    w.show();
    w.at_once = false;
    w.held = true;
    w.table.filter()->setText("gamma");
    QTRY_COMPARE(w.finding, 1);
    w.at_once = true;
    w.held = false;
    w.table.filter()->setText("beta");
    w.table.ask();
    QCOMPARE(w.rows(), QStringList{"beta"});
    QVERIFY(!w.table.busy());
    test::wait_until_idle();
    QCOMPARE(w.rows(), QStringList{"beta"});
  }

  void hiding_gives_up_what_is_being_found() {
    Words w;
    w.show();
    w.at_once = false;
    w.held = true;
    w.table.ask();
    QTRY_COMPARE(w.finding, 1);
    w.table.hide();
    w.table.ask();
    QVERIFY(!w.table.busy());
    QTRY_COMPARE(w.given_up, 1);
    QCOMPARE(w.rows(), QStringList());
    w.held = false;
    w.table.show();
    QTRY_COMPARE(w.rows(), kAll);
  }

  void a_sentence_stands_where_there_is_nothing_to_list() {
    Words w;
    w.show();
    auto* sentence = w.table.findChild<QLabel*>("words_nothing");
    auto* csv = w.table.findChild<QToolButton*>();
    for (auto* button : w.table.findChildren<QToolButton*>())
      if (button->accessibleName().contains("CSV")) csv = button;
    w.table.show_sentence("Nothing yet");
    QVERIFY(sentence->isVisible() && !w.table.table()->isVisible());
    QCOMPARE(sentence->text(), "Nothing yet");
    w.table.show_count("0 words");
    QVERIFY(!sentence->isVisible() && w.table.table()->isVisible());
    QCOMPARE(w.table.findChild<QLabel*>("words_count")->text(), "0 words");
    QVERIFY(!csv->isEnabled());
    w.find();
    w.table.show_count("4 words");
    QVERIFY(csv->isEnabled());
  }

  void there_is_room_between_what_stands_above_the_rows() {
    Words w;
    QLineEdit field;
    w.table.add_field(&field);
    w.show();
    w.table.show_count("4 words");
    auto* count = w.table.findChild<QLabel*>("words_count");
    QTRY_VERIFY(w.table.filter()->geometry().right() + 2 < field.geometry().left());
    QVERIFY(field.geometry().right() + 2 < count->geometry().left());
  }

  void down_leads_to_the_rows() {
    Words w;
    w.show();
    w.table.show_count("none");
    QVERIFY(QTest::qWaitForWindowActive(&w.table));
    w.table.filter()->setFocus();
    QTest::keyClick(w.table.filter(), Qt::Key_Down);
    QVERIFY(w.table.filter()->hasFocus());  // there are none
    w.find();
    QTest::keyClick(w.table.filter(), Qt::Key_Down);
    QVERIFY(w.table.table()->hasFocus());
    QCOMPARE(w.table.table()->currentIndex().row(), 0);
  }
};

STOWAGE_GUI_TEST(FilteredTableTest);
#include "tst_filtered_table.moc"
