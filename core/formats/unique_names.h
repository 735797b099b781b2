// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace stowage {

/// Returns names that are not yet taken among names that the caller keeps, `is_taken(name)`: "a", "a#2", "a#3";
/// "unnamed", "unnamed#2" for an empty name. Only names that clash cost memory.
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

/// The same among the names that it returned before.
class UniqueNames {
 public:
  std::string add(const std::string& wish) {
    return *given_.insert(among_.add(wish, [&](const std::string& name) { return given_.contains(name); })).first;
  }

 private:
  NamesAmong among_;
  std::unordered_set<std::string> given_;
};

}  // namespace stowage
