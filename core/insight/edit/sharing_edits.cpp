// SPDX-License-Identifier: Apache-2.0
#include "core/insight/edit/edits.h"

#include <map>
#include <set>

#include "core/graph/indexing.h"

namespace stowage {
namespace {

/// Kinds of operators that make each element of a result from the same element of their inputs, so that a kernel that
/// reads an element before it writes one may work in place.
constexpr std::array<std::string_view, 24> kElementWise = {
    "Add",           "AddGrad", "Div",      "Dropout", "DropoutGrad",     "Gelu",  "GeluGrad",  "LeakyRelu",
    "LeakyReluGrad", "Mul",     "MulGrad",  "Relu",    "ReluGrad",        "Relu6", "Relu6Grad", "Sigmoid",
    "SigmoidGrad",   "Silu",    "SiluGrad", "Sqrt",    "StochasticDepth", "Sub",   "Tanh",      "TanhGrad"};

/// Whether the operator also reads bytes of `input` as another tensor: the order of its elements is unknown.
bool reads_otherwise(const Graph& graph, OperatorId op, TensorId input) {
  return std::ranges::any_of(graph.inputs(op),
                             [&](TensorId t) { return t != input && graph.owner(t) == graph.owner(input); });
}

/// Whether `of` is `tensor` or lies in its bytes.
bool lies_in(const Graph& graph, TensorId of, TensorId tensor) {
  for (std::size_t hops = 0; hops <= graph.views().size(); ++hops) {
    if (of == tensor) return true;
    const auto at = std::ranges::find(graph.views(), of, &View::tensor);
    if (at == graph.views().end()) return false;
    of = at->of;
  }
  return true;
}

/// Why writing `output` over `input` cannot be permitted; empty where it can.
std::string why_not_in_place(const Graph& graph, TensorId output, TensorId input) {
  const TensorId both[] = {output, input};
  if (auto fault = fault_of(graph, both); !fault.empty()) return fault;
  const std::string name = quoted(graph.name(output));
  if (output == input) return name + " cannot be written over itself";
  const OperatorId producer = graph.producer(output);
  if (!producer.valid()) return "no operator makes " + name + ", so nothing writes it over another tensor";
  const std::string maker = quoted(graph.name(producer));
  if (graph.producer(input) == producer) return maker + " makes both tensors";
  if (std::ranges::find(graph.consumers(input), producer) == graph.consumers(input).end())
    return maker + ", which makes " + name + ", does not read " + quoted(graph.name(input));
  return {};
}

}  // namespace

std::string why_no_view(const Graph& graph, TensorId tensor, TensorId of, std::int64_t offset) {
  const TensorId both[] = {tensor, of};
  if (auto fault = fault_of(graph, both); !fault.empty()) return fault;
  const std::string name = quoted(graph.name(tensor)), base = quoted(graph.name(of));
  if (tensor == of) return name + " cannot be a view of itself";
  if (graph.group(tensor).valid()) return name + " is in a contiguous group, which fixes its place";
  if (graph.alignment(tensor) != 1) return name + " has an alignment of its own, which a view cannot keep";
  if (offset < 0 || offset > graph.size(of).count - graph.size(tensor).count)
    return name + " has " + std::to_string(graph.size(tensor).count) + " bytes, which do not fit at byte " +
           std::to_string(offset) + " of the " + std::to_string(graph.size(of).count) + " of " + base;
  if (lies_in(graph, of, tensor)) return base + " is a view of " + name;
  return {};
}

Result<EditedGraph> make_view(const Graph& graph, TensorId tensor, TensorId of, std::int64_t offset) {
  if (auto fault = why_no_view(graph, tensor, of, offset); !fault.empty()) return refused(std::move(fault));
  Graph::Data data = graph.data();
  const auto known = std::ranges::find(data.views, tensor, &View::tensor);
  if (known == data.views.end()) {
    data.views.push_back({.tensor = tensor, .of = of, .offset = offset});
  } else {
    if (known->of == of && known->offset == offset)
      return refused(quoted(graph.name(tensor)) + " lies there in " + quoted(graph.name(of)) + " already");
    known->of = of;
    known->offset = offset;
  }
  index_views(data);
  return edited(std::move(data));
}

Result<EditedGraph> end_view(const Graph& graph, TensorId view) {
  if (auto fault = fault_of(graph, {&view, 1}); !fault.empty()) return refused(std::move(fault));
  if (!graph.is_view(view)) return refused(quoted(graph.name(view)) + " is not a view: it has its own bytes");
  Graph::Data data = graph.data();
  std::erase_if(data.views, [&](const View& each) { return each.tensor == view; });
  index_views(data);
  return edited(std::move(data));
}

Result<EditedGraph> permit_in_place(const Graph& graph, TensorId output, TensorId input) {
  const InPlace pair{.output = output, .input = input};
  return permit_in_place(graph, {&pair, 1});
}

Result<EditedGraph> permit_in_place(const Graph& graph, std::span<const InPlace> pairs) {
  if (pairs.empty()) return refused("no pair of tensors is given");
  std::map<std::pair<TensorId, TensorId>, bool> must;
  for (const InPlace& pair : graph.in_place()) must.emplace(std::pair(pair.output, pair.input), pair.must);
  for (const auto& [output, input, low, high, duty, extra] : pairs) {
    if (auto fault = why_not_in_place(graph, output, input); !fault.empty()) return refused(std::move(fault));
    if (const auto [pair, added] = must.emplace(std::pair(output, input), duty); !added)
      return refused(quoted(graph.name(output)) + (pair->second ? " must" : " may") + " be written over " +
                     quoted(graph.name(input)) + " already");
  }
  Graph::Data data = graph.data();
  data.in_place.insert(data.in_place.end(), pairs.begin(), pairs.end());
  return edited(std::move(data));
}

Result<EditedGraph> forbid_in_place(const Graph& graph, TensorId output, TensorId input) {
  if (auto fault = why_not_in_place(graph, output, input); !fault.empty()) return refused(std::move(fault));
  Graph::Data data = graph.data();
  const auto goes = [&](const InPlace& pair) { return pair.output == output && pair.input == input; };
  if (std::erase_if(data.in_place, goes) == 0)
    return refused(quoted(graph.name(output)) + " may not be written over " + quoted(graph.name(input)) + " as it is");
  return edited(std::move(data));
}

std::vector<InPlace> element_wise_pairs(const Graph& graph) {
  std::set<std::pair<TensorId, TensorId>> known;
  for (const InPlace& pair : graph.in_place()) known.emplace(pair.output, pair.input);
  std::vector<InPlace> out;
  for (TensorId output : graph.tensors()) {
    const OperatorId op = graph.producer(output);
    if (!op.valid() || graph.is_view(output) || std::ranges::find(kElementWise, graph.kind(op)) == kElementWise.end())
      continue;
    for (TensorId input : graph.inputs(op))
      if (graph.producer(input).valid() && !graph.is_output(input) && !graph.is_view(input) &&
          graph.size(input) == graph.size(output) && graph.size(input) > Bytes{0} &&
          !reads_otherwise(graph, op, input) && known.emplace(output, input).second)
        out.push_back({.output = output, .input = input});
  }
  return out;
}

}  // namespace stowage
