// SPDX-License-Identifier: Apache-2.0
// Orders and layouts of the zoo's training steps, as the papers on operator order report them: theoretical peak,
// footprint, fragmentation and time, against what a framework without a planner reserves.
#include "core/check/validator.h"
#include "core/layout/strategy.h"
#include "core/order/interleaved_peak.h"
#include "core/order/order.h"
#include "core/papers/tables.h"
#include "core/planning/graph_plans.h"
#include "core/zoo/zoo.h"
#include "tests/bench/table/table.h"

namespace stowage {
namespace {

using bench::mebibytes, bench::milliseconds_since, bench::number;

struct Options : bench::TableOptions {
  Options() { time_limit = 20; }
  std::vector<std::int64_t> batches{1, 32};
  std::size_t streams = 1;
};

/// An order and a layout that are compared, and the name of the two.
struct Way {
  const char* title;
  const char* order;
  const char* layout;
};
constexpr Way kWays[] = {
    {"dynamic", "given", "caching"}, {"given", "given", "auto"}, {"LESCEA + LLFB", "lescea", "llfb"},
    {"OLLA", "olla", "auto"},        {"ROAM", "roam", "auto"},   {"ours", "best", "search"}};
/// A caching allocator and LLFB plan one stream only. The first is compared with.
constexpr Way kWaysOfStreams[] = {{"given", "given", "auto"},   {"given, searched", "given", "search"},
                                  {"LESCEA", "lescea", "auto"}, {"OLLA", "olla", "auto"},
                                  {"ROAM", "roam", "auto"},     {"ours", "best", "search"}};

std::span<const Way> ways_of(const Options& options) {
  return options.streams > 1 ? std::span<const Way>(kWaysOfStreams) : std::span<const Way>(kWays);
}

struct Cell {
  Bytes peak;   ///< of the order that was planned: theoretical; on several streams of all interleavings
  Bytes bound;  ///< no order has a smaller theoretical peak
  Bytes footprint;
  double order_seconds = 0, layout_seconds = 0;
  std::string reason;  ///< why there is no plan

  [[nodiscard]] bool planned() const { return reason.empty(); }
  [[nodiscard]] double fragmentation() const {
    return footprint.count == 0 ? 0
                                : static_cast<double>((footprint - peak).count) / static_cast<double>(footprint.count);
  }
};

struct Row {
  std::string name;
  std::size_t operators = 0, tensors = 0;
  Bytes bound;  ///< no order has a smaller peak
  std::vector<Cell> cells;

  /// Memory saved by a way against the first.
  [[nodiscard]] double saved(std::size_t way) const {
    return 1 - static_cast<double>(cells[way].footprint.count) / static_cast<double>(cells[0].footprint.count);
  }
};

/// Half of the time is the order's, the rest that of the layout; the plan is checked.
Cell run(const Graph& graph, const Way& way, double time_limit) {
  Cell out;
  const auto start = Task::Clock::now();
  const PlanRequest request{.strategies = {find_layout_strategy(way.layout)}, .order = find_order_strategy(way.order)};
  const auto planned = make_plans(graph, request, Task::with_time_limit(time_limit));
  const double seconds = milliseconds_since(start) / 1000;
  if (!planned) return out.reason = planned.error().text(), out;
  const Graph& ordered = planned->graph(graph);
  const Plan& plan = planned->best();
  if (!validate(graph, plan)->valid()) throw std::runtime_error(graph.name() + ": the plan is not valid");
  out.order_seconds = planned->order ? planned->order->milliseconds / 1000 : 0;
  out.layout_seconds = seconds - out.order_seconds;
  const auto operators = ordered.operators();
  out.peak = has_several_streams(graph)
                 ? planned->lower_bound
                 : theoretical_peak(ordered, std::vector<OperatorId>(operators.begin(), operators.end()));
  if (planned->order) out.bound = planned->order->ordered.lower_bound;
  out.footprint = plan.footprint;
  return out;
}

Row run_all(const Graph& graph, const Options& options) {
  Row row{graph.name(), graph.operator_count(), graph.tensor_count(), {}, {}};
  for (const Way& way : ways_of(options)) {
    std::cerr << graph.name() << ": " << way.title << "          \r";
    row.cells.push_back(run(graph, way, options.time_limit));
    row.bound = std::max(row.bound, row.cells.back().bound);
  }
  return row;
}

/// "45.20, 0.1 %, −38 %, 1.2 s": footprint in MiB, fragmentation, against the first way, time.
std::string cell_text(const Row& row, std::size_t way) {
  const Cell& cell = row.cells[way];
  if (!cell.planned()) return "– (" + cell.reason + ")";
  const bool least = row.bound.count > 0 && cell.footprint == row.bound;
  std::string out = least ? "**" + mebibytes(cell.footprint) + "**" : mebibytes(cell.footprint);
  out += ", " + number("%.2f", 100 * cell.fragmentation()) + " %";
  if (way > 0 && row.cells[0].planned()) out += ", " + number("%+.0f", -100 * row.saved(way)) + " %";
  return out + ", " + number("%.1f", cell.order_seconds + cell.layout_seconds) + " s";
}

/// Arithmetic means over the rows that a way planned, as the papers have them; the largest fragmentation and time.
std::string summary(const std::vector<Row>& rows, std::size_t way) {
  double saved = 0, worst = 0, longest = 0;
  std::size_t count = 0;
  for (const Row& row : rows) {
    const Cell& cell = row.cells[way];
    if (!cell.planned() || !row.cells[0].planned()) continue;
    ++count;
    saved += row.saved(way);
    worst = std::max(worst, cell.fragmentation());
    longest = std::max(longest, cell.order_seconds + cell.layout_seconds);
  }
  if (count == 0) return "–";
  return number("%+.1f", -100 * saved / static_cast<double>(count)) + " %, fragmentation at most " +
         number("%.2f", 100 * worst) + " %, time at most " + number("%.1f", longest) + " s";
}

void print_markdown(std::ostream& out, const std::vector<Row>& rows, const Options& options) {
  out << "# Orders and layouts of training steps\n\nFootprint in MiB, fragmentation (of the footprint, what is above "
         "the "
         "theoretical peak of the order), footprint against the first, time of order and layout, stopped "
         "after "
      << number("%g", options.time_limit) << " s; bold: equal to a bound that no order can be below."
      << (options.streams > 1 ? " On several streams, where what needs the least memory in one order of all operators "
                                "may not do so in others, the peak is the best bound known on all interleavings."
                              : "")
      << " Adam, weights and their state left out, which are "
         "there all the time.\n\n| network | operators | tensors | peak as given | least peak proved |";
  for (const Way& way : ways_of(options)) out << ' ' << way.title << " (" << way.order << ", " << way.layout << ") |";
  out << bench::rule("|---|---:|---:|---:|---:|", ways_of(options).size());
  for (const Row& row : rows) {
    out << "\n| " << row.name << " | " << row.operators << " | " << row.tensors << " | " << mebibytes(row.cells[1].peak)
        << " | " << (row.bound.count == 0 ? "–" : mebibytes(row.bound)) << " |";
    for (std::size_t way = 0; way < ways_of(options).size(); ++way) out << ' ' << cell_text(row, way) << " |";
  }
  out << "\n\nOn average against the first:\n\n";
  for (std::size_t way = 1; way < ways_of(options).size(); ++way)
    out << "- " << ways_of(options)[way].title << ": " << summary(rows, way) << '\n';
}

void print_csv(std::ostream& out, const std::vector<Row>& rows, const Options& options) {
  out << "network,operators,tensors,way,order,layout,peak,bound,footprint,order_seconds,layout_seconds,reason\n";
  for (const Row& row : rows)
    for (std::size_t way = 0; way < ways_of(options).size(); ++way) {
      const Cell& cell = row.cells[way];
      out << '"' << row.name << "\"," << row.operators << ',' << row.tensors << ",\"" << ways_of(options)[way].title
          << "\"," << ways_of(options)[way].order << ',' << ways_of(options)[way].layout << ',' << cell.peak.count
          << ',' << row.bound.count << ',' << cell.footprint.count << ',' << number("%.3f", cell.order_seconds) << ','
          << number("%.3f", cell.layout_seconds) << ",\"" << cell.reason << "\"\n";
    }
}

/// Written after each network, so that what is there can be read before the end.
void run_zoo(const Options& options) {
  std::vector<Row> rows;
  for (const ZooNetwork& network : zoo_networks()) {
    if (network.id.find(options.only) == std::string_view::npos) continue;
    for (std::int64_t batch : options.batches) {
      const auto graph = make_zoo_graph(network, {.batch = batch, .streams = options.streams});
      if (!graph) throw std::runtime_error(graph.error().text());
      rows.push_back(run_all(*graph, options));
      if (!options.output.empty()) bench::write(rows, options);
    }
  }
  std::cerr << '\n';
  if (options.output.empty()) bench::write(rows, options);
}

}  // namespace
}  // namespace stowage

int main(int argc, char** argv) {
  stowage::Options options;
  CLI::App app("Orders and layouts of the training steps of all networks, as one table");
  options.add_to(app, "order and layout of a network", "networks whose id has this in it", "each network and way");
  app.add_option("--batch", options.batches, "Batch sizes, with commas between (default: 1,32)")->delimiter(',');
  app.add_option("--streams", options.streams, "Of each network (default: 1)")->check(CLI::PositiveNumber);
  return stowage::bench::run(app, argc, argv, [&] { stowage::run_zoo(options); });
}
