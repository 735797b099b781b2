// SPDX-License-Identifier: Apache-2.0
// One row for each format; its code is in a file or folder of its own.
#include "core/formats/formats.h"

#include <algorithm>

#include "core/formats/document.h"
#include "core/formats/interval_csv.h"
#include "core/formats/json.h"
#include "core/formats/pickle/pickle.h"
#include "core/formats/readers.h"

namespace stowage {
namespace {

// Formats that are not written have their first members in order: id, title, extension, use, looks_like, read, endings,
// patterns and is_read.
constexpr Format kFormats[] = {
    {.id = "stowage-graph",
     .title = FormatText::tr("Stowage graph"),
     .extension = ".stowage.json",
     .use = FormatUse::model,
     .looks_like = [](std::string_view bytes) { return is_json_object_with(bytes, "\"stowage-graph\""); },
     .read = [](const FileToRead& in) { return read_graph_json(in.bytes, in.file, in.task); },
     .endings = ".stowage.json",
     .write = [](const Graph& graph, const Plan*) { return Result<std::string>(write_graph_json(graph)); }},
    {.id = "interval-csv",
     .title = FormatText::tr("Interval CSV"),
     .extension = ".csv",
     .use = FormatUse::plan,
     .looks_like = looks_like_interval_csv,
     .read = read_interval_csv,
     .endings = ".csv",
     .write = write_interval_csv,
     .carries_plan = true,
     .carries_only = FormatText::tr("ids, lifetimes, sizes, alignments and offsets")},
    {"alloc-trace", FormatText::tr("Allocation trace"), ".alloc.jsonl", FormatUse::recording, looks_like_alloc_trace,
     read_alloc_trace, ".jsonl", "*.jsonl"},
    {"onnx", FormatText::tr("ONNX model"), ".onnx", FormatUse::model, looks_like_onnx, read_onnx, ".onnx"},
    {"torch-snapshot", FormatText::tr("PyTorch CUDA memory snapshot"), ".pickle", FormatUse::recording,
     looks_like_pickle, read_torch_snapshot, ".pickle .pkl", "*.pickle *.pickle.gz *.pkl"},
    {"tflite", FormatText::tr("TensorFlow Lite model"), ".tflite", FormatUse::model, looks_like_tflite, read_tflite,
     ".tflite"},
    {"executorch", FormatText::tr("ExecuTorch program"), ".pte", FormatUse::plan, looks_like_executorch,
     read_executorch, ".pte"},
    {"etdump", FormatText::tr("ETDump of an ExecuTorch program"), ".etdp", FormatUse::model, looks_like_etdump,
     read_etdump, ".etdp", "", false},
    {"xla-hlo", FormatText::tr("XLA buffer assignment"), ".hlo.pb", FormatUse::plan, looks_like_hlo, read_xla,
     ".hlo.pb", "*.pb"},
    {"xplane", FormatText::tr("JAX and TensorFlow profile"), ".xplane.pb", FormatUse::plan, looks_like_xplane,
     read_xplane, ".xplane.pb"},
    {"xla-text", FormatText::tr("XLA text dump"), ".hlo.txt", FormatUse::plan, looks_like_xla_text, read_xla_text,
     ".hlo.txt -memory-usage-report.txt", "*.txt"},
    {"inductor", FormatText::tr("torch.compile output"), ".py", FormatUse::plan, looks_like_inductor, read_inductor, "",
     "*.log *.log.gz"},
    {.id = "dot",
     .title = FormatText::tr("Graphviz drawing"),
     .extension = ".dot",
     .use = FormatUse::model,
     .looks_like = looks_like_dot,
     .read = read_dot,
     .endings = ".dot",
     .patterns = "*.gv",
     .is_read = false,
     .write = write_dot,
     .carries_plan = true,
     .carries_only =
         FormatText::tr("a drawing: streams, tensors, control edges and groups, and it cannot be read again")},
    {"somas", FormatText::tr("MindSpore SOMAS dump"), ".ir", FormatUse::plan, looks_like_somas, read_somas, "",
     "*_somas_*.json"},
    {"linked-trace", FormatText::tr("Linked execution trace"), ".linked.json", FormatUse::model,
     looks_like_linked_trace, read_linked_trace},
    {"kineto", FormatText::tr("PyTorch profiler trace"), ".pt.trace.json", FormatUse::recording, looks_like_kineto,
     read_kineto, "", "*.json.gz"},
    {"st-edge-ai", FormatText::tr("ST Edge AI network"), "_c_info.json", FormatUse::plan, looks_like_st_edge_ai,
     read_st_edge_ai},
    {"migraphx", FormatText::tr("MIGraphX listing"), ".txt", FormatUse::plan, looks_like_migraphx, read_migraphx, "",
     "*.log"},
};

}  // namespace

std::vector<std::string_view> Format::all_endings() const {
  std::vector<std::string_view> out;
  for (std::string_view rest = endings; !rest.empty();) {
    out.push_back(rest.substr(0, rest.find(' ')));
    rest.remove_prefix(std::min(out.back().size() + 1, rest.size()));
  }
  return out;
}

bool Format::detect(std::string_view bytes, std::string_view file) const {
  const auto ends = [&](std::string_view ending) { return without_gz(file).ends_with(ending); };
  return looks_like(bytes) || std::ranges::any_of(all_endings(), ends);
}

std::span<const Format> formats() {
  return kFormats;
}

const Format* find_format(std::string_view id) {
  const auto* const found = std::ranges::find(kFormats, id, &Format::id);
  return found == std::end(kFormats) ? nullptr : found;
}

const Format* format_for_path(std::string_view path) {
  const std::string_view plain = without_gz(path);
  const auto* const found = std::ranges::find_if(
      kFormats, [&](const Format& format) { return format.write != nullptr && plain.ends_with(format.extension); });
  return found == std::end(kFormats) ? nullptr : found;
}

}  // namespace stowage
