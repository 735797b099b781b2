// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

#include <QCollator>
#include <QCoreApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QString>
#include <QTreeView>

#include "core/graph/laid_out.h"
#include "core/plan/bounds.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/pane.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/lines.h"
#include "widgets/painters/charts/order_curves.h"
#include "widgets/painters/model/graph_subset.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/row_table.h"
#include "widgets/views/views.h"

namespace stowage {
namespace {

enum class ModuleColumn : std::uint8_t { name, operators, alive, made };
constexpr int kModuleColumns = 4;

/// What the list of modules is asked for.
struct ModuleQuery {
  std::optional<ModuleColumn> sort{};  ///< none: by the first operators
  bool descending = false;
  QString filter{};
};

/// Modules with their bytes, sorted; where a filter is given, those whose names contain it, all below them, and all
/// above. A value nobody changes any more, made in the background.
struct ModuleRows {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Row : TreeRow {
    std::uint32_t node = 0;  ///< into ModuleTree::nodes
    bool leads = false;      ///< to a match of the filter, below it
  };
  std::shared_ptr<const GraphModules> of;
  std::vector<ModuleBytes> bytes;     ///< by node
  std::vector<Row> rows;              ///< the first stands for all
  std::vector<std::uint32_t> row_of;  ///< by node; kNone where it is not listed
};

constexpr std::uint32_t kBetweenStops = 4096;  // nodes

/// Operators of the file.
std::uint32_t operators_in(const GraphModules& modules, std::uint32_t node) {
  if (modules.graph->laid_out() == nullptr) return modules.tree.count(node);
  const auto inside = modules.tree.operators_of(node);
  return static_cast<std::uint32_t>(each_once(*modules.graph, std::vector(inside.begin(), inside.end())).size());
}

/// Finds them: O(tensors + nodes log nodes + bytes of names).
class RowsMaker {
 public:
  /// `modules` are of the graph of the view.
  RowsMaker(std::shared_ptr<const GraphModules> modules, const ModuleQuery& query, const std::stop_token& stop)
      : query_(query), stop_(stop), tree_(modules->tree) {
    out_->of = std::move(modules);
    names_.setNumericMode(true);
    names_.setCaseSensitivity(Qt::CaseInsensitive);
  }

  /// Needs the lifetimes of the view; null where it was stopped.
  std::shared_ptr<const ModuleRows> make(const PlanView& view) {
    const Bytes alignment = view.bounds ? view.bounds->alignment : Bytes{1};
    const auto curve = bytes_alive(view, alignment);
    const auto peak = static_cast<std::uint32_t>(std::ranges::max_element(curve) - curve.begin());
    out_->bytes = module_bytes(*view.graph, tree_, *view.lifetimes, peak, alignment);
    if (!query_.filter.isEmpty()) find();
    list();
    return stop_.stop_requested() ? nullptr : std::move(out_);
  }

 private:
  enum class Found : std::uint8_t { no, leads, yes };

  [[nodiscard]] bool stopped(std::size_t k) const { return k % kBetweenStops == 0 && stop_.stop_requested(); }

  void find() {
    found_.assign(tree_.nodes.size(), Found::no);
    for (std::uint32_t k = 1; k < tree_.nodes.size() && !stopped(k); ++k) {
      const ModuleTree::Node& node = tree_.nodes[k];
      const auto text = [&] { return module_title(*out_->of, k, std::string_view::npos); };
      if (found_[node.parent] == Found::yes || text().contains(query_.filter, Qt::CaseInsensitive))
        found_[k] = Found::yes;
    }
    for (std::size_t k = tree_.nodes.size(); k-- > 1;)
      if (Found& above = found_[tree_.nodes[k].parent]; found_[k] != Found::no && above == Found::no)
        above = Found::leads;
  }

  void list() {
    out_->row_of.assign(tree_.nodes.size(), ModuleRows::kNone);
    out_->rows.push_back({});
    out_->row_of[0] = 0;
    std::vector<std::uint32_t> children;
    for (std::uint32_t row = 0; row < out_->rows.size() && !stopped(row); ++row) {
      const ModuleTree::Node& node = tree_.nodes[out_->rows[row].node];
      children.clear();
      for (std::uint32_t child = node.first; child < node.first + node.children; ++child)
        if (found_.empty() || found_[child] != Found::no) children.push_back(child);
      sort(children);
      out_->rows[row].first = static_cast<std::uint32_t>(out_->rows.size());
      out_->rows[row].children = static_cast<std::uint32_t>(children.size());
      for (const std::uint32_t child : children) {
        out_->row_of[child] = static_cast<std::uint32_t>(out_->rows.size());
        out_->rows.push_back({{.parent = row}, child, !found_.empty() && found_[child] == Found::leads});
      }
    }
  }

  void sort(std::vector<std::uint32_t>& nodes) {
    if (!query_.sort) return;
    if (query_.sort == ModuleColumn::name) {
      std::vector<std::pair<QString, std::uint32_t>> named;
      named.reserve(nodes.size());
      for (const std::uint32_t node : nodes)
        named.emplace_back(module_label(*out_->of, node, std::string_view::npos), node);
      std::ranges::stable_sort(named, [this](const auto& a, const auto& b) {
        return query_.descending ? names_.compare(b.first, a.first) < 0 : names_.compare(a.first, b.first) < 0;
      });
      std::ranges::transform(named, nodes.begin(), [](const auto& each) { return each.second; });
      return;
    }
    const auto key = [this](std::uint32_t node) {
      const std::int64_t amount = query_.sort == ModuleColumn::operators ? std::int64_t{operators_in(*out_->of, node)}
                                  : query_.sort == ModuleColumn::alive   ? out_->bytes[node].alive.count
                                                                         : out_->bytes[node].made.count;
      return query_.descending ? -amount : amount;
    };
    std::ranges::stable_sort(nodes, {}, key);
  }

  const ModuleQuery& query_;
  const std::stop_token& stop_;
  const ModuleTree& tree_;
  std::shared_ptr<ModuleRows> out_ = std::make_shared<ModuleRows>();
  std::vector<Found> found_;  // by node; empty: no filter
  QCollator names_;
};

constexpr std::size_t kMostOfName = 1024;  // letters of a row or tip

/// ModuleRows as a tree, without the row of all.
class ModuleTreeModel final : public ColumnTree<std::uint32_t> {
  Q_DECLARE_TR_FUNCTIONS(stowage::ModuleTreeModel)

 public:
  explicit ModuleTreeModel(QObject* parent) : ColumnTree(false, true, parent) {
    const auto bytes = [this](Bytes ModuleBytes::*which) {
      return [this, which](std::uint32_t node) { return (rows_->bytes[node].*which).count; };
    };
    set_columns({
        {.title = tr("Module"),
         .hint = tr("Phase, module or operator, taken from the names"),
         .text = [this](std::uint32_t node) { return name_of(node); },
         .exact = [this](std::uint32_t node) { return QVariant(path_of(node)); },
         .tip = [this](std::uint32_t node) { return path_of(node); }},
        number(
            tr("Operators"), tr("How many operators the module has"),
            [this](std::uint32_t node) { return operators_in(*rows_->of, node); }, cell::count),
        number(tr("At peak"), tr("Bytes made in the module and alive at the memory peak"), bytes(&ModuleBytes::alive),
               cell::bytes, cell::exact_bytes),
        number(tr("Made"), tr("Bytes of all tensors made in the module"), bytes(&ModuleBytes::made), cell::bytes,
               cell::exact_bytes),
    });
  }

  /// May be null.
  void set_rows(std::shared_ptr<const ModuleRows> rows) {
    reset([&] { rows_ = std::move(rows); });
  }
  [[nodiscard]] const std::shared_ptr<const ModuleRows>& rows() const { return rows_; }
  /// Into ModuleTree::nodes.
  [[nodiscard]] std::uint32_t node_of(const QModelIndex& index) const { return at(row_of(index)); }
  /// Invalid where the node is not listed, and for that of all.
  [[nodiscard]] QModelIndex index_of_node(std::uint32_t node) const {
    return rows_ && node < rows_->row_of.size() ? index_of(rows_->row_of[node]) : QModelIndex();
  }

 private:
  [[nodiscard]] std::uint32_t row_count() const override {
    return rows_ ? static_cast<std::uint32_t>(rows_->rows.size()) : 0;
  }
  [[nodiscard]] TreeRow tree_row(std::uint32_t row) const override { return rows_->rows[row]; }
  [[nodiscard]] std::uint32_t at(std::uint32_t row) const override { return rows_->rows[row].node; }
  [[nodiscard]] QString name_of(std::uint32_t node) const {
    const QString name = module_label(*rows_->of, node, kMostOfName);
    return name.trimmed().isEmpty() ? tr("(no name)") : name;
  }
  [[nodiscard]] QString path_of(std::uint32_t node) const {
    const std::string_view path = rows_->of->path(node);
    return path.empty() ? name_of(node) : text_of(path.substr(0, kMostOfName));
  }

  std::shared_ptr<const ModuleRows> rows_;
};

constexpr int kMostOpened = 300;  // rows that a filter opens; more would stall
constexpr int kCountWidth = 76, kBytesWidth = 82;
constexpr int kLeastForNames = 130;  // pixels; below it columns go, those that say least first

/// The operators by phase and module, with bytes. A row that is picked selects its operators in every view; rows that
/// are open here are open in every view.
/// ```
///  ▾ forward      174   61.3 MiB
///    ▸ layer1      31   19.1 MiB
/// ```
class ModulesPane final : public Pane {
  Q_DECLARE_TR_FUNCTIONS(stowage::ModulesPane)

 public:
  explicit ModulesPane(ViewState& state)
      : Pane(state), model_(new ModuleTreeModel(this)), tree_(new QTreeView), filter_(new QLineEdit) {
    named(this, "modules_pane", tr("Operators by module"));
    make_tree();
    named(filter_, "modules_filter", tr("Filter modules"))->setPlaceholderText(tr("Filter modules"));
    filter_->setClearButtonEnabled(true);
    filter_->setMinimumWidth(60);
    connect(filter_, &QLineEdit::textChanged, this, &ModulesPane::find);
    in_rows(this, {in_bar({filter_}, {6, 4, 6, 4}), {tree_, 1}});
    setFocusProxy(tree_);
    connect(&state, &ViewState::modules_changed, this, &ModulesPane::follow_modules);
    connect(&state, &ViewState::selection_changed, this, &ModulesPane::follow_selection);
    connect(model_, &QAbstractItemModel::modelReset, this, &ModulesPane::fit_columns);
    follow_numbers(this, [this] {
      fit_columns();
      tree_->viewport()->update();
    });
  }

  [[nodiscard]] bool busy() const override { return job_.busy(); }
  [[nodiscard]] QSize minimumSizeHint() const override { return {160, 90}; }

 protected:
  void showEvent(QShowEvent* event) override {
    Pane::showEvent(event);
    if (unseen_) find();
    follow_selection();
  }
  void resizeEvent(QResizeEvent* event) override {
    Pane::resizeEvent(event);
    fit_columns();
  }

 private:
  /// Null until there are some.
  [[nodiscard]] const std::shared_ptr<const ModuleRows>& rows() const { return model_->rows(); }

  void take_graph(const std::shared_ptr<const Graph>& graph) override {
    graph_ = graph;
    find();
  }
  void take_view(const PlanView& view) override {
    const bool same = same_results(view, view_) && view.stale == view_.stale;
    view_ = view;
    if (!view.stale) graph_ = view.graph;
    if (!same) find();
  }

  void make_tree() {
    tree_->setModel(model_);
    set_up_tree(tree_, "modules_tree", tr("Modules"));
    tree_->setTextElideMode(Qt::ElideLeft);
    tree_->setIndentation(14);
    QHeaderView* header = tree_->header();
    header->setSectionsClickable(true);
    header->setSortIndicatorShown(true);
    header->setSortIndicatorClearable(true);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    header->setHighlightSections(false);
    connect(header, &QHeaderView::sortIndicatorChanged, this, &ModulesPane::find);
    connect(tree_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) { select(index); });
    for (const auto signal : {&QTreeView::clicked, &QTreeView::activated})
      connect(tree_, signal, this, &ModulesPane::select);
    const auto share = [this](const QModelIndex& index, bool open) {
      if (following_ || !is_current()) return;
      const std::uint32_t node = model_->node_of(index);
      const auto at = std::ranges::lower_bound(opened_, node);
      const bool was = at != opened_.end() && *at == node;
      if (open && !was) opened_.insert(at, node);
      if (!open && was) opened_.erase(at);
      state().set_module_open(node, open);
    };
    connect(tree_, &QTreeView::expanded, this, [share](const QModelIndex& index) { share(index, true); });
    connect(tree_, &QTreeView::collapsed, this, [share](const QModelIndex& index) { share(index, false); });
  }
  void follow_modules() {
    if (rows() && rows()->of == state().modules()) return open_rows();
    find();
  }

  /// What is listed stays until other rows are there.
  void find() {
    unseen_ = !isVisible();
    if (unseen_) return;
    const auto& modules = state().modules();
    if (!modules) {
      job_.cancel();
      return take(nullptr);
    }
    if (modules->graph != view_.graph || !view_.lifetimes) return job_.cancel();
    const QHeaderView* header = tree_->header();
    const int sorted = header->sortIndicatorSection();
    ModuleQuery query{.descending = header->sortIndicatorOrder() == Qt::DescendingOrder,
                      .filter = filter_->text().trimmed()};
    if (sorted >= 0 && sorted < kModuleColumns) query.sort = static_cast<ModuleColumn>(sorted);
    job_.start([this, modules, view = view_, query](const Task& task) -> LatestJob::Delivery {
      return [this, rows = RowsMaker(modules, query, task.stop).make(view)] {
        if (rows) take(rows);
      };
    });
  }

  void take(std::shared_ptr<const ModuleRows> rows) {
    if (!rows && !model_->rows()) return;
    {
      const QScopedValueRollback following(following_, true);
      const int scrolled = tree_->verticalScrollBar()->value();
      const bool same = rows && model_->rows() && rows->of == model_->rows()->of;
      model_->set_rows(std::move(rows));
      opened_.clear();
      open_rows();
      if (same) tree_->verticalScrollBar()->setValue(scrolled);
    }
    follow_selection();
  }

  /// As far as the modules are open; besides, what leads to matches.
  void open_rows() {
    if (!rows()) return;
    const QScopedValueRollback following(following_, true);
    const std::vector<std::uint32_t>& open = state().open_modules();
    std::vector<std::uint32_t> others;
    std::ranges::set_difference(opened_, open, std::back_inserter(others));
    for (const std::uint32_t node : others) tree_->collapse(model_->index_of_node(node));
    others.clear();
    std::ranges::set_difference(open, opened_, std::back_inserter(others));
    for (const std::uint32_t node : others)
      if (const QModelIndex index = model_->index_of_node(node); index.isValid()) tree_->expand(index);
    opened_ = open;
    if (filter_->text().trimmed().isEmpty()) return;
    int left = kMostOpened;
    for (const ModuleRows::Row& row : rows()->rows) {
      if (!row.leads || left-- == 0) continue;
      if (left < 0) break;
      tree_->expand(model_->index_of_node(row.node));
    }
  }
  void select(const QModelIndex& index) {
    if (following_ || !index.isValid() || !is_current()) return;
    const auto operators = rows()->of->tree.operators_of(model_->node_of(index));
    const QScopedValueRollback selecting(selecting_, true);
    state().select_operators({operators.begin(), operators.end()});
  }

  /// The innermost row that is seen and holds all that is selected; rows are not opened for it.
  void follow_selection() {
    if (selecting_ || !isVisible() || !is_current()) return;
    const QScopedValueRollback following(following_, true);
    std::vector<OperatorId> operators = state().selected_operators();
    for (const TensorId t : state().selected_tensors())
      if (t.index() < graph_->tensor_count() && graph_->producer(t).valid()) operators.push_back(graph_->producer(t));
    std::erase_if(operators, [this](OperatorId o) { return o.index() >= graph_->operator_count(); });
    const ModuleTree& tree = rows()->of->tree;
    QModelIndex seen;
    for (std::uint32_t node = tree.innermost(operators); node != 0; node = tree.nodes[node].parent) {
      const QModelIndex index = model_->index_of_node(node);
      if (!index.isValid()) continue;
      bool hidden = false;
      for (QModelIndex above = index.parent(); above.isValid() && !hidden; above = above.parent())
        hidden = !tree_->isExpanded(above);
      if (hidden) continue;
      seen = index;
      break;
    }
    if (!seen.isValid()) {
      tree_->selectionModel()->clear();
      return;
    }
    if (tree_->currentIndex().siblingAtColumn(0) == seen && tree_->selectionModel()->isSelected(seen)) return;
    tree_->setCurrentIndex(seen);
  }

  /// Numbers are never cut.
  void fit_columns() {
    int room = width() - kLeastForNames;
    for (const auto& [column, usual] :
         {std::pair(ModuleColumn::alive, kBytesWidth), std::pair(ModuleColumn::operators, kCountWidth),
          std::pair(ModuleColumn::made, kBytesWidth)}) {
      const int needed = figures_width(*model_, static_cast<int>(column), tree_->fontMetrics(), usual);
      room -= needed;
      tree_->setColumnHidden(static_cast<int>(column), room < 0);
      tree_->header()->resizeSection(static_cast<int>(column), needed);
    }
  }
  /// Whether what is listed is of the graph whose operators are selected.
  [[nodiscard]] bool is_current() const {
    return rows() && rows()->of == state().modules() && rows()->of->graph == graph_;
  }

  ModuleTreeModel* model_;
  QTreeView* tree_;
  QLineEdit* filter_;
  std::shared_ptr<const Graph> graph_;  // whose operators are selected
  PlanView view_;
  std::vector<std::uint32_t> opened_;  // nodes that the tree shows open
  bool unseen_ = false;                // rows are wanted, once the pane is seen
  bool following_ = false;             // what changes in the tree is not the user's
  bool selecting_ = false;
  LatestJob job_{this};
};

}  // namespace

Pane* make_modules(ViewState& state) {
  return new ModulesPane(state);
}

}  // namespace stowage
