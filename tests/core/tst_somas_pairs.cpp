// SPDX-License-Identifier: Apache-2.0
// The unsafe pairs of SOMAS dumps against a reading of the text that shares nothing with ours: fields by regular
// expressions, ancestors as sets, each pair by its definition.
#include <QtTest>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "core/io/file.h"
#include "core/io/somas/somas.h"
#include "core/safety/conflicts.h"
#include "tests/folders.h"
#include "tests/start/test_entry.h"
#include "tests/support/shared.h"

using namespace stowage;

namespace {

struct DumpTensor {
  QString lifelong;
  int producer = -1;
  std::set<int> users{};  // nodes, with the producer
};

/// The ids that "…[%1T, %2T, ]" names with these letters.
QList<int> ids_in(const QString& field, const QString& letters) {
  QList<int> out;
  static const QRegularExpression kId("%(\\d+)([A-Z]+)");
  for (auto found = kId.globalMatch(field); found.hasNext();)
    if (const auto one = found.next(); one.captured(2) == letters) out += one.captured(1).toInt();
  return out;
}

/// "%1T %2T" of each pair, the ids ascending.
std::set<std::pair<int, int>> pairs_by_hand(const QStringList& lines) {
  std::map<int, DumpTensor> tensors;
  std::map<int, int> control_source;
  std::vector<QStringList> nodes;
  for (const QString& line : lines) {
    const QStringList fields = line.split('\t');
    if (fields.size() > 7 && line.startsWith('%') && fields[4] != "Control")
      tensors[ids_in(fields[0], "T").at(0)].lifelong = fields[5];
    if (fields.size() == 9 && line.startsWith('$')) nodes.push_back(fields);
  }
  std::vector<std::set<int>> before(nodes.size());
  std::map<QString, int> last_of_stream;
  for (int n = 0; n < static_cast<int>(nodes.size()); ++n) {
    const QStringList& node = nodes[static_cast<std::size_t>(n)];
    std::set<int> waits_for;
    for (const int t : ids_in(node[3], "T")) waits_for.insert(tensors.at(t).producer), tensors.at(t).users.insert(n);
    for (const int t : ids_in(node[4], "T") + ids_in(node[5], "T"))
      tensors.at(t).producer = n, tensors.at(t).users.insert(n);
    for (const int c : ids_in(node[6], "CT")) waits_for.insert(control_source.at(c));
    for (const int c : ids_in(node[7], "CT")) control_source[c] = n;
    if (last_of_stream.contains(node[8])) waits_for.insert(last_of_stream[node[8]]);
    last_of_stream[node[8]] = n;
    for (const int other : waits_for) {
      const std::set<int>& earlier = before[static_cast<std::size_t>(other)];
      before[static_cast<std::size_t>(n)].insert(other);
      before[static_cast<std::size_t>(n)].insert(earlier.begin(), earlier.end());
    }
  }
  const auto is_over = [&](const DumpTensor& a, const DumpTensor& b) {
    if (a.lifelong.endsWith("All") || a.lifelong.endsWith("End")) return false;
    if (b.lifelong.endsWith("All") || b.lifelong.endsWith("Start")) return false;
    return std::ranges::includes(before[static_cast<std::size_t>(b.producer)], a.users);
  };
  std::set<std::pair<int, int>> out;
  for (auto a = tensors.begin(); a != tensors.end(); ++a)
    for (auto b = std::next(a); b != tensors.end(); ++b)
      if (!is_over(a->second, b->second) && !is_over(b->second, a->second)) out.emplace(a->first, b->first);
  return out;
}

std::set<std::pair<int, int>> pairs_of(const Graph& graph) {
  const Conflicts conflicts = Conflicts::compute(graph).value();
  const auto id = [&](TensorId t) { return std::stoi(std::string(graph.name(t)).substr(1)); };
  std::set<std::pair<int, int>> out;
  for (const TensorId a : graph.tensors())
    for (const TensorId b : graph.tensors())
      if (id(a) < id(b) && conflicts.unsafe(a, b)) out.emplace(id(a), id(b));
  return out;
}

/// Other lifelong values and streams, and some control edges gone.
QStringList changed(QStringList lines, std::uint32_t seed) {
  std::mt19937 engine(seed);
  static const QStringList kLifelong{"LifeLongGraphAll", "LifeLongGraphStart", "LifeLongGraphEnd"};
  static const QRegularExpression kControl("ctrl_inputs\\[[^\\]]*\\]"), kStream("streamID\\[@\\d+\\]");
  for (QString& line : lines) {
    if (line.startsWith('%') && !line.contains("\tControl\t") && engine() % 4 == 0)
      line.replace("LifeLongNone", kLifelong[static_cast<int>(engine() % 3)]);
    if (!line.startsWith('$')) continue;
    if (engine() % 3 == 0) line.replace(kStream, QString("streamID[@%1]").arg(engine() % 4));
    if (engine() % 3 == 0) line.replace(kControl, "ctrl_inputs[]");
  }
  return lines;
}

}  // namespace

class SomasPairsTest : public QObject {
  Q_OBJECT

 private:
  static void verify(const std::string& path, std::uint32_t most) {
    const QStringList lines = QString::fromStdString(read_file(path).value()).split('\n');
    for (std::uint32_t seed = 0; seed <= most; ++seed) {
      const QStringList dump = seed == 0 ? lines : changed(lines, seed);
      const auto document = read_somas(dump.join('\n').toStdString(), "x.ir");
      QVERIFY2(document, document ? "" : document.error().text().c_str());
      const auto wanted = pairs_by_hand(dump);
      QVERIFY(!wanted.empty());
      QVERIFY2(pairs_of(*document->graph) == wanted, qPrintable(QString("change %1").arg(seed)));
    }
  }

 private slots:
  void the_sample() { verify(std::string(STOWAGE_SOURCE_DIR) + "/samples/two_streams_somas_initial_info_0.ir", 200); }
  void a_real_step() {
    STOWAGE_NEEDS_SHARED();
    verify(test::shared_dir() + "/data/somas/DERIVED_dlrm_rank0_somas_initial_info_0.ir", 5);
  }
};

STOWAGE_TEST(SomasPairsTest);
#include "tst_somas_pairs.moc"
