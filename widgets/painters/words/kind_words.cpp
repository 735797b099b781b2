// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/words/kind_words.h"

#include <algorithm>
#include <span>

#include <QCoreApplication>

#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

/// Those of core/papers/papers.h, and others that files use alike.
constexpr const char* kKinds[] = {
    QT_TRANSLATE_NOOP("stowage::Kinds", "activation"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "gradient"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "input"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "loss"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "output"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "parameter"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "reduced gradient"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "state"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "statistics"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "temporary"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "weight"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "weight gradient"),
    QT_TRANSLATE_NOOP("stowage::Kinds", "workspace"),
};
constexpr const char* kPhases[] = {
    QT_TRANSLATE_NOOP("stowage::Phases", "backward"), QT_TRANSLATE_NOOP("stowage::Phases", "communication"),
    QT_TRANSLATE_NOOP("stowage::Phases", "forward"),  QT_TRANSLATE_NOOP("stowage::Phases", "loss"),
    QT_TRANSLATE_NOOP("stowage::Phases", "update"),
};

QString translated(const char* context, std::span<const char* const> known, std::string_view word) {
  const auto at = std::ranges::find(known, word);
  return at == known.end() ? text_of(word) : QCoreApplication::translate(context, *at);
}

}  // namespace

QString kind_label(std::string_view kind) {
  return translated("stowage::Kinds", kKinds, kind);
}

QString phase_label(std::string_view phase) {
  return translated("stowage::Phases", kPhases, phase);
}

}  // namespace stowage
