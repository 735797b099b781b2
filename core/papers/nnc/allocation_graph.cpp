// SPDX-License-Identifier: Apache-2.0
#include "core/papers/nnc/allocation_graph.h"

#include <tuple>

#include "core/papers/papers.h"

namespace stowage {
namespace {

using Node = AllocationGraph::Node;
using Edge = AllocationGraph::Edge;

/// Joined steps beyond this are not worth a common address.
constexpr std::int64_t kMaxStep = std::int64_t{1} << 40;

/// Blocks that are inserted together and begin at the same address: each before the next. One block, but for
/// companions and pairs.
struct NncUnit {
  std::vector<Node> blocks;
  std::int64_t size = 0;     ///< the largest of them
  std::int64_t step = 1;     ///< their address must be a multiple of it
  std::uint64_t degree = 0;  ///< unsafe partners of all of them
};

/// The facts on a unit that decide whether it fits an edge.
struct NncRequest {
  Node first, last;  ///< of its blocks, in order
  std::int64_t size, step;
};

NncRequest request_of(const NncUnit& unit) {
  return {unit.blocks.front(), unit.blocks.back(), unit.size, unit.step};
}

/// The order of blocks that NNC uses, from that of their tensors, and the units that it makes of them.
class BlockOrder {
 public:
  explicit BlockOrder(const LayoutProblem& problem) : problem_(problem) {}

  /// Whether every use of the one is over before any member of the other is made. Members that keep no bytes from
  /// others do not count.
  [[nodiscard]] bool before(Node a, Node b) const {
    for (TensorId x : problem_.block(a)) {
      if (!problem_.occupies(x)) continue;
      for (TensorId y : problem_.block(b))
        if (problem_.occupies(y) && !problem_.conflicts().before(x, y)) return false;
    }
    return true;
  }

  /// Whether the blocks of both stand in one line, and some address suits both.
  [[nodiscard]] bool joinable(const NncUnit& a, const NncUnit& b) const {
    return a.step <= kMaxStep / factor(a.step, b.step) && std::ranges::all_of(a.blocks, [&](Node x) {
             return std::ranges::all_of(b.blocks, [&](Node y) { return before(x, y) || before(y, x); });
           });
  }
  /// Makes one of two joinable units.
  void join(NncUnit& into, const NncUnit& other) const {
    into.step *= factor(into.step, other.step);
    into.size = std::max(into.size, other.size);
    into.degree += other.degree;
    into.blocks.insert(into.blocks.end(), other.blocks.begin(), other.blocks.end());
    std::ranges::sort(into.blocks, [&](Node a, Node b) { return before(a, b); });
  }

  /// The request of two joinable units as one. Most pairs fit no edge, and are never joined.
  [[nodiscard]] NncRequest request_of_both(const NncUnit& a, const NncUnit& b) const {
    const auto sooner = [&](Node x, Node y) { return before(x, y); };
    return {std::min(a.blocks.front(), b.blocks.front(), sooner), std::max(a.blocks.back(), b.blocks.back(), sooner),
            std::max(a.size, b.size), a.step * factor(a.step, b.step)};
  }

  /// One unit a block that keeps bytes from others, companions as one; in the order of their first block.
  [[nodiscard]] std::vector<NncUnit> units(std::span<const Companions> companions) const {
    constexpr std::size_t kNone = ~std::size_t{0};
    std::vector<std::size_t> list_of(problem_.sizes().size(), kNone), unit_of_list(companions.size(), kNone);
    for (std::size_t k = 0; k < companions.size(); ++k)
      for (TensorId t : companions[k]) list_of[t.index()] = k;
    const auto degrees = problem_.degrees();
    std::vector<NncUnit> out;
    for (Node b = 0; b < problem_.block_count(); ++b) {
      const auto members = problem_.block(b);
      if (std::ranges::none_of(members, [&](TensorId t) { return problem_.occupies(t); })) continue;
      NncUnit unit{{b}, problem_.block_size(b).count, problem_.block_step(b), 0};
      for (TensorId t : members) unit.degree += degrees[t.index()];
      const std::size_t list = list_of[members[0].index()];
      if (list != kNone && unit_of_list[list] != kNone) {
        join(out[unit_of_list[list]], unit);
        continue;
      }
      if (list != kNone) unit_of_list[list] = out.size();
      out.push_back(std::move(unit));
    }
    return out;
  }

 private:
  /// The factor that makes `step` suit `other`, too.
  static std::int64_t factor(std::int64_t step, std::int64_t other) { return other / std::gcd(step, other); }

  const LayoutProblem& problem_;
};

int dummy_ends(const Edge& edge) {
  return (edge.tail == AllocationGraph::kSource ? 1 : 0) + (edge.head == AllocationGraph::kSink ? 1 : 0);
}

/// A key of edges: that of the better edge is less.
auto worth(const Edge& edge) {
  return std::tuple(dummy_ends(edge), edge.bytes.length(), edge.bytes.begin, edge.tail, edge.head);
}

/// A part of the stretch at hand, and the block that owned it last.
struct Owned {
  Interval part;
  Node owner;
};

/// `block` takes over all bytes below `end` from their owners.
void take_over(std::vector<Owned>& owned, Node block, std::int64_t end, std::vector<Edge>& edges) {
  if (owned.front().part.begin >= end) return;
  const std::int64_t begin = owned.front().part.begin;
  std::vector<Owned> rest;
  for (const Owned& o : owned) {
    if (o.part.begin < end) edges.push_back({o.owner, block, {o.part.begin, std::min(o.part.end, end)}});
    if (o.part.end > end) rest.push_back({{std::max(o.part.begin, end), o.part.end}, o.owner});
  }
  owned.assign(1, {{begin, end}, block});
  owned.insert(owned.end(), rest.begin(), rest.end());
}

/// The allocation graph while it grows.
class AllocationEdges {
 public:
  AllocationEdges(const LayoutProblem& problem, const BlockOrder& order, const Task& task)
      : problem_(problem), order_(order), task_(task), starts_(problem.block_count()) {}

  [[nodiscard]] std::size_t buffer_count() const { return edges_.size(); }
  /// Whether the task was stopped: from then on nothing fits. Asks at every `interval`-th step.
  template <std::size_t interval>
  [[nodiscard]] bool stops() {
    if (!stopped_ && task_.poll(++steps_, interval)) stopped_ = true;
    return stopped_;
  }
  [[nodiscard]] bool stopped() const { return stopped_; }

  struct Place {
    std::size_t buffer, edge;
    std::int64_t start;
  };
  /// Where the request fits best among the edges of `first_buffer` and later ones.
  [[nodiscard]] std::optional<Place> find(const NncRequest& request, std::size_t first_buffer) {
    std::optional<Place> best;
    const Edge* chosen = nullptr;
    for (std::size_t buffer = first_buffer; buffer < edges_.size(); ++buffer)
      for (std::size_t k = 0; k < edges_[buffer].size(); ++k) {
        const Edge& edge = edges_[buffer][k];
        if (stops<65536>()) return {};
        if (edge.bytes.length() < request.size || dummy_ends(edge) == 2) continue;
        const std::int64_t start = round_up(edge.bytes.begin, request.step);
        if (start + request.size > edge.bytes.end) continue;
        if (chosen != nullptr && worth(*chosen) < worth(edge)) continue;
        if (edge.tail != AllocationGraph::kSource && !order_.before(edge.tail, request.first)) continue;
        if (edge.head != AllocationGraph::kSink && !order_.before(request.last, edge.head)) continue;
        best = Place{buffer, k, start};
        chosen = &edge;
      }
    return best;
  }

  void insert(const NncUnit& unit, const Place& place, NncInsertion* told) {
    auto& edges = edges_[place.buffer];
    const Edge old = std::exchange(edges[place.edge], edges.back());
    edges.pop_back();
    const auto others = static_cast<std::ptrdiff_t>(edges.size());
    const Interval taken{place.start, place.start + unit.size};
    for (const Interval rest : {Interval{old.bytes.begin, taken.begin}, Interval{taken.end, old.bytes.end}})
      if (rest.begin < rest.end) edges.push_back({old.tail, old.head, rest});
    std::vector<Owned> owned{{taken, old.tail}};
    for (const Node block : unit.blocks) {
      starts_[block] = place.start;
      take_over(owned, block, place.start + problem_.block_size(block).count, edges);
    }
    for (const Owned& o : owned) edges.push_back({o.owner, old.head, o.part});
    if (told == nullptr) return;
    told->blocks = unit.blocks;
    told->start = place.start;
    told->edge = old;
    told->made.assign(edges.begin() + others, edges.end());
  }
  /// Opens a buffer for the unit, on top of all.
  void open(const NncUnit& unit, NncInsertion* told) {
    if (told != nullptr) told->opens = true;
    const std::int64_t begin = round_up(buffers_.empty() ? 0 : buffers_.back().end, unit.step);
    buffers_.push_back({begin, begin + unit.size});
    edges_.push_back({{AllocationGraph::kSource, AllocationGraph::kSink, buffers_.back()}});
    insert(unit, Place{edges_.size() - 1, 0, begin}, told);
  }

  [[nodiscard]] AllocationGraph result() && {
    AllocationGraph out{{}, std::move(buffers_), std::move(starts_)};
    for (const auto& edges : edges_) out.edges.insert(out.edges.end(), edges.begin(), edges.end());
    std::ranges::sort(out.edges, {}, [](const Edge& e) {
      return std::tuple(e.bytes.begin, e.tail != AllocationGraph::kSource, e.tail, e.head);
    });
    return out;
  }

 private:
  const LayoutProblem& problem_;
  const BlockOrder& order_;
  const Task& task_;
  std::vector<std::vector<Edge>> edges_;  // by buffer
  std::vector<Interval> buffers_;
  std::vector<std::int64_t> starts_;
  std::size_t steps_ = 0;
  bool stopped_ = false;
};

/// Inserts all units, class by class of equal size or of equal degree. A unit that fits no edge fits none after others
/// were inserted on edges either, since edges only become shorter and narrower; only a new buffer can hold it. So a
/// candidate that was tried is tried again only on the buffer opened since.
class Inserter {
 public:
  Inserter(const LayoutProblem& problem, const Task& task, std::span<const Companions> companions,
           std::vector<NncInsertion>* insertions)
      : order_(problem),
        units_(order_.units(companions)),
        edges_(problem, order_, task),
        insertions_(insertions),
        inserted_(units_.size()) {
    for (Index u = 0; u < units_.size(); ++u) largest_first_.push_back(u);
    std::ranges::stable_sort(largest_first_, std::greater(),
                             [&](Index u) { return std::pair(size(u), units_[u].degree); });
  }

  /// False where the task was stopped.
  bool run(NncRule rule) {
    pairs_ = rule != NncRule::alone;
    const auto key = [&](Index u) {
      return rule == NncRule::size ? static_cast<std::uint64_t>(size(u)) : units_[u].degree;
    };
    std::vector<Index> all(largest_first_);
    std::ranges::sort(all, {}, [&](Index u) { return std::pair(~key(u), u); });
    for (auto from = all.begin(); from != all.end();) {
      const auto to = std::find_if(from, all.end(), [&](Index u) { return key(u) != key(*from); });
      std::vector<Index> members;
      std::copy_if(from, to, std::back_inserter(members), [&](Index u) { return !inserted_[u]; });
      insert_all(candidates(members));
      if (edges_.stopped()) return false;
      from = to;
    }
    return true;
  }
  [[nodiscard]] AllocationGraph result() && { return std::move(edges_).result(); }

 private:
  using Index = std::uint32_t;
  static constexpr Index kAlone = ~Index{0};
  /// A unit of the class, and perhaps a larger one.
  struct Candidate {
    Index member, partner = kAlone;
  };

  [[nodiscard]] std::int64_t size(Index u) const { return units_[u].size; }

  /// The units of a class, ascending, each alone and with every larger unit that it can be joined with: by the larger
  /// size, then by both degrees, then by number. A unit alone comes after the pairs of that size, which have more
  /// unsafe partners.
  [[nodiscard]] std::vector<Candidate> candidates(std::span<const Index> members) {
    std::vector<Candidate> out;
    if (members.empty()) return out;
    const std::int64_t smallest = size(std::ranges::min(members, {}, [&](Index u) { return size(u); }));
    while (inserted_[largest_first_[first_left_]]) ++first_left_;
    for (auto from = largest_first_.begin() + first_left_; from != largest_first_.end() && size(*from) >= smallest;) {
      const auto to = std::find_if(from, largest_first_.end(), [&](Index u) { return size(u) != size(*from); });
      for (auto u = from; pairs_ && u != to && size(*u) > smallest; ++u) {
        if (inserted_[*u]) continue;
        if (edges_.stops<64>()) return {};
        for (const Index member : members)
          if (size(member) < size(*u) && order_.joinable(units_[member], units_[*u])) out.push_back({member, *u});
      }
      for (auto u = from; u != to; ++u)
        if (std::ranges::binary_search(members, *u)) out.push_back({*u});
      from = to;
    }
    return out;
  }

  /// Inserts each that fits an edge; where none does, the first opens a buffer.
  void insert_all(std::vector<Candidate> candidates) {
    const auto is_gone = [&](const Candidate& c) {
      return inserted_[c.member] || (c.partner != kAlone && inserted_[c.partner]);
    };
    const auto take = [&](const Candidate& c) {
      inserted_[c.member] = true;
      if (c.partner != kAlone) inserted_[c.partner] = true;
    };
    for (std::size_t first_buffer = 0;; first_buffer = edges_.buffer_count() - 1) {
      std::erase_if(candidates, [&](const Candidate& c) {
        if (is_gone(c)) return true;
        const auto place =
            edges_.find(c.partner == kAlone ? request_of(units_[c.member])
                                            : order_.request_of_both(units_[c.member], units_[c.partner]),
                        first_buffer);
        if (!place) {
          if (insertions_ != nullptr && ++refused_count_ <= NncInsertion::kMostRefused)
            refused_.push_back(unit_of(c).blocks);
          return false;
        }
        edges_.insert(unit_of(c), *place, tell());
        take(c);
        return true;
      });
      std::erase_if(candidates, is_gone);
      if (candidates.empty() || edges_.stopped()) return;
      edges_.open(unit_of(candidates.front()), tell());
      take(candidates.front());
    }
  }

  /// Where the next insertion is written down; null: nobody wants to know.
  [[nodiscard]] NncInsertion* tell() {
    if (insertions_ == nullptr) return nullptr;
    insertions_->push_back({std::exchange(refused_, {}), std::exchange(refused_count_, 0), {}, 0, false, {}, {}});
    return &insertions_->back();
  }

  [[nodiscard]] NncUnit unit_of(const Candidate& c) const {
    NncUnit out = units_[c.member];
    if (c.partner != kAlone) order_.join(out, units_[c.partner]);
    return out;
  }

  const BlockOrder order_;
  const std::vector<NncUnit> units_;
  AllocationEdges edges_;
  std::vector<NncInsertion>* insertions_;
  std::vector<std::vector<Node>> refused_;
  std::size_t refused_count_ = 0;
  std::vector<bool> inserted_;
  std::vector<Index> largest_first_;  // of equal ones, that of most unsafe partners
  bool pairs_ = true;
  std::ptrdiff_t first_left_ = 0;  // all before it in largest_first_ are inserted
};

template <NncRule rule>
Result<Layout> run_nnc(const LayoutProblem& problem, const PlanOptions&, const Task& task) {
  return allocation_graph(problem, rule, task).map([&](const AllocationGraph& allocation) {
    return Layout{.offsets = offsets_of(problem, allocation)};
  });
}

constexpr const char* kPaper = "Liu, The NNC tensor allocation algorithm";

}  // namespace

Result<AllocationGraph> allocation_graph(const LayoutProblem& problem, NncRule rule, const Task& task,
                                         std::span<const Companions> companions,
                                         std::vector<NncInsertion>* insertions) {
  Inserter inserter(problem, task, companions, insertions);
  if (task.should_stop() || !inserter.run(rule)) return tl::unexpected(task.why_stopped());
  return std::move(inserter).result();
}

std::vector<Offset> offsets_of(const LayoutProblem& problem, const AllocationGraph& allocation) {
  std::vector<Offset> out(problem.sizes().size());
  for (std::size_t b = 0; b < problem.block_count(); ++b) problem.write(b, allocation.starts[b], out);
  return out;
}

constexpr LayoutStrategy kNncDegree{
    .id = "nnc",
    .title = StrategyText::tr("NNC, unsafe"),
    .description =
        StrategyText::tr("Tensors reuse parts of the memory that others leave; most unsafe pairs first, two by two "
                         "(its text: up to three, and only between tensors)"),
    .source = kPaper,
    .run = run_nnc<NncRule::degree>,
    .limits = {.most_tensors = 5'000}};

constexpr LayoutStrategy kNncAlone{.id = "nnc.alone",
                                   .title = "NNC without pairs",
                                   .description = "As nnc, without pairs",
                                   .source = kPaper,
                                   .run = run_nnc<NncRule::alone>,
                                   .limits = kNncDegree.limits};

constexpr LayoutStrategy kNncSize{
    .id = "nnc.size",
    .title = StrategyText::tr("NNC, size"),
    .description =
        StrategyText::tr("Tensors reuse parts of the memory that others leave; largest first, as its authors do now"),
    .source = kPaper,
    .run = run_nnc<NncRule::size>,
    .limits = {.most_tensors = 50'000}};

}  // namespace stowage
