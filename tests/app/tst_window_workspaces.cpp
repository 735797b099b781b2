// SPDX-License-Identifier: GPL-3.0-or-later
// Workspaces: what each shows, what suggests one, and that each remembers what the user changed in it.
#include <QDataStream>

#include "tests/app/window_test.h"
#include "widgets/controls/headline.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/lanes/lanes_pane.h"
#include "widgets/views/overview/overview_strip.h"

namespace {

constexpr auto kOneStream = ":/samples/lifetimes.csv";
constexpr auto kRecorded = ":/samples/serving.pickle";

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
      if (bar->count() > 4) return all;
      for (int k = 0; k < bar->count(); ++k)
        if (!bar->rect().contains(bar->tabRect(k))) return all + " in " + QString::number(bar->width());
    }
    return {};
  }
  QStringList seen() {
    QStringList out;
    for (const QDockWidget* dock : window.findChildren<QDockWidget*>())
      if (!dock->isHidden()) out << dock->objectName();
    out.sort();
    return out;
  }
};

}  // namespace

class WindowWorkspacesTest : public WindowTest {
  Q_OBJECT

 private slots:
  void a_document_suggests_one() {
    Worked shown(scratch_, kFigure2);
    QVERIFY(shown.graph().stream_count() > 1);
    QCOMPARE(shown.current(), Workspace::streams);
    shown.open(kOneStream);
    QCOMPARE(shown.current(), Workspace::explore);
    QVERIFY(!shown.part<QAction>("workspace_recorded")->isVisible());
    shown.open(kRecorded);
    QCOMPARE(shown.current(), Workspace::recorded);
    QVERIFY(shown.seen().contains("heap") && shown.seen().contains("frames"));
    // Who prefers another for such files gets it again.
    shown.press(1);
    shown.open(kFigure2);
    shown.open(kRecorded);
    QCOMPARE(shown.current(), Workspace::explore);
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

  /// It is what people come for: at first it is high enough to be read, whatever else is on screen.
  void the_map_is_the_highest_part_of_the_centre() {
    struct Row {
      Workspace workspace;
      const char* file;
      double least;  // pixels of the plot in the smallest window
    };
    for (const Row& row : {Row{Workspace::explore, ":/samples/small_classifier.onnx", 200},
                           {Workspace::streams, kTraining, 200},
                           {Workspace::recorded, kRecorded, 170},
                           {Workspace::orders, ":/samples/medium.stowage.json", 200},
                           {Workspace::learn, ":/samples/lessons/1_one_stream_is_not_enough.json", 200}})
      for (const QSize size : {QSize(1280, 800), QSize(1600, 1000)}) {
        Worked shown(scratch_, row.file, size);
        shown.window.workspaces().choose(row.workspace);
        shown.settle();
        const HeapMapGeometry& map = shown.map()->geometry_of_map();
        const double least = size.height() > 800 ? 300 : row.least;
        const auto where = [&] {
          return QStringLiteral("%1 at %2: %3").arg(row.file).arg(size.width()).arg(map.plot().height()).toUtf8();
        };
        QTRY_VERIFY2(map.plot().height() >= least, where());
        // The axis stands once, below the map.
        QVERIFY2(shown.window.findChild<LanesPane*>()->geometry_of_lanes().axis().isEmpty(), where());
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

  /// However much it says: the rest is behind a button, and the views keep their heights.
  void a_message_takes_two_lines_at_most() {
    Worked shown(scratch_, kFigure2);
    shown.message()->show_message(MessageBar::Topic::content, MessageBar::Kind::remark, "short");
    shown.settle();
    const int line = shown.message()->height();
    const QString words = QString("a word ").repeated(100);
    shown.message()->show_message(MessageBar::Topic::content, MessageBar::Kind::remark, words);
    shown.settle();
    QTRY_VERIFY(shown.part<QToolButton>("message_details")->isVisible());
    const int more = shown.message()->findChild<QLabel*>()->fontMetrics().lineSpacing();
    QVERIFY(shown.message()->height() <= line + more + 8);  // a button is a little higher than a word
    QCOMPARE(shown.message()->text(), words);
    click(shown.part<QToolButton>("message_details"));
    auto* dialog = shown.part<QDialog>("message_dialog");
    QCOMPARE(dialog->findChild<QPlainTextEdit*>()->toPlainText(), words);
    dialog->close();
    shown.message()->show_message(MessageBar::Topic::content, MessageBar::Kind::remark, "short");
    QVERIFY(!shown.part<QToolButton>("message_details")->isVisible());
  }

  /// Buttons that lead on take room of their own: the text ends before them, in an ellipsis.
  void a_message_beside_buttons_is_cut_with_an_ellipsis() {
    Worked shown(scratch_, kFigure2);
    const QString words = QString("a word ").repeated(100);
    shown.message()->show_message(
        MessageBar::Topic::content, MessageBar::Kind::remark, words,
        {{"Much more of it", "lead_on", [] {}}, {"And yet more of it", "lead_farther", [] {}}});
    const auto fits = [&] {
      const auto* label = shown.message()->findChild<QLabel*>();
      const QStringList lines = label->text().split('\n');
      return lines.size() == 2 && lines[1].endsWith("…") && std::ranges::all_of(lines, [&](const QString& line) {
               const int width = label->fontMetrics().horizontalAdvance(line);
               return width <= label->width() && width > label->width() - 60;
             });
    };
    QTRY_VERIFY(shown.part<QToolButton>("lead_farther")->isVisible());
    QTRY_VERIFY(fits());
    for (const int width : {1000, 1500}) {
      shown.window.resize(width, 800);
      QTRY_VERIFY(fits());
    }
    QCOMPARE(shown.message()->findChild<QLabel*>()->toolTip(), words);
    click(shown.part<QToolButton>("message_details"));
    QCOMPARE(shown.part<QDialog>("message_dialog")->findChild<QPlainTextEdit*>()->toPlainText(), words);
    shown.part<QDialog>("message_dialog")->close();
  }

  /// Its key is no dead one.
  void the_key_of_an_absent_workspace_says_why() {
    Worked shown(scratch_, kFigure2);
    const Workspace before = shown.current();
    shown.press(3);
    QCOMPARE(shown.current(), before);
    QVERIFY(!shown.window.statusBar()->currentMessage().isEmpty());
    shown.window.statusBar()->clearMessage();
    shown.open(kRecorded);
    shown.press(1);
    shown.press(3);
    QCOMPARE(shown.current(), Workspace::recorded);
    QVERIFY(shown.window.statusBar()->currentMessage().isEmpty());
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

  /// A list of lifetimes has no operators to draw.
  void a_list_of_lifetimes_has_no_graph() {
    Worked shown(scratch_, kOneStream);
    QVERIFY(!shown.seen().contains("graph"));
    QVERIFY(!shown.part<QAction>("show_graph")->isVisible());
    shown.press(4);
    QVERIFY(!shown.seen().contains("graph"));
    shown.open(kFigure2);
    QVERIFY(shown.seen().contains("graph"));
    QTRY_VERIFY(!shown.dock("graph")->visibleRegion().isEmpty());
    QVERIFY(shown.part<QAction>("show_graph")->isVisible());
  }

  /// Keys and tabs choose; at most four tabs are in one place, and all of them are seen.
  void four_tabs_at_most() {
    for (const QSize size : {QSize(1280, 800), QSize(1600, 1000), QSize(2560, 1400)}) {
      Worked shown(scratch_, kRecorded, size);
      for (int number = 1; number <= 6; ++number) {
        shown.press(number);
        QCOMPARE(static_cast<int>(shown.current()), number - 1);
        QVERIFY(shown.window.workspaces().action(shown.current())->isChecked());
        QTRY_VERIFY2(shown.fault_of_tabs().isEmpty(), qPrintable(shown.fault_of_tabs()));
        QCOMPARE(shown.window.size(), size);
      }
    }
  }

  /// What there is to do is wherever something can be done, and in front as long as nothing is selected.
  void changes_to_make_are_in_sight_where_they_apply() {
    Worked shown(scratch_, kRecorded);
    for (const int number : {1, 2, 3, 4}) {
      shown.press(number);
      QTRY_VERIFY2(!shown.dock("improve")->visibleRegion().isEmpty(), qPrintable(QString::number(number)));
    }
    for (const int number : {5, 6}) {
      shown.press(number);
      QVERIFY(!shown.seen().contains("improve"));
    }
  }

  /// The pane of memory spaces is there in all of them, and takes the place of another.
  void spaces_are_no_fifth_tab() {
    Worked shown(scratch_, ":/samples/two_pools_c_info.json");
    for (const int number : {1, 2, 4, 5, 6}) {
      shown.press(number);
      QVERIFY(shown.seen().contains("spaces"));
      QTRY_VERIFY2(shown.fault_of_tabs().isEmpty(), qPrintable(shown.fault_of_tabs()));
    }
  }

  /// Also from one start to the next; a reset brings the first arrangement back.
  void each_remembers_what_was_changed() {
    const QString file = scratch_.fresh_settings();
    QStringList changed, first;
    {
      Worked shown(file);
      shown.open(kFigure2);
      first = shown.seen();
      shown.dock("legend")->close();
      shown.bring("sizes");
      changed = shown.seen();
      QVERIFY(changed != first);
      shown.press(4);
      QVERIFY(shown.seen() != changed);
      shown.press(2);
      QCOMPARE(shown.seen(), changed);
      shown.close();
    }
    Worked again(file);
    again.open(kFigure2);
    QCOMPARE(again.seen(), changed);
    again.part<QAction>("reset_layout")->trigger();
    QCOMPARE(again.seen(), first);
  }

  /// A view that is newer than what was kept is hidden, behind the others of its place; all others are as they were.
  void a_kept_workspace_outlives_a_new_view() {
    const QString file = scratch_.fresh_settings();
    QStringList kept;
    {
      Worked shown(file);
      shown.open(kFigure2);
      shown.part<QDockWidget>("legend")->close();
      shown.bring("sizes");
      kept = shown.seen();
      shown.close();
      const auto written = [](const QString& name) {
        QByteArray out;
        QDataStream stream(&out, QIODevice::WriteOnly);
        stream << name;
        return out;
      };
      const QString key = "workspaces/streams";
      QByteArray state = shown.settings.value(key).toByteArray();
      QVERIFY(state.contains(written("sizes")));
      shown.settings.setValue(key, state.replace(written("sizes"), written("older")));
    }
    kept.removeOne("sizes");
    Worked again(file);
    again.open(kFigure2);
    QCOMPARE(again.seen(), kept);
    auto* sizes = again.bring("sizes");
    QVERIFY(again.window.tabifiedDockWidgets(again.part<QDockWidget>("tensors")).contains(sizes));
  }

  /// Two maps are what Compare is for; whoever asks for two maps gets it, and leaves it with one map.
  void compare_has_two_maps() {
    Worked shown(scratch_, kFigure2);
    auto* compare = shown.window.findChild<CompareView*>();
    shown.press(5);
    QCOMPARE(compare->mode(), CompareView::Mode::side_by_side);
    shown.press(2);
    QCOMPARE(compare->mode(), CompareView::Mode::single);
    shown.part<QAction>("side_by_side")->trigger();
    QCOMPARE(shown.current(), Workspace::compare);
    shown.part<QAction>("side_by_side")->trigger();
    QCOMPARE(shown.current(), Workspace::streams);
  }
};

STOWAGE_WINDOW_TEST(WindowWorkspacesTest);
#include "tst_window_workspaces.moc"
