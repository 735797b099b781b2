// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include "widgets/base/latest_job.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/tables/tensor_query.h"

class QLabel;
class QLineEdit;
class QToolButton;

namespace stowage {

class ViewState;

/// A line to find tensors with: by name, regular expression, size and address (see parse_query). All that match are lit
/// in every view; from one to the next they are selected and brought into view, the best match of the name first,
/// otherwise in the order of the input. Searching happens in the background. Hidden, it finds nothing.
class FindBar final : public QWidget {
  Q_OBJECT

 public:
  /// `state` must outlive the bar.
  explicit FindBar(ViewState& state, QWidget* parent = nullptr);

  void set_view(const PlanView& view);
  [[nodiscard]] bool busy() const { return debounce_.isActive() || job_.busy(); }

 public slots:
  /// Shows the bar with the keyboard in it.
  void open();
  /// Hides it and forgets what was found; the keyboard goes back to where it was.
  void close_bar();
  /// Selects the next match after the one shown last, the first after the last; opens the bar where it is closed.
  void find_next() { step(1); }
  void find_previous() { step(-1); }

 private:
  void search();
  void take(const TensorQuery& query, std::vector<TensorId> found);
  void step(int direction);
  void show_count();
  bool eventFilter(QObject* watched, QEvent* event) override;

  ViewState& state_;
  PlanView view_;
  TensorQuery query_;              // of what was found
  std::vector<TensorId> matches_;  // the best first
  TensorId shown_;                 // the match last gone to, perhaps no match any more
  int wanted_step_ = 0;            // to be done once the search has ended
  QPointer<QWidget> before_;       // had the keyboard
  QLineEdit* text_;
  QToolButton *regex_, *previous_, *next_;
  QLabel* count_;
  QTimer debounce_;
  LatestJob job_;
};

}  // namespace stowage
