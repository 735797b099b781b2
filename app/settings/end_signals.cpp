// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/application.h"

#include <array>
#include <atomic>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QSocketNotifier>

namespace stowage {
namespace {

constexpr std::array kSignals{SIGTERM, SIGINT, SIGHUP};

// A handler may do next to nothing: it writes the signal into a pipe, which the event loop reads, and
// sets the clock for a program that never gets there.
std::array<int, 2> pipe_ends{-1, -1};
timer_t deadline{};
bool has_deadline = false;
itimerspec until_deadline{};
std::atomic<int> first = 0;  // the signal that ends the program
std::array<volatile std::sig_atomic_t, kSignals.size()> handled{};
static_assert(std::atomic<int>::is_always_lock_free);

void restore() {
  for (std::size_t k = 0; k < kSignals.size(); ++k)
    if (handled[k]) std::signal(kSignals[k], SIG_DFL);
}

extern "C" void write_signal(int number) {
  restore();
  first = number;
  if (has_deadline) ::timer_settime(deadline, 0, &until_deadline, nullptr);
  const auto byte = static_cast<unsigned char>(number);
  [[maybe_unused]] const ssize_t written = ::write(pipe_ends[1], &byte, 1);
}

extern "C" void end_now(int) {
  ::_exit(EndSignals::exit_code(first));
}

}  // namespace

EndSignals::EndSignals(std::chrono::milliseconds patience) {
  if (::pipe2(pipe_ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) return;  // then a signal ends the program at once
  auto* notifier = new QSocketNotifier(pipe_ends[0], QSocketNotifier::Read, this);
  connect(notifier, &QSocketNotifier::activated, this, [] {
    unsigned char byte = 0;
    while (::read(pipe_ends[0], &byte, 1) == 1) QCoreApplication::exit(exit_code(byte));
  });
  const auto seconds = std::chrono::floor<std::chrono::seconds>(patience);
  until_deadline.it_value = {.tv_sec = seconds.count(),
                             .tv_nsec = std::chrono::nanoseconds(patience - seconds).count()};
  has_deadline = ::timer_create(CLOCK_MONOTONIC, nullptr, &deadline) == 0;  // which raises SIGALRM
  std::signal(SIGALRM, end_now);
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

EndSignals::~EndSignals() {
  restore();
  if (std::exchange(has_deadline, false)) ::timer_delete(deadline);
  std::signal(SIGALRM, SIG_DFL);
  for (int& end : pipe_ends)
    if (end >= 0) ::close(std::exchange(end, -1));
}

}  // namespace stowage
