// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command_name.h"

#include <QRegularExpression>

namespace stowage {

QString command_name(QString text) {
  static const QRegularExpression key(QStringLiteral("\\(&[^)]\\)")), end(QStringLiteral("[…:：]$"));
  return text.remove(key).remove(end).remove('&');
}

}  // namespace stowage
