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
    const Run run = stowage_cli({"plan", graph_, "--json", "-o", plan});
    QVERIFY2(run.code == 0, qPrintable(run.err));
    QCOMPARE(run.json()["results"][0]["footprint"].toInt(), 136);
    QVERIFY(run.json()["results"][0]["proved_optimal"].toBool());
    QVERIFY(holds(run.json(), {{"in_place_saves", 56}, {"lower_bound", 136}}));
    const QJsonObject offsets = json_of(plan)["offsets"].toObject();
    QVERIFY(holds(offsets, {{"v", offsets["x"].toInt() + 48}, {"y", offsets["x"].toInt()}}));
    const Run check = stowage_cli({"check", graph_, plan});
    QVERIFY2(check.code == 0, qPrintable(check.out + check.err));

    const Run text = stowage_cli({"plan", graph_});
    QVERIFY(says(text.out, {"56"}));  // saved by outputs that are written over inputs
    const Run off = stowage_cli({"plan", graph_, "--in-place", "off", "--json"});
    QCOMPARE(off.json()["results"][0]["footprint"].toInt(), 192);
    QVERIFY(!off.json().contains("in_place_saves"));
    QCOMPARE(stowage_cli({"plan", graph_, "--in-place", "maybe"}).code, 2);
  }

  void tells_of_them() {
    const Run run = stowage_cli({"info", graph_, "--json"});
    QVERIFY2(run.code == 0, qPrintable(run.err));
    QVERIFY(holds(
        run.json(),
        {{"views", 1}, {"in_place", 2}, {"in_place_usable", 1}, {"total_bytes", 64 * 3 + 8}, {"lower_bound", 136}}));
  }

  void explains_them() {
    const auto explain = [&](const QString& a, const QString& b) { return stowage_cli({"explain", graph_, a, b}).out; };
    QVERIFY(says(explain("v", "x"), {"v", "x", "48"}));
    QVERIFY(says(explain("x", "y"), {"relu", "y", "x"}));
    const QJsonObject json = stowage_cli({"explain", graph_, "y", "z", "--json"}).json()["in_place"].toObject();
    QCOMPARE(json["usable"].toBool(), false);
    const QString why = json["why"].toString();
    QVERIFY(says(why, {"\"other\"", "\"z\"", "\"relu\"", "\"y\""}));
    QVERIFY2(explain("y", "z").contains(why), qPrintable(explain("y", "z")));
    QCOMPARE(stowage_cli({"explain", graph_, "x", "v", "--json"}).json()["same_bytes_of"].toString(), QString("x"));
  }

  /// A view is unsafe to whom its owner is unsafe to, by every method.
  void every_method_knows_views() {
    const QString pairs = stowage_cli({"safety", graph_, "--pairs"}).out;
    QVERIFY2(pairs.contains("v y\n") && pairs.contains("v z\n") && !pairs.contains("x v"), qPrintable(pairs));
    for (const char* method : {"ancestor", "ancestor-opt", "stream-graph"})
      QCOMPARE(stowage_cli({"safety", graph_, "--pairs", "--method", method}).out, pairs);
    QCOMPARE(stowage_cli({"safety", graph_, "--json"}).json()["unsafe_pairs"].toInt(), pairs.count('\n'));
  }

  void names_a_void_duty() {
    const QString file = write(temp("bad.stowage.json"), R"({"format": "stowage-graph", "version": 1,
      "nodes": [{"id": "a"}, {"id": "p"}, {"id": "q"}],
      "tensors": [{"id": "x", "size": 8, "producer": "a", "consumers": ["p", "q"]},
                  {"id": "y", "size": 8, "producer": "p"}],
      "in_place": [{"output": "y", "input": "x", "must": true}]})");
    for (const char* command : {"plan", "info"}) {
      QVERIFY(ends({command, file}, 3, {"bad.stowage.json:/in_place/0: ", "\"y\"", "\"x\"", "\"q\"", "\"x\""}));
    }
  }
};

}  // namespace

STOWAGE_TEST(CliSharingTest);
#include "tst_cli_sharing.moc"
