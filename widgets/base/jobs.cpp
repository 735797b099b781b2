// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/jobs.h"

#include <algorithm>
#include <utility>

#include <QVariant>

namespace stowage {
namespace {

constexpr auto kProperty = "stowage_jobs";  // of a window

}  // namespace

Jobs* Jobs::of(const QObject* owner) {
  for (; owner; owner = owner->parent()) {
    if (const auto* list = qobject_cast<const Jobs*>(owner)) return const_cast<Jobs*>(list);
    if (const QVariant list = owner->property(kProperty); list.isValid())
      return qobject_cast<Jobs*>(list.value<QObject*>());
  }
  return nullptr;
}

void Jobs::set_window(QObject* window) {
  window->setProperty(kProperty, QVariant::fromValue<QObject*>(this));
}

void Jobs::add(const void* key, Job job) {
  entries_.push_back({.key = key, .job = std::move(job)});
}

void Jobs::remove(const void* key) {
  std::erase_if(entries_, [key](const Entry& each) { return each.key == key; });
}

void Jobs::report(const void* key, double fraction) {
  const auto at = std::ranges::find(entries_, key, &Entry::key);
  if (at == entries_.end()) return;
  at->fraction = fraction;
  if (at->job.text) emit changed();
}

const Jobs::Entry* Jobs::announced() const {
  const Entry* out = nullptr;
  for (const Entry& each : entries_) {
    if (!each.job.text || !each.job.running() || each.job.text().isEmpty()) continue;
    if (each.can_cancel()) return &each;
    if (!out) out = &each;
  }
  return out;
}

bool Jobs::working() const {
  return std::ranges::any_of(entries_, [](const Entry& each) { return each.job.running(); });
}

QString Jobs::text() const {
  const Entry* entry = announced();
  return entry ? entry->job.text() : QString();
}

double Jobs::fraction() const {
  const Entry* entry = announced();
  return entry ? entry->fraction : 0;
}

bool Jobs::can_cancel() const {
  const Entry* entry = announced();
  return entry && entry->can_cancel();
}

QString Jobs::cancel() {
  const Entry* entry = announced();
  if (!entry || !entry->can_cancel()) return {};
  const auto cancel = entry->job.cancel;  // it may join or leave the list
  return cancel();
}

void Jobs::stop_all() {
  for (const Entry& each : std::vector(entries_))
    if (each.job.stop && each.job.running()) each.job.stop();
}

}  // namespace stowage
