// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include <QFileDialog>
#include <QList>
#include <QObject>
#include <QString>

#include "core/base/error.h"
#include "core/base/task.h"

class QMainWindow;
class QSettings;

namespace stowage {

class JobQueue;
class MessageBar;
class OpenDocument;

/// Writes the window's files in the background, one after the other. Each write says how it ended: in the status bar,
/// or above the views until another write of that file succeeds, one succeeds that was asked for after the failure, or
/// the user dismisses the message.
class FileWriter final : public QObject {
  Q_OBJECT

 public:
  using Save = std::function<void(const QString& path)>;
  /// Writes pictures, and gives their number.
  using WriteSeries = std::function<Result<std::size_t>(const std::string& path, const Task& task)>;

  /// `settings` remembers the folder, and must outlive it, as all others must.
  FileWriter(QMainWindow& window, QSettings& settings, const OpenDocument& document, JobQueue& queue,
             MessageBar& message);

  /// Where files were read or written last; may be empty.
  [[nodiscard]] QString folder() const;
  /// To be called for files that were read or written; a folder where that failed is not offered again.
  void remember_folder(const QString& path);

  /// Asks for one file to read, or for what `kind` says, and returns at once; calls `open` later, unless the user gives
  /// up. Begins in `from`, or where that is empty in folder().
  void choose_source(const QString& title, const QString& filters, const std::function<void(const QStringList&)>& open,
                     QFileDialog::FileMode kind = QFileDialog::ExistingFile, const QString& from = {});
  /// Asks where to write and returns at once; later calls `save` with a path that has the extension of the filter that
  /// was chosen, or `given_up`.
  void choose_target(
      const QString& title, const QString& suggestion, const QString& filters, const Save& save,
      const std::function<void()>& given_up = [] {});
  /// As choose_target(), for one PDF or numbered pictures: asks before any of them is replaced.
  void choose_series(const QString& title, const QString& suggestion, const Save& save);

  /// Writes after all that is to be written before it.
  void write(const QString& path, std::function<Result<void>()> write);
  void write_bytes(const QString& path, std::function<Result<std::string>()> make_bytes);
  /// Writes one PDF or numbered pictures, and says how many, where they begin and where they end.
  void write_series(const QString& name, const WriteSeries& write);

  /// True, and says why, for a file that is open or suspended, by whatever name: no export takes its place.
  [[nodiscard]] bool refuse_open_file(const QString& path);
  /// The same, only for the file that is suspended.
  [[nodiscard]] bool refuse_suspended_file(const QString& path);
  /// Says how a write ended that was asked for after so many failures (MessageBar::report_write()).
  void report(const QString& path, const QString& reason, std::optional<int> failures_before = {});

 signals:
  /// A file was written (`reason` is empty), or could not be.
  void written(const QString& path, const QString& reason);

 private:
  [[nodiscard]] bool refuse(const QString& path, const QString& open);
  void ask_to_replace(const QString& title, const QString& question, const std::function<void()>& replace,
                      const std::function<void()>& given_up);
  void report_series(const QString& path, const Result<std::size_t>& count, int failures_before);

  QMainWindow& window_;
  QSettings& settings_;
  const OpenDocument& document_;
  JobQueue& queue_;
  MessageBar& message_;
};

}  // namespace stowage
