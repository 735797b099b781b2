// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/print_preview.h"

#include <algorithm>
#include <memory>
#include <optional>

#include <QCoreApplication>
#include <QPainter>
#include <QPicture>
#include <QPrintPreviewDialog>
#include <QPrintPreviewWidget>
#include <QPrinter>

#include "widgets/base/worker.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::PrintPreview)
};

/// What of a printer a page depends on.
struct Paper {
  QSizeF size;  // its dots
  int resolution = 0;
  friend bool operator==(const Paper&, const Paper&) = default;
};

Paper paper_of(const QPrinter& printer) {
  return {printer.pageRect(QPrinter::DevicePixel).size(), printer.resolution()};
}

double scale_of(const Paper& paper, const Drawing& drawing) {
  const double scale = paper.resolution / kPixelsPerInch;
  const QSizeF wanted = drawing.natural_size;
  if (wanted.isEmpty()) return scale;
  // A drawing that asks for more room than the paper has is made smaller.
  return std::min({scale, paper.size.width() / wanted.width(), paper.size.height() / wanted.height()});
}

void paint_page(QPainter& painter, const Paper& paper, const Drawing& drawing) {
  const double scale = scale_of(paper, drawing);
  painter.scale(scale, scale);
  draw_page(painter, QRectF(QPointF(), paper.size / scale), drawing, Theme::light());
}

/// What the preview shows: drawn by a worker, as a record that is played on the printer.
class Page {
 public:
  Page(Drawing drawing, QPrintPreviewDialog* dialog) : drawing_(std::move(drawing)), dialog_(dialog) {}

  void paint(QPrinter& printer) {
    const Paper paper = paper_of(printer);
    QPainter painter(&printer);
    if (!painter.isActive()) return;
    if (!drawn_ || paper != paper_) draw(paper);
    if (drawn_) return painter.drawPicture(0, 0, *drawn_);
    if (painter.paintEngine()->type() != QPaintEngine::Picture)
      return paint_page(painter, paper, drawing_);  // on paper
    const double scale = paper.resolution / kPixelsPerInch;
    painter.scale(scale, scale);
    draw_sentence(painter, QRectF(QPointF(), paper.size / scale), Text::tr("Drawing the page…"), Theme::light());
  }

 private:
  void draw(const Paper& paper) {
    if (worker_.running() && paper == paper_) return;
    paper_ = paper;
    drawn_.reset();
    worker_.start([this, paper, drawing = drawing_](const Worker::Run& run) {
      QPicture picture;
      QPainter painter(&picture);
      paint_page(painter, paper, drawing);
      painter.end();
      run.post([this, picture] {
        drawn_ = picture;
        dialog_->findChild<QPrintPreviewWidget*>()->updatePreview();
      });
    });
  }

  Drawing drawing_;
  QPrintPreviewDialog* dialog_;
  Paper paper_;  // of what is drawn, or is being drawn
  std::optional<QPicture> drawn_;
  Worker worker_{dialog_};
};

}  // namespace

void print_page(QPrinter& printer, const Drawing& drawing) {
  QPainter painter(&printer);
  if (painter.isActive()) paint_page(painter, paper_of(printer), drawing);
}

void show_print_preview(const Drawing& drawing, const QString& title, QWidget* parent) {
  const auto printer = std::make_shared<QPrinter>(QPrinter::HighResolution);
  printer->setPageOrientation(QPageLayout::Landscape);
  printer->setDocName(title);
  auto* dialog = new QPrintPreviewDialog(printer.get(), parent);
  dialog->setObjectName("print_preview");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  // Kept by the connection for as long as the dialog may ask for them.
  const auto page = std::make_shared<Page>(drawing, dialog);
  QObject::connect(dialog, &QPrintPreviewDialog::paintRequested, dialog,
                   [printer, page](QPrinter* to) { page->paint(*to); });
  dialog->resize(parent->size() * 0.9);
  dialog->open();
}

}  // namespace stowage
