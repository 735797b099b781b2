// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <streambuf>
#include <string>

namespace stowage::cli {

/// Passes text on with what a terminal would obey instead of show written out (core/formats/utf8.h, append_escaped()),
/// other than ends of lines. A character may come in pieces.
class EscapingBuffer : public std::streambuf {
 public:
  explicit EscapingBuffer(std::streambuf* to) : to_(to) {}
  EscapingBuffer(const EscapingBuffer&) = delete;
  EscapingBuffer& operator=(const EscapingBuffer&) = delete;
  ~EscapingBuffer() override;

 protected:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override { return to_->pubsync(); }

 private:
  std::streambuf* to_;
  std::string begun_;  // of a character
};

/// While it lives, what is printed on std::cout and std::cerr is escaped, and a reader that has gone is an error of the
/// stream, not the end of the program.
class Terminal {
 public:
  Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal();

 private:
  std::streambuf* out_;
  std::streambuf* err_;
  EscapingBuffer escaped_out_, escaped_err_;
};

/// After a failed write to the standard output: ends the program as a closed pipe ends others, without a word, if the
/// reader has gone ("| head"), as it has all that it wants. Returns otherwise.
void end_without_reader();

/// From now on results are printed on stderr, as the standard output takes a file.
void print_results_on_stderr();

}  // namespace stowage::cli
