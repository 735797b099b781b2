// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

class QLabel;

namespace stowage {

class ViewState;
struct StepRange;

/// "steps 3 to 10", both included, as the axes number them.
[[nodiscard]] QString range_text(const StepRange& range);

/// Says that a view is narrowed to some steps; a click ends that, for every view. Seen only while there is a time
/// range.
class RangeButton final : public QToolButton {
  Q_OBJECT

 public:
  /// `state` must outlive it. `what` says what is narrowed, or that nothing is: the tool tip.
  RangeButton(ViewState& state, const QString& what, QWidget* parent = nullptr);

 private:
  void follow();

  ViewState& state_;
};

/// For a view that cannot be narrowed: says so, while there is a time range. `state` must outlive it.
[[nodiscard]] QLabel* make_range_note(ViewState& state);

}  // namespace stowage
