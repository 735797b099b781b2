// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/translation.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>

namespace stowage {
namespace {

/// Qt's buttons of dialogs, for systems that lack its translations.
[[maybe_unused]] constexpr const char* kButtons[] = {
    QT_TRANSLATE_NOOP("QPlatformTheme", "OK"),      QT_TRANSLATE_NOOP("QPlatformTheme", "Cancel"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Close"),   QT_TRANSLATE_NOOP("QPlatformTheme", "Save"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Discard"), QT_TRANSLATE_NOOP("QPlatformTheme", "Apply"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Reset"),   QT_TRANSLATE_NOOP("QPlatformTheme", "&Yes"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "&No"),     QT_TRANSLATE_NOOP("QPlatformTheme", "Restore Defaults"),
};

const QString kFolder = QStringLiteral(":/translations");
const QString kPrefix = QStringLiteral("stowage_");

}  // namespace

std::vector<Language> languages() {
  std::vector<Language> found{{QStringLiteral("en"), QStringLiteral("English")}};
  for (const QString& file : QDir(kFolder).entryList({kPrefix + "*.qm"}, QDir::Files, QDir::Name)) {
    const QString code = file.mid(kPrefix.size()).chopped(3);
    found.push_back({code, QLocale(code).nativeLanguageName()});
  }
  return found;
}

std::vector<std::unique_ptr<QTranslator>> translators_for(const QString& code) {
  std::vector<std::unique_ptr<QTranslator>> out;
  const QLocale locale = code.isEmpty() ? QLocale::system() : QLocale(code);
  auto ours = std::make_unique<QTranslator>();
  // A system's second language is better than one that the reader does not know, but English comes first where it
  // is first.
  if (locale.language() == QLocale::English || !ours->load(locale, "stowage", "_", kFolder)) return out;
  auto qts = std::make_unique<QTranslator>();
  if (qts->load(locale, "qtbase", "_", QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
    out.push_back(std::move(qts));
  out.push_back(std::move(ours));
  return out;
}

}  // namespace stowage
