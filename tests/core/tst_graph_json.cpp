// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "core/io/graph_json.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"

using namespace stowage;

namespace {

const std::string kContract = R"({"format": "stowage-graph", "version": 1, "name": "two streams",
 "streams": [{"id": 0, "name": "compute"}, {"id": 1, "name": "communication"}],
 "nodes":   [{"id": "conv1", "op": "Conv", "stream": 0, "phase": "forward"}, {"id": "relu1"},
             {"id": "allreduce", "stream": 1}],
 "tensors": [{"id": "a", "size": 4096, "producer": "conv1", "consumers": ["relu1", "allreduce"], "kind": "activation",
              "output": false},
             {"id": "g1", "size": 0, "producer": null, "consumers": []},
             {"id": "g2", "size": 9007199254740992, "consumers": ["allreduce", "allreduce"], "output": true}],
 "control": [["conv1", "allreduce"]],
 "contiguous": [["g2", "g1"]]})";

Document read(std::string_view text) {
  auto document = read_graph_json(text, "g.json");
  if (!document) qFatal("%s", document.error().text().c_str());
  return std::move(*document);
}

std::string with(const std::string& members) {
  return R"({"format": "stowage-graph", "version": 1, )" + members + "}";
}

}  // namespace

class GraphJsonTest : public QObject {
  Q_OBJECT

 private slots:
  void reads_the_contract() {
    const Document document = read(kContract);
    const Graph& g = *document.graph;
    QCOMPARE(document.format, std::string("stowage-graph"));
    QVERIFY(document.warnings.empty());
    QVERIFY(!document.plan.has_value());
    QCOMPARE(g.name(), std::string("two streams"));
    QCOMPARE(g.operator_count(), 3u);
    QCOMPARE(g.kind(OperatorId(0)), std::string_view("Conv"));
    QCOMPARE(g.phase(OperatorId(0)), std::string_view("forward"));
    QCOMPARE(g.label(g.stream(OperatorId(1))), std::string("compute"));
    QCOMPARE(g.label(g.stream(OperatorId(2))), std::string("communication"));
    QCOMPARE(g.producer(TensorId(0)), OperatorId(0));
    QCOMPARE(g.consumers(TensorId(0)).size(), 2u);
    QCOMPARE(g.kind(TensorId(0)), std::string_view("activation"));
    QVERIFY(!g.is_output(TensorId(0)));
    QVERIFY(!g.producer(TensorId(1)).valid());
    QVERIFY(g.is_output(TensorId(2)));
    QCOMPARE(g.size(TensorId(2)), kMaxTensorSize);
    QCOMPARE(g.consumers(TensorId(2)).size(), 1u);
    QCOMPARE(g.control()[0], (ControlEdge{OperatorId(0), OperatorId(2)}));
    QCOMPARE(g.members(GroupId(0))[0], TensorId(2));
  }

  /// Sections and keys may come in any order: nothing may depend on it.
  void order_of_keys_does_not_matter() {
    const Graph g = *read(R"({"contiguous": [["y", "x"]], "tensors": [
        {"consumers": ["b"], "producer": "a", "size": 5, "id": "x"}, {"id": "y", "size": 6}],
        "control": [["a", "b"]], "nodes": [{"stream": 4, "id": "a"}, {"stream": 2, "id": "b"}], "version": 1,
        "format": "stowage-graph"})")
                         .graph;
    QCOMPARE(g.producer(TensorId(0)), OperatorId(0));
    QCOMPARE(g.members(GroupId(0))[0], TensorId(1));
    QCOMPARE(g.info(StreamId(0)).number, std::int64_t{4});
    QCOMPARE(g.info(StreamId(1)).number, std::int64_t{2});
  }

  void derives_an_order_with_a_warning() {
    const Document document = read(with(R"("nodes": [{"id": "late"}, {"id": "early"}],
        "tensors": [{"id": "t", "size": 1, "producer": "early", "consumers": ["late"]}])"));
    QCOMPARE(document.graph->name(OperatorId(0)), std::string_view("early"));
    QCOMPARE(document.warnings.size(), 1u);
    QCOMPARE(document.warnings[0].file, std::string("g.json"));
  }

  void escapes_in_strings() {
    // Qt's moc reads raw strings as plain ones: no backslashes and no odd quotes in them
    const Document document = read(with("\"name\": \"\\u00e9\\ud83d\\ude00\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0001\u00e9\"," +
                                        std::string(R"("nodes": [{"id": "\u0061"}],
        "tensors": [{"id": "t", "size": 1, "producer": "a"}])")));
    QCOMPARE(document.graph->name(), std::string("\u00e9\U0001F600\"\\/\b\f\n\r\t\u0001\u00e9"));
    QCOMPARE(document.graph->producer(TensorId(0)), OperatorId(0));
    QCOMPARE(read(write_graph_json(*document.graph)).graph->name(), document.graph->name());
  }

  /// What the model does not know stays, at every level, to the last digit.
  void keeps_unknown_keys() {
    const std::string text = write_graph_json(*read(with(R"("about": "what \u0041 shows", "tool": {"v": [1, 2.50, 1e400,
        12345678901234567890], "none": null, "": {}}, "streams": [{"id": 3, "colour": "red"}],
        "nodes": [{"id": "b", "stream": 3, "flops": 7}, {"id": "a", "stream": 3, "shape": [ 1,2 ]}],
        "tensors": [{"id": "t", "size": 1, "producer": "a", "consumers": ["b"], "dtype": "f16"}])"))
                                                   .graph);
    for (const char* kept :
         {R"("about": "what A shows")", R"({"v": [1, 2.50, 1e400, 12345678901234567890])", R"("none": null, "": {}})",
          R"({"id": 3, "colour": "red"})", R"({"id": "b", "stream": 3, "flops": 7})",
          R"({"id": "a", "stream": 3, "shape": [1, 2]})", R"("dtype": "f16"})"})
      QVERIFY2(text.find(kept) != std::string::npos, (text + "\nlacks " + kept).c_str());
    QCOMPARE(write_graph_json(*read(text).graph), text);
  }

  /// Keys of the format that nothing is made of yet: kept, and told of.
  void what_is_not_planned_yet_is_warned_of() {
    const auto places = [](const std::string& members) {
      std::vector<std::string> out;
      const Document document = read(with(members));
      for (const Diagnostic& warning : document.warnings) out.push_back(warning.place);
      return out;
    };
    const std::string tensors = R"("tensors": [{"id": "t", "size": 1, "producer": "a", "consumers": ["b"]},
        {"id": "u", "size": 1, "producer": "b"}])";
    const std::string plain = R"("nodes": [{"id": "a"}, {"id": "b"}], )" + tensors;
    const std::string timed = R"("nodes": [{"id": "a", "duration": 5}, {"id": "b", "duration": 0}], )" + tensors;
    const std::string views = R"(, "views": [{"tensor": "u", "of": "t", "offset": 0}])";
    const std::string in_place = R"(, "in_place": [{"output": "u", "input": "t"}])";
    QVERIFY(places(plain).empty());
    QCOMPARE(places(plain + views), std::vector<std::string>{"/views"});
    QCOMPARE(places(plain + in_place), std::vector<std::string>{"/in_place"});
    QCOMPARE(places(timed), std::vector<std::string>{"/nodes"});
    QCOMPARE(places(timed + views + in_place).size(), 3u);
    QCOMPARE(places(tensors + R"(, "nodes": [{"id": "a", "duration": 5}, {"id": "b"}])"),
             std::vector<std::string>{"/nodes"});  // lists in another order
    QVERIFY(places(plain + R"(, "views": [], "in_place": [])").empty());
    const std::string text = write_graph_json(*read(with(timed + views + in_place)).graph);
    for (const char* kept : {R"("duration": 5)", R"("views": [{)", R"("in_place": [{)"})
      QVERIFY2(text.find(kept) != std::string::npos, text.c_str());
    QCOMPARE(read(text).warnings.size(), 3u);
  }

  void a_time_axis_and_alignments_are_kept() {
    const std::string members = R"("nodes": [{"id": "a"}, {"id": "b"}],
        "tensors": [{"id": "t", "size": 1, "alignment": 64}, {"id": "u", "size": 2}], "times": [-5, 0, 7])";
    const Graph g = *read(write_graph_json(*read(with(members)).graph)).graph;
    QCOMPARE(g.alignment(TensorId(0)), 64u);
    QCOMPARE(g.alignment(TensorId(1)), 1u);
    QCOMPARE(std::vector<std::int64_t>(g.times().begin(), g.times().end()), (std::vector<std::int64_t>{-5, 0, 7}));
  }

  void writes_readable_text() {
    QCOMPARE(write_graph_json(*read(kContract).graph),
             std::string(R"({"format": "stowage-graph", "version": 1, "name": "two streams",
 "streams": [
  {"id": 0, "name": "compute"},
  {"id": 1, "name": "communication"}
 ],
 "nodes": [
  {"id": "conv1", "op": "Conv", "stream": 0, "phase": "forward"},
  {"id": "relu1", "stream": 0},
  {"id": "allreduce", "stream": 1}
 ],
 "tensors": [
  {"id": "a", "size": 4096, "producer": "conv1", "consumers": ["relu1", "allreduce"], "kind": "activation"},
  {"id": "g1", "size": 0, "producer": null, "consumers": []},
  {"id": "g2", "size": 9007199254740992, "producer": null, "consumers": ["allreduce"], "output": true}
 ],
 "control": [
  ["conv1", "allreduce"]
 ],
 "contiguous": [
  ["g2", "g1"]
 ]}
)"));
  }

  void round_trips_random_graphs() {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      const Graph first =
          test::random_graph({.seed = seed, .operators = 5 + seed, .streams = 1 + seed % 5, .groups = 2});
      const std::string text = write_graph_json(first);
      const Document second = read(text);
      QVERIFY(second.warnings.empty());
      QCOMPARE(write_graph_json(*second.graph), text);
      QCOMPARE(test::unsafe_pairs_by_definition(*second.graph), test::unsafe_pairs_by_definition(first));
      QCOMPARE(second.graph->total_size(), first.total_size());
      for (TensorId t : first.tensors()) {
        QCOMPARE(second.graph->name(t), first.name(t));
        QCOMPARE(second.graph->is_output(t), first.is_output(t));
        QCOMPARE(second.graph->group(t), first.group(t));
      }
    }
  }

  void stops_when_asked() {
    std::stop_source source;
    source.request_stop();
    Task task;
    task.stop = source.get_token();
    const auto document = read_graph_json(kContract, "g.json", task);
    QVERIFY(!document.has_value());
    QCOMPARE(document.error().kind, Error::Kind::cancelled);
  }
};

STOWAGE_TEST(GraphJsonTest);
#include "tst_graph_json.moc"
