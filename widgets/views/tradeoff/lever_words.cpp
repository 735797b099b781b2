// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/tradeoff/lever_words.h"

#include <QCoreApplication>

#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::TradeOffPane)
};

}  // namespace

QString lever_title(Lever lever) {
  switch (lever) {
    case Lever::sync:
      return Text::tr("Syncs");
    case Lever::stream:
      return Text::tr("Streams");
    case Lever::order:
      return Text::tr("Order");
    case Lever::recompute:
      return Text::tr("Recompute");
    case Lever::offload:
      return Text::tr("Offload");
  }
  return {};
}

QString lever_tip(Lever lever) {
  switch (lever) {
    case Lever::sync:
      return Text::tr("Let an operator wait for another");
    case Lever::stream:
      return Text::tr("Move operators to another stream");
    case Lever::order:
      return Text::tr("Run an operator earlier or later");
    case Lever::recompute:
      return Text::tr("Compute a tensor again before its late uses");
    case Lever::offload:
      return Text::tr("Copy a tensor to the host and back before its late uses, at 25 GB/s");
  }
  return {};
}

QString words_of(const LeverEdit& edit) {
  const auto name = [&](std::size_t k) { return text_of(edit.operators[k]); };
  switch (edit.lever) {
    case Lever::sync:
      return Text::tr("Sync %1 → %2").arg(name(0), name(1));
    case Lever::stream:
      return edit.operators.size() == 1
                 ? Text::tr("Move %1 to %2").arg(name(0), stream_label(edit.stream_label))
                 : Text::tr("Move %1 and %Ln more to %2", nullptr, static_cast<int>(edit.operators.size() - 1))
                       .arg(name(0), stream_label(edit.stream_label));
    case Lever::order:
      return edit.operators.size() == 1 ? Text::tr("Run %1 as the last").arg(name(0))
                                        : Text::tr("Run %1 before %2").arg(name(0), name(1));
    case Lever::recompute:
      return Text::tr("Recompute %1 before %2").arg(text_of(edit.tensor), name(0));
    case Lever::offload:
      return Text::tr("Offload %1 until %2").arg(text_of(edit.tensor), name(0));
  }
  return {};
}

}  // namespace stowage
