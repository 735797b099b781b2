// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategies/strategies.h"

#include <array>

#include "core/base/min_tree.h"
#include "core/layout/engine/place_blocks.h"
#include "core/layout/engine/place_in_order.h"

namespace stowage {
namespace {

/// The objects, bottom to top, with the question "which is the next that is large enough?" answered in O(log n) by
/// a tree, doubled as it fills.
class ObjectStack {
 public:
  [[nodiscard]] std::size_t size() const { return begins_.size(); }
  [[nodiscard]] Interval operator[](std::size_t k) const { return {begins_[k], ends_[k]}; }
  [[nodiscard]] std::int64_t top() const { return ends_.empty() ? 0 : ends_.back(); }

  /// The first object that ends above `address`.
  [[nodiscard]] std::size_t above(std::int64_t address) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(ends_, address) - ends_.begin());
  }

  void push(Interval object) {
    begins_.push_back(object.begin);
    ends_.push_back(object.end);
    std::size_t changed = size() - 1;
    if (size() > capacity_) {
      less_sizes_ = MinTree<std::int64_t>(capacity_ *= 2);
      changed = 0;
    }
    for (; changed < size(); ++changed) less_sizes_.set(changed, begins_[changed] - ends_[changed]);
  }

  /// The first object from k on of at least `wanted` bytes, or a number beyond all.
  [[nodiscard]] std::size_t next_of_size(std::size_t k, std::int64_t wanted) const {
    return less_sizes_.first(k, -wanted);
  }

 private:
  std::vector<std::int64_t> begins_, ends_;
  std::size_t capacity_ = 1;
  MinTree<std::int64_t> less_sizes_{1};  // sizes with a minus
};

/// The objects lie one above the other, so offering free stretches upwards visits them in order of creation: the first
/// in which the block can start is taken, and for best-fit the shortest stretch within it. (As printed, Algorithm 7
/// leaves its search after the first object it tries, not after the first that accepts; its ends are exclusive here.)
template <Fit fit, class Observer>
class ObjectByObject {
 public:
  explicit ObjectByObject(Observer observer) : observer_(observer) {}

  void begin(BlockSpec spec) {
    spec_ = spec;
    shortest_ = kNone;
  }

  std::int64_t offer(std::int64_t x, std::int64_t up) {
    if (shortest_ != kNone && x >= objects_[chosen_].end) return 0;
    for (std::size_t k = objects_.above(x); (k = objects_.next_of_size(k, spec_.size)) < objects_.size(); ++k) {
      const Interval object = objects_[k];
      if (object.begin >= up) break;
      if (shortest_ != kNone && k != chosen_) return 0;
      const std::int64_t first = round_up(std::max(x, object.begin), spec_.step);
      const std::int64_t length = std::min(up, object.end - spec_.size + 1) - first;
      const bool taken = length > 0 && length < shortest_;
      observer_.examined({static_cast<std::uint32_t>(k), first, length, taken});
      if (!taken) continue;
      shortest_ = length;
      start_ = first;
      chosen_ = k;
      if (fit == Fit::first || length == 1) return 0;
    }
    return FreeStarts::kAnyLength;
  }

  std::int64_t finish() {
    if (shortest_ == kNone) {
      start_ = round_up(objects_.top(), spec_.step);
      objects_.push({start_, start_ + spec_.size});
      observer_.opened({start_, start_ + spec_.size});
    }
    return start_;
  }

 private:
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
  Observer observer_;
  ObjectStack objects_;
  BlockSpec spec_{};
  std::int64_t shortest_ = kNone;
  std::int64_t start_ = 0;
  std::size_t chosen_ = 0;
};

template <template <Fit, class> class Objects, class Observer>
Result<std::vector<Offset>> place(const LayoutProblem& problem, std::span<const std::uint32_t> order, Fit fit,
                                  const Task& task, Observer observer, Bytes most = kAnyFootprint) {
  return fit == Fit::best ? place_blocks(problem, order, task, Objects<Fit::best, Observer>(observer), observer, most)
                          : place_blocks(problem, order, task, Objects<Fit::first, Observer>(observer), observer, most);
}

struct Word {
  const char* id;
  const char* title;
  const char* description;
};
struct ObjectWord : Word {
  const char* algorithm;
};

constexpr ObjectWord kObjects[] = {{{"so", "", StrategyText::tr("One growing buffer")}, "Algorithm 6"},
                                   {{"mo", StrategyText::tr("many objects"),
                                     StrategyText::tr("A stack of objects, each as large as the block that opened it")},
                                    "Algorithm 7"}};
constexpr Word kSorts[] = {
    {"breadth", StrategyText::tr("Breadth"), StrategyText::tr("blocks made while most bytes are alive first")},
    {"size", StrategyText::tr("Size"), StrategyText::tr("largest blocks first")},
    {"source", StrategyText::tr("Source"), StrategyText::tr("blocks made earliest first")},
    {"unsafe", StrategyText::tr("Unsafe"), StrategyText::tr("blocks with most unsafe pairs first")}};
constexpr Word kFits[] = {
    {"best", StrategyText::tr("best fit"), StrategyText::tr("each in the smallest gap that holds it")},
    {"first", StrategyText::tr("first fit"), StrategyText::tr("each in the lowest gap that holds it")}};
constexpr std::size_t kSortCount = std::size(kSorts), kFitCount = std::size(kFits);
constexpr std::size_t kRows = std::size(kObjects) * kSortCount * kFitCount;

/// The recipe of the k-th combination; the fit changes fastest.
constexpr Recipe recipe_of(std::size_t k) {
  return {k / kFitCount / kSortCount == 1, static_cast<Sort>(k / kFitCount % kSortCount),
          static_cast<Fit>(k % kFitCount)};
}

template <std::size_t k>
Result<Layout> run(const LayoutProblem& problem, const PlanOptions&, const Task& task) {
  return Result<Layout>(place_by_recipe(problem, recipe_of(k), kAnyFootprint, task));
}

template <std::size_t... k>
constexpr std::array<decltype(LayoutStrategy::run), kRows> runs(std::index_sequence<k...>) {
  return {run<k>...};
}
constexpr auto kRuns = runs(std::make_index_sequence<kRows>());

/// Whether it is one of the ten in the paper: every sort for a single object; for many, which are made for it, size.
bool in_paper(const Recipe& recipe) {
  return !recipe.many_objects || recipe.sort == Sort::size;
}

/// The rows and the texts they refer to.
class Table {
 public:
  Table() {
    for (bool standard : {true, false})
      for (std::size_t k = 0; k < kRows; ++k)
        if (in_paper(recipe_of(k)) == standard) add(k, standard);
  }
  [[nodiscard]] std::span<const LayoutStrategy> rows() const { return {rows_.data(), count_}; }

 private:
  void add(std::size_t k, bool standard) {
    const Recipe recipe = recipe_of(k);
    const ObjectWord& o = kObjects[recipe.many_objects ? 1 : 0];
    const Word &s = kSorts[static_cast<std::size_t>(recipe.sort)], &f = kFits[static_cast<std::size_t>(recipe.fit)];
    std::array<std::string, 4>& text = texts_[count_];
    text = {std::string(o.id) + "." + s.id + "." + f.id,
            std::string(s.title) + ", " + f.title + (recipe.many_objects ? ", " : "") + o.title,
            std::string(o.description) + "; " + s.description + ", " + f.description,
            std::string("Lamprou et al., SOMAS, ") + o.algorithm};
    rows_[count_++] = {.id = text[0],
                       .title = text[1],
                       .description = text[2],
                       .source = text[3],
                       .standard = standard,
                       .live = true,
                       .run = kRuns[k],
                       .recipe = recipe};
  }

  std::array<std::array<std::string, 4>, kRows> texts_;
  std::array<LayoutStrategy, kRows> rows_;
  std::size_t count_ = 0;
};

}  // namespace

std::span<const LayoutStrategy> somas_strategies() {
  static const Table table;
  return table.rows();
}

Result<std::vector<Offset>> place_by_recipe(const LayoutProblem& problem, const Recipe& recipe, Bytes most,
                                            const Task& task) {
  const std::vector<std::uint32_t> order = block_order(problem, recipe.sort);
  return recipe.many_objects ? place<ObjectByObject>(problem, order, recipe.fit, task, Unobserved(), most)
                             : place_in_order(problem, order, recipe.fit, task, most);
}

Result<std::vector<Offset>> run_observed(const LayoutStrategy& strategy, const LayoutProblem& problem,
                                         PlacementObserver& observer, const Task& task) {
  assert(strategy.recipe);
  const std::vector<std::uint32_t> order = block_order(problem, strategy.recipe->sort);
  return strategy.recipe->many_objects
             ? place<ObjectByObject>(problem, order, strategy.recipe->fit, task, Observed{&observer})
             : place<OneObject>(problem, order, strategy.recipe->fit, task, Observed{&observer});
}

}  // namespace stowage
