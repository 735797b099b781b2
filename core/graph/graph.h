// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/bytes.h"
#include "core/base/csr.h"
#include "core/base/id.h"
#include "core/base/name_table.h"

namespace stowage {

struct Branch;
struct LaidOut;
struct Loop;

/// "`before` must finish before `after` starts", without data; a sync between streams is one.
struct ControlEdge {
  OperatorId before;
  OperatorId after;
  friend auto operator<=>(const ControlEdge&, const ControlEdge&) = default;
};

/// How long an operator runs, and how that is known.
struct Duration {
  enum class From : std::uint8_t { unsaid, measured, estimated, modelled };

  std::int64_t nanoseconds = 0;  ///< 0 … kMaxDuration; 0: unknown
  From from = From::unsaid;

  friend bool operator==(const Duration&, const Duration&) = default;
};

/// The largest duration of one operator, and the limit below which a graph's durations must add up, in nanoseconds.
inline constexpr std::int64_t kMaxDuration = std::int64_t{1} << 53, kMaxTotalDuration = std::int64_t{1} << 60;

/// The words of graph files, by value; "" for unsaid.
inline constexpr std::array<std::string_view, 4> kDurationSources = {"", "measured", "estimated", "modelled"};

[[nodiscard]] constexpr std::string_view name_of(Duration::From from) {
  return kDurationSources[static_cast<std::size_t>(from)];
}
/// The source of that name; none for an empty or unknown name.
[[nodiscard]] constexpr std::optional<Duration::From> duration_source(std::string_view name) {
  for (std::size_t k = 1; k < kDurationSources.size(); ++k)
    if (kDurationSources[k] == name) return static_cast<Duration::From>(k);
  return std::nullopt;
}

/// `tensor` owns no bytes: it lies in the bytes of `of`, from byte `offset` of it on.
struct View {
  TensorId tensor, of;
  std::int64_t offset = 0;
  std::string extra{};  ///< unknown keys of the file, a JSON object's text
  friend bool operator==(const View&, const View&) = default;
};

/// `output` may be written over `input` if its producer consumes `input` and is the last to use its bytes in every
/// run: `output` then begins `low` to `high` bytes after the begin of `input`.
struct InPlace {
  TensorId output, input;
  std::int64_t low = 0, high = 0;
  bool must = false;  ///< a duty, not a permission
  std::string extra{};
  friend bool operator==(const InPlace&, const InPlace&) = default;
};

/// `second` must begin `shift` bytes after the begin of `first`; the two are never in use at once.
struct CompanionPair {
  TensorId first, second;
  std::int64_t shift = 0;
  bool by_choice = false;  ///< other plans may part them: bounds do not rely on the pair
  friend bool operator==(const CompanionPair&, const CompanionPair&) = default;
};

/// A computational graph whose operators run on parallel streams: immutable, compact, made by GraphBuilder.
///
/// - Operators are numbered in the **global order**: `OperatorId(k)` is step k, and every arc leads from a lower
///   to a higher id. The operators of one stream run in that order too (the stream's *local order*).
/// - A tensor has one producer (none: present from the start), its distinct consumers, a size, and may be an
///   *output* (needed until the end). A tensor consumed by its own producer is a workspace.
/// - A **contiguous group** is a list of tensors that must lie end to end, in that order.
/// - **Companions** are tensors that must lie in the same place, one after the other: the values that a body hands on
///   from one iteration to the next without a copy.
/// - A **view** is a tensor that lies in the bytes of another, its *owner*; **in place** is the permission (or duty) to
///   write an output over an input. core/sharing says how plans use both.
/// - An operator may have a **duration**; core/insight/simulate/timing.h derives when each starts and ends.
/// - Happens-before is the transitive closure of data arcs, control edges and local orders (core/safety).
///
/// Interval problems (core/formats/interval_csv.h) are graphs of one stream with a time axis: step k lasts from
/// `times()[k]` to `times()[k+1]`.
///
/// Cost: about 40 bytes and the name for a tensor, 30 and the name for an operator; copies share only names, so share
/// it by `std::shared_ptr<const Graph>`.
class Graph {
 public:
  struct Stream {
    std::int64_t number = 0;  ///< the id the file uses
    std::string name;         ///< may be empty
    std::string color;        ///< "#rrggbb"; empty, or any other text a file holds: views choose one
  };
  /// Index into an interned table of short texts (operator kinds, phases, tensor kinds). 0 is the empty text.
  using Label = std::uint16_t;

  /// Everything a graph holds. GraphBuilder makes it, after checking it; core/insight/edit changes copies of it.
  struct Data {
    std::string name;
    Bytes alignment{1};
    std::vector<Stream> streams;
    // operators, by OperatorId
    NameTable operator_names;
    std::vector<StreamId> operator_stream;
    std::vector<std::uint32_t> operator_position;
    std::vector<Label> operator_kind, operator_phase;
    std::vector<Duration> operator_duration;  // empty: none is known
    Csr<OperatorId> stream_operators;
    Csr<OperatorId> control_successors;
    Csr<TensorId> inputs, outputs;
    // tensors, by TensorId
    NameTable tensor_names;
    std::vector<Bytes> tensor_size;
    std::vector<bool> tensor_at_least;  // whether its size is the least that it can be; false beyond the end
    std::vector<OperatorId> tensor_producer;
    Csr<OperatorId> tensor_consumers;
    std::vector<Label> tensor_kind;
    std::vector<bool> tensor_output;
    std::vector<GroupId> tensor_group;
    std::vector<std::uint32_t> tensor_alignment;  // empty: all 1
    Csr<TensorId> groups;
    std::vector<CompanionPair> companions;
    std::vector<ControlEdge> control;
    std::vector<View> views;
    std::vector<InPlace> in_place;
    std::vector<TensorId> tensor_owner;      // empty: each its own
    std::vector<std::int64_t> tensor_inset;  // from the begin of its owner; empty: all 0
    NameTable labels;
    std::vector<std::int64_t> times;                                     // empty, or one more than operators
    std::unordered_map<std::size_t, std::shared_ptr<const Loop>> loops;  // by operator
    std::unordered_map<std::size_t, std::shared_ptr<const std::vector<Branch>>> branches;
    std::shared_ptr<const LaidOut> laid_out;  // null where it has the operators that its file has
    // unknown keys of the file, as JSON object texts; written back on save
    std::string extra;
    std::unordered_map<std::size_t, std::string> operator_extra, tensor_extra, stream_extra;
  };

  Graph() = default;
  explicit Graph(Data data) : d_(std::move(data)) {}

  [[nodiscard]] const std::string& name() const { return d_.name; }
  /// The runtime that the graph is for rounds offsets and sizes up to multiples of this; plans do the same unless
  /// another alignment is asked for.
  [[nodiscard]] Bytes alignment() const { return d_.alignment; }

  // ---- counts and ranges
  [[nodiscard]] std::size_t operator_count() const { return d_.operator_stream.size(); }
  [[nodiscard]] std::size_t tensor_count() const { return d_.tensor_size.size(); }
  [[nodiscard]] std::size_t stream_count() const { return d_.streams.size(); }
  [[nodiscard]] std::size_t group_count() const { return d_.groups.row_count(); }
  [[nodiscard]] IdRange<OperatorId> operators() const { return IdRange<OperatorId>(operator_count()); }
  [[nodiscard]] IdRange<TensorId> tensors() const { return IdRange<TensorId>(tensor_count()); }
  [[nodiscard]] IdRange<StreamId> streams() const { return IdRange<StreamId>(stream_count()); }
  [[nodiscard]] IdRange<GroupId> groups() const { return IdRange<GroupId>(group_count()); }

  // ---- operators
  [[nodiscard]] std::string_view name(OperatorId o) const { return d_.operator_names[o.index()]; }
  /// What the operator computes ("Conv"), or "".
  [[nodiscard]] std::string_view kind(OperatorId o) const { return d_.labels[d_.operator_kind[o.index()]]; }
  /// "forward", "backward", … or "".
  [[nodiscard]] std::string_view phase(OperatorId o) const { return d_.labels[d_.operator_phase[o.index()]]; }
  [[nodiscard]] StreamId stream(OperatorId o) const { return d_.operator_stream[o.index()]; }
  [[nodiscard]] Duration duration(OperatorId o) const {
    return d_.operator_duration.empty() ? Duration() : d_.operator_duration[o.index()];
  }
  /// Whether any operator has a duration. All durations add up to less than 2^60 ns.
  [[nodiscard]] bool has_durations() const { return !d_.operator_duration.empty(); }
  /// Place in its stream's local order, from 1.
  [[nodiscard]] std::uint32_t position(OperatorId o) const { return d_.operator_position[o.index()]; }
  /// Tensors it consumes (its own workspaces included), ascending.
  [[nodiscard]] std::span<const TensorId> inputs(OperatorId o) const { return d_.inputs[o.index()]; }
  /// Tensors it produces, ascending.
  [[nodiscard]] std::span<const TensorId> outputs(OperatorId o) const { return d_.outputs[o.index()]; }
  [[nodiscard]] std::span<const OperatorId> control_successors(OperatorId o) const {
    return d_.control_successors[o.index()];
  }
  /// What the operator runs again and again; null for an operator that is not a loop.
  [[nodiscard]] const Loop* loop(OperatorId o) const {
    if (d_.loops.empty()) return nullptr;
    const auto at = d_.loops.find(o.index());
    return at == d_.loops.end() ? nullptr : at->second.get();
  }
  [[nodiscard]] std::size_t loop_count() const { return d_.loops.size(); }
  /// Of these bodies the operator runs one, which is not known before; empty for an operator without branches.
  [[nodiscard]] std::span<const Branch> branches(OperatorId o) const;
  /// How it comes from a graph with bodies (core/graph/laid_out.h), or null.
  [[nodiscard]] const LaidOut* laid_out() const { return d_.laid_out.get(); }
  /// Whether operators have bodies: loops or branches (core/insight/bodies).
  [[nodiscard]] bool has_bodies() const { return !d_.loops.empty() || !d_.branches.empty(); }
  /// Calls `visit(after)` for each operator that waits for `o` by a control edge or for one of its tensors, repeats
  /// included.
  template <class Visit>
  void for_each_arc(OperatorId o, const Visit& visit) const {
    for (OperatorId after : control_successors(o)) visit(after);
    for (TensorId t : outputs(o))
      for (OperatorId use : consumers(t))
        if (use != o) visit(use);
  }
  /// The same, the next operator of its stream first.
  template <class Visit>
  void for_each_successor(OperatorId o, const Visit& visit) const {
    if (const OperatorId next = next_in_stream(o); next.valid()) visit(next);
    for_each_arc(o, visit);
  }
  /// The next operator of the same stream, or none.
  [[nodiscard]] OperatorId next_in_stream(OperatorId o) const {
    const auto local = operators_of(stream(o));
    return position(o) < local.size() ? local[position(o)] : OperatorId();
  }

  // ---- streams
  [[nodiscard]] const Stream& info(StreamId s) const { return d_.streams[s.index()]; }
  /// Its name, or "stream N".
  [[nodiscard]] std::string label(StreamId s) const {
    const Stream& stream = info(s);
    return stream.name.empty() ? "stream " + std::to_string(stream.number) : stream.name;
  }
  /// Its operators in local order.
  [[nodiscard]] std::span<const OperatorId> operators_of(StreamId s) const { return d_.stream_operators[s.index()]; }

  // ---- tensors
  [[nodiscard]] std::string_view name(TensorId t) const { return d_.tensor_names[t.index()]; }
  [[nodiscard]] std::string_view kind(TensorId t) const { return d_.labels[d_.tensor_kind[t.index()]]; }
  /// The least that the size can be, mostly 0, for a tensor of unknown size (core/graph/claims.h).
  [[nodiscard]] Bytes size(TensorId t) const { return d_.tensor_size[t.index()]; }
  /// None: present from the start.
  [[nodiscard]] OperatorId producer(TensorId t) const { return d_.tensor_producer[t.index()]; }
  /// Ascending, distinct; may contain the producer (a workspace).
  [[nodiscard]] std::span<const OperatorId> consumers(TensorId t) const { return d_.tensor_consumers[t.index()]; }
  /// Needed until the end.
  [[nodiscard]] bool is_output(TensorId t) const { return d_.tensor_output[t.index()]; }
  /// False for a tensor present from the start that has no consumer and is not an output: it has no conflicts.
  [[nodiscard]] bool is_needed(TensorId t) const {
    return producer(t).valid() || is_output(t) || !consumers(t).empty();
  }
  /// Its offset must be a multiple of this (≥ 1).
  [[nodiscard]] std::uint32_t alignment(TensorId t) const {
    return d_.tensor_alignment.empty() ? 1 : d_.tensor_alignment[t.index()];
  }
  [[nodiscard]] bool has_alignments() const { return !d_.tensor_alignment.empty(); }
  /// None for a tensor in no group.
  [[nodiscard]] GroupId group(TensorId t) const { return d_.tensor_group[t.index()]; }

  // ---- bytes in common
  /// Whether there are views or in-place pairs; without them each tensor is planned by itself.
  [[nodiscard]] bool has_sharing() const { return has_views() || !d_.in_place.empty(); }
  [[nodiscard]] bool has_views() const { return !d_.views.empty(); }
  [[nodiscard]] std::span<const View> views() const { return d_.views; }
  [[nodiscard]] std::span<const InPlace> in_place() const { return d_.in_place; }
  /// The tensor in whose bytes it lies: the root of a chain of views, or the tensor itself.
  [[nodiscard]] TensorId owner(TensorId t) const { return has_views() ? d_.tensor_owner[t.index()] : t; }
  [[nodiscard]] bool is_view(TensorId t) const { return owner(t) != t; }
  /// Bytes from the begin of its owner to its own begin.
  [[nodiscard]] std::int64_t inset(TensorId t) const { return has_views() ? d_.tensor_inset[t.index()] : 0; }

  // ---- the rest
  /// Its tensors, in the order in which they must lie.
  [[nodiscard]] std::span<const TensorId> members(GroupId g) const { return d_.groups[g.index()]; }
  [[nodiscard]] std::span<const CompanionPair> companions() const { return d_.companions; }
  [[nodiscard]] bool has_companions_by_choice() const {
    return std::ranges::any_of(d_.companions, &CompanionPair::by_choice);
  }
  [[nodiscard]] std::span<const ControlEdge> control() const { return d_.control; }
  /// Boundaries of the steps in the input's own time unit (operator_count()+1 values, ascending), or empty.
  [[nodiscard]] std::span<const std::int64_t> times() const { return d_.times; }
  /// The sum over tensors that own bytes: views are not counted.
  [[nodiscard]] Bytes total_size() const {
    Bytes sum;
    for (TensorId t : tensors())
      if (!is_view(t)) sum += size(t);
    return sum;
  }

  /// The first operator or tensor of that name, or none; O(count).
  [[nodiscard]] OperatorId find_operator(std::string_view name) const {
    return OperatorId(d_.operator_names.find(name));
  }
  [[nodiscard]] TensorId find_tensor(std::string_view name) const { return TensorId(d_.tensor_names.find(name)); }

  /// Direct access for writers and for edits that start from this graph.
  [[nodiscard]] const Data& data() const { return d_; }

 private:
  Data d_;
};

/// From the second iteration on, `into` holds at its start the value of `from` at the end of the iteration before.
struct Carry {
  TensorId into;  ///< of the body; nothing produces it: its value of the first iteration comes from outside
  TensorId from;  ///< of the body; may itself be one that is carried into
  friend bool operator==(const Carry&, const Carry&) = default;
};

/// The body of an operator that is a loop, which runs again and again. Operators of the body may be loops too.
///
/// A body tensor without producer into which nothing is carried is read-only and holds the same value in every
/// iteration. Where the operator consumes an outside tensor of the same id, the two *are* one tensor. Likewise, the
/// first value of a tensor that is carried into lies where the operator finds the outside tensor of the same id.
struct Loop {
  Graph body;
  std::vector<Carry> carry;   ///< at most one into each tensor
  bool runs_at_least_once{};  ///< do … while: the test whether to go on comes after the body
};

/// A body of an operator with branches: each run takes one of them. Tensors with the ids of tensors that the operator
/// consumes or makes *are* these tensors, as in a Loop.
struct Branch {
  std::string name;  ///< "then"; the number of the branch where the file names none
  Graph body;
};

inline std::span<const Branch> Graph::branches(OperatorId o) const {
  const auto at = d_.branches.find(o.index());
  return at == d_.branches.end() ? std::span<const Branch>() : std::span<const Branch>(*at->second);
}

}  // namespace stowage
