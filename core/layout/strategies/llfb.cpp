// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategies/strategies.h"

#include <bit>
#include <map>
#include <set>
#include <tuple>

namespace stowage {
namespace {

using Position = Conflicts::Position;
using Window = Conflicts::Window;

struct Job {
  Window window;
  std::int64_t size;
  TensorId tensor;
};

/// The jobs still to be placed in a tree that halves them by begin and by end in turn (a k-d tree): which of those
/// within a window has the lowest rank. A leaf a job; O(√T) nodes a question.
class JobTree {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// Jobs are called by their rank, which is their index.
  explicit JobTree(std::span<const Job> jobs)
      : leaves_(std::bit_ceil(std::max<std::size_t>(1, jobs.size()))), nodes_(2 * leaves_), leaf_of_(jobs.size()) {
    auto ranks = numbers_below<std::uint32_t>(jobs.size());
    build(1, ranks, leaves_, jobs, true);
  }
  [[nodiscard]] std::uint32_t first_within(Window window) const {
    std::uint32_t best = kNone;
    search(1, window, best);
    return best;
  }
  void remove(std::uint32_t rank) {
    std::size_t node = leaf_of_[rank];
    nodes_[node].best = kNone;
    while ((node /= 2) > 0) nodes_[node].best = std::min(nodes_[2 * node].best, nodes_[2 * node + 1].best);
  }

 private:
  /// The ranges of begins and ends below, and the lowest rank.
  struct Node {
    Position least_begin = std::numeric_limits<Position>::max(), most_begin = -1;
    Position least_end = std::numeric_limits<Position>::max(), most_end = -1;
    std::uint32_t best = kNone;
  };

  void build(std::size_t node, std::span<std::uint32_t> ranks, std::size_t room, std::span<const Job> jobs,
             bool by_begin) {
    Node& here = nodes_[node];
    for (std::uint32_t k : ranks) {
      const Window window = jobs[k].window;
      here = {std::min(here.least_begin, window.begin), std::max(here.most_begin, window.begin),
              std::min(here.least_end, window.end), std::max(here.most_end, window.end), std::min(here.best, k)};
    }
    if (ranks.empty()) return;
    if (room == 1) {
      leaf_of_[ranks.front()] = node;
      return;
    }
    const std::size_t half = std::min(room / 2, ranks.size());
    std::ranges::nth_element(ranks, ranks.begin() + static_cast<std::ptrdiff_t>(half), {}, [&](std::uint32_t k) {
      return std::pair(by_begin ? jobs[k].window.begin : jobs[k].window.end, k);
    });
    build(2 * node, ranks.first(half), room / 2, jobs, !by_begin);
    build(2 * node + 1, ranks.subspan(half), room / 2, jobs, !by_begin);
  }

  void search(std::size_t node, Window window, std::uint32_t& best) const {
    const Node& here = nodes_[node];
    if (here.best >= best || here.most_begin < window.begin || here.least_end > window.end) return;
    if (here.least_begin >= window.begin && here.most_end <= window.end) {
      best = here.best;
      return;
    }
    search(2 * node, window, best);
    search(2 * node + 1, window, best);
  }

  std::size_t leaves_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> leaf_of_;  // by rank
};

/// The height up to which each stretch of time is filled. Stretches cover the whole, and neighbours differ in height.
class Skyline {
 public:
  struct Stretch {
    Window window;
    std::int64_t height;
  };

  explicit Skyline(Window whole) { insert(whole, 0); }

  /// The leftmost of the lowest stretches.
  [[nodiscard]] Stretch lowest() const {
    const auto [height, begin] = *by_height_.begin();
    return {{begin, stretches_.at(begin).end}, height};
  }
  /// Fills `part`, which lies within the stretch, up to `height`.
  void fill(const Stretch& stretch, Window part, std::int64_t height) {
    erase(stretches_.find(stretch.window.begin));
    if (stretch.window.begin < part.begin) insert({stretch.window.begin, part.begin}, stretch.height);
    if (part.end < stretch.window.end) insert({part.end, stretch.window.end}, stretch.height);
    insert(part, height);
  }
  /// Raises a stretch to its lower neighbour, whose height it returns; never call this for the whole, which has none.
  std::int64_t raise(const Stretch& stretch) {
    std::int64_t height = std::numeric_limits<std::int64_t>::max();
    const auto at = stretches_.find(stretch.window.begin);
    if (at != stretches_.begin()) height = std::prev(at)->second.height;
    if (const auto next = std::next(at); next != stretches_.end()) height = std::min(height, next->second.height);
    fill(stretch, stretch.window, height);
    return height;
  }

 private:
  struct Rest {
    Position end;
    std::int64_t height;
  };
  using Stretches = std::map<Position, Rest>;  // by begin

  Stretches::iterator erase(Stretches::iterator at) {
    by_height_.erase({at->second.height, at->first});
    return stretches_.erase(at);
  }
  /// Fills a hole; neighbours of the same height become part of it.
  void insert(Window window, std::int64_t height) {
    auto next = stretches_.lower_bound(window.begin);
    if (next != stretches_.end() && next->first == window.end && next->second.height == height) {
      window.end = next->second.end;
      next = erase(next);
    }
    if (next != stretches_.begin()) {
      const auto before = std::prev(next);
      if (before->second.end == window.begin && before->second.height == height) {
        window.begin = before->first;
        erase(before);
      }
    }
    stretches_[window.begin] = {window.end, height};
    by_height_.emplace(height, window.begin);
  }

  Stretches stretches_;
  std::set<std::pair<std::int64_t, Position>> by_height_;  // height, begin
};

Result<Layout> run_llfb(const LayoutProblem& problem, const PlanOptions&, const Task& task) {
  return Result<Layout>(fill_lowest_stretches(problem, longest_lived_first(problem), task));
}

}  // namespace

std::vector<TensorId> longest_lived_first(const LayoutProblem& problem) {
  std::vector<TensorId> order;
  for (TensorId t : problem.graph().tensors())
    if (problem.occupies(t)) order.push_back(t);
  std::ranges::sort(order, {}, [&](TensorId t) {
    const Window window = problem.conflicts().windows()[t.index()];
    const std::int64_t length = problem.graph().times().empty()
                                    ? window.end - window.begin
                                    : length_of(problem.graph(), problem.lifetimes()[t.index()]);
    return std::tuple(-length, -problem.sizes()[t.index()].count, t.index());
  });
  return order;
}

Result<std::vector<Offset>> fill_lowest_stretches(const LayoutProblem& problem, std::span<const TensorId> order,
                                                  const Task& task, std::vector<FilledStretch>* filled) {
  std::vector<Offset> offsets(problem.sizes().size());
  std::vector<Job> jobs;
  for (TensorId t : order)
    jobs.push_back({problem.conflicts().windows()[t.index()], problem.sizes()[t.index()].count, t});
  Window whole{0, 1};
  for (const Job& job : jobs) whole.end = std::max(whole.end, job.window.end);
  JobTree left(jobs);
  Skyline skyline(whole);
  std::size_t placed = 0;
  for (std::size_t count = 0; placed < jobs.size(); ++count) {
    if (task.poll(count)) return tl::unexpected(task.why_stopped());
    const Skyline::Stretch lowest = skyline.lowest();
    const std::uint32_t rank = left.first_within(lowest.window);
    if (rank == JobTree::kNone) {
      const std::int64_t to = skyline.raise(lowest);  // not the whole: all jobs are within the whole
      if (filled != nullptr) filled->push_back({lowest.window, lowest.height, {}, to});
      continue;
    }
    left.remove(rank);
    ++placed;
    const Job& job = jobs[rank];
    const std::int64_t start = round_up(lowest.height, problem.block_step(job.tensor.index()));
    offsets[job.tensor.index()] = {start};
    skyline.fill(lowest, job.window, start + job.size);
    if (filled != nullptr) filled->push_back({lowest.window, lowest.height, job.tensor, start + job.size});
  }
  return offsets;
}

constexpr LayoutStrategy kLlfb{
    .id = "llfb",
    .title = StrategyText::tr("Longest-lived, best fit"),
    .description = StrategyText::tr("Fills the lowest stretch of time with the longest-lived tensor that fits"),
    .source = "Sekiyama et al., Profile-Guided Memory Optimization for Deep Neural Networks",
    .run = run_llfb,
    .limits = {.single_stream = true, .no_groups = true}};

}  // namespace stowage
