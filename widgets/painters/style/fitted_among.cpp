// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/style/fitted_among.h"

#include <QChar>
#include <algorithm>

#include "widgets/painters/style/text.h"

namespace stowage {

QString fitted_among(const QFont& font, const QString& name, const QStringList& others, double width) {
  constexpr QChar kDots(0x2026);
  const QString tail = fitted_name(font, name, width);
  if (tail == name) return tail;
  const QString head = fitted(font, name, width);
  if (head.isEmpty() || tail.isEmpty()) return tail.isEmpty() ? head : tail;
  const QString start = head.chopped(head.endsWith(kDots)), end = tail.sliced(tail.startsWith(kDots));
  const auto alike = [&](const auto& matches) {
    return std::ranges::count_if(others, [&](const QString& other) { return other != name && matches(other); });
  };
  const auto same_start = alike([&](const QString& other) { return other.startsWith(start); });
  const auto same_end = alike([&](const QString& other) { return other.endsWith(end); });
  const bool alone = alike([](const QString&) { return true; }) == 0;
  const bool keeps_start = alone ? name.contains(QLatin1Char(' ')) : same_start < same_end;
  return keeps_start ? head : tail;
}

}  // namespace stowage
