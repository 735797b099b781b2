// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/appearance.h"

#include <QApplication>

#include "widgets/painters/style/theme.h"

namespace stowage {
namespace {

/// A whole palette from the few colours of a theme.
QPalette palette_of(const Theme& theme) {
  const QColor button = mix(theme.background, theme.text, theme.dark ? 0.1 : 0.04);
  QPalette palette(button, theme.background);
  palette.setColor(QPalette::WindowText, theme.text);
  palette.setColor(QPalette::Text, theme.text);
  palette.setColor(QPalette::ButtonText, theme.text);
  palette.setColor(QPalette::BrightText, theme.text);
  palette.setColor(QPalette::ToolTipText, theme.text);
  palette.setColor(QPalette::PlaceholderText, theme.muted_text);
  palette.setColor(QPalette::Base, theme.surface);
  palette.setColor(QPalette::AlternateBase, mix(theme.surface, theme.text, 0.04));
  palette.setColor(QPalette::ToolTipBase, mix(theme.surface, theme.text, 0.06));
  palette.setColor(QPalette::Highlight, theme.dark ? QColor(38, 104, 163) : QColor(0, 98, 163));
  palette.setColor(QPalette::HighlightedText, Qt::white);
  palette.setColor(QPalette::Link, theme.dark ? QColor(120, 190, 245) : QColor(0, 90, 156));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, mix(theme.text, theme.background, 0.55));
  palette.setColor(QPalette::Disabled, QPalette::Highlight, mix(theme.text, theme.background, 0.7));
  return palette;
}

}  // namespace

void apply_appearance(Appearance appearance) {
  switch (appearance) {
    case Appearance::system:
      return QApplication::setPalette(QPalette());
    case Appearance::light:
      return QApplication::setPalette(palette_of(Theme::light()));
    case Appearance::dark:
      return QApplication::setPalette(palette_of(Theme::dark_theme()));
  }
}

}  // namespace stowage
