// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

#include "widgets/base/pane.h"

class QTabWidget;

namespace stowage {

class StructureSection;

/// What a graph is made of beyond its operators, to look at and to change: streams, syncs, groups, sizes. It shows the
/// newest graph at once and needs no plan.
class StructurePane final : public Pane {
  Q_OBJECT

 public:
  explicit StructurePane(ViewState& state, QWidget* parent = nullptr);

  /// The list that is in front.
  [[nodiscard]] Drawing drawing() const override;
  [[nodiscard]] std::optional<PictureWords> picture() const override;

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override;
  void take_view(const PlanView& /*view*/) override {}
  void add(StructureSection* section, const QString& title);

  std::shared_ptr<const Graph> graph_;
  QTabWidget* tabs_;
  QList<StructureSection*> sections_;
};

}  // namespace stowage
