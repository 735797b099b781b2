// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QXmlStreamReader>
#include <QtTest>

#include "tests/folders.h"

namespace stowage::test {

/// What one run of `stowage-cli` gave.
struct Run {
  int code = -1;
  QString out, err;

  [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(out.toUtf8()).object(); }
};

/// What the threads of a process that does not end are waiting for.
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
  const int code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
  return {code, QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
}

inline Run stowage_cli(const QStringList& arguments) {
  return run_program(STOWAGE_CLI, arguments);
}

inline QString sample(const QString& name) {
  return STOWAGE_SOURCE_DIR "/samples/" + name;
}

inline QByteArray content(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QString write(const QString& path, const QByteArray& bytes) {
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
    qFatal("cannot write %s", qPrintable(path));
  return path;
}

}  // namespace stowage::test
