// SPDX-License-Identifier: Apache-2.0
#include "core/insight/recorded/record.h"
#include "tests/support/checks.h"

using namespace stowage;

namespace {

bool alive(const HeapAllocation& a, HeapStep step) {
  return a.free_completed > step;
}
std::uint64_t end_of(const HeapAllocation& a) {
  return a.address + static_cast<std::uint64_t>(a.requested.count);
}

/// Allocations and segments of a small heap at random; some of the one lie over each other and beside the other.
RecordedHeap history_of(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto below = [&](std::uint64_t bound) { return engine() % bound; };
  RecordedHeap out;
  out.event_count = 100;
  const std::uint64_t room = 64 << below(6);
  for (std::uint64_t slot = 0; slot < room / 64; ++slot)
    for (HeapStep step = 0; step < out.step_count();) {
      const auto died = step + 1 + static_cast<HeapStep>(below(60));
      if (below(8) > 0)
        out.segments.push_back(
            {.address = slot * 64, .size = {64}, .born = step, .died = std::min(died, out.step_count())});
      step = died;
    }
  std::ranges::stable_sort(out.segments, [](const HeapSegment& a, const HeapSegment& b) {
    return std::pair(a.born, a.address) < std::pair(b.born, b.address);
  });
  for (int k = 0; k < 150; ++k) {
    const auto born = static_cast<HeapStep>(below(out.step_count()));
    out.allocations.push_back({.address = below(room),
                               .requested = {static_cast<std::int64_t>(below(30))},
                               .rounded = {},
                               .allocated = born,
                               .free_completed = born + static_cast<HeapStep>(below(12))});
  }
  std::ranges::stable_sort(out.allocations, {}, &HeapAllocation::allocated);
  return out;
}

/// By comparing each with all before it, and byte by byte.
HeapInconsistencies brute_force(const RecordedHeap& history) {
  HeapInconsistencies out;
  std::vector<HeapAllocation> kept;
  for (const HeapAllocation& a : history.allocations) {
    if (a.requested == Bytes{0} || a.free_completed <= a.allocated) continue;
    const bool over = std::ranges::any_of(kept, [&](const HeapAllocation& k) {
      return alive(k, a.allocated) && k.address < end_of(a) && a.address < end_of(k);
    });
    if (over)
      out.overlapping.add(a.allocated, a.address);
    else
      kept.push_back(a);
    bool outside = false;
    for (std::uint64_t byte = a.address; byte < end_of(a); ++byte)
      outside |= std::ranges::none_of(history.segments, [&](const HeapSegment& s) {
        return s.alive(a.allocated) && s.address <= byte && byte < s.end();
      });
    if (outside) out.outside.add(a.allocated, a.address);
  }
  return out;
}

}  // namespace

TEST_CASE("as by brute force") {
  std::size_t overlapping = 0, outside = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const RecordedHeap history = history_of(seed);
    const HeapInconsistencies found = find_inconsistencies(history).value(), wanted = brute_force(history);
    REQUIRE_EQ(found.overlapping.count, wanted.overlapping.count);
    REQUIRE(found.overlapping.places == wanted.overlapping.places);
    REQUIRE_EQ(found.outside.count, wanted.outside.count);
    REQUIRE(found.outside.places == wanted.outside.places);
    overlapping += found.overlapping.count;
    outside += found.outside.count;
  }
  REQUIRE((overlapping > 1000 && outside > 1000));
}

/// ```
///  0      4096     8192          many addresses, so that ranks have several levels of words
///  [#][#][#]…[#]        each allocation next to the one before, and one over all of them
/// ```
TEST_CASE("many addresses") {
  constexpr std::uint64_t kCount = 300'000;
  RecordedHeap history;
  history.event_count = 2;
  for (std::uint64_t k = 0; k < kCount; ++k)
    history.allocations.push_back(
        {.address = 8 * ((k * 7919) % kCount), .requested = {8}, .rounded = {}, .free_completed = 3});
  REQUIRE_EQ(find_inconsistencies(history).value().overlapping.count, std::size_t{0});
  history.allocations.push_back(
      {.address = 8 * kCount - 1, .requested = {1}, .rounded = {}, .allocated = 1, .free_completed = 3});
  history.allocations.push_back(
      {.address = 8 * kCount, .requested = {1}, .rounded = {}, .allocated = 2, .free_completed = 3});
  const HeapInconsistencies found = find_inconsistencies(history).value();
  REQUIRE_EQ(found.overlapping.count, std::size_t{1});
  REQUIRE((found.overlapping.places[0] == HeapFindings::Place{1, 8 * kCount - 1}));
  REQUIRE_EQ(found.outside.count, std::size_t{0});  // there are no segments to be outside of
}
