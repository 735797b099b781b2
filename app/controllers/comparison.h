// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QList>

#include "app/controllers/window_parts.h"

class QAction;
class QMenu;

namespace stowage {

/// Offers the plans of the planning as A and B of the view that compares them.
class Comparison final : public QObject {
  Q_OBJECT

 public:
  explicit Comparison(const WindowParts& parts);

  /// Follows the planning from now on, each time after all that was connected to it before.
  void follow_plans();
  /// Adds the commands of the View menu; those that it returns make sense only with a graph.
  QList<QAction*> fill(QMenu& view);
  /// Offers the plans that there are now, by the names that they have now.
  void show_plans();
  /// Ends comparing: another document is open, or none.
  void forget();

 private:
  void follow_mode();
  void follow_shown();
  void begin();
  void end();
  struct CountedGraph {
    std::shared_ptr<const Graph> graph;
    bool leaves_out = false;
  };
  [[nodiscard]] std::vector<PlanRow> rows();
  [[nodiscard]] bool leaves_out(const std::shared_ptr<const Graph>& graph, const std::vector<CountedGraph>& before);
  void choose_a(const std::vector<PlanRow>& rows);
  void offer(const std::vector<PlanRow>& rows);

  const WindowParts parts_;
  std::optional<const LayoutStrategy*> shown_, shown_before_;  // of this document
  const LayoutStrategy* override_ = nullptr;  // B in place of the file's plan, while plans are compared
  bool comparing_ = false;
  std::vector<CountedGraph> counted_;  // those of the rows, one each
};

}  // namespace stowage
