// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "core/process/descriptor.h"

namespace stowage {

/// A new file beside `target` that takes its place once it is whole, and is removed if it never does. It has a new
/// name, ".TARGET.stowage-RANDOM.tmp", and is locked while it is written.
class Replacement {
 public:
  explicit Replacement(std::string target) : target_(std::move(target)) {}
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;
  ~Replacement();

  /// Makes the file. Returns 0, or the error that stopped it; name() then gives the last name that was tried.
  [[nodiscard]] int create();
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] int descriptor() const { return file_.get(); }
  /// Flushes the file to the disk and renames it over the target. Returns 0, or the error that stopped it.
  [[nodiscard]] int take_place();

 private:
  std::string target_, name_;
  Descriptor file_;
  bool pending_ = false;  // the file is there and must be removed
};

/// Removes files that killed writers left beside `target`: files named as a Replacement, for any target, that are not
/// locked. A lock of another machine may not be seen here: its files must also be an hour old.
void remove_leftovers(const std::string& target);

}  // namespace stowage
