// SPDX-License-Identifier: GPL-3.0-or-later
// The page that is shown while nothing is open: four tasks, each with files and samples of its own.
#include "app/frame/start_page.h"
#include "app/settings/file_names.h"
#include "app/settings/preferences.h"
#include "core/formats/formats.h"
#include "tests/app/window_test.h"
#include "widgets/painters/style/theme.h"

namespace {

const std::array kTaskNames{"recording", "model", "plan", "learn"};

QByteArray part_name(const char* before, const char* task) {
  return QByteArray(before) + task;
}

/// Rows that can be chosen.
QStringList titles_in(const ChoiceList* list) {
  QStringList out;
  for (int row = 0; row < list->count(); ++row)
    if (list->item(row)->flags().testFlag(Qt::ItemIsEnabled)) out += list->item(row)->text();
  return out;
}

/// What has the keyboard, by its name.
QString focused(const Shown& shown) {
  const QWidget* focus = shown.window.focusWidget();
  return focus ? focus->objectName() : QString();
}

}  // namespace

class WindowStartTest : public WindowTest {
  Q_OBJECT

 private slots:
  void cleanup() { apply_appearance(Appearance::system); }

  void every_sample_and_lesson_is_in_one_card() {
    Shown& shown = fresh();
    QStringList listed, expected;
    for (const char* task : kTaskNames) {
      const QStringList titles = titles_in(shown.part<ChoiceList>(part_name("samples_", task)));
      QVERIFY2(titles.size() >= 3, task);
      listed += titles;
    }
    for (const Sample& sample : samples()) expected += sample.title;
    for (const Sample& lesson : lessons()) expected += QString("%1  %2").arg(lesson.number, lesson.title);
    listed.sort();
    expected.sort();
    QCOMPARE(listed, expected);
    QCOMPARE(QSet<QString>(listed.begin(), listed.end()).size(), listed.size());
  }

  /// Headings name each paper once, and cannot be chosen.
  void lessons_stand_under_their_papers() {
    Shown& shown = fresh();
    const auto* list = shown.part<ChoiceList>("samples_learn");
    QStringList headings;
    for (int row = 0; row < list->count(); ++row)
      if (!list->item(row)->flags().testFlag(Qt::ItemIsEnabled)) headings += list->item(row)->text();
    for (const char* paper : {"Basics", "SOMAS", "NNC", "OLLA", "ROAM", "MemoMalloc"})
      QCOMPARE(headings.count(paper), 1);
    QCOMPARE(list->item(0)->text(), QString("Basics"));
    QVERIFY2(list->item(1)->text().startsWith("0  "), qPrintable(list->item(1)->text()));
  }

  void every_format_that_opens_is_named_once() {
    Shown& shown = fresh();
    QStringList named;
    for (const char* task : {"recording", "model", "plan"})
      named += shown.part<QLabel>(part_name("formats_", task))->text().split(" · ");
    QStringList expected;
    for (const Format& format : formats())
      if (format.is_read) expected += format_title(format);
    named.sort();
    expected.sort();
    QCOMPARE(named, expected);
    QVERIFY(shown.part<QLabel>("formats_recording")->text().contains("PyTorch"));
  }

  void a_click_opens_a_sample() {
    Shown& shown = fresh();
    click_row(shown.part<ChoiceList>("samples_recording"), 0);
    QTRY_VERIFY_WITH_TIMEOUT(shown.window.document().is_open(), kPatience);
    shown.settle();
    QCOMPARE(shown.window.document().path(), QString(":/samples/serving.pickle"));
    QVERIFY(shown.window.planning().view().plan);
  }

  void each_card_opens_files_of_its_task_data() {
    QTest::addColumn<QByteArray>("task");
    QTest::addColumn<QString>("sample");
    QTest::addColumn<QString>("ending");  // of its first filter
    QTest::addColumn<QString>("other");   // not of its first filter
    for (const auto& [task, sample, ending, other] :
         {std::tuple("recording", "serving.pickle", "*.pickle", "*.onnx"),
          {"model", "small_classifier.onnx", "*.onnx", "*.pickle"},
          {"plan", "two_layers.hlo.pb", "*.hlo.pb", "*.onnx"},
          {"learn", "lessons/9_the_order_matters.json", "*.json", "*.pickle"}})
      QTest::newRow(task) << QByteArray(task) << QString(sample) << QString(ending) << QString(other);
  }
  void each_card_opens_files_of_its_task() {
    QFETCH(QByteArray, task);
    QFETCH(QString, sample);
    QFETCH(QString, ending);
    QFETCH(QString, other);
    Shown& shown = fresh();
    const QString path = QString(STOWAGE_SOURCE_DIR "/samples/") + sample;
    QStringList filters;
    when_asked<QFileDialog>(&shown.window, [&](QFileDialog* dialog) {
      filters = dialog->nameFilters();
      name_file(dialog, path);
    });
    click(shown.part<QPushButton>("start_open_" + task));
    QTRY_VERIFY_WITH_TIMEOUT(shown.window.document().is_open(), kPatience);
    shown.settle();
    QVERIFY2(filters.first().contains(ending), qPrintable(filters.first()));
    QVERIFY2(!filters.first().contains(other), qPrintable(filters.first()));
    QVERIFY2(filters.last().contains("(*)"), qPrintable(filters.last()));
    if (task != "learn") QCOMPARE(shown.window.recent_files().paths(), QStringList{path});
  }

  void files_opened_last_are_offered_while_they_are_there() {
    const QString settings = scratch_.fresh_settings();
    const QString path = scratch_.write("kept.csv", "id,lower,upper,size\na,0,2,4\nb,1,3,8\n");
    const QString gone = scratch_.write("gone.csv", "id,lower,upper,size\na,0,2,4\n");
    Shown shown(settings);
    auto* list = shown.part<ChoiceList>("recent_files");
    QVERIFY(!list->isVisible());
    shown.open(path);
    shown.open(gone);
    shown.window.close_document();
    QVERIFY(list->isVisible());
    QCOMPARE(titles_in(list), (QStringList{"gone.csv", "kept.csv"}));
    QVERIFY(list->item(1)->toolTip().length() > 1);  // its folder
    shown.open(path);
    QFile::remove(gone);
    shown.window.close_document();
    QTRY_COMPARE(titles_in(list), QStringList{"kept.csv"});
    click_row(list, 0);
    QTRY_COMPARE(shown.window.document().path(), path);
    shown.settle();
  }

  /// No mouse: arrow keys lead from part to part and through lists, Return opens.
  void arrow_keys_walk_and_return_opens() {
    Shown shown(scratch_);
    shown.window.resize(1280, 800);
    wait_until_idle();
    shown.part<QPushButton>("start_open")->setFocus();
    const auto press = [&](Qt::Key key) { QTest::keyClick(shown.window.focusWidget(), key); };
    press(Qt::Key_Down);
    QCOMPARE(focused(shown), QString("start_zoo"));
    press(Qt::Key_Up);
    press(Qt::Key_Right);
    QCOMPARE(focused(shown), QString("samples_recording"));  // the nearest
    press(Qt::Key_Up);
    QCOMPARE(focused(shown), QString("start_open_recording"));
    press(Qt::Key_Right);
    QCOMPARE(focused(shown), QString("start_open_model"));
    press(Qt::Key_Down);
    QCOMPARE(focused(shown), QString("samples_model"));
    const auto* list = shown.part<ChoiceList>("samples_model");
    QCOMPARE(list->currentRow(), 0);
    press(Qt::Key_Down);
    QCOMPARE(list->currentRow(), 1);
    press(Qt::Key_Up);
    press(Qt::Key_Up);
    QCOMPARE(focused(shown), QString("start_open_model"));
    press(Qt::Key_Down);
    press(Qt::Key_Left);
    QCOMPARE(focused(shown), QString("samples_recording"));
    press(Qt::Key_End);
    press(Qt::Key_Down);
    QCOMPARE(focused(shown), QString("start_open_plan"));
    press(Qt::Key_Down);
    const QString title = shown.part<ChoiceList>("samples_plan")->currentItem()->text();
    press(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(shown.window.document().is_open(), kPatience);
    shown.settle();
    const auto opened = std::ranges::find(samples(), shown.window.document().path(), &Sample::path);
    QVERIFY(opened != samples().end());
    QCOMPARE(opened->title, title);
  }

  void space_opens_and_tab_reaches_every_part() {
    Shown shown(scratch_);
    QSet<QString> reached;
    for (int k = 0; k < 40; ++k) {
      reached += focused(shown);
      QTest::keyClick(shown.window.focusWidget(), Qt::Key_Tab);
    }
    for (const char* part : {"start_open", "start_zoo", "start_formats"}) QVERIFY2(reached.contains(part), part);
    for (const char* task : kTaskNames)
      for (const char* part : {"start_open_", "samples_"})
        QVERIFY2(reached.contains(part_name(part, task)), part_name(part, task).constData());
    auto* list = shown.part<ChoiceList>("samples_model");
    list->setFocus();
    QCOMPARE(list->currentRow(), 0);
    QTest::keyClick(list, Qt::Key_Space);
    QTRY_VERIFY_WITH_TIMEOUT(shown.window.document().is_open(), kPatience);
    shown.settle();
  }

  /// The row that has the keyboard is framed in the colour of what is chosen.
  void the_keyboard_is_seen() {
    Shown shown(scratch_);
    auto* list = shown.part<ChoiceList>("samples_model");
    const QColor frame = list->palette().color(QPalette::Highlight);
    shown.part<QPushButton>("start_open")->setFocus();
    QVERIFY(!has_colour(list->grab().toImage(), frame));
    list->setFocus();
    QVERIFY(has_colour(list->grab().toImage(), frame));
  }

  void cards_fit_without_scrolling_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("1280x800") << QSize(1280, 800);
    QTest::newRow("1600x1000") << QSize(1600, 1000);
    QTest::newRow("2560x1440") << QSize(2560, 1440);
  }
  void cards_fit_without_scrolling() {
    QFETCH(QSize, size);
    Shown& shown = fresh();
    shown.window.resize(size);
    wait_until_idle();
    const auto* page = shown.window.findChild<StartPage*>();
    const auto* scroll = page->findChild<QScrollArea*>();
    QCOMPARE(scroll->verticalScrollBar()->maximum(), 0);
    QCOMPARE(scroll->horizontalScrollBar()->maximum(), 0);
    QSet<int> tops;
    int area = 0;
    for (const QFrame* card : page->findChildren<QFrame*>(QRegularExpression("^task_"))) {
      const auto* button = card->findChild<QPushButton*>();
      const auto* list = card->findChild<ChoiceList*>();
      tops += card->mapTo(page, QPoint()).y();
      area += card->width() * card->height();
      for (const QLabel* label : card->findChildren<QLabel*>())
        QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
      // No part lies on another or beyond the card.
      QList<QRect> parts;
      for (const QWidget* part : card->findChildren<QWidget*>()) {
        const bool counts = qobject_cast<const QLabel*>(part) || part == button || part == list ||
                            part->objectName().startsWith("picture_");
        if (!counts) continue;
        const QRect place(part->mapTo(card, QPoint()), part->size());
        QVERIFY2(card->rect().contains(place), qPrintable(card->objectName() + ' ' + part->objectName()));
        for (const QRect& other : parts)
          QVERIFY2(!other.intersects(place), qPrintable(card->objectName() + ' ' + part->objectName()));
        parts += place;
      }
      QVERIFY2(list->height() >= 60, qPrintable(card->objectName() + QString::number(list->height())));
    }
    QCOMPARE(tops.size(), 2);
    QVERIFY(area > page->width() * page->height() * 0.7);
  }

  /// Drawn by the program itself, as sharp as the screen and in the colours of the theme.
  void pictures_come_in_the_background_and_follow_the_theme() {
    Shown& shown = fresh();
    for (const auto& [appearance, theme] :
         {std::pair(Appearance::light, Theme::light()), std::pair(Appearance::dark, Theme::dark_theme())}) {
      apply_appearance(appearance);
      for (const char* task : kTaskNames) {
        auto* picture = shown.part<QWidget>(part_name("picture_", task));
        const auto colors = [&] {
          const QImage image = picture->grab().toImage();
          QSet<QRgb> out;
          for (int y = 2; y < image.height() - 2; y += 2)
            for (int x = 2; x < image.width() - 2; x += 2) out += image.pixel(x, y);
          return out;
        };
        QTRY_VERIFY2_WITH_TIMEOUT(colors().size() > 5, task, kPatience);
        QTRY_VERIFY2_WITH_TIMEOUT(colors().contains(theme.surface.rgb()), task, kPatience);
      }
    }
  }

  void how_to_get_files_is_one_click_away() {
    Shown& shown = fresh();
    click(shown.part<QPushButton>("start_formats"));
    QVERIFY(shown.part<QDialog>("formats")->isVisible());
  }
};

STOWAGE_WINDOW_TEST(WindowStartTest);
#include "tst_window_start.moc"
