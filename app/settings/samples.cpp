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

/// Empty where there is none.
QJsonObject object_in(const QString& path) {
  if (path.isEmpty()) return {};
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

QString in_language(const QJsonValue& texts) {
  return texts[language_of_words()].toString(texts["en"].toString());
}

StartTask task_named(const QString& name) {
  static const QStringList names{"recording", "model", "plan", "learn"};  // as kStartTasks
  return kStartTasks[static_cast<std::size_t>(std::max<qsizetype>(0, names.indexOf(name)))];
}

/// "SOMAS" of "SOMAS, figure 2", in every language; what is of no paper is said in the reader's words.
QString name_of_source(const QString& english, const QString& words) {
  return english.contains(',') || words.isEmpty() ? english.section(',', 0, 0) : words;
}

/// Reading a page and answering a question, as readers take who do not hurry.
int minutes_of(const QJsonObject& lesson) {
  const QJsonArray pages = lesson.value("pages").toArray();
  double minutes = 0;
  for (const QJsonValue& page : pages) minutes += page.toObject().contains("ask") ? 1.25 : 0.75;
  return std::max(1, qRound(minutes));
}

Sample sample_of(const QString& path, const QJsonObject& lesson) {
  const QString title = lesson.value("title").toString(QFileInfo(path).fileName());
  return {.path = path,
          .title = title,
          .about = lesson.value("about").toString(),
          .task = StartTask::learn,
          .key = title,
          .source = lesson.value("source").toString(),
          .minutes = minutes_of(lesson)};
}

constexpr qint64 kMostBytes = qint64{1} << 20;  // of a lesson file
constexpr std::size_t kMostFiles = 500;

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

QString language_of_words() {
  //: The language that this file translates to, as a folder of the lessons is called: zh_CN, fr …
  return Text::tr("en");
}

std::vector<Sample> lessons() {
  std::vector<Sample> found;
  const QDir folder(QStringLiteral(":/samples/lessons"));
  QStringList names = folder.entryList({"*.json"}, QDir::Files, QDir::Name);
  const auto number_of = [](const QString& name) { return name.section('_', 0, 0); };
  std::ranges::stable_sort(names, {}, [&](const QString& name) { return number_of(name).toInt(); });
  QStringList sources;  // in the order of their first lessons
  for (const QString& name : names) {
    const QString path = folder.filePath(name);
    const QJsonObject lesson = object_in(path), words = object_in(words_of_lesson(path));
    Sample each = sample_of(path, lesson);
    each.title = words.value("title").toString(each.title);
    each.about = words.value("about").toString(each.about);
    each.source = name_of_source(lesson.value("source").toString(), words.value("source").toString());
    each.number = number_of(name);
    if (!sources.contains(each.source)) sources << each.source;
    found.push_back(std::move(each));
  }
  std::ranges::stable_sort(found, {}, [&](const Sample& each) { return sources.indexOf(each.source); });
  return found;
}

std::vector<Sample> lessons_in(const QString& path) {
  std::vector<Sample> found;
  if (path.isEmpty()) return found;
  const QDir folder(path);
  for (const QFileInfo& file : folder.entryInfoList({"*.json"}, QDir::Files | QDir::Readable, QDir::Name)) {
    if (file.size() > kMostBytes || found.size() >= kMostFiles) continue;
    const QJsonObject lesson = object_in(file.filePath());
    if (lesson.value("format") == QLatin1String("stowage-lesson")) found.push_back(sample_of(file.filePath(), lesson));
  }
  return found;
}

QString words_of_lesson(const QString& path) {
  const QFileInfo lesson(path);
  const QString words = lesson.dir().filePath(language_of_words() + '/' + lesson.fileName());
  return QFileInfo::exists(words) ? words : QString();
}

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = find_samples();
  return all;
}

}  // namespace stowage
