// SPDX-License-Identifier: Apache-2.0
// What a sentence says apart from its wording, which may be improved without touching tests.
#pragma once

#include <QList>
#include <QRegularExpression>
#include <QString>

namespace stowage::test {

/// The whole numbers of a text in their order, without separators: 4, 5, 512 of "Block 4 of 5 is D: 512 B".
inline QList<qint64> numbers_in(const QString& text) {
  static const QRegularExpression number(R"((?<![\w.])\d[\d,]*(?![\w.]*\d))");
  QList<qint64> out;
  for (auto match = number.globalMatch(text); match.hasNext();) out << match.next().captured().remove(',').toLongLong();
  return out;
}

}  // namespace stowage::test
