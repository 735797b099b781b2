// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/byte_boxes.h"

#include <algorithm>
#include <bit>
#include <optional>

#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>

#include "widgets/painters/style/numbers.h"
#include "widgets/tables/tensor_query.h"

namespace stowage {
namespace {

/// 0: any; otherwise 2^(step - 1) bytes.
int step_of(Bytes size) {
  return std::bit_width(static_cast<std::uint64_t>(std::max(size.count, std::int64_t{0})));
}

}  // namespace

OffsetBox::OffsetBox(QWidget* parent) : QAbstractSpinBox(parent) {
  setAccessibleName(tr("Offset in bytes"));
  setToolTip(tr("Up and Down step from edge to edge; or type any offset"));
  connect(lineEdit(), &QLineEdit::textEdited, this, [this] {
    const auto typed = parse_bytes(lineEdit()->text());
    if (!typed || typed->count > most_ || typed->count == value_) return;
    value_ = typed->count;
    emit value_edited(value_);
  });
  show_value();
}

void OffsetBox::set_edges(std::vector<std::int64_t> edges, std::int64_t most) {
  edges_ = std::move(edges);
  most_ = most;
}

void OffsetBox::set_value(std::int64_t value) {
  if (value == value_) return;
  value_ = value;
  show_value();
}

bool OffsetBox::take_text() {
  const auto typed = parse_bytes(lineEdit()->text());
  if (!typed || typed->count > most_) {
    show_value();
    lineEdit()->selectAll();
    return false;
  }
  value_ = typed->count;
  return true;
}

void OffsetBox::stepBy(int steps) {
  std::int64_t now = value_;
  for (; steps > 0; --steps)
    if (const auto next = std::ranges::upper_bound(edges_, now); next != edges_.end()) now = *next;
  for (; steps < 0; ++steps)
    if (const auto here = std::ranges::lower_bound(edges_, now); here != edges_.begin()) now = *std::prev(here);
  if (now == value_) return;
  value_ = now;
  show_value();
  emit value_edited(value_);
}

QAbstractSpinBox::StepEnabled OffsetBox::stepEnabled() const {
  StepEnabled out = StepNone;
  if (!edges_.empty() && value_ > edges_.front()) out |= StepDownEnabled;
  if (!edges_.empty() && value_ < edges_.back()) out |= StepUpEnabled;
  return out;
}

void OffsetBox::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return emit return_pressed();
  QAbstractSpinBox::keyPressEvent(event);
}

void OffsetBox::show_value() {
  lineEdit()->setText(locale().toString(qlonglong{value_}));
}

SizeSpin::SizeSpin(QWidget* parent) : QSpinBox(parent) {
  setRange(0, step_of(kMaxTensorSize));
  setSpecialValueText(tr("any size"));
  setKeyboardTracking(false);
}

Bytes SizeSpin::size() const {
  return value() == 0 ? Bytes{0} : Bytes{std::int64_t{1} << (value() - 1)};
}

QString SizeSpin::textFromValue(int value) const {
  return human_bytes(Bytes{std::int64_t{1} << std::max(value - 1, 0)});
}

int SizeSpin::valueFromText(const QString& text) const {
  if (text == specialValueText()) return 0;
  const std::optional<Bytes> size = parse_bytes(text);
  return size ? std::clamp(step_of(*size), minimum(), maximum()) : value();
}

QValidator::State SizeSpin::validate(QString& text, int&) const {
  return text == specialValueText() || parse_bytes(text) ? QValidator::Acceptable : QValidator::Intermediate;
}

}  // namespace stowage
