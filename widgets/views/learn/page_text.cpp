// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/learn/page_text.h"

#include <QAbstractTextDocumentLayout>
#include <QWheelEvent>
#include <cmath>

#include "widgets/base/canvas.h"
#include "widgets/painters/style/theme.h"

namespace stowage {

PageText::PageText(const QString& name, QWidget* parent) : QTextBrowser(parent) {
  setObjectName(name);
  setOpenLinks(false);
  setFrameShape(QFrame::NoFrame);
  setUndoRedoEnabled(false);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  setMinimumWidth(120);
  connect(document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, this, [this] { fit(); });
}

void PageText::set_html(const QString& html) {
  document()->setDefaultStyleSheet(lesson_style(*this));
  setHtml(html);
  setVisible(!html.isEmpty());
  fit();
}

void PageText::fit() {
  const int high = static_cast<int>(std::ceil(document()->size().height())) + 2;
  if (high != minimumHeight()) setFixedHeight(high);
}

void PageText::wheelEvent(QWheelEvent* event) {
  event->ignore();  // for the area around it
}

void PageText::resizeEvent(QResizeEvent* event) {
  QTextBrowser::resizeEvent(event);
  fit();
}

QString lesson_style(const QWidget& widget) {
  const Theme& theme = theme_of(widget);
  return QString(
             "h3 { margin: 0 0 8px 0; font-size: large; } h4 { margin: 12px 0 2px 0; } p { margin: 6px 0; }"
             "ul { margin: 2px 0 2px 14px; -qt-list-indent: 0; } a { color: %1; text-decoration: none; }"
             ".hint, .reason { color: %2; } .wrong { color: %3; } .right { color: %4; } code { font-weight: 600; }")
      .arg(widget.palette().color(QPalette::Link).name(), theme.muted_text.name(), theme.peak.name(),
           theme.bound.name());
}

}  // namespace stowage
