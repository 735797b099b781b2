// SPDX-License-Identifier: Apache-2.0
// A lesson begun from a graph can be opened as it is.
#include "core/formats/file.h"
#include "core/formats/graph_json.h"
#include "core/formats/lesson_json.h"
#include "core/insight/learn/lesson_facts.h"
#include "core/papers/tables.h"
#include "tests/support/checks.h"
#include "tests/support/lessons.h"
#include "tests/support/outcome.h"

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr auto no_file = [](const std::string& path) -> Result<std::string> {
  return tl::unexpected(Error::bad_input(path, "", "was not to be opened"));
};

NewLessonWords words() {
  return {"T", "S", "A.", "One", "Words.", "Two", "More words.", "How many?", "So.", "No."};
}

}  // namespace

TEST_CASE("a new lesson is right and has the graph") {
  for (const char* name : {"somas_figure_2", "training_step", "loop_nested", "sharing"}) {
    const std::string file = lesson_folder() + "/../" + name + ".stowage.json";
    const auto graph = read_graph_json(read_file(file).value(), file).value().graph;
    for (const char* strategy : {"so.unsafe.first", "bump"}) {
      const auto text = must(new_lesson(*graph, *find_layout_strategy(strategy), words()));
      REQUIRE(looks_like_lesson(text));
      auto lesson = read_lesson(text, "n.json", no_file);
      REQUIRE_MESSAGE(lesson, (lesson ? "" : lesson.error().text()));
      REQUIRE_EQ(write_graph_json(*lesson->graph), write_graph_json(*graph));
      REQUIRE_EQ(std::string(lesson->strategy->id),
                 std::string(strategy == std::string("bump") ? "so.size.best" : strategy));
      const auto right = must(checked(*std::move(lesson), "n.json"));
      REQUIRE_EQ(right.lesson->question_count(), 1u);
    }
  }
}
