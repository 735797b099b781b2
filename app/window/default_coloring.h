// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>

#include <QObject>

#include "widgets/painters/model/coloring.h"

namespace stowage {

class OpenDocument;
class ViewState;

/// What colours say at first, by the document: source lines of a recorded heap that has them, streams where there are
/// several, kinds of tensors where the file names some, otherwise sizes. What a user chose instead is kept for
/// documents of that sort.
class DefaultColoring final : public QObject {
  Q_OBJECT

 public:
  /// Both must outlive it.
  DefaultColoring(const OpenDocument& document, ViewState& state, QObject* parent);

  /// Another document: its colours. Those of a lesson are streams.
  void suggest(bool lesson);
  /// For a page of a lesson: not a choice of the user's.
  void override_with(ColorBy by);

 private:
  [[nodiscard]] ColorBy usual() const;

  const OpenDocument& document_;
  ViewState& state_;
  std::map<ColorBy, ColorBy> chosen_;  // by what was suggested
  ColorBy suggested_ = ColorBy::stream;
  bool suggesting_ = false;
};

}  // namespace stowage
