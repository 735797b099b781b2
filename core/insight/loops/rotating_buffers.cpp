// SPDX-License-Identifier: Apache-2.0
#include "core/insight/loops/loop_plan.h"

#include <numeric>

namespace stowage {
namespace {

/// Follows the values that are carried from tensor to tensor.
class Finder {
 public:
  Finder(const Graph& body, const Conflicts& conflicts, std::span<const Carry> carry, const std::vector<bool>& kept)
      : body_(body), conflicts_(conflicts), kept_(kept), from_(body.tensor_count()), seen_(body.tensor_count(), kNone) {
    for (const auto& [into, from] : carry) {
      from_[into.index()] = from;
      out_.carried.push_back({into, from});
    }
    std::ranges::sort(out_.carried, {}, &Carried::tensor);
  }

  Result<RotatingBuffers> run() {
    for (Carried& c : out_.carried) settle(c);
    for (std::size_t k = 0; k < out_.rings.size(); ++k) measure(k);
    const std::size_t things = std::max(body_.tensor_count(), body_.operator_count());
    for (const Ring& ring : out_.rings) out_.repeat = std::min(kManyCopies, std::lcm(out_.repeat, ring.places));
    if (out_.repeat * things > kMaxUnrolled)
      return tl::unexpected(Error::of(Error::Kind::too_large, too_large(things)));
    return std::move(out_);
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  static constexpr std::size_t kManyCopies = 1'000'000'000;  // no need to know more exactly

  /// Names the longest rings, and how many copies they need.
  [[nodiscard]] std::string too_large(std::size_t things) const {
    const std::string most = " more than the " + std::to_string(kMaxUnrolled) + " that are planned";
    const std::string what = std::to_string(things) + " tensors or operators";
    if (out_.repeat == 1) return "its body has " + what + "," + most;
    const std::string copies = (out_.repeat == kManyCopies ? "more than " : "") + std::to_string(out_.repeat);
    return "what it carries comes round only after " + copies + " iterations (" + longest_rings() +
           "), and so many copies of its " + what + " are" + most;
  }
  [[nodiscard]] std::string longest_rings() const {
    constexpr std::size_t kNamed = 4;
    std::vector<const Ring*> turning;
    for (const Ring& ring : out_.rings)
      if (ring.places > 1) turning.push_back(&ring);
    std::ranges::stable_sort(turning, std::ranges::greater{}, &Ring::places);
    std::string out;
    for (std::size_t k = 0; k < std::min(kNamed, turning.size()); ++k)
      out.append(k == 0 ? "the ring of \"" : ", that of \"")
          .append(body_.name(turning[k]->root))
          .append("\" has " + std::to_string(turning[k]->places) + (k == 0 ? " places" : ""));
    if (turning.size() > kNamed) out += ", and there are " + std::to_string(turning.size() - kNamed) + " more";
    return out;
  }

  /// Finds the end of the way and how far it is. On a cycle the end is the first tensor met again.
  void settle(Carried& c) {
    std::size_t steps = 0;
    TensorId at = c.tensor;
    std::vector<TensorId> way;
    for (; from_[at.index()].valid() && seen_[at.index()] == kNone; at = from_[at.index()]) {
      seen_[at.index()] = steps++;
      way.push_back(at);
    }
    const bool cycle = from_[at.index()].valid();
    const std::size_t length = cycle ? steps - seen_[at.index()] : 0;
    const std::size_t entry = steps - length;  // steps before the cycle
    c.distance = entry;
    if (cycle) {
      const auto members = std::span(way).subspan(entry);
      const auto lowest = std::ranges::min_element(members);
      // The member of lowest id lies in slot 0 at first, the one it takes from in slot 1.
      const auto index = (length - static_cast<std::size_t>(lowest - members.begin())) % length;
      c.ring = ring_of(*lowest, Ring::Kind::cycle, length);
      c.phase = (index + length - entry % length) % length;
      c.in_ring = entry == 0;
    } else {
      c.ring = ring_of(at, body_.producer(at).valid() ? Ring::Kind::chain : Ring::Kind::constant, 1);
    }
    for (TensorId t : way) seen_[t.index()] = kNone;
  }

  std::size_t ring_of(TensorId root, Ring::Kind kind, std::size_t places) {
    const auto known = std::ranges::find(out_.rings, root, &Ring::root);
    if (known != out_.rings.end()) return static_cast<std::size_t>(known - out_.rings.begin());
    out_.rings.push_back({.kind = kind, .root = root, .places = places, .size = body_.size(root)});
    return out_.rings.size() - 1;
  }

  /// The size, and of a chain the co-allocation test: the value that the farthest tensors hold may be overwritten in
  /// the same iteration only if all their uses come before the root is made.
  void measure(std::size_t k) {
    Ring& ring = out_.rings[k];
    const Carried* farthest = nullptr;
    for (const Carried& c : out_.carried) {
      if (c.ring != k) continue;
      ring.size = std::max(ring.size, body_.size(c.tensor));
      if (farthest == nullptr || c.distance > farthest->distance) farthest = &c;
    }
    if (ring.kind != Ring::Kind::chain) return;
    ring.depth = farthest->distance;
    const bool over = std::ranges::all_of(out_.carried, [&](const Carried& c) {
      return c.ring != k || c.distance < ring.depth ||
             (!kept_[c.tensor.index()] && conflicts_.before(c.tensor, ring.root));
    });
    ring.places = over ? ring.depth : ring.depth + 1;
    for (Carried& c : out_.carried)
      if (c.ring == k) c.phase = ring.depth - c.distance;
    for (TensorId on_way = farthest->tensor; on_way != ring.root; on_way = from_[on_way.index()])
      std::ranges::find(out_.carried, on_way, &Carried::tensor)->in_ring = true;
  }

  const Graph& body_;
  const Conflicts& conflicts_;
  const std::vector<bool>& kept_;
  std::vector<TensorId> from_;     // by tensor: what is carried into it, or none
  std::vector<std::size_t> seen_;  // by tensor: at which step of the way at hand
  RotatingBuffers out_;
};

}  // namespace

const Carried* RotatingBuffers::find(TensorId t) const {
  const auto at = std::ranges::lower_bound(carried, t, {}, &Carried::tensor);
  return at != carried.end() && at->tensor == t ? &*at : nullptr;
}

const Ring* RotatingBuffers::rooted_at(TensorId t) const {
  const auto at = std::ranges::find(rings, t, &Ring::root);
  return at == rings.end() ? nullptr : &*at;
}

Result<RotatingBuffers> find_rotating_buffers(const Graph& body, const Conflicts& conflicts,
                                              std::span<const Carry> carry, const std::vector<bool>& kept) {
  return Finder(body, conflicts, carry, kept).run();
}

}  // namespace stowage
