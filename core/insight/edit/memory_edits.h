// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/insight/edit/edits.h"

// Edits that free a tensor's bytes while it waits for its next use, at the price of operators that bring it back. They
// add ordinary operators and tensors. The new tensors are the last of the graph.
namespace stowage {

/// A wait of a tensor between two uses that follow each other in the global order (of its producer and its consumers).
struct UseGap {
  OperatorId last_early, first_late;

  [[nodiscard]] std::size_t steps() const { return first_late.index() - last_early.index(); }
};
/// The longest in steps, of equal ones the first; none for a tensor that has no producer or no use after its producer.
/// A gap of one step has nothing in between.
[[nodiscard]] UseGap longest_gap(const Graph& graph, TensorId tensor);
/// The gap that ends with this use; none unless `first_late` consumes it after its producer.
[[nodiscard]] UseGap gap_before(const Graph& graph, TensorId tensor, OperatorId first_late);

/// Why a tensor cannot be recomputed or offloaded before `first_late`; empty where it can.
[[nodiscard]] std::string why_not_recomputed(const Graph& graph, TensorId tensor, OperatorId first_late);
[[nodiscard]] std::string why_not_offloaded(const Graph& graph, TensorId tensor, OperatorId first_late);

/// **Recomputation**: a copy of the producer runs just before `first_late`, on its stream, and `first_late` and the
/// uses after it read the copy's tensor. Inputs of the producer live until the copy has run.
/// ```
///   before   make ──t── early ─────────t────────── late
///   after    make ──t── early      make again ─t'─ late
/// ```
/// The copy takes as long as the producer; its duration is an estimate. It waits for all that the producer waits for,
/// by tensors and by syncs. It makes everything that the producer makes; copies without a reader end at once. Refused
/// for a tensor that is an output or present from the start, for loops, where `first_late` is not a later use or runs
/// right after the use before, or where a time axis fixes the steps.
[[nodiscard]] Result<EditedGraph> recompute(const Graph& graph, TensorId tensor, OperatorId first_late);

/// A link between device and host.
struct HostLink {
  /// In each direction, by default what a PCIe 4.0 link of 16 lanes moves in practice (of 31.5 GB/s in theory).
  double bytes_per_second = 25e9;
};
/// How long a transfer takes, in nanoseconds, rounded up.
[[nodiscard]] std::int64_t transfer_time(Bytes size, const HostLink& link);

/// Whether a stream is one of the streams of transfers that offload() adds: "to host" and "from host".
[[nodiscard]] bool is_host_stream(const Graph& graph, StreamId stream);
/// The other streams, without those that have no operators.
[[nodiscard]] std::vector<StreamId> device_streams(const Graph& graph);

/// **Offloading**: the tensor is copied to the host on the stream "to host", and back on the stream "from host", just
/// in time for `first_late`, which reads the returned tensor, as do the uses after it. The streams are added where
/// there are none of these names.
/// ```
///   compute    make ──t── early     free ────── begin ──── late
///   to host          └─ t to host ───┘            │         │
///   from host                                     └ t back ─┘
/// ```
/// Two syncs keep the copies apart from other uses of the bytes meanwhile: the operator `free` waits for the copy to
/// the host, the copy back waits for the operator `begin`. By the durations of the graph, `free` is the first operator
/// after the last early use in its stream that starts when the copy has ended, and `begin` the last before `first_late`
/// in its stream that leaves time for the copy back. Where there is no time for both, or without durations, `free` is
/// the next operator and `begin` the one before `first_late`: this frees most, and costs time. Refused as recompute(),
/// and where no operator lies between.
[[nodiscard]] Result<EditedGraph> offload(const Graph& graph, TensorId tensor, OperatorId first_late,
                                          const HostLink& link = {});

}  // namespace stowage
