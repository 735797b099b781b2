// SPDX-License-Identifier: Apache-2.0
// Lessons in other words: the reader's faults, that only words are replaced, and the program's own translations.
#include <algorithm>
#include <filesystem>
#include "core/formats/lesson_json.h"
#include "tests/support/core_test.h"
#include "tests/support/lessons.h"

namespace {

using Tree = nlohmann::ordered_json;

/// The words for the small lesson.
Tree small_words() {
  return Tree::parse(R"({"format": "stowage-lesson-words", "version": 1, "title": "t", "about": "a.",
    "pages": [{"title": "one", "text": ["words."]},
              {"title": "two", "ask": {"question": "where?", "right": "so.", "wrong": "no.", "hints": ["p."]}}]})");
}

Result<Lesson> in_other_words(const Tree& words, Lesson lesson = read_lesson_tree(small_lesson()).value()) {
  return read_lesson_words(std::move(lesson), words.dump(), "w.json");
}

/// Everything that is read, in one order; a text that is not there is empty.
std::vector<std::string> texts_of(const Lesson& lesson) {
  std::vector<std::string> out{lesson.title, lesson.source, lesson.about};
  for (const LessonPage& page : lesson.pages) {
    out.push_back(page.title);
    out.insert(out.end(), page.paragraphs.begin(), page.paragraphs.end());
    if (!page.question) continue;
    const Question& asked = *page.question;
    out.insert(out.end(), {asked.text, asked.right, asked.wrong});
    out.insert(out.end(), asked.choices.begin(), asked.choices.end());
    for (const LessonHint& hint : asked.hints) out.push_back(hint.text);
  }
  return out;
}

std::vector<std::string> found(const std::string& pattern, const std::string& text) {
  const std::regex expression(pattern);
  std::vector<std::string> out;
  for (std::sregex_iterator it(text.begin(), text.end(), expression), end; it != end; ++it) out.push_back(it->str());
  return out;
}

/// With each Chinese character (of UTF-8) replaced by the byte 1: standard expressions know bytes alone.
std::string with_marks_for_han(const std::string& text) {
  // U+3400 to U+9FFF: three bytes, the first of which is E3 (from 90 in the second on) to E9.
  return std::regex_replace(text, std::regex("\xE3[\x90-\xBF][\x80-\xBF]|[\xE4-\xE9][\x80-\xBF][\x80-\xBF]"), "\x01");
}

/// The numbers in digits, each once: a translation may say one more or less often.
std::vector<std::string> numbers(const std::string& text) {
  std::vector<std::string> out = found("[0-9]+([,.][0-9]+)*", text);
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  return out;
}

}  // namespace

TEST_CASE("every text is replaced and nothing else") {
  const Lesson lesson = read_lesson_tree(small_lesson()).value();
  const auto read = must(in_other_words(small_words(), lesson));
  REQUIRE_EQ(texts_of(read),
             (std::vector<std::string>{"t", "", "a.", "one", "words.", "two", "where?", "so.", "no.", "p."}));
  REQUIRE_EQ(read.key, std::string("T"));
  REQUIRE_EQ(read.graph, lesson.graph);
  REQUIRE(read.strategy == lesson.strategy);
  REQUIRE_EQ(read.pages[0].blocks, lesson.pages[0].blocks);
  REQUIRE_EQ(read.pages[0].select, lesson.pages[0].select);
  REQUIRE_EQ(read.pages[0].view, lesson.pages[0].view);
  const Question &asked = *read.pages[1].question, &was = *lesson.pages[1].question;
  REQUIRE((asked.fact == was.fact && asked.tensor == was.tensor && asked.answer == was.answer));
  REQUIRE(asked.hints[0].answer == was.hints[0].answer);
}

TEST_CASE("choices are replaced and keep their order") {
  Tree lesson = small_lesson(), words = small_words();
  lesson["pages"][1]["ask"] =
      Tree::parse(R"({"fact": "opinion", "question": "?", "choices": ["a", "b"], "answer": "b"})");
  words["pages"][1]["ask"] = Tree::parse(R"({"question": "?", "choices": ["c", "d"]})");
  const auto read = must(in_other_words(words, read_lesson_tree(lesson).value()));
  REQUIRE_EQ(read.pages[1].question->choices, (std::vector<std::string>{"c", "d"}));
  REQUIRE_EQ(read.pages[1].question->answer.number, std::int64_t{1});
  words["pages"][1]["ask"]["choices"].push_back("e");
  REQUIRE_EQ(in_other_words(words, read_lesson_tree(lesson).value()).error().text(),
             says("w.json:/pages/1/ask/choices: 3 2"));
}

TEST_CASE("each fault has its place") {
  const Rows<std::string, std::string> rows = {{"/format", "\"stowage-lesson\"", "/format: \"stowage-lesson-words\""},
                                               {"/version", "2", "/version: 1"},
                                               {"/title", "", "/title:"},
                                               {"/title", "\"\"", "/title:"},
                                               {"/about", "7", "/about: string number"},
                                               {"/source", "\"S\"", "/source:"},
                                               {"/graph", "{}", "/graph:"},
                                               {"/pages", "", "/pages: 0 2"},
                                               {"/pages/1", "", "/pages: 1 2"},
                                               {"/pages/2", "{}", "/pages: 3 2"},
                                               {"/pages/0", "[]", "/pages/0: object list"},
                                               {"/pages/0/show", "{}", "/pages/0/show:"},
                                               {"/pages/0/title", "", "/pages/0/title:"},
                                               {"/pages/0/text", "", "/pages/0/text: 0 1"},
                                               {"/pages/0/text/1", "\"more\"", "/pages/0/text: 2 1"},
                                               {"/pages/0/text/0", "\"\"", "/pages/0/text/0:"},
                                               {"/pages/0/ask", "{}", "/pages/0/ask:"},
                                               {"/pages/1/ask", "", "/pages/1/ask:"},
                                               {"/pages/1/ask", "3", "/pages/1/ask: object number"},
                                               {"/pages/1/text", "[\"more\"]", "/pages/1/text: 1 0"},
                                               {"/pages/1/ask/answer", "10", "/pages/1/ask/answer:"},
                                               {"/pages/1/ask/question", "", "/pages/1/ask/question:"},
                                               {"/pages/1/ask/right", "", "/pages/1/ask/right:"},
                                               {"/pages/1/ask/wrong", "null", "/pages/1/ask/wrong: string null"},
                                               {"/pages/1/ask/choices", "[\"a\"]", "/pages/1/ask/choices: 1 0"},
                                               {"/pages/1/ask/hints", "[]", "/pages/1/ask/hints: 0 1"},
                                               {"/pages/1/ask/hints/0", "{}", "/pages/1/ask/hints/0: string object"}};
  each_row(rows, [&](const std::string& name, const std::string& value, const std::string& fault) {
    Tree words = small_words();
    change(words, name, value);
    REQUIRE_EQ(error_of(in_other_words(words)).text(), says("w.json:" + fault));
  });
}

TEST_CASE("all faults come at once") {
  Tree words = small_words();
  words["title"] = 1;
  words["pages"][0]["text"] = Tree::array();
  words["pages"][1]["ask"].erase("wrong");
  REQUIRE_EQ(in_other_words(words).error().faults.size(), 3u);
}

TEST_CASE("cut off or damaged files are faults") {
  const std::string whole = small_words().dump();
  const Lesson lesson = read_lesson_tree(small_lesson()).value();
  for (std::size_t length = 0; length < whole.size(); length += 3)
    REQUIRE(!read_lesson_words(lesson, whole.substr(0, length), "w.json"));
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const char c : {'"', '9', '}', ']', '\xff', '\0'}) {
      std::string damaged = whole;
      damaged[at] = c;
      const auto read = read_lesson_words(lesson, damaged, "w.json");
      REQUIRE((read || !read.error().faults.empty()));
    }
}

/// Every lesson in every language: all of its texts, with the same numbers and as many words that stand out.
TEST_CASE("each translation is whole") {
  Rows<std::string> rows;
  for (const auto& entry : std::filesystem::directory_iterator(lesson_folder())) {
    if (!entry.is_directory()) continue;
    const std::string language = entry.path().filename().string();
    REQUIRE_EQ(lesson_names(entry.path().string()), lesson_names());
    for (const std::string& name : lesson_names()) rows.push_back({language + "/" + name, name});
  }
  each_row(rows, [&](const std::string& file, const std::string& name) {
    const Lesson lesson = shipped_lesson(name);
    const auto read = must(read_lesson_words(lesson, read_file(lesson_folder() + "/" + file).value(), file));
    const auto from = texts_of(lesson), to = texts_of(read);
    REQUIRE_EQ(to.size(), from.size());
    for (std::size_t k = 0; k < from.size(); ++k) {
      const std::string both = from[k] + " -> " + to[k];
      REQUIRE_MESSAGE(numbers(from[k]) == numbers(to[k]), both);
      REQUIRE_MESSAGE(found(R"(\*\*.+?\*\*)", from[k]).size() == found(R"(\*\*.+?\*\*)", to[k]).size(), both);
    }
  });
}

/// Written in Chinese, with its punctuation; names of tensors, operators and commands stay as they are.
TEST_CASE("chinese is chinese") {
  REQUIRE(std::filesystem::is_directory(lesson_folder() + "/zh_CN"));
  for (const std::string& name : lesson_names()) {
    const std::string file = "zh_CN/" + name;
    const Lesson lesson = shipped_lesson(name);
    const auto read = must(read_lesson_words(lesson, read_file(lesson_folder() + "/" + file).value(), file));
    for (const std::string& text : texts_of(read)) {
      const std::string marked = with_marks_for_han(text);
      REQUIRE_MESSAGE(!found("\x01", marked).empty(), text);
      REQUIRE_MESSAGE(found("\x01 ?[,.;:?!()]|[,;:?!] ?\x01", marked).empty(), text);
    }
  }
}
