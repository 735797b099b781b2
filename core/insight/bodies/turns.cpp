// SPDX-License-Identifier: Apache-2.0
#include "core/insight/bodies/turns.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "core/base/text.h"
#include "core/insight/bodies/lay_out.h"
#include "core/safety/conflicts.h"

namespace stowage {

std::vector<TensorId> carried_from(const Loop& loop) {
  std::vector<TensorId> out(loop.body.tensor_count());
  for (const auto& [into, from] : loop.carry) out[into.index()] = from;
  return out;
}

Result<Turns> turns_of(const Loop& loop, const std::vector<bool>& kept, const Turns& wanted, const Task& task) {
  const Graph& body = loop.body;
  const std::vector<TensorId> from = carried_from(loop);
  STOWAGE_TRY(const auto conflicts, Conflicts::compute(body, task));
  Turns out;
  std::unordered_map<std::size_t, std::vector<std::pair<TensorId, std::size_t>>> holders;  // by maker: who, how late
  std::vector<std::size_t> lengths;
  std::vector<std::size_t> met(body.tensor_count());
  for (const Carry& carry : loop.carry) {
    std::fill(met.begin(), met.end(), 0);
    TensorId at = carry.into;
    std::size_t steps = 0;
    for (; from[at.index()].valid() && met[at.index()] == 0; at = from[at.index()]) met[at.index()] = ++steps;
    if (from[at.index()].valid()) {  // a circle
      const std::size_t length = steps - met[at.index()] + 1;
      out.first = std::max(out.first, steps - length);
      lengths.push_back(length);
      continue;
    }
    out.first = std::max(out.first, steps);
    if (body.producer(at).valid()) holders[at.index()].emplace_back(carry.into, steps);
  }
  for (const auto& [maker, each] : holders) {
    const std::size_t depth = std::ranges::max(each, {}, &std::pair<TensorId, std::size_t>::second).second;
    const bool over = std::ranges::all_of(each, [&](const auto& holder) {
      return holder.second < depth || (!kept[holder.first.index()] && conflicts.before(holder.first, TensorId(maker)));
    });
    lengths.push_back(over ? depth : depth + 1);
  }
  // Where the least common multiple is too large, the longest will do, at the cost of places; but for circles.
  constexpr std::size_t kMaxRepeated = 50'000;
  const std::size_t things = std::max(body.operator_count(), body.tensor_count()) + 1;
  for (std::size_t length : lengths) out.repeat = std::min(std::lcm(out.repeat, length), kMaxLaidOut);
  if (wanted.repeat > 1 || wanted.first > 0) {
    out.first = std::max(out.first, std::min(wanted.first, kMaxLaidOut));
    out.repeat = std::lcm(out.repeat, std::clamp<std::size_t>(wanted.repeat, 1, kMaxLaidOut));
    if ((out.first + out.repeat) * things <= kMaxRepeated) return out;
    return tl::unexpected(Error::of(Error::Kind::too_large,
                                    "what the loop carries comes round in the plan only after " +
                                        grouped_digits(out.first + out.repeat) + " iterations, which are too many"));
  }
  if (lengths.empty() || (out.first + out.repeat) * things <= kMaxRepeated) return out;
  if (std::ranges::any_of(loop.carry, [&](const Carry& c) { return from[c.from.index()].valid(); }) && out.repeat > 100)
    return tl::unexpected(
        Error::of(Error::Kind::too_large, "what the loop carries comes round only after " +
                                              (out.repeat == kMaxLaidOut ? "more than " : std::string()) +
                                              grouped_digits(out.repeat) + " iterations, which are too many to plan"));
  if (out.repeat > 100) out.repeat = std::ranges::max(lengths);
  return out;
}

}  // namespace stowage
