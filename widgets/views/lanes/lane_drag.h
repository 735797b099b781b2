// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include <QPointF>

#include "core/insight/edit/edits.h"
#include "core/insight/simulate/ancestors.h"
#include "widgets/edit/edit_request.h"
#include "widgets/painters/lanes/lanes_painter.h"

namespace stowage {

/// Operators, or the end of a sync, that the mouse has taken hold of in the lanes.
///
/// Let go on another lane, operators move to that stream; anywhere below the lanes, to a new one; on its own lane,
/// a single operator becomes earlier or later. A sync ends at the operator it is let go on. Where operators have
/// durations, it says the new makespan before.
class LaneDrag {
 public:
  /// Drags `operators`, which are sorted and hold `grabbed`; without any, a sync from `grabbed`.
  LaneDrag(std::shared_ptr<const Graph> graph, OperatorId grabbed, std::vector<OperatorId> operators = {});

  /// The mouse is at `at`, over the operator `under` (or none).
  void move_to(const LanesGeometry& geometry, QPointF at, OperatorId under);
  /// What letting go there asks for; nothing where it would change nothing. The document may still refuse it.
  [[nodiscard]] std::optional<EditRequest> request() const;
  /// Why letting go there would be refused; empty where it would not.
  [[nodiscard]] QString refusal() const;
  [[nodiscard]] bool is_sync() const { return operators_.empty(); }
  /// What letting go there would do, or why it would not, in words.
  [[nodiscard]] QString text() const;
  /// The ghost that follows the mouse, and what lies under it: the lane, the steps allowed, the operator.
  void paint(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme) const;

 private:
  enum class Target { none, lane, new_lane, step, op };
  using Aim = std::tuple<Target, StreamId, std::size_t, OperatorId>;

  void find_target(const LanesGeometry& geometry, QPointF at, OperatorId under);
  [[nodiscard]] std::size_t step_under(const LanesGeometry& geometry, double x) const;
  [[nodiscard]] QString name(OperatorId o) const;
  [[nodiscard]] QString way(OperatorId from) const;
  void foresee();
  void paint_target(QPainter& painter, const LanesGeometry& geometry, const Theme& theme) const;
  void paint_allowed(QPainter& painter, const LanesGeometry& geometry, const Theme& theme) const;
  void paint_ghost(QPainter& painter, const LanesScene& scene, const LanesGeometry& geometry, const Theme& theme) const;
  void paint_sync(QPainter& painter, const LanesGeometry& geometry, const Theme& theme) const;

  std::shared_ptr<const Graph> graph_;
  OperatorId grabbed_;
  std::vector<OperatorId> operators_;  ///< empty for a sync
  AllowedSteps allowed_{};             ///< of a single operator
  QPointF at_;
  Target target_ = Target::none;
  StreamId lane_;
  std::size_t step_ = 0;
  OperatorId end_;                        ///< of the sync
  std::optional<std::int64_t> makespan_;  ///< of the graph, once it was asked for
  std::optional<Aim> foreseen_for_;       ///< what was tried last
  QString foreseen_;                      ///< what its makespan would be, in words; empty where it is not known
  std::shared_ptr<Ancestors> ancestors_;  ///< of `grabbed_`, once an earlier operator was pointed at
};

}  // namespace stowage
