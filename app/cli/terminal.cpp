// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <iostream>
#include <string_view>

#include "core/formats/utf8.h"

namespace stowage::cli {
namespace {

/// Nearly all that is printed.
bool is_plain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return (c >= ' ' && c <= '~') || c == '\n'; });
}

}  // namespace

EscapingBuffer::~EscapingBuffer() {
  std::string rest;
  append_escaped(rest, begun_, TextEnd::final);
  to_->sputn(rest.data(), static_cast<std::streamsize>(rest.size()));
}

EscapingBuffer::int_type EscapingBuffer::overflow(int_type c) {
  if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
  const char one = traits_type::to_char_type(c);
  return xsputn(&one, 1) == 1 ? c : traits_type::eof();
}

std::streamsize EscapingBuffer::xsputn(const char* text, std::streamsize count) {
  const std::string_view given(text, static_cast<std::size_t>(count));
  if (begun_.empty() && is_plain(given)) return to_->sputn(text, count);
  begun_ += given;
  std::string out;
  begun_.erase(0, append_escaped(out, begun_, TextEnd::may_follow));
  const auto size = static_cast<std::streamsize>(out.size());
  return to_->sputn(out.data(), size) == size ? count : 0;
}

Terminal::Terminal() : out_(std::cout.rdbuf()), err_(std::cerr.rdbuf()), escaped_out_(out_), escaped_err_(err_) {
  std::cout.rdbuf(&escaped_out_);
  std::cerr.rdbuf(&escaped_err_);
  std::signal(SIGPIPE, SIG_IGN);
}

Terminal::~Terminal() {
  std::cout.rdbuf(out_);
  std::cerr.rdbuf(err_);
}

void end_without_reader() {
  pollfd output{.fd = STDOUT_FILENO, .events = 0, .revents = 0};
  if (::poll(&output, 1, 0) <= 0 || (output.revents & POLLERR) == 0) return;
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

void print_results_on_stderr() {
  std::cout.rdbuf(std::cerr.rdbuf());
}

}  // namespace stowage::cli
