// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/range_button.h"

#include <QCoreApplication>
#include <QLabel>

#include "widgets/base/view_state.h"
#include "widgets/controls/elided.h"
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

QLabel* make_range_note(ViewState& state) {
  QLabel* note = make_wrapped_line("whole_note");
  const auto follow = [note, &state] {
    const auto range = state.time_range();
    note->setVisible(range.has_value());
    if (!range) return;
    note->setText(QCoreApplication::translate("stowage::RangeNote", "These numbers are for all steps, not only %1.")
                      .arg(range_text(*range)));
  };
  QObject::connect(&state, &ViewState::time_range_changed, note, follow);
  follow();
  return note;
}

}  // namespace stowage
