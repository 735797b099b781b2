// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/csr.h"
#include "core/formats/onnx/model.h"
#include "core/graph/builder.h"
#include "core/graph/topology.h"

namespace stowage::onnx_file {

/// Producers and users of tensors, by number: nodes as in the file; inputs, then weights, then results of nodes.
struct Wiring {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::vector<std::string_view> names;  // of tensors
  std::vector<std::uint32_t> producer;  // node, or kNone
  std::vector<bool> stays;              // weights: not planned
  std::vector<bool> input, output;      // of the graph
  Csr<std::uint32_t> node_inputs;       // inputs that are given; without captures
  Csr<std::uint32_t> node_outputs;
  Csr<std::uint32_t> node_captures;  // tensors that graphs within the node read from around it
  std::unordered_map<std::string_view, std::uint32_t> numbers;

  std::size_t body_tensors = 0;     ///< made by nodes of graphs within nodes
  std::size_t body_names_lost = 0;  ///< read by such nodes, and made nowhere

  [[nodiscard]] std::size_t tensor_count() const { return names.size(); }
  [[nodiscard]] std::uint32_t find(std::string_view name) const {
    const auto known = numbers.find(name);
    return known == numbers.end() ? kNone : known->second;
  }
};

/// Finds the wiring. Reports tensors made twice, tensors read and never made, and names that are not text to `builder`;
/// the result is consistent all the same. Errors: cancelled, timed_out; bad_input where a graph within a node is
/// damaged or nested deeper than kMaxBodyDepth.
[[nodiscard]] Result<Wiring> wire(const Model& model, std::string_view whole, const std::string& file,
                                  GraphBuilder& builder, const Task& task);

/// An order in which every tensor is made before it is read.
[[nodiscard]] TopologicalOrder order_of(const Wiring& wiring, std::size_t nodes);

}  // namespace stowage::onnx_file
