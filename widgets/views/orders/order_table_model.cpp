// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/orders/order_table_model.h"

#include <algorithm>
#include <utility>

#include <QFont>
#include <QGuiApplication>
#include <QPalette>

#include "core/plan/plan.h"
#include "widgets/base/canvas.h"
#include "widgets/painters/charts/order_curves.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/painters/words/strategy_words.h"

namespace stowage {
namespace {

const Theme& theme() {
  return Theme::of(is_dark(QGuiApplication::palette()));
}

}  // namespace

/// A row that comes or goes at the end leaves what is selected.
void OrderTableModel::set_rows(std::vector<OrderRow> rows, Bytes bound, const KnownOrderPtr& in_use,
                               bool several_streams, const Uncounted& uncounted) {
  const auto before = static_cast<int>(rows_.size()), now = static_cast<int>(rows.size());
  const bool begins_or_ends = before != now && (before == 0 || now == 0);
  const auto take = [&] {
    rows_ = std::move(rows);
    used_.assign(rows_.size(), false);
    for (std::size_t k = 0; k < rows_.size(); ++k)
      used_[k] = in_use && rows_[k].order && rows_[k].order->sequence == in_use->sequence;
    used_row_ = row_in_use(in_use);
  };
  bound_ = uncounted.any() ? Bytes{} : bound;
  uncounted_ = uncounted;
  if (std::exchange(several_streams_, several_streams) != several_streams) {
    set_columns(columns());
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
  }
  if (begins_or_ends) return reset(take);
  if (now > before) {
    beginInsertRows({}, before, now - 1);
    take();
    endInsertRows();
  } else if (now < before) {
    beginRemoveRows({}, now, before - 1);
    take();
    endRemoveRows();
  } else {
    take();
  }
  all_changed();
}

/// Strategies may find the same order: of one only it is said that it is in use, that of the graph before all.
std::optional<std::size_t> OrderTableModel::row_in_use(const KnownOrderPtr& in_use) const {
  for (std::size_t k = 0; k < rows_.size(); ++k)
    if (used_[k] && rows_[k].order == in_use) return k;
  const auto first = std::ranges::find(used_, true);
  return first == used_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(first - used_.begin()));
}

void OrderTableModel::set_compared(KnownOrderPtr first, KnownOrderPtr second) {
  first_ = std::move(first);
  second_ = std::move(second);
  all_changed();
}

void OrderTableModel::set_larger(std::map<KnownOrderPtr, FootprintMatrixModel::Against> larger) {
  larger_ = std::move(larger);
  all_changed();
}

QString OrderTableModel::remark(const OrderRow& row) const {
  using enum OrderRow::State;
  if (row.state == waiting) return tr("waiting");
  if (row.state == running) return tr("running…");
  if (row.state == stopped) return row.reason;
  if (!row.order) return {};
  const auto larger = larger_.find(row.order);
  if (larger == larger_.end()) return row.order->remark;
  const QString plans =
      tr("larger plans than given: %1, not %2").arg(human_bytes(larger->second.own), human_bytes(larger->second.first));
  return row.order->remark.isEmpty() ? plans : tr("%1 · %2").arg(plans, row.order->remark);
}

/// The peak; of what is still running the best so far.
QString OrderTableModel::peak_text(const OrderRow& row) const {
  if (row.order) return footprint_words(uncounted_, row.order->peak());
  // On several streams what it finds is still mixed with other orders, whose peak may be larger: it would only mislead.
  if (row.so_far && !several_streams_) return human_bytes(row.so_far->peak);
  return row.state == OrderRow::State::idle ? tr("not run") : QStringLiteral("–");
}

QString OrderTableModel::whole_remark(const OrderRow& row) const {
  const QString said = remark(row);
  if (!used_[place(row)]) return said;
  if (place(row) == used_row_) return said.isEmpty() ? tr("in use") : tr("in use · %1").arg(said);
  const QString same = tr("the order of %1").arg(order_name(*rows_[*used_row_].strategy));
  return said.isEmpty() ? same : tr("%1 · %2").arg(same, said);
}

QString OrderTableModel::gap_text(const OrderRow& row) const {
  if (!row.order || bound_ == Bytes{}) return {};
  return row.order->peak() == bound_ ? tr("least") : signed_percent(gap(row.order->peak(), bound_));
}

QString OrderTableModel::peak_tip(const OrderRow& row) const {
  return (several_streams_ ? tr("%1 alive at the peak, step %L2, if the operators run one at a time. No plan in this "
                                "order is smaller.")
                           : tr("%1 alive at the peak, step %L2. No plan in this order is smaller."))
      .arg(full_bytes(row.order->peak()))
      .arg(row.order->curve.peak_step());
}

QString OrderTableModel::interleaved_tip(const OrderRow& row) const {
  if (!row.interleaved) return tr("Peak with the streams side by side: not computed yet");
  return tr("With the streams side by side, every plan in this order needs at least %1")
      .arg(full_bytes(*row.interleaved));
}

/// Proofs are of operators that run one at a time: side by side an order of least peak may need more than another.
QString OrderTableModel::proof_tip(const OrderRow& row) const {
  if (bound_ == Bytes{}) return tr("No bound has been proved yet");
  const bool least = row.order->peak() == bound_;
  if (several_streams_)
    return (least ? tr("Run one at a time, no order has a smaller peak than %1; with the streams side by side, another "
                       "order may need less")
                  : tr("Run one at a time, every order has a peak of at least %1"))
        .arg(full_bytes(bound_));
  return (least ? tr("Optimal: no order has a smaller peak than %1") : tr("Every order has a peak of at least %1"))
      .arg(full_bytes(bound_));
}

/// Of two or more.
bool OrderTableModel::is_least_interleaved(const OrderRow& row) const {
  std::size_t known = 0;
  for (const OrderRow& other : rows_) {
    if (!other.interleaved) continue;
    ++known;
    if (row.interleaved && *other.interleaved < *row.interleaved) return false;
  }
  return row.interleaved && known > 1;
}

/// A swatch in the colour of its curve.
QColor OrderTableModel::mark(const OrderRow& row) const {
  if (row.order && row.order == second_) return second_order_color(theme());
  if (row.order && row.order == first_) return first_order_color(theme());
  return Qt::transparent;  // names stay in line
}

QVariant OrderTableModel::look(const OrderRow& row, int column, int role) const {
  if (role == Qt::ForegroundRole && !row.order) return theme().muted_text;
  if (role == Qt::DecorationRole && column == kOrder) return mark(row);
  if (role != Qt::FontRole || (column != kOrder && column != kInterleaved)) return {};
  QFont font;
  font.setBold(column == kOrder ? used_row_ == place(row) : is_least_interleaved(row));
  return font;
}

OrderTableModel::Columns OrderTableModel::columns() const {
  using Row = const OrderRow&;
  const auto about = [](Row row) { return order_description(*row.strategy) + '.'; };
  // Of an order that is found; else nothing, or what the strategy does.
  const auto found = [](auto text) { return [=](Row row) { return row.order ? text(row) : QString(); }; };
  const auto exact = [](auto value) { return [=](Row row) { return row.order ? QVariant(value(row)) : QVariant(); }; };
  const auto tip = [=](auto text) { return [=](Row row) { return row.order ? text(row) : about(row); }; };
  return {
      {.title = tr("Order"),
       .hint = tr("The order's name; bold: the current order of the graph"),
       .text = [](Row row) { return order_name(*row.strategy); },
       .exact = [](Row row) { return text_of(row.strategy->id); },
       .tip = [about](Row row) { return text_of(row.strategy->id) + ": " + about(row); }},
      {.title = tr("Peak"),
       .hint = several_streams_ ? tr("Most bytes alive at one step if the operators run one at a time: no plan in this "
                                     "order is smaller")
                                : tr("Most bytes alive at one step: no plan in this order is smaller"),
       .number = true,
       .text = [this](Row row) { return peak_text(row); },
       .exact = exact([](Row row) { return exact_number(row.order->peak().count); }),
       .tip = tip([this](Row row) { return peak_tip(row); })},
      {.title = tr("Gap"),
       .hint = several_streams_
                   ? tr("How far the peak is above the bound proved for every order, with operators one at a time")
                   : tr("How far the peak is above the bound proved for every order"),
       .number = true,
       .text = [this](Row row) { return gap_text(row); },
       .exact =
           exact([this](Row row) { return bound_ == Bytes{} ? QVariant() : QVariant(gap(row.order->peak(), bound_)); }),
       .tip = tip([this](Row row) { return proof_tip(row); })},
      {.title = tr("Interleaved"),
       .hint = tr("Lower bound with streams side by side: the heaviest clique. Bold: smallest"),
       .number = true,
       .text = found([](Row row) { return row.interleaved ? human_bytes(*row.interleaved) : QString(); }),
       .exact = exact([](Row row) { return row.interleaved ? exact_number(row.interleaved->count) : QVariant(); }),
       .tip = tip([this](Row row) { return interleaved_tip(row); }),
       .blank = [this] { return !several_streams_; }},
      {.title = tr("Time"),
       .hint = tr("Time to find the order"),
       .number = true,
       .text = found([](Row row) { return row.strategy->run ? human_duration(row.order->milliseconds) : QString(); }),
       .exact = exact([](Row row) { return row.strategy->run ? QVariant(row.order->milliseconds) : QVariant(); }),
       .tip = tip([](Row) { return tr("Until the order was found"); }),
       .blank = [this] { return std::ranges::none_of(rows_, [](Row row) { return row.order && row.strategy->run; }); }},
      {.title = tr("Remark"),
       .hint = tr("How it ended"),
       .text = [this](Row row) { return whole_remark(row); },
       .tip = [=, this](Row row) { return remark(row).isEmpty() ? about(row) : whole_remark(row); }},
  };
}

}  // namespace stowage
