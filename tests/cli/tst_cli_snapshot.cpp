// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.h"
#include "tests/support/pickles.h"

using namespace stowage::test;

/// Memory snapshots on the command line: one device is read, and which one can be said.
class CliSnapshotTest : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;

  /// A heap of `size` bytes on each device, all there is in the old list of segments.
  static PickleText heap(int device, int size) {
    const PickleText block{
        {"address", 1 << 20}, {"size", size}, {"requested_size", size}, {"state", "active_allocated"}};
    return {{"device", device},
            {"address", 1 << 20},
            {"total_size", size},
            {"stream", 0},
            {"blocks", PickleText::list({block})}};
  }

 private slots:
  void the_device_is_chosen() {
    const PickleText both = PickleText::list({heap(0, 512), heap(1, 1024)});
    const QString file = write(dir_.filePath("both.pickle"), QByteArray::fromStdString(both.file()));
    for (const auto& [device, bytes] : {std::pair("0", 512), std::pair("1", 1024)}) {
      const QJsonObject info = stowage_cli({"info", file, "--device", device, "--json"}).json();
      QCOMPARE(info["total_bytes"].toInt(), bytes);
      QCOMPARE(stowage_cli({"plan", file, "--device", device, "--json"}).json()["lower_bound"].toInt(), bytes);
    }
    const QString one = stowage_cli({"info", file, "--device", "0"}).out;
    QVERIFY2(QRegularExpression("read +1  allocation\n").match(one).hasMatch(), qPrintable(one));
    QVERIFY2(QRegularExpression("read +1  block in use\n").match(one).hasMatch(), qPrintable(one));
    const Run neither = stowage_cli({"info", file, "--device", "7"});
    QCOMPARE(neither.code, 3);
    QVERIFY2(neither.err.contains("there is no device 7; there are 0, 1"), qPrintable(neither.err));
  }
};

QTEST_GUILESS_MAIN(CliSnapshotTest)
#include "tst_cli_snapshot.moc"
