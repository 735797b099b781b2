// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLocale>
#include <QString>

#include "core/base/bytes.h"

namespace stowage {

/// "14.2 MiB", "512 B", in the locale's digits and separators; three significant digits.
[[nodiscard]] QString human_bytes(Bytes bytes, const QLocale& locale = QLocale());
/// "14,889,779 bytes".
[[nodiscard]] QString exact_bytes(Bytes bytes, const QLocale& locale = QLocale());
/// "14.2 MiB (14,889,779 bytes)"; just the exact form below 1 KiB.
[[nodiscard]] QString full_bytes(Bytes bytes, const QLocale& locale = QLocale());
/// "+14.2 MiB", "-512 B"; "0 B" for nothing.
[[nodiscard]] QString signed_bytes(Bytes bytes, const QLocale& locale = QLocale());
/// "+4.9%"; "0.0%" for nothing only: what rounds to it is "< +0.1%".
[[nodiscard]] QString signed_percent(double fraction, const QLocale& locale = QLocale());
/// "12.4 ms", "1.30 s", "312 µs", "< 1 µs"; three significant digits.
[[nodiscard]] QString human_duration(double milliseconds, const QLocale& locale = QLocale());

}  // namespace stowage
