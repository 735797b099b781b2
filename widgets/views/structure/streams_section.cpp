// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/structure/streams_section.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <QAction>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>

#include "core/graph/lifetimes.h"
#include "widgets/base/canvas.h"
#include "widgets/base/view_state.h"
#include "widgets/edit/edit_entries.h"
#include "widgets/edit/edits.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/structure/stream_table_model.h"

namespace stowage {

StreamsSection::StreamsSection(ViewState& state, QWidget* parent)
    : StructureSection(state, parent), model_(new StreamTableModel(this)), table_(new QTableView), job_(this) {
  make_commands();
  make_table();
  arrange(table_, {{rename_, recolor_}, {merge_, remove_}, {add_}, {all_on_one_, one_each_}});
}

void StreamsSection::make_commands() {
  rename_ = add_command(
      "rename_stream", tr("Rename"), tr("Give the stream another name"),
      [this] { table_->edit(model_->index(table_->currentIndex().row(), StreamTableModel::kName)); },
      QKeySequence(Qt::Key_F2));
  recolor_ = add_command("recolor_stream", tr("Colour…"), tr("Choose the stream's colour in every view"),
                         [this] { recolor(); });
  default_color_ = add_command("default_color", tr("Colour of the palette"), tr("Use the palette's colour again"),
                               [this] { emit edit_requested(edits::recolor_stream(*graph(), current(), {})); });
  merge_ = add_command("merge_stream", tr("Merge into…"), tr("Move its operators to another stream, and remove it"),
                       [this] { merge(); });
  remove_ = add_command(
      "remove_stream", tr("Remove"), tr("Remove the empty stream"),
      [this] { emit edit_requested(edits::remove_stream(*graph(), current())); }, QKeySequence::Delete);
  select_ = add_command("select_stream", tr("Select its operators"), tr("Select the operators of the stream"), [this] {
    const auto local = graph()->operators_of(current());
    state().select_operators({local.begin(), local.end()});
  });
  add_ = add_command(
      "new_stream", tr("Selection to a new stream"), tr("Move the selected operators to a new stream"),
      [this] { emit edit_requested(edits::move_to_new_stream(*graph(), state().selected_operators(), {})); });
  all_on_one_ = add_command("all_on_one_stream", tr("All on one stream"),
                            tr("Experiment: how much memory without concurrency? Undo reverts it"),
                            [this] { emit edit_requested(edits::all_on_one_stream()); });
  one_each_ = add_command("one_stream_each", tr("One stream each"),
                          tr("Experiment: each operator on its own stream, ordered by data and syncs"),
                          [this] { emit edit_requested(edits::one_stream_each()); });
}

void StreamsSection::make_table() {
  table_->setModel(model_);
  table_->addActions({select_, rename_, recolor_, default_color_, merge_, remove_});
  set_up_rows(table_, "stream_table", tr("Streams"));
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setAlternatingRowColors(true);
  table_->setEditTriggers(QAbstractItemView::DoubleClicked);
  table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 8);
  QHeaderView* header = table_->horizontalHeader();
  header->setStretchLastSection(false);
  header->setSectionResizeMode(StreamTableModel::kName, QHeaderView::Stretch);
  for (const int column : {StreamTableModel::kOperators, StreamTableModel::kPeak})
    header->resizeSection(column, table_->fontMetrics().horizontalAdvance("  Operators  "));
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { update_commands(); });
  // Later: the view is still closing its editor, and the answer is another model.
  connect(
      model_, &StreamTableModel::rename_requested, this,
      [this](StreamId stream, const QString& name) {
        if (graph() && stream.index() < graph()->stream_count())
          emit edit_requested(edits::rename_stream(*graph(), stream, name));
      },
      Qt::QueuedConnection);
  show_look();
}

StreamId StreamsSection::current() const {
  const QModelIndex at = table_->currentIndex();
  return at.isValid() ? StreamId(static_cast<std::size_t>(at.row())) : StreamId();
}

void StreamsSection::refresh() {
  const int row = table_->currentIndex().row();
  model_->set_graph(graph());
  if (!graph()) {
    job_.cancel();
    sentence()->setText(tr("Nothing is open."));
    return;
  }
  if (model_->rowCount() > 0)
    table_->setCurrentIndex(model_->index(std::clamp(row, 0, model_->rowCount() - 1), StreamTableModel::kName));
  sentence()->setText(
      tr("%Ln stream(s). Each stream runs its operators in the order of the graph. Different streams run side "
         "by side as far as data and syncs allow.",
         nullptr, model_->rowCount()));
  job_.start([this, graph = graph()](const Task& task) -> LatestJob::Delivery {
    const std::vector<Lifetime> lives = lifetimes(*graph);
    if (task.should_stop()) return {};
    auto facts = std::make_shared<const StreamFacts>(
        StreamFacts{stream_uses(*graph, lives), Coloring(*graph, lives, ColorBy::stream)});
    return [this, facts] {
      model_->set_facts(facts);
      table_->viewport()->update();
    };
  });
}

void StreamsSection::update_commands() {
  const bool open = graph() != nullptr;
  const StreamId stream = open ? current() : StreamId();
  const bool any = stream.valid();
  for (QAction* action : {rename_, recolor_, select_}) action->setEnabled(any);
  default_color_->setEnabled(any && !graph()->info(stream).color.empty());
  merge_->setEnabled(any && graph()->stream_count() > 1);
  remove_->setEnabled(any && graph()->operators_of(stream).empty());
  add_->setEnabled(open && !state().selected_operators().empty());
  all_on_one_->setEnabled(open && graph()->stream_count() > 1);
  one_each_->setEnabled(open && graph()->operator_count() > 1);
}

void StreamsSection::recolor() {
  const auto before = graph();
  const StreamId stream = current();
  ask_color(this, *before, stream, [this, before, stream](const QColor& color) {
    if (graph() == before) emit edit_requested(edits::recolor_stream(*before, stream, color));
  });
}

void StreamsSection::merge() {
  const auto before = graph();
  const StreamId from = current();
  ask_stream(this, *before, from, tr("Merge streams"),
             tr("Move the operators of %1 to").arg(stream_label(*before, from)), [this, before, from](StreamId to) {
               if (graph() == before) emit edit_requested(edits::merge_streams(*before, from, to));
             });
}

void StreamsSection::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) show_look();
  StructureSection::changeEvent(event);
}

void StreamsSection::show_look() {
  model_->set_look(theme_of(*this), devicePixelRatioF());
}

}  // namespace stowage
