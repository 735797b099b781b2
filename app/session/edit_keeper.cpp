// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/edit_keeper.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <tuple>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QUuid>

#include "app/session/document.h"
#include "app/session/notes_keeper.h"
#include "core/formats/file.h"

namespace stowage {
namespace {

constexpr auto kEnding = ".unsaved";
constexpr auto kLock = ".lock";
constexpr auto kFormat = "stowage-graph";
constexpr int kPause = 2000;              // milliseconds after the first edit that is not kept
constexpr int kShare = 4;                 // times as long as writing took is nothing written again
constexpr qint64 kLongestHead = 1 << 26;  // bytes; it has the notes

std::string name_of(const QString& path) {
  return QFile::encodeName(path).toStdString();
}

QJsonObject head_of(const QByteArray& line) {
  return QJsonDocument::fromJson(line).object();
}

/// Closes all descriptors but the standard ones and these. A thread of the parent may be starting a program: it waits
/// until no process has the pipe to that program open.
void close_all_but(std::array<int, 2> kept) {
  std::ranges::sort(kept);
  int from = STDERR_FILENO + 1;
  for (const int keep : kept) {
    if (keep > from) ::close_range(from, keep - 1, 0);
    from = std::max(from, keep + 1);
  }
  ::close_range(from, ~0U, 0);
}

}  // namespace

KeptFile::KeptFile(QString file) : path_(std::move(file)) {
  lock_ = ::open(name_of(path_ + kLock).c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (lock_ >= 0 && ::flock(lock_, LOCK_EX | LOCK_NB) != 0) ::close(std::exchange(lock_, -1));
}

KeptFile::~KeptFile() {
  if (lock_ >= 0) ::close(lock_);
}

void KeptFile::remove() {
  if (!is_ours()) return;
  QFile::remove(path_);
  QFile::remove(path_ + kLock);
}

EditKeeper::EditKeeper(const OpenDocument& document, const ViewState& state, QObject* parent)
    : QObject(parent), document_(document), state_(state) {
  pause_.setSingleShot(true);
  connect(&pause_, &QTimer::timeout, this, qOverload<>(&EditKeeper::write));
  connect(&queue_, &JobQueue::emptied, this, [this] {
    if (wanted_ && wanted_ != kept_ && !pause_.isActive()) pause_.start(rest_);
  });
  for (const auto change : {&OpenDocument::replaced, &OpenDocument::revised, &OpenDocument::saved})
    connect(&document_, change, this, &EditKeeper::look);
  connect(&state_, &ViewState::notes_changed, this, &EditKeeper::look);
  connect(qApp, &QCoreApplication::aboutToQuit, this, &EditKeeper::keep_for_next_start);
}

EditKeeper::~EditKeeper() {
  if (!keeps_) discard_all();
}

QString EditKeeper::folder() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + "/unsaved";
}

/// Notes on a file are kept beside it; those on a sample, or on what has no file yet, only here.
std::optional<EditKeeper::Snapshot> EditKeeper::snapshot(bool edited) const {
  const bool has_file = !document_.path().isEmpty() && !document_.path().startsWith(":/");
  const bool has_notes = !has_file && !state_.notes().empty();
  if (!document_.is_open() || !(edited || document_.is_modified() || has_notes)) return std::nullopt;
  const auto& warnings = document_.warnings();
  return Snapshot{.id = document_.id(),
                  .graph = document_.graph(),
                  .plan = document_.file_plan(),
                  .path = document_.path(),
                  .title = document_.title(),
                  .format = document_.format(),
                  .warning = warnings.empty() ? std::string() : warnings.front().reason,
                  .space = document_.spaces().size() > 1 ? document_.spaces()[document_.space()].name : std::string(),
                  .stamp = document_.stamp(),
                  .alignment = document_.alignment(),
                  .notes = has_file ? ViewState::Notes() : state_.notes()};
}

/// Something changed: what is open, or what is in it.
void EditKeeper::look() {
  if (ended_) return;
  if (wanted_ && wanted_->id != document_.id() && document_.has_edits(wanted_->id))
    write();  // it was suspended before its turn came
  std::vector<std::uint64_t> gone;
  wanted_ = snapshot();
  for (const auto& [id, file] : files_)
    if (!(wanted_ && id == wanted_->id) && !document_.has_edits(id)) gone.push_back(id);
  for (const std::uint64_t id : gone) forget(id);
  if (!wanted_ || wanted_ == kept_)
    pause_.stop();
  else if (!pause_.isActive() && !queue_.running())
    pause_.start(std::max(kPause, rest_));
}

std::shared_ptr<KeptFile> EditKeeper::file_of(std::uint64_t id) {
  auto& file = files_[id];
  if (!file) {
    QDir().mkpath(folder());
    file = std::make_shared<KeptFile>(folder() + '/' + QUuid::createUuid().toString(QUuid::WithoutBraces) + kEnding);
  }
  return file;
}

void EditKeeper::write() {
  if (!wanted_ || wanted_ == kept_) return;
  kept_ = wanted_;
  const auto file = file_of(kept_->id);
  const auto say = [this](const Error& error) {
    if (std::exchange(complained_, true)) return;
    emit failed(tr("Could not keep the unsaved edits for a restart: %1").arg(QString::fromStdString(error.text())));
  };
  queue_.add({.text = {},
              .work = [this, say, file, what = *kept_](const Task&) -> JobQueue::Delivery {
                QElapsedTimer clock;
                clock.start();
                const Result<void> done = write(what, *file);
                return [this, say, done, took = static_cast<int>(clock.elapsed())] {
                  if (!done) say(done.error());
                  rest_ = std::max(kPause, kShare * took);
                };
              },
              .failed = say});
}

Result<void> EditKeeper::write(const Snapshot& what, KeptFile& file) {
  if (!file.is_ours())
    return tl::unexpected(Error::bad_input(file.path().toStdString(), "", tr("it cannot be locked").toStdString()));
  QJsonObject notes;
  for (const auto& [name, text] : notes_by_name(*what.graph, what.notes))
    notes[QString::fromStdString(name)] = QString::fromStdString(text);
  const QJsonObject head{{"path", QFileInfo(what.path).absoluteFilePath()},
                         {"title", what.title},
                         {"format", QString::fromStdString(what.format)},
                         {"warning", QString::fromStdString(what.warning)},
                         {"space", QString::fromStdString(what.space)},
                         {"alignment", qint64{what.alignment.count}},
                         {"changed", what.stamp.exists() ? what.stamp.changed.toMSecsSinceEpoch() : qint64{-1}},
                         {"size", what.stamp.size},
                         {"at", QDateTime::currentDateTimeUtc().toString(Qt::ISODate)},
                         {"notes", notes}};
  const bool has_plan = what.plan && what.plan->offsets.size() == what.graph->tensor_count();
  STOWAGE_TRY(const std::string graph, find_format(kFormat)->write(*what.graph, has_plan ? what.plan.get() : nullptr));
  return write_file_atomically(name_of(file.path()),
                               QJsonDocument(head).toJson(QJsonDocument::Compact).toStdString() + '\n' + graph);
}

/// After what is being written to it.
void EditKeeper::remove_later(const std::shared_ptr<KeptFile>& file) {
  queue_.add({.text = {},
              .work = [file](const Task&) -> JobQueue::Delivery {
                file->remove();
                return {};
              },
              .failed = [](const Error&) {}});
}

void EditKeeper::forget(std::uint64_t id) {
  if (kept_ && kept_->id == id) kept_.reset();
  if (auto node = files_.extract(id)) remove_later(node.mapped());
}

void EditKeeper::keep_for_next_start() {
  keeps_ = true;
  pause_.stop();
  const OpenDocument::MakeStep edit = ended_ ? OpenDocument::MakeStep() : document_.step_under_way();
  if (edit) wanted_ = snapshot(true);
  if (!wanted_ || (wanted_ == kept_ && !edit && !queue_.running())) return;
  const auto file = file_of(wanted_->id);
  std::array<int, 2> ends{-1, -1};
  std::ignore = ::pipe2(ends.data(), O_CLOEXEC);
  const Descriptor written(ends[0]);
  writes_ = Descriptor(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) write();
  if (child != 0) return;
  // This thread alone is in the new process. It calls nothing that may wait for another.
  std::signal(SIGHUP, SIG_IGN);  // a session that ends sends it after SIGTERM
  ::alarm(120);                  // ends the process if anything waits after all
  std::ignore = writes_.close();
  close_all_but({written.get(), file->lock()});
  char none = 0;
  std::ignore = ::read(written.get(), &none, 1);  // returns at the end of the pipe
  if (edit)
    if (const auto step = edit()) wanted_->graph = step->after;
  std::ignore = write(*wanted_, *file);
  ::_exit(0);
}

void EditKeeper::discard_all() {
  ended_ = true;
  pause_.stop();
  wanted_.reset();
  while (!files_.empty()) forget(files_.begin()->first);
}

void EditKeeper::look_for_lost() {
  queue_.add({.text = {},
              .work = [this](const Task&) -> JobQueue::Delivery {
                std::vector<LostEdits> lost;
                const QDir in(folder());
                for (const QString& name : in.entryList({QLatin1Char('*') + QLatin1String(kLock)})) {
                  KeptFile file(in.filePath(QFileInfo(name).completeBaseName()));  // perhaps of a crash before it wrote
                  if (!QFile::exists(file.path())) file.remove();
                }
                for (const QString& name : in.entryList({QLatin1Char('*') + QLatin1String(kEnding)}, QDir::Files)) {
                  auto file = std::make_shared<KeptFile>(in.filePath(name));
                  QFile bytes(file->path());
                  if (!file->is_ours() || !bytes.open(QIODevice::ReadOnly)) continue;
                  const QJsonObject head = head_of(bytes.readLine(kLongestHead));
                  const QDateTime at = QDateTime::fromString(head["at"].toString(), Qt::ISODate);
                  if (at.isValid()) lost.push_back({file, head["path"].toString(), head["title"].toString(), at});
                }
                std::ranges::sort(lost, std::greater(), &LostEdits::at);
                return [this, lost] {
                  if (!lost.empty()) emit found(lost);
                };
              },
              .failed = [](const Error&) {}});
}

Result<EditKeeper::Restored> EditKeeper::read(const LostEdits& lost, const Task& task) {
  STOWAGE_TRY(const std::string bytes, read_file(name_of(lost.file->path()), kMaxFileSize, task));
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  const QJsonObject head = head_of(QByteArray::fromStdString(bytes.substr(0, end)));
  STOWAGE_TRY(Document document, read_document(std::string_view(bytes).substr(std::min(end + 1, bytes.size())),
                                               lost.title.toStdString(), {}, task));
  STOWAGE_TRY(document, with_bodies_laid_out(std::move(document), task));
  Restored out{.from = lost, .document = std::move(document), .stamp = {}};
  out.document.format = head["format"].toString().toStdString();
  out.document.graph = std::make_shared<const Graph>(
      with_alignment(*out.document.graph, Bytes{std::max(qint64{1}, head["alignment"].toInteger(1))}));
  if (const QString warning = head["warning"].toString(); !warning.isEmpty())
    out.document.warnings = {{lost.path.toStdString(), "", warning.toStdString()}};
  if (const qint64 changed = head["changed"].toInteger(-1); changed >= 0)
    out.stamp = {QDateTime::fromMSecsSinceEpoch(changed), head["size"].toInteger()};
  out.space = head["space"].toString().toStdString();
  const QJsonObject notes = head["notes"].toObject();
  for (auto at = notes.begin(); at != notes.end(); ++at)
    out.notes[at.key().toStdString()] = at.value().toString().toStdString();
  return out;
}

void EditKeeper::restore(const LostEdits& lost) {
  const auto say = [this](const Error& error) {
    emit failed(tr("Could not restore the unsaved edits: %1").arg(QString::fromStdString(error.text())));
  };
  queue_.add({.text = tr("Restoring %1…").arg(lost.title),
              .work = [this, say, lost](const Task& task) -> JobQueue::Delivery {
                const auto read_back = std::make_shared<const Result<Restored>>(read(lost, task));
                return [this, say, read_back] { *read_back ? emit restored(**read_back) : say(read_back->error()); };
              },
              .failed = say});
}

void EditKeeper::discard(const LostEdits& lost) {
  remove_later(lost.file);
}

void EditKeeper::adopt(const LostEdits& lost) {
  files_[document_.id()] = lost.file;
  kept_ = wanted_ = snapshot();
  pause_.stop();
}

}  // namespace stowage
