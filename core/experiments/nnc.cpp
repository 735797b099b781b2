// SPDX-License-Identifier: Apache-2.0
#include "core/experiments/inputs.h"

namespace stowage {
namespace nnc_data {

using Against = Quantity::Against;
using From = ExperimentInput::From;
using Is = PaperClaim::Is;
using Over = PaperClaim::Over;
using Unit = ExperimentUnit;

constexpr ExperimentRow row(std::string_view title, std::string_view network) {
  return {title, {.id = network, .training = false}};
}
constexpr ExperimentRow kRows[] = {
    row("ResNet-50", "resnet50"),
    row("DenseNet-161", "densenet161"),
    row("GoogLeNet", "googlenet"),
    row("MobileNetV2", "mobilenet_v2"),
    row("VGG-16", "vgg16"),
    {PaperText::tr("300 graphs at random"), {.from = From::random, .id = "lifetimes", .batch = 300}}};
constexpr std::uint8_t kNetworks = 5;
constexpr PlanSpec kDegree{.layouts = "nnc"}, kAlone{.layouts = "nnc.alone"}, kSize{.layouts = "nnc.size"},
    kWhole{.layouts = "mincost-flow"};

constexpr ExperimentColumn above_bound(const char* title, const PlanSpec& plan) {
  return {title, Unit::percent, {Measure::footprint, plan, Against::excess, Measure::lifetime_bound}};
}
constexpr ExperimentColumn kRuleColumns[] = {
    {PaperText::tr("lower bound"), Unit::bytes, {Measure::lifetime_bound}},
    above_bound(PaperText::tr("most interference first, with pairs: above the bound"), kDegree),
    above_bound(PaperText::tr("most interference first, without pairs: above the bound"), kAlone),
    above_bound(PaperText::tr("largest first: above the bound"), kSize),
    above_bound(PaperText::tr("whole tensors reused (mincost-flow): above the bound"), kWhole),
    {PaperText::tr("saved by pairs, most interference first"),
     Unit::percent,
     {Measure::footprint, kDegree, Against::reduction, Measure::footprint, kAlone}},
    {PaperText::tr("saved by reusing parts, largest first"),
     Unit::percent,
     {Measure::footprint, kSize, Against::reduction, Measure::footprint, kWhole}},
    {PaperText::tr("saved by largest first, against most interference first"),
     Unit::percent,
     {Measure::footprint, kSize, Against::reduction, Measure::footprint, kDegree}}};
constexpr const char* kLuck = PaperText::tr("Both are greedy: on some graphs the other way is luckier.");
constexpr PaperClaim kRuleClaims[] = {
    {PaperText::tr("With pairs, networks reach the trivial solution, which we take for the lower bound."), Over::each,
     1, Is::at_most, 0, 1e-9, 0,
     PaperText::tr("The published rule takes interference before size, and nnc differs from the text, as the note "
                   "says. The authors' later rule, largest first, has a column of its own."),
     0, kNetworks, 10, true},
    {PaperText::tr("Ours: pairs never need more memory than single tensors."), Over::each, 5, Is::at_least, 0, 1e-9, 0,
     kLuck, 0, 0xff, 10, true},
    {PaperText::tr(
         "Ours: with largest first, reusing parts of tensors never needs more memory than reusing whole tensors."),
     Over::each, 6, Is::at_least, 0, 1e-9, 0, kLuck, 0, 0xff, 10, true},
    {PaperText::tr("Ours: largest first never needs more memory than most interference first."), Over::each, 7,
     Is::at_least, 0, 1e-9, 0, kLuck, 0, 0xff, 10, true}};

constexpr ExperimentRow kLoopRows[] = {{"y = Convolution(x, w, b); x <= y", {.from = From::figure, .id = "nnc.loop"}}};
constexpr ExperimentColumn kLoopColumns[] = {
    {PaperText::tr("values copied between iterations"), Unit::count, {Measure::carried_copies}}};
constexpr double kLoopPaper[] = {0};
constexpr PaperClaim kLoopClaims[] = {
    {PaperText::tr("The loop needs no data transfer."), Over::each, 0, Is::as_published}};

constexpr Experiment kNncAll[] = {
    {"nnc.rules", PaperText::tr("Candidate selection and intuition"),
     PaperText::tr("Two rules, and reuse of parts of tensors"), kRows, kRuleColumns, kRuleClaims, 0, 0, kNonePrinted,
     PaperText::tr("The text has no numbers. Inference at batch 1. nnc takes tuples of two tensors, where the text has "
                   "up to three, and also edges that begin or end at a dummy node, but not both, where "
                   "the text takes none of them.")},
    {"nnc.loop", PaperText::tr("Loop"), PaperText::tr("A loop without copies"), kLoopRows, kLoopColumns, kLoopClaims, 0,
     0, kLoopPaper}};

}  // namespace nnc_data

std::span<const Experiment> nnc_experiments() {
  return nnc_data::kNncAll;
}

}  // namespace stowage
