// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include <QStringList>

#include "app/controllers/window_parts.h"
#include "widgets/base/jobs.h"

namespace stowage {

class Menus;
class PlanPresenter;

/// What one window has open and works at: all that its views refer to.
///
/// It is to be a virtual base of the window: C++ makes those before all other bases, and destroys them after. So a
/// view, which is a child of the window's base QMainWindow, never outlives what it refers to.
class Session {
 protected:
  Session() {
    QObject::connect(&document_, &OpenDocument::replaced, &jobs_, [this] { on_replaced(); });
    QObject::connect(&document_, &OpenDocument::graph_changed, &jobs_, [this](const auto& now) { on_graph(now); });
  }
  ~Session() = default;

  Jobs jobs_;  // first: all others are in it
  OpenDocument document_{&jobs_};
  ViewState state_;
  LoaderJob loader_{&jobs_};
  Planning planning_{&document_, &jobs_};
  JobQueue writes_{&jobs_};  // of files and of the clipboard
  NotesKeeper notes_{state_, &jobs_};
  EditKeeper edits_{document_, state_, &jobs_};
  FileWatch watch_{document_, &jobs_};
  std::shared_ptr<WindowParts> parts_;  // some views say something on their way out

 private:
  /// Ends what belongs to the document before, then begins with this one. The views follow: they are shown the graph by
  /// what connects to the document after the session.
  void on_replaced() {
    notes_.close();
    state_.reset();
    on_graph({});
    notes_.open(document_.path(), document_.graph());
  }
  /// Operators of the shared state are those of the newest graph.
  void on_graph(const std::vector<OperatorId>& now) {
    const std::shared_ptr<const Graph> before = state_.graph();
    state_.set_graph(document_.graph(), document_.edit_id(), document_.plans_hold());
    if (now.empty()) return;
    state_.renumber(now);
    // Tensors of bodies follow the file's tensors, and an edit may have added some.
    std::size_t same = document_.graph()->tensor_count();
    if (document_.graph()->laid_out() != nullptr && before) {
      const auto is_same = [&](TensorId t) {
        return t.index() < before->tensor_count() && before->name(t) == document_.graph()->name(t);
      };
      for (same = 0; same < document_.graph()->tensor_count() && is_same(TensorId(same));) ++same;
    }
    state_.keep_tensors(same);
  }

 public:
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
};

/// The window on one document: it puts the views side by side and joins them to the document, the planning and the
/// shared selection. Its Session, which outlives the views, has what is open and worked at.
class MainWindow final : public QMainWindow, private virtual Session {
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
  /// Looks for edits that a program did not save before it ended; the message bar offers them.
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
