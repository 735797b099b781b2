// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "app/settings/preferences.h"

class QCheckBox;
class QComboBox;
class QFormLayout;
class QSettings;
class QSpinBox;

namespace stowage {

/// The preferences, each of which takes effect at once; only the language waits for the next start, and says so.
class PreferencesDialog final : public QDialog {
  Q_OBJECT

 public:
  /// `settings` must outlive it: they are read, and written at every change.
  explicit PreferencesDialog(QSettings& settings, QWidget* parent = nullptr);

 private:
  void make_numbers(QFormLayout* form);
  void make_colors(QFormLayout* form);
  void make_rest(QFormLayout* form);
  [[nodiscard]] Preferences shown() const;
  void show_preferences(const Preferences& preferences);
  void take();
  void restore_defaults();

  QSettings& settings_;
  QComboBox *units_, *offsets_, *theme_, *palette_, *language_;
  QCheckBox* hatches_;
  QSpinBox* threads_;
  bool showing_ = false;  // not the user's change
};

}  // namespace stowage
