// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include <QDialog>

#include "widgets/painters/page/export.h"

class QSettings;

namespace stowage {

/// What was chosen in the figure dialog. A preset gives each view a size of its own.
struct FigureChoice {
  FigureOptions options;
  QString preset{};  ///< FigurePreset::id, or kAsInWindow; empty: another size
  static constexpr QLatin1String kAsInWindow{"window"};
};

/// What was chosen last, in this run of the program or in one before; none at first. Neither title nor crop: these are
/// of one view.
[[nodiscard]] std::optional<FigureChoice> kept_figure(const QSettings& settings);
void keep_figure(QSettings& settings, const FigureChoice& choice);

/// Asks how a figure is to look, whichever view it is of, and shows it as it will be.
class FigureDialog : public QDialog {
  Q_OBJECT

 public:
  using QDialog::QDialog;

  [[nodiscard]] virtual FigureOptions options() const = 0;
  [[nodiscard]] virtual FigureChoice choice() const = 0;
  /// What is seen of it by now; null before anything is.
  [[nodiscard]] virtual QImage preview() const = 0;
};
/// `source`: the view, asked again where it has nothing to draw yet; `usual`: what it has where nothing is chosen;
/// `last`: what was chosen before, if anything was.
[[nodiscard]] FigureDialog* make_figure_dialog(const QString& title, std::function<Drawing()> source,
                                               const FigureOptions& usual, const std::optional<FigureChoice>& last,
                                               QWidget* parent = nullptr);

}  // namespace stowage
