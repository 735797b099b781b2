// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/recent_files.h"

#include <QFileInfo>

namespace stowage {
namespace {

constexpr auto kKey = "files/recent";

}  // namespace

QStringList RecentFiles::paths() {
  const QStringList stored = settings_.value(kKey).toStringList();
  QStringList present;
  for (const QString& path : stored)
    if (QFileInfo::exists(path)) present.append(path);
  if (present != stored) settings_.setValue(kKey, present);
  return present;
}

void RecentFiles::add(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  QStringList all = paths();
  all.removeAll(absolute);
  all.prepend(absolute);
  store(all.mid(0, kMost));
}

void RecentFiles::clear() {
  store({});
}

void RecentFiles::store(const QStringList& paths) {
  settings_.setValue(kKey, paths);
  emit changed();
}

}  // namespace stowage
