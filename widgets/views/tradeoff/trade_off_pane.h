// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/insight/improve/trade_off.h"
#include "widgets/base/pane.h"
#include "widgets/base/worker.h"
#include "widgets/views/tradeoff/trade_off_plot.h"

class QBoxLayout;
class QCheckBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QToolButton;
class QVBoxLayout;

namespace stowage {

/// What memory costs in time: the front of footprint against makespan over edits of the graph.
///
/// A click on a point previews it: the graph becomes that of the point, as one step of the history that the next
/// preview replaces, so that every view follows. *Apply* keeps the step, *Back* takes it away. Points belong to the
/// graph that was searched from; once that is edited otherwise, they are only looked at.
class TradeOffPane final : public Pane {
  Q_OBJECT

 public:
  explicit TradeOffPane(ViewState& state, QWidget* parent = nullptr);

  [[nodiscard]] bool busy() const { return search_.running(); }
  [[nodiscard]] const std::optional<TradeOff>& found() const { return found_; }
  /// The same however its parts are laid out: a dock that follows them would lay them out again, without end.
  [[nodiscard]] QSize minimumSizeHint() const override { return {200, 170}; }
  [[nodiscard]] QSize sizeHint() const override { return {600, 260}; }
  [[nodiscard]] Drawing drawing() const override;
  [[nodiscard]] std::optional<PictureWords> picture() const override;

 public slots:
  /// Searches from the graph there is now, or goes on where the search of that graph ended.
  void search();
  void stop();
  void preview(std::size_t point);
  /// What is previewed stays, as a step of its own.
  void apply();
  /// The graph that was searched from is there again.
  void go_back();

 private:
  using SharedGraph = std::shared_ptr<const Graph>;

  void take_graph(const SharedGraph& graph) override;
  void take_view(const PlanView& view) override;
  [[nodiscard]] bool may_wait() const override { return Pane::may_wait() && !busy() && !found_; }
  QWidget* make_head();
  QWidget* make_choices();
  void make_texts(QVBoxLayout& rows);
  void lay_out();
  void take_found(const TradeOff& found);
  void ask_for(const SharedGraph& graph, const Plan& plan, const QString& text);
  [[nodiscard]] std::optional<Bytes> budget() const;
  void set_budget(Bytes budget);
  [[nodiscard]] Levers levers() const;
  /// Why there is nothing to search; empty where there is.
  [[nodiscard]] QString why_not() const;
  /// Whether the graph is the one searched from, or one of its points.
  [[nodiscard]] bool is_of_search() const;
  /// The point whose graph is open.
  [[nodiscard]] std::optional<std::size_t> shown() const;
  [[nodiscard]] QString time_text(std::int64_t nanoseconds) const;
  [[nodiscard]] QString figures(const TradeOffPoint& point) const;
  [[nodiscard]] QString budget_text() const;
  [[nodiscard]] QString sentence() const;
  void show_all();
  void show_chart();
  void show_words();
  void show_point(std::optional<std::size_t> point);
  void hover(std::optional<std::size_t> point, QPoint global);
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

  SharedGraph now_, base_;  ///< what is open; what was searched from
  Bytes alignment_{1}, base_alignment_{1};
  std::shared_ptr<const Plan> planned_;  ///< that is shown, where it is of now_; else null
  std::optional<TradeOff> found_;
  bool estimated_ = false;                                       ///< whether its times are
  std::uint64_t searches_ = 0;                                   ///< of base_: each has another seed
  std::vector<std::pair<std::uint64_t, SharedGraph>> previews_;  ///< requests, and the points that they were for
  SharedGraph point_;                                            ///< the point's whose graph is open, or null
  int applied_ = 0;
  SharedGraph kept_;  // the point that was applied last
  std::optional<TradeOffMarks::Mark> baseline_;
  std::shared_ptr<const PlanView> baseline_of_;  ///< of which baseline_ is

  QBoxLayout* parts_;  ///< controls, plot and edits: one below the other, or side by side where the pane is low
  QWidget* controls_;
  TradeOffPlot* plot_;
  QToolButton *search_button_, *stop_, *apply_, *back_;
  QProgressBar* progress_;
  std::array<QCheckBox*, kLeverNames.size()> levers_{};
  QLineEdit* budget_;
  QLabel *sentence_, *verdict_;
  QPlainTextEdit* edits_;
  Worker search_;  // last: destroyed first
};

}  // namespace stowage
