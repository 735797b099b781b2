// SPDX-License-Identifier: Apache-2.0
// What every test of core includes: doctest, tables of rows, and how values are shown where a check fails.
#pragma once

#include <doctest/doctest.h>

// What most tests need of the standard library: their files do not name it again.
#include <algorithm>
#include <array>
#include <chrono>
#include <concepts>
#include <ctime>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

namespace stowage::test {

/// A table of tests: a name each, then its cells.
template <class... Cells>
using Rows = std::vector<std::tuple<std::string, Cells...>>;

/// Calls the test with the cells of each row, after the name if it takes that too. A failure names the row, and ends
/// the test.
template <class... Cells>
void each_row(const Rows<Cells...>& rows, const auto& test) {
  for (const auto& row : rows) {
    INFO("row: ", std::get<0>(row));
    std::apply(
        [&](const std::string& name, const Cells&... cells) {
          if constexpr (std::invocable<decltype(test), const std::string&, const Cells&...>)
            test(name, cells...);
          else
            test(cells...);
        },
        row);
  }
}
/// The same where rows are of a type of their own, with a `name`.
template <class Row>
void each_row(const std::vector<Row>& rows, const std::invocable<const Row&> auto& test) {
  for (const Row& row : rows) {
    INFO("row: ", row.name);
    test(row);
  }
}

[[nodiscard]] inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

[[nodiscard]] inline std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string out;
  for (std::size_t k = 0; k < parts.size(); ++k) out.append(k > 0 ? between : "").append(parts[k]);
  return out;
}

[[nodiscard]] inline std::vector<std::string> split(std::string_view text, std::string_view between) {
  std::vector<std::string> out;
  for (std::size_t end = text.find(between); end != std::string_view::npos; end = text.find(between)) {
    out.emplace_back(text.substr(0, end));
    text.remove_prefix(end + between.size());
  }
  out.emplace_back(text);
  return out;
}

/// With each `part` of the text replaced.
[[nodiscard]] inline std::string replaced(std::string_view text, std::string_view part, std::string_view by) {
  return joined(split(text, part), by);
}

/// With each match of a regular expression replaced.
[[nodiscard]] inline std::string replaced_all(const std::string& text, const char* pattern, const std::string& by) {
  return std::regex_replace(text, std::regex(pattern), by);
}

/// What is given, one after the other.
[[nodiscard]] std::string text(const auto&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

/// Of the processor, so that other programs do not count.
[[nodiscard]] inline double seconds_since(std::clock_t begin) {
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// Whether it holds within five seconds.
[[nodiscard]] bool holds_soon(const std::predicate auto& condition) {
  for (int k = 0; k < 500 && !condition(); ++k) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return condition();
}

// What a message says apart from its wording, which may be improved without touching tests.

/// Equal to each text of as many lines whose lines hold the `words` of theirs in this order, with others between them.
/// Words are parted by blanks and whole; the marks around a word do not count. No words: no text.
struct Says {
  std::string words;

  friend bool operator==(std::string_view text, const Says& says) {
    const auto lines = split(text, "\n"), wanted = split(says.words, "\n");
    return std::ranges::equal(lines, wanted, [](const std::string& line, const std::string& each) {
      if (each.empty()) return line.empty();
      const auto rest = split(line, " ");
      auto at = rest.begin();
      return std::ranges::all_of(split(each, " "), [&](const std::string& word) {
        const auto is = [&](const std::string& other) { return bare(word) == bare(other); };
        if (!word.empty()) at = std::find_if(at, rest.end(), is);
        return word.empty() || at++ != rest.end();
      });
    });
  }
  /// Likewise of a list that holds such a text.
  friend bool operator==(const std::vector<std::string>& texts, const Says& says) {
    return std::ranges::any_of(texts, [&](const std::string& text) { return text == says; });
  }
  friend std::ostream& operator<<(std::ostream& out, const Says& says) { return out << "… " << says.words << " …"; }

 private:
  [[nodiscard]] static std::string_view bare(std::string_view word) {
    word.remove_prefix(std::min(word.find_first_not_of("(["), word.size()));
    return word.substr(0, word.find_last_not_of(".,;:)]") + 1);
  }
};

/// The names, numbers and places of a message: `REQUIRE_EQ(error.text(), says("a.csv:line 2: size -1"))`.
[[nodiscard]] inline Says says(std::string words) {
  return {std::move(words)};
}

}  // namespace stowage::test

template <class T>
struct doctest::StringMaker<std::vector<T>> {
  static String convert(const std::vector<T>& values) {
    String out = "{";
    for (std::size_t k = 0; k < values.size(); ++k) out += (k > 0 ? ", " : "") + doctest::toString(T(values[k]));
    return out + "}";
  }
};

/// Ends a test that cannot run here, and says why.
#define STOWAGE_SKIP(text)        \
  do {                            \
    MESSAGE("skipped: ", (text)); \
    return;                       \
  } while (false)
