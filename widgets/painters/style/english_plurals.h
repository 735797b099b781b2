// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTranslator>

namespace stowage {

/// English is the language of the sources, and its plurals follow one rule: "%Ln tensor(s)" is "1 tensor" or
/// "2 tensors", "%Ln match(es)" is "1 match" or "2 matches". A translation installed later goes first.
class EnglishPlurals final : public QTranslator {
 public:
  using QTranslator::QTranslator;
  [[nodiscard]] QString translate(const char* context, const char* source, const char* disambiguation,
                                  int count) const override;
  [[nodiscard]] bool isEmpty() const override { return false; }
};

}  // namespace stowage
