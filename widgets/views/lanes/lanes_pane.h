// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "widgets/base/canvas.h"
#include "widgets/base/pane.h"
#include "widgets/painters/lanes/lanes_geometry.h"

namespace stowage {

/// The graph as lanes: across, the global order, or time where operators have durations; one row a stream.
/// resources/manual/gestures.md says what mouse and keys do.
/// Screen readers have it as a list of its operators.
class LanesPane : public CanvasPane {
  Q_OBJECT

 public:
  using CanvasPane::CanvasPane;

  [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }
  [[nodiscard]] const LanesGeometry& geometry_of_lanes() const { return geometry_; }
  /// Columns beside the plot as wide as those of another view of the same axis.
  virtual void set_margins(const LanesGeometry::Margins& margins) = 0;
  /// What the names of lanes need, each with its number of operators.
  [[nodiscard]] virtual double names_width() const = 0;
  /// Shows these places, as much as there is of them; none of the signals.
  virtual void show_places(double begin, double end) = 0;
  /// The height at which the lanes of so many streams can be read.
  [[nodiscard]] virtual int natural_height(std::size_t streams) const = 0;

 signals:
  /// What is in view across is another.
  void places_changed();
  /// The names may need another width.
  void names_changed();

 protected:
  std::shared_ptr<const Graph> graph_;
  LanesGeometry geometry_;
};

/// `state` must outlive the pane.
[[nodiscard]] LanesPane* make_lanes(ViewState& state);

}  // namespace stowage
