// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/words/strategy_words.h"
#include "core/layout/strategies/strategies.h"
#include "core/papers/tables.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/told_words.h"

#include <QCoreApplication>

namespace stowage {
namespace {

struct StrategyWordsText {
  Q_DECLARE_TR_FUNCTIONS(stowage::StrategyWords)
};

QString translated(const QString& phrase) {
  return StrategyWordsText::tr(phrase.toUtf8().constData());
}

}  // namespace

QString strategy_name(const LayoutStrategy& strategy) {
  if (!strategy.recipe) return translated(text_of(strategy.title));
  QStringList words = text_of(strategy.title).split(", ");
  for (QString& word : words) word = translated(word);
  return words.join(StrategyWordsText::tr(", "));
}

QString plan_name(std::string_view strategy) {
  if (strategy.empty()) return imported_plan_name(false);
  if (strategy == kRepaired) return StrategyWordsText::tr("repaired");
  const LayoutStrategy* const known = find_layout_strategy(strategy);
  return known ? strategy_name(*known) : text_of(strategy);
}

QString plan_name(const PlanView& view) {
  if (view.origin == PlanView::Origin::made) return plan_name(view.plan ? view.plan->strategy : std::string());
  return imported_plan_name(view.origin == PlanView::Origin::file);
}

QString strategy_description(const LayoutStrategy& strategy) {
  const QString english = text_of(strategy.description);
  const QStringList parts = english.split("; ");
  if (!strategy.recipe || parts.size() < 2)
    return translated(english);  // what the objects are; in which order, into which gap
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
  if (strategy.id == "best") return StrategyWordsText::tr("best order");
  if (strategy.id == "olla.joint") return StrategyWordsText::tr("OLLA with addresses");
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
  if (limits.most_pairs != Limits::kAny)
    parts += StrategyWordsText::tr("up to %Ln unsafe pair(s)", nullptr, static_cast<int>(limits.most_pairs));
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
                              as_int(limits.most_tensors))}},
      {{.most_pairs = limits.most_pairs},
       {StrategyWordsText::tr("too large"),
        StrategyWordsText::tr("It takes up to %Ln unsafe pair(s), and this graph has more", nullptr,
                              as_int(limits.most_pairs))}}};
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
  QString text = told_words(QString::fromStdString(error.text()));
  if (text.isEmpty()) return text;
  text.front() = text.front().toUpper();
  return text.endsWith('.') ? text : text + '.';
}

}  // namespace stowage
