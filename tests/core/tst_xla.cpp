// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>
#include <filesystem>

#include "core/io/file.h"
#include "core/io/protobuf_wire.h"
#include "core/io/xla/xla.h"
#include "tests/start/test_entry.h"
#include "tests/support/imports.h"
#include "tests/support/shared.h"

using namespace stowage;

namespace {

using Kind = ImportKind;
using test::counted;

const std::string kSample = test::sample_path("two_layers.hlo.pb");

QStringList consumers(const Graph& graph, const char* tensor) {
  QStringList out;
  for (OperatorId o : graph.consumers(graph.find_tensor(tensor)))
    out << QString::fromStdString(std::string(graph.name(o)));
  return out;
}

}  // namespace

class XlaTest : public QObject {
  Q_OBJECT

 private slots:
  /// Counts and footprints by protoc's text and a few lines of Python: buffers that are no constants and no thread's
  /// own, allocations stacked at multiples of 256. XLA's own assignment has no violation.
  void real_assignments_data() {
    STOWAGE_NEEDS_SHARED();
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("operators");
    QTest::addColumn<int>("tensors");
    QTest::addColumn<int>("traced");
    QTest::addColumn<qint64>("footprint");
    const auto row = [](const char* name, int operators, int tensors, int traced, qint64 footprint) {
      QTest::newRow(name) << QString(name) << operators << tensors << traced << footprint;
    };
    row("jax_conv_08.2.jit__normal_9_", 2, 3, 1, 51118340);
    row("jax_conv_08.7.jit_forward_3d_conv_15_", 8, 8, 3, 1158144256);
    row("jax_te_attn.1.jit_loss_fn_17_", 40, 47, 22, 520621096);
  }
  void real_assignments() {
    QFETCH(QString, name);
    QFETCH(int, operators);
    QFETCH(int, tensors);
    QFETCH(int, traced);
    QFETCH(qint64, footprint);
    const Document document = test::document_in(test::shared_path("data/xla/" + name.toStdString() + ".hlo.pb"));
    QCOMPARE(document.format, std::string("xla-hlo"));
    QCOMPARE(document.graph->operator_count(), static_cast<std::size_t>(operators));
    QCOMPARE(document.graph->tensor_count(), static_cast<std::size_t>(tensors));
    QCOMPARE(counted(document.summary, Kind::read, "heap simulator's trace"), static_cast<std::size_t>(traced));
    QVERIFY(document.plan.has_value());
    QCOMPARE(document.plan->footprint.count, footprint);
    QVERIFY(test::peak_of(*document.graph) <= document.plan->footprint);
    const std::string fault = test::fault_of_plans(document);
    QVERIFY2(fault.empty(), fault.c_str());
  }
  void every_real_file_has_a_row() {
    STOWAGE_NEEDS_SHARED();
    QCOMPARE(test::shared_files("data/xla", ".pb").size(), 3u);
  }

  /// The workspace of the convolution and the result lie at the same place, and only the schedule keeps them apart.
  void what_no_trace_tells_the_schedule_does() {
    STOWAGE_NEEDS_SHARED();
    const Document document =
        test::document_in(test::shared_path("data/xla/jax_conv_08.7.jit_forward_3d_conv_15_.hlo.pb"));
    const Graph& graph = *document.graph;
    QCOMPARE(consumers(graph, "cudnn-conv.1{1}"), QStringList{"cudnn-conv.1"});
    QCOMPARE(consumers(graph, "cudnn-conv.1{0}"), QStringList{"input_transpose_fusion"});
    QVERIFY(graph.is_output(graph.find_tensor("input_transpose_fusion")));
    QVERIFY(graph.is_output(graph.find_tensor("param")));
    QCOMPARE(counted(document.summary, Kind::assumed, "parameters are the caller's"), 2u);
  }

  /// The activation is written over the product, which the trace says; so they are one tensor.
  void the_sample_shares_and_reuses() {
    const Document document = test::document_in(kSample);
    const Graph& graph = *document.graph;
    QCOMPARE(graph.operator_count(), 9u);
    QCOMPARE(graph.tensor_count(), 11u);
    QVERIFY(!graph.find_tensor("gelu_fusion").valid());
    QCOMPARE(consumers(graph, "dot.1"), (QStringList{"gelu_fusion", "dot.2"}));
    QCOMPARE(counted(document.summary, Kind::read, "share another's memory"), 1u);
    const std::string fault = test::fault_of_plans(document);
    QVERIFY2(fault.empty(), fault.c_str());
  }

  void a_dump_without_an_assignment_is_refused() {
    const std::string bytes("\x0a\x0d\x0a\x03jit\x12\x06main.1", 15);
    QVERIFY(looks_like_hlo(bytes));
    const auto document = read_document(bytes, "x.hlo.pb");
    QVERIFY(!document.has_value());
    QVERIFY(document.error().text().find("after its optimizations") != std::string::npos);
  }

  /// The second buffer ends behind the tag of its size.
  void damage_has_a_place() {
    const WireWriter whole = WireWriter().number(1, 5).number(2, 64);
    const std::string cut = WireWriter().number(1, 6).text() + "\x10";
    const WireWriter assignment = WireWriter().message(1, whole).bytes(1, cut);
    const std::string bytes = WireWriter().bytes(1, "").message(3, assignment).text();
    const auto document = read_xla(bytes, "x.hlo.pb", {}, {});
    QVERIFY(!document);
    QCOMPARE(document.error().text(), "x.hlo.pb:byte " + std::to_string(bytes.size() - 1) +
                                          ": this is no HloProto, or it is damaged or cut short here, in "
                                          "/buffer_assignment/logical_buffers/1");
    const auto cut_short = read_xla(std::string_view(bytes).substr(0, bytes.size() - 2), "x.hlo.pb", {}, {});
    QVERIFY(!cut_short);
    QVERIFY2(cut_short.error().text().ends_with(", in /buffer_assignment/logical_buffers/1"),
             cut_short.error().text().c_str());
    const std::string real = read_file(kSample).value();
    for (std::size_t size = 1; size < real.size(); ++size) {
      const auto part = read_xla(real.substr(0, size), "x.hlo.pb", {}, {});
      QVERIFY(part || !part.error().faults[0].place.empty());
    }
  }

  void damaged_dumps_are_refused() {
    const std::string fault = test::fault_of_damage(read_file(kSample).value(), "x.hlo.pb", 20'000);
    QVERIFY2(fault.empty(), fault.c_str());
  }
  void damaged_real_dumps() {
    STOWAGE_NEEDS_SHARED();
    const std::string path = test::shared_path("data/xla/jax_conv_08.7.jit_forward_3d_conv_15_.hlo.pb");
    const std::string fault = test::fault_of_damage(read_file(path).value(), "x.hlo.pb", 5'000);
    QVERIFY2(fault.empty(), fault.c_str());
  }
};

STOWAGE_TEST(XlaTest);
#include "tst_xla.moc"
