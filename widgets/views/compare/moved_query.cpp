// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/moved_query.h"

#include <algorithm>
#include <string_view>

#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

std::string_view name_of(const PlanPair& pair, const TensorDifference& one) {
  return one.after.valid() ? pair.after.graph->name(one.after) : pair.before.graph->name(one.before);
}

std::optional<std::int64_t> life_end(const PlanPair& pair, const TensorDifference& one, bool from) {
  const bool now = one.is.size.count > 0;
  const Lifetime life = now ? one.is.life : one.was.life;
  const auto times = (now ? pair.after : pair.before).graph->times();
  if (!times.empty()) return times[from ? life.begin : life.end];
  return from ? life.begin : life.end - 1;
}

}  // namespace

QString moved_name(const PlanPair& pair, const TensorDifference& one) {
  return text_of(name_of(pair, one));
}

std::optional<std::int64_t> moved_number(const PlanPair& pair, const TensorDifference& one, MovedColumn column) {
  const bool was = one.was.size.count > 0, is = one.is.size.count > 0;
  switch (column) {
    case MovedColumn::size:
      return (is ? one.is : one.was).size.count;
    case MovedColumn::size_change:
      return one.size_change().count;
    case MovedColumn::offset_before:
      return was ? std::optional(one.was.offset.value) : std::nullopt;
    case MovedColumn::offset_after:
      return is ? std::optional(one.is.offset.value) : std::nullopt;
    case MovedColumn::moved_by:
      return was && is ? std::optional(one.moved_by().count) : std::nullopt;
    case MovedColumn::life_from:
      return life_end(pair, one, true);
    case MovedColumn::life_to:
      return life_end(pair, one, false);
    case MovedColumn::name:
    case MovedColumn::change:
      return std::nullopt;
  }
  return std::nullopt;
}

std::vector<std::uint32_t> find_moved(const PlanPair& pair, const PlanDifference& difference, const MovedQuery& query,
                                      const std::stop_token& stop) {
  constexpr std::size_t kLookUp = 4096;  // rows between questions whether to stop
  const auto& changed = difference.changed;
  std::vector<std::uint32_t> rows;
  for (std::size_t k = 0; k < changed.size(); ++k) {
    if (k % kLookUp == 0 && stop.stop_requested()) return rows;
    if (query.steps && !query.steps->meets(changed[k].was.life) && !query.steps->meets(changed[k].is.life)) continue;
    if (query.name.isEmpty() || moved_name(pair, changed[k]).contains(query.name, Qt::CaseInsensitive))
      rows.push_back(static_cast<std::uint32_t>(k));
  }
  if (!query.sort) return rows;
  const auto sort_by = [&](const auto& key) {
    std::ranges::stable_sort(rows, [&](std::uint32_t a, std::uint32_t b) {
      return query.descending ? key(changed[b]) < key(changed[a]) : key(changed[a]) < key(changed[b]);
    });
  };
  if (*query.sort == MovedColumn::name)
    sort_by([&](const TensorDifference& one) { return name_of(pair, one); });
  else if (*query.sort == MovedColumn::change)
    sort_by([](const TensorDifference& one) { return one.change; });
  else
    sort_by([&](const TensorDifference& one) { return moved_number(pair, one, *query.sort); });
  return rows;
}

}  // namespace stowage
