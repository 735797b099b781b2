// SPDX-License-Identifier: Apache-2.0
#include "core/formats/onnx/model.h"

#include <algorithm>
#include <unordered_set>

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
    each(message, [&](const WireField& field) {
      if (!field.is_bytes) return;
      if (field.number == 1) {
        if (out.nodes.size() == kMaxNodes) fault(field.place, "there are more than 5,000,000 nodes");
        out.nodes.push_back(node(field.bytes));
      }
      if (field.number == 2) out.name = field.bytes;
      if (field.number == 5) out.weights.push_back(weights(field.bytes));
      if (field.number == 11) out.inputs.push_back(value(field.bytes));
      if (field.number == 12) out.outputs.push_back(value(field.bytes));
      if (field.number == 13) out.values.push_back(value(field.bytes));
      if (field.number == 15) out.sparse.push_back(name_of_sparse(field.bytes));
    });
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
      if (field.number == 5) out.attributes.push_back(field.bytes);
      if (field.number == 7) out.domain = plain_domain(field.bytes);
    });
    if (out.op.empty()) fault(message.data(), "the node has no op_type");
    return out;
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
  std::size_t fields_ = 0;
};

class Wirer {
 public:
  Wirer(const Model& model, const FileToRead& in, GraphBuilder& builder)
      : graph_(model.graph), in_(in), builder_(builder) {}

  Result<Wiring> wire() {
    add_what_is_given();
    add_results();
    for (std::size_t node = 0; node < graph_.nodes.size(); ++node) {
      if (in_.task.poll(node, kBetweenPolls)) return tl::unexpected(in_.task.why_stopped());
      STOWAGE_CHECK(add_uses(node));
    }
    add_outputs();
    return std::move(out_);
  }

 private:
  using Names = std::unordered_set<std::string_view>;

  std::uint32_t add(std::string_view name, const std::string& place) {
    const auto [known, added] = out_.numbers.try_emplace(name, static_cast<std::uint32_t>(out_.tensor_count()));
    if (!added) return known->second;
    if (!is_utf8(name)) builder_.add_fault(place, "the name of a tensor is not valid UTF-8");
    out_.names.push_back(name);
    out_.producer.push_back(Wiring::kNone);
    for (auto* const flags : {&out_.stays, &out_.input, &out_.output}) flags->push_back(false);
    return known->second;
  }
  [[nodiscard]] std::string place_of(std::size_t node) const {
    const std::string_view name = graph_.nodes[node].name;
    return "node " + std::to_string(node) + (name.empty() ? "" : " " + in_quotes(name));
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
        const std::uint32_t tensor = add(name, place_of(node));
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
    std::vector<std::uint32_t> captures;
    for (const std::string_view name : graph_.nodes[node].inputs) {
      if (name.empty()) continue;
      const std::uint32_t tensor = out_.find(name);
      if (tensor == Wiring::kNone)
        builder_.add_fault(place_of(node), "reads " + in_quotes(name) + ", which nothing makes");
      else if (out_.producer[tensor] == node)
        builder_.add_fault(place_of(node), "reads " + in_quotes(name) + ", which it makes itself");
      else
        row_.push_back(tensor);
    }
    std::vector<Names> around;
    for (const std::string_view body : bodies_of(graph_.nodes[node]))
      if (auto added = add_captures(body, around, captures); !added) return added;
    out_.node_inputs.add_row(row_);
    out_.node_captures.add_row(captures);
    return {};
  }

  void add_outputs() {
    for (const Value& output : graph_.outputs) {
      const std::uint32_t tensor = out_.find(output.name);
      if (tensor == Wiring::kNone)
        builder_.add_fault("an output", in_quotes(output.name) + " is made by nothing");
      else
        out_.output[tensor] = true;
    }
  }

  Result<void> add_captures(std::string_view body, std::vector<Names>& around, std::vector<std::uint32_t>& captures) {
    if (around.size() == kMaxBodyDepth)
      return bad_input(in_.file, "byte " + std::to_string(body.data() - in_.bytes.data()),
                       "graphs are nested deeper than " + std::to_string(kMaxBodyDepth));
    Reader reader(in_.bytes, in_.file, in_.task);
    STOWAGE_TRY(const GraphOf read, reader.result(reader.graph(body)));
    Names own;
    for (const Value& input : read.inputs) own.insert(input.name);
    for (const Weights& weights : read.weights) own.insert(weights.name);
    own.insert(read.sparse.begin(), read.sparse.end());
    for (const Node& node : read.nodes)
      for (const std::string_view name : node.outputs) out_.body_tensors += !name.empty() && own.insert(name).second;
    around.push_back(std::move(own));
    const auto use = [&](std::string_view name) {
      if (name.empty() || std::ranges::any_of(around, [&](const Names& names) { return names.contains(name); })) return;
      const std::uint32_t tensor = out_.find(name);
      if (tensor == Wiring::kNone)
        ++out_.body_names_lost;
      else
        captures.push_back(tensor);
    };
    for (const Node& node : read.nodes) {
      for (const std::string_view name : node.inputs) use(name);
      for (const std::string_view inner : bodies_of(node))
        if (auto added = add_captures(inner, around, captures); !added) return added;
    }
    for (const Value& output : read.outputs) use(output.name);
    around.pop_back();
    return {};
  }

  const GraphOf& graph_;
  const FileToRead& in_;
  GraphBuilder& builder_;
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

std::vector<std::string_view> bodies_of(const Node& node) {
  std::vector<std::string_view> out;
  for (const std::string_view attribute : node.attributes) {
    WireReader reader(attribute);
    while (const auto field = reader.next())
      if (field->is_bytes && (field->number == 6 || field->number == 11)) out.push_back(field->bytes);
  }
  return out;
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
}

void Dimensions::settle_output(Value& output) {
  if (std::ranges::any_of(output.type.shape, [](const Dimension& d) { return !d.name.empty(); })) {
    const std::size_t before = names_.size();
    name_axes(output);
    of_outputs_.insert(names_.begin() + static_cast<std::ptrdiff_t>(before), names_.end());
  }
  settle(output.type);
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
  return Wirer(model, in, builder).wire();
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
