// SPDX-License-Identifier: Apache-2.0
// The page in which a heap map is sent to others: what it says is the plan, and it can do no harm.
#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "core/graph/builder.h"
#include "core/insight/analysis/byte_usage.h"
#include "tests/start/test_entry.h"
#include "tests/support/graphs.h"
#include "tests/support/maps.h"
#include "tests/support/results.h"
#include "tests/support/training_graph.h"
#include "widgets/painters/heap_map/heap_map_page.h"

using namespace stowage;

namespace {

HeapMapContent content_of(const PlanView& view, ColorBy by = ColorBy::stream) {
  return {.scene = HeapMapScene::make(view), .coloring = std::make_shared<const Coloring>(view, by), .hidden = {}};
}

QByteArray page_of(const HeapMapContent& content) {
  const auto page = heap_map_page(content);
  if (!page) qFatal("%s", page.error().text().c_str());
  return QByteArray::fromStdString(*page);
}

/// The text of an element, as a browser reads scripts and styles: up to the first closing tag, whatever it stands in.
QByteArray element(const QByteArray& page, const QByteArray& opening, const QByteArray& closing) {
  const auto from = page.indexOf(opening);
  const auto to = page.indexOf(closing, from + opening.size());
  if (from < 0 || to < 0) qFatal("no %s", opening.constData());
  return page.mid(from + opening.size(), to - from - opening.size());
}

QJsonObject data_in(const QByteArray& page) {
  QJsonParseError error;
  const QByteArray text = element(page, R"(<script type="application/json" id="plan">)", "</script");
  const QJsonDocument document = QJsonDocument::fromJson(text, &error);
  if (error.error != QJsonParseError::NoError) qFatal("%s", qPrintable(error.errorString()));
  return document.object();
}

/// Two tensors, one operator, and a graph that is called that; the first tensor and all else are called `name`.
PlanView named(const std::string& name) {
  GraphBuilder builder;
  builder.set_name(name);
  const StreamId stream = builder.add_stream(0, name);
  const OperatorId run = builder.add_operator({.name = name, .stream = stream, .kind = name, .phase = name});
  builder.add_tensor({.name = name, .size = {8}, .producer = run, .consumers = {}, .output = true, .kind = name});
  builder.add_tensor({.name = "plain", .size = {8}, .producer = run, .consumers = {}});
  auto built = std::move(builder).build();
  if (!built) qFatal("%s", built.error().text().c_str());
  return test::plan_view(std::move(built->graph), {0, 8});
}

}  // namespace

class HeapMapPageTest : public QObject {
  Q_OBJECT

 private slots:
  /// Classes that are hatched for print in grey have a sign each for the script, which draws them.
  void every_hatch_has_its_sign() {
    std::string text;
    std::vector<std::int64_t> offsets;
    for (const char name : std::string("abcdefg")) {
      text += std::string("op ") + name + " @" + std::to_string(offsets.size()) + "\n";
      text += std::string("t t") + name + " 8 : " + name + " ->\n";
      offsets.push_back(8 * static_cast<std::int64_t>(offsets.size()));
    }
    set_class_look({.hatches = true});
    const QJsonObject data = data_in(page_of(content_of(test::plan_view(test::graph_of(text), offsets))));
    set_class_look({});
    QStringList signs;
    for (const QJsonValue& each : data["themes"]["light"]["classes"].toArray()) signs << each["hatch"].toString();
    QCOMPARE(signs, (QStringList{"", "/", "-", ".", "+", "x", "|"}));
  }

  void it_says_what_the_plan_says_data() {
    QTest::addColumn<PlanView>("view");
    QTest::newRow("figure 2") << test::results_of(test::sample("somas_figure_2.stowage.json"));
    QTest::newRow("three streams, aligned")
        << test::results_of(test::sample("training_step.stowage.json"), true, {512});
    QTest::newRow("4,400 tensors") << test::results_of(test::make_training_graph(test::training_graph_of(4400, 8)));
    QTest::newRow("times") << test::results_of(test::sample("lifetimes.csv"));
    QTest::newRow("random") << test::results_of(test::random_graph({.seed = 5, .operators = 60}));
  }
  void it_says_what_the_plan_says() {
    QFETCH(PlanView, view);
    const Graph& graph = *view.graph;
    const QJsonObject data = data_in(page_of(content_of(view)));
    QCOMPARE(data["format"].toString(), "stowage-heap-map");
    QCOMPARE(data["footprint"].toInteger(), view.plan->footprint.count);
    QCOMPARE(data["bound"].toInteger(), std::max(view.plan->lower_bound, view.bounds->best()).count);
    QCOMPARE(data["alignment"].toInteger(), view.plan->alignment.count);
    QCOMPARE(data["steps"].toInteger(), static_cast<qint64>(graph.operator_count()));
    QCOMPARE(data["times"].toArray().size(), static_cast<qsizetype>(graph.times().size()));
    const QJsonObject tensors = data["tensors"].toObject();
    const auto whole = [&](const char* key, TensorId t) {
      return tensors[key].toArray()[static_cast<qsizetype>(t.index())].toInteger();
    };
    for (const char* key : {"names", "sizes", "offsets", "begins", "ends", "classes", "producers"})
      QCOMPARE(tensors[key].toArray().size(), static_cast<qsizetype>(graph.tensor_count()));
    const QJsonArray names = tensors["names"].toArray();
    QJsonArray outputs;
    for (TensorId t : graph.tensors()) {
      QCOMPARE(names[static_cast<qsizetype>(t.index())].toString().toStdString(), std::string(graph.name(t)));
      if (graph.is_output(t)) outputs.append(static_cast<qint64>(t.index()));
      if (t.index() % (graph.tensor_count() / 50 + 1) != 0) continue;  // each look into an array copies it
      QCOMPARE(whole("sizes", t), graph.size(t).count);
      QCOMPARE(whole("offsets", t), view.plan->offsets[t.index()].value);
      QCOMPARE(whole("begins", t), qint64{(*view.lifetimes)[t.index()].begin});
      QCOMPARE(whole("ends", t), qint64{(*view.lifetimes)[t.index()].end});
      const OperatorId producer = graph.producer(t);
      QCOMPARE(whole("producers", t), producer.valid() ? static_cast<qint64>(producer.index()) : -1);
    }
    QCOMPARE(tensors["outputs"].toArray(), outputs);
  }

  /// Every tensor's offsets, and what it is held for, against the planner's own.
  void it_says_what_is_held() {
    const PlanView view = test::results_of(test::sample("training_step.stowage.json"));
    const std::vector<Lifetime> all = blocked_lifetimes(*view.graph, *view.conflicts, *view.lifetimes);
    const QJsonObject said = data_in(page_of(content_of(view)))["holds"].toObject();
    const QJsonArray tensors = said["tensors"].toArray(), begins = said["begins"].toArray(),
                     ends = said["ends"].toArray();
    qsizetype at = 0;
    for (TensorId t : view.graph->tensors()) {
      const Lifetime hold = all[t.index()];
      if (hold == (*view.lifetimes)[t.index()]) continue;
      QCOMPARE(tensors[at].toInteger(), static_cast<qint64>(t.index()));
      QCOMPARE(begins[at].toInteger(), qint64{hold.begin});
      QCOMPARE(ends[at].toInteger(), qint64{hold.end});
      ++at;
    }
    QVERIFY(at > 0);
    QCOMPARE(tensors.size(), at);
  }

  void operators_name_their_inputs() {
    const PlanView view = test::results_of(test::sample("somas_figure_2.stowage.json"));
    const QJsonObject operators = data_in(page_of(content_of(view)))["operators"].toObject();
    for (OperatorId o : view.graph->operators()) {
      const auto at = static_cast<qsizetype>(o.index());
      QCOMPARE(operators["names"].toArray()[at].toString().toStdString(), std::string(view.graph->name(o)));
      QJsonArray inputs;
      for (TensorId t : view.graph->inputs(o)) inputs.append(static_cast<qint64>(t.index()));
      QCOMPARE(operators["inputs"].toArray()[at].toArray(), inputs);
    }
    const PlanView times = test::results_of(test::sample("lifetimes.csv"));
    QVERIFY(data_in(page_of(content_of(times)))["operators"].isNull());
  }

  void colours_are_those_of_the_colouring() {
    const PlanView view = test::results_of(test::sample("medium.stowage.json"));
    for (const ColoringInfo& info : colorings()) {
      HeapMapContent content = content_of(view, info.by);
      content.hidden = {1};
      const Coloring& coloring = *content.coloring;
      const QJsonObject data = data_in(page_of(content));
      QCOMPARE(data["hidden"].toArray(), QJsonArray{1});
      const QJsonArray legend = data["legend"].toArray(), classes = data["tensors"]["classes"].toArray();
      QCOMPARE(legend.size(), static_cast<qsizetype>(coloring.entries().size()));
      for (TensorId t : view.graph->tensors())
        QCOMPARE(classes[static_cast<qsizetype>(t.index())].toInt(), int{coloring.class_of(t)});
      for (qsizetype i = 0; i < legend.size(); ++i) {
        const Coloring::Entry& entry = coloring.entries()[static_cast<std::size_t>(i)];
        QCOMPARE(legend[i]["label"].toString(), entry.label);
        QCOMPARE(legend[i]["shown"].toBool(), entry.tensors > 0);
        QCOMPARE(legend[i]["detail"].toString().isEmpty(), entry.tensors == 0);
        for (const bool dark : {false, true}) {
          const QJsonValue color = data["themes"][dark ? "dark" : "light"]["classes"][i];
          QCOMPARE(color["fill"].toString(), coloring.fill(static_cast<std::uint8_t>(i), Theme::of(dark)).color.name());
        }
      }
    }
  }

  void it_asks_nobody_for_anything() {
    const QByteArray page = page_of(content_of(test::results_of(test::sample("training_step.stowage.json"))));
    const QRegularExpression asks(
        R"(https?:|//[\w]|\bsrc\s*=|\bhref\b|@import|url\(|<link|<img|<iframe|\bfetch\b|XMLHttpRequest|WebSocket|)"
        R"(EventSource|sendBeacon|\bimport\b|\beval\b|innerHTML|document\.write)",
        QRegularExpression::CaseInsensitiveOption);
    const auto found = asks.match(QString::fromUtf8(page));
    QVERIFY2(!found.hasMatch(), qPrintable(found.captured()));
    QVERIFY(asks.match("<script src=x>").hasMatch());
    QVERIFY(page.contains("prefers-color-scheme: dark"));
    QVERIFY(page.contains("<html lang=\"en\">"));
  }

  /// A browser runs what has one of these hashes and nothing else.
  void its_policy_allows_its_own_parts_only() {
    const QByteArray page = page_of(content_of(test::results_of(test::sample("lifetimes.csv"))));
    const QByteArray policy = element(page, "Content-Security-Policy\" content=\"", "\"");
    const auto hash = [](const QByteArray& text) {
      return "'sha256-" + QCryptographicHash::hash(text, QCryptographicHash::Sha256).toBase64() + "'";
    };
    QCOMPARE(policy, "default-src 'none'; script-src " + hash(element(page, "<script>", "</script")) + "; style-src " +
                         hash(element(page, "<style>", "</style")));
    QCOMPARE(page.count("<script"), 2);
    QCOMPARE(page.count("<style"), 1);
    QVERIFY(!page.contains(" style="));
  }

  void names_can_do_no_harm_data() {
    QTest::addColumn<QByteArray>("name");
    for (const char* name : {"</script><script>alert(1)</script>", "<!--<script>", "</title><img onerror=alert(1)>",
                             "]]>", "&lt;&amp;", "\"'`${alert(1)}", "back\\slash\\u003c", "@script@ @plan@ @title@",
                             "\u2028\u2029", "\u202Eright to left", "名前 🧮", "'; script-src *"})
      QTest::addRow("%s", name) << QByteArray(name);
  }
  void names_can_do_no_harm() {
    QFETCH(QByteArray, name);
    const PlanView view = named(name.toStdString());
    const QByteArray page = page_of(content_of(view, ColorBy::kind)), plain = page_of(content_of(named("plain graph")));
    // The same elements, whatever the names: all that could be markup is the page's own.
    for (const char* sign : {"<", ">", "<script", "</script", "<!--", "</style", "</title"})
      QCOMPARE(page.count(sign), plain.count(sign));
    QVERIFY(!page.contains("\u2028") && !page.contains("\u2029"));
    const QJsonObject data = data_in(page);
    const QString said = QString::fromUtf8(name);
    QCOMPARE(data["tensors"]["names"][0].toString(), said);
    QCOMPARE(data["operators"]["names"][0].toString(), said);
    QVERIFY(element(page, "<title>", "</title").count('<') == 0);
  }

  void nothing_to_draw_is_an_error() {
    for (const PlanView& view : {PlanView{}, test::plan_view(test::graph_of("op a @0"), {})}) {
      const auto page = heap_map_page({.scene = HeapMapScene::make(view), .coloring = nullptr, .hidden = {}});
      QVERIFY(!page);
      QVERIFY(!page.error().text().empty());
    }
  }

  void large_plans_make_no_larger_pages_than_need_be() {
    const PlanView view = test::lanes_of_tensors(20'000);
    qsizetype names = 0;
    for (TensorId t : view.graph->tensors()) names += static_cast<qsizetype>(view.graph->name(t).size());
    for (OperatorId o : view.graph->operators()) names += static_cast<qsizetype>(view.graph->name(o).size());
    const qsizetype all = page_of(content_of(view)).size(), least = page_of(content_of(named("x"))).size();
    QVERIFY2(all - least - names < 20'000 * 100, qPrintable(QString::number(all)));
  }

  void names_of_pages() {
    for (const char* name : {"map.html", "a.b/MAP.HTM"}) QVERIFY(is_page_name(name));
    for (const char* name : {"map.png", "html", "map.html.svg"}) QVERIFY(!is_page_name(name));
  }
};

STOWAGE_GUI_TEST(HeapMapPageTest);
#include "tst_heap_map_page.moc"
