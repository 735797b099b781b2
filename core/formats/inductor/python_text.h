// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace stowage::inductor {

/// What begins and ends a text in Python.
inline constexpr std::string_view kQuotes = "'\"";

[[nodiscard]] std::string_view trimmed(std::string_view text);
/// How many blanks it begins with.
[[nodiscard]] std::size_t indent_of(std::string_view line);
[[nodiscard]] bool is_name(std::string_view text);

/// Where a character stands outside of brackets and quotes; npos where it does not.
[[nodiscard]] std::size_t find_outside(std::string_view text, char wanted);
/// Where "=" assigns: neither "==", nor that of a keyword in brackets.
[[nodiscard]] std::size_t find_assignment(std::string_view text);

/// Names in a piece of code, in order; without attributes, keywords and what is in quotes.
[[nodiscard]] std::vector<std::string_view> names_in(std::string_view text);
/// Between commas outside of brackets and quotes, without blanks around them.
[[nodiscard]] std::vector<std::string_view> items_of(std::string_view list);
/// "a, b" of "(a, b)", "[a, b]" or "a, b".
[[nodiscard]] std::string_view inside_brackets(std::string_view text);
/// Whole numbers in brackets; none where one is no number.
[[nodiscard]] std::optional<std::vector<std::int64_t>> numbers_of(std::string_view text);

/// A call: "extern_kernels.mm" and what stands in its brackets.
struct Call {
  std::string_view callee, arguments;
  std::string_view grid{};  ///< of "kernel[grid](arguments)"
};
/// The call that all of `text` is, or none.
[[nodiscard]] std::optional<Call> call_in(std::string_view text);
/// The value of a keyword among arguments; empty: it is not there.
[[nodiscard]] std::string_view keyword(const std::vector<std::string_view>& arguments, std::string_view name);
[[nodiscard]] bool is_keyword(std::string_view argument);

/// From the first element of a tensor to the last, in elements; none where that is no size.
[[nodiscard]] std::optional<std::int64_t> extent_of(const std::vector<std::int64_t>& sizes,
                                                    const std::vector<std::int64_t>& strides);
/// Strides of a tensor without gaps, the last dimension innermost.
[[nodiscard]] std::vector<std::int64_t> packed_strides(const std::vector<std::int64_t>& sizes);
/// So many elements of so many bytes; none where either is not known, or the product is no size.
[[nodiscard]] std::optional<std::int64_t> bytes_in(std::optional<std::int64_t> elements,
                                                   std::optional<std::int64_t> element_bytes);

}  // namespace stowage::inductor
