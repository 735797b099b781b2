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
  connect(&planning, &Planning::ended, this, &EditEffect::measure);
  connect(&planning, &Planning::view_changed, this, &EditEffect::follow_choice);
  connect(&document, &OpenDocument::replaced, this, [this] {
    before_.reset();
    now_.reset();
  });
}

void EditEffect::measure() {
  const auto footprint = planning_.planned_footprint();
  if (!footprint) return;
  const std::uint64_t revision = document_.revision();
  if (now_ && now_->revision != revision) before_ = now_;
  now_ = Known{*footprint,        makespan_of(*document_.graph()), revision,
               document_.space(), document_.undo_stack().index(),  wish()};
  if (before_ && before_->wish != now_->wish) before_.reset();
  document_.set_footprint(*footprint);
  emit changed();
}

/// Another plan was chosen since the edit: plans of two choices tell nothing of an edit.
void EditEffect::follow_choice() {
  if (!now_ || now_->revision != document_.revision() || now_->wish == wish()) return;
  const auto footprint = planning_.planned_footprint();
  if (!footprint) return;
  before_.reset();
  now_->footprint = *footprint;
  now_->wish = wish();
  emit changed();
}

std::optional<Planning::Choice> EditEffect::wish() const {
  return planning_.follows_best() ? std::nullopt : planning_.shown();
}

QString EditEffect::text() const {
  if (!before_ || !now_ || now_->revision != document_.revision() || now_->space != before_->space) return {};
  const QString bytes = signed_bytes(now_->footprint - before_->footprint);
  const QString change = before_->makespan && now_->makespan
                             ? tr("%1, %2").arg(bytes, makespan_change(*before_->makespan, *now_->makespan))
                             : bytes;
  return now_->step < before_->step ? tr("undone: %1").arg(change) : tr("last edit: %1").arg(change);
}

}  // namespace stowage
