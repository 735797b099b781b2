// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

namespace stowage {

/// A small graph that comes with the program.
struct Sample {
  QString path;   ///< a Qt resource, ":/samples/…"; the loader reads it like a file
  QString title;  ///< the graph's name
  QString about;  ///< one line on what it shows, in the reader's language
  QString key;    ///< of a lesson: Lesson::key
};

/// All samples in the program, the one to begin with first, as samples/index.json lists them; it is read once.
[[nodiscard]] const std::vector<Sample>& samples();

/// The lessons in the program, in their order; title and one line in the reader's language.
[[nodiscard]] std::vector<Sample> lessons();
/// The file beside a lesson that has its words in the reader's language (core/io/lesson_words.h), or empty. For any
/// thread.
[[nodiscard]] QString words_of_lesson(const QString& path);

}  // namespace stowage
