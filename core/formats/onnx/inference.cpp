// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "core/formats/onnx/model.h"
#include "core/formats/protobuf_wire.h"
#include "core/process/process.h"

namespace stowage::onnx_file {
namespace {

constexpr std::uint64_t kIrVersion = 8;         // with it, initializers need not be inputs
constexpr std::size_t kMaxShapeData = 1 << 10;  // bytes; larger weights are not shapes
constexpr std::size_t kMaxAttribute = 1 << 16;
/// A larger model (without its weights) is not sent for inference.
constexpr std::size_t kMaxInferred = std::size_t{1} << 30;
constexpr double kInferenceSeconds = 60;

/// The folder of the library that this code is in, or of the program: a Python module lies far from Python.
std::filesystem::path own_folder() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&own_folder), &info) != 0 && info.dli_fname != nullptr &&
      std::string_view(info.dli_fname).find(".so") != std::string_view::npos)
    return std::filesystem::path(info.dli_fname).parent_path();
  std::error_code failed;
  return std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
}

/// The path of the program, installed or as built: near own_folder(), or near a folder of PATH; empty if not found.
std::string inference_program() {
  std::error_code failed;
  const auto in = [&](const std::filesystem::path& folder) {
    const auto path = folder / "stowage-infer-shapes";
    return std::filesystem::is_regular_file(path, failed) ? path.lexically_normal().string() : std::string();
  };
  // The prefix is one or two folders above a library, and four above a Python module; its build folder is two above.
  if (const std::filesystem::path ours = own_folder(); !ours.empty())
    for (const char* const folder :
         {"../libexec/stowage", "../core", ".", "../../libexec/stowage", "../../core", "../../../../libexec/stowage"})
      if (auto found = in(ours / folder); !found.empty()) return found;
  // Other programs may lie anywhere: look beside the installed programs of Stowage.
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (folder.starts_with('/'))
      if (auto found = in(std::filesystem::path(folder) / "../libexec/stowage"); !found.empty()) return found;
  return {};
}

WireWriter weights_message(const Weights& weights) {
  WireWriter out;
  for (const std::int64_t size : weights.shape) out.number(1, static_cast<std::uint64_t>(size));
  out.number(2, static_cast<std::uint64_t>(weights.element)).bytes(8, weights.name);
  return out;
}

WireWriter value_message(const Value& value) {
  WireWriter shape, tensor, type, out;
  for (const Dimension& dimension : value.type.shape) {
    WireWriter one;
    if (dimension.size >= 0)
      one.number(1, static_cast<std::uint64_t>(dimension.size));
    else if (!dimension.name.empty())
      one.bytes(2, dimension.name);
    shape.message(1, one);
  }
  if (value.type.element != 0) tensor.number(1, static_cast<std::uint64_t>(value.type.element));
  if (value.type.has_shape) tensor.message(2, shape);
  return out.bytes(1, value.name).message(2, type.message(1, tensor));
}

/// Adds an attribute as it is; a large one without its values and lists: weights keep their type and shape.
void add_attribute(WireWriter& node, std::string_view attribute) {
  if (attribute.size() <= kMaxAttribute) {
    node.bytes(5, attribute);
    return;
  }
  WireWriter out;
  WireReader reader(attribute);
  while (const auto field = reader.next()) {
    if (!field->is_bytes)
      out.number(field->number, field->value);
    else if (field->number == 5)
      out.message(5, weights_message(read_weights(field->bytes)));
    else if (field->number != 10)
      out.bytes(field->number, field->bytes);
  }
  node.message(5, out);
}

/// Adds the graph without its large weights, the nodes in `order`, or as they stand where it is empty. False where it
/// has more than kMaxInferred bytes.
bool add_graph(const GraphOf& graph, std::span<const std::uint32_t> order, WireWriter& to, std::uint32_t field) {
  WireWriter out;
  for (std::size_t k = 0; k < (order.empty() ? graph.nodes.size() : order.size()); ++k) {  // a cycle has no order
    const Node& node = graph.nodes[order.empty() ? k : order[k]];
    WireWriter one;
    for (const std::string_view name : node.inputs) one.bytes(1, name);
    for (const std::string_view name : node.outputs) one.bytes(2, name);
    one.bytes(3, node.name).bytes(4, node.op).bytes(7, node.domain);
    for (const std::string_view attribute : node.attributes) add_attribute(one, attribute);
    for (const Body& body : node.bodies) {
      constexpr std::uint64_t kGraph = 5;
      WireWriter attribute;
      if (!add_graph(body.graph, {}, attribute.bytes(1, body.attribute).number(20, kGraph), 6)) return false;
      one.message(5, attribute);
    }
    out.message(1, one);
    if (out.text().size() > kMaxInferred) return false;
  }
  out.bytes(2, "graph");
  for (const Weights& weights : graph.weights)
    if (weights.message.size() <= kMaxShapeData)
      out.bytes(5, weights.message);
    else
      out.message(5, weights_message(weights));
  const auto values = [&](std::uint32_t number, const std::vector<Value>& list) {
    for (const Value& value : list)
      if (value.type.is_tensor)
        out.message(number, value_message(value));
      else
        out.bytes(number, value.message);
  };
  values(11, graph.inputs);
  values(12, graph.outputs);
  values(13, graph.values);
  to.message(field, out);
  return out.text().size() <= kMaxInferred;
}

/// Adds every domain in use, with the version 0.
void add_domains(const GraphOf& graph, std::map<std::string_view, std::int64_t>& domains) {
  for (const Node& node : graph.nodes) {
    domains.try_emplace(node.domain, 0);
    for (const Body& body : node.bodies) add_domains(body.graph, domains);
  }
}

/// The model without its large weights; empty where it has more than kMaxInferred bytes.
std::string model_without_weights(const Model& model, std::span<const std::uint32_t> order) {
  WireWriter out;
  if (!add_graph(model.graph, order, out.number(1, kIrVersion), 7)) return {};
  std::map<std::string_view, std::int64_t> domains{{"", 0}};
  add_domains(model.graph, domains);
  for (const OpsetImport& opset : model.opsets) {
    auto& version = domains.try_emplace(opset.domain, 0).first->second;
    version = std::max(version, opset.version);
  }
  for (const auto& [domain, version] : domains)
    out.message(
        8, WireWriter().bytes(1, domain).number(2, static_cast<std::uint64_t>(std::max<std::int64_t>(version, 1))));
  for (const std::string_view function : model.functions) out.bytes(25, function);
  return out.text().size() > kMaxInferred ? std::string() : std::move(out).take();
}

}  // namespace

Result<InferredTypes> infer_types(const Model& model, std::span<const std::uint32_t> order, const Task& task) {
  const auto failed = [](ImportWords reason) { return InferredTypes{.bytes = {}, .failure = std::move(reason)}; };
  const auto failed_by = [&](const Error& error) { return failed(Unknown::tr("%1").with(error.text())); };
  const std::string program = inference_program();
  if (program.empty())
    return failed(Unknown::tr("the program that infers shapes, stowage-infer-shapes, is not installed"));
  const std::string bytes = model_without_weights(model, order);
  if (bytes.empty()) return failed(Unknown::tr("the model is too large for the inference of shapes"));
  const auto folder = TemporaryFolder::make();
  if (!folder) return failed_by(folder.error());
  if (const auto wrote = folder->write("model.onnx", bytes); !wrote) return failed_by(wrote.error());

  const auto end = run_child_program(
      {.words = {program, folder->file("model.onnx"), folder->file("types.onnx")}, .folder = folder->path()},
      task.limited_to(kInferenceSeconds));
  if (!end) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    return end.error().kind == Error::Kind::timed_out ? failed(Unknown::tr("the inference of shapes took too long"))
                                                      : failed_by(end.error());
  }
  if (end->signal != 0) return failed(Unknown::tr("the inference of shapes was ended by signal %1").with(end->signal));
  if (end->code != 0) return failed(Unknown::tr("the inference of shapes failed with code %1").with(end->code));
  auto types = folder->read("types.onnx", 2 * kMaxInferred);
  if (!types) return failed_by(types.error());
  InferredTypes out{.bytes = std::make_shared<const std::string>(std::move(*types))};
  auto read = read_model(*out.bytes, "types.onnx", task);
  if (!read) return failed_by(read.error());
  out.types = std::move(read->graph);
  return out;
}

}  // namespace stowage::onnx_file
