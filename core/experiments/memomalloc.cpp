// SPDX-License-Identifier: Apache-2.0
#include <array>

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
    "PyTorch's kernels.");

// ---- Planning time, error and fragmentation

constexpr auto kNames =
    std::to_array<const char*>({"bump_allocation", "mip", "gergov", "greedy_by_size", "mincost_flow"});
constexpr auto kPlans = std::to_array<PlanSpec>({{.layouts = "bump"},
                                                 {.layouts = "mip"},
                                                 {.layouts = "gergov"},
                                                 {.layouts = "greedy-by-size"},
                                                 {.layouts = "mincost-flow"}});
constexpr auto kStrategyColumns = [] {
  std::array<ExperimentColumn, 2 * kNames.size()> out{};
  for (std::size_t k = 0; k < kNames.size(); ++k) {
    out[k] = {kNames[k], Unit::milliseconds, {Measure::layout_ms, kPlans[k]}};
    out[kNames.size() + k] = {
        kNames[k], Unit::percent, {Measure::footprint, kPlans[k], Against::excess, Measure::optimum}};
  }
  return out;
}();
constexpr PaperClaim kStrategyClaims[] = {
    {PaperText::tr("greedy_by_size generally achieves near-optimal results in terms of memory usage."), Over::median, 8,
     Is::at_most, 1, 0, 5, kOtherGraphs, 0, 0xff, 10, true},
    {PaperText::tr("greedy_by_size is performant enough to be executed prior to every forward pass."), Over::median, 3,
     Is::at_most, 1, 0, 10, PaperText::tr("Machine and code differ."), 0, 0xff, 10, true},
    {PaperText::tr("The offsets of the integer program are provably optimal."), Over::each, 6, Is::at_most, 0, 1e-9, 0,
     PaperText::tr("The solver differs: by default CBC runs here, and it is stopped after some seconds.")}};

// ---- Heap maps

constexpr PlanSpec kGreedy = kPlans[3];
constexpr ExperimentColumn loss_of(std::size_t k) {
  return {kNames[k], Unit::percent, {Measure::fragmentation, kPlans[k]}};
}
constexpr ExperimentColumn kHeapColumns[] = {
    loss_of(0),
    loss_of(1),
    loss_of(2),
    loss_of(3),
    loss_of(4),
    {PaperText::tr("greedy_by_size, from beginning to end"), Unit::mib, {Measure::footprint, kGreedy}},
    {PaperText::tr("alive at the peak"), Unit::mib, {Measure::lifetime_bound}},
    {PaperText::tr("alive on average"), Unit::mib, {Measure::mean_alive}},
    {PaperText::tr("greedy_by_size, above the peak alive"),
     Unit::percent,
     {Measure::footprint, kGreedy, Against::excess, Measure::lifetime_bound}},
    {PaperText::tr("greedy_by_size, above the average alive"),
     Unit::percent,
     {Measure::footprint, kGreedy, Against::excess, Measure::mean_alive}}};
constexpr PaperClaim kHeapClaims[] = {
    {PaperText::tr("greedy_by_size generally has acceptable fragmentation."), Over::median, 3, Is::at_most, 10, 0, 25,
     kOtherGraphs, 0, 0xff, 10, true},
    {PaperText::tr("MemoMalloc and jemalloc have comparable peak usage."), Over::median, 8, Is::about, 0, 10, 0,
     kOtherGraphs, 0, 0xff, 10, true},
    {PaperText::tr("The average usage of MemoMalloc is higher, since it frees nothing during the forward pass."),
     Over::each, 9, Is::at_least, 0, -1e-9, 0, kOtherGraphs}};

// ---- Sizes

constexpr auto kSizes = std::to_array<const char*>(
    {"< 1 KiB", "1–2 KiB", "2–4 KiB", "4–8 KiB", "8–16 KiB", "16–32 KiB", "32–64 KiB", "64–128 KiB", "128–256 KiB",
     "256–512 KiB", "½–1 MiB", "1–2 MiB", "2–4 MiB", "4–8 MiB", "8–16 MiB", "16–32 MiB", "32–64 MiB", "≥ 64 MiB"});
constexpr auto kPowers =
    std::to_array<std::string_view>({"0-10", "10-11", "11-12", "12-13", "13-14", "14-15", "15-16", "16-17", "17-18",
                                     "18-19", "19-20", "20-21", "21-22", "22-23", "23-24", "24-25", "25-26", "26-62"});
constexpr std::uint8_t kShare = kSizes.size();
constexpr auto kSizeColumns = [] {
  std::array<ExperimentColumn, kShare + 1> out{};
  for (std::size_t k = 0; k < kShare; ++k)
    out[k] = {kSizes[k], Unit::count, {Measure::of_size, {.layouts = kPowers[k]}}};
  out[kShare] = {PaperText::tr("share below 1 MiB"),
                 Unit::percent,
                 {Measure::of_size, {.layouts = "0-20"}, Against::share, Measure::tensors}};
  return out;
}();
constexpr PaperClaim kSizeClaims[] = {
    {PaperText::tr("The networks most affected make many allocations, most of them below 1 MB."), Over::median, kShare,
     Is::at_least, 50, 0, 25, kOtherGraphs, 0, 0xff, 10, true}};

// ---- The tensors that a graph knows

constexpr ExperimentRow kTensorRows[] = {row("wide_resnet50_2", "wide_resnet50"), row("googlenet", "googlenet")};
constexpr ExperimentColumn kTensorColumns[] = {{PaperText::tr("tensors of the graph"), Unit::count, {Measure::tensors}},
                                               {PaperText::tr("their bytes"), Unit::mib, {Measure::total_bytes}}};
constexpr double kTensorPaper[] = {121, 41, 138, 11};
constexpr PaperClaim kTensorClaims[] = {
    {PaperText::tr("Ours: a graph of the zoo has as many tensors as TorchScript's."), Over::each, 0, Is::as_published,
     0, 15, 0,
     PaperText::tr("Our graphs differ: each result is a tensor here, even the result of a ReLU, which torchvision "
                   "writes over its input."),
     0, 0xff, 10, true},
    {PaperText::tr("Ours: they need the same number of bytes."), Over::each, 1, Is::as_published, 0, 5, 0,
     PaperText::tr("The inputs differ: the thesis does not say for which images; ours are of 224 by 224."), 0, 0xff, 10,
     true}};

constexpr Experiment kMemomallocAll[] = {
    {"memomalloc.strategies", "Chapter 2, section 2", PaperText::tr("Five strategies: planning time and error"), kRows,
     kStrategyColumns, kStrategyClaims, 0.4, 0.5, kNonePrinted,
     PaperText::tr("Inference at batch 1. Percentages are errors against the optimum, where it is proved.")},
    {"memomalloc.heap", "Appendix 2, chapter 4", PaperText::tr("Heap maps: fragmentation, peak and average usage"),
     kRows, kHeapColumns, kHeapClaims, 0.4, 0.4, kNonePrinted,
     PaperText::tr("Percentages of a strategy are its fragmentation. The thesis has pictures; render --view heap and "
                   "--view strategies draw ours. A plan takes its peak "
                   "from beginning to end. No jemalloc runs here: the bytes alive stand for what it maps, at least.")},
    {"memomalloc.sizes", "Appendix 3, chapter 1", PaperText::tr("How large allocations are"), kRows, kSizeColumns,
     kSizeClaims, 0, 0, kNonePrinted,
     PaperText::tr("How many tensors have each size, as in the thesis's charts. Networks here have no weights among "
                   "their tensors: all are intermediate.")},
    {"memomalloc.tensors", "Table 1, chapter 2", PaperText::tr("The tensors of a graph, beside TorchScript's"),
     kTensorRows, kTensorColumns, kTensorClaims, 0, 0, kTensorPaper,
     PaperText::tr("The thesis has the table to show that TorchScript does not capture all allocations: it records 662 "
                   "of 71 MB and 788 of 24 MB when these networks run."),
     300, "MB"}};

}  // namespace memomalloc_data

std::span<const Experiment> memomalloc_experiments() {
  return memomalloc_data::kMemomallocAll;
}

}  // namespace stowage
