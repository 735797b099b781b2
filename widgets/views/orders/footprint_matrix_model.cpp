// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/orders/footprint_matrix_model.h"

#include <algorithm>

#include <QFont>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/strategy_words.h"

namespace stowage {

void FootprintMatrixModel::set_axes(std::vector<KnownOrderPtr> orders, std::vector<const LayoutStrategy*> layouts) {
  if (orders == orders_ && layouts == layouts_) return;
  reset([&] {
    orders_ = std::move(orders);
    layouts_ = std::move(layouts);
    set_columns(columns());
  });
}

FootprintMatrixModel::Columns FootprintMatrixModel::columns() const {
  auto peak = number(
      tr("Peak"), tr("Most bytes alive at one step of the order"),
      [](const KnownOrderPtr& order) { return order->peak().count; }, cell::bytes);
  peak.tip = [this](const KnownOrderPtr& order) { return peak_tip(order); };
  Columns out{{.title = tr("Order"),
               .hint = tr("In which order the operators run"),
               .text = [](const KnownOrderPtr& order) { return order_name(*order->strategy); },
               .exact = [](const KnownOrderPtr& order) { return text_of(order->strategy->id); },
               .tip = [](const KnownOrderPtr& order) { return order_description(*order->strategy) + '.'; }},
              std::move(peak)};
  for (const LayoutStrategy* layout : layouts_) out.push_back(footprints(*layout));
  return out;
}

TableColumn<const KnownOrderPtr&> FootprintMatrixModel::footprints(const LayoutStrategy& layout) const {
  const auto text = [this, of = &layout](const KnownOrderPtr& order) {
    const MatrixCell* one = cell(order, *of);
    return one ? this->text(order, *one) : QStringLiteral("–");
  };
  const auto exact = [this, of = &layout](const KnownOrderPtr& order) -> QVariant {
    const MatrixCell* one = cell(order, *of);
    if (!one || one->state != MatrixCell::State::done) return one ? one->brief : QString();
    return exact_number(one->footprint.count);
  };
  const auto tip = [this, of = &layout](const KnownOrderPtr& order) {
    const MatrixCell* one = cell(order, *of);
    return one ? tool_tip(order, *of, *one) : tr("Not planned yet");
  };
  const QString about = strategy_description(layout) + '.';
  return {.title = strategy_name(layout),
          .hint = about,
          .number = true,
          .text = text,
          .exact = exact,
          .tip = tip,
          .exact_title = text_of(layout.id)};
}

/// Bold: the least of all.
QVariant FootprintMatrixModel::look(const KnownOrderPtr& order, int column, int role) const {
  if (role != Qt::FontRole || column < kFirstLayout) return {};
  const MatrixCell* one = cell(order, *layouts_[static_cast<std::size_t>(column - kFirstLayout)]);
  QFont font;
  font.setBold(one && one->state == MatrixCell::State::done && one->footprint == least());
  return font;
}

/// All may change with one: the least, and what meets the bound of its row.
void FootprintMatrixModel::set_cell(const KnownOrderPtr& order, const LayoutStrategy& layout, MatrixCell cell) {
  Bytes& bound = bounds_[order];
  bound = std::max(bound, cell.lower_bound);
  cells_[{order, &layout}] = std::move(cell);
  all_changed();
}

void FootprintMatrixModel::set_interleaved(std::map<KnownOrderPtr, Bytes> interleaved) {
  if (interleaved == interleaved_) return;
  interleaved_ = std::move(interleaved);
  all_changed();
}

void FootprintMatrixModel::forget_running() {
  std::erase_if(cells_, [](const auto& each) { return each.second.state == MatrixCell::State::running; });
  all_changed();
}

void FootprintMatrixModel::forget_all() {
  cells_.clear();
  bounds_.clear();
  all_changed();
}

const MatrixCell* FootprintMatrixModel::cell(const KnownOrderPtr& order, const LayoutStrategy& layout) const {
  const auto at = cells_.find({order, &layout});
  return at == cells_.end() ? nullptr : &at->second;
}

std::optional<Bytes> FootprintMatrixModel::least() const {
  std::optional<Bytes> out;
  for (const KnownOrderPtr& order : orders_)
    for (const LayoutStrategy* layout : layouts_)
      if (const MatrixCell* one = cell(order, *layout); one && one->state == MatrixCell::State::done)
        out = std::min(out.value_or(one->footprint), one->footprint);
  return out;
}

std::optional<FootprintMatrixModel::Against> FootprintMatrixModel::against_first(const KnownOrderPtr& order) const {
  std::optional<Against> out;
  for (const LayoutStrategy* layout : layouts_) {
    const MatrixCell *own = cell(order, *layout), *first = cell(orders_.front(), *layout);
    if (!own || !first || own->state != MatrixCell::State::done || first->state != MatrixCell::State::done) continue;
    if (!out) out = Against{own->footprint, first->footprint};
    out = Against{std::min(out->own, own->footprint), std::min(out->first, first->footprint)};
  }
  return out;
}

Bytes FootprintMatrixModel::bound_of(const KnownOrderPtr& order) const {
  const auto in = [&](const std::map<KnownOrderPtr, Bytes>& bounds) {
    const auto at = bounds.find(order);
    return at == bounds.end() ? Bytes{} : at->second;
  };
  return std::max(in(bounds_), in(interleaved_));
}

bool FootprintMatrixModel::meets_bound(const KnownOrderPtr& order, const MatrixCell& cell) const {
  return cell.state == MatrixCell::State::done && cell.footprint == bound_of(order);
}

QString FootprintMatrixModel::peak_tip(const KnownOrderPtr& order) const {
  const auto at = interleaved_.find(order);
  if (at == interleaved_.end()) return full_bytes(order->peak());
  return tr("%1 if the operators run one at a time; with the streams side by side, every plan needs at least %2")
      .arg(full_bytes(order->peak()), full_bytes(at->second));
}

QString FootprintMatrixModel::text(const KnownOrderPtr& order, const MatrixCell& cell) const {
  if (cell.state == MatrixCell::State::running) return QStringLiteral("…");
  if (cell.state == MatrixCell::State::none) return cell.brief;
  return human_bytes(cell.footprint) + (meets_bound(order, cell) ? QStringLiteral(" ✓") : QString());
}

QString FootprintMatrixModel::tool_tip(const KnownOrderPtr& order, const LayoutStrategy& layout,
                                       const MatrixCell& cell) const {
  if (cell.state == MatrixCell::State::running) return tr("Being planned");
  if (cell.state == MatrixCell::State::none) return cell.reason;
  QStringList lines{tr("%1, %2: %3 in %4")
                        .arg(order_name(*order->strategy), strategy_name(layout), full_bytes(cell.footprint),
                             human_duration(cell.milliseconds))};
  const Bytes bound = bound_of(order);
  if (meets_bound(order, cell))
    lines += tr("It equals the lower bound: no plan in this order is smaller.");
  else if (bound > Bytes{})
    lines += tr("Every plan in this order needs at least %1.").arg(full_bytes(bound));
  if (cell.footprint == least()) lines += tr("The smallest of all planned footprints.");
  return lines.join('\n');
}

}  // namespace stowage
