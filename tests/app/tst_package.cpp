// SPDX-License-Identifier: GPL-3.0-or-later
// The Debian packages and the archive: built from what the build made, installed into a root of their own (unpacked
// somewhere), and used from there.
#include <unistd.h>

#include "tests/cli/program.h"

class PackageTest : public QObject {
  Q_OBJECT

  QTemporaryDir scratch_;
  QMap<QString, QString> packages_;  // files by name
  QString unpacked_;                 // the folder of the archive

  [[nodiscard]] QString root(const QString& path = {}) const { return scratch_.filePath("root" + path); }
  [[nodiscard]] QString field(const QString& package, const QString& name) const {
    return run_program("dpkg-deb", {"--field", packages_.value(package), name}).out.trimmed();
  }
  /// "/usr/bin/stowage-cli": what a package holds, without folders.
  [[nodiscard]] QStringList files(const QString& package) const {
    QStringList out;
    for (const QString& line : run_program("dpkg-deb", {"--contents", packages_.value(package)}).out.split('\n'))
      if (!line.isEmpty() && !line.endsWith('/')) out += line.section(' ', 5, -1, QString::SectionSkipEmpty).mid(1);
    return out;
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
      for (const QString& package : std::as_const(packages_)) {
        const Run unpacked = run_program("dpkg-deb", {"--extract", package, root()});
        QVERIFY2(unpacked.code == 0, qPrintable(unpacked.err));
      }
      return;
    }
    for (const char* folder : {"/var/lib/dpkg/info", "/var/lib/dpkg/updates", "/var/lib/dpkg/triggers"})
      QVERIFY(QDir().mkpath(root(folder)));
    write(root("/var/lib/dpkg/status"), "");
    const Run installed = dpkg(QStringList("--install") + packages_.values());
    QVERIFY2(installed.code == 0, qPrintable(installed.err));
  }

 private slots:
  void initTestCase() {
    for (const char* tool : {"dpkg-deb", "dpkg-shlibdeps", "file"})
      if (QStandardPaths::findExecutable(tool).isEmpty()) QSKIP(qPrintable(QString("%1 is not installed").arg(tool)));
    const Run packed = run_program("cpack", {"--config", STOWAGE_BINARY_DIR "/CPackConfig.cmake", "-B", scratch_.path(),
                                             "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=zstd"});
    QVERIFY2(packed.code == 0, qPrintable(packed.out + packed.err));
    for (const QFileInfo& package : QDir(scratch_.path()).entryInfoList({"*.deb"}))
      packages_[package.fileName().section('_', 0, 0)] = package.filePath();
    for (const char* name : {"stowage", "stowage-cli", "libstowage-dev"}) QVERIFY2(packages_.contains(name), name);
    install();

    const QFileInfoList archives = QDir(scratch_.path()).entryInfoList({"*.tar.gz"});
    QCOMPARE(archives.size(), 1);
    unpacked_ = scratch_.filePath("some where");
    QVERIFY(QDir().mkpath(unpacked_));
    const Run unpacked = run_program("tar", {"-xzf", archives.front().filePath(), "-C", unpacked_});
    QVERIFY2(unpacked.code == 0, qPrintable(unpacked.err));
    const QStringList tops = QDir(unpacked_).entryList(QDir::AllEntries | QDir::NoDotAndDotDot);
    QCOMPARE(tops.size(), 1);
    unpacked_ += "/" + tops.front();
  }

  void they_say_what_they_are() {
    QSet<QString> summaries;
    for (const QString& package : packages_.keys()) {
      QCOMPARE(field(package, "Package"), package);
      QCOMPARE(field(package, "Version").section('-', 0, 0), QString(STOWAGE_VERSION));
      QVERIFY(field(package, "Maintainer").startsWith("Stowage developers"));
      const QStringList description = field(package, "Description").split('\n');
      QVERIFY(description.size() > 3);
      QVERIFY(description.front().size() < 80);
      summaries += description.front();
      QVERIFY2(files(package).contains("/usr/share/doc/" + package + "/copyright"), qPrintable(package));
    }
    QCOMPARE(summaries.size(), packages_.size());
  }
  /// What each needs is named, and nothing that is not here, where it is about to run.
  void they_depend_on_what_they_use() {
    const QMap<QString, QStringList> needed = {
        {"stowage", {"stowage-cli (= " STOWAGE_VERSION ")", "graphviz", "libc6", "libqt6widgets6", "qcustomplot"}},
        {"stowage-cli", {"libc6", "libqt6gui6", "libqt6svg6"}},
        {"libstowage-dev", {"libexpected-dev", "zlib1g-dev"}}};
    for (const auto& [package, names] : needed.asKeyValueRange())
      for (const QString& name : names)
        QVERIFY2(field(package, "Depends").contains(name), qPrintable(package + ": " + field(package, "Depends")));
    for (const QString& package : packages_.keys())
      for (const QString& one : field(package, "Depends").split(", ")) {
        const QString name = one.section(' ', 0, 0);
        if (name.startsWith("qt6-base-abi") || packages_.contains(name)) continue;  // the former is libqt6core6's
        const Run status = run_program("dpkg-query", {"-W", "-f", "${db:Status-Status} ", name});
        QVERIFY2(status.out.contains("installed"), qPrintable(one));
      }
    // A server without a display, and a build machine, need no widgets.
    for (const char* package : {"stowage-cli", "libstowage-dev"})
      for (const char* name : {"libqt6widgets6", "libqt6printsupport6", "qcustomplot"})
        QVERIFY2(!field(package, "Depends").contains(name), qPrintable(field(package, "Depends")));
    QVERIFY(!field("libstowage-dev", "Depends").contains("qt6"));
  }
  void no_file_is_in_two_packages() {
    QSet<QString> seen;
    for (const QString& package : packages_.keys())
      for (const QString& file : files(package)) {
        QVERIFY2(!seen.contains(file), qPrintable(file));
        seen += file;
      }
    QVERIFY(files("libstowage-dev").contains("/usr/include/stowage/stowage.h"));
    QVERIFY(files("stowage-cli").contains("/usr/bin/stowage-cli"));
    QVERIFY(files("stowage").contains("/usr/bin/stowage"));
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

  /// Pages and pictures, wherever a page of the package leads.
  void links_of_its_pages_lead_to_files() {
    static const QRegularExpression link("\\]\\(([^)#\\s]+)[^)]*\\)");
    int followed = 0;
    QDirIterator pages(root("/usr/share/doc/stowage"), {"*.md"}, QDir::Files, QDirIterator::Subdirectories);
    while (pages.hasNext()) {
      const QString page = pages.next(), text = content(page);
      for (auto each = link.globalMatch(text); each.hasNext();) {
        const QString target = each.next().captured(1);
        if (target.contains("://")) continue;
        QVERIFY2(QFileInfo::exists(QFileInfo(page).path() + '/' + target), qPrintable(page + ": " + target));
        ++followed;
      }
    }
    QVERIFY(followed > 50);
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

  /// In a folder of any name: with what infers the shapes of an ONNX model beside it.
  void the_archive_runs_where_it_is_unpacked() {
    const QString program = unpacked_ + "/bin/stowage-cli", samples = unpacked_ + "/share/stowage/samples/";
    const Run info = run_program(program, {"info", samples + "small_classifier.onnx", "--json"});
    QVERIFY2(info.code == 0, qPrintable(info.err));
    QVERIFY(info.json().value("total_bytes").toDouble() > 0);
    const Run beside = run_program(STOWAGE_CLI, {"info", samples + "small_classifier.onnx", "--json"});
    QCOMPARE(info.json().value("total_bytes"), beside.json().value("total_bytes"));
    const QString picture = scratch_.filePath("unpacked.png");
    const Run window =
        run_program(unpacked_ + "/bin/stowage", {"-platform", "offscreen", "--size", "900x700", "--screenshot", picture,
                                                 samples + "training_step.stowage.json"});
    QVERIFY2(window.code == 0, qPrintable(window.err));
    QCOMPARE(QImage(picture).size(), QSize(900, 700));
    // It leaves out Python, whose folder is for the system to say; and nothing in it tells where it was built.
    QStringList cmake;
    for (QDirIterator all(unpacked_, QDirIterator::Subdirectories); all.hasNext();) {
      const QString path = all.next();
      QVERIFY2(!path.mid(unpacked_.size()).contains("python3"), qPrintable(path));
      if (path.endsWith("/Stowage.cmake") || path.endsWith("/StowageConfig.cmake")) cmake << path;
    }
    QCOMPARE(cmake.size(), 2);
    for (const QString& path : cmake)
      QVERIFY2(QFileInfo(path).size() > 0 && !content(path).contains(STOWAGE_SOURCE_DIR), qPrintable(path));
  }

  void they_leave_nothing_behind() {
    if (::geteuid() != 0) QSKIP("only root can install");
    QVERIFY(dpkg(QStringList("--verify") + packages_.keys()).out.isEmpty());  // every file as it was packed
    const Run removed = dpkg(QStringList("--purge") + packages_.keys());
    QVERIFY2(removed.code == 0, qPrintable(removed.err));
    QVERIFY(!QFile::exists(root("/usr")));
  }
};

STOWAGE_TEST(PackageTest);
#include "tst_package.moc"
