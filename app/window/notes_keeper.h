// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include <QObject>
#include <QString>
#include <QTimer>

#include "core/graph/graph.h"
#include "core/io/notes_json.h"
#include "widgets/latest_job.h"
#include "widgets/view_state.h"

namespace stowage {

/// Keeps the notes of the shared state in a file beside that of the graph (core/io/notes_json.h): read when a graph is
/// opened, written a moment after each change, both in the background. Notes on tensors that the graph does not have,
/// and what else the file says, are written back as they were.
/// ```
///  sample, new graph     notes live until the graph is saved to a file; then they are written beside it
///  file at fault         it is said, and that file is never written; the notes made meanwhile live as those of a
///  sample
/// ```
class NotesKeeper final : public QObject {
  Q_OBJECT

 public:
  /// `state` must outlive it.
  explicit NotesKeeper(ViewState& state, QObject* parent = nullptr);
  /// Writes what is not written yet.
  ~NotesKeeper() override;

  /// Of the graph that is open from now on, whose state was reset: reads the notes on it. A Qt resource has no file.
  void open(const QString& graph_path, std::shared_ptr<const Graph> graph);
  /// The same graph is in another file now: its notes go beside that one, except over notes that are there already.
  void move_to(const QString& graph_path);
  /// Writes what is not written yet, and forgets about the graph: to be called before its state is reset.
  void close();
  [[nodiscard]] bool busy() const { return reading_.busy() || writing_.busy() || pause_.isActive(); }

 signals:
  /// The notes could not be read, or not be written.
  void failed(const QString& message);

 private:
  void take(const Result<NotesFile>& file, const ViewState::Notes& notes);
  void state_changed();
  void write();
  void write_now();
  [[nodiscard]] NotesFile to_write() const;

  /// One file is written at a time, and never by an older writer after a newer one.
  struct Turn {
    std::mutex mutex;
    std::uint64_t last = 0;  // that had its turn
  };
  static Result<void> write_in_turn(Turn& turn, std::uint64_t number, const std::string& path, const NotesFile& notes);

  ViewState& state_;
  std::shared_ptr<const Graph> graph_;  // null: nothing is open, and changes are nobody's
  std::string path_;                    // of the notes; empty: none yet
  NotesFile others_;                    // of the file: what is not in the state
  bool reading_now_ = false, dirty_ = false;
  std::uint64_t number_ = 0;  // of the last writer
  std::shared_ptr<Turn> turn_ = std::make_shared<Turn>();
  QTimer pause_;
  LatestJob reading_, writing_;
};

}  // namespace stowage
