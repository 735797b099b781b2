// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/application.h"

#include <QApplication>
#include <QIcon>
#include <QLocale>
#include <QSettings>

#include "app/window/dock_tabs.h"
#include "app/window/preferences.h"
#include "app/window/translation.h"
#include "widgets/painters/english_plurals.h"

namespace stowage {

void prepare_application(const QSettings& settings) {
  QCoreApplication::setApplicationVersion(STOWAGE_VERSION);
  QGuiApplication::setApplicationDisplayName(QStringLiteral("Stowage"));
  QGuiApplication::setDesktopFileName(QStringLiteral("io.github.stowage.Stowage"));
  QGuiApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/io.github.stowage.Stowage.svg")));
  QCoreApplication::installTranslator(new EnglishPlurals(qApp));
  const QString language = settings.value(kLanguageSetting).toString();
  if (!language.isEmpty()) QLocale::setDefault(QLocale(language));
  for (auto& translator : translators_for(language)) {
    translator->setParent(qApp);
    QCoreApplication::installTranslator(translator.release());
  }
  QApplication::setStyle(new TabStyle);
  apply(Preferences::read(settings));
}

}  // namespace stowage
