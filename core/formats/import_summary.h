// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace stowage {

/// What became of something in a file that another program wrote.
enum class ImportKind {
  read,     ///< it is in the graph, the plan or the history as the file has it
  assumed,  ///< the file does not say it; this was taken instead
  skipped,  ///< the file has it, and nothing here needs it
  unknown,  ///< the file has it, or lacks it, and nobody can tell what that means
};

/// One line of a summary: "assumed: 3 tensors last until the end: a, b, c".
struct ImportEntry {
  ImportKind kind;
  std::string what;  ///< without the count: "operators", "tensors without a consumer last until the end"
  std::size_t count = 0;
  std::vector<std::string> names{};  ///< the first kMostNames of them, each once
  std::vector<std::size_t> times{};  ///< how often each of these names came

  /// How many of the count have none of the first `shown` names.
  [[nodiscard]] std::size_t more_than(std::size_t shown) const;
};

/// What was read, assumed, skipped and unknown, by count and by name, so that nothing is invented silently. Entries
/// stand in the order in which they were first named.
class ImportSummary {
 public:
  static constexpr std::size_t kMostNames = 100;

  /// Counts one more `what`, by its name; a nameless one is only counted.
  void add(ImportKind kind, std::string_view what, std::string_view name);
  void count(ImportKind kind, std::string_view what, std::size_t count) {
    if (count > 0) at(kind, what).count += count;
  }
  /// Something that has no number: "memory is aligned to 512 bytes".
  void say(ImportKind kind, std::string_view what) { at(kind, what); }

  [[nodiscard]] std::span<const ImportEntry> entries() const { return entries_; }
  [[nodiscard]] bool empty() const { return entries_.empty(); }

 private:
  [[nodiscard]] std::size_t index_of(ImportKind kind, std::string_view what);
  ImportEntry& at(ImportKind kind, std::string_view what) { return entries_[index_of(kind, what)]; }

  std::vector<ImportEntry> entries_;
  std::vector<std::unordered_map<std::string, std::size_t>> places_;  // of an entry's names in its list, by entry
  std::size_t latest_ = 0;                                            // that was asked for
};

}  // namespace stowage
