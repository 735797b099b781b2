// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <QString>

namespace stowage {

/// The language of texts that are kept in files, as these files and folders are called: "en", "zh_CN". For any thread.
[[nodiscard]] QString language_of_words();

/// What a person comes for: the start page has a card for each.
enum class StartTask : std::uint8_t { recording, model, plan, learn };
inline constexpr std::array kStartTasks{StartTask::recording, StartTask::model, StartTask::plan, StartTask::learn};

/// A small graph, or a lesson, that comes with the program.
struct Sample {
  QString path;   ///< a Qt resource, ":/samples/…"; the loader reads it like a file
  QString title;  ///< for people, in the reader's language
  QString about;  ///< one line on what it shows, in the reader's language
  StartTask task = StartTask::model;
  QString key{};     ///< of a lesson: Lesson::key
  QString source{};  ///< of a lesson: what it is taken from, as "SOMAS"
  QString number{};  ///< of a lesson: with which its file begins
  int minutes = 0;   ///< of a lesson: that it takes, about
};

/// All samples in the program, the one to begin with first, as samples/index.json lists them; it is read once.
[[nodiscard]] const std::vector<Sample>& samples();

/// The lessons in the program, by what they are taken from, then by number; title and one line in the reader's
/// language.
[[nodiscard]] std::vector<Sample> lessons();
/// The lesson files of a folder, by name; empty where there is no such folder. Files that are no lessons are left out.
[[nodiscard]] std::vector<Sample> lessons_in(const QString& folder);
/// The file beside a lesson that has its words in the reader's language (core/formats/lesson_json.h), or empty. For
/// any thread.
[[nodiscard]] QString words_of_lesson(const QString& path);

}  // namespace stowage
