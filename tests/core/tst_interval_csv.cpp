// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>

#include "core/graph/lifetimes.h"
#include "core/io/file.h"
#include "core/io/interval_csv.h"
#include "tests/start/test_entry.h"
#include "tests/support/imports.h"
#include "tests/support/shared.h"

using namespace stowage;

namespace {

Document read(std::string_view text, const ReadOptions& options = {}) {
  auto document = read_interval_csv(text, "x.csv", options);
  if (!document) qFatal("%s", document.error().text().c_str());
  return std::move(*document);
}

QString lives(const Graph& graph) {
  QStringList out;
  const auto all = lifetimes(graph);
  for (TensorId t : graph.tensors()) {
    const Lifetime life = all[t.index()];
    const QString name = QString::fromStdString(std::string(graph.name(t)));
    out << (life.empty() ? name + "[)"
                         : QString("%1[%2,%3)").arg(name).arg(graph.times()[life.begin]).arg(graph.times()[life.end]));
  }
  return out.join(' ');
}

Bytes bound_of(const Graph& graph) {
  const auto curve = memory_curve(graph, lifetimes(graph));
  return curve.empty() ? Bytes{0} : *std::ranges::max_element(curve);
}

/// Unsafe pairs by a sweep: at each beginning, everything alive.
std::uint64_t overlapping_pairs(const Graph& graph) {
  const auto all = lifetimes(graph);
  std::vector<std::uint64_t> begins(graph.operator_count() + 1), ends(graph.operator_count() + 1);
  for (const Lifetime life : all)
    if (!life.empty()) ++begins[life.begin], ++ends[life.end];
  std::uint64_t alive = 0, pairs = 0;
  for (std::size_t step = 0; step < begins.size(); ++step) {
    alive -= ends[step];
    pairs += begins[step] * alive + begins[step] * (begins[step] - std::min<std::uint64_t>(begins[step], 1)) / 2;
    alive += begins[step];
  }
  return pairs;
}

}  // namespace

class IntervalCsvTest : public QObject {
  Q_OBJECT

 private slots:
  void columns_in_any_order_and_by_any_name_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* text, const char* expected) {
      QTest::newRow(name) << QString(text) << QString(expected);
    };
    row("plain", "id,lower,upper,size\na,0,3,4\nb,3,9,4\n", "a[0,3) b[3,9)");
    row("synonyms", "size,upper,begin,buffer\n4,3,0,a\n4,9,3,b", "a[0,3) b[3,9)");
    row("more synonyms", "buffer_id,start,upper,size\r\na,0,3,4\r\nb,3,9,4\r\n", "a[0,3) b[3,9)");
    row("end is inclusive", "id,lower,end,size\na,0,2,4\nb,3,8,4\n", "a[0,3) b[3,9)");
    row("spaces", " id , lower,upper ,size\n a ,  0,3 ,4  \n b, 3,9,4\n", "a[0,3) b[3,9)");
    row("quotes", "\"id\",lower,\"upper\",size\n\"a\",0,\"3\",4\n\"b,\"\"c\",3,9,4\n", "a[0,3) b,\"c[3,9)");
    row("byte order mark", "\xEF\xBB\xBFid,lower,upper,size\na,0,3,4", "a[0,3)");
    row("blank line ends", "id,lower,upper,size\na,0,3,4\n\nb,3,9,4\n", "a[0,3)");
    row("negative times", "id,lower,upper,size\na,-9223372036854775808,-5,4\nb,-5,9223372036854775807,4\n",
        "a[-9223372036854775808,-5) b[-5,9223372036854775807)");
    row("empty lifetime", "id,lower,upper,size\na,5,5,4\nb,3,9,4\n", "a[) b[3,9)");
    row("extra commas", "id,lower,upper,size,\na,0,3,4,\nb,3,9,4,\n", "a[0,3) b[3,9)");
    row("gaps and hints", "id,lower,upper,size,gaps,hint\na,0,9,4,2-3 5-6@0:2,0\nb,3,9,4,,-1\n", "a[0,9) b[3,9)");
  }
  void columns_in_any_order_and_by_any_name() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    QCOMPARE(lives(*read(text.toStdString()).graph), expected);
  }

  void an_empty_lifetime_is_told_of() {
    const Document one = read("id,lower,upper,size\na,5,5,4\nb,3,9,4\n");
    QCOMPARE(one.warnings.size(), std::size_t{1});
    QVERIFY(one.warnings[0].text().ends_with(
        ":line 2: the lifetime of \"a\" is empty: it is never needed and takes no memory"));
    const Document open = read("id,lower,upper,size\na,5,5,4\nb,3,4,4\nc,3,9,4\n", {IntervalMeaning::open});
    QCOMPARE(lives(*open.graph), QString("a[) b[) c[3,8)"));
    QVERIFY(open.warnings[0].text().ends_with("; the same holds of 1 more"));
    QCOMPARE(test::counted(open.summary, ImportKind::assumed, "rows whose lifetime is empty"), 2u);
    QVERIFY(read("id,lower,upper,size\na,5,5,4\n", {IntervalMeaning::closed}).warnings.empty());
  }

  /// As idealloc reads: by place; what a planner appends is the offset.
  void columns_by_place() {
    const Document plain = read("a,0,3,4\nb,3,9,4\n");
    QCOMPARE(lives(*plain.graph), QString("a[0,3) b[3,9)"));
    QVERIFY(!plain.plan.has_value());
    QCOMPARE(test::counted(plain.summary, ImportKind::assumed, "there is no header"), 1u);
    QCOMPARE(test::counted(plain.summary, ImportKind::assumed, "half-open"), 1u);
    const Document placed = read("7,0,3,4,0\n8,3,9,4,4\n", {IntervalMeaning::closed});
    QCOMPARE(lives(*placed.graph), QString("7[0,4) 8[3,10)"));
    QCOMPARE(placed.plan->offsets[1], Offset{4});
    QCOMPARE(test::counted(placed.summary, ImportKind::read, "closed"), 1u);
    const Document aligned = read("7,0,3,4,64,128\n8,3,9,4,,4");
    QCOMPARE(aligned.graph->alignment(TensorId(0)), 64u);
    QCOMPARE(aligned.graph->alignment(TensorId(1)), 1u);
    QCOMPARE(aligned.plan->footprint, Bytes{132});
    QVERIFY(looks_like_interval_csv("\xEF\xBB\xBFx, -3 ,4,5\n"));
    QVERIFY(!looks_like_interval_csv("x,1,2\n") && !looks_like_interval_csv("x,1,2,y\n"));
    QVERIFY(!read_interval_csv("x,1,2,3,4,5,6\n", "x.csv").has_value());
    QVERIFY(!read_interval_csv("x,1,2,3\nid,lower,upper,size\n", "x.csv").has_value());
  }

  /// Without its header, every real table is the same as with it.
  void real_files_without_their_header() {
    STOWAGE_NEEDS_SHARED();
    for (const std::string& path : test::shared_files("data/intervals", ".csv")) {
      const std::string text = read_file(path).value();
      const std::string header = text.substr(0, text.find('\n'));
      if (header != "id,lower,upper,size" && header != "id,lower,upper,size,offset") continue;
      const Document with = read(text), without = read(text.substr(header.size() + 1));
      QCOMPARE(lives(*without.graph), lives(*with.graph));
      QCOMPARE(without.plan.has_value(), with.plan.has_value());
    }
  }

  void the_three_meanings() {
    const std::string text = "id,lower,upper,size\na,0,4,1\nb,4,6,1\n";
    QCOMPARE(lives(*read(text, {IntervalMeaning::half_open}).graph), QString("a[0,4) b[4,6)"));
    QCOMPARE(lives(*read(text, {IntervalMeaning::closed}).graph), QString("a[0,5) b[4,7)"));
    QCOMPARE(lives(*read(text, {IntervalMeaning::open}).graph), QString("a[0,3) b[4,5)"));
    const std::string with_end = "id,lower,end,size\na,0,4,1\n";
    QCOMPARE(lives(*read(with_end).graph), QString("a[0,5)"));
    QCOMPARE(lives(*read(with_end, {IntervalMeaning::half_open}).graph), QString("a[0,4)"));
  }

  void steps_have_names_and_times() {
    const Graph graph = *read("id,lower,upper,size\na,10,30,1\nb,20,30,2\n").graph;
    QCOMPARE(graph.operator_count(), 2u);
    QCOMPARE(graph.stream_count(), 1u);
    QCOMPARE(graph.name(OperatorId(1)), std::string_view("t=20"));
    QCOMPARE(std::vector<std::int64_t>(graph.times().begin(), graph.times().end()),
             (std::vector<std::int64_t>{10, 20, 30}));
    QCOMPARE(graph.producer(TensorId(1)), OperatorId(1));
    QCOMPARE(graph.consumers(TensorId(0)).size(), 1u);
    QCOMPARE(graph.consumers(TensorId(0))[0], OperatorId(1));
    QCOMPARE(graph.name(), std::string("x"));
  }

  void an_offset_column_is_a_plan() {
    const Document document = read("id,lower,upper,size,offset,alignment\na,0,3,4,16,8\nb,3,9,0,99,\n");
    QVERIFY(document.plan.has_value());
    QCOMPARE(document.plan->strategy, std::string("imported"));
    QCOMPARE(document.plan->footprint, Bytes{20});
    QCOMPARE(document.plan->offsets[1], Offset{99});
    QCOMPARE(document.graph->alignment(TensorId(0)), 8u);
    QCOMPARE(document.graph->alignment(TensorId(1)), 1u);
  }

  void warns_of_what_is_not_used() {
    const Document document = read("id,lower,end,size,gaps,hint,colour\na,0,9,4,2-3,7,red\nb,0,9,4,,,\n\nc,1,2,3,,,\n");
    QStringList texts;
    for (const Diagnostic& warning : document.warnings) texts << QString::fromStdString(warning.text());
    QCOMPARE(texts.size(), 5);
    QVERIFY2(texts.join('\n').contains("x.csv:line 1: the column \"colour\""), qPrintable(texts.join('\n')));
    QVERIFY2(texts.join('\n').contains("inclusive"), qPrintable(texts.join('\n')));
    QVERIFY2(texts.join('\n').contains("x.csv:line 4: a blank line"), qPrintable(texts.join('\n')));
    QVERIFY2(texts.join('\n').contains("1 tensors that have some"), qPrintable(texts.join('\n')));
    QVERIFY2(texts.join('\n').contains("hints"), qPrintable(texts.join('\n')));
  }

  /// Written text is read as the same graph, and written again as the same text.
  void round_trips() {
    for (const std::string text : {
             "id,lower,upper,size\na,0,3,4\nb,3,9,4\n\" c\",-7,9,0\n\"d,\"\" e\",1,2,9007199254740992\n",
             "id,lower,upper,size,alignment,offset\na,0,3,4,1,0\nb,3,9,4,64,1152921504606846976\n",
         }) {
      const Document document = read(text);
      const auto written = write_interval_csv(*document.graph, document.plan ? &*document.plan : nullptr);
      QVERIFY(written.has_value());
      QCOMPARE(*written, text);
    }
  }

  void real_files_round_trip() {
    STOWAGE_NEEDS_SHARED();
    for (const std::string& path : test::shared_files("data/intervals", ".csv")) {
      const Document first = read(read_file(path).value());
      const auto text = write_interval_csv(*first.graph, first.plan ? &*first.plan : nullptr);
      QVERIFY(text.has_value());
      const Document second = read(*text);
      QCOMPARE(lives(*second.graph), lives(*first.graph));
      QVERIFY(std::ranges::equal(second.graph->data().tensor_size, first.graph->data().tensor_size));
      QCOMPARE(second.plan.has_value(), first.plan.has_value());
      if (first.plan) QCOMPARE(second.plan->offsets, first.plan->offsets);
    }
  }

  /// Published facts of the real files: rows, lifetime bound, unsafe pairs.
  void real_files_data() {
    QTest::addColumn<int>("tensors");
    QTest::addColumn<qint64>("bound");
    QTest::addColumn<qint64>("pairs");
    QTest::newRow("minimalloc_A") << 154 << qint64{1048576} << qint64{4642};
    QTest::newRow("minimalloc_B") << 170 << qint64{1048576} << qint64{4919};
    QTest::newRow("minimalloc_D") << 213 << qint64{986112} << qint64{12543};
    QTest::newRow("minimalloc_E") << 215 << qint64{1048576} << qint64{3255};
    QTest::newRow("minimalloc_F") << 296 << qint64{1048576} << qint64{2894};
    QTest::newRow("minimalloc_H") << 316 << qint64{1048576} << qint64{3158};
    QTest::newRow("minimalloc_I") << 374 << qint64{1048576} << qint64{12330};
    QTest::newRow("minimalloc_K") << 454 << qint64{1048576} << qint64{7607};
    QTest::newRow("resnet50") << 1042 << qint64{1515472556} << qint64{218395};
    QTest::newRow("pangu_2.6B") << 18692 << qint64{5530099775} << qint64{12181428};
    QTest::newRow("G_1") << 816 << qint64{3030937746} << qint64{99505};
    QTest::newRow("S_1") << 28526 << qint64{1498635932} << qint64{43218991};
  }
  void real_files() {
    STOWAGE_NEEDS_SHARED();
    QFETCH(int, tensors);
    QFETCH(qint64, bound);
    QFETCH(qint64, pairs);
    const std::string path = test::shared_path("data/intervals/" + std::string(QTest::currentDataTag()) + ".csv");
    const Graph graph = *read(read_file(path).value(), {IntervalMeaning::half_open}).graph;
    QCOMPARE(graph.tensor_count(), std::size_t(tensors));
    QCOMPARE(bound_of(graph).count, std::int64_t(bound));
    QCOMPARE(overlapping_pairs(graph), std::uint64_t(pairs));
  }

  void pangu_read_as_open() {
    STOWAGE_NEEDS_SHARED();
    const auto bytes = read_file(test::shared_path("data/intervals/pangu_2.6B.csv"));
    QCOMPARE(bound_of(*read(*bytes, {IntervalMeaning::open}).graph).count, std::int64_t{5467452479});
    QCOMPARE(bound_of(*read(*bytes).graph).count, std::int64_t{5530099775});
  }
};

STOWAGE_TEST(IntervalCsvTest);
#include "tst_interval_csv.moc"
