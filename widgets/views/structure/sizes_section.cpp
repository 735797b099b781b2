// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/structure/sizes_section.h"

#include <optional>

#include <QAction>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/base/view_state.h"
#include "widgets/edit/edits.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/tables/tensor_query.h"

namespace stowage {
namespace {

QToolButton* button_for(QAction* action) {
  auto* button = new QToolButton;
  button->setDefaultAction(action);
  button->setToolButtonStyle(Qt::ToolButtonTextOnly);
  button->setFocusPolicy(Qt::StrongFocus);
  button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  return button;
}

Bytes sum_of(const Graph& graph, const std::vector<TensorId>& tensors) {
  Bytes sum;
  for (TensorId t : tensors)
    if (t.index() < graph.tensor_count()) sum += graph.size(t);
  return sum;
}

}  // namespace

SizesSection::SizesSection(ViewState& state, QWidget* parent)
    : StructureSection(state, parent),
      all_(new QRadioButton),
      selected_(new QRadioButton),
      factor_(new QDoubleSpinBox),
      size_(new QLineEdit) {
  double_ = add_command("double_sizes", tr("× 2"), tr("Double the sizes, as for a batch twice as large"), [this] {
    scale({2, 1});
  });
  halve_ = add_command("halve_sizes", tr("÷ 2"), tr("Half the size, rounded up"), [this] { scale({1, 2}); });
  scale_ = add_command("scale_sizes", tr("Scale"), tr("Multiply by the factor, rounded up to whole bytes"), [this] {
    factor_->interpretText();
    scale(edits::factor_of(factor_->value()));
  });
  set_ = add_command("set_size", tr("Set"), tr("Give the selected tensors this size"), [this] { set_size(); });
  arrange(nullptr, {});
  static_cast<QVBoxLayout*>(layout())->insertWidget(0, make_form());
  sentence()->setText(
      tr("Scaling rounds up to whole bytes. Alignment is an option of planning, not a property of the graph: set it in "
         "the toolbar."));
}

QWidget* SizesSection::make_form() {
  auto* form = new QWidget;
  auto* grid = new QGridLayout(form);
  grid->setContentsMargins(0, 0, 0, 6);
  all_->setObjectName("all_sizes");
  selected_->setObjectName("selected_sizes");
  all_->setChecked(true);
  grid->addWidget(all_, 0, 0, 1, 3);
  grid->addWidget(selected_, 1, 0, 1, 3);
  grid->addWidget(button_for(double_), 2, 1);
  grid->addWidget(button_for(halve_), 2, 2);
  factor_->setObjectName("size_factor");
  factor_->setAccessibleName(tr("Factor"));
  factor_->setDecimals(edits::kFactorDecimals);
  factor_->setRange(edits::kLeastFactor, edits::kLargestFactor);
  factor_->setValue(1.5);
  factor_->setSingleStep(0.5);
  auto* factor_label = new QLabel(tr("Fac&tor"));
  factor_label->setBuddy(factor_);
  grid->addWidget(factor_label, 3, 0);
  grid->addWidget(factor_, 3, 1);
  grid->addWidget(button_for(scale_), 3, 2);
  size_->setObjectName("new_size");
  size_->setAccessibleName(tr("Size of the selected tensors"));
  auto* size_label = new QLabel(tr("Si&ze"));
  size_label->setBuddy(size_);
  grid->addWidget(size_label, 4, 0);
  grid->addWidget(size_, 4, 1);
  grid->addWidget(button_for(set_), 4, 2);
  grid->setColumnStretch(1, 1);
  grid->setColumnStretch(2, 1);
  for (QRadioButton* choice : {all_, selected_})
    connect(choice, &QRadioButton::toggled, this, [this] { update_commands(); });
  connect(size_, &QLineEdit::textChanged, this, [this] { update_commands(); });
  connect(size_, &QLineEdit::returnPressed, set_, &QAction::trigger);
  return form;
}

void SizesSection::scale(Factor factor) {
  emit edit_requested(all_->isChecked() ? edits::scale_all_sizes(factor)
                                        : edits::scale_sizes(*graph(), state().selected_tensors(), factor));
}

void SizesSection::set_size() {
  if (const std::optional<Bytes> size = parse_bytes(size_->text()))
    emit edit_requested(edits::set_sizes(*graph(), state().selected_tensors(), *size));
}

void SizesSection::refresh() {
  all_->setText(graph() ? tr("All %Ln tensor(s), %1", nullptr, static_cast<int>(graph()->tensor_count()))
                              .arg(human_bytes(graph()->total_size()))
                        : tr("All tensors"));
}

void SizesSection::update_commands() {
  const auto& chosen = state().selected_tensors();
  const bool open = graph() && graph()->tensor_count() > 0, any = open && !chosen.empty();
  selected_->setText(any ? tr("%Ln selected tensor(s), %1", nullptr, static_cast<int>(chosen.size()))
                               .arg(human_bytes(sum_of(*graph(), chosen)))
                         : tr("Selected tensors: none"));
  selected_->setEnabled(any || selected_->isChecked());
  size_->setEnabled(any);
  const bool one = any && chosen.size() == 1 && chosen[0].index() < graph()->tensor_count();
  size_->setPlaceholderText(one ? human_bytes(graph()->size(chosen[0])) : tr("4096, 4 KiB, 0x1000"));
  for (QAction* action : {double_, halve_, scale_}) action->setEnabled(all_->isChecked() ? open : any);
  set_->setEnabled(any && parse_bytes(size_->text()).has_value());
}

}  // namespace stowage
