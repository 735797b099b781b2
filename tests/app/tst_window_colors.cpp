// SPDX-License-Identifier: GPL-3.0-or-later
// What colours say at first, by the document; and that the user's choice stays for documents of that sort.
#include "tests/app/window_test.h"
#include "tests/support/pickles.h"

namespace {

constexpr auto kLifetimes = ":/samples/lifetimes.csv";
constexpr auto kRecorded = ":/samples/serving.pickle";
constexpr auto kKinds = ":/samples/small_classifier.onnx";

}  // namespace

class WindowColorsTest : public WindowTest {
  Q_OBJECT

 private slots:
  void each_document_has_its_usual_colours() {
    Shown shown(scratch_);
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

  /// Without its history a recorded heap has hardly a source line: all would be grey.
  void a_heap_of_one_state_is_coloured_by_size() {
    const auto snapshot = [](bool stacks) {
      constexpr int kAddress = 0x10000000, kSmall = 512, kLarge = 8192;
      const PickleText frame{{"name", "f"}, {"filename", "a.py"}, {"line", 3}};
      const PickleText small{{"address", kAddress},
                             {"size", kSmall},
                             {"requested_size", kSmall},
                             {"state", "active_allocated"},
                             {"frames", list({frame})}};
      const PickleText large{{"address", kAddress + kSmall},
                             {"size", kLarge},
                             {"requested_size", kLarge},
                             {"state", "active_allocated"},
                             {"frames", stacks ? list({frame}) : list({})}};
      const PickleText segment{{"device", 0},
                               {"address", kAddress},
                               {"total_size", 2 << 20},
                               {"stream", 0},
                               {"blocks", list({small, large})}};
      const PickleText file{{"segments", list({segment})}, {"device_traces", list({list({})})}};
      return QByteArray::fromStdString(file.file());
    };
    Shown shown(scratch_, scratch_.write("state.pickle", snapshot(false)));
    QVERIFY(shown.window.document().history() != nullptr);
    QCOMPARE(shown.graph().tensor_count(), std::size_t{2});
    QCOMPARE(shown.window.state().color_by(), ColorBy::size);
    shown.open(scratch_.write("lines.pickle", snapshot(true)));
    QCOMPARE(shown.window.state().color_by(), ColorBy::kind);
  }

  void a_choice_stays_for_documents_of_its_sort() {
    Shown shown(scratch_, kLifetimes);
    shown.window.state().set_color_by(ColorBy::lifetime);
    shown.open(kTraining);
    QCOMPARE(shown.window.state().color_by(), ColorBy::stream);
    shown.window.state().set_color_by(ColorBy::phase);
    shown.open(kLifetimes);
    QCOMPARE(shown.window.state().color_by(), ColorBy::lifetime);
    shown.open(kTraining);
    QCOMPARE(shown.window.state().color_by(), ColorBy::phase);
  }

  /// Sizes are named otherwise, and those that were hidden stay hidden.
  void another_number_format_keeps_what_is_hidden() {
    Shown shown(scratch_, kLifetimes);
    QCOMPARE(shown.window.state().color_by(), ColorBy::size);
    shown.window.state().toggle_class(0);
    const NumberFormat before = number_format();
    NumberFormat other = before;
    other.units = NumberFormat::Units::exact;
    set_number_format(other);
    QEvent change(QEvent::LocaleChange);
    QApplication::sendEvent(&shown.window, &change);
    shown.settle();
    QCOMPARE(shown.window.state().color_by(), ColorBy::size);
    QCOMPARE(shown.window.state().hidden_classes(), std::vector<std::uint8_t>{0});
    set_number_format(before);
  }

  /// Unless a page says so.
  void a_lesson_is_about_streams() {
    Shown shown(scratch_, kLifetimes);
    QCOMPARE(shown.window.state().color_by(), ColorBy::size);
    shown.open(kStreams);
    QCOMPARE(shown.window.state().color_by(), ColorBy::stream);
    shown.open(kFit);
    QCOMPARE(shown.window.state().color_by(), ColorBy::group);
  }
};

STOWAGE_WINDOW_TEST(WindowColorsTest);
#include "tst_window_colors.moc"
