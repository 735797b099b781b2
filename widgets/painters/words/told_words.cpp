// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/words/told_words.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <optional>
#include <vector>

namespace stowage {
namespace {

constexpr auto kToldContext = "stowage::ExperimentWords";

/// Each %1 stands for a word without blanks.
constexpr const char* kToldPatterns[] = {
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "Table %1"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "Tables %1 and %2"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "Figure %1"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "Figures %1 and %2"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "Figures %1 to %2"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "Section %1"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "section %1"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "sections %1 and %2"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "chapter %1"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "Chapter %1"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "appendix %1"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "Appendix %1"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "Footnote %1"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "batch %1"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "more than %1 s"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "needs the file %1"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "needs the file %1 in a data folder"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "the network is not in the zoo"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "the optimum is not known"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "stopped"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "cancelled"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "the time limit passed"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "not enough memory"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "%1 takes up to %2 tensors, and this graph has %3"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "%1 takes up to %2 unsafe pairs, and this graph has %3"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "%1 takes up to %2 operators, and this graph has %3"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "%1 takes up to %2 choices, and this graph has %3"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "a program takes up to %1 unsafe pairs"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords",
                      "%1 plans a single stream only, and the streams of this graph run side by side"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "%1 does not support contiguous groups"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "%1 does not support tensors with their own alignment"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "%1 found no plan within %2 s (%3 choices)"),
    QT_TRANSLATE_NOOP("stowage::ExperimentWords", "%1 found no order within %2 s"),
};

/// In the reader's words, where a translation has them.
std::optional<QString> told_as_it_is(const QString& english) {
  const QByteArray source = english.toUtf8();
  const QString out = QCoreApplication::translate(kToldContext, source.constData());
  return out == english ? std::nullopt : std::optional(out);
}

std::optional<QString> told_by_pattern(const QString& english) {
  static const auto kExpressions = [] {
    std::vector<QRegularExpression> out;
    for (const char* pattern : kToldPatterns) {
      QString expression = QRegularExpression::escape(QString::fromUtf8(pattern));
      out.emplace_back(QRegularExpression::anchoredPattern(
          expression.replace(QRegularExpression(R"(\\%[123])"), QStringLiteral(R"((\S+))"))));
    }
    return out;
  }();
  for (std::size_t k = 0; k < kExpressions.size(); ++k) {
    const QRegularExpressionMatch match = kExpressions[k].match(english);
    if (!match.hasMatch()) continue;
    QString out = QCoreApplication::translate(kToldContext, kToldPatterns[k]);
    for (int hole = 1; hole <= match.lastCapturedIndex(); ++hole)
      out.replace('%' + QString::number(hole), match.captured(hole));
    return out;
  }
  return std::nullopt;
}

}  // namespace

QString told_words(const QString& english) {
  if (const auto told = told_as_it_is(english)) return *told;
  if (const auto told = told_by_pattern(english)) return *told;
  QStringList parts = english.split(", ");
  if (parts.size() == 1) return english;
  for (QString& part : parts) {
    const auto told = told_as_it_is(part);
    part = told ? *told : told_by_pattern(part).value_or(part);
  }
  return parts.join(", ");
}

std::string told_text(const std::string& english) {
  return told_words(QString::fromStdString(english)).toStdString();
}

}  // namespace stowage
