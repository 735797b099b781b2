// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QString>
#include <QStringList>

namespace stowage {

/// What an entry of an import summary says, as it stands in the list for translators.
struct ImportPhrase {
  const char* text;    ///< "memory belongs to device %1"
  QStringList values;  ///< "0"
};

/// The phrase of ImportEntry::what; none where the list lacks it.
[[nodiscard]] std::optional<ImportPhrase> import_phrase(const QString& what);
/// ImportEntry::what in the reader's language; in English where the list lacks it.
[[nodiscard]] QString import_text(const QString& what);

}  // namespace stowage
