// SPDX-License-Identifier: GPL-3.0-or-later
// The pane of runs, its chart, and the choice of long texts.
#include "tests/widgets/shown_pane.h"
#include "widgets/controls/elided.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/views/runs/run_chart.h"
#include "widgets/views/views.h"

using State = PlayedMoment::State;

namespace {

/// A pane on screen.
struct Shown : ShownResults<Pane> {
  explicit Shown(PlanView of) : ShownResults(std::move(of), {900, 260}, "run_chart", make_runs) {}
  /// The run of the seed that is shown, without that wait.
  std::shared_ptr<const PlayedRun> run(std::optional<Sync> without = {}) {
    const auto seed = static_cast<std::uint64_t>(part<QSpinBox>("run_seed")->value());
    return make_played_run(view.graph, view.plan, seed, without, {}).value();
  }
  /// The moment shown, or none.
  std::optional<std::size_t> moment() {
    if (!place().startsWith("event ")) return {};
    return static_cast<std::size_t>(numbers_in(place()).value(0));
  }
  bool playing() { return part<QWidget>("run_play")->accessibleName() == "Pause"; }
  bool has_run() { return part<QWidget>("run_seed")->isEnabled(); }
  /// The pane offers to mend what it broke.
  bool broken() { return part<QPushButton>("run_break")->text().contains("Mend"); }
  /// A row of the choice of waits, chosen with the keyboard.
  void choose_wait(const QString& text) {
    const int row = part<QComboBox>("run_waits")->findText(text, Qt::MatchContains);
    if (row < 0) qFatal("no wait %s", qPrintable(text));
    choose("run_waits", row);
  }
  QString words() { return text("run_words"); }
  QString place() { return text("run_place"); }
};

/// A run as it is painted.
struct Painted {
  explicit Painted(QSize size, const Theme& theme = Theme::light())
      : image(picture(size, theme, [&](QPainter& p) { paint_run(p, QRect({}, size), *run, {}, {}, theme); })),
        layout(lay_out_run_chart(image.rect(), *run)) {}
  PlanView view = planned(one_sync());
  std::shared_ptr<const PlayedRun> run = make_played_run(view.graph, view.plan, 1, {}, {}).value();
  QImage image;
  RunChartLayout layout;
};

}  // namespace

class RunsPaneTest : public QObject {
  Q_OBJECT

 private slots:
  void stepping_and_scrubbing() {
    Shown shown(planned(one_sync()));
    QVERIFY(shown.has_run());
    QVERIFY(!shown.state.moment());
    const auto run = shown.run();
    QCOMPARE(run->last_moment(), std::size_t{8});
    shown.key(Qt::Key_Right);
    QCOMPARE(shown.moment(), std::size_t{1});
    QCOMPARE(shown.state.moment()->running, std::vector{run->execution.events[0].op});
    shown.press("run_forward");
    QCOMPARE(shown.moment(), std::size_t{2});
    QCOMPARE(shown.state.moment()->finished, std::vector{OperatorId(0)});
    QVERIFY(says(shown.place(), {"2", "8", "a"}) && says(shown.words(), {"4.00 KiB"}));
    shown.key(Qt::Key_Left);
    QCOMPARE(shown.moment(), std::size_t{1});
    shown.key(Qt::Key_End);
    QCOMPARE(shown.moment(), run->last_moment());
    QVERIFY(std::ranges::all_of(shown.state.moment()->tensors, [](State s) { return s == State::dead; }));
    auto* scrubber = shown.part<QSlider>("run_scrubber");
    QCOMPARE(scrubber->value(), 8);
    scrubber->setFocus();
    QTest::keyClick(scrubber, Qt::Key_Left);
    QCOMPARE(shown.moment(), std::size_t{7});
    shown.key(Qt::Key_Home);
    QCOMPARE(shown.moment(), std::size_t{0});
    shown.key(Qt::Key_Escape);
    QVERIFY(!shown.moment() && !shown.state.moment());
  }

  void every_moment_is_that_of_the_run() {
    Shown shown(planned(random_graph({.seed = 5, .operators = 30})));
    const auto run = shown.run();
    for (std::size_t k = 1; k <= run->last_moment(); ++k) {
      shown.key(Qt::Key_Right);
      const PlayedMoment& moment = *shown.state.moment();
      std::vector<OperatorId> running, finished;
      for (std::size_t e = 0; e < k; ++e) {
        const RunEvent event = run->execution.events[e];
        if (event.kind == RunEvent::Kind::start) running.push_back(event.op);
        if (event.kind == RunEvent::Kind::finish) std::erase(running, event.op), finished.push_back(event.op);
      }
      std::ranges::sort(running);
      std::ranges::sort(finished);
      QVERIFY(moment.running == running && moment.finished == finished);
      for (TensorId t : run->graph->tensors())
        QCOMPARE(static_cast<int>(moment.tensors[t.index()]), static_cast<int>(run->memory.state(t, k)));
      QVERIFY(!moment.overwritten.valid() && !moment.culprit.valid());
    }
  }

  void the_chart_is_clicked_and_dragged() {
    Shown shown(planned(one_sync()));
    auto* chart = shown.part<QWidget>("run_chart");
    const auto run = shown.run();
    const RunChartLayout layout = lay_out_run_chart(QRectF(chart->rect()).adjusted(6, 2, -6, -2), *run);
    const auto at = [&](std::size_t moment) {
      return QPoint(static_cast<int>(layout.x_of(static_cast<double>(run->time_of(moment)))) + 2,
                    static_cast<int>(layout.curve.center().y()));
    };
    QTest::mousePress(chart, Qt::LeftButton, {}, at(2));
    QVERIFY(shown.moment() >= std::size_t{2});
    move_mouse(*chart, at(8) + QPoint(50, 0), Qt::LeftButton);
    QTest::mouseRelease(chart, Qt::LeftButton, {}, at(8));
    QCOMPARE(shown.moment(), run->last_moment());
  }

  void playing_runs_to_the_end() {
    Shown shown(planned(one_sync()));
    const std::size_t last = shown.run()->last_moment();
    auto* speed = shown.pane.findChildren<QComboBox*>().first();
    QCOMPARE(speed->accessibleName(), QString("Speed"));
    speed->setFocus();
    QTest::keyClick(speed, Qt::Key_End);
    shown.key(Qt::Key_Space);
    QVERIFY(shown.playing());
    shown.key(Qt::Key_Space);
    QVERIFY(!shown.playing());
    QVERIFY(shown.state.moment());
    shown.press("run_play");
    QTRY_COMPARE_WITH_TIMEOUT(shown.moment(), last, kPatience);
    QVERIFY(!shown.playing());
    shown.key(Qt::Key_Space);  // from the beginning again
    QVERIFY(shown.playing());
    QVERIFY(shown.moment() < last);
    shown.key(Qt::Key_Escape);
    QVERIFY(!shown.playing() && !shown.state.moment());
  }

  void another_seed_is_another_run() {
    Shown shown(planned(make_training_graph({.layers = 2, .streams = 4})));
    const QString first = shown.words();
    shown.press("run_another");
    QCOMPARE(shown.part<QSpinBox>("run_seed")->value(), 2);
    QVERIFY(says(shown.words(), {"2"}) && shown.words() != first);
    shown.key(Qt::Key_Right);
    QCOMPARE(shown.state.moment()->running, std::vector{shown.run()->execution.events[0].op});
    shown.key(Qt::Key_Escape);
    test::enter(shown.part<QSpinBox>("run_seed"), "1");
    shown.settle();
    QCOMPARE(shown.words(), first);
  }

  void a_wrong_plan_is_overwritten_in_a_plain_run() {
    Shown shown(with_plan(planned(graph_of("op a b @0; t x 8 : a -> b; t y 8 : b ->")), [](Plan& plan) {
      plan.offsets = {{0}, {4}};
    }));
    shown.key(Qt::Key_End);
    QVERIFY(says(shown.words(), {"b", "y", "x", "b"}));  // b writes y over x, which b still needs
  }

  void a_wait_left_out_is_missed() {
    Shown shown(planned(one_sync()));
    const TensorId x(0), z(2);
    QCOMPARE(shown.view.plan->offsets[x.index()], shown.view.plan->offsets[z.index()]);
    shown.press("run_break");  // any
    QVERIFY(shown.broken() && says(shown.part<QComboBox>("run_waits")->currentText(), {"c", "b"}));
    shown.press("run_break");
    shown.choose_wait("c waits for b");
    shown.press("run_break");
    QVERIFY(shown.broken());
    const auto run = shown.run(Sync{OperatorId(1), OperatorId(2)});
    QVERIFY(run->memory.overwrite());
    QCOMPARE(shown.moment(), run->memory.overwrite_moment());
    const PlayedMoment& moment = *shown.state.moment();
    QCOMPARE(std::set({moment.overwritten, moment.overwriting}), std::set({x, z}));
    QCOMPARE(moment.culprit, shown.view.graph->producer(moment.overwriting));
    QCOMPARE(shown.state.selected_tensors(), (std::vector{x, z}));
    QVERIFY(says(shown.words(), {"c", "b", "z", "x"}) || says(shown.words(), {"c", "b", "x", "z"}));
    QVERIFY(says(shown.words(), {human_bytes(run->memory.peak())}) && says(shown.words(), {"1"}));  // seed
    shown.key(Qt::Key_Left);
    QVERIFY(!shown.words().contains("Overwritten"));
    QVERIFY(!shown.state.moment()->culprit.valid());
    // Played from the beginning it stops there.
    shown.key(Qt::Key_Home);
    shown.key(Qt::Key_Space);
    QTRY_COMPARE_WITH_TIMEOUT(shown.moment(), run->memory.overwrite_moment(), kPatience);
    QVERIFY(!shown.playing());
    shown.press("run_break");
    QVERIFY(!shown.broken() && !shown.words().contains("Overwritten"));
    QVERIFY(!shown.state.moment());
  }

  void a_wait_that_nothing_hangs_on_is_said_to_be_so() {
    Shown shown(
        with_plan(planned(graph_of("op a @0\nop b @1\nt x 8 : a ->\nt y 8 : b -> !\nsync a b")), [](Plan& plan) {
          plan.offsets = {{0}, {8}};
        }));
    const QString before = shown.words();
    shown.press("run_break");
    QVERIFY2(shown.words() != before, qPrintable(shown.words()));
    QVERIFY(!shown.state.moment());
    Shown without(planned(intervals({{"a", 8, 0, 4}, {"b", 8, 2, 6}})));  // there is nothing to break, and it says why
    QVERIFY(!without.part<QPushButton>("run_break")->isEnabled());
    QVERIFY(without.part<QPushButton>("run_break")->toolTip() !=
            Shown(planned(one_sync())).part<QPushButton>("run_break")->toolTip());
  }

  void what_keeps_the_moment_and_what_ends_it() {
    Shown shown(planned(one_sync()));
    shown.key(Qt::Key_Right);
    shown.key(Qt::Key_Right);
    shown.view.plan = std::make_shared<const Plan>(*shown.view.plan);
    shown.pane.set_view(shown.view);
    shown.settle();
    QCOMPARE(shown.moment(), std::size_t{2});
    QVERIFY(shown.state.moment());
    const auto other = std::make_shared<const PlayedMoment>();  // that of another view ends it
    shown.state.set_moment(other);
    QVERIFY(!shown.moment());
    QCOMPARE(shown.state.moment(), other);
    // A hidden pane and another graph stop it.
    shown.key(Qt::Key_Space);
    shown.pane.hide();
    QVERIFY(!shown.playing() && !shown.state.moment());
    shown.pane.show();
    shown.key(Qt::Key_Space);
    shown.pane.set_graph(std::make_shared<const Graph>(graph_of("op a @0")));
    QVERIFY(!shown.playing() && !shown.state.moment() && !shown.has_run());
    shown.view.stale = true;
    shown.pane.set_view(shown.view);
    QVERIFY(!shown.has_run());
  }

  void a_large_graph() {
    Shown shown(planned(make_training_graph(training_graph_of(4400, 8))));
    const auto run = shown.run();
    shown.key(Qt::Key_End);
    QVERIFY(shown.state.moment());
    shown.key(Qt::Key_Escape);
    QCOMPARE(shown.place(), QLocale().toString(static_cast<qulonglong>(run->last_moment())) + " event(s)");
    QVERIFY(shown.place().contains(','));
    QCOMPARE(numbers_in(shown.pane.drawing().subtitle).value(0), 1);  // the seed
    QVERIFY(run->syncs.size() > 500);
    QVERIFY(shown.part<QComboBox>("run_waits")->count() == 2);  // any, and what to do
    const Sync sync = run->syncs[40];
    shown.state.select_operators({sync.before});
    QVERIFY(shown.part<QComboBox>("run_waits")->findText(sync_text(*shown.view.graph, sync), Qt::MatchContains) > 0);
    shown.press("run_break");
    QVERIFY(shown.broken());
    QVERIFY(shown.words().startsWith("Overwritten"));
  }

  void bars_have_the_colours_of_their_streams() {
    for (const bool dark : {false, true}) {
      const Theme& theme = Theme::of(dark);
      const Painted painted({600, 200}, theme);
      const RunChartLayout& layout = painted.layout;
      for (std::size_t row = 0; row < 2; ++row)
        for (const PlayedRun::Bar& bar : painted.run->rows[row]) {
          const double y = layout.rows.top() + (static_cast<double>(row) + 1.0 / 6) * layout.row_height;
          const QPoint near_start(static_cast<int>(layout.x_of(static_cast<double>(bar.begin))) + 2,
                                  static_cast<int>(y));
          if (layout.x_of(static_cast<double>(bar.end)) - near_start.x() > 3)
            QCOMPARE(painted.image.pixelColor(near_start), palette_fill(row, theme).color);
        }
    }
  }

  /// Numbers stand beside the curve, from its lower edge to its upper one.
  void the_curve_has_a_scale() {
    const Painted painted({600, 300});
    const QRectF& curve = painted.layout.curve;
    const auto inked = [&](double from, double to) {
      const QRect beside(0, int(from), int(curve.left()) - 3, int(to) - int(from));
      return colours_in(painted.image, beside).size() > 1;
    };
    QVERIFY(inked(curve.bottom() - 14, curve.bottom()));  // 0
    QVERIFY(inked(curve.top(), curve.center().y()));
    QVERIFY(!inked(painted.layout.rows.bottom(), curve.top() - 3));
  }

  void long_texts_are_elided_and_in_full_in_tip_and_list() {
    ElidedCombo combo;
    const QString text = "without: " + QString("a_name_that_is_long.").repeated(5) + " waits for another";
    combo.addItem(text);
    combo.setToolTip("Which wait is left out");
    combo.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo.setFixedWidth(200);
    combo.show();
    QVERIFY(combo.shown_text() != text && combo.shown_text().endsWith("another"));
    QVERIFY(combo.shown_text().contains(QChar(0x2026)));
    QVERIFY(combo.fontMetrics().horizontalAdvance(combo.shown_text()) < 200);
    test::ask_for_tip(combo, {20, 8});
    QCOMPARE(QToolTip::text(), text + "\nWhich wait is left out");
    combo.showPopup();
    QVERIFY(combo.view()->width() > 250);
    QVERIFY(combo.view()->width() <= combo.screen()->availableSize().width());
    combo.hidePopup();
    combo.setFixedWidth(1200);
    QCOMPARE(combo.shown_text(), text);
  }
};

STOWAGE_GUI_TEST(RunsPaneTest);
#include "tst_runs_pane.moc"
