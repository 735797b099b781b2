// SPDX-License-Identifier: Apache-2.0
#include "core/papers/olla/mip_model.h"

#include <cassert>

namespace stowage {
namespace {

std::int64_t divided_up(std::int64_t value, std::int64_t by) {
  return (value + by - 1) / by;
}

/// What keeps `upper` above `lower`: start(upper) >= start(lower) + weight.
template <class Span>
std::int64_t weight_of(const Span& lower, const Span& upper) {
  return lower.top - upper.foot;
}

}  // namespace

Result<MipModel> MipModel::make(const LayoutProblem& problem, Bytes least, Bytes most, const Task& task) {
  MipModel model;
  model.blocks_ = problem.block_count();
  model.unit_ = {problem.granularity()};
  if (auto found = model.find_pairs(problem, task); !found) return tl::unexpected(std::move(found.error()));
  model.write_program(problem, least, most);
  return model;
}

Result<void> MipModel::find_pairs(const LayoutProblem& problem, const Task& task) {
  struct Member {
    TensorId tensor;
    Span span;
  };
  std::vector<Member> members;  // by block
  for (std::size_t b = 0; b < blocks_; ++b) {
    const auto block = problem.block(b);
    if (std::ranges::none_of(block, [&](TensorId t) { return problem.occupies(t); })) continue;
    const auto placed = static_cast<std::uint32_t>(placed_.size());
    placed_.push_back({.block = static_cast<std::uint32_t>(b),
                       .column = 0,
                       .size = problem.block_size(b).count / unit_.count,
                       .step = std::max<std::int64_t>(1, problem.block_step(b) / unit_.count)});
    std::int64_t foot = 0;
    for (const TensorId t : block) {
      const std::int64_t top = foot + problem.sizes()[t.index()].count / unit_.count;
      if (problem.occupies(t)) members.push_back({t, {placed, foot, top}});
      foot = top;
    }
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    for (std::size_t j = i + 1; j < members.size(); ++j) {
      const Member &a = members[i], &b = members[j];
      if (a.span.placed == b.span.placed || !problem.conflicts().unsafe(a.tensor, b.tensor)) continue;
      if (pairs_.size() == kMostMipPairs)
        return tl::unexpected(Error::of(Error::Kind::too_large, "mip takes up to " + std::to_string(kMostMipPairs) +
                                                                    " unsafe pairs, and this graph has more"));
      pairs_.push_back({a.span, b.span});
    }
  }
  return {};
}

void MipModel::write_program(const LayoutProblem& problem, Bytes least, Bytes most) {
  program_.add_column({divided_up(least.count, unit_.count), most.count / unit_.count});
  for (Placed& placed : placed_) {
    placed.column = program_.add_column({0, (this->most() - placed.size) / placed.step, placed.step > 1});
    const LinearProgram::Term terms[] = {{0, 1}, {placed.column, -placed.step}};
    program_.add_row(terms, placed.size);
  }
  // The mirror image of a plan without groups and steps is a plan too: the order of one pair may be chosen.
  const bool mirrored = problem.block_count() == problem.sizes().size() &&
                        std::ranges::all_of(placed_, [](const Placed& placed) { return placed.step == 1; });
  const auto weight = [](const Pair& pair) { return std::min(pair.a.top - pair.a.foot, pair.b.top - pair.b.foot); };
  const auto chosen = std::ranges::max_element(pairs_, {}, weight) - pairs_.begin();
  for (std::size_t p = 0; p < pairs_.size(); ++p)
    add_pair(pairs_[p], mirrored && p == static_cast<std::size_t>(chosen));
}

void MipModel::add_pair(const Pair& pair, bool fixed) {
  const std::uint32_t choice = program_.add_column({0, fixed ? 0 : 1});
  add_below(pair.a, pair.b, choice, 0);
  add_below(pair.b, pair.a, choice, 1);
}

/// `lower` is below `upper` when the choice is `when`; otherwise the row always holds. `big` is the least possible.
void MipModel::add_below(const Span& lower, const Span& upper, std::uint32_t choice, std::int64_t when) {
  const Placed &l = placed_[lower.placed], &u = placed_[upper.placed];
  const std::int64_t weight = weight_of(lower, upper), big = weight + most() - l.size;
  if (big <= 0) return;
  const LinearProgram::Term terms[] = {{u.column, u.step}, {l.column, -l.step}, {choice, when == 0 ? big : -big}};
  program_.add_row(terms, when == 0 ? weight : weight - big);
}

double MipModel::violation(std::span<const double> values) const {
  double worst = 0;
  for (const Placed& placed : placed_) {
    const double start = static_cast<double>(placed.step) * values[placed.column];
    worst = std::max({worst, -start, start + static_cast<double>(placed.size) - values[0]});
  }
  for (const auto& [a, b] : pairs_) {
    const double apart = start_of(b, values) - start_of(a, values);
    worst = std::max(
        worst, std::min(static_cast<double>(weight_of(a, b)) - apart, static_cast<double>(weight_of(b, a)) + apart));
  }
  return worst;
}

std::optional<std::vector<std::int64_t>> MipModel::starts(std::span<const double> values) const {
  struct Arc {
    std::uint32_t lower, upper;
    std::int64_t weight;
    double from;
  };
  std::vector<Arc> arcs;
  arcs.reserve(pairs_.size());
  for (const auto& [a, b] : pairs_) {
    const double from = start_of(a, values), apart = start_of(b, values) - from;
    if (static_cast<double>(weight_of(a, b)) - apart <= static_cast<double>(weight_of(b, a)) + apart)
      arcs.push_back({a.placed, b.placed, weight_of(a, b), from});
    else
      arcs.push_back({b.placed, a.placed, weight_of(b, a), from + apart});
  }
  std::ranges::stable_sort(arcs, {}, &Arc::from);  // so that one sweep nearly always settles all
  std::vector<std::int64_t> start(placed_.size());
  bool changed = true;
  for (std::size_t sweep = 0; changed; ++sweep) {
    if (sweep > placed_.size()) return {};  // a cycle
    changed = false;
    for (const Arc& arc : arcs) {
      const std::int64_t least =
          round_up(std::max<std::int64_t>(0, start[arc.lower] + arc.weight), placed_[arc.upper].step);
      if (least <= start[arc.upper]) continue;
      if (least > kMaxTotalSize.count) return {};
      start[arc.upper] = least;
      changed = true;
    }
  }
  std::vector<std::int64_t> out(blocks_);
  for (std::size_t p = 0; p < placed_.size(); ++p) out[placed_[p].block] = start[p];
  return out;
}

}  // namespace stowage
