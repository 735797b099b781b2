// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <functional>
#include <iostream>
#include <thread>
#include <vector>

#include <QImage>
#include <QXmlStreamReader>
#include <QtTest>

#include "app/cli/cli.h"
#include "tests/folders.h"
#include "tests/gui/words.h"
#include "tests/start/test_entry.h"
#include "tests/support/shared.h"

using namespace stowage::test;

namespace stowage::test {

/// The result of one run of `stowage-cli`, or of another program.
struct Run {
  int code = -1;
  QString out, err;

  [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(out.toUtf8()).object(); }
};

/// Tells what the threads of a process that does not end are waiting for.
inline QString threads_of(qint64 process) {
  QString out;
  const QDir tasks(QString("/proc/%1/task").arg(process));
  for (const QString& task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
    out += "\nthread " + task + ':';
    for (const char* what : {"stat", "wchan", "syscall", "stack"}) {
      QFile file(tasks.filePath(task + '/' + what));
      if (file.open(QIODevice::ReadOnly)) out += QString("\n  %1: ").arg(what) + file.readAll().simplified();
    }
  }
  return out;
}

/// Of a program that has ended: its code, or -1 after a signal, and what it printed that was not read.
inline Run end_of(QProcess& process) {
  const int code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
  return {code, QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
}

/// Runs a program without a display; aborts the test program where it does not end.
inline Run run_program(const QString& program, const QStringList& arguments, const QByteArray& input = {}) {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) environment.remove(name);
  process.setProcessEnvironment(environment);
  process.start(program, arguments);
  process.write(input);
  process.closeWriteChannel();
  if (!process.waitForFinished(120'000))
    qFatal("%s did not end%s", qPrintable(program + ' ' + arguments.join(' ')),
           qPrintable(threads_of(process.processId())));
  return end_of(process);
}

/// Starts `stowage-cli` as a program and sends it a signal as soon as `ready` holds. Its end must not take longer than
/// `most` milliseconds from then on; those it takes on an idle machine are far fewer.
inline Run stopped(const QStringList& arguments, const std::function<bool(QProcess&)>& ready, int signal = SIGINT,
                   qint64 most = 60'000) {
  QProcess process;
  process.start(STOWAGE_CLI, arguments);
  if (!QTest::qWaitFor([&] { return ready(process); }, 60'000))
    return {-1, process.readAllStandardOutput(), "not ready: " + process.readAllStandardError()};
  QElapsedTimer since;
  since.start();
  if (process.state() == QProcess::Running) {  // it may have ended by itself
    ::kill(static_cast<pid_t>(process.processId()), signal);
    if (!process.waitForFinished(60'000)) return {-1, {}, "did not end" + threads_of(process.processId())};
  }
  if (since.elapsed() > most) return {-1, {}, QString("took %1 ms").arg(since.elapsed())};
  return end_of(process);
}

/// Collects what is written to a file descriptor of this process, which is a pipe meanwhile, as that of a child is.
class Capture {
 public:
  explicit Capture(int descriptor) : descriptor_(descriptor), before_(::fcntl(descriptor, F_DUPFD_CLOEXEC, 3)) {
    std::fflush(nullptr);
    int ends[2];
    if (before_ < 0 || ::pipe2(ends, O_CLOEXEC) != 0 || ::dup2(ends[1], descriptor) < 0) qFatal("cannot make a pipe");
    ::close(ends[1]);
    reader_ = std::thread([this, end = ends[0]] {
      char piece[65536];
      for (ssize_t count; (count = ::read(end, piece, sizeof piece)) > 0;) bytes_.append(piece, count);
      ::close(end);
    });
  }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  ~Capture() { static_cast<void>(finish()); }

  /// Ends the capture.
  [[nodiscard]] QString finish() {
    if (!reader_.joinable()) return {};
    std::fflush(nullptr);
    ::dup2(before_, descriptor_);
    ::close(before_);
    reader_.join();
    return QString::fromUtf8(bytes_);
  }

 private:
  int descriptor_, before_;
  QByteArray bytes_;
  std::thread reader_;
};

/// Runs `stowage-cli`, with all its commands, within the test program, which is quicker. Where something is drawn, the
/// test is a STOWAGE_GUI_TEST. Signals, closed pipes and the lack of memory or of a display need the program itself:
/// run_program(STOWAGE_CLI, …).
inline Run stowage_cli(const QStringList& arguments) {
  QList<QByteArray> words{"stowage-cli"};
  for (const QString& argument : arguments) words << QFile::encodeName(argument);
  std::vector<char*> argv;
  for (QByteArray& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  const auto on_closed_pipe = std::signal(SIGPIPE, SIG_IGN);
  Capture out(STDOUT_FILENO), err(STDERR_FILENO);
  const int code = cli::run_drawing(static_cast<int>(words.size()), argv.data());
  std::cout.flush();
  Run run{code, out.finish(), err.finish()};
  std::cout.clear();
  std::signal(SIGPIPE, on_closed_pipe);
  pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  return run;
}

inline QString sample(const QString& name) {
  return STOWAGE_SOURCE_DIR "/samples/" + name;
}

inline QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}
/// The object in a JSON file.
inline QJsonObject json_of(const QString& path) {
  return QJsonDocument::fromJson(content(path)).object();
}

inline QString write(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
    qFatal("cannot write %s", qPrintable(path));
  return path;
}
inline QString write(const QString& path, const QJsonObject& object) {
  return write(path, QJsonDocument(object).toJson());
}

/// A chain of operators from their names and sizes, "a 10 b 20". Each makes one tensor, a.out, that is kept to the end:
/// the footprint is the sum.
inline QByteArray chain(const QStringList& words, const QString& prefix = {}) {
  QJsonArray nodes, tensors;
  for (qsizetype k = 0; k + 1 < words.size(); k += 2) {
    const QString name = prefix + words[k];
    nodes << QJsonObject{{"id", name}, {"op", words[k] == "fc" ? "Gemm" : "Conv"}};
    tensors << QJsonObject{{"id", name + ".out"}, {"size", words[k + 1].toInt()}, {"producer", name}, {"output", true}};
  }
  return QJsonDocument(QJsonObject{{"format", "stowage-graph"}, {"version", 1}, {"nodes", nodes}, {"tensors", tensors}})
      .toJson();
}

/// The value at a path: keys of objects, places in lists (-1: the last), names or tensors of elements of a list, and
/// "#", the number of elements: "spaces/arena 1/footprint", "results/0/strategy", "points/#".
inline QJsonValue value_at(QJsonValue value, const QString& path) {
  for (const QString& part : path.split('/')) {
    const QJsonArray list = value.toArray();
    bool is_place = false;
    const int place = part.toInt(&is_place);
    if (part == "#")
      value = value.isArray() ? list.size() : value.toObject().size();
    else if (!value.isArray())
      value = value[part];
    else if (is_place)
      value = list.at(place < 0 ? list.size() + place : place);
    else
      for (value = QJsonValue::Undefined; const QJsonValue& each : list)
        if (each["name"] == part || each["tensor"] == part) value = each;
  }
  return value;
}
/// Whether an object has these values at these paths, among others; prints those that differ.
inline bool holds(const QJsonValue& object, const QJsonObject& expected) {
  bool out = true;
  for (auto each = expected.begin(); each != expected.end(); ++each) {
    if (value_at(object, each.key()) == each.value()) continue;
    qInfo() << each.key() << "is" << value_at(object, each.key()) << "instead of" << each.value();
    out = false;
  }
  return out;
}

/// The code of a command.
inline int code_of(const QStringList& arguments) {
  return stowage_cli(arguments).code;
}
/// What a command prints with --json.
inline QJsonObject answer(const QStringList& arguments) {
  return stowage_cli(arguments + QStringList{"--json"}).json();
}
/// Whether a command ends with this code, and its answer has these values.
inline bool answers(const QStringList& arguments, const QJsonObject& expected, int code = 0) {
  const Run run = stowage_cli(arguments + QStringList{"--json"});
  if (run.code == code && holds(run.json(), expected)) return true;
  qInfo().noquote() << arguments << "ended with" << run.code << "and\n" + run.err;
  return false;
}

/// Whether all plans pass `check` and, where it is there, a checker that shares no code with it.
inline bool passes_both_checkers(const QString& graph, const QStringList& plans) {
  for (const QString& plan : plans)
    if (const Run ours = stowage_cli({"check", graph, plan}); ours.code != 0) {
      qInfo().noquote() << plan + ":\n" + ours.out + ours.err;
      return false;
    }
  const QString checker = QString::fromStdString(shared_path("check/check_plan.py"));
  const Run other = checker.isEmpty() ? Run{0, {}, {}}
                                      : run_program("python3", QStringList{"-c", kManyPlans, checker, graph} + plans);
  if (other.code != 0) qInfo().noquote() << other.out + other.err;
  return other.code == 0;
}

/// All commands, as the help lists them.
inline QStringList cli_commands() {
  static const QRegularExpression row("^  ([a-z]+) {2,}\\S", QRegularExpression::MultilineOption);
  QStringList out;
  const QString help = stowage_cli({"--help"}).out.section("Subcommands:", 1);
  for (auto each = row.globalMatch(help); each.hasNext();) out << each.next().captured(1);
  return out;
}

/// A test of the command line with a folder for its files.
class CliTestBase : public QObject {
 protected:
  [[nodiscard]] QString temp(const QString& name) const { return dir_.filePath(name); }

  QTemporaryDir dir_;
};

}  // namespace stowage::test
