// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/recent_files.h"

#include <QFileInfo>

namespace stowage {
namespace {

constexpr auto kKey = "files/recent";

}  // namespace

RecentFiles::RecentFiles(QSettings& settings, QObject* parent) : QObject(parent), settings_(settings) {
  refresh();
}

QStringList RecentFiles::paths() const {
  return settings_.value(kKey).toStringList();
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

/// Files may have been added meanwhile.
void RecentFiles::refresh() {
  if (paths().isEmpty()) return;
  looker_.start([this, known = paths()](const Task& task) -> LatestJob::Delivery {
    QStringList gone;
    for (const QString& path : known)
      if (!task.should_stop() && !QFileInfo::exists(path)) gone += path;
    if (gone.isEmpty()) return {};
    return [this, gone] {
      QStringList left = paths();
      left.removeIf([&](const QString& path) { return gone.contains(path); });
      store(left);
    };
  });
}

void RecentFiles::store(const QStringList& paths) {
  settings_.setValue(kKey, paths);
  emit changed();
}

}  // namespace stowage
