// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

namespace stowage::inductor {

/// Bytes of an element of a type as PyTorch ("torch.float16"), an FX listing ("f16") or Triton ("*fp16") writes it.
[[nodiscard]] inline std::optional<std::int64_t> bytes_of_type(std::string_view type) {
  struct Row {
    std::string_view name;
    std::int64_t bytes;
  };
  static constexpr Row kTypes[] = {
      {"float32", 4}, {"float16", 2},     {"bfloat16", 2},  {"float64", 8}, {"int64", 8},     {"int32", 4},
      {"int16", 2},   {"int8", 1},        {"uint8", 1},     {"bool", 1},    {"complex64", 8}, {"half", 2},
      {"float", 4},   {"double", 8},      {"long", 8},      {"int", 4},     {"uint16", 2},    {"uint32", 4},
      {"uint64", 8},  {"complex128", 16}, {"complex32", 4}, {"f32", 4},     {"f16", 2},       {"bf16", 2},
      {"f64", 8},     {"i64", 8},         {"i32", 4},       {"i16", 2},     {"i8", 1},        {"u8", 1},
      {"b8", 1},      {"u16", 2},         {"u32", 4},       {"u64", 8},     {"c32", 4},       {"c64", 8},
      {"c128", 16},   {"fp32", 4},        {"fp16", 2},      {"fp64", 8},    {"i1", 1}};
  while (type.starts_with('*')) type.remove_prefix(1);
  if (type.starts_with("torch.")) type.remove_prefix(6);
  if (type.starts_with("float8_") || type.starts_with("f8e") || type.starts_with("fp8e")) return 1;
  const auto* const known = std::ranges::find(kTypes, type, &Row::name);
  return known == std::end(kTypes) ? std::nullopt : std::optional(known->bytes);
}

}  // namespace stowage::inductor
