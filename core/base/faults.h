// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"

namespace stowage {

/// The faults of one file or graph, the first hundred in full.
class Faults {
 public:
  explicit Faults(std::string file) : file_(std::move(file)) {}
  void add(std::string place, std::string reason) {
    if (complete_) return;
    if (++count_ <= kShown) list_.push_back({file_, std::move(place), std::move(reason)});
  }
  void add_first(std::string place, std::string reason) {
    if (complete_) return;
    list_.insert(list_.begin(), {file_, std::move(place), std::move(reason)});
    ++count_;
  }
  /// Makes this the only fault: others, before and after it, are left out.
  void add_only(std::string place, std::string reason) {
    list_.clear();
    count_ = 0;
    add(std::move(place), std::move(reason));
    complete_ = true;
  }
  [[nodiscard]] bool any() const { return count_ > 0; }
  /// Whether further faults are only counted: their places and reasons need not be made.
  [[nodiscard]] bool is_full() const { return complete_ || count_ >= kShown; }
  [[nodiscard]] Error error() && {
    if (count_ > list_.size())
      list_.push_back({file_, "", "and " + std::to_string(count_ - list_.size()) + " more faults"});
    return {Error::Kind::bad_input, std::move(list_)};
  }

 private:
  static constexpr std::size_t kShown = 100;

  std::string file_;
  std::vector<Diagnostic> list_;
  std::size_t count_ = 0;
  bool complete_ = false;
};

}  // namespace stowage
