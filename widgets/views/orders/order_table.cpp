// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/orders/order_table.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <QCoreApplication>
#include <QFont>
#include <QGuiApplication>
#include <QPalette>

#include "core/graph/claims.h"
#include "core/plan/plan.h"
#include "widgets/base/canvas.h"
#include "widgets/painters/charts/order_curves.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/painters/words/strategy_words.h"
#include "widgets/views/orders/orders_pane.h"

namespace stowage {
namespace {

const Theme& theme() {
  return Theme::of(is_dark(QGuiApplication::palette()));
}

/// The table: see its header.
class OrderTableModel final : public OrderTable {
  Q_DECLARE_TR_FUNCTIONS(stowage::OrderTableModel)

 public:
  using enum OrdersPane::Column;

  explicit OrderTableModel(QObject* parent) : OrderTable(parent) { set_columns(columns()); }

  /// A row that comes or goes at the end leaves what is selected.
  void show(const OrderStudy& study) override {
    const std::span<const OrderRow> rows = study.rows();
    const auto before = static_cast<int>(rows_.size()), now = static_cast<int>(rows.size());
    const auto take = [&] {
      rows_.assign(rows.begin(), rows.end());
      find_used(study.in_use());
    };
    uncounted_ = study.base() ? uncounted(*study.base()) : Uncounted{};
    bound_ = uncounted_.any() ? Bytes{} : study.bound();
    if (std::exchange(several_streams_, study.has_several_streams()) != study.has_several_streams()) {
      set_columns(columns());
      emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    }
    if (before != now && (before == 0 || now == 0)) return reset(take);
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

  [[nodiscard]] QString said_of(int row) const override { return column(kRemark).text(at(row)); }
  void set_compared(KnownOrderPtr first, KnownOrderPtr second) override {
    first_ = std::move(first);
    second_ = std::move(second);
    all_changed();
  }

  [[nodiscard]] const OrderRow& at(int row) const override { return rows_[static_cast<std::size_t>(row)]; }
  [[nodiscard]] bool in_use(int row) const override { return used_[static_cast<std::size_t>(row)]; }

 private:
  [[nodiscard]] Columns columns() const {
    using Row = const OrderRow&;
    const auto about = [](Row row) { return order_description(*row.strategy) + '.'; };
    // Without an order nothing is said, or what the strategy does.
    const auto found = [](auto text) { return [=](Row row) { return row.order ? text(row) : QString(); }; };
    const auto exact = [](auto value) {
      return [=](Row row) { return row.order ? QVariant(value(row)) : QVariant(); };
    };
    const auto tip = [=](auto text) { return [=](Row row) { return row.order ? text(row) : about(row); }; };
    return {
        {.title = tr("Order"),
         .hint = tr("The order's name; bold: the current order of the graph"),
         .text = [](Row row) { return order_name(*row.strategy); },
         .exact = [](Row row) { return text_of(row.strategy->id); },
         .tip = [about](Row row) { return text_of(row.strategy->id) + ": " + about(row); }},
        {.title = tr("Peak"),
         .hint = several_streams_
                     ? tr("Most bytes alive at one step if the operators run one at a time: no plan in this "
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
         .exact = exact(
             [this](Row row) { return bound_ == Bytes{} ? QVariant() : QVariant(gap(row.order->peak(), bound_)); }),
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
         .blank =
             [this] { return std::ranges::none_of(rows_, [](Row row) { return row.order && row.strategy->run; }); }},
        {.title = tr("Remark"),
         .hint = tr("How it ended"),
         .text = [this](Row row) { return whole_remark(row); },
         .tip = [=, this](Row row) { return remark(row).isEmpty() ? about(row) : whole_remark(row); }},
    };
  }

  [[nodiscard]] int row_count() const override { return static_cast<int>(rows_.size()); }
  [[nodiscard]] QVariant look(const OrderRow& row, int column, int role) const override {
    if (role == Qt::ForegroundRole && !row.order) return theme().muted_text;
    if (role == Qt::DecorationRole && column == kOrder) return mark(row);
    if (role != Qt::FontRole || (column != kOrder && column != kInterleaved)) return {};
    QFont font;
    font.setBold(column == kOrder ? used_row_ == place(row) : is_least_interleaved(row));
    return font;
  }

  [[nodiscard]] std::size_t place(const OrderRow& row) const { return static_cast<std::size_t>(&row - rows_.data()); }
  /// The peak; the best so far while the strategy runs.
  [[nodiscard]] QString peak_text(const OrderRow& row) const {
    if (row.order) return footprint_words(uncounted_, row.order->peak());
    // On several streams what it finds is still mixed with other orders, whose peak may be larger: it would only
    // mislead.
    if (row.so_far && !several_streams_) return human_bytes(row.so_far->peak);
    return row.state == OrderRow::State::idle ? tr("not run") : QStringLiteral("–");
  }

  [[nodiscard]] QString remark(const OrderRow& row) const {
    using enum OrderRow::State;
    if (row.state == waiting) return tr("waiting");
    if (row.state == running) return tr("running…");
    if (row.state == stopped) return row.reason;
    if (!row.order) return {};
    return row.order->remark;
  }

  [[nodiscard]] QString whole_remark(const OrderRow& row) const {
    const QString said = remark(row);
    if (!used_[place(row)]) return said;
    if (place(row) == used_row_) return said.isEmpty() ? tr("in use") : tr("in use · %1").arg(said);
    const QString same = tr("the order of %1").arg(order_name(*rows_[*used_row_].strategy));
    return said.isEmpty() ? same : tr("%1 · %2").arg(same, said);
  }

  [[nodiscard]] QString gap_text(const OrderRow& row) const {
    if (!row.order || bound_ == Bytes{}) return {};
    return row.order->peak() == bound_ ? tr("least") : signed_percent(gap(row.order->peak(), bound_));
  }

  [[nodiscard]] QString peak_tip(const OrderRow& row) const {
    return (several_streams_ ? tr("%1 alive at the peak, step %L2, if the operators run one at a time. No plan in this "
                                  "order is smaller.")
                             : tr("%1 alive at the peak, step %L2. No plan in this order is smaller."))
        .arg(full_bytes(row.order->peak()))
        .arg(row.order->curve.peak_step());
  }

  [[nodiscard]] QString interleaved_tip(const OrderRow& row) const {
    if (!row.interleaved) return tr("Peak with the streams side by side: not computed yet");
    return tr("With the streams side by side, every plan in this order needs at least %1")
        .arg(full_bytes(*row.interleaved));
  }

  /// Proofs are of operators that run one at a time: side by side an order of least peak may need more than another.
  [[nodiscard]] QString proof_tip(const OrderRow& row) const {
    if (bound_ == Bytes{}) return tr("No bound has been proved yet");
    const bool least = row.order->peak() == bound_;
    if (several_streams_)
      return (least
                  ? tr("Run one at a time, no order has a smaller peak than %1; with the streams side by side, another "
                       "order may need less")
                  : tr("Run one at a time, every order has a peak of at least %1"))
          .arg(full_bytes(bound_));
    return (least ? tr("Optimal: no order has a smaller peak than %1") : tr("Every order has a peak of at least %1"))
        .arg(full_bytes(bound_));
  }

  /// Strategies may find the same order. It is said of one only that it is in use: of that of the graph first.
  void find_used(const KnownOrderPtr& in_use) {
    used_.assign(rows_.size(), false);
    used_row_.reset();
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const KnownOrderPtr& order = rows_[k].order;
      used_[k] = in_use && order && order->sequence == in_use->sequence;
      if (used_[k] && (!used_row_ || (order == in_use && rows_[*used_row_].order != in_use))) used_row_ = k;
    }
  }

  /// Whether it is the least, where two or more are known.
  [[nodiscard]] bool is_least_interleaved(const OrderRow& row) const {
    std::size_t known = 0;
    for (const OrderRow& other : rows_) {
      if (!other.interleaved) continue;
      ++known;
      if (row.interleaved && *other.interleaved < *row.interleaved) return false;
    }
    return row.interleaved && known > 1;
  }

  /// A swatch in the colour of its curve.
  [[nodiscard]] QColor mark(const OrderRow& row) const {
    if (row.order && row.order == second_) return second_order_color(theme());
    if (row.order && row.order == first_) return first_order_color(theme());
    return Qt::transparent;  // names stay in line
  }

  std::vector<OrderRow> rows_;
  std::vector<bool> used_;  // by row
  std::optional<std::size_t> used_row_;
  Bytes bound_;
  Uncounted uncounted_{};
  bool several_streams_ = false;
  KnownOrderPtr first_, second_;
};

}  // namespace

OrderTable* make_order_table(QObject* parent) {
  return new OrderTableModel(parent);
}

}  // namespace stowage
