// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/wrapped_line.h"

#include <QLabel>

namespace stowage {

QLabel* make_wrapped_line(const char* object_name) {
  auto* label = new QLabel;
  label->setObjectName(object_name);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setWordWrap(true);
  label->setContentsMargins(8, 2, 8, 2);
  label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  return label;
}

}  // namespace stowage
