// SPDX-License-Identifier: Apache-2.0
// Lessons: the reader's faults, the check of their answers, and those that come with the program.
#include <nlohmann/json.hpp>

#include "core/formats/lesson_json.h"
#include "core/formats/readers.h"
#include "core/insight/edit/edits.h"
#include "core/insight/learn/lesson_facts.h"
#include "core/papers/papers.h"
#include "tests/support/core_test.h"
#include "tests/support/lessons.h"

namespace {

using Tree = nlohmann::ordered_json;

Result<std::string> nothing_to_open(const std::string& path) {
  return tl::unexpected(Error::bad_input(path, "", "was not to be opened"));
}

std::string fault_of(const Lesson& lesson, const LessonFacts& facts, const std::string& file) {
  return fault_text(check_lesson(lesson, facts, file));
}

/// Reads and checks; the fault as text, or empty.
std::string fault_of(const Tree& tree) {
  const auto lesson = read_lesson_tree(tree);
  if (!lesson) return lesson.error().text();
  const auto facts = LessonFacts::make(*lesson);
  if (!facts) return facts.error().text();
  return fault_of(*lesson, **facts, "l.json");
}

/// The question of the second page, with what is given in place of what was asked.
Tree asking(const char* question) {
  Tree tree = small_lesson();
  tree["pages"][1]["ask"] = Tree::parse(question);
  return tree;
}

NewLessonWords words() {
  return {"T", "S", "A.", "One", "Words.", "Two", "More words.", "How many?", "So.", "No."};
}

}  // namespace

TEST_CASE("reads what is there") {
  const auto lesson = must(read_lesson_tree(small_lesson()));
  REQUIRE_EQ(lesson.title, std::string("T"));
  REQUIRE_EQ(lesson.pages.size(), 2u);
  REQUIRE_EQ(lesson.question_count(), 1u);
  const LessonPage& first = lesson.pages[0];
  REQUIRE_EQ(first.paragraphs, std::vector<std::string>{"Words."});
  REQUIRE_EQ(first.blocks, std::optional<std::size_t>(2));
  REQUIRE_EQ(first.select, std::vector<TensorId>{TensorId(0)});
  REQUIRE_EQ(first.view, LessonView::lanes);
  REQUIRE_EQ(std::string(first.strategy->id), std::string("so.source.first"));
  const Question& asked = *lesson.pages[1].question;
  REQUIRE_EQ(asked.tensor, TensorId(3));
  REQUIRE_EQ(asked.answer.number, std::int64_t{10});
  REQUIRE_EQ(asked.hints.front().text, std::string("P."));
  REQUIRE_EQ(fault_of(small_lesson()), std::string());
}

TEST_CASE("a graph beside it is opened by its path") {
  Tree tree = small_lesson();
  const std::string graph = tree["graph"].dump();
  tree["graph"] = "../g.stowage.json";
  std::string asked;
  const auto lesson = read_lesson(tree.dump(), "l.json", [&](const std::string& path) -> Result<std::string> {
    asked = path;
    return graph;
  });
  REQUIRE(lesson);
  REQUIRE_EQ(asked, std::string("../g.stowage.json"));
  REQUIRE_EQ(lesson->graph->tensor_count(), 5u);
  const auto refused = read_lesson(tree.dump(), "l.json", nothing_to_open);
  REQUIRE_EQ(refused.error().faults.at(0).file, std::string("../g.stowage.json"));
}

/// The small lesson with a second page on a graph of one tensor, which is named as the first graph's largest.
Tree two_graphs() {
  Tree tree = small_lesson();
  tree["graphs"]["other"] = Tree::parse(write_graph_json(graph_of("op n m @3; t P 7 : n -> m")));
  tree["graphs"]["other"]["name"] = "o";
  tree["pages"][1] = Tree::parse(R"({"title": "Two", "graph": "other", "show": {"select": ["P"], "blocks": 1},
    "ask": {"fact": "largest-block", "question": "?", "answer": 7}})");
  return tree;
}

TEST_CASE("a page is on the graph that it names") {
  const Lesson lesson = read_lesson_tree(two_graphs()).value();
  REQUIRE_EQ(lesson.pages[0].graph, lesson.graph);
  REQUIRE_EQ(lesson.pages[1].graph->name(), std::string("o"));
  REQUIRE((lesson.shows(lesson.graph.get()) && lesson.shows(lesson.pages[1].graph.get())));
  REQUIRE(!lesson.shows(nullptr));
  const auto facts = LessonFacts::make(lesson).value();
  REQUIRE_EQ(facts->of(lesson.pages[0]).bounds().largest_block.bytes.count, std::int64_t{10});
  REQUIRE_EQ(facts->of(lesson.pages[1]).bounds().largest_block.bytes.count, std::int64_t{7});
  REQUIRE_EQ(fault_of(two_graphs()), std::string());
}

TEST_CASE("names are looked up in the graph of the page") {
  const Rows<std::string, std::string> rows = {
      {"/pages/1/ask/answer", "10", "/pages/1/ask/answer: 10 7"},
      {"/pages/1/graph", "", "/pages/1/ask/answer: 7 10"},
      {"/pages/1/show/select/0", "\"Q\"", "/pages/1/show/select/0: \"Q\""},
      {"/pages/1/show/blocks", "2", "/pages/1/show/blocks: 1"},
      {"/pages/0/graph", "\"other\"", "/pages/0/show/blocks: 1"},
      {"/pages/1/ask", R"({"fact": "ancestors", "question": "?", "operator": "4", "answer": 3})",
       "/pages/1/ask/operator: \"4\""},
      {"/pages/1/ask", R"({"fact": "last-use", "question": "?", "tensor": "P", "stream": 7, "answer": "m"})",
       "/pages/1/ask/stream: 7"},
      {"/graphs/other/tensors/0/size", "-1", "/graphs/other/tensors/0/size: -1 0 2^53"},
      {"/graphs/other", "\"o.json\"", ""}};
  each_row(rows, [&](const std::string& name, const std::string& value, const std::string& fault) {
    Tree tree = two_graphs();
    change(tree, name, value);
    REQUIRE_EQ(fault_of(tree), says(fault.empty() ? "o.json:" : "l.json:" + fault));
  });
}

TEST_CASE("tells lessons from other files") {
  REQUIRE(looks_like_lesson(small_lesson().dump()));
  REQUIRE(!looks_like_lesson(small_lesson()["graph"].dump()));
  REQUIRE(looks_like_lesson("{ \"format\" :\n\"stowage-lesson\"}"));
  Tree named = small_lesson()["graph"];  // whatever it has for names
  named["tensors"][0]["id"] = "stowage-lesson";
  named["name"] = "format";
  REQUIRE(!looks_like_lesson(named.dump()));
  REQUIRE(!looks_like_lesson(""));
  REQUIRE_EQ(read_document(small_lesson().dump(), "l.json").error().text(), says("l.json:"));
}

TEST_CASE("each fault has its place") {
  const Rows<std::string, std::string> rows = {
      {"/format", "\"stowage-graph\"", "/format: \"stowage-lesson\""},
      {"/version", "2", "/version: 1"},
      {"/title", "", "/title:"},
      {"/title", "\"\"", "/title:"},
      {"/title", "[1]", "/title: string list"},
      {"/strategy", "", "/strategy:"},
      {"/strategy", "\"so.luck\"", "/strategy: \"so.luck\""},
      {"/answer", "1", "/answer:"},
      {"/pages", "[]", "/pages:"},
      {"/pages", "{}", "/pages: list object"},
      {"/pages/0", "3", "/pages/0: object number"},
      {"/pages/0/text", "\"Words.\"", "/pages/0/text: list string"},
      {"/pages/0/text/0", "true", "/pages/0/text/0: string true or false"},
      {"/pages/0/titel", "\"One\"", "/pages/0/titel:"},
      {"/pages/0/show/blocks", "5", "/pages/0/show/blocks: 4"},
      {"/pages/0/show/blocks", "-1", "/pages/0/show/blocks:"},
      {"/pages/0/show/blocks", "1.5", "/pages/0/show/blocks: 2^63"},
      {"/pages/0/show/select/0", "\"Z\"", "/pages/0/show/select/0: \"Z\""},
      {"/pages/0/show/select", "[\"P\", \"P\"]", "/pages/0/show/select:"},
      {"/pages/0/show/view", "\"sky\"",
       "/pages/0/show/view: \"sky\" map graph lanes conflicts peak strategies matrix orders time"},
      {"/pages/0/show/strategy", "7", "/pages/0/show/strategy: string number"},
      {"/pages/1/ask/fact", "", "/pages/1/ask/fact:"},
      {"/pages/1/ask/question", "", "/pages/1/ask/question:"},
      {"/pages/1/ask/tensor", "\"Z\"", "/pages/1/ask/tensor: \"Z\""},
      {"/pages/1/ask/tensor", "", "/pages/1/ask/tensor:"},
      {"/pages/1/ask/tensors", "[\"P\", \"Q\"]", "/pages/1/ask/tensors:"},
      {"/pages/1/ask/answer", "", "/pages/1/ask/answer:"},
      {"/pages/1/ask/answer", "\"10\"", "/pages/1/ask/answer: number string"},
      {"/pages/1/ask/answer", "18446744073709551615", "/pages/1/ask/answer: 2^63"},
      {"/pages/1/ask/hints/0/text", "", "/pages/1/ask/hints/0/text:"},
      {"/pages/1/ask/hints/0/answer", "null", "/pages/1/ask/hints/0/answer: number null"},
      {"/graph", "", "/graph:"},
      {"/graph", "\"/etc/passwd\"", "/graph:"},
      {"/graph", "\"file:///etc/passwd\"", "/graph:"},
      {"/graph/tensors/1/size", "-3", "/graph/tensors/1/size: -3 0 2^53"},
      {"/graphs", "[]", "/graphs: object list"},
      {"/graphs", R"({"b": 3})", "/graphs/b:"},
      {"/graphs", R"({"b/c": "/etc/passwd"})", "/graphs/b~1c:"},
      {"/pages/0/graph", "7", "/pages/0/graph: string number"},
      {"/pages/0/graph", "\"\"", "/pages/0/graph:"},
      {"/pages/0/graph", "\"b\"", "/pages/0/graph: \"b\" \"graphs\""},
      // what the planners, the unsafe relation and the bounds say
      {"/pages/1/ask/answer", "11", "/pages/1/ask/answer: 11 10"},
      {"/pages/1/ask/hints/0/answer", "10", "/pages/1/ask/hints/0/answer: right"},
      {"/pages/1/show", "{\"blocks\": 2}", "/pages/1/ask: X 3 2"},
      {"/graph/tensors/3/size", "6", "/pages/1/ask/answer: 10 19"}};
  each_row(rows, [&](const std::string& name, const std::string& value, const std::string& fault) {
    Tree tree = small_lesson();
    change(tree, name, value);
    REQUIRE_EQ(fault_of(tree), says("l.json:" + fault));
  });
}

TEST_CASE("every fact is compared") {
  Rows<std::string, std::string> rows;
  const auto add = [&](const char* question, const char* fault = "") { rows.push_back({question, question, fault}); };
  add(R"({"fact": "safe", "question": "?", "tensors": ["R", "X"], "answer": "safe"})");
  add(R"({"fact": "safe", "question": "?", "tensors": ["P", "X"], "answer": "safe"})", "answer: safe unsafe");
  add(R"({"fact": "safe", "question": "?", "tensors": ["P", "X"], "answer": "maybe"})",
      "answer: \"safe\" \"unsafe\" \"maybe\"");
  add(R"({"fact": "safe", "question": "?", "tensors": ["P"], "answer": "safe"})", "tensors:");
  add(R"({"fact": "safe", "question": "?", "tensors": ["P", "P"], "answer": "safe"})", "tensors: \"P\"");
  add(R"({"fact": "next", "question": "?", "answer": "P"})", ":");
  add(R"({"fact": "safe-partner", "question": "?", "tensor": "R", "answer": "Y"})");
  add(R"({"fact": "safe-partner", "question": "?", "tensor": "R", "answer": "P"})", "answer: P X");
  add(R"({"fact": "last-use", "question": "?", "tensor": "P", "stream": 7, "answer": "3"})");
  add(R"({"fact": "last-use", "question": "?", "tensor": "P", "stream": 7, "answer": "2"})", "answer: 2 3");
  add(R"({"fact": "last-use", "question": "?", "tensor": "P", "stream": 0, "answer": "3"})", "stream: 0");
  add(R"({"fact": "last-ancestor", "question": "?", "operator": "3", "stream": 7, "answer": "2"})");
  add(R"({"fact": "last-ancestor", "question": "?", "operator": "1", "stream": 7, "answer": "2"})", ":");
  add(R"({"fact": "last-ancestor", "question": "?", "operator": "5", "stream": 7, "answer": "2"})", "operator: \"5\"");
  add(R"({"fact": "ancestors", "question": "?", "operator": "4", "answer": 3})");
  add(R"({"fact": "ancestors", "question": "?", "operator": "4", "answer": 4})", "answer: 4 3");
  // unsafe: P R, P Q, P X, R Q, Q X, X Y
  add(R"({"fact": "unsafe-pairs", "question": "?", "answer": 6})");
  add(R"({"fact": "pairs-together", "question": "?", "answer": 5})", "answer: 5 6");
  add(R"({"fact": "largest-block", "question": "?", "answer": 10})");
  add(R"({"fact": "lifetime-bound", "question": "?", "answer": 19})");
  add(R"({"fact": "least-peak", "question": "?", "answer": 1})", "answer: 1 19");
  add(R"({"fact": "proved-bound", "question": "?", "answer": 18})", "answer: 18 19");
  add(R"({"fact": "footprint", "question": "?", "answer": 19})");
  add(R"({"fact": "clique", "question": "?", "answer": ["P", "R", "Q"]})");
  add(R"({"fact": "clique", "question": "?", "answer": ["P", "X", "Q"]})", "answer: P Q X P R Q");
  add(R"({"fact": "makespan", "question": "?", "answer": 0})");  // no operator has a duration
  add(R"({"fact": "makespan", "question": "?", "answer": 1})", "answer: 1 0");
  add(R"({"fact": "held-by", "question": "?", "operator": "3", "answer": "2"})", ":");
  add(R"({"fact": "ancestor-streams", "question": "?", "stream": 7, "answer": 0})");
  add(R"({"fact": "between-streams", "question": "?", "answer": 0})");
  // 1 before 2 and 3, 3 before 4, and nothing after 2: of 1, 2, 3, 4 only 1 is fixed
  add(R"({"fact": "insensitive", "question": "?", "answer": 1})");
  add(R"({"fact": "insensitive", "question": "?", "answer": 4})", "answer: 4 1");
  add(R"({"fact": "span", "question": "?", "operator": "2", "answer": 3})");
  add(R"({"fact": "span", "question": "?", "operator": "3", "answer": 2})");
  add(R"({"fact": "order-variables", "question": "?", "answer": 40})");  // 2 · 5 tensors · 4 operators
  add(R"({"fact": "placed-at", "question": "?", "tensor": "Q", "answer": 15})");
  add(R"({"fact": "placed-at", "question": "?", "tensor": "Q", "answer": 0})", "answer: 0 15");
  add(R"({"fact": "bytes-passed", "question": "?", "tensors": ["P", "X"], "answer": 0})", "fact: \"so.source.first\"");
  add(R"({"fact": "subgraphs", "question": "?", "limit": 0, "answer": 1})", "limit: 1");
  add(R"({"fact": "loop-repeat", "question": "?", "loop": "1", "answer": 1})", "loop: \"1\"");
  add(R"({"fact": "opinion", "question": "?", "choices": ["a", "b"], "answer": "b"})");
  add(R"({"fact": "opinion", "question": "?", "choices": ["a", "b"], "answer": "c"})", "answer: \"c\"");
  add(R"({"fact": "opinion", "question": "?", "choices": ["a"], "answer": "a"})", "choices:");
  add(R"({"fact": "least-footprint", "question": "?", "choices": ["a", "b"], "strategies": ["so.size.best"], "answer": "a"})",
      "strategies:");
  add(R"({"fact": "luck", "question": "?", "answer": 1})", "fact: \"luck\" offset next");
  each_row(rows, [&](const std::string& question, const std::string& fault) {
    const std::string place = std::string("l.json:/pages/1/ask") + (fault.starts_with(':') ? "" : "/");
    REQUIRE_EQ(fault_of(asking(question.c_str())), says(fault.empty() ? "" : place + fault));
  });
}

TEST_CASE("all faults come at once") {
  Tree tree = small_lesson();
  tree["title"] = 1;
  tree["pages"][0]["show"]["view"] = "sky";
  tree["pages"][1]["ask"]["tensor"] = "Z";
  REQUIRE_EQ(read_lesson_tree(tree).error().faults.size(), 3u);
}

TEST_CASE("sizes are limited") {
  Tree tree = small_lesson();
  tree["pages"][0]["text"][0] = std::string(9000, 'x');
  REQUIRE_EQ(fault_of(tree), says("l.json:/pages/0/text/0: 8"));
  tree = small_lesson();
  tree["pages"] = Tree(201, tree["pages"][0]);
  REQUIRE_EQ(fault_of(tree), says("l.json:/pages: 200"));
  tree = two_graphs();
  for (int k = 0; k < 20; ++k) tree["graphs"]["g" + std::to_string(k)] = tree["graph"];
  REQUIRE_EQ(fault_of(tree), says("l.json:/graphs: 20"));
  tree = two_graphs();
  for (int k = 0; k < 2000; ++k)
    tree["graphs"]["other"]["tensors"].push_back({{"id", "t" + std::to_string(k)}, {"size", 1}, {"producer", "n"}});
  REQUIRE_EQ(fault_of(tree), says("l.json:/graphs/other: 2000"));
  tree = small_lesson();
  for (int k = 0; k < 2000; ++k)
    tree["graph"]["tensors"].push_back({{"id", "t" + std::to_string(k)}, {"size", 1}, {"producer", "1"}});
  REQUIRE_EQ(fault_of(tree), says("l.json:/graph: 2000"));
  const auto large = read_lesson(std::string(2 << 20, ' '), "l.json", nothing_to_open);
  REQUIRE_EQ(large.error().text(), says("l.json: 1"));
}

/// No part of a lesson makes the reader fall over.
TEST_CASE("cut off or damaged files are faults") {
  const std::string whole = small_lesson().dump();
  for (std::size_t length = 0; length < whole.size(); length += 7)
    REQUIRE(!read_lesson(whole.substr(0, length), "l.json", nothing_to_open));
  for (std::size_t at = 0; at < whole.size(); at += 3)
    for (const char c : {'"', '9', '}', '\xff', '\0'}) {
      std::string damaged = whole;
      damaged[at] = c;
      const auto lesson = read_lesson(damaged, "l.json", nothing_to_open);
      if (!lesson) {
        REQUIRE(!lesson.error().faults.empty());
      } else if (const auto facts = LessonFacts::make(*lesson)) {
        (void)check_lesson(*lesson, **facts, "l.json");
      }
    }
}

/// The oracles of the papers' examples, worked out by hand: A (8 bytes) hands 3 to B, 4 to C and 1 to D; of a pyramid
/// of activations the largest temporary within the innermost is the top; a ring of two places begins again after two
/// iterations, and the weights' first value lies outside of it.
TEST_CASE("facts of single papers") {
  Tree tree = small_lesson();
  tree["graph"] = Tree::parse(
      write_graph_json(graph_of("op 1 2 3 4 5 6; t A 8 : 1 -> 2; t B 3 : 3 -> 5; t C 4 : 4 -> 6; t D 1 : 3 -> 6")));
  tree["pages"][0].erase("show");
  tree["pages"][1]["show"] = Tree::parse(R"({"strategy": "nnc"})");
  each_row(Rows<std::string>{{R"("bytes-passed", "tensors": ["A", "C"], "answer": 4)", ""},
                             {R"("bytes-passed", "tensors": ["A", "D"], "answer": 4)", "answer: 4 1"},
                             {R"("bytes-passed", "tensors": ["B", "C"], "answer": 4)", "answer: 4 0"},
                             {R"("placed-at", "tensor": "D", "answer": 7)", ""},
                             {R"("footprint", "answer": 8)", ""},
                             {R"("pyramid", "answer": ["A"])", "answer: A C D"},
                             {R"("offset", "tensor": "A", "answer": 0)", "fact: \"nnc\""}},
           [&](const std::string& ask, const std::string& fault) {
             tree["pages"][1]["ask"] = Tree::parse(R"({"question": "?", "fact": )" + ask + "}");
             REQUIRE_EQ(fault_of(tree), says(fault.empty() ? "" : "l.json:/pages/1/ask/" + fault));
           });
}

TEST_CASE("where a loop has its values") {
  Tree tree = asking(R"({"fact": "loop-repeat", "question": "?", "loop": "train/refine", "answer": 2})");
  tree["graph"] = Tree::parse(read_file(lesson_folder() + "/../loop_nested.stowage.json").value());
  tree["pages"][0].erase("show");
  REQUIRE_EQ(fault_of(tree), std::string());
  tree["pages"][1]["ask"]["loop"] = "train/redefine";
  REQUIRE_EQ(fault_of(tree), says("l.json:/pages/1/ask/loop: \"redefine\""));
  const auto place = [&](const char* loop, const char* value, std::vector<int> iterations, int answer) {
    tree["pages"][1]["ask"] = {{"fact", "loop-place"}, {"question", "?"},          {"loop", loop},
                               {"value", value},       {"iterations", iterations}, {"answer", answer}};
    return fault_of(tree);
  };
  // The first value is that of outside; then each iteration reads what the one before wrote.
  REQUIRE_EQ(place("train", "weights", {0}, 0), std::string());
  for (int k = 1; k < 5; ++k) {
    const std::string fault = place("train", "updated", {k - 1}, -1);
    REQUIRE(fault.empty() == false);
    tree["pages"][1]["ask"]["answer"] = 0;
    const int at = std::stoi(split(fault_of(tree), " ").back());  // the right answer ends it
    REQUIRE_EQ(place("train", "weights", {k}, at), std::string());
  }
  REQUIRE_EQ(place("train/refine", "next", {0}, 0), says("l.json:/pages/1/ask/iterations:"));
  REQUIRE_EQ(place("train", "nothing", {0}, 0), says("l.json:/pages/1/ask/value: \"nothing\""));
}

/// On figure 2, whose last uses of a are 3 on stream 0 and 2 on stream 1.
TEST_CASE("the last use is that of the stream") {
  Lesson lesson = shipped_lesson("2_algorithms_1_and_2.json");
  const auto facts = LessonFacts::make(lesson).value();
  const auto page = std::ranges::find_if(
      lesson.pages, [](const LessonPage& p) { return p.question && p.question->fact == Fact::last_use; });
  page->question->stream = StreamId(1);
  REQUIRE_EQ(std::string(lesson.graph->name(facts->of(*page).truth(*page)->op)), std::string("2"));
  page->question->stream = StreamId(2);
  REQUIRE(!facts->of(*page).truth(*page));
}

/// One tensor is an answer, not two, and not the one that is asked about, even if it would not mind.
TEST_CASE("a partner is one other tensor") {
  Tree tree = asking(R"({"fact": "safe-partner", "question": "?", "tensor": "N", "answer": "P"})");
  tree["graph"]["tensors"].push_back({{"id", "N"}, {"size", 1}});  // nobody makes or uses it
  REQUIRE_EQ(fault_of(tree), std::string());
  const Lesson lesson = read_lesson_tree(tree).value();
  const auto facts = LessonFacts::make(lesson).value();
  const TensorId p = lesson.graph->find_tensor("P"), q = lesson.graph->find_tensor("Q"),
                 n = lesson.graph->find_tensor("N");
  REQUIRE(facts->of(lesson.pages[1]).accepts(lesson.pages[1], {0, {p}, {}}));
  REQUIRE(!facts->of(lesson.pages[1]).accepts(lesson.pages[1], {0, {p, q}, {}}));
  REQUIRE(!facts->of(lesson.pages[1]).accepts(lesson.pages[1], {0, {}, {}}));
  REQUIRE(!facts->of(lesson.pages[1]).accepts(lesson.pages[1], {0, {n}, {}}));
}

TEST_CASE("a tensor without a place is not asked for") {
  Tree tree = asking(R"({"fact": "offset", "question": "?", "tensor": "N", "answer": 0})");
  tree["graph"]["tensors"].push_back({{"id", "N"}, {"size", 0}, {"producer", "1"}});
  REQUIRE_EQ(fault_of(tree), says("l.json:/pages/1/ask/tensor: N"));
}

TEST_CASE("each shipped lesson is right") {
  for (const std::string& name : lesson_names()) {
    CAPTURE(name);
    const Lesson lesson = shipped_lesson(name);
    const auto facts = LessonFacts::make(lesson);
    REQUIRE(facts);
    REQUIRE_EQ(fault_of(lesson, **facts, name), "");
    REQUIRE((lesson.pages.size() >= 6 && lesson.question_count() >= 4));
    REQUIRE((!lesson.about.empty() && lesson.about.ends_with('.') && !lesson.source.empty()));
    for (const LessonPage& page : lesson.pages) {
      REQUIRE_MESSAGE(!page.paragraphs.empty(), page.title);
      for (const std::string& text : page.paragraphs)  // short: one idea a page
        REQUIRE_MESSAGE(text.size() <= 420, text);
      if (!page.question) continue;
      REQUIRE_MESSAGE((!page.question->right.empty() && !page.question->wrong.empty()), page.title);
    }
  }
}

TEST_CASE("the lessons are there, numbered from 0") {
  const auto names = lesson_names();
  REQUIRE_EQ(names.size(), 21u);
  for (std::size_t k = 0; k < names.size(); ++k) REQUIRE(names[k].starts_with(std::to_string(k) + "_"));
}

/// Operators 1 to 4 run 10, 20, 30, 40 ns one after the other; on a stream of its own 2 runs beside nothing that waits.
TEST_CASE("times follow from the durations") {
  Tree tree = asking(R"({"fact": "makespan", "question": "?", "answer": 100})");
  for (int k = 0; k < 4; ++k) tree["graph"]["nodes"][k]["duration"] = 10 * (k + 1);
  REQUIRE_EQ(fault_of(tree), std::string());
  tree["graph"]["streams"].push_back({{"id", 8}});
  tree["graph"]["nodes"][1]["stream"] = 8;
  REQUIRE_EQ(fault_of(tree), says("l.json:/pages/1/ask/answer: 100 80"));
  tree["pages"][1]["ask"] = Tree::parse(R"({"fact": "held-by", "question": "?", "operator": "3", "answer": "1"})");
  REQUIRE_EQ(fault_of(tree), std::string());
  tree["pages"][1]["ask"]["answer"] = "2";
  REQUIRE_EQ(fault_of(tree), says("l.json:/pages/1/ask/answer: 2 1"));
}

/// The pictures of the lesson on layers step through a planner that can be followed; what it says of ROAM's is so.
TEST_CASE("layers lie where roam puts them") {
  const Lesson lesson = shipped_lesson("13_layers_on_top_of_each_other.json");
  const auto conflicts = Conflicts::compute(*lesson.graph).value();
  const auto problem = LayoutProblem::make(*lesson.graph, conflicts).value();
  REQUIRE(
      (make_plan(*find_layout_strategy("roam"), problem)->offsets == make_plan(*lesson.strategy, problem)->offsets));
}

/// So is what the pictures of the lesson on OLLA say of its pyramid.
TEST_CASE("the pyramid lies where olla puts it") {
  if (find_program("cbc").empty()) STOWAGE_SKIP("cbc is not installed");
  const Lesson lesson = shipped_lesson("18_which_tensors_can_meet.json");
  const LessonPage& page = lesson.pages.back();
  const auto conflicts = Conflicts::compute(*page.graph).value();
  const auto problem = LayoutProblem::make(*page.graph, conflicts).value();
  const Plan shown = must(make_plan(*page.strategy, problem)), olla = must(make_plan(kOllaLayout, problem));
  REQUIRE_EQ(olla.footprint, shown.footprint);
  for (const TensorId t : pyramid(problem)) REQUIRE_EQ(olla.offsets[t.index()], shown.offsets[t.index()]);
}

/// What the lesson on streams tells from graph to graph, added up by hand.
TEST_CASE("streams take memory for time, and syncs give it back") {
  const Lesson lesson = shipped_lesson("14_why_not_one_stream.json");
  const auto facts = LessonFacts::make(lesson).value();
  std::vector<std::pair<std::int64_t, std::int64_t>> told;  // makespan, footprint
  std::vector<std::shared_ptr<const Graph>> graphs;
  for (const LessonPage& page : lesson.pages) {
    if (!graphs.empty() && graphs.back() == page.graph) continue;
    graphs.push_back(page.graph);
    const GraphFacts& of_page = facts->of(page);
    told.push_back({of_page.timing().makespan, of_page.footprint(*page.strategy).count});
    REQUIRE_EQ(of_page.bounds().best().count, told.back().second);  // no better plan would spoil the story
  }
  REQUIRE((told == decltype(told){{220'000, 34}, {170'000, 44}, {160'000, 60}, {160'000, 54}, {170'000, 42}}));
  // Of the three syncs to choose from, the answer alone is free.
  const auto asks = std::ranges::find_if(
      lesson.pages, [](const LessonPage& page) { return page.question && page.question->fact == Fact::opinion; });
  const Graph& graph = *asks->graph;
  for (std::size_t k = 0; k < asks->question->choices.size(); ++k) {
    const std::string& choice = asks->question->choices[k];  // "b1 waits for r2"
    const std::size_t words = choice.find(" waits for ");
    REQUIRE(words != std::string::npos);
    const auto synced =
        add_sync(graph, graph.find_operator(choice.substr(words + 11)), graph.find_operator(choice.substr(0, words)));
    REQUIRE(synced);
    const bool is_answer = asks->question->answer.number == static_cast<std::int64_t>(k);
    REQUIRE_EQ((timing_of(synced->graph).makespan == 160'000), is_answer);
  }
}

/// The numbers that the paper prints.
TEST_CASE("published answers") {
  const auto answer = [](const char* name, Fact fact, const char* tensor) {
    const Lesson lesson = shipped_lesson(name);
    std::vector<std::int64_t> out;
    for (const LessonPage& page : lesson.pages)
      if (page.question && page.question->fact == fact &&
          (!*tensor || page.question->tensor == lesson.graph->find_tensor(tensor)))
        out.push_back(page.question->answer.number);
    return out;
  };
  using Numbers = std::vector<std::int64_t>;
  REQUIRE_EQ(answer("3_avoid_merge_fit.json", Fact::offset, "D"), Numbers{7});
  REQUIRE_EQ(answer("5_single_and_many_objects.json", Fact::offset, "E"), (Numbers{1664, 768}));
  REQUIRE_EQ(answer("5_single_and_many_objects.json", Fact::footprint, ""), Numbers{1664});
  REQUIRE_EQ(answer("1_one_stream_is_not_enough.json", Fact::unsafe_pairs, ""), Numbers{32});
  REQUIRE_EQ(answer("1_one_stream_is_not_enough.json", Fact::pairs_together, ""), Numbers{25});
}

TEST_CASE("a new lesson is right and has the graph") {
  for (const char* name : {"somas_figure_2", "training_step", "loop_nested", "sharing"}) {
    const std::string file = lesson_folder() + "/../" + name + ".stowage.json";
    const auto graph = read_graph_json(read_file(file).value(), file).value().graph;
    for (const char* strategy : {"so.unsafe.first", "bump"}) {
      const auto text = must(new_lesson(*graph, *find_layout_strategy(strategy), words()));
      REQUIRE(looks_like_lesson(text));
      auto lesson = must(read_lesson(text, "n.json", nothing_to_open));
      REQUIRE_EQ(write_graph_json(*lesson.graph), write_graph_json(*graph));
      REQUIRE_EQ(std::string(lesson.strategy->id),
                 std::string(strategy == std::string("bump") ? "so.size.best" : strategy));
      const auto right = must(checked(std::move(lesson), "n.json"));
      REQUIRE_EQ(right.lesson->question_count(), 1u);
    }
  }
}
