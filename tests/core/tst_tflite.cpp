// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "core/io/file.h"
#include "core/io/tflite/operators.h"
#include "core/io/tflite/schema.h"
#include "core/io/unknown_sizes.h"
#include "tests/start/test_entry.h"
#include "tests/support/imports.h"
#include "tests/support/shared.h"

using namespace stowage;

namespace {

using Kind = ImportKind;
using test::counted;

const std::string kSample = test::sample_path("tiny_network.tflite");

ReadOptions with(const std::string& dimension, std::int64_t length) {
  ReadOptions options;
  options.dimensions.emplace(dimension, length);
  return options;
}

}  // namespace

class TfliteTest : public QObject {
  Q_OBJECT

 private slots:
  /// Counts and peaks by flatc's JSON and a few lines of Python: [first, last] use of what has no data and is no
  /// variable.
  void real_models_data() {
    STOWAGE_NEEDS_SHARED();
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("operators");
    QTest::addColumn<int>("planned");
    QTest::addColumn<int>("constants");
    QTest::addColumn<int>("open");
    QTest::addColumn<qint64>("total");
    QTest::addColumn<qint64>("peak");
    const auto row = [](const char* name, int operators, int planned, int constants, int open, qint64 total,
                        qint64 peak) {
      QTest::newRow(name) << QString(name) << operators << planned << constants << open << total << peak;
    };
    row("keyword_scrambled_8bit", 15, 16, 31, 0, 718, 288);
    row("mlperf_kws_ref", 13, 14, 21, 14, 72642, 16000);
    row("mlperf_resnet_quant", 16, 17, 21, 17, 117908, 49152);
    row("mlperf_vww_96_int8", 31, 32, 57, 32, 259716, 55296);
    row("mnist_lstm_int8", 4, 5, 15, 0, 1924, 1344);
    row("person_detect", 31, 32, 57, 0, 241030, 55296);
    row("person_detect_vela", 1, 1, 2, 0, 74464, 74464);
  }
  void real_models() {
    QFETCH(QString, name);
    QFETCH(int, operators);
    QFETCH(int, planned);
    QFETCH(int, constants);
    QFETCH(int, open);
    QFETCH(qint64, total);
    QFETCH(qint64, peak);
    const Document document = test::document_in(test::shared_path("data/tflite/" + name.toStdString() + ".tflite"));
    const Graph& graph = *document.graph;
    QCOMPARE(document.format, std::string("tflite"));
    QCOMPARE(graph.operator_count(), static_cast<std::size_t>(operators));
    QCOMPARE(graph.tensor_count(), static_cast<std::size_t>(planned));
    QCOMPARE(counted(document.summary, Kind::skipped, "constants"), static_cast<std::size_t>(constants));
    QCOMPARE(counted(document.summary, Kind::assumed, "open dimensions"), static_cast<std::size_t>(open));
    QCOMPARE(document.open_dimensions.size(), open > 0 ? 1u : 0u);
    QCOMPARE(graph.total_size().count, total);
    QCOMPARE(test::peak_of(graph).count, peak);
    QVERIFY(document.warnings.empty());
    const std::string fault = test::fault_of_plans(document);
    QVERIFY2(fault.empty(), fault.c_str());
  }
  void every_real_model_has_a_row() {
    STOWAGE_NEEDS_SHARED();
    QCOMPARE(test::shared_files("data/tflite", ".tflite").size(), 7u);
  }

  void variables_and_the_nameless() {
    STOWAGE_NEEDS_SHARED();
    const Document keyword = test::document_in(test::shared_path("data/tflite/keyword_scrambled_8bit.tflite"));
    QCOMPARE(counted(keyword.summary, Kind::skipped, "variables"), 7u);
    QCOMPARE(counted(keyword.summary, Kind::assumed, "without a name"), 54u);
    QCOMPARE(keyword.graph->name(TensorId(0)), std::string_view("unnamed 0"));
    QCOMPARE(keyword.graph->kind(OperatorId(1)), std::string_view("SVDF"));
    const Document lstm = test::document_in(test::shared_path("data/tflite/mnist_lstm_int8.tflite"));
    QCOMPARE(counted(lstm.summary, Kind::skipped, "optional inputs"), 9u);
    QCOMPARE(counted(lstm.summary, Kind::skipped, "intermediates"), 5u);
    QCOMPARE(lstm.graph->kind(OperatorId(0)), std::string_view("UNIDIRECTIONAL_SEQUENCE_LSTM"));
  }

  /// Input, result and both scratch memories begin at 0: the command stream keeps them apart, not the plan.
  void the_scratch_memory_of_an_npu_is_one_tensor() {
    STOWAGE_NEEDS_SHARED();
    const Document document = test::document_in(test::shared_path("data/tflite/person_detect_vela.tflite"));
    QVERIFY(document.plan.has_value());
    QCOMPARE(document.plan->footprint, Bytes{74464});
    QCOMPARE(counted(document.summary, Kind::assumed, "Ethos-U"), 3u);
    QCOMPARE(document.graph->kind(OperatorId(0)), std::string_view("ethos-u"));
    QVERIFY(document.graph->is_output(TensorId(0)));
  }

  void the_sample_has_a_plan() {
    const Document document = test::document_in(kSample);
    QCOMPARE(document.graph->operator_count(), 7u);
    QCOMPARE(document.graph->tensor_count(), 8u);
    QCOMPARE(document.graph->name(OperatorId(2)), std::string_view("ADD 2"));
    QCOMPARE(test::peak_of(*document.graph), Bytes{6144});
    QVERIFY(document.plan.has_value());
    QCOMPARE(document.plan->footprint, Bytes{9216});
    const std::string fault = test::fault_of_plans(document);
    QVERIFY2(fault.empty(), fault.c_str());
  }

  /// With one offset left to the run time there is no whole plan, and the file's reader says which lack.
  void offsets_that_are_decided_at_run_time() {
    std::string bytes = read_file(kSample).value();
    const std::int32_t offset = 7168, undecided = -1;
    std::string wanted(4, '\0'), other(4, '\0');
    std::memcpy(wanted.data(), &offset, 4);
    std::memcpy(other.data(), &undecided, 4);
    const std::size_t at = bytes.find(wanted);
    QVERIFY(at != std::string::npos && bytes.find(wanted, at + 1) == std::string::npos);
    bytes.replace(at, 4, other);
    const Document document = read_document(bytes, "x.tflite").value();
    QVERIFY(!document.plan.has_value());
    QCOMPARE(counted(document.summary, Kind::unknown, "decided at run time"), 1u);
  }

  void open_dimensions_are_given_by_name() {
    STOWAGE_NEEDS_SHARED();
    const std::string path = test::shared_path("data/tflite/mlperf_resnet_quant.tflite");
    const Document one = test::document_in(path), eight = test::document_in(path, with("*:0", 8));
    QCOMPARE(one.open_dimensions.front().name, std::string("*:0"));
    QCOMPARE(one.open_dimensions.front().tensors, 17u);
    QVERIFY(eight.open_dimensions.empty());
    QCOMPARE(eight.graph->total_size().count, 8 * one.graph->total_size().count);
    const std::string input = std::string(one.graph->name(TensorId(0))) + ":0";
    const Document first = test::document_in(path, with(input, 3));
    QCOMPARE(first.graph->size(TensorId(0)).count, 3 * one.graph->size(TensorId(0)).count);
    QCOMPARE(first.graph->size(TensorId(1)), one.graph->size(TensorId(1)));
    QVERIFY(!read_document(read_file(path).value(), path, with("*:0", INT64_MAX)).has_value());
  }

  void names_of_operators() {
    QCOMPARE(tflite::name_of_builtin(0), std::string("ADD"));
    QCOMPARE(tflite::name_of_builtin(114), std::string("QUANTIZE"));
    QCOMPARE(tflite::name_of_builtin(133), std::string("builtin 133"));
    QCOMPARE(tflite::name_of_builtin(-4), std::string("builtin -4"));
  }

  /// The length of a shape, as the tables themselves lead to it, is made larger than the file.
  void damage_has_a_place() {
    std::string bytes = read_file(kSample).value();
    const auto* const shape =
        tflite::fb::GetRoot<tflite::Model>(bytes.data())->subgraphs()->Get(0)->tensors()->Get(2)->shape();
    const auto at = static_cast<std::size_t>(reinterpret_cast<const char*>(shape) - bytes.data());
    const std::uint32_t length = 0x0fffffff;
    std::memcpy(bytes.data() + at, &length, sizeof length);
    const auto document = read_document(bytes, "x.tflite");
    QVERIFY(!document);
    // Whichever tensor comes first of those that share the shape.
    QVERIFY2(QRegularExpression(R"(^x\.tflite:/subgraphs/0/tensors/[0-2]/shape(_signature)?: .*damaged)")
                 .match(QString::fromStdString(document.error().text()))
                 .hasMatch(),
             document.error().text().c_str());
    QCOMPARE(read_document(bytes.substr(0, 7), "x.tflite").error().faults[0].place, std::string("byte 7"));
  }

  /// Sizes that the file stores are known, though their dimensions are open.
  void open_dimensions_that_are_stored_leave_no_size_unknown() {
    STOWAGE_NEEDS_SHARED();
    const Document document = test::document_in(test::shared_path("data/tflite/mlperf_kws_ref.tflite"));
    QCOMPARE(document.open_dimensions.at(0).tensors, 14u);
    QCOMPARE(document.open_dimensions.at(0).stored, 14u);
    QCOMPARE(unknown_sizes(document), std::size_t{0});
  }

  void damaged_models_are_refused() {
    const std::string fault = test::fault_of_damage(read_file(kSample).value(), "x.tflite", 20'000);
    QVERIFY2(fault.empty(), fault.c_str());
  }
  void damaged_real_models() {
    STOWAGE_NEEDS_SHARED();
    std::string bytes = read_file(test::shared_path("data/tflite/mnist_lstm_int8.tflite")).value();
    const std::string fault = test::fault_of_damage(bytes, "x.tflite", 3'000);
    QVERIFY2(fault.empty(), fault.c_str());
  }
};

STOWAGE_TEST(TfliteTest);
#include "tst_tflite.moc"
