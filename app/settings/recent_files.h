// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSettings>
#include <QStringList>

#include "widgets/base/latest_job.h"

namespace stowage {

/// The files opened last, newest first, kept in the settings. Those that are not there are left out, found out in the
/// background: a file may lie where nothing answers. They are kept all the same, since a disk may be mounted again.
class RecentFiles final : public QObject {
  Q_OBJECT

 public:
  static constexpr qsizetype kMost = 10;

  /// `settings` must outlive this.
  explicit RecentFiles(QSettings& settings, QObject* parent = nullptr);

  /// Absolute paths of those that are there.
  [[nodiscard]] QStringList paths() const;
  void add(const QString& path);
  void clear();
  /// Looks which of them are there still.
  void refresh();

 signals:
  void changed();

 private:
  void store(const QStringList& paths);

  [[nodiscard]] QStringList kept() const;

  QSettings& settings_;
  QStringList missing_;
  LatestJob looker_{this};
};

}  // namespace stowage
