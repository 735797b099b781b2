// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/structure/structure_pane.h"

#include <QAbstractItemView>
#include <QTabWidget>
#include <QVBoxLayout>

#include "widgets/controls/range_button.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/table_drawing.h"
#include "widgets/views/structure/groups_section.h"
#include "widgets/views/structure/sizes_section.h"
#include "widgets/views/structure/streams_section.h"
#include "widgets/views/structure/syncs_section.h"

namespace stowage {

StructurePane::StructurePane(ViewState& state, QWidget* parent) : Pane(state, parent), tabs_(new QTabWidget) {
  tabs_->setObjectName("structure_tabs");
  tabs_->setAccessibleName(tr("Structure"));
  tabs_->setDocumentMode(true);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->addWidget(new RangeNote(state));
  rows->addWidget(tabs_);
  add(new StreamsSection(state), tr("Streams"));
  add(new SyncsSection(state), tr("Syncs"));
  add(new GroupsSection(state), tr("Groups"));
  add(new SizesSection(state), tr("Sizes"));
}

void StructurePane::add(StructureSection* section, const QString& title) {
  tabs_->addTab(section, title);
  sections_ << section;
  connect(section, &StructureSection::edit_requested, this, &Pane::edit_requested);
}

void StructurePane::take_graph(const std::shared_ptr<const Graph>& graph) {
  graph_ = graph;
  for (StructureSection* section : sections_) section->set_graph(graph);
}

Drawing StructurePane::drawing() const {
  const auto* list = tabs_->currentWidget()->findChild<QAbstractItemView*>();
  if (!graph_ || !list || !list->model()) return {};
  return table_drawing(*list->model(), text_of(graph_->name()), tabs_->tabText(tabs_->currentIndex()));
}

std::optional<PictureWords> StructurePane::picture() const {
  return PictureWords{"structure", tr("Struct&ure…"), tr("Export image of the structure"), "-structure"};
}

}  // namespace stowage
