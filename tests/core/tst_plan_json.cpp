// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>

#include "core/io/document.h"
#include "core/io/plan_json.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"

using namespace stowage;

namespace {

Graph graph() {
  return test::graph_of(R"(
    op n
    op m
    t a 10 : n -> m
    t b/~ 20 : n -> m
    t c 0 : m -> !)");
}

QByteArray plan(const QByteArray& offsets, const QByteArray& more = {}) {
  return R"({"format": "stowage-plan", "version": 1, "graph": "", "strategy": "s", "footprint": 30, "offsets": {)" +
         offsets + "}" + more + "}";
}
const QByteArray kGood = R"("a": 0, "b/~": 10, "c": 1152921504606846976)";

Result<Plan> read(const QByteArray& bytes) {
  return read_plan({bytes.constData(), std::size_t(bytes.size())}, "p.json", graph());
}

}  // namespace

class PlanJsonTest : public QObject {
  Q_OBJECT

 private slots:
  void reads_the_contract() {
    const auto p =
        read(R"({"format": "stowage-plan", "version": 1, "graph": "g", "strategy": "so.size.best", "order": "olla",
        "alignment": 64, "footprint": 9007199254740993, "lower_bound": 7, "proved_optimal": true, "mine": [],
        "offsets": {"b/~": 10, "a": 9007199254740993, "c": 0}, "sequence": ["m", "n"]})");
    QVERIFY2(p.has_value(), p ? "" : p.error().text().c_str());
    QCOMPARE(p->graph, std::string("g"));
    QCOMPARE(p->strategy, std::string("so.size.best"));
    QCOMPARE(p->order, std::string("olla"));
    QCOMPARE(p->alignment, Bytes{64});
    QCOMPARE(p->footprint, Bytes{9007199254740993});
    QCOMPARE(p->lower_bound, Bytes{7});
    QVERIFY(p->proved_optimal);
    QCOMPARE(p->offsets, (std::vector<Offset>{{9007199254740993}, {10}, {0}}));
    QCOMPARE(p->sequence, (std::vector<std::string>{"m", "n"}));
  }

  /// Items are read as they come where that is possible: what is found must not depend on it.
  void order_of_keys_does_not_matter() {
    const auto read_all = [](const QByteArray& offsets, const QByteArray& sequence, const auto& check) {
      std::vector<QByteArray> parts = {R"("format": "stowage-plan", "version": 1)", R"("footprint": 9)",
                                       R"("graph": "of another")", R"("offsets": {)" + offsets + "}",
                                       R"("sequence": [)" + sequence + "]"};
      do {
        QByteArray text;
        for (const QByteArray& part : parts) text += (text.isEmpty() ? "{" : ", ") + part;
        check(read(text + "}"));
      } while (std::ranges::next_permutation(parts).found);
    };
    read_all(R"("c": 3, "a": 1, "b/~": 2)", R"("m", "n")", [](const Result<Plan>& p) {
      QVERIFY2(p.has_value(), p ? "" : p.error().text().c_str());
      QCOMPARE(p->offsets, (std::vector<Offset>{{1}, {2}, {3}}));
      QCOMPARE(p->sequence, (std::vector<std::string>{"m", "n"}));
      QCOMPARE(p->graph, std::string("of another"));
    });
    read_all(R"("c": -3, "x": 1, "a": 2)", R"("m", "m", 1)", [](const Result<Plan>& p) {
      QVERIFY(!p.has_value());
      QStringList places;
      for (const Diagnostic& fault : p.error().faults) places << QString::fromStdString(fault.place);
      QCOMPARE(places, QString("/graph /offsets/c /offsets/x /offsets /sequence/1 /sequence/2 /sequence").split(' '));
    });
  }

  void what_may_be_left_out() {
    const auto p = read(plan(kGood));
    QVERIFY(p.has_value());
    QCOMPARE(p->order, std::string("given"));
    QCOMPARE(p->alignment, Bytes{1});
    QCOMPARE(p->lower_bound, Bytes{0});
    QVERIFY(!p->proved_optimal);
    QVERIFY(p->sequence.empty());
  }

  void round_trips() {
    for (const QByteArray& more : {QByteArray(), QByteArray(R"(, "sequence": ["m", "n"], "order": "x")")}) {
      const auto first = read(plan(kGood, more));
      const std::string text = write_plan(graph(), *first);
      const auto second = read_plan(text, "p.json", graph());
      QVERIFY(second.has_value());
      QCOMPARE(second->offsets, first->offsets);
      QCOMPARE(second->sequence, first->sequence);
      QCOMPARE(write_plan(graph(), *second), text);
    }
    QCOMPARE(write_plan(graph(), *read(plan(kGood))),
             std::string(R"({"format": "stowage-plan", "version": 1, "graph": "", "strategy": "s", "order": "given", )"
                         R"("alignment": 1, "footprint": 30, "lower_bound": 0, "proved_optimal": false,)"
                         "\n \"offsets\": {\n  \"a\": 0,\n  \"b/~\": 10,\n  \"c\": 1152921504606846976}}\n"));
  }

  void one_fault_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, const QByteArray& bytes, const char* place, const char* reason) {
      QTest::newRow(name) << bytes << QString(place) << QString(reason);
    };
    row("truncated", plan(kGood).chopped(1), "line 1, column 145", "the file ends");
    row("not a plan", R"({"format": "stowage-graph", "version": 1})", "/format", "must be \"stowage-plan\"");
    row("newer version", R"({"format": "stowage-plan", "version": 2})", "/version", "must be 1");
    row("no version", R"({"format": "stowage-plan"})", "/version", "must be 1");
    row("no offsets", R"({"format": "stowage-plan", "version": 1, "footprint": 1})", "/offsets", "missing");
    row("no footprint", R"({"format": "stowage-plan", "version": 1, "offsets": {"a": 1, "b/~": 1, "c": 1}})",
        "/footprint", "missing");
    row("offsets in a list", plan("").replace("{}", "[]"), "/offsets", "must be an object");
    row("missing offset", plan(R"("a": 0, "c": 1)"), "/offsets", "no offset for tensor \"b/~\"");
    row("unknown tensor", plan(kGood + R"(, "z/z": 1)"), "/offsets/z~1z", "no tensor \"z/z\"");
    row("offset twice", plan(kGood + R"(, "a": 1)"), "/offsets/a", "two offsets");
    row("negative offset", plan(R"("a": 0, "b/~": -10, "c": 0)"), "/offsets/b~1~0",
        "offset -10 is not between 0 and 2^60");
    row("fractional offset", plan(R"("a": 0.5, "b/~": 10, "c": 0)"), "/offsets/a", "not 0.5");
    row("offset beyond 2^60", plan(R"("a": 1152921504606846977, "b/~": 10, "c": 0)"), "/offsets/a", "2^60");
    row("offset beyond 2^64", plan(R"("a": 18446744073709551616, "b/~": 10, "c": 0)"), "/offsets/a", "out of range");
    row("offset null", plan(R"("a": null, "b/~": 10, "c": 0)"), "/offsets/a", "not null");
    row("alignment 0", plan(kGood, R"(, "alignment": 0)"), "/alignment", "between 1 and");
    row("strategy of a wrong type", plan(kGood, R"(, "order": 1)"), "/order", "must be a string");
    row("proved as text", plan(kGood, R"(, "proved_optimal": "yes")"), "/proved_optimal", "true or false");
    row("key twice", plan(kGood, R"(, "version": 1)"), "/version", "stands twice");
    row("sequence too short", plan(kGood, R"(, "sequence": ["n"])"), "/sequence", "\"m\" is missing");
    row("sequence with a stranger", plan(kGood, R"(, "sequence": ["n", "z", "m"])"), "/sequence/1",
        "no operator \"z\"");
    row("sequence with a repetition", plan(kGood, R"(, "sequence": ["n", "m", "n"])"), "/sequence/2", "twice");
    row("sequence as text", plan(kGood, R"(, "sequence": "n")"), "/sequence", "must be a list");
    row("csv without offsets", "id,lower,upper,size\na,0,1,10\n", "line 1", "no offset column");
  }
  void one_fault() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, place);
    QFETCH(QString, reason);
    const auto p = read(bytes);
    QVERIFY2(!p.has_value(), "was read");
    QVERIFY2(p.error().faults.size() == 1, p.error().text().c_str());
    QCOMPARE(QString::fromStdString(p.error().faults[0].file), QString("p.json"));
    QCOMPARE(QString::fromStdString(p.error().faults[0].place), place);
    QVERIFY2(QString::fromStdString(p.error().faults[0].reason).contains(reason), p.error().text().c_str());
  }

  /// A plan for another graph says so first, then which tensors do not match.
  void a_plan_for_another_graph() {
    const auto p = read(plan(R"("a": 0, "x": 1)").replace(R"("graph": "")", R"("graph": "bert")"));
    QVERIFY(!p.has_value());
    QCOMPARE(p.error().faults.size(), 4u);
    QCOMPARE(p.error().faults[0].text(), std::string("p.json:/graph: the plan is for graph \"bert\", not for \"\""));
    QVERIFY(read(plan(kGood).replace(R"("graph": "")", R"("graph": "bert")")).has_value());
    const auto none = read(plan(R"("x": 0, "y": 1)").replace(R"("graph": "")", R"("graph": "bert")"));
    QVERIFY(!none.has_value());
    QCOMPARE(none.error().text(),
             std::string("p.json:/graph: the plan is for graph \"bert\", not for \"\": it has none of its tensors"));
    QCOMPARE(read(plan(R"("x": 0, "y": 1)")).error().faults.size(), 5u);  // of no other graph: each is named
  }

  void an_interval_csv_with_offsets_is_a_plan() {
    const auto p = read("id,lower,upper,size,offset\nb/~,0,1,20,10\nc,0,1,0,7\na,0,1,10,0\n");
    QVERIFY2(p.has_value(), p ? "" : p.error().text().c_str());
    QCOMPARE(p->offsets, (std::vector<Offset>{{0}, {10}, {7}}));
    QCOMPARE(p->footprint, Bytes{30});
    QVERIFY(!read("id,lower,upper,size,offset\nb/~,0,1,20,10\n").has_value());
  }

  void many_faults_are_counted_not_listed() {
    QByteArray offsets = kGood;
    for (int i = 0; i < 3000; ++i) offsets += ",\"x" + QByteArray::number(i) + "\": 0";
    const auto p = read(plan(offsets));
    QVERIFY(!p.has_value());
    QCOMPARE(p.error().faults.size(), 101u);
    QCOMPARE(p.error().faults.back().reason, std::string("and 2900 more faults"));
  }
};

STOWAGE_TEST(PlanJsonTest);
#include "tst_plan_json.moc"
