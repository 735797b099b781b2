// SPDX-License-Identifier: Apache-2.0
#include "core/io/tflite/sizes.h"

#include <iterator>

namespace stowage::tflite {
namespace {

/// Bits of an element by its type (FLOAT32, FLOAT16, INT32, UINT8, INT64, STRING, …); 0 where a type has none.
constexpr std::int64_t kBits[] = {32, 16, 32, 8, 64, 0, 8, 16, 64, 8, 64, 128, 64, 0, 0, 32, 16, 4, 16, 2, 4, 8, 8};
constexpr std::int64_t kTooLarge = -1;

}  // namespace

std::int64_t Sizes::bytes_of(const Tensor& tensor, const std::string& name, ImportSummary& summary) {
  const int type = tensor.type();
  const std::int64_t bits = type >= 0 && static_cast<std::size_t>(type) < std::size(kBits) ? kBits[type] : 0;
  const auto* shape = tensor.shape();
  const auto* signature = tensor.signature();
  const bool signed_alike = shape != nullptr && signature != nullptr && signature->size() == shape->size();
  std::int64_t elements = 1;
  bool empty = false;
  for (fb::uoffset_t axis = 0; shape != nullptr && axis < shape->size(); ++axis) {
    std::int64_t length = shape->Get(axis);
    if (length < 0 || (signed_alike && signature->Get(axis) < 0)) length = open_dimension(name, axis, length, summary);
    if (length == 0) empty = true;
    if (length > 0 && !empty && __builtin_mul_overflow(elements, length, &elements)) return kTooLarge;
  }
  if (bits == 0) {
    summary.add_without_size("tensors of a type without a fixed size, which count as empty", name);
    return 0;
  }
  if (empty) return 0;
  if (elements > kMaxTensorSize.count / bits * 8) return kTooLarge;
  return (elements * bits + 7) / 8;
}

std::int64_t Sizes::open_dimension(const std::string& name, std::size_t axis, std::int64_t stored,
                                   ImportSummary& summary) {
  for (const std::string& given : {name + ':' + std::to_string(axis), "*:" + std::to_string(axis)}) {
    const auto found = options_.dimensions.find(given);
    if (found != options_.dimensions.end()) return std::max<std::int64_t>(found->second, 0);
  }
  OpenAxis& open = open_[axis];
  ++open.tensors;
  open.stored += stored >= 0;
  summary.add(ImportKind::assumed,
              stored >= 0 ? "open dimensions are as long as the file stores them"
                          : "open dimensions of which the file stores no length are taken as 1 long",
              name + ':' + std::to_string(axis));
  return stored < 0 ? 1 : stored;
}

std::vector<OpenDimension> Sizes::open() const {
  std::vector<OpenDimension> out;
  for (const auto& [axis, open] : open_) out.push_back({"*:" + std::to_string(axis), open.tensors, open.stored});
  return out;
}

}  // namespace stowage::tflite
