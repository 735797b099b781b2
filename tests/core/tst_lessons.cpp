// SPDX-License-Identifier: Apache-2.0
// Lessons: the reader's faults, the check of their answers, and those that come with the program.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/edit/sync_edits.h"
#include "core/io/document.h"
#include "core/io/file.h"
#include "core/io/lesson_json.h"
#include "core/learn/lesson_facts.h"
#include "tests/support/checks.h"
#include "tests/support/lessons.h"

using namespace stowage;
using namespace stowage::test;

namespace {

using Tree = nlohmann::ordered_json;

Result<std::string> nothing_to_open(const std::string& path) {
  return tl::unexpected(Error::bad_input(path, "", "was not to be opened"));
}

/// Reads and checks; the fault as text, or empty.
std::string fault_of(const Tree& tree) {
  const auto lesson = read_lesson_tree(tree);
  if (!lesson) return lesson.error().text();
  const auto facts = LessonFacts::make(*lesson);
  if (!facts) return facts.error().text();
  const auto checked = check_lesson(*lesson, **facts, "l.json");
  return checked ? std::string() : checked.error().text();
}

/// The question of the second page, with what is given in place of what was asked.
Tree asking(const char* question) {
  Tree tree = small_lesson();
  tree["pages"][1]["ask"] = Tree::parse(question);
  return tree;
}

}  // namespace

TEST_CASE("reads what is there") {
  const auto lesson = read_lesson_tree(small_lesson());
  REQUIRE_MESSAGE(lesson, (lesson ? "" : lesson.error().text()));
  REQUIRE_EQ(lesson->title, std::string("T"));
  REQUIRE_EQ(lesson->pages.size(), 2u);
  REQUIRE_EQ(lesson->question_count(), 1u);
  const LessonPage& first = lesson->pages[0];
  REQUIRE_EQ(first.paragraphs, std::vector<std::string>{"Words."});
  REQUIRE_EQ(first.blocks, std::optional<std::size_t>(2));
  REQUIRE_EQ(first.select, std::vector<TensorId>{TensorId(0)});
  REQUIRE_EQ(first.view, LessonView::lanes);
  REQUIRE_EQ(std::string(first.strategy->id), std::string("so.source.first"));
  const Question& asked = *lesson->pages[1].question;
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
  REQUIRE_EQ(refused.error().text(), std::string("../g.stowage.json: was not to be opened"));
}

/// The small lesson with a second page on a graph of one tensor, which is named as the first graph's largest.
Tree two_graphs() {
  Tree tree = small_lesson();
  tree["graphs"]["other"] = Tree::parse(R"({"format": "stowage-graph", "version": 1, "name": "o",
    "streams": [{"id": 3}], "nodes": [{"id": "n", "stream": 3}, {"id": "m", "stream": 3}],
    "tensors": [{"id": "P", "size": 7, "producer": "n", "consumers": ["m"]}]})");
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
  REQUIRE_EQ(facts->of(lesson.pages[0]).bounds().largest_block.count, std::int64_t{10});
  REQUIRE_EQ(facts->of(lesson.pages[1]).bounds().largest_block.count, std::int64_t{7});
  REQUIRE_EQ(fault_of(two_graphs()), std::string());
}

TEST_CASE("names are looked up in the graph of the page") {
  struct Row {
    std::string name, value, fault;
  };
  const std::vector<Row> rows = {
      {"/pages/1/ask/answer", "10", "/pages/1/ask/answer: is 10, but right is 7"},
      {"/pages/1/graph", "", "/pages/1/ask/answer: is 7, but right is 10"},
      {"/pages/1/show/select/0", "\"Q\"", "/pages/1/show/select/0: the graph has no tensor \"Q\""},
      {"/pages/1/show/blocks", "2", "/pages/1/show/blocks: the graph has only 1 tensors and groups to place"},
      {"/pages/0/graph", "\"other\"", "/pages/0/show/blocks: the graph has only 1 tensors and groups to place"},
      {"/pages/1/ask", R"({"fact": "ancestors", "question": "?", "operator": "4", "answer": 3})",
       "/pages/1/ask/operator: the graph has no operator \"4\""},
      {"/pages/1/ask", R"({"fact": "last-use", "question": "?", "tensor": "P", "stream": 7, "answer": "m"})",
       "/pages/1/ask/stream: the graph has no stream 7"},
      {"/graphs/other/tensors/0/size", "-1", "/graphs/other/tensors/0/size: size -1 is not between 0 and 2^53"},
      {"/graphs/other", "\"o.json\"", ""},
  };
  test::each_row(rows, [&](const Row& row) {
    Tree tree = two_graphs();
    change(tree, row.name, row.value);
    REQUIRE_EQ(fault_of(tree), row.fault.empty() ? "o.json: was not to be opened" : "l.json:" + row.fault);
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
  REQUIRE_EQ(read_document(small_lesson().dump(), "l.json").error().text(),
             std::string("l.json: this is a lesson; the window opens it"));
}

TEST_CASE("each fault has its place") {
  struct Row {
    std::string name, value, fault;  // a pointer; JSON, or empty: taken away
  };
  const std::vector<Row> rows = {
      {"/format", "\"stowage-graph\"", "/format: must be \"stowage-lesson\""},
      {"/version", "2", "/version: must be 1, the version this program reads"},
      {"/title", "", "/title: is missing"},
      {"/title", "\"\"", "/title: must not be empty"},
      {"/title", "[1]", "/title: must be a string, not a list"},
      {"/strategy", "", "/strategy: is missing"},
      {"/strategy", "\"so.luck\"", "/strategy: there is no strategy \"so.luck\""},
      {"/answer", "1", "/answer: there is no such key here"},
      {"/pages", "[]", "/pages: there must be at least one page"},
      {"/pages", "{}", "/pages: must be a list, not an object"},
      {"/pages/0", "3", "/pages/0: must be an object, not a number"},
      {"/pages/0/text", "\"Words.\"", "/pages/0/text: must be a list, not a string"},
      {"/pages/0/text/0", "true", "/pages/0/text/0: must be a string, not true or false"},
      {"/pages/0/titel", "\"One\"", "/pages/0/titel: there is no such key here"},
      {"/pages/0/show/blocks", "5", "/pages/0/show/blocks: the graph has only 4 tensors and groups to place"},
      {"/pages/0/show/blocks", "-1", "/pages/0/show/blocks: must not be negative"},
      {"/pages/0/show/blocks", "1.5", "/pages/0/show/blocks: must be a whole number below 2^63 in plain digits"},
      {"/pages/0/show/select/0", "\"Z\"", "/pages/0/show/select/0: the graph has no tensor \"Z\""},
      {"/pages/0/show/select", "[\"P\", \"P\"]", "/pages/0/show/select: names a tensor twice"},
      {"/pages/0/show/view", "\"sky\"",
       "/pages/0/show/view: there is no view \"sky\"; there are map, graph, lanes, conflicts, peak, strategies, "
       "matrix, orders, time, loops"},
      {"/pages/0/show/strategy", "7", "/pages/0/show/strategy: must be a string, not a number"},
      {"/pages/1/ask/fact", "", "/pages/1/ask/fact: is missing"},
      {"/pages/1/ask/question", "", "/pages/1/ask/question: is missing"},
      {"/pages/1/ask/tensor", "\"Z\"", "/pages/1/ask/tensor: the graph has no tensor \"Z\""},
      {"/pages/1/ask/tensor", "", "/pages/1/ask/tensor: is missing"},
      {"/pages/1/ask/tensors", "[\"P\", \"Q\"]", "/pages/1/ask/tensors: there is no such key here"},
      {"/pages/1/ask/answer", "", "/pages/1/ask/answer: is missing"},
      {"/pages/1/ask/answer", "\"10\"", "/pages/1/ask/answer: must be a number, not a string"},
      {"/pages/1/ask/answer", "18446744073709551615",
       "/pages/1/ask/answer: must be a whole number below 2^63 in plain digits"},
      {"/pages/1/ask/hints/0/text", "", "/pages/1/ask/hints/0/text: is missing"},
      {"/pages/1/ask/hints/0/answer", "null", "/pages/1/ask/hints/0/answer: must be a number, not null"},
      {"/graph", "", "/graph: must be a graph, or the relative path of one"},
      {"/graph", "\"/etc/passwd\"", "/graph: must be a graph, or the relative path of one"},
      {"/graph", "\"file:///etc/passwd\"", "/graph: must be a graph, or the relative path of one"},
      {"/graph/tensors/1/size", "-3", "/graph/tensors/1/size: size -3 is not between 0 and 2^53"},
      {"/graphs", "[]", "/graphs: must be an object, not a list"},
      {"/graphs", R"({"b": 3})", "/graphs/b: must be a graph, or the relative path of one"},
      {"/graphs", R"({"b/c": "/etc/passwd"})", "/graphs/b~1c: must be a graph, or the relative path of one"},
      {"/pages/0/graph", "7", "/pages/0/graph: must be a string, not a number"},
      {"/pages/0/graph", "\"\"", "/pages/0/graph: must not be empty"},
      {"/pages/0/graph", "\"b\"", "/pages/0/graph: there is no \"b\" in \"graphs\""},
      // what the planners, the unsafe relation and the bounds say
      {"/pages/1/ask/answer", "11", "/pages/1/ask/answer: is 11, but right is 10"},
      {"/pages/1/ask/hints/0/answer", "10", "/pages/1/ask/hints/0/answer: is right, but hints are for wrong answers"},
      {"/pages/1/show", "{\"blocks\": 2}", "/pages/1/ask: X is placed after 3 blocks, but the page shows 2"},
      {"/graph/tensors/3/size", "6", "/pages/1/ask/answer: is 10, but right is 19"},
  };
  test::each_row(rows, [&](const Row& row) {
    Tree tree = small_lesson();
    change(tree, row.name, row.value);
    REQUIRE_EQ(fault_of(tree), "l.json:" + row.fault);
  });
}

TEST_CASE("every fact is compared") {
  struct Row {
    std::string name, question, fault;
  };
  std::vector<Row> rows;
  const auto add = [&](const char* question, const char* fault = "") { rows.push_back({question, question, fault}); };
  add(R"({"fact": "safe", "question": "?", "tensors": ["R", "X"], "answer": "safe"})");
  add(R"({"fact": "safe", "question": "?", "tensors": ["P", "X"], "answer": "safe"})",
      "answer: is safe, but right is unsafe");
  add(R"({"fact": "safe", "question": "?", "tensors": ["P", "X"], "answer": "maybe"})",
      "answer: must be \"safe\" or \"unsafe\", not \"maybe\"");
  add(R"({"fact": "safe", "question": "?", "tensors": ["P"], "answer": "safe"})", "tensors: must name two tensors");
  add(R"({"fact": "safe", "question": "?", "tensors": ["P", "P"], "answer": "safe"})", "tensors: names \"P\" twice");
  add(R"({"fact": "next", "question": "?", "answer": "P"})", ": no answer to this is right");
  add(R"({"fact": "safe-partner", "question": "?", "tensor": "R", "answer": "Y"})");
  add(R"({"fact": "safe-partner", "question": "?", "tensor": "R", "answer": "P"})", "answer: is P, but right is X");
  add(R"({"fact": "last-use", "question": "?", "tensor": "P", "stream": 7, "answer": "3"})");
  add(R"({"fact": "last-use", "question": "?", "tensor": "P", "stream": 7, "answer": "2"})",
      "answer: is 2, but right is 3");
  add(R"({"fact": "last-use", "question": "?", "tensor": "P", "stream": 0, "answer": "3"})",
      "stream: the graph has no stream 0");
  add(R"({"fact": "last-ancestor", "question": "?", "operator": "3", "stream": 7, "answer": "2"})");
  add(R"({"fact": "last-ancestor", "question": "?", "operator": "1", "stream": 7, "answer": "2"})",
      ": no answer to this is right");
  add(R"({"fact": "last-ancestor", "question": "?", "operator": "5", "stream": 7, "answer": "2"})",
      "operator: the graph has no operator \"5\"");
  add(R"({"fact": "ancestors", "question": "?", "operator": "4", "answer": 3})");
  add(R"({"fact": "ancestors", "question": "?", "operator": "4", "answer": 4})", "answer: is 4, but right is 3");
  // unsafe: P R, P Q, P X, R Q, Q X, X Y
  add(R"({"fact": "unsafe-pairs", "question": "?", "answer": 6})");
  add(R"({"fact": "pairs-together", "question": "?", "answer": 5})", "answer: is 5, but right is 6");
  add(R"({"fact": "largest-block", "question": "?", "answer": 10})");
  add(R"({"fact": "lifetime-bound", "question": "?", "answer": 19})");
  add(R"({"fact": "least-peak", "question": "?", "answer": 1})", "answer: is 1, but right is 19");
  add(R"({"fact": "proved-bound", "question": "?", "answer": 18})", "answer: is 18, but right is 19");
  add(R"({"fact": "footprint", "question": "?", "answer": 19})");
  add(R"({"fact": "clique", "question": "?", "answer": ["P", "R", "Q"]})");
  add(R"({"fact": "clique", "question": "?", "answer": ["P", "X", "Q"]})", "answer: is P, Q, X, but right is P, R, Q");
  add(R"({"fact": "makespan", "question": "?", "answer": 0})");  // no operator has a duration
  add(R"({"fact": "makespan", "question": "?", "answer": 1})", "answer: is 1, but right is 0");
  add(R"({"fact": "held-by", "question": "?", "operator": "3", "answer": "2"})", ": no answer to this is right");
  add(R"({"fact": "ancestor-streams", "question": "?", "stream": 7, "answer": 0})");
  add(R"({"fact": "between-streams", "question": "?", "answer": 0})");
  // 1 before 2 and 3, 3 before 4, and nothing after 2: of 1, 2, 3, 4 only 1 is fixed
  add(R"({"fact": "insensitive", "question": "?", "answer": 1})");
  add(R"({"fact": "insensitive", "question": "?", "answer": 4})", "answer: is 4, but right is 1");
  add(R"({"fact": "span", "question": "?", "operator": "2", "answer": 3})");
  add(R"({"fact": "span", "question": "?", "operator": "3", "answer": 2})");
  add(R"({"fact": "order-variables", "question": "?", "answer": 40})");  // 2 · 5 tensors · 4 operators
  add(R"({"fact": "placed-at", "question": "?", "tensor": "Q", "answer": 15})");
  add(R"({"fact": "placed-at", "question": "?", "tensor": "Q", "answer": 0})", "answer: is 0, but right is 15");
  add(R"({"fact": "bytes-passed", "question": "?", "tensors": ["P", "X"], "answer": 0})",
      "fact: \"so.source.first\" has no allocation graph");
  add(R"({"fact": "subgraphs", "question": "?", "limit": 0, "answer": 1})", "limit: must be a whole number from 1 up");
  add(R"({"fact": "loop-repeat", "question": "?", "loop": "1", "answer": 1})", "loop: there is no loop \"1\"");
  add(R"({"fact": "opinion", "question": "?", "choices": ["a", "b"], "answer": "b"})");
  add(R"({"fact": "opinion", "question": "?", "choices": ["a", "b"], "answer": "c"})",
      "answer: must be one of the choices, not \"c\"");
  add(R"({"fact": "opinion", "question": "?", "choices": ["a"], "answer": "a"})", "choices: there must be two or more");
  add(R"({"fact": "least-footprint", "question": "?", "choices": ["a", "b"], "strategies": ["so.size.best"], "answer": "a"})",
      "strategies: there must be one for each of the choices");
  add(R"({"fact": "luck", "question": "?", "answer": 1})", "fact: there is no fact \"luck\"; there are offset, next");
  test::each_row(rows, [&](const Row& row) {
    const std::string found = fault_of(asking(row.question.c_str()));
    if (row.fault.empty())
      REQUIRE_EQ(found, std::string());
    else
      REQUIRE_MESSAGE(
          found.starts_with("l.json:/pages/1/ask" + std::string(row.fault.starts_with(':') ? "" : "/") + row.fault),
          found);
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
  REQUIRE_EQ(fault_of(tree), std::string("l.json:/pages/0/text/0: the text is longer than 8 KiB"));
  tree = small_lesson();
  tree["pages"] = Tree(201, tree["pages"][0]);
  REQUIRE_EQ(fault_of(tree), std::string("l.json:/pages: has more than 200 items"));
  tree = two_graphs();
  for (int k = 0; k < 20; ++k) tree["graphs"]["g" + std::to_string(k)] = tree["graph"];
  REQUIRE_EQ(fault_of(tree), std::string("l.json:/graphs: has more than 20 graphs"));
  tree = two_graphs();
  for (int k = 0; k < 2000; ++k)
    tree["graphs"]["other"]["tensors"].push_back({{"id", "t" + std::to_string(k)}, {"size", 1}, {"producer", "n"}});
  REQUIRE_EQ(fault_of(tree),
             std::string("l.json:/graphs/other: a lesson's graph has at most 2000 tensors and operators"));
  tree = small_lesson();
  for (int k = 0; k < 2000; ++k)
    tree["graph"]["tensors"].push_back({{"id", "t" + std::to_string(k)}, {"size", 1}, {"producer", "1"}});
  REQUIRE_EQ(fault_of(tree), std::string("l.json:/graph: a lesson's graph has at most 2000 tensors and operators"));
  const auto large = read_lesson(std::string(2 << 20, ' '), "l.json", nothing_to_open);
  REQUIRE_EQ(large.error().text(), std::string("l.json: the lesson is larger than 1 MiB"));
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
  Tree tree = asking(R"({"fact": "bytes-passed", "question": "?", "tensors": ["A", "C"], "answer": 4})");
  tree["graph"] = Tree::parse(R"({"format": "stowage-graph", "version": 1, "name": "g",
    "nodes": [{"id": "1"}, {"id": "2"}, {"id": "3"}, {"id": "4"}, {"id": "5"}, {"id": "6"}],
    "tensors": [{"id": "A", "size": 8, "producer": "1", "consumers": ["2"]},
                {"id": "B", "size": 3, "producer": "3", "consumers": ["5"]},
                {"id": "C", "size": 4, "producer": "4", "consumers": ["6"]},
                {"id": "D", "size": 1, "producer": "3", "consumers": ["6"]}]})");
  tree["pages"][0].erase("show");
  tree["pages"][1]["show"] = Tree::parse(R"({"strategy": "nnc"})");
  REQUIRE_EQ(fault_of(tree), std::string());
  tree["pages"][1]["ask"]["tensors"] = {"A", "D"};
  REQUIRE_EQ(fault_of(tree), std::string("l.json:/pages/1/ask/answer: is 4, but right is 1"));
  tree["pages"][1]["ask"]["tensors"] = {"B", "C"};
  REQUIRE_EQ(fault_of(tree), std::string("l.json:/pages/1/ask/answer: is 4, but right is 0"));
  tree["pages"][1]["ask"] = Tree::parse(R"({"fact": "placed-at", "question": "?", "tensor": "D", "answer": 7})");
  REQUIRE_EQ(fault_of(tree), std::string());
  tree["pages"][1]["ask"] = Tree::parse(R"({"fact": "footprint", "question": "?", "answer": 8})");
  REQUIRE_EQ(fault_of(tree), std::string());
  tree["pages"][1]["ask"] = Tree::parse(R"({"fact": "pyramid", "question": "?", "answer": ["A"]})");
  REQUIRE_EQ(fault_of(tree), std::string("l.json:/pages/1/ask/answer: is A, but right is C, D"));
  tree["pages"][1]["ask"] = Tree::parse(R"({"fact": "offset", "question": "?", "tensor": "A", "answer": 0})");
  REQUIRE_EQ(fault_of(tree), std::string("l.json:/pages/1/ask/fact: the decisions of \"nnc\" cannot be followed"));
}

TEST_CASE("where a loop has its values") {
  Tree tree = asking(R"({"fact": "loop-repeat", "question": "?", "loop": "train/refine", "answer": 2})");
  tree["graph"] = Tree::parse(read_file(lesson_folder() + "/../loop_nested.stowage.json").value());
  tree["pages"][0].erase("show");
  REQUIRE_EQ(fault_of(tree), std::string());
  tree["pages"][1]["ask"]["loop"] = "train/redefine";
  REQUIRE_EQ(fault_of(tree), std::string("l.json:/pages/1/ask/loop: there is no loop \"redefine\""));
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
    const std::string written = fault_of(tree), right = "but right is ";
    const int at = std::stoi(written.substr(written.find(right) + right.size()));
    REQUIRE_EQ(place("train", "weights", {k}, at), std::string());
  }
  REQUIRE_EQ(place("train/refine", "next", {0}, 0),
             std::string("l.json:/pages/1/ask/iterations: there must be one for each loop of the path"));
  REQUIRE_EQ(place("train", "nothing", {0}, 0),
             std::string("l.json:/pages/1/ask/value: the body of the loop has no tensor \"nothing\""));
}

/// On figure 2, whose last uses of a are 3 on stream 0 and 2 on stream 1.
TEST_CASE("the last use is that of the stream") {
  Lesson lesson = shipped_lesson("2_algorithms_1_and_2.json");
  const auto facts = LessonFacts::make(lesson).value();
  const auto page = std::ranges::find_if(
      lesson.pages, [](const LessonPage& p) { return p.question && p.question->fact == Fact::last_use; });
  page->question->stream = StreamId(1);
  REQUIRE_EQ(std::string(lesson.graph->name(facts->truth(*page)->op)), std::string("2"));
  page->question->stream = StreamId(2);
  REQUIRE(!facts->truth(*page));
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
  REQUIRE(facts->accepts(lesson.pages[1], {0, {p}, {}}));
  REQUIRE(!facts->accepts(lesson.pages[1], {0, {p, q}, {}}));
  REQUIRE(!facts->accepts(lesson.pages[1], {0, {}, {}}));
  REQUIRE(!facts->accepts(lesson.pages[1], {0, {n}, {}}));
}

TEST_CASE("a tensor without a place is not asked for") {
  Tree tree = asking(R"({"fact": "offset", "question": "?", "tensor": "N", "answer": 0})");
  tree["graph"]["tensors"].push_back({{"id", "N"}, {"size", 0}, {"producer", "1"}});
  REQUIRE_EQ(fault_of(tree), std::string("l.json:/pages/1/ask/tensor: N takes no bytes from other tensors, so that "
                                         "it has no place of its own"));
}

TEST_CASE("each shipped lesson is right") {
  struct Row {
    std::string name;
  };
  std::vector<Row> rows;
  for (const std::string& name : lesson_names()) rows.push_back({name});
  test::each_row(rows, [&](const Row& row) {
    const Lesson lesson = shipped_lesson(row.name);
    const auto facts = LessonFacts::make(lesson);
    REQUIRE(facts);
    const auto checked = check_lesson(lesson, **facts, row.name);
    REQUIRE_MESSAGE(checked, (checked ? "" : checked.error().text()));
    REQUIRE((lesson.pages.size() >= 6 && lesson.question_count() >= 4));
    REQUIRE((!lesson.about.empty() && lesson.about.ends_with('.') && !lesson.source.empty()));
    for (const LessonPage& page : lesson.pages) {
      REQUIRE_MESSAGE(!page.paragraphs.empty(), page.title);
      for (const std::string& text : page.paragraphs)  // short: one idea a page
        REQUIRE_MESSAGE(text.size() <= 420, text);
      if (!page.question) continue;
      REQUIRE_MESSAGE((!page.question->right.empty() && !page.question->wrong.empty()), page.title);
    }
  });
}

TEST_CASE("the lessons are there, numbered from 0") {
  const auto names = lesson_names();
  REQUIRE_EQ(names.size(), 20u);
  for (std::size_t k = 0; k < names.size(); ++k) REQUIRE(names[k].starts_with(std::to_string(k) + "_"));
}

/// Operators 1 to 4 run 10, 20, 30, 40 ns one after the other; on a stream of its own 2 runs beside nothing that waits.
TEST_CASE("times follow from the durations") {
  Tree tree = asking(R"({"fact": "makespan", "question": "?", "answer": 100})");
  for (int k = 0; k < 4; ++k) tree["graph"]["nodes"][k]["duration"] = 10 * (k + 1);
  REQUIRE_EQ(fault_of(tree), std::string());
  tree["graph"]["streams"].push_back({{"id", 8}});
  tree["graph"]["nodes"][1]["stream"] = 8;
  REQUIRE_EQ(fault_of(tree), std::string("l.json:/pages/1/ask/answer: is 100, but right is 80"));
  tree["pages"][1]["ask"] = Tree::parse(R"({"fact": "held-by", "question": "?", "operator": "3", "answer": "1"})");
  REQUIRE_EQ(fault_of(tree), std::string());
  tree["pages"][1]["ask"]["answer"] = "2";
  REQUIRE_EQ(fault_of(tree), std::string("l.json:/pages/1/ask/answer: is 2, but right is 1"));
}

/// The pictures of the lesson on layers step through a planner that can be followed; what it says of ROAM's is so.
TEST_CASE("layers lie where roam puts them") {
  const Lesson lesson = shipped_lesson("13_layers_on_top_of_each_other.json");
  const auto conflicts = Conflicts::compute(*lesson.graph).value();
  const auto problem = LayoutProblem::make(*lesson.graph, conflicts).value();
  REQUIRE(
      (make_plan(*find_layout_strategy("roam"), problem)->offsets == make_plan(*lesson.strategy, problem)->offsets));
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
