// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QWidget;

namespace stowage {

/// Calls `show` whenever amounts are to be written otherwise than before (QEvent::LocaleChange), so that words made
/// before are made again. What is painted follows by itself.
void follow_numbers(QWidget* view, std::function<void()> show);

}  // namespace stowage
