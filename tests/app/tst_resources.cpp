// SPDX-License-Identifier: GPL-3.0-or-later
// What the desktop is told of the program: checked by the desktop's own tools where they are installed.
#include <QPainter>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QXmlStreamReader>
#include <QtTest>

namespace {

const QString kId = QStringLiteral("io.github.stowage.Stowage");
const QString kFolder = QStringLiteral(STOWAGE_SOURCE_DIR "/resources/");

/// An attribute of the first element of that name.
QString attribute(const QString& file, const QString& element, const QString& name) {
  QFile device(file);
  if (!device.open(QIODevice::ReadOnly)) return {};
  QXmlStreamReader xml(&device);
  while (!xml.atEnd())
    if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == element)
      return xml.attributes().value(name).toString();
  return {};
}

}  // namespace

class ResourcesTest : public QObject {
  Q_OBJECT

  /// Fails with what the tool prints; skips where it is not installed.
  static void verify_with(const QString& tool, const QStringList& arguments) {
    if (QStandardPaths::findExecutable(tool).isEmpty()) QSKIP(qPrintable(tool + " is not installed"));
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(tool, arguments);
    QVERIFY(process.waitForFinished());
    const QByteArray said = process.readAll();
    QVERIFY2(process.exitCode() == 0, said.constData());
  }

 private slots:
  void the_desktop_entry_is_valid() { verify_with("desktop-file-validate", {kFolder + kId + ".desktop"}); }
  void the_metainfo_is_valid() {
    verify_with("appstreamcli", {"validate", "--no-net", kFolder + kId + ".metainfo.xml"});
  }

  void they_speak_of_the_same_things() {
    const QSettings entry(kFolder + kId + ".desktop", QSettings::IniFormat);
    QCOMPARE(entry.value("Desktop Entry/Exec").toString(), QString("stowage %F"));
    QCOMPARE(entry.value("Desktop Entry/Icon").toString(), kId);
    const QString type = attribute(kFolder + kId + ".xml", "mime-type", "type");
    QVERIFY(!type.isEmpty());
    // An INI reader takes the semicolon for a comment, and so drops it.
    QCOMPARE(entry.value("Desktop Entry/MimeType").toString().remove(';'), type);
    QCOMPARE(attribute(kFolder + kId + ".xml", "glob", "pattern"), QString("*.stowage.json"));
    QFile metainfo(kFolder + kId + ".metainfo.xml");
    QVERIFY(metainfo.open(QIODevice::ReadOnly));
    const QByteArray text = metainfo.readAll();
    QVERIFY(text.contains("<id>" + kId.toUtf8() + "</id>"));
    QVERIFY(text.contains(type.toUtf8()));
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
      bool drawn = false;
      for (int y = 0; y < 32; ++y)
        for (int x = 0; x < 32; ++x) drawn = drawn || qAlpha(image.pixel(x, y)) > 128;
      QVERIFY2(drawn, qPrintable(icon.filePath()));
    }
  }
};

QTEST_MAIN(ResourcesTest)
#include "tst_resources.moc"
