// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/lesson_log.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>

namespace stowage {
namespace {

constexpr qsizetype kMostTries = 10'000;
const QString kFormat = QStringLiteral("stowage-lesson-result");

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

/// Covers all but the checksum itself; keys are in alphabetical order.
QString checksum_of(QJsonObject result) {
  result.remove("checksum");
  const QByteArray bytes = QJsonDocument(result).toJson(QJsonDocument::Compact);
  return QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
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
  QJsonObject out{{"format", kFormat},
                  {"version", 1},
                  {"lesson", title},
                  {"source", source},
                  {"questions", questions},
                  {"tries", all},
                  {"program", "Stowage " + version},
                  {"written", now.toUTC().toString(Qt::ISODate)},
                  {"note",
                   "The checksum is the SHA-256 of this object without it, as compact JSON with sorted keys. It shows "
                   "edits made by accident or by hand. It does not protect against somebody who computes it again."}};
  out["checksum"] = checksum_of(out);
  return QJsonDocument(out).toJson();
}

ResultCheck check_lesson_result(const QByteArray& file) {
  const QJsonObject result = QJsonDocument::fromJson(file).object();
  if (result["format"] != kFormat) return ResultCheck::no_result;
  return result["checksum"].toString() == checksum_of(result) ? ResultCheck::unchanged : ResultCheck::changed;
}

}  // namespace stowage
