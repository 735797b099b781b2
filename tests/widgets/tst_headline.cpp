// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/gui_test.h"
#include "widgets/controls/headline.h"

using namespace stowage;
using namespace stowage::test;

namespace {

/// The columns of an image in which something is painted, as stretches.
std::vector<std::pair<int, int>> painted(const QImage& image) {
  std::vector<std::pair<int, int>> out;
  const QRgb ground = image.pixel(0, image.height() - 1);
  constexpr int kGap = 12;  // letters and words stand closer
  for (int x = 0; x < image.width(); ++x) {
    bool any = false;
    for (int y = 0; y < image.height(); ++y) any = any || image.pixel(x, y) != ground;
    if (!any) continue;
    if (out.empty() || x - out.back().second > kGap) out.emplace_back(x, x);
    out.back().second = x;
  }
  return out;
}

}  // namespace

class HeadlineTest : public QObject {
  Q_OBJECT

 private slots:
  /// Whole figures alone are painted: those without room are left out from the right.
  void figures_are_whole_or_left_out() {
    Headline headline;
    headline.set_figures(
        {{"Footprint", "196 MiB"}, {"Lower bound", "195 MiB"}, {"Gap", "+0.5%"}, {"Makespan", "21 ms"}});
    show(headline);
    std::size_t seen = 4;
    std::vector<std::pair<int, int>> all;
    for (const int width : {800, 300, 200, 90}) {
      headline.resize(width, headline.sizeHint().height());
      wait_until_idle();
      const auto now = painted(headline.grab().toImage());
      QVERIFY(now.size() <= seen && !now.empty());
      if (all.empty()) all = now;
      for (std::size_t k = 0; k < now.size(); ++k) QCOMPARE(now[k], all[k]);
      seen = now.size();
    }
    QCOMPARE(all.size(), std::size_t{4});
    QCOMPARE(seen, std::size_t{1});
  }

  void it_is_read_aloud() {
    Headline headline;
    headline.set_figures({{"Footprint", "196 MiB"}, {"Gap", "+0.5%"}});
    QVERIFY(test::says(headline.accessibleName(), {"Footprint", "196 MiB", "Gap", "+0.5%"}));
    headline.set_figures({});
    QVERIFY(headline.accessibleName().isEmpty());
  }

  /// What got better or worse can be read on either ground.
  void tones_have_contrast() {
    for (const bool dark : {false, true})
      for (const auto tone : {Headline::Tone::good, Headline::Tone::bad, Headline::Tone::plain}) {
        const Theme& theme = Theme::of(dark);
        QVERIFY(contrast(Headline::ink_of(tone, theme), theme.background) >= 4.5);
      }
  }
};

STOWAGE_GUI_TEST(HeadlineTest);
#include "tst_headline.moc"
