// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QMainWindow>
#include <QSettings>
#include <QStringList>

#include "app/controllers/window_parts.h"
#include "app/session/session.h"

namespace stowage {

class Menus;
class PlanPresenter;

/// Outlives the views as the session does: some of them say something on their way out.
class HeldParts {
 protected:
  std::shared_ptr<WindowParts> parts_;
};

/// The window on one document: it puts the views side by side and joins them to the document, the planning and the
/// shared selection. Its Session, which outlives the views, has what is open and worked at.
class MainWindow final : public QMainWindow, private virtual Session, private virtual HeldParts {
  Q_OBJECT

 public:
  /// `settings` must outlive the window: where its geometry, recent files and choices are kept.
  explicit MainWindow(QSettings& settings, QWidget* parent = nullptr);
  ~MainWindow() override;

  [[nodiscard]] OpenDocument& document() { return document_; }
  [[nodiscard]] ViewState& state() { return state_; }
  [[nodiscard]] Planning& planning() { return planning_; }
  [[nodiscard]] RecentFiles& recent_files() const { return parts_->recent; }
  [[nodiscard]] Exporter& exporter() const { return *parts_->exporter; }
  [[nodiscard]] Lessons& lessons() const { return *parts_->lessons; }
  [[nodiscard]] Saving& saving() const { return *parts_->saving; }
  [[nodiscard]] TimeCentre& centre() const { return parts_->centre; }
  [[nodiscard]] Workspaces& workspaces() const { return parts_->workspaces; }
  /// Whether anything runs in the background that the status bar names.
  [[nodiscard]] bool busy() const { return jobs_.busy(); }
  /// Whether it is about to close, and still asks or writes something before.
  [[nodiscard]] bool closing() const { return closing_; }
  /// Whether anything runs in the background at all, drawing included.
  [[nodiscard]] bool drawing() const;

 public slots:
  /// Some work that a view needed failed.
  void tell_of_failure(const QString& reason);
  /// Opens a graph, or a plan for the graph that is open, in the background. A failure changes nothing.
  void open_file(const QString& path);
  /// The first file here, with the plans that follow it; every further graph in a window of its own.
  void open_files(const QStringList& paths);
  void close_document();
  /// Of programs that ended without saving them: the message bar offers them.
  void offer_lost_edits();

 signals:
  /// Nothing runs in the background any more.
  void settled();
  /// A file was written (`reason` is empty), or could not be.
  void written(const QString& path, const QString& reason);

 private:
  [[nodiscard]] std::shared_ptr<WindowParts> make_parts(QSettings& settings);
  void make_controllers();
  void make_jobs();
  void follow_compared();
  void follow_document();
  void follow_selection();
  void open_window(const QStringList& paths);
  void focus_centre();
  void show_document();
  void show_title();
  void show_numbers();
  void suggest_workspace();
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void wish_to_close();
  void keyPressEvent(QKeyEvent* event) override;

  PlanPresenter* plans_ = nullptr;
  Menus* menus_ = nullptr;
  bool closing_ = false, may_close_ = false;  // it is being asked; all is saved, or may be lost
};

}  // namespace stowage
