// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/recent_files.h"

#include <utility>

#include <QFileInfo>

namespace stowage {
namespace {

constexpr auto kKey = "files/recent";

}  // namespace

RecentFiles::RecentFiles(QSettings& settings, QObject* parent) : QObject(parent), settings_(settings) {
  refresh();
}

QStringList RecentFiles::kept() const {
  return settings_.value(kKey).toStringList();
}

QStringList RecentFiles::paths() const {
  QStringList all = kept();
  all.removeIf([this](const QString& path) { return missing_.contains(path); });
  return all;
}

void RecentFiles::add(const QString& path) {
  const QString absolute = QFileInfo(path).absoluteFilePath();
  QStringList all = kept();
  all.removeAll(absolute);
  missing_.removeAll(absolute);
  all.prepend(absolute);
  store(all.mid(0, kMost));
}

void RecentFiles::clear() {
  store({});
}

void RecentFiles::refresh() {
  if (kept().isEmpty()) return;
  looker_.start([this, known = kept()](const Task& task) -> LatestJob::Delivery {
    QStringList missing;
    for (const QString& path : known)
      if (!task.should_stop() && !QFileInfo::exists(path)) missing += path;
    return [this, missing] {
      if (std::exchange(missing_, missing) != missing) emit changed();
    };
  });
}

void RecentFiles::store(const QStringList& paths) {
  settings_.setValue(kKey, paths);
  emit changed();
}

}  // namespace stowage
