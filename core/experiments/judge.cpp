// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

#include "core/base/text.h"
#include "core/experiments/inputs.h"

namespace stowage {
namespace {

using Is = PaperClaim::Is;
using Over = PaperClaim::Over;

bool fulfils(const PaperClaim& claim, double value, double number) {
  switch (claim.is) {
    case Is::at_least:
      return value >= number - claim.tolerance;
    case Is::at_most:
      return value <= number + claim.tolerance;
    default:
      break;
  }
  return std::abs(value - number) <= claim.tolerance;
}

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double number_of(Over over, std::vector<double> values) {
  switch (over) {
    case Over::largest:
      return std::ranges::max(values);
    case Over::smallest:
      return std::ranges::min(values);
    case Over::median: {
      std::ranges::sort(values);
      const std::size_t half = values.size() / 2;
      return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
    }
    default:
      return mean_of(values);
  }
}

/// Whether a time has no number because it is longer than the paper's.
bool is_cut(const PaperClaim& claim, const ExperimentResult& result, const Measurement& cell) {
  const ExperimentColumn& column = result.experiment->columns[claim.column];
  const double unit = column.unit == ExperimentUnit::seconds        ? 1
                      : column.unit == ExperimentUnit::milliseconds ? 1000
                                                                    : 0;
  return unit > 0 && result.seconds * unit >= claim.number && cell.missing.starts_with(kMoreThan);
}

/// The numbers of a claim's column in rows `from` to `to` of the experiment.
struct ClaimedNumbers {
  std::vector<double> values;
  std::size_t rows = 0, fulfilled = 0, to_come = 0;

  ClaimedNumbers(const PaperClaim& claim, const ExperimentResult& result, std::size_t from, std::size_t to) {
    for (std::size_t r = 0; r < result.rows.size(); ++r) {
      const std::size_t row = result.rows[r];
      if (row < from || row >= to) continue;
      ++rows;
      const Measurement& cell = result.cell(r, claim.column);
      if (cell.stands_in) continue;  // no answer of the paper's algorithm
      to_come += cell.value || !cell.missing.empty() ? 0 : 1;
      if (!cell.value && !is_cut(claim, result, cell)) continue;
      const double value = cell.value.value_or(std::numeric_limits<double>::infinity());
      values.push_back(value);
      const double number = claim.is == Is::as_published
                                ? result.experiment->published_at(row, claim.column).value_or(kNotPrinted)
                                : claim.number;
      fulfilled += fulfils(claim, value, number) ? 1 : 0;
    }
  }
  [[nodiscard]] bool decide() const { return !values.empty() && 2 * values.size() >= rows; }
};

ClaimResult judge(const PaperClaim& claim, const ExperimentResult& result) {
  const std::size_t all = result.experiment->rows.size();
  const std::size_t end = std::min(all, std::size_t{claim.first_row} + claim.row_count);
  const ClaimedNumbers numbers(claim, result, claim.first_row, end);
  const bool declines = claim.over == Over::decline;
  const ClaimedNumbers others(claim, result, end, declines ? all : end);
  ClaimResult out;
  out.rows = numbers.values.size() + others.values.size();
  out.of = numbers.rows + others.rows;
  out.fulfilled_by = numbers.fulfilled;
  out.to_come = numbers.to_come + others.to_come;
  if (!numbers.decide() || (declines && !others.decide())) return out;
  if (claim.over == Over::each) {
    // Rows that are not decided do not count for the claim.
    out.verdict = 10 * out.fulfilled_by >= claim.of_ten * out.of ? ClaimVerdict::holds
                  : out.fulfilled_by > 0                         ? ClaimVerdict::in_part
                                                                 : ClaimVerdict::does_not_hold;
    return out;
  }
  double ours = number_of(claim.over, numbers.values);
  if (declines) ours -= mean_of(others.values);
  if (std::isfinite(ours)) out.ours = ours;
  const bool partly = claim.is == Is::at_most ? ours <= claim.in_part_from : ours >= claim.in_part_from;
  out.verdict = fulfils(claim, ours, claim.number) ? ClaimVerdict::holds
                : partly                           ? ClaimVerdict::in_part
                                                   : ClaimVerdict::does_not_hold;
  return out;
}

}  // namespace

std::vector<ClaimResult> judge_claims(const ExperimentResult& result) {
  std::vector<ClaimResult> out;
  for (const PaperClaim& claim : result.experiment->claims) out.push_back(judge(claim, result));
  return out;
}

const char* verdict_text(ClaimVerdict verdict) {
  static constexpr const char* kWords[] = {PaperText::tr("holds"), PaperText::tr("holds in part"),
                                           PaperText::tr("does not hold here"), PaperText::tr("not decided")};
  return kWords[static_cast<std::size_t>(verdict)];
}

std::string_view unit_text(ExperimentUnit unit) {
  static constexpr std::string_view kUnits[] = {"", "B", "MiB", "GiB", "%", "ms", "s", "×"};
  return kUnits[static_cast<std::size_t>(unit)];
}

std::string number_text(double value, ExperimentUnit unit) {
  using enum ExperimentUnit;
  if (value == std::round(value) && std::abs(value) < 1e15) return grouped_digits(static_cast<std::int64_t>(value));
  const double size = std::abs(value);
  const int before = static_cast<int>(std::floor(std::log10(size / 0.995)));
  const bool memory = unit == mib || unit == gib, time = unit == milliseconds || unit == seconds;
  const int digits = memory || time  ? std::max(1, (memory ? 4 : 3) - before)
                     : size >= 99.95 ? 1
                                     : std::max(2, 2 - before);
  return fixed_digits(value, std::min(digits, 9));
}

std::string published_text(double value) {
  if (value == std::round(value)) return grouped_digits(static_cast<std::int64_t>(value));
  std::array<char, 512> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed).ptr};
}

std::string ExperimentInput::key() const {
  static constexpr std::string_view kFroms[] = {"zoo", "figure", "file", "random"};
  static constexpr std::string_view kOptimizers[] = {"none", "sgd", "adam"};
  std::string out(kFroms[static_cast<std::size_t>(from)]);
  out.append(":").append(id);
  if (from == From::figure || from == From::file) return out;
  out.append("/").append(std::to_string(batch)).append("/");
  out.append(training ? kOptimizers[static_cast<std::size_t>(optimizer)] : "forward");
  out.append("/").append(std::to_string(streams));
  return out + (fuses_groups ? "/fused" : "") + (dissolves_groups ? "/dissolved" : "");
}

std::span<const ExperimentPaper> experiment_papers() {
  static constexpr ExperimentPaper kPapers[] = {
      {"somas", "SOMAS",
       "Lamprou et al., Safe Optimized Static Memory Allocation for Parallel Deep Learning, MLSys 2023"},
      {"olla", "OLLA", "Steiner et al., OLLA: Optimizing the Lifetime and Location of Arrays, 2022"},
      {"roam", "ROAM",
       "Shu et al., ROAM: Memory-Efficient Large DNN Training via Optimized Operator Ordering and Memory Layout, 2023"},
      {"memomalloc", "MemoMalloc", "Levental, Memory Planning for Deep Neural Networks, 2022"},
      {"nnc", "NNC", "Liu, The NNC Tensor Allocation Algorithm"}};
  return kPapers;
}

bool ExperimentResult::any_measured() const {
  const auto columns = experiment->columns;
  for (std::size_t k = 0; k < cells.size(); ++k)
    if (cells[k].value && columns[k % columns.size()].quantity.measure != Measure::batch) return true;
  return false;
}

const ExperimentPaper& Experiment::paper() const {
  return *std::ranges::find(experiment_papers(), id.substr(0, id.find('.')), &ExperimentPaper::id);
}

std::string_view Experiment::printed_unit(const ExperimentColumn& column) const {
  const bool memory = column.unit == ExperimentUnit::mib || column.unit == ExperimentUnit::gib;
  return memory && !paper_unit.empty() ? paper_unit : unit_text(column.unit);
}

std::optional<double> Experiment::published_at(std::size_t row, std::size_t column) const {
  const std::size_t at = row * columns.size() + column;
  return at >= published.size() || std::isnan(published[at]) ? std::nullopt : std::optional(published[at]);
}

std::span<const Experiment* const> experiments() {
  static const std::vector<const Experiment*> kAll = [] {
    std::vector<const Experiment*> all;
    for (const auto& of_paper :
         {somas_experiments(), olla_experiments(), roam_experiments(), memomalloc_experiments(), nnc_experiments()})
      for (const Experiment& each : of_paper) all.push_back(&each);
    return all;
  }();
  return kAll;
}

std::vector<const Experiment*> find_experiments(std::string_view id) {
  std::vector<const Experiment*> out;
  for (const Experiment* each : experiments())
    if (id == "all" || id == each->id || id == each->paper().id) out.push_back(each);
  return out;
}

}  // namespace stowage
