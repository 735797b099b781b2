// SPDX-License-Identifier: GPL-3.0-or-later
// Every page of every lesson, in English and Chinese: no word is cut, each control has room for its words, and
// the lanes are whole. With STOWAGE_GALLERY=DIR in the environment every page is also written
// there as a picture, light and dark, before and after the answer (./dev gallery).
#include "app/settings/preferences.h"
#include "app/settings/translation.h"
#include "tests/app/window_test.h"
#include "widgets/views/lanes/lanes_pane.h"
#include "widgets/views/learn/lesson_export.h"

class WindowLessonPagesTest : public WindowTest {
  Q_OBJECT

  std::vector<std::unique_ptr<QTranslator>> translators_;

  static QString folder() { return qEnvironmentVariable("STOWAGE_GALLERY"); }
  void speak(const QString& language) {
    for (const auto& each : translators_) QCoreApplication::removeTranslator(each.get());
    translators_ = translators_for(language);
    for (const auto& each : translators_) QCoreApplication::installTranslator(each.get());
  }
  static void keep(Shown& shown, const QString& name) {
    if (folder().isEmpty()) return;
    QTest::qWait(150);  // lists lay out their rows a little later
    QVERIFY(shown.window.grab().save(folder() + '/' + name + ".png"));
  }
  /// Nothing that the page shows is wider than its place, and each control has room for its words.
  static void is_whole(Shown& shown, const QByteArray& place) {
    for (const auto* each : shown.learn()->findChildren<QTextBrowser*>())
      if (each->isVisible())
        QVERIFY2(each->horizontalScrollBar()->maximum() == 0, place + " " + each->objectName().toUtf8());
    for (const auto* each : shown.learn()->findChildren<QAbstractButton*>()) {
      if (!each->isVisible() || each->text().isEmpty()) continue;
      QVERIFY2(each->width() >= each->minimumSizeHint().width(), place + " " + each->text().toUtf8());
    }
    // From the first operator to the last, also where no map stands below the lanes.
    const auto* lanes = shown.window.findChild<LanesPane*>();
    if (lanes->visibleRegion().isEmpty()) return;
    const LanesGeometry& geometry = lanes->geometry_of_lanes();
    QVERIFY2(geometry.view().begin <= 0 && geometry.view().end >= geometry.scale().length(),
             place + " shows the lanes up to " + QByteArray::number(geometry.view().end));
  }

 private slots:
  void cleanupTestCase() {
    speak("en");
    apply_appearance(Appearance::system);
  }

  void every_page_is_whole_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("language");
    QTest::addColumn<bool>("dark");
    for (const QString language : {"en", "zh_CN"})
      for (const bool dark : {false, true}) {
        if (dark && folder().isEmpty()) continue;  // the words have the same room
        for (const Sample& each : lessons())
          QTest::addRow("%s_%s_%s", qPrintable(each.number.rightJustified(2, '0')), qPrintable(language),
                        dark ? "dark" : "light")
              << each.path << language << dark;
      }
  }
  void every_page_is_whole() {
    QFETCH(QString, path);
    QFETCH(QString, language);
    QFETCH(bool, dark);
    speak(language);
    apply_appearance(dark ? Appearance::dark : Appearance::light);
    Shown& shown = fresh();
    shown.window.resize(1280, 800);
    shown.open(path);
    QVERIFY(shown.session().is_open());
    const std::size_t pages = shown.session().lesson().pages.size();
    const QString tag = QString::fromUtf8(QTest::currentDataTag());
    for (std::size_t k = 0; k < pages; ++k) {
      shown.go_to(k);
      wait_until_idle();
      const QString name = QStringLiteral("%1_p%2").arg(tag).arg(k + 1, 2, 10, QChar('0'));
      keep(shown, name);
      is_whole(shown, name.toUtf8());
      if (!shown.session().asks()) continue;
      shown.show_answer();
      wait_until_idle();
      keep(shown, name + "_answer");
      is_whole(shown, name.toUtf8() + " answered");
    }
    if (!folder().isEmpty() && !dark) {
      const auto done = export_lesson((folder() + "/slides_" + tag + ".pdf").toStdString(),
                                      shown.session().checked_lesson(), lesson_slide(), {});
      QVERIFY(done.has_value());
    }
  }
};

STOWAGE_WINDOW_TEST(WindowLessonPagesTest);
#include "tst_window_lesson_pages.moc"
