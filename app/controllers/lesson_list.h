// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QString>

#include "app/controllers/window_parts.h"

class QAction;
class QMenu;

namespace stowage {

/// Settings on the lesson of a key: its progress, and the progress with which it was finished last.
[[nodiscard]] QString progress_key(const QString& lesson);
[[nodiscard]] QString finished_key(const QString& lesson);

/// The lessons to choose from: those of the program by paper, then those in the user's folder. The menu and the pane
/// list the same ones, with a tick where every question is over.
class LessonList final : public QObject {
  Q_OBJECT

 public:
  /// The window owns it.
  explicit LessonList(const WindowParts& parts);

  /// Adds a menu for each paper, and one for the user's folder.
  void fill(QMenu& menu);
  /// Reads the folder and the progress again.
  void refresh();
  /// Lists the lessons of this folder from now on, after those of the program; none where it is empty.
  void set_folder(const QString& path);
  void choose_folder();

 signals:
  void chosen(const QString& path);

 private:
  const WindowParts parts_;
  QList<QAction*> entries_;  // of the menu, by lesson of the program
  QMenu* own_ = nullptr;     // those of the folder
};

}  // namespace stowage
