// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

#include "app/dialogs/dialogs.h"
#include "app/session/document.h"
#include "app/session/planning.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/row_table.h"
#include "widgets/tables/table_actions.h"

namespace stowage {
namespace {

constexpr auto kName = "violations";
constexpr QSize kSize{900, 420};

struct ViolationsText {
  Q_DECLARE_TR_FUNCTIONS(stowage::ViolationsDialog)
};

/// In the order of Violation::Kind.
constexpr const char* kKinds[] = {
    QT_TRANSLATE_NOOP("stowage::ViolationsDialog", "overlap"),
    QT_TRANSLATE_NOOP("stowage::ViolationsDialog", "broken group"),
    QT_TRANSLATE_NOOP("stowage::ViolationsDialog", "misplaced view"),
    QT_TRANSLATE_NOOP("stowage::ViolationsDialog", "not in place"),
    QT_TRANSLATE_NOOP("stowage::ViolationsDialog", "misaligned"),
    QT_TRANSLATE_NOOP("stowage::ViolationsDialog", "out of range"),
    QT_TRANSLATE_NOOP("stowage::ViolationsDialog", "wrong footprint"),
};

/// A table whose rows are chosen by keys, each as it is come to.
class LinesTable final : public QTableView {
 protected:
  /// When a table gets the keyboard, Qt makes the first row current without selecting it, and would go on to the
  /// second.
  void keyPressEvent(QKeyEvent* event) override {
    const bool goes = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    if (goes && !selectionModel()->hasSelection()) selectionModel()->clearCurrentIndex();
    QTableView::keyPressEvent(event);
  }
  /// With Ctrl Qt moves the current row alone; but that is how keys go to the first and the last.
  QItemSelectionModel::SelectionFlags selectionCommand(const QModelIndex& index, const QEvent* event) const override {
    if (event && event->type() == QEvent::KeyPress) {
      const auto* key = static_cast<const QKeyEvent*>(event);
      using enum QItemSelectionModel::SelectionFlag;
      if (key->key() == Qt::Key_Home || key->key() == Qt::Key_End)
        return (key->modifiers() & Qt::ShiftModifier ? SelectCurrent : ClearAndSelect) | Rows;
    }
    return QTableView::selectionCommand(index, event);
  }
  /// Home and End too go to the first and the last row: there is nothing to do along one.
  QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override {
    const bool ends = action == MoveHome || action == MoveEnd;
    return QTableView::moveCursor(action, ends ? modifiers | Qt::ControlModifier : modifiers);
  }
};

/// The last validation, or null.
const Validation* validation_of(const Planning& planning) {
  const auto check = planning.results().imported_check();
  return check && *check ? &**check : nullptr;
}

/// Adds those that the graph still has.
void add_tensors(std::vector<TensorId>& to, const Violation& violation, const Graph& graph) {
  for (const TensorId t : {violation.first, violation.second})
    if (t.valid() && t.index() < graph.tensor_count()) to.push_back(t);
}

QString verdict_on(const Planning& planning, const OpenDocument& document) {
  const auto check = planning.results().imported_check();
  if (!document.imported_plan()) return ViolationsText::tr("There is no imported plan.");
  if (!check) return ViolationsText::tr("The imported plan is being checked…");
  if (!*check) return QString::fromStdString(check->error().faults.front().reason);
  const Validation& validation = **check;
  if (validation.valid()) return ViolationsText::tr("The imported plan is safe for the graph as it is now.");
  const auto listed = static_cast<std::uint64_t>(validation.violations.size());
  const QString all = ViolationsText::tr("%Ln violation(s).", nullptr,
                                         static_cast<int>(std::min<std::uint64_t>(validation.count, 1'000'000'000)));
  const QString hint = ViolationsText::tr("Select a row to highlight its tensors.");
  if (listed == validation.count) return all + ' ' + hint;
  return all + ' ' + ViolationsText::tr("The first %1 are listed.").arg(listed) + ' ' + hint;
}

class ViolationsDialog final : public QDialog {
  Q_DECLARE_TR_FUNCTIONS(stowage::ViolationsDialog)

 public:
  ViolationsDialog(const OpenDocument& document, const Planning& planning, ViewState& state, QWidget* parent)
      : QDialog(parent), document_(document), planning_(planning), state_(state) {
    setObjectName(kName);
    setWindowTitle(tr("Violations of the imported plan"));
    resize(kSize);
    verdict_->setObjectName("violations_verdict");
    verdict_->setWordWrap(true);
    table_->setModel(new QStandardItemModel(table_));
    set_up_rows(table_, "violations_table", tr("Violations"));
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    all_->setObjectName("violations_all");
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(all_, QDialogButtonBox::ActionRole);
    buttons->addButton(TableActions::of(table_)->make_button(), QDialogButtonBox::ActionRole);
    connect(all_, &QPushButton::clicked, this, &ViolationsDialog::select_all);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(verdict_);
    rows->addWidget(table_);
    rows->addWidget(buttons);
    // Not by the current row: a table that gets the keyboard has one without a choice.
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ViolationsDialog::select_rows);
    connect(table_, &QTableView::clicked, this, &ViolationsDialog::select_rows);
    connect(&planning, &Planning::imported_checked, this, &ViolationsDialog::refresh);
    connect(&document, &OpenDocument::replaced, this, &ViolationsDialog::refresh);
    refresh();
  }

 private:
  void refresh() {
    verdict_->setText(verdict_on(planning_, document_));
    auto* model = static_cast<QStandardItemModel*>(table_->model());
    const QSignalBlocker quiet(table_->selectionModel());  // a row that goes is no choice of another
    model->clear();
    model->setHorizontalHeaderLabels({tr("Kind"), tr("Tensor"), tr("Other tensor"), tr("Violation")});
    const Validation* validation = document_.graph() ? validation_of(planning_) : nullptr;
    all_->setEnabled(validation && !validation->valid());
    if (!validation) return;
    const Graph& graph = *document_.graph();
    const auto name = [&](TensorId t) { return t.valid() ? text_of(graph.name(t)) : QString(); };
    for (const Violation& each : validation->violations) {
      QList<QStandardItem*> row;
      for (const QString& text : {tr(kKinds[static_cast<std::size_t>(each.kind)]), name(each.first), name(each.second),
                                  QString::fromStdString(each.text)}) {
        row += new QStandardItem(text);
        row.last()->setEditable(false);
        row.last()->setToolTip(QString::fromStdString(each.text));
      }
      model->appendRow(row);
    }
    table_->resizeColumnsToContents();
    table_->horizontalHeader()->setStretchLastSection(true);
    if (isVisible()) select_all();
  }

  void select_all() {
    std::vector<TensorId> tensors;
    if (const Validation* validation = validation_of(planning_); validation && document_.graph())
      for (const Violation& each : validation->violations) add_tensors(tensors, each, *document_.graph());
    if (!tensors.empty()) state_.select_tensors(std::move(tensors));
  }

  void select_rows() {
    const Validation* validation = validation_of(planning_);
    if (!validation || !document_.graph()) return;
    std::vector<TensorId> tensors;
    for (const int row : selected_rows(table_))
      if (row < static_cast<int>(validation->violations.size()))
        add_tensors(tensors, validation->violations[static_cast<std::size_t>(row)], *document_.graph());
    if (tensors.empty()) return;
    const TensorId first = tensors.front();
    state_.select_tensors(std::move(tensors));
    emit state_.reveal_requested(first);
  }

  void showEvent(QShowEvent* event) override {
    QDialog::showEvent(event);
    if (!event->spontaneous()) select_all();
  }

  const OpenDocument& document_;
  const Planning& planning_;
  ViewState& state_;
  QLabel* verdict_ = new QLabel;
  QTableView* table_ = new LinesTable;
  QPushButton* all_ = new QPushButton(tr("&Select all their tensors"));
};

}  // namespace

void show_violations(const OpenDocument& document, const Planning& planning, ViewState& state, QWidget* parent,
                     const std::function<void(QWidget&)>& made) {
  auto* dialog = parent->findChild<QDialog*>(kName);
  if (!dialog) made(*(dialog = new ViolationsDialog(document, planning, state, parent)));
  bring_up(*dialog);
}

}  // namespace stowage
