// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include <QString>

class QWidget;

namespace stowage {

/// Which page of the manual explains a part of the window.
struct ManualPage {
  const char* part;  ///< object name of a part of the centre, of the start page, or of a bar
  const char* page;  ///< file in resources/manual, with the heading where the part has one: "explore.md#peak"
};

/// The property of a widget that names its page itself, as docks do.
inline constexpr auto kManualPage = "manual_page";

/// One row a part of the window without that property.
[[nodiscard]] std::span<const ManualPage> manual_pages();

/// The page of the innermost part that `widget` is in; empty where it is in none, or null.
[[nodiscard]] QString manual_page_of(const QWidget* widget);

/// How a link names a heading, as the repository's page does: "Why no lower?" is "why-no-lower".
[[nodiscard]] QString heading_anchor(const QString& heading);

/// Opens the manual of `window` in a window of its own, or brings it forward: its pages are part of the program
/// (resources/manual). `page` is as links name it: "explore.md#peak"; empty: the contents.
void show_manual(QWidget* window, const QString& page);

}  // namespace stowage
