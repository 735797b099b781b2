# AOT ID: ['3_forward']
from torch._inductor.async_compile import AsyncCompile
async_compile = AsyncCompile()
triton_relu = async_compile.triton('triton_relu', '''
    triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp16', 'xnumel': 'i32'}, 'device': 0},
    inductor_meta={'mutated_arg_names': ['in_ptr0']},
def triton_relu(in_ptr0, out_ptr0, xnumel, XBLOCK : tl.constexpr):
    pass
''', device_str='cuda')
cpp_fused_add_0 = async_compile.cpp_pybinding(['const float*', 'float*'], '''
extern "C"  void kernel(const float* in_ptr0,
                       float* in_out_ptr0)
''')
def partition_0(args):
    x, = args
    buf9 = aten.sort.default(x, -1)
    return (buf9, )
def call(args):
    arg0_1, s0 = args
    assert_size_stride(arg0_1, (4, 5), (5, 1))
    with torch.cuda._DeviceGuard(0):
        buf0 = empty_strided_cuda((4, 5), (5, 1), torch.float32)
        extern_kernels.mm(arg0_1, reinterpret_tensor(arg0_1, (5, 4), (1, 5), 0), out=buf0)
        buf1 = reinterpret_tensor(buf0, (20, ), (1, ), 0); del buf0  # reuse
        triton_relu.run(buf1, arg0_1, 20, grid=grid(20), stream=stream0)
        cpp_fused_add_0(arg0_1, buf1)
        torch.ops._c10d_functional.all_reduce_.default(buf1, 'sum', '0')
        buf2 = torch.ops._c10d_functional.all_gather_into_tensor.default(buf1, 2, '0')
        torch.ops._c10d_functional.wait_tensor.default(buf2)
        with torch.cuda.stream(stream1):
            torch.ops.streams.wait_event.default(5, 1)
            pool1 = empty_strided_cuda((4096, ), (1, ), torch.uint8)
            buf3 = alloc_from_pool(pool1, 1024, torch.float32, (16, s0), (16, 1))
            partition0_args = [buf2]
            (buf4, ) = partition0(partition0_args)
        while u0:
            buf5 = buf4[1]
            aten.index_put_(buf5, [buf3], buf1, False)
        strange(buf5)
    return (buf5, reinterpret_tensor(buf1, (5, ), (1, ), 0), )
def benchmark_compiled_module(times=10, repeat=10):
    arg0_1 = rand_strided((4, 5), (5, 1), device='cuda:0', dtype=torch.float32)
