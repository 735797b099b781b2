// SPDX-License-Identifier: Apache-2.0
// Models of ONNX, as protobuf.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/formats/protobuf_wire.h"

namespace stowage::test {

using Ints = std::vector<std::int64_t>;

/// A dimension of 0 has the name "N", one of -1 none.
[[nodiscard]] inline WireWriter value(std::string_view name, const Ints& shape, std::uint64_t element = 1) {
  WireWriter dimensions;
  for (const std::int64_t size : shape) {
    WireWriter one;
    if (size > 0) one.number(1, static_cast<std::uint64_t>(size));
    if (size == 0) one.bytes(2, "N");
    dimensions.message(1, one);
  }
  const WireWriter tensor = WireWriter().number(1, element).message(2, dimensions);
  return WireWriter().bytes(1, name).message(2, WireWriter().message(1, tensor));
}

/// An attribute.
[[nodiscard]] inline WireWriter ints(std::string_view name, const Ints& values) {
  WireWriter out;
  out.bytes(1, name).number(20, 7);
  for (const std::int64_t v : values) out.number(8, static_cast<std::uint64_t>(v));
  return out;
}

[[nodiscard]] inline WireWriter node(std::string_view op, const std::vector<std::string>& inputs,
                                     const std::vector<std::string>& outputs, std::string_view name = {},
                                     const std::vector<WireWriter>& attributes = {}) {
  WireWriter out;
  for (const std::string& input : inputs) out.bytes(1, input);
  for (const std::string& output : outputs) out.bytes(2, output);
  if (!name.empty()) out.bytes(3, name);
  out.bytes(4, op);
  for (const WireWriter& attribute : attributes) out.message(5, attribute);
  return out;
}

/// Weights of 64-bit integers.
[[nodiscard]] inline WireWriter weights(std::string_view name, const Ints& values) {
  WireWriter out;
  out.number(1, values.size()).number(2, 7);
  for (const std::int64_t v : values) out.number(7, static_cast<std::uint64_t>(v));
  return out.bytes(8, name);
}

/// A model of one graph; opset 13 where nothing is said.
struct OnnxGraph {
  std::vector<WireWriter> nodes{}, weights{}, inputs{}, outputs{}, values{};
  [[nodiscard]] WireWriter graph() const {
    WireWriter out;
    for (const auto& [field, list] : {std::pair(1u, &nodes), std::pair(5u, &weights), std::pair(11u, &inputs),
                                      std::pair(12u, &outputs), std::pair(13u, &values)})
      for (const WireWriter& one : *list) out.message(field, one);
    return out;
  }
  [[nodiscard]] std::string model(std::uint64_t opset = 13) const {
    return WireWriter().number(1, 8).message(7, graph()).message(8, WireWriter().number(2, opset)).text();
  }
};

}  // namespace stowage::test
