// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/application.h"

#include <thread>
#include <utility>
#include <vector>

#include <QIcon>
#include <QLocale>
#include <QSettings>

#include "app/settings/preferences.h"
#include "app/settings/translation.h"
#include "widgets/base/worker.h"
#include "widgets/painters/style/numbers.h"

namespace stowage {

bool Application::notify(QObject* receiver, QEvent* event) {
  bool taken = false;
  const auto error = attempt([&] { taken = QApplication::notify(receiver, event); });
  if (!error || std::exchange(announced_, true)) return taken;
  const auto failure = attempt([&] {
    QMetaObject::invokeMethod(
        this, [this, reason = QString::fromStdString(error->text())] { emit failed(reason); }, Qt::QueuedConnection);
  });
  if (failure) announced_ = false;  // the next time, then
  return taken;
}

bool can_start_threads(int count) {
  std::vector<std::jthread> threads;
  while (static_cast<int>(threads.size()) < count) {
    threads.push_back(try_thread([](const std::stop_token& stop) {
      while (!stop.stop_requested()) std::this_thread::yield();
    }));
    if (!threads.back().joinable()) return false;
  }
  return true;
}

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
  apply_window_style();
  apply(Preferences::read(settings));
}

}  // namespace stowage
