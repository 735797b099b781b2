// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/print_preview.h"

#include <algorithm>
#include <memory>

#include <QPainter>
#include <QPrintPreviewDialog>
#include <QPrinter>

namespace stowage {
namespace {

constexpr double kPixelsPerInch = 96;  // logical ones, of drawings

}  // namespace

void print_page(QPrinter& printer, const Drawing& drawing) {
  QPainter painter(&printer);
  if (!painter.isActive()) return;
  const QSizeF paper = printer.pageRect(QPrinter::DevicePixel).size();
  double scale = printer.resolution() / kPixelsPerInch;
  // A drawing that asks for more room than the paper has is made smaller.
  if (const QSizeF wanted = drawing.natural_size; !wanted.isEmpty())
    scale = std::min({scale, paper.width() / wanted.width(), paper.height() / wanted.height()});
  painter.scale(scale, scale);
  draw_page(painter, QRectF(QPointF(), paper / scale), drawing, Theme::light());
}

void show_print_preview(const Drawing& drawing, const QString& title, QWidget* parent) {
  const auto printer = std::make_shared<QPrinter>(QPrinter::HighResolution);
  printer->setPageOrientation(QPageLayout::Landscape);
  printer->setDocName(title);
  auto* dialog = new QPrintPreviewDialog(printer.get(), parent);
  dialog->setObjectName("print_preview");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  // Kept by the connection for as long as the dialog may ask for it.
  QObject::connect(dialog, &QPrintPreviewDialog::paintRequested, dialog,
                   [printer, drawing](QPrinter* to) { print_page(*to, drawing); });
  dialog->resize(parent->size() * 0.9);
  dialog->open();
}

}  // namespace stowage
