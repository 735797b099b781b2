// SPDX-License-Identifier: Apache-2.0
#include "core/experiments/inputs.h"

namespace stowage {
namespace memomalloc_data {

using Against = Quantity::Against;
using Is = PaperClaim::Is;
using Over = PaperClaim::Over;
using Unit = ExperimentUnit;

constexpr ExperimentRow row(std::string_view title, std::string_view network) {
  return {title, {.id = network, .training = false}};
}
constexpr ExperimentRow kRows[] = {row("alexnet", "alexnet"),
                                   row("dcgan", "dcgan"),
                                   row("deeplabv3_resnet50", "deeplabv3_resnet50"),
                                   row("densenet161", "densenet161"),
                                   row("fcn_resnet50", "fcn_resnet50"),
                                   row("googlenet", "googlenet"),
                                   row("regnet_x_8gf", "regnet_x_8gf"),
                                   row("squeezenet1_0", "squeezenet"),
                                   row("vgg16", "vgg16"),
                                   row("wide_resnet50_2", "wide_resnet50")};

constexpr const char* kOtherGraphs = PaperText::tr(
    "Our graphs differ: networks of the zoo, one tensor a result, where the thesis records each allocation of "
    "PyTorch's "
    "kernels.");

// ---- Planning time and error

constexpr ExperimentColumn time_of(const char* title, std::string_view layout) {
  return {title, Unit::milliseconds, {Measure::layout_ms, {.layouts = layout}}};
}
constexpr ExperimentColumn error_of(const char* title, std::string_view layout) {
  return {title, Unit::percent, {Measure::footprint, {.layouts = layout}, Against::excess, Measure::optimum}};
}
constexpr ExperimentColumn kStrategyColumns[] = {time_of(PaperText::tr("bump_allocation, time"), "bump"),
                                                 time_of(PaperText::tr("mip, time"), "mip"),
                                                 time_of(PaperText::tr("gergov, time"), "gergov"),
                                                 time_of(PaperText::tr("greedy_by_size, time"), "greedy-by-size"),
                                                 time_of(PaperText::tr("mincost_flow, time"), "mincost-flow"),
                                                 error_of(PaperText::tr("bump_allocation, error"), "bump"),
                                                 error_of(PaperText::tr("mip, error"), "mip"),
                                                 error_of(PaperText::tr("gergov, error"), "gergov"),
                                                 error_of(PaperText::tr("greedy_by_size, error"), "greedy-by-size"),
                                                 error_of(PaperText::tr("mincost_flow, error"), "mincost-flow"),
                                                 {PaperText::tr("greedy_by_size, fragmentation"),
                                                  Unit::percent,
                                                  {Measure::fragmentation, {.layouts = "greedy-by-size"}}}};
constexpr PaperClaim kStrategyClaims[] = {
    {PaperText::tr("greedy_by_size is nearly optimal: a median error of less than 1%."), Over::median, 8, Is::at_most,
     1, 0, 5, kOtherGraphs},
    {PaperText::tr("It is quick enough to run before each inference: within a millisecond."), Over::median, 3,
     Is::at_most, 1, 0, 10, PaperText::tr("Machine and code differ.")},
    {PaperText::tr("The integer program finds the optimum."), Over::each, 6, Is::at_most, 0, 1e-9, 0,
     PaperText::tr("The solver differs: by default CBC runs here, and it is stopped after some seconds.")}};

// ---- Sizes

constexpr ExperimentColumn kSizeColumns[] = {
    {PaperText::tr("tensors"), Unit::count, {Measure::tensors}},
    {PaperText::tr("smaller than 1 KiB"), Unit::percent, {Measure::below_kib}},
    {PaperText::tr("smaller than 32 KiB"), Unit::percent, {Measure::below_32_kib}},
    {PaperText::tr("smaller than 1 MiB"), Unit::percent, {Measure::below_mib}},
    {PaperText::tr("smaller than 32 MiB"), Unit::percent, {Measure::below_32_mib}}};
constexpr PaperClaim kSizeClaims[] = {
    {PaperText::tr("Most tensors are smaller than 1 MiB."), Over::median, 3, Is::at_least, 50, 0, 25, kOtherGraphs}};

// ---- The tensors that a graph knows

constexpr ExperimentRow kTensorRows[] = {row("wide_resnet50_2", "wide_resnet50"), row("googlenet", "googlenet")};
constexpr ExperimentColumn kTensorColumns[] = {{PaperText::tr("tensors of the graph"), Unit::count, {Measure::tensors}},
                                               {PaperText::tr("their bytes"), Unit::mib, {Measure::total_bytes}}};
constexpr double kTensorPaper[] = {121, 41, 138, 11};
constexpr PaperClaim kTensorClaims[] = {
    {PaperText::tr("A graph of the network has as many tensors as TorchScript's."), Over::each, 0, Is::as_published, 0,
     15, 0,
     PaperText::tr("Our graphs differ: each result is a tensor here, even the result of a ReLU, which torchvision "
                   "writes over its input.")},
    {PaperText::tr("They have as many bytes."), Over::each, 1, Is::as_published, 0, 5, 0,
     PaperText::tr("The inputs differ: the thesis does not say for which images; ours are of 224 by 224.")}};

constexpr Experiment kMemomallocAll[] = {
    {"memomalloc.strategies",
     "Chapter 1, section 3; chapter 2, section 2",
     PaperText::tr("Five strategies: planning time and error"),
     kRows,
     kStrategyColumns,
     kStrategyClaims,
     3,
     30,
     {},
     PaperText::tr("Inference at batch 1. Errors are against the optimum, where it is proved. The thesis "
                   "has charts and sentences; the bounds of 1% and a millisecond are our reading.")},
    {"memomalloc.sizes", "Chapter 1, section 2; appendix 3", PaperText::tr("How large allocations are"), kRows,
     kSizeColumns, kSizeClaims, 0, 0},
    {"memomalloc.tensors", "Table in chapter 2, section 1", PaperText::tr("The tensors of a graph"), kTensorRows,
     kTensorColumns, kTensorClaims, 0, 0, kTensorPaper,
     PaperText::tr("The thesis records 662 allocations of 71 MB and 788 of 24 MB when these networks run: "
                   "kernels allocate more than a graph shows.")}};

}  // namespace memomalloc_data

std::span<const Experiment> memomalloc_experiments() {
  return memomalloc_data::kMemomallocAll;
}

}  // namespace stowage
