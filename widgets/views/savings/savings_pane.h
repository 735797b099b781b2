// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QTimer>

#include "core/insight/improve/savings.h"
#include "widgets/base/pane.h"
#include "widgets/base/worker.h"

class QLabel;
class QProgressBar;
class QTableView;
class QToolButton;

namespace stowage {

class SavingsModel;

/// What to do to need less memory: each thing measured, with the bytes that it saves and the time that it costs.
///
/// Works in the background, once the planning has ended and only while it is seen: of itself on graphs that are not
/// large, a little after they changed last; else when it is asked to. *Preview* asks for the graph, the
/// alignment or the plan of a row in place of what is previewed before; *Back* takes it away; *Apply* keeps it. Rows
/// belong to the graph and the alignment that they were measured for: once these change otherwise, all is measured
/// again.
class SavingsPane final : public Pane {
  Q_OBJECT

 public:
  explicit SavingsPane(ViewState& state, QWidget* parent = nullptr);

  /// Measuring, or about to.
  [[nodiscard]] bool busy() const { return search_.running() || soon_.isActive(); }
  /// Whether what is open is a row's.
  [[nodiscard]] bool previews() const { return previewed_ != nullptr; }

 public slots:
  /// Measures what there is now, if that was not done, or was stopped.
  void measure();
  void stop();
  void preview(int row);
  /// While something else edits the graph, nothing can be previewed, applied or taken back: it would be refused.
  void hold(bool held);
  void apply(int row);
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

 private:
  using SharedGraph = std::shared_ptr<const Graph>;
  using SharedPlan = std::shared_ptr<const Plan>;

  void take_graph(const SharedGraph& graph) override;
  void take_view(const PlanView& view) override;
  [[nodiscard]] bool may_wait() const override { return Pane::may_wait() && !busy() && !base_; }
  QWidget* make_head();
  QWidget* make_buttons();
  [[nodiscard]] SharedPlan plan_there(const PlanView& view) const;
  void remember_shown();
  [[nodiscard]] std::vector<MeasuredSaving> smaller_than(Bytes now) const;
  void take_plan(const PlanView& view);
  void take_preview(const PlanView& view);
  void keep_plan();
  void forget();
  void start();
  [[nodiscard]] bool can_start() const;
  [[nodiscard]] SavingsOptions options() const;
  void search();
  void take_found(const Savings& found);
  [[nodiscard]] bool is_of_base() const { return base_ && (now_ == base_ || previewed_); }
  [[nodiscard]] const MeasuredSaving* selected() const;
  [[nodiscard]] QString status() const;
  void show_rows();
  void show_words();

  SharedGraph now_, base_;                      ///< the open graph; the measured graph
  PlanView view_;                               ///< the newest current one
  Bytes alignment_{1};                          ///< of base_
  SharedPlan shown_;                            ///< of base_, while nothing is previewed
  std::optional<MeasuredSaving> shown_before_;  ///< the smallest plan of base_ that is no longer shown
  Savings found_;
  bool ended_ = false;                                    ///< all was measured, as far as there was time
  bool stopped_ = false;                                  ///< the user did not want to wait
  bool asked_ = false;                                    ///< the user wants it measured: the window tells of it
  bool keep_ = false;                                     ///< the plan that is wanted is to stay
  SharedPlan wanted_;                                     ///< of the row that was asked for, and is not there yet
  SharedPlan previewed_;                                  ///< of the row that is open, or null
  std::vector<std::pair<quint64, SharedPlan>> previews_;  ///< requests, and the rows that they were for

  bool held_ = false;
  QString told_;  ///< of what is previewed

  SavingsModel* model_;
  QTableView* table_;
  QToolButton *measure_, *stop_, *apply_, *preview_, *back_;
  QProgressBar* progress_;
  QLabel *status_, *sentence_;
  QTimer soon_;    // until it is measured of itself
  Worker search_;  // last: destroyed first
};

}  // namespace stowage
