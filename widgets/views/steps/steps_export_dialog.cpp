// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/steps/steps_export_dialog.h"
#include "widgets/painters/style/numbers.h"

#include <utility>

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>

namespace stowage {

StepsExportDialog::StepsExportDialog(std::shared_ptr<const StepSource> source, bool closer, QWidget* parent)
    : QDialog(parent),
      source_(std::move(source)),
      closer_(closer),
      every_step_(new QRadioButton(tr("&Every step"))),
      first_(new QSpinBox),
      last_(new QSpinBox),
      count_(new QLabel) {
  setWindowTitle(tr("Export steps"));
  setObjectName("steps_export");
  every_step_->setObjectName("steps_every");
  auto* a_block = new QRadioButton(tr("One a &block, where it is put"));
  a_block->setChecked(true);
  const int blocks = static_cast<int>(source_->recording->block_count());
  for (QSpinBox* spin : {first_, last_}) {
    spin->setRange(1, blocks);
    connect(spin, &QSpinBox::valueChanged, this, &StepsExportDialog::count);
  }
  first_->setObjectName("steps_first");
  first_->setAccessibleName(tr("First block"));
  last_->setObjectName("steps_last");
  last_->setAccessibleName(tr("Last block"));
  last_->setValue(blocks);
  connect(every_step_, &QRadioButton::toggled, this, &StepsExportDialog::count);
  auto* range = new QHBoxLayout;
  range->addWidget(first_);
  range->addWidget(new QLabel(tr("to")));
  range->addWidget(last_);
  range->addStretch();
  auto* form = new QFormLayout;
  form->addRow(tr("Pictures:"), a_block);
  form->addRow(QString(), every_step_);
  auto* blocks_label = new QLabel(tr("B&locks:"));
  blocks_label->setBuddy(first_);  // a form finds none in a row of several fields
  form->addRow(blocks_label, range);
  form->addRow(QString(), count_);
  count_->setObjectName("steps_count");
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  ok_ = buttons->addButton(tr("&Choose file…"), QDialogButtonBox::AcceptRole);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* rows = new QVBoxLayout(this);
  rows->addLayout(form);
  rows->addWidget(new QLabel(tr("PDF: one file, a page each. PNG and SVG: numbered files.")));
  rows->addWidget(buttons);
  count();
}

StepSeries StepsExportDialog::series() const {
  const auto first = static_cast<std::size_t>(first_->value()), last = static_cast<std::size_t>(last_->value());
  return {.every_step = every_step_->isChecked(),
          .first_block = first - 1,
          .block_count = last < first ? 0 : last - first + 1,
          .closer = closer_};
}

void StepsExportDialog::count() {
  const std::size_t pictures = picture_count(*source_->recording, series());
  const bool possible = pictures > 0 && pictures <= kMostPictures;
  if (pictures > kMostPictures)
    count_->setText(tr("%1 pictures: too many, the most is %2").arg(grouped(pictures), grouped(kMostPictures)));
  else
    count_->setText(tr("%n picture(s)", nullptr, static_cast<int>(pictures)));
  if (ok_) ok_->setEnabled(possible);
}

}  // namespace stowage
