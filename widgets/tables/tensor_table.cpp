// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>
#include <vector>

#include <QCoreApplication>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPalette>
#include <QRegularExpression>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/graph/claims.h"
#include "core/graph/laid_out.h"
#include "widgets/base/canvas.h"
#include "widgets/base/view_state.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/range_button.h"
#include "widgets/painters/model/graph_subset.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/painters/words/graph_words.h"
#include "widgets/tables/column_model.h"
#include "widgets/tables/fitted_columns.h"
#include "widgets/tables/row_table.h"
#include "widgets/tables/tensor_query.h"
#include "widgets/tables/tensor_selection.h"
#include "widgets/tables/tensor_table.h"

namespace stowage {
namespace {

constexpr std::size_t kNamesShown = 4, kNamesInTip = 40;  // of the consumers; the rest are counted

/// Behind what was found, in either theme.
QColor found_ground() {
  const QPalette palette = QGuiApplication::palette();
  return mix(palette.color(QPalette::Base), palette.color(QPalette::Highlight), 0.25);
}

constexpr std::size_t kAtOnce = 4'000;  // tensors filtered without a thread: a few milliseconds

constexpr int kNarrowField = 44;  // pixels
constexpr const char* kWidestSize = "1000 MiB";
constexpr const char* kWidestAddress = "0xdddddddd";

bool depends_on_plan(const TensorQuery& query) {
  return query.from_address || query.to_address || query.sort == TensorColumn::offset ||
         query.sort == TensorColumn::end;
}

/// Red letters and the reason as a tooltip, or neither.
void mark_faulty(QLineEdit* edit, const QString& reason) {
  QPalette palette = edit->parentWidget()->palette();
  if (!reason.isEmpty()) {
    const bool dark = is_dark(palette);
    palette.setColor(QPalette::Text, dark ? QColor(255, 140, 130) : QColor(176, 0, 32));
  }
  edit->setPalette(palette);
  edit->setToolTip(reason);
}

/// Rows of tensors, as a query found them. Given whole values; nothing is stored a cell, so a million rows cost two
/// numbers each.
class TensorTableModel final : public ColumnModel<TensorId> {
  Q_DECLARE_TR_FUNCTIONS(stowage::TensorTableModel)

 public:
  explicit TensorTableModel(QObject* parent = nullptr) : ColumnModel(parent) { set_columns(columns()); }

  /// `rows` are distinct tensors of the view's graph. The same rows as before are not reset, so that what is selected
  /// and scrolled to stays.
  void set_rows(PlanView view, std::vector<TensorId> rows) {
    const std::size_t tensors = view.graph ? view.graph->tensor_count() : 0;
    if (!rows.empty() && rows == rows_ && row_of_.size() == tensors) return set_plan_view(std::move(view));
    reset([&] {
      if (view.graph != view_.graph)
        has_kinds_ = view.graph && std::ranges::any_of(view.graph->tensors(),
                                                       [&](TensorId t) { return !view.graph->kind(t).empty(); });
      view_ = std::move(view);
      rows_ = std::move(rows);
      row_of_.assign(tensors, -1);
      for (std::size_t row = 0; row < rows_.size(); ++row) row_of_[rows_[row].index()] = static_cast<int>(row);
      set_columns(columns());
    });
  }

  /// Another plan for the same graph: the rows stay.
  void set_plan_view(PlanView view) {
    const bool timed_before = timed(), shared_before = shares(), recorded_before = recorded();
    view_ = std::move(view);
    if (shares() != shared_before || recorded() != recorded_before) return reset([this] { set_columns(columns()); });
    all_changed();
    if (timed() == timed_before) return;
    set_columns(columns());
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
  }
  [[nodiscard]] const PlanView& view() const { return view_; }
  /// Rows that stand out; sorted.
  void set_found(std::vector<TensorId> found) {
    if (found == found_) return;
    found_ = std::move(found);
    all_changed();
  }
  void set_notes(ViewState::Notes notes) {
    notes_ = std::move(notes);
    all_changed();
  }

  [[nodiscard]] TensorId at(int row) const override { return rows_[static_cast<std::size_t>(row)]; }
  /// Its row, or -1 where it is filtered out.
  [[nodiscard]] int row_of(TensorId t) const { return t.index() < row_of_.size() ? row_of_[t.index()] : -1; }

 private:
  /// Steps are named otherwise than times.
  [[nodiscard]] Columns columns() const {
    const auto unknown = QStringLiteral("–");
    const auto no_operators = tr("None: the file lists only lifetimes");
    const auto producer = [this](TensorId t) { return view_.graph->producer(t); };
    const auto producer_name = [=, this](TensorId t) {
      return producer(t).valid() ? text_of(shown_name(*view_.graph, producer(t))) : QString();
    };
    Columns out = {
        {.title = tr("Name"),
         .hint = tr("As in the file"),
         .text = [this](TensorId t) { return text_of(view_.graph->name(t)); },
         .exact = [this](TensorId t) { return QVariant(whole_text_of(view_.graph->name(t))); }},
        {.title = tr("Size"),
         .hint = tr("Bytes, as in the graph: not rounded up to the alignment"),
         .number = true,
         .text =
             [this](TensorId t) {
               return has_unknown_size(*view_.graph, t) ? QStringLiteral("?") : human_bytes(view_.graph->size(t));
             },
         .exact = [this](TensorId t) { return exact_number(view_.graph->size(t).count); },
         .tip =
             [this](TensorId t) {
               return has_unknown_size(*view_.graph, t)
                          ? tr("Unknown: the file does not give it. It counts as 0 bytes.")
                          : exact_bytes(view_.graph->size(t));
             }},
        number(
            tr("Offset"), tr("Where it starts in the buffer, in bytes"), [this](TensorId t) { return offset(t); },
            cell::offset, cell::full_bytes),
        number(
            tr("End"), tr("The first byte after it"), [this](TensorId t) { return end(t); }, cell::offset,
            cell::full_bytes),
        number(
            timed() ? tr("From time") : tr("First step"),
            timed() ? tr("The first instant at which it is needed") : tr("The first step that needs it"),
            [this](TensorId t) { return life_end(t, true); }, cell::count),
        number(
            timed() ? tr("Until time") : tr("Last step"),
            timed() ? tr("The first instant after its lifetime") : tr("The last step that needs it"),
            [this](TensorId t) { return life_end(t, false); }, cell::count),
        {.title = tr("Stream"),
         .hint = tr("The stream of its producer"),
         .text =
             [=, this](TensorId t) {
               const Graph& graph = *view_.graph;
               return producer(t).valid() ? stream_label(graph, graph.stream(producer(t))) : QString();
             },
         .blank = [this] { return view_.graph && view_.graph->stream_count() < 2; }},
        {.title = recorded() ? tr("Allocated by") : tr("Producer"),
         .hint = recorded() ? tr("The operator that allocates it; none if present from the start")
                            : tr("The operator that writes it; none if present from the start"),
         .text = [=, this](TensorId t) { return only_lifetimes() ? unknown : producer_name(t); },
         .exact = [=, this](TensorId t) { return only_lifetimes() ? QString() : producer_name(t); },
         .tip = [=, this](TensorId) { return only_lifetimes() ? no_operators : QString(); },
         .blank = [this] { return only_lifetimes(); }},
        {.title = recorded() ? tr("Freed by") : tr("Consumers"),
         .hint = recorded() ? tr("The operator that frees it; none if kept until the end")
                            : tr("The operators that read it; its memory is free once all have ended"),
         .text =
             [=, this](TensorId t) {
               return only_lifetimes() ? unknown : operator_names(view_.graph->consumers(t), kNamesShown);
             },
         .exact =
             [this](TensorId t) {
               return only_lifetimes() ? QString()
                                       : operator_names(view_.graph->consumers(t), view_.graph->consumers(t).size());
             },
         .tip =
             [=, this](TensorId t) {
               return only_lifetimes() ? no_operators : operator_names(view_.graph->consumers(t), kNamesInTip);
             },
         .blank = [this] { return only_lifetimes(); }},
        {.title = recorded() ? tr("Source line") : tr("Kind"),
         .hint = recorded() ? tr("Line of the program that requested the block")
                            : tr("Kind in the file: weight, activation, gradient…"),
         .text = [this](TensorId t) { return kind_label(view_.graph->kind(t)); },
         .blank = [this] { return !has_kinds_; }},
        {.title = tr("Group"),
         .hint = tr("The contiguous group that it belongs to"),
         .text =
             [this](TensorId t) {
               const GroupId group = view_.graph->group(t);
               return group.valid() ? tr("group %1").arg(group.index() + 1) : QString();
             },
         .blank = [this] { return !view_.graph || view_.graph->group_count() == 0; }},
        {.title = tr("Note"),
         .hint = tr("Your note, kept in a file beside the graph's file"),
         .text = [this](TensorId t) { return one_line(note(t)); },
         .exact = [this](TensorId t) { return note(t); },
         .tip = [this](TensorId t) { return note(t); },
         .exact_title = QString(),  // the user's own: not for others
         .blank = [this] { return notes_.empty(); }},
    };
    if (shares())
      out.push_back({.title = tr("Bytes"),
                     .hint = tr("The tensor whose bytes it uses, as a view or in place"),
                     .text = [this](TensorId t) { return sharing_text(view_, t); }});
    return out;
  }
  [[nodiscard]] bool timed() const { return view_.graph && !view_.graph->times().empty(); }
  [[nodiscard]] bool recorded() const { return view_.recorded(); }
  [[nodiscard]] bool shares() const { return view_.graph && view_.graph->has_sharing(); }
  /// Operators mean nothing where the graph has a time axis: they are but its steps.
  [[nodiscard]] bool only_lifetimes() const { return view_.graph && has_only_lifetimes(*view_.graph); }
  [[nodiscard]] int row_count() const override { return static_cast<int>(rows_.size()); }
  [[nodiscard]] QVariant look(TensorId t, int /*column*/, int role) const override {
    return role == Qt::BackgroundRole && std::ranges::binary_search(found_, t) ? found_ground() : QVariant();
  }
  /// None where they are not known yet.
  [[nodiscard]] std::optional<std::int64_t> offset(TensorId t) const {
    if (!view_.plan || view_.plan->offsets[t.index()].value < 0) return std::nullopt;
    return view_.plan->offsets[t.index()].value;
  }
  [[nodiscard]] std::optional<std::int64_t> end(TensorId t) const {
    const auto begin = offset(t);
    return begin && !has_unknown_size(*view_.graph, t) ? std::optional(*begin + view_.graph->size(t).count)
                                                       : std::nullopt;
  }
  [[nodiscard]] std::optional<std::int64_t> life_end(TensorId t, bool from) const {
    if (!view_.lifetimes) return std::nullopt;
    const Lifetime life = (*view_.lifetimes)[t.index()];
    if (life.empty()) return std::nullopt;
    if (timed()) return view_.graph->times()[from ? life.begin : life.end];
    return from ? life.begin : life.end - 1;
  }
  [[nodiscard]] QString note(TensorId t) const {
    const auto at = notes_.find(t);
    return at == notes_.end() ? QString() : at->second;
  }
  [[nodiscard]] QString operator_names(std::span<const OperatorId> operators, std::size_t most) const {
    QString names;
    for (std::size_t k = 0; k < operators.size() && k < most; ++k)
      names += (k == 0 ? "" : ", ") + text_of(shown_name(*view_.graph, operators[k]));
    if (operators.size() > most) names += tr(" and %Ln more", nullptr, static_cast<int>(operators.size() - most));
    return names;
  }

  PlanView view_;
  std::vector<TensorId> rows_;
  std::vector<int> row_of_;  // by TensorId; -1: not shown
  std::vector<TensorId> found_;
  ViewState::Notes notes_;
  bool has_kinds_ = false;
};

/// The table: see its header.
class Tensors final : public TensorTable {
  Q_DECLARE_TR_FUNCTIONS(stowage::TensorTable)

 public:
  explicit Tensors(ViewState& state)
      : TensorTable(Names{.parts = "tensor",
                          .table = "tensor_view",
                          .title = tr("Tensors"),
                          .filter = tr("Filter tensors by name"),
                          .placeholder = tr("Name")}),
        state_(state),
        model_(new TensorTableModel(this)) {
    set_model(model_);
    make_fields();
    connect(model_, &QAbstractItemModel::modelReset, this, &Tensors::place_bytes);
    auto* selection = new TensorSelection(
        table(), state_,
        {.tensor = [this](int row) { return model_->at(row); },
         .row_of = [this](TensorId t) { return model_->row_of(t); },
         .selected =
             [this] { return view_.graph ? lit_tensors(*view_.graph, state_).all() : std::vector<TensorId>(); }});
    connect(this, &FilteredTable::asked, this, &Tensors::run_query);
    connect(this, &FilteredTable::rows_changed, this, &Tensors::show_shown);
    connect(this, &FilteredTable::rows_changed, selection, &TensorSelection::follow);
    connect(&state_, &ViewState::time_range_changed, this, &Tensors::run_query);
    connect(&state_, &ViewState::found_changed, this, [this] { model_->set_found(state_.found()); });
    connect(&state_, &ViewState::notes_changed, this, [this] {
      model_->set_notes(state_.notes());
      if (query_.sort == TensorColumn::note) run_query();
    });
    table()->setItemDelegateForColumn(static_cast<int>(TensorColumn::name), new NamesDelegate(table()));
    show_shown();
  }

  /// Most views that come are of the same graph, with another plan or bound: then what was found stays true, and so
  /// does what is still being looked for.
  void set_view(PlanView view) override {
    const bool same_lives = view.graph == view_.graph && view.lifetimes == view_.lifetimes;
    const bool answers_hold = same_lives && (view.plan == view_.plan || !depends_on_plan(query_));
    if (view.graph != view_.graph) columns()->start_again();
    view_ = std::move(view);
    if (!answers_hold) return run_query();
    const PlanView& before = model_->view();
    const bool shown = before.plan == view_.plan && before.lifetimes == view_.lifetimes;
    if (before.graph == view_.graph && !shown) model_->set_plan_view(view_);
    if (!busy() && model_->view().graph != view_.graph) run_query();
  }

 private:
  void make_fields() {
    filter()->setMaximumWidth(QWIDGETSIZE_MAX);
    regex_ = new QToolButton;
    regex_->setText(".*");
    regex_->setCheckable(true);
    regex_->setAutoRaise(true);
    regex_->setToolTip(tr("The name is a regular expression"));
    regex_->setAccessibleName(tr("Regular expression"));
    connect(regex_, &QToolButton::toggled, this, &Tensors::ask_soon);
    least_size_ = make_limit("tensor_least_size", tr("from"), tr("Smallest size"), kWidestSize);
    most_size_ = make_limit("tensor_most_size", tr("to"), tr("Largest size"), kWidestSize);
    from_address_ = make_limit("tensor_from_address", tr("from"), tr("Lowest address"), kWidestAddress);
    to_address_ = make_limit("tensor_to_address", tr("to"), tr("Highest address"), kWidestAddress);
    // Sizes are short: where the window is narrow, these fields give way, those of the addresses do not.
    for (QLineEdit* edit : {least_size_, most_size_}) edit->setMinimumWidth(kNarrowField);
    add_field(regex_);
    QWidget* limits = in_bar({new QLabel(tr("Size")), least_size_, most_size_, gap(8), new QLabel(tr("Address")),
                              from_address_, to_address_, spring()},
                             {}, 4);
    add_folding_fields(limits, tr("Limits"), tr("Limits of size and address"));
    // Says that the table is narrowed to some steps. Beside the fields it would force the window to be wider.
    auto* range = new RangeButton(state_, tr("Only tensors alive in these steps are shown"));
    range->setObjectName("tensor_range");
    add_line(range);
  }
  /// Whose bytes a tensor lies in stands beside its name, though not every graph has that column.
  void place_bytes() {
    const int bytes = static_cast<int>(TensorColumn::note) + 1;
    if (model_->columnCount() <= bytes) return;
    QHeaderView* header = table()->horizontalHeader();
    header->moveSection(header->visualIndex(bytes), header->visualIndex(static_cast<int>(TensorColumn::name)) + 1);
  }
  /// A field as wide as `widest`, so that such an entry is seen whole.
  QLineEdit* make_limit(const char* object, const QString& placeholder, const QString& name, const QString& widest) {
    auto* edit = named(new QLineEdit, object, name);
    edit->setPlaceholderText(placeholder);
    // QLineEdit's hint is 17 letters x and its frame; the cursor needs a little more.
    const int frame = edit->sizeHint().width() - 17 * edit->fontMetrics().horizontalAdvance('x') + 4;
    edit->setFixedWidth(edit->fontMetrics().horizontalAdvance(widest) + frame);
    connect(edit, &QLineEdit::textChanged, this, &Tensors::ask_soon);
    return edit;
  }
  [[nodiscard]] TensorQuery read_query() {
    TensorQuery query;
    query.name = filter()->text();
    query.regex = regex_->isChecked();
    const QRegularExpression pattern(query.regex ? query.name : QString());
    mark_faulty(filter(), pattern.isValid() ? QString() : pattern.errorString());
    query.least_size = read_limit(least_size_, query);
    query.most_size = read_limit(most_size_, query);
    if (const auto from = read_limit(from_address_, query)) query.from_address = Offset{from->count};
    if (const auto to = read_limit(to_address_, query)) query.to_address = Offset{to->count};
    if (const auto column = sort_column()) query.sort = static_cast<TensorColumn>(*column);
    query.descending = descending();
    query.steps = state_.time_range();
    if (query.sort == TensorColumn::note)
      for (const auto& [tensor, text] : state_.notes()) query.noted.push_back(tensor);
    return query;
  }
  std::optional<Bytes> read_limit(QLineEdit* edit, TensorQuery& query) {
    const std::optional<Bytes> value = parse_bytes(edit->text());
    const bool wrong = !value && !edit->text().trimmed().isEmpty();
    mark_faulty(edit, wrong ? tr("Not an amount such as 4096, 4 KiB or 0x1000") : QString());
    query.unreadable = query.unreadable || wrong;
    return value;
  }
  void run_query() {
    query_ = read_query();
    if (view_.graph && !may_find()) return;
    const bool at_once = !view_.graph || view_.graph->tensor_count() <= kAtOnce;
    find_rows(at_once, [this, view = view_, query = query_](const std::stop_token& stop) {
      return [this, view, rows = find_tensors(view, query, stop)]() mutable {
        model_->set_rows(view.graph == view_.graph ? view_ : view, std::move(rows));
      };
    });
  }
  void show_shown() {
    const int shown = model_->rowCount();
    const int all = view_.graph ? static_cast<int>(view_.graph->tensor_count()) : 0;
    const QString number = QLocale().toString(all);
    const QString tensors = view_.graph ? tensors_text(*view_.graph) : tr("%Ln tensor(s)", nullptr, all);
    show_count(shown == all ? tensors : tr("%1 of %2").arg(QLocale().toString(shown), number));
    count()->setToolTip(shown == all ? QString() : tr("%1 of %2").arg(QLocale().toString(shown), tensors));
    // As wide whatever is shown, so that the window is not forced wider.
    const QFontMetrics metrics = count()->fontMetrics();
    count()->setFixedWidth(
        std::max(metrics.horizontalAdvance(tensors), metrics.horizontalAdvance(tr("%1 of %2").arg(number, number))) +
        2);
  }

  ViewState& state_;
  TensorTableModel* model_;
  QLineEdit *least_size_, *most_size_, *from_address_, *to_address_;
  QToolButton* regex_;
  PlanView view_;
  TensorQuery query_;
};

}  // namespace

TensorTable* make_tensor_table(ViewState& state) {
  return new Tensors(state);
}

}  // namespace stowage
