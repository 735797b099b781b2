// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/painters/model/step_bands.h"

class QPainter;

namespace stowage {

/// Bands along an axis of steps that lies across the page: what views of time draw behind their data, and in a row of
/// their own.
class BandRow {
 public:
  /// Height of a row in which names can be read.
  static constexpr double kHeight = 15;

  struct Stretch {
    const StepBand* band;
    double left, right;  ///< pixels, cut to what is in view; whole ones, so that neighbours meet
  };

  /// Steps [begin, end) are in view from pixel `left` to pixel `right`. `bands` must outlive it.
  BandRow(const StepBands& bands, double begin, double end, double left, double right);

  /// Those in view that are at least a pixel wide; empty where too_many().
  [[nodiscard]] const std::vector<Stretch>& stretches() const { return stretches_; }
  /// Whether they are so narrow that colours would only mix.
  [[nodiscard]] bool too_many() const { return too_many_; }
  /// Of what there are too many, and what helps.
  [[nodiscard]] QString too_many_text() const;

  /// Where lines are drawn, ascending: as many of the beginnings and ends as are not too close.
  [[nodiscard]] std::vector<double> borders() const;
  /// Pale, with a line where one ends and another begins: behind the data on `panel`.
  void paint_ground(QPainter& painter, const QRectF& panel, const QColor& ground, const Theme& theme) const;
  /// The same over data that fills the panel: the lines alone.
  void paint_borders(QPainter& painter, const QRectF& panel, const Theme& theme) const;
  /// In full, with names where they fit, and their way: "3 →".
  void paint_row(QPainter& painter, const QRectF& row, const Theme& theme) const;

 private:
  const StepBands& bands_;
  double left_, right_;
  std::vector<Stretch> stretches_;
  bool too_many_ = false;
};

}  // namespace stowage
