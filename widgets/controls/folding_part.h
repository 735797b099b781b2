// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>
#include <QWidget>

namespace stowage {

/// A view that folds to a line with its name. A small button in its upper right corner folds it; a click on the line
/// unfolds it.
class FoldingPart final : public QWidget {
  Q_OBJECT

 public:
  static constexpr int kLine = 20;  ///< pixels that it is high while it is folded

  /// Takes `content`; `name` is what the line says.
  FoldingPart(const QString& name, QWidget* content);

  [[nodiscard]] bool is_folded() const { return folded_; }
  void set_folded(bool folded);
  /// Whether the user may fold it.
  void set_foldable(bool foldable) { fold_->setVisible(foldable && !folded_); }

 signals:
  /// By the user.
  void folded_changed();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void place_button();

  QWidget* content_;
  QToolButton *line_, *fold_;
  bool folded_ = false;
};

/// The line that a folded part leaves: a click is to bring the part back.
[[nodiscard]] QToolButton* make_folded_line(const QString& name);

}  // namespace stowage
