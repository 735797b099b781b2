// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include "app/controllers/window_parts.h"

namespace stowage {

/// Writes and checks the files of a course: new lessons, results to hand in, and the pages of a lesson as slides.
class LessonFiles final : public QObject {
  Q_OBJECT

 public:
  /// The window owns it.
  explicit LessonFiles(const WindowParts& parts);

  /// Writes a lesson on the graph that is open, with pages to edit.
  void write_new_lesson(const QString& path);
  void choose_new_lesson();
  /// Writes what was answered in the lesson that is open, to be handed in.
  void write_result(const QString& path);
  void choose_result();
  /// Says whether a result is as it was written.
  void check_result(const QString& path);
  void choose_result_to_check();
  /// Writes all pages with their words and pictures, as one PDF or numbered pictures; FileWriter::written() says how it
  /// went.
  void export_pages(const QString& name);
  void choose_slides();
  /// Adds the answer just given to the log that a result is made of.
  void keep_answer();

 signals:
  void lesson_written(const QString& path, bool done);

 private:
  const WindowParts parts_;
};

}  // namespace stowage
