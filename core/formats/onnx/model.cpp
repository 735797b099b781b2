// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/model.h"

#include <algorithm>

#include "core/formats/imported_program.h"
#include "core/formats/protobuf_wire.h"
#include "core/formats/readers.h"
#include "core/formats/utf8.h"

namespace stowage::onnx_file {
namespace {

constexpr std::size_t kBetweenPolls = 1 << 12;
constexpr std::size_t kMaxNodes = 5'000'000, kMaxBodyDepth = 32;  // nodes; graphs within each other

/// Bits of an element of a TensorProto.DataType; 0 for texts and unknown types.
std::int64_t bits_of(std::int32_t element) {
  constexpr std::int64_t kBits[] = {0,  32,  8,  8, 16, 16, 32, 64, 0, 8, 16, 64, 32, 64,  // undefined … uint64
                                    64, 128, 16,     // complex64, complex128, bfloat16
                                    8,  8,   8,  8,  // the four kinds of float8
                                    4,  4,   4,  8,  // uint4, int4, float4e2m1, float8e8m0
                                    2,  2};          // uint2, int2
  return element > 0 && element < static_cast<std::int32_t>(std::size(kBits)) ? kBits[element] : 0;
}

/// The domain; "" for both names of the domain of the standard operators.
std::string_view plain_domain(std::string_view domain) {
  return domain == "ai.onnx" ? std::string_view() : domain;
}

/// Reads messages of one file, and remembers the first damage.
class Reader {
 public:
  Reader(std::string_view whole, const std::string& file, const Task& task) : whole_(whole), file_(file), task_(task) {}

  Model model(std::string_view message) {
    Model out;
    bool has_graph = false;
    each(message, [&](const WireField& field) {
      if (!field.is_bytes) return;
      if (field.number == 7 && !std::exchange(has_graph, true)) out.graph = graph(field.bytes);
      if (field.number == 8) out.opsets.push_back(opset(field.bytes));
      if (field.number == 20) ++out.trainings;
      if (field.number == 25) out.functions.push_back(field.bytes);
    });
    if (!has_graph) fault(message.data(), "the model has no graph");
    return out;
  }

  GraphOf graph(std::string_view message) {
    GraphOf out;
    if (depth_ > kMaxBodyDepth) fault(message.data(), "graphs are nested deeper than " + std::to_string(kMaxBodyDepth));
    ++depth_;
    each(message, [&](const WireField& field) {
      if (!field.is_bytes) return;
      if (field.number == 1) {
        if (++nodes_ > kMaxNodes) fault(field.place, "there are more than 5,000,000 nodes");
        out.nodes.push_back(node(field.bytes));
      }
      if (field.number == 2) out.name = field.bytes;
      if (field.number == 5) out.weights.push_back(weights(field.bytes));
      if (field.number == 11) out.inputs.push_back(value(field.bytes));
      if (field.number == 12) out.outputs.push_back(value(field.bytes));
      if (field.number == 13) out.values.push_back(value(field.bytes));
      if (field.number == 15) out.sparse.push_back(name_of_sparse(field.bytes));
    });
    --depth_;
    return out;
  }

  Weights weights(std::string_view message) {
    Weights out{.name = {}, .message = message};
    each(message, [&](const WireField& field) {
      if (field.number == 8 && field.is_bytes) out.name = field.bytes;
      if (field.number == 2 && !field.is_bytes) out.element = static_cast<std::int32_t>(field.value);
      if (field.number != 1) return;
      if (!field.is_bytes) return out.shape.push_back(static_cast<std::int64_t>(field.value));
      WireReader packed(field.bytes);
      while (const auto size = packed.varint()) out.shape.push_back(static_cast<std::int64_t>(*size));
    });
    return out;
  }

  /// Returns the value, or why reading ended early.
  template <class T>
  Result<T> result(T value) {
    if (error_) return tl::unexpected(std::move(*error_));
    return value;
  }

 private:
  /// Calls `take` with every field, until the first error.
  template <class F>
  void each(std::string_view message, const F& take) {
    WireReader reader(message);
    while (!error_) {
      if (++fields_ % kBetweenPolls == 0 && task_.should_stop()) error_ = task_.why_stopped();
      const auto field = reader.next();
      if (!field) break;
      take(*field);
    }
    if (reader.damage() != nullptr) fault(reader.damage(), "the file is damaged or cut short here");
  }
  void fault(const char* place, std::string reason) {
    if (!error_) error_ = Error::bad_input(file_, "byte " + std::to_string(place - whole_.data()), std::move(reason));
  }

  Node node(std::string_view message) {
    Node out;
    each(message, [&](const WireField& field) {
      if (!field.is_bytes) return;
      if (field.number == 1) out.inputs.push_back(field.bytes);
      if (field.number == 2) out.outputs.push_back(field.bytes);
      if (field.number == 3) out.name = field.bytes;
      if (field.number == 4) out.op = field.bytes;
      if (field.number == 5) attribute(field.bytes, out);
      if (field.number == 7) out.domain = plain_domain(field.bytes);
    });
    if (out.op.empty()) fault(message.data(), "the node has no op_type");
    return out;
  }

  void attribute(std::string_view message, Node& out) {
    const std::size_t before = out.bodies.size();
    const auto take = [&](std::string_view body) {
      if (!error_) out.bodies.push_back({last_field(message, 1).bytes, graph(body)});
    };
    for (const std::uint32_t graphs : {6u, 11u}) for_each_bytes(message, graphs, take);
    if (out.bodies.size() == before) out.attributes.push_back(message);
  }

  Value value(std::string_view message) {
    Value out{.name = {}, .type = {}, .message = message};
    each(message, [&](const WireField& field) {
      if (!field.is_bytes) return;
      if (field.number == 1) out.name = field.bytes;
      if (field.number == 2) out.type = type(field.bytes);
    });
    return out;
  }

  Type type(std::string_view message) {
    Type out;
    each(message, [&](const WireField& tensor) {
      if (tensor.number != 1 || !tensor.is_bytes) return;
      out.is_tensor = true;
      each(tensor.bytes, [&](const WireField& field) {
        if (field.number == 1 && !field.is_bytes) out.element = static_cast<std::int32_t>(field.value);
        if (field.number != 2 || !field.is_bytes) return;
        out.has_shape = true;
        each(field.bytes, [&](const WireField& axis) {
          if (axis.number == 1 && axis.is_bytes) out.shape.push_back(dimension(axis.bytes));
        });
      });
    });
    return out;
  }

  Dimension dimension(std::string_view message) {
    Dimension out;
    each(message, [&](const WireField& field) {
      const auto size = static_cast<std::int64_t>(field.value);
      if (field.number == 1 && !field.is_bytes) out = {.size = size, .below_zero = size < 0};
      if (field.number == 2 && field.is_bytes) out = {.name = field.bytes};
    });
    return out;
  }

  OpsetImport opset(std::string_view message) {
    OpsetImport out;
    each(message, [&](const WireField& field) {
      if (field.number == 1 && field.is_bytes) out.domain = plain_domain(field.bytes);
      if (field.number == 2 && !field.is_bytes) out.version = static_cast<std::int64_t>(field.value);
    });
    return out;
  }

  std::string_view name_of_sparse(std::string_view message) {
    std::string_view name;
    each(message, [&](const WireField& field) {
      if (field.number == 1 && field.is_bytes) name = weights(field.bytes).name;
    });
    return name;
  }

  std::string_view whole_;
  const std::string& file_;
  const Task& task_;
  std::optional<Error> error_;
  std::size_t fields_ = 0, nodes_ = 0, depth_ = 0;
};

class Wirer {
 public:
  /// `inside` names the node and its body before the places of faults; empty for the model's own graph.
  Wirer(const GraphOf& graph, const FileToRead& in, GraphBuilder& builder, std::string inside = {})
      : graph_(graph), in_(in), builder_(builder), inside_(std::move(inside)) {}

  Result<Wiring> wire() {
    add_what_is_given();
    add_results();
    for (std::size_t node = 0; node < graph_.nodes.size(); ++node) {
      if (in_.task.poll(node, kBetweenPolls)) return tl::unexpected(in_.task.why_stopped());
      STOWAGE_CHECK(add_uses(node));
    }
    for (const Value& output : graph_.outputs)
      if (const std::uint32_t tensor = resolve(output.name); tensor != Wiring::kNone)
        out_.output[tensor] = true;
      else
        builder_.add_fault(inside_ + "an output", in_quotes(output.name) + " is made by nothing");
    return std::move(out_);
  }

 private:
  std::uint32_t add(std::string_view name, const std::string& place) {
    const auto [known, added] = out_.numbers.try_emplace(name, static_cast<std::uint32_t>(out_.tensor_count()));
    if (!added) return known->second;
    if (!is_utf8(name)) builder_.add_fault(inside_ + place, "the name of a tensor is not valid UTF-8");
    out_.names.push_back(name);
    out_.producer.push_back(Wiring::kNone);
    for (auto* const flags : {&out_.stays, &out_.input, &out_.output}) flags->push_back(false);
    return known->second;
  }
  /// The tensor of that name, which may be one of the graph around a body.
  std::uint32_t resolve(std::string_view name) {
    const std::uint32_t known = out_.find(name);
    if (known != Wiring::kNone || inside_.empty()) return known;
    return out_.around.emplace_back(add(name, "a tensor"));
  }
  [[nodiscard]] std::string place_of(std::size_t node) const {
    const std::string_view name = graph_.nodes[node].name;
    return inside_ + "node " + std::to_string(node) + (name.empty() ? "" : " " + in_quotes(name));
  }

  /// Up to version 3 of the format, weights are also inputs.
  void add_what_is_given() {
    for (const Value& input : graph_.inputs) out_.input[add(input.name, "an input")] = true;
    for (const Weights& weights : graph_.weights) out_.stays[add(weights.name, "an initializer")] = true;
    for (const std::string_view name : graph_.sparse) out_.stays[add(name, "an initializer")] = true;
  }

  void add_results() {
    for (std::size_t node = 0; node < graph_.nodes.size(); ++node) {
      row_.clear();
      for (const std::string_view name : graph_.nodes[node].outputs) {
        if (name.empty()) continue;
        const std::size_t before = out_.tensor_count();
        const std::uint32_t tensor = add(name, "node " + std::to_string(node));
        if (tensor < before)
          builder_.add_fault(place_of(node),
                             "makes " + in_quotes(name) + ", which " +
                                 (out_.producer[tensor] == Wiring::kNone ? "is an input or an initializer"
                                                                         : place_of(out_.producer[tensor]) + " makes"));
        else
          out_.producer[tensor] = static_cast<std::uint32_t>(node);
        row_.push_back(tensor);
      }
      out_.node_outputs.add_row(row_);
    }
  }

  Result<void> add_uses(std::size_t node) {
    row_.clear();
    for (const std::string_view name : graph_.nodes[node].inputs)
      if (!name.empty()) add_use(node, name, "reads ");
    out_.node_inputs.add_row(row_);
    row_.clear();
    for (const Body& body : graph_.nodes[node].bodies) {
      const std::string inside = place_of(node) + ", " + std::string(body.attribute) + ", ";
      STOWAGE_TRY(Wiring inner, Wirer(body.graph, in_, builder_, inside).wire());
      for (const std::uint32_t tensor : inner.around) add_use(node, inner.names[tensor], "has a body that reads ");
      out_.bodies[node].push_back(std::move(inner));
    }
    out_.node_captures.add_row(row_);
    return {};
  }
  void add_use(std::size_t node, std::string_view name, const char* reads) {
    const std::uint32_t tensor = resolve(name);
    if (tensor == Wiring::kNone)
      builder_.add_fault(place_of(node), reads + in_quotes(name) + ", which nothing makes");
    else if (out_.producer[tensor] == node)
      builder_.add_fault(place_of(node), reads + in_quotes(name) + ", which it makes itself");
    else
      row_.push_back(tensor);
  }

  const GraphOf& graph_;
  const FileToRead& in_;
  GraphBuilder& builder_;
  const std::string inside_;
  Wiring out_;
  std::vector<std::uint32_t> row_;  // kept to spare an allocation a node
};

}  // namespace

Result<Model> read_model(std::string_view bytes, const std::string& file, const Task& task) {
  Reader reader(bytes, file, task);
  return reader.result(reader.model(bytes));
}

Weights read_weights(std::string_view message) {
  const std::string nowhere;
  const Task never;
  return Reader(message, nowhere, never).weights(message);
}

std::int64_t number_in(const Node& node, std::string_view attribute) {
  for (const std::string_view one : node.attributes)
    if (last_field(one, 1).bytes == attribute) return static_cast<std::int64_t>(last_field(one, 3).value);
  return 0;
}

SizeOf size_of(const Type& type) {
  const std::int64_t bits = bits_of(type.element);
  if (!type.is_tensor || !type.has_shape || bits == 0) return {};
  if (std::ranges::any_of(type.shape, [](const Dimension& d) { return d.size < 0; })) return {};
  std::vector<std::int64_t> lengths;
  for (const Dimension& dimension : type.shape) lengths.push_back(dimension.size);
  const auto bytes = array_bytes(bits, lengths);
  if (!bytes) return {SizeOf::Kind::too_large};
  return {SizeOf::Kind::known, Bytes{*bytes}};
}

void Dimensions::settle(Type& type) {
  for (Dimension& dimension : type.shape) {
    if (dimension.size >= 0 || dimension.name.empty()) continue;
    if (const auto given = given_.find(std::string(dimension.name)); given != given_.end()) {
      dimension = {.size = given->second};
      used_.insert(given->first);
    } else if (place_.try_emplace(dimension.name, open_.size()).second) {
      open_.push_back({.name = std::string(dimension.name)});
    }
  }
}

void Dimensions::name_axes(Value& value) {
  for (std::size_t axis = 0; axis < value.type.shape.size(); ++axis) {
    Dimension& dimension = value.type.shape[axis];
    if (dimension.size >= 0 || !dimension.name.empty()) continue;
    dimension.name = names_.emplace_back(std::string(value.name) + ':' + std::to_string(axis));
  }
}

void Dimensions::settle_input(Value& input) {
  name_axes(input);
  settle(input.type);
  of_inputs_ = open_.size();
}

void Dimensions::settle_output(Value& output) {
  if (std::ranges::any_of(output.type.shape, [](const Dimension& d) { return !d.name.empty(); })) name_axes(output);
  settle(output.type);
}

void Dimensions::settle_bodies(GraphOf& graph) {
  for (Node& node : graph.nodes)
    for (Body& body : node.bodies) {
      for (auto* const values : {&body.graph.inputs, &body.graph.outputs, &body.graph.values})
        for (Value& value : *values) settle(value.type);
      settle_bodies(body.graph);
    }
}

std::size_t Dimensions::find(std::string_view name) const {
  const auto known = place_.find(name);
  return known == place_.end() ? npos : known->second;
}

std::vector<std::string> Dimensions::unused() const {
  std::vector<std::string> out;
  for (const auto& [name, size] : given_)
    if (!used_.contains(name)) out.push_back(name);
  return out;
}

Result<Wiring> wire(const Model& model, const FileToRead& in, GraphBuilder& builder) {
  return Wirer(model.graph, in, builder).wire();
}

TopologicalOrder order_of(const Wiring& wiring, std::size_t nodes) {
  std::vector<std::pair<std::size_t, std::uint32_t>> arcs;
  for (std::size_t node = 0; node < nodes; ++node)
    for (const auto* const uses : {&wiring.node_inputs, &wiring.node_captures})
      for (const std::uint32_t tensor : (*uses)[node])
        if (wiring.producer[tensor] != Wiring::kNone)
          arcs.emplace_back(wiring.producer[tensor], static_cast<std::uint32_t>(node));
  return stable_topological_order(Csr<std::uint32_t>::from_pairs(nodes, arcs));
}

}  // namespace stowage::onnx_file

bool stowage::looks_like_onnx(std::string_view bytes) {
  constexpr char kTagOfGraph = 7 << 3 | 2;
  // Writers put the fields in the order of their numbers: the version, the producer, the graph.
  WireReader reader(bytes);
  bool first = true;
  while (const auto field = reader.next()) {
    if (std::exchange(first, false) && !(field->number == 1 && !field->is_bytes && field->value < 1000)) return false;
    if (field->number == 7) return field->is_bytes;
    if (field->number > 25) return false;
  }
  // The bytes are only the beginning of the file, which may cut off the graph.
  return !first && reader.damage() != nullptr && *reader.damage() == kTagOfGraph;
}
