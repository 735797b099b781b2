// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <QAbstractItemModel>
#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QFontMetrics>
#include <QHeaderView>
#include <QLabel>
#include <QTreeView>

#include "core/graph/graph.h"
#include "widgets/base/view_state.h"
#include "widgets/edit/edits.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/table_actions.h"
#include "widgets/tables/text_table.h"
#include "widgets/views/structure/section.h"

namespace stowage {
namespace {

constexpr int kRoomOfRow = 6;  // pixels besides its text, as in tables

/// The contiguous groups of a graph, each with its members below it in the order in which they lie.
/// ```
///   g1 … g3 (3 tensors)   6 KiB          row of a group: internal id 0
///     g1                  1 KiB          row of a member: internal id 1 + its group
/// ```
class GroupTreeModel final : public QAbstractItemModel {
  Q_DECLARE_TR_FUNCTIONS(stowage::GroupTreeModel)

 public:
  enum Column { kName, kSize };
  static constexpr int kColumns = 2;

  using QAbstractItemModel::QAbstractItemModel;

  /// May be null.
  void set_graph(std::shared_ptr<const Graph> graph) {
    beginResetModel();
    graph_ = std::move(graph);
    endResetModel();
  }

  /// The group of a row, or that of a member's row; none for no row.
  [[nodiscard]] GroupId group(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    return GroupId(index.internalId() == 0 ? static_cast<std::size_t>(index.row())
                                           : static_cast<std::size_t>(index.internalId() - 1));
  }
  /// None for the row of a group.
  [[nodiscard]] TensorId member(const QModelIndex& index) const {
    if (!index.isValid() || index.internalId() == 0) return {};
    return graph_->members(group(index))[static_cast<std::size_t>(index.row())];
  }
  [[nodiscard]] QModelIndex index_of(GroupId group) const {
    return group.index() < static_cast<std::size_t>(rowCount()) ? index(static_cast<int>(group.index()), kName)
                                                                : QModelIndex();
  }
  /// Invalid for a tensor in no group.
  [[nodiscard]] QModelIndex index_of(TensorId member) const {
    if (!graph_ || member.index() >= graph_->tensor_count() || !graph_->group(member).valid()) return {};
    const GroupId group = graph_->group(member);
    const auto members = graph_->members(group);
    return index(static_cast<int>(std::ranges::find(members, member) - members.begin()), kName, index_of(group));
  }

  using QAbstractItemModel::parent;
  [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override {
    if (!hasIndex(row, column, parent)) return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
  }
  [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override {
    if (!index.isValid() || index.internalId() == 0) return {};
    return createIndex(static_cast<int>(index.internalId() - 1), 0, quintptr{0});
  }
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override {
    if (!graph_) return 0;
    if (!parent.isValid()) return static_cast<int>(graph_->group_count());
    const bool has_members = parent.internalId() == 0 && parent.column() == 0;
    return has_members ? static_cast<int>(graph_->members(group(parent)).size()) : 0;
  }
  [[nodiscard]] int columnCount(const QModelIndex& /*parent*/ = {}) const override { return kColumns; }

  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const bool is_size = index.column() == kSize;
    if (role == Qt::SizeHintRole && !is_size)
      return QSize(0, QFontMetrics(QApplication::font("QTreeView")).height() + kRoomOfRow);
    if (role == Qt::DisplayRole) return is_size ? human_bytes(size_of(index)) : name_of(index);
    if (role == kExactRole && is_size) return static_cast<qlonglong>(size_of(index).count);
    if (role == Qt::ToolTipRole) return is_size ? exact_bytes(size_of(index)) : name_of(index);
    if (role == Qt::TextAlignmentRole)
      return static_cast<int>((is_size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return {};
  }

  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumns) return {};
    if (role == Qt::DisplayRole) return section == kName ? tr("Group") : tr("Size");
    if (role == Qt::ToolTipRole)
      return section == kName ? tr("Tensors that must lie end to end, in this order")
                              : tr("Bytes of the tensor, or of all tensors of the group");
    if (role == kExactRole) return section == kName ? tr("Tensor") : tr("Size");  // of its members
    if (role == Qt::TextAlignmentRole)
      return static_cast<int>((section == kName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    return {};
  }

 private:
  [[nodiscard]] Bytes size_of(const QModelIndex& index) const {
    if (const TensorId t = member(index); t.valid()) return graph_->size(t);
    Bytes sum;
    for (TensorId t : graph_->members(group(index))) sum += graph_->size(t);
    return sum;
  }
  [[nodiscard]] QString name_of(const QModelIndex& index) const {
    if (const TensorId t = member(index); t.valid()) return text_of(graph_->name(t));
    const auto members = graph_->members(group(index));
    return tr("%1 … %2 (%n tensor(s))", nullptr, static_cast<int>(members.size()))
        .arg(text_of(graph_->name(members.front())), text_of(graph_->name(members.back())));
  }

  std::shared_ptr<const Graph> graph_;
};

class GroupsSection final : public StructureSection {
  Q_DECLARE_TR_FUNCTIONS(stowage::GroupsSection)

 public:
  explicit GroupsSection(ViewState& state)
      : StructureSection(state), model_(new GroupTreeModel(this)), tree_(new QTreeView) {
    make_ = add_command("make_group", tr("Group the selected tensors"),
                        tr("The selected tensors must lie end to end, in the order of the file at first"),
                        [this] { emit edit_requested(edits::make_group(*graph(), this->state().selected_tensors())); });
    up_ = add_command(
        "member_up", tr("Move up"), tr("Move the tensor towards the start of its group"), [this] { move(-1); },
        QKeySequence(Qt::ALT | Qt::Key_Up));
    down_ = add_command(
        "member_down", tr("Move down"), tr("Move the tensor towards the end of its group"), [this] { move(1); },
        QKeySequence(Qt::ALT | Qt::Key_Down));
    take_out_ = add_command(
        "take_out", tr("Take out"), tr("Remove the tensor from its group; the others close up"),
        [this] { emit edit_requested(edits::remove_from_group(*graph(), model_->member(tree_->currentIndex()))); },
        QKeySequence::Delete);
    dissolve_ = add_command(
        "dissolve_group", tr("Dissolve"), tr("Dissolve the group; its tensors may lie anywhere"),
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
    for (TensorId t : open) tree_->expand(model_->index_of(t).parent());
    const QModelIndex now = member.valid() ? model_->index_of(member) : model_->index_of(group);
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
    tree_->setObjectName("group_tree");
    tree_->setAccessibleName(tr("Contiguous groups"));
    tree_->addActions({up_, down_, take_out_, dissolve_, make_});
    new TableActions(tree_);
    tree_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    tree_->setAlternatingRowColors(true);
    tree_->setFrameShape(QFrame::NoFrame);
    tree_->setUniformRowHeights(true);
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(GroupTreeModel::kName, QHeaderView::Stretch);
    tree_->header()->setSectionResizeMode(GroupTreeModel::kSize, QHeaderView::ResizeToContents);
    connect(tree_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] { select_tensors(); });
    connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] { update_commands(); });
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

}  // namespace

StructureSection* make_groups_section(ViewState& state) {
  return new GroupsSection(state);
}

}  // namespace stowage
