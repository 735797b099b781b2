// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/theme.h"

class QSettings;

namespace stowage {

/// Light or dark, or as the desktop has it.
enum class Appearance { system, light, dark };

/// What the reader chose for the whole program. A default one is what the program is like at first.
struct Preferences {
  NumberFormat numbers{};
  ClassLook look{};
  Appearance appearance = Appearance::system;
  std::size_t threads = 0;  ///< that plan at the same time; 0: one a core

  /// What is not there, or nothing that was ever written, is as at first.
  [[nodiscard]] static Preferences read(const QSettings& settings);
  void write(QSettings& settings) const;
  friend bool operator==(const Preferences&, const Preferences&) = default;
};

/// Makes them so for the whole program; every view on screen follows.
void apply(const Preferences& preferences);

/// Writes amounts of memory as exact bytes in place of the units that the settings have, or no longer.
void override_units(bool exact, const QSettings& settings);
/// Ends that for a window on its way out: nothing on screen is refreshed.
void drop_unit_override(const QSettings& settings);

/// Gives the whole program this look; views follow by QEvent::PaletteChange.
void apply_appearance(Appearance appearance);

}  // namespace stowage
