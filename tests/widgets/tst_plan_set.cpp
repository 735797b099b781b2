// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of plans: a value that a planning tells step by step, without timers, threads and widgets; and the page
// on which strategies are drawn from it.
#include "tests/widgets/shown_strategies.h"
#include "widgets/painters/charts/strategy_chart.h"
#include "widgets/painters/model/plan_set.h"
#include "widgets/painters/style/facts.h"

using State = StrategyRow::State;

namespace {

std::shared_ptr<const Plan> plan(std::int64_t footprint, std::int64_t alignment = 1, bool serial = false) {
  auto out = std::make_shared<Plan>();
  out->footprint = Bytes{footprint};
  out->alignment = Bytes{alignment};
  out->serial_streams = serial;
  return out;
}

PlanView ground(std::int64_t bytes) {
  return {.graph = std::make_shared<const Graph>(graph_of("op a @0\nop b @1\nt x 8 : a ->\nt y 8 : b ->")),
          .bounds = bounds_of(bytes, false)};
}

PlanView ground_with_clique(std::int64_t bytes) {
  PlanView of = ground(bytes);
  of.bounds = bounds_of(bytes, true);
  return of;
}

/// A planning with blocks of 16 bytes, and a plan of the file that is right.
PlanSet with_imported(const std::shared_ptr<const Plan>& imported, const PlanView& of) {
  PlanSet set;
  set.set_imported(imported, true);
  set.begin(Bytes{16});
  set.set_ground(of);
  set.set_imported_now(imported,
                       of.conflicts ? own_bounds_of(*imported, *of.graph, *of.conflicts, Bytes{16}) : nullptr);
  set.set_imported_check(Validation{});
  return set;
}

/// One that has begun.
PlanSet begun(const PlanView& of) {
  PlanSet set;
  set.begin();
  set.set_ground(of);
  return set;
}

const StrategyRow& row(const PlanSet& set, PlanSet::Choice choice) {
  return set.rows()[static_cast<std::size_t>(set.row_of(choice))];
}

constexpr QSize kPage(1000, 700);
constexpr int kShown = 3;

std::int64_t footprint_of(int row) {
  return 53'000 + 311 * row;
}

/// All strategies, one of them shown, an imported plan and a bound.
struct Filled {
  Filled() {
    auto bounds = std::make_shared<Bounds>();
    bounds->lifetime.bytes = Bytes{52'000};
    ToldResults results(model);
    results.begin();
    int row = 0;
    for (const StrategyRow& each : std::vector(model.rows().begin(), model.rows().end()))
      results.set_result(*each.strategy, Bytes{footprint_of(row++)}, 1);
    results.set_bounds(std::move(bounds));
  }
  [[nodiscard]] Drawing drawing() const { return strategy_page(model.results(), &model.rows()[kShown], "mobilenet"); }
  StrategyTableModel model;
};

bool bluish(const QColor& color) {
  return color.blue() > color.red() + 40;
}

struct BarSeen {
  int left = 0, right = 0;
  QColor color;
};
/// The bars of an image, from above: runs of lines with much blue in them. The bound's dashes may cross a bar.
std::vector<BarSeen> bars_of(const QImage& image) {
  std::vector<BarSeen> bars;
  bool inside = false;
  for (int y = 0; y < image.height(); ++y) {
    std::vector<int> blue;
    for (int x = 0; x < image.width(); ++x)
      if (bluish(image.pixelColor(x, y))) blue.push_back(x);
    const bool bar = blue.size() > 20;
    if (bar && !inside) bars.push_back({blue.front(), blue.back() + 1, Qt::white});
    inside = bar;
    if (!bar) continue;
    const QColor color = image.pixelColor(blue[blue.size() / 2], y);
    if (color.red() < bars.back().color.red()) bars.back().color = color;  // not that of a smoothed edge
  }
  return bars;
}

}  // namespace

class PlanSetTest : public QObject {
  Q_OBJECT

 private slots:
  /// A plan of bytes may be below every plan of blocks of 16, so that no gap of the two means anything.
  void a_bound_of_a_larger_alignment_is_not_that_of_an_imported_plan() {
    for (const std::int64_t alignment : {1, 16, 32}) {
      const PlanSet set = with_imported(plan(33, alignment), ground_with_clique(48));
      const StrategyRow& imported = row(set, nullptr);
      QCOMPARE(imported.bounded, alignment >= 16);
      QCOMPARE(set.gap_of(imported).has_value(), alignment >= 16);
    }
    // Where the conflicts are known, it has one of its own: no plan of bytes needs less than the bytes alive at a step.
    PlanView all = conflicts_view(Graph(*ground(16).graph));
    all.bounds = bounds_of(48, true);
    PlanSet set = with_imported(plan(33, 1), all);
    const auto own = set.bound_of(row(set, nullptr));
    QVERIFY(own && set.gap_of(row(set, nullptr)));
    QCOMPARE(*own, quick_bounds(BlockProblem::make(*all.graph, *set.ground().conflicts).value()).lifetime.bytes);
    QVERIFY(*own <= Bytes{33} && !set.proved_optimal(row(set, nullptr)));
    // Views speak of the same bound, also when a better one of the larger alignment comes.
    set.set_bounds(bounds_of(48, true));
    QCOMPARE(set.view_of(nullptr).bounds->best(), *own);
    QVERIFY(bound_holds(set.view_of(nullptr)));
  }

  /// Like every other bound, it holds where outputs are written over inputs: here, that halves it.
  void its_bound_permits_what_the_graph_permits() {
    const auto bound_of = [](const char* permission) {
      PlanView of = conflicts_view(
          graph_of(std::string("op a @0\nop b @0\nop c @0\nt x 48 : a -> b\nt y 48 : b -> c\n") + permission));
      of.bounds = bounds_of(48, true);
      const PlanSet set = with_imported(plan(96, 1), of);
      return set.bound_of(row(set, nullptr));
    };
    QCOMPARE(bound_of(""), std::optional(Bytes{96}));
    QCOMPARE(bound_of("over y x"), std::optional(Bytes{48}));
  }

  /// Live strategies wait and keep their plans of before, as stale; those of the others are forgotten.
  void a_planning_makes_what_is_known_stale() {
    const LayoutStrategy &live = strategy("so.size.best"), &other = strategy("bump");
    PlanSet set = begun(ground(10));
    QCOMPARE(set.rows().size(), layout_strategies().size());
    set.set_result(live, plan(20), 1.5);
    set.set_running(&other);
    QVERIFY(row(set, &other).state == State::waiting);
    set.set_result(other, plan(30), 2.5);
    set.set_running(nullptr);
    set.end();
    QVERIFY(row(set, &live).state == State::done && row(set, &other).state == State::done);
    QVERIFY(row(set, &strategy("so.size.first")).state == State::stopped);
    QCOMPARE(set.view_of(&other).graph, set.ground().graph);

    const PlanSet before = set;
    set.begin();
    QVERIFY(set.view_of(&live).stale && set.view_of(&live).plan && row(set, &live).stale);
    QVERIFY(!set.plan_of(&live) && row(set, &live).state == State::waiting);
    QVERIFY(!set.view_of(&other).plan && row(set, &other).state == State::idle && !row(set, &other).footprint);
    QVERIFY(!set.best() && !set.best_plan() && !set.least());
    QCOMPARE(before.best(), &live);  // a copy is a value of its own
    QCOMPARE(before.plan_of(&other)->footprint, Bytes{30});

    // Without a plan of its own its figures stay, but nobody can look at that plan any more.
    set.set_ground(ground(10));
    set.set_result(live, nullptr, 1);
    QVERIFY(row(set, &live).stale && row(set, &live).footprint == Bytes{20} && !set.view_of(&live).plan);
    set.set_result(live, plan(25), 1);
    QVERIFY(row(set, &live).good() && set.plan_of(&live)->footprint == Bytes{25});
    // Views of before go when no more come.
    const LayoutStrategy& second = strategy("so.size.first");
    set.set_result(second, plan(20), 1);
    set.begin();
    set.set_ground(ground(10));
    set.set_result(live, plan(21), 1);
    set.drop_stale_views();
    QVERIFY(set.plan_of(&live) && !set.view_of(&second).plan);
    QCOMPARE(row(set, &second).footprint, Bytes{20});
  }

  /// Against the least of all, searched in the table's order.
  void the_best_is_the_first_of_the_smallest() {
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
      PlanSet set = begun(ground(1));
      std::map<const LayoutStrategy*, std::int64_t> made;
      for (int k = 0; k < 12; ++k) {
        const LayoutStrategy& one = layout_strategies()[random() % layout_strategies().size()];
        made[&one] = 10 + random() % 6;
        set.set_result(one, plan(made[&one]), 1);
      }
      set.set_imported(plan(1));  // counts among all, not among ours
      set.set_imported_now(plan(1));
      const LayoutStrategy* least = nullptr;
      for (const LayoutStrategy& each : layout_strategies())
        if (made.contains(&each) && (!least || made[&each] < made[least])) least = &each;
      QCOMPARE(set.best(), least);
      QCOMPARE(set.best_plan()->footprint, Bytes{made[least]});
      QCOMPARE(set.least(), Bytes{made[least]});  // that of the file is not checked yet
      set.set_imported_check(Validation{});
      QCOMPARE(set.least(), Bytes{1});
      QCOMPARE(set.best(), least);
    }
  }

  void a_gap_is_known_with_the_clique_or_at_the_end() {
    const LayoutStrategy& one = strategy("so.size.best");
    for (const bool ends : {false, true}) {
      PlanSet set = begun(ground(10));
      set.set_result(one, plan(15), 1);
      QCOMPARE(set.lower_bound(), Bytes{10});
      QVERIFY(!set.gap_of(row(set, &one)));
      if (ends)
        set.end();
      else
        set.set_bounds(bounds_of(12, true));
      QVERIFY(std::abs(*set.gap_of(row(set, &one)) - (ends ? 0.5 : 0.25)) < 1e-9);
      QCOMPARE(set.view_of(&one).bounds, set.ground().bounds);
    }
  }

  /// A bound of 0 says nothing where not all is counted; any other may still be met by plans that are not optimal.
  void what_is_not_counted_proves_nothing() {
    const LayoutStrategy& one = strategy("so.size.best");
    PlanSet set = begun({.graph = std::make_shared<const Graph>(unknown_size()), .bounds = bounds_of(0, false)});
    set.set_result(one, plan(0), 1);
    set.end();
    QVERIFY(!set.lower_bound() && !set.gap_of(row(set, &one)));
    set.set_bounds(bounds_of(8, true));
    set.set_result(one, plan(8), 1);
    QVERIFY(!set.gap_of(row(set, &one)) && !set.proved_optimal(row(set, &one)));
    set.set_ground(ground(8));
    QVERIFY(set.proved_optimal(row(set, &one)));
  }

  /// Footprints of which only the least is known are not compared; nor are plans whose offsets were assumed.
  void what_is_not_measured_has_no_difference() {
    const LayoutStrategy& one = strategy("so.size.best");
    const auto baseline_of = [](const PlanView& ground, std::int64_t bytes, bool assumed) {
      PlanView out = ground;
      auto pinned = std::make_shared<Plan>(*plan(bytes));
      pinned->assumed = assumed;
      out.plan = pinned;
      return std::make_shared<const PlanView>(out);
    };
    const PlanView known = ground(8), unknown{.graph = std::make_shared<const Graph>(unknown_size())};
    PlanSet set = begun(known);
    set.set_result(one, plan(9), 1);
    QVERIFY(!set.change_of(row(set, &one)));  // nothing is pinned
    set.set_baseline(baseline_of(known, 12, false));
    QCOMPARE(set.change_of(row(set, &one)), Bytes{-3});
    QCOMPARE(set.least(), Bytes{9});
    set.set_baseline(baseline_of(known, 12, true));
    QVERIFY(!set.change_of(row(set, &one)));
    set.set_baseline(baseline_of(unknown, 12, false));
    QVERIFY(!set.change_of(row(set, &one)));
    set.set_baseline(baseline_of(known, 12, false));
    set.set_ground({.graph = unknown.graph, .bounds = bounds_of(8, true)});
    QVERIFY(!set.change_of(row(set, &one)) && !set.least());
  }

  /// What one strategy proves holds for the plans of all, also for those to come; but not for other alignments, nor for
  /// streams that take turns.
  void a_proof_holds_for_all_plans_of_its_alignment() {
    const LayoutStrategy &first = strategy("so.size.best"), &second = strategy("mo.size.best"),
                         &third = strategy("so.size.first");
    PlanSet set;
    set.begin(Bytes{4});
    set.set_ground(ground(8));
    set.set_result(first, plan(16, 4), 1);
    QVERIFY(!set.prove(Bytes{8}));
    QVERIFY(!set.prove(Bytes{17}));  // the plan is safe, so that is no proof
    QVERIFY(set.prove(Bytes{16}) && !set.prove(Bytes{16}) && !set.prove(Bytes{12}));
    set.set_result(second, plan(20, 4), 1);
    set.set_result(third, plan(16, 1), 1);
    set.set_imported(plan(16, 4, true));
    set.set_imported_now(plan(16, 4, true));
    QVERIFY(set.plan_of(&first)->lower_bound == Bytes{16} && set.plan_of(&first)->proved_optimal);
    QVERIFY(set.plan_of(&second)->lower_bound == Bytes{16} && !set.plan_of(&second)->proved_optimal);
    QVERIFY(set.plan_of(&third)->lower_bound == Bytes{} && set.plan_of(nullptr)->lower_bound == Bytes{});
    QCOMPARE(set.lower_bound(), Bytes{16});
    set.begin(Bytes{4});
    QCOMPARE(set.lower_bound(), Bytes{8});
  }

  void an_imported_plan_is_placed_and_checked() {
    PlanSet set;
    set.set_imported(plan(40), true);
    QCOMPARE(set.row_of(nullptr), 0);
    QVERIFY(row(set, nullptr).stale && row(set, nullptr).of_file && row(set, nullptr).footprint == Bytes{40});
    set.begin();
    set.set_imported_now(plan(44));
    QVERIFY(!set.view_of(nullptr).plan);  // nothing is known of the graph
    set.set_imported_check(
        Validation{.violations = {Violation{Violation::Kind::overlap, TensorId{0}, TensorId{1}, {}}}, .count = 3});
    QVERIFY(row(set, nullptr).faulty() && !row(set, nullptr).good());
    set.set_ground(ground(10));
    QCOMPARE(set.plan_of(nullptr)->footprint, Bytes{44});
    QCOMPARE(row(set, nullptr).footprint, Bytes{44});
    QVERIFY(set.view_of(nullptr).clashes && set.view_of(nullptr).clashes->count == 3);
    QCOMPARE(set.view_of(nullptr).clashes->pairs.size(), std::size_t{1});
    QVERIFY(!set.least());

    set.begin();  // after an edit
    set.set_imported(plan(40));
    QVERIFY(!set.imported_check() && set.view_of(nullptr).stale && row(set, nullptr).footprint == Bytes{44});
    set.set_ground(ground(10));
    set.set_imported_now(plan(40));
    set.set_imported_check(Validation{});
    QVERIFY(set.imported_check()->value().valid() && row(set, nullptr).good() && !set.view_of(nullptr).clashes);
    set.set_imported_check(tl::unexpected(Error::bad_input("", "", "other tensors")));
    QVERIFY(row(set, nullptr).faulty());
    set.set_imported(nullptr);
    QCOMPARE(set.row_of(nullptr), -1);
    QVERIFY(!set.view_of(nullptr).plan && !set.imported_check());
  }

  /// Safe only while the streams take turns, a plan may be below the bound of any order. It has no gap, beside those of
  /// other plans, and is neither the best nor proved optimal; nor is one whose offsets were assumed.
  void a_plan_for_streams_in_turn_is_not_measured_by_the_bound() {
    for (const bool assumed : {false, true}) {
      PlanSet set;
      auto imported = std::make_shared<Plan>(*plan(assumed ? 50 : 40, 1, !assumed));
      imported->assumed = assumed;
      set.set_imported(imported, true);
      set.begin();
      PlanView of = ground(40);
      Bounds bounds = *bounds_of(50, true);
      bounds.lifetime.bytes = Bytes{40};
      of.bounds = std::make_shared<const Bounds>(bounds);
      set.set_ground(of);
      set.set_imported_now(imported);
      set.set_imported_check(Validation{});
      set.end();
      QVERIFY(row(set, nullptr).good() && !set.least() && !set.proved_optimal(row(set, nullptr)));
      QCOMPARE(set.lower_bound(), std::optional(Bytes{50}));
      if (!assumed) QVERIFY(!set.bound_of(row(set, nullptr)) && !set.gap_of(row(set, nullptr)));
      set.set_result(strategy("so.size.best"), plan(60), 1);
      QCOMPARE(set.least(), Bytes{60});
    }
  }

  void refusals_and_failures_are_remembered() {
    const LayoutStrategy &first = strategy("bump"), &second = strategy("gergov");
    const RefusedStrategy refused{&second, {"groups", "it plans no groups"}};
    PlanSet set = begun({});
    set.set_refused({&refused, 1});
    QVERIFY(row(set, &second).refusal && !row(set, &first).refusal);
    set.set_running(&first);
    set.set_failed(first, Error::timed_out());
    set.set_running(nullptr);
    QVERIFY(row(set, &first).state == State::idle && row(set, &first).failure);
    set.set_running(&first);
    QVERIFY(!row(set, &first).failure);
    set.set_result(first, plan(9), 1);
    set.set_failed(first, Error::timed_out());  // the plan of its run before is there
    QVERIFY(!row(set, &first).failure && row(set, &first).good());
    set.begin();
    QVERIFY(row(set, &second).refusal);
    set.set_refused({});
    QVERIFY(!row(set, &second).refusal);
  }

  // ---- the page

  /// Lengths are measured in the picture: each bar ends where its footprint is on the axis; that of the plan shown is
  /// the strongest.
  void bars_are_as_long_as_they_say() {
    const Filled filled;
    const auto bars = bars_of(render_image(filled.drawing(), pixel_page(kPage, 2)));
    const auto count = static_cast<int>(filled.model.rows().size());
    QCOMPARE(static_cast<int>(bars.size()), count);
    const double from = 52'000;  // plans differ by little: bars begin at the bound
    const auto length = [&](int row) {
      return bars[static_cast<std::size_t>(row)].right - bars[static_cast<std::size_t>(row)].left;
    };
    for (int row = 1; row < count; ++row) {
      const double expected =
          length(count - 1) * (double(footprint_of(row)) - from) / (double(footprint_of(count - 1)) - from);
      QVERIFY2(std::abs(length(row) - expected) <= 3, qPrintable(QString::number(row)));
    }
    for (int row = 0; row < count; ++row)
      QCOMPARE(bars[static_cast<std::size_t>(row)].color == QColor(0, 114, 178), row == kShown);
  }

  /// Names are whole, stay off the edge of the page, and the page says what it is of.
  void words_are_complete() {
    const Filled filled;
    const QStringList texts = words_in(svg_of(filled.drawing(), pixel_page(kPage)));
    QVERIFY2(texts.contains("mobilenet"), qPrintable(texts.join('|')));
    for (const StrategyRow& row : filled.model.rows())
      for (const QString& words : {StrategyTableModel::short_name(row), human_bytes(*row.footprint)})
        QVERIFY2(texts.filter(words).size() > 0, qPrintable(words + " of " + texts.join('|')));
    QCOMPARE(texts.filter("50.8 KiB").size(), 2);  // the bound, and how far beyond it
    const QImage image = render_image(filled.drawing(), pixel_page(kPage));
    for (int y = 0; y < image.height(); ++y)
      for (const int x : {0, 5, 10, image.width() - 6, image.width() - 1})
        QCOMPARE(image.pixelColor(x, y), Theme::light().background);
  }

  /// And a drawing outlives the plans.
  void any_size_of_page_can_be_drawn() {
    const Drawing drawing = Filled().drawing();
    QVERIFY(bars_of(render_image(drawing, pixel_page(kPage))).size() > 5);
    for (const QSize size : {QSize(64, 64), QSize(64, 2000), QSize(2000, 64)})
      QVERIFY(!render_image(drawing, pixel_page(size)).isNull());
    QVERIFY(!render_image(strategy_page(PlanSet(), nullptr, {}), pixel_page(kPage)).isNull());
  }

  /// Every axis begins at zero: with no bytes, or with the bound where plans differ by little.
  void axes_begin_at_zero() {
    const auto axis_of = [](std::int64_t least, std::int64_t most, std::optional<Bytes> bound) {
      return strategy_axis({.bars = {{"a", Bytes{least}}, {"b", Bytes{most}}}, .bound = bound, .baseline = {}});
    };
    const StrategyAxis far = axis_of(100, 1000, Bytes{90});
    QVERIFY(!far.above_bound && far.zero == Bytes{0} && far.most >= 1000);
    const StrategyAxis close = axis_of(990, 1000, Bytes{980});
    QVERIFY(close.above_bound && close.zero == Bytes{980} && close.most >= 20 && close.most < 30);
    QVERIFY(!axis_of(990, 1000, {}).above_bound);
    QVERIFY(!axis_of(970, 1000, Bytes{980}).above_bound);    // a wrong plan is below the bound
    QVERIFY(!axis_of(1000, 1000, Bytes{1000}).above_bound);  // all are the best there is
  }

  /// What is written at a tick is where it stands, to the byte.
  void ticks_are_exact_and_have_room() {
    std::mt19937_64 random(7);
    const auto width = [](const QString& label) { return 7.0 * static_cast<double>(label.size()); };
    int seen = 0;
    for (int round = 0; round < 3000; ++round) {
      const auto most = static_cast<std::int64_t>(random() >> (24 + random() % 40));
      const auto least = most - static_cast<std::int64_t>(static_cast<double>(most) * std::pow(0.5, random() % 12));
      const StrategyAxis axis =
          strategy_axis({.bars = {{"a", Bytes{least}}, {"b", Bytes{most}}}, .bound = Bytes{least / 2}, .baseline = {}});
      const double length = 150 + static_cast<double>(random() % 800);
      const std::vector<Tick> ticks = strategy_ticks(axis, length, width);
      double end = -1e9;
      for (const Tick& tick : ticks) {
        const QStringList words = tick.label.split(' ');
        const double number = QLocale().toDouble(words[0]);
        const double unit = std::pow(
            1024.0, words.size() < 2
                        ? 0.0
                        : static_cast<double>(QStringList({"B", "KiB", "MiB", "GiB", "TiB", "PiB"}).indexOf(words[1])));
        QCOMPARE(number * unit, tick.value);
        QVERIFY(tick.value >= 0 && tick.value <= axis.most);
        const double middle = tick.value / axis.most * length;
        QVERIFY(middle - width(tick.label) / 2 > end);
        end = middle + width(tick.label) / 2;
      }
      if (ticks.size() >= 2) ++seen;
    }
    QVERIFY(seen > 2500);
  }
};

STOWAGE_GUI_TEST(PlanSetTest);
#include "tst_plan_set.moc"
