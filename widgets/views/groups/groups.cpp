// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <QAction>
#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QList>
#include <QTreeView>
#include <QVBoxLayout>

#include "core/graph/graph.h"
#include "core/graph/laid_out.h"
#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/pane.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/range_button.h"
#include "widgets/controls/tool_button.h"
#include "widgets/edit/edits.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/views.h"

namespace stowage {
namespace {

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

/// The contiguous groups of a graph, to look at and to change. It shows the newest graph at once and needs no plan.
class GroupsPane final : public Pane {
  Q_DECLARE_TR_FUNCTIONS(stowage::GroupsPane)

 public:
  explicit GroupsPane(ViewState& state) : Pane(state), model_(new GroupTreeModel(this)) {
    set_picture({"groups", tr("Gro&ups…"), tr("Export image of the groups"), "-groups"});
    make_ = make_command(*this, "make_group", tr("Group the selected tensors"),
                         tr("The selected tensors must lie end to end, in the order of the file at first"),
                         [this] { emit edit_requested(edits::make_group(*graph_, this->state().selected_tensors())); });
    up_ = make_command(
        *this, "member_up", tr("Move up"), tr("Move the tensor towards the start of its group"), [this] { move(-1); },
        QKeySequence(Qt::ALT | Qt::Key_Up));
    down_ = make_command(
        *this, "member_down", tr("Move down"), tr("Move the tensor towards the end of its group"), [this] { move(1); },
        QKeySequence(Qt::ALT | Qt::Key_Down));
    take_out_ = make_command(
        *this, "take_out", tr("Take out"), tr("Remove the tensor from its group; the others close up"),
        [this] { emit edit_requested(edits::remove_from_group(*graph_, model_->member(tree_->currentIndex()))); },
        QKeySequence::Delete);
    dissolve_ = make_command(
        *this, "dissolve_group", tr("Dissolve"), tr("Dissolve the group; its tensors may lie anywhere"),
        [this] { emit edit_requested(edits::dissolve_group(*graph_, model_->group(tree_->currentIndex()))); });
    for (QAction* command : actions()) edits_.emplace_back(command, command->toolTip());
    make_tree();
    sentence_->setWordWrap(true);
    sentence_->setTextFormat(Qt::PlainText);
    auto* rows = in_rows(this, {make_range_note(state),
                                sentence_,
                                {tree_, 1},
                                make_command_line({up_, down_}),
                                make_command_line({take_out_, dissolve_}),
                                make_command_line({make_})});
    rows->setContentsMargins(6, 6, 6, 6);
    rows->setSpacing(-1);
    follow_numbers(this, [this] { refresh(); });
    for (const auto changed : {&ViewState::selection_changed, &ViewState::why_no_edits_changed})
      connect(&state, changed, this, [this] {
        if (isVisible()) show_commands();
      });
    refresh();
  }

  [[nodiscard]] Drawing drawing() const override {
    return graph_ ? table_drawing(*model_, text_of(graph_->name()), tr("Groups")) : Drawing();
  }

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override {
    if (graph == graph_) return;
    graph_ = graph;
    refresh();
  }
  void take_view(const PlanView& /*view*/) override {}
  void showEvent(QShowEvent* event) override {
    Pane::showEvent(event);
    show_commands();
  }

  /// Groups stay open, and the current row stays: the member where it went, or the group.
  void refresh() {
    const QModelIndex before = tree_->currentIndex();
    const TensorId member = model_->member(before);
    const GroupId group = model_->group(before);
    const std::vector<TensorId> open = opened();
    model_->set_graph(graph_);
    for (TensorId t : open) tree_->expand(model_->index_of_member(t).parent());
    const QModelIndex now = member.valid() ? model_->index_of_member(member) : model_->index_of_group(group);
    if (now.isValid()) {
      tree_->scrollTo(now);  // opens its group
      tree_->selectionModel()->setCurrentIndex(now, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
    if (!graph_)
      sentence_->setText(tr("Nothing is open."));
    else if (model_->rowCount() == 0)
      sentence_->setText(
          tr("No contiguous groups. Select tensors that must lie end to end, in any view, to make one."));
    else
      sentence_->setText(tr("%Ln contiguous group(s): the tensors of each lie end to end, in this order.", nullptr,
                            static_cast<int>(std::ranges::count_if(graph_->groups(), [this](GroupId g) {
                              return is_first(*graph_, graph_->members(g).front());
                            }))));
    show_commands();
  }
  /// As the selection and the graph make sense of them, greyed out where nothing can be edited.
  void show_commands() {
    const QModelIndex at = tree_->currentIndex();
    make_->setEnabled(graph_ && state().selected_tensors().size() >= 2);
    up_->setEnabled(can_move(-1));
    down_->setEnabled(can_move(1));
    take_out_->setEnabled(model_->member(at).valid());
    dissolve_->setEnabled(model_->group(at).valid());
    const QString& held = state().why_no_edits();
    for (const auto& [command, tip] : edits_) {
      command->setToolTip(held.isEmpty() ? tip : held);
      if (!held.isEmpty()) command->setEnabled(false);
    }
  }

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
      const auto members = graph_->members(model_->group(index));
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
    const auto before = graph_->members(group);
    std::vector<TensorId> members(before.begin(), before.end());
    const auto from = static_cast<std::size_t>(tree_->currentIndex().row());
    std::swap(members[from], members[from + static_cast<std::size_t>(by)]);
    emit edit_requested(edits::reorder_group(*graph_, group, std::move(members)));
  }
  [[nodiscard]] bool can_move(int by) const {
    const QModelIndex at = tree_->currentIndex();
    if (!model_->member(at).valid()) return false;
    const int to = at.row() + by;
    return to >= 0 && to < model_->rowCount(at.parent());
  }

  std::shared_ptr<const Graph> graph_;
  GroupTreeModel* model_;
  QTreeView* tree_ = new QTreeView;
  QLabel* sentence_ = new QLabel;
  QAction *make_, *up_, *down_, *take_out_, *dissolve_;
  std::vector<std::pair<QAction*, QString>> edits_;  // commands, and their tips
};

}  // namespace

Pane* make_groups(ViewState& state) {
  return new GroupsPane(state);
}

}  // namespace stowage
