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

#include <google/protobuf/io/coded_stream.h>
#include <onnx/defs/schema.h>
#include <onnx/defs/tensor_proto_util.h>
#include <onnx/onnx_pb.h>
#include <onnx/shape_inference/implementation.h>

namespace {

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
  explicit NewerOperators(onnx::GraphProto& graph) : graph_(graph) {
    for (const auto& weights : graph.initializer()) constants_.emplace(weights.name(), &weights);
    for (const auto& node : graph.node())
      if (node.op_type() == "Constant" && node.output_size() == 1)
        for (const auto& attribute : node.attribute())
          if (attribute.name() == "value") constants_.emplace(node.output(0), &attribute.t());
  }
  void rewrite() {
    for (auto& node : *graph_.mutable_node())
      if (node.domain().empty()) rewrite(node);
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

  onnx::GraphProto& graph_;
  std::unordered_map<std::string, const onnx::TensorProto*> constants_;
};

/// The values that libonnx finds of tensors that hold shapes.
using ShapeValues = std::unordered_map<std::string, onnx::TensorShapeProto>;

void infer_once(onnx::ModelProto& model, ShapeValues& values) {
  for (const bool propagate_data : {true, false}) {
    try {
      const onnx::ShapeInferenceOptions options{false, 0, propagate_data};
      return onnx::shape_inference::InferShapes(model, onnx::OpSchemaRegistry::Instance(), options, &values);
    } catch (const std::exception&) {
      values.clear();  // the types found so far stay in the model
    }
  }
}

/// Makes weights of computed shapes whose value is known: libonnx infers Reshape and the like only from weights.
/// Returns whether there were any.
bool settle_shapes(onnx::GraphProto& graph, const ShapeValues& values) {
  constexpr char kSettled[] = " (settled)";
  bool any = false;
  for (auto& node : *graph.mutable_node()) {
    const std::string& op = node.op_type();
    const int shape = op == "ConstantOfShape" ? 0 : 1;
    if (!node.domain().empty() || node.input_size() <= shape || node.input(shape).ends_with(kSettled)) continue;
    if (op != "Reshape" && op != "Expand" && op != "Tile" && op != "ConstantOfShape") continue;
    const auto value = values.find(node.input(shape));
    if (value == values.end()) continue;
    const auto& sizes = value->second.dim();
    if (!std::ranges::all_of(sizes, [](const auto& size) { return size.has_dim_value(); })) continue;
    auto& weights = *graph.add_initializer();
    weights.set_name(node.input(shape) + kSettled);
    weights.set_data_type(onnx::TensorProto::INT64);
    weights.add_dims(sizes.size());
    for (const auto& size : sizes) weights.add_int64_data(size.dim_value());
    node.set_input(shape, weights.name());
    any = true;
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
  const auto& known = onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map();
  std::int64_t version = 1;
  for (const auto& opset : model.opset_import())
    if (opset.domain().empty()) version = opset.version();
  if (version > known.at("").second) NewerOperators(*model.mutable_graph()).rewrite();
  auto& nobodys = *model.add_opset_import();
  nobodys.set_domain(kNobodysDomain);
  nobodys.set_version(1);
  ShapeValues values;
  do {
    values.clear();
    infer_once(model, values);
  } while (settle_shapes(*model.mutable_graph(), values) && std::clock() < kSecondsForShapes * CLOCKS_PER_SEC);
  add_masks(*model.mutable_graph(), version);
}

bool write(const onnx::ModelProto& model, const char* path) {
  onnx::ModelProto types;
  types.set_ir_version(model.ir_version());
  *types.mutable_graph()->mutable_value_info() = model.graph().value_info();
  types.mutable_graph()->mutable_value_info()->MergeFrom(model.graph().output());
  std::ofstream out(path, std::ios::binary);
  return types.SerializeToOstream(&out) && out.flush();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  limit_ourselves();
  onnx::ModelProto model;
  if (!read(argv[1], model)) return 3;
  infer(model);
  return write(model, argv[2]) ? 0 : 1;
}
