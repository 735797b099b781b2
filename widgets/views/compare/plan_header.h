// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QString>
#include <QWidget>

#include "core/base/bytes.h"
#include "core/insight/simulate/timing.h"
#include "core/layout/strategy.h"

class QLabel;

namespace stowage {

class PlanBox;

/// Which plan is meant.
struct PlanChoice {
  enum class Kind { strategy, imported, baseline };
  Kind kind = Kind::imported;
  const LayoutStrategy* strategy = nullptr;  ///< of Kind::strategy only

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
  std::optional<Makespan> makespan{};  ///< of the graph it was made for, where operators have durations
  bool at_least = false;               ///< its graph leaves something uncounted
  bool assumed = false;                ///< its offsets were
  bool stale = false;                  ///< of the graph before an edit, until its successor is there
  friend bool operator==(const PlanRow&, const PlanRow&) = default;
};

/// What a plan needs: "14.2 MiB", "at least 14.2 MiB", "14.2 MiB, 3.10 ms" where the makespan is known.
[[nodiscard]] QString needs_text(const PlanRow& row);
/// Whether a difference of their footprints means anything.
[[nodiscard]] inline bool are_comparable(const PlanRow& a, const PlanRow& b) {
  return a.footprint && b.footprint && !a.at_least && !b.at_least && !a.assumed && !b.assumed;
}

/// The line above one of two maps: which plan it shows, to choose from all, its footprint and makespan, and how much
/// those are more or less than the other's. Where it is narrow, figures are left out rather than cut.
class PlanHeader final : public QWidget {
  Q_OBJECT

 public:
  /// `letter` names the side ("A"); `accessible_name` says what is chosen here.
  PlanHeader(const QString& letter, const QString& accessible_name, QWidget* parent = nullptr);

  /// What can be chosen; the choice stays.
  void set_rows(std::vector<PlanRow> rows);
  void set_choice(std::optional<PlanChoice> choice);
  [[nodiscard]] const std::optional<PlanChoice>& choice() const { return choice_; }
  /// The row chosen, or null where there is none.
  [[nodiscard]] const PlanRow* row() const;
  /// The plan to measure against, with a footprint; none: no difference is shown.
  void set_reference(std::optional<PlanRow> other);

 signals:
  /// The user wants to see that plan.
  void chosen(const stowage::PlanChoice& choice);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void show_rows();
  void show_figures();

  std::vector<PlanRow> rows_;
  std::optional<PlanChoice> choice_;
  std::optional<PlanRow> reference_;
  PlanBox* box_;
  QLabel *note_, *delta_;
};

}  // namespace stowage
