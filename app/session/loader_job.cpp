// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/loader_job.h"

#include <string_view>
#include <utility>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "app/session/document.h"
#include "app/settings/samples.h"
#include "core/formats/file.h"
#include "core/formats/lesson_json.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr std::size_t kMostViolations = 1000;                   // listed; all are counted
constexpr std::size_t kMaxLessonGraph = std::size_t{16} << 20;  // bytes

Result<std::string> read_sample(const QString& path) {
  QFile resource(path);
  if (!resource.open(QIODevice::ReadOnly))
    return tl::unexpected(Error::bad_input(path.toStdString(), "", "there is no such sample"));
  return resource.readAll().toStdString();
}

Result<std::string> read_part(const QString& path, const Task& task) {
  return path.startsWith(":/") ? read_sample(path)
                               : read_file(QFile::encodeName(path).toStdString(), kMaxLessonGraph, task);
}

/// One of the three. A plan, also one within a document, comes with its validation.
struct Outcome {
  std::shared_ptr<const Document> document{};
  std::shared_ptr<const Plan> plan{};
  Validation validation{};
  CheckedLesson lesson{};
};

/// A plan file names its format in its own key; no graph file has that text as a value.
bool looks_like_plan(std::string_view bytes) {
  return bytes.find("\"stowage-plan\"") != std::string_view::npos;
}

Result<Outcome> read_plan_for(const Graph* graph, std::string_view bytes, const std::string& file, const Task& task) {
  if (!graph)
    return tl::unexpected(
        Error::bad_input(file, "", LoaderJob::tr("this is a plan; open its graph first").toStdString()));
  STOWAGE_TRY(Plan plan, read_plan(bytes, file, *graph));
  STOWAGE_TRY(Validation validation, validate(*graph, plan, kMostViolations, task));
  return Outcome{.plan = std::make_shared<const Plan>(std::move(plan)), .validation = std::move(validation)};
}

Result<Outcome> read_lesson_at(const QString& path, std::string_view bytes, const Task& task) {
  const std::string file = path.toStdString();
  const QDir folder = QFileInfo(path).dir();
  const auto open = [&](const std::string& graph) {
    return read_part(QDir::cleanPath(folder.filePath(QString::fromStdString(graph))), task);
  };
  STOWAGE_TRY(Lesson lesson, read_lesson(bytes, file, open, task));
  if (const QString words = words_of_lesson(path); !words.isEmpty()) {
    STOWAGE_TRY(const std::string texts, read_part(words, task));
    STOWAGE_TRY(lesson, read_lesson_words(std::move(lesson), texts, words.toStdString(), task));
  }
  STOWAGE_TRY(CheckedLesson right, checked(std::move(lesson), file, task));
  return Outcome{.lesson = std::move(right)};
}

/// Checks a plan that a file carries like one that comes alone.
Result<Outcome> with_verdict(std::shared_ptr<const Document> document, const Task& task) {
  Outcome out{.document = std::move(document)};
  if (!out.document->plan) return out;
  Result<Validation> validation = validate(*out.document->graph, *out.document->plan, kMostViolations, task);
  if (validation)
    out.validation = *std::move(validation);
  else if (!validation.error().is_final())  // a graph too large to be checked is still one to see
    return tl::unexpected(std::move(validation.error()));
  return out;
}

Result<Outcome> read_any(const QString& path, const ReadOptions& options, const Graph* current, const Task& task) {
  const std::string file = path.toStdString();
  STOWAGE_TRY(const std::string bytes, path.startsWith(":/")
                                           ? read_sample(path)
                                           : read_document_file(QFile::encodeName(path).toStdString(), task));
  if (looks_like_plan(bytes)) return read_plan_for(current, bytes, file, task);
  if (looks_like_lesson(bytes)) return read_lesson_at(path, bytes, task);
  ReadOptions reading = options;
  if (!path.startsWith(":/"))
    reading.open_beside = [&](const std::string& beside) {
      return read_document_file(QFile::encodeName(QString::fromStdString(beside)).toStdString(), task);
    };
  STOWAGE_TRY(Document document, read_document(bytes, file, reading, task));
  STOWAGE_TRY(document, with_bodies_laid_out(std::move(document), task));
  return with_verdict(std::make_shared<const Document>(std::move(document)), task);
}

}  // namespace

std::optional<Error> fault_of_file(const QString& path, const ReadOptions& options, const Task& task) {
  const Result<Outcome> outcome = read_any(path, options, nullptr, task);
  return outcome ? std::nullopt : std::optional(outcome.error());
}

bool is_plan_file(const QString& path) {
  QFile file(path);
  if (path.endsWith(".gz")) return path.endsWith(".plan.json.gz");  // not unpacked only to look
  return file.open(QIODevice::ReadOnly) && looks_like_plan(file.read(64 * 1024).toStdString());
}

LoaderJob::LoaderJob(QObject* parent) : QObject(parent) {
  connect(&worker_, &Worker::progress, this, &LoaderJob::progress);
  connect(&worker_, &Worker::running_changed, this, &LoaderJob::running_changed);
  connect(&worker_, &Worker::failed, this, [this](const Error& error) {
    emit failed(path_, Error::bad_input(path_.toStdString(), "", error.faults.front().reason));
  });
}

void LoaderJob::load(const QString& path, const ReadOptions& options, std::shared_ptr<const Graph> current) {
  path_ = path;
  network_.clear();
  current_ = std::move(current);
  worker_.start([this, path, options, current = current_, stamp = FileStamp::of(path)](const Worker::Run& run) {
    auto outcome = std::make_shared<const Result<Outcome>>(read_any(path, options, current.get(), run.task()));
    run.post([this, path, options, stamp, outcome] {
      if (!*outcome)
        emit failed(path, outcome->error());
      else if ((*outcome)->lesson.lesson)
        emit lesson_loaded(path, (*outcome)->lesson);
      else if ((*outcome)->plan)
        emit plan_loaded(path, *(*outcome)->plan, (*outcome)->validation);
      else
        emit graph_loaded({path, (*outcome)->document, options, (*outcome)->validation, stamp});
    });
  });
}

void LoaderJob::make(const ZooNetwork& network, const ZooOptions& options) {
  path_.clear();
  network_ = text_of(network.title);
  worker_.start([this, network, options](const Worker::Run& run) {
    const auto made = std::make_shared<Result<Graph>>(make_zoo_graph(network, options, run.task()));
    const auto document = std::make_shared<Document>();
    if (*made) document->graph = std::make_shared<const Graph>(*std::move(*made));
    document->format = "stowage-graph";
    run.post([this, made, document] {
      if (document->graph)
        emit graph_loaded({{}, document});
      else
        emit failed({}, made->error());
    });
  });
}

QString LoaderJob::activity() const {
  return path_.isEmpty() ? tr("Making %1…").arg(network_) : tr("Reading %1…").arg(QFileInfo(path_).fileName());
}

QString LoaderJob::cancelled_text() const {
  return path_.isEmpty() ? tr("Making %1 was cancelled.").arg(network_)
                         : tr("Reading %1 was cancelled.").arg(QFileInfo(path_).fileName());
}

}  // namespace stowage
