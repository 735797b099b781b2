// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QListView>
#include <QStandardItemModel>
#include <QStringListModel>
#include <QTableView>
#include <QVBoxLayout>

#include "app/dialogs/dialogs.h"
#include "app/session/document.h"
#include "core/graph/laid_out.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/row_table.h"
#include "widgets/tables/table_actions.h"

namespace stowage {
namespace {

constexpr auto kName = "import_dialog";
constexpr QSize kSize{860, 520};
constexpr qsizetype kShownNames = 4;     // in the table
constexpr std::size_t kRemarkNames = 3;  // in the sentence above the views
constexpr qsizetype kLongestName = 32;   // there
constexpr std::array kKinds{ImportKind::unknown, ImportKind::assumed, ImportKind::read, ImportKind::skipped};

struct ImportText {
  Q_DECLARE_TR_FUNCTIONS(stowage::ImportDialog)
};

/// One thing that reading a file came to.
struct ImportRow {
  QString kind;  ///< "warning", "read", "assumed", "skipped", "unknown"
  QString what;
  std::optional<std::size_t> count;
  QStringList names;      ///< of some of them
  bool doubtful = false;  ///< a warning, or something of unknown meaning
  /// How many of them have other names than the few in the table, and than all of `names`.
  std::size_t beside_few = 0, beside_all = 0;
};

QString kind_text(ImportKind kind) {
  static constexpr const char* kTexts[] = {
      QT_TRANSLATE_NOOP("stowage::ImportDialog", "read"), QT_TRANSLATE_NOOP("stowage::ImportDialog", "assumed"),
      QT_TRANSLATE_NOOP("stowage::ImportDialog", "skipped"),
      QT_TRANSLATE_NOOP("stowage::ImportDialog", "unknown")};  // in the order of ImportKind
  return ImportText::tr(kTexts[static_cast<std::size_t>(kind)]);
}

/// Core's words in the reader's language.
QString translated(const ImportWords& words) {
  const QString pattern = QCoreApplication::translate("stowage::ImportWords", words.pattern().data());
  const std::vector<std::string>& values = words.values();
  if (values.empty()) return pattern;
  const QString first = QString::fromStdString(values[0]);
  return values.size() == 1 ? pattern.arg(first) : pattern.arg(first, QString::fromStdString(values[1]));
}

ImportRow row_of(const ImportEntry& entry) {
  ImportRow row{.kind = kind_text(entry.kind),
                .what = translated(entry.words),
                .count = entry.count > 0 ? std::optional(entry.count) : std::nullopt,
                .names = {},
                .doubtful = entry.kind == ImportKind::unknown};
  for (std::size_t k = 0; k < entry.names.size(); ++k) {
    const QString name = text_of(entry.names[k]);
    row.names += entry.times[k] == 1 ? name : QStringLiteral("%1 ×%2").arg(name, grouped(entry.times[k]));
  }
  row.beside_few = entry.more_than(static_cast<std::size_t>(kShownNames));
  row.beside_all = entry.more_than(entry.names.size());
  return row;
}

/// Lists the contents of a graph whose file has no summary.
void add_content(std::vector<ImportRow>& rows, const OpenDocument& document) {
  const Graph& graph = source_of(*document.saved_graph());
  const auto add = [&](const QString& what, std::size_t count) {
    if (count > 0) rows.push_back({.kind = kind_text(ImportKind::read), .what = what, .count = count, .names = {}});
  };
  add(ImportText::tr("operators"), graph.operator_count());
  add(ImportText::tr("tensors"), graph.tensor_count());
  add(ImportText::tr("streams"), graph.stream_count());
  add(ImportText::tr("syncs"), graph.control().size());
  add(ImportText::tr("contiguous groups"), graph.group_count());
  add(ImportText::tr("loops"), graph.loop_count());
  add(ImportText::tr("operators with branches"), graph.data().branches.size());
  if (document.file_plan()) add(ImportText::tr("offsets of a plan"), document.file_plan()->offsets.size());
}

/// "conv1, conv2, … and 7 more"
QString few_names(const ImportRow& row) {
  QString text = row.names.mid(0, kShownNames).join(QStringLiteral(", "));
  if (row.beside_few > 0 && !row.names.isEmpty())
    text = ImportText::tr("%1 and %2 more").arg(text, grouped(row.beside_few));
  return text;
}

QList<QStandardItem*> items_of(const ImportRow& row) {
  auto* count = new QStandardItem(row.count ? grouped(*row.count) : QString());
  count->setData(row.count ? QVariant(static_cast<qulonglong>(*row.count)) : QVariant(QString()), kExactRole);
  count->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  auto* names = new QStandardItem(few_names(row));
  names->setData(row.names.join(QStringLiteral("; ")), kExactRole);
  QList<QStandardItem*> items{new QStandardItem(row.kind), count, new QStandardItem(row.what), names};
  for (QStandardItem* item : items) {
    item->setEditable(false);
    QFont font = item->font();
    font.setBold(row.doubtful);
    if (row.doubtful) item->setFont(font);
    if (item->text().size() > 40) item->setToolTip(item->text());
  }
  return items;
}

QString shortened(const QString& name) {
  return name.size() <= kLongestName ? name : name.left(kLongestName - 1) + QStringLiteral("…");
}

/// "unknown: tensors without a size (120: a, b, c, …)": the count stands apart, since readers speak of several.
QString sentence_of(const ImportEntry& entry) {
  const QString what = translated(entry.words), kind = kind_text(entry.kind);
  if (entry.count == 0) return ImportText::tr("%1: %2").arg(kind, what);
  QStringList names;
  for (std::size_t k = 0; k < std::min(entry.names.size(), kRemarkNames); ++k)
    names += shortened(text_of(entry.names[k]));
  if (!names.isEmpty() && entry.more_than(kRemarkNames) > 0) names += QStringLiteral("…");
  return names.isEmpty() ? ImportText::tr("%1: %2 (%3)").arg(kind, what, grouped(entry.count))
                         : ImportText::tr("%1: %2 (%3: %4)")
                               .arg(kind, what, grouped(entry.count), names.join(QStringLiteral(", ")));
}

/// Names the unknown thing that occurs most, and how many others there are: the dialog has them all.
QString unknown_sentence(const ImportSummary& summary) {
  const ImportEntry* most = nullptr;
  int others = -1;
  for (const ImportEntry& entry : summary.entries()) {
    if (entry.kind != ImportKind::unknown) continue;
    ++others;
    if (!most || entry.count > most->count) most = &entry;
  }
  if (!most) return {};
  const QString text = sentence_of(*most);
  return others == 0 ? text : ImportText::tr("%1, and %Ln more remark(s)", nullptr, others).arg(text);
}

/// Warnings first, then unknown, assumed, read and skipped parts. A file of our own has no summary:
/// then its contents.
std::vector<ImportRow> import_rows(const OpenDocument& document) {
  std::vector<ImportRow> rows;
  for (const Diagnostic& warning : document.warnings())
    rows.push_back(
        {.kind = ImportText::tr("warning"),
         .what = QString::fromStdString(warning.place.empty() ? warning.reason : warning.place + ": " + warning.reason),
         .count = std::nullopt,
         .names = {},
         .doubtful = true});
  for (const ImportKind kind : kKinds)
    for (const ImportEntry& entry : document.summary().entries())
      if (entry.kind == kind) rows.push_back(row_of(entry));
  if (document.summary().empty()) add_content(rows, document);
  return rows;
}

/// The table of these rows, and the names of the one that is chosen. Both copy and export as all tables do.
class ImportDialog final : public QDialog {
  Q_DECLARE_TR_FUNCTIONS(stowage::ImportDialog)

 public:
  explicit ImportDialog(QWidget* parent) : QDialog(parent), table_(new QTableView), names_(new QStringListModel(this)) {
    setObjectName(kName);
    resize(kSize);
    table_->setModel(new QStandardItemModel(table_));
    set_up_rows(table_, "import_table", tr("Report on the file"));
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    auto* list = new QListView;
    list->setObjectName("import_names");
    list->setAccessibleName(tr("Names in the report"));
    list->setModel(names_);
    list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    list->setUniformItemSizes(true);
    new TableActions(list);
    auto* label = new QLabel(tr("&Names in the chosen line:"));
    label->setBuddy(list);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(TableActions::of(table_)->make_button(), QDialogButtonBox::ActionRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* rows = new QVBoxLayout(this);
    rows->addWidget(table_, 3);
    rows->addWidget(label);
    rows->addWidget(list, 2);
    rows->addWidget(buttons);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) { show_names(now.row()); });
  }

  void show_document(const OpenDocument& document) {
    setWindowTitle(tr("Report on %1").arg(document.title()));
    rows_ = import_rows(document);
    auto* model = static_cast<QStandardItemModel*>(table_->model());
    model->clear();
    model->setHorizontalHeaderLabels({tr("Kind"), tr("Count"), tr("What"), tr("Names")});
    model->horizontalHeaderItem(1)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    for (const ImportRow& row : rows_) model->appendRow(items_of(row));
    table_->resizeColumnsToContents();
    table_->horizontalHeader()->setStretchLastSection(true);
    names_->setStringList({});
    const auto named = std::ranges::find_if(rows_, [](const ImportRow& row) { return !row.names.isEmpty(); });
    table_->selectRow(named != rows_.end() ? static_cast<int>(named - rows_.begin()) : 0);
  }

 private:
  void show_names(int row) {
    if (row < 0 || row >= static_cast<int>(rows_.size())) return names_->setStringList({});
    const ImportRow& chosen = rows_[static_cast<std::size_t>(row)];
    QStringList names = chosen.names;
    if (!names.isEmpty() && chosen.beside_all > 0) names += tr("… and %1 more").arg(grouped(chosen.beside_all));
    names_->setStringList(names);
  }

  QTableView* table_;
  QStringListModel* names_;
  std::vector<ImportRow> rows_;
};

}  // namespace

QStringList weightiest(const Document& document) {
  QStringList out;
  if (!document.warnings.empty()) out += QString::fromStdString(document.warnings.front().reason);
  if (const QString unknown = unknown_sentence(document.summary); !unknown.isEmpty()) out += unknown;
  return out;
}

void show_import_report(const OpenDocument& document, QWidget* parent, const std::function<void(QWidget&)>& made) {
  auto* dialog = static_cast<ImportDialog*>(parent->findChild<QDialog*>(kName));
  if (!dialog) made(*(dialog = new ImportDialog(parent)));
  dialog->show_document(document);
  bring_up(*dialog);
}

void follow_import_report(const OpenDocument& document, QWidget* parent) {
  auto* dialog = static_cast<ImportDialog*>(parent->findChild<QDialog*>(kName));
  if (dialog) document.is_open() ? dialog->show_document(document) : static_cast<void>(dialog->close());
}

}  // namespace stowage
