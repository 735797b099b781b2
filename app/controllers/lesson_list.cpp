// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/controllers/lesson_list.h"

#include <vector>

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QSettings>

#include "app/controllers/file_writer.h"
#include "app/dialogs/dialogs.h"
#include "app/settings/samples.h"
#include "widgets/views/learn/learn_pane.h"

namespace stowage {
namespace {

QString kept_at(const char* folder, QString lesson) {
  return folder + lesson.replace('/', '_').replace('\\', '_');
}

}  // namespace

QString progress_key(const QString& lesson) {
  return kept_at("learn/progress/", lesson);
}

QString finished_key(const QString& lesson) {
  return kept_at("learn/finished/", lesson);
}

LessonList::LessonList(const WindowParts& parts) : QObject(&parts.window), parts_(parts) {
  refresh();
}

/// Adds one menu for each source of lessons.
void LessonList::fill(QMenu& menu) {
  QMenu* of_source = nullptr;
  QString source;
  for (const Sample& lesson : lessons()) {
    if (!of_source || lesson.source != source) {
      of_source = menu.addMenu(QString(source = lesson.source).replace('&', "&&"));
      of_source->menuAction()->setProperty(kListsFiles, true);
      of_source->setToolTipsVisible(true);
    }
    QAction* action = of_source->addAction(QString());
    connect(action, &QAction::triggered, this, [this, path = lesson.path] { emit chosen(path); });
    action->setToolTip(lesson.about);
    action->setStatusTip(lesson.about);
    entries_ << action;
  }
  own_ = menu.addMenu(tr("Your lessons"));
  refresh();
}

void LessonList::refresh() {
  std::vector<LessonItem> items;
  const auto finished = [this](const Sample& each) { return parts_.settings.value(finished_key(each.key)).toString(); };
  const auto entry = [&](const Sample& each) {
    QString text = each.number.isEmpty() ? each.title : each.number + QStringLiteral("  ") + each.title;
    if (!finished(each).isEmpty()) text += QStringLiteral(" ✓");
    return text.replace('&', "&&");
  };
  const auto add = [&](const Sample& each, const QString& source) {
    items.push_back({each.path, each.title, each.about, source, each.number, each.minutes,
                     parts_.settings.value(progress_key(each.key)).toString(), finished(each)});
  };
  qsizetype at = 0;
  for (const Sample& each : lessons()) {
    add(each, each.source);
    if (at < entries_.size()) entries_[at++]->setText(entry(each));
  }
  const auto own = lessons_in(parts_.settings.value("learn/folder").toString());
  for (const Sample& each : own) add(each, tr("Your lessons"));
  if (own_) {
    own_->clear();
    for (const Sample& each : own)
      connect(own_->addAction(entry(each)), &QAction::triggered, this, [this, path = each.path] { emit chosen(path); });
    own_->menuAction()->setVisible(!own.empty());
  }
  parts_.learn.set_lessons(items);
}

void LessonList::set_folder(const QString& path) {
  parts_.settings.setValue("learn/folder", path);
  refresh();
}

void LessonList::choose_folder() {
  parts_.files.choose_source(
      tr("Your lesson folder"), {}, [this](const QStringList& paths) { set_folder(paths.first()); },
      QFileDialog::Directory, parts_.settings.value("learn/folder").toString());
}

}  // namespace stowage
