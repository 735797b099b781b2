// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "app/controllers/window_parts.h"

namespace stowage {

/// Brings what the planning finds to the views and what the views ask for to the planning, and says what comes of it:
/// in the status bar, and above the views where something went wrong.
class PlanPresenter final : public QObject {
  Q_OBJECT

 public:
  explicit PlanPresenter(const WindowParts& parts);

  /// Follows the document and the planning from now on, each time after all that was connected to them before.
  void follow();

  /// Shows all panes the graph of another document, or none; what they found out of the one before goes.
  void show_document();
  /// Says again how many tensors there are, how large their plan is, and so on.
  void show_status();
  /// What the planning does now, for the status bar; empty where it does nothing.
  [[nodiscard]] QString activity_text() const;
  /// Ends the planning because the user wants that. Gives what is to be said of it; empty where a message says it.
  QString cancel();

 private:
  void follow_planning();
  void follow_runs();
  void show_graph();
  void show_results();
  void mark_shown();
  void show_headline(bool figures_asked);
  void show_refusal(const LayoutStrategy* choice);
  void show_order_change(const QString& order, const FootprintChange& change);
  [[nodiscard]] QString strategies_done() const;

  const WindowParts parts_;
};

}  // namespace stowage
