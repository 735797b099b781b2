// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/file_names.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>

#include "app/settings/format_words.h"
#include "core/formats/document.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::FileNames)
};

constexpr int kLongestBase = 80;  // letters: names of files have at most 255 bytes

/// Core's table of formats speaks English.
[[maybe_unused]] constexpr const char* kFormatTexts[] = {
    QT_TRANSLATE_NOOP("stowage::FileNames", "Stowage graph"),
    QT_TRANSLATE_NOOP("stowage::FileNames", "Interval CSV"),
    QT_TRANSLATE_NOOP("stowage::FileNames", "Allocation trace"),
    QT_TRANSLATE_NOOP("stowage::FileNames", "ONNX model"),
    QT_TRANSLATE_NOOP("stowage::FileNames", "PyTorch CUDA memory snapshot"),
    QT_TRANSLATE_NOOP("stowage::FileNames", "TensorFlow Lite model"),
    QT_TRANSLATE_NOOP("stowage::FileNames", "ExecuTorch program"),
    QT_TRANSLATE_NOOP("stowage::FileNames", "ETDump of an ExecuTorch program"),
    QT_TRANSLATE_NOOP("stowage::FileNames", "XLA buffer assignment"),
    QT_TRANSLATE_NOOP("stowage::FileNames", "JAX and TensorFlow profile"),
    QT_TRANSLATE_NOOP("stowage::FileNames", "XLA text dump"),
    QT_TRANSLATE_NOOP("stowage::FileNames", "torch.compile output"),
    QT_TRANSLATE_NOOP("stowage::FileNames", "Graphviz drawing"),
    QT_TRANSLATE_NOOP("stowage::FileNames", "MindSpore SOMAS dump"),
    QT_TRANSLATE_NOOP("stowage::FileNames", "Linked execution trace"),
    QT_TRANSLATE_NOOP("stowage::FileNames", "PyTorch profiler trace"),
    QT_TRANSLATE_NOOP("stowage::FileNames", "ST Edge AI network"),
    QT_TRANSLATE_NOOP("stowage::FileNames", "MIGraphX listing"),
    QT_TRANSLATE_NOOP("stowage::FileNames",
                      "a drawing: streams, tensors, control edges and groups, and it cannot be read again"),
    QT_TRANSLATE_NOOP("stowage::FileNames", "ids, lifetimes, sizes, alignments and offsets"),
};

/// Of all names that such files have; saved under the usual one.
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
