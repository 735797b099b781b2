// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <QDateTime>
#include <QObject>
#include <QString>
#include <QTimer>

#include "app/session/file_watch.h"
#include "core/formats/document.h"
#include "core/process/process.h"
#include "widgets/base/job_queue.h"
#include "widgets/base/view_state.h"

namespace stowage {

class OpenDocument;

/// A file in the folder of kept edits, and the lock that says whose it is: as long as this lives, no other process
/// offers or removes it. The lock is the system's, so that it goes with its process, however that ends.
class KeptFile {
 public:
  /// Without the lock where another process has it, or it cannot be made: see is_ours().
  explicit KeptFile(QString file);
  ~KeptFile();
  KeptFile(const KeptFile&) = delete;
  KeptFile& operator=(const KeptFile&) = delete;

  [[nodiscard]] const QString& path() const { return path_; }
  [[nodiscard]] bool is_ours() const { return lock_ >= 0; }
  [[nodiscard]] int lock() const { return lock_; }
  /// With what is kept in it.
  void remove();

 private:
  QString path_;
  int lock_ = -1;
};

/// Unsaved edits of a program that ended without saving them.
struct LostEdits {
  std::shared_ptr<KeptFile> file;
  QString path;   ///< of the file that they were made to; empty where there was none, a Qt resource for a sample
  QString title;  ///< of the document
  QDateTime at;   ///< when they were kept
};

/// Keeps unsaved edits of what a window has open in files of their own, so that they outlive a program that is ended or
/// crashes: a few seconds after an edit, in the background, all or nothing. The file of a document goes once that is
/// saved, closed or its edits are undone.
/// ```
///  folder of the user's data/unsaved/   ID.unsaved        a line of JSON, then the graph as a Stowage graph
///                                       ID.unsaved.lock   locked while a process has that file
/// ```
class EditKeeper final : public QObject {
  Q_OBJECT

 public:
  /// Both must outlive it.
  EditKeeper(const OpenDocument& document, const ViewState& state, QObject* parent = nullptr);
  /// Waits for what is being written. Nothing is kept, unless keep_for_next_start() came before.
  ~EditKeeper() override;

  /// The folder of this user; it may not be there.
  [[nodiscard]] static QString folder();

  /// The program ends: a process that outlives this one writes unwritten edits, also one that is still being made,
  /// since a large graph takes longer than a program may take to end. All is left for the next start.
  void keep_for_next_start();
  /// The window closes, and its edits are saved or given up.
  void discard_all();
  /// Looks for what other processes left: found().
  void look_for_lost();
  /// Reads it: restored() or failed(). Nothing is removed before it is saved or discarded.
  void restore(const LostEdits& lost);
  void discard(const LostEdits& lost);

  /// What was read, as it was kept.
  struct Restored {
    LostEdits from;
    Document document;
    FileStamp stamp;      ///< of the file at `from.path`, when that was read or saved last
    std::string space{};  ///< the memory space that the graph is of, where the document had several
    std::map<std::string, std::string> notes{};
  };
  /// What was restored is open now, and is kept in that file from here on.
  void adopt(const LostEdits& lost);

 signals:
  /// The newest first.
  void found(const std::vector<stowage::LostEdits>& lost);
  void restored(const stowage::EditKeeper::Restored& restored);
  /// Edits could not be kept, or not be read.
  void failed(const QString& message);

 private:
  /// All that is kept of a document. Cheap: everything large in it is shared.
  struct Snapshot {
    [[nodiscard]] bool operator==(const Snapshot&) const = default;

    std::uint64_t id = 0;
    std::shared_ptr<const Graph> graph{};
    std::shared_ptr<const Plan> plan{};
    QString path, title;
    std::string format, warning, space;
    FileStamp stamp{};
    Bytes alignment{1};
    ViewState::Notes notes{};
  };
  [[nodiscard]] std::optional<Snapshot> snapshot(bool edited = false) const;
  [[nodiscard]] std::shared_ptr<KeptFile> file_of(std::uint64_t id);
  void look();
  void write();
  void remove_later(const std::shared_ptr<KeptFile>& file);
  void forget(std::uint64_t id);
  static Result<void> write(const Snapshot& what, KeptFile& file);
  static Result<Restored> read(const LostEdits& lost, const Task& task);

  const OpenDocument& document_;
  const ViewState& state_;
  std::optional<Snapshot> wanted_;                            // of the document that is open, while it has edits
  std::optional<Snapshot> kept_;                              // what was written last
  std::map<std::uint64_t, std::shared_ptr<KeptFile>> files_;  // by document
  bool keeps_ = false, ended_ = false, complained_ = false;
  QTimer pause_;
  int rest_ = 0;       // milliseconds before the next writing
  Descriptor writes_;  // open until queue_ is done, for the process that writes after it
  JobQueue queue_{this};
};

}  // namespace stowage
