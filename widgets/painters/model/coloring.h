// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/style/theme.h"

namespace stowage {

/// What the colour of a tensor says. An operator is coloured by the same rule where it has one (stream, phase, op).
enum class ColorBy { stream, phase, kind, op, size, lifetime, group, difference };

/// Whether a rule gives operators colours at all.
[[nodiscard]] constexpr bool colors_operators(ColorBy by) {
  return by == ColorBy::stream || by == ColorBy::phase || by == ColorBy::op;
}

/// One row of the table of colourings: the id is what `--color-by` takes.
struct ColoringInfo {
  ColorBy by;
  const char* id;
  const char* title;  ///< untranslated
};
[[nodiscard]] std::span<const ColoringInfo> colorings();
/// The row with that id, or null.
[[nodiscard]] const ColoringInfo* find_coloring(std::string_view id);

/// Sorts all tensors and operators of a graph into a few classes, each with a legend entry. Independent of the theme:
/// fills come from fill(). A class is a byte: past 250 classes the rarest share one ("other").
///
/// Stream, phase and op of a tensor are those of its producer; tensors present from the start are a class "input".
/// Classes by name stand in order of the bytes they hold, largest first; usual names (activation, gradient, forward …)
/// have the same fill in every graph, others the palette's next that no usual name has; streams and groups in their own
/// order, streams filled as stream_fill() says; sizes and lifetimes in powers, ascending. Tensor kinds of a recorded
/// heap are source lines. They take no fill that a stream has, while streams are few, so that a colour means one thing
/// in a window. By difference, a tensor's class says how its offset differs from the pinned baseline's plan: moved up,
/// moved down, new, at the same offset (without colour). The classes are the same ones whether there is a baseline or
/// not.
class Coloring {
 public:
  /// Class of an operator to which the rule gives none (a size, say). Its fill is neutral.
  static constexpr std::uint8_t kNoClass = 255;

  struct Entry {
    QString label;              ///< "compute", "Conv", "1 – 4 KiB"
    std::uint32_t tensors = 0;  ///< how many are in it
    std::uint32_t operators = 0;
    Bytes bytes{};         ///< sum of the tensors' sizes
    bool neutral = false;  ///< no class of its own ("input", "no phase", "other"): drawn without colour
    QColor own{};          ///< given by the graph (a stream's), the same in every theme; invalid without one
    std::size_t fill = 0;  ///< the palette's, of classes with neither of these
  };

  Coloring() = default;
  /// By difference, there is nothing to compare with: see the next one.
  Coloring(const Graph& graph, std::span<const Lifetime> lifetimes, ColorBy by)
      : Coloring(graph, lifetimes, by, nullptr) {}
  /// Needs graph and lifetimes of the view, and to colour by difference its plan and its baseline's.
  Coloring(const PlanView& view, ColorBy by) : Coloring(*view.graph, *view.lifetimes, by, &view) {}

  /// Colours operators alone. By a rule that colours only tensors, all operators are kNoClass: then a colour means one
  /// thing in views of tensors and of operators.
  [[nodiscard]] static Coloring of_operators(const Graph& graph, ColorBy by);

  [[nodiscard]] ColorBy by() const { return by_; }
  /// Whether the view was of a recorded heap.
  [[nodiscard]] bool recorded() const { return recorded_; }
  [[nodiscard]] std::span<const Entry> entries() const { return entries_; }
  [[nodiscard]] std::uint8_t class_of(TensorId t) const { return tensor_class_[t.index()]; }
  [[nodiscard]] std::uint8_t class_of(OperatorId o) const { return operator_class_[o.index()]; }
  [[nodiscard]] Fill fill(std::uint8_t entry, const Theme& theme) const;

 private:
  Coloring(const Graph& graph, std::span<const Lifetime> lifetimes, ColorBy by, const PlanView* view);

  ColorBy by_ = ColorBy::stream;
  bool recorded_ = false;
  std::vector<Entry> entries_;
  std::vector<std::uint8_t> tensor_class_, operator_class_;
};

/// The stream's own colour, or the palette's fill of the number it has in the file, so that it keeps its fill while
/// others come and go; of its index, where a number is not in 0 … 249, or two streams would have the same fill though
/// the palette has enough. O(1): at most so many streams are looked at.
[[nodiscard]] Fill stream_fill(const Graph& graph, StreamId stream, const Theme& theme);

/// The tensors of one class that live in some steps.
struct ClassCount {
  std::uint32_t tensors = 0;
  Bytes bytes{};  ///< sum of their sizes
  friend bool operator==(const ClassCount&, const ClassCount&) = default;
};
/// By entry of `coloring`, which must be of `graph`; `lifetimes` by TensorId. O(T).
[[nodiscard]] std::vector<ClassCount> count_alive(const Coloring& coloring, const Graph& graph,
                                                  std::span<const Lifetime> lifetimes, Lifetime steps);

}  // namespace stowage
