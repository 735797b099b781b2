// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/file_names.h"

#include <algorithm>

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include "core/formats/document.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::FileNames)
};

constexpr int kLongestBase = 80;  // letters: names of files have at most 255 bytes

QString translated(std::string_view english) {
  return Text::tr(std::string(english).c_str());
}

/// Lists all names that such files have; the usual one comes first, and files are saved with it.
QString filter_of(const Format& format) {
  return format_title(format) + " (" + name_patterns(format).join(' ') + ')';
}

QString all_files() {
  QStringList patterns;
  for (const Format& format : formats())
    if (format.is_read) patterns += name_patterns(format);
  patterns += {"*.plan.json", "*.json", "*.gz"};  // plans, and graphs by any name
  patterns.removeDuplicates();
  return Text::tr("All supported files (%1)").arg(patterns.join(' '));
}

}  // namespace

QString format_title(const Format& format) {
  return translated(format.title);
}

QString how_to_get(const Format& format) {
  const QString in_language = QStringLiteral(":/translations/formats.%1.md").arg(language_of_words());
  QFile page(QFile::exists(in_language) ? in_language : QStringLiteral(":/translations/formats.en.md"));
  if (!page.open(QIODevice::ReadOnly)) return {};
  const QString heading = "\n## " + text_of(format.id) + '\n';
  return QString::fromUtf8(page.readAll()).section(heading, 1).section(QStringLiteral("\n\n"), 0, 0).trimmed();
}

QString carried_by(const Format& format) {
  return translated(format.carries_only);
}

QStringList name_patterns(const Format& format) {
  QStringList out{'*' + text_of(format.extension)};
  out += text_of(format.patterns).split(' ', Qt::SkipEmptyParts);
  out.removeDuplicates();
  return out;
}

std::optional<FormatUse> use_of(StartTask task) {
  if (task == StartTask::learn) return std::nullopt;
  return task == StartTask::recording ? FormatUse::recording
         : task == StartTask::plan    ? FormatUse::plan
                                      : FormatUse::model;
}

QString open_filters() {
  QStringList filters{all_files()};
  for (const Format& format : formats())
    if (format.is_read) filters += filter_of(format);
  return (filters << plan_filters() << Text::tr("All files (*)")).join(";;");
}

QString open_filters(FormatUse use) {
  const auto name_of_use = [&](const QString& patterns) {
    switch (use) {
      case FormatUse::recording:
        return Text::tr("Recorded heaps (%1)").arg(patterns);
      case FormatUse::plan:
        return Text::tr("Files of compilers and planners (%1)").arg(patterns);
      case FormatUse::model:
        break;
    }
    return Text::tr("Models and graphs (%1)").arg(patterns);
  };
  QStringList patterns, filters;
  for (const Format& format : formats()) {
    if (!format.is_read || format.use != use) continue;
    patterns += name_patterns(format);
    filters += filter_of(format);
  }
  patterns += "*.gz";
  patterns.removeDuplicates();
  filters.prepend(name_of_use(patterns.join(' ')));
  return (filters << all_files() << Text::tr("All files (*)")).join(";;");
}

QString graph_filters() {
  QStringList filters;
  for (const Format& format : formats())
    if (format.write) filters += filter_of(format);
  return filters.join(";;");
}

QString plan_filters() {
  return Text::tr("Plan (*.plan.json *.json)");
}

QString image_filters() {
  return Text::tr("PDF page (*.pdf);;SVG drawing (*.svg);;PNG image (*.png);;EPS drawing (*.eps)");
}

QString series_filters() {
  return Text::tr("PDF, a page each (*.pdf);;PNG images, numbered (*.png);;SVG drawings, numbered (*.svg)");
}

QString suffix_of(const QString& filter) {
  static const QRegularExpression pattern(QStringLiteral("\\*(\\.[^ ;)*]+)"));
  return pattern.match(filter).captured(1);
}

QString with_suffix(const QString& path, const QString& suffix) {
  return QFileInfo(path).suffix().isEmpty() ? (path.endsWith('.') ? path.chopped(1) : path) + suffix : path;
}

QString base_name(const QString& title) {
  QString name = QFileInfo(title).fileName();
  if (name.endsWith(".gz")) name.chop(3);
  QStringList endings{".plan.json", ".json"};
  for (const Format& format : formats()) endings.prepend(text_of(format.extension));
  const auto ending = std::ranges::find_if(endings, [&](const QString& end) { return name.endsWith(end); });
  if (ending != endings.end()) name.chop(ending->size());
  for (QChar& c : name)
    if (!c.isLetterOrNumber() && c != '-' && c != '_' && c != '.') c = '_';
  name.truncate(kLongestBase);
  while (name.startsWith('.')) name.remove(0, 1);  // such files are hidden
  return name.isEmpty() ? QStringLiteral("graph") : name;
}

}  // namespace stowage
