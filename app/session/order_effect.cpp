// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/order_effect.h"

#include <utility>

#include "app/session/document.h"
#include "app/session/planning.h"
#include "widgets/painters/style/numbers.h"

namespace stowage {

OrderEffect::OrderEffect(const OpenDocument& document, const Planning& planning, QObject* parent)
    : QObject(parent), document_(document), planning_(planning) {
  connect(&planning, &Planning::ended, this, &OrderEffect::compare);
  connect(&document, &OpenDocument::replaced, this, [this] { before_.reset(); });
  connect(&document, &OpenDocument::edit_refused, this, [this] { before_.reset(); });
}

void OrderEffect::begin(const QString& name) {
  before_.reset();
  if (const auto now = planning_.planned_footprint()) before_ = Before{name, *now, document_.revision()};
}

void OrderEffect::compare() {
  if (!before_ || document_.revision() == before_->revision) return;
  const Before before = *std::exchange(before_, std::nullopt);
  const auto now = planning_.planned_footprint();
  if (!now || document_.revision() != before.revision + 1) return;
  const QString new_text = human_bytes(*now), old_text = human_bytes(before.footprint);
  if (*now > before.footprint)
    emit larger(tr("The order by %1 makes the plan %2 larger: %3, before %4.")
                    .arg(before.name, human_bytes(*now - before.footprint), new_text, old_text));
  else if (*now < before.footprint)
    emit smaller(tr("The order by %1 makes the plan %2 smaller: %3, before %4.")
                     .arg(before.name, human_bytes(before.footprint - *now), new_text, old_text));
  else
    emit smaller(tr("The order by %1 leaves the footprint at %2.").arg(before.name, new_text));
}

}  // namespace stowage
