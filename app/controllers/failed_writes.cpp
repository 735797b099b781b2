// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/controllers/failed_writes.h"

#include <QCoreApplication>
#include <QStringList>

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::FailedWrites)
};

}  // namespace

void FailedWrites::take(const QString& path, const QString& reason, int told_before) {
  const bool done = reason.isEmpty();
  all_.removeIf([&](const Failure& each) { return each.path == path || (done && each.number <= told_before); });
  if (!done) all_.prepend({path, reason, ++told_});
}

QString FailedWrites::text() const {
  if (all_.isEmpty()) return {};
  const QString last = Text::tr("Could not save the file: %1").arg(all_.first().reason);
  const int more = static_cast<int>(all_.size()) - 1;
  return more == 0 ? last : last + ' ' + Text::tr("(and %Ln more file(s))", nullptr, more);
}

QString FailedWrites::details() const {
  if (all_.size() < 2) return {};
  QStringList lines;
  for (const Failure& each : all_) lines += each.reason;
  return lines.join('\n');
}

}  // namespace stowage
