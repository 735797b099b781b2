// SPDX-License-Identifier: Apache-2.0
// Views and in-place pairs on the command line.
#include "tests/cli/program.h"
#include "tests/start/test_entry.h"

using namespace stowage::test;

namespace {

class CliSharingTest : public CliTestBase {
  Q_OBJECT

  QString graph_;

 private slots:
  /// conv makes x; v is a view of x; relu writes y over x in place; other reads z on another stream.
  void initTestCase() {
    graph_ = write(temp("g.stowage.json"), R"({"format": "stowage-graph", "version": 1,
      "nodes": [{"id": "conv"}, {"id": "reshape"}, {"id": "relu"}, {"id": "other", "stream": 1}, {"id": "sum"}],
      "tensors": [{"id": "x", "size": 64, "producer": "conv", "consumers": ["reshape", "relu"]},
                  {"id": "v", "size": 16, "producer": "reshape", "consumers": ["relu"]},
                  {"id": "y", "size": 64, "producer": "relu", "consumers": ["sum"]},
                  {"id": "z", "size": 64, "producer": "conv", "consumers": ["other", "relu"]},
                  {"id": "w", "size": 8, "producer": "sum", "output": true}],
      "views": [{"tensor": "v", "of": "x", "offset": 48}],
      "in_place": [{"output": "y", "input": "x"}, {"output": "y", "input": "z"}]})");
  }

  void plans_and_says_what_it_saves() {
    const QString plan = temp("p.json");
    QVERIFY(answers({"plan", graph_, "-o", plan}, {{"results/0/footprint", 136},
                                                   {"results/0/proved_optimal", true},
                                                   {"in_place_saves", 56},
                                                   {"lower_bound", 136}}));
    const QJsonObject offsets = json_of(plan)["offsets"].toObject();
    QVERIFY(holds(offsets, {{"v", offsets["x"].toInt() + 48}, {"y", offsets["x"].toInt()}}));
    QCOMPARE(code_of({"check", graph_, plan}), 0);
    QVERIFY(says(stowage_cli({"plan", graph_}).out, {"56"}));  // saved by outputs that are written over inputs
    const QJsonObject off = answer({"plan", graph_, "--in-place", "off"});
    QVERIFY(holds(off, {{"results/0/footprint", 192}}) && !off.contains("in_place_saves"));
    QCOMPARE(code_of({"plan", graph_, "--in-place", "maybe"}), 2);
  }

  void tells_of_them() {
    QVERIFY(answers(
        {"info", graph_},
        {{"views", 1}, {"in_place", 2}, {"in_place_usable", 1}, {"total_bytes", 64 * 3 + 8}, {"lower_bound", 136}}));
  }

  void explains_them() {
    const auto explain = [&](const QString& a, const QString& b) { return stowage_cli({"explain", graph_, a, b}).out; };
    QVERIFY(says(explain("v", "x"), {"v", "x", "48"}));
    QVERIFY(says(explain("x", "y"), {"relu", "y", "x"}));
    const QJsonObject pair = answer({"explain", graph_, "y", "z"})["in_place"].toObject();
    const QString why = pair["why"].toString();
    QVERIFY(holds(pair, {{"usable", false}}) && says(why, {"\"other\"", "\"z\"", "\"relu\"", "\"y\""}));
    QVERIFY2(explain("y", "z").contains(why), qPrintable(explain("y", "z")));
    QVERIFY(answers({"explain", graph_, "x", "v"}, {{"same_bytes_of", "x"}}));
  }

  /// A view is unsafe to whom its owner is unsafe to, by every method.
  void every_method_knows_views() {
    const QString pairs = stowage_cli({"safety", graph_, "--pairs"}).out;
    QVERIFY2(pairs.contains("v y\n") && pairs.contains("v z\n") && !pairs.contains("x v"), qPrintable(pairs));
    for (const char* method : {"ancestor", "ancestor-opt", "stream-graph"})
      QCOMPARE(stowage_cli({"safety", graph_, "--pairs", "--method", method}).out, pairs);
    QVERIFY(answers({"safety", graph_}, {{"unsafe_pairs", pairs.count('\n')}}));
  }

  void names_a_void_duty() {
    const QString file = write(temp("bad.stowage.json"), R"({"format": "stowage-graph", "version": 1,
      "nodes": [{"id": "a"}, {"id": "p"}, {"id": "q"}],
      "tensors": [{"id": "x", "size": 8, "producer": "a", "consumers": ["p", "q"]},
                  {"id": "y", "size": 8, "producer": "p"}],
      "in_place": [{"output": "y", "input": "x", "must": true}]})");
    for (const char* command : {"plan", "info"})
      QVERIFY(ends({command, file}, 3, {"bad.stowage.json:/in_place/0: ", "\"y\"", "\"x\"", "\"q\"", "\"x\""}));
  }
};

}  // namespace

STOWAGE_TEST(CliSharingTest);
#include "tst_cli_sharing.moc"
