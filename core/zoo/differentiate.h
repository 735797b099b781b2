// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zoo/network.h"
#include "core/zoo/program.h"

namespace stowage::zoo {

/// The network as it is run forward: operators of phase "forward" and, for a loss, "loss".
///
/// Tensors of kind "input" and, where `weights` is set, "weight" are present from the start; weights are needed until
/// the end (what is overwritten in place lives on). Without `weights` they are left out, as OLLA and ROAM do: they are
/// resident in every plan, and lie elsewhere. Results are of kind "activation", "statistics" and "loss". Where the
/// network is only run, results that no operator reads are not made.
[[nodiscard]] Program forward_program(const Network& network, bool weights);

/// The same followed by its derivative, operators of phase "backward": from the last forward operator to the first, the
/// backward operators of each; each of these makes tensors of kind "gradient". Gradients that are not wanted (of a
/// batch of images, say) are not made. Where a tensor is used more than once, one operator for each further gradient
/// adds it to the sum as soon as it is there, as PyTorch's engine does; sums pass their gradient on without an
/// operator. The network's result must be its loss. Fills in `parameters`; their gradients are not outputs yet.
///
/// Before the first backward operator of a segment (Network::begin_segment), the operators of the segment that make
/// what its backward operators read run again, as "NAME.again".
[[nodiscard]] Program training_program(const Network& network, bool weights);

}  // namespace stowage::zoo
