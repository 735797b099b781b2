// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/end_signals.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <QApplication>
#include <QSocketNotifier>
#include <QWidget>

namespace stowage {
namespace {

constexpr std::array kSignals{SIGTERM, SIGINT, SIGHUP};
constexpr int kHandled = 2;         // the next is the system's
constexpr int kExitBySignal = 128;  // and the signal's number: as a shell says it

// A handler may do next to nothing: it writes the signal into a pipe, at the end of which the event loop reads.
std::array<int, 2> pipe_ends{-1, -1};
std::atomic<int> left = 0;  // signals that are handled
std::array<volatile std::sig_atomic_t, kSignals.size()> handled{};
static_assert(std::atomic<int>::is_always_lock_free);

void restore() {
  for (std::size_t k = 0; k < kSignals.size(); ++k)
    if (handled[k]) std::signal(kSignals[k], SIG_DFL);
}

extern "C" void write_signal(int number) {
  if (--left <= 0) restore();
  const auto byte = static_cast<unsigned char>(number);
  [[maybe_unused]] const ssize_t written = ::write(pipe_ends[1], &byte, 1);
}

}  // namespace

EndSignals::EndSignals(QObject* parent) : QObject(parent) {
  if (::pipe2(pipe_ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) return;  // then a signal ends the program at once
  auto* notifier = new QSocketNotifier(pipe_ends[0], QSocketNotifier::Read, this);
  connect(notifier, &QSocketNotifier::activated, this, [this] {
    unsigned char byte = 0;
    while (::read(pipe_ends[0], &byte, 1) == 1) take(byte);
  });
  set_handlers();
}

EndSignals::~EndSignals() {
  restore();
  for (int& end : pipe_ends)
    if (end >= 0) ::close(std::exchange(end, -1));
}

void EndSignals::set_handlers() {
  told_ = 0;
  left = kHandled;
  struct sigaction action {};
  action.sa_handler = write_signal;
  action.sa_flags = SA_RESTART;
  for (std::size_t k = 0; k < kSignals.size(); ++k) {
    struct sigaction before {};
    sigaction(kSignals[k], nullptr, &before);
    handled[k] = before.sa_handler != SIG_IGN;  // as nohup wants it
    if (handled[k]) sigaction(kSignals[k], &action, nullptr);
  }
}

/// The windows are closed later: they ask in event loops of their own, in which the next signal is to be heard.
void EndSignals::take(int number) {
  if (++told_ == 1)
    QMetaObject::invokeMethod(this, &EndSignals::close_windows, Qt::QueuedConnection);
  else
    QCoreApplication::exit(kExitBySignal + number);
}

void EndSignals::close_windows() {
  QApplication::closeAllWindows();
  const QWidgetList windows = QApplication::topLevelWidgets();
  const bool stay = std::ranges::any_of(windows, [](const QWidget* each) { return each->isVisible(); });
  if (stay && told_ == 1) set_handlers();
}

}  // namespace stowage
