// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

namespace stowage {

/// Returns names that were not given before: "a", "a#2", "a#3"; "unnamed", "unnamed#2" for an empty name.
class UniqueNames {
 public:
  std::string add(const std::string& wish) {
    const auto [known, fresh] = given_.try_emplace(wish.empty() ? "unnamed" : wish, 1);
    const std::string& name = known->first;
    if (fresh) return name;
    for (std::uint32_t& count = known->second;;) {
      std::string wanted = name + '#' + std::to_string(++count);
      if (given_.try_emplace(wanted, 1).second) return wanted;
    }
  }

 private:
  std::unordered_map<std::string, std::uint32_t> given_;  // the last number that was tried for a name
};

/// The same among names that the caller keeps: `is_taken(name)`. Only names that clash cost memory.
class NamesAmong {
 public:
  template <class IsTaken>
  std::string add(std::string wish, const IsTaken& is_taken) {
    if (wish.empty()) wish = "unnamed";
    if (!is_taken(wish)) return wish;
    for (std::uint32_t& count = last_.try_emplace(wish, 1).first->second;;)
      if (std::string wanted = wish + '#' + std::to_string(++count); !is_taken(wanted)) return wanted;
  }

 private:
  std::unordered_map<std::string, std::uint32_t> last_;  // number that was tried for a name
};

}  // namespace stowage
