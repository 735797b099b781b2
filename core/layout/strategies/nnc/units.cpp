// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategies/nnc/units.h"

#include <algorithm>
#include <numeric>

namespace stowage {
namespace {

/// Joined steps beyond this are not worth a common address.
constexpr std::int64_t kMostStep = std::int64_t{1} << 40;

NncUnit unit_of(const LayoutProblem& problem, AllocationGraph::Node block) {
  NncUnit out{{block}, problem.block_size(block).count, problem.block_step(block), 0};
  for (TensorId t : problem.block(block)) out.degree += problem.degrees()[t.index()];
  return out;
}

/// How often the one step must be taken to suit the other too.
std::int64_t factor(std::int64_t step, std::int64_t other) {
  return other / std::gcd(step, other);
}

/// Takes the measure of both; their steps must have a common multiple that is sensible.
void combine(NncUnit& into, const NncUnit& other) {
  into.step *= factor(into.step, other.step);
  into.size = std::max(into.size, other.size);
  into.degree += other.degree;
}

}  // namespace

bool BlockOrder::before(AllocationGraph::Node a, AllocationGraph::Node b) const {
  for (TensorId x : problem_.block(a)) {
    if (!problem_.occupies(x)) continue;
    for (TensorId y : problem_.block(b))
      if (problem_.occupies(y) && !problem_.conflicts().before(x, y)) return false;
  }
  return true;
}

template <class Take>
bool BlockOrder::merge(const NncUnit& a, const NncUnit& b, const Take& take) const {
  auto x = a.blocks.begin(), y = b.blocks.begin();
  while (x != a.blocks.end() && y != b.blocks.end()) {
    if (before(*x, *y))
      take(*x++);
    else if (before(*y, *x))
      take(*y++);
    else
      return false;
  }
  std::for_each(x, a.blocks.end(), take);
  std::for_each(y, b.blocks.end(), take);
  return true;
}

bool BlockOrder::joinable(const NncUnit& a, const NncUnit& b) const {
  return a.step <= kMostStep / factor(a.step, b.step) && merge(a, b, [](AllocationGraph::Node) {});
}

NncUnit BlockOrder::joined(const NncUnit& a, const NncUnit& b) const {
  NncUnit out{{}, a.size, a.step, a.degree};
  combine(out, b);
  merge(a, b, [&](AllocationGraph::Node block) { out.blocks.push_back(block); });
  return out;
}

NncRequest BlockOrder::request_of_both(const NncUnit& a, const NncUnit& b) const {
  const auto earlier = [&](AllocationGraph::Node x, AllocationGraph::Node y) { return before(x, y) ? x : y; };
  const auto later = [&](AllocationGraph::Node x, AllocationGraph::Node y) { return before(x, y) ? y : x; };
  return {earlier(a.blocks.front(), b.blocks.front()), later(a.blocks.back(), b.blocks.back()),
          std::max(a.size, b.size), a.step * factor(a.step, b.step)};
}

std::vector<NncUnit> nnc_units(const LayoutProblem& problem, std::span<const Companions> companions) {
  constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<std::size_t> list_of(companions.empty() ? 0 : problem.sizes().size(), kNone);
  for (std::size_t k = 0; k < companions.size(); ++k)
    for (TensorId t : companions[k]) list_of[t.index()] = k;
  std::vector<std::size_t> unit_of_list(companions.size(), kNone);
  std::vector<NncUnit> units;
  for (AllocationGraph::Node b = 0; b < problem.block_count(); ++b) {
    const auto members = problem.block(b);
    if (std::ranges::none_of(members, [&](TensorId t) { return problem.occupies(t); })) continue;
    const std::size_t list = list_of.empty() ? kNone : list_of[members[0].index()];
    if (list != kNone && unit_of_list[list] != kNone) {
      NncUnit& unit = units[unit_of_list[list]];
      combine(unit, unit_of(problem, b));
      unit.blocks.push_back(b);
      continue;
    }
    if (list != kNone) unit_of_list[list] = units.size();
    units.push_back(unit_of(problem, b));
  }
  const BlockOrder order(problem);
  for (NncUnit& unit : units) std::ranges::sort(unit.blocks, [&](auto a, auto b) { return order.before(a, b); });
  return units;
}

}  // namespace stowage
