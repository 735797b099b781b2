// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/samples.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <algorithm>

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::Samples)
};

/// What a list of samples says of each: "- `lifetimes.csv`: …".
void read_descriptions(const QDir& folder, const QString& list, QHash<QString, QString>& about) {
  QFile file(folder.filePath(list));
  if (!file.open(QIODevice::ReadOnly)) return;
  static const QRegularExpression line(QStringLiteral("^- `([^`]+)`: (.+)$"), QRegularExpression::MultilineOption);
  for (auto it = line.globalMatch(QString::fromUtf8(file.readAll())); it.hasNext();) {
    const QRegularExpressionMatch match = it.next();
    about.insert(match.captured(1), match.captured(2));
  }
}

/// By file name, in the reader's language where its list has the sample.
QHash<QString, QString> described_samples(const QDir& folder) {
  QHash<QString, QString> about;
  read_descriptions(folder, QStringLiteral("README.md"), about);
  //: The list of samples in your language, in the folder of the samples.
  read_descriptions(folder, Text::tr("README.md"), about);
  return about;
}

/// Empty where there is none.
QJsonObject object_in(const QString& path) {
  if (path.isEmpty()) return {};
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

/// What shows most first, then the figures of the papers, then what is large or plain.
constexpr const char* kOrder[] = {
    "training_step.stowage.json",
    "somas_figure_2.stowage.json",
    "somas_figure_6.stowage.json",
    "somas_figure_7.stowage.json",
    "olla_figure_3.stowage.json",
    "olla_figure_4.stowage.json",
    "roam_figure_2.stowage.json",
    "loop_convolution.stowage.json",
    "loop_nested.stowage.json",
    "medium.stowage.json",
    "lifetimes.csv",
    "inference.alloc.jsonl",
    "small_classifier.onnx",
    "tiny_network.tflite",
    "two_layers.hlo.pb",
    "serving.pickle",
    "two_streams_somas_initial_info_0.ir",
    "two_streams.linked.json",
    "step.pt.trace.json",
};

QStringList in_order(const QStringList& names) {
  QStringList ordered;
  for (const char* name : kOrder)
    if (names.contains(QLatin1String(name))) ordered += QLatin1String(name);
  for (const QString& name : names)
    if (!ordered.contains(name)) ordered += name;
  return ordered;
}

std::vector<Sample> find_samples() {
  std::vector<Sample> found;
  const QDir folder(QStringLiteral(":/samples"));
  const QHash<QString, QString> about = described_samples(folder);
  for (const QString& name : in_order(folder.entryList(QDir::Files, QDir::Name))) {
    if (name.startsWith(QStringLiteral("README"))) continue;
    const QString path = folder.filePath(name);
    const QJsonObject root = object_in(path);
    found.push_back({.path = path,
                     .title = root.value("name").toString(name.section('.', 0, 0)),
                     .about = about.value(name, root.value("about").toString()),
                     .key = {}});
  }
  return found;
}

}  // namespace

std::vector<Sample> lessons() {
  std::vector<Sample> found;
  const QDir folder(QStringLiteral(":/samples/lessons"));
  QStringList names = folder.entryList({"*.json"}, QDir::Files, QDir::Name);
  std::ranges::stable_sort(names, {}, [](const QString& name) { return name.section('_', 0, 0).toInt(); });
  for (const QString& name : names) {
    const QString path = folder.filePath(name);
    const QJsonObject lesson = object_in(path), words = object_in(words_of_lesson(path));
    const QString title = lesson.value("title").toString(name);
    found.push_back({.path = path,
                     .title = words.value("title").toString(title),
                     .about = words.value("about").toString(lesson.value("about").toString()),
                     .key = title});
  }
  return found;
}

QString words_of_lesson(const QString& path) {
  const QFileInfo lesson(path);
  //: The folder, beside a lesson, in which its words in your language are: zh_CN, fr …
  const QString words = lesson.dir().filePath(Text::tr("en") + '/' + lesson.fileName());
  return QFileInfo::exists(words) ? words : QString();
}

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = find_samples();
  return all;
}

}  // namespace stowage
