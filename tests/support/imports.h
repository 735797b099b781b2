// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/document.h"

namespace stowage::test {

/// The document in a file; throws on a fault.
[[nodiscard]] Document document_in(const std::string& path, const ReadOptions& options = {});
/// A file of the folder `samples`.
[[nodiscard]] std::string sample_path(const std::string& name);

/// The bytes that lifetimes alone need at the worst step.
[[nodiscard]] Bytes peak_of(const Graph& graph);

/// Plans the graph with a quick strategy and lets the validator look at that, and at the document's own plan if it has
/// one: empty, or the first thing that is wrong.
[[nodiscard]] std::string fault_of_plans(const Document& document);

/// Of the recorded devices that the file has.
[[nodiscard]] std::vector<std::int64_t> device_numbers(const Document& document);

/// The entries of that kind, each as its count, its words and its first names: "3x tensors of no size: a, b".
[[nodiscard]] std::vector<std::string> told(const ImportSummary& summary, ImportKind kind);

/// How many of that kind the summary has whose words contain `what`; 0 where no entry does.
[[nodiscard]] std::size_t counted(const ImportSummary& summary, ImportKind kind, std::string_view what);

/// The count of the first of that kind whose words begin so; 0 where none does.
[[nodiscard]] std::size_t count_of(const Document& document, ImportKind kind, std::string_view beginning);

/// Reads all beginnings of `bytes`, and `rounds` copies with some bytes changed: what is read must be planned validly
/// or refused with reasons, in no time. Empty, or what went wrong.
[[nodiscard]] std::string fault_of_damage(const std::string& bytes, const std::string& file, std::size_t rounds);

}  // namespace stowage::test
