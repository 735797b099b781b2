// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/words/strategy_words.h"
#include "core/papers/tables.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

#include <QCoreApplication>
#include <QStringList>

namespace stowage {
namespace {

struct StrategyWordsText {
  Q_DECLARE_TR_FUNCTIONS(stowage::StrategyWords)
};

/// The phrases of core's table, for translators.
[[maybe_unused]] constexpr const char* kPhrases[] = {
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "Breadth"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "Size"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "Source"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "Unsafe"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "best fit"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "first fit"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "many objects"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "Automatic"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "Gergov"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "NNC"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "ROAM"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "Search"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "Greedy by size"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "Linear scan"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "Longest-lived"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "Minimum-cost flow"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "Bump"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "Bump with resets"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "Integer program"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "unsafe"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "size"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "OLLA pyramid"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "Caching allocator"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "One growing buffer"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "A stack of objects, each as large as the block that opened it"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "blocks made while most bytes are alive first"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "largest blocks first"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "blocks made earliest first"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "blocks with most unsafe pairs first"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "each in the smallest gap that holds it"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "each in the lowest gap that holds it"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "Each block on top of the block before; nothing is reused"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Largest blocks first (ties: the earliest), each in the smallest gap that holds it"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Fills the lowest stretch of time with the longest-lived tensor that fits"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Fills from below with a few overlaps, colours the overlaps apart, then drops the blocks; at "
                      "most three times the load"),
    QT_TRANSLATE_NOOP(
        "stowage::StrategyWords",
        "Objects that each hold one block at a time; a cheapest matching decides which block follows which"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Each block on top of the block before; starts at 0 again when no earlier block is alive"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "The best plan that a solver of integer programs finds within its time limit (default: a "
                      "minute); may prove it optimal"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Places blocks in the order in which they are written, each in a small gap that is free then"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Tensors reuse parts of the memory that others leave; most unsafe pairs first, two by two"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Tensors reuse parts of the memory that others leave; largest first, as its authors do now"),
    QT_TRANSLATE_NOOP(
        "stowage::StrategyWords",
        "The best of several quick planners on all cores; a short search improves it if it misses the bound"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Improves the best quick plan until it meets the lower bound or the time limit (default: 10 s)"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "The order of the input, or a stable order derived from it"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "The order that an opened plan was made for"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "Always runs the ready operator that leaves the least in memory"),
    QT_TRANSLATE_NOOP(
        "stowage::StrategyWords",
        "Cuts at memory-insensitive operators, puts updates where they cost least, and orders each segment exactly"),
    QT_TRANSLATE_NOOP(
        "stowage::StrategyWords",
        "Minimizes the peak by search, early weight updates, an integer program, and windows around the peak"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "The order with the least peak, by search over the sets of operators that may have run; the best "
                      "found if there are too many sets"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Nested lifetimes at the bottom, the longest-lived lowest; the rest largest first"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Plans parts of a training step one by one and stacks them, or plans directly"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Not a plan: simulates an allocator with pools at run time, as frameworks use it today"),
};

QString translated(const QString& phrase) {
  return StrategyWordsText::tr(phrase.toUtf8().constData());
}

}  // namespace

QString strategy_name(const LayoutStrategy& strategy) {
  QStringList words = text_of(strategy.title).split(", ");
  for (QString& word : words) word = translated(word);
  return words.join(StrategyWordsText::tr(", "));
}

QString plan_name(std::string_view strategy) {
  if (strategy.empty()) return imported_plan_name(false);
  const LayoutStrategy* const known = find_layout_strategy(strategy);
  return known ? strategy_name(*known) : text_of(strategy);
}

QString plan_name(const PlanView& view) {
  if (view.origin == PlanView::Origin::made) return plan_name(view.plan ? view.plan->strategy : std::string());
  return imported_plan_name(view.origin == PlanView::Origin::file);
}

QString strategy_description(const LayoutStrategy& strategy) {
  const QString english = text_of(strategy.description);
  if (!strategy.recipe) return translated(english);
  const QStringList parts = english.split("; ");  // what the objects are; in which order, into which gap
  const QStringList phrases = parts.back().split(", ");
  return StrategyWordsText::tr("%1; %2, %3").arg(translated(parts[0]), translated(phrases[0]), translated(phrases[1]));
}

QString order_description(const OrderStrategy& strategy) {
  return translated(text_of(strategy.description));
}

QString order_name(const OrderStrategy& strategy) {
  if (strategy.id == "imported") return StrategyWordsText::tr("imported");
  if (strategy.id == "given") return StrategyWordsText::tr("as given");
  if (strategy.id == "exact") return StrategyWordsText::tr("lowest peak");
  const QString id = text_of(strategy.id);
  const bool acronym = strategy.id == "lescea" || strategy.id == "olla" || strategy.id == "roam";
  return acronym ? id.toUpper() : id;
}

QString strategy_limits(const LayoutStrategy& strategy) {
  const Limits& limits = strategy.limits;
  QStringList parts;
  if (limits.single_stream) parts += StrategyWordsText::tr("one stream");
  if (limits.no_groups) parts += StrategyWordsText::tr("no groups");
  if (limits.no_own_alignment) parts += StrategyWordsText::tr("no tensor with its own alignment");
  if (limits.most_tensors != Limits::kAny)
    parts += StrategyWordsText::tr("up to %Ln tensor(s)", nullptr, static_cast<int>(limits.most_tensors));
  return parts.join(", ");
}

/// Limit by limit, in the order in which core looks at them.
std::optional<StrategyRefusal> strategy_refusal(const LayoutStrategy& strategy, const LayoutProblem& problem) {
  const Limits& limits = strategy.limits;
  const std::pair<Limits, StrategyRefusal> refusals[] = {
      {{.single_stream = limits.single_stream},
       {StrategyWordsText::tr("one stream"),
        StrategyWordsText::tr("It plans a single stream only, and the streams of this graph run side by side")}},
      {{.no_groups = limits.no_groups},
       {StrategyWordsText::tr("no groups"),
        StrategyWordsText::tr("It does not support contiguous groups, and this graph has some")}},
      {{.no_own_alignment = limits.no_own_alignment},
       {StrategyWordsText::tr("alignment"),
        StrategyWordsText::tr("It does not support tensors with their own alignment, and this graph has some")}},
      {{.most_tensors = limits.most_tensors},
       {StrategyWordsText::tr("too large"),
        StrategyWordsText::tr("It takes up to %Ln tensor(s), and this graph has more", nullptr,
                              as_int(limits.most_tensors))}}};
  for (const auto& [limit, refused] : refusals) {
    LayoutStrategy only = strategy;
    only.limits = limit;
    if (!refusal(only, problem).empty()) return refused;
  }
  return std::nullopt;
}

QString imported_plan_name(bool of_file) {
  return of_file ? StrategyWordsText::tr("as in the file") : StrategyWordsText::tr("imported");
}

QString sentence_of(const Error& error) {
  QString text = QString::fromStdString(error.text());
  if (text.isEmpty()) return text;
  text.front() = text.front().toUpper();
  return text.endsWith('.') ? text : text + '.';
}

}  // namespace stowage
