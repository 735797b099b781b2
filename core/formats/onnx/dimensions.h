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

/// What a type says of a tensor's size in bytes: the elements' bits times all dimensions, rounded up to bytes.
struct SizeOf {
  enum class Kind { known, unknown, too_large };
  Kind kind = Kind::unknown;
  Bytes bytes{};  ///< where it is known
};
[[nodiscard]] SizeOf size_of(const Type& type);

/// The dimensions that a model leaves open. Each has a name: the model's own ("batch"), or, of an input or an
/// output whose dimension has none, the tensor and the axis ("data:0").
class Dimensions {
 public:
  /// `given` are sizes by name; it must outlive this.
  explicit Dimensions(const std::map<std::string, std::int64_t>& given) : given_(given) {}

  /// Puts the sizes that were given into the type, and remembers what stays open.
  void settle(Type& type);
  /// The same for a graph input, whose nameless dimensions get names.
  void settle_input(Value& input);
  /// The same for a graph output: its nameless dimensions get names only beside named ones. Where all are nameless they
  /// follow from the inputs'.
  void settle_output(Value& output);

  /// Those that no size was given for, by their place in the model; tensors are not counted.
  [[nodiscard]] std::vector<OpenDimension> open() const;
  /// Its place in open(), or npos for a name that is none of the model's.
  [[nodiscard]] std::size_t find(std::string_view name) const;
  static constexpr std::size_t npos = ~std::size_t{0};
  /// Whether a dimension of an output has its name only from here.
  [[nodiscard]] bool is_of_output(std::string_view name) const { return of_outputs_.contains(name); }
  /// Names of given sizes that are none of the model's.
  [[nodiscard]] std::vector<std::string> unused() const;

 private:
  void name_axes(Value& value);

  const std::map<std::string, std::int64_t>& given_;
  std::set<std::string, std::less<>> used_;
  std::unordered_map<std::string_view, std::size_t> place_;
  std::vector<std::string_view> open_;
  std::deque<std::string> names_;  // those made up
  std::set<std::string_view> of_outputs_;
};

}  // namespace stowage::onnx_file
