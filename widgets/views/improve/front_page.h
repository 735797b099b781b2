// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <qcustomplot.h>
#include <QWidget>

#include "core/base/bytes.h"
#include "core/insight/improve/savings.h"
#include "core/insight/improve/trade_off.h"
#include "widgets/base/worker.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/page/export.h"
#include "widgets/painters/style/theme.h"

class QAction;
class QBoxLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QToolButton;
class QVBoxLayout;

namespace stowage {

/// What a chart of footprint against makespan shows.
struct TradeOffMarks {
  struct Mark {
    Bytes footprint;
    std::int64_t makespan = 0;  ///< nanoseconds
  };
  std::vector<Mark> front;  ///< the smallest footprint first
  std::optional<Mark> given, one_stream, baseline;
  std::optional<Bytes> budget;
  std::optional<std::size_t> shown;    ///< of the front
  std::optional<std::size_t> fastest;  ///< of the front, within the budget
  bool estimated = false;              ///< times are

  [[nodiscard]] bool empty() const { return front.empty(); }
};

/// Footprint (up) against makespan (across). A click, or Return, picks the point that the pointer or the arrow keys
/// are on; the line of the budget can be dragged.
class TradeOffPlot final : public QCustomPlot {
  Q_OBJECT

 public:
  explicit TradeOffPlot(QWidget* parent = nullptr);

  void set_marks(TradeOffMarks marks);
  [[nodiscard]] const TradeOffMarks& marks() const { return marks_; }
  void set_style(const Theme& theme, const QFont& font);
  /// Where a point of the front is drawn.
  [[nodiscard]] QPointF place_of(const TradeOffMarks::Mark& mark) const;
  /// The point of the front near a place, if any.
  [[nodiscard]] std::optional<std::size_t> point_at(QPointF at) const;
  /// Draws it into `rect`, in its units. For a plot that is no part of a window and gets no events.
  void paint(QPainter& painter, const QRectF& rect, const Theme& theme);

 signals:
  void picked(std::size_t point);
  /// None: the pointer is on no point.
  void hovered(std::optional<std::size_t> point, QPoint global);
  void budget_dragged(stowage::Bytes budget);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void place_axes();
  void fit_ticks();
  void fit_legend();
  void name_axes();
  void set_page_lines();
  [[nodiscard]] bool is_on_budget(QPointF at) const;

  TradeOffMarks marks_;
  std::optional<std::size_t> current_;  ///< that the keys are on
  bool dragging_ = false;
  QCPGraph *line_, *points_, *shown_, *fastest_, *given_, *one_stream_, *baseline_, *key_;
  QCPItemStraightLine* budget_;
};

/// What memory costs in time: the front of footprint against makespan over edits of the graph. A click on a point asks
/// for its preview. Points belong to the graph that was searched from; once that is edited otherwise, they are only
/// looked at.
class FrontPage final : public QWidget {
  Q_OBJECT

 public:
  using SharedGraph = std::shared_ptr<const Graph>;

  /// What the page is about, as the pane knows it.
  struct Subject {
    SharedGraph open{};                  ///< null: none is
    SharedGraph base{};                  ///< that changes are made to, where one of them may be open; or null
    Bytes alignment{1};                  ///< of its plans
    std::shared_ptr<const Plan> plan{};  ///< of `base`, that was shown; or null
    Bytes shown{};                       ///< what the plan of the open graph needs; 0: not known
    const void* previewed = nullptr;     ///< key_of() the change that is open
    std::vector<std::int64_t> protected_streams{};  ///< by number

    friend bool operator==(const Subject&, const Subject&) = default;
  };

  explicit FrontPage(QWidget* parent = nullptr);

  [[nodiscard]] bool busy() const { return search_.running(); }
  [[nodiscard]] const std::optional<TradeOff>& found() const { return found_; }
  [[nodiscard]] Drawing drawing() const;
  /// Why there is nothing to search; empty where there is.
  [[nodiscard]] QString why_not() const;
  /// Whether a search would go on where the last one ended.
  [[nodiscard]] bool goes_on() const { return found_ && is_current(); }
  /// The points as changes of the base, but that without edits; none where the base is another.
  [[nodiscard]] std::vector<MeasuredSaving> savings() const;
  /// The same however its parts are laid out: a dock that follows them would lay them out again, without end.
  [[nodiscard]] QSize minimumSizeHint() const override { return {190, 110}; }
  [[nodiscard]] QSize sizeHint() const override { return {600, 260}; }

  void set_subject(Subject subject);
  /// Streams of the graph look otherwise now: what was found of it holds.
  void rename(const SharedGraph& before, const SharedGraph& now) {
    if (base_ == before) base_ = now;
  }
  /// A plan of the point of that key_of() is known: the point takes no more than it.
  void lower(const void* key, const Plan& plan);
  void set_baseline(const std::shared_ptr<const PlanView>& baseline);
  /// Another document is open.
  void forget();

 public slots:
  /// Searches from the base, or goes on where the search of it ended.
  void search();
  /// Ends the search, with what it has.
  void stop() { search_.finish(); }

 signals:
  void progress(double fraction);
  /// Other points, another state of the search, or another reason why there is none.
  void changed();
  /// The point was clicked.
  void picked(const stowage::MeasuredSaving& saving);
  /// The point of the graph as it is was clicked.
  void back_picked();

 private:
  QWidget* make_choices();
  void make_texts(QVBoxLayout& rows);
  void lay_out();
  void take_found(TradeOff found);
  void pick(std::size_t point);
  [[nodiscard]] bool is_current() const;
  [[nodiscard]] std::optional<Bytes> budget() const;
  [[nodiscard]] Levers levers() const;
  /// The point whose graph is open.
  [[nodiscard]] std::optional<std::size_t> shown() const;
  [[nodiscard]] QString time_text(std::int64_t nanoseconds) const;
  [[nodiscard]] QString figures(const TradeOffPoint& point) const;
  [[nodiscard]] QString budget_text() const;
  [[nodiscard]] QString sentence() const;
  void show_all();
  void show_chart();
  void show_words();
  void hover(std::optional<std::size_t> point, QPoint global);
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

  Subject subject_;
  SharedGraph base_;  ///< what was searched from
  Bytes base_alignment_{1};
  std::optional<TradeOff> found_;
  std::vector<MeasuredSaving> savings_;  ///< its points
  bool estimated_ = false;               ///< whether its times are
  std::uint64_t searches_ = 0;           ///< of base_: each has another seed
  std::optional<TradeOffMarks::Mark> baseline_;
  std::shared_ptr<const PlanView> baseline_of_;  ///< of which baseline_ is

  QBoxLayout* parts_;  ///< controls, plot and edits: one below the other, or side by side where the page is low
  QWidget* controls_;
  TradeOffPlot* plot_;
  QToolButton* choice_;
  std::array<QAction*, kLeverNames.size()> levers_{};  ///< in its menu
  QLineEdit* budget_;
  QLabel *sentence_, *verdict_;
  QPlainTextEdit* edits_;
  Worker search_;  // last: destroyed first
};

}  // namespace stowage
