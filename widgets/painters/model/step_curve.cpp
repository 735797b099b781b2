// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/model/step_curve.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

constexpr std::size_t kBlock = 32;

}  // namespace

StepCurve::StepCurve(std::vector<Bytes> bytes) : bytes_(std::move(bytes)) {
  peak_step_ = static_cast<std::size_t>(std::ranges::max_element(bytes_) - bytes_.begin());
  for (std::size_t from = 0; from < bytes_.size(); from += kBlock) {
    const auto begin = bytes_.begin() + static_cast<std::ptrdiff_t>(from);
    const auto end = bytes_.begin() + static_cast<std::ptrdiff_t>(std::min(from + kBlock, bytes_.size()));
    const auto [least, most] = std::minmax_element(begin, end);
    blocks_.push_back({*least, *most});
  }
}

StepCurve::Extent StepCurve::extent(std::size_t from, std::size_t to) const {
  to = std::min(to, bytes_.size());
  if (from >= to) return {};
  Extent out{bytes_[from], bytes_[from]};
  while (from < to) {
    const bool whole_block = from % kBlock == 0 && from + kBlock <= to;
    const Extent part = whole_block ? blocks_[from / kBlock] : Extent{bytes_[from], bytes_[from]};
    out = {std::min(out.least, part.least), std::max(out.most, part.most)};
    from += whole_block ? kBlock : 1;
  }
  return out;
}

}  // namespace stowage
