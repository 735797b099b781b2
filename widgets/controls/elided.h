// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

class QLabel;

namespace stowage {

/// A sentence of a pane: plain text, whatever it holds, which can be selected and takes as many lines as the pane's
/// width asks for; it makes no pane wider.
[[nodiscard]] QLabel* make_wrapped_line(const char* object_name);

/// The same in one line: where it is too narrow, the text is cut at its end, and the tool tip begins with all of it.
[[nodiscard]] QLabel* make_elided_line(const char* object_name);
/// Makes either of them the other, for a pane that is low.
void set_one_line(QLabel& line, bool one);

/// A choice whose long texts are elided in the middle, or shown in short, where it and its list are too narrow for
/// them; the tool tip has them in full, and the list is as wide as they are, within reason.
class ElidedCombo final : public QComboBox {
  Q_OBJECT

 public:
  static constexpr int kShortRole = Qt::UserRole + 1;  ///< the item in short; empty: its text is elided

  explicit ElidedCombo(QWidget* parent = nullptr);

  void showPopup() override;
  /// The text as it is painted.
  [[nodiscard]] QString shown_text() const;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace stowage
