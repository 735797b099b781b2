// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

#include "core/base/id.h"
#include "widgets/painters/graph/graph_card.h"
#include "widgets/painters/model/plan_view.h"

namespace stowage {

class HeapMapScene;
struct Theme;

/// Size and place of a tensor, as far as there is a plan.
[[nodiscard]] std::vector<GraphCard::Row> place_rows(const PlanView& view, TensorId t);
/// What there is to say of one tensor: name, size, place, lifetime, stream, producer, consumers, kind.
[[nodiscard]] GraphCard tensor_card(const PlanView& view, TensorId t);
/// The same on a map, in its steps or times; and from when to when it keeps its memory, where that is longer than its
/// life (core/insight/analysis/byte_usage.h); and what the user noted. The scene must have a map.
[[nodiscard]] GraphCard tensor_card(const HeapMapScene& scene, TensorId t, const QString& note = {});

/// A small card near the mouse that never takes it: child of the view it explains.
class HoverCard final : public QLabel {
  Q_OBJECT

 public:
  explicit HoverCard(QWidget* view);
  /// Beside `at` (in the view's coordinates), wholly inside the view where that is large enough.
  void show_at(QPoint at, const QString& rich_text);

 private:
  void apply_colors();
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

  const Theme* theme_;
};

}  // namespace stowage
