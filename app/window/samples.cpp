// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/samples.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

namespace stowage {
namespace {

std::vector<Sample> find_samples() {
  std::vector<Sample> found;
  const QDir folder(QStringLiteral(":/samples"));
  for (const QString& name : folder.entryList({QStringLiteral("*.stowage.json")}, QDir::Files, QDir::Name)) {
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::ReadOnly)) continue;
    const QJsonObject root = QJsonDocument::fromJson(file.readAll()).object();
    const QString title = root.value("name").toString();
    found.push_back({.path = file.fileName(),
                     .title = title.isEmpty() ? name.section('.', 0, 0) : title,
                     .about = root.value("about").toString()});
  }
  return found;
}

}  // namespace

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = find_samples();
  return all;
}

}  // namespace stowage
