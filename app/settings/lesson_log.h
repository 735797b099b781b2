// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>

class QSettings;

namespace stowage {

/// One answer to a question of a lesson, or a solution that was shown.
struct LessonTry {
  int page = 0;  ///< from 1
  QString question, answer;
  QString outcome;  ///< "right", "wrong" or "shown"
  QDateTime at;
  friend bool operator==(const LessonTry&, const LessonTry&) = default;
};

/// Settings on the lesson of a key: its progress, and the progress with which it was finished last.
[[nodiscard]] QString progress_key(const QString& lesson);
[[nodiscard]] QString finished_key(const QString& lesson);

/// All tries of a lesson, by its key, oldest first.
[[nodiscard]] QList<LessonTry> lesson_tries(const QSettings& settings, const QString& key);
void add_lesson_try(QSettings& settings, const QString& key, const LessonTry& given);

/// A file to hand in: what was answered, when, and with which program, as JSON.
[[nodiscard]] QByteArray lesson_result(const QString& title, const QString& source, int questions,
                                       const QList<LessonTry>& tries, const QString& version, const QDateTime& now);

}  // namespace stowage
