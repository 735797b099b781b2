// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QFrame>
#include <QStringList>
#include <QWidget>

#include "app/settings/samples.h"

class QBoxLayout;
class QGridLayout;
class QLabel;
class QPushButton;
class QScrollArea;

namespace stowage {

class ChoiceList;

/// As its card is headed, in the reader's language.
[[nodiscard]] QString task_title(StartTask task);

/// A task of the start page: a picture, a sentence, a button that opens files of that task, the formats of such files,
/// and samples.
class TaskCard final : public QFrame {
  Q_OBJECT

 public:
  explicit TaskCard(StartTask task, QWidget* parent = nullptr);

  /// For a card of that width: where there is room, the samples stand beside the words, otherwise below.
  void arrange(int width);
  /// In which all of it is seen at that width, once it is arranged for it.
  [[nodiscard]] int whole_height(int width) const;
  [[nodiscard]] QPushButton* button() const { return open_; }
  [[nodiscard]] ChoiceList* list() const { return list_; }

 signals:
  void open_requested(stowage::StartTask task);
  void file_chosen(const QString& path);

 private:
  void paintEvent(QPaintEvent* event) override;

  QWidget* picture_;
  QBoxLayout *parts_, *head_;
  QWidget* about_;
  QPushButton* open_;
  ChoiceList* list_;
};

/// What the window shows while nothing is open: at the left what this is, how to open something and the files opened
/// last; beside it a card for each task. Arrow keys walk from part to part.
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
  bool walk(const QWidget* from, int key);
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

  QScrollArea* scroll_;
  QWidget* side_;
  QGridLayout* grid_;
  QLabel* no_recent_ = nullptr;
  ChoiceList* recent_ = nullptr;
  std::vector<TaskCard*> cards_;
  std::vector<QWidget*> stops_;  // what can have the keyboard
  int columns_ = 0;
};

}  // namespace stowage
