// SPDX-License-Identifier: Apache-2.0
#include "core/safety/conflicts.h"

#include <array>
#include <cassert>
#include <numeric>

#include "core/base/bits.h"
#include "core/safety/chains.h"
#include "core/safety/owners_graph.h"

// The relation, and why one number a tensor and chain holds all of it.
//
// u ⇝ v: a path of one arc or more (data, control, stream) leads from operator u to v. U(t), the *uses* of t, are its
// consumers and its producer; the producer counts because a tensor without consumers still needs its bytes while it is
// written. "a before b" stands for: u ⇝ p(b) for all u in U(a). Here p(b) is b's producer.
//
// 1. It is exact. If a is before b, every use of a is over when p(b) starts. If neither is before the other, there are
//    u in U(a) with not u ⇝ p(b), and w in U(b) with not w ⇝ p(a). Run all ancestors of p(a) and of p(b), in order,
//    except these two. If p(a) ⇝ p(b), finish p(a) and start p(b) (and vice versa); if neither, start both. Then u
//    and w are unfinished: u does not lead to p(b), nor to p(a), being p(a) or a descendant of it; so with w. Both
//    tensors hold bytes still needed, in a legal execution. (core/insight/simulate/explain.h builds exactly this
//    execution.)
// 2. It is a strict partial order. p(a) in U(a), hence a before a would be p(a) ⇝ p(a), a cycle. If a before b before
//    c, every use of a leads to p(b), p(b) is a use of b, and leads to p(c).
// 3. It is one comparison. Let v be a descendant of u; so is every operator after v in v's chain. The descendants of u
//    in a chain are therefore a suffix of it, with first(u, s) the first position. An intersection of suffixes is a
//    suffix, and its first position is the largest: release(a, s) = max over u in U(a) of first(u, s). All of U(a)
//    leads to p(b) iff position(p(b)) ≥ release(a, chain(p(b))).
// 4. A reverse pass finds first: first(u, ·) = min over arcs u → v of first(v, ·) and, at v's chain, position(v).
//    Two shortcuts keep this cheap. An arc u → v may be skipped if v's position is reached already through another
//    arc, by some w at or before v in v's chain: all of v's descendants are w's. A use u may be skipped if it leads to
//    another use v: first(u, ·) ≤ first(v, ·). In particular the producer is a use that counts only where it is alone.
//
// Outputs are never released. Tensors present from the start have no producer: they are born at position 0, before
// which nothing can be released. Tensors that are never needed are released at -1 and born at kNever.

namespace stowage {
namespace {

using Position = Conflicts::Position;
constexpr Position kNever = Conflicts::kNever;

/// Finds the row of releases of one tensor after the other, and writes them as columns: `out` is [chain][tensor]. False
/// where the task was stopped.
bool write_releases(const Graph& graph, const ChainCover& cover, const ChainReachability& first,
                    std::vector<Position>& out, const Task& task) {
  constexpr std::size_t kTile = 16;  // rows turned into columns together: one cache line of each column
  const std::size_t tensors = graph.tensor_count(), width = first.width();
  const std::vector<Position> never(width, kNever), unneeded(width, -1);
  std::vector<Position> scratch(kTile * width);
  std::vector<TensorId> seen(cover.count());  // by chain: the last tensor with a use there; uses come last first
  // The releases of `t`: a row that exists already, or `own` filled.
  const auto row_of = [&](TensorId t, Position* own) -> const Position* {
    if (!graph.is_needed(t)) return unneeded.data();
    if (graph.is_output(t)) return never.data();
    const auto uses = graph.consumers(t);
    if (uses.empty()) return first.row(graph.producer(t));
    const OperatorId last = uses.back();
    seen[cover.place[last.index()].chain] = t;
    const Position* found = first.row(last);
    for (std::size_t k = uses.size() - 1; k-- > 0;) {
      TensorId& latest = seen[cover.place[uses[k].index()].chain];
      if (latest == t || first.leads_to(uses[k], last)) continue;
      latest = t;
      if (found != own) std::copy_n(std::exchange(found, own), width, own);
      const Position* const other = first.row(uses[k]);
      for (std::size_t s = 0; s < width; ++s) own[s] = std::max(own[s], other[s]);
    }
    return found;
  };
  std::array<const Position*, kTile> rows{};
  for (std::size_t begin = 0; begin < tensors; begin += kTile) {
    if (task.poll(begin)) return false;
    const std::size_t count = std::min(kTile, tensors - begin);
    for (std::size_t i = 0; i < count; ++i) rows[i] = row_of(TensorId(begin + i), scratch.data() + i * width);
    for (std::size_t s = 0; s < cover.count(); ++s) {
      Position* column = out.data() + s * tensors + begin;
      for (std::size_t i = 0; i < count; ++i) column[i] = rows[i][s];
    }
  }
  return true;
}

/// With one chain everything follows the global order: a tensor is released right after its last use.
void release_on_one_chain(const Graph& graph, std::vector<Position>& out) {
  const std::size_t last = graph.operator_count();
  for (TensorId t : graph.tensors()) {
    Position& release = out[t.index()];
    if (!graph.is_needed(t)) {
      release = -1;
    } else if (graph.is_output(t)) {
      release = kNever;
    } else {
      const OperatorId use = graph.consumers(t).empty() ? graph.producer(t) : graph.consumers(t).back();
      release = use.index() + 1 < last ? static_cast<Position>(use.index() + 2) : kNever;
    }
  }
}

}  // namespace

Result<Conflicts> Conflicts::compute_with_views(const Graph& graph, const Task& task) {
  STOWAGE_TRY(const OwnersGraph owners, owners_graph(graph, task));
  STOWAGE_TRY(Conflicts out, compute(owners.graph, task));
  out.owner_.reserve(graph.tensor_count());
  for (TensorId t : graph.tensors()) out.owner_.push_back(graph.owner(t));
  for (const View& view : graph.views()) {
    const std::size_t t = view.tensor.index(), owner = out.owner_[t].index();
    out.birth_[t] = out.birth_[owner];
    if (!out.windows_.empty()) out.windows_[t] = out.windows_[owner];
    for (std::size_t s = 0; s < out.chain_count_; ++s)
      out.release_[s * graph.tensor_count() + t] = out.release_[s * graph.tensor_count() + owner];
  }
  return out;
}

Result<Conflicts> Conflicts::compute(const Graph& graph, const Task& task) {
  if (graph.has_views()) return compute_with_views(graph, task);
  STOWAGE_TRY(ChainCover cover, choose_chains(graph, task));

  Conflicts out;
  out.chain_count_ = cover.count();
  out.birth_.reserve(graph.tensor_count());
  for (TensorId t : graph.tensors()) {
    const OperatorId producer = graph.producer(t);
    if (producer.valid()) {
      const auto [chain, position] = cover.place[producer.index()];
      out.birth_.push_back({position, chain});
    } else {
      out.birth_.push_back({graph.is_needed(t) ? 0 : kNever, 0});
    }
  }
  out.release_.resize(out.chain_count_ * graph.tensor_count());
  if (out.chain_count_ == 1) {
    release_on_one_chain(graph, out.release_);
    const auto end = static_cast<Position>(graph.operator_count() + 1);
    out.windows_.reserve(graph.tensor_count());
    for (std::size_t t = 0; t < graph.tensor_count(); ++t)
      out.windows_.push_back({out.birth_[t].position, std::min(out.release_[t], end)});
  } else {
    ChainReachability first(graph, cover);
    if (!first.compute(task) || !write_releases(graph, cover, first, out.release_, task))
      return tl::unexpected(task.why_stopped());
  }
  out.chains_ = std::move(cover.chains);
  return out;
}

/// flags[i] = 1 iff the tensor i is unsafe with one born at `birth` and released at limits[chain], otherwise 0.
STOWAGE_VECTORISED void Conflicts::flag_unsafe(std::span<const Birth> births, const Position* releases,
                                               const Position* limits, Position birth, std::uint8_t* __restrict flags) {
  for (std::size_t i = 0; i < births.size(); ++i)
    flags[i] = static_cast<std::uint8_t>((birth < releases[i]) & (births[i].position < limits[births[i].chain]));
}

void Conflicts::unsafe_row(TensorId t, std::span<std::uint64_t> bits) const {
  constexpr std::size_t kBits = 64;
  const std::size_t tensors = tensor_count();
  assert(bits.size() == (tensors + kBits - 1) / kBits);
  const Birth birth = birth_[t.index()];
  const auto releases = this->releases(birth.chain);
  constexpr std::size_t kFewChains = 64;  // inner loops ask for row after row: room for these on the stack
  std::array<Position, kFewChains> few;
  std::vector<Position> many(chain_count_ > kFewChains ? chain_count_ : 0);
  Position* const limits = many.empty() ? few.data() : many.data();
  for (std::size_t s = 0; s < chain_count_; ++s) limits[s] = release(t, s);
  std::array<std::uint8_t, kBits * 8> flags;
  for (std::size_t begin = 0; begin < tensors; begin += flags.size()) {
    const std::size_t count = std::min(flags.size(), tensors - begin);
    flag_unsafe(std::span(birth_).subspan(begin, count), releases.data() + begin, limits, birth.position, flags.data());
    std::fill(flags.begin() + static_cast<std::ptrdiff_t>(count), flags.end(), std::uint8_t{0});
    for (std::size_t w = 0; w * kBits < count; ++w)
      bits[begin / kBits + w] = packed_flags(flags.data() + w * kBits, kBits);
  }
  bits[t.index() / kBits] &= ~(std::uint64_t{1} << (t.index() % kBits));
  for (std::size_t other = 0; other < owner_.size(); ++other)
    if (owner_[other] == owner_[t.index()]) bits[other / kBits] &= ~(std::uint64_t{1} << (other % kBits));
}

std::vector<std::uint32_t> Conflicts::degrees() const {
  const std::size_t tensors = tensor_count();
  std::size_t needed = 0;
  for (std::size_t t = 0; t < tensors; ++t) needed += birth_[t].position != kNever ? 1 : 0;
  std::vector<std::uint32_t> out(tensors);
  for (std::size_t t = 0; t < tensors; ++t)
    out[t] = birth_[t].position == kNever ? 0 : static_cast<std::uint32_t>(needed - 1);

  std::vector<std::uint32_t> born_from, released_by;  // by position of one chain
  for (std::size_t s = 0; s < chain_count_; ++s) {
    const std::size_t length = chains_[s].size();
    const auto releases = this->releases(s);
    const auto slot = [&](Position p) { return std::min(static_cast<std::size_t>(p), length + 1); };
    born_from.assign(length + 2, 0);
    released_by.assign(length + 2, 0);
    for (std::size_t t = 0; t < tensors; ++t) {
      if (birth_[t].position == kNever) continue;
      if (birth_[t].chain == s) ++born_from[slot(birth_[t].position)];
      ++released_by[slot(releases[t])];
    }
    for (std::size_t p = length + 1; p-- > 0;) born_from[p] += born_from[p + 1];
    for (std::size_t p = 1; p <= length; ++p) released_by[p] += released_by[p - 1];
    for (std::size_t t = 0; t < tensors; ++t) {
      if (birth_[t].position == kNever) continue;
      out[t] -= born_from[slot(releases[t])];
      if (birth_[t].chain == s) out[t] -= released_by[slot(birth_[t].position)];
    }
  }
  std::vector<std::uint32_t> others(owner_.size());  // by owner: those in its bytes but one
  for (std::size_t t = 0; t < owner_.size(); ++t)
    if (owner_[t] != TensorId(t)) ++others[owner_[t].index()];
  for (std::size_t t = 0; t < owner_.size(); ++t)
    if (birth_[t].position != kNever) out[t] -= others[owner_[t].index()];
  return out;
}

std::uint64_t Conflicts::unsafe_pair_count() const {
  const std::vector<std::uint32_t> each = degrees();
  return std::accumulate(each.begin(), each.end(), std::uint64_t{0}) / 2;
}

}  // namespace stowage
