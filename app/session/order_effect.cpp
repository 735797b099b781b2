// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/order_effect.h"

#include <utility>

#include "app/session/document.h"
#include "app/session/planning.h"
#include "widgets/painters/style/numbers.h"

namespace stowage {

OrderEffect::OrderEffect(const OpenDocument& document, const Planning& planning, QObject* parent)
    : QObject(parent), document_(document), planning_(planning) {
  for (const auto learns : {&Planning::stage_changed, &Planning::ended})
    connect(&planning, learns, this, &OrderEffect::compare);
  connect(&document, &OpenDocument::replaced, this, [this] { before_.reset(); });
  connect(&document, &OpenDocument::edit_refused, this, [this] { before_.reset(); });
}

void OrderEffect::begin(const QString& name) {
  before_.reset();
  if (const auto now = planning_.footprints()) before_ = Before{name, *now, document_.revision()};
}

void OrderEffect::compare() {
  if (!before_ || document_.revision() == before_->revision) return;
  const auto now = planning_.footprints();
  const bool another_edit = document_.revision() != before_->revision + 1;
  if (!another_edit && planning_.running() && !change_of(before_->footprints, now)) return;
  const Before before = *std::exchange(before_, std::nullopt);
  const auto change = another_edit ? std::nullopt : change_of(before.footprints, now);
  if (!change) return;
  const QString new_text = human_bytes(change->after), old_text = human_bytes(change->before);
  if (change->after > change->before)
    emit larger(tr("The order by %1 makes the plan %2 larger: %3, before %4.")
                    .arg(before.name, human_bytes(change->after - change->before), new_text, old_text));
  else if (change->after < change->before)
    emit smaller(tr("The order by %1 makes the plan %2 smaller: %3, before %4.")
                     .arg(before.name, human_bytes(change->before - change->after), new_text, old_text));
  else
    emit smaller(tr("The order by %1 leaves the footprint at %2.").arg(before.name, new_text));
}

}  // namespace stowage
