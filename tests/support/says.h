// SPDX-License-Identifier: Apache-2.0
// What a message says apart from its wording, which may be improved without touching tests.
#pragma once

#include <algorithm>
#include <ostream>
#include <string>
#include <string_view>

#include "checks.h"

namespace stowage::test {

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
