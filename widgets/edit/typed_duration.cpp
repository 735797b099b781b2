// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/edit/typed_duration.h"

#include <QRegularExpression>

namespace stowage {
namespace {

struct Unit {
  const char* name;
  std::int64_t nanoseconds;
  int decimals;  // that a whole number of nanoseconds may have in it
};
constexpr Unit kUnits[] = {{"s", 1'000'000'000, 9}, {"ms", 1'000'000, 6}, {"us", 1'000, 3}, {"ns", 1, 0}};
constexpr std::int64_t kLongest = std::int64_t{1} << 60;  // nanoseconds: longer than any edit takes

/// Exactly, but for digits beyond nanoseconds: they round. Both texts are digits.
std::optional<std::int64_t> nanoseconds_of(const QString& whole, const QString& decimals, const Unit& unit) {
  bool fine = false;
  const qlonglong units = whole.toLongLong(&fine);
  if (!fine || units > kLongest / unit.nanoseconds) return std::nullopt;
  const qlonglong part = decimals.leftJustified(unit.decimals, '0', true).toLongLong();
  const bool up = decimals.size() > unit.decimals && decimals[unit.decimals] >= QChar('5');
  return units * unit.nanoseconds + part + (up ? 1 : 0);
}

}  // namespace

std::optional<std::int64_t> parse_duration(const QString& text) {
  static const QRegularExpression thousands(QStringLiteral("(?<=\\d)[,'\\s](?=\\d{3})"));
  static const QRegularExpression form(QStringLiteral("^([0-9]+)(?:\\.([0-9]+))?\\s*([a-zA-Z\u00b5\u03bc]*)$"));
  const QRegularExpressionMatch match = form.match(text.trimmed().remove(thousands));
  if (!match.hasMatch()) return std::nullopt;
  QString name = match.captured(3);
  name.replace(QChar(u'\u00b5'), QChar(u'u')).replace(QChar(u'\u03bc'), QChar(u'u'));  // micro sign, or Greek letter
  const auto in = [&](const Unit& unit) { return nanoseconds_of(match.captured(1), match.captured(2), unit); };
  if (name.isEmpty()) return in(kUnits[0]) == 0 ? std::optional<std::int64_t>(0) : std::nullopt;
  for (const Unit& unit : kUnits)
    if (name == QLatin1String(unit.name)) return in(unit);
  return std::nullopt;
}

QString exact_duration(std::int64_t nanoseconds) {
  if (nanoseconds == 0) return QStringLiteral("0");
  for (const Unit& unit : kUnits) {
    if (nanoseconds < unit.nanoseconds) continue;
    QString text = QString::number(nanoseconds / unit.nanoseconds);
    QString rest = QString::number(nanoseconds % unit.nanoseconds).rightJustified(unit.decimals, '0');
    while (rest.endsWith('0')) rest.chop(1);
    if (unit.decimals > 0 && !rest.isEmpty()) text += '.' + rest;
    return text + ' ' + QLatin1String(unit.name);
  }
  return {};
}

}  // namespace stowage
