// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/painters/page/export.h"

class QPrinter;
class QWidget;

namespace stowage {

/// The drawing on one page of the printer's paper, with title and legend, as large as fits.
void print_page(QPrinter& printer, const Drawing& drawing);
/// How it will look on paper, on its side at first, and from there to the printer or into a PDF file. What is shown is
/// drawn in the background, again for other paper.
void show_print_preview(const Drawing& drawing, const QString& title, QWidget* parent);

}  // namespace stowage
