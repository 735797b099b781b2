// SPDX-License-Identifier: Apache-2.0
// stowage-infer-shapes MODEL OUT: writes the types that libonnx infers from a model's inputs, weights and operators, as
// the value_info of a model without nodes.
//
// It is a program of its own because libonnx trusts its models: a stride of 0 divides by zero, and bodies that call
// each other exhaust the stack. Such a crash ends only a child process within its limits, and costs some sizes.
#include <sys/resource.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include <google/protobuf/io/coded_stream.h>
#include <onnx/defs/schema.h>
#include <onnx/defs/tensor_proto_util.h>
#include <onnx/onnx_pb.h>
#include <onnx/shape_inference/implementation.h>

#include "core/formats/onnx/known_values.h"

namespace {

using stowage::known_values::is_whole;
using stowage::known_values::Known;

[[maybe_unused]] constexpr rlim_t kMemory = rlim_t{6} << 30;
constexpr rlim_t kSeconds = 60;
constexpr std::clock_t kSecondsForShapes = 20;
constexpr char kNobodysDomain[] = "unknown to the inference";

void limit_ourselves() {
  const auto limit = [](auto what, rlim_t most) {
    const rlimit both{.rlim_cur = most, .rlim_max = most};
    ::setrlimit(what, &both);
  };
#ifndef STOWAGE_SANITIZED  // a sanitizer's shadow memory is larger than the limit
  limit(RLIMIT_AS, kMemory);
#endif
  limit(RLIMIT_CPU, kSeconds);
  limit(RLIMIT_CORE, 0);
}

bool is_op(const onnx::NodeProto& node, std::string_view op) {
  return node.domain().empty() && node.op_type() == op;
}

bool read(const char* path, onnx::ModelProto& model) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in || bytes.size() > std::numeric_limits<int>::max()) return false;
  google::protobuf::io::CodedInputStream stream(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                                static_cast<int>(bytes.size()));
  return model.ParseFromCodedStream(&stream);
}

/// Rewrites operators that are newer than this libonnx, or that changed since, as ones that it knows. Operators without
/// such a form are hidden, so that libonnx does not read them as their old version.
class NewerOperators {
 public:
  void rewrite(onnx::GraphProto& graph) {
    for (const auto& weights : graph.initializer()) constants_.insert_or_assign(weights.name(), &weights);
    for (const auto& node : graph.node())
      if (node.op_type() == "Constant" && node.output_size() == 1)
        for (const auto& attribute : node.attribute())
          if (attribute.name() == "value") constants_.insert_or_assign(node.output(0), &attribute.t());
    for (auto& node : *graph.mutable_node()) {
      for (auto& attribute : *node.mutable_attribute())
        if (attribute.has_g()) rewrite(*attribute.mutable_g());
      if (node.domain().empty()) rewrite(node);
    }
  }

 private:
  static bool is_one_of(const std::string& op, std::initializer_list<std::string_view> ops) {
    return std::ranges::find(ops, op) != ops.end();
  }
  static bool has(const onnx::NodeProto& node, std::string_view name) {
    return std::ranges::any_of(node.attribute(), [&](const auto& attribute) { return attribute.name() == name; });
  }
  static void hide(onnx::NodeProto& node) { node.set_domain(kNobodysDomain); }
  static void keep_inputs(onnx::NodeProto& node, int count) {
    while (node.input_size() > count) node.mutable_input()->RemoveLast();
  }

  /// Before version 18 the axes were an attribute.
  void axes_as_attribute(onnx::NodeProto& node) {
    if (node.input_size() < 2 || node.input(1).empty()) return keep_inputs(node, 1);
    const auto axes = constants_.find(node.input(1));
    if (axes == constants_.end() || axes->second->data_type() != onnx::TensorProto::INT64) return hide(node);
    const auto values = onnx::ParseData<std::int64_t>(axes->second);
    if (values.empty()) return hide(node);  // all axes or none: depends on an attribute
    auto& attribute = *node.add_attribute();
    attribute.set_name("axes");
    attribute.set_type(onnx::AttributeProto::INTS);
    for (const std::int64_t axis : values) attribute.add_ints(axis);
    keep_inputs(node, 1);
  }
  void rewrite(onnx::NodeProto& node) {
    const std::string& op = node.op_type();
    if (op.starts_with("Reduce") && op != "ReduceSum") return axes_as_attribute(node);
    if ((op == "Pad" && node.input_size() > 3) ||
        (op == "Resize" && (has(node, "axes") || has(node, "keep_aspect_ratio_policy"))) ||
        (op.ends_with("Pool") && has(node, "dilations") && op != "MaxPool"))
      return hide(node);
    if (is_one_of(op, {"Gelu", "Mish", "Swish", "GroupNormalization", "RMSNormalization", "RotaryEmbedding"})) {
      keep_inputs(node, 1);
      node.set_op_type("Identity");
    }
  }

  std::unordered_map<std::string, const onnx::TensorProto*> constants_;
};

void infer_once(onnx::ModelProto& model) {
  for (const bool propagate_data : {true, false}) {
    std::unordered_map<std::string, onnx::TensorShapeProto> values;
    try {
      const onnx::ShapeInferenceOptions options{false, 0, propagate_data};
      return onnx::shape_inference::InferShapes(model, onnx::OpSchemaRegistry::Instance(), options, &values);
    } catch (const std::exception&) {  // the types found so far stay in the model
    }
  }
}

/// Makes weights of values that do not depend on a run: libonnx takes most of them only from weights of the same graph.
/// The results of an If whose condition is such a value get the types of that branch. Returns whether there were any.
bool settle_values(onnx::GraphProto& graph, Known& known) {
  bool any = false;
  for (auto& node : *graph.mutable_node()) {
    const auto* const condition = is_op(node, "If") && node.input_size() == 1 ? known.value(node.input(0)) : nullptr;
    const bool is_known = condition != nullptr && condition->cells.size() == 1 && condition->is_whole();
    for (auto& attribute : *node.mutable_attribute()) {
      if (!attribute.has_g()) continue;
      auto& body = *attribute.mutable_g();
      Known inner(body, &known);
      any |= settle_values(body, inner);
      if (!is_known || attribute.name() != (*condition->cells[0] != 0 ? "then_branch" : "else_branch")) continue;
      for (int k = 0; k < std::min(node.output_size(), body.output_size()); ++k)
        if (const auto* const type = inner.type(body.output(k).name()); type != nullptr && is_whole(*type))
          any |= known.give_type(node.output(k), *type);
    }
    known.compute(node);
    for (auto& input : *node.mutable_input())
      if (std::string settled = known.settle(input); !settled.empty()) {
        input = std::move(settled);
        any = true;
      }
  }
  return any;
}

/// Adds the types of the masks that Dropout makes: they have the shape of its result.
void add_masks(onnx::GraphProto& graph, std::int64_t version) {
  std::unordered_map<std::string, onnx::TypeProto> types;
  for (const auto& value : graph.value_info()) types.emplace(value.name(), value.type());
  for (const auto& node : graph.node()) {
    if (node.op_type() != "Dropout" || !node.domain().empty() || node.output_size() < 2) continue;
    const auto data = types.find(node.output(0));
    if (data == types.end() || types.contains(node.output(1)) || !data->second.has_tensor_type()) continue;
    auto& mask = *graph.add_value_info();
    mask.set_name(node.output(1));
    *mask.mutable_type() = data->second;
    if (version >= 10) mask.mutable_type()->mutable_tensor_type()->set_elem_type(onnx::TensorProto::BOOL);
  }
}

void infer(onnx::ModelProto& model) {
  for (bool again = true; again && std::clock() < kSecondsForShapes * CLOCKS_PER_SEC;) {
    infer_once(model);
    Known known(*model.mutable_graph());
    again = settle_values(*model.mutable_graph(), known);
  }
}

bool are_equal(const onnx::TypeProto& a, const onnx::TypeProto& b) {
  return is_whole(a) && is_whole(b) && a.tensor_type().elem_type() == b.tensor_type().elem_type() &&
         std::ranges::equal(
             a.tensor_type().shape().dim(), b.tensor_type().shape().dim(), {},
             [](const auto& size) { return size.dim_value(); }, [](const auto& size) { return size.dim_value(); });
}

/// What a Loop carries may have another shape in each iteration, so that libonnx infers none. Here each state gets the
/// shape of its first value; where the body, inferred with it, does not give the same shape back, this was wrong.
class LoopStates {
 public:
  explicit LoopStates(onnx::ModelProto& model) : model_(model), original_(model) {}

  void infer_all() {
    do {
      const bool out_of_time = std::clock() > kSecondsForShapes * CLOCKS_PER_SEC;
      model_ = original_;
      infer(model_);
      assumed_.clear();
      while (!out_of_time && assume(*model_.mutable_graph(), nullptr, "")) infer(model_);
    } while (!confirm(*model_.mutable_graph(), nullptr, ""));
  }

 private:
  /// Calls `visit(node, body, state, name of the state)` for the states of each loop, and `into(body, path)` for each
  /// body. Returns whether any call returned true.
  template <class Visit, class Into>
  static bool for_states(onnx::GraphProto& graph, const std::string& path, const Visit& visit, const Into& into) {
    bool any = false;
    for (int n = 0; n < graph.node_size(); ++n)
      for (auto& attribute : *graph.mutable_node(n)->mutable_attribute()) {
        if (!attribute.has_g()) continue;
        auto& body = *attribute.mutable_g();
        const std::string here = path + std::to_string(n) + attribute.name() + '/';
        const auto& node = graph.node(n);
        const int states =
            is_op(node, "Loop") ? std::min({node.input_size(), body.input_size(), body.output_size() + 1}) : 0;
        for (int k = 2; k < states; ++k) any |= visit(node, body, k, here + std::to_string(k));
        any |= into(body, here);
      }
    return any;
  }

  /// Gives shapes to states whose first value has one. Returns whether there were any.
  bool assume(onnx::GraphProto& graph, const Known* around, const std::string& path) {
    const Known known(graph, around);
    const auto take = [&](const onnx::NodeProto& node, onnx::GraphProto& body, int k, const std::string& name) {
      const auto* const first = known.type(node.input(k));
      auto& type = *body.mutable_input(k)->mutable_type();
      if (first == nullptr || !is_whole(*first) || is_whole(type) || wrong_.contains(name)) return false;
      type = *first;
      auto* const last = k - 2 < node.output_size() ? known.type(node.output(k - 2)) : nullptr;
      if (last != nullptr && !is_whole(*last)) *last = type;
      assumed_.insert(name);
      return true;
    };
    return for_states(graph, path, take,
                      [&](onnx::GraphProto& body, const std::string& inside) { return assume(body, &known, inside); });
  }

  /// Whether each body gives back what was assumed; notes where it does not.
  bool confirm(onnx::GraphProto& graph, const Known* around, const std::string& path) {
    const Known known(graph, around);
    const auto fails = [&](const onnx::NodeProto&, onnx::GraphProto& body, int k, const std::string& name) {
      if (!assumed_.contains(name)) return false;
      const auto* const given = Known(body, &known).type(body.output(k - 1).name());
      if (given != nullptr && are_equal(*given, body.input(k).type())) return false;
      return wrong_.insert(name).second;
    };
    return !for_states(graph, path, fails, [&](onnx::GraphProto& body, const std::string& inside) {
      return !confirm(body, &known, inside);
    });
  }

  onnx::ModelProto& model_;
  const onnx::ModelProto original_;
  std::unordered_set<std::string> assumed_, wrong_;
};

bool has_loops(const onnx::GraphProto& graph) {
  return std::ranges::any_of(graph.node(), [](const auto& node) {
    return node.op_type() == "Loop" || std::ranges::any_of(node.attribute(), [](const auto& attribute) {
             return attribute.has_g() && has_loops(attribute.g());
           });
  });
}

void infer_model(onnx::ModelProto& model) {
  const auto& known = onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map();
  std::int64_t version = 1;
  for (const auto& opset : model.opset_import())
    if (opset.domain().empty()) version = opset.version();
  if (version > known.at("").second) NewerOperators().rewrite(*model.mutable_graph());
  auto& nobodys = *model.add_opset_import();
  nobodys.set_domain(kNobodysDomain);
  nobodys.set_version(1);
  if (has_loops(model.graph()))
    LoopStates(model).infer_all();
  else
    infer(model);
  add_masks(*model.mutable_graph(), version);
}

/// Keeps the types, and the bodies of the nodes with their types.
void strip(onnx::GraphProto& graph) {
  for (auto* const values : {graph.mutable_input(), graph.mutable_output()})
    graph.mutable_value_info()->MergeFrom(*values);
  for (auto& node : *graph.mutable_node()) {
    onnx::NodeProto bare;
    bare.set_op_type(node.op_type());
    for (auto& attribute : *node.mutable_attribute()) {
      if (!attribute.has_g()) continue;
      strip(*attribute.mutable_g());
      bare.add_attribute()->Swap(&attribute);
    }
    node.Swap(&bare);
  }
  for (auto* const values : {graph.mutable_input(), graph.mutable_output()}) values->Clear();
  graph.clear_initializer();
}

bool write(onnx::ModelProto& model, const char* path) {
  strip(*model.mutable_graph());
  std::ofstream out(path, std::ios::binary);
  return model.SerializeToOstream(&out) && out.flush();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  limit_ourselves();
  onnx::ModelProto model;
  if (!read(argv[1], model)) return 3;
  infer_model(model);
  return write(model, argv[2]) ? 0 : 1;
}
