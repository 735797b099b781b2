// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/bytes.h"
#include "core/formats/document.h"
#include "core/formats/onnx/model.h"

namespace stowage::onnx_file {

/// The size of a type: the bits of an element times all dimensions, rounded up to bytes. too_large: above 2^53.
struct SizeOf {
  enum class Kind { known, unknown, too_large };
  Kind kind = Kind::unknown;
  Bytes bytes{};  ///< where it is known
};
[[nodiscard]] SizeOf size_of(const Type& type);

/// The dimensions that a model leaves open. Each has a name: the model's own ("batch"), or the tensor and the axis
/// ("data:0") for a nameless dimension of an input or output.
class Dimensions {
 public:
  /// `given` are sizes by name; it must outlive this.
  explicit Dimensions(const std::map<std::string, std::int64_t>& given) : given_(given) {}

  /// Puts the given sizes into the type, and notes the dimensions that stay open.
  void settle(Type& type);
  /// The same for a graph input. Its nameless dimensions get names.
  void settle_input(Value& input);
  /// The same for a graph output. Its nameless dimensions get names only beside named ones; where all are nameless,
  /// they follow from the inputs.
  void settle_output(Value& output);

  /// The dimensions without a given size, in the order of the model. OpenDimension::tensors is not set.
  [[nodiscard]] const std::vector<OpenDimension>& open() const { return open_; }
  /// The place of a name in open(), or npos where it is not there.
  [[nodiscard]] std::size_t find(std::string_view name) const;
  static constexpr std::size_t npos = ~std::size_t{0};
  /// Whether settle_output() made the name.
  [[nodiscard]] bool is_of_output(std::string_view name) const { return of_outputs_.contains(name); }
  /// The given names that the model does not have.
  [[nodiscard]] std::vector<std::string> unused() const;

 private:
  void name_axes(Value& value);

  const std::map<std::string, std::int64_t>& given_;
  std::set<std::string, std::less<>> used_;
  std::unordered_map<std::string_view, std::size_t> place_;
  std::vector<OpenDimension> open_;
  std::deque<std::string> names_;  // names that were made
  std::set<std::string_view> of_outputs_;
};

}  // namespace stowage::onnx_file
