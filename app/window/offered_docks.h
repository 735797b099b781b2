// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <QObject>

class QDockWidget;
class QMainWindow;

namespace stowage {

/// Docks that are there only for some documents. Between two such documents they stay as the user left them.
class OfferedDocks final : public QObject {
  Q_OBJECT

 public:
  /// `names` of docks, in the order of their keys, `offered` or not at first. The window has them and their commands
  /// already.
  OfferedDocks(QMainWindow& window, const std::vector<std::string>& names, QObject* parent, bool offered = false);
  /// They do not come to the front by themselves, and come only while `here` says that they belong to what the window
  /// is arranged for.
  void stay_behind(std::function<bool()> here) { here_ = std::move(here); }

  /// Whether the document that is shown now has what the docks show.
  [[nodiscard]] bool offered() const { return offered_; }
  void offer(bool has);

 private:
  struct Dock {
    QDockWidget* dock;
    bool closed = false;  // by the user
  };
  void offer_commands(const QDockWidget* dock, bool offered);

  QMainWindow& window_;
  std::vector<Dock> docks_;
  std::function<bool()> here_;  // none: everywhere, and to the front
  bool offered_;
};

}  // namespace stowage
