// SPDX-License-Identifier: Apache-2.0
#include "core/io/interval_rows.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/bytes.h"
#include "core/io/utf8.h"

namespace stowage {
namespace {

constexpr std::size_t kRowsBetweenLooks = 1 << 16;

/// The number that `text` starts with; `text` is left with what follows it.
std::optional<std::int64_t> take_number(std::string_view& text) {
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc()) return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

/// Drops `c` from the front of `text` if it is there.
bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

IntervalRows::Role IntervalRows::role_of(std::string_view column) {
  static constexpr std::pair<std::string_view, Role> kNames[] = {
      {"id", Role::id},         {"buffer", Role::id},           {"buffer_id", Role::id}, {"lower", Role::lower},
      {"begin", Role::lower},   {"start", Role::lower},         {"upper", Role::upper},  {"end", Role::upper},
      {"size", Role::size},     {"alignment", Role::alignment}, {"hint", Role::hint},    {"gaps", Role::gaps},
      {"offset", Role::offset},
  };
  const auto* const found = std::ranges::find(kNames, column, &std::pair<std::string_view, Role>::first);
  return found == std::end(kNames) ? Role::none : found->second;
}

bool IntervalRows::is_header(const std::vector<std::string_view>& fields) {
  return std::ranges::all_of(
      std::initializer_list<Role>{Role::id, Role::lower, Role::upper, Role::size}, [&](Role role) {
        return std::ranges::any_of(fields, [&](std::string_view field) { return role_of(field) == role; });
      });
}

bool IntervalRows::is_row(const std::vector<std::string_view>& fields) {
  if (fields.size() < 4 || fields[0].empty()) return false;
  return std::ranges::all_of(fields.begin() + 1, fields.begin() + 4,
                             [](std::string_view text) { return take_number(text) && text.empty(); });
}

void IntervalRows::fault(std::string reason) {
  report_->add_fault("line " + std::to_string(splitter_.line()), std::move(reason));
}

bool IntervalRows::read(GraphBuilder& report, const Task& task) {
  report_ = &report;
  if (!read_header()) return true;
  if (by_place_) read_row();
  while (splitter_.next(fields_) && !(fields_.empty() && splitter_.fault().empty())) {
    read_row();
    if (rows_.size() % kRowsBetweenLooks == 0 && task.should_stop()) return false;
  }
  warn_of_the_rest();
  if (rows_.empty() && !report_->has_faults()) report_->add_fault("", "there are no rows after the header");
  if (rows_with_gaps_ > 0)
    report_->add_warning("", "gaps in lifetimes are not used: " + std::to_string(rows_with_gaps_) +
                                 " tensors that have some are planned as needed throughout");
  if (rows_with_hints_ > 0) report_->add_warning("", "hints of offsets are not used");
  if (const std::size_t more = std::max<std::size_t>(rows_that_are_empty_, 1) - 1; rows_that_are_empty_ > 0)
    report_->add_warning(
        first_empty_.first,
        first_empty_.second + (more > 0 ? "; the same holds of " + std::to_string(more) + " more" : ""));
  return true;
}

void IntervalRows::warn_of_the_rest() {
  if (splitter_.rest().find_first_not_of(" \t\r\n") != std::string_view::npos)
    report_->add_warning("line " + std::to_string(splitter_.line()),
                         "a blank line ends the data: the lines after it were not read");
}

bool IntervalRows::read_header() {
  columns_.assign(static_cast<std::size_t>(Role::none), kAbsent);
  if (!splitter_.next(fields_)) return report_->add_fault("line 1", "the file is empty"), false;
  if (!splitter_.fault().empty()) return fault(std::string(splitter_.fault())), false;
  column_count_ = fields_.size();
  while (column_count_ > 0 && fields_[column_count_ - 1].empty()) --column_count_;
  by_place_ = !is_header(fields_) && is_row(fields_);
  if (by_place_) return take_columns_by_place(), !report_->has_faults();
  for (std::size_t c = 0; c < column_count_; ++c) {
    const Role role = role_of(fields_[c]);
    if (role == Role::none) {
      if (!fields_[c].empty()) report_->add_warning("line 1", "the column \"" + shown(fields_[c]) + "\" is not used");
      continue;
    }
    std::size_t& place = columns_[static_cast<std::size_t>(role)];
    if (place != kAbsent)
      fault("the columns \"" + shown(fields_[place]) + "\" and \"" + shown(fields_[c]) + "\" mean the same");
    place = c;
  }
  static constexpr std::pair<Role, std::string_view> kNeeded[] = {{Role::id, "id, buffer or buffer_id"},
                                                                  {Role::lower, "lower, begin or start"},
                                                                  {Role::upper, "upper or end"},
                                                                  {Role::size, "size"}};
  for (const auto& [role, names] : kNeeded)
    if (column(role) == kAbsent) fault("the header has no column called " + std::string(names));
  if (report_->has_faults()) return false;

  settle_meaning(field(Role::upper) == "end");
  return true;
}

void IntervalRows::take_columns_by_place() {
  static constexpr Role kPlaces[] = {Role::id, Role::lower, Role::upper, Role::size, Role::alignment, Role::offset};
  if (column_count_ > std::size(kPlaces))
    return fault("there is no header, and there are more columns than id, lower, upper, size, alignment and offset");
  for (std::size_t c = 0; c < column_count_; ++c) columns_[static_cast<std::size_t>(kPlaces[c])] = c;
  if (column_count_ == 5) {  // what planners append
    columns_[static_cast<std::size_t>(Role::alignment)] = kAbsent;
    columns_[static_cast<std::size_t>(Role::offset)] = 4;
  }
  static constexpr std::string_view kNames[] = {"", ", offset", ", alignment, offset"};
  summary_.say(ImportKind::assumed,
               "there is no header: the columns are id, lower, upper, size" + std::string(kNames[column_count_ - 4]));
  settle_meaning(false);
}

void IntervalRows::settle_meaning(bool inclusive) {
  meaning_ = options_.intervals.value_or(inclusive ? IntervalMeaning::closed : IntervalMeaning::half_open);
  if (inclusive && !options_.intervals)
    report_->add_warning("line 1", "lifetimes were read as inclusive, as the column is called \"end\"");
  static constexpr std::string_view kMeanings[] = {"half-open: from lower up to, but without, upper",
                                                   "closed: from lower through upper",
                                                   "open: after lower and before upper, through upper - 2"};
  summary_.say(options_.intervals || inclusive ? ImportKind::read : ImportKind::assumed,
               "lifetimes are " + std::string(kMeanings[static_cast<std::size_t>(meaning_)]));
}

bool IntervalRows::has_all_fields() {
  if (!splitter_.fault().empty()) return fault(std::string(splitter_.fault())), false;
  std::size_t count = fields_.size();
  while (count > column_count_ && fields_[count - 1].empty()) --count;  // a comma at the end of the line
  if (count == column_count_) return true;
  return fault("there are " + std::to_string(count) + " fields, and " + std::to_string(column_count_) +
               " columns in the header"),
         false;
}

void IntervalRows::read_row() {
  if (!has_all_fields()) return;
  IntervalRow row{.id = field(Role::id), .line = static_cast<std::uint32_t>(splitter_.line())};
  if (row.id.empty()) fault("the id is empty");
  if (!is_utf8(row.id)) fault("the id is not valid UTF-8");
  const bool ends = number(Role::lower, "lower", row.lower) & number(Role::upper, "upper", row.upper);
  if (ends) settle_ends(row);
  number(Role::size, "size", row.size);
  if (!field(Role::alignment).empty()) number(Role::alignment, "alignment", row.alignment);
  if (has_offsets() && number(Role::offset, "offset", row.offset) &&
      (row.offset < 0 || row.offset > kMaxTotalSize.count))
    fault("offset " + std::to_string(row.offset) + " is not between 0 and 2^60");
  if (!field(Role::hint).empty()) {
    std::int64_t ignored = 0;
    rows_with_hints_ += number(Role::hint, "hint", ignored) ? 1 : 0;
  }
  if (ends && !field(Role::gaps).empty()) check_gaps(row);
  if (ends && row.lower == row.upper) note_empty(row);
  rows_.push_back(row);
}

bool IntervalRows::number(Role role, std::string_view name, std::int64_t& value) {
  const std::string_view text = field(role);
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code == std::errc() && end == text.data() + text.size()) return true;
  value = role == Role::alignment ? 1 : 0;
  const bool range = code == std::errc::result_out_of_range && end == text.data() + text.size();
  if (text.empty())
    fault("the " + std::string(name) + " is empty");
  else if (range)
    fault(std::string(name) + " " + shown(text) + " is out of range");
  else
    fault(std::string(name) + " must be a whole number, not \"" + shown(text) + "\"");
  return false;
}

void IntervalRows::settle_ends(IntervalRow& row) {
  if (row.lower > row.upper)
    return fault("the lifetime ends at " + std::to_string(row.upper) + ", before it begins at " +
                 std::to_string(row.lower));
  if (meaning_ == IntervalMeaning::closed) {
    if (row.upper == std::numeric_limits<std::int64_t>::max())
      return fault("upper " + std::to_string(row.upper) + " is out of range for an inclusive end");
    ++row.upper;
  } else if (meaning_ == IntervalMeaning::open && row.upper > row.lower) {
    --row.upper;
  }
}

void IntervalRows::note_empty(const IntervalRow& row) {
  const std::string place = "line " + std::to_string(row.line), id(shown(row.id));
  summary_.add(ImportKind::assumed, "rows whose lifetime is empty: tensors that are never needed and take no memory",
               id + " (" + place + ')');
  if (rows_that_are_empty_++ == 0)
    first_empty_ = {place, "the lifetime of \"" + id + "\" is empty: it is never needed and takes no memory"};
}

void IntervalRows::check_gaps(const IntervalRow& row) {
  ++rows_with_gaps_;
  std::string_view text = field(Role::gaps);
  while (!text.empty()) {
    const std::size_t space = std::min(text.find(' '), text.size());
    const std::string_view gap = text.substr(0, space);
    text.remove_prefix(std::min(space + 1, text.size()));
    if (!gap.empty() && !gap_is_fine(gap, row))
      fault("the gap \"" + shown(gap) + "\" is not LOWER-UPPER[@LOWER:UPPER] within the lifetime");
  }
}

/// `lo-hi`, where the tensor is not needed, and `@lo:hi`, which of its bytes are all the same.
bool IntervalRows::gap_is_fine(std::string_view gap, const IntervalRow& row) const {
  const auto from = take_number(gap);
  if (!from || !take(gap, '-')) return false;
  const auto to = take_number(gap);
  if (!to || *from < row.lower || *to < *from || *to > row.upper) return false;
  if (gap.empty()) return true;
  if (!take(gap, '@')) return false;
  const auto first = take_number(gap);
  if (!first || !take(gap, ':')) return false;
  const auto last = take_number(gap);
  return last && gap.empty() && *first >= 0 && *first <= *last && *last <= row.size;
}

}  // namespace stowage
