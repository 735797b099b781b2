// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/model/step_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stowage {
namespace {

constexpr std::size_t kBlock = 32;

/// Where something may begin or end to be alive.
std::vector<std::uint32_t> ends_of(const StepScale& scale) {
  std::vector<std::uint32_t> out{0, static_cast<std::uint32_t>(scale.length())};
  for (std::size_t step = 0; step < scale.steps(); ++step) {
    out.push_back(static_cast<std::uint32_t>(scale.begin(step)));
    out.push_back(static_cast<std::uint32_t>(scale.end(step)));
  }
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  return out;
}

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

MapCurve::MapCurve(const StepScale& scale, std::span<const Bytes> sizes, std::span<const Lifetime> lives) {
  if (!scale.over_time()) {
    bytes_ = StepCurve(curve_of(sizes, lives, static_cast<std::size_t>(scale.length())));
    return;
  }
  begins_ = ends_of(scale);
  std::vector<Lifetime> pieces(lives.begin(), lives.end());
  const auto piece_of = [this](std::uint32_t place) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(begins_, place) - begins_.begin());
  };
  for (Lifetime& life : pieces)
    if (!life.empty()) life = {piece_of(life.begin), piece_of(life.end)};
  bytes_ = StepCurve(curve_of<std::uint32_t>(sizes, pieces, begins_.size()));
}

MapCurve::Pieces MapCurve::pieces_within(double from, double to) const {
  if (begins_.empty())
    return {static_cast<std::size_t>(std::floor(from)), static_cast<std::size_t>(std::max(0.0, std::ceil(to)))};
  const auto first = std::ranges::upper_bound(begins_, from) - begins_.begin() - 1;
  return {static_cast<std::size_t>(std::max<std::ptrdiff_t>(first, 0)),
          static_cast<std::size_t>(std::ranges::lower_bound(begins_, to) - begins_.begin())};
}

double MapCurve::begin(std::size_t piece) const {
  return begins_.empty() ? static_cast<double>(piece) : begins_[piece];
}

double MapCurve::end(std::size_t piece) const {
  if (begins_.empty()) return static_cast<double>(piece + 1);
  return piece + 1 < begins_.size() ? begins_[piece + 1] : std::numeric_limits<double>::infinity();
}

Bytes MapCurve::most(double from, double to) const {
  const Pieces pieces = pieces_within(from, to);
  return bytes_.extent(pieces.begin, pieces.end).most;
}

}  // namespace stowage
