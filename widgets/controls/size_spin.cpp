// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/size_spin.h"

#include <bit>
#include <optional>

#include "widgets/painters/style/numbers.h"
#include "widgets/tables/tensor_query.h"

namespace stowage {
namespace {

/// 0: any; else 2^(step - 1) bytes.
int step_of(Bytes size) {
  return std::bit_width(static_cast<std::uint64_t>(std::max(size.count, std::int64_t{0})));
}

}  // namespace

SizeSpin::SizeSpin(QWidget* parent) : QSpinBox(parent) {
  setRange(0, step_of(kMaxTensorSize));
  setSpecialValueText(tr("any size"));
  setKeyboardTracking(false);
}

Bytes SizeSpin::size() const {
  return value() == 0 ? Bytes{0} : Bytes{std::int64_t{1} << (value() - 1)};
}

void SizeSpin::set_size(Bytes size) {
  setValue(step_of(size));
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
