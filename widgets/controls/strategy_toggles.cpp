// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/strategy_toggles.h"
#include "core/layout/strategies/strategies.h"
#include "core/papers/tables.h"

#include <optional>
#include <string_view>

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>

namespace stowage {
namespace {

using Words = std::array<std::string, StrategyToggles::kParts>;

/// The three words of OBJECT.SORT.FIT; none for any other id.
std::optional<Words> words_of(std::string_view id) {
  const std::size_t first = id.find('.');
  const std::size_t last = id.rfind('.');
  if (first == std::string_view::npos || first == last) return std::nullopt;
  return Words{std::string(id.substr(0, first)), std::string(id.substr(first + 1, last - first - 1)),
               std::string(id.substr(last + 1))};
}

/// How a word of an id is written on a button, and what it means.
struct Word {
  std::string_view word;
  const char* label;
  const char* meaning;
};
constexpr Word kWords[] = {
    {"so", QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Single object"),
     QT_TRANSLATE_NOOP("stowage::StrategyToggles", "The buffer is one object in which every block finds its place")},
    {"mo", QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Many objects"),
     QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Blocks share objects that lie one above the other")},
    {"breadth", QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Breadth"),
     QT_TRANSLATE_NOOP("stowage::StrategyToggles", "First the tensors of the operators that touch most memory")},
    {"size", QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Size"),
     QT_TRANSLATE_NOOP("stowage::StrategyToggles", "First the largest tensors")},
    {"source", QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Source"),
     QT_TRANSLATE_NOOP("stowage::StrategyToggles", "First the tensors that are produced first")},
    {"unsafe", QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Unsafe"),
     QT_TRANSLATE_NOOP("stowage::StrategyToggles", "First the tensors with most unsafe pairs")},
    {"best", QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Best fit"),
     QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Into the tightest gap that is large enough")},
    {"first", QT_TRANSLATE_NOOP("stowage::StrategyToggles", "First fit"),
     QT_TRANSLATE_NOOP("stowage::StrategyToggles", "Into the lowest gap that is large enough")},
};

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
  for (const LayoutStrategy& strategy : somas_strategies()) {
    const std::optional<Words> words = words_of(strategy.id);
    if (!words) continue;
    for (std::size_t part = 0; part < kParts; ++part) add_choice(static_cast<Part>(part), (*words)[part]);
  }
}

void StrategyToggles::add_choice(Part part, const std::string& word) {
  for (const QAction* action : groups_[part]->actions())
    if (action->data().toString().toStdString() == word) return;
  auto* action = new QAction(QString::fromStdString(word), groups_[part]);
  for (const Word& known : kWords) {
    if (known.word != word) continue;
    action->setText(tr(known.label));
    action->setToolTip(tr(known.meaning));
    action->setStatusTip(tr(known.meaning));
  }
  action->setCheckable(true);
  action->setData(QString::fromStdString(word));
  action->setObjectName("toggle_" + action->data().toString());
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
  const std::optional<Words> words = strategy ? words_of(strategy->id) : std::nullopt;
  for (std::size_t part = 0; part < kParts; ++part)
    for (QAction* action : groups_[part]->actions())
      action->setChecked(words && action->data().toString().toStdString() == (*words)[part]);
}

void StrategyToggles::choose() {
  std::string id;
  for (const QActionGroup* group : groups_) {
    const QAction* checked = group->checkedAction();
    if (!checked) checked = group->actions().constFirst();
    id += (id.empty() ? "" : ".") + checked->data().toString().toStdString();
  }
  const LayoutStrategy* strategy = find_layout_strategy(id);
  show(strategy);
  if (strategy) emit chosen(strategy);
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
