// SPDX-License-Identifier: Apache-2.0
#include "core/formats/import_summary.h"

#include <algorithm>
#include <numeric>

namespace stowage {

std::string ImportWords::text() const {
  std::string out;
  std::string_view rest = pattern_;
  for (std::size_t place = rest.find('%'); place != std::string_view::npos; place = rest.find('%')) {
    out += rest.substr(0, place);
    rest.remove_prefix(place + 1);
    const std::size_t number = rest.empty() ? values_.size() : static_cast<std::size_t>(rest.front() - '1');
    if (number < values_.size()) {
      out += values_[number];
      rest.remove_prefix(1);
    } else {
      out += '%';
    }
  }
  return out.append(rest);
}

std::size_t ImportEntry::more_than(std::size_t shown) const {
  const auto end = times.begin() + static_cast<std::ptrdiff_t>(std::min(shown, times.size()));
  return count - std::min(count, std::accumulate(times.begin(), end, std::size_t{0}));
}

void ImportSummary::add(const ImportWords& what, std::string_view name) {
  const std::size_t k = index_of(what);
  ImportEntry& entry = entries_[k];
  ++entry.count;
  if (name.empty()) return;
  const std::string text(name);
  if (const auto known = places_[k].find(text); known != places_[k].end()) {
    ++entry.times[known->second];
  } else if (entry.names.size() < kMaxNames) {
    places_[k].emplace(text, entry.names.size());
    entry.names.push_back(text);
    entry.times.push_back(1);
  }
}

std::size_t ImportSummary::index_of(const ImportWords& what) {
  const auto is_it = [&](const ImportEntry& entry) { return entry.words == what; };
  if (latest_ < entries_.size() && is_it(entries_[latest_])) return latest_;
  latest_ = static_cast<std::size_t>(std::ranges::find_if(entries_, is_it) - entries_.begin());
  if (latest_ == entries_.size()) {
    entries_.push_back({.kind = what.kind(), .words = what, .what = what.text()});
    places_.emplace_back();
  }
  return latest_;
}

void say_steps_of_events(std::size_t events, std::size_t steps, ImportSummary& summary) {
  if (steps >= events) return;
  const ImportWords words = steps == 1 ? Assumed::tr(
                                             "%1 events make %2 step, and a tensor lasts from the first to the last "
                                             "event of its steps; unsafe pairs and the peak stay")
                                       : Assumed::tr(
                                             "%1 events make %2 steps, and a tensor lasts from the first to the last "
                                             "event of its steps; unsafe pairs and the peak stay");
  summary.say(words.with(events).with(steps));
}

}  // namespace stowage
