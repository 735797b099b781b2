// SPDX-License-Identifier: GPL-3.0-or-later
// Other people's plans and files: what the window says of them, lists of them and asks about them.
#include "app/dialogs/dialogs.h"
#include "core/formats/protobuf_wire.h"
#include "tests/app/window_test.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/tables/tensor_query.h"
#include "widgets/views/strategies/strategy_panel.h"
#include "widgets/views/strategies/strategy_table_model.h"

namespace {

/// 30 bytes are needed at once; these offsets take 40.
const QByteArray kGood = "id,lower,upper,size,offset\na,0,2,10,0\nb,1,3,10,10\nc,1,2,10,30\nd,3,4,20,0\n";
/// Here b lies on a, and d (later) does no harm.
const QByteArray kBad = "id,lower,upper,size,offset\na,0,2,10,0\nb,1,3,10,5\nc,1,2,10,30\nd,3,4,20,0\n";

/// y = Relu(x), both of batch × 4 floats.
QByteArray open_model() {
  const auto value = [](std::string_view name) {
    WireWriter shape;
    shape.message(1, WireWriter().bytes(2, "batch")).message(1, WireWriter().number(1, 4));
    return WireWriter().bytes(1, name).message(2, WireWriter().message(1, WireWriter().number(1, 1).message(2, shape)));
  };
  WireWriter graph;
  graph.message(1, WireWriter().bytes(1, "x").bytes(2, "y").bytes(4, "Relu")).bytes(2, "g");
  graph.message(11, value("x")).message(12, value("y"));
  WireWriter model;
  model.number(1, 8).message(7, graph).message(8, WireWriter().number(2, 13));
  return QByteArray::fromStdString(std::string(model.text()));
}

/// What a reader of another program's file gives.
Document summarised(const OpenDocument& like) {
  Document document{.graph = like.graph(), .plan = {}, .format = "interval-csv", .warnings = {}};
  document.warnings = {{"model", "/graph", "it was written by a newer version"}};
  for (const char* name : {"conv1", "conv2"}) document.summary.add(Read::tr("operators"), name);
  for (int i = 0; i < 11; ++i) document.summary.add(Skipped::tr("weights"), "bias");
  document.summary.add(Skipped::tr("weights"), "kernel");
  document.summary.add(Assumed::tr("tensors without a consumer last until the end"), "logits");
  for (int i = 0; i < 120; ++i) document.summary.add(Unknown::tr("tensors without a size"), "t" + std::to_string(i));
  document.open_dimensions = {{"batch", 3}, {"length", 2}};
  document.devices = {{.number = 0}, {.number = 3}};
  return document;
}

/// The cell of the imported plan in the table of strategies.
QModelIndex imported(const Shown& shown, int column) {
  const StrategyTableModel& model = shown.window.findChild<StrategyPanel*>()->model();
  return model.index(model.results().row_of(nullptr), column);
}

/// What is asked of a file before it is read again.
QDialog* ask_how_to_read(Shown& shown) {
  shown.part<QAction>("reading_options")->trigger();
  const auto dialog = [&] { return shown.window.findChild<QDialog*>("reading"); };
  wait_until([&] { return dialog() && dialog()->isActiveWindow(); }, "no dialog");
  return dialog();
}

QStringList column_of(const QAbstractItemModel& model, int column) {
  QStringList out;
  for (int row = 0; row < model.rowCount(); ++row) out += model.index(row, column).data().toString();
  return out;
}

}  // namespace

class WindowPlansTest : public WindowTest {
  Q_OBJECT

 private slots:
  /// And so does a plan that is opened for the graph, whose violations are listed, too.
  void the_plan_in_a_file_stands_beside_ours() {
    Shown& shown = fresh(scratch_.write("good.csv", kGood));
    QCOMPARE(shown.shown_strategy(), std::string("imported"));
    QVERIFY(!shown.message()->isVisible());
    QCOMPARE(imported(shown, 0).data().toString(), imported_plan_name(true));
    QCOMPARE(imported(shown, StrategyTableModel::kGap).data().toString(), QString("+33.3%"));
    QTRY_VERIFY2_WITH_TIMEOUT(shown.status().contains("10 B"), qPrintable(shown.status()), kPatience);
    QVERIFY(says(shown.status(), {"40 B", "30 B", "10 B"}));  // in the file, our best, saved
    QVERIFY(shown.part<QAction>("show_violations")->isVisible());
    const QByteArray plan =
        R"({"format": "stowage-plan", "version": 1, "footprint": 20, "offsets": {"a": 0, "b": 0, "c": 0, "d": 0}})";
    shown.open(scratch_.write("all.plan.json", plan));
    click(shown.part<QToolButton>("message_violations"));
    QTRY_VERIFY(shown.part<QTableView>("violations_table")->model()->rowCount() >= 3);
    QVERIFY(imported(shown, 0).data().toString().startsWith("imported: "));
    shown.open(kTraining);
    QVERIFY(!shown.part<QAction>("show_violations")->isVisible());
    QVERIFY(!shown.status().contains("10 B"));
  }

  /// By clicks: from the message to the list, from a line of it to the pair in the map.
  void violations_are_listed_and_lit() {
    Shown& shown = fresh(scratch_.write("bad.csv", kBad));
    QVERIFY(says(shown.message()->text(), {"bad", "1"}));
    // At once, without being asked, and without taking the selection.
    const auto& marked = shown.map()->overlay().clashes;
    QVERIFY(marked && marked->count == 1);
    QCOMPARE(marked->pairs.front().first, TensorId(0));
    QCOMPARE(marked->pairs.front().second, TensorId(1));
    QVERIFY(shown.window.state().selected_tensors().empty());
    const QModelIndex gap = imported(shown, StrategyTableModel::kGap);
    QCOMPARE(gap.data().toString(), QString("invalid"));  // and not below the bound
    QVERIFY(gap.data(Qt::ToolTipRole).toString().contains("1 violation"));
    click(shown.part<QToolButton>("message_violations"));
    auto* dialog = shown.part<QDialog>("violations");
    auto* table = part_of<QTableView>(*dialog, "violations_table");
    QCOMPARE(column_of(*table->model(), 0), QStringList{"overlap"});
    QCOMPARE(column_of(*table->model(), 1) + column_of(*table->model(), 2), (QStringList{"a", "b"}));
    const std::vector<TensorId> pair{TensorId(0), TensorId(1)};
    QVERIFY(shown.window.state().selected_tensors() == pair);  // lit as soon as they are listed
    shown.window.state().clear_selection();
    QSignalSpy revealed(&shown.window.state(), &ViewState::reveal_requested);
    click_row(table, 0);
    QVERIFY(shown.window.state().selected_tensors() == pair);
    QVERIFY(revealed.count() >= 1);
    shown.window.state().clear_selection();
    click(part_of<QPushButton>(*dialog, "violations_all"));
    QVERIFY(shown.window.state().selected_tensors() == pair);
    QVERIFY(!shown.status().contains("10 B"));  // no plan is better than one that is none

    shown.open(scratch_.write("good.csv", kGood));  // the list is that of what is open
    QTRY_VERIFY(part_of<QLabel>(*dialog, "violations_verdict")->text().contains("safe"));
    QCOMPARE(table->model()->rowCount(), 0);
    QVERIFY(!shown.map()->overlay().clashes);
  }

  /// All are lit until one is chosen: that the table has the keyboard chooses none. Every line that keys come to lights
  /// its own tensors.
  void violations_are_chosen_by_keys() {
    Shown& shown = fresh();
    QByteArray file = "id,lower,upper,size,offset\n";  // a0 and b0 at 0, a1 and b1 at 10 …; no two others meet
    for (int k = 0; k < 30; ++k)
      for (const char* name : {"a", "b"})
        file += name + QByteArray::number(k) + ',' + QByteArray::number(k) + ',' + QByteArray::number(k + 1) + ",10," +
                QByteArray::number(10 * k) + '\n';
    shown.open(scratch_.write("many.csv", file));
    click(shown.part<QToolButton>("message_violations"));
    auto* dialog = shown.part<QDialog>("violations");
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    auto* table = part_of<QTableView>(*dialog, "violations_table");
    QTRY_COMPARE(table->model()->rowCount(), 30);
    QApplication::setActiveWindow(dialog);  // without a window manager nobody else does, and shortcuts need it
    table->setFocus(Qt::TabFocusReason);
    QCOMPARE(shown.window.state().selected_tensors().size(), std::size_t{60});
    const auto lit_after = [&](int key, Qt::KeyboardModifiers modifiers = {}) {
      QTest::keyClick(table, static_cast<Qt::Key>(key), modifiers);
      std::vector<int> out;  // the pairs, by number
      for (const TensorId t : shown.window.state().selected_tensors())
        if (t.index() % 2 == 0) out.push_back(static_cast<int>(t.index() / 2));
      return out;
    };
    QCOMPARE(lit_after(Qt::Key_Down), std::vector{0});
    QCOMPARE(lit_after(Qt::Key_Down), std::vector{1});
    QCOMPARE(lit_after(Qt::Key_Down, Qt::ShiftModifier), (std::vector{1, 2}));
    QCOMPARE(lit_after(Qt::Key_End, Qt::ControlModifier), std::vector{29});
    QCOMPARE(lit_after(Qt::Key_Up, Qt::ShiftModifier), (std::vector{28, 29}));
    QCOMPARE(lit_after(Qt::Key_Up), std::vector{27});
    QCOMPARE(lit_after(Qt::Key_Home), std::vector{0});
    QCOMPARE(lit_after(Qt::Key_End, Qt::ShiftModifier | Qt::ControlModifier).size(), std::size_t{30});
    QTest::keySequence(table, QKeySequence::Copy);
    QTRY_COMPARE(QGuiApplication::clipboard()->text().count("overlap\t"), 30);
  }

  /// Of our own files, what is in them.
  void what_was_read_is_told_by_count_and_name() {
    Shown& shown = fresh(kFigure2);
    shown.part<QAction>("what_was_read")->trigger();
    auto* dialog = shown.part<QDialog>("import_dialog");
    auto* table = part_of<QTableView>(*dialog, "import_table");
    const auto told = [&](int column) { return column_of(*table->model(), column); };
    QCOMPARE(told(2), (QStringList{"operators", "tensors", "streams"}));
    shown.window.document().open("model", summarised(shown.window.document()), {});
    shown.settle();
    QCOMPARE(told(0), (QStringList{"warning", "unknown", "assumed", "read", "skipped"}));
    QCOMPARE(told(1), (QStringList{"", "120", "1", "2", "12"}));
    QCOMPARE(numbers_in(told(3)[1]), QList<qint64>{116});  // more than those that are named
    const auto* names = part_of<QListView>(*dialog, "import_names")->model();
    click_row(table, 1);
    QCOMPARE(names->rowCount(), 101);
    QCOMPARE(numbers_in(names->index(100, 0).data().toString()), QList<qint64>{20});  // more
    click_row(table, 3);
    QCOMPARE(column_of(*names, 0), (QStringList{"conv1", "conv2"}));
    QCOMPARE(told(3)[4], QString("bias ×11, kernel"));  // each name once
    table->setFocus();
    QTest::keySequence(table, QKeySequence::Copy);
    QCOMPARE(QGuiApplication::clipboard()->text().section('\n', 1, 1), QString("read\t2\toperators\tconv1; conv2"));
    shown.save_table("import_table", scratch_.path("read.csv"));
    QCOMPARE(Scratch::read(scratch_.path("read.csv")).count('\n'), 6);
  }

  void the_weightiest_comes_first() {
    Shown& shown = fresh(kTraining);
    Document document = summarised(shown.window.document());
    const QStringList both = weightiest(document);
    QCOMPARE(both.size(), 2);
    QCOMPARE(both[0], QString("it was written by a newer version"));
    QVERIFY(says(both[1], {"120", "t0, t1, t2, …"}) && !both[1].contains("t3"));
    Document one = document;  // of one thing the sentence does not speak as of several
    one.summary = {};
    one.summary.add(Unknown::tr("tensors without a size"), "t0");
    QVERIFY(!weightiest(one)[1].contains("1 tensors") && says(weightiest(one)[1], {"1: t0"}));
    document.summary.add(Unknown::tr("waits"), QString(80, 'w').toStdString());
    document.summary.add(Unknown::tr("frees"), "f");
    const QStringList more = weightiest(document);  // one sentence of what there is most
    QCOMPARE(more.size(), 2);
    QVERIFY2(more[1].startsWith(both[1]) && more[1].mid(both[1].size()).contains('2') && more[1].size() < 150,
             qPrintable(more[1]));
    document.warnings.clear();
    document.summary = {};
    QVERIFY(weightiest(document).isEmpty());
    document.summary.say(Assumed::tr("memory is aligned to 512 bytes"));
    document.summary.say(Assumed::tr("and more"));
    document.summary.count(Read::tr("operators"), 3);
    QVERIFY(weightiest(document).isEmpty());
  }

  /// The file is read again with what was typed.
  void open_dimensions_and_devices_are_asked_for() {
    const QString path = scratch_.write("good.csv", kGood);
    Shown& shown = fresh(path);
    QAction* reading = shown.part<QAction>("reading_options");
    shown.window.document().open(path, summarised(shown.window.document()), {});
    shown.settle();
    QVERIFY(reading->isEnabled());
    const QPointer<QDialog> dialog = ask_how_to_read(shown);
    auto* batch = part_of<QSpinBox>(*dialog, "dimension_batch");
    QVERIFY(batch->toolTip().contains("3 tensors"));
    test::type(batch, "32");
    auto* device = part_of<QComboBox>(*dialog, "reading_device");
    QCOMPARE(device->count(), 3);
    choose_by_keys(device, 2);
    click(part_of<QPushButton>(*dialog, "read_again"));
    shown.settle();
    const ReadOptions& used = shown.window.document().read_options();
    QCOMPARE(used.dimensions.at("batch"), std::int64_t{32});
    QCOMPARE(used.dimensions.at("length"), std::int64_t{1});
    QCOMPARE(used.device.value(), std::int64_t{3});
    QVERIFY(reading->isVisible());  // to change one's mind
    QTRY_VERIFY(!dialog);
    QCOMPARE(part_of<QSpinBox>(*ask_how_to_read(shown), "dimension_batch")->value(), 32);
  }

  /// A size that nobody knows is not shown as 0 bytes; Enter reads the file again.
  void unknown_sizes_are_no_zeros() {
    Shown& shown = fresh(scratch_.write("open.onnx", open_model()));
    const auto sentence = [&] { return shown.map()->scene()->sentence(); };
    QTRY_VERIFY2_WITH_TIMEOUT(sentence().contains("Reading options"),  // the command that helps
                              qPrintable(shown.message()->text() + sentence()), kPatience);
    const auto* table = shown.part<QTableView>("tensor_view");
    const auto sizes = [&] { return column_of(*table->model(), static_cast<int>(TensorColumn::size)); };
    QCOMPARE(sizes(), (QStringList{"?", "?"}));
    enter(part_of<QSpinBox>(*ask_how_to_read(shown), "dimension_batch"), "4");
    shown.settle();
    QTRY_COMPARE(sizes(), (QStringList{"64 B", "64 B"}));  // 4 × 4 numbers of 4 bytes
    QTRY_VERIFY_WITH_TIMEOUT(sentence().isEmpty(), kPatience);
  }

  void a_name_with_gz_is_packed_and_opens() {
    Shown& shown = fresh(scratch_.write("good.csv", kGood));
    const QString graph = scratch_.path("packed.csv.gz"), plan = scratch_.path("packed.plan.json.gz");
    shown.save_plan(plan);
    shown.save_graph(graph);
    for (const QString& path : {graph, plan}) QVERIFY(Scratch::read(path).startsWith("\x1f\x8b"));
    shown.window.open_files({graph, plan});  // the plan goes to the graph, not to a window of its own
    shown.settle();
    QCOMPARE(shown.window.document().title(), QString("packed"));
    QVERIFY(shown.window.planning().results().imported_check() != nullptr);
  }
};

STOWAGE_WINDOW_TEST(WindowPlansTest);
#include "tst_window_plans.moc"
