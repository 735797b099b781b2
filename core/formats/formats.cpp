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
     .how_to_get = "stowage-cli convert FILE -o graph.stowage.json writes one.\n"
                   "A script writes nodes in their order, each with its stream, and tensors with size, producer and "
                   "consumers.\n"
                   "Unknown keys are kept; the smallest example is samples/somas_figure_2.stowage.json.",
     .looks_like = [](std::string_view bytes) { return is_json_object_with(bytes, "\"stowage-graph\""); },
     .endings = {".stowage.json"},
     .read = [](std::string_view bytes, const std::string& file, const ReadOptions&,
                const Task& task) { return read_graph_json(bytes, file, task); },
     .write = [](const Graph& graph, const Plan*) { return Result<std::string>(write_graph_json(graph)); }},
    {.id = "interval-csv",
     .title = "Interval CSV",
     .extension = ".csv",
     .use = FormatUse::plan,
     .how_to_get = "One row per tensor under the header id,lower,upper,size; alignment and offset may "
                   "follow.\nLifetimes hold from lower up to but without upper; a column named end is "
                   "inclusive.\nMiniMalloc and idealloc read and write such files.",
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
     .how_to_get = "One line per event: {\"t\": 1, \"op\": \"alloc\", \"id\": \"a\", \"size\": 1024, \"scope\": "
                   "\"conv1\"}\nA free names the id again: {\"t\": 4, \"op\": \"free\", \"id\": \"a\"}\nPrint them "
                   "where your allocator hands memory out and takes it back; t must rise.",
     .looks_like = looks_like_alloc_trace,
     .endings = {".jsonl"},
     .read = read_alloc_trace},
    {.id = "onnx",
     .title = "ONNX model",
     .extension = ".onnx",
     .how_to_get = "PyTorch: torch.onnx.export(model, example_input, \"model.onnx\")\n"
                   "TensorFlow: python -m tf2onnx.convert --saved-model FOLDER --output model.onnx\n"
                   "Sizes that it leaves open are given by their names: --dim batch=8",
     .looks_like = looks_like_onnx,
     .endings = {".onnx"},
     .read = read_onnx},
    {.id = "torch-snapshot",
     .title = "PyTorch CUDA memory snapshot",
     .extension = ".pickle",
     .use = FormatUse::recording,
     .patterns = "*.pickle *.pickle.gz *.pkl",
     .how_to_get =
         "Before what you want to see: torch.cuda.memory._record_memory_history(max_entries=1000000)\n"
         "After it: torch.cuda.memory._dump_snapshot(\"snapshot.pickle\")\n"
         "The file holds stacks, segments and the last max_entries events of every device; it may be gzipped.",
     .looks_like = looks_like_pickle,
     .endings = {".pickle", ".pkl"},
     .read = read_torch_snapshot},
    {.id = "tflite",
     .title = "TensorFlow Lite model",
     .extension = ".tflite",
     .how_to_get = "tf.lite.TFLiteConverter.from_keras_model(model).convert() returns the bytes of one; so do the "
                   "converters of LiteRT and PyTorch.\nA compiler that plans memory ahead of time (Vela, or TFLM's "
                   "offline planner) writes its offsets into it: they open as a plan.\nOpen dimensions have their "
                   "stored lengths, unless you give others: \"*:0\" is the first of all tensors.",
     .looks_like = looks_like_tflite,
     .endings = {".tflite"},
     .read = read_tflite},
    {.id = "executorch",
     .title = "ExecuTorch program",
     .extension = ".pte",
     .use = FormatUse::plan,
     .how_to_get =
         "program = executorch.exir.to_edge(torch.export.export(model.eval(), example_inputs)).to_executorch()\n"
         "open(\"model.pte\", \"wb\").write(program.buffer): its instructions, arenas and offsets open as a "
         "plan.\n"
         "Durations come from an ETDump of a run (.etdp), imported onto the program.",
     .looks_like = looks_like_executorch,
     .endings = {".pte"},
     .read = read_executorch},
    {.id = "etdump",
     .title = "ETDump of an ExecuTorch program",
     .extension = ".etdp",
     .how_to_get = "p = Runtime.get().load_program(\"model.pte\", enable_etdump=True); run a method of it.\n"
                   "p.write_etdump_result_to_file(\"model.etdp\", \"debug.bin\")\n"
                   "The file holds only durations: stowage-cli simulate model.pte --durations model.etdp",
     .looks_like = looks_like_etdump,
     .endings = {".etdp"},
     .read = read_etdump,
     .is_read = false},
    {.id = "xla-hlo",
     .title = "XLA buffer assignment",
     .extension = ".hlo.pb",
     .use = FormatUse::plan,
     .patterns = "*.pb",
     .how_to_get = "XLA_FLAGS=\"--xla_dump_to=dump --xla_dump_hlo_as_proto\" python train.py\n"
                   "Open dump/module_….after_optimizations.hlo.pb: the schedule, the buffers, their lifetimes and "
                   "offsets.\n"
                   "JAX, TensorFlow (jit_compile=True) and PyTorch/XLA all take the same flags.",
     .looks_like = looks_like_hlo,
     .endings = {".hlo.pb"},
     .read = read_xla},
    {.id = "xplane",
     .title = "JAX and TensorFlow profile",
     .extension = kXplaneExtension,
     .use = FormatUse::plan,
     .how_to_get =
         "with jax.profiler.trace(\"profile\"): step(x).block_until_ready()\n"
         "Open profile/plugins/profile/…/….xplane.pb: the modules that ran with their plans, and how long each "
         "operator took.\n"
         "TensorFlow: tf.profiler.experimental.start(\"profile\") and stop() around a step; PyTorch/XLA: "
         "xp.trace().",
     .looks_like = looks_like_xplane,
     .endings = {kXplaneExtension},
     .read = read_xplane},
    {.id = "xla-text",
     .title = "XLA text dump",
     .extension = kXlaTextExtension,
     .use = FormatUse::plan,
     .patterns = "*.txt",
     .how_to_get = "XLA_FLAGS=\"--xla_dump_to=dump\" python train.py\nOpen dump/module_….after_optimizations.txt or "
                   "its …-buffer-assignment.txt: each is read together with the other and with …-live-range.txt.\nJAX: "
                   "print(jax.jit(f).lower(x).compile().as_text()) writes the module alone, without offsets.",
     .looks_like = looks_like_xla_text,
     .endings = {kXlaTextExtension, "-memory-usage-report.txt"},
     .read = read_xla_text},
    {.id = "inductor",
     .title = "torch.compile output",
     .extension = ".py",
     .use = FormatUse::plan,
     .patterns = "*.log *.log.gz",
     .how_to_get =
         "TORCH_COMPILE_DEBUG=1 python train.py, then open torch_compile_debug/…/output_code.py or "
         "fx_graph_readable.py.\n"
         "TORCH_TRACE=trace python train.py writes a log with the graphs of a whole run; TORCH_LOGS=output_code "
         "prints them.\n"
         "Offsets too: torch._inductor.config.memory_planning = True",
     .looks_like = looks_like_inductor,
     .read = read_inductor},
    {.id = "dot",
     .title = "Graphviz drawing",
     .extension = ".dot",
     .patterns = "*.gv",
     .how_to_get = "stowage-cli convert FILE -o graph.dot writes one; it is not read.\n"
                   "dot -Tsvg graph.dot -o graph.svg draws it.\n"
                   "Boxes are operators in the colour of their stream, edges tensors, dashed edges control.",
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
     .how_to_get = "Before the network is built: mindspore.set_context(mode=mindspore.GRAPH_MODE, "
                   "memory_optimize_level=\"O1\", save_graphs=1, save_graphs_path=\"graphs\").\n"
                   "Run it once, and open graphs/…_somas_…_info_….ir: streams, edges, groups, unions, and offsets "
                   "once reused.\n"
                   "The offline log (…_somas_offline_log_….ir) and the cache (…_somas_graph_….json) carry less.",
     .looks_like = looks_like_somas,
     .read = read_somas},
    {.id = "linked-trace",
     .title = "Linked execution trace",
     .extension = kLinkedTraceExtension,
     .how_to_get =
         "Record one step with torch.profiler.ExecutionTraceObserver and, at once, with torch.profiler.profile."
         "\nJoin the two by their operators: for each kernel its stream, and what it reads and writes.\n"
         "The fields are those of core/formats/trace/linked_trace.h; facebookresearch/param has such traces.",
     .looks_like = looks_like_linked_trace,
     .read = read_linked_trace},
    {.id = "kineto",
     .title = "PyTorch profiler trace",
     .extension = kKinetoExtension,
     .use = FormatUse::recording,
     .patterns = "*.json.gz",
     .how_to_get = "from torch.profiler import profile, ProfilerActivity\n"
                   "with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], profile_memory=True) as p: "
                   "run one step\n"
                   "p.export_chrome_trace(\"step.pt.trace.json\")",
     .looks_like = looks_like_kineto,
     .read = read_kineto},
    {.id = "st-edge-ai",
     .title = "ST Edge AI network",
     .extension = "_c_info.json",
     .use = FormatUse::plan,
     .how_to_get = "stedgeai generate --target stm32n6 --model net.tflite --output st_ai_output\n"
                   "Open st_ai_output/…_c_info.json: nodes, buffers with offsets and alignments, memory pools.\n"
                   "STM32CubeMX projects have it in X-CUBE-AI/App, or in a folder .ai.",
     .looks_like = looks_like_st_edge_ai,
     .read = read_st_edge_ai},
    {.id = "migraphx",
     .title = "MIGraphX listing",
     .extension = ".txt",
     .use = FormatUse::plan,
     .patterns = "*.log",
     .how_to_get = "migraphx-driver perf model.onnx > listing.txt prints the compiled program, with milliseconds.\n"
                   "migraphx-driver compile --gpu model.onnx > listing.txt is faster, and has no times.\n"
                   "With MIGRAPHX_NSTREAMS=4 before it, the program has streams and events.",
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
