// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <string>

namespace stowage::test {

/// A folder for programs of a test's own.
class FakePrograms {
 public:
  /// A shell script of that name; returns its path.
  [[nodiscard]] std::string make(const std::string& name, const std::string& script) const {
    const std::string path = folder_.filePath(QString::fromStdString(name)).toStdString();
    // Written under another name: a script must not be open for writing when it is run.
    std::ofstream(path + ".new") << "#!/bin/sh\n" << script << '\n';
    ::chmod((path + ".new").c_str(), 0755);
    if (std::rename((path + ".new").c_str(), path.c_str()) != 0) qFatal("%s cannot be made", path.c_str());
    return path;
  }
  [[nodiscard]] std::string file(const char* name) const { return folder_.filePath(name).toStdString(); }

 private:
  QTemporaryDir folder_;
};

/// Sets an environment variable for as long as it lives.
class WithVariable {
 public:
  WithVariable(const char* name, const std::string& value) : name_(name), had_(qEnvironmentVariableIsSet(name)) {
    old_ = qgetenv(name);
    qputenv(name, value.c_str());
  }
  WithVariable(const WithVariable&) = delete;
  WithVariable& operator=(const WithVariable&) = delete;
  ~WithVariable() { had_ ? qputenv(name_, old_) : qunsetenv(name_); }

 private:
  const char* name_;
  bool had_;
  QByteArray old_;
};

}  // namespace stowage::test
