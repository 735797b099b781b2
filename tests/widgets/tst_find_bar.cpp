// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

#include "core/formats/document.h"
#include "core/formats/file.h"
#include "tests/gui/gui.h"
#include "tests/gui/words.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "tests/support/maps.h"
#include "tests/support/results.h"
#include "tests/support/shared.h"
#include "tests/support/training_graph.h"
#include "widgets/base/view_state.h"
#include "widgets/views/find/find_bar.h"

using namespace stowage;

namespace {

struct Shown {
  explicit Shown(const PlanView& view) : bar(state), asked(&state, &ViewState::reveal_requested) {
    bar.set_view(view);
    bar.resize(600, 40);
    bar.open();
    test::show(bar);
  }
  QLineEdit* text() { return bar.findChild<QLineEdit*>("find_text"); }
  QString count() { return bar.findChild<QLabel*>("find_count")->text(); }
  void type(const char* words) {
    text()->selectAll();
    QTest::keyClicks(text(), words);
    settle();
  }
  void settle() {
    test::wait_until([&] { return !bar.busy(); });
  }
  void click(const char* button) { test::click(bar.findChild<QToolButton*>(button)); }
  ViewState state;
  FindBar bar;
  QSignalSpy asked;
};

PlanView figure_2() {
  const auto graph = test::sample("somas_figure_2.stowage.json");
  return test::plan_view(*graph, {0, 16384, 22528, 32768, 39936, 52224, 57344, 66560, 74752});  // one after the other
}
using Tensors = std::vector<TensorId>;

}  // namespace

class FindBarTest : public QObject {
  Q_OBJECT

 private slots:
  void queries_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("regex");
    QTest::addColumn<QString>("name");
    QTest::addColumn<qint64>("least");
    QTest::addColumn<qint64>("most");
    QTest::addColumn<qint64>("from");
    QTest::addColumn<qint64>("to");
    QTest::addColumn<bool>("readable");
    const auto row = [](const char* text, const char* name, qint64 least = -1, qint64 most = -1, qint64 from = -1,
                        qint64 to = -1, bool readable = true) {
      QTest::newRow(text) << QString(text) << false << QString(name) << least << most << from << to << readable;
    };
    row("conv1", "conv1");
    row("two words", "two words");
    row(">1MiB", "", 1'048'577);
    row(">= 4k", "", 4096);
    row("<64K", "", -1, 65'535);
    row("<=10 bytes", "", -1, 10);
    row("=512", "", 512, 512);
    row("grad >1KiB <2KiB", "grad", 1025, 2047);
    row("@0x1000-0x2000", "", -1, -1, 4096, 8192);
    row("@ 100 - 4 KiB w", "w", -1, -1, 100, 4096);
    row("@4096", "", -1, -1, 4096, 4096);
    row("a@b", "a@b");
    row("a->b", "a->b");
    row("\"@0x10\"", "@0x10");
    row("\">5\" =7", ">5", 7, 7);
    row(">5Kix", "", -1, -1, -1, -1, false);
    row("@0x", "", -1, -1, -1, -1, false);
    row(">99999999999TiB", "", -1, -1, -1, -1, false);
    row(">zz", "", -1, -1, -1, -1, false);
    row("10KiB-12KiB", "", -1, -1, -1, -1, false);
    row("10-12", "10-12");
    row("L1-2b", "L1-2b");
    QTest::newRow("expression") << "^L[0-9]+ >1k" << true << "^L[0-9]+" << qint64{1025} << qint64{-1} << qint64{-1}
                                << qint64{-1} << true;
  }
  void queries() {
    QFETCH(QString, text);
    QFETCH(bool, regex);
    const TensorQuery query = parse_query(text, regex);
    QCOMPARE(query.regex, regex);
    QTEST(!query.unreadable, "readable");
    if (query.unreadable) return;
    QTEST(query.name, "name");
    QTEST(qint64{query.least_size.value_or(Bytes{-1}).count}, "least");
    QTEST(qint64{query.most_size.value_or(Bytes{-1}).count}, "most");
    QTEST(qint64{query.from_address.value_or(Offset{-1}).value}, "from");
    QTEST(qint64{query.to_address.value_or(Offset{-1}).value}, "to");
  }

  void says_what_it_does_not_understand() {
    Shown shown(figure_2());
    shown.type(">zz");
    QVERIFY2(shown.count().endsWith(": >zz"), qPrintable(shown.count()));
    shown.type("10KiB-12KiB");
    QVERIFY2(shown.count().endsWith(": 10KiB-12KiB"), qPrintable(shown.count()));
    shown.type("no such tensor");
    const QString none = shown.count();
    shown.click("find_regex");
    shown.type("[a");
    QVERIFY(!shown.count().isEmpty() && shown.count() != none);
    QVERIFY(shown.state.found().empty());
  }

  void walks_from_match_to_match() {
    Shown shown(figure_2());
    QCOMPARE(QApplication::focusWidget(), shown.text());
    shown.type(">9k");  // a 16, c 10, e 12, i 14 KiB; g is 9 KiB exactly
    QCOMPARE(shown.state.found(), (Tensors{TensorId(0), TensorId(2), TensorId(4), TensorId(8)}));
    QVERIFY(shown.count().startsWith("4 match"));
    QVERIFY(shown.asked.isEmpty());
    QTest::keyClick(shown.text(), Qt::Key_Return);
    QCOMPARE(shown.count(), QString("1 of 4"));
    QCOMPARE(shown.state.selected_tensors(), Tensors{TensorId(0)});
    QCOMPARE(shown.asked.takeFirst().first().value<TensorId>(), TensorId(0));
    shown.click("find_next");
    QCOMPARE(shown.count(), QString("2 of 4"));
    QTest::keyClick(shown.text(), Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClick(shown.text(), Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(shown.count(), QString("4 of 4"));  // around
    QCOMPARE(shown.state.selected_tensors(), Tensors{TensorId(8)});
    shown.click("find_next");
    QCOMPARE(shown.state.selected_tensors(), Tensors{TensorId(0)});
    // Return right after the last letter waits for what it asks about.
    shown.text()->selectAll();
    QTest::keyClicks(shown.text(), "@0x9c00-0x9c01");  // e begins at 39936
    QTest::keyClick(shown.text(), Qt::Key_Return);
    QTRY_COMPARE(shown.state.selected_tensors(), Tensors{TensorId(4)});
    QCOMPARE(shown.count(), QString("1 of 1"));
  }

  /// The name itself, then what begins with it, then words that do, then the rest.
  void the_best_match_comes_first() {
    const auto graph = std::make_shared<const Graph>(test::graph_of(
        "op a\nt 12028 8 : a ->\nt out.2028 8 : a ->\nt 2028.grad 8 : a ->\nt 2028 8 : a ->\nt x2028 8 : a ->"));
    Shown shown(PlanView{.graph = graph});
    shown.type("028");
    QTest::keyClick(shown.text(), Qt::Key_Return);
    shown.type("2028");
    QCOMPARE(shown.state.found().size(), std::size_t{5});
    Tensors walked;
    for (int k = 0; k < 5; ++k) {
      QTest::keyClick(shown.text(), Qt::Key_Return);
      QCOMPARE(shown.count(), QString("%1 of 5").arg(k + 1));
      walked.push_back(shown.state.selected_tensors().front());
    }
    QCOMPARE(walked, (Tensors{TensorId(3), TensorId(2), TensorId(1), TensorId(0), TensorId(4)}));
  }

  void says_when_there_is_nothing() {
    Shown shown(figure_2());
    QCOMPARE(shown.count(), QString());
    shown.type("zzz");
    const QString none = shown.count();
    QVERIFY(!none.isEmpty());
    QVERIFY(!shown.bar.findChild<QToolButton*>("find_next")->isEnabled());
    shown.type(">4Kix");
    QVERIFY2(shown.count().endsWith(": >4Kix"), qPrintable(shown.count()));
    shown.type("[ab");
    shown.click("find_regex");
    shown.settle();
    QVERIFY(!shown.count().isEmpty() && shown.count() != none);
    shown.type("[ab]");
    QCOMPARE(shown.state.found(), (Tensors{TensorId(0), TensorId(1)}));
  }

  void esc_closes_and_forgets() {
    Shown shown(figure_2());
    shown.type("a");
    QCOMPARE(shown.state.found(), Tensors{TensorId(0)});
    QTest::keyClick(shown.text(), Qt::Key_Escape);
    QVERIFY(shown.bar.isHidden());
    QVERIFY(shown.state.found().empty());
    shown.bar.find_next();  // F3 opens it, with the words that were there
    QVERIFY(shown.bar.isVisible());
    shown.settle();
    QCOMPARE(shown.state.found(), Tensors{TensorId(0)});
  }

  void another_graph_is_searched_anew() {
    Shown shown(figure_2());
    shown.type("L0.norm1");
    QVERIFY(shown.state.found().empty());
    PlanView view;
    view.graph = std::make_shared<const Graph>(test::make_training_graph(test::training_graph_of(4400, 8)));
    shown.bar.set_view(view);
    shown.settle();
    QVERIFY(!shown.state.found().empty());
    for (TensorId t : shown.state.found()) QVERIFY(view.graph->name(t).find("L0.norm1") != std::string_view::npos);
  }

  void pangu() {
    STOWAGE_NEEDS_SHARED();
    const std::string path = test::shared_path("data/intervals/pangu_2.6B.csv");
    PlanView view;
    view.graph = read_document(read_file(path).value(), path).value().graph;
    Shown shown(view);
    shown.type(">50MiB");
    std::size_t large = 0;
    for (TensorId t : view.graph->tensors()) large += view.graph->size(t).count > 50 << 20 ? 1 : 0;
    QVERIFY(large > 0);
    QCOMPARE(shown.state.found().size(), large);
  }

  void with_a_time_range_it_says_that_it_looks_everywhere() {
    Shown shown(figure_2());
    shown.type(">9k");
    const QString everywhere = shown.count();
    QCOMPARE(test::numbers_in(everywhere), QList<qint64>{4});
    shown.state.set_time_range(StepRange{4, 7});
    QVERIFY(shown.count().startsWith(everywhere) && shown.count() != everywhere);  // of all steps
    QVERIFY(test::says(shown.bar.findChild<QLabel*>("find_count")->toolTip(), {"4", "6"}));
    shown.state.set_time_range(std::nullopt);
    QCOMPARE(test::numbers_in(shown.count()), QList<qint64>{4});
  }
};

STOWAGE_GUI_TEST(FindBarTest);
#include "tst_find_bar.moc"
