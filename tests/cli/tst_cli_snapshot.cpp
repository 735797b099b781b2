// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.h"
#include "tests/gui/words.h"
#include "tests/start/test_entry.h"
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
    return {{"device", device}, {"address", 1 << 20}, {"total_size", size}, {"stream", 0}, {"blocks", list({block})}};
  }

 private slots:
  void the_device_is_chosen() {
    const PickleText both = list({heap(0, 512), heap(1, 1024)});
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
    QVERIFY(says(neither.err, {"error: " + file + ": ", "7", "0", "1"}));
  }

  /// The allocator had three segments of 42 MiB at most. Its addresses end elsewhere, which nobody needed.
  void a_recorded_plan_needs_what_was_reserved() {
    const QString file = sample("serving.pickle");
    const QJsonObject checked = stowage_cli({"check", file, "--json", "--budget", "42MiB"}).json();
    QCOMPARE(checked["footprint"].toInt(), 42 << 20);
    QCOMPARE(checked["budget_kept"].toBool(), true);
    QCOMPARE(checked["gap"].toDouble(), double(42 << 20) / checked["lower_bound"].toDouble() - 1);
    const QJsonObject planned = stowage_cli({"plan", file, "--json"}).json();
    QCOMPARE(planned["as_in_file"].toObject()["footprint"].toInt(), 42 << 20);
    const QString row = stowage_cli({"plan", file}).out.section('\n', 1, 1);
    QVERIFY(row.contains("44,040,192") && !row.contains('%'));  // the bound is of plans for any order of the streams
  }

  /// The last of 31 events asks for 64 MiB of a device that has 9 left; 9 of the 42 reserved are in use.
  void a_failed_request_is_described_and_drawn() {
    const QString file = sample("serving.pickle");
    const QJsonArray failures = stowage_cli({"info", file, "--json"}).json()["out_of_memory"].toArray();
    QCOMPARE(failures.size(), 1);
    const QJsonObject failure = failures[0].toObject();
    QCOMPARE(failure["requested"].toInt(), 64 << 20);
    QCOMPARE(failure["device_free"].toInt(), 9 << 20);
    QCOMPARE(failure["reserved"].toInt(), 42 << 20);
    QCOMPARE(failure["free"].toInt(), (42 - 9) << 20);
    QVERIFY(failure["largest_free_block"].toInt() <= failure["free"].toInt());
    QCOMPARE(failure["pending_frees"].toInt(-1), 0);
    const QString text = stowage_cli({"info", file}).out.section("out of memory at event 31", 1);
    QVERIFY2(says(text, {"64.0 MiB", "9.00 MiB", "33.0 MiB", "14.0 MiB", "pending"}), qPrintable(text));
    const QString image = dir_.filePath("recorded.svg");
    QCOMPARE(stowage_cli({"render", file, "--view", "recorded", "-o", image}).code, 0);
    QVERIFY(content(image).contains("Event 31 of"));
    QVERIFY(!stowage_cli({"info", sample("lifetimes.csv"), "--json"}).json().contains("out_of_memory"));
  }

  /// Two streams, and an address that the second reuses after the first gave it back: nothing tells the second stream
  /// to wait, so a plan needs the bytes of both unless the host's order is taken for granted.
  void streams_that_nothing_orders_share_no_bytes() {
    const auto event = [](const char* action, int address, int stream) -> PickleText {
      return {{"action", action}, {"addr", address}, {"size", 1024}, {"stream", stream}, {"frames", list({})}};
    };
    const PickleText snapshot{
        {"segments", list({})},
        {"device_traces",
         list({list({event("alloc", 4096, 0), event("free_requested", 4096, 0), event("free_completed", 4096, 0),
                     event("alloc", 4096, 9), event("free_requested", 4096, 9), event("free_completed", 4096, 9)})})}};
    const QString file = write(dir_.filePath("streams.pickle"), QByteArray::fromStdString(snapshot.file()));
    const QJsonObject apart = stowage_cli({"info", file, "--json"}).json();
    QCOMPARE(apart["streams"].toInt(), 2);
    QCOMPARE(apart["unsafe_pairs"].toInt(), 1);
    const QJsonObject in_turn = stowage_cli({"info", file, "--serial-streams", "--json"}).json();
    QCOMPARE(in_turn["streams"].toInt(), 2);
    QCOMPARE(in_turn["unsafe_pairs"].toInt(), 0);

    // Their lifetimes do not overlap in the host's order: an execution in which they do is the evidence.
    const QStringList pair = stowage_cli({"safety", file, "--pairs"}).out.trimmed().split(' ');
    QCOMPARE(pair.size(), 2);
    const Run why = stowage_cli({"explain", file, pair[0], pair[1]});
    QVERIFY2(why.out.startsWith("unsafe") && why.out.contains("start ") && !why.out.contains("lifetimes"),
             qPrintable(why.out));

    // What the allocator did is safe in its own order, and no bound of ours is one of it.
    QCOMPARE(stowage_cli({"check", file}).code, 0);
    const QJsonObject plan = stowage_cli({"plan", file, "--json"}).json();
    QCOMPARE(plan["lower_bound"].toInt(), 2048);
    QCOMPARE(plan["results"][0]["footprint"].toInt(), 2048);
    QCOMPARE(plan["as_in_file"]["footprint"].toInt(), 1024);
    QCOMPARE(plan["as_in_file"]["valid"].toBool(), true);
    QCOMPARE(plan["as_in_file"]["serial_streams"].toBool(), true);
    QCOMPARE(plan["as_in_file"]["saved_by_best"].toInt(), -1024);
    QCOMPARE(stowage_cli({"plan", file, "--serial-streams", "--json"}).json()["lower_bound"].toInt(), 1024);

    // A plan for streams that take turns says so in its file: it is safe in the host's order alone.
    const QString shared = dir_.filePath("shared.plan.json");
    const Run made = stowage_cli({"plan", file, "--serial-streams", "-o", shared});
    QCOMPARE(made.code, 0);
    QVERIFY2(made.err.startsWith("warning: " + file + ": --serial-streams "), qPrintable(made.err));
    QCOMPARE(stowage_cli({"check", file, shared, "--serial-streams"}).code, 0);
    const QJsonObject reading = stowage_cli({"check", file, shared, "--json"}).json();
    QCOMPARE(reading["valid"].toBool(), true);
    QCOMPARE(reading["serial_streams"].toBool(), true);
    // A file that does not say so is taken at its word.
    QFile plan_file(shared);
    QVERIFY(plan_file.open(QIODevice::ReadOnly));
    const QByteArray silent = plan_file.readAll().replace(", \"streams\": \"serial\"", "");
    const Run unsafe = stowage_cli({"check", file, write(dir_.filePath("silent.plan.json"), silent)});
    QCOMPARE(unsafe.code, 1);
    QVERIFY2(unsafe.err.contains("--serial-streams"), qPrintable(unsafe.err));
  }

  void the_order_of_streams_is_an_option_of_recorded_heaps() {
    const QString csv = write(dir_.filePath("a.csv"), "id,lower,upper,size\na,0,1,8\n");
    const Run run = stowage_cli({"info", csv, "--serial-streams"});
    QCOMPARE(run.code, 0);
    QVERIFY2(run.err.startsWith("warning: " + csv), qPrintable(run.err));
  }
};

STOWAGE_TEST(CliSnapshotTest);
#include "tst_cli_snapshot.moc"
