// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/text_table.h"

namespace stowage {
namespace {

QString quoted_field(QString text) {
  const bool special = text.contains(',') || text.contains('"') || text.contains('\n') || text.contains('\r');
  return special ? '"' + text.replace('"', "\"\"") + '"' : text;
}

QString text_of(const TextTable& table, QChar separator, const QString& line_end, bool quoted) {
  QString text;
  const auto add_row = [&](const auto& field) {
    for (int column = 0; column < table.columns; ++column) {
      const QString value = field(column);
      if (column > 0) text += separator;
      text += quoted ? quoted_field(value) : value;
    }
    text += line_end;
  };
  add_row([&](int column) { return table.title(column); });
  for (std::size_t row = 0; row < table.rows; ++row) add_row([&](int column) { return table.field(row, column); });
  return text;
}

}  // namespace

QString csv_of(const TextTable& table) {
  return text_of(table, ',', QStringLiteral("\r\n"), true);
}

QString tabs_of(const TextTable& table) {
  return text_of(table, '\t', QStringLiteral("\n"), false);
}

}  // namespace stowage
