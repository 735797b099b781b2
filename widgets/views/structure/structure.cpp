// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QAbstractItemView>
#include <QAction>
#include <QCoreApplication>
#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QList>
#include <QLocale>
#include <QTabWidget>
#include <QTableView>
#include <QTreeView>
#include <QVBoxLayout>

#include "core/graph/graph.h"
#include "core/graph/lifetimes.h"
#include "core/insight/analysis/report.h"
#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/pane.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/range_button.h"
#include "widgets/controls/swatch.h"
#include "widgets/controls/tool_button.h"
#include "widgets/edit/edits.h"
#include "widgets/edit/menus.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/views.h"

namespace stowage {
namespace {

/// One page of the structure pane: a sentence on what there is, a list of it, and commands that ask for edits.
/// What a graph of another moment would need is made only while the page is seen.
class StructureSection : public Pane {
 public:
  explicit StructureSection(ViewState& state) : Pane(state), sentence_(new QLabel) {
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

 protected:
  /// Null where nothing is open.
  [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return graph_; }
  /// Another graph is to be shown (perhaps none).
  virtual void refresh() = 0;
  /// The shared selection or the graph is another: which commands make sense?
  virtual void update_commands() = 0;
  /// As they are then, greyed out where nothing can be edited.
  void show_commands() {
    update_commands();
    const QString& held = state().why_no_edits();
    for (const auto& [command, tip] : edits_) {
      command->setToolTip(held.isEmpty() ? tip : held);
      if (!held.isEmpty()) command->setEnabled(false);
    }
  }
  [[nodiscard]] QLabel* sentence() const { return sentence_; }
  /// Fills the page, at the end of a constructor: the sentence, `body`, and buttons for commands, a list a line.
  void arrange(QWidget* body, const QList<QList<QAction*>>& lines) {
    auto* rows = in_rows(this, {sentence_, {body, 1}});
    rows->setContentsMargins(6, 6, 6, 6);
    rows->setSpacing(-1);
    for (const QList<QAction*>& line : lines) rows->addLayout(make_command_line(line));
    for (QAction* command : actions()) edits_.emplace_back(command, command->toolTip());
    refresh();
  }

  void showEvent(QShowEvent* event) override {
    Pane::showEvent(event);
    show_commands();
  }

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override {
    if (graph == graph_) return;
    graph_ = graph;
    refresh();
    show_commands();
  }
  void take_view(const PlanView& /*view*/) override {}

  QLabel* sentence_;
  std::vector<std::pair<QAction*, QString>> edits_;  // commands, and their tips
  std::shared_ptr<const Graph> graph_;
};

// ---- streams

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

// ---- groups

/// A group, or one of its members.
struct GroupRow : TreeRow {
  GroupId group{};
  TensorId member{};
};

/// The contiguous groups of a graph, each with its members below it in the order in which they lie.
/// ```
///   g1 … g3 (3 tensors)   6 KiB
///     g1                  1 KiB
/// ```
class GroupTreeModel final : public ColumnTree<const GroupRow&> {
  Q_DECLARE_TR_FUNCTIONS(stowage::GroupTreeModel)

 public:
  enum Column { kName, kSize };

  explicit GroupTreeModel(QObject* parent) : ColumnTree(false, false, parent) {
    auto name = words(tr("Group"), tr("Tensors that must lie end to end, in this order"),
                      [this](const GroupRow& row) { return name_of(row); });
    name.exact_title = tr("Tensor");  // files have the members
    set_columns({std::move(name),
                 number(
                     tr("Size"), tr("Bytes of the tensor, or of all tensors of the group"),
                     [this](const GroupRow& row) { return size_of(row).count; }, cell::bytes, cell::exact_bytes)});
  }

  /// May be null.
  void set_graph(std::shared_ptr<const Graph> graph) {
    reset([&] {
      graph_ = std::move(graph);
      rows_.assign(1, {});
      if (!graph_) return;
      const auto count = static_cast<std::uint32_t>(graph_->group_count());
      rows_[0] = {{.first = 1, .children = count}, {}, {}};
      for (std::uint32_t k = 0; k < count; ++k) rows_.push_back({{}, GroupId(k), {}});
      for (std::uint32_t row = 1; row <= count; ++row) {
        const auto members = graph_->members(rows_[row].group);
        rows_[row].first = row_count();
        rows_[row].children = static_cast<std::uint32_t>(members.size());
        for (const TensorId t : members) rows_.push_back({{.parent = row}, GroupId(row - 1), t});
      }
    });
  }

  /// The group of a row, or that of a member's row; none for no row.
  [[nodiscard]] GroupId group(const QModelIndex& index) const { return rows_[row_of(index)].group; }
  /// None for the row of a group.
  [[nodiscard]] TensorId member(const QModelIndex& index) const { return rows_[row_of(index)].member; }
  [[nodiscard]] QModelIndex index_of_group(GroupId group) const {
    return group.index() < rows_[0].children ? index_of(static_cast<std::uint32_t>(group.index()) + 1) : QModelIndex();
  }
  /// Invalid for a tensor in no group.
  [[nodiscard]] QModelIndex index_of_member(TensorId member) const {
    if (!graph_ || member.index() >= graph_->tensor_count() || !graph_->group(member).valid()) return {};
    const auto members = graph_->members(graph_->group(member));
    return index(static_cast<int>(std::ranges::find(members, member) - members.begin()), kName,
                 index_of_group(graph_->group(member)));
  }

 private:
  [[nodiscard]] std::uint32_t row_count() const override { return static_cast<std::uint32_t>(rows_.size()); }
  [[nodiscard]] TreeRow tree_row(std::uint32_t row) const override { return rows_[row]; }
  [[nodiscard]] const GroupRow& at(std::uint32_t row) const override { return rows_[row]; }
  [[nodiscard]] Bytes size_of(const GroupRow& row) const {
    if (row.member.valid()) return graph_->size(row.member);
    Bytes sum;
    for (TensorId t : graph_->members(row.group)) sum += graph_->size(t);
    return sum;
  }
  [[nodiscard]] QString name_of(const GroupRow& row) const {
    if (row.member.valid()) return text_of(graph_->name(row.member));
    const auto members = graph_->members(row.group);
    return tr("%1 … %2 (%n tensor(s))", nullptr, static_cast<int>(members.size()))
        .arg(text_of(graph_->name(members.front())), text_of(graph_->name(members.back())));
  }

  std::shared_ptr<const Graph> graph_;
  std::vector<GroupRow> rows_ = std::vector<GroupRow>(1);
};

class GroupsSection final : public StructureSection {
  Q_DECLARE_TR_FUNCTIONS(stowage::GroupsSection)

 public:
  explicit GroupsSection(ViewState& state)
      : StructureSection(state), model_(new GroupTreeModel(this)), tree_(new QTreeView) {
    make_ = make_command(*this, "make_group", tr("Group the selected tensors"),
                         tr("The selected tensors must lie end to end, in the order of the file at first"), [this] {
                           emit edit_requested(edits::make_group(*graph(), this->state().selected_tensors()));
                         });
    up_ = make_command(
        *this, "member_up", tr("Move up"), tr("Move the tensor towards the start of its group"), [this] { move(-1); },
        QKeySequence(Qt::ALT | Qt::Key_Up));
    down_ = make_command(
        *this, "member_down", tr("Move down"), tr("Move the tensor towards the end of its group"), [this] { move(1); },
        QKeySequence(Qt::ALT | Qt::Key_Down));
    take_out_ = make_command(
        *this, "take_out", tr("Take out"), tr("Remove the tensor from its group; the others close up"),
        [this] { emit edit_requested(edits::remove_from_group(*graph(), model_->member(tree_->currentIndex()))); },
        QKeySequence::Delete);
    dissolve_ = make_command(
        *this, "dissolve_group", tr("Dissolve"), tr("Dissolve the group; its tensors may lie anywhere"),
        [this] { emit edit_requested(edits::dissolve_group(*graph(), model_->group(tree_->currentIndex()))); });
    make_tree();
    arrange(tree_, {{up_, down_}, {take_out_, dissolve_}, {make_}});
  }

 protected:
  /// Groups stay open, and the current row stays: the member where it went, or the group.
  void refresh() override {
    const QModelIndex before = tree_->currentIndex();
    const TensorId member = model_->member(before);
    const GroupId group = model_->group(before);
    const std::vector<TensorId> open = opened();
    model_->set_graph(graph());
    for (TensorId t : open) tree_->expand(model_->index_of_member(t).parent());
    const QModelIndex now = member.valid() ? model_->index_of_member(member) : model_->index_of_group(group);
    if (now.isValid()) {
      tree_->scrollTo(now);  // opens its group
      tree_->selectionModel()->setCurrentIndex(now, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
    if (!graph())
      sentence()->setText(tr("Nothing is open."));
    else if (model_->rowCount() == 0)
      sentence()->setText(
          tr("No contiguous groups. Select tensors that must lie end to end, in any view, to make one."));
    else
      sentence()->setText(tr("%Ln contiguous group(s): the tensors of each lie end to end, in this order.", nullptr,
                             model_->rowCount()));
  }
  void update_commands() override {
    const QModelIndex at = tree_->currentIndex();
    make_->setEnabled(graph() && state().selected_tensors().size() >= 2);
    up_->setEnabled(can_move(-1));
    down_->setEnabled(can_move(1));
    take_out_->setEnabled(model_->member(at).valid());
    dissolve_->setEnabled(model_->group(at).valid());
  }

 private:
  void make_tree() {
    tree_->setModel(model_);
    tree_->addActions({up_, down_, take_out_, dissolve_, make_});
    set_up_tree(tree_, "group_tree", tr("Contiguous groups"));
    tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    tree_->header()->setSectionResizeMode(GroupTreeModel::kSize, QHeaderView::ResizeToContents);
    connect(tree_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] { select_tensors(); });
    connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] { show_commands(); });
  }

  void select_tensors() {
    std::vector<TensorId> tensors;
    for (const QModelIndex& index : tree_->selectionModel()->selectedRows()) {
      const TensorId t = model_->member(index);
      const auto members = graph()->members(model_->group(index));
      if (t.valid())
        tensors.push_back(t);
      else
        tensors.insert(tensors.end(), members.begin(), members.end());
    }
    if (!tensors.empty()) state().select_tensors(std::move(tensors));
  }
  /// Tensors of the groups that are open, one each.
  [[nodiscard]] std::vector<TensorId> opened() const {
    std::vector<TensorId> out;
    for (int row = 0; row < model_->rowCount(); ++row)
      if (const QModelIndex group = model_->index(row, 0); tree_->isExpanded(group))
        out.push_back(model_->member(model_->index(0, 0, group)));
    return out;
  }

  /// Moves the current member by that many places in its group.
  void move(int by) {
    if (!can_move(by)) return;
    const GroupId group = model_->group(tree_->currentIndex());
    const auto before = graph()->members(group);
    std::vector<TensorId> members(before.begin(), before.end());
    const auto from = static_cast<std::size_t>(tree_->currentIndex().row());
    std::swap(members[from], members[from + static_cast<std::size_t>(by)]);
    emit edit_requested(edits::reorder_group(*graph(), group, std::move(members)));
  }
  [[nodiscard]] bool can_move(int by) const {
    const QModelIndex at = tree_->currentIndex();
    if (!model_->member(at).valid()) return false;
    const int to = at.row() + by;
    return to >= 0 && to < model_->rowCount(at.parent());
  }

  GroupTreeModel* model_;
  QTreeView* tree_;
  QAction *make_, *up_, *down_, *take_out_, *dissolve_;
};

// ---- the pane

/// What a graph is made of beyond its operators, to look at and to change: streams and groups. It shows the
/// newest graph at once and needs no plan.
class StructurePane final : public Pane {
  Q_DECLARE_TR_FUNCTIONS(stowage::StructurePane)

 public:
  explicit StructurePane(ViewState& state) : Pane(state), tabs_(new QTabWidget) {
    named(tabs_, "structure_tabs", tr("Structure"))->setDocumentMode(true);
    in_rows(this, {make_range_note(state), tabs_});
    set_picture({"structure", tr("Struct&ure…"), tr("Export image of the structure"), "-structure"});
    add(new StreamsSection(state), tr("Streams"));
    add(new GroupsSection(state), tr("Groups"));
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
