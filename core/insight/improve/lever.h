// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/task.h"
#include "core/insight/edit/memory_edits.h"

namespace stowage {

/// A kind of edit that trades memory for time, or time for memory.
enum class Lever : std::uint8_t { sync, stream, order, recompute, offload };

/// By value, as in the command line and in files.
inline constexpr std::array<std::string_view, 5> kLeverNames = {"sync", "stream", "order", "recompute", "offload"};
[[nodiscard]] constexpr std::string_view name_of(Lever lever) {
  return kLeverNames[static_cast<std::size_t>(lever)];
}

/// Which levers are allowed.
class Levers {
 public:
  [[nodiscard]] static Levers all() { return Levers(0x1f); }
  [[nodiscard]] static Levers none() { return Levers(0); }

  [[nodiscard]] bool allow(Lever lever) const { return (bits_ >> static_cast<unsigned>(lever) & 1U) != 0; }
  [[nodiscard]] bool any() const { return bits_ != 0; }
  friend bool operator==(const Levers&, const Levers&) = default;
  Levers& set(Lever lever, bool allowed = true) {
    const unsigned bit = 1U << static_cast<unsigned>(lever);
    bits_ = allowed ? bits_ | bit : bits_ & ~bit;
    return *this;
  }

 private:
  explicit Levers(unsigned bits) : bits_(bits) {}

  unsigned bits_;
};
/// Reads "sync,offload"; bad_input names the word that is not a lever.
[[nodiscard]] Result<Levers> read_levers(std::string_view text);

/// One edit by a lever. It names what it changes, so that it can be repeated on a graph in which ids differ.
struct LeverEdit {
  Lever lever = Lever::sync;
  /// - sync: the one before, the one after that waits for it
  /// - stream: those that move
  /// - order: the one that moves, and the one that it then comes before; alone, it becomes the last
  /// - recompute, offload: the first use that reads the copy
  std::vector<std::string> operators;
  std::string tensor;        ///< that is recomputed or offloaded
  std::int64_t stream = 0;   ///< number of the stream to which operators move; a new one where there is none
  std::string stream_label;  ///< for people

  friend bool operator==(const LeverEdit&, const LeverEdit&) = default;

  /// "sync a → b", "move a and 3 more to compute", "recompute t before b".
  [[nodiscard]] std::string text() const;
  /// Returns the graph after the edit; bad_input where a name is not in the graph, and as in core/insight/edit.
  [[nodiscard]] Result<EditedGraph> apply(const Graph& graph, const HostLink& link) const;
};

/// Whether an operator runs on one of these streams (by number) in `graph`, but not in `given`: it was moved or added
/// there. Operators are known by their names.
[[nodiscard]] bool adds_to(std::span<const std::int64_t> streams, const Graph& given, const Graph& graph);

/// Applies edits one after the other; refused ones go from the list. Null where none is left, or when stopped. Three or
/// more syncs in a row cost one copy of the graph. Of a graph with bodies laid out, its source is edited and laid out.
[[nodiscard]] std::shared_ptr<const Graph> apply_each(std::shared_ptr<const Graph> graph, std::vector<LeverEdit>& edits,
                                                      const HostLink& link, const Task& task = {});

}  // namespace stowage
