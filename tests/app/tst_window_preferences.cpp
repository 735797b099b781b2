// SPDX-License-Identifier: GPL-3.0-or-later
// The preferences, each as it is seen in the window, kept, and given back.
#include "core/base/parallel.h"
#include "tests/app/window_test.h"
#include "widgets/base/canvas.h"
#include "widgets/tables/tensor_query.h"

namespace {

/// The window with its preferences open, changed as a user would.
struct Preferring : Shown {
  explicit Preferring(const QString& settings_file) : Shown(settings_file) {
    open(kTraining);
    QTest::keySequence(&window, QKeySequence("Ctrl+,"));
    wait_until([&] { return dialog() && dialog()->isActiveWindow(); }, "no dialog");
  }
  QDialog* dialog() { return window.findChild<QDialog*>("preferences"); }
  void choose(const char* box, int entry) { dialog()->findChild<QComboBox*>(box)->setCurrentIndex(entry); }
  QString cell(const char* table, int row, int column) {
    return part<QTableView>(table)->model()->index(row, column).data().toString();
  }
};

}  // namespace

class WindowPreferencesTest : public WindowTest {
  Q_OBJECT

 private slots:
  void cleanup() { apply({}); }

  void what_is_written_is_read() {
    QSettings settings(scratch_.fresh_settings(), QSettings::IniFormat);
    QCOMPARE(Preferences::read(settings) == Preferences{}, true);
    const Preferences other{.numbers = {NumberFormat::Units::exact, NumberFormat::Offsets::hexadecimal},
                            .look = {.palette = 1, .hatches = true},
                            .appearance = Appearance::dark,
                            .threads = 3};
    other.write(settings);
    QVERIFY(Preferences::read(settings) == other);
    // Nothing that was ever written here: as at first.
    for (const char* key : {"numbers/units", "numbers/offsets", "window/theme"}) settings.setValue(key, 77);
    settings.setValue("colours/palette", "mauve");
    settings.setValue("colours/hatches", false);
    settings.setValue("planning/threads", -4);
    QVERIFY(Preferences::read(settings) == Preferences{});
    settings.setValue("planning/threads", 1'000'000);
    QCOMPARE(Preferences::read(settings).threads, std::size_t{1024});
  }

  /// Words, tables and numbers in the status bar follow at once, and go back.
  void numbers_are_written_as_chosen() {
    Preferring shown(scratch_.fresh_settings());
    const QString exact = QLocale().toString(qlonglong{shown.plan().footprint.count}) + " B";
    const QString before = shown.status();
    QVERIFY(!before.contains(exact));
    shown.choose("units", 2);
    QTRY_VERIFY2(shown.status().contains(exact), qPrintable(shown.status()));
    QVERIFY(shown.cell("tensor_view", 0, static_cast<int>(TensorColumn::size)).endsWith(" B"));
    shown.choose("units", 1);
    QTRY_VERIFY(shown.status().contains(" MB") || shown.status().contains(" kB"));
    shown.choose("units", 0);
    QTRY_COMPARE(shown.status(), before);

    const auto& offsets = shown.plan().offsets;
    const auto highest = std::ranges::max_element(offsets, {}, &Offset::value);
    const auto high = static_cast<int>(highest - offsets.begin());
    shown.window.state().select_tensors({TensorId(static_cast<std::size_t>(high))});
    const QString hex = "0x" + QString::number(highest->value, 16),
                  decimal = QLocale().toString(qlonglong{highest->value});
    const auto place = [&] { return shown.cell("tensor_view", high, static_cast<int>(TensorColumn::offset)); };
    const auto inspector = [&] { return shown.part<QTextBrowser>("inspector_text")->toPlainText(); };
    shown.part<QAction>("show_inspector")->trigger();
    QTRY_VERIFY2(inspector().contains(decimal + " (" + hex + ")"), qPrintable(inspector()));
    QCOMPARE(place(), decimal);
    shown.choose("offsets", 1);
    QCOMPARE(place(), hex);
    QTRY_VERIFY2(inspector().contains(hex + " (" + decimal + ")"), qPrintable(inspector()));
  }

  /// Another palette and hatches are seen in the map itself.
  void colours_change_what_is_drawn() {
    Preferring shown(scratch_.fresh_settings());
    const auto picture = [&] {
      shown.map()->clearFocus();  // its frame is no matter of colours
      return shown.map()->grab().toImage();
    };
    const QImage first = picture();
    shown.choose("palette", 1);
    shown.settle();
    const QImage other = picture();
    QVERIFY(other != first);
    shown.dialog()->findChild<QCheckBox*>("hatches")->click();
    shown.settle();
    QVERIFY(picture() != other);
    QCOMPARE(class_look().hatches, true);
    shown.dialog()->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::RestoreDefaults)->click();
    shown.settle();
    QTRY_VERIFY(picture() == first);
    QVERIFY(Preferences::read(shown.settings) == Preferences{});
  }

  void threads_and_theme_take_effect() {
    Preferring shown(scratch_.fresh_settings());
    QCOMPARE(worker_count(), available_cores());
    const QPalette system = shown.window.palette();
    shown.dialog()->findChild<QSpinBox*>("threads")->setValue(1);
    QCOMPARE(worker_count(), std::size_t{1});
    shown.choose("theme", 2);
    QTRY_VERIFY(is_dark(shown.window.palette()));
    shown.choose("theme", 1);
    QTRY_VERIFY(!is_dark(shown.window.palette()));
    QCOMPARE(shown.settings.value("window/theme").toInt(), 1);
    shown.choose("theme", 2);
    shown.choose("theme", 0);
    for (const auto role : {QPalette::Window, QPalette::Base, QPalette::Text, QPalette::Highlight})
      QTRY_COMPARE(shown.window.palette().color(role), system.color(role));
  }

  /// All of it comes back with the next start. The dialog says what is what.
  void kept_for_the_next_start() {
    const QString file = scratch_.fresh_settings();
    {
      Preferring shown(file);
      shown.choose("units", 2);
      shown.choose("language", 1);
      shown.dialog()->close();
    }
    apply({});
    const QSettings settings(file, QSettings::IniFormat);
    QCOMPARE(settings.value("window/language").toString(), QString("en"));
    apply(Preferences::read(settings));
    QVERIFY(number_format().units == NumberFormat::Units::exact);
    Preferring again(file);
    QCOMPARE(part_of<QComboBox>(*again.dialog(), "units")->currentIndex(), 2);
    for (const char* name : {"units", "offsets", "theme", "palette", "threads", "language"}) {
      const auto* field = part_of<QWidget>(*again.dialog(), name);
      QVERIFY2(!field->accessibleName().isEmpty() && !field->toolTip().isEmpty(), name);
    }
    QTest::keyClick(again.dialog(), Qt::Key_Escape);
    QTRY_VERIFY(!again.dialog() || !again.dialog()->isVisible());
  }
};

STOWAGE_WINDOW_TEST(WindowPreferencesTest);
#include "tst_window_preferences.moc"
