// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <QDialog>
#include <QStringList>

#include "core/formats/document.h"

class QStringListModel;
class QTableView;

namespace stowage {

class OpenDocument;

/// One thing that reading a file came to.
struct ImportRow {
  QString kind;  ///< "warning", "read", "assumed", "skipped", "unknown"
  QString what;
  std::optional<std::size_t> count;
  QStringList names;      ///< of some of them
  bool doubtful = false;  ///< a warning, or something of unknown meaning
  /// Of the count, what has other names than the few in the table, and than all of `names`.
  std::size_t beside_few = 0, beside_all = 0;
};

/// What became of everything in the file that is open: warnings first, then what is unknown, assumed, read and skipped.
/// Of a file of Stowage's own, which has no summary, what is in it.
[[nodiscard]] std::vector<ImportRow> import_rows(const OpenDocument& document);

/// What a user is to know of it at once: the first warning, and what is unknown. What was assumed is listed with the
/// rest.
[[nodiscard]] QStringList weightiest(const Document& document);

/// The table of these rows, and the names of the one that is chosen. Both copy and export as all tables do.
class ImportDialog final : public QDialog {
  Q_OBJECT

 public:
  explicit ImportDialog(QWidget* parent = nullptr);
  /// `title`: of the document.
  void set_rows(const QString& title, const std::vector<ImportRow>& rows);

 private:
  void show_names(int row);

  QTableView* table_;
  QStringListModel* names_;
  std::vector<ImportRow> rows_;
};

}  // namespace stowage
