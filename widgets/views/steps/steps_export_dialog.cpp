// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/steps/steps_export_dialog.h"

#include <utility>

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>

#include "widgets/controls/lines.h"
#include "widgets/painters/style/numbers.h"

namespace stowage {
namespace {

class StepsExportDialog final : public QDialog {
  Q_DECLARE_TR_FUNCTIONS(stowage::StepsExportDialog)

 public:
  StepsExportDialog(std::shared_ptr<const StepSource> source, bool closer, QWidget* parent)
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
    const QString unit = find_stepped_planner(source_->planner())->unit();
    auto* at_ends = new QRadioButton(tr("&One for each %1, at its last step").arg(unit));
    at_ends->setChecked(true);
    const int blocks = static_cast<int>(source_->blocks().block_count());
    for (QSpinBox* spin : {first_, last_}) {
      spin->setRange(1, blocks);
      connect(spin, &QSpinBox::valueChanged, this, &StepsExportDialog::count);
    }
    named(first_, "steps_first", tr("First %1").arg(unit));
    named(last_, "steps_last", tr("Last %1").arg(unit))->setValue(blocks);
    connect(every_step_, &QRadioButton::toggled, this, &StepsExportDialog::count);
    auto* form = new QFormLayout;
    form->addRow(tr("Pictures:"), at_ends);
    form->addRow(QString(), every_step_);
    auto* range = new QLabel(tr("&From %1").arg(unit));
    range->setBuddy(first_);  // a form finds none in a row of several fields
    form->addRow(range, in_line({first_, new QLabel(tr("to")), last_, spring()}));
    form->addRow(QString(), count_);
    count_->setObjectName("steps_count");
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    ok_ = buttons->addButton(tr("&Choose file…"), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* rows =
        in_rows(this, {form, new QLabel(tr("PDF: one file, a page each. PNG and SVG: numbered files.")), buttons});
    rows->unsetContentsMargins();
    rows->setSpacing(-1);
    count();
  }

  [[nodiscard]] StepSeries series() const {
    const auto first = static_cast<std::size_t>(first_->value()), last = static_cast<std::size_t>(last_->value());
    return {.every_step = every_step_->isChecked(),
            .first_block = first - 1,
            .block_count = last < first ? 0 : last - first + 1,
            .closer = closer_};
  }

 private:
  void count() {
    const std::size_t pictures = picture_count(source_->blocks(), series());
    if (pictures > kMostPictures)
      count_->setText(tr("%1 pictures: too many, the most is %2").arg(grouped(pictures), grouped(kMostPictures)));
    else
      count_->setText(tr("%n picture(s)", nullptr, static_cast<int>(pictures)));
    if (ok_) ok_->setEnabled(pictures > 0 && pictures <= kMostPictures);
  }

  std::shared_ptr<const StepSource> source_;
  bool closer_;
  QRadioButton* every_step_;
  QSpinBox *first_, *last_;
  QLabel* count_;
  QPushButton* ok_ = nullptr;
};

}  // namespace

void ask_for_series(std::shared_ptr<const StepSource> source, bool closer, QWidget* window,
                    std::function<void(const StepSeries&)> take) {
  auto* dialog = new StepsExportDialog(std::move(source), closer, window);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  QObject::connect(dialog, &QDialog::accepted, dialog, [take = std::move(take), dialog] { take(dialog->series()); });
  dialog->open();
}

}  // namespace stowage
