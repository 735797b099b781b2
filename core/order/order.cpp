// SPDX-License-Identifier: Apache-2.0
#include "core/order/order.h"

#include "core/graph/claims.h"
#include "core/graph/indexing.h"
#include "core/graph/laid_out.h"
#include "core/graph/lifetimes.h"
#include "core/order/exact_order.h"
#include "core/order/interleaved_peak.h"
#include "core/safety/owners_graph.h"

namespace stowage {
namespace {

constexpr double kShareOfSearch = 0.7;  // of the time, where the order found is then compared on several streams

Result<Order> run_given(const Graph& graph, const OrderOptions&, const Task&) {
  const auto operators = graph.operators();
  return Order{{operators.begin(), operators.end()}};
}

/// A remark on the chosen order; `own` is the strategy's remark on the order that it found.
std::string remark_on(StreamsOrder::Source chosen, const std::string& own) {
  if (chosen == StreamsOrder::Source::found) return own.empty() ? own : "run one at a time, " + own;
  constexpr const char* kRemarks[] = {
      "the given order needs less on several streams", "", "LESCEA's order, as it needs less on several streams",
      "stream by stream, as that needs less on several streams",
      "mixed with other orders stream by stream, as that needs less on several streams"};
  return kRemarks[static_cast<std::size_t>(chosen)];
}

/// Leaves in `order` that of the strategy, one mixed with it, or that of the graph, and in `out` how they compare.
void suit_streams(const Graph& graph, const Task& task, Order& order, OrderedGraph& out) {
  auto chosen = suit_streams(graph, order.sequence, order.lower_bound, task);
  if (!chosen) {
    order.sequence.assign(graph.operators().begin(), graph.operators().end());
    const Error& error = chosen.error();
    order.remark = error.is_stop()
                       ? error.text() + " before others were compared with the given order on several streams"
                       : "others could not be compared with it on several streams: " + error.text();
    out.kept_given = true;
    return;
  }
  order.remark = remark_on(chosen->source, order.remark);
  order.sequence = std::move(chosen->sequence);
  out.interleaved = InterleavedPeaks{chosen->interleaved, chosen->given_interleaved, chosen->lower_bound};
  out.kept_given = chosen->source == StreamsOrder::Source::given;
}

/// For an order that stays as a paper has it.
std::optional<InterleavedPeaks> compare_on_streams(const Graph& graph, const Order& order, const Task& task) {
  const auto given = interleaved_peak(graph, task);
  const auto chosen = given ? interleaved_peak(with_order(graph, order.sequence), task) : given;
  return chosen ? std::optional(InterleavedPeaks{*chosen, *given, {}}) : std::nullopt;
}

/// The graph with its bodies in one operator each, which has a workspace of as many bytes as its body needs at once.
Graph with_bodies_in_one(const Graph& graph) {
  const Graph& source = *graph.laid_out()->source;
  const auto& operators = graph.laid_out()->operators;
  std::vector<Bytes> sizes = rounded_sizes(graph, {1});
  std::fill_n(sizes.begin(), source.tensor_count(), Bytes{});
  const auto curve = curve_of<std::uint32_t>(sizes, lifetimes(graph), graph.operator_count());
  std::vector<Bytes> needed(source.operator_count());
  for (OperatorId o : graph.operators()) {
    Bytes& most = needed[operators[o.index()].index()];
    most = std::max(most, curve[o.index()]);
  }
  Graph::Data data = source.data();
  data.loops.clear();
  data.branches.clear();
  for (OperatorId o : source.operators()) {
    if (source.loop(o) == nullptr && source.branches(o).empty()) continue;
    data.tensor_names.add(std::string(source.name(o)) + " body");
    data.tensor_size.push_back(needed[o.index()]);
    data.tensor_producer.push_back(o);
    data.tensor_consumers.add_row({&o, 1});
    data.tensor_kind.push_back(0);
    data.tensor_output.push_back(false);
    data.tensor_group.push_back(GroupId());
    if (!data.tensor_alignment.empty()) data.tensor_alignment.push_back(1);
  }
  index_operator_tensors(data);
  index_views(data);
  return Graph(std::move(data));
}

/// Bodies run in one piece: the operators around them are ordered.
Result<OrderedGraph> order_around_bodies(const OrderStrategy& strategy, const Graph& graph, const OrderOptions& options,
                                         const Task& task) {
  const Graph around = with_bodies_in_one(graph);
  STOWAGE_TRY(OrderedGraph out, make_order(strategy, around, options, task));
  const auto parts = Csr<OperatorId>::from_each(around.operator_count(), [&](const auto& add) {
    for (OperatorId o : graph.operators()) add(graph.laid_out()->operators[o.index()].index(), o);
  });
  std::vector<OperatorId> sequence;
  for (OperatorId o : out.sequence) sequence.insert(sequence.end(), parts[o.index()].begin(), parts[o.index()].end());
  out.graph = with_order(graph, sequence);
  out.peak = theoretical_peak(graph, sequence);
  out.sequence = std::move(sequence);
  out.lower_bound = {};  // the workspaces are no lower bounds
  if (!out.remark.empty()) out.remark = "with each loop and branch in one piece, " + out.remark;
  out.interleaved.reset();
  return out;
}

}  // namespace

constexpr OrderStrategy kGivenOrder{"given", "As given",
                                    OrderText::tr("The order of the input, or a stable order derived from it"),
                                    "the input", run_given};

Result<OrderedGraph> make_order(const OrderStrategy& strategy, const Graph& graph, const OrderOptions& options,
                                const Task& task) {
  if (!graph.times().empty() && strategy.id != kGivenOrder.id)
    return tl::unexpected(
        Error::of(Error::Kind::unsupported, "the time axis of this graph fixes the order of its steps"));
  if (graph.laid_out() != nullptr && strategy.id != kGivenOrder.id)
    return order_around_bodies(strategy, graph, options, task);
  const bool several = strategy.id != kGivenOrder.id && has_several_streams(graph);
  // Only owners take bytes. Operators wait as before, so an order of the owners' graph is one of `graph`.
  std::optional<OwnersGraph> owners;
  if (graph.has_sharing() && strategy.id != kGivenOrder.id) {
    STOWAGE_TRY(owners, owners_graph(graph, task));
  }
  const Graph& ordinary = owners ? owners->graph : graph;
  STOWAGE_TRY(auto order, strategy.run(ordinary, options, several ? task.share(kShareOfSearch) : task));
  OrderedGraph out;
  if (several && strategy.suits_streams) {
    suit_streams(ordinary, task, order, out);
  } else if (several) {
    out.interleaved = compare_on_streams(ordinary, order, task);
    order.remark +=
        (order.remark.empty() ? "" : "; ") + std::string(strategy.title) + " orders operators that run one at a time";
  }
  if (!order.remark.empty() && uncounted(graph).any()) order.remark = "by counted bytes alone, " + order.remark;
  out.graph = with_order(graph, order.sequence);
  out.peak = theoretical_peak(graph, order.sequence);
  out.sequence = std::move(order.sequence);
  out.lower_bound = order.lower_bound;
  out.remark = std::move(order.remark);
  return out;
}

void record_order(Plan& plan, const Graph& graph, const Graph& given, std::string_view id) {
  const auto is_given = [&](OperatorId o) { return graph.name(o) == given.name(o); };
  plan.sequence.clear();
  plan.order = kGivenOrder.id;
  if (graph.operator_count() == given.operator_count() && std::ranges::all_of(graph.operators(), is_given)) return;
  plan.order = id.empty() || id == kGivenOrder.id ? "edited" : id;
  for (OperatorId o : graph.operators()) plan.sequence.emplace_back(graph.name(o));
}

}  // namespace stowage
