// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "core/formats/lesson_json.h"
#include "core/formats/lesson_value.h"

namespace stowage {
namespace {

constexpr std::string_view kFields[] = {"format", "version", "title", "source", "about", "pages"};
constexpr std::string_view kPageFields[] = {"title", "text", "ask"};
constexpr std::string_view kAskFields[] = {"question", "choices", "right", "wrong", "hints"};
constexpr std::size_t kMostItems = 1000;

/// Replaces a text. The file must have it if and only if the lesson has it.
void put(const LessonValue& value, std::string_view field, std::string& text) {
  if (!text.empty())
    text = value.text(field, true);
  else if (value.has(field))
    value.fault(field, "the lesson has no such text");
}

/// The values, as many as the lesson has; empty, with a fault, where the number differs.
std::vector<LessonValue> items(const LessonValue& value, std::string_view field, std::size_t count) {
  auto out = value.items(field, kMostItems);
  if (out.size() == count) return out;
  value.fault(field, "has " + std::to_string(out.size()) + " items, the lesson has " + std::to_string(count));
  return {};
}

void put_all(const LessonValue& value, std::string_view field, std::vector<std::string>& texts) {
  const auto words = items(value, field, texts.size());
  for (std::size_t k = 0; k < words.size(); ++k) texts[k] = words[k].text({}, !texts[k].empty());
}

void put_question(const LessonValue& value, Question& question) {
  value.allow(kAskFields);
  put(value, "question", question.text);
  put(value, "right", question.right);
  put(value, "wrong", question.wrong);
  put_all(value, "choices", question.choices);
  const auto hints = items(value, "hints", question.hints.size());
  for (std::size_t k = 0; k < hints.size(); ++k) question.hints[k].text = hints[k].text({}, true);
}

void put_page(const LessonValue& value, LessonPage& page) {
  if (!value.is_object()) return;
  value.allow(kPageFields);
  put(value, "title", page.title);
  put_all(value, "text", page.paragraphs);
  const auto ask = value.object("ask");
  if (ask && page.question)
    put_question(*ask, *page.question);
  else if (ask)
    value.fault("ask", "this page of the lesson asks nothing");
  else if (page.question && !value.has("ask"))
    value.fault("ask", "is missing");
}

}  // namespace

Result<Lesson> read_lesson_words(Lesson lesson, std::string_view bytes, const std::string& file, const Task& task) {
  STOWAGE_TRY(const auto root, read_lesson_tree(bytes, "stowage-lesson-words", kFields, file, task));
  Faults faults(file);
  const LessonValue document(root, "", faults);
  document.allow(kFields);
  put(document, "title", lesson.title);
  put(document, "source", lesson.source);
  put(document, "about", lesson.about);
  const auto pages = items(document, "pages", lesson.pages.size());
  for (std::size_t k = 0; k < pages.size(); ++k) put_page(pages[k], lesson.pages[k]);
  if (faults.any()) return tl::unexpected(std::move(faults).error());
  return lesson;
}

}  // namespace stowage
