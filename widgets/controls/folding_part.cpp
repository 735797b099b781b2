// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/folding_part.h"

#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/controls/tool_button.h"

namespace stowage {
namespace {

constexpr int kButton = 13;  // pixels; views leave a margin of that width free at their right

}  // namespace

QToolButton* make_folded_line(const QString& name) {
  QToolButton* line = make_word_button("unfold", QStringLiteral("▸ ") + name, FoldingPart::tr("Show %1").arg(name));
  line->setAutoRaise(true);
  line->setFixedHeight(FoldingPart::kLine);
  return line;
}

FoldingPart::FoldingPart(const QString& name, QWidget* content)
    : content_(content),
      line_(make_folded_line(name)),
      fold_(make_sign_button("fold", QStringLiteral("▾"), tr("Fold %1 to a line").arg(name))) {
  line_->hide();
  auto* rows = make_rows(this);
  rows->addWidget(line_, 0, Qt::AlignLeft);
  rows->addWidget(content_, 1);
  setSizePolicy(content->sizePolicy());
  fold_->setParent(this);
  fold_->setFixedSize(kButton, kButton);
  fold_->setFocusPolicy(Qt::NoFocus);  // the line of the window's menu does it from the keyboard
  fold_->raise();
  for (QToolButton* button : {line_, fold_})
    connect(button, &QToolButton::clicked, this, [this] {
      set_folded(!folded_);
      emit folded_changed();
    });
  place_button();
}

void FoldingPart::set_folded(bool folded) {
  if (folded == folded_) return;
  folded_ = folded;
  content_->setVisible(!folded);
  line_->setVisible(folded);
  fold_->setVisible(!folded);
  setMaximumHeight(folded ? kLine : QWIDGETSIZE_MAX);
  place_button();
}

void FoldingPart::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  place_button();
}

void FoldingPart::place_button() {
  fold_->move(width() - kButton, 0);
}

}  // namespace stowage
