// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/graph/lifetimes.h"
#include "core/io/document.h"
#include "core/io/file.h"
#include "core/io/graph_json.h"
#include "tests/folders.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "tests/support/training_graph.h"

using namespace stowage;

namespace {

const std::string kFolder = std::string(STOWAGE_SOURCE_DIR) + "/samples";

std::string bytes_of(const std::string& name) {
  return read_file(kFolder + "/" + name).value();
}

Document load(const std::string& name) {
  auto document = read_document(bytes_of(name), name);
  if (!document) qFatal("%s", document.error().text().c_str());
  return std::move(*document);
}

std::vector<std::string> sample_names() {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    const bool is_list = entry.path().extension() == ".md" || entry.path().filename() == "index.json";
    if (entry.is_regular_file() && !is_list) out.push_back(entry.path().filename().string());
  }
  std::ranges::sort(out);
  return out;
}

std::int64_t lifetime_bound(const Graph& graph) {
  return std::ranges::max(memory_curve(graph, lifetimes(graph))).count;
}

QString unsafe_pairs(const Graph& graph) {
  QString out;
  for (const auto& [i, j] : test::unsafe_pairs_by_definition(graph)) {
    if (!out.isEmpty()) out += ' ';
    for (const std::size_t t : {i, j}) out += QString::fromStdString(std::string(graph.name(TensorId(t))));
  }
  return out;
}

}  // namespace

class SamplesTest : public QObject {
  Q_OBJECT

 private slots:
  void each_loads_and_says_what_it_shows_data() {
    QTest::addColumn<QString>("name");
    for (const std::string& name : sample_names()) QTest::newRow(name.c_str()) << QString::fromStdString(name);
  }
  void each_loads_and_says_what_it_shows() {
    QFETCH(QString, name);
    const Document document = load(name.toStdString());
    QVERIFY(document.warnings.empty());
    QVERIFY(document.graph->tensor_count() > 0);
    const std::string readme = bytes_of("README.md");
    QVERIFY2(readme.find("`" + name.toStdString() + "`") != std::string::npos, "not in samples/README.md");
    if (!name.endsWith(".stowage.json")) return;
    QCOMPARE(write_graph_json(*document.graph), bytes_of(name.toStdString()));
    const auto about = nlohmann::json::parse(bytes_of(name.toStdString())).at("about").get<std::string>();
    QVERIFY(about.ends_with('.') && about.find('\n') == std::string::npos);
    QVERIFY2(readme.find(about) != std::string::npos, "README.md says something else of it");
  }

  void somas_figure_2() {
    const Graph graph = *load("somas_figure_2.stowage.json").graph;
    QCOMPARE(unsafe_pairs(graph),
             QString("ab ac ad ae af ag ah bc bd be bf bg bh bi cd ce cf ch de df dg dh ef eg eh ei "
                     "fg fh fi gh gi hi"));
    QCOMPARE(graph.stream_count(), 3u);
  }

  void somas_figure_6() {
    const Graph graph = *load("somas_figure_6.stowage.json").graph;
    QVERIFY((" " + unsafe_pairs(graph) + " ").contains(" BE "));
    for (const char* across : {"AD", "AE", "AF", "BD", "BF", "CD", "CE", "CF"})
      QVERIFY2(!unsafe_pairs(graph).contains(across), across);
    QCOMPARE(graph.group_count(), 2u);
    QCOMPARE(graph.size(TensorId(3)), Bytes{8});
  }

  void somas_figure_7() {
    const Graph graph = *load("somas_figure_7.stowage.json").graph;
    QCOMPARE(unsafe_pairs(graph), QString("AC BD BE CE DE"));
    QCOMPARE(lifetime_bound(graph), std::int64_t{1664});
  }

  /// The published peaks; the other order of two operators gives the other figure.
  void orders_and_peaks() {
    constexpr std::int64_t kMebi = 1 << 20;
    QCOMPARE(lifetime_bound(*load("roam_figure_2.stowage.json").graph), 120 * kMebi);
    QCOMPARE(lifetime_bound(*load("olla_figure_3.stowage.json").graph), 80 * kMebi);
    QCOMPARE(lifetime_bound(*load("olla_figure_4.stowage.json").graph), 7 * kMebi);
    std::string roam = bytes_of("roam_figure_2.stowage.json");
    const std::string b = R"({"id": "B", "stream": 0})", c = R"({"id": "C", "stream": 0})";
    QVERIFY(roam.find(b) < roam.find(c));
    roam.replace(roam.find(b), b.size(), "?").replace(roam.find(c), c.size(), b).replace(roam.find('?'), 1, c);
    QCOMPARE(lifetime_bound(*read_document(roam, "g.stowage.json").value().graph), 90 * kMebi);
    std::string olla = bytes_of("olla_figure_3.stowage.json");
    const std::string v2 = R"({"id": "v2", "stream": 0})", v3 = R"({"id": "v3", "stream": 0})";
    QVERIFY(olla.find(v3) < olla.find(v2));
    olla.replace(olla.find(v3), v3.size(), "?").replace(olla.find(v2), v2.size(), v3).replace(olla.find('?'), 1, v2);
    QCOMPARE(lifetime_bound(*read_document(olla, "g.stowage.json").value().graph), 55 * kMebi);
  }

  void the_training_step_has_what_a_lesson_needs() {
    const Graph graph = *load("training_step.stowage.json").graph;
    QCOMPARE(graph.stream_count(), 3u);
    QVERIFY(graph.operator_count() >= 15 && graph.operator_count() <= 20);
    const OperatorId reduce = graph.find_operator("allreduce");
    QCOMPARE(graph.label(graph.stream(reduce)), std::string("communication"));
    for (TensorId t : graph.inputs(reduce)) QCOMPARE(graph.group(t), GroupId(0));
    QCOMPARE(graph.members(GroupId(0)).size(), graph.inputs(reduce).size());
    for (OperatorId o : graph.operators()) QVERIFY(!graph.phase(o).empty() && !graph.kind(o).empty());
    for (TensorId t : graph.tensors()) QVERIFY(!graph.kind(t).empty());
  }

  /// The medium sample is the generator's, with a word on what it shows.
  void the_medium_sample_is_generated() {
    const Graph made = test::make_training_graph({});
    QVERIFY(made.operator_count() >= 280 && made.operator_count() <= 320);
    QCOMPARE(made.stream_count(), 4u);
    nlohmann::ordered_json sample = nlohmann::ordered_json::parse(bytes_of("medium.stowage.json"));
    nlohmann::ordered_json expected = nlohmann::ordered_json::parse(write_graph_json(made));
    sample.erase("about");
    expected["name"] = sample["name"];
    QVERIFY2(sample == expected, "samples/medium.stowage.json is not what tests/support/training_graph.cpp makes");
  }

  void training_graphs_scale() {
    for (const std::size_t tensors : {100u, 4400u, 20000u})
      for (const std::size_t streams : {1u, 3u, 4u, 64u}) {
        const Graph graph = test::make_training_graph(test::training_graph_of(tensors, streams));
        QVERIFY(graph.tensor_count() >= tensors && graph.tensor_count() < tensors + 200);
        QCOMPARE(graph.stream_count(), streams);
        for (StreamId s : graph.streams()) QVERIFY(tensors < 4400 || !graph.operators_of(s).empty());
      }
  }
};

STOWAGE_TEST(SamplesTest);
#include "tst_samples.moc"
