// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/job_entry.h"

#include <utility>

namespace stowage {

JobEntry::~JobEntry() {
  if (list_) list_->remove(this);
}

void JobEntry::join(std::function<bool()> running, std::function<void()> stop) {
  if (list_) return;
  list_ = Jobs::of(owner_);
  if (list_) list_->add(this, {std::move(running), words_.text, words_.cancel, words_.can_cancel, std::move(stop)});
}

void JobEntry::report(double fraction) {
  if (list_) list_->report(this, fraction);
}

void JobEntry::fail(const QString& reason) {
  if (list_) list_->fail(reason);
}

}  // namespace stowage
