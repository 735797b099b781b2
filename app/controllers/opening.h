// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <QStringList>

#include "app/controllers/window_parts.h"
#include "app/settings/samples.h"
#include "widgets/base/latest_job.h"

namespace stowage {

/// Opens what comes into the window, and says why where that fails: graphs, plans for the graph that is open, lessons,
/// networks of the zoo.
class Opening final : public QObject {
  Q_OBJECT

 public:
  explicit Opening(const WindowParts& parts);

  void choose_file();
  /// Offers the files of that task first.
  void choose_file_of(StartTask task);
  void choose_network();
  /// Reads in the background; a failure changes nothing. Opens the first file here, with the plans that follow it, and
  /// every further graph in a window of its own.
  void open(const QStringList& paths);
  /// Opens a file, and the plans that follow it.
  void open_group(const QStringList& paths);
  void read_again(const ReadOptions& options);
  /// Opens what is on disk in place of what is open. Asks where edits would be lost.
  void reload();
  /// Looks for edits that a program did not save before it ended; the message bar offers them.
  void offer_lost_edits();
  void close_document();
  /// As Saving::let_go(), also for what a lesson suspended: where that has changes, it is shown and asked about.
  void let_all_go(
      const std::function<void()>& go, const std::function<void()>& stay = [] {});
  /// Ends all that is being opened. Gives what is to be said of it.
  QString cancel();
  /// Ends all that works for the document that is open.
  void stop_work();

 signals:
  /// These are to be opened in a window of their own.
  void window_wanted(const QStringList& paths);

 private:
  void offer(const std::vector<LostEdits>& lost);
  void on_restored(const EditKeeper::Restored& restored);
  void on_stamp(const FileStamp& stamp);
  void on_graph(const OpenedFile& loaded);
  void show_graph(const OpenedFile& loaded);
  void adopt_order_of(const QString& path, const Plan& plan);
  void on_plan(const QString& path, const Plan& plan, const Validation& validation);
  void on_lesson(const QString& path, const CheckedLesson& lesson);
  void show_failure(const QString& path, const Error& error);
  void load_next_plan();
  void ask_for_files(const QString& filters);

  const WindowParts parts_;
  LatestJob sorter_{this, {.text = [] { return tr("Reading…"); }}};  // of files that are opened together
  LatestJob disk_reader_{this};  // reads the document's file, which another program wrote
  QStringList plans_to_open_;
  std::vector<LostEdits> lost_;               // still to be offered
  std::optional<FileStamp> announced_;        // of the document's file, as a message said last
  std::optional<std::uint64_t> may_discard_;  // revision whose edits the file's graph may replace
};

}  // namespace stowage
