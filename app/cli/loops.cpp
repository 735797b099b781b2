// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>

#include "app/cli/output.h"
#include "app/cli/planning.h"

namespace stowage::cli {
namespace {

std::string path_of(const LoopTable& table) {
  std::string out;
  for (const std::string& name : table.path) out += (out.empty() ? "" : "/") + name;
  return out;
}

/// "4,096", "4,096 (w)", "(w)", "–"
std::string cell_text(const LoopTable& table, const LoopCell& cell) {
  std::string out = cell.offset ? grouped(*cell.offset) : "";
  if (cell.outside.valid()) out.append(out.empty() ? "(" : " (").append(table.around->name(cell.outside)).append(")");
  return out;
}

void print_summary(const LoopTable& table) {
  const LoopPlan& loop = *table.loop;
  std::cout << "\nloop " << path_of(table);
  for (std::size_t k = 0; k < table.copies.size(); ++k)
    std::cout << (k == 0 ? ", while " : " and ") << table.path[k] << " is in copy " << table.copies[k];
  std::cout << ": repeats after " << counted(loop.rings.repeat, "iteration") << "; " << full(loop.plan.footprint)
            << " in " << counted(loop.buffers.size(), "buffer") << " by " << loop.plan.strategy
            << (loop.plan.proved_optimal ? ", " + optimal_for(*loop.unrolled) : "") << '\n';
  if (loop.joined > 0)
    std::cout << "some tensors of its body have their own alignment: " << counted(loop.joined, "separate buffer")
              << " merged into one, aligned to " << counted(static_cast<std::uint64_t>(loop.alignment), "byte") << '\n';
}

void print_loop_rows(const LoopTable& table) {
  std::size_t first = 0;
  for (const LoopTable::Row& row : table.rows) first = std::max(first, row.first.size());
  const std::size_t repeat = table.loop->rings.repeat;
  std::vector<Table::Column> columns{{"tensor"}};
  for (std::size_t c = 0; c < first; ++c) columns.push_back({"c = " + std::to_string(c), true});
  for (std::size_t c = 0; c < repeat; ++c)
    columns.push_back({"c % " + std::to_string(repeat) + " = " + std::to_string(c), true});
  Table out(std::move(columns));
  const Graph& body = table.loop->loop->body;
  for (const LoopTable::Row& row : table.rows) {
    std::vector<std::string> cells{std::string(body.name(row.tensor))};
    for (std::size_t c = 0; c < first; ++c) cells.push_back(c < row.first.size() ? cell_text(table, row.first[c]) : "");
    for (std::size_t c = 0; c < repeat; ++c)
      cells.push_back(row.repeat.empty() ? "–" : cell_text(table, row.repeat[c]));
    out.add(std::move(cells));
  }
  out.print();
}

/// Prints the results of the operator, whose places the last iteration does not know.
void print_results(const LoopTable& table) {
  const Graph& around = *table.around;
  const OperatorId op = around.find_operator(table.path.back());
  std::string names;
  for (TensorId t : around.outputs(op))
    if (table.loop->loop->body.find_tensor(around.name(t)).valid())
      names += (names.empty() ? "" : ", ") + std::string(around.name(t));
  if (!names.empty())
    std::cout << "after the last iteration, copied to the operator's outputs or read in place: " << names << '\n';
}

Json json_of(const LoopTable& table, const std::vector<LoopCell>& cells) {
  return json_list(cells, [&](const LoopCell& cell) {
    Json one = Json::object();
    if (cell.offset) one["offset"] = *cell.offset;
    if (cell.outside.valid()) one["outside"] = table.around->name(cell.outside);
    return one;
  });
}

Json json_of(const LoopTable& table) {
  const LoopPlan& loop = *table.loop;
  Json buffers = Json::array(), views = Json::array();
  for (std::size_t k = 0; k < loop.buffers.size(); ++k)
    buffers.push_back({{"offset", table.buffers[k]}, {"size", loop.buffers[k].count}});
  for (const LoopTable::Row& row : table.rows) {
    views.push_back({{"tensor", loop.loop->body.name(row.tensor)}});
    if (!row.first.empty()) views.back()["first"] = json_of(table, row.first);
    views.back()["ptrs"] = json_of(table, row.repeat);
  }
  return {{"loop", table.path},
          {"copies", table.copies},
          {"repeat", loop.rings.repeat},
          {"strategy", loop.plan.strategy},
          {"footprint", loop.plan.footprint.count},
          {"lower_bound", loop.plan.lower_bound.count},
          {"proved_optimal", loop.plan.proved_optimal},
          {"buffers", std::move(buffers)},
          {"joined_buffers", loop.joined},
          {"alignment", loop.alignment},
          {"views", std::move(views)}};
}

}  // namespace

Result<LoopsPlan> plan_loops_of(const Graph& graph, const std::string& file, std::uint64_t alignment,
                                const Task& task) {
  auto loops = plan_loops(graph, {static_cast<std::int64_t>(alignment)}, task);
  if (!loops && loops.error().is_final())
    for (Diagnostic& fault : loops.error().faults) fault.file = file;
  return loops;
}

void print_loops(const Graph& graph, const LoopsPlan& loops, const Plan& plan) {
  if (loops.loops.empty()) std::cout << "the graph has no loops\n";
  constexpr std::size_t kShown = 64;
  const auto tables = loop_tables(graph, loops, plan);
  for (std::size_t k = 0; k < std::min(kShown, tables.size()); ++k) {
    print_summary(tables[k]);
    print_loop_rows(tables[k]);
    print_results(tables[k]);
  }
  if (tables.size() > kShown)
    std::cout << "and " << counted(tables.size() - kShown, "more table") << ", which --json prints\n";
}

Json loops_json(const Graph& graph, const LoopsPlan& loops, const Plan& plan) {
  return json_list(loop_tables(graph, loops, plan), [](const LoopTable& table) { return json_of(table); });
}

}  // namespace stowage::cli
