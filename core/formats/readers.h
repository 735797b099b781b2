// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"
#include "core/formats/durations.h"
#include "core/graph/graph.h"

// The formats: how the bytes of each are recognized, and what its reader makes. formats.h has their table.
namespace stowage {

/// Reads a graph file, version 1. Besides the usual keys, a tensor may have an `alignment` of its own (that of the
/// document is Graph::alignment()), a stream a `color` (any text is kept; "#rrggbb" is painted), and the document
/// `times`, the time axis of an interval problem (one more whole number than nodes, ascending). A node, also one in a
/// body, may have a `loop`: an object with the same lists, `carry`, pairs of tensors, where the first takes the
/// second's value for the next iteration, and `test`, "before" (if absent) or "after"; or `branches`: a list of such
/// objects with a `name` each (core/graph/graph.h). bad_input has all faults at once, each with its JSON pointer
/// ("/tensors/3/size"); a fault of syntax comes alone, with line and column.
[[nodiscard]] Result<Document> read_graph_json(std::string_view bytes, const std::string& file, const Task& task = {});

/// Writes one node, tensor, edge or group a line. The same graph always gives the same bytes, and reading them gives
/// the same graph.
[[nodiscard]] std::string write_graph_json(const Graph& graph);

/// Longer lines are refused, in bytes.
inline constexpr std::size_t kMaxTraceLine = std::size_t{1} << 16;
/// Traces with more events are refused.
inline constexpr std::size_t kMaxTraceEvents = 50'000'000;

/// Whether the first line is a JSON object with "t" and "op".
[[nodiscard]] bool looks_like_alloc_trace(std::string_view bytes);

/// Reads a log of a program's allocations, one event a line (Levental, MemoMalloc, chapter 2, section 1):
/// ```
/// {"t": 1, "op": "alloc", "id": "a", "size": 1024, "scope": "conv1"}
/// {"t": 4, "op": "free", "id": "a", "scope": "relu1"}
/// ```
/// `t` rises from line to line; `id` is a text or a whole number (5 is "5") and may be used again once it is free;
/// `scope` names the part of the program, and may be left out. An allocation lives from its `alloc` until its `free`.
/// Allocations that are never freed outlive the program's steps ("escape"): they are not planned, and a warning says
/// so. Faults: a free of an id that is not live, an `alloc` of an id that is live, a time that does not rise.
///
/// The graph has one stream and a time axis. Its operators are the **runs** of events of one scope: a run ends where
/// another scope begins, and in front of an `alloc` that follows a `free`. So within a run every allocation is alive
/// together with every tensor that is freed, and two tensors are unsafe exactly if their times from `alloc` until
/// `free` overlap.
/// ```
///   alloc a   alloc b   free b │ alloc c   free c │ free a        a: conv1 … relu1 (its last use), b: conv1 only
///   conv1     conv1     conv1  │ conv1     conv1  │ relu1         operators: conv1, conv1#2, relu1
/// ```
/// A tensor is made by the run of its `alloc` and last used by the run of its `free`. An operator has the name of its
/// scope, with a number from the second run on ("conv1#2"), or "t=" and the time without a scope. A free without a
/// scope belongs to the run before it. An id that is used again gets a number in the same way.
[[nodiscard]] Result<Document> read_alloc_trace(const FileToRead& in);

/// Whether the bytes begin as a model of the Open Neural Network Exchange does (onnx.proto, ModelProto).
[[nodiscard]] bool looks_like_onnx(std::string_view bytes);

/// Reads the graph of an ONNX model, on one stream, in the order of its nodes (a stable one if that is not
/// topological).
///
/// - **Operators** are the nodes, by their names ("Conv#7" is the nameless node 7), of the kind "Conv" or
///   "com.microsoft:Attention". Nodes whose results are known before a run (constants, shapes and arithmetic on them)
///   are folded: like weights, their results stay in memory and are not planned.
/// - **Tensors** are the graph's inputs, without a producer, and the results of nodes; outputs of the graph are needed
///   until the end. Views and in-place pairs are assumed, as runtimes make them.
/// - **Sizes** come from the file's types; where one is missing, libonnx infers it in a process of its own.
///   `options.dimensions` gives the sizes of open dimensions. Tensors of an unknown size have 0 bytes and `at_least`;
///   the document's warnings and summary say so.
/// - **Bodies** of If are its branches, "then" and "else"; a Loop or Scan is a loop that may run zero times. The
///   results of a branch are the outputs of the If. The states of a loop are carried; the first and the last value are
///   tensors of the graph around, where the body can have them under that name. An operator "next iteration" makes the
///   inputs that are new in each iteration. A node consumes what its bodies read from around them. Bodies of other
///   operators are counted, and the operator has a tensor of unknown size for them.
///
/// bad_input: a damaged file, a cycle, tensors made twice or never, bodies that do not fit their operator, bodies in
/// more than 32 others, sizes above 2^53 bytes, a given dimension that the model does not leave open.
[[nodiscard]] Result<Document> read_onnx(const FileToRead& in);

/// Whether the bytes begin as a profile of ONNX Runtime does: a JSON list with a category in its first 4 KiB.
[[nodiscard]] bool looks_like_runtime_profile(std::string_view bytes);

/// Reads a memory snapshot of PyTorch, as torch.cuda.memory._dump_snapshot() pickles it (torch/cuda/_memory_viz.py,
/// c10/cuda/CUDACachingAllocator.h), or the bare list of segments of older versions. The pickle is read as data:
/// nothing in it is run (core/formats/pickle/pickle.h).
///
/// One device is read: ReadOptions::device, or one that was out of memory, or any; of several, the one with the most
/// events, then the most segments, then the lowest number. Document::devices lists all devices. Document::history has
/// the events (core/insight/recorded/recorded_heap.h), the graph the lifetimes of the allocations, and the plan the
/// places where they were (core/insight/recorded/heap_graph.h). core/insight/recorded/record.h says what is assumed
/// where the record is silent; the summary counts it. Faults: a pickle that is not data or not a snapshot, a device
/// that is not there, segments or events that are named twice, addresses that make 2^60 bytes.
[[nodiscard]] Result<Document> read_torch_snapshot(const FileToRead& in);

/// Whether the bytes carry the identifier of a TensorFlow Lite model.
[[nodiscard]] bool looks_like_tflite(std::string_view bytes);

/// Reads a subgraph of a TensorFlow Lite model (flatbuffers, "TFL3"): the first, or ReadOptions::graph, which may name
/// a signature. Operators run in the order of the file.
///
/// - Constants (tensors with data) and variables (which keep their values between runs) lie in memory of their own and
///   are not planned, nor are tensors that no operator uses.
/// - ReadOptions::dimensions gives open dimensions (-1), as "*:AXIS" for all tensors or "TENSOR:AXIS" for one. By
///   default they have the length that the file stores, mostly 1.
/// - Offsets decided ahead of time (metadata `OfflineMemoryAllocation`) are a plan, where every planned tensor has one.
///   Tensors in the scratch memory of an Ethos-U operator, often its inputs and results, are one tensor here: only the
///   operator's command stream says when their bytes are overwritten.
/// - WHILE is a loop (the operators of the condition, whose last one needs all that is carried, since the loop may end
///   behind it; then those of the body), IF has branches, CALL and CALL_ONCE have one. A tensor of a body is one
///   outside where both have the same size; a value that a loop never changes is a view of what the loop was given.
///
/// bad_input: a damaged file, a subgraph that runs itself, more than 20 subgraphs in each other, bodies with more than
/// a million operators, tensors and uses all together.
[[nodiscard]] Result<Document> read_tflite(const FileToRead& in);

/// Whether the bytes are an ExecuTorch program, or one bundled with test data, which read_executorch() refuses.
[[nodiscard]] bool looks_like_executorch(std::string_view bytes);

/// Reads an ExecuTorch program (".pte").
///
/// - The methods with instructions are the graphs of the file (ReadOptions::graph). Each instruction except frees is an
///   operator and keeps its number as "instruction".
/// - An arena is a memory space; the offsets in it are the plan. Tensors whose memory comes from the caller, or from an
///   operator while it runs, lie in no arena and have 0 bytes. State is needed from start to end.
/// - A kernel writes the tensors of its last argument. A delegate writes those of its arguments that have no value yet.
/// - A tensor that no instruction writes is a view of the tensor with the same bytes, or the workspace of the only
///   kernel that names it.
/// - A jump back ends a loop, a jump forward skips a branch, and one from the end of that branch another: bodies, which
///   have the tensors that only they use. Where jumps do not nest, or with several arenas, all is in one graph: tensors
///   that a loop touches live as long as it runs, and branches count as if all ran, one after the other.
[[nodiscard]] Result<Document> read_executorch(const FileToRead& in);

/// Whether the bytes are an ETDump (".etdp"): the record that ExecuTorch writes of runs of a program.
[[nodiscard]] bool looks_like_etdump(std::string_view bytes);

/// Always fails: an ETDump has no graph, and bad_input says what to do with the file.
[[nodiscard]] Result<Document> read_etdump(const FileToRead& in);

/// Gives operators the measured times of their instructions: the median of several runs. The graph must come from an
/// ExecuTorch program; its field "instruction" numbers each operator's instruction. The file does not state its unit:
/// nanoseconds are assumed, and a warning says so.
///
/// bad_input: the file has no time of any instruction of the graph, or it is damaged.
[[nodiscard]] Result<TimedGraph> with_etdump_durations(const Graph& graph, std::string_view bytes,
                                                       const std::string& file);

/// Whether the bytes begin as an HloProto does: with a module that has a name and the name of its entry computation.
[[nodiscard]] bool looks_like_hlo(std::string_view bytes);

/// Reads XLA's dump of a compiled module: HloProto, with its buffer assignment.
///
/// - Operators are the instructions of the entry computation in the order of the schedule, without parameters and
///   constants; instructions of a called computation (loops, branches; not fusions) come before the caller. They run on
///   one stream, except work that is started and waited for later, which has streams of its own.
/// - Tensors are the logical buffers, except constants and buffers local to threads. A lifetime is that of the heap
///   simulator's trace (joined by the buffer's id), or, without a trace, from the instruction that makes the buffer to
///   the last that reads it. Parameters belong to the caller and last throughout, unless results take their memory.
/// - Buffers that the trace lets share, or that a loop carries from one iteration to the next, are one tensor if they
///   lie in the same place. A result that lies where its instruction reads last is written in place.
/// - The assignment is a plan: the allocations one after the other, each at a multiple of 256 bytes.
[[nodiscard]] Result<Document> read_xla(const FileToRead& in);

/// Whether the bytes are a module, a buffer assignment, live ranges or a report of memory usage, as text.
[[nodiscard]] bool looks_like_xla_text(std::string_view bytes);

/// Reads XLA's dump of a compiled module as text: the module, its buffer assignment and its live ranges, each in a file
/// of its own. Any of them may be opened: ReadOptions::open_beside finds the others, which have the same stem.
///
/// - A module and its assignment are read as their HloProto is (read_xla()), without the heap simulator's
///   trace, which only the HloProto has. Live ranges stand in for the trace.
/// - A module without an assignment has no plan: each array that an instruction makes is a tensor as large as its
///   shape. It runs in the order of the lines. Instructions with bodies (while, conditional, call) are loops and
///   branches as those of read_tflite(), unless tuples lie in tuples or buffers in several memory spaces.
/// - An assignment and live ranges are a plan with lifetimes, though the readers of a buffer are not known. An
///   assignment alone has no lifetimes: its tensors last throughout, and there is no plan.
///
/// bad_input: a module that is not scheduled, live ranges alone, a report of memory usage.
[[nodiscard]] Result<Document> read_xla_text(const FileToRead& in);

/// Whether the bytes begin as an XSpace does: with a plane that is named as a host or a device.
[[nodiscard]] bool looks_like_xplane(std::string_view bytes);

/// Reads a profile of JAX, TensorFlow or PyTorch/XLA (XSpace).
///
/// - A profile has the modules that ran, each with its HloProto. The document is one of them, read as
///   read_xla() says: ReadOptions::graph, or the one with the largest assignment.
/// - The duration of an instruction is the sum of its events on one device, divided by the number of runs. The device
///   is ReadOptions::device, or the one with the most events of the module.
/// - Streams are those of the device. The profile lacks their syncs: an instruction on another stream than the one
///   before it in the schedule waits for that one, unless the module starts it as work beside others.
[[nodiscard]] Result<Document> read_xplane(const FileToRead& in);

/// Whether it is a module that TorchInductor wrote, an FX listing, or a log of either.
[[nodiscard]] bool looks_like_inductor(std::string_view bytes);

/// Reads the outputs of torch.compile: output_code.py, the log of TORCH_LOGS=output_code, logs of TORCH_TRACE, FX
/// listings. The text is read line by line; none of it is run.
///
/// - A module: the calls in the body of `call` are the operators, in their order. Each buffer is a tensor of the extent
///   of its sizes and strides. The kernels' parameters say which buffers are written. Buffers that Inductor reuses are
///   one slot; slots lie one behind the other, which is the plan; with memory_planning, offsets in pools are the plan.
///   A kernel that writes a buffer over the one whose slot it takes may do so in any plan.
/// - Collectives run on a stream of their group from their call until wait_tensor, and need their arguments until then.
/// - A listing is a graph before anything is fused; it has no plan.
/// - By default the graph with the most operators is read, modules before listings. Inputs are the caller's: 0 bytes.
[[nodiscard]] Result<Document> read_inductor(const FileToRead& in);

/// Whether the content is one of the three files that MindSpore's SOMAS writes of a graph.
[[nodiscard]] bool looks_like_somas(std::string_view bytes);

/// Reads a file of MindSpore's memory planner SOMAS (mindspore/ccsrc/backend/common/somas/somas.cc, SomasInfo(),
/// Offline() and the cache of its results). Each of its three files is read:
///
/// - `*_somas_*_info_*.ir`: everything. Parameters have memory of their own and are not planned; a tensor's stream is
///   that of the node that makes it; control tensors are control edges; workspaces are consumed by their own node.
///   Tensors of a union share their bytes and become one tensor, which must outlive every use of any of them.
///   `GraphAll` lives from the start until the end, `GraphStart` from the start, `GraphEnd` until the end. A tensor
///   that lives from the start has no producer here: control edges keep the order. Sizes are the padded ones.
/// - `*_somas_offline_log_*.ir`: data edges, groups, streams (which are not certain for a node that makes nothing);
///   no control edges, unions, parameters and padding.
/// - `*_somas_graph_*.json`: only sizes, lifetimes and offsets. The steps are assumed to run one after another.
///
/// Tensors have the names of the dump ("%12T") in all three. Offsets are the document's plan, `mindspore-somas`, unless
/// all are 0; the summary says where the plan's footprint differs from the dump's. Faults: a line of another form, ids
/// that stand twice or lead nowhere, numbers out of range, a cycle.
[[nodiscard]] Result<Document> read_somas(const FileToRead& in);

/// Whether the bytes are a JSON object with "kernels", "storages" and nodes of an execution trace ("et_id").
[[nodiscard]] bool looks_like_linked_trace(std::string_view bytes);

/// Reads a PyTorch execution trace that is joined with the profiler's trace of the same step: it has the tensors that
/// each kernel read and wrote, and the stream that it ran on. Times are microseconds.
/// ```
/// {"kernels": [{"kernel": …, "cat": …, "stream": 7, "ts": 12, "dur": 3, "corr": 41, "op": "aten::addmm",
///               "et_id": 9, "inputs": [[tensor, storage, offset, numel, itemsize, "cuda:0"], …], "outputs": […]}],
///  "sync": [{"name": "cudaStreamWaitEvent", "args": {"correlation": 40}}], "storages": [{"id", "bytes", "device"}]}
/// ```
/// Kernels are operators, in the order of their start. Ids of storages are used again once they are free. So a kernel
/// that writes a storage without reading it begins a new tensor; the tensor lives until the last kernel that uses the
/// storage before the next such write. Its size is the furthest byte that these kernels touch. A storage that is read
/// before it is written existed before the step (weights, state, inputs): it is not planned, nor is memory of the host.
///
/// A wait of the file (`cudaStreamWaitEvent`, `hipStreamWaitEvent`) names neither the stream that waits nor its event.
/// Where the kernels launched before and after it are on two streams and ran one after the other, a control edge
/// between them is assumed. The summary says so, and names the other waits. Streams that share tensors have data edges,
/// with or without syncs.
[[nodiscard]] Result<Document> read_linked_trace(const FileToRead& in);

/// Whether the bytes are a Chrome trace: a JSON object with "traceEvents", or a list of objects with a phase ("ph").
[[nodiscard]] bool looks_like_kineto(std::string_view bytes);

/// Reads an export of the PyTorch profiler (Kineto): a Chrome trace, {"traceEvents": […]} or the list alone.
///
/// With memory events ("[memory]", of profile_memory=True) the graph is that of an allocation trace: one stream, whose
/// operators are the runs of events of one innermost `cpu_op` (core/formats/trace/trace_kernels.h). Kernels are left
/// out: the events do not say which stream uses an allocation. One device is read: ReadOptions::device, or the one with
/// the most bytes; the host is device -1. An allocation that is never freed lives until the end; one that is freed but
/// never allocated lives from the start.
///
/// Without memory events the graph has no tensors. Its operators are kernels, copies and fills on their streams, named
/// by the `cpu_op` that launched them, with control edges for waits of one stream for another.
///
/// The time axis is in nanoseconds from the first event; the file's times are microseconds, with or without fractions.
[[nodiscard]] Result<Document> read_kineto(const FileToRead& in);

/// Whether the bytes are ST Edge AI's description of a network: a JSON object with a schema version, pools and buffers.
[[nodiscard]] bool looks_like_st_edge_ai(std::string_view bytes);

/// Reads the description that ST Edge AI writes of a network ("NAME_c_info.json").
///
/// - Its graphs are the graphs of the file (ReadOptions::graph). Nodes are operators, in their order on one stream. A
///   node of an NPU that contains units is one operator.
/// - Buffers are tensors, except parameters. A node's scratch buffer is its workspace; states are needed from start to
///   end. Lifetimes come from the nodes' lists. Epochs, a finer clock than nodes, say when a buffer starts that no node
///   writes, and lengthen a life that the lists make too short.
/// - Pools are memory spaces, and a buffer's place in its pool is the plan.
/// - A result may lie partly over an input that its node reads last, by the shift that it has in the file.
[[nodiscard]] Result<Document> read_st_edge_ai(const FileToRead& in);

/// Whether the first MiB has a line like the first one of a program of MIGraphX: "@0 = … -> float_type, …".
[[nodiscard]] bool looks_like_migraphx(std::string_view bytes);

/// Reads programs as MIGraphX's driver prints them (`migraphx-driver compile` or `perf`), one line an instruction.
///
/// - The modules are the graphs of the file (ReadOptions::graph). A file may have several listings of a module: the
///   last undamaged one is read, preferably one with times.
/// - An instruction is an operator that makes one tensor. Its last argument (or the one with the number `output_arg`)
///   is the memory that it writes: a `load`, which is a part of an allocated memory and gives the offset, or a
///   parameter of the caller. Shape operators are not operators here: their result is a view of their first argument,
///   or that argument itself where the result may begin elsewhere.
/// - An allocated memory with loads is a memory space. Where there are spaces, tensors outside of them have 0 bytes. A
///   result that lies where its operator reads a tensor may be written in place.
/// - `gpu::set_stream`, `gpu::record_event` and `gpu::wait_event` become streams and control edges.
/// - Times are measured, for each instruction alone.
[[nodiscard]] Result<Document> read_migraphx(const FileToRead& in);

/// Whether the text begins as a Graphviz graph does.
[[nodiscard]] bool looks_like_dot(std::string_view bytes);

/// Always bad_input: a drawing is only written.
[[nodiscard]] Result<Document> read_dot(const FileToRead& in);

/// Writes text for Graphviz: a box for each operator, in the cluster and the colour of its stream; an edge from each
/// producer to each consumer with the tensor's name, its bytes, its group and (with a plan) its offset; an ellipse for
/// tensors present from the start, and for results; dashed edges for control. Ids are op0, op1 … in the global order.
[[nodiscard]] Result<std::string> write_dot(const Graph& graph, const Plan* plan);

/// A user's notes on the tensors of a graph, in a file beside that of the graph:
/// `{"format":"stowage-notes","version":1,"notes":{TENSOR:TEXT,…}}`. Unknown keys are kept and written back.
struct NotesFile {
  std::map<std::string, std::string> notes;  ///< by the tensor's name; also of tensors that the graph lost
  std::string extra;                         ///< the unknown keys as the text of a JSON object, or ""

  friend bool operator==(const NotesFile&, const NotesFile&) = default;
};

/// The most notes of a file, and the most bytes of a note; more are a fault.
inline constexpr std::size_t kMaxNotes = 100'000;
inline constexpr std::size_t kLongestNote = 64 * 1024;

/// bad_input with every fault and its place.
[[nodiscard]] Result<NotesFile> read_notes(std::string_view bytes, const std::string& file);
/// The text of a file of notes, sorted by name; ends with a line break.
[[nodiscard]] std::string write_notes(const NotesFile& notes);

/// The path of the notes on a graph's file: "FILE.stowage-notes.json".
[[nodiscard]] std::string notes_path(const std::string& graph_path);

}  // namespace stowage
