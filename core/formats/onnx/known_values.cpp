// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/known_values.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <string_view>

namespace stowage::known_values {
namespace {

using Cell = std::optional<std::int64_t>;
using Numbers = std::vector<std::int64_t>;
using onnx::TensorProto;

constexpr std::int64_t kMaxCells = 1 << 12;  // larger tensors are data
constexpr int kMaxRank = 32;

/// How many cells a tensor of that shape has; none where they are too many.
std::optional<std::size_t> cells_of(const Numbers& shape) {
  if (shape.size() > kMaxRank) return std::nullopt;
  std::int64_t cells = 1;
  for (const std::int64_t length : shape) {
    if (length < 0 || length > kMaxCells) return std::nullopt;
    cells = std::min(cells * length, kMaxCells + 1);
  }
  return cells <= kMaxCells ? std::optional(static_cast<std::size_t>(cells)) : std::nullopt;
}

/// Whether a value still has room: all values of all rounds together take little memory.
bool has_room(const Value& value) {
  static std::size_t left = std::size_t{1} << 24;
  const std::size_t taken = value.cells.size() + 8;
  if (left < taken) return false;
  left -= taken;
  return true;
}

bool is_number(std::int32_t element) {
  return element == TensorProto::INT64 || element == TensorProto::INT32 || element == TensorProto::BOOL;
}

/// The value of the type's shape; none for other types and sizes.
std::optional<Value> value_of(std::int32_t element, Numbers shape, std::vector<Cell> cells) {
  if (!is_number(element) || cells_of(shape) != cells.size()) return std::nullopt;
  if (element == TensorProto::BOOL)
    for (Cell& cell : cells)
      if (cell) *cell = *cell != 0;
  return Value{element, std::move(shape), std::move(cells)};
}

std::optional<Value> value_of(const TensorProto& tensor) {
  Numbers shape(tensor.dims().begin(), tensor.dims().end());
  const auto count = cells_of(shape);
  if (!count || !is_number(tensor.data_type()) || tensor.data_location() == TensorProto::EXTERNAL) return std::nullopt;
  std::vector<Cell> cells;
  if (tensor.has_raw_data()) {
    const std::size_t width = tensor.data_type() == TensorProto::INT64   ? 8
                              : tensor.data_type() == TensorProto::INT32 ? 4
                                                                         : 1;
    if (tensor.raw_data().size() != *count * width) return std::nullopt;
    for (std::size_t k = 0; k < *count; ++k) {
      const char* const from = tensor.raw_data().data() + k * width;
      std::int32_t half = *from;
      std::int64_t whole = 0;
      if (width == 4) std::memcpy(&half, from, width);
      if (width == 8) std::memcpy(&whole, from, width);
      cells.emplace_back(width == 8 ? whole : half);
    }
  } else if (tensor.data_type() == TensorProto::INT64) {
    cells.assign(tensor.int64_data().begin(), tensor.int64_data().end());
  } else {
    cells.assign(tensor.int32_data().begin(), tensor.int32_data().end());
  }
  return value_of(tensor.data_type(), std::move(shape), std::move(cells));
}

const onnx::AttributeProto* attribute(const onnx::NodeProto& node, std::string_view name) {
  const auto found = std::ranges::find(
      node.attribute(), name, [](const auto& one) -> const auto& { return one.name(); });
  return found == node.attribute().end() ? nullptr : &*found;
}
std::int64_t number(const onnx::NodeProto& node, std::string_view name, std::int64_t otherwise) {
  const auto* const found = attribute(node, name);
  return found == nullptr ? otherwise : found->i();
}

/// The axis of that number, which counts from the end if negative; none where there is none.
std::optional<std::size_t> axis_of(std::int64_t axis, std::size_t rank) {
  const auto count = static_cast<std::int64_t>(rank);
  if (axis < -count || axis >= count) return std::nullopt;
  return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

/// The begin of each row along an axis, in cells: one list an axis.
using Places = std::vector<std::vector<std::size_t>>;

Places places_in(const Numbers& shape) {
  Places out(shape.size());
  std::size_t step = 1;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    for (std::int64_t k = 0; k < shape[axis]; ++k) out[axis].push_back(static_cast<std::size_t>(k) * step);
    step *= static_cast<std::size_t>(shape[axis]);
  }
  return out;
}

/// The cells at the places, which are of its shape: any axes, in any order.
std::optional<Value> pick(const Value& from, const Places& places) {
  Numbers shape;
  for (const auto& axis : places) shape.push_back(static_cast<std::int64_t>(axis.size()));
  if (!cells_of(shape)) return std::nullopt;
  std::vector<std::size_t> begins{0};
  for (const auto& axis : places) {
    std::vector<std::size_t> next;
    for (const std::size_t begin : begins)
      for (const std::size_t place : axis) next.push_back(begin + place);
    begins = std::move(next);
  }
  std::vector<Cell> cells;
  for (const std::size_t begin : begins) {
    if (begin >= from.cells.size()) return std::nullopt;  // an axis that is named twice
    cells.push_back(from.cells[begin]);
  }
  return value_of(from.element, std::move(shape), std::move(cells));
}

std::optional<Value> expand(const Value& from, const Numbers& shape) {
  if (shape.size() < from.shape.size()) return std::nullopt;
  Places places = places_in(from.shape);
  places.insert(places.begin(), shape.size() - places.size(), {0});
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (places[axis].size() == 1)
      places[axis].assign(static_cast<std::size_t>(shape[axis]), 0);
    else if (places[axis].size() != static_cast<std::size_t>(shape[axis]))
      return std::nullopt;
  return pick(from, places);
}

std::optional<Value> transpose(const Value& from, const onnx::NodeProto& node) {
  const auto* const order = attribute(node, "perm");
  const Places places = places_in(from.shape);
  Places out(places.rbegin(), places.rend());
  if (order != nullptr) {
    if (order->ints_size() != static_cast<int>(places.size())) return std::nullopt;
    for (std::size_t k = 0; k < places.size(); ++k) {
      const auto axis = axis_of(order->ints(static_cast<int>(k)), places.size());
      if (!axis) return std::nullopt;
      out[k] = places[*axis];
    }
  }
  return pick(from, out);
}

std::optional<Value> gather(const Value& from, const Value& indices, std::int64_t along) {
  const auto axis = axis_of(along, from.shape.size());
  if (!axis || !indices.is_whole()) return std::nullopt;
  Places places = places_in(from.shape);
  std::vector<std::size_t> taken;
  for (const Cell& cell : indices.cells) {
    const auto row = axis_of(*cell, places[*axis].size());
    if (!row) return std::nullopt;
    taken.push_back(places[*axis][*row]);
  }
  places[*axis] = std::move(taken);
  auto out = pick(from, places);
  if (!out) return out;
  const auto at = out->shape.erase(out->shape.begin() + static_cast<std::ptrdiff_t>(*axis));
  out->shape.insert(at, indices.shape.begin(), indices.shape.end());
  return value_of(out->element, std::move(out->shape), std::move(out->cells));
}

/// `parts` are starts, ends, axes and steps; the last two may be empty.
std::optional<Value> slice(const Value& from, const std::vector<Numbers>& parts) {
  const Numbers &starts = parts[0], &ends = parts[1], &axes = parts[2], &steps = parts[3];
  if (ends.size() != starts.size() || (!axes.empty() && axes.size() != starts.size()) ||
      (!steps.empty() && steps.size() != starts.size()))
    return std::nullopt;
  Places places = places_in(from.shape);
  for (std::size_t k = 0; k < starts.size(); ++k) {
    const auto axis = axis_of(axes.empty() ? static_cast<std::int64_t>(k) : axes[k], places.size());
    const std::int64_t wished = steps.empty() ? 1 : steps[k];
    if (!axis || wished == 0) return std::nullopt;
    const std::vector<std::size_t> all = std::move(places[*axis]);
    const auto length = static_cast<std::int64_t>(all.size());
    const std::int64_t step = std::clamp(wished, -length - 1, length + 1), lowest = step < 0 ? -1 : 0;
    const auto within = [&](std::int64_t place) {
      return std::clamp(place < 0 ? place + length : place, lowest, length + lowest);
    };
    places[*axis].clear();
    for (std::int64_t at = within(starts[k]), end = within(ends[k]); step > 0 ? at < end : at > end; at += step)
      places[*axis].push_back(all[static_cast<std::size_t>(at)]);
  }
  return pick(from, places);
}

std::optional<Value> concat(const std::vector<const Value*>& parts, std::int64_t along) {
  const auto axis = axis_of(along, parts[0]->shape.size());
  if (!axis) return std::nullopt;
  Numbers shape = parts[0]->shape;
  shape[*axis] = 0;
  for (const Value* const part : parts) {
    if (part->shape.size() != shape.size()) return std::nullopt;
    shape[*axis] += part->shape[*axis];
  }
  const auto rows =
      std::accumulate(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(*axis), std::size_t{1},
                      [](std::size_t n, std::int64_t length) { return n * static_cast<std::size_t>(length); });
  std::vector<Cell> cells;
  for (std::size_t row = 0; row < rows; ++row)
    for (const Value* const part : parts) {
      const std::size_t length = part->cells.size() / rows;
      if (length * rows != part->cells.size()) return std::nullopt;
      const auto begin = part->cells.begin() + static_cast<std::ptrdiff_t>(row * length);
      cells.insert(cells.end(), begin, begin + static_cast<std::ptrdiff_t>(length));
    }
  return value_of(parts[0]->element, std::move(shape), std::move(cells));
}

/// What an operator makes of two numbers; a number that does not fit is not known.
using Binary = Cell (*)(std::int64_t, std::int64_t);
const std::unordered_map<std::string_view, Binary> kBinary = {
    {"Add", [](std::int64_t a, std::int64_t b) { return __builtin_add_overflow(a, b, &a) ? Cell() : Cell(a); }},
    {"Sub", [](std::int64_t a, std::int64_t b) { return __builtin_sub_overflow(a, b, &a) ? Cell() : Cell(a); }},
    {"Mul", [](std::int64_t a, std::int64_t b) { return __builtin_mul_overflow(a, b, &a) ? Cell() : Cell(a); }},
    {"Div", [](std::int64_t a, std::int64_t b) { return b == 0 || b == -1 ? Cell() : Cell(a / b); }},
    {"Min", [](std::int64_t a, std::int64_t b) { return Cell(std::min(a, b)); }},
    {"Max", [](std::int64_t a, std::int64_t b) { return Cell(std::max(a, b)); }},
    {"Equal", [](std::int64_t a, std::int64_t b) { return Cell(a == b); }},
    {"Greater", [](std::int64_t a, std::int64_t b) { return Cell(a > b); }},
    {"Less", [](std::int64_t a, std::int64_t b) { return Cell(a < b); }},
    {"And", [](std::int64_t a, std::int64_t b) { return Cell(a != 0 && b != 0); }},
    {"Or", [](std::int64_t a, std::int64_t b) { return Cell(a != 0 || b != 0); }},
};

/// Calls `make(cells of all parts at one place)` for each place of a shape that all parts are expanded to.
std::optional<Value> for_each_cell(const std::vector<const Value*>& parts, std::int32_t element, const auto& make) {
  Numbers shape;
  for (const Value* const part : parts) {
    if (part->shape.size() > shape.size()) shape.insert(shape.begin(), part->shape.size() - shape.size(), 1);
    for (std::size_t k = 0; k < part->shape.size(); ++k) {
      std::int64_t& length = shape[shape.size() - part->shape.size() + k];
      if (length == 1) length = part->shape[k];
    }
  }
  if (!cells_of(shape)) return std::nullopt;
  std::vector<Value> whole;
  for (const Value* const part : parts) {
    auto one = expand(*part, shape);
    if (!one) return std::nullopt;
    whole.push_back(std::move(*one));
  }
  std::vector<Cell> cells;
  for (std::size_t k = 0; k < whole[0].cells.size(); ++k) cells.push_back(make(whole, k));
  return value_of(element, std::move(shape), std::move(cells));
}

std::optional<Value> constant(const onnx::NodeProto& node) {
  if (const auto* const tensor = attribute(node, "value")) return value_of(tensor->t());
  if (const auto* const one = attribute(node, "value_int")) return value_of(TensorProto::INT64, {}, {one->i()});
  const auto* const list = attribute(node, "value_ints");
  if (list == nullptr) return std::nullopt;
  return value_of(TensorProto::INT64, {list->ints_size()}, {list->ints().begin(), list->ints().end()});
}

/// The lengths of a type, as far as they are known, from axis `start` to before `end`.
std::optional<Value> shape_of(const onnx::TypeProto* type, const onnx::NodeProto& node) {
  if (type == nullptr || !type->tensor_type().has_shape()) return std::nullopt;
  const auto& lengths = type->tensor_type().shape().dim();
  const std::int64_t rank = lengths.size();
  const auto place = [&](const char* name, std::int64_t otherwise) {
    const std::int64_t axis = number(node, name, otherwise);
    return static_cast<int>(std::clamp<std::int64_t>(axis < 0 ? axis + rank : axis, 0, rank));
  };
  std::vector<Cell> cells;
  for (int axis = place("start", 0); axis < place("end", rank); ++axis)
    cells.push_back(lengths[axis].has_dim_value() ? Cell(lengths[axis].dim_value()) : Cell());
  const auto count = static_cast<std::int64_t>(cells.size());
  return value_of(TensorProto::INT64, {count}, std::move(cells));
}

std::optional<Value> size_of(const onnx::TypeProto* type) {
  if (type == nullptr || !is_whole(*type)) return std::nullopt;
  Cell size = 1;
  for (const auto& length : type->tensor_type().shape().dim())
    if (size) size = kBinary.at("Mul")(*size, length.dim_value());
  return value_of(TensorProto::INT64, {}, {size});
}

/// The value of the type, with the cells of another value, or one cell everywhere.
std::optional<Value> in_shape(const onnx::TypeProto* type, const std::vector<Cell>& cells, bool everywhere = false) {
  if (type == nullptr || !is_whole(*type)) return std::nullopt;
  Numbers shape;
  for (const auto& length : type->tensor_type().shape().dim()) shape.push_back(length.dim_value());
  const auto count = cells_of(shape);
  if (!count) return std::nullopt;
  return value_of(type->tensor_type().elem_type(), std::move(shape),
                  everywhere ? std::vector<Cell>(*count, cells[0]) : cells);
}

std::optional<Value> result_of(const onnx::NodeProto& node, const Known& known) {
  const std::string& op = node.op_type();
  if (op == "Constant") return constant(node);
  if (node.input_size() == 0) return std::nullopt;
  const onnx::TypeProto* const type = known.type(node.output(0));
  if (op == "Shape") return shape_of(known.type(node.input(0)), node);
  if (op == "Size") return size_of(known.type(node.input(0)));
  if (op == "ConstantOfShape") {
    const auto* const value = attribute(node, "value");
    const auto one = value == nullptr ? std::nullopt : value_of(value->t());
    return one && one->cells.size() == 1 ? in_shape(type, one->cells, true) : std::nullopt;
  }

  std::vector<const Value*> inputs;
  for (const std::string& name : node.input()) inputs.push_back(name.empty() ? nullptr : known.value(name));
  if (inputs[0] == nullptr) return std::nullopt;
  const Value& first = *inputs[0];
  for (const char* const same : {"Identity", "Cast", "Reshape", "Squeeze", "Unsqueeze", "Flatten"})
    if (op == same) return in_shape(type, first.cells);
  if (op == "Transpose") return transpose(first, node);
  if (op == "Slice") {
    std::vector<Numbers> parts(4);
    for (std::size_t k = 1; k < inputs.size() && k <= parts.size(); ++k) {
      if (node.input(static_cast<int>(k)).empty()) continue;
      if (inputs[k] == nullptr || !inputs[k]->is_whole()) return std::nullopt;
      for (const Cell& cell : inputs[k]->cells) parts[k - 1].push_back(*cell);
    }
    constexpr const char* kNames[] = {"starts", "ends", "axes"};  // attributes before version 10
    for (std::size_t k = 0; k < std::size(kNames) && inputs.size() == 1; ++k)
      if (const auto* const list = attribute(node, kNames[k]))
        parts[k].assign(list->ints().begin(), list->ints().end());
    return slice(first, parts);
  }
  // All inputs count from here on.
  if (std::ranges::find(inputs, nullptr) != inputs.end()) return std::nullopt;
  if (op == "Gather" && inputs.size() == 2) return gather(first, *inputs[1], number(node, "axis", 0));
  if (op == "Concat") return concat(inputs, number(node, "axis", 0));
  if (op == "Not" || op == "Neg")
    return for_each_cell(inputs, first.element, [&](const std::vector<Value>& of, std::size_t k) {
      const Cell cell = of[0].cells[k];
      return !cell ? cell : op == "Not" ? Cell(*cell == 0) : kBinary.at("Sub")(0, *cell);
    });
  if (op == "Where" && inputs.size() == 3)
    return for_each_cell(inputs, inputs[1]->element, [](const std::vector<Value>& of, std::size_t k) {
      const Cell cell = of[0].cells[k];
      return !cell ? cell : of[*cell != 0 ? 1 : 2].cells[k];
    });
  const auto binary = kBinary.find(op);
  if (binary == kBinary.end() || inputs.size() != 2) return std::nullopt;
  const bool compares = op == "Equal" || op == "Greater" || op == "Less";
  return for_each_cell(inputs, compares ? TensorProto::BOOL : first.element,
                       [&](const std::vector<Value>& of, std::size_t k) {
                         const Cell a = of[0].cells[k], b = of[1].cells[k];
                         return a && b ? binary->second(*a, *b) : Cell();
                       });
}

}  // namespace

bool Value::is_whole() const {
  return std::ranges::all_of(cells, [](const Cell& cell) { return cell.has_value(); });
}

bool is_whole(const onnx::TypeProto& type) {
  return type.has_tensor_type() && type.tensor_type().has_shape() &&
         std::ranges::all_of(type.tensor_type().shape().dim(), [](const auto& size) { return size.has_dim_value(); });
}

Known::Known(onnx::GraphProto& graph, const Known* around) : graph_(graph), around_(around) {
  for (auto& node : graph.node())
    for (const std::string& name : node.output()) entries_[name];
  for (auto* const values : {graph.mutable_value_info(), graph.mutable_output(), graph.mutable_input()})
    for (auto& value : *values) {
      auto*& type = entries_[value.name()].type;
      if (type == nullptr || !known_values::is_whole(*type) || known_values::is_whole(value.type()))
        type = value.mutable_type();
    }
  for (const auto& weights : graph.initializer()) {
    Entry& entry = entries_[weights.name()];
    entry.is_given = true;
    entry.type = &types_of_weights_.emplace_back();
    entry.type->mutable_tensor_type()->set_elem_type(weights.data_type());
    auto& shape = *entry.type->mutable_tensor_type()->mutable_shape();
    for (const std::int64_t length : weights.dims()) shape.add_dim()->set_dim_value(length);
    if (auto value = value_of(weights); value && has_room(*value)) entry.value = std::make_unique<Value>(*value);
  }
}

const Known::Entry& Known::find(std::string_view name) const {
  static const Entry nothing;
  for (const Known* graph = this; graph != nullptr && !name.empty(); graph = graph->around_)
    if (const auto found = graph->entries_.find(name); found != graph->entries_.end()) return found->second;
  return nothing;
}

void Known::compute(const onnx::NodeProto& node) {
  if (!node.domain().empty() || node.output_size() == 0 || node.output(0).empty()) return;
  auto value = result_of(node, *this);
  if (!value || !has_room(*value)) return;
  Entry& entry = entries_[node.output(0)];
  entry.value = std::make_unique<Value>(std::move(*value));
  entry.is_given = node.op_type() == "Constant";
}

bool Known::give_type(const std::string& name, const onnx::TypeProto& type) {
  auto*& known = entries_[name].type;
  if (known != nullptr && known_values::is_whole(*known)) return false;
  if (known == nullptr) {
    auto& info = *graph_.add_value_info();
    info.set_name(name);
    known = info.mutable_type();
  }
  *known = type;
  return true;
}

std::string Known::settle(std::string_view name) {
  const auto own = entries_.find(name);
  const Value* const known = value(name);
  if (known == nullptr || !known->is_whole() || (own != entries_.end() && own->second.is_given)) return {};
  std::string settled = std::string(name) + " (settled)";
  if (entries_.contains(settled)) return settled;
  if (!has_room(*known)) return {};
  auto& weights = *graph_.add_initializer();
  weights.set_name(settled);
  weights.set_data_type(known->element);
  weights.mutable_dims()->Assign(known->shape.begin(), known->shape.end());
  for (const Cell& cell : known->cells)
    if (known->element == TensorProto::INT64)
      weights.add_int64_data(*cell);
    else
      weights.add_int32_data(static_cast<std::int32_t>(*cell));
  entries_[weights.name()].is_given = true;
  return settled;
}

}  // namespace stowage::known_values
