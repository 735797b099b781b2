// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include "app/controllers/window_parts.h"

class QAction;
class QMenu;

namespace stowage {

/// The lessons to choose from: those of the program by paper, then those in the user's folder. The menu and the pane
/// list the same ones, with a tick where every question is over. And the files of a course: new lessons, results to
/// hand in, and the pages of a lesson as slides.
class LessonFiles final : public QObject {
  Q_OBJECT

 public:
  explicit LessonFiles(const WindowParts& parts);

  /// Adds a menu for each paper, and one for the user's folder.
  void fill(QMenu& menu);
  /// Reads the folder and the progress again.
  void refresh();
  /// Lists the lessons of this folder from now on, after those of the program; none where it is empty.
  void set_folder(const QString& path);
  void choose_folder();

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
  void chosen(const QString& path);
  void lesson_written(const QString& path, bool done);

 private:
  const WindowParts parts_;
  QList<QAction*> entries_;  // of the menu, by lesson of the program
  QMenu* own_ = nullptr;     // those of the folder
};

}  // namespace stowage
