// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/bytes.h"
#include "core/io/document.h"
#include "core/io/tflite/schema.h"

namespace stowage::tflite {

/// Sizes of a model's tensors, and which of its dimensions are open.
class Sizes {
 public:
  explicit Sizes(const ReadOptions& options) : options_(options) {}

  /// The bytes that a tensor of this name has; what is assumed for it goes to `summary`. Negative: 2^53 or more.
  [[nodiscard]] std::int64_t bytes_of(const Tensor& tensor, const std::string& name, ImportSummary& summary);
  /// Those that nobody gave, "*:AXIS" each.
  [[nodiscard]] std::vector<OpenDimension> open() const;

 private:
  [[nodiscard]] std::int64_t open_dimension(const std::string& name, std::size_t axis, std::int64_t stored,
                                            ImportSummary& summary);

  struct OpenAxis {
    std::size_t tensors = 0, stored = 0;
  };

  const ReadOptions& options_;
  std::map<std::size_t, OpenAxis> open_;
};

}  // namespace stowage::tflite
