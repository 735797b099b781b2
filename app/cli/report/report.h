// SPDX-License-Identifier: Apache-2.0
// `stowage-cli report`: from two files or folders to pairs of plans, to findings, to a page.
#pragma once

#include "app/cli/planning.h"
#include "core/formats/markup_page.h"
#include "core/graph/claims.h"
#include "core/insight/analysis/difference.h"
#include "core/insight/analysis/review.h"
#include "core/plan/bounds.h"

namespace stowage::cli {

/// The files of a plan.
struct PlanSource {
  std::string graph;
  std::string plan{};      ///< empty: the one in the graph's file, or one that is still to be made
  bool is_beside = false;  ///< the plan was found beside the graph, and not named
};

/// One plan, before and after; one of the two may be missing.
struct SourcePair {
  std::string name;
  std::optional<PlanSource> before, after;
};

/// The pairs to be compared, by name.
struct Sources {
  std::vector<SourcePair> pairs;
  std::size_t skipped = 0;  ///< files in the folders that are neither graphs nor plans, by their names
};

/// Pairs two files, or the files of two folders. In a folder, a graph's name is its path below the folder, without
/// ".stowage.json"; files whose names begin with a dot, and those in such folders, do not count. A graph
/// NAME.stowage.json or NAME.onnx has the plan NAME.plan.json beside it, where there is one; a plan file is of
/// `graph`, where that is given, otherwise of the graph beside it in this way; in a folder, of the latter first.
/// bad_input where a file or a plan's graph is missing, or one is a folder and the other is a file.
[[nodiscard]] Result<Sources> find_sources(const std::string& before, const std::string& after,
                                           const std::string& graph, const Task& task);

/// One of the two plans that are compared, with its graph in the order in which the plan runs it.
struct Side {
  std::string plan_file{};  ///< where it was read; empty: planned now
  std::shared_ptr<const Graph> graph{};
  std::shared_ptr<const std::vector<Lifetime>> lifetimes{};
  std::shared_ptr<const Plan> plan{};
  std::shared_ptr<const Bounds> bounds{};  ///< null where none is known
  Bytes bound{};                           ///< 0 where none is known
  std::uint64_t violations = 0;            ///< of a plan that was read
  Uncounted uncounted{};                   ///< by both figures

  [[nodiscard]] PlacedPlan placed() const { return {*graph, *lifetimes, *plan}; }
  [[nodiscard]] bool is_measured() const { return violations == 0 && stowage::is_measured(*graph, *plan); }
  [[nodiscard]] bool proved_optimal() const { return is_measured() && !is_assumed(*graph) && bound == plan->needed(); }
};

/// Reads the graph with its plan, or plans it: by `strategy` where that is given, otherwise by `auto` where there is no
/// plan; by as many iterations on every machine where `planning` does not say how many.
[[nodiscard]] Result<Side> load_side(const PlanSource& source, const InputOptions& reading,
                                     const PlanningOptions& planning, const std::string& strategy, const Task& task);

/// The facts of a report on one plan; without the tensors at the peak.
struct SideFacts : ReviewedPlan {
  std::string strategy, plan_file;
  Bytes bound;
  bool proved = false, measured = false;
  std::uint64_t violations = 0;
  std::size_t tensors = 0, operators = 0;
  Uncounted uncounted;
};

/// A tensor whose place changed.
struct ChangedTensor {
  std::string name;
  Bytes was, is, moved_by;
};

/// The first of a list, the largest.
struct ChangedTensors {
  std::vector<ChangedTensor> first;
  std::size_t count = 0;
  Bytes bytes;  ///< of all, after; of those that are gone, before
};

/// The outcome for one pair.
enum class Verdict { same, smaller, larger, grew, unknown, invalid, is_new, gone, failed };

/// The facts of a report on one pair. It keeps no graph: there may be many pairs.
struct Finding {
  std::string name, failure{};
  Verdict verdict = Verdict::same;
  std::optional<SideFacts> before{}, after{};
  std::vector<Growth> at_peak[3]{};  ///< by GrowthBy, all rows
  ChangedTensors added{}, removed{}, resized{}, moved{};
  std::string maps{};       ///< both heap maps as an SVG or PNG in base64, where asked for
  std::string dark_maps{};  ///< the same on dark
  std::string maps_kind{};

  /// How much the footprint has grown.
  [[nodiscard]] Bytes change() const { return after->footprint - before->footprint; }
  /// Whether the plans differ at all.
  [[nodiscard]] bool differs() const;
  /// Whether the answer is "no".
  [[nodiscard]] bool is_refused() const {
    return verdict == Verdict::grew || verdict == Verdict::unknown || verdict == Verdict::invalid;
  }
};

/// All pairs.
struct Findings {
  double allowed = 0;  ///< percent
  std::vector<Finding> all;

  [[nodiscard]] std::size_t count(Verdict verdict) const;
};

[[nodiscard]] SideFacts facts_of(const Side& side);
/// Compares two plans; `allowed` percent of growth.
[[nodiscard]] Finding finding_of(const std::string& name, const Side& before, const Side& after, double allowed);

/// The report as Markdown for a pull request, not longer than servers take; or as one HTML page that needs no other
/// file, with the heap maps of each pair.
[[nodiscard]] std::string report_page(const Findings& findings, Markup markup);
/// The table of all pairs, on the standard output.
void print_report(const Findings& findings);
[[nodiscard]] Json report_json(const Findings& findings);

}  // namespace stowage::cli
