// SPDX-License-Identifier: Apache-2.0
// Every format: what is written and read again says the same, and what is damaged is refused.
#include "core/formats/interval_csv.h"
#include "core/formats/lesson_json.h"
#include "core/formats/readers.h"
#include "core/graph/claims.h"
#include "core/planning/plan_ground.h"
#include "tests/support/core_test.h"

namespace {

constexpr std::size_t kBytesMutatedPerFile = 60'000'000;  // bounds the time, however large the file
constexpr std::size_t kMostRounds = 5000;

/// The same mutations on every machine: plain remainders of a fixed engine.
class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : engine_(seed) {}
  std::string operator()(std::string text) {
    for (std::size_t times = 1 + below(3); times-- > 0;) once(text);
    return text;
  }

 private:
  std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(engine_() % n); }
  void once(std::string& text) {
    static const std::vector<std::string> kTokens = [] {
      std::vector<std::string> out = split(
          "\" { } [ ] , : null -1 1.5 1e999 9007199254740993 18446744073709551616 \\u0000 \\ud83d \\ \xFF \xC3\xA9 \n "
          "\r\n true \"id\" \"a\" \"size\" - 0 @ \xEF\xBB\xBF",
          " ");
      out.insert(out.end(), {std::string(1, '\0'), std::string(150, '['), "\"version\": 2"});
      return out;
    }();
    const std::size_t at = below(text.size() + 1), length = below(std::min<std::size_t>(text.size() - at, 40) + 1);
    switch (below(7)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
      case 1:
        text.resize(at);
        break;
      case 2:
        text.erase(at, length);
        break;
      case 3:
        text.insert(below(text.size() + 1), text.substr(at, length));
        break;
      case 4:
        text.replace(at, below(4), kTokens[below(std::size(kTokens))]);
        break;
      case 5:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      default:
        text.insert(at, kTokens[below(std::size(kTokens))]);
    }
  }
  std::mt19937_64 engine_;
};

const std::filesystem::path kSamples(STOWAGE_SOURCE_DIR "/samples");

constexpr std::size_t kModelRounds = 300;  // each starts a program

std::size_t rounds_for(const std::string& text, bool model = false) {
  return std::min(model ? kModelRounds : kMostRounds, kBytesMutatedPerFile / (text.size() + 1));
}

bool says_why(const Error& error) {
  return error.kind == Error::Kind::bad_input && !error.faults.empty() && error.faults.size() <= 101 &&
         std::ranges::none_of(error.faults, [](const Diagnostic& fault) { return fault.reason.empty(); });
}

/// Empty, or what is wrong with how `text` was taken.
std::string fault_of_reading(const std::string& text, const std::string& file) {
  const auto document = read_document(text, file);
  if (!document) return says_why(document.error()) ? "" : "an error that does not say why";
  const std::string written = write_graph_json(*document->graph);
  const auto again = read_document(written, "again.stowage.json");
  if (!again) return "what was written is not read: " + again.error().text();
  if (write_graph_json(*again->graph) != written) return "what was written changes when written again";
  return {};
}

constexpr std::uintmax_t kLargestFile = 700'000;  // bytes: the others would take too long

std::vector<std::string> small_files(const std::string& folder) {
  std::vector<std::string> out = files_below(folder, true);
  std::erase_if(out, [](const std::string& file) { return std::filesystem::file_size(file) > kLargestFile; });
  return out;
}

/// What a plan takes, whether it is safe, and what bounds it.
void add_figures(std::ostream& out, const char* name, const Graph& graph, const Plan& plan) {
  const auto validation = validate(graph, plan);
  const auto conflicts = Conflicts::compute(graph);
  const auto ground = PlanGround::make(graph, *conflicts, plan.alignment);
  out << name << " takes " << plan.needed().count << ", up to " << plan.footprint.count << ", aligned to "
      << plan.alignment.count << ", serial " << plan.serial_streams << ", assumed " << plan.assumed << ", violations "
      << validation->count << ", bound " << (ground ? ground->quick_bounds().best().count : -1) << '\n';
}

/// The file's own plan, after a plan file where `by_file` is set.
void add_plan(std::ostream& out, const char* name, const Graph& graph, const std::optional<Plan>& plan, bool by_file) {
  if (!plan) return;
  if (!by_file) return add_figures(out, name, graph, *plan);
  const auto again = must(read_plan(write_plan(graph, *plan), "again.plan.json", graph));
  add_figures(out, name, graph, again);
}

/// All that `info`, `check` and `plan` tell of a graph and the plan that came with it.
std::string figures(const Graph& graph, const std::optional<Plan>& plan, bool by_file) {
  std::ostringstream out;
  const auto conflicts = Conflicts::compute(graph);
  out << "tensors " << graph.tensor_count() << ", bytes " << graph.total_size().count << ", unsafe pairs "
      << conflicts->unsafe_pair_count() << ", alignment " << graph.alignment().count << ", unknown sizes "
      << unknown_sizes(graph) << '\n';
  add_plan(out, "the plan of the file", graph, plan, by_file);
  const auto ground = PlanGround::make(graph, *conflicts, graph.alignment());
  if (!ground) return out.str() + ground.error().text();
  const auto made = ground->plan(*find_layout_strategy("so.size.first"), {});
  add_plan(out, "our plan", graph, made ? std::optional(*made) : std::nullopt, by_file);
  return out.str();
}

std::string told_operators(const Graph& graph) {
  std::ostringstream out;
  out << graph.operator_count() << " operators on " << graph.stream_count() << " streams:";
  for (OperatorId o : graph.operators()) out << ' ' << graph.name(o);
  return out.str();
}

Result<Document> read_again(const std::string& bytes, const Format& format) {
  return read_document(bytes, "again" + std::string(format.extension));
}

/// Writes a document in a format and reads it; false where the format cannot hold it.
bool survives(const Document& document, const Format& format) {
  INFO("as ", std::string(format.title));
  const Plan* const plan = document.plan && format.carries_plan ? &*document.plan : nullptr;
  const auto bytes = format.write(*document.graph, plan);
  if (!bytes) return false;
  const auto again = must(read_again(*bytes, format));
  REQUIRE_EQ(figures(*again.graph, plan == nullptr ? document.plan : again.plan, true),
             figures(*document.graph, document.plan, false));
  if (format.carries_only.empty()) REQUIRE_EQ(told_operators(*again.graph), told_operators(*document.graph));
  return true;
}

/// What a format that holds less than a graph cannot say of this one.
bool says_less(const Document& document, const Format& format) {
  if (format.carries_only.empty()) return false;
  return unknown_sizes(*document.graph) > 0 || (document.plan && document.plan->reserved_peak);
}

void check_files(const std::vector<std::string>& paths, std::size_t least) {
  std::size_t written = 0;
  for (const std::string& path : paths) {
    INFO(path);
    ReadOptions options;
    options.open_beside = [](const std::string& beside) { return read_document_file(beside); };
    const auto bytes = read_document_file(path);
    const auto document =
        bytes ? read_document(*bytes, path, options) : Result<Document>(tl::unexpected(bytes.error()));
    if (!document) continue;
    for (const Format& format : formats())
      if (format.write != nullptr && format.is_read && !says_less(*document, format))
        written += survives(*document, format);
  }
  REQUIRE(written >= least);
}

}  // namespace

TEST_CASE("samples survive a round trip in every format") {
  check_files(small_files(std::string(STOWAGE_SOURCE_DIR) + "/samples"), 28);
}

TEST_CASE("real files survive a round trip in every format") {
  STOWAGE_NEEDS_SHARED();
  check_files(small_files(shared_path("data")), 60);
}

TEST_CASE("every real file has a test") {
  STOWAGE_NEEDS_SHARED();
  const Rows<std::string, std::size_t> rows{{"xla", ".pb", 3},
                                            {"tflite", ".tflite", 7},
                                            {"inductor", ".gz", 2},
                                            {"xplane", ".gz", 2},
                                            {"executorch", ".pte", 5}};
  each_row(rows, [](const std::string& folder, const std::string& suffix, std::size_t count) {
    REQUIRE_EQ(shared_files("data/" + folder, suffix).size(), count);
  });
}

// Files damaged at random: each is read or refused with reasons, never a crash, and what is read can be written.
TEST_CASE("damaged samples") {
  for (const std::string& file : files_below(kSamples)) {
    CAPTURE(file);
    const std::string text = read_file(file).value();
    Mutator mutate(1);
    for (std::size_t round = 0; round < rounds_for(text, file.ends_with(".onnx")); ++round) {
      const std::string damaged = mutate(text);
      const std::string fault = fault_of_reading(damaged, file);
      REQUIRE_MESSAGE(fault.empty(), (fault + "\n" + damaged));
    }
  }
}

/// Each beginning, and as many copies with some bytes changed.
TEST_CASE("samples cut short or damaged are planned or refused") {
  const Rows<std::size_t> rows{{"two_layers.hlo.pb", 20'000},
                               {"tiny_network.tflite", 20'000},
                               {"tiny_program.pte", 10'000},
                               {"two_streams.migraphx.txt", 3'000},
                               {"two_pools_c_info.json", 3'000},
                               {"two_streams.linked.json", 0},
                               {"step.pt.trace.json", 0},
                               {"two_streams_somas_initial_info_0.ir", 0},
                               {"serving.pickle", 0}};
  each_row(rows, [](const std::string& name, std::size_t rounds) {
    REQUIRE_EQ(fault_of_damage(read_file(sample_path(name)).value(), name, rounds), "");
  });
}

TEST_CASE("damaged lessons") {
  const OpenLessonGraph open = [](const std::string& name) {
    return read_file((kSamples / "lessons" / name).string());
  };
  for (const std::string& file : files_below(kSamples / "lessons")) {
    CAPTURE(file);
    const std::string text = read_file(file).value();
    REQUIRE(read_lesson(text, file, open).has_value());
    Mutator mutate(5);
    for (std::size_t round = 0; round < rounds_for(text) / 10; ++round) {
      const std::string damaged = mutate(text);
      const auto lesson = read_lesson(damaged, file, open);
      if (!lesson) REQUIRE_MESSAGE(says_why(lesson.error()), (lesson.error().text() + "\n" + damaged));
    }
  }
}

TEST_CASE("damaged plans") {
  const Graph graph = random_graph({.seed = 3, .operators = 12});
  Plan plan;
  plan.strategy = "s";
  plan.offsets.resize(graph.tensor_count());
  for (OperatorId o : graph.operators()) plan.sequence.emplace_back(graph.name(o));
  const std::string text = write_plan(graph, plan);
  Mutator mutate(3);
  for (std::size_t round = 0; round < kMostRounds; ++round) {
    const std::string damaged = mutate(text);
    const auto read = read_plan(damaged, "p.json", graph);
    if (read)
      REQUIRE_EQ(read->offsets.size(), graph.tensor_count());
    else
      REQUIRE_MESSAGE(says_why(read.error()), damaged);
  }
}

TEST_CASE("damaged tables") {
  const std::string header =
      "\xEF\xBB\xBFid,lower,upper,size,alignment,gaps,hint,offset\r\n\"a,\"\"b\",-5,7,16,4,1-2 3-4@0:8,-1,0\r\n"
      "c,7,9,0,1,,,16\r\nd,0,9223372036854775806,9007199254740992,1,5-6,3,1024\r\n";
  const std::string by_place = "a,-5,7,16,4,0\nc,7,9,0,,16\nd,0,9223372036854775806,64,1,1024\n";
  for (const std::string& text : {header, by_place}) {
    Mutator mutate(4);
    for (std::size_t round = 0; round < 5 * kMostRounds; ++round) {
      const std::string damaged = mutate(text);
      for (const auto meaning : {IntervalMeaning::half_open, IntervalMeaning::closed, IntervalMeaning::open}) {
        const auto document = read_interval_csv({damaged, "x.csv", {meaning}, {}});
        if (!document) {
          REQUIRE_MESSAGE(says_why(document.error()), damaged);
          continue;
        }
        const auto written = must(write_interval_csv(*document->graph, document->plan ? &*document->plan : nullptr));
        const auto again = read_interval_csv({written, "x.csv", {}, {}});
        REQUIRE_MESSAGE(again.has_value(), (again ? "" : (again.error().text() + "\n" + written)));
        REQUIRE_EQ(write_interval_csv(*again->graph, again->plan ? &*again->plan : nullptr).value(), written);
      }
    }
  }
}
