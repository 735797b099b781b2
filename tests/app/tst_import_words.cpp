// SPDX-License-Identifier: GPL-3.0-or-later
// What readers say of a file can be translated: every phrase in the sources, and all that the samples make them say.
#include <QDirIterator>
#include <QRegularExpression>
#include <QtTest>

#include "app/settings/import_words.h"
#include "core/formats/document.h"
#include "tests/folders.h"
#include "tests/start/test_entry.h"

using namespace stowage;

class ImportWordsTest : public QObject {
  Q_OBJECT

 private slots:
  /// Literals that are given to ImportSummary.
  void sources_say_only_known_phrases() {
    const QString literal = "\"(?:[^\"\\\\]|\\\\.)*\"";
    const QRegularExpression call("(?:ImportKind::|\\W)(?:read|assumed|skipped|unknown),\\s*((?:" + literal +
                                  "\\s*)+)[,)]");
    const QRegularExpression part(literal);
    QDirIterator files(STOWAGE_SOURCE_DIR "/core/formats", {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
    QStringList lacking;
    int seen = 0;
    while (files.hasNext()) {
      QFile file(files.next());
      QVERIFY(file.open(QIODevice::ReadOnly));
      const QString source = QString::fromUtf8(file.readAll());
      for (auto calls = call.globalMatch(source); calls.hasNext();) {
        QString what;
        for (auto parts = part.globalMatch(calls.next().captured(1)); parts.hasNext();)
          what += parts.next().captured().chopped(1).mid(1);
        what.replace("\\\"", "\"");
        ++seen;
        if (!import_phrase(what)) lacking << file.fileName() + ": " + what;
      }
    }
    QVERIFY2(lacking.isEmpty(), qPrintable(lacking.join('\n')));
    QVERIFY(seen > 200);
  }

  void samples_say_only_known_phrases() {
    QStringList lacking;
    int seen = 0;
    for (const char* folder : {"/samples", "/tests/fuzz/seeds"}) {
      for (const QFileInfo& each : QDir(QStringLiteral(STOWAGE_SOURCE_DIR) + folder).entryInfoList(QDir::Files)) {
        const std::string name = each.filePath().toStdString();
        const auto bytes = read_document_file(name);
        const auto read = bytes ? read_document(*bytes, name) : Result<Document>(tl::unexpected(bytes.error()));
        if (!read) continue;  // a part of another file
        for (const ImportEntry& entry : read->summary.entries()) {
          ++seen;
          const QString what = QString::fromStdString(entry.what);
          if (!import_phrase(what)) lacking << each.fileName() + ": " + what;
          QCOMPARE(import_text(what), what);  // without a translation
        }
      }
    }
    QVERIFY2(lacking.isEmpty(), qPrintable(lacking.join('\n')));
    QVERIFY(seen > 50);
  }

  void values_are_kept() {
    const auto phrase = import_phrase("the dump says that its plan needs 512 bytes; the offsets end at 1024");
    QVERIFY(phrase && phrase->values == QStringList({"512", "1024"}));
    QVERIFY(!import_phrase("nobody says this"));
  }
};

STOWAGE_TEST(ImportWordsTest);
#include "tst_import_words.moc"
