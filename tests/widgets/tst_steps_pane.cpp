// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/strategies/strategies.h"
#include "tests/widgets/shown_pane.h"
#include "widgets/views/steps/step_view.h"
#include "widgets/views/steps/steps_pane.h"

namespace {

/// A pane on screen.
struct Shown : ShownResults<StepsPane> {
  explicit Shown(PlanView of) : ShownResults(std::move(of), {1100, 420}, "step_view", make_steps) {}
  /// A row of the chooser, with the keyboard.
  void choose(int row) {
    ShownPane::choose("step_strategy", row);
    settle();
    part<StepView>("step_view")->setFocus();
  }
  [[nodiscard]] const Recording& recording() const { return *pane.source()->recording; }
  [[nodiscard]] std::size_t at() const { return pane.scene()->index(); }
  bool playing() { return part<QWidget>("step_play")->accessibleName() == "Pause"; }
  /// A step below 0 counts from the end.
  void go_to(std::ptrdiff_t step) {
    const auto count = static_cast<std::ptrdiff_t>(recording().step_count());
    part<QSlider>("step_slider")->setValue(static_cast<int>(step < 0 ? count + step : step));
  }
  QString words() { return text("step_words"); }
  QString place() { return text("step_place"); }
};

PlanView figure_7_results() {
  return results_of(sample("somas_figure_7.stowage.json"));
}

}  // namespace

class StepsPaneTest : public QObject {
  Q_OBJECT

 private slots:
  /// Every planner, forward and back with the keyboard.
  void forward_and_back_on_every_planner() {
    Shown shown(results_of(random_graph({.seed = 11, .operators = 9, .groups = 2})));
    auto* chooser = shown.part<QComboBox>("step_strategy");
    QCOMPARE(chooser->count(), 1 + 17 + 12);  // as shown, SOMAS and greedy by size, walks
    for (int row = 1; row <= 17; ++row) {
      shown.choose(row);
      QCOMPARE(text_of(shown.recording().strategy().id), chooser->currentData().toString());
      const std::size_t last = shown.recording().step_count() - 1;
      shown.key(Qt::Key_End);
      shown.key(Qt::Key_Right);  // the end is the end
      QCOMPARE(shown.at(), last);
      for (std::size_t back : {1, 2}) {
        shown.key(Qt::Key_Left);
        QCOMPARE(shown.at(), last - back);
        QCOMPARE(shown.words(), step_sentence(shown.pane.scene()->context()));
      }
      shown.key(Qt::Key_Home);
      shown.key(Qt::Key_Left);
      QCOMPARE(shown.at(), std::size_t{0});
      QVERIFY(shown.pane.scene()->map().scene->index().items().empty());
    }
  }

  /// Other planners, by their steps, blocks, tables and tensors.
  void steps_through_walks() {
    Shown shown(figure_7_results());
    const auto* chooser = shown.part<QComboBox>("step_strategy");
    auto* table = shown.part<QTableView>("step_gaps");
    QVERIFY(shown.place().contains("block"));
    for (const WalkInfo& info : walks()) {
      shown.choose(chooser->findData(text_of(info.id)));
      const Walk& walk = *shown.pane.source()->walk;
      QVERIFY(walk.info == &info);
      QVERIFY(shown.place().contains(info.unit) &&
              shown.part<QToolButton>("step_block_on")->text().contains(info.unit));
      shown.key(Qt::Key_Home);  // the block of the planner before stays
      shown.key(Qt::Key_PageDown);
      QCOMPARE(shown.at(), walk.block_count() > 1 ? walk.first_step(1) : walk.step_count() - 1);
      shown.key(Qt::Key_End);
      QCOMPARE(shown.at(), walk.step_count() - 1);
      shown.key(Qt::Key_Left);
      for (; shown.at() > 0; shown.key(Qt::Key_Left)) {
        const WalkStep& step = walk.steps[shown.at()];
        QCOMPARE(shown.words(), walk_text(step.words));
        const bool has = step.table != WalkStep::kNone;
        QCOMPARE(table->model()->rowCount(), has ? int(walk.tables[step.table].rows.size()) : 0);
        QCOMPARE(table->selectionModel()->selectedRows().size(), has ? qsizetype(step.rows.size()) : 0);
      }
      QVERIFY(shown.pane.drawing().paint);
    }
    shown.choose(chooser->findData("llfb"));
    shown.state.select_tensors({TensorId(4)});
    shown.press("step_run_to");
    QVERIFY(says(shown.words(), {"E"}));
    shown.state.select_tensors({});
    shown.press("step_select");
    QCOMPARE(shown.state.selected_tensors(), std::vector{TensorId(4)});
    auto* picture = shown.part<StepView>("step_view");
    const HeapMapGeometry geometry = picture->layout_of_step().geometry;
    shown.state.select_tensors({});
    QTest::mouseClick(picture, Qt::LeftButton, {}, QPointF(geometry.x_of(3.5), geometry.y_of(100)).toPoint());
    QCOMPARE(shown.state.selected_tensors(), std::vector{TensorId(4)});  // E lies at 0, the first of all
  }

  /// One control for both: they stand at the same block, whatever the number of its steps. Each has its code, its table
  /// and its sentence; where both have addresses, both axes reach the higher footprint.
  void a_second_planner_beside() {
    Shown shown(figure_7_results());
    shown.pane.resize(1260, 900);
    auto* closer = shown.part<QCheckBox>("step_closer");  // which follows the steps of each
    closer->setFocus();
    QTest::keyClick(closer, Qt::Key_Space);
    QVERIFY(!closer->isChecked());
    auto* first = shown.part<StepView>("step_view");
    auto* second = shown.part<StepView>("step_view_beside");
    QVERIFY(!second->isVisible());
    shown.choose(shown.part<QComboBox>("step_strategy")->findData("llfb"));
    shown.part<QSlider>("step_slider")->setValue(9);
    shown.ShownPane::choose("step_beside", shown.part<QComboBox>("step_beside")->findData("so.size.first"));
    shown.settle();
    QCOMPARE(shown.at(), std::size_t{9});  // stays
    QVERIFY(second->isVisible());
    const StepSource& source = *shown.pane.source();
    const Recording& beside = *source.beside->recording;
    shown.part<StepView>("step_view")->setFocus();
    shown.key(Qt::Key_Home);
    for (std::size_t step = 0; step < source.blocks().step_count(); ++step, shown.key(Qt::Key_Right)) {
      QCOMPARE(shown.at(), step);
      const StepScene scene(source.beside, step_beside(source.blocks(), step, beside));
      QCOMPARE(scene.step().block, source.blocks().block_of(step));
      QCOMPARE(second->accessibleDescription(), step_sentence(scene));
      QVERIFY(shown.text("step_words_beside").contains(step_sentence(scene)));
      QCOMPARE(shown.part<QTableView>("step_gaps_beside")->model()->rowCount(),
               scene.step().kind >= StepKind::merge ? int(scene.looks().size()) : 0);
      QCOMPARE(first->frame().height, second->frame().height);  // and room for labels above
      QVERIFY(first->frame().height >= beside.block(beside.block_count() - 1).footprint);
    }
    const auto codes = shown.pane.findChildren<QWidget*>("step_code");
    QCOMPARE(codes.size(), 2);
    QVERIFY(codes[0]->accessibleDescription() != codes[1]->accessibleDescription());
    for (const QWidget* code : codes) QTRY_VERIFY(!code->visibleRegion().isEmpty());
    shown.part<QSlider>("step_slider")->setValue(7);
    shown.ShownPane::choose("step_beside", 0);
    shown.settle();
    QCOMPARE(shown.at(), std::size_t{7});
    QVERIFY(!second->isVisible() && !shown.pane.source()->beside);
  }

  /// Once a planner is chosen in either list, the keys step. In a narrow pane a table takes the place of the code.
  void keys_step_once_a_list_is_closed() {
    Shown shown(figure_7_results());
    for (const char* name : {"step_strategy", "step_beside"}) {
      auto* list = shown.part<QComboBox>(name);
      list->setFocus();
      list->showPopup();
      list->view()->setCurrentIndex(list->model()->index(list->findData("olla"), 0));
      QTest::keyClick(list->view(), Qt::Key_Return);
      shown.settle();
      QCOMPARE(shown.pane.source()->planner(), "olla");
      const std::size_t before = shown.at();
      QTRY_COMPARE(shown.pane.window()->focusWidget(), shown.part<QWidget>("step_view"));
      shown.key(Qt::Key_Right);
      QCOMPARE(shown.at(), before + 1);
    }
    const auto seen = [&](const char* part) { return shown.part<QWidget>(part)->isVisible(); };
    const auto* code = shown.part<QWidget>("step_code");
    const auto* table = shown.part<QTableView>("step_gaps");
    QVERIFY(seen("step_gaps") && code->isVisible());
    shown.pane.resize(720, 390);
    QTRY_VERIFY(seen("step_gaps") && !code->isVisible());
    int columns = 0;
    for (int c = 0; c < table->model()->columnCount(); ++c) columns += table->columnWidth(c);
    QVERIFY2(columns <= table->viewport()->width(), qPrintable(QString::number(columns)));
  }

  /// In both lists: by the planners' own limits, and by the size that a walk is for.
  void planners_that_refuse_the_graph_are_grey() {
    Shown shown(figure_7_results());
    const auto greys = [&](const char* list) {
      const auto* chooser = shown.part<QComboBox>(list);
      std::set<std::string> out;
      for (int row = 1; row < chooser->count(); ++row) {
        const QModelIndex item = chooser->model()->index(row, 0);
        if (!(item.flags() & Qt::ItemIsEnabled)) out.insert(chooser->itemData(row).toString().toStdString());
        if (!item.data(Qt::ToolTipRole).toString().isEmpty()) continue;
        out.insert("no tip");
      }
      return out;
    };
    const auto show = [&](Graph graph) {
      shown.pane.set_view(results_of(std::move(graph), false));
      shown.settle();
    };
    using Ids = std::set<std::string>;
    QCOMPARE(greys("step_strategy"), Ids{});
    show(random_graph({.seed = 1, .operators = 12, .streams = 3, .groups = 1}));
    QCOMPARE(greys("step_strategy"), (Ids{"llfb", "gergov", "olla", "roam"}));
    QCOMPARE(greys("step_beside"), greys("step_strategy"));
    Graph::Data on_a_clock = figure_7().data();
    on_a_clock.times = {0, 1, 2, 3, 4, 5, 6};
    show(Graph(std::move(on_a_clock)));
    QCOMPARE(greys("step_strategy"), Ids{"lescea"});
    show(random_graph({.seed = 1, .operators = 900, .streams = 1}));
    QCOMPARE(greys("step_strategy"), (Ids{"safety.1", "safety.2"}));
    shown.choose(shown.part<QComboBox>("step_strategy")->findData("llfb"));
    QVERIFY(shown.pane.source()->walk);
    show(random_graph({.seed = 1, .operators = 12, .streams = 3}));  // the one chosen refuses it
    QVERIFY(!shown.pane.source() && !shown.part<StepView>("step_view")->accessibleDescription().isEmpty());
  }

  void buttons_slider_and_blocks() {
    Shown shown(figure_7_results());
    const Recording& r = shown.recording();
    const std::size_t last = r.step_count() - 1;
    QCOMPARE(numbers_in(shown.place()), (QList<qint64>{1, static_cast<qint64>(r.step_count()), 1, 5}));
    const auto after = [&](const char* button) {
      shown.press(button);
      return shown.at();
    };
    QCOMPARE(after("step_forward"), std::size_t{1});
    QCOMPARE(after("step_block_on"), r.first_step(1));
    shown.key(Qt::Key_PageDown);
    QCOMPARE(shown.at(), r.first_step(2));
    shown.press("step_forward");
    QCOMPARE(after("step_block_back"), r.first_step(2));
    shown.key(Qt::Key_PageUp);
    QCOMPARE(shown.at(), r.first_step(1));
    QCOMPARE(after("step_last"), last);
    QVERIFY(says(shown.words(), {"E", "1,664"}));
    QCOMPARE(after("step_first"), std::size_t{0});
    auto* slider = shown.part<QSlider>("step_slider");
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Right);
    QTest::keyClick(slider, Qt::Key_Right);
    QCOMPARE(shown.at(), std::size_t{2});
    QTest::keyClick(slider, Qt::Key_End);
    QCOMPARE(shown.at(), last);
  }

  /// The selection is followed when asked, and changed when asked.
  void runs_to_the_selected_tensor() {
    Shown shown(figure_7_results());
    auto* run_to = shown.part<QAbstractButton>("step_run_to");
    QVERIFY(!run_to->isEnabled());
    shown.state.select_tensors({TensorId(3)});
    QVERIFY(run_to->isEnabled());
    shown.press("step_run_to");
    QCOMPARE(shown.at(), shown.recording().first_step(3));
    QVERIFY(says(shown.words(), {"D"}));
    shown.key(Qt::Key_PageDown);
    QCOMPARE(shown.state.selected_tensors(), std::vector{TensorId(3)});  // stepping leaves it alone
    shown.press("step_select");
    QCOMPARE(shown.state.selected_tensors(), std::vector{TensorId(4)});
    auto* picture = shown.part<StepView>("step_view");
    const HeapMapGeometry geometry = picture->layout_of_step().geometry;
    const QPointF in_b(geometry.x_of(3.5), geometry.y_of(100));  // B lies at 0 from step 3 on
    QTest::mouseClick(picture, Qt::LeftButton, {}, in_b.toPoint());
    QCOMPARE(shown.state.selected_tensors(), std::vector{TensorId(1)});
  }

  /// By wheel, mouse and keys; what is zoomed stays from step to step, and is exported.
  void the_picture_zooms() {
    Shown shown(figure_7_results());
    auto* picture = shown.part<StepView>("step_view");
    auto* reset = shown.part<QAbstractButton>("step_reset_zoom");
    const auto view = [&] { return picture->layout_of_step().geometry.view(); };
    const QPoint middle = picture->layout_of_step().geometry.plot().center().toPoint();
    const MapView all = view();
    QVERIFY(!reset->isVisible());
    test::wheel(*picture, middle, 1);
    QVERIFY(view().width() < all.width() && view().height() < all.height());
    QVERIFY(reset->isVisible());
    const MapView near = view();
    test::wheel(*picture, middle, 1, Qt::ControlModifier);
    QVERIFY(view().width() < near.width() && view().height() == near.height());
    const MapView kept = view();
    shown.key(Qt::Key_Right);
    shown.key(Qt::Key_PageDown);
    QCOMPARE(view(), kept);
    QCOMPARE(picture->frame().view, std::optional(kept));
    test::drag(*picture, middle, middle + QPoint(-40, 0));
    QVERIFY(view().x0 > kept.x0 && std::abs(view().width() - kept.width()) < 1e-9);
    QVERIFY(shown.state.selected_tensors().empty());
    test::click(reset);
    QVERIFY(!picture->frame().view && !reset->isVisible());
    shown.key(Qt::Key_Plus);
    QTest::mouseDClick(picture, Qt::LeftButton, {}, QPoint(picture->width() - 3, picture->height() / 2));  // beside it
    QVERIFY(!picture->frame().view);
  }

  /// Until the end or a key.
  void plays_as_fast_as_asked() {
    Shown shown(figure_7_results());
    const auto boxes = shown.pane.findChildren<QComboBox*>();
    const auto found = std::ranges::find(boxes, QString("Speed"), &QWidget::accessibleName);
    QVERIFY(found != boxes.end());
    QComboBox* speed = *found;
    auto* timer = shown.part<QTimer>("step_beat");
    shown.key(Qt::Key_Space);
    QVERIFY(shown.playing());
    const int usual = timer->interval();
    speed->setCurrentIndex(speed->findData(4.0));
    QCOMPARE(timer->interval() * 4, usual);
    shown.key(Qt::Key_Space);
    QVERIFY(!shown.playing());
    shown.go_to(-2);
    shown.press("step_play");
    QCOMPARE(timer->interval() * 4, usual);
    QTRY_VERIFY_WITH_TIMEOUT(!shown.playing(), kPatience);
    QCOMPARE(shown.at(), shown.recording().step_count() - 1);
  }

  /// Candidates appear once they are known, verdicts once they are reached; a click goes to a candidate's step.
  void the_table_of_candidates() {
    Shown shown(figure_7_results());
    shown.choose(shown.part<QComboBox>("step_strategy")->findData("mo.size.best"));
    auto* table = shown.part<QTableView>("step_gaps");
    auto* model = table->model();
    const QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto cell = [&](int row, int column) { return model->index(row, column).data().toString(); };
    const Recording& r = shown.recording();
    shown.go_to(std::ptrdiff_t(r.first_step(3)) + 1);  // D, what is forbidden
    QCOMPARE(model->rowCount(), 0);
    shown.key(Qt::Key_Right);
    QCOMPARE(model->rowCount(), 2);
    QVERIFY(says(cell(0, 0), {"1"}));
    QCOMPARE(cell(0, 1), QString("768 B"));
    QCOMPARE(cell(0, 2), QString("256 B"));
    QCOMPARE(cell(0, 3), QString());
    shown.key(Qt::Key_Right);
    QVERIFY(says(cell(0, 3), {"256 B"}));  // too little
    QCOMPARE(cell(1, 3), QString());
    QCOMPARE(table->currentIndex().row(), 0);
    shown.key(Qt::Key_Right);
    const QString fits = cell(1, 3);
    QVERIFY(says(fits, {"128 B"}));
    shown.key(Qt::Key_Right);
    QVERIFY(cell(1, 3).startsWith(fits) && cell(1, 3) != fits);  // chosen
    test::click(table, model->index(0, 0));
    QCOMPARE(shown.at(), r.first_step(3) + 3);
  }

  /// Row 0 of the chooser follows the plan shown; another one stays.
  void follows_the_plan_shown() {
    Shown shown(figure_7_results());
    QCOMPARE(std::string(shown.recording().strategy().id), std::string("so.size.best"));
    shown.go_to(std::ptrdiff_t(shown.recording().first_step(2)));
    const auto show_plan_of = [&](const char* id) {
      shown.view = with_plan(shown.view, [&](Plan& plan) { plan.strategy = id; });
      shown.pane.set_view(shown.view);
      shown.settle();
    };
    show_plan_of("mo.source.first");
    QCOMPARE(std::string(shown.recording().strategy().id), std::string("mo.source.first"));
    QCOMPARE(shown.pane.scene()->step().block, shown.recording().place(TensorId(2)));  // still the block of C
    shown.choose(1);
    show_plan_of("so.unsafe.first");
    QCOMPARE(shown.recording().strategy().id, somas_strategies()[0].id);
    // An edit keeps the old steps until the new graph is known.
    const auto before = shown.pane.source();
    PlanView stale = shown.view;
    stale.stale = true;
    shown.pane.set_view(stale);
    QCOMPARE(shown.pane.source(), before);
    shown.pane.set_view(results_of(sample("somas_figure_6.stowage.json")));
    shown.settle();
    QCOMPARE(shown.recording().graph().name(), std::string_view("SOMAS figure 6"));
  }

  void says_why_there_is_nothing() {
    Shown shown({});
    const auto sentence = [&] { return shown.part<StepView>("step_view")->accessibleDescription(); };
    QStringList reasons{sentence()};
    QVERIFY(!shown.part<QSlider>("step_slider")->isEnabled());
    shown.key(Qt::Key_Right);
    shown.key(Qt::Key_Space);
    QVERIFY(!shown.pane.drawing().paint);

    PlanView waiting = figure_7_results();
    waiting.conflicts = nullptr;
    shown.pane.set_view(waiting);
    reasons << sentence();
    shown.pane.set_view(results_of(Graph(), false));
    shown.settle();
    reasons << sentence();
    QVERIFY(reasons.removeDuplicates() == 0 && !reasons.contains(QString()));
    std::vector<IntervalRow> rows;
    for (std::uint32_t k = 0; k <= Recording::kMaxTensors; ++k) rows.push_back({std::to_string(k), 1, k, k + 1});
    shown.pane.set_view(results_of(intervals(rows), false));
    shown.settle();
    QVERIFY(says(sentence(), {"10,000", "10,001"}));
    shown.pane.set_view(figure_7_results());
    shown.settle();
    QCOMPARE(shown.at(), std::size_t{0});
  }

  void a_large_graph() {
    Shown large(results_of(make_training_graph(training_graph_of(4400, 8)), false));
    large.key(Qt::Key_End);
    QCOMPARE(large.at(), large.recording().step_count() - 1);
    QVERIFY(!large.pane.grab().isNull());
    large.key(Qt::Key_PageUp);
    large.state.set_color_by(ColorBy::size);
    QCOMPARE(large.pane.source()->coloring->by(), ColorBy::size);
  }

  void the_dialog_counts() {
    Shown shown(results_of(make_training_graph(training_graph_of(1000, 4)), false));
    std::optional<StepSeries> asked;
    shown.pane.ask_for_series(&shown.pane, [&](const auto&, const StepSeries& series) { asked = series; });
    auto* dialog = shown.part<QDialog>("steps_export");
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    const auto* count = dialog->findChild<QLabel*>("steps_count");
    auto* every = dialog->findChild<QAbstractButton*>("steps_every");
    QCOMPARE(numbers_in(count->text()).value(0), qint64(shown.recording().block_count()));
    every->setFocus();
    QTest::keyClick(every, Qt::Key_Space);
    QVERIFY(every->isChecked());
    QVERIFY(numbers_in(count->text()).contains(2000));  // too many
    test::type(dialog->findChild<QSpinBox*>("steps_last"), "12");
    QVERIFY(!numbers_in(count->text()).contains(2000));
    QTest::keyClick(dialog, Qt::Key_Return);
    QVERIFY(asked && asked->every_step && asked->closer);
    QCOMPARE(asked->block_count, std::size_t{12});
  }
};

STOWAGE_GUI_TEST(StepsPaneTest);
#include "tst_steps_pane.moc"
