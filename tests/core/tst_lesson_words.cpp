// SPDX-License-Identifier: Apache-2.0
// Lessons in other words: the reader's faults, that nothing but words is replaced, and the translations that come with
// the program.
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <set>

#include "core/io/file.h"
#include "core/io/lesson_words.h"
#include "tests/start/test_entry.h"
#include "tests/support/lessons.h"

using namespace stowage;
using namespace stowage::test;

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

QStringList found(const QString& pattern, const std::string& text) {
  const QRegularExpression expression(pattern, QRegularExpression::UseUnicodePropertiesOption);
  QStringList out;
  for (auto it = expression.globalMatch(QString::fromStdString(text)); it.hasNext();) out << it.next().captured();
  return out;
}

/// The numbers in digits, each once: a translation may say one more or less often.
QStringList numbers(const std::string& text) {
  QStringList out = found("[0-9]+([,.][0-9]+)*", text);
  out.removeDuplicates();
  out.sort();
  return out;
}

}  // namespace

class LessonWordsTest : public QObject {
  Q_OBJECT

 private slots:
  void every_text_is_replaced_and_nothing_else() {
    const Lesson lesson = read_lesson_tree(small_lesson()).value();
    const auto read = in_other_words(small_words(), lesson);
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QCOMPARE(texts_of(*read),
             (std::vector<std::string>{"t", "", "a.", "one", "words.", "two", "where?", "so.", "no.", "p."}));
    QCOMPARE(read->key, std::string("T"));
    QCOMPARE(read->graph, lesson.graph);
    QVERIFY(read->strategy == lesson.strategy);
    QCOMPARE(read->pages[0].blocks, lesson.pages[0].blocks);
    QCOMPARE(read->pages[0].select, lesson.pages[0].select);
    QCOMPARE(read->pages[0].view, lesson.pages[0].view);
    const Question &asked = *read->pages[1].question, &was = *lesson.pages[1].question;
    QVERIFY(asked.fact == was.fact && asked.tensor == was.tensor && asked.answer == was.answer);
    QVERIFY(asked.hints[0].answer == was.hints[0].answer);
  }

  void choices_are_replaced_and_keep_their_order() {
    Tree lesson = small_lesson(), words = small_words();
    lesson["pages"][1]["ask"] =
        Tree::parse(R"({"fact": "opinion", "question": "?", "choices": ["a", "b"], "answer": "b"})");
    words["pages"][1]["ask"] = Tree::parse(R"({"question": "?", "choices": ["c", "d"]})");
    const auto read = in_other_words(words, read_lesson_tree(lesson).value());
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QCOMPARE(read->pages[1].question->choices, (std::vector<std::string>{"c", "d"}));
    QCOMPARE(read->pages[1].question->answer.number, std::int64_t{1});
    words["pages"][1]["ask"]["choices"].push_back("e");
    QCOMPARE(in_other_words(words, read_lesson_tree(lesson).value()).error().text(),
             std::string("w.json:/pages/1/ask/choices: has 3 items, the lesson has 2"));
  }

  void each_fault_has_its_place_data() {
    const FaultRow row = fault_rows();
    row("/format", "\"stowage-lesson\"", "/format: must be \"stowage-lesson-words\"");
    row("/version", "2", "/version: must be 1, the version this program reads");
    row("/title", "", "/title: is missing");
    row("/title", "\"\"", "/title: must not be empty");
    row("/about", "7", "/about: must be a string, not a number");
    row("/source", "\"S\"", "/source: the lesson has no such text");
    row("/graph", "{}", "/graph: there is no such key here");
    row("/pages", "", "/pages: has 0 items, the lesson has 2");
    row("/pages/1", "", "/pages: has 1 items, the lesson has 2");
    row("/pages/2", "{}", "/pages: has 3 items, the lesson has 2");
    row("/pages/0", "[]", "/pages/0: must be an object, not a list");
    row("/pages/0/show", "{}", "/pages/0/show: there is no such key here");
    row("/pages/0/title", "", "/pages/0/title: is missing");
    row("/pages/0/text", "", "/pages/0/text: has 0 items, the lesson has 1");
    row("/pages/0/text/1", "\"more\"", "/pages/0/text: has 2 items, the lesson has 1");
    row("/pages/0/text/0", "\"\"", "/pages/0/text/0: must not be empty");
    row("/pages/0/ask", "{}", "/pages/0/ask: this page of the lesson asks nothing");
    row("/pages/1/ask", "", "/pages/1/ask: is missing");
    row("/pages/1/ask", "3", "/pages/1/ask: must be an object, not a number");
    row("/pages/1/text", "[\"more\"]", "/pages/1/text: has 1 items, the lesson has 0");
    row("/pages/1/ask/answer", "10", "/pages/1/ask/answer: there is no such key here");
    row("/pages/1/ask/question", "", "/pages/1/ask/question: is missing");
    row("/pages/1/ask/right", "", "/pages/1/ask/right: is missing");
    row("/pages/1/ask/wrong", "null", "/pages/1/ask/wrong: must be a string, not null");
    row("/pages/1/ask/choices", "[\"a\"]", "/pages/1/ask/choices: has 1 items, the lesson has 0");
    row("/pages/1/ask/hints", "[]", "/pages/1/ask/hints: has 0 items, the lesson has 1");
    row("/pages/1/ask/hints/0", "{}", "/pages/1/ask/hints/0: must be a string, not an object");
  }
  void each_fault_has_its_place() {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, fault);
    Tree words = small_words();
    change(words, pointer.toStdString(), value.toStdString());
    const auto read = in_other_words(words);
    QVERIFY(!read);
    QCOMPARE(QString::fromStdString(read.error().text()), "w.json:" + fault);
  }

  void all_faults_come_at_once() {
    Tree words = small_words();
    words["title"] = 1;
    words["pages"][0]["text"] = Tree::array();
    words["pages"][1]["ask"].erase("wrong");
    QCOMPARE(in_other_words(words).error().faults.size(), 3u);
  }

  void cut_off_or_damaged_files_are_faults() {
    const std::string whole = small_words().dump();
    const Lesson lesson = read_lesson_tree(small_lesson()).value();
    for (std::size_t length = 0; length < whole.size(); length += 3)
      QVERIFY(!read_lesson_words(lesson, whole.substr(0, length), "w.json"));
    for (std::size_t at = 0; at < whole.size(); ++at)
      for (const char c : {'"', '9', '}', ']', '\xff', '\0'}) {
        std::string damaged = whole;
        damaged[at] = c;
        const auto read = read_lesson_words(lesson, damaged, "w.json");
        QVERIFY(read || !read.error().faults.empty());
      }
  }

  /// Every lesson in every language: all of its texts, with the same numbers and as many words that stand out.
  void each_translation_is_whole_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("name");
    for (const auto& entry : std::filesystem::directory_iterator(lesson_folder())) {
      if (!entry.is_directory()) continue;
      const std::string language = entry.path().filename().string();
      QCOMPARE(lesson_names(entry.path().string()), lesson_names());
      for (const std::string& name : lesson_names())
        QTest::newRow((language + "/" + name).c_str())
            << QString::fromStdString(language) << QString::fromStdString(name);
    }
  }
  void each_translation_is_whole() {
    QFETCH(QString, language);
    QFETCH(QString, name);
    const Lesson lesson = shipped_lesson(name.toStdString());
    const std::string file = (language + "/" + name).toStdString();
    const auto read = read_lesson_words(lesson, read_file(lesson_folder() + "/" + file).value(), file);
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    const auto from = texts_of(lesson), to = texts_of(*read);
    QCOMPARE(to.size(), from.size());
    for (std::size_t k = 0; k < from.size(); ++k) {
      const std::string both = from[k] + " -> " + to[k];
      QVERIFY2(numbers(from[k]) == numbers(to[k]), both.c_str());
      QVERIFY2(found(R"(\*\*.+?\*\*)", from[k]).size() == found(R"(\*\*.+?\*\*)", to[k]).size(), both.c_str());
    }
  }

  /// Written in Chinese, with its punctuation; names of tensors, operators and commands stay as they are.
  void chinese_is_chinese() {
    QVERIFY(std::filesystem::is_directory(lesson_folder() + "/zh_CN"));
    for (const std::string& name : lesson_names()) {
      const std::string file = "zh_CN/" + name;
      const Lesson lesson = shipped_lesson(name);
      const auto read = read_lesson_words(lesson, read_file(lesson_folder() + "/" + file).value(), file);
      QVERIFY(read);
      for (const std::string& text : texts_of(*read)) {
        QVERIFY2(!found("\\p{Han}", text).isEmpty(), text.c_str());
        QVERIFY2(found("\\p{Han} ?[,.;:?!()]|[,;:?!] ?\\p{Han}", text).isEmpty(), text.c_str());
      }
    }
  }
};

STOWAGE_TEST(LessonWordsTest);
#include "tst_lesson_words.moc"
