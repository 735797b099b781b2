// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/model/band_row.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct BandRowText {
  Q_DECLARE_TR_FUNCTIONS(stowage::BandRow)
};

constexpr double kLeastMean = 3;       // pixels that bands are wide on average, to be told apart
constexpr double kLeastForPiece = 24;  // pixels beside the line between two pieces of one part
constexpr double kLeastForLine = 16;   // pixels from one line to the next: closer, they would be all there is to see
constexpr double kFarApart = 40;       // pixels: lines so far apart may be strong
constexpr double kPadding = 3;

}  // namespace

BandRow::BandRow(const StepBands& bands, double begin, double end, double left, double right)
    : bands_(bands), left_(left), right_(right) {
  const auto x_of = [&](double step) {
    return std::clamp(std::round(left + (step - begin) / (end - begin) * (right - left)), left, right);
  };
  auto band = std::ranges::partition_point(
      bands.bands, [&](const StepBand& each) { return static_cast<double>(each.steps.end) <= begin; });
  std::size_t count = 0;
  double covered = 0;
  for (; band != bands.bands.end() && band->steps.begin < end; ++band) {
    const double from = x_of(band->steps.begin), to = x_of(band->steps.end);
    ++count;
    covered += to - from;
    if (to - from >= 1) stretches_.push_back({&*band, from, to});
  }
  too_many_ = count > 1 && covered < kLeastMean * static_cast<double>(count);
  if (too_many_) stretches_.clear();
}

QString BandRow::too_many_text() const {
  return fitting(paint_font(11),
                 {BandRowText::tr("%1: %L2 are too many to tell apart here; zoom in")
                      .arg(bands_title(bands_.kind))
                      .arg(bands_.bands.size()),
                  BandRowText::tr("%L1 parts: too many; zoom in").arg(bands_.bands.size())},
                 right_ - left_ - 2 * kPadding);
}

void BandRow::paint_ground(QPainter& painter, const QRectF& panel, const QColor& ground, const Theme& theme) const {
  for (const Stretch& at : stretches_)
    painter.fillRect(QRectF(at.left, panel.top(), at.right - at.left, panel.height()),
                     band_tint(*at.band, ground, theme));
}

/// Where a band begins or ends, from left to right. Bands in pieces ("2.1", "2.2") are crowded: between two pieces of
/// one part there is a line only where both are wide.
std::vector<double> BandRow::borders() const {
  const auto part_of = [](const StepBand& band) { return band.name.section('.', 0, 0); };
  std::vector<double> out;
  const auto add = [&](double x) {
    if (x > left_ && x < right_ && (out.empty() || x - out.back() >= kLeastForLine)) out.push_back(x);
  };
  for (std::size_t k = 0; k < stretches_.size(); ++k) {
    const Stretch& at = stretches_[k];
    const Stretch* before = k > 0 && stretches_[k - 1].right == at.left ? &stretches_[k - 1] : nullptr;
    const bool pieces = before != nullptr && part_of(*before->band) == part_of(*at.band);
    if (!pieces || std::min(before->right - before->left, at.right - at.left) >= kLeastForPiece) add(at.left);
    if (k + 1 == stretches_.size() || stretches_[k + 1].left > at.right) add(at.right);
  }
  return out;
}

void BandRow::paint_borders(QPainter& painter, const QRectF& panel, const Theme& theme) const {
  const std::vector<double> lines = borders();
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const double before = k > 0 ? lines[k] - lines[k - 1] : kFarApart;
    const double after = k + 1 < lines.size() ? lines[k + 1] - lines[k] : kFarApart;
    const double share = 0.12 + 0.28 * std::min({1.0, before / kFarApart, after / kFarApart});
    painter.fillRect(QRectF(lines[k], panel.top(), 1, panel.height()), see_through(theme.text, share, theme.surface));
  }
}

void BandRow::paint_row(QPainter& painter, const QRectF& row, const Theme& theme) const {
  const QFont font = paint_font(11);
  painter.setFont(font);
  if (too_many_) {
    painter.setPen(theme.muted_text);
    painter.drawText(row.adjusted(kPadding, 0, -kPadding, 0), Qt::AlignLeft | Qt::AlignVCenter, too_many_text());
    return;
  }
  for (const Stretch& at : stretches_) {
    // A gap of a pixel where neighbours would look alike.
    const QRectF box(at.left, row.top(), std::max(1.0, at.right - at.left - (at.right - at.left >= 3 ? 1 : 0)),
                     row.height());
    const QColor color = band_color(*at.band, theme);
    painter.fillRect(box, color);
    painter.setPen(ink_on(color));
    painter.drawText(box, Qt::AlignCenter, fitting(font, band_names(bands_, *at.band), box.width() - 2 * kPadding));
  }
}

}  // namespace stowage
