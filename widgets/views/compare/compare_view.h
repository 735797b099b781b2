// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QString>
#include <QWidget>

#include "core/base/bytes.h"
#include "core/insight/simulate/timing.h"
#include "core/layout/strategy.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/page/export.h"

class QAction;
class QHBoxLayout;
class QLabel;
class QSplitter;
class QVBoxLayout;

namespace stowage {

class HeapMapWidget;
class PlanHeader;

/// Which plan is meant.
struct PlanChoice {
  enum class Kind { strategy, imported, baseline };
  Kind kind = Kind::imported;
  const LayoutStrategy* strategy = nullptr;  ///< for Kind::strategy only

  [[nodiscard]] static PlanChoice of(const LayoutStrategy* strategy) {
    return {strategy ? Kind::strategy : Kind::imported, strategy};
  }
  [[nodiscard]] static PlanChoice baseline() { return {Kind::baseline, nullptr}; }
  friend bool operator==(const PlanChoice&, const PlanChoice&) = default;
};

/// A plan that can be chosen.
struct PlanRow {
  PlanChoice choice;
  QString name;                        ///< "so.size.best", or a word in the reader's language
  std::optional<Bytes> footprint{};    ///< none while there is no plan; then it cannot be chosen
  std::optional<Makespan> makespan{};  ///< on the graph it was made for, where operators have durations
  bool at_least = false;               ///< its graph leaves something uncounted
  bool assumed = false;                ///< its offsets were assumed
  bool stale = false;                  ///< made for the graph before an edit, until its successor is there
  friend bool operator==(const PlanRow&, const PlanRow&) = default;
};

/// One heap map, or two plans compared: both maps side by side, or one map of what differs. A is before, B is after:
/// B is the plan that every view shows, A what it is compared with, and each difference is B minus A.
/// ```
///  ┌ B needs 0.7 MiB more than A ────── [A | B][Difference] [Linked] [×] ┐
///  │ A [Size, best fit ▾]             │ B [Size, first fit ▾] +0.7 (+4.9%)│
///  │ ┌──────────────────────────────┐ │ ┌──────────────────────────────┐ │
///  │ │ map A                        │ │ │ map B, same scale            │ │
///  └─┴──────────────────────────────┴─┴─┴──────────────────────────────┴─┘
/// ```
/// Its owner feeds map B, and says here what can be chosen and what was.
class CompareView final : public QWidget {
  Q_OBJECT

 public:
  enum class Mode { single, side_by_side, difference };

  /// Takes `shown`, the map that is always there: B. `state` must outlive the view.
  CompareView(ViewState& state, HeapMapWidget* shown);

  [[nodiscard]] Mode mode() const { return mode_; }
  void set_mode(Mode mode);
  /// For menus, toolbars and buttons alike; checkable.
  [[nodiscard]] QAction* side_by_side_action() const { return side_by_side_; }
  [[nodiscard]] QAction* difference_action() const { return difference_; }
  [[nodiscard]] QAction* link_action() const { return link_; }
  [[nodiscard]] QAction* swap_action() const { return swap_; }

  /// All plans there are; the baseline can be A only.
  void set_rows(std::vector<PlanRow> rows);
  void set_b(std::optional<PlanChoice> choice, const PlanView& view);
  /// A, and its results; they may be incomplete.
  void set_a(const PlanChoice& choice, const PlanView& view);
  [[nodiscard]] const std::optional<PlanChoice>& choice_b() const { return choice_b_; }
  [[nodiscard]] const std::optional<PlanChoice>& choice_a() const { return choice_a_; }
  /// What is compared, from A to B: ViewState::compared(), too. None while there is one map only. Either may be
  /// incomplete.
  [[nodiscard]] std::optional<PlanPair> pair() const;
  /// Forgets which plan A is: something else was opened.
  void clear();

  /// Null until it is first needed.
  [[nodiscard]] HeapMapWidget* map_a() const { return a_; }
  /// The one that is seen; of two side by side, B.
  [[nodiscard]] HeapMapWidget* map_in_front() const { return mode_ == Mode::difference ? a_ : b_; }
  [[nodiscard]] bool busy() const;
  /// Whether memory curves stand below the maps.
  void show_curves(bool shown);
  [[nodiscard]] bool shows_curves() const;
  /// One map alone leaves so many pixels free beside its plot at least: names stand there above it.
  void set_left(double left) {
    if (std::exchange(left_, left) != left) share_extent();
  }

  /// Shows all, on both sides.
  void fit();
  /// What is seen, to export.
  [[nodiscard]] Drawing drawing() const;

 signals:
  void mode_changed();
  /// The colours of the difference shown; null where none is.
  void difference_coloring_changed(std::shared_ptr<const stowage::Coloring> coloring);
  /// The user wants to see that plan on that side.
  void a_chosen(const stowage::PlanChoice& choice);
  void b_chosen(const stowage::PlanChoice& choice);

 private:
  [[nodiscard]] const PlanRow* row_of(const std::optional<PlanChoice>& choice) const;
  void make_actions();
  QWidget* make_strip();
  void make_a();
  void show_mode();
  void show_a();
  void show_headers();
  void tell_coloring();
  void share_pair();
  void share_extent();
  void share_run();
  /// Whether the maps zoom and move together.
  [[nodiscard]] bool are_linked() const { return mode_ == Mode::side_by_side && link_->isChecked(); }

  void follow(HeapMapWidget& leader, HeapMapWidget& follower);
  void reveal_both(TensorId t);
  void summarize();
  void swap();

  ViewState& state_;
  Mode mode_ = Mode::single;
  HeapMapWidget *a_ = nullptr, *b_;
  PlanHeader *header_a_, *header_b_;
  QSplitter* sides_;
  QHBoxLayout* headers_;  // has both above the one map of a difference
  QVBoxLayout *side_a_ = nullptr, *side_b_ = nullptr;
  QWidget* strip_ = nullptr;
  QLabel* summary_ = nullptr;
  QAction *side_by_side_ = nullptr, *difference_ = nullptr, *link_ = nullptr, *swap_ = nullptr;
  std::vector<PlanRow> rows_;
  std::optional<PlanChoice> choice_a_, choice_b_;
  PlanView view_a_, view_b_;
  double left_ = 0;
  bool following_ = false;
};

}  // namespace stowage
