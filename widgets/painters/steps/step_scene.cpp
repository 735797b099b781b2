// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/steps/step_scene.h"

#include <cassert>

#include "core/layout/strategies/strategies.h"
#include "core/order/interleaved_peak.h"
#include "core/papers/tables.h"
#include "core/planning/plan_ground.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"

namespace stowage {
namespace {

QString order_words(Sort sort) {
  static constexpr const char* kWords[] = {
      QT_TRANSLATE_NOOP("stowage::Steps", "for each block b, most bytes alive first:"),
      QT_TRANSLATE_NOOP("stowage::Steps", "for each block b, largest first:"),
      QT_TRANSLATE_NOOP("stowage::Steps", "for each block b, earliest made first:"),
      QT_TRANSLATE_NOOP("stowage::Steps", "for each block b, most unsafe pairs first:"),
      QT_TRANSLATE_NOOP("stowage::Steps", "for each block b, largest first, of equals the earliest:")};
  return StepsText::tr(kWords[static_cast<std::size_t>(sort)]);
}

/// What the block was sorted by.
QString key_words(Sort sort, std::int64_t key, bool group) {
  switch (sort) {
    case Sort::breadth:
      return StepsText::tr("made while %1 are alive").arg(step_bytes(key));
    case Sort::size:
    case Sort::size_then_begin:
      return StepsText::tr("the largest left, %1").arg(step_bytes(key));
    case Sort::source:
      return StepsText::tr("made at step %1, the earliest left").arg(grouped(key));
    case Sort::unsafe:
      return group ? StepsText::tr("%n unsafe pair(s) of its members with others, the most left", nullptr,
                                   as_int(static_cast<std::uint64_t>(key)))
                   : StepsText::tr("unsafe to %n other(s), the most left", nullptr,
                                   as_int(static_cast<std::uint64_t>(key)));
  }
  return {};
}

QString take_sentence(const StepContext& now) {
  const Recording& r = now.recording;
  const std::size_t k = now.step.block;
  const Sort sort = r.strategy().recipe->sort;
  QString out = StepsText::tr("Block %1 of %2 is %3: %4.")
                    .arg(grouped(static_cast<std::int64_t>(k + 1)), grouped(static_cast<std::int64_t>(r.block_count())),
                         now.block.group ? StepsText::tr("the %1").arg(block_name(r, k)) : block_name(r, k),
                         key_words(sort, now.block.key, now.block.group));
  const bool by_size = sort == Sort::size || sort == Sort::size_then_begin;
  if (!by_size) out += ' ' + StepsText::tr("It has %1.").arg(step_bytes(now.block.size));
  if (k > 0 && r.block(k - 1).key == now.block.key)
    out += ' ' + (sort == Sort::size_then_begin
                      ? StepsText::tr("It ties with the block before: the block that begins earlier comes first.")
                  : sort == Sort::source || by_size || r.block(k - 1).size == now.block.size
                      ? StepsText::tr("A tie with the block before: the order of the file decides.")
                      : StepsText::tr("A tie with the block before: the larger block comes first."));
  return out;
}

QString avoid_sentence(const StepContext& now) {
  const std::size_t total = avoided_by(now.recording, now.step.block).total;
  if (total == 0) return StepsText::tr("No placed tensor conflicts with it: it may lie anywhere.");
  if (!now.block.group)
    return StepsText::tr("It conflicts with %n placed tensor(s): their addresses are taken.", nullptr, as_int(total));
  return StepsText::tr(
      "%n conflict(s) between a placed tensor and a member of the group: the group must not start where the two would "
      "overlap.",
      nullptr, as_int(total));
}

QString merge_sentence(const StepContext& now) {
  const std::vector<Interval> merged = merged_of(now.block);
  if (merged.empty()) return StepsText::tr("There is nothing to merge: everything is one gap without end.");
  const std::size_t gaps = now.block.free.size() - 1;
  QString out =
      now.block.group
          ? StepsText::tr("Touching and overlapping ranges merge into %n stretch(es) of forbidden starts.", nullptr,
                          as_int(merged.size()))
          : StepsText::tr("Touching and overlapping ranges merge into %n stretch(es).", nullptr, as_int(merged.size()));
  out += ' ';
  const std::int64_t open = now.block.free.back().begin;
  const std::int64_t top = now.block.objects.empty() ? open + 1 : now.block.objects.back().end;
  if (open >= top)  // of the objects, which do not grow
    return out + (gaps > 0 ? StepsText::tr("They leave %n gap(s) below %1, where the last object ends.", nullptr,
                                           as_int(gaps))
                           : StepsText::tr("No byte is free below %1, where the last object ends."))
                     .arg(step_bytes(top));
  if (gaps > 0) out += StepsText::tr("They leave %n gap(s) below, and all", nullptr, as_int(gaps)) + ' ';
  if (!now.block.objects.empty())
    return out + (gaps > 0 ? StepsText::tr("from %1 to %2, where the last object ends.")
                           : StepsText::tr("Everything from %1 to %2, where the last object ends, is free."))
                     .arg(step_bytes(open), step_bytes(top));
  return out + (gaps > 0 ? StepsText::tr("from %1 up.") : StepsText::tr("Everything from %1 up is free."))
                   .arg(step_bytes(open));
}

QString fits_sentence(const Look& look, const RecordedBlock& block) {
  if (look.is_open()) return StepsText::tr("Everything from %1 up is free: it fits.").arg(step_bytes(look.start));
  if (look.slack == 0) return StepsText::tr("It fills the gap at %1 exactly.").arg(step_bytes(look.start));
  return StepsText::tr("The gap at %1 holds its %2 and leaves %3.")
      .arg(step_bytes(look.start), step_bytes(block.size), step_bytes(look.slack));
}

QString objects_text(const Look& look) {
  const auto name = [](std::uint32_t k) { return grouped(std::int64_t{k} + 1); };
  if (look.object == look.last_object) return StepsText::tr("object %1").arg(name(look.object));
  return StepsText::tr("objects %1 to %2").arg(name(look.object), name(look.last_object));
}

QString look_sentence(const StepContext& now) {
  const Look& look = now.looks[now.step.look];
  const Recipe& recipe = *now.recording.strategy().recipe;
  switch (look.verdict) {
    case Verdict::object_too_small:
      return StepsText::tr("Smaller than the block, which has %1: %2 cannot hold it.")
          .arg(step_bytes(now.block.size), objects_text(look));
    case Verdict::object_full:
      return StepsText::tr("In %1 every address is forbidden to it.").arg(objects_text(look));
    case Verdict::too_small:
      return StepsText::tr("The gap at %1 has %2: %3 too little.")
          .arg(step_bytes(look.room.begin), step_bytes(look.room.end - look.room.begin), step_bytes(-look.slack));
    case Verdict::taken: {
      const QString fits = fits_sentence(look, now.block) + ' ';
      if (recipe.fit == Fit::first) return fits + StepsText::tr("First-fit takes the lowest, and looks no further.");
      if (look.slack == 0) return fits + StepsText::tr("No gap can be better: the search ends.");
      const bool first = std::none_of(now.looks.begin(), now.looks.begin() + static_cast<std::ptrdiff_t>(now.step.look),
                                      [](const Look& l) { return l.verdict == Verdict::taken; });
      return fits + (first ? StepsText::tr("It is the first that fits: best-fit remembers it.")
                           : StepsText::tr("This leaves less than any gap before: best-fit remembers it instead."));
    }
    case Verdict::not_shorter:
      return fits_sentence(look, now.block) + ' ' + StepsText::tr("The choice so far leaves no more, so it stays.");
    case Verdict::not_reached:
      break;
  }
  return {};
}

QString open_sentence(const StepContext& now) {
  const QString what = now.block.objects.empty() ? StepsText::tr("There is no object yet:")
                                                 : StepsText::tr("No object has room for it:");
  return what + ' ' +
         StepsText::tr("object %1 is opened on top of all, as large as the block, from %2 to %3.")
             .arg(grouped(static_cast<std::int64_t>(now.block.objects.size()) + 1), step_bytes(now.block.opened->begin),
                  step_bytes(now.block.opened->end));
}

/// Why it lies there.
QString reason(const StepContext& now) {
  if (now.block.opened) return StepsText::tr("the start of the object opened for it");
  const Recipe& recipe = *now.recording.strategy().recipe;
  const auto fitting = std::ranges::count_if(now.looks, [](const Look& look) {
    return look.verdict == Verdict::taken || look.verdict == Verdict::not_shorter;
  });
  const auto chosen = std::ranges::find(now.looks, true, &Look::chosen);
  assert(chosen != now.looks.end());
  if (recipe.fit == Fit::first)
    return recipe.many_objects ? StepsText::tr("the lowest gap that holds it, in the first object that has one")
                               : StepsText::tr("the lowest gap that holds it");
  if (chosen->slack == 0) return StepsText::tr("a gap that it fills exactly");
  if (fitting == 1 && !recipe.many_objects) return StepsText::tr("the only gap that holds it");
  if (fitting == 1) return StepsText::tr("the only gap that holds it in the first object that has one");
  return recipe.many_objects ? StepsText::tr("in the first object that can hold it, the gap in which it leaves least")
                             : StepsText::tr("of the gaps that hold it, the one in which it leaves least");
}

/// In bytes where the rounded numbers would be equal.
QString growth_sentence(Bytes from, Bytes to) {
  const bool exact = step_bytes(from.count) == step_bytes(to.count);
  const auto size = [exact](Bytes bytes) { return exact ? exact_bytes(bytes) : step_bytes(bytes.count); };
  return StepsText::tr("The footprint grows from %1 to %2.").arg(size(from), size(to));
}

QString put_sentence(const StepContext& now) {
  const QString plain = block_name(now.recording, now.step.block);
  const QString name = now.block.group ? StepsText::tr("The %1").arg(plain) : plain;
  const QString at = step_bytes(now.block.start);
  QString out =
      now.block.idle
          ? StepsText::tr("%1 takes no bytes from other tensors (it is never needed, or empty): it is put at 0.")
                .arg(name)
          : StepsText::tr("%1 is put at %2: %3.").arg(name, at, reason(now));
  if (now.block.footprint > now.block.footprint_before)
    return out + ' ' + growth_sentence(now.block.footprint_before, now.block.footprint);
  return out + ' ' + StepsText::tr("The footprint stays %1.").arg(step_bytes(now.block.footprint.count));
}

}  // namespace

QString step_bytes(std::int64_t bytes) {
  constexpr std::int64_t kMostExact = 10'000, kKibi = 1024;
  const bool even = bytes >= 2 * kKibi && bytes % kKibi == 0;
  return bytes < kMostExact && !even ? StepsText::tr("%1 B").arg(grouped(bytes)) : human_bytes({bytes});
}

std::vector<CodeLine> pseudocode(const Recipe& recipe) {
  const bool first = recipe.fit == Fit::first;
  std::vector<CodeLine> out{{0, order_words(recipe.sort)},
                            {1, StepsText::tr("avoid: each placed tensor unsafe to b forbids some places")},
                            {1, StepsText::tr("merge: forbidden places that touch become one; the rest are gaps")}};
  int depth = 1;
  if (recipe.many_objects)
    out.push_back({depth++, StepsText::tr("for each object o, oldest first, until there is a choice:")});
  out.push_back({depth++, recipe.many_objects ? StepsText::tr("for each gap g in o, lowest first:")
                                              : StepsText::tr("for each gap g, lowest first:")});
  if (first)
    out.push_back({depth, StepsText::tr("if b fits into g: choose g, and stop looking")});
  else
    out.push_back({depth, StepsText::tr("if b fits into g, and leaves less than in the choice so far: choose g")});
  if (recipe.many_objects)
    out.push_back({1, StepsText::tr("if there is no choice: open an object as large as b on top, and choose it")});
  out.push_back({1, StepsText::tr("put b at the start of the choice; its end may raise the footprint")});
  return out;
}

QString pseudocode_source(const LayoutStrategy& strategy) {
  assert(strategy.recipe);
  if (strategy.recipe->sort == Sort::size_then_begin) return text_of(strategy.source);
  const QString source =
      strategy.recipe->fit == Fit::first
          ? StepsText::tr("%1; gaps by Algorithms 8 to 10, first-fit by Algorithm 11").arg(text_of(strategy.source))
          : StepsText::tr("%1; gaps by Algorithms 8 to 10, best-fit by Algorithm 12").arg(text_of(strategy.source));
  if (!strategy.recipe->many_objects) return source;
  return StepsText::
      tr("%1. As published in Algorithm 7, lines 7 to 10, each object is searched alone, and skipped if its largest "
         "block is unsafe. The choices are the same.")
          .arg(source);
}

int code_line(const StepContext& now) {
  const bool many = now.recording.strategy().recipe->many_objects;
  const int objects = 3, gaps = many ? 4 : 3, choose = gaps + 1, open = choose + 1;
  if (now.step.kind < StepKind::look) return static_cast<int>(now.step.kind);
  if (now.step.kind == StepKind::look) {
    const Look& look = now.looks[now.step.look];
    return look.passed_over ? objects : look.verdict == Verdict::taken ? choose : gaps;
  }
  if (now.step.kind == StepKind::open) return open;
  return many ? open + 1 : choose + 1;
}

QString step_sentence(const StepContext& now) {
  static constexpr QString (*kSentences[])(const StepContext&) = {take_sentence, avoid_sentence, merge_sentence,
                                                                  look_sentence, open_sentence,  put_sentence};
  return kSentences[static_cast<std::size_t>(now.step.kind)](now);
}

QString block_name(const Recording& recording, std::size_t k) {
  constexpr std::size_t kMostNames = 4, kMostLetters = 200;
  const auto members = recording.problem().block(recording.block(k).block);
  const auto name = [&](TensorId t) { return text_of(recording.graph().name(t).substr(0, kMostLetters)); };
  if (members.size() == 1) return name(members[0]);
  QStringList names;
  for (TensorId t : members.first(std::min(kMostNames, members.size()))) names << name(t);
  if (members.size() > kMostNames) names << QStringLiteral("…");
  return StepsText::tr("group %1").arg(names.join(", "));
}

QString look_text(const Look& look, bool many_objects) {
  if (look.passed_over) return objects_text(look);
  if (look.is_open()) return StepsText::tr("open end");
  return many_objects ? StepsText::tr("gap in %1").arg(objects_text(look)) : StepsText::tr("gap");
}

QString verdict_text(const Look& look) {
  if (look.verdict == Verdict::object_too_small) return StepsText::tr("smaller than the block");
  if (look.verdict == Verdict::object_full) return StepsText::tr("no free place for it");
  if (look.verdict == Verdict::too_small) return StepsText::tr("%1 too little").arg(step_bytes(-look.slack));
  if (look.verdict == Verdict::not_reached) return StepsText::tr("not looked at");
  if (look.is_open()) return StepsText::tr("fits");
  return look.slack == 0 ? StepsText::tr("fits exactly") : StepsText::tr("fits, leaves %1").arg(step_bytes(look.slack));
}

QString walk_text(const WalkWords& words) {
  if (*words.pattern == '\0') return {};
  QString out;
  const auto add = [&](const WalkWords::Value& value) {
    if (const auto* count = std::get_if<std::int64_t>(&value))
      out += grouped(*count);
    else if (const auto* bytes = std::get_if<Bytes>(&value))
      out += bytes->count < 0 ? kMinus + step_bytes(-bytes->count) : step_bytes(bytes->count);
    else
      out += text_of(std::get<std::string>(value));
  };
  const QString pattern = QCoreApplication::translate("stowage::Walk", words.pattern);
  for (qsizetype k = 0; k < pattern.size(); ++k) {
    const bool is_place = pattern[k] == '%' && k + 1 < pattern.size() && pattern[k + 1].isDigit();
    const auto value = is_place ? static_cast<std::size_t>(pattern[k + 1].digitValue()) - 1 : words.values.size();
    if (value < words.values.size())
      add(words.values[value]), ++k;
    else
      out += pattern[k];
  }
  return out;
}

bool has_numbers(const WalkTable& table, std::size_t column) {
  return std::ranges::any_of(table.rows, [column](const std::vector<WalkWords>& row) {
    return !row[column].values.empty() && !std::holds_alternative<std::string>(row[column].values[0]);
  });
}

QString SteppedPlanner::name() const {
  if (!walk) return strategy_name(*strategy);
  return QCoreApplication::translate("stowage::StrategyWords", std::string(walk->title).c_str());
}

QString SteppedPlanner::unit() const {
  return walk ? QCoreApplication::translate("stowage::StrategyWords", walk->unit) : StepsText::tr("block");
}

std::size_t SteppedPlanner::most_tensors() const {
  const std::size_t most = walk ? walk->most : Recording::kMaxTensors;
  return strategy ? std::min(most, strategy->limits.most_tensors) : most;
}

QString SteppedPlanner::limits() const {
  LayoutStrategy limited = strategy ? walked(*strategy) : LayoutStrategy();
  limited.limits.most_tensors = most_tensors();
  return strategy_limits(limited);
}

std::span<const SteppedPlanner> stepped_planners() {
  static const std::vector<SteppedPlanner> kTable = [] {
    std::vector<SteppedPlanner> out;
    for (const LayoutStrategy& each : layout_strategies())
      if (each.recipe) out.push_back({each.id, &each, nullptr});
    for (const WalkInfo& each : walks()) out.push_back({each.id, each.strategy, &each});
    return out;
  }();
  return kTable;
}

const SteppedPlanner* find_stepped_planner(std::string_view id) {
  const auto at = std::ranges::find(stepped_planners(), id, &SteppedPlanner::id);
  return at == stepped_planners().end() ? nullptr : &*at;
}

std::vector<QString> step_refusals(const PlanView& view, Bytes alignment) {
  const std::size_t tensors = view.graph->tensor_count();
  const Result<PlanGround> ground = tensors > Recording::kMaxTensors
                                        ? Result<PlanGround>(tl::unexpected(Error()))
                                        : PlanGround::make(*view.graph, *view.conflicts, alignment, false);
  const auto refusal_of = [&](const SteppedPlanner& each) {
    if (tensors > each.most_tensors())
      return StepsText::tr("Graphs of up to %1 tensors can be stepped through; this one has %2")
          .arg(grouped(each.most_tensors()), grouped(tensors));
    if (each.walk && each.walk->orders && !view.graph->times().empty())
      return StepsText::tr("It orders operators, and lifetimes on a time axis fix the order");
    const auto why =
        ground && each.strategy ? strategy_refusal(walked(*each.strategy), ground->problem()) : std::nullopt;
    return why ? why->reason : QString();
  };
  std::vector<QString> out;
  std::ranges::transform(stepped_planners(), std::back_inserter(out), refusal_of);
  return out;
}

std::optional<std::size_t> step_about(const StepSource& source, TensorId t) {
  if (!source.walk) {
    const Recording& r = *source.recording;
    if (t.index() >= r.graph().tensor_count() || r.place(t) >= r.block_count()) return {};
    return r.first_step(r.place(t));
  }
  const Graph& graph = *source.walk->graph;
  const OperatorId producer = t.index() < graph.tensor_count() ? graph.producer(t) : OperatorId();
  const auto is_about = [&](const WalkMark& mark) {
    return mark.role == WalkMark::Role::current && (mark.op.valid() ? mark.op == producer : mark.tensor == t);
  };
  const auto at = std::ranges::find_if(source.walk->marks, is_about);
  return at == source.walk->marks.end() ? std::nullopt : std::optional(at->first);
}

Result<StepSource> record_steps(const PlanView& view, std::string_view planner, Bytes alignment, const Task& task) {
  StepSource out{.view = view, .recording = nullptr, .coloring = nullptr, .alignment = alignment};
  if (const WalkInfo* info = find_walk(planner)) {
    STOWAGE_TRY(Walk walk, make_walk(*info, {view.graph, view.conflicts, alignment}, task));
    out.walk = std::make_shared<const Walk>(std::move(walk));
  } else {
    STOWAGE_TRY(Recording recording,
                Recording::make(*find_layout_strategy(planner), view.graph, view.conflicts, alignment, task));
    out.recording = std::make_shared<const Recording>(std::move(recording));
  }
  return out;
}

std::vector<CodeLine> pseudocode(const StepScene& scene) {
  if (!scene.walk()) return pseudocode(*scene.recording().strategy().recipe);
  std::vector<CodeLine> out;
  for (const WalkCode& line : scene.walk()->code) out.push_back({line.indent, walk_text(line.text)});
  return out;
}

QString pseudocode_source(const StepScene& scene) {
  return scene.walk() ? text_of(scene.walk()->info->source) : pseudocode_source(scene.recording().strategy());
}

int code_line(const StepScene& scene) {
  return scene.walk() ? static_cast<int>(scene.walk_step().line) : code_line(scene.context());
}

QString step_sentence(const StepScene& scene) {
  return scene.walk() ? walk_text(scene.walk_step().words) : step_sentence(scene.context());
}

StepScene::StepScene(std::shared_ptr<const StepSource> source, std::size_t step, const StepScene* nearby)
    : source_(std::move(source)), index_(step) {
  if (source_->walk) {
    step_.block = source_->walk->block_of(step);
    return;
  }
  step_ = step_at(*source_->recording, step);
  placed_ = step_.block + (step_.kind == StepKind::put ? 1 : 0);
  const bool same = nearby && nearby->source_->recording == source_->recording;
  facts_ = same && nearby->step_.block == step_.block ? nearby->facts_ : collect_facts();
  map_.scene = same && nearby->placed_ == placed_ ? nearby->map_.scene : map_of(placed_);
  map_.coloring = source_->coloring;
  map_.hidden = source_->hidden;
  if (step_.kind != StepKind::take && step_.kind != StepKind::put) map_.shades = facts_->shades;
}

std::shared_ptr<const StepScene::Facts> StepScene::collect_facts() const {
  auto facts = std::make_shared<Facts>();
  facts->looks = looks_of(recording(), step_.block);
  facts->avoided = avoided_by(recording(), step_.block);
  facts->merged = merged_of(block());
  auto shades = std::make_shared<std::vector<MapShade>>(recording().graph().tensor_count(), MapShade::faint);
  for (const Avoided& avoided : facts->avoided.intervals) (*shades)[avoided.placed.index()] = MapShade::full;
  facts->shades = std::move(shades);
  return facts;
}

/// The map of a plan with only its first blocks: the others are, for it, never needed.
std::shared_ptr<const HeapMapScene> StepScene::map_of(std::size_t placed) const {
  const Recording& r = recording();
  PlanView view;
  view.graph = source_->view.graph;
  view.conflicts = source_->view.conflicts;
  auto lifetimes = std::make_shared<std::vector<Lifetime>>(*source_->view.lifetimes);
  for (TensorId t : r.graph().tensors())
    if (r.place(t) >= placed) (*lifetimes)[t.index()] = {};
  view.lifetimes = std::move(lifetimes);
  Plan plan;
  plan.graph = r.graph().name();
  plan.strategy = r.strategy().id;
  plan.alignment = r.problem().alignment();
  plan.offsets.assign(r.offsets().begin(), r.offsets().end());
  if (placed > 0 && source_->says_footprint) plan.footprint = r.block(placed - 1).footprint;
  view.plan = std::make_shared<const Plan>(std::move(plan));
  HeapMapScene scene(std::move(view));
  // From the first step on: a line that came later would make the map lower.
  scene.set_footnotes(has_several_streams(r.graph()) ? QStringList{scene.hold_footnote()} : QStringList());
  return std::make_shared<const HeapMapScene>(std::move(scene));
}

Bytes StepScene::height() const {
  if (!walk()) return recording().block(recording().block_count() - 1).footprint;
  return {plane().up == WalkPlane::Up::addresses ? plane().top : 0};
}

Bytes common_height(const StepScene& one, const StepScene& other) {
  const auto [low, high] = std::minmax(one.height(), other.height());
  return low.count > 0 ? high : Bytes{};
}

std::vector<TensorId> StepScene::at_hand() const {
  if (!walk()) {
    const auto members = recording().problem().block(block().block);
    return {members.begin(), members.end()};
  }
  std::vector<TensorId> out;
  for (const WalkMark* mark : walk()->marks_at(index_))
    if (mark->role == WalkMark::Role::current && mark->op.valid())
      std::ranges::copy(graph().outputs(mark->op), std::back_inserter(out));
    else if (mark->role == WalkMark::Role::current && mark->tensor.valid())
      out.push_back(mark->tensor);
  return out;
}

std::vector<StepScene::Member> StepScene::members_at(std::int64_t start) const {
  std::vector<Member> out;
  for (TensorId t : recording().problem().block(block().block)) {
    const std::int64_t end = start + recording().problem().sizes()[t.index()].count;
    out.push_back({t, (*source_->view.lifetimes)[t.index()], {start, end}});
    start = end;
  }
  return out;
}

}  // namespace stowage
