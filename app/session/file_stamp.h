// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>

namespace stowage {

/// What tells whether a file was changed by somebody else: invalid where there is no such file, or none of the user's.
struct FileStamp {
  QDateTime changed;  ///< invalid: no file
  qint64 size = 0;

  [[nodiscard]] static FileStamp of(const QString& path);
  [[nodiscard]] bool exists() const { return changed.isValid(); }
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

}  // namespace stowage
