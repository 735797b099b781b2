// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/edit_effect.h"

#include <utility>

#include "app/session/document.h"
#include "app/session/planning.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/words/time_words.h"

namespace stowage {

EditEffect::EditEffect(OpenDocument& document, const Planning& planning, QObject* parent)
    : QObject(parent), document_(document), planning_(planning) {
  for (const auto learns : {&Planning::stage_changed, &Planning::ended, &Planning::view_changed})
    connect(&planning, learns, this, &EditEffect::measure);
  connect(&document, &OpenDocument::replaced, this, [this] {
    before_.reset();
    now_.reset();
  });
}

void EditEffect::measure() {
  const auto footprints = planning_.footprints();
  if (!footprints) return;
  const std::uint64_t revision = document_.revision();
  const bool same_revision = now_ && now_->revision == revision;
  if (same_revision && now_->footprints == *footprints) return;
  if (now_ && !same_revision) before_ = now_;
  now_ = Known{*footprints, same_revision ? now_->makespan : makespan_of(*document_.graph()), revision,
               document_.space(), document_.undo_stack().index()};
  document_.set_footprints(*footprints);
  emit changed();
}

QString EditEffect::text() const {
  if (!before_ || !now_ || now_->revision != document_.revision() || now_->space != before_->space) return {};
  const auto memory = change_of(before_->footprints, now_->footprints);
  if (!memory) return {};
  const QString bytes = signed_bytes(memory->after - memory->before);
  const QString change = before_->makespan && now_->makespan
                             ? tr("%1, %2").arg(bytes, makespan_change(*before_->makespan, *now_->makespan))
                             : bytes;
  return now_->step < before_->step ? tr("undone: %1").arg(change) : tr("last edit: %1").arg(change);
}

}  // namespace stowage
