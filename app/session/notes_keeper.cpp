// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/notes_keeper.h"

#include <filesystem>
#include <utility>

#include <QFile>

#include "core/formats/file.h"

namespace stowage {
namespace {

constexpr int kPause = 300;  // milliseconds after a change
constexpr std::size_t kMostBytes = std::size_t{256} << 20;

std::string path_for(const QString& graph_path) {
  if (graph_path.isEmpty() || graph_path.startsWith(":/")) return {};
  return notes_path(QFile::encodeName(graph_path).toStdString());
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

/// An absent file holds no notes.
Result<NotesFile> read(const std::string& path, const Task& task) {
  if (!exists(path)) return NotesFile();
  STOWAGE_TRY(const std::string bytes, read_file(path, kMostBytes, task));
  return read_notes(bytes, path);
}

/// Moves those on tensors of the graph out of the file.
std::map<std::string, std::string> take_known(NotesFile& file, const Graph& graph) {
  std::map<std::string, std::string> out;
  for (TensorId t : graph.tensors()) {
    if (file.notes.empty()) break;
    if (auto node = file.notes.extract(std::string(graph.name(t)))) out.insert(std::move(node));
  }
  return out;
}

}  // namespace

ViewState::Notes notes_on(const Graph& graph, const std::map<std::string, std::string>& notes) {
  ViewState::Notes out;
  if (notes.empty()) return out;
  for (TensorId t : graph.tensors())
    if (const auto at = notes.find(std::string(graph.name(t))); at != notes.end())
      out.emplace(t, QString::fromStdString(at->second));
  return out;
}

std::map<std::string, std::string> notes_by_name(const Graph& graph, const ViewState::Notes& notes) {
  std::map<std::string, std::string> out;
  for (const auto& [tensor, text] : notes)
    if (tensor.index() < graph.tensor_count()) out[std::string(graph.name(tensor))] = text.toStdString();
  return out;
}

NotesKeeper::NotesKeeper(ViewState& state, QObject* parent) : QObject(parent), state_(state) {
  pause_.setSingleShot(true);
  pause_.setInterval(kPause);
  connect(&pause_, &QTimer::timeout, this, [this] { reading_ ? pause_.start() : flush(); });
  connect(&state_, &ViewState::notes_changed, this, &NotesKeeper::on_state_changed);
  connect(&files_, &JobQueue::emptied, this, &NotesKeeper::idle);
}

NotesKeeper::~NotesKeeper() {
  close();
}

void NotesKeeper::open(const QString& graph_path, std::shared_ptr<const Graph> graph) {
  close();
  graph_ = std::move(graph);
  const std::string path = path_for(graph_path);
  if (!graph_ || path.empty()) return;
  file_ = std::make_shared<File>(File{path});
  read_file_of(file_);
}

void NotesKeeper::read_file_of(const FilePtr& file) {
  reading_ = true;
  const auto say = [this, file](const std::string& reason) {
    give_up(file, tr("Could not read the notes. Their file is unchanged. %1").arg(QString::fromStdString(reason)));
  };
  files_.add({.text = tr("Reading the notes…"),
              .work = [this, file, say, graph = graph_](const Task&) -> JobQueue::Delivery {
                Result<NotesFile> found = read(file->path, {});
                if (!found) return [say, reason = found.error().text()] { say(reason); };
                file->known = take_known(*found, *graph);
                file->others = *std::move(found);
                file->is_usable = true;
                return [this, file, notes = notes_on(*graph, file->known)] { on_read(file, notes); };
              },
              .failed = [say](const Error& error) { say(error.text()); }});
}

void NotesKeeper::on_read(const FilePtr& file, const ViewState::Notes& notes) {
  if (file != file_) return;
  reading_ = false;
  ViewState::Notes all = state_.notes();  // written while the file was being read
  all.insert(notes.begin(), notes.end());
  setting_ = true;
  if (!notes.empty()) state_.set_notes(std::move(all));
  setting_ = false;
  if (const QString next = std::exchange(next_path_, {}); !next.isEmpty()) move_to(next);
}

/// The notes live on without a file.
void NotesKeeper::give_up(const FilePtr& file, const QString& message) {
  emit failed(message);
  if (file != file_) return;
  file_ = nullptr;
  reading_ = false;
  if (const QString next = std::exchange(next_path_, {}); !next.isEmpty()) move_to(next);
}

void NotesKeeper::move_to(const QString& graph_path) {
  const std::string path = path_for(graph_path);
  if (!graph_ || path.empty() || (file_ && path == file_->path)) return;
  if (reading_) {
    next_path_ = graph_path;
    return;
  }
  const FilePtr before = std::exchange(file_, std::make_shared<File>(File{path}));
  pause_.stop();
  dirty_ = false;
  files_.add({.text = tr("Saving the notes…"),
              .work = [this, before, file = file_, graph_path,
                       notes = notes_by_name(*graph_, state_.notes())](const Task&) -> JobQueue::Delivery {
                if (before) file->others = before->others;
                NotesFile all = file->others;
                all.notes.insert(notes.begin(), notes.end());
                const bool nothing = all == NotesFile();
                if (exists(file->path)) return [=, this] { on_occupied(file, graph_path, nothing); };
                file->is_usable = true;
                if (nothing) return {};
                const auto done = write_file_atomically(file->path, write_notes(all));
                if (done) return {};
                return [this, reason = done.error().text()] { say_unsaved(reason); };
              },
              .failed = [this](const Error& error) { say_unsaved(error.text()); }});
}

/// There are notes beside that file already: they are read where there are no others.
void NotesKeeper::on_occupied(const FilePtr& file, const QString& graph_path, bool nothing_else) {
  if (file != file_) return;
  if (nothing_else && state_.notes().empty()) return open(graph_path, graph_);
  give_up(file, tr("Notes beside that file already exist and are kept: %1")
                    .arg(QFile::decodeName(QByteArray::fromStdString(file->path))));
}

void NotesKeeper::close() {
  flush();
  graph_ = nullptr;
  file_ = nullptr;
  next_path_.clear();
  reading_ = false;
}

void NotesKeeper::on_state_changed() {
  if (!graph_ || setting_) return;
  dirty_ = true;
  if (file_) pause_.start();
}

/// Notes of a file that is still being read are not in the state: they stay in the file.
void NotesKeeper::flush() {
  pause_.stop();
  if (!std::exchange(dirty_, false) || !graph_ || !file_) return;
  files_.add({.text = tr("Saving the notes…"),
              .work = [this, file = file_, notes = notes_by_name(*graph_, state_.notes()),
                       keeps_known = reading_](const Task&) -> JobQueue::Delivery {
                if (!file->is_usable) return {};
                NotesFile all = file->others;
                all.notes.insert(notes.begin(), notes.end());
                if (keeps_known) all.notes.insert(file->known.begin(), file->known.end());
                const auto done = write_file_atomically(file->path, write_notes(all));
                if (done) return {};
                return [this, reason = done.error().text()] { say_unsaved(reason); };
              },
              .failed = [this](const Error& error) { say_unsaved(error.text()); }});
}

void NotesKeeper::say_unsaved(const std::string& reason) {
  emit failed(tr("Could not save the notes: %1").arg(QString::fromStdString(reason)));
}

}  // namespace stowage
