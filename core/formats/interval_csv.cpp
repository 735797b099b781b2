// SPDX-License-Identifier: Apache-2.0
#include "core/formats/interval_csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

#include "core/formats/csv.h"
#include "core/formats/formats.h"
#include "core/formats/lines.h"
#include "core/formats/utf8.h"
#include "core/graph/claims.h"
#include "core/graph/laid_out.h"
#include "core/graph/lifetimes.h"

namespace stowage {
namespace {

constexpr std::size_t kHeaderLimit = 4096;
constexpr std::size_t kSlackOfTable = 8;  // a table of all times is used up to this many entries a row
constexpr std::size_t kRowsBetweenLooks = 1 << 16;

/// One row of an interval CSV, with a half-open lifetime.
struct IntervalRow {
  std::string_view id;
  std::int64_t lower = 0, upper = 0, size = 0;
};

/// All rows; their lines, which are needed longer than they are; and columns that most files do not have.
struct IntervalRows {
  std::vector<IntervalRow> rows;
  std::vector<std::uint32_t> lines;
  std::vector<std::int64_t> alignments;  // empty: all 1
  std::vector<Offset> offsets;           // empty: none are known
};

enum class CsvColumn { id, lower, upper, size, alignment, hint, gaps, offset, none };
/// The names of columns; the first of each stands for it in messages.
constexpr std::pair<std::string_view, CsvColumn> kColumnNames[] = {
    {"id", CsvColumn::id},         {"buffer", CsvColumn::id},
    {"buffer_id", CsvColumn::id},  {"lower", CsvColumn::lower},
    {"begin", CsvColumn::lower},   {"start", CsvColumn::lower},
    {"upper", CsvColumn::upper},   {"end", CsvColumn::upper},
    {"size", CsvColumn::size},     {"alignment", CsvColumn::alignment},
    {"hint", CsvColumn::hint},     {"gaps", CsvColumn::gaps},
    {"offset", CsvColumn::offset},
};
constexpr std::pair<CsvColumn, std::string_view> kNeededColumns[] = {{CsvColumn::id, "id, buffer or buffer_id"},
                                                                     {CsvColumn::lower, "lower, begin or start"},
                                                                     {CsvColumn::upper, "upper or end"},
                                                                     {CsvColumn::size, "size"}};

CsvColumn column_named(std::string_view column) {
  const auto* const found = std::ranges::find(kColumnNames, column, &std::pair<std::string_view, CsvColumn>::first);
  return found == std::end(kColumnNames) ? CsvColumn::none : found->second;
}

/// Whether the fields are a header: they name an id, both ends and a size.
bool is_header(const std::vector<std::string_view>& fields) {
  return std::ranges::all_of(kNeededColumns, [&](const auto& needed) {
    return std::ranges::find(fields, needed.first, column_named) != fields.end();
  });
}

/// Whether the fields are a row of a table without a header: at least an id and three numbers.
bool is_row(const std::vector<std::string_view>& fields) {
  return fields.size() >= 4 && !fields[0].empty() && whole_number(fields[1]) && whole_number(fields[2]) &&
         whole_number(fields[3]);
}

/// A gap is `lo-hi`, when the tensor is not needed, perhaps with `@lo:hi`, the bytes that are needed all the same.
bool is_gap_of(const IntervalRow& row, std::string_view gap) {
  constexpr std::string_view kBetween = "-@:";
  std::int64_t numbers[kBetween.size() + 1] = {};
  std::size_t count = 0;
  for (;;) {
    const auto [end, code] = std::from_chars(gap.data(), gap.data() + gap.size(), numbers[count]);
    if (code != std::errc()) return false;
    gap.remove_prefix(static_cast<std::size_t>(end - gap.data()));
    if (gap.empty()) break;
    if (count == kBetween.size() || gap.front() != kBetween[count++]) return false;
    gap.remove_prefix(1);
  }
  const auto [from, to, first, last] = numbers;
  if (count == 0 || from < row.lower || to < from || to > row.upper) return false;
  return count == 1 || (count == 3 && first >= 0 && first <= last && last <= row.size);
}

/// Reads the text of an interval CSV into checked rows. The graph is made from them afterwards.
class IntervalText {
 public:
  /// Faults and warnings go to `report`.
  IntervalText(std::string_view bytes, const ReadOptions& options, GraphBuilder& report, IntervalRows& out)
      : splitter_(bytes), options_(options), report_(report), out_(out) {
    constexpr std::size_t kShortestRow = 8;  // "a,0,1,1" and the end of its line
    out_.rows.reserve(std::min<std::size_t>(std::ranges::count(bytes, '\n'), bytes.size() / kShortestRow) + 1);
    out_.lines.reserve(out_.rows.capacity());
  }

  /// False where the task was stopped.
  bool read(const Task& task) {
    columns_.fill(kAbsent);
    if (!read_header()) return true;
    if (by_place_) read_row();
    while (splitter_.next(fields_) && !(fields_.empty() && splitter_.fault().empty())) {
      read_row();
      if (task.poll(out_.rows.size(), kRowsBetweenLooks)) return false;
    }
    if (out_.rows.empty() && !report_.has_faults()) report_.add_fault("", "there are no rows after the header");
    warn();
    return true;
  }

  [[nodiscard]] bool has_offsets() const { return column(CsvColumn::offset) != kAbsent; }
  /// The assumptions about the ends, and about columns without a header.
  [[nodiscard]] const ImportSummary& summary() const { return summary_; }

 private:
  static constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);

  [[nodiscard]] std::size_t column(CsvColumn which) const { return columns_[static_cast<std::size_t>(which)]; }
  std::size_t& column(CsvColumn which) { return columns_[static_cast<std::size_t>(which)]; }
  [[nodiscard]] std::string_view field(CsvColumn which) const {
    return column(which) == kAbsent ? std::string_view() : fields_[column(which)];
  }

  bool read_header() {
    if (!splitter_.next(fields_)) return report_.add_fault("line 1", "the file is empty"), false;
    if (!splitter_.fault().empty()) return fault(std::string(splitter_.fault())), false;
    column_count_ = fields_.size();
    while (column_count_ > 0 && fields_[column_count_ - 1].empty()) --column_count_;
    by_place_ = !is_header(fields_) && is_row(fields_);
    if (by_place_) return take_columns_by_place(), !report_.has_faults();
    for (std::size_t c = 0; c < column_count_; ++c) {
      const CsvColumn which = column_named(fields_[c]);
      if (which == CsvColumn::none) {
        if (!fields_[c].empty()) report_.add_warning("line 1", "the column \"" + shown(fields_[c]) + "\" is not used");
        continue;
      }
      std::size_t& place = column(which);
      if (place != kAbsent)
        fault("the columns \"" + shown(fields_[place]) + "\" and \"" + shown(fields_[c]) + "\" mean the same");
      place = c;
    }
    for (const auto& [which, names] : kNeededColumns)
      if (column(which) == kAbsent)
        fault("the header lacks a column called " + std::string(names) + "; it looks like id,lower,upper,size");
    if (report_.has_faults()) return false;

    settle_meaning(field(CsvColumn::upper) == "end");
    return true;
  }

  /// The columns of a table without a header: id, lower, upper, size[, alignment][, offset].
  void take_columns_by_place() {
    static constexpr CsvColumn kPlaces[] = {CsvColumn::id,   CsvColumn::lower,     CsvColumn::upper,
                                            CsvColumn::size, CsvColumn::alignment, CsvColumn::offset};
    if (column_count_ > std::size(kPlaces))
      return fault("there is no header, and there are more columns than id, lower, upper, size, alignment and offset");
    for (std::size_t c = 0; c < column_count_; ++c) column(kPlaces[c]) = c;
    if (column_count_ == 5) std::swap(column(CsvColumn::alignment), column(CsvColumn::offset));  // planners append it
    const ImportWords columns[] = {
        Assumed::tr("there is no header: the columns are id, lower, upper, size"),
        Assumed::tr("there is no header: the columns are id, lower, upper, size, offset"),
        Assumed::tr("there is no header: the columns are id, lower, upper, size, alignment, offset")};
    summary_.say(columns[column_count_ - 4]);
    settle_meaning(false);
  }

  void settle_meaning(bool inclusive) {
    meaning_ = options_.intervals.value_or(inclusive ? IntervalMeaning::closed : IntervalMeaning::half_open);
    if (inclusive && !options_.intervals)
      report_.add_warning("line 1", "lifetimes were read as inclusive, as the column is called \"end\"");
    const ImportWords meanings[] = {Assumed::tr("lifetimes are half-open: from lower up to, but without, upper"),
                                    Assumed::tr("lifetimes are closed: from lower through upper"),
                                    Assumed::tr("lifetimes are open: after lower and before upper, through upper - 2")};
    const ImportKind kind = options_.intervals || inclusive ? ImportKind::read : ImportKind::assumed;
    summary_.say(meanings[static_cast<std::size_t>(meaning_)].as(kind));
  }

  void read_row() {
    if (!has_all_fields()) return;
    IntervalRow row{.id = field(CsvColumn::id)};
    if (row.id.empty()) fault("the id is empty");
    if (!is_utf8(row.id)) fault("the id is not valid UTF-8");
    const bool has_lower = number(CsvColumn::lower, row.lower);
    const bool ends = number(CsvColumn::upper, row.upper) && has_lower;  // both report their faults
    if (ends) settle_ends(row);
    number(CsvColumn::size, row.size);
    std::int64_t alignment = 1, offset = 0;
    if (!field(CsvColumn::alignment).empty()) number(CsvColumn::alignment, alignment);
    if (column(CsvColumn::alignment) != kAbsent) out_.alignments.push_back(alignment);
    if (has_offsets() && number(CsvColumn::offset, offset) && (offset < 0 || offset > kMaxTotalSize.count))
      fault("offset " + std::to_string(offset) + " is not between 0 and 2^60");
    if (has_offsets()) out_.offsets.push_back({offset});
    std::int64_t ignored = 0;
    has_hints_ |= !field(CsvColumn::hint).empty() && number(CsvColumn::hint, ignored);
    if (ends && !field(CsvColumn::gaps).empty()) check_gaps(row);
    out_.rows.push_back(row);
    out_.lines.push_back(static_cast<std::uint32_t>(splitter_.line()));
  }

  [[nodiscard]] bool has_all_fields() {
    if (!splitter_.fault().empty()) return fault(std::string(splitter_.fault())), false;
    std::size_t count = fields_.size();
    while (count > column_count_ && fields_[count - 1].empty()) --count;  // a comma at the end of the line
    if (count == column_count_) return true;
    return fault("there are " + std::to_string(count) + " fields, and " + std::to_string(column_count_) +
                 " columns in the header"),
           false;
  }

  /// Makes [lower, upper] or (lower, upper) half-open.
  void settle_ends(IntervalRow& row) {
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

  void check_gaps(const IntervalRow& row) {
    ++rows_with_gaps_;
    std::string_view text = field(CsvColumn::gaps);
    while (!text.empty()) {
      const std::string_view gap = text.substr(0, text.find(' '));
      text.remove_prefix(std::min(gap.size() + 1, text.size()));
      if (!gap.empty() && !is_gap_of(row, gap))
        fault("the gap \"" + shown(gap) + "\" is not LOWER-UPPER[@LOWER:UPPER] within the lifetime");
    }
  }

  /// Reads a field, or reports why it is not a number.
  bool number(CsvColumn which, std::int64_t& value) {
    const std::string_view text = field(which);
    std::int64_t read = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), read);
    const bool whole = end == text.data() + text.size();
    if (code == std::errc() && whole) return value = read, true;
    const std::string name(
        std::ranges::find(kColumnNames, which, &std::pair<std::string_view, CsvColumn>::second)->first);
    if (text.empty())
      fault("the " + name + " is empty");
    else if (code == std::errc::result_out_of_range && whole)
      fault(name + " " + shown(text) + " is out of range");
    else
      fault(name + " must be a whole number, not \"" + shown(text) + "\"");
    return false;
  }

  /// Warns of contents of the text that the graph does not have.
  void warn() {
    if (splitter_.rest().find_first_not_of(" \t\r\n") != std::string_view::npos)
      report_.add_warning(line(splitter_.line()), "a blank line ends the data: the lines after it were not read");
    if (rows_with_gaps_ > 0)
      report_.add_warning("", "gaps in lifetimes are not used: " + std::to_string(rows_with_gaps_) +
                                  " tensors that have some are planned as needed throughout");
    if (has_hints_) report_.add_warning("", "hints of offsets are ignored");
    std::size_t empty = 0, first = 0;
    for (std::size_t k = 0; k < out_.rows.size(); ++k) {
      if (out_.rows[k].lower < out_.rows[k].upper) continue;
      summary_.add(Assumed::tr("rows whose lifetime is empty: tensors that are never needed and take no memory"),
                   shown(out_.rows[k].id) + " (" + line(out_.lines[k]) + ')');
      if (empty++ == 0) first = k;
    }
    if (empty > 0)
      report_.add_warning(line(out_.lines[first]),
                          "the lifetime of \"" + shown(out_.rows[first].id) +
                              "\" is empty: it is never needed and takes no memory" +
                              (empty > 1 ? "; the same holds of " + std::to_string(empty - 1) + " more" : ""));
  }

  static std::string line(std::size_t number) { return "line " + std::to_string(number); }
  void fault(std::string reason) { report_.add_fault(line(splitter_.line()), std::move(reason)); }

  CsvSplitter splitter_;
  const ReadOptions& options_;
  GraphBuilder& report_;
  IntervalRows& out_;
  IntervalMeaning meaning_ = IntervalMeaning::half_open;
  std::vector<std::string_view> fields_;
  std::array<std::size_t, static_cast<std::size_t>(CsvColumn::none)> columns_{};
  std::size_t column_count_ = 0;
  bool by_place_ = false, has_hints_ = false;
  std::size_t rows_with_gaps_ = 0;
  ImportSummary summary_;
};

/// The distinct event times, ascending, and the place of each: by a table where they are dense, or by search.
class EventTimes {
 public:
  /// `lifetime(k)` returns the Interval of each k below `count`; it is called several times for each.
  template <class Lifetimes>
  EventTimes(std::size_t count, const Lifetimes& lifetime) {
    const auto for_each = [&](const auto& visit) {
      for (std::size_t k = 0; k < count; ++k)
        if (const Interval life = lifetime(k); !life.empty()) visit(life);
    };
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    first_ = std::numeric_limits<std::int64_t>::max();
    for_each([&](Interval life) { first_ = std::min(first_, life.begin), last = std::max(last, life.end); });
    if (first_ > last) return;
    const auto range = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first_);
    if (range < kSlackOfTable * (count + kHeaderLimit)) {
      place_.assign(static_cast<std::size_t>(range) + 1, 0);
      for_each([&](Interval life) { mark(life.begin), mark(life.end); });
      fill_table();
    } else {
      times_.reserve(2 * count);
      for_each([&](Interval life) { times_.push_back(life.begin), times_.push_back(life.end); });
      sort_distinct(times_);
    }
  }

  /// Only once, as it spares a copy where it can.
  [[nodiscard]] std::vector<std::int64_t> take_times() { return place_.empty() ? times_ : std::move(times_); }
  /// The step that begins at an event time. Any step for other times: a caller may change its columns meanwhile.
  [[nodiscard]] std::size_t step_of(std::int64_t time) const {
    if (!place_.empty()) return place_[std::min(place_.size() - 1, entry(time))];
    return static_cast<std::size_t>(std::ranges::lower_bound(times_, time) - times_.begin());
  }

 private:
  [[nodiscard]] std::size_t entry(std::int64_t time) const {
    return static_cast<std::size_t>(static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(first_));
  }
  void mark(std::int64_t time) {
    if (entry(time) < place_.size()) place_[entry(time)] = 1;
  }
  void fill_table() {
    times_.reserve(static_cast<std::size_t>(std::ranges::count(place_, 1U)));
    for (std::size_t at = 0; at < place_.size(); ++at) {
      const bool event = place_[at] != 0;
      place_[at] = static_cast<std::uint32_t>(times_.size());
      if (event) times_.push_back(first_ + static_cast<std::int64_t>(at));
    }
  }

  std::int64_t first_;
  std::vector<std::int64_t> times_;
  std::vector<std::uint32_t> place_;
};

/// Adds a step from each event to the next one, and the tensors, where `life(k)` is the lifetime of `tensor(k)`. False
/// where the task was stopped.
template <class Life, class Tensor>
bool add_intervals(GraphBuilder& builder, std::size_t count, const Life& life, const Tensor& tensor, const Task& task) {
  EventTimes axis(count, life);
  builder.reserve(0, count);
  builder.add_steps(axis.take_times());
  for (std::size_t k = 0; k < count; ++k) {
    if (task.poll(k, kRowsBetweenLooks)) return false;
    GraphBuilder::Tensor spec = tensor(k);
    const Interval needed = life(k);
    const OperatorId last = needed.empty() ? OperatorId() : OperatorId(axis.step_of(needed.end) - 1);
    if (!needed.empty()) {
      spec.producer = OperatorId(axis.step_of(needed.begin));
      spec.consumers = {&last, 1};
    }
    builder.add_tensor(spec);
  }
  return true;
}

/// Sorts faults by line: those of the text were found before those of the graph.
void sort_by_line(std::vector<Diagnostic>& faults) {
  std::ranges::stable_sort(faults, {}, [](const Diagnostic& fault) {
    constexpr std::string_view kLine = "line ";
    const auto line = fault.place.starts_with(kLine) ? whole_number(fault.place.substr(kLine.size())) : std::nullopt;
    return line.value_or(std::numeric_limits<std::int64_t>::max());  // faults without a line come last
  });
}

/// What an interval CSV cannot carry of the graph, or empty.
std::string beyond_lifetimes(const Graph& graph) {
  const auto used = std::ranges::count_if(graph.streams(), [&](StreamId s) { return !graph.operators_of(s).empty(); });
  if (used > 1) return "the order of operators on " + std::to_string(used) + " streams";
  if (graph.group_count() > 0) return "contiguous groups";
  if (graph.has_views()) return "views";
  if (!graph.in_place().empty()) return "in-place pairs";
  if (unknown_sizes(graph) > 0) return "unknown sizes";
  const Graph& source = source_of(graph);
  for (OperatorId o : source.operators())
    if (source.loop(o) != nullptr || !source.branches(o).empty())
      return "bodies of loops and branches, such as the body of " + in_quotes(source.name(o));
  return {};
}

}  // namespace

bool looks_like_interval_csv(std::string_view bytes) {
  CsvSplitter splitter(bytes.substr(0, kHeaderLimit));
  std::vector<std::string_view> fields;
  return splitter.next(fields) && splitter.fault().empty() && (is_header(fields) || is_row(fields));
}

Result<Document> read_interval_csv(const FileToRead& in) {
  IntervalRows all;
  std::vector<IntervalRow>& rows = all.rows;
  GraphBuilder builder(in.file, [&](const InputItem& item) {
    return "line " + std::to_string(item.section == InputItem::Section::tensors ? all.lines[item.index] : 1);
  });
  IntervalText text(in.bytes, in.options, builder, all);
  if (!text.read(in.task)) return tl::unexpected(in.task.why_stopped());
  in.task.report(0.5);

  builder.set_name(graph_name(in.file, "interval-csv"));
  const auto life = [&](std::size_t k) { return Interval{rows[k].lower, rows[k].upper}; };
  const auto tensor = [&](std::size_t k) {
    return GraphBuilder::Tensor{
        .name = rows[k].id, .size = {rows[k].size}, .alignment = all.alignments.empty() ? 1 : all.alignments[k]};
  };
  if (!add_intervals(builder, rows.size(), life, tensor, in.task)) return tl::unexpected(in.task.why_stopped());
  rows = std::vector<IntervalRow>();  // their memory is needed for what follows
  auto out = make_document(std::move(builder).build(), "interval-csv", text.summary());
  if (!out) {
    sort_by_line(out.error().faults);
    return out;
  }
  out->summary.count(Read::tr("rows, a tensor each"), all.lines.size());
  if (text.has_offsets()) out->plan = imported_plan(*out->graph, std::move(all.offsets));
  return out;
}

Result<BuiltGraph> graph_of_intervals(const IntervalColumns& columns, const Task& task) {
  GraphBuilder builder("", [](const InputItem& item) {
    if (item.section != InputItem::Section::tensors) return std::string();
    const std::string column(item.field == "id" ? "names" : item.field);
    return item.index == InputItem::kAll ? column : column + '[' + std::to_string(item.index) + ']';
  });
  const std::size_t count = columns.lower.size;
  for (const auto& [name, size] :
       {std::pair("upper", columns.upper.size), std::pair("size", columns.size.size),
        std::pair("alignment", columns.alignment.size), std::pair("names", columns.names.size())}) {
    const bool optional = name == std::string_view("alignment") || name == std::string_view("names");
    if (size != count && !(optional && size == 0))
      builder.add_fault(name, "there are " + std::to_string(size) + ", and " + std::to_string(count) + " of lower");
  }
  for (std::size_t k = 0; !builder.has_faults() && k < count; ++k)
    if (columns.upper[k] < columns.lower[k])
      builder.add_fault("upper[" + std::to_string(k) + ']', "upper " + std::to_string(columns.upper[k]) +
                                                                " is below lower " + std::to_string(columns.lower[k]));
  if (builder.has_faults()) return std::move(builder).build();

  builder.set_name(columns.graph);
  std::string digits;
  const auto life = [&](std::size_t k) { return Interval{columns.lower[k], columns.upper[k]}; };
  const auto tensor = [&](std::size_t k) {
    if (columns.names.empty()) digits = std::to_string(k);
    return GraphBuilder::Tensor{.name = columns.names.empty() ? digits : columns.names[k],
                                .size = {columns.size[k]},
                                .alignment = columns.alignment.size == 0 ? 1 : columns.alignment[k]};
  };
  if (!add_intervals(builder, count, life, tensor, task)) return tl::unexpected(task.why_stopped());
  return std::move(builder).build();
}

Result<std::string> write_interval_csv(const Graph& graph, const Plan* plan) {
  if (const std::string lost = beyond_lifetimes(graph); !lost.empty())
    return tl::unexpected(Error::of(Error::Kind::unsupported, "an interval CSV cannot hold " + lost));
  const std::vector<Lifetime> lives = lifetimes(graph);
  const auto time = [&](std::uint32_t step) {
    return graph.times().empty() ? static_cast<std::int64_t>(step) : graph.times()[step];
  };
  // The file has no place for the alignment of the graph: each tensor gets it, which means the same.
  const std::int64_t rounding = (plan != nullptr ? plan->alignment : graph.alignment()).count;
  const bool aligned = graph.has_alignments() || rounding > 1;
  std::string out = "id,lower,upper,size";
  if (aligned) out += ",alignment";
  if (plan != nullptr) out += ",offset";
  out += '\n';
  for (TensorId t : graph.tensors()) {
    Lifetime life = lives[t.index()];
    // Without operators there are no steps, but tensors that are needed until the end are needed at once.
    if (graph.operator_count() == 0 && graph.is_needed(t)) life = {0, 1};
    append_csv_field(out, graph.name(t));
    const auto append = [&](std::int64_t number) { out.append(1, ',').append(std::to_string(number)); };
    for (const std::int64_t number : {time(life.begin), time(life.end), graph.size(t).count}) append(number);
    if (aligned) append(std::lcm(std::int64_t{graph.alignment(t)}, rounding));
    if (plan != nullptr) append(plan->offsets[t.index()].value);
    out += '\n';
  }
  return out;
}

}  // namespace stowage
