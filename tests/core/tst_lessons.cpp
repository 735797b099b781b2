// SPDX-License-Identifier: Apache-2.0
// Lessons: the reader's faults, the check of their answers, and those that come with the program.
#include <QtTest>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/io/document.h"
#include "core/io/file.h"
#include "core/io/lesson_json.h"
#include "core/learn/lesson_facts.h"
#include "tests/start/test_entry.h"
#include "tests/support/lessons.h"

using namespace stowage;
using namespace stowage::test;

namespace {

using Tree = nlohmann::ordered_json;

Result<std::string> nothing_to_open(const std::string& path) {
  return tl::unexpected(Error::bad_input(path, "", "was not to be opened"));
}

/// Reads and checks; the fault as text, or empty.
QString fault_of(const Tree& tree) {
  const auto lesson = read_lesson_tree(tree);
  if (!lesson) return QString::fromStdString(lesson.error().text());
  const auto facts = LessonFacts::make(*lesson);
  if (!facts) return QString::fromStdString(facts.error().text());
  const auto checked = check_lesson(*lesson, **facts, "l.json");
  return checked ? QString() : QString::fromStdString(checked.error().text());
}

/// The question of the second page, with what is given in place of what was asked.
Tree asking(const char* question) {
  Tree tree = small_lesson();
  tree["pages"][1]["ask"] = Tree::parse(question);
  return tree;
}

}  // namespace

class LessonsTest : public QObject {
  Q_OBJECT

 private slots:
  void reads_what_is_there() {
    const auto lesson = read_lesson_tree(small_lesson());
    QVERIFY2(lesson, lesson ? "" : lesson.error().text().c_str());
    QCOMPARE(lesson->title, std::string("T"));
    QCOMPARE(lesson->pages.size(), 2u);
    QCOMPARE(lesson->question_count(), 1u);
    const LessonPage& first = lesson->pages[0];
    QCOMPARE(first.paragraphs, std::vector<std::string>{"Words."});
    QCOMPARE(first.blocks, std::optional<std::size_t>(2));
    QCOMPARE(first.select, std::vector<TensorId>{TensorId(0)});
    QCOMPARE(first.view, LessonView::lanes);
    QCOMPARE(std::string(first.strategy->id), std::string("so.source.first"));
    const Question& asked = *lesson->pages[1].question;
    QCOMPARE(asked.tensor, TensorId(3));
    QCOMPARE(asked.answer.number, std::int64_t{10});
    QCOMPARE(asked.hints.front().text, std::string("P."));
    QCOMPARE(fault_of(small_lesson()), QString());
  }

  void a_graph_beside_it_is_opened_by_its_path() {
    Tree tree = small_lesson();
    const std::string graph = tree["graph"].dump();
    tree["graph"] = "../g.stowage.json";
    std::string asked;
    const auto lesson = read_lesson(tree.dump(), "l.json", [&](const std::string& path) -> Result<std::string> {
      asked = path;
      return graph;
    });
    QVERIFY(lesson);
    QCOMPARE(asked, std::string("../g.stowage.json"));
    QCOMPARE(lesson->graph->tensor_count(), 5u);
    const auto refused = read_lesson(tree.dump(), "l.json", nothing_to_open);
    QCOMPARE(refused.error().text(), std::string("../g.stowage.json: was not to be opened"));
  }

  void tells_lessons_from_other_files() {
    QVERIFY(looks_like_lesson(small_lesson().dump()));
    QVERIFY(!looks_like_lesson(small_lesson()["graph"].dump()));
    QVERIFY(looks_like_lesson("{ \"format\" :\n\"stowage-lesson\"}"));
    Tree named = small_lesson()["graph"];  // whatever it has for names
    named["tensors"][0]["id"] = "stowage-lesson";
    named["name"] = "format";
    QVERIFY(!looks_like_lesson(named.dump()));
    QVERIFY(!looks_like_lesson(""));
    QCOMPARE(read_document(small_lesson().dump(), "l.json").error().text(),
             std::string("l.json: this is a lesson; the window opens it"));
  }

  void each_fault_has_its_place_data() {
    const FaultRow row = fault_rows();
    row("/format", "\"stowage-graph\"", "/format: must be \"stowage-lesson\"");
    row("/version", "2", "/version: must be 1, the version this program reads");
    row("/title", "", "/title: is missing");
    row("/title", "\"\"", "/title: must not be empty");
    row("/title", "[1]", "/title: must be a string, not a list");
    row("/strategy", "", "/strategy: is missing");
    row("/strategy", "\"so.luck\"", "/strategy: there is no strategy \"so.luck\"");
    row("/answer", "1", "/answer: there is no such key here");
    row("/pages", "[]", "/pages: there must be at least one page");
    row("/pages", "{}", "/pages: must be a list, not an object");
    row("/pages/0", "3", "/pages/0: must be an object, not a number");
    row("/pages/0/text", "\"Words.\"", "/pages/0/text: must be a list, not a string");
    row("/pages/0/text/0", "true", "/pages/0/text/0: must be a string, not true or false");
    row("/pages/0/titel", "\"One\"", "/pages/0/titel: there is no such key here");
    row("/pages/0/show/blocks", "5", "/pages/0/show/blocks: the graph has only 4 tensors and groups to place");
    row("/pages/0/show/blocks", "-1", "/pages/0/show/blocks: must not be negative");
    row("/pages/0/show/blocks", "1.5", "/pages/0/show/blocks: must be a whole number below 2^63 in plain digits");
    row("/pages/0/show/select/0", "\"Z\"", "/pages/0/show/select/0: the graph has no tensor \"Z\"");
    row("/pages/0/show/select", "[\"P\", \"P\"]", "/pages/0/show/select: names a tensor twice");
    row("/pages/0/show/view", "\"sky\"",
        "/pages/0/show/view: there is no view \"sky\"; there are map, graph, lanes, conflicts, peak, strategies, "
        "matrix, orders");
    row("/pages/0/show/strategy", "7", "/pages/0/show/strategy: must be a string, not a number");
    row("/pages/1/ask/fact", "", "/pages/1/ask/fact: is missing");
    row("/pages/1/ask/question", "", "/pages/1/ask/question: is missing");
    row("/pages/1/ask/tensor", "\"Z\"", "/pages/1/ask/tensor: the graph has no tensor \"Z\"");
    row("/pages/1/ask/tensor", "", "/pages/1/ask/tensor: is missing");
    row("/pages/1/ask/tensors", "[\"P\", \"Q\"]", "/pages/1/ask/tensors: there is no such key here");
    row("/pages/1/ask/answer", "", "/pages/1/ask/answer: is missing");
    row("/pages/1/ask/answer", "\"10\"", "/pages/1/ask/answer: must be a number, not a string");
    row("/pages/1/ask/answer", "18446744073709551615",
        "/pages/1/ask/answer: must be a whole number below 2^63 in plain digits");
    row("/pages/1/ask/hints/0/text", "", "/pages/1/ask/hints/0/text: is missing");
    row("/pages/1/ask/hints/0/answer", "null", "/pages/1/ask/hints/0/answer: must be a number, not null");
    row("/graph", "", "/graph: must be a graph, or the relative path of one");
    row("/graph", "\"/etc/passwd\"", "/graph: must be a graph, or the relative path of one");
    row("/graph", "\"file:///etc/passwd\"", "/graph: must be a graph, or the relative path of one");
    row("/graph/tensors/1/size", "-3", "/graph/tensors/1/size: size -3 is not between 0 and 2^53");
    // what the planners, the unsafe relation and the bounds say
    row("/pages/1/ask/answer", "11", "/pages/1/ask/answer: is 11, but right is 10");
    row("/pages/1/ask/hints/0/answer", "10",
        "/pages/1/ask/hints/0/answer: is right, but a hint is for an answer that is wrong");
    row("/pages/1/show", "{\"blocks\": 2}", "/pages/1/ask: X is placed after 3 blocks, but the page shows 2");
    row("/graph/tensors/3/size", "6", "/pages/1/ask/answer: is 10, but right is 19");
  }
  void each_fault_has_its_place() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, fault);
    Tree tree = small_lesson();
    change(tree, pointer.toStdString(), value.toStdString());
    QCOMPARE(fault_of(tree), "l.json:" + fault);
  }

  void every_fact_is_compared_data() {
    QTest::addColumn<QString>("question");
    QTest::addColumn<QString>("fault");  // empty: it is right
    const auto row = [](const char* question, const char* fault = "") { QTest::newRow(question) << question << fault; };
    row(R"({"fact": "safe", "question": "?", "tensors": ["R", "X"], "answer": "safe"})");
    row(R"({"fact": "safe", "question": "?", "tensors": ["P", "X"], "answer": "safe"})",
        "answer: is safe, but right is unsafe");
    row(R"({"fact": "safe", "question": "?", "tensors": ["P", "X"], "answer": "maybe"})",
        "answer: must be \"safe\" or \"unsafe\", not \"maybe\"");
    row(R"({"fact": "safe", "question": "?", "tensors": ["P"], "answer": "safe"})", "tensors: must name two tensors");
    row(R"({"fact": "safe", "question": "?", "tensors": ["P", "P"], "answer": "safe"})", "tensors: names \"P\" twice");
    row(R"({"fact": "next", "question": "?", "answer": "P"})", ": no answer to this is right");
    row(R"({"fact": "safe-partner", "question": "?", "tensor": "R", "answer": "Y"})");
    row(R"({"fact": "safe-partner", "question": "?", "tensor": "R", "answer": "P"})", "answer: is P, but right is X");
    row(R"({"fact": "last-use", "question": "?", "tensor": "P", "stream": 7, "answer": "3"})");
    row(R"({"fact": "last-use", "question": "?", "tensor": "P", "stream": 7, "answer": "2"})",
        "answer: is 2, but right is 3");
    row(R"({"fact": "last-use", "question": "?", "tensor": "P", "stream": 0, "answer": "3"})",
        "stream: the graph has no stream 0");
    row(R"({"fact": "last-ancestor", "question": "?", "operator": "3", "stream": 7, "answer": "2"})");
    row(R"({"fact": "last-ancestor", "question": "?", "operator": "1", "stream": 7, "answer": "2"})",
        ": no answer to this is right");
    row(R"({"fact": "last-ancestor", "question": "?", "operator": "5", "stream": 7, "answer": "2"})",
        "operator: the graph has no operator \"5\"");
    row(R"({"fact": "ancestors", "question": "?", "operator": "4", "answer": 3})");
    row(R"({"fact": "ancestors", "question": "?", "operator": "4", "answer": 4})", "answer: is 4, but right is 3");
    // unsafe: P R, P Q, P X, R Q, Q X, X Y
    row(R"({"fact": "unsafe-pairs", "question": "?", "answer": 6})");
    row(R"({"fact": "pairs-together", "question": "?", "answer": 5})", "answer: is 5, but right is 6");
    row(R"({"fact": "largest-block", "question": "?", "answer": 10})");
    row(R"({"fact": "lifetime-bound", "question": "?", "answer": 19})");
    row(R"({"fact": "least-peak", "question": "?", "answer": 1})", "answer: is 1, but right is 19");
    row(R"({"fact": "proved-bound", "question": "?", "answer": 18})", "answer: is 18, but right is 19");
    row(R"({"fact": "footprint", "question": "?", "answer": 19})");
    row(R"({"fact": "clique", "question": "?", "answer": ["P", "R", "Q"]})");
    row(R"({"fact": "clique", "question": "?", "answer": ["P", "X", "Q"]})",
        "answer: is P, Q, X, but right is P, R, Q");
    row(R"({"fact": "opinion", "question": "?", "choices": ["a", "b"], "answer": "b"})");
    row(R"({"fact": "opinion", "question": "?", "choices": ["a", "b"], "answer": "c"})",
        "answer: must be one of the choices, not \"c\"");
    row(R"({"fact": "opinion", "question": "?", "choices": ["a"], "answer": "a"})",
        "choices: there must be two or more");
    row(R"({"fact": "least-footprint", "question": "?", "choices": ["a", "b"], "strategies": ["so.size.best"], "answer": "a"})",
        "strategies: there must be one for each of the choices");
    row(R"({"fact": "luck", "question": "?", "answer": 1})", "fact: there is no fact \"luck\"; there are offset, next");
  }
  void every_fact_is_compared() {
    QFETCH(QString, question);
    QFETCH(QString, fault);
    const QString found = fault_of(asking(question.toUtf8().constData()));
    if (fault.isEmpty())
      QCOMPARE(found, QString());
    else
      QVERIFY2(found.startsWith("l.json:/pages/1/ask" + QString(fault.startsWith(':') ? "" : "/") + fault),
               qPrintable(found));
  }

  void all_faults_come_at_once() {
    Tree tree = small_lesson();
    tree["title"] = 1;
    tree["pages"][0]["show"]["view"] = "sky";
    tree["pages"][1]["ask"]["tensor"] = "Z";
    QCOMPARE(read_lesson_tree(tree).error().faults.size(), 3u);
  }

  void sizes_are_limited() {
    Tree tree = small_lesson();
    tree["pages"][0]["text"][0] = std::string(9000, 'x');
    QCOMPARE(fault_of(tree), QString("l.json:/pages/0/text/0: the text is longer than 8 KiB"));
    tree = small_lesson();
    tree["pages"] = Tree(201, tree["pages"][0]);
    QCOMPARE(fault_of(tree), QString("l.json:/pages: has more than 200 items"));
    tree = small_lesson();
    for (int k = 0; k < 2000; ++k)
      tree["graph"]["tensors"].push_back({{"id", "t" + std::to_string(k)}, {"size", 1}, {"producer", "1"}});
    QCOMPARE(fault_of(tree), QString("l.json:/graph: a lesson's graph has at most 2000 tensors and operators"));
    const auto large = read_lesson(std::string(2 << 20, ' '), "l.json", nothing_to_open);
    QCOMPARE(large.error().text(), std::string("l.json: the lesson is larger than 1 MiB"));
  }

  /// No part of a lesson makes the reader fall over.
  void cut_off_or_damaged_files_are_faults() {
    const std::string whole = small_lesson().dump();
    for (std::size_t length = 0; length < whole.size(); length += 7)
      QVERIFY(!read_lesson(whole.substr(0, length), "l.json", nothing_to_open));
    for (std::size_t at = 0; at < whole.size(); at += 3)
      for (const char c : {'"', '9', '}', '\xff', '\0'}) {
        std::string damaged = whole;
        damaged[at] = c;
        const auto lesson = read_lesson(damaged, "l.json", nothing_to_open);
        if (!lesson) {
          QVERIFY(!lesson.error().faults.empty());
        } else if (const auto facts = LessonFacts::make(*lesson)) {
          (void)check_lesson(*lesson, **facts, "l.json");
        }
      }
  }

  /// On figure 2, whose last uses of a are 3 on stream 0 and 2 on stream 1.
  void the_last_use_is_that_of_the_stream() {
    Lesson lesson = shipped_lesson("2_algorithms_1_and_2.json");
    const auto facts = LessonFacts::make(lesson).value();
    const auto page = std::ranges::find_if(
        lesson.pages, [](const LessonPage& p) { return p.question && p.question->fact == Fact::last_use; });
    page->question->stream = StreamId(1);
    QCOMPARE(std::string(lesson.graph->name(facts->truth(*page)->op)), std::string("2"));
    page->question->stream = StreamId(2);
    QVERIFY(!facts->truth(*page));
  }

  /// One tensor is an answer, not two, and not the one that is asked about, even if it would not mind.
  void a_partner_is_one_other_tensor() {
    Tree tree = asking(R"({"fact": "safe-partner", "question": "?", "tensor": "N", "answer": "P"})");
    tree["graph"]["tensors"].push_back({{"id", "N"}, {"size", 1}});  // nobody makes or uses it
    QCOMPARE(fault_of(tree), QString());
    const Lesson lesson = read_lesson_tree(tree).value();
    const auto facts = LessonFacts::make(lesson).value();
    const TensorId p = lesson.graph->find_tensor("P"), q = lesson.graph->find_tensor("Q"),
                   n = lesson.graph->find_tensor("N");
    QVERIFY(facts->accepts(lesson.pages[1], {0, {p}, {}}));
    QVERIFY(!facts->accepts(lesson.pages[1], {0, {p, q}, {}}));
    QVERIFY(!facts->accepts(lesson.pages[1], {0, {}, {}}));
    QVERIFY(!facts->accepts(lesson.pages[1], {0, {n}, {}}));
  }

  void a_tensor_without_a_place_is_not_asked_for() {
    Tree tree = asking(R"({"fact": "offset", "question": "?", "tensor": "N", "answer": 0})");
    tree["graph"]["tensors"].push_back({{"id", "N"}, {"size", 0}, {"producer", "1"}});
    QCOMPARE(fault_of(tree), QString("l.json:/pages/1/ask/tensor: N keeps bytes from nobody, so that it has no place "
                                     "of its own"));
  }

  void each_shipped_lesson_is_right_data() {
    QTest::addColumn<QString>("name");
    for (const std::string& name : lesson_names()) QTest::newRow(name.c_str()) << QString::fromStdString(name);
  }
  void each_shipped_lesson_is_right() {
    QFETCH(QString, name);
    const Lesson lesson = shipped_lesson(name.toStdString());
    const auto facts = LessonFacts::make(lesson);
    QVERIFY(facts);
    const auto checked = check_lesson(lesson, **facts, name.toStdString());
    QVERIFY2(checked, checked ? "" : checked.error().text().c_str());
    QVERIFY(lesson.pages.size() >= 6 && lesson.question_count() >= 4);
    QVERIFY(!lesson.about.empty() && lesson.about.ends_with('.') && !lesson.source.empty());
    for (const LessonPage& page : lesson.pages) {
      QVERIFY2(!page.paragraphs.empty(), page.title.c_str());
      for (const std::string& text : page.paragraphs)  // short: one idea a page
        QVERIFY2(text.size() <= 420, text.c_str());
      if (!page.question) continue;
      QVERIFY2(!page.question->right.empty() && !page.question->wrong.empty(), page.title.c_str());
    }
  }

  void the_thirteen_lessons_are_there() {
    const auto names = lesson_names();
    QCOMPARE(names.size(), 13u);
    for (std::size_t k = 0; k < names.size(); ++k) QVERIFY(names[k].starts_with(std::to_string(k + 1) + "_"));
  }

  /// The numbers that the paper prints.
  void published_answers() {
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
    QCOMPARE(answer("3_avoid_merge_fit.json", Fact::offset, "D"), Numbers{7});
    QCOMPARE(answer("5_single_and_many_objects.json", Fact::offset, "E"), (Numbers{1664, 768}));
    QCOMPARE(answer("5_single_and_many_objects.json", Fact::footprint, ""), Numbers{1664});
    QCOMPARE(answer("1_one_stream_is_not_enough.json", Fact::unsafe_pairs, ""), Numbers{32});
    QCOMPARE(answer("1_one_stream_is_not_enough.json", Fact::pairs_together, ""), Numbers{25});
  }
};

STOWAGE_TEST(LessonsTest);
#include "tst_lessons.moc"
