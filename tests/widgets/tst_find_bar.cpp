// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/gui_test.h"
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
    test::type(text(), words);
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

PlanView figure_2_apart() {
  const auto graph = test::sample("somas_figure_2.stowage.json");
  return test::plan_view(*graph, {0, 16384, 22528, 32768, 39936, 52224, 57344, 66560, 74752});  // one after the other
}
using Tensors = std::vector<TensorId>;

}  // namespace

class FindBarTest : public QObject {
  Q_OBJECT

 private slots:
  void queries() {
    struct Case {
      const char *text, *name;
      std::int64_t least = -1, most = -1, from = -1, to = -1;
      bool regex = false, readable = true;
    };
    const auto unreadable = [](const char* text) { return Case{.text = text, .name = "", .readable = false}; };
    const Case cases[] = {{"conv1", "conv1"},
                          {"two words", "two words"},
                          {">1MiB", "", 1'048'577},
                          {">= 4k", "", 4096},
                          {"<64K", "", -1, 65'535},
                          {"<=10 bytes", "", -1, 10},
                          {"=512", "", 512, 512},
                          {"grad >1KiB <2KiB", "grad", 1025, 2047},
                          {"@0x1000-0x2000", "", -1, -1, 4096, 8192},
                          {"@ 100 - 4 KiB w", "w", -1, -1, 100, 4096},
                          {"@4096", "", -1, -1, 4096, 4096},
                          {"a@b", "a@b"},
                          {"a->b", "a->b"},
                          {"\"@0x10\"", "@0x10"},
                          {"\">5\" =7", ">5", 7, 7},
                          {"10-12", "10-12"},
                          {"L1-2b", "L1-2b"},
                          {.text = "^L[0-9]+ >1k", .name = "^L[0-9]+", .least = 1025, .regex = true},
                          unreadable(">5Kix"),
                          unreadable("@0x"),
                          unreadable(">99999999999TiB"),
                          unreadable(">zz"),
                          unreadable("10KiB-12KiB")};
    for (const Case& each : cases) {
      const TensorQuery query = parse_query(each.text, each.regex);
      QCOMPARE(query.regex, each.regex);
      QVERIFY2(each.readable == !query.unreadable, each.text);
      if (query.unreadable) continue;
      QCOMPARE(query.name, QString(each.name));
      QCOMPARE(query.least_size.value_or(Bytes{-1}).count, each.least);
      QCOMPARE(query.most_size.value_or(Bytes{-1}).count, each.most);
      QCOMPARE(query.from_address.value_or(Offset{-1}).value, each.from);
      QCOMPARE(query.to_address.value_or(Offset{-1}).value, each.to);
    }
  }

  void walks_from_match_to_match() {
    Shown shown(figure_2_apart());
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

  /// Nothing found, and why nothing can be.
  void says_when_there_is_nothing() {
    Shown shown(figure_2_apart());
    QCOMPARE(shown.count(), QString());
    shown.type("no such tensor");
    const QString none = shown.count();
    QVERIFY(!none.isEmpty());
    QVERIFY(!shown.bar.findChild<QToolButton*>("find_next")->isEnabled());
    for (const char* unreadable : {">zz", "10KiB-12KiB", ">4Kix"}) {
      shown.type(unreadable);
      QVERIFY2(shown.count().endsWith(QString(": ") + unreadable), qPrintable(shown.count()));
    }
    shown.type("[ab");
    shown.click("find_regex");
    shown.settle();
    QVERIFY(!shown.count().isEmpty() && shown.count() != none);
    QVERIFY(shown.state.found().empty());
    shown.type("[ab]");
    QCOMPARE(shown.state.found(), (Tensors{TensorId(0), TensorId(1)}));
  }

  void esc_closes_and_forgets() {
    Shown shown(figure_2_apart());
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
    Shown shown(figure_2_apart());
    shown.type("L0.norm1");
    QVERIFY(shown.state.found().empty());
    PlanView view;
    view.graph = std::make_shared<const Graph>(test::make_training_graph(test::training_graph_of(4400, 8)));
    shown.bar.set_view(view);
    shown.settle();
    QVERIFY(!shown.state.found().empty());
    for (TensorId t : shown.state.found()) QVERIFY(view.graph->name(t).find("L0.norm1") != std::string_view::npos);
  }

  void with_a_time_range_it_says_that_it_looks_everywhere() {
    Shown shown(figure_2_apart());
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
