// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <vector>

#include <QRectF>
#include <QString>

namespace stowage {

/// A label and where it is drawn.
struct PlacedLabel {
  QString text{};
  QRectF box{};
};

/// Where the labels of one picture are. Each takes its place beside those before it, so that no two lie on each other
/// where there is room.
class LabelRoom {
 public:
  /// Nothing where the box is null.
  void take(const QRectF& box);
  void take(std::span<const QRectF> boxes);
  /// Square pixels of labels that such a box would hide.
  [[nodiscard]] double hidden_by(const QRectF& box) const;
  [[nodiscard]] bool is_free(const QRectF& box) const { return hidden_by(box) == 0; }
  /// Takes one of the places: of those that hide least of other labels the one of least cost, of equals the first.
  /// There must be one. Null boxes are no places.
  QRectF place(std::span<const QRectF> places, const std::function<double(const QRectF&)>& cost = {});

 private:
  std::vector<QRectF> taken_;
};

}  // namespace stowage
