// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/graph/child_process.h"

#include <sys/prctl.h>

#include <QCoreApplication>
#include <QProcess>
#include <QStandardPaths>
#include <csignal>

namespace stowage {
namespace {

struct ChildProcessText {
  Q_DECLARE_TR_FUNCTIONS(stowage::ChildProcess)
};

constexpr int kPollMilliseconds = 10;

Error failure(const QString& reason) {
  return Error::bad_input({}, {}, reason.toStdString());
}

/// Whatever happens, no child outlives the call; nor the program, where that is killed.
class Child {
 public:
  ~Child() { kill(); }
  void kill() {
    if (process.state() == QProcess::NotRunning) return;
    process.kill();
    process.waitForFinished(-1);
  }
  QProcess process;
};

/// The caller's own reason, or that the child was too slow for us.
Error why_stopped(const Task& caller, const ChildCommand& command) {
  if (caller.should_stop()) return caller.why_stopped();
  Error error = Error::timed_out();
  error.faults.front().reason =
      ChildProcessText::tr("%1 took longer than %2 s").arg(command.title).arg(command.seconds).toStdString();
  return error;
}

QString first_complaint(QProcess& process) {
  const QString text = QString::fromLocal8Bit(process.readAllStandardError().left(4096)).trimmed();
  return text.section('\n', 0, 0);
}

Error why_failed(QProcess& process, const QString& title) {
  const QString complaint = first_complaint(process);
  const QString what = process.exitStatus() == QProcess::CrashExit
                           ? ChildProcessText::tr("%1 crashed").arg(title)
                           : ChildProcessText::tr("%1 failed with code %2").arg(title).arg(process.exitCode());
  return failure(complaint.isEmpty() ? what : what + QStringLiteral(": ") + complaint);
}

}  // namespace

Result<QByteArray> run_child(const ChildCommand& command, const Task& caller) {
  const Task task = caller.limited_to(command.seconds);
  if (task.should_stop()) return tl::unexpected(task.why_stopped());
  const QString path = QStandardPaths::findExecutable(command.program);
  if (path.isEmpty())
    return tl::unexpected(failure(ChildProcessText::tr("%1 was not found (program \"%2\"); install %3")
                                      .arg(command.title, command.program, command.package)));
  Child child;
  QProcess& process = child.process;
  process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
  process.start(path, command.arguments);
  if (!process.waitForStarted(-1))
    return tl::unexpected(
        failure(ChildProcessText::tr("%1 did not start: %2").arg(command.title, process.errorString())));
  process.write(command.input);
  process.closeWriteChannel();

  // Waiting for output also feeds the input; the child writes nothing until it has read and solved everything.
  QByteArray output;
  while (process.state() != QProcess::NotRunning) {
    if (task.should_stop()) return tl::unexpected(why_stopped(caller, command));
    process.waitForReadyRead(kPollMilliseconds);
    output += process.readAllStandardOutput();
    if (output.size() > command.output_limit)
      return tl::unexpected(failure(ChildProcessText::tr("%1 returned too much output").arg(command.title)));
  }
  if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
    return tl::unexpected(why_failed(process, command.title));
  output += process.readAllStandardOutput();
  return output;
}

}  // namespace stowage
