// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/file_watch.h"

#include "app/session/document.h"

namespace stowage {
namespace {

constexpr int kPause = 400;  // milliseconds: a program that writes a file may remove it first

}  // namespace

FileWatch::FileWatch(const OpenDocument& document, QObject* parent) : QObject(parent), document_(document) {
  pause_.setSingleShot(true);
  pause_.setInterval(kPause);
  const auto soon = qOverload<>(&QTimer::start);
  connect(&pause_, &QTimer::timeout, this, &FileWatch::look);
  connect(&watcher_, &QFileSystemWatcher::fileChanged, &pause_, soon);
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, &pause_, soon);
  connect(&document_, &OpenDocument::replaced, this, &FileWatch::follow);
  connect(&document_, &OpenDocument::saved, this, &FileWatch::follow);
}

/// A file that was replaced by another of its name is watched no longer: added again at each look.
void FileWatch::follow() {
  if (const QStringList watched = watcher_.files() + watcher_.directories(); !watched.isEmpty())
    watcher_.removePaths(watched);
  if (!document_.stamp().exists()) return;
  watcher_.addPath(QFileInfo(document_.path()).absolutePath());
  look();
}

void FileWatch::look() {
  if (!document_.stamp().exists()) return;
  looker_.start([this, id = document_.id(), path = document_.path()](const Task&) -> LatestJob::Delivery {
    const FileStamp stamp = FileStamp::of(path);
    return [this, id, path, stamp] {
      if (document_.id() != id || document_.path() != path) return;
      if (stamp.exists() && !watcher_.files().contains(path)) watcher_.addPath(path);
      emit seen(stamp);
    };
  });
}

}  // namespace stowage
