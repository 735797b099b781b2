// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/graph/same_graph.h"
#include "core/io/graph_json.h"
#include "tests/start/test_entry.h"

using namespace stowage;

namespace {

constexpr const char* kFull = R"({"format": "stowage-graph", "version": 1, "name": "all", "mine": [1],
 "streams": [{"id": 0, "name": "compute", "mine": 2}, {"id": 1}],
 "nodes": [{"id": "a", "op": "Conv", "stream": 0, "phase": "forward", "mine": 3}, {"id": "b", "stream": 1}],
 "tensors": [{"id": "x", "size": 8, "producer": "a", "consumers": ["b"], "kind": "weight", "mine": 4},
  {"id": "y", "size": 8, "producer": "b", "consumers": [], "output": true},
  {"id": "z", "size": 8, "producer": "b", "consumers": [], "alignment": 4}],
 "control": [["a", "b"]], "contiguous": [["x", "y"]], "times": [0, 5, 9]})";

Graph read(const std::string& text) {
  const Result<Document> document = read_graph_json(text, "test");
  if (!document) qFatal("%s", document.error().text().c_str());
  return *document->graph;
}

}  // namespace

class SameGraphTest : public QObject {
  Q_OBJECT

 private slots:
  void a_graph_is_itself() {
    QVERIFY(same_graph(read(kFull), read(kFull)));
    QVERIFY(same_graph(Graph(), Graph()));
  }

  /// Whatever a file can say differently is seen.
  void every_difference_is_seen_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("by");
    const auto row = [](const char* what, const char* by) { QTest::newRow(by) << what << by; };
    row("\"mine\": [1]", "\"mine\": [2]");
    row("compute", "copy");
    row("\"mine\": 2", "\"mine\": 7");
    row("\"a\"", "\"c\"");
    row("Conv", "Pool");
    row("\"stream\": 1", "\"stream\": 0");
    row("forward", "backward");
    row("\"mine\": 3", "\"other\": 3");
    row("\"x\", \"size\": 8", "\"x\", \"size\": 9");
    row("\"producer\": \"a\"", "\"producer\": null");
    row("\"consumers\": [\"b\"]", "\"consumers\": []");
    row("weight", "gradient");
    row(", \"mine\": 4", "");
    row(", \"output\": true", "");
    row("\"alignment\": 4", "\"alignment\": 2");

    row("[[\"a\", \"b\"]]", "[]");
    row("[[\"x\", \"y\"]]", "[[\"y\", \"x\"]]");
    row("[0, 5, 9]", "[0, 5, 8]");
  }
  void every_difference_is_seen() {
    QFETCH(QString, what);
    QFETCH(QString, by);
    const QString full(kFull);
    QVERIFY(full.contains(what));
    const Graph other = read(QString(full).replace(what, by).toStdString());
    QVERIFY(!same_content(read(kFull), other));
    QVERIFY(!same_content(other, read(kFull)));
  }

  void the_name_is_beside_the_content() {
    const Graph other = read(QString(kFull).replace("\"all\"", "\"none\"").toStdString());
    QVERIFY(same_content(read(kFull), other));
    QVERIFY(!same_graph(read(kFull), other));
  }
};

STOWAGE_TEST(SameGraphTest);
#include "tst_same_graph.moc"
