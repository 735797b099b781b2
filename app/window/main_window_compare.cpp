// SPDX-License-Identifier: GPL-3.0-or-later
// Which plans are compared: what the planning has, as choices for A and B.
#include <algorithm>
#include <vector>

#include <QMenu>

#include "app/settings/file_names.h"
#include "app/window/docks.h"
#include "app/window/ink_icon.h"
#include "app/window/main_window.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/compare/moved_pane.h"

namespace stowage {
namespace {

PlanRow row_of(const PlanChoice& choice, const QString& name, const PlanView& view) {
  PlanRow row{.choice = choice, .name = name};
  if (view.plan) row.footprint = view.plan->footprint;
  row.stale = view.stale;
  return row;
}

QString name_of(const Plan& plan) {
  return plan.strategy.empty() ? MainWindow::tr("imported") : text_of(plan.strategy);
}

/// The baseline first, since it is there to be compared with, then what was imported, then the table of strategies.
std::vector<PlanRow> plan_rows(const Planning& planning, const QString& imported_name) {
  std::vector<PlanRow> rows;
  if (const auto baseline = planning.baseline())
    rows.push_back(
        row_of(PlanChoice::baseline(), MainWindow::tr("baseline (%1)").arg(name_of(*baseline->plan)), *baseline));
  if (const PlanView imported = planning.view_of(nullptr); imported.plan)
    rows.push_back(row_of(PlanChoice::of(nullptr), imported_name, imported));
  for (const LayoutStrategy& strategy : layout_strategies()) {
    const PlanView view = planning.view_of(&strategy);
    if (strategy.live || view.plan) rows.push_back(row_of(PlanChoice::of(&strategy), text_of(strategy.id), view));
  }
  return rows;
}

PlanView view_of(const Planning& planning, const PlanChoice& choice) {
  if (choice.kind != PlanChoice::Kind::baseline) return planning.view_of(choice.strategy);
  return planning.baseline() ? *planning.baseline() : PlanView();
}

}  // namespace

void MainWindow::make_compare_menu(QMenu* view) {
  QAction* side_by_side = for_graph(compare_->side_by_side_action());
  side_by_side->setShortcut(QKeySequence(Qt::Key_F9));
  side_by_side->setIcon(ink_icon("compare"));
  QAction* difference = for_graph(compare_->difference_action());
  difference->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F9));
  view->addSeparator();
  compare_->swap_action()->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_F9));
  view->addActions({side_by_side, difference, compare_->swap_action(), compare_->link_action()});
  QMenu* with = view->addMenu(tr("Compare &with"));
  for_graph(with->menuAction());
  connect(with, &QMenu::aboutToShow, this, [this, with] {
    with->clear();
    for (const PlanRow& row : plan_rows(planning_, name_of_imported())) {
      const QString text = row.footprint ? tr("%1 – %2").arg(row.name, human_bytes(*row.footprint)) : row.name;
      QAction* action = add_action(with, text, {}, [this, choice = row.choice] {
        compare_->set_b(choice, view_of(planning_, choice));
        if (compare_->mode() == CompareView::Mode::single) compare_->set_mode(CompareView::Mode::side_by_side);
      });
      action->setCheckable(true);
      action->setChecked(compare_->choice_b() == row.choice);
      action->setEnabled(row.footprint.has_value());
    }
  });
  view->addSeparator();
}

void MainWindow::connect_compare() {
  connect(&planning_, &Planning::plans_changed, this, &MainWindow::show_plans);
  connect(&planning_, &Planning::view_changed, this, &MainWindow::show_plans);
  connect(&document_, &OpenDocument::replaced, compare_, &CompareView::clear);
  connect(compare_, &CompareView::mode_changed, this, [this] {
    show_plans();
    if (compare_->mode() != CompareView::Mode::single) docks_->bring_forward("moved");
  });
  connect(compare_, &CompareView::a_chosen, this,
          [this](const PlanChoice& choice) { planning_.choose(choice.strategy); });
  connect(compare_, &CompareView::b_chosen, this,
          [this](const PlanChoice& choice) { compare_->set_b(choice, view_of(planning_, choice)); });
  auto* moved = findChild<MovedPane*>();
  connect(compare_, &CompareView::pair_changed, moved, [this, moved] { moved->set_pair(compare_->pair()); });
}

void MainWindow::show_plans() {
  const std::vector<PlanRow> rows = plan_rows(planning_, name_of_imported());
  compare_->set_rows(rows);
  const auto shown = planning_.shown();
  compare_->set_a(shown ? std::optional(PlanChoice::of(*shown)) : std::nullopt, planning_.view());
  const auto& b = compare_->choice_b();
  const bool unpinned = b == PlanChoice::baseline() && !planning_.baseline();
  if (unpinned || (!b && compare_->mode() != CompareView::Mode::single))
    choose_b(rows);
  else if (b)
    compare_->set_b(*b, view_of(planning_, *b));
}

/// What to compare with at first: the baseline, else the first plan that is another than the one shown.
void MainWindow::choose_b(const std::vector<PlanRow>& rows) {
  const std::shared_ptr<const Plan> shown = planning_.view().plan;
  const PlanRow* same = nullptr;
  for (const PlanRow& row : rows) {
    if (!row.footprint || row.choice == compare_->choice_a()) continue;
    const PlanView view = view_of(planning_, row.choice);
    const bool other = !shown || view.plan->offsets != shown->offsets;
    if (other || row.choice == PlanChoice::baseline()) return compare_->set_b(row.choice, view);
    if (!same) same = &row;
  }
  if (same) compare_->set_b(same->choice, view_of(planning_, same->choice));
}

}  // namespace stowage
