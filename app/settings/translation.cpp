// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/translation.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>
#include <QMenu>
#include <QSettings>

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::Translation)
};

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

QMenu* make_language_menu(QSettings& settings, QWidget* parent) {
  auto* menu = new QMenu(Text::tr("Lan&guage"), parent);
  auto* group = new QActionGroup(menu);
  const QString chosen = settings.value(kLanguageSetting).toString();
  const auto add = [&](const QString& text, const QString& code) {
    QAction* action = group->addAction(menu->addAction(text));
    action->setCheckable(true);
    action->setChecked(code == chosen);
    action->setStatusTip(Text::tr("Takes effect when Stowage is restarted"));
    QObject::connect(action, &QAction::triggered, menu,
                     [&settings, code] { settings.setValue(kLanguageSetting, code); });
  };
  add(Text::tr("As the &system"), {});
  for (const Language& language : languages()) add(language.name, language.code);
  menu->addSeparator();
  menu->addAction(Text::tr("Takes effect at the next start"))->setEnabled(false);
  return menu;
}

}  // namespace stowage
