// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"
#include "core/safety/conflicts.h"
#include "tests/support/core_test.h"

namespace {

std::string sample() {
  return read_file(sample_path("two_streams_somas_initial_info_0.ir")).value();
}

std::vector<std::string> faults(const std::string& text) {
  const auto read = read_somas({text, "x.ir", {}, {}});
  return read ? std::vector<std::string>() : split(read.error().text(), "\n");
}

/// "n6: n7 n187 n191": who makes a tensor and who uses it, by number.
std::map<std::string, std::string> uses(const Graph& graph) {
  const auto number = [&](OperatorId o) {
    const std::string name(graph.name(o));
    const auto op = name.rfind("-op");
    return op == std::string::npos ? name.substr(1) : name.substr(op + 3);
  };
  std::map<std::string, std::string> out;
  for (const TensorId t : graph.tensors()) {
    std::string& text = out[std::string(graph.name(t))];
    text = number(graph.producer(t)) + ":";
    for (const OperatorId o : graph.consumers(t)) text += " " + number(o);
  }
  return out;
}

struct DumpTensor {
  std::string lifelong;
  int producer = -1;
  std::set<int> users{};  // nodes, with the producer
};

/// The ids that "…[%1T, %2T, ]" names with these letters.
std::vector<int> ids_in(const std::string& field, const std::string& letters) {
  std::vector<int> out;
  static const std::regex kId("%(\\d+)([A-Z]+)");
  for (std::sregex_iterator it(field.begin(), field.end(), kId), end; it != end; ++it)
    if ((*it)[2] == letters) out.push_back(std::stoi((*it)[1]));
  return out;
}

/// "%1T %2T" of each pair, the ids ascending.
std::set<std::pair<int, int>> pairs_by_hand(const std::vector<std::string>& lines) {
  std::map<int, DumpTensor> tensors;
  std::map<int, int> control_source;
  std::vector<std::vector<std::string>> nodes;
  for (const std::string& line : lines) {
    const std::vector<std::string> fields = split(line, "\t");
    if (fields.size() > 7 && line.starts_with('%') && fields[4] != "Control")
      tensors[ids_in(fields[0], "T").at(0)].lifelong = fields[5];
    if (fields.size() == 9 && line.starts_with('$')) nodes.push_back(fields);
  }
  std::vector<std::set<int>> before(nodes.size());
  std::map<std::string, int> last_of_stream;
  for (int n = 0; n < static_cast<int>(nodes.size()); ++n) {
    const std::vector<std::string>& node = nodes[static_cast<std::size_t>(n)];
    std::set<int> waits_for;
    for (const int t : ids_in(node[3], "T")) waits_for.insert(tensors.at(t).producer), tensors.at(t).users.insert(n);
    for (const std::size_t made : {4, 5})
      for (const int t : ids_in(node[made], "T")) tensors.at(t).producer = n, tensors.at(t).users.insert(n);
    for (const int c : ids_in(node[6], "CT")) waits_for.insert(control_source.at(c));
    for (const int c : ids_in(node[7], "CT")) control_source[c] = n;
    if (last_of_stream.contains(node[8])) waits_for.insert(last_of_stream[node[8]]);
    last_of_stream[node[8]] = n;
    for (const int other : waits_for) {
      const std::set<int>& earlier = before[static_cast<std::size_t>(other)];
      before[static_cast<std::size_t>(n)].insert(other);
      before[static_cast<std::size_t>(n)].insert(earlier.begin(), earlier.end());
    }
  }
  const auto is_over = [&](const DumpTensor& a, const DumpTensor& b) {
    if (a.lifelong.ends_with("All") || a.lifelong.ends_with("End")) return false;
    if (b.lifelong.ends_with("All") || b.lifelong.ends_with("Start")) return false;
    return std::ranges::includes(before[static_cast<std::size_t>(b.producer)], a.users);
  };
  std::set<std::pair<int, int>> out;
  for (auto a = tensors.begin(); a != tensors.end(); ++a)
    for (auto b = std::next(a); b != tensors.end(); ++b)
      if (!is_over(a->second, b->second) && !is_over(b->second, a->second)) out.emplace(a->first, b->first);
  return out;
}

std::set<std::pair<int, int>> pairs_of(const Graph& graph) {
  const Conflicts conflicts = Conflicts::compute(graph).value();
  const auto id = [&](TensorId t) { return std::stoi(std::string(graph.name(t)).substr(1)); };
  std::set<std::pair<int, int>> out;
  for (const TensorId a : graph.tensors())
    for (const TensorId b : graph.tensors())
      if (id(a) < id(b) && conflicts.unsafe(a, b)) out.emplace(id(a), id(b));
  return out;
}

/// Other lifelong values and streams, and some control edges gone.
std::vector<std::string> changed(std::vector<std::string> lines, std::uint32_t seed) {
  std::mt19937 engine(seed);
  static const std::vector<std::string> kLifelong{"LifeLongGraphAll", "LifeLongGraphStart", "LifeLongGraphEnd"};
  for (std::string& line : lines) {
    if (line.starts_with('%') && !contains(line, "\tControl\t") && engine() % 4 == 0)
      line = replaced(line, "LifeLongNone", kLifelong[engine() % 3]);
    if (!line.starts_with('$')) continue;
    if (engine() % 3 == 0) line = replaced_all(line, "streamID\\[@\\d+\\]", text("streamID[@", engine() % 4, "]"));
    if (engine() % 3 == 0) line = replaced_all(line, "ctrl_inputs\\[[^\\]]*\\]", "ctrl_inputs[]");
  }
  return lines;
}

void verify(const std::string& path, std::uint32_t most) {
  const std::vector<std::string> lines = split(read_file(path).value(), "\n");
  for (std::uint32_t seed = 0; seed <= most; ++seed) {
    const std::vector<std::string> dump = seed == 0 ? lines : changed(lines, seed);
    const auto document = must(read_somas({joined(dump, "\n"), "x.ir", {}, {}}));
    const auto wanted = pairs_by_hand(dump);
    REQUIRE(!wanted.empty());
    REQUIRE_MESSAGE(pairs_of(*document.graph) == wanted, text("change ", seed));
  }
}

}  // namespace

TEST_CASE("the sample") {
  const Document document = read_somas({sample(), "x.ir", {}, {}}).value();
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.operator_count(), 4u);
  REQUIRE_EQ(graph.tensor_count(), 5u);
  REQUIRE_EQ(graph.stream_count(), 2u);
  REQUIRE_EQ(graph.group_count(), 1u);
  REQUIRE_EQ(graph.control().size(), 1u);
  // Its offsets are a plan.
  REQUIRE(document.plan.has_value());
  REQUIRE_EQ(document.plan->footprint, Bytes{5120});
  REQUIRE_EQ(document.plan->offsets[3], Offset{2560});
}

TEST_CASE("faults have lines") {
  REQUIRE_EQ(faults(replaced(sample(), "%1T\t", "%0T\t")), says("x.ir:line 11: %0T"));
  REQUIRE_EQ(faults(replaced(sample(), "$1\t", "$0\t")), says("$0"));
  REQUIRE_EQ(faults(replaced(sample(), "inputs[%2T, %3T, ]", "inputs[%9T, ]")), says("%9T"));
  REQUIRE_EQ(faults(replaced(sample(), "#1024S", "#99999999999999999999S")),
             says("size \"#99999999999999999999S\" 64-bit"));
  REQUIRE_EQ(faults(replaced(sample(), "#1024S", "#1k024S")), says("size \"#1k024S\""));
  REQUIRE_EQ(faults(replaced(sample(), "#1024S", "1024")), says("size \"1024\" #NUMBERS"));
  REQUIRE_EQ(faults(replaced(sample(), "streamID[@1]", "streamID[1]")), says("stream"));
}

/// Counts of the files themselves, taken with grep.
TEST_CASE("three files of one step") {
  STOWAGE_NEEDS_SHARED();
  const std::string stem = shared_dir() + "/data/somas/DERIVED_dlrm_rank0_somas_";
  const Document info = document_in(stem + "initial_info_0.ir"), log = document_in(stem + "offline_log_0.ir"),
                 cache = document_in(stem + "graph_0.json");
  REQUIRE_EQ(info.graph->operator_count(), 261u);
  REQUIRE_EQ(info.graph->tensor_count(), 118u);
  REQUIRE_EQ(info.graph->stream_count(), 4u);
  REQUIRE_EQ(info.graph->control().size(), 257u);
  REQUIRE((!info.plan && !log.plan && !cache.plan));  // of before anything was planned
  REQUIRE_EQ(uses(*log.graph), uses(*info.graph));
  REQUIRE_EQ(cache.graph->total_size(), info.graph->total_size());
  for (const TensorId t : info.graph->tensors())
    REQUIRE_EQ(cache.graph->size(cache.graph->find_tensor(info.graph->name(t))), info.graph->size(t));
  REQUIRE_EQ(counted(info.summary, ImportKind::skipped, "parameters"), 90u);
}

/// %1T (512 bytes, of MatMul) is one with %4T (1,536, of Concat, on the same stream) or with %3T (of AllReduce, on
/// another, so that nobody is sure to write first).
TEST_CASE("a union is as large as its largest, and has a producer where one surely comes first") {
  const auto united = [](const char* with) {
    const std::string dump = replaced(replaced(sample(), "LifeLongGraphAll", "LifeLongNone"), "[%2T %3T ]", "[]");
    const std::string section = "All Union Tensors Info:\n";
    return *must(read_somas(
                     {replaced(dump, section, text(section, "union tensors: [%1T ", with, " ]\n")), "x.ir", {}, {}}))
                .graph;
  };
  const Graph same = united("%4T"), other = united("%3T");
  REQUIRE_EQ(same.size(same.find_tensor("%1T")), Bytes{1536});
  REQUIRE_EQ(producer_of(same, "%1T"), "MatMul-op0");
  REQUIRE(!other.producer(other.find_tensor("%1T")).valid());
}

/// Another field of the cache that is a list was read as more tensors.
TEST_CASE("only the list of tensors is read") {
  const std::string cache = R"({"tensors": [{"tensor_id": 1, "size": 512, "life_start": 1, "life_end": 3}], )";
  const auto document = read_somas({cache + R"("stream_size": [{"tensor_id": 2}]})", "x.json", {}, {}});
  REQUIRE((document && document->graph->tensor_count() == 1));
}

// The unsafe pairs against a reading of the text that shares nothing with ours: fields by regular expressions,
// ancestors as sets, each pair by its definition.
TEST_CASE("unsafe pairs of the sample") {
  verify(sample_path("two_streams_somas_initial_info_0.ir"), 200);
}

TEST_CASE("unsafe pairs of a real step") {
  STOWAGE_NEEDS_SHARED();
  verify(shared_dir() + "/data/somas/DERIVED_dlrm_rank0_somas_initial_info_0.ir", 5);
}
