// SPDX-License-Identifier: Apache-2.0
#include "tests/support/planted.h"

#include <random>
#include <string>
#include <vector>

#include "tests/support/graphs.h"

namespace stowage::test {
namespace {

struct Rectangle {
  std::int64_t begin, end, low, high;  // steps; units of addresses
};

class Cutter {
 public:
  explicit Cutter(std::uint64_t seed) : engine_(seed) {}

  std::int64_t below(std::int64_t n) { return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(n)); }
  /// Strictly between.
  std::int64_t between(std::int64_t low, std::int64_t high) { return low + 1 + below(high - low - 1); }

  /// Cuts one of the larger rectangles.
  void cut(std::vector<Rectangle>& all) {
    std::size_t k = 0;
    const auto area = [](const Rectangle& r) { return (r.end - r.begin) * (r.high - r.low); };
    for (int tries = 0; tries < 3; ++tries) {
      const auto other = static_cast<std::size_t>(below(static_cast<std::int64_t>(all.size())));
      if (tries == 0 || area(all[other]) > area(all[k])) k = other;
    }
    const Rectangle r = all[k];
    const bool wide = r.end - r.begin > 2, high = r.high - r.low > 2;
    if (!wide && !high) return;
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(k));
    if (wide && high && below(4) == 0) return interlock(all, r);
    if (wide && (!high || below(2) == 0)) {
      const std::int64_t at = between(r.begin, r.end);
      all.push_back({r.begin, at, r.low, r.high});
      all.push_back({at, r.end, r.low, r.high});
    } else {
      const std::int64_t at = between(r.low, r.high);
      all.push_back({r.begin, r.end, r.low, at});
      all.push_back({r.begin, r.end, at, r.high});
    }
  }

 private:
  ///  ┌─────┬──┐
  ///  ├──┬──┤  │
  ///  │  ├──┴──┤      no straight cut divides the five
  ///  └──┴─────┘
  void interlock(std::vector<Rectangle>& all, const Rectangle& r) {
    std::int64_t left = between(r.begin, r.end), right = between(r.begin, r.end);
    std::int64_t low = between(r.low, r.high), high = between(r.low, r.high);
    if (left > right) std::swap(left, right);
    if (low > high) std::swap(low, high);
    all.push_back({r.begin, left, r.low, high});
    all.push_back({r.begin, right, high, r.high});
    all.push_back({right, r.end, low, r.high});
    all.push_back({left, r.end, r.low, low});
    if (left < right && low < high) all.push_back({left, right, low, high});
  }

  std::mt19937_64 engine_;
};

}  // namespace

Graph planted_packing(const PlantedPacking& options) {
  Cutter cutter(options.seed);
  std::vector<Rectangle> all{{0, options.steps, 0, options.capacity / options.grain}};
  for (std::size_t tries = 0; all.size() < options.buffers && tries < 20 * options.buffers; ++tries) cutter.cut(all);
  std::vector<IntervalRow> rows;
  for (const Rectangle& r : all) {
    if (cutter.below(100) < static_cast<std::int64_t>(options.dropped)) continue;
    rows.push_back({"b" + std::to_string(rows.size()), (r.high - r.low) * options.grain,
                    static_cast<std::uint32_t>(r.begin), static_cast<std::uint32_t>(r.end)});
  }
  return intervals(rows);
}

}  // namespace stowage::test
