// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/range_button.h"

#include <QCoreApplication>

#include "widgets/base/view_state.h"
#include "widgets/painters/style/numbers.h"

namespace stowage {

QString range_text(const StepRange& range) {
  return QCoreApplication::translate("stowage::RangeButton", "steps %1 to %2")
      .arg(grouped(range.begin), grouped(range.end - 1));
}

RangeButton::RangeButton(ViewState& state, const QString& what, QWidget* parent) : QToolButton(parent), state_(state) {
  setToolTip(tr("%1: show all again").arg(what));
  connect(this, &QToolButton::clicked, this, [this] { state_.set_time_range(std::nullopt); });
  connect(&state_, &ViewState::time_range_changed, this, &RangeButton::follow);
  follow();
}

void RangeButton::follow() {
  const auto range = state_.time_range();
  setVisible(range.has_value());
  if (!range) return;
  QString text = range_text(*range);
  text.front() = text.front().toUpper();
  setText(tr("%1  ✕").arg(text));
  setAccessibleName(tr("%1 only").arg(text));
}

RangeNote::RangeNote(ViewState& state, QWidget* parent) : QLabel(parent), state_(state) {
  setObjectName("whole_note");
  setWordWrap(true);
  setContentsMargins(8, 3, 8, 3);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  connect(&state_, &ViewState::time_range_changed, this, &RangeNote::follow);
  follow();
}

void RangeNote::follow() {
  const auto range = state_.time_range();
  setVisible(range.has_value());
  if (range) setText(tr("These numbers are for all steps, not only %1.").arg(range_text(*range)));
}

}  // namespace stowage
