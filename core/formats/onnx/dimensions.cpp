// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/dimensions.h"

#include <algorithm>

#include "core/formats/imported_program.h"

namespace stowage::onnx_file {
namespace {

/// Bits of an element of a TensorProto.DataType; 0 for texts and unknown types.
std::int64_t bits_of(std::int32_t element) {
  constexpr std::int64_t kBits[] = {0,  32,  8,  8, 16, 16, 32, 64, 0, 8, 16, 64, 32, 64,  // undefined … uint64
                                    64, 128, 16,     // complex64, complex128, bfloat16
                                    8,  8,   8,  8,  // the four kinds of float8
                                    4,  4,   4,  8,  // uint4, int4, float4e2m1, float8e8m0
                                    2,  2};          // uint2, int2
  return element > 0 && element < static_cast<std::int32_t>(std::size(kBits)) ? kBits[element] : 0;
}

}  // namespace

SizeOf size_of(const Type& type) {
  const std::int64_t bits = bits_of(type.element);
  if (!type.is_tensor || !type.has_shape || bits == 0) return {};
  if (std::ranges::any_of(type.shape, [](const Dimension& d) { return d.size < 0; })) return {};
  std::vector<std::int64_t> lengths;
  for (const Dimension& dimension : type.shape) lengths.push_back(dimension.size);
  const auto bytes = array_bytes(bits, lengths);
  if (!bytes) return {SizeOf::Kind::too_large};
  return {SizeOf::Kind::known, Bytes{*bytes}};
}

void Dimensions::settle(Type& type) {
  for (Dimension& dimension : type.shape) {
    if (dimension.size >= 0 || dimension.name.empty()) continue;
    if (const auto given = given_.find(std::string(dimension.name)); given != given_.end()) {
      dimension = {.size = given->second};
      used_.insert(given->first);
    } else if (place_.try_emplace(dimension.name, open_.size()).second) {
      open_.push_back({.name = std::string(dimension.name)});
    }
  }
}

void Dimensions::name_axes(Value& value) {
  for (std::size_t axis = 0; axis < value.type.shape.size(); ++axis) {
    Dimension& dimension = value.type.shape[axis];
    if (dimension.size >= 0 || !dimension.name.empty()) continue;
    dimension.name = names_.emplace_back(std::string(value.name) + ':' + std::to_string(axis));
  }
}

void Dimensions::settle_input(Value& input) {
  name_axes(input);
  settle(input.type);
}

void Dimensions::settle_output(Value& output) {
  if (std::ranges::any_of(output.type.shape, [](const Dimension& d) { return !d.name.empty(); })) {
    const std::size_t before = names_.size();
    name_axes(output);
    of_outputs_.insert(names_.begin() + static_cast<std::ptrdiff_t>(before), names_.end());
  }
  settle(output.type);
}

std::size_t Dimensions::find(std::string_view name) const {
  const auto known = place_.find(name);
  return known == place_.end() ? npos : known->second;
}

std::vector<std::string> Dimensions::unused() const {
  std::vector<std::string> out;
  for (const auto& [name, size] : given_)
    if (!used_.contains(name)) out.push_back(name);
  return out;
}

}  // namespace stowage::onnx_file
