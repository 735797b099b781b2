// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/translated.h"

namespace stowage {

/// What the reader did with something in a file of another program.
enum class ImportKind {
  read,     ///< it is in the graph, the plan or the history as the file has it
  assumed,  ///< the file does not say it; the reader assumed it
  skipped,  ///< the file has it, and nothing here needs it
  unknown,  ///< the file has it, or lacks it, and its meaning is not known
};

/// What a reader says of a file: a pattern, in which a number or a name of the file is %1 or %2, and these values. The
/// window shows the pattern in its reader's language. Read::tr() and its like make words from literals.
class ImportWords {
 public:
  /// Gives the next value, at first that of %1.
  [[nodiscard]] ImportWords with(std::string value) const {
    ImportWords out = *this;
    out.values_.push_back(std::move(value));
    return out;
  }
  [[nodiscard]] ImportWords with(std::integral auto value) const { return with(std::to_string(value)); }
  /// The same words of another kind.
  [[nodiscard]] ImportWords as(ImportKind kind) const {
    ImportWords out = *this;
    out.kind_ = kind;
    return out;
  }

  [[nodiscard]] ImportKind kind() const { return kind_; }
  /// Ends with a zero byte, as a literal does.
  [[nodiscard]] std::string_view pattern() const { return pattern_; }
  [[nodiscard]] const std::vector<std::string>& values() const { return values_; }
  /// The words in English.
  [[nodiscard]] std::string text() const;

  friend bool operator==(const ImportWords&, const ImportWords&) = default;

 private:
  template <ImportKind kind>
  friend struct ImportWordsOf;
  ImportWords(ImportKind kind, const char* pattern) : kind_(kind), pattern_(pattern) {}

  ImportKind kind_;
  std::string_view pattern_;
  std::vector<std::string> values_;
};

/// Marks what is said of a kind for translators.
template <ImportKind kind>
struct ImportWordsOf {
  /// `pattern` is a literal. In functions where lupdate loses the namespace, as it says, call it stowage::Read::tr().
  [[nodiscard]] static ImportWords tr(const char* pattern) { return {kind, pattern}; }
};
// lupdate needs the context in each class that is named before tr().
struct Read : ImportWordsOf<ImportKind::read> {
  STOWAGE_TRANSLATED_AS(stowage::ImportWords)
};
struct Assumed : ImportWordsOf<ImportKind::assumed> {
  STOWAGE_TRANSLATED_AS(stowage::ImportWords)
};
struct Skipped : ImportWordsOf<ImportKind::skipped> {
  STOWAGE_TRANSLATED_AS(stowage::ImportWords)
};
struct Unknown : ImportWordsOf<ImportKind::unknown> {
  STOWAGE_TRANSLATED_AS(stowage::ImportWords)
};

/// One line of a summary: "assumed: 3 tensors last until the end: a, b, c".
struct ImportEntry {
  ImportKind kind;
  ImportWords words;
  std::string what;  ///< the words in English, without the count: "operators", "tensors that nothing uses"
  std::size_t count = 0;
  std::vector<std::string> names{};  ///< the first kMaxNames names, each once
  std::vector<std::size_t> times{};  ///< how often each of these names came

  /// The part of the count that the first `shown` names do not cover.
  [[nodiscard]] std::size_t more_than(std::size_t shown) const;
};

/// What was read, assumed, skipped and unknown, by count and by name, so that nothing is invented silently. Entries are
/// in the order of their first use.
class ImportSummary {
 public:
  static constexpr std::size_t kMaxNames = 100;

  /// Counts one more `what`, by its name; a nameless one is only counted.
  void add(const ImportWords& what, std::string_view name);
  void count(const ImportWords& what, std::size_t count) {
    if (count > 0) at(what).count += count;
  }
  /// Adds an entry without a count: "memory is aligned to 512 bytes".
  void say(const ImportWords& what) { at(what); }

  [[nodiscard]] std::span<const ImportEntry> entries() const { return entries_; }
  [[nodiscard]] bool empty() const { return entries_.empty(); }

 private:
  [[nodiscard]] std::size_t index_of(const ImportWords& what);
  ImportEntry& at(const ImportWords& what) { return entries_[index_of(what)]; }

  std::vector<ImportEntry> entries_;
  std::vector<std::unordered_map<std::string, std::size_t>> places_;  // by entry: places of its names in the list
  std::size_t latest_ = 0;                                            // the entry that was used last
};

/// Says that events of a record share steps of the graph: its lifetimes are coarser than those of the record, but the
/// same ones overlap (core/formats/trace/trace_kernels.h, core/insight/recorded/heap_graph.h).
void say_steps_of_events(std::size_t events, std::size_t steps, ImportSummary& summary);

}  // namespace stowage
