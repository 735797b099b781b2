// SPDX-License-Identifier: Apache-2.0
#include "core/insight/edit/edits.h"

#include <unordered_set>

#include "core/graph/indexing.h"

namespace stowage {
namespace {

constexpr std::int64_t kLargestNumber = std::int64_t{1} << 53;  // exact in every JSON reader

EditedGraph with_streams(Graph::Data data) {
  index_streams(data);
  return edited(std::move(data));
}

/// Keeps only the streams for which `keeps` holds; no operator may run on another.
template <class Keeps>
EditedGraph with_only(Graph::Data data, const Keeps& keeps) {
  std::vector<StreamId> now(data.streams.size());
  std::vector<Graph::Stream> streams;
  std::unordered_map<std::size_t, std::string> extra;
  for (std::size_t s = 0; s < now.size(); ++s) {
    if (!keeps(StreamId(s))) continue;
    now[s] = StreamId(streams.size());
    if (auto it = data.stream_extra.find(s); it != data.stream_extra.end())
      extra.emplace(streams.size(), std::move(it->second));
    streams.push_back(std::move(data.streams[s]));
  }
  data.streams = std::move(streams);
  data.stream_extra = std::move(extra);
  for (StreamId& stream : data.operator_stream) stream = now[stream.index()];
  return with_streams(std::move(data));
}

}  // namespace

Result<EditedGraph> move_to_stream(const Graph& graph, std::span<const OperatorId> operators, StreamId stream) {
  if (auto fault = fault_of(graph, operators); !fault.empty()) return refused(std::move(fault));
  if (auto fault = fault_of(graph, stream); !fault.empty()) return refused(std::move(fault));
  if (std::ranges::all_of(operators, [&](OperatorId o) { return graph.stream(o) == stream; }))
    return refused(operators.size() == 1
                       ? quoted(graph.name(operators[0])) + " runs on " + graph.label(stream) + " already"
                       : "all of these operators run on " + graph.label(stream) + " already");
  Graph::Data data = graph.data();
  for (OperatorId o : operators) data.operator_stream[o.index()] = stream;
  return with_streams(std::move(data));
}

std::int64_t unused_stream_number(const Graph& graph) {
  std::int64_t next = 0;
  std::unordered_set<std::int64_t> used;
  for (const Graph::Stream& stream : graph.data().streams) {
    used.insert(stream.number);
    if (stream.number >= next) next = std::min(stream.number, kLargestNumber) + 1;
  }
  if (next > kLargestNumber)
    for (next = 0; used.contains(next);) ++next;
  return next;
}

Result<EditedGraph> move_to_new_stream(const Graph& graph, std::span<const OperatorId> operators,
                                       std::string_view name) {
  if (auto fault = fault_of(graph, operators); !fault.empty()) return refused(std::move(fault));
  Graph::Data data = graph.data();
  const StreamId stream(data.streams.size());
  data.streams.push_back({.number = unused_stream_number(graph), .name = std::string(name), .color = {}});
  for (OperatorId o : operators) data.operator_stream[o.index()] = stream;
  return with_streams(std::move(data));
}

Result<EditedGraph> rename_stream(const Graph& graph, StreamId stream, std::string_view name) {
  if (auto fault = fault_of(graph, stream); !fault.empty()) return refused(std::move(fault));
  if (graph.info(stream).name == name) return refused("the stream is called so already");
  for (StreamId other : graph.streams())
    if (other != stream && !name.empty() && graph.label(other) == name)
      return refused("another stream is called " + quoted(name) + " already");
  Graph::Data data = graph.data();
  data.streams[stream.index()].name = name;
  return edited(std::move(data));
}

Result<EditedGraph> recolor_stream(const Graph& graph, StreamId stream, std::string_view color) {
  if (auto fault = fault_of(graph, stream); !fault.empty()) return refused(std::move(fault));
  if (!color.empty() && !is_color(color)) return refused(quoted(color) + " is not a colour such as #0072b2");
  if (graph.info(stream).color == color) return refused("the stream has that colour already");
  Graph::Data data = graph.data();
  data.streams[stream.index()].color = color;
  return edited(std::move(data));
}

Result<EditedGraph> merge_streams(const Graph& graph, StreamId from, StreamId into) {
  for (StreamId stream : {from, into})
    if (auto fault = fault_of(graph, stream); !fault.empty()) return refused(std::move(fault));
  if (from == into) return refused("a stream cannot be merged into itself");
  Graph::Data data = graph.data();
  std::ranges::replace(data.operator_stream, from, into);
  return with_only(std::move(data), [from](StreamId s) { return s != from; });
}

Result<EditedGraph> remove_stream(const Graph& graph, StreamId stream) {
  if (auto fault = fault_of(graph, stream); !fault.empty()) return refused(std::move(fault));
  if (const auto local = graph.operators_of(stream); !local.empty())
    return refused(quoted(graph.name(local.front())) +
                   (local.size() == 1 ? "" : " and " + std::to_string(local.size() - 1) + " more") + " still run" +
                   (local.size() == 1 ? "s" : "") + " on " + graph.label(stream));
  return with_only(graph.data(), [stream](StreamId s) { return s != stream; });
}

Result<EditedGraph> all_on_one_stream(const Graph& graph) {
  if (graph.stream_count() < 2) return refused("there is only one stream");
  Graph::Data data = graph.data();
  const auto& used = graph.data().operator_stream;
  const StreamId only = used.empty() ? StreamId(0) : *std::ranges::min_element(used);
  std::ranges::fill(data.operator_stream, only);
  return with_only(std::move(data), [only](StreamId s) { return s == only; });
}

Result<EditedGraph> one_stream_each(const Graph& graph) {
  const auto holds_one = [&](StreamId s) { return graph.operators_of(s).size() == 1; };
  if (std::ranges::all_of(graph.streams(), holds_one)) return refused("every operator has a stream of its own already");
  Graph::Data data = graph.data();
  data.streams.clear();
  data.stream_extra.clear();
  for (OperatorId o : graph.operators()) {
    data.streams.push_back(
        {.number = static_cast<std::int64_t>(o.index()), .name = std::string(graph.name(o)), .color = {}});
    data.operator_stream[o.index()] = StreamId(o.index());
  }
  return with_streams(std::move(data));
}

}  // namespace stowage
