// SPDX-License-Identifier: Apache-2.0
#include "tests/support/reference_plan.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>

namespace stowage::test {
namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;
using Int = std::int64_t;
constexpr Int kInfinite = Int{1} << 61;

struct Block {
  std::vector<std::size_t> members;
  Int size = 0;
  Int step = 1;
  bool idle = true;
};

struct Stretch {
  Int lo, hi;
};
struct Object {
  Int begin, end;
};

class Reference {
 public:
  Reference(const Graph& graph, const Pairs& pairs, Int alignment) : graph_(graph), alignment_(alignment) {
    unsafe_.assign(graph.tensor_count(), std::vector<bool>(graph.tensor_count()));
    for (auto [i, j] : pairs) unsafe_[i][j] = unsafe_[j][i] = true;
    for (TensorId t : graph.tensors()) sizes_.push_back((graph.size(t).count + alignment - 1) / alignment * alignment);
    for (TensorId t : graph.tensors()) add_block(t);
  }

  std::vector<Offset> plan(const std::string& object, const std::string& sort, bool best) {
    std::vector<Offset> out(graph_.tensor_count());
    std::vector<Object> objects;
    if (object == "so") objects.push_back({0, kInfinite});
    for (std::size_t b : order(sort)) {
      Int start = 0;
      if (!blocks_[b].idle) {
        start = place(blocks_[b], objects, best);
        Int at = start;
        for (std::size_t t : blocks_[b].members) placed_.push_back({t, at}), at += sizes_[t];
      }
      for (std::size_t t : blocks_[b].members) out[t] = {start}, start += sizes_[t];
    }
    return out;
  }

 private:
  void add_block(TensorId t) {
    Block block;
    const GroupId group = graph_.group(t);
    if (group.valid())
      for (TensorId member : graph_.members(group)) block.members.push_back(member.index());
    else
      block.members.push_back(t.index());
    if (*std::ranges::min_element(block.members) != t.index()) return;
    block.step = group.valid() ? alignment_ : std::lcm(alignment_, Int{graph_.alignment(t)});
    for (std::size_t m : block.members) {
      block.size += sizes_[m];
      if (sizes_[m] > 0 && graph_.is_needed(TensorId(m))) block.idle = false;
    }
    blocks_.push_back(block);
  }

  /// First and last step of the global order at which it is needed; first > last: never.
  std::pair<Int, Int> steps(std::size_t t) const {
    const TensorId id(t);
    if (!graph_.is_needed(id)) return {1, 0};
    const Int first = graph_.producer(id).valid() ? Int(graph_.producer(id).index()) : 0;
    Int last = graph_.producer(id).valid() ? first : -1;
    for (OperatorId use : graph_.consumers(id)) last = std::max(last, Int(use.index()));
    return {first, graph_.is_output(id) ? Int(graph_.operator_count()) - 1 : last};
  }

  Int key(const Block& block, const std::string& sort) const {
    Int out = 0;
    if (sort == "source") {
      out = kInfinite;
      for (std::size_t m : block.members) out = std::min(out, graph_.is_needed(TensorId(m)) ? steps(m).first : 0);
      return out;
    }
    for (std::size_t m : block.members) {
      if (sort == "unsafe")
        for (std::size_t t = 0; t < sizes_.size(); ++t)
          out -= unsafe_[m][t] && std::ranges::find(block.members, t) == block.members.end();
      if (sort == "breadth") {
        Int live = 0;
        for (std::size_t t = 0; t < sizes_.size(); ++t)
          if (steps(t).first <= steps(m).first && steps(m).first <= steps(t).second) live += sizes_[t];
        if (steps(m).first <= steps(m).second) out = std::min(out, -live);
      }
    }
    return out;
  }

  std::vector<std::size_t> order(const std::string& sort) const {
    std::vector<std::tuple<Int, Int, std::size_t>> keys;
    for (std::size_t b = 0; b < blocks_.size(); ++b)
      keys.emplace_back(key(blocks_[b], sort), sort == "source" ? 0 : -blocks_[b].size, b);
    std::ranges::sort(keys);
    std::vector<std::size_t> out;
    for (const auto& k : keys) out.push_back(std::get<2>(k));
    return out;
  }

  /// The starts that placed blocks forbid: stretches apart from each other, ascending.
  std::vector<Stretch> forbidden(const Block& block) const {
    std::vector<Stretch> out;
    Int before = 0;
    for (std::size_t m : block.members) {
      if (sizes_[m] > 0)
        for (auto [t, at] : placed_)
          if (sizes_[t] > 0 && unsafe_[m][t]) out.push_back({at - sizes_[m] + 1 - before, at + sizes_[t] - before});
      before += sizes_[m];
    }
    std::ranges::sort(out, {}, &Stretch::lo);
    std::vector<Stretch> joined;
    for (Stretch each : out)
      if (!joined.empty() && each.lo <= joined.back().hi)
        joined.back().hi = std::max(joined.back().hi, each.hi);
      else
        joined.push_back(each);
    return joined;
  }

  /// The start in one object, or none.
  static std::optional<Int> start_in(const Block& block, Object object, const std::vector<Stretch>& forbidden,
                                     bool best) {
    const auto up = [&](Int x) { return (x + block.step - 1) / block.step * block.step; };
    std::vector<Int> candidates{up(object.begin)};
    for (Stretch f : forbidden)
      if (f.hi > object.begin) candidates.push_back(up(f.hi));
    std::optional<std::pair<Int, Int>> found;
    for (Int x : candidates) {
      Int next = object.end - block.size + 1;
      bool feasible = x < next;
      for (Stretch f : forbidden) {
        if (f.lo <= x && x < f.hi) feasible = false;
        if (f.lo > x && f.lo < f.hi) next = std::min(next, f.lo);
      }
      const std::pair<Int, Int> rank = best ? std::pair(next - x, x) : std::pair(x, Int{0});
      if (feasible && (!found || rank < *found)) found = rank;
    }
    if (!found) return std::nullopt;
    return best ? found->second : found->first;
  }

  Int place(const Block& block, std::vector<Object>& objects, bool best) const {
    const std::vector<Stretch> taken = forbidden(block);
    for (Object object : objects)
      if (const auto start = start_in(block, object, taken, best)) return *start;
    const Int top = objects.empty() ? 0 : objects.back().end;
    const Int begin = (top + block.step - 1) / block.step * block.step;
    objects.push_back({begin, begin + block.size});
    return begin;
  }

  const Graph& graph_;
  Int alignment_;
  std::vector<std::vector<bool>> unsafe_;
  std::vector<Int> sizes_;
  std::vector<Block> blocks_;
  std::vector<std::pair<std::size_t, Int>> placed_;
};

}  // namespace

std::vector<Offset> reference_plan(const Graph& graph, const Pairs& pairs, const std::string& id, Int alignment) {
  const std::size_t first = id.find('.'), second = id.find('.', first + 1);
  return Reference(graph, pairs, alignment)
      .plan(id.substr(0, first), id.substr(first + 1, second - first - 1), id.substr(second + 1) == "best");
}

std::size_t count_faults(const Graph& graph, const Pairs& pairs, const std::vector<Offset>& offsets, Int alignment) {
  std::size_t faults = 0;
  for (auto [i, j] : pairs) {
    const Int a = offsets[i].value, b = offsets[j].value;
    const Int a_size = graph.size(TensorId(i)).count, b_size = graph.size(TensorId(j)).count;
    faults += a_size > 0 && b_size > 0 && a < b + b_size && b < a + a_size;
  }
  std::vector<bool> exempt(graph.tensor_count());
  for (GroupId g : graph.groups()) {
    const auto members = graph.members(g);
    for (std::size_t k = 1; k < members.size(); ++k) {
      exempt[members[k].index()] = true;
      const Int size = (graph.size(members[k - 1]).count + alignment - 1) / alignment * alignment;
      faults += offsets[members[k].index()].value != offsets[members[k - 1].index()].value + size;
    }
  }
  for (TensorId t : graph.tensors()) {
    if (graph.size(t).count == 0 || !graph.is_needed(t)) continue;
    const Int offset = offsets[t.index()].value;
    const bool aligned = offset % alignment == 0 && offset % Int{graph.alignment(t)} == 0;
    faults += offset < 0 || (!exempt[t.index()] && !aligned);
  }
  return faults;
}

}  // namespace stowage::test
