// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "core/base/error.h"
#include "core/base/task.h"

namespace stowage {

/// A program to run with a text on its standard input.
struct ChildCommand {
  QString program;  ///< looked up in PATH unless it is a path
  QStringList arguments{};
  QByteArray input{};
  QString title{};                          ///< what messages call it, "Graphviz's dot"
  QString package{};                        ///< what to install where it is missing
  qint64 output_limit = qint64{256} << 20;  ///< bytes; more is a fault
  double seconds = 30;                      ///< given up after this long, whatever the task's own deadline
};

/// Runs it and returns its standard output. Blocks, so call it from a worker; a stopped task kills the child at once.
/// bad_input where the program is missing, crashes, fails or says too much; the message quotes what it complained of.
[[nodiscard]] Result<QByteArray> run_child(const ChildCommand& command, const Task& task);

}  // namespace stowage
