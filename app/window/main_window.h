// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>
#include <QSettings>

class QStackedWidget;

namespace stowage {

class RecentFiles;
class StartPage;
class ViewState;

/// The window on one document.
class MainWindow final : public QMainWindow {
  Q_OBJECT

 public:
  /// `settings` must outlive the window: where its geometry, recent files and choices are kept.
  explicit MainWindow(QSettings& settings, QWidget* parent = nullptr);
  ~MainWindow() override;

 private:
  QSettings& settings_;
  RecentFiles* recent_;
  ViewState* state_;
  QStackedWidget* pages_;
  StartPage* start_page_;
};

}  // namespace stowage
