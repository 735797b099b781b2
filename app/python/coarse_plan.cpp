// SPDX-License-Identifier: Apache-2.0
#include "app/python/coarse_plan.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/builder.h"
#include "core/graph/lifetimes.h"

namespace stowage::python {
namespace {

/// Bytes from `low` up to `high`, in columns from `begin` up to `end`.
struct Block {
  std::size_t begin, end;
  std::int64_t low, high;
};

/// Bytes of each cell that tensors without a block of their own take, on average over its column.
class Dust {
 public:
  Dust(std::size_t columns, std::size_t rows) : columns_(columns), jumps_(rows, std::vector<double>(columns + 2)) {}

  /// `from`, `to`: columns and parts of them.
  void add(std::size_t row, double from, double to, double bytes) {
    const auto first = static_cast<std::size_t>(from), last = static_cast<std::size_t>(to);
    std::vector<double>& jumps = jumps_[row];
    if (first == last) {
      jumps[first] += (to - from) * bytes;
      jumps[first + 1] -= (to - from) * bytes;
      return;
    }
    const double in_first = static_cast<double>(first + 1) - from, in_last = to - static_cast<double>(last);
    jumps[first] += in_first * bytes;
    jumps[first + 1] += (1 - in_first) * bytes;
    jumps[last] += (in_last - 1) * bytes;
    jumps[last + 1] -= in_last * bytes;
  }
  /// Turns jumps into their running sums.
  void settle() {
    for (std::vector<double>& row : jumps_)
      for (std::size_t c = 1; c < columns_; ++c) row[c] += row[c - 1];
  }
  [[nodiscard]] double at(std::size_t row, std::size_t column) const { return jumps_[row][column]; }

 private:
  std::size_t columns_;
  std::vector<std::vector<double>> jumps_;
};

class Coarsening {
 public:
  Coarsening(const Graph& graph, const Plan& plan, const CoarseGrid& grid)
      : graph_(graph),
        plan_(plan),
        steps_(graph.operator_count()),
        columns_(std::max<std::size_t>(1, std::min(grid.columns, steps_))),
        rows_(std::max<std::size_t>(1, grid.rows)),
        row_bytes_(std::max<std::int64_t>(
            1, (plan.footprint.count + static_cast<std::int64_t>(rows_) - 1) / static_cast<std::int64_t>(rows_))),
        lives_(lifetimes(graph)),
        sizes_(rounded_sizes(graph, plan.alignment)),
        dust_(columns_, rows_) {
    choose_alone(grid.most_alone);
  }

  Result<CoarsePlan> run() && {
    builder_.set_name(graph_.name());
    add_columns();
    const std::string one = "one tensor";
    for (const TensorId t : alone_) add(block_of(t), graph_.name(t), graph_.stream_count() > 1 ? stream_of(t) : one);
    out_.alone = alone_.size();
    fill();
    STOWAGE_TRY(BuiltGraph built, std::move(builder_).build());
    out_.graph = std::move(built.graph);
    out_.plan.graph = plan_.graph;
    out_.plan.strategy = plan_.strategy;
    out_.plan.footprint = plan_.footprint;
    out_.plan.lower_bound = plan_.lower_bound;
    out_.plan.proved_optimal = plan_.proved_optimal;
    return std::move(out_);
  }

 private:
  [[nodiscard]] double column_of(std::uint32_t step) const {
    return static_cast<double>(step) * static_cast<double>(columns_) / static_cast<double>(steps_);
  }
  [[nodiscard]] std::size_t nearest_column(std::uint32_t step) const {
    return static_cast<std::size_t>(std::llround(column_of(step)));
  }
  [[nodiscard]] Block block_of(TensorId t) const {
    const Lifetime life = lives_[t.index()];
    const std::int64_t low = plan_.offsets[t.index()].value;
    return {nearest_column(life.begin), nearest_column(life.end), low, low + sizes_[t.index()].count};
  }

  void choose_alone(std::size_t most) {
    std::vector<std::pair<double, TensorId>> order;
    for (const TensorId t : graph_.tensors()) {
      const Lifetime life = lives_[t.index()];
      if (life.empty() || sizes_[t.index()] <= Bytes{}) continue;
      const double steps = life.end - life.begin;
      order.emplace_back(-steps * static_cast<double>(sizes_[t.index()].count), t);
    }
    std::vector<bool> alone(graph_.tensor_count());
    const auto wide = std::ranges::partition(order, [&](const auto& each) {
      const Block block = block_of(each.second);
      return block.begin < block.end;
    });
    const auto last =
        order.begin() + std::min<std::ptrdiff_t>(wide.begin() - order.begin(), static_cast<std::ptrdiff_t>(most));
    std::nth_element(order.begin(), last, wide.begin());
    for (auto it = order.begin(); it != last; ++it) alone_.push_back(it->second);
    std::ranges::sort(alone_);
    for (auto it = last; it != order.end(); ++it) scatter(it->second);
    out_.merged = static_cast<std::size_t>(order.end() - last);
    dust_.settle();
  }

  void scatter(TensorId t) {
    const Lifetime life = lives_[t.index()];
    const std::int64_t low = std::max<std::int64_t>(0, plan_.offsets[t.index()].value);
    const std::int64_t high = std::min(plan_.footprint.count, plan_.offsets[t.index()].value + sizes_[t.index()].count);
    for (std::int64_t row = low / row_bytes_; row * row_bytes_ < high; ++row) {
      const std::int64_t bytes = std::min(high, (row + 1) * row_bytes_) - std::max(low, row * row_bytes_);
      dust_.add(static_cast<std::size_t>(row), column_of(life.begin), column_of(life.end), static_cast<double>(bytes));
    }
  }

  void add_columns() {
    std::vector<std::int64_t> times;
    for (std::size_t c = 0; c <= (steps_ == 0 ? 0 : columns_); ++c) {
      const std::size_t step = c * steps_ / columns_;
      times.push_back(graph_.times().empty() ? static_cast<std::int64_t>(step) : graph_.times()[step]);
    }
    builder_.add_steps(std::move(times));
  }

  [[nodiscard]] std::string stream_of(TensorId t) const {
    const OperatorId producer = graph_.producer(t);
    if (!producer.valid()) return "present from the start";
    const Graph::Stream& stream = graph_.info(graph_.stream(producer));
    return stream.name.empty() ? "stream " + std::to_string(stream.number) : stream.name;
  }

  void add(const Block& block, std::string_view name, std::string_view kind) {
    const OperatorId last(block.end - 1);
    builder_.add_tensor({.name = name,
                         .size = {block.high - block.low},
                         .producer = OperatorId(block.begin),
                         .consumers = {&last, 1},
                         .kind = kind});
    out_.plan.offsets.push_back({block.low});
  }
  void add_merged(Block block, std::size_t end) {
    block.end = end;
    std::string name = "merged " + std::to_string(++out_.blocks);
    while (builder_.find_tensor(name).valid()) name += '\'';
    add(block, name, "merged");
  }

  /// Goes from column to column, around the tensors that stand alone; a filled stretch goes on while it stays the same.
  void fill() {
    std::vector<Block> coming, here, open;
    for (const TensorId t : alone_) coming.push_back(block_of(t));
    std::ranges::sort(coming, {}, &Block::begin);
    auto next = coming.begin();
    for (std::size_t c = 0; c < columns_ && steps_ > 0; ++c) {
      std::erase_if(here, [&](const Block& block) { return block.end <= c; });
      const std::size_t known = here.size();
      for (; next != coming.end() && next->begin == c; ++next) here.push_back(*next);
      if (here.size() > known) std::ranges::sort(here, {}, &Block::low);
      std::vector<Block> filled = filled_in(c, here);
      auto before = open.begin();
      for (Block& block : filled) {
        while (before != open.end() && before->low < block.low) add_merged(*before++, c);
        if (before == open.end() || before->low != block.low) continue;
        if (before->high == block.high)
          block.begin = before->begin;
        else
          add_merged(*before, c);
        ++before;
      }
      for (; before != open.end(); ++before) add_merged(*before, c);
      open = std::move(filled);
    }
    for (const Block& block : open) add_merged(block, columns_);
  }

  /// The filled stretches of a column, upwards.
  [[nodiscard]] std::vector<Block> filled_in(std::size_t column, const std::vector<Block>& alone) const {
    std::vector<Block> out, gaps;
    double due = 0;
    std::int64_t taken = 0;  // all below is taken, or in a row that is done
    auto next = alone.begin();
    for (std::size_t row = 0; row < rows_; ++row) {
      const std::int64_t top = std::min(plan_.footprint.count, (static_cast<std::int64_t>(row) + 1) * row_bytes_);
      gaps.clear();
      std::int64_t room = 0;
      for (std::int64_t at = std::max(taken, static_cast<std::int64_t>(row) * row_bytes_); at < top;) {
        const std::int64_t until = next == alone.end() ? top : std::min(top, next->low);
        if (until > at) gaps.push_back({column, column + 1, at, until}), room += until - at;
        at = std::max(at, until);
        if (at >= top) break;
        taken = std::max(taken, next->high);
        at = std::max(at, next++->high);
      }
      const double limit = static_cast<double>(row_bytes_);
      due = std::clamp(due + dust_.at(row, column), -limit, 2 * limit);
      if (room == 0 || 2 * due < static_cast<double>(room)) continue;
      due -= static_cast<double>(room);
      for (const Block& gap : gaps)
        if (!out.empty() && out.back().high == gap.low)
          out.back().high = gap.high;
        else
          out.push_back(gap);
    }
    return out;
  }

  const Graph& graph_;
  const Plan& plan_;
  std::size_t steps_, columns_, rows_;
  std::int64_t row_bytes_;
  std::vector<Lifetime> lives_;
  std::vector<Bytes> sizes_;
  Dust dust_;
  std::vector<TensorId> alone_;  // ascending
  GraphBuilder builder_;
  CoarsePlan out_;
};

}  // namespace

Result<CoarsePlan> coarse_plan(const Graph& graph, const Plan& plan, const CoarseGrid& grid) {
  return Coarsening(graph, plan, grid).run();
}

}  // namespace stowage::python
