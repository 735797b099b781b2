// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/file_stamp.h"

#include <QFileInfo>

namespace stowage {

FileStamp FileStamp::of(const QString& path) {
  const QFileInfo file(path);
  if (path.startsWith(":/") || !file.exists()) return {};
  return {file.lastModified(), file.size()};
}

}  // namespace stowage
