// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <QString>

#include "core/graph/graph.h"
#include "core/graph/lifetimes.h"
#include "widgets/painters/theme.h"

namespace stowage {

/// What the colour of a tensor says. An operator is coloured by the same rule where it has one (stream, phase, kind).
enum class ColorBy { stream, phase, kind, op, size, lifetime, group };

/// One row of the table of colourings: the id is what `--color-by` takes.
struct ColoringInfo {
  ColorBy by;
  const char* id;
  const char* title;  ///< untranslated
};
[[nodiscard]] std::span<const ColoringInfo> colorings();

/// Sorts all tensors and operators of a graph into a few classes, each with a legend entry. Independent of the theme:
/// fills come from fill(). A class is a byte: past 250 classes the rarest share one ("other").
class Coloring {
 public:
  struct Entry {
    QString label;         ///< "compute", "Conv", "1 – 4 KiB"
    std::uint32_t tensors = 0;
    Bytes bytes;           ///< sum of their sizes
  };

  Coloring() = default;
  Coloring(const Graph& graph, std::span<const Lifetime> lifetimes, ColorBy by);

  [[nodiscard]] ColorBy by() const { return by_; }
  [[nodiscard]] std::span<const Entry> entries() const { return entries_; }
  [[nodiscard]] std::uint8_t class_of(TensorId t) const { return tensor_class_[t.index()]; }
  [[nodiscard]] std::uint8_t class_of(OperatorId o) const { return operator_class_[o.index()]; }
  [[nodiscard]] Fill fill(std::uint8_t entry, const Theme& theme) const;

 private:
  ColorBy by_ = ColorBy::stream;
  std::vector<Entry> entries_;
  std::vector<std::uint8_t> tensor_class_, operator_class_;
};

}  // namespace stowage
