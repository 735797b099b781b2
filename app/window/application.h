// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QSettings;

namespace stowage {

/// What the whole program needs once, before its first window: name, version, icon, and the language and look
/// chosen in `settings`.
void prepare_application(const QSettings& settings);

}  // namespace stowage
