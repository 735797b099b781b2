// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QTimer>

#include "core/insight/improve/savings.h"
#include "widgets/base/pane.h"
#include "widgets/base/worker.h"

class QHBoxLayout;
class QLabel;
class QMenu;
class QProgressBar;
class QTabWidget;
class QTableView;
class QToolButton;

namespace stowage {

class FrontPage;
class ImproveModel;
class SyncCosts;

/// What to do to need less memory. Three pages: changes, each measured, with the bytes that it saves and the time that
/// it costs; the front of memory against time over several edits at once; and what the streams and each sync cost.
/// ```
///  ┌ Preview  Apply  Back  ░░░░░░  Run  Stop ┐   for what is chosen; for the page in front
///  ├ Changes ─ Front ─ Syncs ──── Streams ▾ ─┤   streams that get no further operators
///  │ Order: ROAM         −12 MiB      +1 ms  │
///  └─────────────────────────────────────────┘
/// ```
/// Measures in the background, once the planning has ended and only while it is seen: of itself on graphs that are not
/// large, a little after they changed last; otherwise when it is asked to, and then more syncs. *Preview* asks for the
/// graph, the alignment or the plan of a change in place of what is previewed before; *Back* takes it away; *Apply*
/// keeps it. Changes belong to the graph and the alignment that they were measured for (the base): once these change
/// otherwise, all is measured again.
class ImprovePane final : public Pane {
  Q_OBJECT

 public:
  enum Page { kChanges, kFront, kSyncs };

  explicit ImprovePane(ViewState& state, QWidget* parent = nullptr);

  [[nodiscard]] bool busy() const override;
  /// Measuring changes, or about to.
  [[nodiscard]] bool measures() const { return measuring_.running() || soon_.isActive(); }
  /// Whether what is open is a change of the base.
  [[nodiscard]] bool previews() const { return previewed_.has_value(); }
  /// That a row lists.
  [[nodiscard]] const MeasuredSaving& change(int row) const;
  [[nodiscard]] const FrontPage& front() const { return *front_; }
  [[nodiscard]] Drawing drawing() const override;
  [[nodiscard]] std::optional<PictureWords> picture() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return {200, 170}; }

 public slots:
  /// Measures what there is now, if that was not done, or was stopped; and looks for more syncs.
  void measure();
  /// What the page in front does, and its end.
  void run();
  void stop();
  void preview(int row);
  /// While something else edits the graph, nothing can be previewed, applied or taken back: it would be refused.
  void hold(bool held);
  void go_back();
  /// What is previewed is there to stay.
  void apply_previewed();

 signals:
  /// To be shown in place of what was shown so before, as one step of the history that can be taken away. A graph that
  /// comes of it is known by that id (EditRequest::id).
  void preview_requested(const stowage::MeasuredSaving& saving, quint64 id);
  /// What is previewed is to be taken away.
  void back_requested();
  /// What is previewed, if anything, is there to stay.
  void kept();
  /// Another change is previewed, as its row names it; empty: none is.
  void preview_changed(const QString& change);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit_sentences();
  using SharedGraph = std::shared_ptr<const Graph>;
  using SharedPlan = std::shared_ptr<const Plan>;

  void take_graph(const SharedGraph& graph) override;
  void take_view(const PlanView& view) override;
  [[nodiscard]] bool may_wait() const override;
  QHBoxLayout* make_buttons();
  QWidget* make_changes();
  void make_pages();
  void fill_streams(QMenu& menu);
  void protect(std::int64_t stream, bool on);
  [[nodiscard]] bool is_there(const MeasuredSaving& asked, const Plan& plan) const;
  void remember_shown();
  [[nodiscard]] std::vector<MeasuredSaving> smaller_than(Bytes now) const;
  void take_plan(const PlanView& view);
  void keep_plan();
  void forget();
  void start();
  [[nodiscard]] bool can_start() const;
  /// Whether there is something to measure that was not.
  [[nodiscard]] bool can_begin() const { return base_ && measurable_ && !begun_; }
  [[nodiscard]] SavingsOptions options() const;
  void begin();
  void search(bool all_syncs);
  void stop_measuring();
  void take_found(const Savings& found);
  void preview_this(const MeasuredSaving& saving);
  void apply_this(const MeasuredSaving& saving);
  [[nodiscard]] bool is_of_base() const { return base_ && (now_ == base_ || previewed_); }
  [[nodiscard]] int page() const;
  [[nodiscard]] const MeasuredSaving* selected() const;
  [[nodiscard]] const MeasuredSaving* chosen() const;
  [[nodiscard]] QString why_unmeasured() const;
  [[nodiscard]] QString status() const;
  [[nodiscard]] QString why_not_changed() const;
  [[nodiscard]] QString why_not_run() const;
  void select_sync();
  void show_all();
  void show_rows();
  void show_words();
  void show_buttons();

  SharedGraph now_, base_;                      ///< the open graph; the measured graph
  PlanView view_;                               ///< the newest current one
  Bytes alignment_{1};                          ///< of base_
  SharedPlan shown_;                            ///< of base_, while nothing is previewed
  std::optional<MeasuredSaving> shown_before_;  ///< the smallest plan of base_ that is no longer shown
  Savings found_;
  bool measurable_ = false;  ///< something can be saved against shown_
  bool begun_ = false;       ///< found_ is of base_
  bool ended_ = false;       ///< all was measured, as far as there was time
  bool all_syncs_ = false;   ///< so were all syncs, or they are about to be
  bool stopped_ = false;     ///< the user did not want to wait
  bool asked_ = false;       ///< the user wants it measured: the window tells of it
  bool keep_ = false;        ///< the plan that is wanted is to stay
  bool marking_ = false;     ///< the row that was selected is being found again
  bool held_ = false;
  std::optional<MeasuredSaving> wanted_;                      ///< was asked for, and is not there yet
  std::optional<MeasuredSaving> previewed_;                   ///< is open
  std::vector<std::pair<quint64, MeasuredSaving>> previews_;  ///< requests, and the changes that they were for
  std::vector<std::int64_t> protected_;                       ///< numbers of streams
  QString told_;                                              ///< of what is previewed
  QString unmeasured_;                                        ///< why nothing is measured; empty where something is

  ImproveModel* model_;
  QTableView* table_;
  QToolButton *preview_, *apply_, *back_, *run_, *stop_, *streams_;
  QProgressBar* progress_;
  QLabel *status_, *sentence_;
  QTabWidget* pages_;
  FrontPage* front_;
  SyncCosts* costs_;
  QTimer soon_;       // until it is measured of itself
  Worker measuring_;  // last: destroyed first
};

}  // namespace stowage
