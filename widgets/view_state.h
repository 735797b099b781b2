// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <QObject>

#include "core/base/id.h"
#include "core/graph/graph.h"
#include "widgets/painters/coloring.h"

namespace stowage {

/// What every view of one window shares: selection, hover, time cursor and colour scheme. Views change it through the
/// setters and repaint on the signals; setters do nothing (and say nothing) when the value is the same.
class ViewState final : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  [[nodiscard]] const std::vector<TensorId>& selected_tensors() const { return tensors_; }
  [[nodiscard]] const std::vector<OperatorId>& selected_operators() const { return operators_; }
  [[nodiscard]] bool is_selected(TensorId t) const;
  [[nodiscard]] bool is_selected(OperatorId o) const;
  [[nodiscard]] TensorId hovered_tensor() const { return hovered_tensor_; }
  [[nodiscard]] OperatorId hovered_operator() const { return hovered_operator_; }
  /// A step of the global order, or none.
  [[nodiscard]] std::optional<std::size_t> time_cursor() const { return time_cursor_; }
  [[nodiscard]] ColorBy color_by() const { return color_by_; }
  /// Classes of the coloring that the legend switched off; sorted.
  [[nodiscard]] const std::vector<std::uint8_t>& hidden_classes() const { return hidden_; }

  /// Selecting tensors deselects operators, and the other way round. Sorted and made distinct.
  void select_tensors(std::vector<TensorId> tensors);
  void select_operators(std::vector<OperatorId> operators);
  void toggle_tensor(TensorId t);
  void clear_selection();
  void hover(TensorId t);
  void hover(OperatorId o);
  void clear_hover();
  void set_time_cursor(std::optional<std::size_t> step);
  void set_color_by(ColorBy by);
  void toggle_class(std::uint8_t entry);
  /// Forgets all that refers to a graph, because another one is shown now.
  void reset();

 signals:
  void selection_changed();
  void hover_changed();
  void time_cursor_changed();
  void colors_changed();
  /// A double click or Return: bring this tensor into view wherever it is drawn.
  void reveal_requested(TensorId t);

 private:
  std::vector<TensorId> tensors_;
  std::vector<OperatorId> operators_;
  TensorId hovered_tensor_;
  OperatorId hovered_operator_;
  std::optional<std::size_t> time_cursor_;
  ColorBy color_by_ = ColorBy::stream;
  std::vector<std::uint8_t> hidden_;
};

/// The tensors that the selection marks in views of tensors; both sorted, of `graph` only.
struct LitTensors {
  std::vector<TensorId> strong;  ///< the selected tensors, or the outputs of the selected operators
  std::vector<TensorId> weak;    ///< the inputs of the selected operators, if they are not strong

  /// Both, sorted.
  [[nodiscard]] std::vector<TensorId> all() const;
};
[[nodiscard]] LitTensors lit_tensors(const Graph& graph, const ViewState& state);

}  // namespace stowage
