// SPDX-License-Identifier: GPL-3.0-or-later
// What the desktop is told of the program: checked by the desktop's own tools where they are installed.
#include <QMimeDatabase>
#include <QPainter>
#include <QSvgRenderer>

#include "app/settings/file_names.h"
#include "core/formats/document.h"
#include "tests/cli/program.h"
#include "tests/gui/pictures.h"

using namespace stowage;

namespace {

const QString kId = QStringLiteral("io.github.stowage.Stowage");
const QString kFolder = QStringLiteral(STOWAGE_SOURCE_DIR "/resources/");

/// An attribute of all elements of that name.
QStringList attributes(const QString& file, const QString& element, const QString& name) {
  QStringList values;
  QXmlStreamReader xml(content(file));
  while (!xml.atEnd())
    if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == element)
      values += xml.attributes().value(name).toString();
  return values;
}

/// A home of the user's own with the MIME types of the resources. Made before the MIME database is first asked.
QTemporaryDir& home() {
  static QTemporaryDir folder;
  return folder;
}

}  // namespace

class ResourcesTest : public QObject {
  Q_OBJECT

  /// Fails with what the tool prints; skips where it is not installed.
  static void verify_with(const QString& tool, const QStringList& arguments) {
    if (QStandardPaths::findExecutable(tool).isEmpty()) QSKIP(qPrintable(tool + " is not installed"));
    const Run run = run_program(tool, arguments);
    QVERIFY2(run.code == 0, qPrintable(run.out + run.err));
  }

 public:
  static void initMain() {
    const QDir folder(home().path());
    folder.mkpath("mime/packages");
    QFile::copy(kFolder + kId + ".xml", folder.filePath("mime/packages/" + kId + ".xml"));
    qputenv("XDG_DATA_HOME", folder.path().toUtf8());
    QProcess::execute("update-mime-database", {folder.filePath("mime")});
  }

 private slots:
  void the_desktop_entry_is_valid() { verify_with("desktop-file-validate", {kFolder + kId + ".desktop"}); }
  void the_metainfo_is_valid() {
    verify_with("appstreamcli", {"validate", "--no-net", kFolder + kId + ".metainfo.xml"});
  }

  void the_mime_types_are_valid() {
    if (QStandardPaths::findExecutable("update-mime-database").isEmpty()) QSKIP("shared-mime-info is not installed");
    QVERIFY(QFile::exists(home().filePath("mime/application/x-stowage-graph+json.xml")));
    QVERIFY(QFile::exists(home().filePath("mime/application/x-stowage-plan+json.xml")));
    verify_with("update-mime-database", {home().filePath("mime")});
  }
  void a_file_is_known_by_its_name_and_by_its_content_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("type");
    const QByteArray graph = R"({"format": "stowage-graph", "version": 1})";
    const QString graph_type = "application/x-stowage-graph+json", plan_type = "application/x-stowage-plan+json";
    QTest::newRow("graph by name") << "a.stowage.json" << QByteArray() << graph_type;
    QTest::newRow("plan by name") << "a.plan.json" << QByteArray() << plan_type;
    QTest::newRow("trace by name") << "a.alloc.jsonl" << QByteArray() << "application/x-stowage-alloc-trace+jsonl";
    QTest::newRow("model by name") << "a.onnx" << QByteArray() << "application/x-onnx";
    QTest::newRow("graph by content") << "a" << graph << graph_type;
    QTest::newRow("graph on lines") << "a" << QByteArray("{\n  \"format\": \"stowage-graph\"\n}") << graph_type;
    QTest::newRow("plan by content") << "a" << QByteArray(R"({"format": "stowage-plan", "version": 1})") << plan_type;
    QTest::newRow("other JSON") << "a.json" << QByteArray(R"({"format": "other"})") << "application/json";
    QTest::newRow("a text about graphs") << "a" << QByteArray("of \"stowage-graph\"") << "text/plain";
  }
  void a_file_is_known_by_its_name_and_by_its_content() {
    if (QStandardPaths::findExecutable("update-mime-database").isEmpty()) QSKIP("shared-mime-info is not installed");
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QTEST(QMimeDatabase().mimeTypeForFileNameAndData(name, content).name(), "type");
  }
  void every_sample_is_a_stowage_graph() {
    if (QStandardPaths::findExecutable("update-mime-database").isEmpty()) QSKIP("shared-mime-info is not installed");
    const QFileInfoList samples = QDir(STOWAGE_SOURCE_DIR "/samples").entryInfoList({"*.stowage.json"});
    QVERIFY(samples.size() >= 5);
    for (const QFileInfo& sample : samples) {
      const QMimeType type = QMimeDatabase().mimeTypeForData(content(sample.filePath()));
      QVERIFY2(type.name() == "application/x-stowage-graph+json", qPrintable(sample.filePath() + ": " + type.name()));
      QVERIFY(type.inherits("application/json"));
    }
  }

  /// The start page, and the lists for readers in both languages, tell of the same samples in the same words.
  void the_index_of_samples_is_what_the_lists_say() {
    const QDir folder(STOWAGE_SOURCE_DIR "/samples");
    const QJsonArray index = QJsonDocument::fromJson(content(folder.filePath("index.json"))).array();
    QVERIFY(index.size() >= 8);
    QStringList listed;
    for (const QJsonValue& each : index) {
      const QString file = each["file"].toString();
      listed += file;
      for (const char* language : {"en", "zh_CN"}) {
        const QString title = each["title"][language].toString();
        QVERIFY2(!title.isEmpty() && !title.contains('_'), qPrintable(file));  // a name for people
      }
    }
    for (const auto& [list, language] : {std::pair("README.md", "en"), std::pair("README.zh_CN.md", "zh_CN")}) {
      QStringList expected, rows;
      for (const QJsonValue& each : index)
        expected += QStringLiteral("- `%1`: %2").arg(each["file"].toString(), each["about"][language].toString());
      for (const QString& line : QString::fromUtf8(content(folder.filePath(list))).split('\n'))
        if (line.startsWith("- `")) rows += line;
      rows.sort();
      expected.sort();
      QCOMPARE(rows, expected);
    }
    QStringList files = folder.entryList(QDir::Files);
    files.removeIf([](const QString& name) { return name.startsWith("README") || name == "index.json"; });
    listed.sort();
    QCOMPARE(listed, files);
  }

  /// A format with an ending of its own has a type; endings that other programs' files have, too, are not claimed.
  void the_types_are_those_of_the_formats() {
    const QStringList shared{"*.csv", "*.json", "*.jsonl", "*.pickle",      "*.pkl",           "*.pb", "*.ir",
                             "*.txt", "*.log",  "*.dot",   "*.linked.json", "*.pt.trace.json", "*.py", "*_c_info.json"};
    const QStringList globs = attributes(kFolder + kId + ".xml", "glob", "pattern");
    QStringList ours{"*.plan.json"};
    for (const Format& format : formats()) {
      const QStringList patterns = name_patterns(format);
      ours += patterns;
      const QString& usual = patterns.first();
      QVERIFY2(globs.contains(usual) != shared.contains(usual), qPrintable(usual));
    }
    for (const QString& glob : globs) QVERIFY2(ours.contains(glob) && !shared.contains(glob), qPrintable(glob));
  }

  void they_speak_of_the_same_things() {
    // QSettings would take the semicolons for comments.
    const QStringList lines = QString::fromUtf8(content(kFolder + kId + ".desktop")).split('\n');
    QVERIFY(lines.contains("Exec=stowage %F"));
    QVERIFY(lines.contains("Icon=" + kId));
    const QString mime = kFolder + kId + ".xml";
    const QStringList types = attributes(mime, "mime-type", "type");
    QVERIFY(types.size() >= 3);
    QVERIFY(lines.contains("MimeType=" + types.join(';') + ';'));
    for (const QString& icon : attributes(mime, "icon", "name"))
      QVERIFY(QFile::exists(kFolder + "icons/" + icon + ".svg"));
    const QByteArray text = content(kFolder + kId + ".metainfo.xml");
    QVERIFY(text.contains("<id>" + kId.toUtf8() + "</id>"));
    QVERIFY(text.contains("<release version=\"" STOWAGE_VERSION "\""));
    for (const QString& type : types) QVERIFY(text.contains("<mediatype>" + type.toUtf8() + "</mediatype>"));
  }

  void every_icon_can_be_drawn() {
    const QFileInfoList icons = QDir(kFolder + "icons").entryInfoList({"*.svg"});
    QVERIFY(icons.size() >= 5);
    for (const QFileInfo& icon : icons) {
      QSvgRenderer renderer(icon.filePath());
      QVERIFY2(renderer.isValid(), qPrintable(icon.filePath()));
      QImage image(32, 32, QImage::Format_ARGB32_Premultiplied);
      image.fill(Qt::transparent);
      QPainter painter(&image);
      renderer.render(&painter);
      painter.end();
      const auto is_seen = [](QRgb colour) { return qAlpha(colour) > 128; };
      QVERIFY2(std::ranges::any_of(colours_in(image), is_seen), qPrintable(icon.filePath()));
    }
  }
};

STOWAGE_GUI_TEST(ResourcesTest);
#include "tst_resources.moc"
