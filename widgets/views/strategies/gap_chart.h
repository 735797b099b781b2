// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QTimer>
#include <QWidget>

#include "core/base/task.h"
#include "core/layout/strategy.h"

class QLabel;
class QPainter;
class QRectF;

namespace stowage {

struct Theme;

/// How a strategy that improves its plan comes nearer to the bound: both over the seconds since it began, and in words
/// what is left between them. A poor plan at the beginning does not flatten what follows: it is then beyond the axis,
/// and the words say so. Hidden until there is something to show.
class GapChart final : public QWidget {
  Q_OBJECT

 public:
  /// `clock`: by which time passes; empty: the steady clock.
  explicit GapChart(QWidget* parent = nullptr, std::function<Task::Clock::time_point()> clock = {});

  /// A run begins: what was drawn of the one before goes. Where something is not `counted`, no gap is told.
  void begin(bool counted = true);
  void add(const Improvement& now);
  /// Nothing more comes; what is drawn stays.
  void end();
  /// From where to where the axis of bytes reaches.
  [[nodiscard]] Bytes axis_low() const { return low_; }
  [[nodiscard]] Bytes axis_high() const { return high_; }
  /// Nothing is shown any more.
  void clear();

 private:
  /// Since the run began.
  [[nodiscard]] double seconds() const;
  void draw();
  void place_axis();
  void paint(QPainter& painter, const QRectF& rect, const Theme& theme) const;
  [[nodiscard]] QString beyond() const;
  void refresh_note();

  struct Point {
    double seconds;
    Improvement at;
  };
  QWidget* plot_;
  QLabel* note_;
  Task clock_;  // of which only the clock is used
  Task::Clock::time_point begin_;
  QTimer ticks_;  // while it runs, time passes though nothing improves
  std::vector<Point> points_;
  bool counted_ = true;
  double end_ = 0;    // seconds
  Bytes low_, high_;  // of the axis
};

}  // namespace stowage
