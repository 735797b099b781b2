// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/style/page_style.h"

#include <cmath>

namespace stowage {
namespace {

thread_local const PageStyle* page_here = nullptr;
thread_local double zoom_here = 1;

}  // namespace

PageScope::PageScope(const PageStyle& style) : QScopedValueRollback(page_here, &style) {}

PageZoom::PageZoom(double scale) : QScopedValueRollback(zoom_here, zoom_here * scale) {}

double page_zoom() {
  return zoom_here;
}

bool page_is_reduced() {
  return page_here != nullptr && zoom_here < 0.9;
}

double least_letters() {
  return page_here == nullptr ? 0 : std::ceil(kSmallestText / zoom_here - 1e-6);
}

const PageStyle* page_style() {
  return page_here;
}

PageCrop page_crop() {
  return page_here == nullptr ? PageCrop() : page_here->crop;
}

bool page_has_captions() {
  return page_here == nullptr || page_here->captions;
}

bool page_has_axis_labels() {
  return page_here == nullptr || page_here->axis_labels;
}

bool on_small_page(double width) {
  return page_here != nullptr && width < kSmallPage;
}

QColor see_through(const QColor& color, double share, const QColor& ground) {
  if (page_here != nullptr && page_here->opaque) return mix(ground, color, share);
  QColor out = color;
  out.setAlphaF(static_cast<float>(share));
  return out;
}

double page_line(double width) {
  return page_here == nullptr ? width : width * page_here->line;
}

}  // namespace stowage
