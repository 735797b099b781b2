// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/experiments/experiment.h"

namespace stowage {

/// The reader's words for English ones: sentences, patterns with %1 in place of values, names of rows, reasons. Null:
/// they stay English.
using ExperimentWords = std::function<std::string(const std::string& english)>;

/// Where and when experiments ran.
struct ExperimentSetting {
  std::string date;     ///< "2026-03-01"
  std::string version;  ///< of Stowage
  std::string machine;  ///< "2 cores, PROCESSOR"
  std::string solver;   ///< "cbc"
  bool full = false;
  ExperimentWords words{};
};

enum class ReportKind { markdown, csv, latex, html };

/// A file of all results: for each experiment our numbers beside the paper's, and its claims with their
/// verdicts. PDF pages are made of the HTML.
[[nodiscard]] std::string experiment_report(const std::vector<ExperimentResult>& results,
                                            const ExperimentSetting& setting, ReportKind kind);

/// A table of one experiment as texts, for people: "12.3 (14.1)" is ours, and in parentheses the paper's number;
/// "12.3*" where the solver found nothing; "– [1]" where a number is missing; "–" where it is not measured. With more
/// columns than a page has room for, rows and columns change places.
struct ExperimentTable {
  std::vector<std::string> titles;             ///< of the columns
  std::vector<std::vector<std::string>> rows;  ///< as wide as the titles
  std::vector<std::string> remarks;            ///< "[1] the network is not in the zoo", and why a number has a "*"
};
[[nodiscard]] ExperimentTable experiment_table(const ExperimentResult& result, const ExperimentWords& words = {});

/// A claim, our number beside it, and the verdict.
struct ClaimTexts {
  std::string claim;    ///< the sentence
  std::string claimed;  ///< with its column: "Speedup: at least 21%", "Gap: at most 1% (ours)"
  std::string found;    ///< "28.2%", "in 5 of 7 cases"; "–" where there is none
  std::string verdict;  ///< "holds (3 of 5 cases measured)"
  std::string reason;   ///< where it does not hold
};
[[nodiscard]] ClaimTexts claim_texts(const ExperimentResult& result, std::size_t claim,
                                     const ExperimentWords& words = {});

}  // namespace stowage
