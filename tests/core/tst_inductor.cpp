// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"
#include "core/graph/claims.h"
#include "tests/support/core_test.h"

namespace {

using Kind = ImportKind;

Document read(const std::string& text) {
  return must(read_document(text, "output_code.py"));
}

/// A module with that body, and the text of two kernels.
std::string module_of(const std::string& body, const std::string& more = "") {
  std::string out = R"(# AOT ID: ['3_forward']
from torch._inductor.async_compile import AsyncCompile
async_compile = AsyncCompile()

triton_relu = async_compile.triton('triton_relu', '''
import triton
@triton.jit
    triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp16', 'xnumel': 'i32'}, 'device': 0},
    inductor_meta={'kernel_name': 'triton_relu', 'mutated_arg_names': []},
def triton_relu(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    pass
''', device_str='cuda')
triton_inplace = async_compile.triton('triton_inplace', '''
    triton_meta={'signature': {0: '*fp32', 1: '*fp32', 2: 'i32'}, 'device': 0},
def triton_inplace(in_out_ptr0, in_ptr0, xnumel, XBLOCK : tl.constexpr):
    pass
''', device_str='cuda')
cpp_fused_add_0 = async_compile.cpp_pybinding(['const float*', 'float*'], '''
#include <torch.h>
extern "C"  void kernel(const float* in_ptr0,
                       float* out_ptr0)
{ }
''')
def call(args):
)";
  for (const std::string& line : split(body, "\n")) out += "    " + line + "\n";
  return out + more;
}

/// The bytes of each tensor: "80 ? -", where a size is unknown, and where there is no such tensor.
std::string sizes(const Graph& graph, const std::string& tensors) {
  std::vector<std::string> out;
  for (const std::string& name : split(tensors, " ")) {
    const TensorId t = graph.find_tensor(name);
    out.push_back(!t.valid() ? "-" : has_unknown_size(graph, t) ? "?" : std::to_string(graph.size(t).count));
  }
  return joined(out, " ");
}
bool has_pair(const Graph& graph, const char* input, const char* output) {
  return std::ranges::any_of(graph.in_place(), [&](const InPlace& pair) {
    return graph.name(pair.input) == input && graph.name(pair.output) == output && !pair.must;
  });
}
void check_launches(const Document& document, std::size_t kernels, std::size_t outs, std::size_t returns,
                    std::size_t updates) {
  REQUIRE_EQ(counted(document.summary, Kind::read, "Triton"), kernels);
  REQUIRE_EQ(counted(document.summary, Kind::read, "place"), outs);
  REQUIRE_EQ(counted(document.summary, Kind::read, "return"), returns);
  REQUIRE_EQ(counted(document.summary, Kind::read, "without"), updates);
  REQUIRE_EQ(document.graph->operator_count(), kernels + outs + returns + updates);
}

/// The modules of a log, each as it would stand in output_code.py; or other payloads.
std::vector<std::string> modules_of(const std::string& log, const std::string& kind = "inductor_output_code") {
  std::vector<std::string> out;
  bool inside = false;
  for (const std::string& line : split(log, "\n")) {
    if (line.starts_with("V")) {
      inside = contains(line, "{\"" + kind + "\"");
      if (inside) out.emplace_back();
    } else if (inside && line.starts_with("\t")) {
      out.back() += line.substr(1) + "\n";
    }
  }
  return out;
}

/// What AOTInductor writes around the statements of a body.
std::string cpp_module(const std::string& body) {
  std::string out = R"(
#include <torch/csrc/inductor/aoti_include/cuda.h>
// Definition of AOTI runtime interface functions

template <typename in_out_ptr0_type_, typename in_ptr0_type_, typename kernels_type_>
static inline void call_triton_inplace(
    const in_out_ptr0_type_& in_out_ptr0,
    const in_ptr0_type_& in_ptr0,
    int64_t xnumel,
    int32_t device_idx_,
    cudaStream_t stream_,
    kernels_type_& kernels_,
    const std::optional<std::string>& cubin_dir_ = std::nullopt
){
    /*
    async_compile.triton('triton_inplace', '''
    import triton
    ''', device_str='cuda')
    */
    if (kernels_.triton_inplace == nullptr) {
        kernels_.triton_inplace = loadKernel(triton_inplace_result.name, 0);
    }
}
extern "C"  void cpp_fused_relu_0(float* in_out_ptr0,
                       float* out_ptr0);

void AOTInductorModel::_const_run_impl(
    std::vector<AtenTensorHandle>& output_handles
) {}

void AOTInductorModel::run_impl(
    AtenTensorHandle*
        input_handles, // array of input AtenTensorHandle; handles
                        // are stolen; the array itself is borrowed
    AtenTensorHandle*
        output_handles,
    AOTIProxyExecutorHandle proxy_executor
) {
    __check_inputs_outputs(input_handles, output_handles);
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    [[maybe_unused]] auto& w0 = constants_->at(0);
    [[maybe_unused]] auto& b0 = constants_->at(1);

    if ((reinterpret_cast<std::uintptr_t>(arg0_1.data_ptr()) & (16 -1)) != 0) {
        AtenTensorHandle arg0_1_aligned;
        aoti_torch_clone_preserve_strides(arg0_1, &arg0_1_aligned);
        arg0_1 = std::move(RAIIAtenTensorHandle(arg0_1_aligned));
    }
    inputs.clear();
    [[maybe_unused]] auto& kernels = static_cast<AOTInductorModelKernels&>(*this->kernels_.get());
    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {8L, 64L}, {64L, 1L}, "input"); }

    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);
    static constexpr int64_t int_array_0[] = {8L, 64L};
    static constexpr int64_t int_array_1[] = {64L, 1L};
)";
  for (const std::string& line : split(body, "\n")) out += "    " + line + "\n";
  return out + "} // AOTInductorModel::run_impl\n} // namespace torch::aot_inductor\n";
}

std::string cpp_buffer(const std::string& name, const std::string& device = "cuda") {
  return "AtenTensorHandle " + name +
         "_handle;\nAOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, " +
         "int_array_1, cached_torch_dtype_float32, cached_torch_device_type_" + device + ", this->device_idx_, &" +
         name + "_handle));\nRAIIAtenTensorHandle " + name + "(" + name + "_handle);\n";
}

/// Two layers, each a product and an activation over it.
std::string cpp_layers() {
  std::string out;
  for (const auto& [from, product, result] :
       {std::tuple("arg0_1", "buf0", "buf1"), std::tuple("buf1", "buf2", "buf3")}) {
    out += cpp_buffer(product) + "// Original ATen: [aten.mm]\nAOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(" +
           product + ", " + from + ", w0));\n" + from + ".reset();\nauto " + result + " = std::move(" + product +
           ");  // reuse\ncall_triton_inplace(" + result +
           ", b0, 512L, this->device_idx_, stream, kernels, this->cubin_dir_);\n";
  }
  return out + "output_handles[0] = buf3.release();";
}

}  // namespace

/// Counted by a script of its own (see the shared notes on formats).
TEST_CASE("a trace with two graphs") {
  STOWAGE_NEEDS_SHARED();
  const std::string path = shared_path("data/inductor/torch_trace_two_graphs_rank_0.log.gz");
  const Document document = document_in(path);
  REQUIRE_EQ(document.format, "inductor");
  REQUIRE_EQ(document.graph->name(), "0/1");
  REQUIRE_EQ(counted(document.summary, Kind::read, "records"), 250u);
  REQUIRE_EQ(counted(document.summary, Kind::read, "modules"), 2u);
  REQUIRE_EQ(counted(document.summary, Kind::skipped, "inputs"), 6u);
  check_launches(document, 3, 2, 2, 4);
  REQUIRE_EQ(counted(document.summary, Kind::read, "allocated"), 3u);
  REQUIRE_EQ(counted(document.summary, Kind::read, "memory"), 2u);
  REQUIRE_EQ(document.plan->footprint.count, 14'680'064);
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.stream_count(), 2u);
  REQUIRE_EQ(sizes(graph, "buf11 buf12"), "4194304 2097152");  // their types stand in signatures of later kernels
  REQUIRE(has_pair(graph, "buf0", "buf4"));
  REQUIRE(has_pair(graph, "buf9", "buf10"));
  // What a collective reads is needed until it is waited for.
  REQUIRE_EQ(consumers_of(graph, "buf10").back(), "_c10d_functional.wait_tensor#2");
  REQUIRE_EQ(counted(document.summary, Kind::read, "times"), 8u);  // waits take none
  REQUIRE_EQ(counted(document.summary, Kind::assumed, "1,000"), 2u);
  REQUIRE_EQ(graph.duration(graph.find_operator("mm")).nanoseconds, 6'886);
  REQUIRE_EQ(graph.duration(graph.find_operator("triton_poi_fused_add_mul_repeat_2")).nanoseconds, 5'418);
  REQUIRE_EQ(fault_of_plans(document), "");
  REQUIRE_EQ(document.graphs[document.graph_index].name, "0/1");
  REQUIRE_EQ(document.graphs[document.graph_index].operators, 11u);
  REQUIRE_EQ(document_in(path, {.graph = "0/0"}).plan->footprint.count, 4'194'304);
  REQUIRE(!document_in(path, {.graph = "0/1 aot_inference_graph"}).plan);
  REQUIRE_EQ(error_of(read_document(read_file(path).value(), "x.log", {.graph = "7"})).text(), says("\"7\""));
  const std::vector<std::string> modules = modules_of(read_file(path).value());
  REQUIRE_EQ(modules.size(), 2u);
  const Document first = read(modules[0]);
  REQUIRE_EQ(first.graph->name(), "0_inference");
  REQUIRE_EQ(counted(first.summary, Kind::skipped, "inputs"), 3u);
  check_launches(first, 2, 2, 0, 2);
  REQUIRE_EQ(counted(first.summary, Kind::read, "allocated"), 2u);
  REQUIRE_EQ(counted(first.summary, Kind::read, "memory"), 2u);
  REQUIRE_EQ(first.plan->footprint.count, 4'194'304);
  REQUIRE_EQ(told(first.summary, Kind::read), says("4,194,304"));
  REQUIRE(fault_of_plans(first).empty());
  REQUIRE_EQ(read(modules[1]).plan->footprint.count, 14'680'064);
  // As TORCH_LOGS prints them.
  std::string printed = "Epoch 1\n";
  for (const std::string& module : modules)
    for (const std::string& line : split(module, "\n"))
      printed += "V0101 10:00:00.000 1 torch/_inductor/graph.py:1] [0/0] [__output_code] " + line + "\nloss 3\n";
  const Document logged = must(read_document(printed, "compile.log"));
  REQUIRE_EQ(logged.graph->name(), "1_inference");
  REQUIRE_EQ(logged.plan->footprint.count, 14'680'064);
}

TEST_CASE("a trace with one graph") {
  STOWAGE_NEEDS_SHARED();
  const Document document = document_in(shared_path("data/inductor/torch_trace_simple.log.gz"));
  const Graph& graph = *document.graph;
  REQUIRE_EQ(counted(document.summary, Kind::read, "records"), 76u);
  REQUIRE_EQ(counted(document.summary, Kind::read, "modules"), 1u);
  REQUIRE_EQ(counted(document.summary, Kind::skipped, "inputs"), 1u);
  check_launches(document, 2, 1, 1, 0);
  REQUIRE_EQ(sizes(graph, "buf0 buf1 buf2 buf3"), "8 20971520 20971520 ?");
  REQUIRE(graph.is_output(graph.find_tensor("buf3")));
  REQUIRE_EQ(told(document.summary, Kind::unknown), says("1x buf3"));
  REQUIRE(fault_of_plans(document).empty());
}

/// The listing of the same graph: its sizes stand in quotes on each line, and what each line lets go after it.
TEST_CASE("listings of a real trace") {
  STOWAGE_NEEDS_SHARED();
  const std::string log = read_file(shared_path("data/inductor/torch_trace_two_graphs_rank_0.log.gz")).value();
  const std::string listing = modules_of(log, "aot_inference_graph").at(0);
  const Document document = must(read_document(listing, "fx_graph_readable.py"));
  const Graph& graph = *document.graph;
  REQUIRE(!document.plan);
  REQUIRE_EQ(sizes(graph, "mm convert_element_type_2 permute"), "2097152 4194304 -");  // the last is a view of an input
  REQUIRE_EQ(consumers_of(graph, "mm"), std::vector<std::string>{"prims.convert_element_type.default"});
  REQUIRE(told(document.summary, Kind::unknown).empty());
  REQUIRE(fault_of_plans(document).empty());
}

TEST_CASE("who writes and who reads") {
  const Document document = read(module_of(R"(arg0_1, arg1_1 = args
args.clear()
with torch.cuda._DeviceGuard(0):
    torch.cuda.set_device(0)
    buf0 = empty_strided_cuda((4, 5), (5, 1), torch.float32)
    extern_kernels.mm(arg0_1, reinterpret_tensor(arg1_1, (5, 4), (1, 5), 0), out=buf0)
    buf1 = empty_strided_cuda((4, 5), (8, 1), torch.float16)
    stream0 = get_raw_stream(0)
    triton_relu.run(buf0, buf1, 20, grid=grid(20), stream=stream0)
    buf2 = buf0; del buf0  # reuse
    triton_inplace.run(buf2, buf1, 20, stream=stream0)
    del buf1
    buf3 = torch.ops.aten.sort.default(buf2, -1)
    buf4 = buf3[0]
    assert_size_stride(buf4, (4, 5), (5, 1))
    buf5 = buf3[1]
    del buf3
    buf6 = empty_strided_cuda((7, ), (1, ), torch.int64)
    triton_relu[grid(7)](buf4, buf6, 7, XBLOCK=128, num_warps=4)
    buf7 = reinterpret_tensor(buf2, (2, 5), (5, 1), 0); del buf2  # reuse
    triton_relu.run(buf6, buf7, 10, stream=stream0)
    aten.index_put_(buf7, [buf5], buf6, False)
    buf8 = buf6
return (buf8, reinterpret_tensor(buf7, (10, ), (1, ), 0), arg0_1, ))"));
  const Graph& graph = *document.graph;
  check_launches(document, 4, 1, 1, 1);
  // buf1: (1 + 3 · 8 + 4) · 2, from the first element to the last. buf3 is a list of tensors, and the type of buf4 that
  // of the kernel which reads it.
  REQUIRE_EQ(sizes(graph, "arg0_1 buf0 buf1 buf2 buf3 buf4 buf5 buf7"), "0 80 58 80 - 80 ? 40");
  for (const auto& [tensor, op] : {std::pair("buf0", "mm"),
                                   {"buf1", "triton_relu"},
                                   {"buf2", "triton_inplace"},
                                   {"buf5", "aten.sort"},
                                   {"buf7", "triton_relu#3"}})
    REQUIRE_EQ(producer_of(graph, tensor), op);
  REQUIRE_EQ(consumers_of(graph, "buf0"), (std::vector<std::string>{"triton_relu", "triton_inplace"}));
  REQUIRE_EQ(consumers_of(graph, "buf2"), std::vector<std::string>{"aten.sort"});
  REQUIRE_EQ(consumers_of(graph, "buf7"), std::vector<std::string>{"aten.index_put_"});
  // A kernel writes over what it has as in_out; where the old buffer was simply dead, nothing is permitted.
  REQUIRE(has_pair(graph, "buf0", "buf2"));
  REQUIRE_EQ(graph.in_place().size(), 1u);
  REQUIRE(graph.is_output(graph.find_tensor("buf6")));
  REQUIRE(graph.is_output(graph.find_tensor("buf7")));
  REQUIRE_EQ(counted(document.summary, Kind::read, "inputs"), 1u);
  REQUIRE_EQ(counted(document.summary, Kind::unknown, "lines"), 0u);
  REQUIRE_EQ(fault_of_plans(document), "");
}

/// The same model ahead of time and just in time: the same tensors, permissions and bytes.
TEST_CASE("a C++ wrapper is the module in C++") {
  std::string python = "arg0_1, w0, b0 = args\n";
  for (const auto& [from, product, result] :
       {std::tuple("arg0_1", "buf0", "buf1"), std::tuple("buf1", "buf2", "buf3")}) {
    const std::string p = product, r = result;
    python += p + " = empty_strided_cuda((8, 64), (64, 1), torch.float32)\nextern_kernels.mm(" + from +
              ", w0, out=" + p + ")\ndel " + from + "\n" + r + " = " + p + "; del " + p +
              "  # reuse\ntriton_inplace.run(" + r + ", b0, 512, stream=stream0)\n";
  }
  const Document jit = read(module_of(python + "return (buf3, )"));
  const Document aot = must(read_document(cpp_module(cpp_layers()), "model.wrapper.cpp"));
  REQUIRE_EQ(aot.format, "inductor");
  REQUIRE_EQ(aot.graph->operator_count(), 4u);
  REQUIRE_EQ(aot.graph->tensor_count(), 7u);  // with the input and two weights
  REQUIRE_EQ(aot.graph->in_place().size(), 2u);
  REQUIRE_EQ(aot.graph->total_size(), Bytes{4 * 2048});
  REQUIRE_EQ(aot.graph->total_size(), jit.graph->total_size());
  REQUIRE_EQ(aot.graph->in_place().size(), jit.graph->in_place().size());
  REQUIRE_EQ(aot.plan->footprint, Bytes{4096});  // two slots
  REQUIRE_EQ(aot.plan->footprint, jit.plan->footprint);
  REQUIRE_EQ(counted(aot.summary, Kind::unknown, ""), 0u);
}

/// In a log of TORCH_TRACE the wrapper is what runs: the listing beside it is not fused.
TEST_CASE("a C++ wrapper in a log") {
  const auto record = [](const std::string& header, const std::string& payload) {
    std::string out = "V0822 14:00:48.899000 2354971 torch/_inductor/x.py:1] {" + header +
                      ", \"frame_id\": 0, \"frame_compile_id\": 0, \"has_payload\": \"" +
                      std::to_string(payload.size()) + "\"}\n";
    for (const std::string& line : split(payload, "\n")) out += "\t" + line + "\n";
    return out;
  };
  const std::string listing =
      "class <lambda>(torch.nn.Module):\n    def forward(self):\n"
      "        arg0_1: \"f32[8, 64]\"; w0: \"f32[64, 64]\"; b0: \"f32[64]\"; \n\n"
      "        arg0_1, w0, b0, = fx_pytree.tree_flatten_spec([], self._in_spec)\n"
      "        mm: \"f32[8, 64]\" = torch.ops.aten.mm.default(arg0_1, w0);  arg0_1 = None\n"
      "        add: \"f32[8, 64]\" = torch.ops.aten.add.Tensor(mm, b0);  mm = b0 = None\n"
      "        return (add,)\n";
  for (const char* header :
       {"\"graph_dump\": {\"name\": \"inductor_aot_wrapper_code\", \"type\": \"cpp\", \"filename\": \"/x.cpp\"}",
        "\"inductor_aot_wrapper_code\": {\"filename\": \"/x.cpp\"}"}) {
    const std::string log =
        record("\"inductor_post_grad_graph\": {}", listing) + record(header, cpp_module(cpp_layers()));
    const Document document = must(read_document(log, "dedicated_log_torch_trace.log"));
    REQUIRE_EQ(document.graph->operator_count(), 4u);
    REQUIRE_EQ(document.graphs.size(), 2u);
    REQUIRE(document.plan.has_value());
  }
  // Several inputs stand on one line of the listing.
  const Document alone = must(read_document(record("\"inductor_post_grad_graph\": {}", listing), "trace.log"));
  REQUIRE_EQ(alone.graph->tensor_count(), 5u);
  REQUIRE_EQ(consumers_of(*alone.graph, "b0").size(), 1u);
  REQUIRE_EQ(counted(alone.summary, Kind::unknown, ""), 0u);
}

TEST_CASE("kernels of a C++ wrapper") {
  // Of the CPU: who is written stands in the declaration.
  const Document cpu = must(read_document(
      cpp_module(
          cpp_buffer("buf0", "cpu") +
          "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_addmm_out(buf0, b0, arg0_1, wrap_with_raii_handle_if_needed("
          "reinterpret_tensor_wrapper(w0, 2, int_array_0, int_array_1, 0L)), 1L, 1L));\narg0_1.reset();\n"
          "auto buf1 = std::move(buf0);  // reuse\n" +
          cpp_buffer("buf2", "cpu") +
          "cpp_fused_relu_0((float*)(buf1.data_ptr()), (float*)(buf2.data_ptr()));\n"
          "output_handles[0] = buf1.release();\noutput_handles[1] = buf2.release();"),
      "x.cpp"));
  REQUIRE_EQ(cpu.graph->in_place().size(), 1u);
  REQUIRE_EQ(producer_of(*cpu.graph, "buf2"), "cpp_fused_relu_0");
  REQUIRE(cpu.graph->is_output(cpu.graph->find_tensor("buf1")));
  REQUIRE_EQ(cpu.plan->footprint, Bytes{4096});
  // Of 2023: the arguments are addresses of pointers.
  const Document old = must(read_document(
      cpp_module(cpp_buffer("buf0") +
                 "CUdeviceptr var_0;\n"
                 "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_data_ptr(arg0_1, reinterpret_cast<void**>(&var_0)));\n"
                 "CUdeviceptr var_1;\n"
                 "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_data_ptr(buf0, reinterpret_cast<void**>(&var_1)));\n"
                 "int var_2 = 512L;\nvoid* kernel_args_var_0[] = {&var_0, &var_1, &var_2};\n"
                 "Grid triton_poi_0_grid_0 = Grid(8L, 1L, 1L);\nif (triton_poi_0_grid_0.is_non_zero()) {\n"
                 "launchKernel(kernels.triton_poi_0, 1, 1, 1, 8, 0, kernel_args_var_0, stream);\n}\n"
                 "AtenTensorHandle buf1_handle;\n"
                 "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_sort(buf0, 0L, &buf1_handle));\n"
                 "RAIIAtenTensorHandle buf1(buf1_handle);\noutput_handles[0] = buf1.release();"),
      "x.cpp"));
  REQUIRE_EQ(old.graph->operator_count(), 2u);
  REQUIRE_EQ(producer_of(*old.graph, "buf0"), "triton_poi_0");
  REQUIRE_EQ(consumers_of(*old.graph, "buf0"), std::vector<std::string>{"aten.sort"});
  REQUIRE(old.graph->is_output(old.graph->find_tensor("buf1")));
}

/// As PyTorch writes them (codegen/cpp_wrapper_cpu.py, and a log of its test of memory planning).
TEST_CASE("pools and custom operators of a C++ wrapper") {
  const auto part = [](const char* name, const char* offset, const std::string& handle) {
    return "AtenTensorHandle " + handle + ";\nAOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool1, " +
           offset + ", cached_torch_dtype_float32, 2, int_array_0, int_array_1, &" + handle + "));\nauto " + name +
           " = RAIIAtenTensorHandle(" + handle + ");\n";
  };
  const std::string begin =
      "static constexpr int64_t int_array_2[] = {4096L, };\nstatic constexpr int64_t int_array_3[] = {1L, };\n"
      "AtenTensorHandle pool1_handle;\nAOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_2, "
      "int_array_3, "
      "cached_torch_dtype_uint8, cached_torch_device_type_cuda, this->device_idx_, &pool1_handle));\n"
      "RAIIAtenTensorHandle pool1(pool1_handle);\n" +
      part("buf0", "2048L", "tmp_tensor_handle_0") + part("buf1", "0", "tmp_tensor_handle_1") +
      "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, arg0_1, w0));\n"
      "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, w0));\nbuf0.reset();\n"
      "AtenTensorHandle buf2_handle;  // output buffer\n"
      "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_new_uninitialized_tensor(&buf2_handle));\n"
      "RAIIAtenTensorHandle buf2(buf2_handle);\n";
  const std::string end = "pool1.reset(); buf1.reset();\noutput_handles[0] = buf2.release();";
  for (const char* call :
       {"aoti_torch_proxy_executor_call_function(proxy_executor, 3, 1, std::array<int64_t, 1>{4L}.cbegin(), 2, "
        "std::array<AtenTensorHandle, 2>{buf1, buf2}.cbegin());\n",
        "void* tensor_args_var_0[] = {buf1, buf2};\nint64_t int_args_var_0[] = {4L};\n"
        "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_proxy_executor_call_function(proxy_executor, 3, 1, int_args_var_0, 2, "
        "tensor_args_var_0));\n"}) {
    const Document document = must(read_document(cpp_module(begin + call + end), "x.cpp"));
    const Graph& graph = *document.graph;
    REQUIRE_EQ(graph.operator_count(), 3u);
    REQUIRE_EQ(graph.tensor_count(), 6u);  // with the input and two weights
    REQUIRE_EQ(document.plan->offsets[graph.find_tensor("buf0").index()].value -
                   document.plan->offsets[graph.find_tensor("buf1").index()].value,
               2048);
    REQUIRE_EQ(consumers_of(graph, "buf1"), std::vector<std::string>{"proxy_executor.call_3"});
    REQUIRE_EQ(producer_of(graph, "buf2"), "proxy_executor.call_3");
    REQUIRE_EQ(unknown_sizes(graph), 1u);
    REQUIRE_EQ(counted(document.summary, Kind::read, "parts of a pool"), 2u);
    REQUIRE_EQ(counted(document.summary, Kind::unknown, "unknown form"), 0u);
  }
}

TEST_CASE("what is not understood in a C++ wrapper is counted") {
  const std::string known =
      "AtenTensorHandle tmp_tensor_handle_0;\n"
      "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__reinterpret_tensor(arg0_1, 2, int_array_1, int_array_0, 0L, "
      "&tmp_tensor_handle_0));\nint32_t u0_raw;\n"
      "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_item_int32(arg0_1, &u0_raw));\nauto u0 = u0_raw;\n"
      "if (!(u0 >= 1L)) { throw std::runtime_error(\"Expected u0 >= 1 but received \" + std::to_string(u0)); }\n"
      "int64_t xnumel = c10::div_floor_integer(u0, 2L);\nauto s0 = arg0_1.sizes()[0];\n{\n" +
      cpp_buffer("buf0") + "AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf0, tmp_tensor_handle_0, w0));\n}\n";
  const std::string end = "output_handles[0] = buf0.release();";
  const Document document = must(read_document(cpp_module(known + end), "x.cpp"));
  REQUIRE_EQ(counted(document.summary, Kind::unknown, ""), 0u);
  REQUIRE_EQ(document.graph->operator_count(), 2u);  // the number that the host reads, and the product
  const Document strange =
      must(read_document(cpp_module(known +
                                    "at::addmm_out(buf0, arg0_1, w0);\nauto buf1 = at::relu(buf0);\n"
                                    "if (u0 > 3L) {\nwhatever(buf0);\n} else {\nbuf0.reset();\n}\n" +
                                    end),
                         "x.cpp"));
  REQUIRE_EQ(counted(strange.summary, Kind::unknown, "unknown form"), 3u);
}

/// A real forward of 2023 does it: what a kernel writes over has no content yet, so that it is the slot alone.
TEST_CASE("a slot that is taken over before anybody wrote there") {
  const std::string begin =
      "a, = args\nbuf0 = empty_strided_cuda((8, ), (1, ), torch.float32)\n"
      "buf1 = empty_strided_cuda((4, ), (1, ), torch.float32)\n";
  for (const char* taken :
       {"buf2 = buf1; del buf1  # reuse\n", "buf9 = buf1; del buf1  # reuse\nbuf2 = buf9; del buf9  # reuse\n",
        "buf2 = reinterpret_tensor(buf1, (4, ), (1, ), 0); del buf1  # reuse\n"}) {
    const Document document = read(module_of(begin + taken +
                                             "triton_relu.run(a, buf0, 8, stream=stream0)\n"
                                             "triton_inplace.run(buf2, buf0, 4, stream=stream0)\n"
                                             "return (buf2, )"));
    const Graph& graph = *document.graph;
    REQUIRE_EQ(graph.tensor_count(), 3u);  // with the input
    const TensorId t = graph.find_tensor("buf2");
    REQUIRE_EQ(graph.size(t), Bytes{16});
    REQUIRE_EQ(std::string(graph.name(graph.producer(t))), "triton_inplace");
    REQUIRE_EQ(document.plan->offsets[t.index()].value, 512);  // where buf1 was: behind buf0, rounded
    REQUIRE(graph.in_place().empty());
  }
  // So its streams are named.
  REQUIRE_EQ(counted(read(module_of("a, = args\nbuf0 = empty_strided_cuda((8, ), (1, ), torch.float32)\n"
                                    "stream0 = get_cuda_stream(0)\ntriton_relu.run(a, buf0, 8, stream=stream0)\n"
                                    "return (buf0, )"))
                         .summary,
                     Kind::unknown, ""),
             0u);
  // What was written stays a permission, whichever name it had last.
  const Document written =
      read(module_of(begin + "triton_relu.run(a, buf1, 4, stream=stream0)\n"
                             "triton_relu.run(a, buf0, 8, stream=stream0)\n"
                             "buf9 = buf1; del buf1  # reuse\nbuf2 = buf9; del buf9  # reuse\n"
                             "triton_inplace.run(buf2, buf0, 4, stream=stream0)\nreturn (buf2, )"));
  REQUIRE_EQ(written.graph->in_place().size(), 1u);
  REQUIRE_EQ(std::string(written.graph->name(written.graph->in_place()[0].input)), "buf1");
}

TEST_CASE("other memories, older words, C++ and pools") {
  const Document document = read(module_of(R"(arg0_1, = args
buf0 = empty_strided((3, 4), (4, 1), device='cpu', dtype=torch.float32)
cpp_fused_add_0(arg0_1, buf0)
buf1 = empty((100, 10), device='cuda', dtype=torch.bfloat16)
triton_relu.run(buf0, buf1, 12, stream=stream0)
pool1 = empty_strided_cuda((4096, ), (1, ), torch.uint8)
buf2 = alloc_from_pool(pool1, 1024, torch.float32, (16, 16), (16, 1))
triton_relu.run(buf1, buf2, 12, stream=stream0)
return (buf2, ))"));
  const Graph& graph = *document.graph;
  REQUIRE_EQ(sizes(graph, "buf0 buf1 buf2 pool1"), "0 2000 1024 -");
  REQUIRE_EQ(document.spaces.size(), 2u);
  REQUIRE_EQ(document.spaces[document.space].name, "cuda");
  REQUIRE_EQ(sizes(*in_space(document, 0).graph, "buf0"), "48");
  REQUIRE_EQ(document.plan->offsets[graph.find_tensor("buf2").index()].value, 2048 + 1024);  // 2000, rounded to 64
  REQUIRE(fault_of_plans(document).empty());
  // An offset that is no number: there is no plan.
  const Document symbolic = read(module_of(R"(s0, arg0_1 = args
pool1 = empty_strided_cuda((align(4*s0), ), (1, ), torch.uint8)
buf0 = alloc_from_pool(pool1, align(4*s0), torch.float32, (s0, 16), (16, 1))
triton_relu.run(arg0_1, buf0, 12, stream=stream0)
return (buf0, ))"));
  REQUIRE(!symbolic.plan);
  REQUIRE(has_unknown_size(*symbolic.graph, symbolic.graph->find_tensor("buf0")));
}

TEST_CASE("partitions, streams, and lines that nobody knows") {
  const Document document = read(replaced(module_of(R"(arg0_1, = args
buf0 = empty_strided_cuda((8, ), (1, ), torch.float32)
triton_relu.run(arg0_1, buf0, 8, stream=stream0)
partition0_args = [arg0_1, buf0]
(buf9, ) = self.partitions[0](partition0_args)
with torch.cuda.stream(stream1):
    torch.ops.streams.wait_event.default(5, 1)
    buf3 = empty_strided_cuda((8, ), (1, ), torch.float32)
    triton_relu.run(buf9, buf3, 8, stream=stream1)
    torch.ops.streams.record_event.default(6, 1)
torch.ops.streams.wait_event.default(6, 0)
strange.thing(buf3, 7)
buf4 = something_new(buf3)[0].view(torch.int8)
u0 = buf3.item()
return (buf4, ))"),
                                          "def call(args):\n", R"(def partition_0(args):
    x, y = args
    buf1 = empty_strided_cuda((8, ), (1, ), torch.float32)
    triton_relu.run(y, buf1, 8, stream=stream0)
    torch.ops.streams.record_event.default(5, 0)
    return (buf1, )

def call(args):
)"));
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.operator_count(), 6u);
  REQUIRE_EQ(consumers_of(graph, "buf0"), std::vector<std::string>{"triton_relu#2"});
  REQUIRE_EQ(consumers_of(graph, "buf1"), std::vector<std::string>{"triton_relu#3"});
  REQUIRE_EQ(graph.stream_count(), 2u);
  REQUIRE_EQ(graph.label(graph.stream(graph.find_operator("triton_relu#3"))), "stream1");
  REQUIRE_EQ(graph.control().size(), 2u);
  REQUIRE_EQ(counted(document.summary, Kind::unknown, "lines"), 2u);
  REQUIRE_EQ(consumers_of(graph, "buf3").size(), 3u);  // whatever they do, it is needed until then
  REQUIRE(graph.is_output(graph.find_tensor("buf4")));
  REQUIRE(fault_of_plans(document).empty());
}

TEST_CASE("what a loop names is needed until its end") {
  const Document document = read(module_of(R"(arg0_1, = args
buf0 = empty_strided_cuda((8, ), (1, ), torch.float32)
triton_relu.run(arg0_1, buf0, 8, stream=stream0)
while should_loop:
    buf1 = empty_strided_cuda((8, ), (1, ), torch.float32)
    triton_relu.run(buf0, buf1, 8, stream=stream0)
    buf2 = empty_strided_cuda((8, ), (1, ), torch.float32)
    triton_relu.run(buf1, buf2, 8, stream=stream0)
buf3 = empty_strided_cuda((8, ), (1, ), torch.float32)
triton_relu.run(buf2, buf3, 8, stream=stream0)
return (buf3, ))"));
  REQUIRE_EQ(consumers_of(*document.graph, "buf0"), (std::vector<std::string>{"triton_relu#2", "triton_relu#3"}));
  REQUIRE_EQ(counted(document.summary, Kind::unknown, "lines"), 1u);
}

TEST_CASE("a listing") {
  const Document document = read(R"py(class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[4, 64][64, 1]cuda:0", w: "f32[64]cuda:0",
        s0: "Sym(s0)"):
         # File: model.py:3 in forward, code: y = x + w
        add: "f32[4, 64][64, 1]cuda:0" = torch.ops.aten.add.Tensor(x, w);  x = w = None
        view: "f32[256]" = torch.ops.aten.view.default(add, [256])
        # Annotation: {'stream': 1}
        var_mean = torch.ops.aten.var_mean.correction(view, [0]);  view = None
        getitem: "f32[1][1]cuda:0" = var_mean[0]
        getitem_1: "f32[1][1]cuda:0" = var_mean[1];  var_mean = None
        relu_: "f32[4, 64][64, 1]cuda:0" = torch.ops.aten.relu_.default(add);  add = None
        many: "f16[s0, 8]" = torch.ops.aten.mul.Tensor(relu_, getitem)
        late: "b8[8]cuda:0" = torch.ops.aten.gt.Scalar(add, 0.5)
        return [relu_, getitem_1, many, late]
)py");
  const Graph& graph = *document.graph;
  REQUIRE_EQ(graph.operator_count(), 5u);
  REQUIRE_EQ(sizes(graph, "add late view var_mean relu_ many"), "1024 8 - - - ?");
  REQUIRE_EQ(producer_of(graph, "getitem"), "aten.var_mean.correction");
  REQUIRE_EQ(consumers_of(graph, "add"), (std::vector<std::string>{"aten.var_mean.correction", "aten.relu_.default",
                                                                   "aten.mul.Tensor", "aten.gt.Scalar"}));
  REQUIRE(graph.is_output(graph.find_tensor("add")));
  REQUIRE_EQ(graph.stream_count(), 2u);
  REQUIRE_EQ(told(document.summary, Kind::unknown), says("1x add"));
  REQUIRE_EQ(counted(document.summary, Kind::skipped, "inputs"), 2u);
}

TEST_CASE("what cannot be read says where and why") {
  const auto fault = [](const std::string& text) { return error_of(read_document(text, "output_code.py")).text(); };
  REQUIRE_EQ(fault("# AOT ID: ['0_inference']\nimport torch\n"), says("output_code.py:line 2: \"call\""));
  const std::string cut = fault(module_of("arg0_1, = args\nbuf0 = empty_strided_cuda((8, ), (1, ), torch.float32)"));
  const std::string empty = fault(module_of("return ()"));
  REQUIRE_EQ(fault("class M(torch.nn.Module):\n    def forward(self, x: \"f32[4]\"):\n        y: \"f32[4]\" = x\n"),
             says("output_code.py:line 3:"));
  REQUIRE_EQ(fault("V0822 14:00:48.899000 2354971 torch/x.py:1] {\"chromium_event\": {}}\n"), says("output_code.py:"));
  REQUIRE_EQ(cut, says("output_code.py:line"));
  REQUIRE_EQ(empty, says("output_code.py:line"));
}

TEST_CASE("the fuzzer starts from what can be read") {
  const std::string folder = std::string(STOWAGE_SOURCE_DIR) + "/tests/fuzz/seeds/";
  for (const char* name : {"output_code.py", "fx_graph_readable.py", "trace.log", "loop.hlo.txt",
                           "small-buffer-assignment.txt", "two_streams.xplane.pb"}) {
    INFO(name);
    const Document document = document_in(folder + name);
    REQUIRE_EQ(fault_of_plans(document), "");
    REQUIRE_EQ(fault_of_damage(read_file(folder + name).value(), name, 3'000), "");
  }
}

/// Under the sanitizers a tenth of them.
TEST_CASE("a million lines are read soon") {
  const auto count = static_cast<std::size_t>(rounds(333'000));
  std::string body =
      "arg0_1, = args\nbuf0 = empty_strided_cuda((4, 5), (5, 1), torch.float32)\n"
      "triton_relu.run(arg0_1, buf0, 20, stream=stream0)\n";
  for (std::size_t k = 1; k < count; ++k)
    body += "buf" + std::to_string(k) + " = buf" + std::to_string(k - 1) + "; del buf" + std::to_string(k - 1) +
            "  # reuse\ntriton_inplace.run(buf" + std::to_string(k) + ", arg0_1, 20, stream=stream0)\n# a comment\n";
  const std::string text = module_of(body + "return (buf" + std::to_string(count - 1) + ", )");
  std::string nested = module_of("arg0_1, = args\nbuf0 = f" + std::string(500'000, '(') + "\nreturn (arg0_1, )");
  const std::clock_t before = std::clock();
  REQUIRE_EQ(read(text).graph->operator_count(), count);
  static_cast<void>(read_document(nested, "output_code.py"));
  REQUIRE(seconds_since(before) < 15);
}
