// SPDX-License-Identifier: Apache-2.0
#include "tests/support/description.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "core/graph/builder.h"

namespace stowage::test {
namespace {

using Extras = std::unordered_map<std::size_t, std::string>;

std::string extra_of(const Extras& all, std::size_t index) {
  const auto it = all.find(index);
  return it == all.end() ? std::string() : it->second;
}

template <class Item>
Item& named(std::vector<Item>& items, const std::string& name) {
  const auto it = std::ranges::find(items, name, &Item::name);
  if (it == items.end()) {
    std::cerr << "no such name: " << name << '\n';
    std::abort();
  }
  return *it;
}

template <class AnyId>
bool same(const Csr<AnyId>& a, const Csr<AnyId>& b) {
  if (a.row_count() != b.row_count()) return false;
  for (std::size_t row = 0; row < a.row_count(); ++row)
    if (!std::ranges::equal(a[row], b[row])) return false;
  return true;
}

bool same(const NameTable& a, const NameTable& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i]) return false;
  return true;
}

bool same_streams(const Graph& a, const Graph& b) {
  return std::ranges::equal(a.data().streams, b.data().streams, [](const auto& x, const auto& y) {
    return x.number == y.number && x.name == y.name && x.color == y.color;
  });
}

bool same_labels(const Graph& a, const Graph& b) {
  for (OperatorId o : a.operators())
    if (a.kind(o) != b.kind(o) || a.phase(o) != b.phase(o)) return false;
  for (TensorId t : a.tensors())
    if (a.kind(t) != b.kind(t) || a.alignment(t) != b.alignment(t)) return false;
  return true;
}

}  // namespace

Description::Description(const Graph& graph) : name(graph.name()), extra(graph.data().extra) {
  const Graph::Data& d = graph.data();
  for (StreamId s : graph.streams())
    streams.push_back({.number = graph.info(s).number,
                       .name = graph.info(s).name,
                       .color = graph.info(s).color,
                       .extra = extra_of(d.stream_extra, s.index())});
  for (OperatorId o : graph.operators())
    operators.push_back({.name = std::string(graph.name(o)),
                         .stream = streams[graph.stream(o).index()].key(),
                         .kind = std::string(graph.kind(o)),
                         .phase = std::string(graph.phase(o)),
                         .extra = extra_of(d.operator_extra, o.index()),
                         .duration = graph.duration(o)});
  for (TensorId t : graph.tensors()) {
    Tensor out{.name = std::string(graph.name(t)),
               .producer = graph.producer(t).valid() ? std::string(graph.name(graph.producer(t))) : "",
               .kind = std::string(graph.kind(t)),
               .extra = extra_of(d.tensor_extra, t.index()),
               .consumers = {},
               .size = graph.size(t).count,
               .alignment = graph.alignment(t),
               .output = graph.is_output(t)};
    for (OperatorId o : graph.consumers(t)) out.consumers.emplace_back(graph.name(o));
    tensors.push_back(std::move(out));
  }
  for (const auto& [before, after] : graph.control()) control.emplace_back(graph.name(before), graph.name(after));
  for (GroupId g : graph.groups()) {
    groups.emplace_back();
    for (TensorId t : graph.members(g)) groups.back().emplace_back(graph.name(t));
  }
  times.assign(graph.times().begin(), graph.times().end());
}

Graph Description::build() const {
  GraphBuilder builder;
  builder.set_name(name);
  builder.set_extra(extra);
  builder.set_times(times);
  for (const Stream& s : streams) builder.add_stream(s.number, s.name, s.extra, s.color);
  for (const Operator& o : operators)
    builder.add_operator({.name = o.name,
                          .stream = builder.find_stream(std::stoll(o.stream)),
                          .kind = o.kind,
                          .phase = o.phase,
                          .extra = o.extra,
                          .duration = o.duration});
  for (const Tensor& t : tensors) {
    std::vector<OperatorId> consumers;
    for (const std::string& consumer : t.consumers) consumers.push_back(builder.find_operator(consumer));
    builder.add_tensor({.name = t.name,
                        .size = {t.size},
                        .producer = t.producer.empty() ? OperatorId() : builder.find_operator(t.producer),
                        .consumers = consumers,
                        .output = t.output,
                        .kind = t.kind,
                        .alignment = t.alignment,
                        .extra = t.extra});
  }
  for (const auto& [before, after] : control)
    builder.add_control(builder.find_operator(before), builder.find_operator(after));
  for (const auto& group : groups) {
    std::vector<TensorId> members;
    for (const std::string& member : group) members.push_back(builder.find_tensor(member));
    builder.add_group(members);
  }
  auto built = std::move(builder).build();
  if (!built || !built->warnings.empty()) {
    std::cerr << "bad description: " << (built ? built->warnings[0].text() : built.error().text()) << '\n';
    std::abort();
  }
  return std::move(built->graph);
}

Description::Operator& Description::op(const std::string& operator_name) {
  return named(operators, operator_name);
}
Description::Tensor& Description::tensor(const std::string& tensor_name) {
  return named(tensors, tensor_name);
}

std::string difference(const Graph& a, const Graph& b) {
  const Graph::Data &x = a.data(), &y = b.data();
  if (x.name != y.name || x.extra != y.extra || x.times != y.times) return "name, unknown keys or times";
  if (!same_streams(a, b)) return "streams";
  if (!same(x.operator_names, y.operator_names)) return "operators";
  if (x.operator_stream != y.operator_stream) return "stream of an operator";
  if (x.operator_position != y.operator_position || !same(x.stream_operators, y.stream_operators)) return "local order";
  if (x.operator_duration != y.operator_duration) return "durations";
  if (x.control != y.control || !same(x.control_successors, y.control_successors)) return "control edges";
  if (!same(x.inputs, y.inputs) || !same(x.outputs, y.outputs)) return "inputs or outputs";
  if (!same(x.tensor_names, y.tensor_names)) return "tensors";
  if (x.tensor_size != y.tensor_size) return "sizes";
  if (x.tensor_producer != y.tensor_producer || !same(x.tensor_consumers, y.tensor_consumers)) return "uses";
  if (x.tensor_output != y.tensor_output) return "outputs of the graph";
  if (x.tensor_group != y.tensor_group || !same(x.groups, y.groups)) return "groups";
  if (!same_labels(a, b)) return "kinds, phases or alignments";
  if (x.operator_extra != y.operator_extra || x.tensor_extra != y.tensor_extra || x.stream_extra != y.stream_extra)
    return "unknown keys of an item";
  return {};
}

}  // namespace stowage::test
