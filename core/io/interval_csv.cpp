// SPDX-License-Identifier: Apache-2.0
#include "core/io/interval_csv.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "core/graph/builder.h"
#include "core/graph/lifetimes.h"
#include "core/io/csv.h"
#include "core/io/file_stem.h"
#include "core/io/imported_plan.h"
#include "core/io/interval_rows.h"

namespace stowage {
namespace {

constexpr std::size_t kHeaderLimit = 4096;
constexpr std::size_t kSlackOfTable = 8;  // a table of all times is used up to so many entries a row

/// The distinct event times, ascending, and the place of each: by a table where they are dense, else by search.
class EventTimes {
 public:
  explicit EventTimes(const std::vector<IntervalRow>& rows) {
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    first_ = std::numeric_limits<std::int64_t>::max();
    for (const IntervalRow& row : rows)
      if (!row.empty()) first_ = std::min(first_, row.lower), last = std::max(last, row.upper);
    if (first_ > last) return;
    const auto range = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first_);
    if (range < kSlackOfTable * (rows.size() + kHeaderLimit))
      fill_table(rows, static_cast<std::size_t>(range));
    else
      sort(rows);
  }

  [[nodiscard]] const std::vector<std::int64_t>& times() const { return times_; }
  [[nodiscard]] std::size_t step_of(std::int64_t time) const {
    if (!place_.empty()) return place_[static_cast<std::size_t>(time - first_)];
    return static_cast<std::size_t>(std::ranges::lower_bound(times_, time) - times_.begin());
  }

 private:
  void fill_table(const std::vector<IntervalRow>& rows, std::size_t range) {
    place_.assign(range + 1, 0);
    for (const IntervalRow& row : rows) {
      if (row.empty()) continue;
      place_[static_cast<std::size_t>(row.lower - first_)] = 1;
      place_[static_cast<std::size_t>(row.upper - first_)] = 1;
    }
    for (std::size_t at = 0; at <= range; ++at) {
      const bool event = place_[at] != 0;
      place_[at] = static_cast<std::uint32_t>(times_.size());
      if (event) times_.push_back(first_ + static_cast<std::int64_t>(at));
    }
  }

  void sort(const std::vector<IntervalRow>& rows) {
    times_.reserve(2 * rows.size());
    for (const IntervalRow& row : rows)
      if (!row.empty()) times_.push_back(row.lower), times_.push_back(row.upper);
    std::ranges::sort(times_);
    times_.erase(std::ranges::unique(times_).begin(), times_.end());
  }

  std::int64_t first_;
  std::vector<std::int64_t> times_;
  std::vector<std::uint32_t> place_;
};

void append_number(std::string& out, std::int64_t value) {
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void add_steps(GraphBuilder& builder, const EventTimes& axis) {
  const StreamId stream = builder.add_stream(0);
  std::string name;
  for (std::size_t step = 0; step + 1 < axis.times().size(); ++step) {
    name = "t=";
    append_number(name, axis.times()[step]);
    builder.add_operator({.name = name, .stream = stream});
  }
  builder.set_times(axis.times());
}

void add_row(GraphBuilder& builder, const EventTimes& axis, const IntervalRow& row) {
  GraphBuilder::Tensor tensor{.name = row.id, .size = {row.size}, .alignment = row.alignment};
  if (row.empty()) {
    builder.add_tensor(tensor);
    return;
  }
  const OperatorId last(axis.step_of(row.upper) - 1);
  tensor.producer = OperatorId(axis.step_of(row.lower));
  tensor.consumers = {&last, 1};
  builder.add_tensor(tensor);
}

/// Faults of the text were found before those of the graph: puts them in the order of their lines.
void sort_by_line(std::vector<Diagnostic>& faults) {
  const auto line_of = [](const Diagnostic& fault) {
    constexpr std::string_view kLine = "line ";
    std::size_t line = std::numeric_limits<std::size_t>::max();  // what has no line comes last
    if (fault.place.starts_with(kLine))
      std::from_chars(fault.place.data() + kLine.size(), fault.place.data() + fault.place.size(), line);
    return line;
  };
  std::ranges::stable_sort(faults, {}, line_of);
}

std::vector<Offset> offsets_of(const std::vector<IntervalRow>& rows) {
  std::vector<Offset> offsets;
  offsets.reserve(rows.size());
  for (const IntervalRow& row : rows) offsets.push_back({row.offset});
  return offsets;
}

/// What an interval CSV cannot say of the graph, or empty.
std::string beyond_lifetimes(const Graph& graph) {
  const auto used = std::ranges::count_if(graph.streams(), [&](StreamId s) { return !graph.operators_of(s).empty(); });
  if (used > 1) return "the order of operators on " + std::to_string(used) + " streams";
  if (graph.group_count() > 0) return "contiguous groups";
  if (graph.loop_count() > 0) {
    OperatorId first(0);
    while (!graph.loop(first)) first = OperatorId(first.index() + 1);
    const std::string others = std::to_string(graph.loop_count() - 1);
    return "the body of the loop \"" + std::string(graph.name(first)) + "\"" +
           (others == "0" ? "" : ", nor of " + others + " more");
  }
  return {};
}

}  // namespace

bool looks_like_interval_csv(std::string_view bytes) {
  CsvSplitter splitter(bytes.substr(0, kHeaderLimit));
  std::vector<std::string_view> fields;
  return splitter.next(fields) && splitter.fault().empty() &&
         (IntervalRows::is_header(fields) || IntervalRows::is_row(fields));
}

Result<Document> read_interval_csv(std::string_view bytes, const std::string& file, const ReadOptions& options,
                                   const Task& task) {
  IntervalRows text(bytes, options);
  const std::vector<IntervalRow>& rows = text.rows();
  GraphBuilder builder(file, [&](const InputItem& item) {
    return "line " + std::to_string(item.section == InputItem::Section::tensors ? rows[item.index].line : 1);
  });
  if (!text.read(builder, task)) return tl::unexpected(task.why_stopped());
  task.report(0.5);

  const EventTimes axis(rows);
  builder.set_name(stem_of(file, ".csv"));
  builder.reserve(axis.times().size(), rows.size());
  add_steps(builder, axis);
  for (const IntervalRow& row : rows) add_row(builder, axis, row);
  auto out = make_document(std::move(builder).build(), "interval-csv", text.summary());
  if (!out) {
    sort_by_line(out.error().faults);
    return out;
  }
  out->summary.count(ImportKind::read, "rows, a tensor each", rows.size());
  if (text.has_offsets()) out->plan = imported_plan(*out->graph, offsets_of(rows));
  return out;
}

Result<std::string> write_interval_csv(const Graph& graph, const Plan* plan) {
  if (const std::string lost = beyond_lifetimes(graph); !lost.empty())
    return tl::unexpected(Error::of(Error::Kind::unsupported, "an interval CSV cannot hold " + lost));
  const std::vector<Lifetime> lives = lifetimes(graph);
  const auto time = [&](std::uint32_t step) {
    return graph.times().empty() ? static_cast<std::int64_t>(step) : graph.times()[step];
  };
  std::string out = "id,lower,upper,size";
  if (graph.has_alignments()) out += ",alignment";
  if (plan != nullptr) out += ",offset";
  out += '\n';
  for (TensorId t : graph.tensors()) {
    Lifetime life = lives[t.index()];
    // Without operators there are no steps, yet what is needed until the end is needed all at once.
    if (graph.operator_count() == 0 && graph.is_needed(t)) life = {0, 1};
    append_csv_field(out, graph.name(t));
    for (const std::int64_t number : {time(life.begin), time(life.end), graph.size(t).count}) {
      out += ',';
      append_number(out, number);
    }
    if (graph.has_alignments()) append_number(out += ',', graph.alignment(t));
    if (plan != nullptr) append_number(out += ',', plan->offsets[t.index()].value);
    out += '\n';
  }
  return out;
}

}  // namespace stowage
