// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QCoreApplication>
#include <QString>

#include "core/insight/learn/recording.h"

namespace stowage {

/// The words of all files of the folder.
struct StepsText {
  Q_DECLARE_TR_FUNCTIONS(stowage::Steps)
};

/// One line of a planner's pseudocode.
struct CodeLine {
  int indent = 0;  ///< levels
  QString text;
};

/// A SOMAS planner in our words: what the paper spreads over its Algorithms 6 to 12.
[[nodiscard]] std::vector<CodeLine> pseudocode(const Recipe& recipe);
/// "Lamprou et al., SOMAS, Algorithm 6; gaps by Algorithms 8 to 10, first-fit by Algorithm 11".
[[nodiscard]] QString pseudocode_source(const LayoutStrategy& strategy);

/// A step with what belongs to it, ready for words.
struct StepContext {
  const Recording& recording;
  PlannerStep step;
  RecordedBlock block;
  const std::vector<Look>& looks;  ///< looks_of() its block
};

/// The line of the pseudocode that runs at a step.
[[nodiscard]] int code_line(const StepContext& now);
/// What happens at a step and why, in one to three sentences.
[[nodiscard]] QString step_sentence(const StepContext& now);

/// "conv1", or "group a, b, c" (at most four names).
[[nodiscard]] QString block_name(const Recording& recording, std::size_t k);
/// What a candidate is: "gap", "gap in object 2", "objects 3 to 7", "open end".
[[nodiscard]] QString look_text(const Look& look, bool many_objects);
/// What became of it, in a few words: "fits, leaves 128 B".
[[nodiscard]] QString verdict_text(const Look& look);

/// Exact up to a few digits ("1,664 B"), then as human_bytes(): so that a reader can follow small examples byte by
/// byte.
[[nodiscard]] QString step_bytes(std::int64_t bytes);

}  // namespace stowage
