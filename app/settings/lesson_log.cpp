// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/lesson_log.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>

namespace stowage {
namespace {

constexpr qsizetype kMostTries = 10'000;

QString kept_at(const char* folder, QString lesson) {
  return folder + lesson.replace('/', '_').replace('\\', '_');
}
QString log_key(const QString& lesson) {
  return kept_at("learn/tries/", lesson);
}

QJsonObject object_of(const LessonTry& given) {
  return {{"page", given.page},
          {"question", given.question},
          {"answer", given.answer},
          {"outcome", given.outcome},
          {"at", given.at.toUTC().toString(Qt::ISODate)}};
}

}  // namespace

QString progress_key(const QString& lesson) {
  return kept_at("learn/progress/", lesson);
}

QString finished_key(const QString& lesson) {
  return kept_at("learn/finished/", lesson);
}

QList<LessonTry> lesson_tries(const QSettings& settings, const QString& key) {
  QList<LessonTry> out;
  for (const QJsonValue& each : QJsonDocument::fromJson(settings.value(log_key(key)).toByteArray()).array())
    out.append({each["page"].toInt(), each["question"].toString(), each["answer"].toString(),
                each["outcome"].toString(), QDateTime::fromString(each["at"].toString(), Qt::ISODate)});
  return out;
}

void add_lesson_try(QSettings& settings, const QString& key, const LessonTry& given) {
  QJsonArray all = QJsonDocument::fromJson(settings.value(log_key(key)).toByteArray()).array();
  if (all.size() >= kMostTries) return;
  all.append(object_of(given));
  settings.setValue(log_key(key), QJsonDocument(all).toJson(QJsonDocument::Compact));
}

QByteArray lesson_result(const QString& title, const QString& source, int questions, const QList<LessonTry>& tries,
                         const QString& version, const QDateTime& now) {
  QJsonArray all;
  for (const LessonTry& each : tries) all.append(object_of(each));
  return QJsonDocument(QJsonObject{{"format", "stowage-lesson-result"},
                                   {"version", 1},
                                   {"lesson", title},
                                   {"source", source},
                                   {"questions", questions},
                                   {"tries", all},
                                   {"program", "Stowage " + version},
                                   {"written", now.toUTC().toString(Qt::ISODate)}})
      .toJson();
}

}  // namespace stowage
