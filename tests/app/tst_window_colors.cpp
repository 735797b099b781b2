// SPDX-License-Identifier: GPL-3.0-or-later
// What colours say at first, by the document; and that the user's choice stays for documents of that sort.
#include <QtTest>

#include "tests/app/taught.h"

using namespace stowage;
using namespace stowage::test;

namespace {

constexpr auto kLifetimes = ":/samples/lifetimes.csv";
constexpr auto kRecorded = ":/samples/serving.pickle";
constexpr auto kKinds = ":/samples/small_classifier.onnx";

}  // namespace

class WindowColorsTest : public QObject {
  Q_OBJECT

  Scratch scratch_;

 private slots:
  void each_document_has_its_usual_colours() {
    Shown shown(scratch_.fresh_settings());
    const auto by = [&](const char* file) {
      shown.open(file);
      return shown.window.state().color_by();
    };
    QCOMPARE(by(kTraining), ColorBy::stream);
    QCOMPARE(by(kKinds), ColorBy::kind);
    QCOMPARE(by(kLifetimes), ColorBy::size);
    QCOMPARE(by(kRecorded), ColorBy::kind);
    QCOMPARE(by(kTraining), ColorBy::stream);
  }

  void a_choice_stays_for_documents_of_its_sort() {
    Shown shown(scratch_.fresh_settings());
    shown.open(kLifetimes);
    shown.window.state().set_color_by(ColorBy::lifetime);
    shown.open(kTraining);
    QCOMPARE(shown.window.state().color_by(), ColorBy::stream);
    shown.window.state().set_color_by(ColorBy::phase);
    shown.open(kLifetimes);
    QCOMPARE(shown.window.state().color_by(), ColorBy::lifetime);
    shown.open(kTraining);
    QCOMPARE(shown.window.state().color_by(), ColorBy::phase);
  }

  /// Unless a page says so.
  void a_lesson_is_about_streams() {
    Taught shown(scratch_.fresh_settings());
    shown.open(kLifetimes);
    QCOMPARE(shown.window.state().color_by(), ColorBy::size);
    shown.open(kStreams);
    QCOMPARE(shown.window.state().color_by(), ColorBy::stream);
    shown.open(kFit);
    QCOMPARE(shown.window.state().color_by(), ColorBy::group);
  }
};

STOWAGE_WINDOW_TEST(WindowColorsTest);
#include "tst_window_colors.moc"
