// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/dialogs.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include <QCoreApplication>
#include <QImage>
#include <QPaintEngine>
#include <QPainter>
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

constexpr double kPreviewDots = 2400;  // of the longer side of a page

/// What a page depends on in a printer.
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

/// The page as an image of a screen's sharpness: the preview keeps what is painted as a record, and a record of texts
/// is not laid out alike.
QImage image_of(const Paper& paper, const Drawing& drawing) {
  const double scale = std::min(1.0, kPreviewDots / std::max(paper.size.width(), paper.size.height()));
  const Paper small{paper.size * scale, static_cast<int>(std::lround(paper.resolution * scale))};
  QImage image(small.size.toSize(), QImage::Format_RGB32);
  if (image.isNull()) return image;
  image.fill(Qt::white);
  QPainter painter(&image);
  paint_page(painter, small, drawing);
  return image;
}

/// What the preview shows, drawn by a worker; on paper the same drawing is painted itself, as it is exported.
class Page {
 public:
  Page(Drawing drawing, QPrintPreviewDialog* dialog) : drawing_(std::move(drawing)), dialog_(dialog) {}

  void paint(QPrinter& printer) {
    const Paper paper = paper_of(printer);
    QPainter painter(&printer);
    if (!painter.isActive()) return;
    if (painter.paintEngine()->type() != QPaintEngine::Picture) return paint_page(painter, paper, drawing_);
    if (!drawn_ || paper != paper_) draw(paper);
    if (drawn_) return painter.drawImage(QRectF(QPointF(), paper.size), *drawn_);
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
      run.post([this, image = image_of(paper, drawing)] {
        drawn_ = image;
        dialog_->findChild<QPrintPreviewWidget*>()->updatePreview();
      });
    });
  }

  Drawing drawing_;
  QPrintPreviewDialog* dialog_;
  Paper paper_;  // of what is drawn, or is being drawn
  std::optional<QImage> drawn_;
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
