// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/steps/step_side.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>
#include <QLabel>
#include <QSplitter>

#include "widgets/controls/elided.h"
#include "widgets/controls/lines.h"
#include "widgets/views/steps/step_code.h"
#include "widgets/views/steps/step_table.h"
#include "widgets/views/steps/step_view.h"

namespace stowage {

StepSide::StepSide(bool beside)
    : words_(make_wrapped_line(beside ? "step_words_beside" : "step_words")),
      code_(new StepCode),
      table_(new StepTable(beside ? "step_gaps_beside" : "step_gaps")),
      picture_(make_step_view(beside)),
      split_(new QSplitter),
      code_and_table_(new QSplitter) {
  constexpr int kLeast = 40;  // pixels of height beside a picture that is as low
  words_->setAccessibleName(QCoreApplication::translate("stowage::StepsPane", "Planner's step and its reason"));
  words_->setContentsMargins({});
  for (QWidget* each : {static_cast<QWidget*>(code_), static_cast<QWidget*>(table_)}) {
    each->setMinimumHeight(kLeast);
    code_and_table_->addWidget(each);
  }
  split_->addWidget(code_and_table_);
  split_->addWidget(picture_);
  split_->setStretchFactor(1, 1);
  in_rows(this, {words_, {split_, 1}})->setSpacing(2);
  connect(split_, &QSplitter::splitterMoved, this, [this] { moved_ = true; });
}

void StepSide::set_scene(const std::shared_ptr<const StepScene>& scene, Bytes height, const QString& sentence) {
  words_->setText(scene ? sentence : QString());
  code_->set_scene(scene);
  table_->set_scene(scene);
  has_table_ = !scene || !scene->walk() || scene->plane().columns > 0;
  table_->setVisible(has_table_);
  picture_->set_scene(scene, height, sentence);
  arrange();
}

void StepSide::set_shares_height(bool shares) {
  if (std::exchange(shares_height_, shares) != shares) arrange();
}

void StepSide::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

void StepSide::arrange() {
  constexpr int kCode = 400, kTable = 300, kLongRow = 1000, kNarrow = 460;  // pixels
  const bool narrow = width()<kNarrow, wide = width()> height() && !narrow,
             row = wide && shares_height_ && width() >= kLongRow;
  const auto side = wide ? Qt::Horizontal : Qt::Vertical, inner = row || !wide ? Qt::Horizontal : Qt::Vertical;
  code_->setVisible(!narrow || !has_table_);
  if (moved_ && split_->orientation() == side && code_and_table_->orientation() == inner) return;  // as the user has it
  split_->setOrientation(side);
  code_and_table_->setOrientation(inner);
  code_and_table_->setSizes({600, row ? 600 * kTable / kCode : 400});
  const int most = row ? kCode + kTable : kCode, all = wide ? width() : height();
  const int words = std::min(most, wide ? all * (row ? 1 : 2) / (row ? 2 : 5) : all * 2 / 5);
  split_->setSizes({words, std::max(1, all - words)});
}

}  // namespace stowage
