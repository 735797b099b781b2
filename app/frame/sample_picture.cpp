// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/sample_picture.h"

#include <QFile>
#include <QPainter>

#include "core/formats/document.h"
#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "core/planning/plan_ground.h"
#include "widgets/base/canvas.h"
#include "widgets/painters/heap_map/heap_map_painter.h"

namespace stowage {
namespace {

/// The plan in the document, else a quick one; with bounds that are quick, too.
Result<PlanView> planned(const Document& document, const Task& task) {
  PlanView view;
  view.graph = document.graph;
  view.history = document.history;
  view.lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*view.graph));
  Result<Conflicts> conflicts = Conflicts::compute(*view.graph, task);
  if (!conflicts) return tl::unexpected(std::move(conflicts.error()));
  view.conflicts = std::make_shared<const Conflicts>(*std::move(conflicts));
  const Bytes alignment = document.plan ? document.plan->alignment : document.graph->alignment();
  const auto ground = PlanGround::make(*view.graph, *view.conflicts, alignment, true, task);
  if (!ground) return tl::unexpected(ground.error());
  view.bounds = std::make_shared<const Bounds>(ground->quick_bounds());
  Result<Plan> plan = document.plan ? *document.plan : ground->plan(*find_layout_strategy("mo.size.best"), task);
  if (!plan) return tl::unexpected(std::move(plan.error()));
  view.plan = std::make_shared<const Plan>(*std::move(plan));
  return view;
}

/// Null where the sample cannot be planned: then its place stays empty.
std::shared_ptr<const HeapMapContent> content_of(const QString& path, ColorBy by, const Task& task) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return nullptr;
  const Result<Document> document = read_document(file.readAll().toStdString(), path.toStdString(), {}, task);
  if (!document) return nullptr;
  const Result<PlanView> view = planned(*document, task);
  if (!view) return nullptr;
  return std::make_shared<const HeapMapContent>(HeapMapContent{
      .scene = HeapMapScene::make(*view), .coloring = std::make_shared<const Coloring>(*view, by), .hidden = {}});
}

}  // namespace

SamplePicture::SamplePicture(const QString& path, ColorBy by, QWidget* parent) : QWidget(parent), path_(path), by_(by) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

SamplePicture::Look SamplePicture::look() const {
  const double ratio = devicePixelRatioF();
  return {(QSizeF(size()) * ratio).toSize(), ratio, is_dark(palette()), class_look()};
}

void SamplePicture::draw(const Look& look) {
  asked_ = look;
  painter_.start([this, look, path = path_, by = by_, known = content_](const Task& task) -> LatestJob::Delivery {
    const auto content = known ? known : content_of(path, by, task);
    if (!content) return {};
    QImage image(look.pixels, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(look.ratio);
    QPainter painter(&image);
    paint_heap_map_thumbnail(painter, QRectF(QPointF(), QSizeF(look.pixels) / look.ratio), *content,
                             Theme::of(look.dark));
    painter.end();
    return [this, content, image] {
      content_ = content;
      image_ = image;
      update();
    };
  });
}

/// A picture of an earlier size or theme stays until the next is there.
void SamplePicture::paintEvent(QPaintEvent*) {
  const Theme& theme = theme_of(*this);
  QPainter painter(this);
  painter.fillRect(rect(), theme.surface);
  if (!image_.isNull()) painter.drawImage(rect(), image_);
  painter.setPen(theme.grid);
  painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
  if (const Look now = look(); now != asked_) draw(now);
}

}  // namespace stowage
