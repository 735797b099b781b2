// SPDX-License-Identifier: Apache-2.0
// One row for each format; its code is in a file or folder of its own.
#include "core/formats/formats.h"

#include <algorithm>

#include "core/formats/alloc_trace.h"
#include "core/formats/document.h"
#include "core/formats/dot.h"
#include "core/formats/executorch/etdump.h"
#include "core/formats/executorch/executorch.h"
#include "core/formats/file_stem.h"
#include "core/formats/graph_json.h"
#include "core/formats/inductor/inductor.h"
#include "core/formats/interval_csv.h"
#include "core/formats/json.h"
#include "core/formats/migraphx/migraphx.h"
#include "core/formats/onnx/onnx.h"
#include "core/formats/pickle/pickle.h"
#include "core/formats/somas/somas.h"
#include "core/formats/st_edge_ai/st_edge_ai.h"
#include "core/formats/tflite/tflite.h"
#include "core/formats/torch/snapshot.h"
#include "core/formats/trace/kineto.h"
#include "core/formats/trace/linked_trace.h"
#include "core/formats/xla/xla.h"
#include "core/formats/xla/xla_text.h"
#include "core/formats/xplane/xplane.h"

namespace stowage {
namespace {

constexpr Format kFormats[] = {
    {.id = "stowage-graph",
     .title = "Stowage graph",
     .extension = ".stowage.json",
     .looks_like = [](std::string_view bytes) { return is_json_object_with(bytes, "\"stowage-graph\""); },
     .endings = {".stowage.json"},
     .read = [](std::string_view bytes, const std::string& file, const ReadOptions&,
                const Task& task) { return read_graph_json(bytes, file, task); },
     .write = [](const Graph& graph, const Plan*) { return Result<std::string>(write_graph_json(graph)); }},
    {.id = "interval-csv",
     .title = "Interval CSV",
     .extension = ".csv",
     .use = FormatUse::plan,
     .looks_like = looks_like_interval_csv,
     .endings = {".csv"},
     .read = read_interval_csv,
     .write = write_interval_csv,
     .carries_plan = true,
     .carries_only = "ids, lifetimes, sizes, alignments and offsets"},
    {.id = "alloc-trace",
     .title = "Allocation trace",
     .extension = kAllocTraceExtension,
     .use = FormatUse::recording,
     .patterns = "*.jsonl",
     .looks_like = looks_like_alloc_trace,
     .endings = {".jsonl"},
     .read = read_alloc_trace},
    {.id = "onnx",
     .title = "ONNX model",
     .extension = ".onnx",
     .looks_like = looks_like_onnx,
     .endings = {".onnx"},
     .read = read_onnx},
    {.id = "torch-snapshot",
     .title = "PyTorch CUDA memory snapshot",
     .extension = ".pickle",
     .use = FormatUse::recording,
     .patterns = "*.pickle *.pickle.gz *.pkl",
     .looks_like = looks_like_pickle,
     .endings = {".pickle", ".pkl"},
     .read = read_torch_snapshot},
    {.id = "tflite",
     .title = "TensorFlow Lite model",
     .extension = ".tflite",
     .looks_like = looks_like_tflite,
     .endings = {".tflite"},
     .read = read_tflite},
    {.id = "executorch",
     .title = "ExecuTorch program",
     .extension = ".pte",
     .use = FormatUse::plan,
     .looks_like = looks_like_executorch,
     .endings = {".pte"},
     .read = read_executorch},
    {.id = "etdump",
     .title = "ETDump of an ExecuTorch program",
     .extension = ".etdp",
     .looks_like = looks_like_etdump,
     .endings = {".etdp"},
     .read = read_etdump,
     .is_read = false},
    {.id = "xla-hlo",
     .title = "XLA buffer assignment",
     .extension = ".hlo.pb",
     .use = FormatUse::plan,
     .patterns = "*.pb",
     .looks_like = looks_like_hlo,
     .endings = {".hlo.pb"},
     .read = read_xla},
    {.id = "xplane",
     .title = "JAX and TensorFlow profile",
     .extension = kXplaneExtension,
     .use = FormatUse::plan,
     .looks_like = looks_like_xplane,
     .endings = {kXplaneExtension},
     .read = read_xplane},
    {.id = "xla-text",
     .title = "XLA text dump",
     .extension = kXlaTextExtension,
     .use = FormatUse::plan,
     .patterns = "*.txt",
     .looks_like = looks_like_xla_text,
     .endings = {kXlaTextExtension, "-memory-usage-report.txt"},
     .read = read_xla_text},
    {.id = "inductor",
     .title = "torch.compile output",
     .extension = ".py",
     .use = FormatUse::plan,
     .patterns = "*.log *.log.gz",
     .looks_like = looks_like_inductor,
     .read = read_inductor},
    {.id = "dot",
     .title = "Graphviz drawing",
     .extension = ".dot",
     .patterns = "*.gv",
     .looks_like = looks_like_dot,
     .endings = {".dot"},
     .read = read_dot,
     .write = write_dot,
     .carries_plan = true,
     .is_read = false,
     .carries_only = "a drawing: streams, tensors, control edges and groups, and it cannot be read again"},
    {.id = "somas",
     .title = "MindSpore SOMAS dump",
     .extension = ".ir",
     .use = FormatUse::plan,
     .patterns = "*_somas_*.json",
     .looks_like = looks_like_somas,
     .read = read_somas},
    {.id = "linked-trace",
     .title = "Linked execution trace",
     .extension = kLinkedTraceExtension,
     .looks_like = looks_like_linked_trace,
     .read = read_linked_trace},
    {.id = "kineto",
     .title = "PyTorch profiler trace",
     .extension = kKinetoExtension,
     .use = FormatUse::recording,
     .patterns = "*.json.gz",
     .looks_like = looks_like_kineto,
     .read = read_kineto},
    {.id = "st-edge-ai",
     .title = "ST Edge AI network",
     .extension = "_c_info.json",
     .use = FormatUse::plan,
     .looks_like = looks_like_st_edge_ai,
     .read = read_st_edge_ai},
    {.id = "migraphx",
     .title = "MIGraphX listing",
     .extension = ".txt",
     .use = FormatUse::plan,
     .patterns = "*.log",
     .looks_like = looks_like_migraphx,
     .read = read_migraphx},
};

}  // namespace

bool Format::detect(std::string_view bytes, std::string_view file) const {
  const std::string_view plain = without_gz(file);
  const auto ends = [&](std::string_view ending) { return !ending.empty() && plain.ends_with(ending); };
  return looks_like(bytes) || std::ranges::any_of(endings, ends);
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
