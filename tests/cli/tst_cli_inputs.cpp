// SPDX-License-Identifier: Apache-2.0
#include "core/formats/protobuf_wire.h"
#include "tests/cli/program.h"
#include "tests/start/test_entry.h"
#include "tests/support/pickles.h"

using stowage::WireWriter;
using namespace stowage::test;

/// Files of other programs on the command line: models with the sizes that they leave open, allocation traces, dumps,
/// and one device of memory snapshots.
class CliInputsTest : public CliTestBase {
  Q_OBJECT

  const QString model_ = sample("small_classifier.onnx");
  /// One Relu on [batch, 3] floats.
  [[nodiscard]] QString open_model() const {
    const auto value = [](std::string_view name) {
      const WireWriter shape =
          WireWriter().message(1, WireWriter().bytes(2, "batch")).message(1, WireWriter().number(1, 3));
      const WireWriter tensor = WireWriter().number(1, 1).message(2, shape);
      return WireWriter().bytes(1, name).message(2, WireWriter().message(1, tensor));
    };
    const WireWriter node = WireWriter().bytes(1, "x").bytes(2, "y").bytes(4, "Relu");
    const WireWriter graph = WireWriter().message(1, node).message(11, value("x")).message(12, value("y"));
    const std::string model = WireWriter().number(1, 8).message(7, graph).message(8, WireWriter().number(2, 13)).text();
    return write(temp("open.onnx"), QByteArray::fromStdString(model));
  }
  const QString trace_ = sample("inference.alloc.jsonl");
  /// A heap of `size` bytes on each device, all there is in the old list of segments.
  static PickleText heap(int device, int size) {
    const PickleText block{
        {"address", 1 << 20}, {"size", size}, {"requested_size", size}, {"state", "active_allocated"}};
    return {{"device", device}, {"address", 1 << 20}, {"total_size", size}, {"stream", 0}, {"blocks", list({block})}};
  }

 private slots:
  void a_model_is_planned_and_converted() {
    const QString plan = temp("small.plan.json");
    QVERIFY(answers({"info", model_}, {{"format", "onnx"}, {"operators", 11}, {"tensors", 12}}));
    QCOMPARE(code_of({"plan", model_, "-o", plan}), 0);
    QCOMPARE(code_of({"check", model_, plan}), 0);
    QCOMPARE(code_of({"convert", model_, "-o", temp("small.stowage.json")}), 0);
  }

  void dimensions_are_given() {
    const QString file = open_model();
    QVERIFY(answers({"info", file}, {{"total_bytes", 0}}));
    QVERIFY(ends({"info", file}, 0, {"warning: " + file + ": ", "2", "\"batch\""}));
    QVERIFY(answers({"info", file, "--dim", "batch=8"}, {{"total_bytes", 2 * 8 * 3 * 4}}));
    QVERIFY(stowage_cli({"info", file, "--dim", "batch=8"}).err.isEmpty());
    QVERIFY(answers({"plan", file, "--dim", "batch=8"}, {{"lower_bound", 192}}));
    QCOMPARE(code_of({"compare", "--dim", "batch=8", file}), 0);
  }

  void a_plan_without_all_sizes_is_not_called_optimal() {
    const QString file = open_model();
    for (const char* const command : {"plan", "compare"}) {
      QVERIFY(!stowage_cli({command, file}).out.contains("optimal"));
      QVERIFY(stowage_cli({command, file, "--dim", "batch=8"}).out.contains("optimal"));
    }
  }

  void bad_dimensions_are_refused() {
    const QString file = open_model();
    for (const char* const bad :
         {"batch", "batch=", "batch=x", "batch=0", "batch=-1", "=3", "batch=99999999999999999999"})
      QVERIFY(ends({"info", file, "--dim", bad}, 2, {"NAME=VALUE"}));
    QVERIFY(ends({"info", file, "--dim", "batch=2", "--dim", "batch=3"}, 2, {"batch", "2", "3"}));
    QCOMPARE(code_of({"info", file, "--dim", "batch=2", "--dim", "batch=2"}), 0);
    QVERIFY(ends({"info", file, "--dim", "bach=8"}, 3, {"error: " + file + ": ", "\"bach\"", "\"batch\""}));
  }

  /// By hand from the log: the most bytes live at once are those of stem.columns and stem.out.
  void a_trace_is_planned() {
    QVERIFY(answers({"info", trace_}, {{"format", "alloc-trace"},
                                       {"operators", 12},
                                       {"tensors", 15},
                                       {"streams", 1},
                                       {"lifetime_bound", (1764 + 784) * 1024}}));
    const QString plan = temp("trace.plan.json");
    QVERIFY(answers({"plan", trace_, "--strategy", "standard", "-o", plan}, {{"results/#", 10}}));
    QCOMPARE(code_of({"check", trace_, plan}), 0);
  }

  /// Sizes counted by hand: three of 1764 KiB, two of 784 KiB, six of 196 KiB, three of 4000 and one of 256 bytes.
  void sizes_are_counted() {
    const QJsonValue bins = answer({"info", trace_})["size_distribution"];
    qint64 tensors = 0;
    for (const QJsonValue bin : bins.toArray()) tensors += bin["tensors"].toInteger();
    QCOMPARE(tensors, 15);
    QVERIFY(holds(bins, {{"#", 13},  // 2^8 … 2^20
                         {"0", QJsonObject{{"from", 256}, {"to", 512}, {"tensors", 1}, {"bytes", 256}}},
                         {"12/tensors", 3},
                         {"12/bytes", 3 * 1764 * 1024}}));
    QVERIFY(stowage_cli({"info", trace_}).out.contains("256 B to 512 B"));
  }

  void converted_a_trace_is_the_same_problem() {
    for (const QString& name : {QString("trace.csv"), QString("trace.stowage.json")}) {
      QCOMPARE(code_of({"convert", trace_, "-o", temp(name)}), 0);
      const QJsonObject a = answer({"info", trace_});
      const QJsonObject b = answer({"info", temp(name)});
      for (const char* key : {"tensors", "unsafe_pairs", "lifetime_bound", "total_bytes"}) QCOMPARE(a[key], b[key]);
    }
    QVERIFY(content(temp("trace.stowage.json")).contains("\"block/conv1\""));
    QCOMPARE(code_of({"convert", temp("trace.csv"), "-o", temp("back.alloc.jsonl")}), 3);  // only read
  }

  /// Whichever file of a dump is opened, it takes the others of its name; elsewhere it stands alone.
  void files_of_a_dump_take_each_other() {
    write(temp("m.txt"),
          "HloModule m, is_scheduled=true\n\nENTRY %main (p: f32[8]) -> f32[8] {\n  %p = f32[8]{0} parameter(0)\n"
          "  %a = f32[8]{0} negate(%p)\n  ROOT %b = f32[8]{0} negate(%a)\n}\n");
    const QString assignment = write(temp("m-buffer-assignment.txt"),
                                     "BufferAssignment:\nallocation 0: size 32, parameter 0:\n"
                                     " value: <0 p @0> (size=32,offset=0): f32[8]{0}\nallocation 1: size 64:\n"
                                     " value: <1 a @0> (size=32,offset=0): f32[8]{0}\n"
                                     " value: <2 b @0> (size=32,offset=32): f32[8]{0}\n\nTotal bytes used: 96\n");
    for (const QString& file : {assignment, temp("m.txt")}) {
      QVERIFY(answers({"info", file}, {{"format", "xla-text"}, {"operators", 2}, {"tensors", 3}}));
      QCOMPARE(code_of({"check", file}), 0);
    }
    const QString alone = write(temp("alone-buffer-assignment.txt"), content(assignment));
    QVERIFY(answers({"info", alone}, {{"operators", 0}}));
  }

  void faults_name_their_line() {
    const QString file = write(temp("bad.alloc.jsonl"), content(trace_).replace("\"free\"", "\"drop\""));
    QVERIFY(ends({"info", file}, 3, {"error: " + file + ":line 3, /op: ", "\"alloc\"", "\"free\""}));
  }

  void what_is_never_freed_is_a_warning() {
    const QByteArray text = content(trace_);
    const QString file = write(temp("log"), text.left(text.lastIndexOf('{')));
    QVERIFY(answers({"info", file}, {{"tensors", 14}}));
    QVERIFY(ends({"info", file}, 0, {"warning: " + file + ":line 27: ", "1", "4000", "\"probabilities\""}));
  }

  void the_device_is_chosen() {
    const PickleText both = list({heap(0, 512), heap(1, 1024)});
    const QString file = write(temp("both.pickle"), QByteArray::fromStdString(both.file()));
    for (const auto& [device, bytes] : {std::pair("0", 512), std::pair("1", 1024)}) {
      QVERIFY(answers({"info", file, "--device", device}, {{"total_bytes", bytes}}));
      QVERIFY(answers({"plan", file, "--device", device}, {{"lower_bound", bytes}}));
    }
    const QString one = stowage_cli({"info", file, "--device", "0"}).out;
    QVERIFY2(QRegularExpression("read +1  allocation\n").match(one).hasMatch(), qPrintable(one));
    QVERIFY2(QRegularExpression("read +1  block in use\n").match(one).hasMatch(), qPrintable(one));
    QVERIFY(ends({"info", file, "--device", "7"}, 3, {"error: " + file + ": ", "7", "0", "1"}));
  }

  /// The allocator had three segments of 42 MiB at most. Its addresses end elsewhere.
  void a_recorded_plan_needs_what_was_reserved() {
    const QString file = sample("serving.pickle");
    const QJsonObject checked = answer({"check", file, "--budget", "42MiB"});
    QVERIFY(holds(checked, {{"footprint", 42 << 20}, {"budget_kept", true}}));
    QCOMPARE(checked["gap"].toDouble(), double(42 << 20) / checked["lower_bound"].toDouble() - 1);
    QVERIFY(answers({"plan", file}, {{"as_in_file/footprint", 42 << 20}}));
    const QString row = stowage_cli({"plan", file}).out.section('\n', 1, 1);
    QVERIFY(row.contains("44,040,192") && !row.contains('%'));  // the bound is of plans for any order of the streams
  }

  /// The last of 31 events asks for 64 MiB of a device that has 9 left; 9 of the 42 reserved are in use.
  void a_failed_request_is_described_and_drawn() {
    const QString file = sample("serving.pickle"), image = temp("recorded.svg");
    const QJsonValue failures = answer({"info", file})["out_of_memory"];
    QVERIFY(holds(failures, {{"#", 1},
                             {"0/requested", 64 << 20},
                             {"0/device_free", 9 << 20},
                             {"0/reserved", 42 << 20},
                             {"0/free", (42 - 9) << 20},
                             {"0/pending_frees", 0}}));
    QVERIFY(failures[0]["largest_free_block"].toInt() <= failures[0]["free"].toInt());
    const QString text = stowage_cli({"info", file}).out.section("out of memory at event 31", 1);
    QVERIFY2(says(text, {"64.0 MiB", "9.00 MiB", "33.0 MiB", "14.0 MiB", "pending"}), qPrintable(text));
    QCOMPARE(code_of({"render", file, "--view", "recorded", "-o", image}), 0);
    QVERIFY(content(image).contains("Event 31 of"));
    QVERIFY(!answer({"info", sample("lifetimes.csv")}).contains("out_of_memory"));
  }

  /// Two streams, and an address that the second reuses after the first gave it back: the second stream does not wait,
  /// so a plan needs the bytes of both unless the host's order is taken for granted.
  void streams_that_nothing_orders_share_no_bytes() {
    const auto event = [](const char* action, int address, int stream) -> PickleText {
      return {{"action", action}, {"addr", address}, {"size", 1024}, {"stream", stream}, {"frames", list({})}};
    };
    const PickleText snapshot{
        {"segments", list({})},
        {"device_traces",
         list({list({event("alloc", 4096, 0), event("free_requested", 4096, 0), event("free_completed", 4096, 0),
                     event("alloc", 4096, 9), event("free_requested", 4096, 9), event("free_completed", 4096, 9)})})}};
    const QString file = write(temp("streams.pickle"), QByteArray::fromStdString(snapshot.file()));
    QVERIFY(answers({"info", file}, {{"streams", 2}, {"unsafe_pairs", 1}}));
    QVERIFY(answers({"info", file, "--serial-streams"}, {{"streams", 2}, {"unsafe_pairs", 0}}));

    // Their lifetimes do not overlap in the host's order: an execution in which they do is the evidence.
    const QStringList pair = stowage_cli({"safety", file, "--pairs"}).out.trimmed().split(' ');
    QCOMPARE(pair.size(), 2);
    const Run why = stowage_cli({"explain", file, pair[0], pair[1]});
    QVERIFY2(why.out.startsWith("unsafe") && why.out.contains("start ") && !why.out.contains("lifetimes"),
             qPrintable(why.out));

    // What the allocator did is safe in its own order, and no bound of ours is one of it.
    QCOMPARE(code_of({"check", file}), 0);
    QVERIFY(answers({"plan", file}, {{"lower_bound", 2048},
                                     {"results/0/footprint", 2048},
                                     {"as_in_file/footprint", 1024},
                                     {"as_in_file/valid", true},
                                     {"as_in_file/serial_streams", true},
                                     {"as_in_file/saved_by_best", -1024}}));
    QVERIFY(answers({"plan", file, "--serial-streams"}, {{"lower_bound", 1024}}));

    // A plan for streams that take turns says so in its file: it is safe in the host's order alone.
    const QString shared = temp("shared.plan.json");
    QVERIFY(ends({"plan", file, "--serial-streams", "-o", shared}, 0, {"warning: " + file + ": --serial-streams "}));
    QCOMPARE(code_of({"check", file, shared, "--serial-streams"}), 0);
    QVERIFY(answers({"check", file, shared}, {{"valid", true}, {"serial_streams", true}}));
    // A file that does not say so is taken at its word.
    const QByteArray silent = content(shared).replace(", \"streams\": \"serial\"", "");
    QVERIFY(ends({"check", file, write(temp("silent.plan.json"), silent)}, 1, {"--serial-streams"}));
  }

  void the_order_of_streams_is_an_option_of_recorded_heaps() {
    const QString csv = write(temp("a.csv"), "id,lower,upper,size\na,0,1,8\n");
    QVERIFY(ends({"info", csv, "--serial-streams"}, 0, {"warning: " + csv}));
  }
};

STOWAGE_GUI_TEST(CliInputsTest);
#include "tst_cli_inputs.moc"
