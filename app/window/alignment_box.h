// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

class QMenu;

namespace stowage {

class MessageBar;
class OpenDocument;

/// The alignment of the document: a field to choose or type it, and a menu of the usual ones.
class AlignmentBox final : public QComboBox {
  Q_OBJECT

 public:
  /// Both must outlive it.
  AlignmentBox(OpenDocument& document, MessageBar& message, QWidget* parent);

  /// A menu with the same choices.
  [[nodiscard]] QMenu* make_menu(QWidget* parent);

 signals:
  /// Enter was pressed: the field no longer needs the keyboard.
  void entered();

 private:
  void show_alignment();
  bool take_text(const QString& text);
  bool eventFilter(QObject* watched, QEvent* event) override;

  OpenDocument& document_;
  MessageBar& message_;
};

}  // namespace stowage
