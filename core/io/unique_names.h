// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace stowage {

/// Gives names that nobody has yet: "a", "a#2", "a#3"; to the nameless "unnamed", "unnamed#2".
class UniqueNames {
 public:
  std::string add(const std::string& wish) {
    const std::string name = wish.empty() ? "unnamed" : wish;
    std::uint32_t& count = count_[name];
    for (;;) {
      std::string wanted = ++count == 1 ? name : name + '#' + std::to_string(count);
      if (taken_.insert(wanted).second) return wanted;
    }
  }

 private:
  std::unordered_map<std::string, std::uint32_t> count_;
  std::unordered_set<std::string> taken_;
};

}  // namespace stowage
