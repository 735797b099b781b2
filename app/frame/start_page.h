// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QListWidget>
#include <QStringList>
#include <QWidget>

#include "app/settings/samples.h"

class QGridLayout;
class QLabel;
class QScrollArea;

namespace stowage {

class TaskCard;

/// A row of a ChoiceList.
struct FileChoice {
  QString title;    ///< shown whole where there is room
  QString about{};  ///< below it, in small
  QString path{};   ///< what is chosen; empty: a heading, which is not
};

/// Files to open, each by its name for people and a line on what it shows. One click, Return or Space chooses.
class ChoiceList final : public QListWidget {
  Q_OBJECT

 public:
  /// `name`: what the list is of.
  explicit ChoiceList(const QString& name, QWidget* parent = nullptr);
  void set_choices(const std::vector<FileChoice>& choices);
  /// In which all rows are seen.
  [[nodiscard]] int height_for(int width) const;

 signals:
  void chosen(const QString& path);

 private:
  void choose(const QListWidgetItem* item);
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
};

/// As its card is headed, in the reader's language.
[[nodiscard]] QString task_title(StartTask task);

/// What the window shows while nothing is open: at the left what this is, how to open something and the files opened
/// last; beside it a card for each task.
/// ```
///  ┌───────────┬─────────────────┬─────────────────┐
///  │ Stowage   │ recorded heap   │ model           │
///  │ Open…     │                 │                 │
///  │ recent    ├─────────────────┼─────────────────┤
///  │           │ plan to check   │ learn           │
///  └───────────┴─────────────────┴─────────────────┘
/// ```
class StartPage final : public QWidget {
  Q_OBJECT

 public:
  explicit StartPage(QWidget* parent = nullptr);
  void set_recent(const QStringList& paths);

 signals:
  void open_requested();
  /// A file of that task is to be chosen.
  void task_chosen(stowage::StartTask task);
  void zoo_requested();
  /// How to get such files is asked for.
  void formats_requested();
  void file_chosen(const QString& path);

 private:
  QWidget* make_side();
  void arrange();
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

  QScrollArea* scroll_;
  QWidget* side_;
  QGridLayout* grid_;
  QLabel* no_recent_ = nullptr;
  ChoiceList* recent_ = nullptr;
  std::vector<TaskCard*> cards_;
  int columns_ = 0;
};

}  // namespace stowage
