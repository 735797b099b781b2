// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <memory>
#include <utility>

#include <QComboBox>
#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>

#include "widgets/base/follow_numbers.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/choices.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/range_button.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/fitted_columns.h"
#include "widgets/tables/row_table.h"
#include "widgets/tables/tensor_selection.h"
#include "widgets/views/peak/peak_pane.h"

namespace stowage {
namespace {

/// "12.3%"; "< 0.1%" for what would round to nothing.
QString percent(double share) {
  const QLocale locale;
  const QString sign = locale.percent();
  if (share > 0 && share < 0.0005) return "< " + locale.toString(0.1, 'f', 1) + sign;
  return locale.toString(share * 100, 'f', 1) + sign;
}

double share_of(Bytes part, Bytes all) {
  return all.count > 0 ? static_cast<double>(part.count) / static_cast<double>(all.count) : 0;
}

constexpr int kWidestName = 120;  // pixels, for the contributor listed alone
constexpr double kRow = 24, kNames = 170, kNumbers = 210, kSmallNames = 100, kSmallNumbers = 76;

void paint_bars(QPainter& painter, const QRectF& rect, const Contributors& list, ContributorBy by, const Theme& theme) {
  const bool small = on_small_page(rect.width());
  const double names = small ? kSmallNames : kNames, numbers = small ? kSmallNumbers : kNumbers;
  const double wanted = rect.height() / static_cast<double>(list.rows.size() + 1);
  const double row = std::clamp(wanted, std::min(kRow, least_letters() * 1.3), kRow);
  const double room = std::max(20.0, rect.width() - names - numbers);
  const Bytes largest = list.rows.empty() ? Bytes{0} : list.rows.front().bytes;
  const QFont font = paint_font(std::min(12.0, row * 0.7));
  double y = rect.top();
  const auto line = [&](const QString& name, Bytes bytes, bool bar) {
    painter.setFont(font);
    painter.setPen(theme.text);
    if (y + row > rect.bottom() + 0.5) return;  // a page that is too low for all of them
    painter.drawText(QRectF(rect.left(), y, names - 10, row), Qt::AlignRight | Qt::AlignVCenter,
                     fitted_name(font, name, names - 12));
    const double length =
        bar && largest.count > 0 ? room * static_cast<double>(bytes.count) / static_cast<double>(largest.count) : 0;
    if (bar) painter.fillRect(QRectF(rect.left() + names, y + 3, std::max(1.0, length), row - 6), theme.neutral);
    painter.drawText(QRectF(rect.left() + names + length + 8, y, numbers, row), Qt::AlignLeft | Qt::AlignVCenter,
                     small ? human_bytes(bytes) : full_bytes(bytes));
    y += row;
  };
  for (const Contributor& each : list.rows) line(contributor_name(each, by), each.bytes, true);
  line(QCoreApplication::translate("stowage::Peak", "sum"), list.total, false);
}

/// The tensors listed, as rows. Given whole values; sorting is asked for, not done here.
class PeakModel final : public ColumnModel<TensorId> {
  Q_DECLARE_TR_FUNCTIONS(stowage::PeakModel)

 public:
  explicit PeakModel(QObject* parent = nullptr) : ColumnModel(parent) {
    const auto share = [this](TensorId t) { return share_of(content_->size(t), content_->total); };
    const auto bytes = [this](TensorId t) { return exact_bytes(content_->size(t)); };
    // What is said of the operator that writes it.
    const auto of_producer = [this](auto text, const QString& none = {}) {
      return [=, this](TensorId t) {
        const OperatorId producer = content_->graph->producer(t);
        return producer.valid() ? text(*content_->graph, producer) : none;
      };
    };
    const auto unless = [](const bool& any, TableColumn<TensorId> column) {
      column.blank = [&any] { return !any; };
      return column;
    };
    set_columns({
        words(tr("Tensor"), tr("A tensor that is alive together with all other listed tensors"),
              [this](TensorId t) { return text_of(content_->graph->name(t)); }),
        number(
            tr("Size"), tr("Bytes it takes, rounded up to the alignment"),
            [this](TensorId t) { return content_->size(t).count; }, cell::bytes, cell::exact_bytes),
        {.title = tr("Share"),
         .hint = tr("Its share of all listed bytes"),
         .number = true,
         .text = [share](TensorId t) { return percent(share(t)); },
         .exact = share,
         .tip = bytes},
        words(tr("Stream"), tr("The stream of the operator that writes it"),
              of_producer([](const Graph& graph, OperatorId o) { return stream_label(graph, graph.stream(o)); },
                          tr("from the start"))),
        unless(has_phases_,
               words(tr("Phase"), tr("The phase of the operator that writes it: forward, backward …"),
                     of_producer([](const Graph& graph, OperatorId o) { return phase_label(graph.phase(o)); }))),
        unless(has_operators_,
               words(tr("Operator"), tr("The kind of its producer: Conv, MatMul …"),
                     of_producer([](const Graph& graph, OperatorId o) { return text_of(graph.kind(o)); }))),
        unless(has_kinds_, words(tr("Kind"), tr("Kind in the file: weight, activation, gradient…"),
                                 [this](TensorId t) { return kind_label(content_->graph->kind(t)); })),
    });
  }

  /// May be null: no rows.
  void set_content(std::shared_ptr<const PeakContent> content) {
    reset([&] {
      content_ = std::move(content);
      has_phases_ = has_operators_ = has_kinds_ = false;
      if (!content_) return;
      const Graph& graph = *content_->graph;
      const auto any = [&](auto word) { return std::ranges::any_of(content_->members, word); };
      const auto of_producer = [&](auto word) {
        return any([&](TensorId t) { return graph.producer(t).valid() && !word(graph.producer(t)).empty(); });
      };
      has_phases_ = of_producer([&](OperatorId o) { return graph.phase(o); });
      has_operators_ = of_producer([&](OperatorId o) { return graph.kind(o); });
      has_kinds_ = any([&](TensorId t) { return !graph.kind(t).empty(); });
    });
  }
  [[nodiscard]] TensorId at(int row) const override { return content_->rows[static_cast<std::size_t>(row)]; }
  /// Its row, or -1.
  [[nodiscard]] int row_of(TensorId t) const {
    if (!content_) return -1;
    const auto at = std::ranges::lower_bound(content_->row_of, t, {}, [](const auto& entry) { return entry.first; });
    return at != content_->row_of.end() && at->first == t ? at->second : -1;
  }

 private:
  [[nodiscard]] int row_count() const override { return content_ ? static_cast<int>(content_->rows.size()) : 0; }

  std::shared_ptr<const PeakContent> content_;
  bool has_phases_ = false, has_operators_ = false, has_kinds_ = false;
};

/// The contributors of one kind, largest first: what, how many tensors, bytes, share.
class ContributorModel final : public ColumnModel<const Contributor&> {
  Q_DECLARE_TR_FUNCTIONS(stowage::ContributorModel)

 public:
  enum Column { kName, kTensors, kBytes, kShare };

  explicit ContributorModel(QObject* parent = nullptr) : ColumnModel(parent) {
    const auto share = [this](const Contributor& row) { return share_of(row.bytes, list().total); };
    set_columns({
        {.title = tr("Contributor"),
         .hint = tr("A property that tensors of the list share"),
         .text = [this](const Contributor& row) { return contributor_name(row, by_); }},
        number(
            tr("Tensors"), tr("Number of listed tensors with this property"),
            [](const Contributor& row) { return row.tensors.size(); }, cell::count),
        number(
            tr("Size"), tr("The sum of their sizes; all rows add up to the list"),
            [](const Contributor& row) { return row.bytes.count; }, cell::bytes),
        {.title = tr("Share"),
         .hint = tr("Their share of all listed bytes"),
         .number = true,
         .text = [share](const Contributor& row) { return percent(share(row)); },
         .exact = share},
    });
  }

  void set_content(std::shared_ptr<const PeakContent> content, ContributorBy by) {
    reset([&] {
      content_ = std::move(content);
      by_ = by;
    });
  }
  [[nodiscard]] const Contributor& at(int row) const override { return list().rows[static_cast<std::size_t>(row)]; }

 private:
  [[nodiscard]] const Contributors& list() const { return content_->by[static_cast<std::size_t>(by_)]; }
  [[nodiscard]] int row_count() const override { return content_ ? static_cast<int>(list().rows.size()) : 0; }
  [[nodiscard]] QVariant look(const Contributor& row, int /*column*/, int role) const override {
    if (role != Qt::ToolTipRole) return {};
    return tr("%1: %2\nClick to list and select its tensors").arg(contributor_name(row, by_), full_bytes(row.bytes));
  }

  std::shared_ptr<const PeakContent> content_;
  ContributorBy by_ = ContributorBy::stream;
};

/// The pane: see its header.
class Peak final : public PeakPane {
  Q_DECLARE_TR_FUNCTIONS(stowage::PeakPane)

 public:
  explicit Peak(ViewState& state) : PeakPane(state) {
    set_picture({"peak", tr("&Peak…"), tr("Export image of the peak"), "-peak"});
    make_table();
    verdict_->setContentsMargins(8, 0, 8, 3);
    auto* split = new QSplitter(Qt::Horizontal);
    split->addWidget(table_);
    split->addWidget(make_contributors());
    split->setSizes({1000, 1000});  // halves
    split->setChildrenCollapsible(false);
    in_rows(this, {make_bar(), verdict_, {split, 1}});
    connect(&state, &ViewState::selection_changed, this, [this] {
      if (!selection_->sharing()) list_all_unless_selected();
    });
    connect(&state, &ViewState::time_cursor_changed, this, [this] {
      if (query_.of == PeakOf::moment) update_content();
    });
    connect(&state, &ViewState::time_range_changed, this, &Peak::update_content);
    follow_numbers(this, [this] {
      show_contributors();
      show_words();
    });
    show_words();
  }

  /// The contributors of one kind as bars that add up to the total.
  [[nodiscard]] Drawing drawing() const override {
    Drawing out;
    if (!view_.graph) return out;
    const auto which = static_cast<std::size_t>(by());
    out.title = text_of(view_.graph->name());
    out.subtitle = peak_verdict(view_);
    if (!content_) {
      out.paint = [](QPainter&, const QRectF&, const Theme&) {};
      return out;
    }
    if (content_->query.range)
      out.subtitle += QStringLiteral(" %1 (%2)").arg(peak_listed(*content_), range_text(*content_->query.range));
    out.list_height = 17 * static_cast<double>(content_->by[which].rows.size() + 1);
    out.paint = [content = content_, by = by()](QPainter& painter, const QRectF& rect, const Theme& theme) {
      paint_bars(painter, rect, content->by[static_cast<std::size_t>(by)], by, theme);
    };
    return out;
  }

  [[nodiscard]] const std::shared_ptr<const PeakContent>& content() const override { return content_; }
  [[nodiscard]] bool busy() const override { return job_.busy(); }

 private:
  void showEvent(QShowEvent* event) override {
    Pane::showEvent(event);
    if (dirty_) update_content();
  }

  void take_view(const PlanView& view) override {
    const bool another = view.graph != view_.graph || view.lifetimes != view_.lifetimes || view.bounds != view_.bounds;
    view_ = view;
    another ? update_content() : show_words();
  }

  QWidget* make_bar() {
    QWidget* of = make_choices(
        {{"peak_of_bound", tr("Bound"), tr("The tensors that prove the bound"), [this] { set_of(PeakOf::bound); }},
         {"peak_of_moment", tr("Alive"), tr("The tensors alive at the time cursor, or at the peak"),
          [this] { set_of(PeakOf::moment); }}},
        tr("Peak"));
    of->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    listed_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    connect(light_, &QPushButton::clicked, this, &Peak::light);
    only_->hide();
    connect(only_, &QToolButton::clicked, this, &Peak::list_all);
    auto* range = named(new RangeButton(state(), tr("Only tensors alive in these steps are listed")), "peak_range");
    return in_bar({of, gap(4), {listed_, 1}, range, only_, light_}, {6, 3, 6, 3});
  }

  QWidget* make_contributors() {
    for (const QString& text : {tr("By stream"), tr("By phase"), tr("By operator"), tr("By kind")}) by_->addItem(text);
    connect(by_, &QComboBox::currentIndexChanged, this, [this] {
      show_contributors();
      list_all();
    });
    set_up_rows(bars_, "peak_contributors", tr("Contributors"));
    bars_->setModel(contributors_);
    bars_->setSelectionMode(QAbstractItemView::SingleSelection);
    bars_->setItemDelegateForColumn(ContributorModel::kShare,
                                    new ShareBar(ShareBar::kRole, QStringLiteral("100.0%"), bars_));
    bars_->setItemDelegateForColumn(ContributorModel::kName, new NamesDelegate(bars_));
    QHeaderView* header = bars_->horizontalHeader();
    // Numbers are never cut, and the bars are seen also where there is little room; the names give way.
    header->setMinimumSectionSize(40);
    header->setSectionResizeMode(ContributorModel::kName, QHeaderView::Stretch);
    for (const auto column : {ContributorModel::kTensors, ContributorModel::kBytes})
      header->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    header->resizeSection(ContributorModel::kShare, 90);
    connect(bars_, &QTableView::clicked, this, [this](const QModelIndex& at) { toggle_contributor(at.row()); });
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter, Qt::Key_Space}) {
      auto* shortcut = new QShortcut(key, bars_, nullptr, nullptr, Qt::WidgetShortcut);
      connect(shortcut, &QShortcut::activated, this, [this] {
        if (bars_->currentIndex().isValid()) toggle_contributor(bars_->currentIndex().row());
      });
    }
    return in_column({in_line({by_, {sum_, 1}}, {4, 0, 6, 2}, 6), {bars_, 1}});
  }

  void make_table() {
    set_up_rows(table_, "peak_tensors", tr("Tensors at the peak"));
    table_->setModel(tensors_);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setAlternatingRowColors(true);
    QHeaderView* header = table_->horizontalHeader();
    header->setSectionsClickable(true);
    header->setSortIndicatorShown(true);
    header->setSortIndicator(static_cast<int>(query_.sort), Qt::DescendingOrder);
    table_->setItemDelegateForColumn(static_cast<int>(PeakColumn::name), new NamesDelegate(table_));
    make_fitted_columns(table_);
    connect(header, &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder order) {
      query_.sort = static_cast<PeakColumn>(std::clamp(column, 0, kPeakColumns - 1));
      query_.descending = order == Qt::DescendingOrder;
      update_content();
    });
    selection_ = new TensorSelection(
        table_, state(),
        {.tensor = [this](int row) { return tensors_->at(row); },
         .row_of = [this](TensorId t) { return tensors_->row_of(t); },
         .selected =
             [this] { return is_current() ? lit_tensors(*view_.graph, state()).strong : std::vector<TensorId>(); },
         .current = [this] { return is_current(); }});
  }

  void set_of(PeakOf of) {
    query_.of = of;
    query_.only.reset();
    update_content();
  }

  void update_content() {
    dirty_ = !isVisible();
    if (dirty_ || !view_.graph || !view_.lifetimes || !view_.bounds) {
      job_.cancel();
      if (!view_.graph) take_content(nullptr);
      return show_words();
    }
    query_.step = wanted_step();
    query_.range = state().time_range();
    job_.start([this, view = view_, query = query_](const Task&) -> LatestJob::Delivery {
      return
          [this, content = std::make_shared<const PeakContent>(peak_content(view, query))] { take_content(content); };
    });
    show_words();
  }

  void take_content(std::shared_ptr<const PeakContent> content) {
    content_ = std::move(content);
    // What was listed alone may be gone.
    if (content_ && query_.only && content_->rows.size() == content_->members.size()) query_.only.reset();
    tensors_->set_content(content_);
    show_contributors();
    show_words();
    list_all_unless_selected();
    selection_->follow();
  }

  void show_words() {
    QString words = peak_verdict(view_);
    if (const QString reason = peak_reason(view_); !reason.isEmpty()) words += ' ' + reason;
    if (const auto range = state().time_range(); range && view_.bounds)
      words += ' ' + tr("Footprint and bound are for all steps, not only %1.").arg(range_text(*range));
    if (view_.stale) words += ' ' + tr("(As before the edit.)");
    verdict_->setText(words);
    light_->setEnabled(is_current() && !content_->rows.empty());
    const auto alone = only_row();
    only_->setVisible(alone.has_value());
    if (alone) {
      const QString name = contributor_name(contributors_->at(*alone), by());
      only_->setText(tr("%1 only  ✕").arg(only_->fontMetrics().elidedText(name, Qt::ElideLeft, kWidestName)));
      only_->setAccessibleName(tr("%1 only").arg(name));
    }
    const int lit = content_ ? static_cast<int>(content_->rows.size()) : 0;
    light_->setText(!content_ ? tr("Hi&ghlight in map")
                    : alone   ? tr("Hi&ghlight these %Ln in map", nullptr, lit)
                              : tr("Hi&ghlight all %Ln in map", nullptr, lit));
    if (!content_) return listed_->setText({});
    QString text = peak_listed(*content_);
    if (content_->rows.size() != content_->members.size())
      text += tr("; listed: %1").arg(grouped(content_->rows.size()));
    listed_->setText(text);
    listed_->setToolTip(text + '\n' + exact_bytes(content_->total));
  }

  void show_contributors() {
    contributors_->set_content(content_, by());
    sum_->setText(content_ ? tr("sum %1").arg(human_bytes(content_->total)) : QString());
    sum_->setToolTip(content_ ? exact_bytes(content_->total) : QString());
    if (const auto row = only_row()) bars_->selectRow(*row);
  }

  /// The row of the contributor that is listed alone.
  [[nodiscard]] std::optional<int> only_row() const {
    if (!content_ || !query_.only || query_.only->first != by()) return std::nullopt;
    for (int row = 0; row < contributors_->rowCount(); ++row) {
      const std::vector<TensorId>& tensors = contributors_->at(row).tensors;
      if (std::ranges::find(tensors, query_.only->second) != tensors.end()) return row;
    }
    return std::nullopt;
  }

  /// Its tensors are listed alone and selected; where they are already, all are listed again.
  void toggle_contributor(int row) {
    if (!is_current()) return;
    const std::vector<TensorId> tensors = contributors_->at(row).tensors;
    const bool listed =
        query_.only && query_.only->first == by() && std::ranges::find(tensors, query_.only->second) != tensors.end();
    query_.only.reset();
    if (!listed) query_.only = std::pair(by(), tensors.front());
    if (listed) bars_->clearSelection();
    state().select_tensors(listed ? std::vector<TensorId>() : tensors);
    update_content();
  }

  void list_all() {
    if (!query_.only) return;
    query_.only.reset();
    bars_->clearSelection();
    update_content();
  }

  void list_all_unless_selected() {
    if (state().selected_tensors().empty() && state().selected_operators().empty()) list_all();
  }

  void light() {
    if (is_current()) state().select_tensors(content_->rows);
  }

  [[nodiscard]] ContributorBy by() const { return static_cast<ContributorBy>(by_->currentIndex()); }

  /// The step of the time cursor, unless it is outside of the time range.
  [[nodiscard]] std::optional<std::uint32_t> wanted_step() const {
    const auto cursor = state().time_cursor();
    const auto range = state().time_range();
    if (!cursor || *cursor >= view_.graph->operator_count()) return std::nullopt;
    if (range && (*cursor < range->begin || *cursor >= range->end)) return std::nullopt;
    return static_cast<std::uint32_t>(*cursor);
  }

  [[nodiscard]] bool is_current() const { return content_ && content_->graph == view_.graph; }

  PlanView view_;
  PeakQuery query_;
  std::shared_ptr<const PeakContent> content_;
  bool dirty_ = false;  ///< to be computed again, once the pane is seen
  QLabel* verdict_ = make_wrapped_line("peak_verdict");
  QLabel* listed_ = named(new QLabel, "peak_listed");
  QLabel* sum_ = named(new QLabel, "peak_sum");
  QPushButton* light_ =
      named(new QPushButton(tr("Hi&ghlight in map")), "peak_light", {}, tr("Select the listed tensors in every view"));
  QToolButton* only_ = named(new QToolButton, "peak_only", {},
                             tr("Only this contributor's tensors are listed. Click to list all again"));
  QComboBox* by_ = named(new QComboBox, "peak_by", tr("Contributors by"));
  PeakModel* tensors_ = new PeakModel(this);
  ContributorModel* contributors_ = new ContributorModel(this);
  QTableView *table_ = new QTableView, *bars_ = new QTableView;
  TensorSelection* selection_;
  LatestJob job_{this};  // last: destroyed first
};

}  // namespace

PeakPane* make_peak(ViewState& state) {
  return new Peak(state);
}

}  // namespace stowage
