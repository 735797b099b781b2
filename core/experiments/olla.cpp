// SPDX-License-Identifier: Apache-2.0
#include "core/experiments/inputs.h"

namespace stowage {
namespace olla_data {

using Against = Quantity::Against;
using Is = PaperClaim::Is;
using Over = PaperClaim::Over;
using Unit = ExperimentUnit;

constexpr ExperimentRow row(std::string_view title, std::string_view network, std::int64_t batch, bool only_full) {
  return {title, {.id = network, .batch = batch, .optimizer = Optimizer::sgd}, {}, only_full};
}
// EfficientNet is the last of each batch: some figures leave it out.
constexpr ExperimentRow kRows[] = {row("AlexNet, batch 1", "alexnet", 1, false),
                                   row("VGG, batch 1", "vgg16", 1, false),
                                   row("GoogleNet, batch 1", "googlenet", 1, false),
                                   row("MNASNet, batch 1", "mnasnet", 1, false),
                                   row("MobileNet, batch 1", "mobilenet_v2", 1, false),
                                   row("ResNet, batch 1", "resnet50", 1, true),
                                   row("ResNet3D, batch 1", "resnet3d_18", 1, true),
                                   row("Transformer, batch 1", "transformer", 1, true),
                                   row("ViT, batch 1", "vit_b16", 1, true),
                                   row("XLM-R, batch 1", "xlm_r", 1, true),
                                   row("EfficientNet, batch 1", "efficientnet_b0", 1, true),
                                   row("AlexNet, batch 32", "alexnet", 32, false),
                                   row("VGG, batch 32", "vgg16", 32, false),
                                   row("GoogleNet, batch 32", "googlenet", 32, false),
                                   row("MNASNet, batch 32", "mnasnet", 32, false),
                                   row("MobileNet, batch 32", "mobilenet_v2", 32, false),
                                   row("ResNet, batch 32", "resnet50", 32, true),
                                   row("ResNet3D, batch 32", "resnet3d_18", 32, true),
                                   row("Transformer, batch 32", "transformer", 32, true),
                                   row("ViT, batch 32", "vit_b16", 32, true),
                                   row("XLM-R, batch 32", "xlm_r", 32, true),
                                   row("EfficientNet, batch 32", "efficientnet_b0", 32, true)};
constexpr std::uint8_t kEach = std::size(kRows) / 2;  // rows of a batch

constexpr PlanSpec kPytorch{.layouts = "caching"}, kOlla{.order = "olla", .layouts = "olla"};
constexpr const char* kNote = PaperText::tr(
    "PyTorch is the given order with a simulated caching allocator; training is with plain SGD. The figures are bar "
    "charts: the paper prints averages alone.");
constexpr const char* kOtherGraphs =
    PaperText::tr("Our graphs differ: networks of the zoo with plain SGD, where the paper has what PyTorch runs.");
constexpr const char* kOtherBaseline = PaperText::tr(
    "Graphs and baseline differ: the paper measures PyTorch 1.11 itself, we simulate the allocator of PyTorch 2 on "
    "networks of the zoo.");
constexpr const char* kOtherSolver =
    PaperText::tr("The solver differs: the paper has Gurobi 9.1 on a server, by default CBC runs here.");

// ---- Figure 7

constexpr ExperimentColumn kFigure7Columns[] = {
    {PaperText::tr("PyTorch's order"), Unit::mib, {Measure::peak}},
    {PaperText::tr("OLLA's order"), Unit::mib, {Measure::peak, kOlla}},
    {PaperText::tr("Reduction"), Unit::percent, {Measure::peak, kOlla, Against::reduction, Measure::peak}}};
constexpr PaperClaim kFigure7Claims[] = {
    {PaperText::tr("At batch 1 reordering reduces the peak by 22.5% on average."), Over::mean, 2, Is::at_least, 22.5, 0,
     5, kOtherGraphs, 0, kEach},
    {PaperText::tr("At batch 32 reordering reduces the peak by 10.1% on average."), Over::mean, 2, Is::at_least, 10.1,
     0, 1, kOtherGraphs, kEach, kEach},
    {PaperText::tr("Reordering reduces the peak by up to 38%."), Over::largest, 2, Is::at_least, 38, 0.5, 10,
     kOtherGraphs},
    {PaperText::tr("Reordering saves more at batch 1 than at batch 32, by 12.4 percentage points on average."),
     Over::decline, 2, Is::at_least, 12.4, 0, 0, kOtherGraphs, 0, kEach}};

// ---- Figure 8

constexpr ExperimentColumn kFigure8Columns[] = {
    {PaperText::tr("PyTorch"), Unit::percent, {Measure::fragmentation, kPytorch}},
    {PaperText::tr("OLLA"), Unit::percent, {Measure::fragmentation, kOlla}},
    {PaperText::tr("PyTorch, with the most in use"),
     Unit::percent,
     {Measure::peak, {}, Against::reduction, Measure::reserved, kPytorch}}};
constexpr PaperClaim kFigure8Claims[] = {
    {PaperText::tr("At batch 1 PyTorch's allocator loses 7.9% on average."), Over::mean, 0, Is::about, 7.9, 4, 1,
     kOtherBaseline, 0, kEach},
    {PaperText::tr("At batch 32 PyTorch's allocator loses 26.1% on average."), Over::mean, 0, Is::about, 26.1, 13, 1,
     kOtherBaseline, kEach, kEach},
    {PaperText::tr("PyTorch's allocator loses more at batch 32 than at batch 1, by 18.2 percentage points on average."),
     Over::decline, 0, Is::at_most, -18.2, 0, 0, kOtherBaseline, 0, kEach},
    {PaperText::tr("OLLA eliminates fragmentation on each network."), Over::each, 1, Is::at_most, 0, 0.005, 0,
     kOtherSolver}};

// ---- Figures 9 and 10

constexpr ExperimentColumn kFigure9Columns[] = {
    {PaperText::tr("operators"), Unit::count, {Measure::operators}},
    {PaperText::tr("Time for the order"), Unit::seconds, {Measure::order_ms, kOlla}}};
constexpr PaperClaim kFigure9Claims[] = {
    {PaperText::tr("The order takes a median of 1.4 seconds."), Over::median, 1, Is::at_most, 1.4, 0.2, 14,
     kOtherSolver},
    {PaperText::tr("Without EfficientNet it takes at most 5.2 seconds at batch 1."), Over::largest, 1, Is::at_most, 5.2,
     0, 52, kOtherSolver, 0, kEach - 1},
    {PaperText::tr("Without EfficientNet it takes at most 5.2 seconds at batch 32."), Over::largest, 1, Is::at_most,
     5.2, 0, 52, kOtherSolver, kEach, kEach - 1}};

constexpr PlanSpec order_within(double seconds) {
  return {.order = "olla", .seconds = seconds};
}
constexpr ExperimentRow kFigure10Rows[] = {row("EfficientNet, batch 1", "efficientnet_b0", 1, false),
                                           row("EfficientNet, batch 32", "efficientnet_b0", 32, false)};
constexpr ExperimentColumn kFigure10Columns[] = {
    {PaperText::tr("saved within 5 s"),
     Unit::percent,
     {Measure::peak, order_within(5), Against::reduction, Measure::peak}},
    {PaperText::tr("saved within 20 s"),
     Unit::percent,
     {Measure::peak, order_within(20), Against::reduction, Measure::peak}},
    {PaperText::tr("saved within 60 s"),
     Unit::percent,
     {Measure::peak, order_within(60), Against::reduction, Measure::peak}},
    {PaperText::tr("Time for the order"), Unit::seconds, {Measure::order_ms, kOlla}},
    {PaperText::tr("above the best order known"),
     Unit::percent,
     {Measure::peak, kOlla, Against::excess, Measure::peak, {.order = "best"}}}};
constexpr const char* kEarlyUpdates =
    PaperText::tr("Early updates (functions 3 and 4) exclude the best order of our graph.");
constexpr PaperClaim kFigure10Claims[] = {
    {PaperText::tr("At batch 1 the order needs 2 minutes."), Over::mean, 3, Is::at_most, 120, 0, 600, kOtherSolver, 0,
     1},
    {PaperText::tr("At batch 1 no order is better than this one."), Over::mean, 4, Is::at_most, 0, 0.005, 1,
     kEarlyUpdates, 0, 1},
    {PaperText::tr("At batch 32 the order within 5 minutes is within 1% of the best."), Over::mean, 4, Is::at_most, 1,
     0, 5, kEarlyUpdates, 1, 1}};

// ---- Figures 11 and 12

constexpr ExperimentColumn kFigure11Columns[] = {
    {PaperText::tr("tensors"), Unit::count, {Measure::tensors}},
    {PaperText::tr("Time for the offsets"), Unit::seconds, {Measure::layout_ms, kOlla}}};
constexpr PaperClaim kFigure11Claims[] = {
    {PaperText::tr("Fragmentation is eliminated in a median time of 5.7 seconds."), Over::median, 1, Is::at_most, 5.7,
     0.6, 57, kOtherSolver}};

constexpr ExperimentRow kFigure12Rows[] = {row("GoogleNet, batch 1", "googlenet", 1, false),
                                           row("GoogleNet, batch 32", "googlenet", 32, false),
                                           row("EfficientNet, batch 1", "efficientnet_b0", 1, false),
                                           row("EfficientNet, batch 32", "efficientnet_b0", 32, false)};
constexpr ExperimentColumn kFigure12Columns[] = {
    {PaperText::tr("lost within 2 s"),
     Unit::percent,
     {Measure::fragmentation, {.order = "olla", .layouts = "olla", .seconds = 2}}},
    {PaperText::tr("lost within the time limit"), Unit::percent, {Measure::fragmentation, kOlla}}};
constexpr PaperClaim kFigure12Claims[] = {
    {PaperText::tr("Fragmentation is below 1% within 5 minutes."), Over::each, 1, Is::at_most, 1, 0, 0, kOtherSolver}};

// ---- Figure 13

constexpr ExperimentColumn kFigure13Columns[] = {
    {PaperText::tr("PyTorch"), Unit::mib, {Measure::reserved, kPytorch}},
    {PaperText::tr("OLLA"), Unit::mib, {Measure::footprint, kOlla}},
    {PaperText::tr("Reduction"),
     Unit::percent,
     {Measure::footprint, kOlla, Against::reduction, Measure::reserved, kPytorch}}};
constexpr PaperClaim kFigure13Claims[] = {{PaperText::tr("At batch 1 OLLA needs 30.4% less memory on average."),
                                           Over::mean, 2, Is::at_least, 30.4, 0, 5, kOtherBaseline, 0, kEach},
                                          {PaperText::tr("At batch 32 OLLA needs 36.1% less memory on average."),
                                           Over::mean, 2, Is::at_least, 36.1, 0, 5, kOtherBaseline, kEach, kEach}};

constexpr Experiment kOllaAll[] = {
    {"olla.figure7", "Figure 7, section 5.3", PaperText::tr("Less memory by another order"), kRows, kFigure7Columns,
     kFigure7Claims, 0.3, 8, kNonePrinted, kNote},
    {"olla.figure8", "Figure 8, section 5.4", PaperText::tr("Fragmentation"), kRows, kFigure8Columns, kFigure8Claims,
     1.3, 120, kNonePrinted,
     PaperText::tr(
         "The paper's definition: memory reserved minus memory in use, when the reserved memory reaches its peak, as "
         "a share of the reserved memory. The last column takes the most memory in use at any time: it is smaller "
         "where a small segment is reserved late.")},
    {"olla.figure9", "Figure 9, section 5.5", PaperText::tr("The time to find an order"), kRows, kFigure9Columns,
     kFigure9Claims, 0.3, 8, kNonePrinted, kNote},
    {"olla.figure10", "Figure 10, section 5.5", PaperText::tr("Memory saved over the time for the order"),
     kFigure10Rows, kFigure10Columns, kFigure10Claims, 0, 10},
    {"olla.figure11", "Figure 11, section 5.6", PaperText::tr("The time to find offsets"), kRows, kFigure11Columns,
     kFigure11Claims, 1.4, 120, kNonePrinted,
     PaperText::tr(
         "The time until the solver has proved its offsets, with plain SGD. The figure is a bar chart without "
         "GoogleNet and EfficientNet; of the others the paper prints the median alone.")},
    {"olla.figure12", "Figure 12, section 5.6", PaperText::tr("Fragmentation over the time for the offsets"),
     kFigure12Rows, kFigure12Columns, kFigure12Claims, 1.2, 20, kNonePrinted,
     PaperText::tr("By default the limit is 10 seconds for the order and 10 for the offsets.")},
    {"olla.figure13", "Figure 13, section 5.7", PaperText::tr("Less memory in all"), kRows, kFigure13Columns,
     kFigure13Claims, 1.3, 120, kNonePrinted,
     PaperText::tr(
         "The paper stops each integer program after 5 minutes, as --full does; by default an order or a layout "
         "stops after 10 seconds. PyTorch is the given order with a simulated caching allocator. The paper prints "
         "averages alone.")}};

}  // namespace olla_data

std::span<const Experiment> olla_experiments() {
  return olla_data::kOllaAll;
}

}  // namespace stowage
