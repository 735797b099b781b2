// SPDX-License-Identifier: GPL-3.0-or-later
// The Debian package: built from what the build made, installed into a root of its own, and used from there.
#include <unistd.h>

#include <QImage>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/program.h"
#include "tests/folders.h"
#include "tests/start/test_entry.h"

using stowage::test::Run;
using stowage::test::run_program;
using stowage::test::write;

class PackageTest : public QObject {
  Q_OBJECT

  QTemporaryDir scratch_;
  QString package_;

  [[nodiscard]] QString root(const QString& path = {}) const { return scratch_.filePath("root" + path); }
  [[nodiscard]] QString field(const QString& name) const {
    return run_program("dpkg-deb", {"--field", package_, name}).out.trimmed();
  }
  /// dpkg on a root of its own: its database is empty, so what the package depends on is not asked for.
  [[nodiscard]] Run dpkg(const QStringList& arguments) const {
    return run_program(
        "dpkg",
        QStringList{"--root=" + root(), "--force-depends", "--log=" + scratch_.filePath("dpkg.log")} + arguments);
  }
  /// Unpacks as a user may, and installs as only root can.
  void install() {
    if (::geteuid() != 0) {
      const Run unpacked = run_program("dpkg-deb", {"--extract", package_, root()});
      QVERIFY2(unpacked.code == 0, qPrintable(unpacked.err));
      return;
    }
    for (const char* folder : {"/var/lib/dpkg/info", "/var/lib/dpkg/updates", "/var/lib/dpkg/triggers"})
      QVERIFY(QDir().mkpath(root(folder)));
    write(root("/var/lib/dpkg/status"), "");
    const Run installed = dpkg({"--install", package_});
    QVERIFY2(installed.code == 0, qPrintable(installed.err));
  }

 private slots:
  void initTestCase() {
    for (const char* tool : {"dpkg-deb", "dpkg-shlibdeps", "file"})
      if (QStandardPaths::findExecutable(tool).isEmpty()) QSKIP(qPrintable(QString("%1 is not installed").arg(tool)));
    const Run packed = run_program("cpack", {"--config", STOWAGE_BINARY_DIR "/CPackConfig.cmake", "-B", scratch_.path(),
                                             "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip"});
    QVERIFY2(packed.code == 0, qPrintable(packed.out + packed.err));
    const QFileInfoList packages = QDir(scratch_.path()).entryInfoList({"*.deb"});
    QCOMPARE(packages.size(), 1);
    package_ = packages.front().filePath();
    install();
  }

  void it_says_what_it_is() {
    QCOMPARE(field("Package"), QString("stowage"));
    QCOMPARE(field("Version").section('-', 0, 0), QString(STOWAGE_VERSION));
    QVERIFY(field("Maintainer").startsWith("Stowage developers"));
    const QStringList description = field("Description").split('\n');
    QVERIFY(description.size() > 3);
    QVERIFY(description.front().size() < 80);
  }
  /// What it needs is named, and nothing that is not here, where it is about to run.
  void it_depends_on_what_it_uses() {
    const QString depends = field("Depends");
    for (const char* needed : {"graphviz", "libc6", "libqt6widgets6", "libqt6svg6", "qcustomplot"})
      QVERIFY2(depends.contains(needed), qPrintable(depends));
    for (const QString& one : depends.split(", ")) {
      QString name = one.section(' ', 0, 0);
      if (name.startsWith("qt6-base-abi")) continue;  // provided by libqt6core6
      const Run status = run_program("dpkg-query", {"-W", "-f", "${db:Status-Status} ", name});
      QVERIFY2(status.out.contains("installed"), qPrintable(one));
    }
  }
  void its_files_are_where_the_desktop_looks() {
    const QString id = "io.github.stowage.Stowage";
    for (const QString file :
         {"bin/stowage", "bin/stowage-cli", "share/applications/ID.desktop", "share/metainfo/ID.metainfo.xml",
          "share/mime/packages/ID.xml", "share/icons/hicolor/scalable/apps/ID.svg",
          "share/icons/hicolor/scalable/mimetypes/ID.document.svg", "share/doc/stowage/copyright",
          "share/doc/stowage/LICENSES/GPL-3.0-or-later.txt", "share/doc/stowage/LICENSES/Apache-2.0.txt"})
      QVERIFY2(QFile::exists(root("/usr/" + QString(file).replace("ID", id))), qPrintable(file));
    for (const QString folder : {"/samples", "/samples/lessons", "/samples/lessons/zh_CN"}) {
      const QStringList files = QDir(STOWAGE_SOURCE_DIR + folder).entryList(QDir::Files);
      QVERIFY(!files.isEmpty());
      QCOMPARE(QDir(root("/usr/share/stowage" + folder)).entryList(QDir::Files), files);
    }
  }

  void the_command_line_runs() {
    const QString program = root("/usr/bin/stowage-cli"),
                  sample = root("/usr/share/stowage/samples/somas_figure_2.stowage.json");
    const Run help = run_program(program, {"--help"});
    QCOMPARE(help.code, 0);
    QVERIFY(help.out.contains("render"));
    const Run info = run_program(program, {"info", sample, "--json"});
    QCOMPARE(info.code, 0);
    QCOMPARE(info.json().value("operators").toInt(), 8);
    QCOMPARE(info.json().value("streams").toInt(), 3);
    const QString drawing = scratch_.filePath("map.svg");
    QCOMPARE(run_program(program, {"render", sample, "-o", drawing}).code, 0);
    QVERIFY(QFileInfo(drawing).size() > 1000);
  }
  void the_window_opens_a_sample() {
    const QString picture = scratch_.filePath("window.png");
    qputenv("HOME", scratch_.path().toUtf8());
    const Run run = run_program(root("/usr/bin/stowage"),
                                {"-platform", "offscreen", "--theme", "light", "--size", "1400x900", "--screenshot",
                                 picture, root("/usr/share/stowage/samples/training_step.stowage.json")});
    QVERIFY2(run.code == 0, qPrintable(run.err));
    const QImage image(picture);
    QCOMPARE(image.size(), QSize(1400, 900));
    QHash<QRgb, int> pixels;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) ++pixels[image.pixel(x, y)];
    for (const QRgb stream :
         {0xffe69f00, 0xff56b4e9, 0xff009e73})  // Okabe and Ito's first three, as the map draws them
      QVERIFY2(pixels[stream] > 5'000, qPrintable(QString::number(pixels[stream])));
  }

  void it_leaves_nothing_behind() {
    if (::geteuid() != 0) QSKIP("only root can install");
    QVERIFY(dpkg({"--verify", "stowage"}).out.isEmpty());  // every file as it was packed
    const Run removed = dpkg({"--purge", "stowage"});
    QVERIFY2(removed.code == 0, qPrintable(removed.err));
    QVERIFY(!QFile::exists(root("/usr")));
  }
};

STOWAGE_TEST(PackageTest);
#include "tst_package.moc"
