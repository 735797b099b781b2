// SPDX-License-Identifier: GPL-3.0-or-later
// What the runs pane is made of: its chart, and the choice of long texts.
#include <QAbstractItemView>
#include <QPainter>
#include <QToolTip>
#include <QtTest>

#include "tests/gui/gui.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "tests/support/results.h"
#include "widgets/controls/elided.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/views/runs/run_chart.h"

using namespace stowage;

class RunChartTest : public QObject {
  Q_OBJECT

 private slots:
  void bars_and_curve_are_drawn() {
    const PlanView view = test::planned(test::one_sync());
    const auto run = make_played_run(view.graph, view.plan, 1, {}, {});
    for (const bool dark : {false, true}) {
      const Theme& theme = Theme::of(dark);
      QImage image(600, 200, QImage::Format_RGB32);
      image.fill(theme.background);
      QPainter painter(&image);
      paint_run(painter, image.rect(), **run, {}, {}, theme);
      painter.end();
      const RunChartLayout layout = lay_out_run_chart(image.rect(), **run);
      for (std::size_t row = 0; row < 2; ++row)
        for (const PlayedRun::Bar& bar : (*run)->rows[row]) {
          const QPoint near_start(
              static_cast<int>(layout.x_of(static_cast<double>(bar.begin))) + 2,
              static_cast<int>(layout.rows.top() + (static_cast<double>(row) + 0.5) * layout.row_height -
                               layout.row_height / 3));
          if (layout.x_of(static_cast<double>(bar.end)) - near_start.x() > 3)
            QCOMPARE(image.pixelColor(near_start), palette_fill(row, theme).color);
        }
    }
  }

  /// Numbers stand beside the curve, from its lower edge to its upper one.
  void the_curve_has_a_scale() {
    const PlanView view = test::planned(test::one_sync());
    const auto run = make_played_run(view.graph, view.plan, 1, {}, {});
    const Theme& theme = Theme::light();
    QImage image(600, 300, QImage::Format_RGB32);
    image.fill(theme.background);
    QPainter painter(&image);
    paint_run(painter, image.rect(), **run, {}, {}, theme);
    painter.end();
    const RunChartLayout layout = lay_out_run_chart(image.rect(), **run);
    const auto inked = [&](double from, double to) {
      for (int y = static_cast<int>(from); y < static_cast<int>(to); ++y)
        for (int x = 0; x < static_cast<int>(layout.curve.left()) - 3; ++x)
          if (image.pixelColor(x, y) != theme.background) return true;
      return false;
    };
    const QRectF& curve = layout.curve;
    QVERIFY(inked(curve.bottom() - 14, curve.bottom()));  // 0
    QVERIFY(inked(curve.top(), curve.center().y()));
    QVERIFY(!inked(layout.rows.bottom(), curve.top() - 3));
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

STOWAGE_GUI_TEST(RunChartTest);
#include "tst_run_chart.moc"
