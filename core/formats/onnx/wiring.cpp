// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/wiring.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/formats/utf8.h"

namespace stowage::onnx_file {
namespace {

constexpr std::size_t kNodesBetweenPolls = 1 << 12;

class Wirer {
 public:
  Wirer(const Model& model, std::string_view whole, const std::string& file, GraphBuilder& builder, const Task& task)
      : graph_(model.graph), whole_(whole), file_(file), builder_(builder), task_(task) {}

  Result<Wiring> wire() {
    add_what_is_given();
    add_results();
    for (std::size_t node = 0; node < graph_.nodes.size(); ++node) {
      if (task_.poll(node, kNodesBetweenPolls)) return tl::unexpected(task_.why_stopped());
      if (auto added = add_uses(node); !added) return tl::unexpected(std::move(added).error());
    }
    add_outputs();
    return std::move(out_);
  }

 private:
  using Names = std::unordered_set<std::string_view>;

  std::uint32_t add(std::string_view name, const std::string& place) {
    const auto [known, added] = out_.numbers.try_emplace(name, static_cast<std::uint32_t>(out_.tensor_count()));
    if (!added) return known->second;
    if (!is_utf8(name)) builder_.add_fault(place, "the name of a tensor is not valid UTF-8");
    out_.names.push_back(name);
    out_.producer.push_back(Wiring::kNone);
    for (auto* const flags : {&out_.stays, &out_.input, &out_.output}) flags->push_back(false);
    return known->second;
  }
  [[nodiscard]] std::string place_of(std::size_t node) const {
    const std::string_view name = graph_.nodes[node].name;
    return "node " + std::to_string(node) + (name.empty() ? "" : " " + in_quotes(name));
  }

  /// Up to version 3 of the format, weights are also inputs.
  void add_what_is_given() {
    for (const Value& input : graph_.inputs) out_.input[add(input.name, "an input")] = true;
    for (const Weights& weights : graph_.weights) out_.stays[add(weights.name, "an initializer")] = true;
    for (const std::string_view name : graph_.sparse) out_.stays[add(name, "an initializer")] = true;
  }

  void add_results() {
    for (std::size_t node = 0; node < graph_.nodes.size(); ++node) {
      row_.clear();
      for (const std::string_view name : graph_.nodes[node].outputs) {
        if (name.empty()) continue;
        const std::size_t before = out_.tensor_count();
        const std::uint32_t tensor = add(name, place_of(node));
        if (tensor < before)
          builder_.add_fault(place_of(node),
                             "makes " + in_quotes(name) + ", which " +
                                 (out_.producer[tensor] == Wiring::kNone ? "is an input or an initializer"
                                                                         : place_of(out_.producer[tensor]) + " makes"));
        else
          out_.producer[tensor] = static_cast<std::uint32_t>(node);
        row_.push_back(tensor);
      }
      out_.node_outputs.add_row(row_);
    }
  }

  Result<void> add_uses(std::size_t node) {
    row_.clear();
    std::vector<std::uint32_t> captures;
    for (const std::string_view name : graph_.nodes[node].inputs) {
      if (name.empty()) continue;
      const std::uint32_t tensor = out_.find(name);
      if (tensor == Wiring::kNone)
        builder_.add_fault(place_of(node), "reads " + in_quotes(name) + ", which nothing makes");
      else if (out_.producer[tensor] == node)
        builder_.add_fault(place_of(node), "reads " + in_quotes(name) + ", which it makes itself");
      else
        row_.push_back(tensor);
    }
    std::vector<Names> around;
    for (const std::string_view body : bodies_of(graph_.nodes[node]))
      if (auto added = add_captures(body, around, captures); !added) return added;
    out_.node_inputs.add_row(row_);
    out_.node_captures.add_row(captures);
    return {};
  }

  void add_outputs() {
    for (const Value& output : graph_.outputs) {
      const std::uint32_t tensor = out_.find(output.name);
      if (tensor == Wiring::kNone)
        builder_.add_fault("an output", in_quotes(output.name) + " is made by nothing");
      else
        out_.output[tensor] = true;
    }
  }

  Result<void> add_captures(std::string_view body, std::vector<Names>& around, std::vector<std::uint32_t>& captures) {
    if (around.size() == kMaxBodyDepth)
      return tl::unexpected(Error::bad_input(file_, "byte " + std::to_string(body.data() - whole_.data()),
                                             "graphs are nested deeper than " + std::to_string(kMaxBodyDepth)));
    STOWAGE_TRY(const GraphOf read, read_graph(body, whole_, file_, task_));
    Names own;
    for (const Value& input : read.inputs) own.insert(input.name);
    for (const Weights& weights : read.weights) own.insert(weights.name);
    own.insert(read.sparse.begin(), read.sparse.end());
    for (const Node& node : read.nodes)
      for (const std::string_view name : node.outputs) out_.body_tensors += !name.empty() && own.insert(name).second;
    around.push_back(std::move(own));
    const auto use = [&](std::string_view name) {
      if (name.empty() || std::ranges::any_of(around, [&](const Names& names) { return names.contains(name); })) return;
      const std::uint32_t tensor = out_.find(name);
      if (tensor == Wiring::kNone)
        ++out_.body_names_lost;
      else
        captures.push_back(tensor);
    };
    for (const Node& node : read.nodes) {
      for (const std::string_view name : node.inputs) use(name);
      for (const std::string_view inner : bodies_of(node))
        if (auto added = add_captures(inner, around, captures); !added) return added;
    }
    for (const Value& output : read.outputs) use(output.name);
    around.pop_back();
    return {};
  }

  const GraphOf& graph_;
  std::string_view whole_;
  const std::string& file_;
  GraphBuilder& builder_;
  const Task& task_;
  Wiring out_;
  std::vector<std::uint32_t> row_;  // kept to spare an allocation a node
};

}  // namespace

Result<Wiring> wire(const Model& model, std::string_view whole, const std::string& file, GraphBuilder& builder,
                    const Task& task) {
  return Wirer(model, whole, file, builder, task).wire();
}

TopologicalOrder order_of(const Wiring& wiring, std::size_t nodes) {
  std::vector<std::pair<std::size_t, std::uint32_t>> arcs;
  for (std::size_t node = 0; node < nodes; ++node)
    for (const auto* const uses : {&wiring.node_inputs, &wiring.node_captures})
      for (const std::uint32_t tensor : (*uses)[node])
        if (wiring.producer[tensor] != Wiring::kNone)
          arcs.emplace_back(wiring.producer[tensor], static_cast<std::uint32_t>(node));
  return stable_topological_order(Csr<std::uint32_t>::from_pairs(nodes, arcs));
}

}  // namespace stowage::onnx_file
