// SPDX-License-Identifier: GPL-3.0-or-later
// The lessons to choose from, and the files of a course.
#include "app/controllers/lessons.h"

#include <vector>

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include "app/dialogs/dialogs.h"
#include "app/settings/file_names.h"
#include "app/settings/lesson_log.h"
#include "app/settings/samples.h"
#include "core/formats/lesson_json.h"
#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "core/process/solver.h"
#include "widgets/painters/page/experiment_file.h"
#include "widgets/painters/words/told_words.h"
#include "widgets/views/learn/learn_pane.h"
#include "widgets/views/learn/lesson_words.h"

namespace stowage {

void Lessons::refresh_list() {
  std::vector<LessonItem> items;
  const auto add = [&](const Sample& each, const QString& source) {
    items.push_back({each.path, each.title, each.about, source, each.number, each.minutes,
                     parts_.settings.value(progress_key(each.key)).toString(),
                     parts_.settings.value(finished_key(each.key)).toString()});
  };
  for (const Sample& each : lessons()) add(each, each.source);
  for (const Sample& each : lessons_in(parts_.settings.value("learn/folder").toString())) add(each, tr("Your lessons"));
  parts_.learn.set_lessons(items);
}

void Lessons::set_folder(const QString& path) {
  parts_.settings.setValue("learn/folder", path);
  refresh_list();
}

void Lessons::choose_folder() {
  parts_.files.choose_source(
      tr("Your lesson folder"), {}, [this](const QStringList& paths) { set_folder(paths.first()); },
      QFileDialog::Directory, parts_.settings.value("learn/folder").toString());
}

void Lessons::choose_new_lesson() {
  if (!parts_.document.is_open()) return;
  const QString name = base_name(parts_.document.title());
  parts_.files.choose_target(tr("New lesson"), name + ".lesson.json", tr("Lessons (*.json)"),
                             [this](const QString& path) { write_new_lesson(path); });
}

void Lessons::write_new_lesson(const QString& path) {
  if (!parts_.document.is_open()) return;
  const auto graph = parts_.document.graph();
  const auto shown = parts_.planning.shown();
  const LayoutStrategy* strategy = shown ? *shown : find_layout_strategy("so.size.best");
  const auto text = [](const QString& words) { return words.toStdString(); };
  const NewLessonWords words{
      .title = text(tr("A lesson on %1").arg(parts_.document.title())),
      .source = text(tr("Your lessons")),
      .about = text(tr("One sentence on the idea of this lesson.")),
      .first_title = text(tr("First page")),
      .first_text = text(tr("Replace these words in any text editor. **Bold** words and `names` stand out.")),
      .ask_title = text(tr("A question")),
      .ask_text = text(tr("Stowage checks each answer when the lesson is opened.")),
      .question = text(tr("How many bytes are alive at the peak?")),
      .right = text(tr("Say why.")),
      .wrong = text(tr("Give a hint."))};
  // Open it once it is there.
  auto* once = new QObject(this);
  connect(&parts_.files, &FileWriter::written, once, [this, path, once](const QString& done, const QString& reason) {
    if (done != path) return;
    once->deleteLater();
    refresh_list();
    if (reason.isEmpty()) emit file_wanted(path);
  });
  parts_.files.write_bytes(path, [graph, strategy, words] { return new_lesson(*graph, *strategy, words); });
}

void Lessons::choose_result() {
  if (!parts_.learn.session().is_open()) return;
  const QString title = QString::fromStdString(parts_.learn.session().lesson().title);
  parts_.files.choose_target(tr("Save result"), base_name(title) + ".result.json", tr("Results (*.json)"),
                             [this](const QString& path) { write_result(path); });
}

void Lessons::write_result(const QString& path) {
  if (!parts_.learn.session().is_open()) return;
  const Lesson& lesson = parts_.learn.session().lesson();
  const QByteArray bytes = lesson_result(QString::fromStdString(lesson.title), QString::fromStdString(lesson.source),
                                         static_cast<int>(lesson.question_count()),
                                         lesson_tries(parts_.settings, QString::fromStdString(lesson.key)),
                                         QCoreApplication::applicationVersion(), QDateTime::currentDateTime());
  parts_.files.write_bytes(path, [bytes]() -> Result<std::string> { return bytes.toStdString(); });
}

void Lessons::keep_answer() {
  const LessonSession& session = parts_.learn.session();
  const PageOutcome& outcome = session.outcome();
  const Question& question = *session.page().question;
  const char* state = outcome.state == PageOutcome::State::right   ? "right"
                      : outcome.state == PageOutcome::State::shown ? "shown"
                                                                   : "wrong";
  add_lesson_try(parts_.settings, QString::fromStdString(session.lesson().key),
                 {.page = static_cast<int>(session.page_number()) + 1,
                  .question = plain_words(question.text),
                  .answer = answer_text(question, *outcome.answer, *session.page().graph),
                  .outcome = QLatin1String(state),
                  .at = QDateTime::currentDateTimeUtc()});
}

void Lessons::choose_slides() {
  if (!parts_.learn.session().is_open()) return;
  const QString title = QString::fromStdString(parts_.learn.session().lesson().title);
  parts_.files.choose_series(tr("Export lesson"), base_name(title) + ".pdf",
                             [this](const QString& path) { export_pages(path); });
}

void Lessons::export_pages(const QString& name) {
  if (!parts_.learn.session().is_open()) return;
  parts_.files.write_series(
      name, [lesson = parts_.learn.session().checked_lesson()](const std::string& path, const Task& task) {
        return stowage::export_lesson(path, lesson, lesson_slide(), task);
      });
}

void Lessons::show_experiments() {
  const auto save = [this](const std::vector<ExperimentResult>& results, bool full) {
    const QString filters = tr("Web page (*.html);;PDF (*.pdf);;Markdown (*.md);;LaTeX (*.tex);;CSV (*.csv)");
    parts_.files.choose_target(
        tr("Export experiments"), "experiments.html", filters, [this, results, full](const QString& path) {
          parts_.files.write_bytes(path, [=]() -> Result<std::string> {
            auto setting =
                setting_here(QCoreApplication::applicationVersion().toStdString(), solver_of_environment(), full);
            setting.words = told_text;
            return experiment_file(results, setting, QFileInfo(path).suffix().toLower().toStdString());
          });
        });
  };
  const auto choose_folder = [this](const std::function<void(const QString&)>& chosen) {
    parts_.files.choose_source(
        tr("Folder of lifetimes that other programs recorded"), {},
        [chosen](const QStringList& paths) { chosen(paths.first()); }, QFileDialog::Directory);
  };
  const QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation));
  folder.mkpath(QStringLiteral("."));
  stowage::show_experiments(&parts_.window, {save, choose_folder, folder.filePath("experiments.json").toStdString()});
}

}  // namespace stowage
