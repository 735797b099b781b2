// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QStringList>
#include <QWidget>

#include "app/settings/samples.h"

class QVBoxLayout;

namespace stowage {

/// What the window shows while nothing is open: what this is, how to open something, the samples, the recent files.
class StartPage final : public QWidget {
  Q_OBJECT

 public:
  explicit StartPage(QWidget* parent = nullptr);
  void set_recent(const QStringList& paths);

 signals:
  void open_requested();
  void zoo_requested();
  void file_chosen(const QString& path);

 private:
  QWidget* make_intro();
  QWidget* make_links(const QString& title, const std::vector<Sample>& files);

  QWidget* recent_ = nullptr;
  QVBoxLayout* recent_rows_ = nullptr;
};

}  // namespace stowage
