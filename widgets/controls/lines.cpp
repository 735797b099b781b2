// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/lines.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace stowage {
namespace {

void add_parts(QBoxLayout* line, LineParts parts, const QMargins& around, int spacing) {
  line->setContentsMargins(around);
  if (spacing >= 0) line->setSpacing(spacing);
  for (const LinePart& part : parts) {
    if (part.widget)
      line->addWidget(part.widget, part.stretch);
    else if (part.layout)
      line->addLayout(part.layout, part.stretch);
    else if (part.pixels > 0)
      line->addSpacing(part.pixels);
    else
      line->addStretch(part.stretch);
  }
}

}  // namespace

QHBoxLayout* in_line(LineParts parts, const QMargins& around, int spacing) {
  auto* line = new QHBoxLayout;
  add_parts(line, parts, around, spacing);
  return line;
}

QWidget* in_bar(LineParts parts, const QMargins& around, int spacing) {
  auto* bar = new QWidget;
  bar->setLayout(in_line(parts, around, spacing));
  return bar;
}

QVBoxLayout* in_rows(QWidget* of, LineParts parts) {
  auto* rows = new QVBoxLayout(of);
  add_parts(rows, parts, {}, 0);
  return rows;
}

QWidget* in_column(LineParts parts) {
  auto* column = new QWidget;
  in_rows(column, parts);
  return column;
}

}  // namespace stowage
