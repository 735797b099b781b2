// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "core/base/bytes.h"
#include "core/base/task.h"

// What the tables share: their options, how they write numbers and take times, and where they are written.
namespace stowage::bench {

struct TableOptions {
  double time_limit = 0;  ///< seconds
  std::string output, only;
  bool csv = false;

  /// The texts say what the time limit and the name are of, and what a line is.
  void add_to(CLI::App& app, const std::string& limited, const std::string& named, const std::string& line) {
    char seconds[16];
    static_cast<void>(std::snprintf(seconds, sizeof seconds, "%g", time_limit));
    app.add_option("--time-limit", time_limit, "Seconds for " + limited + " (default: " + seconds + ")")
        ->check(CLI::PositiveNumber);
    app.add_option("--only", only, "Only " + named);
    app.add_option("-o,--output", output, "Write it there instead of to standard output");
    app.add_flag("--csv", csv, "A line for " + line + " instead of a table in Markdown");
  }
};

/// printf() of one value.
inline std::string number(const char* format, double value) {
  char text[64];
  static_cast<void>(std::snprintf(text, sizeof text, format, value));
  return text;
}

/// "12.50"
inline std::string mebibytes(Bytes bytes) {
  return number("%.2f", static_cast<double>(bytes.count) / (1 << 20));
}

inline double ratio(Bytes footprint, Bytes bound) {
  return bound.count == 0 ? 1 : static_cast<double>(footprint.count) / static_cast<double>(bound.count);
}

[[nodiscard]] inline double milliseconds_since(Task::Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Task::Clock::now() - start).count();
}

/// The line below the titles of a table in Markdown: those of numbers first, then as many texts.
inline std::string rule(const std::string& first, std::size_t texts) {
  std::string out = "\n" + first;
  for (std::size_t k = 0; k < texts; ++k) out += "---|";
  return out;
}

/// Writes all rows, in Markdown or as CSV; on the standard output where there is no file, or it cannot be written.
template <class Rows, class Options>
void write(const Rows& rows, const Options& options) {
  std::ostringstream text;
  if (options.csv)
    print_csv(text, rows, options);
  else
    print_markdown(text, rows, options);
  if (options.output.empty() || !(std::ofstream(options.output) << text.str())) std::cout << text.str();
}

/// Parses the arguments and makes the table; the code of the program.
template <class Work>
int run(CLI::App& app, int argc, char** argv, const Work& work) {
  CLI11_PARSE(app, argc, argv);
  try {
    work();
    return 0;
  } catch (const std::exception& fault) {
    std::cerr << "error: " << fault.what() << '\n';
    return 1;
  }
}

}  // namespace stowage::bench
