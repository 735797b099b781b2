// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/strategy_toggles.h"

#include <algorithm>

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>

#include "core/layout/strategies/strategies.h"
#include "core/papers/tables.h"

namespace stowage {
namespace {

/// A word of an id, in the order of its enumeration: how it is written on a button, and what it means.
struct ToggleWord {
  StrategyToggles::Part part;
  const char* word;
  const char* label;
  const char* meaning;
};
constexpr ToggleWord kWords[] = {
    {StrategyToggles::kObject, "so", QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Single object"),
     QT_TRANSLATE_NOOP("stowage::StrategyToggles", "The buffer is one object in which every block finds its place")},
    {StrategyToggles::kObject, "mo", QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Many objects"),
     QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Blocks share objects that lie one above the other")},
    {StrategyToggles::kSort, "breadth", QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Breadth"),
     QT_TRANSLATE_NOOP("stowage::StrategyToggles", "First the tensors of the operators that touch most memory")},
    {StrategyToggles::kSort, "size", QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Size"),
     QT_TRANSLATE_NOOP("stowage::StrategyToggles", "First the largest tensors")},
    {StrategyToggles::kSort, "source", QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Source"),
     QT_TRANSLATE_NOOP("stowage::StrategyToggles", "First the tensors that are produced first")},
    {StrategyToggles::kSort, "unsafe", QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Unsafe"),
     QT_TRANSLATE_NOOP("stowage::StrategyToggles", "First the tensors with most unsafe pairs")},
    {StrategyToggles::kFit, "best", QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Best fit"),
     QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Into the tightest gap that is large enough")},
    {StrategyToggles::kFit, "first", QT_TRANSLATE_NOOP("stowage::StrategyToggles", "First fit"),
     QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Into the lowest gap that is large enough")},
};

/// What is chosen in each row.
using Chosen = std::array<int, StrategyToggles::kParts>;
Chosen chosen_in(const Recipe& recipe) {
  return {recipe.many_objects, static_cast<int>(recipe.sort), static_cast<int>(recipe.fit)};
}

/// A button that wears the highlight while it is checked: where buttons stand side by side, a sunken edge is no sign.
class SegmentButton final : public QToolButton {
 public:
  using QToolButton::QToolButton;

 private:
  void paintEvent(QPaintEvent* /*event*/) override {
    QStyleOptionToolButton option;
    initStyleOption(&option);
    if (isChecked() && isEnabled()) {
      option.palette.setColor(QPalette::Button, palette().color(QPalette::Highlight));
      option.palette.setColor(QPalette::ButtonText, palette().color(QPalette::HighlightedText));
    }
    QStylePainter(this).drawComplexControl(QStyle::CC_ToolButton, option);
  }
};

}  // namespace

StrategyToggles::StrategyToggles(QObject* parent) : QObject(parent) {
  for (QActionGroup*& group : groups_) {
    group = new QActionGroup(this);
    group->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
    connect(group, &QActionGroup::triggered, this, [this](QAction* action) {
      action->setChecked(true);  // a click on what is chosen keeps it
      choose();
    });
  }
  for (const ToggleWord& word : kWords) {
    auto* action = new QAction(tr(word.label), groups_[word.part]);
    action->setObjectName(QLatin1String("toggle_") + QLatin1String(word.word));
    action->setData(QLatin1String(word.word));
    action->setToolTip(tr(word.meaning));
    action->setStatusTip(tr(word.meaning));
    action->setCheckable(true);
  }
}

QList<QAction*> StrategyToggles::actions(Part part) const {
  return groups_[part]->actions();
}

QString StrategyToggles::title(Part part) {
  switch (part) {
    case kObject:
      return tr("Object");
    case kSort:
      return tr("Sort");
    case kFit:
      return tr("Fit");
  }
  return {};
}

void StrategyToggles::show(const LayoutStrategy* strategy) {
  const Recipe* recipe = strategy && strategy->recipe ? &*strategy->recipe : nullptr;
  for (std::size_t part = 0; part < kParts; ++part) {
    const QList<QAction*> all = groups_[part]->actions();
    for (int k = 0; k < all.size(); ++k) all[k]->setChecked(recipe && chosen_in(*recipe)[part] == k);
  }
}

void StrategyToggles::choose() {
  Chosen wanted{};
  for (std::size_t part = 0; part < kParts; ++part)
    wanted[part] = std::max(0, static_cast<int>(groups_[part]->actions().indexOf(groups_[part]->checkedAction())));
  for (const LayoutStrategy& strategy : somas_strategies()) {
    if (chosen_in(*strategy.recipe) != wanted) continue;
    show(&strategy);
    emit chosen(find_layout_strategy(strategy.id));
  }
}

QWidget* make_segments(const QList<QAction*>& actions, const QString& accessible_name) {
  auto* box = new QWidget;
  box->setAccessibleName(accessible_name);
  auto* line = new QHBoxLayout(box);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(0);
  for (QAction* action : actions) {
    auto* button = new SegmentButton;
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::TabFocus);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setAccessibleName(accessible_name + ": " + action->text());
    line->addWidget(button);
  }
  return box;
}

}  // namespace stowage
