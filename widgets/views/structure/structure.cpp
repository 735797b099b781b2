// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemView>
#include <QCoreApplication>
#include <QLabel>
#include <QList>
#include <QTabWidget>
#include <QVBoxLayout>

#include "widgets/base/follow_numbers.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/range_button.h"
#include "widgets/controls/tool_button.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/structure/section.h"
#include "widgets/views/views.h"

namespace stowage {

StructureSection::StructureSection(ViewState& state) : Pane(state), sentence_(new QLabel) {
  sentence_->setWordWrap(true);
  sentence_->setTextFormat(Qt::PlainText);
  follow_numbers(this, [this] {
    refresh();
    show_commands();
  });
  for (const auto changed : {&ViewState::selection_changed, &ViewState::why_no_edits_changed})
    connect(&state, changed, this, [this] {
      if (isVisible()) show_commands();
    });
}

void StructureSection::show_commands() {
  update_commands();
  const QString& held = state().why_no_edits();
  for (const auto& [command, tip] : edits_) {
    command->setToolTip(held.isEmpty() ? tip : held);
    if (!held.isEmpty()) command->setEnabled(false);
  }
}

void StructureSection::take_graph(const std::shared_ptr<const Graph>& graph) {
  if (graph == graph_) return;
  graph_ = graph;
  refresh();
  show_commands();
}

void StructureSection::showEvent(QShowEvent* event) {
  Pane::showEvent(event);
  show_commands();
}

void StructureSection::arrange(QWidget* body, const QList<QList<QAction*>>& lines) {
  auto* rows = in_rows(this, {sentence_, {body, 1}});
  rows->setContentsMargins(6, 6, 6, 6);
  rows->setSpacing(-1);
  for (const QList<QAction*>& line : lines) rows->addLayout(make_command_line(line));
  for (QAction* command : actions()) edits_.emplace_back(command, command->toolTip());
  refresh();
}

namespace {

/// What a graph is made of beyond its operators, to look at and to change: streams and groups. It shows the
/// newest graph at once and needs no plan.
class StructurePane final : public Pane {
  Q_DECLARE_TR_FUNCTIONS(stowage::StructurePane)

 public:
  explicit StructurePane(ViewState& state) : Pane(state), tabs_(new QTabWidget) {
    named(tabs_, "structure_tabs", tr("Structure"))->setDocumentMode(true);
    in_rows(this, {make_range_note(state), tabs_});
    set_picture({"structure", tr("Struct&ure…"), tr("Export image of the structure"), "-structure"});
    add(make_streams_section(state), tr("Streams"));
    add(make_groups_section(state), tr("Groups"));
  }

  /// The list that is in front.
  [[nodiscard]] Drawing drawing() const override {
    const auto* list = tabs_->currentWidget()->findChild<QAbstractItemView*>();
    if (!graph_ || !list || !list->model()) return {};
    return table_drawing(*list->model(), text_of(graph_->name()), tabs_->tabText(tabs_->currentIndex()));
  }

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override {
    graph_ = graph;
    for (StructureSection* section : sections_) section->set_graph(graph);
  }
  void take_view(const PlanView& /*view*/) override {}
  void add(StructureSection* section, const QString& title) {
    tabs_->addTab(section, title);
    sections_ << section;
    connect(section, &Pane::edit_requested, this, &Pane::edit_requested);
  }

  std::shared_ptr<const Graph> graph_;
  QTabWidget* tabs_;
  QList<StructureSection*> sections_;
};

}  // namespace

Pane* make_structure(ViewState& state) {
  return new StructurePane(state);
}

}  // namespace stowage
