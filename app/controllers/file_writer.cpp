// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/controllers/file_writer.h"

#include <memory>
#include <utility>

#include <QDir>
#include <QFileInfo>
#include <QMainWindow>
#include <QMessageBox>
#include <QSettings>

#include "app/frame/message_bar.h"
#include "app/session/document.h"
#include "app/settings/file_names.h"
#include "core/formats/file.h"
#include "widgets/base/job_queue.h"
#include "widgets/painters/page/export.h"

namespace stowage {
namespace {

constexpr auto kLastFolder = "files/folder";

}  // namespace

FileWriter::FileWriter(QMainWindow& window, QSettings& settings, const OpenDocument& document, JobQueue& queue,
                       MessageBar& message)
    : QObject(&window), window_(window), settings_(settings), document_(document), queue_(queue), message_(message) {}

QString FileWriter::folder() const {
  return settings_.value(kLastFolder).toString();
}

void FileWriter::remember_folder(const QString& path) {
  settings_.setValue(kLastFolder, QFileInfo(path).absolutePath());
}

void FileWriter::choose_source(const QString& title, const QString& filters,
                               const std::function<void(const QStringList&)>& open, QFileDialog::FileMode kind,
                               const QString& from) {
  auto* dialog = new QFileDialog(&window_, title, from.isEmpty() ? folder() : from, filters);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(kind);
  dialog->setOption(QFileDialog::ShowDirsOnly, kind == QFileDialog::Directory);
  connect(dialog, &QFileDialog::filesSelected, this, open);
  dialog->open();
}

void FileWriter::choose_target(const QString& title, const QString& suggestion, const QString& filters,
                               const Save& save, const std::function<void()>& given_up) {
  auto* dialog = new QFileDialog(
      &window_, title, QDir(settings_.value(kLastFolder, QDir::homePath()).toString()).filePath(suggestion), filters);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setFileMode(QFileDialog::AnyFile);
  // Keep what was confirmed: another file may be selected by the time the dialog is gone.
  const auto chosen = std::make_shared<QString>();
  connect(dialog, &QFileDialog::fileSelected, this, [chosen](const QString& file) { *chosen = file; });
  connect(dialog, &QDialog::rejected, this, given_up);
  connect(dialog, &QDialog::accepted, this, [this, dialog, chosen, title, filters, save, given_up] {
    const QString named = *chosen, filter = dialog->selectedNameFilter();
    if (named.isEmpty()) return given_up();
    const QString path = with_suffix(named, suffix_of(filter.isEmpty() ? filters : filter));
    // The dialog has asked only about the name that was typed.
    if (path == named || !QFileInfo::exists(path)) return save(path);
    ask_to_replace(
        title, tr("%1 exists already. Replace it?").arg(path), [save, path] { save(path); }, given_up);
  });
  dialog->open();
}

void FileWriter::ask_to_replace(const QString& title, const QString& question, const std::function<void()>& replace,
                                const std::function<void()>& given_up) {
  auto* box = new QMessageBox(QMessageBox::Question, title, question, QMessageBox::Yes | QMessageBox::No, &window_);
  box->setAttribute(Qt::WA_DeleteOnClose);
  connect(box, &QMessageBox::finished, this,
          [replace, given_up](int answer) { answer == QMessageBox::Yes ? replace() : given_up(); });
  box->open();
}

bool FileWriter::refuse_open_file(const QString& path) {
  return refuse(path, document_.path()) || refuse_suspended_file(path);
}

bool FileWriter::refuse_suspended_file(const QString& path) {
  return refuse(path, document_.suspended_path());
}

bool FileWriter::refuse(const QString& path, const QString& open) {
  const auto name_of = [](const QString& file) { return QFile::encodeName(file).toStdString(); };
  if (open.isEmpty() || !is_same_file(name_of(path), name_of(open))) return false;
  report(path, tr("%1 is open in this window. Choose another name.").arg(QFileInfo(path).fileName()));
  return true;
}

void FileWriter::write(const QString& path, std::function<Result<void>()> write) {
  if (refuse_open_file(path)) return;
  const auto say = [this, path, before = message_.failures()](const Result<void>& done) {
    report(path, done ? QString() : QString::fromStdString(done.error().text()), before);
  };
  queue_.add({.text = tr("Saving…"),
              .work = [say, write = std::move(write)](const Task&) -> JobQueue::Delivery {
                return [say, done = write()] { say(done); };
              },
              .failed = [say](const Error& error) { say(tl::unexpected(error)); }});
}

void FileWriter::write_bytes(const QString& path, std::function<Result<std::string>()> make_bytes) {
  this->write(path, [path, make_bytes = std::move(make_bytes)] {
    return make_bytes().and_then(
        [&](const std::string& bytes) { return write_file_atomically(QFile::encodeName(path).toStdString(), bytes); });
  });
}

void FileWriter::report(const QString& path, const QString& reason, std::optional<int> failures_before) {
  message_.report_write(path, reason, failures_before.value_or(message_.failures()));
  if (reason.isEmpty()) {
    remember_folder(path);
    note(window_, tr("Saved %1").arg(path));
  }
  emit written(path, reason);
}

/// Asks before it replaces pictures: their names are others than the one that the file dialog asks about.
void FileWriter::choose_series(const QString& title, const QString& suggestion, const Save& save) {
  choose_target(title, suggestion, series_filters(), [this, title, save](const QString& path) {
    const auto former = former_pictures(path.toStdString());
    const int count = static_cast<int>(former.size());
    if (count == 0) return save(path);
    ask_to_replace(
        title,
        tr("%n image(s) with this name already exist, for example %1. Replace the images with the same "
           "numbers?",
           nullptr, count)
            .arg(QString::fromStdString(former.front())),
        [save, path] { save(path); }, [] {});
  });
}

void FileWriter::write_series(const QString& name, const WriteSeries& write) {
  const QString path = with_suffix(name, ".pdf");
  if (refuse_open_file(path)) return;
  const auto say = [this, path, before = message_.failures()](const Result<std::size_t>& count) {
    report_series(path, count, before);
  };
  queue_.add({.text = tr("Drawing images…"),
              .work = [say, path, write](const Task& task) -> JobQueue::Delivery {
                return [say, count = write(path.toStdString(), task)] { say(count); };
              },
              .failed = [say](const Error& error) { say(tl::unexpected(error)); },
              .can_be_ended = true});
}

void FileWriter::report_series(const QString& path, const Result<std::size_t>& count, int failures_before) {
  if (!count && count.error().kind == Error::Kind::cancelled)
    return note(window_, tr("Export cancelled. Files already written are complete."));
  if (!count) return report(path, QString::fromStdString(count.error().text()), failures_before);
  const bool numbered = !path.endsWith(".pdf", Qt::CaseInsensitive);
  const auto name = [&](std::size_t k) { return QString::fromStdString(picture_name(path.toStdString(), k, *count)); };
  report(numbered ? name(1) : path, {}, failures_before);
  if (numbered && *count > 1)
    note(window_, tr("Saved %n image(s): %1 … %2", nullptr, static_cast<int>(*count))
                      .arg(name(1), QFileInfo(name(*count)).fileName()));
}

}  // namespace stowage
