// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/modules/module_rows.h"

#include <algorithm>
#include <utility>

#include <QCollator>

#include "core/plan/bounds.h"
#include "widgets/painters/charts/order_curves.h"
#include "widgets/painters/model/graph_modules.h"

namespace stowage {
namespace {

constexpr std::uint32_t kBetweenStops = 4096;  // nodes

class RowsMaker {
 public:
  RowsMaker(std::shared_ptr<const GraphModules> modules, const ModuleQuery& query, const std::stop_token& stop)
      : query_(query), stop_(stop), tree_(modules->tree) {
    out_->of = std::move(modules);
    names_.setNumericMode(true);
    names_.setCaseSensitivity(Qt::CaseInsensitive);
  }

  std::shared_ptr<const ModuleRows> make(const PlanView& view) {
    const Bytes alignment = view.bounds ? view.bounds->alignment : Bytes{1};
    const auto curve = bytes_alive(view, alignment);
    if (!curve.empty()) out_->peak_step = static_cast<std::uint32_t>(std::ranges::max_element(curve) - curve.begin());
    out_->bytes = module_bytes(*view.graph, tree_, *view.lifetimes, out_->peak_step, alignment);
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
        out_->rows.push_back({.node = child, .parent = row, .leads = !found_.empty() && found_[child] == Found::leads});
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
      const std::int64_t amount = query_.sort == ModuleColumn::operators ? std::int64_t{tree_.count(node)}
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

}  // namespace

std::shared_ptr<const ModuleRows> module_rows(std::shared_ptr<const GraphModules> modules, const PlanView& view,
                                              const ModuleQuery& query, const std::stop_token& stop) {
  return RowsMaker(std::move(modules), query, stop).make(view);
}

}  // namespace stowage
