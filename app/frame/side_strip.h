// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QToolBar>

class QMainWindow;

namespace stowage {

/// A column of docks folded to a strip at its side of the window: a button for each, its name written upwards. A click
/// brings the column back with that dock in front.
/// ```
///  ┌─┬──────────────
///  │G│
///  │r│   the centre has the room of the column
///  │a│
///  │p│
///  │h│
/// ```
class SideStrip final : public QToolBar {
  Q_OBJECT

 public:
  /// `side`: Qt::LeftToolBarArea or Qt::RightToolBarArea. It is hidden until it has names.
  SideStrip(QMainWindow& window, Qt::ToolBarArea side, const QString& title);

  /// Object name and title of each dock that is folded; none: the strip is away.
  void set_docks(const QList<std::pair<QString, QString>>& docks);

 signals:
  /// The user wants the column back, with that dock in front.
  void chosen(const QString& dock);
};

}  // namespace stowage
