// SPDX-License-Identifier: GPL-3.0-or-later
// `stowage [FILE…]`: the window. The hidden --screenshot takes its picture once all is drawn, also without a display.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string_view>

#include <QCommandLineParser>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include "app/settings/application.h"
#include "app/settings/preferences.h"
#include "app/window/main_window.h"

namespace {

using stowage::Appearance;
using stowage::MainWindow;

constexpr int kBadUsage = 2;
constexpr int kBadInput = 3;
constexpr int kQtThreads = 4;      // what Qt starts with a display
constexpr int kDrawingTime = 150;  // milliseconds between two looks whether all is drawn

struct Options {
  QStringList files;
  QString screenshot;
  QSize size;
  QString theme;
};

/// Whether the command line asks for words, which need no display.
bool asks_for_words(int argc, char** argv) {
  static constexpr std::array<std::string_view, 5> kWords{"-h", "--help", "--help-all", "-v", "--version"};
  return std::any_of(argv + 1, argv + argc,
                     [](const std::string_view each) { return std::ranges::find(kWords, each) != kWords.end(); });
}

/// Parses the command line; ends the program on --help, --version and bad usage.
Options read_options() {
  QCommandLineParser parser;
  parser.setApplicationDescription(QApplication::translate("main", "Explore static memory plans."));
  parser.addHelpOption();
  parser.addVersionOption();
  parser.addPositionalArgument("FILE", QApplication::translate("main", "A graph, plans for it, and more graphs."),
                               "[FILE…]");
  const auto hidden = [&](const QString& name, const QString& value) {
    QCommandLineOption option(name, QString(), value);
    option.setFlags(QCommandLineOption::HiddenFromHelp);
    parser.addOption(option);
  };
  hidden("screenshot", "OUT.png");
  hidden("size", "WxH");
  hidden("theme", "light|dark");
  parser.process(*qApp);
  const QStringList size = parser.value("size").split('x');
  return {parser.positionalArguments(), parser.value("screenshot"),
          size.size() == 2 ? QSize(size[0].toInt(), size[1].toInt()) : QSize(), parser.value("theme")};
}

/// Grabs the window once everything has been read, planned and drawn, and quits.
void shoot_when_settled(MainWindow& window, const QString& path) {
  auto* timer = new QTimer(&window);
  timer->setSingleShot(true);
  timer->setInterval(kDrawingTime);
  QObject::connect(&window, &MainWindow::settled, timer, qOverload<>(&QTimer::start));
  timer->start();  // without a file nothing begins, and nothing settles
  QObject::connect(timer, &QTimer::timeout, &window, [&window, timer, path] {
    if (window.busy()) return;  // it will settle again
    if (window.drawing()) return timer->start();
    if (window.grab().save(path)) return QCoreApplication::exit(0);
    std::fprintf(stderr, "error: %s: cannot be written\n", qPrintable(path));
    QCoreApplication::exit(kBadInput);
  });
}

/// While Qt starts: what it ends the program with, it would say in many lines, and with a core dump.
void say_without_display(QtMsgType type, const QMessageLogContext& /*context*/, const QString& /*text*/) {
  if (type != QtFatalMsg) return;
  std::fputs("error: the window needs a display, and none can be opened; stowage-cli needs none\n", stderr);
  std::_Exit(kBadInput);
}

}  // namespace

int main(int argc, char** argv) {
  if (asks_for_words(argc, argv)) qputenv("QT_QPA_PLATFORM", "offscreen");
  if (!qgetenv("QT_QPA_PLATFORM").startsWith("offscreen") && !stowage::can_start_threads(kQtThreads)) {
    std::fprintf(stderr, "error: the window needs %d more threads, and the system starts fewer (ulimit -u)\n",
                 kQtThreads);
    return kBadInput;
  }
  qInstallMessageHandler(say_without_display);
  stowage::Application app(argc, argv);
  qInstallMessageHandler(nullptr);
  QCoreApplication::setOrganizationName("stowage");
  QCoreApplication::setApplicationName("stowage");
  QSettings settings;
  stowage::prepare_application(settings);
  const Options options = read_options();
  if (!options.theme.isEmpty() && options.theme != "light" && options.theme != "dark") {
    std::fprintf(stderr, "error: --theme is light or dark\n");
    return kBadUsage;
  }
  if (!options.theme.isEmpty())
    stowage::apply_appearance(options.theme == "dark" ? Appearance::dark : Appearance::light);
  std::optional<QTemporaryDir> scratch;
  std::optional<QSettings> untouched;
  if (!options.screenshot.isEmpty()) {  // a picture shows the first layout
    scratch.emplace();
    untouched.emplace(scratch->filePath("settings.ini"), QSettings::IniFormat);
  }
  const stowage::EndSignals ends;  // until the windows are gone
  MainWindow window(untouched ? *untouched : settings);
  QObject::connect(&app, &stowage::Application::failed, &window, &MainWindow::tell_of_failure);
  if (options.size.isValid()) window.resize(options.size);
  window.show();
  if (!options.screenshot.isEmpty())
    shoot_when_settled(window, options.screenshot);
  else
    window.offer_lost_edits();
  window.open_files(options.files);
  const int code = QApplication::exec();
  for (QWidget* each : QApplication::topLevelWidgets())
    if (qobject_cast<MainWindow*>(each) && each != &window) delete each;  // which keep their edits
  return code;
}
