// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include <QString>
#include <QTranslator>

namespace stowage {

/// A language that the window speaks.
struct Language {
  QString code;  ///< as QLocale names it: "zh_CN"
  QString name;  ///< in itself: "简体中文"
};

/// English, in which the sources are written, and every language that comes with the program as
/// ":/translations/stowage_CODE.qm".
[[nodiscard]] std::vector<Language> languages();

/// Where the reader's choice is kept: a code of languages(), or empty for the system's.
inline constexpr auto kLanguageSetting = "window/language";

/// What to install, in this order, for a code: Qt's own words (where the system has them), then the program's. Empty
/// for English, for a code that is none, and where the system speaks a language that the program does not.
[[nodiscard]] std::vector<std::unique_ptr<QTranslator>> translators_for(const QString& code);

}  // namespace stowage
