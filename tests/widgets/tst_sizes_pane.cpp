// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>
#include <optional>
#include "tests/widgets/shown_pane.h"
#include "widgets/base/pane.h"
#include "widgets/painters/charts/size_chart.h"
#include "widgets/views/views.h"

using namespace stowage;

namespace {

/// One tensor of 3 bytes, 10 of 16, 1000 of 64 and none between.
Graph three_kinds() {
  GraphBuilder builder;
  const OperatorId o = builder.add_operator({.name = "o", .stream = builder.add_stream(0)});
  const auto add = [&](int count, std::int64_t size) {
    for (int k = 0; k < count; ++k)
      builder.add_tensor({.name = "t" + std::to_string(builder.tensor_count()), .size = {size}, .producer = o});
  };
  add(1, 3);
  add(10, 16);
  add(1000, 64);
  return std::move(std::move(builder).build()->graph);
}

struct Shown {
  explicit Shown(Graph graph) : view(test::planned(std::move(graph))) {
    pane.resize(500, 240);
    test::show(pane);
    pane.set_graph(view.graph);
    pane.set_view(view);
    pane.setFocus();
  }
  [[nodiscard]] std::vector<SizeBin> bins() const { return size_distribution(*view.graph); }
  [[nodiscard]] QPoint middle_of(std::size_t bin) const {
    return SizeChart(QRectF(pane.rect()).adjusted(0, 20, 0, 0), bins()).bar(bin).center().toPoint();
  }
  /// The bin that is marked is the one it speaks of.
  [[nodiscard]] std::optional<std::size_t> marked() const {
    const std::vector<SizeBin> all = bins();
    for (std::size_t k = 0; k < all.size(); ++k)
      if (pane.accessibleDescription() == size_bin_text(all[k])) return k;
    return std::nullopt;
  }

  PlanView view;
  ViewState state;
  std::unique_ptr<Pane> made{make_sizes(state)};
  Pane& pane = *made;
};

}  // namespace

class SizesPaneTest : public test::EnglishTest {
  Q_OBJECT

 private slots:
  /// Nobody knows in which bar it would be.
  void an_unknown_size_has_no_bar() {
    Shown shown(test::unknown_size());
    QCOMPARE(shown.bins().size(), std::size_t{1});
    QVERIFY(test::says(shown.pane.accessibleDescription(), {"8", "1 more of unknown size"}));
    QVERIFY(test::says(sizes_drawing(shown.view)->subtitle, {"1 more of unknown size"}));
  }

  /// Linear up to ten, logarithmic above, without a jump.
  void heights() {
    const auto bins = size_distribution(three_kinds());
    const SizeChart chart({0, 0, 400, 300}, bins);
    const double high = chart.plot().height();
    const auto height = [&](double count) { return (chart.plot().bottom() - chart.y_of(count)) / high; };
    QCOMPARE(height(0), 0.0);
    QCOMPARE(height(1000), 1.0);
    QCOMPARE(height(5), height(10) / 2);
    QVERIFY(std::abs((height(1000) - height(100)) - (height(100) - height(10))) < 1e-9);
    QVERIFY(std::abs(height(10.001) - height(9.999) - 0.002 * height(1)) < 1e-6);
    for (std::size_t k = 0; k < bins.size(); ++k) {
      QVERIFY(std::abs(chart.bar(k).height() / high - height(static_cast<double>(bins[k].count))) < 1e-9);
      QCOMPARE(chart.bin_at({chart.bar(k).center().x(), chart.plot().top() + 1}), std::optional(k));
    }
    QVERIFY(!chart.bin_at({1, 100}));
  }

  void bars_are_drawn() {
    const auto bins = size_distribution(three_kinds());
    for (const bool dark : {false, true}) {
      const Theme& theme = Theme::of(dark);
      const QImage image = test::picture(
          {400, 300}, theme, [&](QPainter& painter) { paint_size_chart(painter, QRect(0, 0, 400, 300), bins, theme); });
      const SizeChart chart(image.rect(), bins);
      for (std::size_t k = 0; k < bins.size(); ++k) {
        const QPointF low(chart.bar(k).center().x(), chart.plot().bottom() - 3);
        QCOMPARE(image.pixel(low.toPoint()) == size_bar_color(theme).rgb(), bins[k].count > 0);
      }
    }
  }

  void words() {
    const auto bins = size_distribution(three_kinds());
    QVERIFY(test::says(size_bin_text(bins[0]), {"2 B", "4 B", "1", "3"}));
    QCOMPARE(test::numbers_in(size_bin_text(bins[1])), (QList<qint64>{4, 8}));
    QVERIFY(test::says(size_bin_text({{1024}, {2048}, 2, {3000}}), {"1 KiB", "2 KiB", "2", "2.93 KiB", "3,000"}));
    QCOMPARE(test::numbers_in(size_bin_text({{0}, {1}, 2, {0}})), (QList<qint64>{2, 0}));
    QVERIFY(test::says(size_chart_summary(bins), {"1,011", "62.7 KiB", "64,163"}));
  }

  void a_click_selects() {
    Shown shown(three_kinds());
    QTest::mouseClick(&shown.pane, Qt::LeftButton, {}, shown.middle_of(3));
    QCOMPARE(shown.state.selected_tensors().size(), std::size_t{10});
    QCOMPARE(shown.state.selected_tensors().front(), TensorId(1));
    QCOMPARE(shown.marked(), std::optional<std::size_t>(3));
    QCOMPARE(shown.pane.accessibleDescription(), size_bin_text(shown.bins()[3]));
    QTest::mouseClick(&shown.pane, Qt::LeftButton, {}, QPoint(2, 100));
    QVERIFY(!shown.marked());
    QCOMPARE(shown.pane.accessibleDescription(), size_chart_summary(shown.bins()));
  }

  void the_keyboard_alone() {
    Shown shown(three_kinds());
    QTest::keyClick(&shown.pane, Qt::Key_Return);
    QVERIFY(shown.state.selected_tensors().empty());
    QTest::keyClick(&shown.pane, Qt::Key_Right);
    QCOMPARE(shown.marked(), std::optional<std::size_t>(0));
    QTest::keyClick(&shown.pane, Qt::Key_Left);
    QCOMPARE(shown.marked(), std::optional<std::size_t>(0));
    QTest::keyClick(&shown.pane, Qt::Key_Return);
    QCOMPARE(shown.state.selected_tensors(), std::vector{TensorId(0)});
    QTest::keyClick(&shown.pane, Qt::Key_End);
    QTest::keyClick(&shown.pane, Qt::Key_Right);
    QTest::keyClick(&shown.pane, Qt::Key_Space);
    QCOMPARE(shown.state.selected_tensors().size(), std::size_t{1000});
    QTest::keyClick(&shown.pane, Qt::Key_Home);
    QCOMPARE(shown.marked(), std::optional<std::size_t>(0));
    QTest::keyClick(&shown.pane, Qt::Key_Escape);
    QVERIFY(!shown.marked());
  }

  void hovering_tells() {
    Shown shown(three_kinds());
    const QPoint at = shown.middle_of(5);
    test::ask_for_tip(shown.pane, at);
    QCOMPARE(QToolTip::text(), size_bin_text(shown.bins()[5]));
  }

  /// Results of the graph before an edit change nothing; another graph begins anew.
  void it_follows_the_graph() {
    Shown shown(three_kinds());
    QTest::keyClick(&shown.pane, Qt::Key_Right);
    PlanView other = test::planned(test::one_sync());
    other.stale = true;
    shown.pane.set_view(other);
    QVERIFY(shown.marked().has_value());
    other.stale = false;
    shown.pane.set_view(other);
    QCOMPARE(shown.pane.accessibleDescription(), size_chart_summary(size_distribution(*other.graph)));
    QVERIFY(shown.pane.drawing().paint);
    shown.pane.set_graph(nullptr);
    shown.pane.set_view({});
    QVERIFY(shown.pane.accessibleDescription().isEmpty());
    QTest::keyClick(&shown.pane, Qt::Key_Right);
    QVERIFY(shown.pane.accessibleDescription().isEmpty());
  }
};

STOWAGE_GUI_TEST(SizesPaneTest);
#include "tst_sizes_pane.moc"
