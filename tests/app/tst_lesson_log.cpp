// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of answers, and the file that is handed in.
#include "app/settings/lesson_log.h"
#include "tests/app/window_test.h"

class LessonLogTest : public QObject {
  Q_OBJECT

 private slots:
  void tries_are_kept_in_order() {
    QTemporaryDir folder;
    const LessonTry first{.page = 2, .question = "How many?", .answer = "11", .outcome = "wrong", .at = at(1)};
    const LessonTry second{.page = 2, .question = "How many?", .answer = "25", .outcome = "right", .at = at(2)};
    {
      QSettings settings(folder.filePath("s.conf"), QSettings::IniFormat);
      add_lesson_try(settings, "One / two", first);
      add_lesson_try(settings, "Another", second);
      add_lesson_try(settings, "One / two", second);
    }
    const QSettings settings(folder.filePath("s.conf"), QSettings::IniFormat);
    QCOMPARE(lesson_tries(settings, "One / two"), (QList<LessonTry>{first, second}));
    QCOMPARE(lesson_tries(settings, "None"), QList<LessonTry>());
  }

  void every_edit_of_a_result_shows() {
    const QByteArray file = lesson_result(
        "One stream", "SOMAS", 6,
        {{.page = 2, .question = "How many?", .answer = "11", .outcome = "wrong", .at = at(1)}}, "1.2.3", at(9));
    QCOMPARE(check_lesson_result(file), ResultCheck::unchanged);
    for (const char* part : {"11", "wrong", "2026-01-02T03:04:01Z", "1.2.3", "One stream", "\"page\": 2"})
      QVERIFY2(file.contains(part), part);
    QCOMPARE(check_lesson_result(QByteArray(file).replace("\n", "\r\n")), ResultCheck::unchanged);
    for (const auto& [from, to] : {std::pair("\"wrong\"", "\"right\""),
                                   {"\"11\"", "\"25\""},
                                   {"03:04:01", "03:04:00"},
                                   {"1.2.3", "1.2.4"},
                                   {"\"page\": 2", "\"page\": 3"},
                                   {"by hand", "by mind"}})
      QCOMPARE(check_lesson_result(QByteArray(file).replace(from, to)), ResultCheck::changed);
    QCOMPARE(check_lesson_result("{}"), ResultCheck::no_result);
    QCOMPARE(check_lesson_result("no JSON"), ResultCheck::no_result);
  }

 private:
  static QDateTime at(int second) { return {QDate(2026, 1, 2), QTime(3, 4, second), Qt::UTC}; }
};

STOWAGE_WINDOW_TEST(LessonLogTest);
#include "tst_lesson_log.moc"
