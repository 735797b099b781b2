// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stowage::inductor {

/// The characters that begin and end a text in Python.
inline constexpr std::string_view kQuotes = "'\"";

/// How many blanks a line begins with.
[[nodiscard]] std::size_t indent_of(std::string_view line);
[[nodiscard]] bool is_name(std::string_view text);

/// Where a character first stands outside of brackets and quotes; npos where it does not.
[[nodiscard]] std::size_t find_outside(std::string_view text, char wanted);
/// The pieces between semicolons (outside of brackets and quotes), without empty ones and blanks around them.
[[nodiscard]] std::vector<std::string_view> statements_in(std::string_view text);

/// "a = b", without blanks around either.
struct Assignment {
  std::string_view left, right;
};
/// None where there is no "=" outside of brackets, or the first one is a "==".
[[nodiscard]] std::optional<Assignment> assignment_in(std::string_view text);

/// Names in a piece of code, in order; without attributes, keywords and quoted text.
[[nodiscard]] std::vector<std::string_view> names_in(std::string_view text);
/// The items between commas (outside of brackets and quotes), without blanks around them.
[[nodiscard]] std::vector<std::string_view> items_of(std::string_view list);
/// "a, b" of "(a, b)", "[a, b]" or "a, b".
[[nodiscard]] std::string_view inside_brackets(std::string_view text);
/// Whole numbers in brackets; none where an item is not a whole number.
[[nodiscard]] std::optional<std::vector<std::int64_t>> numbers_of(std::string_view text);

/// A call: "extern_kernels.mm" and the text in its brackets.
struct Call {
  std::string_view callee, arguments;
  std::string_view grid{};  ///< of "kernel[grid](arguments)"
};
/// The call, where `text` as a whole is one.
[[nodiscard]] std::optional<Call> call_in(std::string_view text);
/// The value of a keyword among arguments; empty where it is missing.
[[nodiscard]] std::string_view keyword(const std::vector<std::string_view>& arguments, std::string_view name);
[[nodiscard]] bool is_keyword(std::string_view argument);

/// Bytes of an element of a type as PyTorch ("torch.float16"), an FX listing ("f16") or Triton ("*fp16") writes it.
[[nodiscard]] std::optional<std::int64_t> bytes_of_type(std::string_view type);

/// Elements from the first of a tensor to the last; none where a number is negative, or the sum is above 2^53.
[[nodiscard]] std::optional<std::int64_t> extent_of(const std::vector<std::int64_t>& sizes,
                                                    const std::vector<std::int64_t>& strides);
/// Strides of a tensor without gaps, the last dimension innermost.
[[nodiscard]] std::vector<std::int64_t> packed_strides(const std::vector<std::int64_t>& sizes);

}  // namespace stowage::inductor
