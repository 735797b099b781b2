// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QFileInfo>
#include <QString>

namespace stowage {

/// By which changes of a file by somebody else are noticed. It does not exist where there is no file, or none of the
/// user's.
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

}  // namespace stowage
