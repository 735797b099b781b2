// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/preferences.h"

#include <algorithm>
#include <utility>

#include <QApplication>
#include <QPalette>
#include <QPointer>
#include <QSettings>
#include <QWidget>

#include "core/base/parallel.h"

namespace stowage {
namespace {

bool shows_exact_bytes = false;

constexpr auto kUnits = "numbers/units";
constexpr auto kOffsets = "numbers/offsets";
constexpr auto kPalette = "colours/palette";
constexpr auto kHatches = "colours/hatches";
constexpr auto kTheme = "window/theme";
constexpr auto kThreads = "planning/threads";

/// A kept number as one of `count` choices; the first where it is none of them.
template <class Choice>
Choice choice_of(const QSettings& settings, const char* key, int count) {
  const int value = settings.value(key).toInt();
  return static_cast<Choice>(value >= 0 && value < count ? value : 0);
}

std::uint8_t palette_of(const QString& id) {
  for (std::size_t k = 0; k < palettes().size(); ++k)
    if (id == palettes()[k].id) return static_cast<std::uint8_t>(k);
  return 0;
}

/// Makes words again, and drops cached pictures.
void refresh(QWidget* widget) {
  for (const QEvent::Type type : {QEvent::LocaleChange, QEvent::PaletteChange}) {
    QEvent event(type);
    QApplication::sendEvent(widget, &event);
  }
  widget->update();
}

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

Preferences Preferences::read(const QSettings& settings) {
  return {.numbers = {.units = choice_of<NumberFormat::Units>(settings, kUnits, 3),
                      .offsets = choice_of<NumberFormat::Offsets>(settings, kOffsets, 2)},
          .look = {.palette = palette_of(settings.value(kPalette).toString()),
                   .hatches = settings.value(kHatches).toBool()},
          .appearance = choice_of<Appearance>(settings, kTheme, 3),
          .threads = static_cast<std::size_t>(std::clamp(settings.value(kThreads).toInt(), 0, 1024))};
}

void Preferences::write(QSettings& settings) const {
  settings.setValue(kUnits, static_cast<int>(numbers.units));
  settings.setValue(kOffsets, static_cast<int>(numbers.offsets));
  settings.setValue(kPalette, QString::fromLatin1(palettes()[look.palette].id));
  settings.setValue(kHatches, look.hatches);
  settings.setValue(kTheme, static_cast<int>(appearance));
  settings.setValue(kThreads, static_cast<int>(threads));
}

void override_units(bool exact, const QSettings& settings) {
  if (std::exchange(shows_exact_bytes, exact) != exact) apply(Preferences::read(settings));
}

void drop_unit_override(const QSettings& settings) {
  if (std::exchange(shows_exact_bytes, false)) set_number_format(Preferences::read(settings).numbers);
}

void apply(const Preferences& preferences) {
  set_worker_limit(preferences.threads);
  static Appearance seen = Appearance::system;
  if (preferences.appearance != seen) apply_appearance(preferences.appearance);
  seen = preferences.appearance;
  NumberFormat numbers = preferences.numbers;
  if (shows_exact_bytes) numbers.units = NumberFormat::Units::exact;
  if (number_format() == numbers && class_look() == preferences.look) return;
  set_number_format(numbers);
  set_class_look(preferences.look);
  // Some make new ones: their list is not kept while they do.
  const QWidgetList widgets = QApplication::allWidgets();
  QList<QPointer<QWidget>> alive(widgets.begin(), widgets.end());
  for (const QPointer<QWidget>& widget : alive)
    if (widget) refresh(widget);
}

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
