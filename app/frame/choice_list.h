// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QListWidget>

namespace stowage {

/// A row of a ChoiceList.
struct Choice {
  QString title;    ///< shown whole where there is room
  QString about{};  ///< below it, in small
  QString path{};   ///< what is chosen; empty: a heading, which is not
};

/// Files to open, each by its name for people and a line on what it shows. One click, Return or Space chooses; arrow
/// keys walk, and those that lead out of the list are left to the widget around it.
class ChoiceList final : public QListWidget {
  Q_OBJECT

 public:
  /// `name`: what the list is of.
  explicit ChoiceList(const QString& name, QWidget* parent = nullptr);
  void set_choices(const std::vector<Choice>& choices);
  /// In which all rows are seen.
  [[nodiscard]] int height_for(int width) const;
  /// The current row is there from then on, and seen; `last`: coming from below.
  void enter(bool last);
  /// Whether that key leads to another row.
  [[nodiscard]] bool walks(int key) const;

 signals:
  void chosen(const QString& path);

 private:
  void choose(const QListWidgetItem* item);
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  [[nodiscard]] int next_choice(int row, int step) const;
};

}  // namespace stowage
