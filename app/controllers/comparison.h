// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <QList>
#include <QObject>
#include <QString>

#include "app/session/makespans.h"

class QAction;
class QMainWindow;
class QMenu;

namespace stowage {

class CompareView;
class Docks;
class LearnPane;
class OpenDocument;
class Planning;
struct LayoutStrategy;
struct PlanRow;

/// Which plans are compared: those that the planning has, as choices for A and B.
class Comparison final : public QObject {
  Q_OBJECT

 public:
  /// What it works on; all must outlive it.
  struct Parts {
    QMainWindow& window;
    const OpenDocument& document;
    Planning& planning;
    CompareView& compare;
    const Docks& docks;
    std::function<QString()> name_of_imported;  ///< by which the plan of the file is told from one that was opened
  };
  /// The window owns it.
  explicit Comparison(const Parts& parts);

  /// Offers the plans of the planning from now on, each time after all that was connected to it before.
  void follow_plans();
  /// The commands of the View menu; they make sense only with a graph.
  QList<QAction*> fill(QMenu& view);
  /// Offers the plans that there are now, under the names that they have now.
  void show_plans();

 private:
  void follow_mode();
  void follow_shown();
  void forget();
  void begin();
  void end();
  void choose_a(const std::vector<PlanRow>& rows);
  void offer(const std::vector<PlanRow>& rows);
  void list_plans(QMenu& menu);

  Parts parts_;
  LearnPane* learn_;
  QAction* with_ = nullptr;  // the menu of what to compare with
  Makespans makespans_;
  std::optional<const LayoutStrategy*> shown_, shown_before_;  // of this document
  const LayoutStrategy* lent_ = nullptr;                       // B, as long as plans are compared
  bool comparing_ = false;
};

}  // namespace stowage
