// SPDX-License-Identifier: GPL-3.0-or-later
// The view of improvements: its changes, and the front of footprint against makespan.
#include <set>

#include "core/graph/claims.h"
#include "core/insight/bodies/lay_out.h"
#include "core/insight/edit/same_graph.h"
#include "tests/support/durations.h"
#include "tests/widgets/shown_pane.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/views/improve/front_page.h"
#include "widgets/views/improve/improve_pane.h"

namespace {

/// With a document that does what it asks for, and can undo it.
struct ShownImprove : ShownPane<ImprovePane> {
  explicit ShownImprove(const Graph& graph, Bytes alignment = {1}, QSize size = {340, 420})
      : ShownPane(size), base_alignment(alignment) {
    watch_models();
    QObject::connect(&pane, &ImprovePane::preview_requested, &pane, [this](const MeasuredSaving& saving, quint64 id) {
      if (graphs.size() > 1 || view.plan->alignment != base_alignment) back();
      asked.push_back(saving);
      if (const auto* other = std::get_if<OtherAlignment>(&saving.edit)) return plan(other->alignment);
      if (std::holds_alternative<OtherLayout>(saving.edit)) {
        view.plan = saving.plan;
        return pane.set_view(view);
      }
      EditedGraph edited = edited_by(saving.edit, *graphs.front()).value();
      renumbered = edited.operators;
      graphs.push_back(std::make_shared<const Graph>(std::move(edited.graph)));
      edit = id;
      plan(base_alignment);
    });
    QObject::connect(&pane, &ImprovePane::back_requested, &pane, [this] { back(); });
    QObject::connect(&pane, &ImprovePane::kept, &pane, [this] { ++kept; });
    graphs.push_back(std::make_shared<const Graph>(graph));
    plan(alignment);
  }
  void back() {
    graphs.resize(1);
    edit = 0;
    plan(base_alignment);
  }
  /// As the window does: first the graph, then what is planned of it.
  void plan(Bytes alignment) {
    state.set_graph(graphs.back(), edit);
    pane.set_graph(graphs.back());
    view = results_of(graphs.back(), true, alignment);
    pane.set_view(view);
  }
  /// Another graph, by an edit that the view did not ask for, and what is planned of it.
  void show(const Graph& graph) {
    graphs = {std::make_shared<const Graph>(graph)};
    edit = 0;
    plan(base_alignment);
  }
  /// A little later it is measured of itself: ends that where the changes are not looked at.
  void stop_measuring() {
    go_to(ImprovePane::kChanges);
    wait_until([this] { return button("stop_improve")->isEnabled() || !pane.busy(); });
    if (button("stop_improve")->isEnabled()) press_button("stop_improve");
  }
  void go_to(ImprovePane::Page page) { click_tab(part<QTabWidget>("improve_tabs")->tabBar(), page); }
  QTableView* table() { return part<QTableView>("savings"); }
  int rows() { return table()->model()->rowCount(); }
  void choose(int row) { click_row(table(), row); }
  /// The first row whose name begins so.
  int row_of(const QString& begin) {
    for (int row = 0; row < rows(); ++row)
      if (cell("savings", row, 0).startsWith(begin)) return row;
    return -1;
  }
  QAbstractButton* button(const char* name) { return part<QAbstractButton>(name); }
  void press_button(const char* name) { test::click(button(name)); }
  /// Ticks a stream that gets no further operators, or ends that.
  void protect(int stream) {
    QMenu* menu = part<QToolButton>("protected_streams")->menu();
    emit menu->aboutToShow();
    menu->actions().at(stream)->trigger();
  }
  [[nodiscard]] const Graph& now() const { return *graphs.back(); }

  Bytes base_alignment;
  PlanView view;
  std::vector<std::shared_ptr<const Graph>> graphs;
  std::vector<OperatorId> renumbered;  // by the last edit
  quint64 edit = 0;                    // that led to the last graph
  std::vector<MeasuredSaving> asked;
  int kept = 0;
};
/// All is measured.
struct Shown : ShownImprove {
  explicit Shown(const Graph& graph, Bytes alignment = {1}) : ShownImprove(graph, alignment) { settle(); }
};

Graph several_streams() {
  return with_random_durations(random_graph({.seed = 4, .operators = 14, .streams = 3, .fan = 3, .window = 9}), 3, 50);
}

/// The page in front, with what it takes to try it.
struct ShownFront : ShownImprove {
  explicit ShownFront(const Graph& graph) : ShownImprove(graph, {1}, {600, 560}) { rest(); }
  void rest() {
    stop_measuring();
    go_to(ImprovePane::kFront);
  }
  [[nodiscard]] const std::optional<TradeOff>& found() const { return pane.front().found(); }
  void search() {
    press_button("run_improve");
    wait_until([&] { return found() && found()->points.size() > 2; });
    press_button("stop_improve");
    settle();
    wait_until_idle();
  }
  [[nodiscard]] TradeOffPlot& plot() const { return *part_of<TradeOffPlot>(pane, "trade_off_plot"); }
  [[nodiscard]] QPoint place_of(std::size_t point) const {
    return plot().place_of(plot().marks().front[point]).toPoint();
  }
  void click_point(std::size_t point) { QTest::mouseClick(&plot(), Qt::LeftButton, {}, place_of(point)); }
  [[nodiscard]] QString sentence() const { return part_of<QLabel>(pane, "trade_off_sentence")->text(); }
};

Graph searched(std::uint64_t seed = 4) {
  const Graph graph = random_graph({.seed = seed, .operators = 24, .streams = 3, .fan = 3, .window = 20});
  return *with_data(graph, [](Graph::Data& data) {
    for (std::size_t k = 0; k < data.operator_stream.size(); ++k)
      data.operator_duration.push_back({static_cast<std::int64_t>(1000 + 700 * (k % 3)), Duration::From::estimated});
  });
}

}  // namespace

class ImprovePaneTest : public EnglishTest {
  Q_OBJECT

 private slots:
  /// The most saved first; bytes and time are those of the graph that the row makes.
  void rows_are_ranked_and_previewed() {
    Shown shown(several_streams());
    QVERIFY(shown.rows() > 2);
    qint64 last = std::numeric_limits<qint64>::min();
    for (int row = 0; row < shown.rows(); ++row) {
      const QModelIndex memory = shown.table()->model()->index(row, 1);
      const qint64 bytes = memory.data(Qt::UserRole).toLongLong();
      QVERIFY(bytes < 0 && bytes >= last);
      last = bytes;
      QCOMPARE(memory.data(Qt::TextAlignmentRole).toInt(), int(Qt::AlignRight | Qt::AlignVCenter));
      const QColor ink = memory.data(Qt::ForegroundRole).value<QColor>();
      QVERIFY(contrast(ink, shown.table()->palette().color(QPalette::Base)) >= 4.5);
      QVERIFY(ink.green() > ink.red() && ink.green() > ink.blue());
    }
    QVERIFY(!shown.table()->isColumnHidden(2));
    QVERIFY(!shown.part<QLabel>("savings_status")->isVisible());
    // Each is previewed and taken back.
    auto* back = shown.button("back_from_saving");
    const int rows = shown.rows();
    QVERIFY(!back->isEnabled() && !shown.button("preview_saving")->isEnabled());
    for (int row = 0; row < rows; ++row) {
      shown.choose(row);
      const QString sentence = shown.text("saving_sentence");
      shown.press_button("preview_saving");
      QCOMPARE(shown.asked.size(), std::size_t(row + 1));
      QVERIFY2(sentence.contains(human_bytes(shown.asked.back().footprint())), qPrintable(sentence));
      QVERIFY(shown.pane.previews() && back->isEnabled());
      QCOMPARE(shown.rows(), rows);  // they are still those of the graph that was measured
      QVERIFY(shown.table()->model()->index(row, 0).data(Qt::FontRole).value<QFont>().bold());
      if (row % 2 == 0) continue;  // the next takes its place
      click(back);
      QVERIFY(!shown.pane.previews() && !back->isEnabled());
      QVERIFY(shown.graphs.back() == shown.graphs.front());
    }
    QCOMPARE(shown.kept, 0);
    QVERIFY(!shown.pane.busy());  // nothing was measured again
  }

  /// What the footprint leaves out cannot be said to be at its bound, and nothing is saved of it. Nor against offsets
  /// that were assumed.
  void nothing_is_saved_where_not_all_is_counted() {
    const auto unknown = with_data(several_streams(), [](Graph::Data& data) { set_unknown_size(data, 0, true); });
    for (const auto& [graph, word] : {std::pair(*unknown, "1"), {graph_with_loop(), "loops"}}) {
      Shown shown(graph);
      QCOMPARE(shown.rows(), 0);
      QVERIFY(!shown.pane.busy());
      QVERIFY2(says(shown.text("savings_status"), {word}), qPrintable(shown.text("savings_status")));
      // All of it is read in a low pane, too: no row needs the room.
      shown.pane.resize(220, 260);
      QCoreApplication::processEvents();
      const auto* status = shown.part<QLabel>("savings_status");
      QVERIFY(status->fontMetrics().horizontalAdvance(status->text()) > status->width());
      QVERIFY(status->wordWrap() && status->height() >= status->heightForWidth(status->width()));
    }
    Shown shown(several_streams());
    const int rows = shown.rows();
    QVERIFY(rows > 0);
    shown.pane.set_view(with_plan(shown.view, [](Plan& plan) { plan.assumed = true; }));
    QCOMPARE(shown.rows(), 0);
    QVERIFY(!shown.text("savings_status").isEmpty());
    shown.pane.set_view(shown.view);
    QCOMPARE(shown.rows(), rows);
  }

  /// While something else edits the graph, what is asked would be refused: the rows stay, and nothing is asked.
  void nothing_is_applied_while_the_graph_is_edited() {
    Shown shown(several_streams());
    const int rows = shown.rows();
    shown.choose(0);
    shown.pane.hold(true);
    for (const char* name : {"apply_saving", "preview_saving", "back_from_saving"})
      QVERIFY(!shown.button(name)->isEnabled());
    shown.table()->setFocus();
    QTest::keyClick(shown.table(), Qt::Key_Return);
    QVERIFY(shown.asked.empty());
    QCOMPARE(shown.rows(), rows);
    shown.pane.hold(false);
    QTest::keyClick(shown.table(), Qt::Key_Return);
    QCOMPARE(shown.asked.size(), std::size_t{1});
    // The plan shown decides what is saved; another plan needs no other measurement.
    shown.press_button("back_from_saving");
    shown.pane.set_view(with_plan(shown.view, [](Plan& plan) { plan.footprint += Bytes{1'000'000}; }));
    QVERIFY(!shown.pane.busy());
    QVERIFY(shown.rows() > rows);  // a layout saves now, too
    const int layout = shown.row_of("Layout");
    QVERIFY(layout >= 0);
    shown.choose(layout);
    shown.press_button("apply_saving");
    QCOMPARE(shown.kept, 1);
    QVERIFY(!shown.pane.busy() && !shown.pane.previews());
    QCOMPARE(shown.row_of("Layout"), -1);  // it is done
  }

  /// The sentence of each row has its own length; a tip says why a button is greyed out, on every page.
  void buttons_stay_where_they_are_and_say_why_not() {
    Shown shown(several_streams());
    for (const auto page : {ImprovePane::kChanges, ImprovePane::kFront, ImprovePane::kSyncs}) {
      shown.go_to(page);
      shown.settle();
      for (const char* name : {"preview_saving", "apply_saving", "back_from_saving", "run_improve", "stop_improve"})
        QVERIFY2(!shown.button(name)->toolTip().isEmpty(), name);
      QVERIFY(!shown.button("back_from_saving")->isEnabled() && !shown.button("stop_improve")->isEnabled());
    }
    shown.go_to(ImprovePane::kChanges);
    const QString without_row = shown.button("apply_saving")->toolTip();
    shown.choose(0);
    QVERIFY(shown.button("apply_saving")->isEnabled());
    QVERIFY(shown.button("apply_saving")->toolTip() != without_row);
    auto* sentence = shown.part<QLabel>("saving_sentence");
    std::set<int> heights;
    std::set<std::pair<int, int>> places;
    const auto look = [&] {
      QCoreApplication::processEvents();
      heights.insert(sentence->height());
      for (const char* name : {"preview_saving", "run_improve"}) {
        const QPoint at = shown.button(name)->mapTo(&shown.pane, QPoint());
        places.insert({at.x(), at.y()});
      }
    };
    for (int row = 0; row < shown.rows(); ++row) {
      shown.choose(row);
      look();
    }
    for (const auto page : {ImprovePane::kSyncs, ImprovePane::kFront, ImprovePane::kChanges}) {
      shown.go_to(page);
      look();
    }
    click(shown.button("run_improve"));
    look();
    shown.settle();
    QVERIFY(heights.size() > 1);
    QCOMPARE(places.size(), std::size_t(2));
  }

  /// Of 512 bytes each, where 16 are needed.
  void an_alignment_is_previewed() {
    Shown shown(graph_of("op a @0\nop b @0\n"
                         "t x 16 : a -> b\nt y 16 : a -> b\nt z 16 : a -> b\n"),
                {512});
    QCOMPARE(shown.rows(), 2);
    QCOMPARE(shown.cell("savings", 0, 0), QString("Alignment 512 → 16"));
    QCOMPARE(shown.cell("savings", 1, 0), QString("Alignment 512 → 64"));
    QVERIFY(shown.table()->isColumnHidden(2));
    shown.choose(1);
    QVERIFY(says(shown.text("saving_sentence"), {"64"}));  // which the target must allow
    shown.press_button("preview_saving");
    QVERIFY(shown.pane.previews());
    QCOMPARE(shown.view.plan->alignment, Bytes{64});
    shown.press_button("back_from_saving");
    QVERIFY(!shown.pane.previews());
    QCOMPARE(shown.rows(), 2);
  }

  void honest_where_there_is_nothing() {
    Shown shown(graph_of("op a @0\nop b @0\nt x 16 : a -> b\n"));
    QCOMPARE(shown.rows(), 0);
    const QString nothing = shown.text("savings_status");
    QVERIFY(!shown.button("apply_saving")->isEnabled());
    shown.pane.set_graph(nullptr);
    QVERIFY(!nothing.isEmpty() && !shown.text("savings_status").isEmpty() && shown.text("savings_status") != nothing);
  }

  void a_stop_keeps_what_is_there() {
    Shown shown(several_streams());
    shown.graphs = {std::make_shared<const Graph>(
        random_graph({.seed = 6, .operators = 3000, .streams = 4, .fan = 3, .window = 200, .syncs = 60}))};
    shown.plan({1});
    QVERIFY(shown.pane.busy());
    auto *run = shown.button("run_improve"), *stop = shown.button("stop_improve");
    QTRY_VERIFY(stop->isEnabled());
    click(stop);
    QVERIFY(!shown.pane.busy());
    QVERIFY(shown.text("savings_status").contains("Stopped"));
    QVERIFY(run->isEnabled());
    click(run);
    QVERIFY(shown.pane.busy() && stop->isEnabled() && !run->isEnabled());
    QVERIFY(!run->toolTip().isEmpty());
    click(stop);
  }

  /// Nothing that is offered moves operators onto a stream that is ticked; unticked, all is as before.
  void a_protected_stream_gets_no_operators() {
    Shown shown(several_streams());
    const auto offered = [&] {
      QStringList out;
      for (int row = 0; row < shown.rows(); ++row) out += shown.cell("savings", row, 0);
      return out;
    };
    const QStringList before = offered();
    const std::vector<StreamId> streams = device_streams(shown.now());
    QVERIFY(shown.row_of("One stream") >= 0 || shown.row_of("Streams") >= 0);
    for (int k = 0; k < static_cast<int>(streams.size()); ++k) {
      const std::int64_t ticked[] = {shown.now().info(streams[static_cast<std::size_t>(k)]).number};
      shown.protect(k);
      shown.settle();
      QCOMPARE(numbers_in(shown.button("protected_streams")->text()), QList<qint64>{1});
      for (int row = 0; row < shown.rows(); ++row)
        QVERIFY2(!moves_onto(ticked, shown.pane.change(row).edit, shown.now()), qPrintable(offered().join(", ")));
      shown.protect(k);
      shown.settle();
      QCOMPARE(offered(), before);
      QVERIFY(numbers_in(shown.button("protected_streams")->text()).isEmpty());
    }
  }

  /// Asked for, more syncs are measured than of itself, and how far the search came is said.
  void more_syncs_are_measured_when_asked() {
    Shown shown(*sample("somas_figure_2.stowage.json"));
    shown.press_button("run_improve");
    shown.settle();
    std::vector<ControlEdge> syncs;
    for (int row = 0; row < shown.rows(); ++row)
      if (const auto* added = std::get_if<AddedSync>(&shown.pane.change(row).edit)) syncs.push_back(added->sync);
    QVERIFY(!syncs.empty());
    QVERIFY2(numbers_in(shown.text("savings_status")).contains(14), qPrintable(shown.text("savings_status")));
    QVERIFY(!shown.button("run_improve")->isEnabled());
    // Operator 2 comes before 7 in the order shown, and so do 4, 5 and 6, which follow it: they move later.
    const int row = shown.row_of("Sync: 7 → 2");
    QVERIFY(row >= 0);
    QCOMPARE(shown.pane.change(row).later, std::size_t{4});
    shown.choose(row);
    QVERIFY(numbers_in(shown.text("saving_sentence")).contains(4));
    QCOMPARE(shown.state.selected_operators(), (std::vector{OperatorId(1), OperatorId(6)}));
  }

  /// Points of the front are changes like all others.
  void points_of_the_front_are_rows() {
    Shown shown(several_streams());
    const int rows = shown.rows();
    shown.go_to(ImprovePane::kFront);
    shown.press_button("run_improve");
    wait_until([&] { return shown.pane.front().savings().size() > 1; });
    shown.press_button("stop_improve");
    shown.settle();
    shown.go_to(ImprovePane::kChanges);
    const int row = shown.row_of("Trade-off");
    QVERIFY(shown.rows() > rows && row >= 0);
    shown.choose(row);
    shown.press_button("preview_saving");
    QVERIFY(shown.pane.previews());
    QVERIFY(std::holds_alternative<SeveralEdits>(shown.asked.back().edit));
    QVERIFY(same_graph(shown.now(), *std::get<SeveralEdits>(shown.asked.back().edit).graph));
    shown.press_button("back_from_saving");
    QVERIFY(shown.graphs.back() == shown.graphs.front() && !shown.pane.previews());
  }

  /// The machine is the user's: to plan it again and again takes long.
  void a_large_graph_is_measured_when_asked() {
    std::string text = "op a @0\n";
    for (int k = 0; k <= 10'000; ++k) text += "t t" + std::to_string(k) + " 8 : a ->\n";
    Shown shown(graph_of(text));
    auto* run = shown.button("run_improve");
    QVERIFY(run->isEnabled() && !shown.text("savings_status").isEmpty());
    QVERIFY(!shown.button("stop_improve")->isEnabled());
    click(run);
    QVERIFY(shown.pane.busy() && !run->isEnabled());
    shown.pane.stop();
  }

  // ---- the front

  /// As docks below are in a window of 1280 by 800, and docks at a side.
  void the_plot_has_room_and_is_drawn_on_pages() {
    ShownFront shown(searched());
    shown.search();
    for (const int height : {190, 240, 200}) {
      shown.pane.resize(650, height);
      QTRY_VERIFY(shown.plot().height() >= height - 80 && shown.plot().width() >= 350);
      QTRY_VERIFY(shown.plot().axisRect()->width() >= 220 && shown.plot().axisRect()->height() >= height - 160);
    }
    shown.pane.resize(650, 240);
    shown.click_point(0);
    QTRY_VERIFY(shown.plot().width() >= 150 && shown.plot().height() >= 160);
    shown.pane.resize(350, 230);  // the right column of a window of 1280 by 800
    QTRY_VERIFY2(shown.plot().height() >= 90, qPrintable(QString::number(shown.plot().height())));
    shown.pane.resize(300, 700);
    QTRY_VERIFY(shown.plot().width() >= 280 && shown.plot().height() >= 250);
    // In one column, too, the axis of bytes has three numbers, and the marks have a legend where one is wanted. Wider
    // lines take more ink; without labels the axes have the room of the labels.
    const Drawing drawing = shown.pane.drawing();
    FigureOptions options;
    options.points = 8;
    options.millimetres = {84, usual_height(drawing, 84, 8)};
    const auto texts = [&] { return QString::fromUtf8(svg_of(drawing, options)); };
    static const QRegularExpression bytes(">[\\d.,]+ ([KMG]i)?B</text>");
    QVERIFY2(texts().count(bytes) >= 3, qPrintable(texts()));
    QVERIFY(texts().contains(">as it is<"));
    options.legend = false;
    QVERIFY(!texts().contains(">as it is<"));
    const auto page_of = [&](const PageStyle& style) {
      const PageScope scope(style);
      return picture({700, 500}, Theme::light(),
                     [&](QPainter& painter) { drawing.paint(painter, QRectF(0, 0, 700, 500), Theme::light()); });
    };
    const QImage usual = page_of({}), wide = page_of({.line = 4}), bare = page_of({.axis_labels = false});
    const QColor blue(0, 114, 178), ground = Theme::light().surface;
    QVERIFY(has_colour(usual, blue) && has_colour(usual, ground));
    QVERIFY(count_of(wide, blue) > 2 * count_of(usual, blue));
    QVERIFY(count_of(bare, ground) > count_of(usual, ground));
    QCOMPARE(page_of({}), usual);  // as before, whatever other pages there were
  }

  void says_why_there_is_nothing_to_search() {
    ShownFront shown(random_graph({.seed = 4}));
    QVERIFY(shown.sentence().contains("duration"));
    QVERIFY(!shown.button("run_improve")->isEnabled());
    QVERIFY(shown.button("run_improve")->toolTip().contains("duration"));
    QVERIFY(!shown.plot().isVisible());
    shown.pane.set_graph(nullptr);
    QVERIFY(shown.sentence().contains("Open"));
  }

  /// Every point can be clicked at; the graph is then that of the point, and operators keep their names.
  void points_are_previewed_walked_and_bounded() {
    ShownFront shown(searched());
    shown.search();
    const TradeOff found = *shown.found();
    const Graph before = shown.now();
    for (std::size_t k = 0; k < found.points.size(); ++k) {
      shown.click_point(k);
      QVERIFY(same_graph(shown.now(), *found.points[k].graph));
      QCOMPARE(shown.plot().marks().shown, std::optional(k));
      const QString edits = part_of<QPlainTextEdit>(shown.pane, "trade_off_edits")->toPlainText();
      QCOMPARE(edits.split('\n', Qt::SkipEmptyParts).size(), qsizetype(found.points[k].edits.size()));
      if (found.points[k].edits.empty()) continue;
      QCOMPARE(shown.renumbered.size(), before.operator_count());
      for (OperatorId o : before.operators()) {
        const OperatorId now = shown.renumbered[o.index()];
        if (now.valid()) QVERIFY(shown.now().name(now) == before.name(o));
      }
    }
    QCOMPARE(shown.kept, 0);  // one step of the history
    // Keys walk along the front.
    shown.plot().setFocus();
    QTest::keyClick(&shown.plot(), Qt::Key_Left);  // where it is: as given, or the fastest
    for (std::size_t k = 0; k < found.points.size(); ++k) QTest::keyClick(&shown.plot(), Qt::Key_Right);
    QTest::keyClick(&shown.plot(), Qt::Key_Return);
    QVERIFY(same_graph(shown.now(), *found.points.front().graph));
    // A tip lists the edits.
    move_mouse(shown.plot(), shown.place_of(0));
    QVERIFY(QToolTip::isVisible());
    QVERIFY(!QToolTip::text().isEmpty());
    // A budget is typed, or dragged up to where all fits.
    auto* budget = part_of<QLineEdit>(shown.pane, "budget");
    const Bytes middle = found.points[1].plan.footprint;
    type(budget, QString::number(middle.count));
    QCOMPARE(shown.plot().marks().fastest, std::optional<std::size_t>(1));
    QVERIFY(!part_of<QLabel>(shown.pane, "budget_verdict")->text().isEmpty());
    // Up to where all fits.
    const auto height = [&](Bytes bytes) { return int(shown.plot().yAxis->coordToPixel(double(bytes.count))); };
    const QRect plot = shown.plot().axisRect()->rect();
    int x = plot.left() + 4;
    while (shown.plot().point_at(QPointF(x, height(middle)))) ++x;
    drag(shown.plot(), {x, height(middle)}, {x, plot.top() + 1});
    QCOMPARE(shown.plot().marks().fastest, std::optional(found.points.size() - 1));
    type(budget, "1");
    QVERIFY(!shown.plot().marks().fastest);
    type(budget, "much");
    QVERIFY(!shown.plot().marks().budget);
  }

  void apply_and_back() {
    ShownFront shown(searched());
    shown.search();
    auto *apply = shown.button("apply_saving"), *back = shown.button("back_from_saving");
    QVERIFY(!apply->isEnabled() && !back->isEnabled());
    shown.click_point(0);
    QVERIFY(apply->isEnabled() && back->isEnabled());
    click(back);
    const auto given = shown.graphs.front();
    QVERIFY(shown.graphs.back() == given);
    shown.click_point(0);
    click(apply);
    QVERIFY(!apply->isEnabled() && !back->isEnabled());  // it is done
    QCOMPARE(shown.kept, 1);
    // Undo brings back the graph that the points are of.
    shown.rest();
    shown.graphs = {given};
    shown.edit = 0;
    shown.plan({1});
    shown.rest();
    shown.click_point(0);
    QVERIFY(same_graph(shown.now(), *shown.found()->points.front().graph));
    QCOMPARE(shown.plot().marks().shown, std::optional<std::size_t>(0));
  }

  /// After another edit, a click does nothing, so that the edit is not lost; searching begins with the graph there is.
  void points_of_an_older_graph_are_only_looked_at() {
    ShownFront shown(searched());
    shown.search();
    shown.show(searched(6));
    shown.rest();
    QVERIFY(!shown.plot().marks().empty());
    const std::size_t asked = shown.asked.size();
    shown.click_point(0);
    QCOMPARE(shown.asked.size(), asked);
    QVERIFY(!shown.button("apply_saving")->isEnabled());
    shown.search();
    QVERIFY(same_graph(*shown.found()->given.graph, shown.now()));
    // A later search never loses a point.
    shown.search();
    const TradeOff earlier = *shown.found();
    shown.search();
    for (const TradeOffPoint& old : earlier.points)
      QVERIFY(std::ranges::any_of(shown.found()->points, [&](const TradeOffPoint& point) {
        return point.plan.footprint <= old.plan.footprint && point.makespan <= old.makespan;
      }));
  }

  /// Ticked before the search, and after it.
  void no_point_moves_operators_onto_a_protected_stream() {
    ShownFront shown(searched());
    const std::int64_t ticked[] = {shown.now().info(device_streams(shown.now()).front()).number};
    const auto moves = [&](const TradeOffPoint& point) { return adds_to(ticked, shown.now(), *point.graph); };
    shown.search();
    shown.protect(0);
    shown.rest();
    QVERIFY(std::ranges::none_of(shown.found()->points, moves));
    shown.search();
    QVERIFY(std::ranges::none_of(shown.found()->points, moves));
  }

  void levers_can_be_ticked() {
    ShownFront shown(searched());
    for (const char* lever : {"lever_sync", "lever_stream", "lever_order", "lever_offload"})
      part_of<QAction>(shown.pane, lever)->trigger();
    click(shown.button("run_improve"));
    wait_until([&] { return shown.found() && shown.found()->tried > 40; });
    for (const TradeOffPoint& point : shown.found()->points)
      for (const LeverEdit& edit : point.edits) QVERIFY(edit.lever == Lever::recompute);
    click(shown.button("stop_improve"));
    wait_until([&] { return !shown.pane.busy(); });
    part_of<QAction>(shown.pane, "lever_recompute")->trigger();
    QVERIFY(!shown.button("run_improve")->isEnabled());
  }
};

STOWAGE_GUI_TEST(ImprovePaneTest);
#include "tst_improve_pane.moc"
