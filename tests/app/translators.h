// SPDX-License-Identifier: GPL-3.0-or-later
// Translators for tests: those of a language, the messages of a translator's file, and one that shows which texts were
// translated.
#pragma once

#include <QFile>
#include <QSet>
#include <QTranslator>
#include <QXmlStreamReader>
#include <memory>
#include <mutex>
#include <vector>

#include "app/settings/translation.h"

namespace stowage::test {

/// The program speaks that language until these go.
[[nodiscard]] inline std::vector<std::unique_ptr<QTranslator>> speak(const QString& code) {
  auto out = translators_for(code);
  for (const auto& each : out) QCoreApplication::installTranslator(each.get());
  return out;
}

using Key = std::pair<QString, QString>;  // context and source

struct Message {
  Key key;
  QStringList translations;
  bool finished = false;
};

/// The messages of a translator's file.
inline QList<Message> messages_of(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) qFatal("%s", qPrintable(path));
  QXmlStreamReader xml(&file);
  QList<Message> out;
  QString context;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    if (xml.name() == u"name") context = xml.readElementText();
    if (xml.name() == u"source") out.append({{context, xml.readElementText()}, {}, false});
    if (xml.name() == u"translation") {
      out.last().finished = xml.attributes().value("type").isEmpty();
      const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
      out.last().translations << text;
    }
  }
  if (xml.hasError()) qFatal("%s: %s", qPrintable(path), qPrintable(xml.errorString()));
  return out;
}

/// "Translates" every text of ours by setting it in brackets, and remembers what was asked for.
class Brackets final : public QTranslator {
 public:
  QString translate(const char* context, const char* source, const char* /*disambiguation*/, int) const override {
    const QString where = QString::fromUtf8(context);
    if (where.startsWith('Q') || source == nullptr || *source == '\0') return {};  // Qt's own
    const std::scoped_lock lock(mutex_);                                           // painters draw on any thread
    asked_.insert({where, QString::fromUtf8(source)});
    return QStringLiteral("⟦") + QString::fromUtf8(source) + QStringLiteral("⟧");
  }
  [[nodiscard]] bool isEmpty() const override { return false; }
  [[nodiscard]] QSet<Key> asked() const {
    const std::scoped_lock lock(mutex_);
    return asked_;
  }

 private:
  mutable std::mutex mutex_;
  mutable QSet<Key> asked_;
};

}  // namespace stowage::test
