// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QWidget>

#include "widgets/views/compare/plan_choice.h"

class QLabel;

namespace stowage {

class PlanBox;

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
