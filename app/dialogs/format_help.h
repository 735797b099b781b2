// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace stowage {

/// A page on every format: how its files are named, how to get one, whether it is written and carries a plan.
void show_formats(QWidget* parent);
/// That page, as rich text.
[[nodiscard]] QString formats_page();

}  // namespace stowage
