// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/file_names.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

#include "core/formats/document.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::FileNames)
};

constexpr int kLongestBase = 80;  // letters: names of files have at most 255 bytes

struct HowToGet {
  std::string_view format;  ///< its id
  const char* lines;
};
/// tst_translations fails where a format is missing.
constexpr HowToGet kHowToGet[] = {
    {"stowage-graph",
     QT_TRANSLATE_NOOP(
         "stowage::FileNames",
         "stowage-cli convert FILE -o graph.stowage.json writes one.\n"
         "A script writes nodes in their order, each with its stream, and tensors with size, producer and consumers.\n"
         "Unknown keys are kept; the smallest example is samples/somas_figure_2.stowage.json.")},
    {"interval-csv",
     QT_TRANSLATE_NOOP("stowage::FileNames",
                       "One row per tensor under the header id,lower,upper,size; alignment and offset may "
                       "follow.\nLifetimes hold from lower up to but without upper; a column named end is "
                       "inclusive.\nMiniMalloc and idealloc read and write such files.")},
    {"alloc-trace",
     QT_TRANSLATE_NOOP("stowage::FileNames",
                       "One line per event: {\"t\": 1, \"op\": \"alloc\", \"id\": \"a\", \"size\": 1024, \"scope\": "
                       "\"conv1\"}\nA free names the id again: {\"t\": 4, \"op\": \"free\", \"id\": \"a\"}\nPrint them "
                       "where your allocator hands memory out and takes it back; t must rise.")},
    {"onnx", QT_TRANSLATE_NOOP("stowage::FileNames",
                               "PyTorch: torch.onnx.export(model, example_input, \"model.onnx\")\n"
                               "TensorFlow: python -m tf2onnx.convert --saved-model FOLDER --output model.onnx\n"
                               "Sizes that it leaves open are given by their names: --dim batch=8")},
    {"torch-snapshot",
     QT_TRANSLATE_NOOP(
         "stowage::FileNames",
         "Before what you want to see: torch.cuda.memory._record_memory_history(max_entries=1000000)\n"
         "After it: torch.cuda.memory._dump_snapshot(\"snapshot.pickle\")\n"
         "The file holds stacks, segments and the last max_entries events of every device; it may be gzipped.")},
    {"tflite",
     QT_TRANSLATE_NOOP("stowage::FileNames",
                       "tf.lite.TFLiteConverter.from_keras_model(model).convert() returns the bytes of one; so do the "
                       "converters of LiteRT and PyTorch.\nA compiler that plans memory ahead of time (Vela, or TFLM's "
                       "offline planner) writes its offsets into it: they open as a plan.\nOpen dimensions have their "
                       "stored lengths, unless you give others: \"*:0\" is the first of all tensors.")},
    {"executorch",
     QT_TRANSLATE_NOOP(
         "stowage::FileNames",
         "program = executorch.exir.to_edge(torch.export.export(model.eval(), example_inputs)).to_executorch()\n"
         "open(\"model.pte\", \"wb\").write(program.buffer): its instructions, arenas and offsets open as a plan.\n"
         "Durations come from an ETDump of a run (.etdp), imported onto the program.")},
    {"etdump",
     QT_TRANSLATE_NOOP("stowage::FileNames",
                       "p = Runtime.get().load_program(\"model.pte\", enable_etdump=True); run a method of it.\n"
                       "p.write_etdump_result_to_file(\"model.etdp\", \"debug.bin\")\n"
                       "The file holds only durations: stowage-cli simulate model.pte --durations model.etdp")},
    {"xla-hlo",
     QT_TRANSLATE_NOOP(
         "stowage::FileNames",
         "XLA_FLAGS=\"--xla_dump_to=dump --xla_dump_hlo_as_proto\" python train.py\n"
         "Open dump/module_….after_optimizations.hlo.pb: the schedule, the buffers, their lifetimes and offsets.\n"
         "JAX, TensorFlow (jit_compile=True) and PyTorch/XLA all take the same flags.")},
    {"xplane",
     QT_TRANSLATE_NOOP(
         "stowage::FileNames",
         "with jax.profiler.trace(\"profile\"): step(x).block_until_ready()\n"
         "Open profile/plugins/profile/…/….xplane.pb: the modules that ran with their plans, and how long each "
         "operator "
         "took.\n"
         "TensorFlow: tf.profiler.experimental.start(\"profile\") and stop() around a step; PyTorch/XLA: xp.trace().")},
    {"xla-text",
     QT_TRANSLATE_NOOP(
         "stowage::FileNames",
         "XLA_FLAGS=\"--xla_dump_to=dump\" python train.py\nOpen dump/module_….after_optimizations.txt or its "
         "…-buffer-assignment.txt: each is read together with the other and with …-live-range.txt.\nJAX: "
         "print(jax.jit(f).lower(x).compile().as_text()) writes the module alone, without offsets.")},
    {"inductor",
     QT_TRANSLATE_NOOP(
         "stowage::FileNames",
         "TORCH_COMPILE_DEBUG=1 python train.py, then open torch_compile_debug/…/output_code.py or "
         "fx_graph_readable.py.\n"
         "TORCH_TRACE=trace python train.py writes a log with the graphs of a whole run; TORCH_LOGS=output_code prints "
         "them.\n"
         "Offsets too: torch._inductor.config.memory_planning = True")},
    {"dot",
     QT_TRANSLATE_NOOP("stowage::FileNames",
                       "stowage-cli convert FILE -o graph.dot writes one; it is not read.\n"
                       "dot -Tsvg graph.dot -o graph.svg draws it.\n"
                       "Boxes are operators in the colour of their stream, edges tensors, dashed edges control.")},
    {"somas",
     QT_TRANSLATE_NOOP("stowage::FileNames",
                       "Before the network is built: mindspore.set_context(mode=mindspore.GRAPH_MODE, "
                       "memory_optimize_level=\"O1\", save_graphs=1, save_graphs_path=\"graphs\").\n"
                       "Run it once, and open graphs/…_somas_…_info_….ir: streams, edges, groups, unions, and offsets "
                       "once reused.\n"
                       "The offline log (…_somas_offline_log_….ir) and the cache (…_somas_graph_….json) carry less.")},
    {"linked-trace",
     QT_TRANSLATE_NOOP(
         "stowage::FileNames",
         "Record one step with torch.profiler.ExecutionTraceObserver and, at once, with torch.profiler.profile."
         "\nJoin the two by their operators: for each kernel its stream, and what it reads and writes.\n"
         "The fields are those of core/formats/readers.h; facebookresearch/param has such traces.")},
    {"kineto", QT_TRANSLATE_NOOP(
                   "stowage::FileNames",
                   "from torch.profiler import profile, ProfilerActivity\n"
                   "with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], profile_memory=True) as p: "
                   "run one step\n"
                   "p.export_chrome_trace(\"step.pt.trace.json\")")},
    {"st-edge-ai",
     QT_TRANSLATE_NOOP("stowage::FileNames",
                       "stedgeai generate --target stm32n6 --model net.tflite --output st_ai_output\n"
                       "Open st_ai_output/…_c_info.json: nodes, buffers with offsets and alignments, memory pools.\n"
                       "STM32CubeMX projects have it in X-CUBE-AI/App, or in a folder .ai.")},
    {"migraphx",
     QT_TRANSLATE_NOOP("stowage::FileNames",
                       "migraphx-driver perf model.onnx > listing.txt prints the compiled program, with milliseconds.\n"
                       "migraphx-driver compile --gpu model.onnx > listing.txt is faster, and has no times.\n"
                       "With MIGRAPHX_NSTREAMS=4 before it, the program has streams and events.")},
};

QString translated(std::string_view english) {
  return Text::tr(std::string(english).c_str());
}

/// Of all names that such files have; saved under the usual one.
QString filter_of(const Format& format) {
  return format_title(format) + " (" + name_patterns(format).join(' ') + ')';
}

QString all_files() {
  QStringList patterns;
  for (const Format& format : formats())
    if (format.is_read) patterns += name_patterns(format);
  patterns += {"*.plan.json", "*.json", "*.gz"};  // plans, and graphs by any name
  patterns.removeDuplicates();
  return Text::tr("All supported files (%1)").arg(patterns.join(' '));
}

}  // namespace

QString format_title(const Format& format) {
  return translated(format.title);
}

QString how_to_get(const Format& format) {
  const auto* const found = std::ranges::find(kHowToGet, format.id, &HowToGet::format);
  return found == std::end(kHowToGet) ? QString() : translated(found->lines);
}

QString carried_by(const Format& format) {
  return translated(format.carries_only);
}

QStringList name_patterns(const Format& format) {
  QStringList out{'*' + text_of(format.extension)};
  out += text_of(format.patterns).split(' ', Qt::SkipEmptyParts);
  out.removeDuplicates();
  return out;
}

QString open_filters() {
  QStringList filters{all_files()};
  for (const Format& format : formats())
    if (format.is_read) filters += filter_of(format);
  return (filters << plan_filters() << Text::tr("All files (*)")).join(";;");
}

QString open_filters(FormatUse use) {
  const auto name_of_use = [&](const QString& patterns) {
    switch (use) {
      case FormatUse::recording:
        return Text::tr("Recorded heaps (%1)").arg(patterns);
      case FormatUse::plan:
        return Text::tr("Files of compilers and planners (%1)").arg(patterns);
      case FormatUse::model:
        break;
    }
    return Text::tr("Models and graphs (%1)").arg(patterns);
  };
  QStringList patterns, filters;
  for (const Format& format : formats()) {
    if (!format.is_read || format.use != use) continue;
    patterns += name_patterns(format);
    filters += filter_of(format);
  }
  patterns += "*.gz";
  patterns.removeDuplicates();
  filters.prepend(name_of_use(patterns.join(' ')));
  return (filters << all_files() << Text::tr("All files (*)")).join(";;");
}

QString graph_filters() {
  QStringList filters;
  for (const Format& format : formats())
    if (format.write) filters += filter_of(format);
  return filters.join(";;");
}

QString plan_filters() {
  return Text::tr("Plan (*.plan.json *.json)");
}

QString image_filters() {
  return Text::tr("PDF page (*.pdf);;SVG drawing (*.svg);;PNG image (*.png);;EPS drawing (*.eps)");
}

QString series_filters() {
  return Text::tr("PDF, a page each (*.pdf);;PNG images, numbered (*.png);;SVG drawings, numbered (*.svg)");
}

QString suffix_of(const QString& filter) {
  static const QRegularExpression pattern(QStringLiteral("\\*(\\.[^ ;)*]+)"));
  return pattern.match(filter).captured(1);
}

QString with_suffix(const QString& path, const QString& suffix) {
  return QFileInfo(path).suffix().isEmpty() ? (path.endsWith('.') ? path.chopped(1) : path) + suffix : path;
}

QString base_name(const QString& title) {
  QString name = QFileInfo(title).fileName();
  if (name.endsWith(".gz")) name.chop(3);
  QStringList endings{".plan.json", ".json"};
  for (const Format& format : formats()) endings.prepend(text_of(format.extension));
  const auto ending = std::ranges::find_if(endings, [&](const QString& end) { return name.endsWith(end); });
  if (ending != endings.end()) name.chop(ending->size());
  for (QChar& c : name)
    if (!c.isLetterOrNumber() && c != '-' && c != '_' && c != '.') c = '_';
  name.truncate(kLongestBase);
  while (name.startsWith('.')) name.remove(0, 1);  // such files are hidden
  return name.isEmpty() ? QStringLiteral("graph") : name;
}

}  // namespace stowage
