// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSettings>
#include <QStringList>

namespace stowage {

/// The files opened last, newest first, kept in the settings. Files that are gone are forgotten when asked for.
class RecentFiles final : public QObject {
  Q_OBJECT

 public:
  static constexpr qsizetype kMost = 10;

  /// `settings` must outlive this.
  explicit RecentFiles(QSettings& settings, QObject* parent = nullptr) : QObject(parent), settings_(settings) {}

  /// Absolute paths of files that exist now.
  [[nodiscard]] QStringList paths();
  void add(const QString& path);
  void clear();

 signals:
  void changed();

 private:
  void store(const QStringList& paths);

  QSettings& settings_;
};

}  // namespace stowage
