// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stowage {

/// While one that is wanted lives, this thread writes amounts of memory as exact bytes, whatever number_format() is for
/// all: what speaks of single bytes is not to be read beside a scale of KiB.
class ExactBytes {
 public:
  explicit ExactBytes(bool wanted);
  ~ExactBytes();
  ExactBytes(const ExactBytes&) = delete;
  ExactBytes& operator=(const ExactBytes&) = delete;

 private:
  bool before_;
};

}  // namespace stowage
