// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QAction>
#include <QCoreApplication>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QTableView>

#include "core/graph/graph.h"
#include "core/graph/lifetimes.h"
#include "core/insight/analysis/report.h"
#include "widgets/base/canvas.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/swatch.h"
#include "widgets/controls/tool_button.h"
#include "widgets/edit/edit_entries.h"
#include "widgets/edit/edits.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/structure/section.h"

namespace stowage {
namespace {

/// What is found out about streams in the background.
struct StreamFacts {
  std::vector<StreamUse> uses;  ///< by StreamId
  Coloring coloring;            ///< by stream
};

/// The streams of a graph, one a row, in their own order. A new name is not set but asked for.
class StreamTableModel final : public ColumnModel<StreamId> {
  Q_DECLARE_TR_FUNCTIONS(stowage::StreamTableModel)

 public:
  enum Column { kName, kOperators, kPeak };

  using Rename = std::function<void(StreamId stream, const QString& name)>;
  StreamTableModel(QObject* parent, Rename rename) : ColumnModel(parent), rename_(std::move(rename)) {
    auto peak = number(
        tr("Peak"), tr("The most bytes made on the stream that are alive at one step"),
        [this](StreamId s) { return facts_ ? std::optional(facts_->uses[s.index()].peak.count) : std::nullopt; },
        cell::bytes, nullptr, QStringLiteral("…"));
    peak.tip = [this](StreamId s) { return peak_tip(s); };
    set_columns({
        {.title = tr("Stream"),
         .hint = tr("A queue of operators, which run one after the other"),
         .text = [this](StreamId s) { return stream_label(*graph_, s); },
         .tip = [this](StreamId s) { return tr("Stream %1 in the file").arg(graph_->info(s).number); }},
        number(
            tr("Operators"), tr("How many operators run on the stream"),
            [this](StreamId s) { return graph_->operators_of(s).size(); }, cell::count),
        std::move(peak),
    });
  }

  /// Either may be null; facts are of that graph.
  void set_graph(std::shared_ptr<const Graph> graph) {
    reset([&] {
      graph_ = std::move(graph);
      facts_ = nullptr;
    });
  }
  /// Names do not change, and are not said to: one may be being edited. Views must repaint their swatches.
  void set_facts(std::shared_ptr<const StreamFacts> facts) {
    facts_ = std::move(facts);
    columns_changed(kPeak, kPeak);
  }
  /// For the swatches: the theme, and the screen's ratio of pixels.
  void set_look(const Theme& theme, double ratio) {
    theme_ = &theme;
    ratio_ = ratio;
    columns_changed(kName, kName, {Qt::DecorationRole});
  }
  /// How views fill what is on the stream; none before the facts are there, or without a class of its own.
  /// An operator's class is its stream's, also where so many streams share one.
  [[nodiscard]] std::optional<Fill> fill(StreamId stream) const {
    if (!facts_) return {};
    const Coloring& coloring = facts_->coloring;
    const auto local = graph_->operators_of(stream);
    if (local.empty() && stream.index() >= coloring.entries().size()) return {};
    const auto entry = local.empty() ? static_cast<std::uint8_t>(stream.index()) : coloring.class_of(local.front());
    return coloring.fill(entry, *theme_);
  }

  [[nodiscard]] StreamId at(int row) const override { return StreamId(static_cast<std::size_t>(row)); }
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override {
    const Qt::ItemFlags flags = ColumnModel::flags(index);
    return index.isValid() && index.column() == kName ? flags | Qt::ItemIsEditable : flags;
  }
  bool setData(const QModelIndex& index, const QVariant& value, int role) override {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || index.column() != kName || role != Qt::EditRole)
      return false;
    const QString name = one_line(value.toString()).trimmed();
    if (name != index.data(Qt::EditRole).toString()) rename_(at(index.row()), name);
    return true;
  }

 private:
  [[nodiscard]] int row_count() const override { return graph_ ? static_cast<int>(graph_->stream_count()) : 0; }
  [[nodiscard]] QVariant look(StreamId stream, int column, int role) const override {
    if (column != kName) return {};
    if (role == Qt::EditRole) return text_of(graph_->info(stream).name);
    if (role != Qt::DecorationRole) return {};
    const auto shown = fill(stream);
    return shown ? swatch(*shown, *theme_, ratio_) : QVariant();
  }
  [[nodiscard]] QString peak_tip(StreamId stream) const {
    if (!facts_) return {};
    const StreamUse& use = facts_->uses[stream.index()];
    return tr("%1 of its tensors are alive at once at step %2; it writes %3 in all")
        .arg(full_bytes(use.peak), QLocale().toString(use.peak_step), full_bytes(use.made));
  }

  Rename rename_;
  std::shared_ptr<const Graph> graph_;
  std::shared_ptr<const StreamFacts> facts_;
  const Theme* theme_ = &Theme::of(false);
  double ratio_ = 1;
};

class StreamsSection final : public StructureSection {
  Q_DECLARE_TR_FUNCTIONS(stowage::StreamsSection)

 public:
  explicit StreamsSection(ViewState& state)
      : StructureSection(state),
        model_(new StreamTableModel(this, [this](StreamId stream, const QString& name) { rename(stream, name); })),
        table_(new QTableView),
        job_(this) {
    make_commands();
    make_table();
    arrange(table_, {{rename_, recolor_}, {merge_, remove_}, {add_}, {all_on_one_, one_each_}});
  }

 protected:
  void refresh() override {
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

  void update_commands() override {
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
    table_->setEditTriggers(state().why_no_edits().isEmpty() ? QAbstractItemView::DoubleClicked
                                                             : QAbstractItemView::NoEditTriggers);
  }
  void changeEvent(QEvent* event) override {
    if (event->type() == QEvent::PaletteChange) show_look();
    StructureSection::changeEvent(event);
  }

 private:
  void make_commands() {
    rename_ = make_command(
        *this, "rename_stream", tr("Rename"), tr("Give the stream another name"),
        [this] { table_->edit(model_->index(table_->currentIndex().row(), StreamTableModel::kName)); },
        QKeySequence(Qt::Key_F2));
    recolor_ = make_command(*this, "recolor_stream", tr("Colour…"), tr("Choose the stream's colour in every view"),
                            [this] { recolor(); });
    default_color_ =
        make_command(*this, "default_color", tr("Colour of the palette"), tr("Use the palette's colour again"),
                     [this] { emit edit_requested(edits::recolor_stream(*graph(), current(), {})); });
    merge_ = make_command(*this, "merge_stream", tr("Merge into…"),
                          tr("Move its operators to another stream, and remove it"), [this] { merge(); });
    remove_ = make_command(
        *this, "remove_stream", tr("Remove"), tr("Remove the empty stream"),
        [this] { emit edit_requested(edits::remove_stream(*graph(), current())); }, QKeySequence::Delete);
    select_ = make_command(*this, "select_stream", tr("Select its operators"), tr("Select the operators of the stream"),
                           [this] {
                             const auto local = graph()->operators_of(current());
                             state().select_operators({local.begin(), local.end()});
                           });
    add_ = make_command(
        *this, "new_stream", tr("Selection to a new stream"), tr("Move the selected operators to a new stream"),
        [this] { emit edit_requested(edits::move_to_new_stream(*graph(), state().selected_operators(), {})); });
    all_on_one_ = make_command(*this, "all_on_one_stream", tr("All on one stream"),
                               tr("Experiment: how much memory without concurrency? Undo reverts it"),
                               [this] { emit edit_requested(edits::all_on_one_stream()); });
    one_each_ = make_command(*this, "one_stream_each", tr("One stream each"),
                             tr("Experiment: each operator on its own stream, ordered by data and syncs"),
                             [this] { emit edit_requested(edits::one_stream_each()); });
  }

  void make_table() {
    table_->setModel(model_);
    table_->addActions({select_, rename_, recolor_, default_color_, merge_, remove_});
    set_up_rows(table_, "stream_table", tr("Streams"));
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setAlternatingRowColors(true);
    table_->verticalHeader()->setDefaultSectionSize(table_->fontMetrics().height() + 8);
    QHeaderView* header = table_->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(StreamTableModel::kName, QHeaderView::Stretch);
    for (const int column : {StreamTableModel::kOperators, StreamTableModel::kPeak})
      header->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] { show_commands(); });
    show_look();
  }
  /// The stream of the current row, or none.
  [[nodiscard]] StreamId current() const {
    const QModelIndex at = table_->currentIndex();
    return at.isValid() ? StreamId(static_cast<std::size_t>(at.row())) : StreamId();
  }
  /// Later: the view is still closing its editor, and the answer is another model.
  void rename(StreamId stream, const QString& name) {
    const auto later = [this, stream, name] {
      if (graph() && stream.index() < graph()->stream_count())
        emit edit_requested(edits::rename_stream(*graph(), stream, name));
    };
    QMetaObject::invokeMethod(this, later, Qt::QueuedConnection);
  }
  void recolor() {
    const auto before = graph();
    const StreamId stream = current();
    ask_color(this, *before, stream, [this, before, stream](const QColor& color) {
      if (graph() == before) emit edit_requested(edits::recolor_stream(*before, stream, color));
    });
  }
  void merge() {
    const auto before = graph();
    const StreamId from = current();
    ask_stream(this, *before, from, tr("Merge streams"),
               tr("Move the operators of %1 to").arg(stream_label(*before, from)), [this, before, from](StreamId to) {
                 if (graph() == before) emit edit_requested(edits::merge_streams(*before, from, to));
               });
  }
  void show_look() { model_->set_look(theme_of(*this), devicePixelRatioF()); }

  StreamTableModel* model_;
  QTableView* table_;
  QAction *rename_, *recolor_, *default_color_, *merge_, *remove_, *select_, *add_, *all_on_one_, *one_each_;
  LatestJob job_;
};

}  // namespace

StructureSection* make_streams_section(ViewState& state) {
  return new StreamsSection(state);
}

}  // namespace stowage
