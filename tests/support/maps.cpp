// SPDX-License-Identifier: Apache-2.0
#include "tests/support/maps.h"

#include <algorithm>
#include <random>
#include <string>

#include "tests/support/graphs.h"
#include "tests/support/planning.h"

namespace stowage::test {

PlanView plan_view(Graph graph, const std::vector<std::int64_t>& offsets, Bytes lower_bound) {
  PlanView view;
  view.graph = std::make_shared<const Graph>(std::move(graph));
  view.lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*view.graph));
  Plan plan = plan_at(*view.graph, offsets);
  plan.strategy = "by hand";
  plan.lower_bound = lower_bound;
  view.plan = std::make_shared<const Plan>(std::move(plan));
  return view;
}

PlanView lanes_of_tensors(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto below = [&](std::uint64_t n) { return engine() % n; };
  const std::size_t steps = std::max<std::size_t>(64, count / 50);

  GraphBuilder builder;
  builder.set_name("lanes");
  builder.reserve(steps, count);
  const StreamId streams[] = {builder.add_stream(0), builder.add_stream(1)};
  for (std::size_t step = 0; step < steps; ++step)
    builder.add_operator({.name = std::to_string(step), .stream = streams[step % 2]});
  std::vector<std::int64_t> offsets;
  std::int64_t low = 0;
  while (offsets.size() < count) {
    const std::int64_t height = std::int64_t{256} << below(12);
    for (std::size_t step = below(8); step < steps && offsets.size() < count;) {
      const std::size_t kind = below(100);
      const std::size_t length = 1 + (kind < 70 ? below(10) : kind < 97 ? below(200) : below(steps / 4));
      const std::size_t end = std::min(steps, step + length);
      const OperatorId last(end - 1);
      builder.add_tensor({.name = std::to_string(offsets.size()),
                          .size = {height - static_cast<std::int64_t>(below(static_cast<std::uint64_t>(height / 2)))},
                          .producer = OperatorId(step),
                          .consumers = {&last, 1}});
      offsets.push_back(low);
      step = end + below(6);
    }
    low += height;
  }
  return plan_view(built(std::move(builder)), offsets);
}

PlanView with_holds(const std::vector<std::int64_t>& offsets) {
  PlanView view = plan_view(graph_of(R"(
    streams: 0 1 2
    op a @1; op b @1; op x @2; op p @0; op u @0; op c @1; op d @1; op y @2
    t t 1000 : p -> u; t w 1000 : x -> y
    sync b p; sync u y
  )"),
                            offsets);
  view.conflicts = std::make_shared<const Conflicts>(*Conflicts::compute(*view.graph));
  return view;
}

PlanView mirrored(const PlanView& view) {
  Plan plan = *view.plan;
  for (TensorId t : view.graph->tensors())
    plan.offsets[t.index()].value = plan.footprint.count - plan.offsets[t.index()].value - view.graph->size(t).count;
  plan.strategy = "mirrored";
  PlanView out = view;
  out.plan = std::make_shared<const Plan>(std::move(plan));
  return out;
}

}  // namespace stowage::test
