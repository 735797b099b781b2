// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/loops/pointer_model.h"

#include <algorithm>
#include <utility>

#include <QFont>
#include <QGuiApplication>
#include <QPalette>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr int kMostFirsts = 1'000;  // columns; further ones are seen under Now

bool stays(const LoopView& view) {
  return view.first.empty() &&
         std::ranges::all_of(view.repeat, [&](const LoopPlace& p) { return p == view.repeat[0]; });
}

}  // namespace

void PointerModel::set_map(std::shared_ptr<const LoopMap> map) {
  reset([&] {
    map_ = std::move(map);
    firsts_ = 0;
    if (map_)
      for (const LoopView& view : map_->loop.plan->views)
        firsts_ = std::max(firsts_, static_cast<int>(std::min<std::size_t>(view.first.size(), kMostFirsts)));
    set_columns(columns());
  });
}

void PointerModel::set_iteration(std::size_t iteration) {
  if (iteration == iteration_) return;
  iteration_ = iteration;
  if (rowCount() == 0) return;
  rename_column(kNow, now_title());
  columns_changed(kNow, columnCount() - 1);
  emit headerDataChanged(Qt::Horizontal, kNow, columnCount() - 1);
}

int PointerModel::row_count() const {
  return map_ ? static_cast<int>(map_->loop.plan->views.size()) : 0;
}

PointerModel::Columns PointerModel::columns() const {
  if (!map_) return {};
  const auto body = [this]() -> const Graph& { return *map_->loop.plan->body; };
  Columns out{{.title = tr("Tensor"),
               .hint = tr("A tensor of the body, or a buffer of an inner loop"),
               .text = [=, this](int row) { return text_of(body().name(tensor(row))); }},
              number(
                  tr("Size"), tr("How many bytes it has"),
                  [=, this](int row) { return body().size(tensor(row)).count; }, cell::bytes, cell::full_bytes),
              {.title = tr("View"),
               .hint = tr("How the pointer is found, in the NNC paper's terms"),
               .text = [this](int row) { return kind(row); },
               .tip = [this](int row) { return kind_tip(row); }},
              places(kNow, now_title(), tr("Its place in the chosen iteration"))};
  out[kSize].exact_title = tr("Size in bytes");
  const QString first = tr("c = %1 only"), rest = tr("c % %1 = %2"), repeat = cell::count(copies());
  const QString in_first = tr("Its place in this iteration, where it differs from the later ones");
  const QString in_rest = tr("Its place in the iterations c with c mod %1 = %2");
  const auto add = [&](const QString& title, const QString& hint) {
    out.push_back(places(static_cast<int>(out.size()), title, hint));
  };
  for (int c = 0; c < firsts_; ++c) add(first.arg(cell::count(c)), in_first);
  for (int c = 0; c < copies(); ++c) add(rest.arg(repeat, cell::count(c)), in_rest.arg(repeat, cell::count(c)));
  return out;
}

TableColumn<int> PointerModel::places(int column, const QString& title, const QString& hint) const {
  const auto text = [=, this](int row) {
    const LoopPlace* at = place(row, column);
    return at ? place_text(map_->loop, *at) : QString();
  };
  const auto exact = [=, this](int row) -> QVariant {
    const LoopPlace* at = place(row, column);
    return !at || at->outside.valid() ? text(row) : exact_number(map_->loop.plan->starts[at->buffer] + at->offset);
  };
  const auto tip = [=, this](int row) {
    const LoopPlace* at = place(row, column);
    return at ? place_details(*map_, tensor(row), *at) : QString();
  };
  return {.title = title, .hint = hint, .number = true, .text = text, .exact = exact, .tip = tip};
}

QString PointerModel::now_title() const {
  return tr("now (c = %1)").arg(cell::count(static_cast<std::int64_t>(iteration_)));
}

int PointerModel::used_column(int row) const {
  const LoopView& of = view(row);
  if (of.empty()) return -1;
  if (iteration_ < of.first.size())
    return iteration_ < static_cast<std::size_t>(firsts_) ? kFirst + static_cast<int>(iteration_) : -1;
  return kFirst + firsts_ + static_cast<int>(iteration_ % map_->copies);
}

const LoopPlace* PointerModel::place(int row, int column) const {
  const LoopView& of = view(row);
  if (of.empty() || column < kNow) return nullptr;
  if (column == kNow) return &of.at(iteration_);
  const auto at = static_cast<std::size_t>(column - kFirst);
  if (column < kFirst + firsts_) return at < of.first.size() ? &of.first[at] : nullptr;
  return &of.settled(at - static_cast<std::size_t>(firsts_));
}

QString PointerModel::kind(int row) const {
  const LoopView& of = view(row);
  if (of.empty()) return tr("never read");
  if (stays(of)) return tr("fixed");
  return of.first.empty() ? tr("type I") : tr("type II");
}

QString PointerModel::kind_tip(int row) const {
  const LoopView& of = view(row);
  if (of.empty()) return tr("Nothing reads it, so it needs no place.");
  if (stays(of)) return tr("It lies in one place in all iterations.");
  return (of.first.empty() ? tr("Type I: its places come round from the first iteration on, ptrs[c % %1].")
                           : tr("Type II: its first value lies in a place of its own; from then on its places come "
                                "round, ptrs[c % %1]."))
      .arg(cell::count(copies()));
}

/// What is read in this iteration is lit.
QVariant PointerModel::look(int row, int column, int role) const {
  const bool lit = column >= kFirst && used_column(row) == column;
  if (role == Qt::AccessibleTextRole) {
    const QString text = this->column(column).text(row);
    return lit ? tr("%1, read now").arg(text) : text;
  }
  if (role != Qt::BackgroundRole || !lit) return {};
  QColor ground = QGuiApplication::palette().color(QPalette::Highlight);
  ground.setAlphaF(0.3F);
  return ground;
}

QVariant PointerModel::title_look(int column, int role) const {
  const int at = column - kFirst - firsts_;
  if (role != Qt::FontRole || at < 0 || static_cast<std::size_t>(at) != iteration_ % map_->copies) return {};
  QFont bold = QGuiApplication::font();
  bold.setBold(true);
  return bold;
}

QVariant PointerModel::row_header(int row, int role) const {
  if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
  if (!map_ || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
  return column(kTensor).text(row);
}

}  // namespace stowage
