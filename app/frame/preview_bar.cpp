// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/preview_bar.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "widgets/controls/tool_button.h"
#include "widgets/controls/elided.h"
#include "widgets/painters/style/theme.h"

namespace stowage {

PreviewBar::PreviewBar(QWidget* parent) : QFrame(parent), label_(make_elided_line("previewed_change")) {
  setObjectName("preview_bar");
  setAutoFillBackground(true);
  QToolButton* apply = make_word_button("apply_preview", tr("Apply"), tr("Keep the previewed change"));
  QToolButton* discard = make_word_button("discard_preview", tr("Discard"), tr("Remove the previewed change"));
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(2, 3, 6, 3);
  line->addWidget(label_, 1);
  line->addWidget(apply);
  line->addWidget(discard);
  connect(apply, &QToolButton::clicked, this, &PreviewBar::applied);
  connect(discard, &QToolButton::clicked, this, &PreviewBar::discarded);
  apply_colors();
  hide();
}

void PreviewBar::show_preview(const QString& change) {
  label_->setText(tr("Preview: %1").arg(change));
  setAccessibleName(label_->text());
  setVisible(!change.isEmpty());
}

void PreviewBar::apply_colors() {
  QPalette palette = QApplication::palette();
  palette.setColor(QPalette::Window, mix(palette.color(QPalette::Window), palette.color(QPalette::Highlight), 0.15));
  setPalette(palette);
}

void PreviewBar::changeEvent(QEvent* event) {
  if (event->type() == QEvent::ApplicationPaletteChange) apply_colors();
  QFrame::changeEvent(event);
}

}  // namespace stowage
