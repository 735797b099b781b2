// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTextBrowser>

class QLabel;
class QLineEdit;

namespace stowage {

/// A page of the manual. Links may name a heading; pictures are as wide as the page at most.
class ManualBrowser final : public QTextBrowser {
  Q_OBJECT

 public:
  using QTextBrowser::QTextBrowser;

  /// The file that is shown: "explore.md".
  [[nodiscard]] QString page() const { return source().fileName(); }

 protected:
  void doSetSource(const QUrl& name, QTextDocument::ResourceType type) override;
  QVariant loadResource(int type, const QUrl& name) override;

 private:
  void set_up_page();
  void leave_room_below(int top);
  void scroll_to_heading(const QString& anchor);
};

/// The manual, in a window of its own beside the program's: its pages are part of the program (resources/manual).
class ManualWindow final : public QDialog {
  Q_OBJECT

 public:
  explicit ManualWindow(QWidget* parent);
  /// As links name it: "explore.md#peak".
  void show_page(const QString& page);

 private:
  void find(bool backward);

  ManualBrowser* browser_;
  QLineEdit* text_;
  QLabel* nothing_;
};

/// Opens the manual of `window`, or brings it forward.
void show_manual(QWidget* window, const QString& page);

}  // namespace stowage
