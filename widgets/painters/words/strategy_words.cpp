// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/words/strategy_words.h"
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
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "blocks of most unsafe partners first"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "each in the smallest gap that holds it"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "each in the lowest gap that holds it"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "Every block on top of the one made before; nothing is reused"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Largest blocks first, of equals the earliest, each in the smallest gap that holds it"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "The lowest stretch of time takes the longest-lived tensor that fits into it"),
    QT_TRANSLATE_NOOP(
        "stowage::StrategyWords",
        "Filled from below with a few overlaps, these coloured apart, then dropped; at most thrice the load"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Objects that each hold one block at a time; who takes over whose is a cheapest matching"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Every block on top of the one made before, from 0 again wherever all before is over"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "The best plan that a solver of integer programs finds in its time, a minute unless told "
                      "otherwise; may prove that none is smaller"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Blocks in the order in which they are made, each in a small gap that is free by then"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Tensors take over parts of what others leave; those of most unsafe partners first, in pairs"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Tensors take over parts of what others leave; the largest first, as its authors do now"),
    QT_TRANSLATE_NOOP(
        "stowage::StrategyWords",
        "The best of several quick planners on all cores; where that misses the bound, a short search from it"),
    QT_TRANSLATE_NOOP(
        "stowage::StrategyWords",
        "Improves the best quick plan until it meets the lower bound, or the time is up: 10 s unless told "
        "otherwise"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "The order of the input, or the stable one derived from it"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords", "The order that an opened plan was made for"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Of the operators that could run next always the one that leaves the least in memory"),
    QT_TRANSLATE_NOOP(
        "stowage::StrategyWords",
        "Cut at memory-insensitive operators, updates where they cost least, each segment ordered exactly"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "The least peak by search, early weight updates, an integer program for a solver, and windows "
                      "around the peak"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "The order that needs least, by search over the sets of operators that may have run; the best "
                      "found where there are too many of them"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Tensors that live within one another at the bottom, the longest-lived lowest; the rest largest "
                      "first"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "Parts of a training step planned one by one and put on top of each other, or a direct plan"),
    QT_TRANSLATE_NOOP("stowage::StrategyWords",
                      "No plan: an allocator with pools, asked as the operators run, as a framework does today"),
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
  const auto refused_by = [&](const Limits& one) {
    LayoutStrategy only = strategy;
    only.limits = one;
    return !refusal(only, problem).empty();
  };
  const Limits& limits = strategy.limits;
  if (refused_by({.single_stream = limits.single_stream}))
    return StrategyRefusal{
        StrategyWordsText::tr("one stream"),
        StrategyWordsText::tr("It plans a single stream only, and the streams of this graph run side by side")};
  if (refused_by({.no_groups = limits.no_groups}))
    return StrategyRefusal{StrategyWordsText::tr("no groups"),
                           StrategyWordsText::tr("It knows no contiguous groups, and this graph has some")};
  if (refused_by({.no_own_alignment = limits.no_own_alignment}))
    return StrategyRefusal{
        StrategyWordsText::tr("alignment"),
        StrategyWordsText::tr("It knows no tensors with an alignment of their own, and this graph has some")};
  if (refused_by({.most_tensors = limits.most_tensors}))
    return StrategyRefusal{StrategyWordsText::tr("too large"),
                           StrategyWordsText::tr("It takes up to %Ln tensor(s), and this graph has more", nullptr,
                                                 static_cast<int>(limits.most_tensors))};
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
