// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/task.h"
#include "core/base/translated.h"
#include "core/graph/graph.h"
#include "core/zoo/zoo.h"

// Tables and figures of the papers as data, run on our graphs beside the numbers of the papers.
namespace stowage {

/// Marks the words of experiments for translators.
struct PaperText {
  STOWAGE_TRANSLATED_AS(stowage::ExperimentWords)
  [[nodiscard]] static constexpr const char* tr(const char* words) { return words; }
};

/// The papers, in the order in which they are shown.
struct ExperimentPaper {
  std::string_view id;      ///< "somas"; its experiments are "somas.table2" and the like
  std::string_view title;   ///< "SOMAS"
  std::string_view source;  ///< authors, title, place
};
[[nodiscard]] std::span<const ExperimentPaper> experiment_papers();

/// The graphs of a row.
struct ExperimentInput {
  enum class From : std::uint8_t {
    zoo,     ///< a network of the zoo
    figure,  ///< a graph of a paper's figure, or of its text: figure_graph()
    file,    ///< a file of others, which ExperimentOptions::load reads
    random,  ///< `batch` graphs of lifetimes at random: every amount is the sum over all of them
  };
  From from = From::zoo;
  std::string_view id;  ///< of the network or figure; the path of the file
  std::int64_t batch = 1;
  bool training = true;
  Optimizer optimizer = Optimizer::adam;
  std::size_t streams = 1;
  bool fuses_groups = false;  ///< each group becomes one tensor, made by its first producer and used until the last use
  bool dissolves_groups = false;  ///< their tensors may lie anywhere

  /// Its name in Measurements: "zoo:vgg16/32/adam/1".
  [[nodiscard]] std::string key() const;
};

/// What is measured: a number of a graph, of an order or of a plan. Bytes, milliseconds, percent or counts.
enum class Measure : std::uint8_t {
  // of the graph
  batch,
  operators,
  tensors,
  total_bytes,
  of_size,         ///< tensors of at least 2^a and less than 2^b bytes; PlanSpec::layouts is "a-b"
  lifetime_bound,  ///< in the given order
  mean_alive,      ///< bytes alive in the given order, as the mean of its steps
  safety_ms,       ///< by the method that PlanSpec::layouts names: "ancestor-opt", "stream-graph"
  pair_is_safe,    ///< 1 or 0: the two tensors of ExperimentRow::of
  optimum,         ///< the smallest footprint in the given order, where it is proved
  carried_copies,  ///< values that a loop copies from one iteration to the next
  // of the order
  peak,
  order_ms,  ///< has no value where the time limit ended the work; so for all times but spent_ms
  // of the plan
  footprint,  ///< of an allocator: what its plan takes
  reserved,   ///< of an allocator: all of its segments; of a planner the footprint
  /// (M - L) / M in percent; M: reserved, L: the bytes alive when M is first reached, or at the peak. On several
  /// streams the peak counts all runs (core/order/interleaved_peak.h).
  fragmentation,
  offset,  ///< of the tensor ExperimentRow::of
  layout_ms,
  plan_ms,        ///< order and layout
  spent_ms,       ///< the same, also where the time limit ended it
  largest_batch,  ///< whose plan takes no more than an allocator reserves for the input's batch
};

/// The order and the layouts of a plan.
struct PlanSpec {
  std::string_view order = "given";
  std::string_view layouts{};                                         ///< ids of strategies, with commas between
  enum class Pick : std::uint8_t { least, mean } pick = Pick::least;  ///< of several layouts
  double seconds = 0;  ///< time limit of the order and of each layout; 0: the limit of the run
};

/// The content of a column: a measure of a plan, perhaps compared with a measure of another plan.
struct Quantity {
  Measure measure = Measure::footprint;
  PlanSpec plan{};
  enum class Against : std::uint8_t {
    nothing,
    reduction,  ///< by how many percent it is less
    excess,     ///< by how many percent it is more
    ratio,      ///< it / the other
    speedup,    ///< the other / it
    share,      ///< how many percent it is of the other
  } against = Against::nothing;
  Measure base_measure = Measure::footprint;
  PlanSpec base{};
  bool base_keeps_groups = false;  ///< the other is of the graph whose groups are not fused
  std::size_t streams = 0;         ///< of both graphs, whose groups are dissolved; 0: as the row has them
};

enum class ExperimentUnit : std::uint8_t { count, bytes, mib, gib, percent, milliseconds, seconds, times };
/// "GiB", "%", "×"; empty for counts.
[[nodiscard]] std::string_view unit_text(ExperimentUnit unit);
/// "13.5", "0.0512": a number as tables show it. Memory and times have digits enough to tell which of two is less.
[[nodiscard]] std::string number_text(double value, ExperimentUnit unit = ExperimentUnit::count);
/// "13.5119": a number of a paper, with all its digits.
[[nodiscard]] std::string published_text(double value);

struct ExperimentColumn {
  const char* title;
  ExperimentUnit unit = ExperimentUnit::count;
  Quantity quantity{};
};

struct ExperimentRow {
  std::string_view title;  ///< a network, a pair of tensors, …; words in it are translated part by part
  ExperimentInput input{};
  std::string_view of{};   ///< a tensor, or two with a blank between
  bool only_full = false;  ///< run with ExperimentOptions::full alone
};

/// A sentence of the paper that a table decides.
struct PaperClaim {
  const char* text;
  /// How our number is made of a column.
  enum class Over : std::uint8_t {
    each,  ///< the number of rows that fulfil the claim
    mean,
    median,
    largest,
    smallest,
    decline,  ///< mean of the claim's rows minus mean of the rows behind them
  } over = Over::each;
  std::uint8_t column = 0;
  enum class Is : std::uint8_t {
    at_least,
    at_most,
    about,
    as_published,  ///< of Over::each: each row's own number of the paper
  } is = Is::at_least;
  double number = 0;        ///< the paper's, in the unit of the column
  double tolerance = 0;     ///< by how much ours may miss it; below 0: must exceed it
  double in_part_from = 0;  ///< of numbers made of a column: the claim holds in part from this one on
  /// Why it may not hold here: shown only where it does not.
  const char* reason = "";
  std::uint8_t first_row = 0, row_count = 0xff;  ///< the rows that it is about
  std::uint8_t of_ten = 10;                      ///< of Over::each: on how many of ten rows the paper has it so
  bool ours = false;                             ///< the sentence or its number is ours, not the paper's
};

/// A table or figure of a paper.
struct Experiment {
  std::string_view id;     ///< "somas.table2"
  std::string_view place;  ///< "Table 2, section 5.2"
  const char* title;
  std::span<const ExperimentRow> rows;
  std::span<const ExperimentColumn> columns;
  std::span<const PaperClaim> claims;
  double minutes = 1, full_minutes = 1;  ///< about how long it takes on two cores
  std::span<const double> published{};   ///< row by row, as printed in the paper; kNotPrinted; rows may be left out
  const char* note = "";                 ///< what differs from the paper's setting in any case; may be empty
  double full_seconds = 300;             ///< the paper's time limit of a program, for ExperimentOptions::full
  std::string_view paper_unit{};         ///< in which the paper prints memory, where that is not ours: "GB"

  [[nodiscard]] const ExperimentPaper& paper() const;
  /// In which the paper prints the numbers of a column.
  [[nodiscard]] std::string_view printed_unit(const ExperimentColumn& column) const;
  [[nodiscard]] std::optional<double> published_at(std::size_t row, std::size_t column) const;
};
inline constexpr double kNotPrinted = std::numeric_limits<double>::quiet_NaN();
inline constexpr std::span<const double> kNonePrinted{};

/// The table of all experiments, paper by paper.
[[nodiscard]] std::span<const Experiment* const> experiments();
/// The one of that id; all of a paper for a paper's id; all for "all"; none for any other.
[[nodiscard]] std::vector<const Experiment*> find_experiments(std::string_view id);

/// A number, or why there is none.
struct Measurement {
  std::optional<double> value;
  std::string missing{};
  /// The solver of OLLA found nothing: the given order, or best fit, stands in. Claims do not count the number.
  bool stands_in = false;
  friend bool operator==(const Measurement&, const Measurement&) = default;
};
/// All that was measured, by what it is of: "zoo:vgg16/1/adam/1|given|caching|10 s|footprint". Experiments share it,
/// and a run that was stopped goes on from it. core/formats/experiment_json.h saves and reads it.
using Measurements = std::map<std::string, Measurement, std::less<>>;
/// Removes all times: another machine has others.
void forget_times(Measurements& measured);

enum class ClaimVerdict : std::uint8_t { holds, in_part, does_not_hold, not_decided };
[[nodiscard]] const char* verdict_text(ClaimVerdict verdict);

struct ClaimResult {
  ClaimVerdict verdict = ClaimVerdict::not_decided;
  std::optional<double> ours;    ///< none for PaperClaim::Over::each, and where the limit cut the time
  std::size_t rows = 0, of = 0;  ///< rows with a number, and rows that the claim is about in this run
  std::size_t fulfilled_by = 0;  ///< rows with a number that fulfil the claim
  std::size_t to_come = 0;       ///< rows that are not measured yet
};

struct ExperimentResult {
  const Experiment* experiment = nullptr;
  std::vector<std::size_t> rows;    ///< the rows of this run, as places in the experiment
  std::vector<Measurement> cells;   ///< row by row, in the units of the columns; empty ones are not measured yet
  std::vector<ClaimResult> claims;  ///< as the experiment has them
  double seconds = 0;               ///< the time limit of an order or a layout
  bool finished = false;

  /// Whether there is a number that a run has made; a batch is known without.
  [[nodiscard]] bool any_measured() const;
  [[nodiscard]] const Measurement& cell(std::size_t row, std::size_t column) const {
    return cells[row * experiment->columns.size() + column];
  }
};

struct ExperimentOptions {
  bool full = false;                ///< all rows, with the papers' time limits
  std::optional<double> seconds{};  ///< for an order or a layout; none: 10, or the paper's where full
  std::string solver{};             ///< a name or path (core/process/solver.h); empty: the default
  /// Reads a graph of others' files; its error says which file is missing. Null: there are none.
  std::function<Result<Graph>(std::string_view path)> load{};
  /// Called after each cell, from the thread that runs.
  std::function<void(const ExperimentResult& so_far, std::size_t row, std::size_t column)> measured{};
};

/// How Measurement::missing begins where a time limit ended the work.
inline constexpr std::string_view kMoreThan = "more than ";

/// The rows of a run, with the numbers known so far.
[[nodiscard]] ExperimentResult known_result(const Experiment& experiment, bool full, Measurements known = {});
/// Measures what `known` does not have, and adds it there. Stopped, it returns the cells so far, and is not finished;
/// a later call goes on.
[[nodiscard]] ExperimentResult run_experiment(const Experiment& experiment, const ExperimentOptions& options,
                                              Measurements& known, const Task& task = {});
/// The claims of a table, as far as it is filled. A claim is decided once half of its rows have a number.
[[nodiscard]] std::vector<ClaimResult> judge_claims(const ExperimentResult& result);

/// The graph of a figure: "somas.figure2", "nnc.loop".
[[nodiscard]] Result<Graph> figure_graph(std::string_view id);

}  // namespace stowage
