// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/style/label_room.h"

#include <utility>

namespace stowage {

void LabelRoom::take(const QRectF& box) {
  if (!box.isNull()) taken_.push_back(box);
}

void LabelRoom::take(std::span<const QRectF> boxes) {
  for (const QRectF& box : boxes) take(box);
}

double LabelRoom::hidden_by(const QRectF& box) const {
  double hidden = 0;
  for (const QRectF& other : taken_) {
    const QRectF both = box & other;
    hidden += both.width() * both.height();
  }
  return hidden;
}

QRectF LabelRoom::place(std::span<const QRectF> places, const std::function<double(const QRectF&)>& cost) {
  QRectF best;
  std::pair<double, double> least;
  for (const QRectF& box : places) {
    if (box.isNull()) continue;
    const std::pair<double, double> now(hidden_by(box), cost ? cost(box) : 0);
    if (!best.isNull() && now >= least) continue;
    best = box;
    least = now;
    if (least == std::pair(0.0, 0.0)) break;
  }
  take(best);
  return best;
}

}  // namespace stowage
