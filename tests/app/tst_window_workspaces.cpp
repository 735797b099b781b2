// SPDX-License-Identifier: GPL-3.0-or-later
// Workspaces: what each shows, what suggests one, and that each remembers what the user changed in it.
#include "tests/app/window_test.h"
#include "widgets/controls/headline.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/lanes/lanes_pane.h"
#include "widgets/views/overview/overview_strip.h"

namespace {

constexpr auto kOneStream = ":/samples/lifetimes.csv";
constexpr auto kRecorded = ":/samples/serving.pickle";
constexpr auto kPools = ":/samples/two_pools_c_info.json";

struct Worked : Shown {
  explicit Worked(const QString& settings_file, QSize size = {1280, 800}) : Shown(settings_file) {
    window.resize(size);
  }
  /// With settings of its own.
  Worked(Scratch& scratch, const QString& path, QSize size = {1280, 800}) : Worked(scratch.fresh_settings(), size) {
    open(path);
  }
  Workspace current() { return window.workspaces().current(); }
  void press(int number) {
    QTest::keySequence(&window, QKeySequence(QStringLiteral("Ctrl+%1").arg(number)));
    settle();
  }
  /// A place with more than four tabs, or one that is not seen whole; else empty.
  QString fault_of_tabs() {
    for (const QTabBar* bar : window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
      if (!bar->isVisible()) continue;
      QStringList names;
      for (int k = 0; k < bar->count(); ++k) names << bar->tabText(k);
      const QString all = QStringLiteral("workspace %1: ").arg(static_cast<int>(current())) + names.join(", ");
      if (bar->count() > 4 || (bar->count() > 1 && bar->elideMode() != Qt::ElideNone)) return all;
      for (int k = 0; k < bar->count(); ++k)
        if (!bar->rect().contains(bar->tabRect(k))) return all + " in " + QString::number(bar->width());
    }
    return {};
  }
};

}  // namespace

class WindowWorkspacesTest : public WindowTest {
  Q_OBJECT

 private slots:
  /// Who prefers another for such files gets it again. The key of an absent workspace says why.
  void a_document_suggests_one() {
    Worked shown(scratch_, kFigure2);
    const auto said = [&] { return shown.window.statusBar()->currentMessage(); };
    QVERIFY(shown.graph().stream_count() > 1);
    QCOMPARE(shown.current(), Workspace::streams);
    shown.press(3);
    QCOMPARE(shown.current(), Workspace::streams);
    QVERIFY(!said().isEmpty());
    shown.open(kOneStream);
    QCOMPARE(shown.current(), Workspace::explore);
    QVERIFY(!shown.part<QAction>("workspace_recorded")->isVisible());
    shown.open(kRecorded);
    QCOMPARE(shown.current(), Workspace::recorded);
    QVERIFY(shown.docks_shown().contains("heap") && shown.docks_shown().contains("frames"));
    shown.press(1);
    shown.open(kFigure2);
    shown.open(kRecorded);
    QCOMPARE(shown.current(), Workspace::explore);
    shown.window.statusBar()->clearMessage();
    shown.press(3);
    QCOMPARE(shown.current(), Workspace::recorded);
    QVERIFY2(said().isEmpty(), qPrintable(said()));
  }

  /// Headline, overview, lanes, heap map and memory curve, each in its place, also below a message.
  void all_of_the_centre_is_seen_in_a_small_window() {
    for (const char* file : {kTraining, kRecorded, ":/samples/two_streams.linked.json"}) {
      Worked shown(scratch_, file);
      for (int number = 1; number <= 6; ++number) {
        if (!shown.window.workspaces().action(static_cast<Workspace>(number - 1))->isVisible()) continue;
        shown.press(number);
        const QByteArray where = QByteArray(file) + ' ' + QByteArray::number(number);
        const HeapMapGeometry& map = shown.map()->geometry_of_map();
        QTRY_VERIFY2(map.curve().height() >= 40 && map.plot().height() >= 60, where);
        if (shown.window.findChild<CompareView*>()->mode() == CompareView::Mode::side_by_side) continue;
        QVERIFY2(shown.window.centre().headline().isVisible(), where);
        QVERIFY2(shown.part<QWidget>("part_overview")->isVisible() && shown.part<QWidget>("part_lanes")->isVisible(),
                 where);
        QVERIFY2(shown.part<QWidget>("part_lanes")->height() >= 60, where);
      }
    }
  }

  /// Lanes have an axis of their own where the map below has none, or is away.
  void one_axis_for_all_parts() {
    Worked shown(scratch_, kTraining);
    const auto* lanes = shown.window.findChild<LanesPane*>();
    const auto own = [&] { return !lanes->geometry_of_lanes().axis().isEmpty(); };
    QTRY_VERIFY(!own());
    shown.window.centre().fold(TimeCentre::Part::map, true);
    QTRY_VERIFY(own());
    shown.window.centre().fold(TimeCentre::Part::map, false);
    QTRY_VERIFY(!own());
    // A press below the lanes sets the cursor, with an axis there or without.
    QTest::mouseClick(
        const_cast<LanesPane*>(lanes), Qt::LeftButton, {},
        QPointF(lanes->geometry_of_lanes().x_of(3.5), lanes->geometry_of_lanes().strip().center().y()).toPoint());
    QCOMPARE(shown.window.state().time_cursor(), std::optional<std::size_t>(3));
  }

  /// In Orders below 1440 pixels; a column that the user unfolds there stays, also from one start to the next.
  void orders_folds_its_left_column_where_it_is_narrow() {
    const QString file = scratch_.fresh_settings();
    const auto folded = [](Worked& shown) { return shown.part<QWidget>("left_strip")->isVisible(); };
    {
      Worked shown(file);
      shown.open(kFigure2);
      QVERIFY(!folded(shown));
      shown.press(4);
      QTRY_VERIFY(folded(shown) && shown.dock("graph")->isHidden());
      shown.press(2);
      QTRY_VERIFY(!folded(shown) && !shown.dock("graph")->isHidden());
      shown.press(4);
      QTRY_VERIFY(folded(shown));
      shown.part<QAction>("fold_left")->trigger();
      QTRY_VERIFY(!folded(shown));
      for (const int number : {2, 5, 4}) shown.press(number);
      QVERIFY(!folded(shown) && !shown.dock("graph")->isHidden());
      shown.close();
    }
    Worked again(file);
    again.open(kFigure2);
    again.press(4);
    QVERIFY(!folded(again));
    again.part<QAction>("reset_layout")->trigger();
    QTRY_VERIFY(folded(again));
    Worked wide(scratch_, kFigure2, {1500, 900});
    wide.press(4);
    QVERIFY(!folded(wide));
  }

  /// However much it says: the rest is behind a button, and the views keep their heights. Buttons that lead on take
  /// room of their own: the text ends before them, in an ellipsis.
  void a_message_takes_two_lines_at_most() {
    Worked shown(scratch_, kFigure2);
    MessageBar* bar = shown.message();
    const auto* label = bar->findChild<QLabel*>();
    const auto* details = shown.part<QToolButton>("message_details");
    bar->show_remark(MessageBar::Topic::content, "short");
    shown.settle();
    const int line = bar->height();
    const QString words = QString("a word ").repeated(100);
    bar->show_remark(MessageBar::Topic::content, words);
    shown.settle();
    QTRY_VERIFY(details->isVisible());
    QVERIFY(bar->height() <= line + label->fontMetrics().lineSpacing() + 8);  // a button is a little higher than a word
    QCOMPARE(bar->text(), words);
    click(shown.part<QToolButton>("message_details"));
    auto* dialog = shown.part<QDialog>("message_dialog");
    QCOMPARE(dialog->findChild<QPlainTextEdit*>()->toPlainText(), words);
    dialog->close();

    bar->show_remark(MessageBar::Topic::content, words,
                     {{"Much more of it", "lead_on", [] {}}, {"And yet more of it", "lead_farther", [] {}}});
    const auto fits = [&] {
      const QStringList lines = label->text().split('\n');
      return lines.size() == 2 && lines[1].endsWith("…") && std::ranges::all_of(lines, [&](const QString& each) {
               const int width = label->fontMetrics().horizontalAdvance(each);
               return width <= label->width() && width > label->width() - 60;
             });
    };
    QTRY_VERIFY(shown.part<QToolButton>("lead_farther")->isVisible());
    QTRY_VERIFY(fits());
    for (const int width : {1000, 1500}) {
      shown.window.resize(width, 800);
      QTRY_VERIFY(fits());
    }
    QCOMPARE(label->toolTip(), words);
    QVERIFY(details->isVisible());

    bar->show_remark(MessageBar::Topic::content, "short");
    QVERIFY(!details->isVisible());
    for (const Appearance appearance : {Appearance::dark, Appearance::light, Appearance::dark, Appearance::light}) {
      apply_appearance(appearance);
      for (const auto* each : {static_cast<const QWidget*>(bar), static_cast<const QWidget*>(label),
                               static_cast<const QWidget*>(shown.part<QWidget>("preview_bar"))})
        QTRY_COMPARE(is_dark(each->palette()), appearance == Appearance::dark);
    }
    apply_appearance(Appearance::system);
  }

  /// Wide enough for the names of the lanes, up to a limit, and the same for all that stands on the axis.
  void the_margin_holds_the_names_of_the_lanes() {
    const auto written = [&](const char* file, const QString& name) {
      QString graph =
          "{'format': 'stowage-graph', 'version': 1, 'name': 'named',"
          " 'streams': [{'id': 0, 'name': '%1'}, {'id': 1, 'name': 'b'}],"
          " 'nodes': [{'id': 'x', 'stream': 0}, {'id': 'y', 'stream': 1}],"
          " 'tensors': [{'id': 't', 'size': 64, 'producer': 'x', 'consumers': ['y']}]}";
      return scratch_.write(file, graph.arg(name).replace('\'', '"').toUtf8());
    };
    Worked shown(scratch_.fresh_settings());
    const auto* lanes = shown.window.findChild<LanesPane*>();
    const auto* overview = shown.window.findChild<OverviewStrip*>();
    std::vector<double> margins;
    for (const QString& name :
         {QString("a"), QString("communication"), QString("a stream of many words, ").repeated(9)}) {
      shown.open(written("named.stowage.json", name));
      const auto margin = [&] { return lanes->geometry_of_lanes().plot().left(); };
      QTRY_COMPARE(shown.map()->geometry_of_map().plot().left(), margin());
      QCOMPARE(overview->plot().left(), margin());
      QCOMPARE(shown.map()->geometry_of_map().plot().right(), lanes->geometry_of_lanes().plot().right());
      margins.push_back(margin());
    }
    const QFont font = paint_font(12);
    QVERIFY(margins[0] < margins[1] && margins[1] < margins[2]);
    // A swatch, the name and the number of its operators, and air around each.
    QVERIFY(margins[1] >= text_width(font, "communication") + text_width(paint_font(11), "1") + 10 + 4 * 6);
    QVERIFY(margins[2] <= 0.25 * shown.window.centre().width());
    // Side by side, the maps need their width, and no lanes stand above them.
    shown.press(5);
    QTRY_COMPARE(shown.map()->geometry_of_map().plot().left(), margins[0]);
  }

  /// Keys and tabs choose; at most four tabs are in one place, and all of them are seen. What there is to do is
  /// wherever something can be done, and in front as long as nothing is selected.
  void four_tabs_at_most() {
    for (const auto& [file, size] : {std::pair(kRecorded, QSize(1280, 800)),
                                     {kRecorded, QSize(1600, 1000)},
                                     {kRecorded, QSize(2560, 1400)},
                                     {kPools, QSize(1280, 800)}}) {
      Worked shown(scratch_, file, size);
      for (int number = 1; number <= 6; ++number) {
        if (!shown.window.workspaces().action(static_cast<Workspace>(number - 1))->isVisible()) continue;
        shown.press(number);
        QCOMPARE(shown.docks_shown().contains("spaces"), file == kPools);  // which take the place of another
        QCOMPARE(static_cast<int>(shown.current()), number - 1);
        QVERIFY(shown.window.workspaces().action(shown.current())->isChecked());
        QTRY_VERIFY2(shown.fault_of_tabs().isEmpty(), qPrintable(shown.fault_of_tabs()));
        QCOMPARE(shown.window.size(), size);
        if (file != kRecorded) continue;
        QCOMPARE(shown.docks_shown().contains("improve"), number <= 4);
        if (number <= 4) QTRY_VERIFY2(shown.in_front("improve"), qPrintable(QString::number(number)));
      }
    }
  }

  /// Each remembers what was changed, also from one start to the next. A view that is newer than what was kept is
  /// hidden, behind the others of its place; all others are as they were. A reset brings the first arrangement back.
  void a_kept_workspace_outlives_a_new_view() {
    const QString file = scratch_.fresh_settings();
    QStringList kept, first;
    {
      Worked shown(file);
      shown.open(kFigure2);
      first = shown.docks_shown();
      shown.part<QDockWidget>("legend")->close();
      shown.bring("moved");
      kept = shown.docks_shown();
      shown.press(4);
      QVERIFY(shown.docks_shown() != kept);
      shown.press(2);
      QCOMPARE(shown.docks_shown(), kept);
      shown.close();
      const QString key = "workspaces/streams";
      QByteArray state = shown.settings.value(key).toByteArray();
      QVERIFY(state.contains(as_written("moved")));
      shown.settings.setValue(key, state.replace(as_written("moved"), as_written("older")));
    }
    kept.removeOne("moved");
    Worked again(file);
    again.open(kFigure2);
    QCOMPARE(again.docks_shown(), kept);
    auto* moved = again.bring("moved");
    QVERIFY(again.window.tabifiedDockWidgets(again.part<QDockWidget>("tensors")).contains(moved));
    again.part<QAction>("reset_layout")->trigger();
    QCOMPARE(again.docks_shown(), first);
  }
};

STOWAGE_WINDOW_TEST(WindowWorkspacesTest);
#include "tst_window_workspaces.moc"
