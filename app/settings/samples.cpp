// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/samples.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::Samples)
};

QString language() {
  //: The language that this file translates to, as a folder of the lessons is called: zh_CN, fr …
  return Text::tr("en");
}

/// Empty where there is none.
QJsonObject object_in(const QString& path) {
  if (path.isEmpty()) return {};
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

QString in_language(const QJsonValue& texts) {
  return texts[language()].toString(texts["en"].toString());
}

StartTask task_named(const QString& name) {
  static const QStringList names{"recording", "model", "plan", "learn"};  // as kStartTasks
  return kStartTasks[static_cast<std::size_t>(std::max<qsizetype>(0, names.indexOf(name)))];
}

/// "SOMAS" of "SOMAS, figure 2", in every language; what is of no paper is said in the reader's words.
QString name_of_source(const QString& english, const QString& words) {
  return english.contains(',') || words.isEmpty() ? english.section(',', 0, 0) : words;
}

std::vector<Sample> find_samples() {
  std::vector<Sample> found;
  const QDir folder(QStringLiteral(":/samples"));
  QFile index(folder.filePath("index.json"));
  if (!index.open(QIODevice::ReadOnly)) return found;
  for (const QJsonValue& each : QJsonDocument::fromJson(index.readAll()).array()) {
    found.push_back({.path = folder.filePath(each["file"].toString()),
                     .title = in_language(each["title"]),
                     .about = in_language(each["about"]),
                     .task = task_named(each["task"].toString())});
  }
  return found;
}

}  // namespace

std::vector<Sample> lessons() {
  std::vector<Sample> found;
  const QDir folder(QStringLiteral(":/samples/lessons"));
  QStringList names = folder.entryList({"*.json"}, QDir::Files, QDir::Name);
  std::ranges::stable_sort(names, {}, [](const QString& name) { return name.section('_', 0, 0).toInt(); });
  for (const QString& name : names) {
    const QString path = folder.filePath(name);
    const QJsonObject lesson = object_in(path), words = object_in(words_of_lesson(path));
    const QString title = lesson.value("title").toString(name);
    found.push_back({.path = path,
                     .title = words.value("title").toString(title),
                     .about = words.value("about").toString(lesson.value("about").toString()),
                     .task = StartTask::learn,
                     .key = title,
                     .source = name_of_source(lesson.value("source").toString(), words.value("source").toString())});
  }
  return found;
}

QString words_of_lesson(const QString& path) {
  const QFileInfo lesson(path);
  const QString words = lesson.dir().filePath(language() + '/' + lesson.fileName());
  return QFileInfo::exists(words) ? words : QString();
}

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = find_samples();
  return all;
}

}  // namespace stowage
