// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/conflicts/conflicts_pane.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/conflicts/neighbourhood_view.h"
#include "widgets/conflicts/size_spin.h"

namespace stowage {
namespace {

constexpr int kMostHops = 3, kMostDrawn = 200;

/// A control with the word before it, which also names it.
template <class Control>
Control* add_named(QHBoxLayout* line, const QString& word, const QString& name, const char* object) {
  auto* label = new QLabel(word);
  auto* control = new Control;
  label->setBuddy(control);
  control->setObjectName(object);
  control->setAccessibleName(name);
  control->setToolTip(name);
  line->addWidget(label);
  line->addWidget(control);
  return control;
}

}  // namespace

ConflictsPane::ConflictsPane(ViewState& state, QWidget* parent)
    : Pane(state, parent), neighbourhood_(new NeighbourhoodView(state)), sentence_(new QLabel) {
  sentence_->setObjectName("conflicts_sentence");
  sentence_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  sentence_->setTextFormat(Qt::PlainText);
  sentence_->setWordWrap(true);
  sentence_->setContentsMargins(8, 0, 8, 3);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(make_neighbourhood_controls());
  rows->addWidget(sentence_);
  rows->addWidget(neighbourhood_, 1);
  connect(neighbourhood_, &NeighbourhoodView::changed, this, &ConflictsPane::show_sentence);
  show_sentence();
}

QWidget* ConflictsPane::make_neighbourhood_controls() {
  auto* bar = new QWidget;
  auto* line = new QHBoxLayout(bar);
  line->setContentsMargins(6, 3, 6, 3);
  auto* hops = add_named<QSpinBox>(line, tr("Hops"), tr("Unsafe pairs to go from the selection"), "conflict_hops");
  hops->setRange(1, kMostHops);
  auto* smallest = add_named<SizeSpin>(line, tr("From"), tr("Smallest neighbour drawn"), "conflict_smallest");
  auto* most = add_named<QSpinBox>(line, tr("At most"), tr("Most tensors drawn"), "conflict_most");
  most->setRange(2, kMostDrawn);
  most->setKeyboardTracking(false);
  most->setValue(static_cast<int>(neighbourhood_->limits().most));
  line->addStretch(1);
  auto* centre = new QToolButton;
  centre->setObjectName("conflict_centre");
  centre->setText(tr("Centre"));
  centre->setToolTip(tr("Draw the neighbourhood of what is selected now (Return)"));
  centre->setAccessibleName(tr("Centre on the selection"));
  centre->setAutoRaise(true);
  line->addWidget(centre);
  connect(centre, &QToolButton::clicked, neighbourhood_, &NeighbourhoodView::recentre);
  const auto apply = [this, hops, smallest, most] {
    neighbourhood_->set_limits(
        {.hops = hops->value(), .smallest = smallest->size(), .most = static_cast<std::size_t>(most->value())});
  };
  for (QSpinBox* spin : {hops, static_cast<QSpinBox*>(smallest), most})
    connect(spin, &QSpinBox::valueChanged, this, apply);
  return bar;
}

void ConflictsPane::set_view(const PlanView& view) {
  neighbourhood_->set_view(view);
}

Drawing ConflictsPane::drawing() const {
  return neighbourhood_->drawing();
}

/// Where there is no drawing, the view itself says it.
void ConflictsPane::show_sentence() {
  sentence_->setVisible(neighbourhood_->conflict_layout() != nullptr);
  sentence_->setText(neighbourhood_->sentence());
}

}  // namespace stowage
