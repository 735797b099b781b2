// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/page/export.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace stowage {
namespace {

constexpr double kCellsPerInch = 300;  // as fine as usual printers
constexpr int kLeastSide = 64, kMostSide = 32'767;
constexpr double kLeastZoom = 0.1, kMostZoom = 16;
constexpr double kLinePoints = kPointsPerInch / kPixelsPerInch;  // of a line one pixel wide on the screen

/// Without the noise of unit conversions.
double even(double v) {
  return std::round(v * 1e4) / 1e4;
}

}  // namespace

QSizeF FigureOptions::logical_size() const {
  const double pixels = kPixelsPerInch / kMillimetresPerInch / zoom();
  return {even(millimetres.width() * pixels), even(millimetres.height() * pixels)};
}

QSize FigureOptions::pixels() const {
  const auto side = [this](double mm) { return static_cast<int>(std::lround(mm / kMillimetresPerInch * dpi)); };
  return {side(millimetres.width()), side(millimetres.height())};
}

Theme FigureOptions::theme() const {
  Theme theme = Theme::of(ground == Ground::dark);
  if (ground == Ground::transparent) theme.background.setAlpha(0);
  return theme;
}

PageStyle FigureOptions::style() const {
  return {.family = family,
          .line = line_points ? *line_points / (kLinePoints * zoom()) : 1,
          .title = !title || !title->isEmpty(),
          .legend = legend,
          .captions = captions,
          .axis_labels = axis_labels,
          .cells = kCellsPerInch / kPixelsPerInch * zoom(),
          .opaque = format == ImageFormat::eps,
          .classes = classes,
          .crop = crop};
}

bool FigureOptions::in_range() const {
  if (!(zoom() >= kLeastZoom && zoom() <= kMostZoom)) return false;
  const auto side = [](double v) { return v >= kLeastSide && v <= kMostSide; };
  const QSizeF logical = logical_size();
  return side(logical.width()) && side(logical.height()) && side(logical.width() * zoom()) &&
         side(logical.height() * zoom()) && std::max(pixels().width(), pixels().height()) <= kMostSide;
}

FigureOptions pixel_page(QSize size, double scale, bool dark) {
  FigureOptions out;
  out.millimetres = QSizeF(size) * scale * kMillimetresPerInch / kPixelsPerInch;
  out.points = kScreenPoints * scale;
  out.ground = dark ? Ground::dark : Ground::white;
  return out;
}

std::span<const FigurePreset> figure_presets() {
  static const FigurePreset kTable[] = {
      {"one-column", QT_TRANSLATE_NOOP("stowage::Figure", "One column (84 mm)"), {84, 60}, 8, 6},
      {"two-columns", QT_TRANSLATE_NOOP("stowage::Figure", "Two columns (178 mm)"), {178, 100}, 8, 6},
      {"slide", QT_TRANSLATE_NOOP("stowage::Figure", "Slide (16:9)"), {338.67, 190.5}, 16, 11},
  };
  return kTable;
}

}  // namespace stowage
