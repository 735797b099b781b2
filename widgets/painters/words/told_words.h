// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <string>

namespace stowage {

/// The reader's words for what core tells in English where numbers or names are part of a sentence: words of
/// experiments (core/experiments/experiment.h), and why a planner has no plan. Parts between commas are looked up alone
/// where the whole is not known. What is not known stays English.
[[nodiscard]] QString told_words(const QString& english);
/// The same as core/formats/experiment_report.h asks for it.
[[nodiscard]] std::string told_text(const std::string& english);

}  // namespace stowage
