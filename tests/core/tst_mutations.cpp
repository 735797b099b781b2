// SPDX-License-Identifier: Apache-2.0

#include <filesystem>

#include "core/formats/document.h"
#include "core/formats/file.h"
#include "core/formats/graph_json.h"
#include "core/formats/interval_csv.h"
#include "core/formats/lesson_json.h"
#include "tests/folders.h"
#include "tests/support/checks.h"
#include "tests/support/graphs.h"
#include "tests/support/outcome.h"

using namespace stowage;

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
      std::vector<std::string> out = test::split(
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

std::vector<std::string> files_in(const std::filesystem::path& folder) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.is_regular_file()) out.push_back(entry.path().string());
  std::ranges::sort(out);
  return out;
}

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

}  // namespace

// Files damaged at random: each is read or refused with reasons, never a crash, and what is read can be written.
TEST_CASE("damaged samples") {
  for (const std::string& file : files_in(kSamples)) {
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

TEST_CASE("damaged lessons") {
  const OpenLessonGraph open = [](const std::string& name) {
    return read_file((kSamples / "lessons" / name).string());
  };
  for (const std::string& file : files_in(kSamples / "lessons")) {
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
  const Graph graph = test::random_graph({.seed = 3, .operators = 12});
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
        const auto document = read_interval_csv(damaged, "x.csv", {meaning});
        if (!document) {
          REQUIRE_MESSAGE(says_why(document.error()), damaged);
          continue;
        }
        const auto written =
            test::must(write_interval_csv(*document->graph, document->plan ? &*document->plan : nullptr));
        const auto again = read_interval_csv(written, "x.csv");
        REQUIRE_MESSAGE(again.has_value(), (again ? "" : (again.error().text() + "\n" + written)));
        REQUIRE_EQ(write_interval_csv(*again->graph, again->plan ? &*again->plan : nullptr).value(), written);
      }
    }
  }
}
