// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QXmlStreamReader>
#include <QtTest>

namespace stowage::test {

/// What one run of `stowage-cli` gave.
struct Run {
  int code = -1;
  QString out, err;

  [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(out.toUtf8()).object(); }
};

/// Runs a program without a display; aborts the test program where it does not end.
inline Run run_program(const QString& program, const QStringList& arguments, const QByteArray& input = {}) {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) environment.remove(name);
  process.setProcessEnvironment(environment);
  process.start(program, arguments);
  process.write(input);
  process.closeWriteChannel();
  if (!process.waitForFinished(120'000)) qFatal("%s did not end", qPrintable(program + ' ' + arguments.join(' ')));
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
