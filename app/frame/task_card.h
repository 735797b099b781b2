// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "app/settings/samples.h"

class QBoxLayout;
class QPushButton;

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

}  // namespace stowage
