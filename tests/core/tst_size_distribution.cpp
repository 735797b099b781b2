// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <random>

#include "core/analysis/size_distribution.h"
#include "core/graph/builder.h"
#include "tests/start/test_entry.h"

using namespace stowage;

namespace {

Graph of_sizes(const std::vector<std::int64_t>& sizes) {
  GraphBuilder builder;
  for (std::size_t k = 0; k < sizes.size(); ++k)
    builder.add_tensor({.name = "t" + std::to_string(k), .size = {sizes[k]}, .output = true});
  return std::move(std::move(builder).build()->graph);
}

/// "1-2:3" is three tensors of 1 byte.
QString text(const Graph& graph) {
  QStringList out;
  for (const SizeBin& bin : size_distribution(graph))
    out << QString("%1-%2:%3=%4").arg(bin.from.count).arg(bin.to.count).arg(bin.count).arg(bin.bytes.count);
  return out.join(' ');
}

}  // namespace

class SizeDistributionTest : public QObject {
  Q_OBJECT

 private slots:
  void powers_of_two() {
    QCOMPARE(text(of_sizes({})), QString());
    QCOMPARE(text(of_sizes({0, 0})), QString("0-1:2=0"));
    QCOMPARE(text(of_sizes({1})), QString("1-2:1=1"));
    QCOMPARE(text(of_sizes({4, 7, 8, 3, 5})), QString("2-4:1=3 4-8:3=16 8-16:1=8"));
    QCOMPARE(text(of_sizes({2, 16})), QString("2-4:1=2 4-8:0=0 8-16:0=0 16-32:1=16"));
    QCOMPARE(text(of_sizes({64, 0})), QString("0-1:1=0 64-128:1=64"));
    QCOMPARE(text(of_sizes({kMaxTensorSize.count})), QString("9007199254740992-18014398509481984:1=9007199254740992"));
  }

  void every_tensor_is_in_one_bin() {
    std::mt19937_64 engine(2);
    for (int round = 0; round < 100; ++round) {
      std::vector<std::int64_t> sizes;
      for (int k = 0; k < 40; ++k) sizes.push_back(static_cast<std::int64_t>(engine() >> (11 + engine() % 53)));
      const Graph graph = of_sizes(sizes);
      std::vector<int> seen(sizes.size());
      std::int64_t last = 0;
      for (const SizeBin& bin : size_distribution(graph)) {
        QVERIFY(bin.from.count >= last && bin.from < bin.to);
        last = bin.to.count;
        Bytes bytes;
        const auto tensors = tensors_in(bin, graph);
        for (const TensorId t : tensors) {
          ++seen[t.index()];
          bytes += graph.size(t);
          QVERIFY(bin.from <= graph.size(t) && graph.size(t) < bin.to);
        }
        QCOMPARE(bin.count, tensors.size());
        QCOMPARE(bin.bytes, bytes);
      }
      QVERIFY(std::ranges::all_of(seen, [](int times) { return times == 1; }));
    }
  }
};

STOWAGE_TEST(SizeDistributionTest);
#include "tst_size_distribution.moc"
