// SPDX-License-Identifier: Apache-2.0
// What a sentence says apart from its wording, which may be improved without touching tests.
#pragma once

#include <functional>

#include <QCoreApplication>
#include <QDebug>
#include <QList>
#include <QRegularExpression>
#include <QStringList>
#include <QTranslator>

namespace stowage::test {

/// What cells of tables say of their rows, in few words.
inline const QString kNotRun = QStringLiteral("not run"), kRunning = QStringLiteral("running…"),
                     kInUse = QStringLiteral("in use"), kFailed = QStringLiteral("failed");

/// The whole numbers of a text in their order, without separators: 4, 5, 512 of "Block 4 of 5 is D: 512 B".
inline QList<qint64> numbers_in(const QString& text) {
  static const QRegularExpression number(R"((?<![\w.])\d[\d,]*(?![\w.]*\d))");
  QList<qint64> out;
  for (auto match = number.globalMatch(text); match.hasNext();) out << match.next().captured().remove(',').toLongLong();
  return out;
}

/// Whether a text has these parts in this order, each as whole words: the names, places and numbers that it must carry.
/// "64" is not part of "1,640". Where they are missing, the text is printed.
inline bool says(const QString& text, const QStringList& parts) {
  QStringList patterns;
  for (const QString& part : parts) {
    const bool begins = part.front().isLetterOrNumber(), ends = part.back().isLetterOrNumber();
    patterns << (begins ? R"((?<!\w)(?<!\d[,.]))" : "") + QRegularExpression::escape(part) +
                    (ends ? R"((?!\w|[,.]\d))" : "");
  }
  const bool found =
      text.contains(QRegularExpression(patterns.join(".*?"), QRegularExpression::DotMatchesEverythingOption |
                                                                 QRegularExpression::UseUnicodePropertiesOption));
  if (!found) qInfo().noquote() << parts << "in this order are not in:\n" + text;
  return found;
}

/// While it lives, the program speaks another language: of each text in its context `translate` makes one of that; an
/// empty one is left as it is.
class Translated final : public QTranslator {
 public:
  using Translate = std::function<QString(const QString& context, const QString& text)>;
  explicit Translated(Translate how) : translate_(std::move(how)) { QCoreApplication::installTranslator(this); }
  ~Translated() override { QCoreApplication::removeTranslator(this); }
  [[nodiscard]] bool isEmpty() const override { return false; }
  [[nodiscard]] QString translate(const char* context, const char* text, const char*, int) const override {
    return translate_(context, QString::fromUtf8(text));
  }

 private:
  Translate translate_;
};

}  // namespace stowage::test
