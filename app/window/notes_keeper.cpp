// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/notes_keeper.h"

#include <filesystem>
#include <utility>

#include <QFile>

#include "core/io/file.h"
#include "widgets/view_state.h"

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
  const Result<std::string> bytes = read_file(path, kMostBytes, task);
  if (!bytes) return tl::unexpected(bytes.error());
  return read_notes(*bytes, path);
}

/// Moves the notes on tensors of the graph from the file to what is returned.
ViewState::Notes take_known(NotesFile& file, const Graph& graph) {
  ViewState::Notes out;
  for (TensorId t : graph.tensors()) {
    if (file.notes.empty()) break;
    const auto at = file.notes.find(std::string(graph.name(t)));
    if (at == file.notes.end()) continue;
    out.emplace(t, QString::fromStdString(at->second));
    file.notes.erase(at);
  }
  return out;
}

}  // namespace

NotesKeeper::NotesKeeper(ViewState& state, QObject* parent)
    : QObject(parent), state_(state), reading_(this), writing_(this) {
  pause_.setSingleShot(true);
  pause_.setInterval(kPause);
  connect(&pause_, &QTimer::timeout, this, &NotesKeeper::write);
  connect(&state_, &ViewState::notes_changed, this, &NotesKeeper::state_changed);
}

NotesKeeper::~NotesKeeper() {
  close();
}

void NotesKeeper::open(const QString& graph_path, std::shared_ptr<const Graph> graph) {
  close();
  graph_ = std::move(graph);
  path_ = path_for(graph_path);
  if (!graph_ || path_.empty()) return;
  reading_.start([this, path = path_, of = graph_](const Task& task) -> LatestJob::Delivery {
    auto file = std::make_shared<Result<NotesFile>>(read(path, task));
    auto notes = std::make_shared<ViewState::Notes>(*file ? take_known(**file, *of) : ViewState::Notes());
    return [this, file, notes] { take(*file, *notes); };
  });
}

void NotesKeeper::take(const Result<NotesFile>& file, const ViewState::Notes& notes) {
  if (!file) {
    const std::string reason = file.error().text();
    path_.clear();
    emit failed(tr("The notes were not read, and their file is left as it is. %1").arg(QString::fromStdString(reason)));
    return;
  }
  others_ = *file;
  if (notes.empty()) return;
  ViewState::Notes all = state_.notes();  // written while the file was being read
  all.insert(notes.begin(), notes.end());
  reading_now_ = true;
  state_.set_notes(std::move(all));
  reading_now_ = false;
}

void NotesKeeper::move_to(const QString& graph_path) {
  const std::string path = path_for(graph_path);
  if (!graph_ || path.empty() || path == path_) return;
  if (exists(path)) {
    if (state_.notes().empty() && others_.notes.empty()) return open(graph_path, graph_);
    path_.clear();
    emit failed(tr("There are notes beside that file already, which are left as they are: %1")
                    .arg(QFile::decodeName(QByteArray::fromStdString(path))));
    return;
  }
  path_ = path;
  if (state_.notes().empty() && others_ == NotesFile()) return;
  dirty_ = true;
  write();
}

void NotesKeeper::close() {
  pause_.stop();
  if (dirty_ && graph_ && !path_.empty()) write_now();
  dirty_ = false;
  reading_.cancel();
  writing_.cancel();
  graph_ = nullptr;
  path_.clear();
  others_ = {};
}

/// Where there is no later. What the file holds is not known if it is still being read: then it is read here.
void NotesKeeper::write_now() {
  if (reading_.busy()) {
    Result<NotesFile> file = read(path_, {});
    if (!file) return;
    others_ = std::move(*file);
  }
  if (const auto done = write_in_turn(*turn_, ++number_, path_, to_write()); !done)
    emit failed(tr("The notes were not saved. %1").arg(QString::fromStdString(done.error().text())));
}

void NotesKeeper::state_changed() {
  if (!graph_ || reading_now_) return;
  dirty_ = true;
  if (!path_.empty()) pause_.start();
}

NotesFile NotesKeeper::to_write() const {
  NotesFile out = others_;
  for (const auto& [tensor, text] : state_.notes())
    if (tensor.index() < graph_->tensor_count()) out.notes[std::string(graph_->name(tensor))] = text.toStdString();
  return out;
}

Result<void> NotesKeeper::write_in_turn(Turn& turn, std::uint64_t number, const std::string& path,
                                        const NotesFile& notes) {
  const std::lock_guard lock(turn.mutex);
  if (number < turn.last) return {};
  turn.last = number;
  return write_file_atomically(path, write_notes(notes));
}

void NotesKeeper::write() {
  pause_.stop();
  if (!graph_ || path_.empty()) return;
  if (reading_.busy()) return pause_.start();  // what the file holds is not known yet
  writing_.start(
      [this, turn = turn_, number = ++number_, path = path_, notes = to_write()](const Task&) -> LatestJob::Delivery {
        const auto done = write_in_turn(*turn, number, path, notes);
        return [this, number, reason = done ? QString() : QString::fromStdString(done.error().text())] {
          if (!reason.isEmpty()) emit failed(tr("The notes were not saved. %1").arg(reason));
          if (number == number_ && reason.isEmpty()) dirty_ = pause_.isActive();
        };
      });
}

}  // namespace stowage
