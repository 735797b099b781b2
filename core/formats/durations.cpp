// SPDX-License-Identifier: Apache-2.0
#include "core/formats/durations.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/base/faults.h"
#include "core/base/name_table.h"
#include "core/formats/csv.h"
#include "core/formats/executorch/etdump.h"
#include "core/formats/onnx/runtime_profile.h"
#include "core/formats/utf8.h"

namespace stowage {
namespace {

struct Unit {
  std::string_view column;
  double nanoseconds;
};
constexpr std::array kUnits = {Unit{"duration", 1}, Unit{"duration_ns", 1},   Unit{"ns", 1},  Unit{"duration_us", 1e3},
                               Unit{"us", 1e3},     Unit{"duration_ms", 1e6}, Unit{"ms", 1e6}};
constexpr std::array<std::string_view, 4> kNameColumns = {"operator", "name", "id", "node"};

std::string line_text(std::size_t line) {
  return "line " + std::to_string(line);
}

class DurationsReader {
 public:
  DurationsReader(const Graph& graph, std::string_view csv, const std::string& file)
      : graph_(graph), file_(file), faults_(file), splitter_(csv), sums_(graph.operator_count()) {
    index_.reserve(graph.operator_count());
    for (OperatorId o : graph.operators()) index_.add(graph.name(o), o.index(), graph.data().operator_names);
  }

  Result<TimedGraph> read() && {
    if (read_header())
      while (splitter_.next(fields_))
        if (!fields_.empty() || !splitter_.fault().empty()) read_row();
    if (!faults_.any() && matched_ == 0)
      faults_.add("", rows_ == 0 ? "there are no rows after the header" : "no row names an operator of the graph");
    Graph::Data data = graph_.data();
    if (!faults_.any()) apply(data);
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    return TimedGraph{Graph(std::move(data)), warnings()};
  }

 private:
  struct Sum {
    double nanoseconds = 0;
    std::uint32_t count = 0;
    Duration::From from = Duration::From::measured;
  };

  bool read_header() {
    if (!splitter_.next(fields_) || fields_.empty()) return faults_.add("line 1", "there is no header"), false;
    for (std::size_t k = 0; k < fields_.size(); ++k) {
      if (!name_ && std::ranges::find(kNameColumns, fields_[k]) != kNameColumns.end()) name_ = k;
      const auto* const unit = std::ranges::find(kUnits, fields_[k], &Unit::column);
      if (!duration_ && unit != kUnits.end()) duration_ = k, unit_ = unit->nanoseconds;
      if (fields_[k] == "from") from_ = k;
    }
    if (!name_) faults_.add("line 1", "the header has no column \"operator\", \"name\", \"id\" or \"node\"");
    if (!duration_) faults_.add("line 1", "the header has no column \"duration\", \"duration_us\" or \"duration_ms\"");
    return name_ && duration_;
  }

  void fault(std::string reason) { faults_.add(line_text(splitter_.line()), std::move(reason)); }

  void read_row() {
    ++rows_;
    if (!splitter_.fault().empty()) return fault(std::string(splitter_.fault()));
    if (fields_.size() <= std::max(*name_, *duration_))
      return fault("there are only " + std::to_string(fields_.size()) + " fields");
    const auto nanoseconds = number(fields_[*duration_]);
    if (!nanoseconds) return fault("the duration " + in_quotes(fields_[*duration_]) + " is not a number");
    if (!(*nanoseconds >= 0 && *nanoseconds <= static_cast<double>(kMaxDuration)))
      return fault("the duration " + in_quotes(fields_[*duration_]) + " is not between 0 and 2^53 ns");
    auto from = std::optional(Duration::From::measured);
    if (from_ && *from_ < fields_.size() && !fields_[*from_].empty()) from = duration_source(fields_[*from_]);
    if (!from) return fault("\"from\" must be measured, estimated or modelled, not " + in_quotes(fields_[*from_]));
    const std::uint32_t o = index_.find(fields_[*name_], graph_.data().operator_names);
    if (o == NameIndex::kNone) {
      if (unknown_++ == 0) first_unknown_ = std::pair(splitter_.line(), std::string(fields_[*name_]));
      return;
    }
    matched_ += sums_[o].count == 0;
    sums_[o].nanoseconds += *nanoseconds;
    sums_[o].count += 1;
    sums_[o].from = *from;
  }

  [[nodiscard]] std::optional<double> number(std::string_view text) const {
    double value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
    return value * unit_;
  }

  void apply(Graph::Data& data) {
    data.operator_duration.resize(graph_.operator_count());
    std::int64_t total = 0;
    for (std::size_t o = 0; o < sums_.size(); ++o) {
      if (const Sum& sum = sums_[o]; sum.count > 0)
        data.operator_duration[o] = {std::llround(sum.nanoseconds / sum.count), sum.from};
      total += data.operator_duration[o].nanoseconds;
      if (total >= kMaxTotalDuration) return faults_.add("", "the durations add up to 2^60 ns or more");
    }
  }

  [[nodiscard]] std::vector<Diagnostic> warnings() const {
    std::vector<Diagnostic> out;
    if (unknown_ > 0)
      out.push_back({file_, line_text(first_unknown_.first),
                     "the graph has no operator " + in_quotes(first_unknown_.second) +
                         (unknown_ > 1 ? "; " + std::to_string(unknown_ - 1) + " more rows name none either" : "")});
    const std::size_t missing = graph_.operator_count() - matched_;
    if (missing > 0)
      out.push_back({file_, "",
                     std::to_string(missing) + " of " + std::to_string(graph_.operator_count()) +
                         " operators have no row; their durations stay"});
    return out;
  }

  const Graph& graph_;
  const std::string& file_;
  Faults faults_;
  CsvSplitter splitter_;
  NameIndex index_;
  std::vector<Sum> sums_;  // by operator
  std::vector<std::string_view> fields_;
  std::optional<std::size_t> name_, duration_, from_;  // columns
  double unit_ = 1;
  std::size_t rows_ = 0, matched_ = 0, unknown_ = 0;
  std::pair<std::size_t, std::string> first_unknown_;
};

/// For an even number of values, the mean of the middle two.
std::int64_t median(std::vector<std::int64_t> values) {
  const std::size_t middle = values.size() / 2;
  std::ranges::sort(values);
  if (values.size() % 2 == 1) return values[middle];
  return values[middle - 1] + (values[middle] - values[middle - 1]) / 2;
}

}  // namespace

Result<TimedGraph> with_durations(const Graph& graph, std::string_view bytes, const std::string& file,
                                  const Task& task) {
  if (looks_like_etdump(bytes)) return with_etdump_durations(graph, bytes, file);
  if (looks_like_runtime_profile(bytes)) return with_runtime_profile_durations(graph, bytes, file, task);
  return with_csv_durations(graph, bytes, file);
}

Result<TimedGraph> with_csv_durations(const Graph& graph, std::string_view csv, const std::string& file) {
  return DurationsReader(graph, csv, file).read();
}

Result<MedianDurations> with_median_durations(const Graph& graph, std::vector<std::vector<std::int64_t>> times,
                                              const std::string& file) {
  Graph::Data data = graph.data();
  data.operator_duration.resize(graph.operator_count());
  std::size_t timed = 0, runs = 0;
  std::int64_t total = 0;
  for (std::size_t o = 0; o < times.size(); ++o) {
    Duration& duration = data.operator_duration[o];
    if (!times[o].empty()) {
      ++timed;
      runs = std::max(runs, times[o].size());
      duration = {median(std::move(times[o])), Duration::From::measured};
    }
    total += duration.nanoseconds;
    if (total >= kMaxTotalDuration)
      return tl::unexpected(Error::bad_input(file, "", "the durations add up to 2^60 ns or more"));
  }
  return MedianDurations{Graph(std::move(data)), timed, runs};
}

}  // namespace stowage
