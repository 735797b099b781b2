// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QFileInfo>
#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QTimer>

#include "widgets/base/latest_job.h"

namespace stowage {

class OpenDocument;

/// Tells whether another program changed a file of the user; `exists` is false without such a file.
struct FileStamp {
  QDateTime changed;  ///< invalid: no file
  qint64 size = 0;

  [[nodiscard]] static FileStamp of(const QString& path) {
    const QFileInfo file(path);
    if (path.startsWith(":/") || !file.exists()) return {};
    return {file.lastModified(), file.size()};
  }
  [[nodiscard]] bool exists() const { return changed.isValid(); }
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

/// Says what the file of the document is on disk, a moment after something happened to it or to its folder. Where the
/// system reports no changes (some network shares), look() has to be called.
class FileWatch final : public QObject {
  Q_OBJECT

 public:
  /// `document` must outlive it.
  explicit FileWatch(const OpenDocument& document, QObject* parent = nullptr);

  /// In the background: the file may lie where nothing answers.
  void look();

 signals:
  /// The document's file, as it is now; a stamp that does not exist where it is gone.
  void seen(const stowage::FileStamp& stamp);

 private:
  void follow();

  const OpenDocument& document_;
  QFileSystemWatcher watcher_;
  QTimer pause_;
  LatestJob looker_{this};
};

}  // namespace stowage
