// SPDX-License-Identifier: Apache-2.0
#include "core/sharing/sharing.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>

#include "core/base/text.h"
#include "core/graph/indexing.h"
#include "core/graph/lifetimes.h"

namespace stowage {
namespace {

/// The largest multiple of `step` that is at most `value`.
std::int64_t round_down(std::int64_t value, std::int64_t step) {
  const std::int64_t rest = value % step;
  return value - (rest < 0 ? rest + step : rest);
}

/// The multiple of `step` in [low, high] that is nearest to `wish`, of equals the larger; none if the range has none.
std::optional<std::int64_t> nearest(std::int64_t wish, std::int64_t low, std::int64_t high, std::int64_t step) {
  const std::int64_t first = -round_down(-low, step), last = round_down(high, step);
  if (first > last) return std::nullopt;
  const std::int64_t below = round_down(std::clamp(wish, first, last), step);
  return below == last || wish - below < below + step - wish ? below : below + step;
}

/// Sums over steps, with the largest of any range: a segment tree.
class Curve {
 public:
  explicit Curve(std::span<const Bytes> values) : leaves_(std::bit_ceil(std::max<std::size_t>(1, values.size()))) {
    most_.assign(2 * leaves_, std::numeric_limits<std::int64_t>::min() / 2);
    added_.assign(2 * leaves_, 0);
    for (std::size_t k = 0; k < values.size(); ++k) most_[leaves_ + k] = values[k].count;
    for (std::size_t node = leaves_; node-- > 1;) most_[node] = std::max(most_[2 * node], most_[2 * node + 1]);
  }

  void add(std::size_t begin, std::size_t end, std::int64_t value) {
    if (begin >= end || value == 0) return;
    const auto pull = [&](std::size_t node) {
      for (node /= 2; node > 0; node /= 2) most_[node] = std::max(most_[2 * node], most_[2 * node + 1]) + added_[node];
    };
    const auto put = [&](std::size_t node) { most_[node] += value, added_[node] += value; };
    const std::size_t left = begin + leaves_, right = end + leaves_;
    for (std::size_t l = left, r = right; l < r; l /= 2, r /= 2) {
      if (l % 2 == 1) put(l++);
      if (r % 2 == 1) put(--r);
    }
    pull(left);
    pull(right - 1);
  }

  [[nodiscard]] std::int64_t most(std::size_t begin, std::size_t end) const {
    // What was added above a node counts for it, too.
    const auto whole = [&](std::size_t node) {
      std::int64_t out = most_[node];
      for (node /= 2; node > 0; node /= 2) out += added_[node];
      return out;
    };
    std::int64_t out = std::numeric_limits<std::int64_t>::min();
    for (std::size_t l = begin + leaves_, r = end + leaves_; l < r; l /= 2, r /= 2) {
      if (l % 2 == 1) out = std::max(out, whole(l++));
      if (r % 2 == 1) out = std::max(out, whole(--r));
    }
    return out;
  }

 private:
  std::size_t leaves_;
  std::vector<std::int64_t> most_, added_;  // by node: the most below it, added_ included
};

class PairChooser {
 public:
  PairChooser(const Graph& graph, const OwnersGraph& owners, Bytes alignment)
      : graph_(graph),
        owners_(owners),
        alignment_(alignment.count),
        blocks_(graph.tensor_count()),
        place_(graph.tensor_count()),
        taken_(graph.tensor_count()),
        taking_(graph.tensor_count()),
        inexact_(graph.tensor_count()),
        has_companion_(graph.tensor_count()),
        curve_(memory_curve(owners.graph, lifetimes(owners.graph), alignment)) {
    const auto lives = lifetimes(owners.graph);
    for (TensorId t : graph.tensors()) {
      block_.push_back(t);
      blocks_[t.index()] = {.members = {t},
                            .size = round_up(owners.graph.size(t), alignment).count,
                            .own = owners.graph.alignment(t),
                            .grouped = graph.group(t).valid() ? t : TensorId(),
                            .begin = lives[t.index()].begin,
                            .end = lives[t.index()].end};
    }
    for (TensorId t : owners.inexact) inexact_[t.index()] = true;
    for (const CompanionPair& pair : owners.graph.companions())
      for (TensorId t : {pair.first, pair.second}) has_companion_[t.index()] = true;
  }

  Result<void> join_duties() {
    for (std::size_t k = 0; k < graph_.in_place().size(); ++k) {
      const InPlace& pair = graph_.in_place()[k];
      if (!pair.must) continue;
      const auto fault = [&](const std::string& why) {
        return tl::unexpected(Error::bad_input("", "/in_place/" + std::to_string(k),
                                               quoted(graph_.name(pair.output)) + " must be written over " +
                                                   quoted(graph_.name(pair.input)) + ", but " + why));
      };
      if (taken_[pair.input.index()]) return fault("another output must be, too");
      if (taking_[pair.output.index()]) return fault("must be written over another input, too");
      if (has_companion(pair)) return fault("one of them has to lie in the place of a third");
      if (!is_free(pair)) return fault("their parts are written by operators that do not wait for each other");
      const auto joint = joint_of(pair);
      if (!joint)
        return fault(graph_.group(pair.output).valid() || graph_.group(pair.input).valid()
                         ? "one of them is in a contiguous group, which leaves no gaps"
                         : "no shift between them is a multiple of the alignment");
      join(pair, *joint);
    }
    return {};
  }

  void join_permitted(const std::vector<Permission>& permissions) {
    struct Candidate {
      std::int64_t alive, frees;
      std::size_t pair;
    };
    std::vector<Candidate> all;
    for (std::size_t k = 0; k < permissions.size(); ++k) {
      const InPlace& pair = graph_.in_place()[k];
      if (!permissions[k].usable() || pair.must) continue;
      const std::size_t at = graph_.producer(pair.output).index();
      const std::int64_t frees = std::min(blocks_[pair.input.index()].size, blocks_[pair.output.index()].size);
      if (frees > 0) all.push_back({curve_.most(at, at + 1), frees, k});
    }
    std::ranges::sort(all, [](const Candidate& a, const Candidate& b) {
      return std::tuple(-a.alive, -a.frees, a.pair) < std::tuple(-b.alive, -b.frees, b.pair);
    });
    for (const Candidate& candidate : all) {
      const InPlace& pair = graph_.in_place()[candidate.pair];
      if (!is_free(pair)) continue;
      if (const auto joint = joint_of(pair); joint && pays(pair, *joint)) join(pair, *joint);
    }
  }

  [[nodiscard]] SharedGraph shared() const {
    Graph::Data data = owners_.graph.data();
    SharedGraph out{.graph = {}, .block = block_, .inset = {}, .merged = joined_};
    for (TensorId t : graph_.tensors()) out.inset.push_back(place_of(t));
    std::vector<std::vector<OperatorId>> uses(graph_.tensor_count());
    for (TensorId home : graph_.tensors()) {
      const Block& block = blocks_[home.index()];
      if (block.members.size() < 2) continue;
      // A member of a group keeps its place there; otherwise any member would do.
      const TensorId name = block.grouped.valid() ? block.grouped : *std::ranges::min_element(block.members);
      TensorId head = block.members.front();
      bool output = false;
      for (TensorId t : block.members) {
        if (!taking_[t.index()]) head = t;
        output = output || owners_.graph.is_output(t);
      }
      const OperatorId begin = owners_.graph.producer(head);
      std::vector<OperatorId>& all = uses[name.index()];
      for (TensorId t : block.members) {
        if (const OperatorId made = owners_.graph.producer(t); made.valid() && made != begin) all.push_back(made);
        for (OperatorId use : owners_.graph.consumers(t)) all.push_back(use);
        out.block[t.index()] = name;
        data.tensor_size[t.index()] = {};
        if (!data.tensor_alignment.empty()) data.tensor_alignment[t.index()] = 1;
      }
      sort_distinct(all);
      // A tensor that gets another producer keeps its arcs.
      if (const OperatorId made = owners_.graph.producer(name); made.valid() && made != begin)
        for (OperatorId use : owners_.graph.consumers(name))
          if (use != made) data.control.push_back({made, use});
      data.tensor_producer[name.index()] = begin;
      data.tensor_output[name.index()] = output;
      data.tensor_size[name.index()] = {block.size};
      if (block.own > 1) data.tensor_alignment[name.index()] = static_cast<std::uint32_t>(block.own);
    }
    Csr<OperatorId> consumers;
    for (TensorId t : graph_.tensors())
      consumers.add_row(uses[t.index()].empty() ? owners_.graph.consumers(t)
                                                : std::span<const OperatorId>(uses[t.index()]));
    data.tensor_consumers = std::move(consumers);
    for (const View& view : graph_.views()) {
      const TensorId owner = graph_.owner(view.tensor);
      out.block[view.tensor.index()] = out.block[owner.index()];
      out.inset[view.tensor.index()] = out.inset[owner.index()] + graph_.inset(view.tensor);
    }
    index_all(data);
    out.graph = Graph(std::move(data));
    return out;
  }

 private:
  /// A path of tensors, each but the first written over the one before.
  struct Block {
    std::vector<TensorId> members;  ///< none: joined to another
    std::int64_t size = 0;
    std::int64_t own = 1;   ///< the start is a multiple of it, and of the plan's alignment
    std::int64_t base = 0;  ///< from its begin to where places in it are counted from
    TensorId grouped{};     ///< the member in a contiguous group
    std::uint32_t begin = 0, end = 0;
  };
  /// How the block of the output would lie relative to that of the input.
  struct Joint {
    std::int64_t shift = 0;  ///< from the begin of the input's block
    std::int64_t size = 0;   ///< of both together
  };

  [[nodiscard]] const Block& block_of(TensorId t) const { return blocks_[block_[t.index()].index()]; }
  [[nodiscard]] std::int64_t place_of(TensorId t) const { return block_of(t).base + place_[t.index()]; }

  /// Companions stay as they are: with another tensor in their bytes, both might be in use at once.
  [[nodiscard]] bool has_companion(const InPlace& pair) const {
    return has_companion_[pair.input.index()] || has_companion_[pair.output.index()];
  }
  /// Whether neither takes part in another pair already. Bytes that no operator begins are left alone.
  [[nodiscard]] bool is_free(const InPlace& pair) const {
    return !has_companion(pair) && !taken_[pair.input.index()] && !taking_[pair.output.index()] &&
           !inexact_[pair.input.index()] && !inexact_[pair.output.index()] &&
           block_[pair.input.index()] != block_[pair.output.index()];
  }

  /// None where the two cannot lie so.
  [[nodiscard]] std::optional<Joint> joint_of(const InPlace& pair) const {
    const Block &input = block_of(pair.input), &output = block_of(pair.output);
    const bool grouped = input.grouped.valid() || output.grouped.valid();
    if (input.grouped.valid() && output.grouped.valid()) return std::nullopt;
    const std::int64_t own = std::lcm(input.own, output.own), factor = own / std::gcd(own, alignment_);
    constexpr std::int64_t kMaxOwn = std::int64_t{1} << 30;
    if (own > kMaxOwn || alignment_ > kMaxTotalSize.count / factor) return std::nullopt;
    const std::int64_t step = alignment_ * factor;
    if (grouped && step != alignment_) return std::nullopt;  // groups have the plan's alignment only
    const std::int64_t between = place_of(pair.input) - place_of(pair.output);
    std::int64_t low = between + pair.low, high = between + pair.high;
    // Where the one lies within the other, both need no more than the larger.
    const std::int64_t room = input.size - output.size;
    const std::int64_t inner_low = std::min<std::int64_t>(0, room), inner_high = std::max<std::int64_t>(0, room);
    if (input.grouped.valid()) low = std::max(low, std::int64_t{0}), high = std::min(high, room);
    if (output.grouped.valid()) low = std::max(low, room), high = std::min(high, std::int64_t{0});
    if (low > high) return std::nullopt;
    std::optional<std::int64_t> shift = nearest(0, std::max(low, inner_low), std::min(high, inner_high), step);
    if (!shift) shift = nearest(low > inner_high ? inner_high : inner_low, low, high, step);
    if (!shift) return std::nullopt;
    return Joint{*shift, std::max(input.size, *shift + output.size) - std::min<std::int64_t>(0, *shift)};
  }

  struct Change {
    std::uint32_t begin, end;
    std::int64_t bytes;
  };
  /// Changes of the curve: along the input up to the operator, at the operator, and along the output after it.
  [[nodiscard]] static std::array<Change, 3> changes(const Block& input, const Block& output, std::int64_t size) {
    return {{{input.begin, output.begin, size - input.size},
             {output.begin, input.end, size - input.size - output.size},
             {input.end, output.end, size - output.size}}};
  }

  /// Whether a join leaves less alive at the operator, and no step of the two above their highest before.
  [[nodiscard]] bool pays(const InPlace& pair, const Joint& joint) const {
    const Block &input = block_of(pair.input), &output = block_of(pair.output);
    if (joint.size >= input.size + output.size || input.end <= output.begin) return false;
    const std::int64_t before = curve_.most(input.begin, output.end);
    return std::ranges::none_of(changes(input, output, joint.size), [&](const Change& change) {
      const std::uint32_t begin = std::max(change.begin, input.begin), end = std::min(change.end, output.end);
      return begin < end && curve_.most(begin, end) + change.bytes > before;
    });
  }

  /// The shorter list of members moves, so that a tensor moves log T times at most.
  void join(const InPlace& pair, const Joint& joint) {
    Block& input = blocks_[block_[pair.input.index()].index()];
    Block& output = blocks_[block_[pair.output.index()].index()];
    for (const auto& [begin, end, bytes] : changes(input, output, joint.size)) curve_.add(begin, end, bytes);
    const std::int64_t first = std::min<std::int64_t>(0, joint.shift);  // of both, from the begin of the input's
    input.base -= first;
    output.base += joint.shift - first;
    const bool into_input = input.members.size() >= output.members.size();
    Block &stays = into_input ? input : output, &goes = into_input ? output : input;
    const TensorId home = block_[(into_input ? pair.input : pair.output).index()];
    for (TensorId t : goes.members) {
      place_[t.index()] += goes.base - stays.base;
      block_[t.index()] = home;
    }
    stays.members.insert(stays.members.end(), goes.members.begin(), goes.members.end());
    stays = {.members = std::move(stays.members),
             .size = joint.size,
             .own = std::lcm(input.own, output.own),
             .base = stays.base,
             .grouped = input.grouped.valid() ? input.grouped : output.grouped,
             .begin = input.begin,
             .end = std::max(input.end, output.end)};
    goes = {};
    taken_[pair.input.index()] = true;
    taking_[pair.output.index()] = true;
    ++joined_;
  }

  const Graph& graph_;
  const OwnersGraph& owners_;
  const std::int64_t alignment_;
  std::vector<Block> blocks_;        // by tensor: its own, until that joins another
  std::vector<TensorId> block_;      // by tensor: where it lies now
  std::vector<std::int64_t> place_;  // by tensor: from the base of that
  std::vector<bool> taken_, taking_, inexact_, has_companion_;
  std::size_t joined_ = 0;
  Curve curve_;
};

}  // namespace

Result<void> choose_pairs(const Graph& graph, const OwnersGraph& owners, Bytes alignment,
                          const std::vector<Permission>& permissions, bool permitted, Sharing& out) {
  PairChooser chooser(graph, owners, alignment);
  if (auto joined = chooser.join_duties(); !joined) return joined;
  out.apart = chooser.shared();
  if (!permitted) return {};
  chooser.join_permitted(permissions);
  SharedGraph in_place = chooser.shared();
  if (in_place.merged > out.apart.merged) out.in_place = std::move(in_place);
  return {};
}

}  // namespace stowage
