// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>
#include <QLabel>

#include "widgets/painters/style/theme.h"

// What all charts of QCustomPlot have in common.
namespace stowage {

/// Puts a plot, and words below it, into a widget: it may be small, and is painted with the rest of the window, not
/// before.
void set_up_plot(QWidget& chart, QCustomPlot* plot, QLabel* note, int least_height);
/// Ground, axes and their texts.
void set_plot_style(QCustomPlot& plot, const Theme& theme, const QFont& font);
/// These ticks and no others. False where the axis has them already.
bool set_ticks(QCPAxis& axis, const QMap<double, QString>& labels);

}  // namespace stowage
