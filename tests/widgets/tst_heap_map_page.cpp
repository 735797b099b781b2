// SPDX-License-Identifier: GPL-3.0-or-later
// The page in which a heap map is sent to others: what it says is the plan, and it can do no harm. Its script is run,
// on a document that page_driver.js makes up: it draws the tensors where they are, says what they are, zooms, moves,
// finds and switches classes off.
#include "core/insight/analysis/byte_usage.h"
#include "tests/gui/gui_test.h"
#include "widgets/painters/heap_map/heap_map_painter.h"

namespace {

HeapMapContent content_of(const PlanView& view, ColorBy by = ColorBy::stream) {
  return {.scene = HeapMapScene::make(view), .coloring = std::make_shared<const Coloring>(view, by), .hidden = {}};
}

QByteArray page_of(const HeapMapContent& content, const HeapMapContent* other = nullptr) {
  const auto page = heap_map_page(content, other);
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
  return plan_view(std::move(built->graph), {0, 8});
}

/// Rectangles that are pixels apart on a page of 900 × 600.
PlanView plan() {
  return plan_view(intervals({{"low", 1000, 0, 6}, {"left", 1000, 0, 3}, {"right", 2000, 4, 8}, {"far", 500, 7, 10}}),
                   {0, 1000, 1000, 0});
}

/// A page, run by node.
struct RunPage {
  explicit RunPage(const PlanView& view, const PlanView* b = nullptr) {
    HeapMapContent content = content_of(view, ColorBy::size), other = content;
    coloring = content.coloring;
    if (b) other.scene = HeapMapScene::make(*b);
    const QTemporaryDir folder;
    QFile file(folder.filePath("page.html"));
    if (!file.open(QIODevice::WriteOnly)) qFatal("no file");
    file.write(page_of(content, b ? &other : nullptr));
    file.close();
    said = QJsonDocument::fromJson(
               output_of(STOWAGE_NODE, {STOWAGE_SOURCE_DIR "/tests/widgets/page_driver.js", file.fileName()}))
               .object();
  }
  [[nodiscard]] QJsonObject tensor(TensorId t) const {
    return said["tensors"].toArray()[static_cast<qsizetype>(t.index())].toObject();
  }
  [[nodiscard]] double number(const char* view, const char* side) const { return said[view][side].toDouble(); }
  [[nodiscard]] double width(const char* view) const { return number(view, "x1") - number(view, "x0"); }
  [[nodiscard]] double height(const char* view) const { return number(view, "y1") - number(view, "y0"); }
  std::shared_ptr<const Coloring> coloring;
  QJsonObject said;
};

}  // namespace

class HeapMapPageTest : public QObject {
  Q_OBJECT

  const PlanView view_ = plan();
  const RunPage page_{view_};

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
    const QJsonObject data = data_in(page_of(content_of(plan_view(graph_of(text), offsets))));
    set_class_look({});
    QStringList signs;
    for (const QJsonValue& each : data["themes"]["light"]["classes"].toArray()) signs << each["hatch"].toString();
    QCOMPARE(signs, (QStringList{"", "/", "-", ".", "+", "x", "|"}));
  }

  void it_says_what_the_plan_says_data() {
    QTest::addColumn<PlanView>("view");
    QTest::newRow("figure 2") << results_of(sample("somas_figure_2.stowage.json"));
    QTest::newRow("three streams, aligned") << results_of(sample("training_step.stowage.json"), true, {512});
    QTest::newRow("4,400 tensors") << results_of(make_training_graph(training_graph_of(4400, 8)));
    QTest::newRow("times") << results_of(sample("lifetimes.csv"));
    QTest::newRow("random") << results_of(random_graph({.seed = 5, .operators = 60}));
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
    QCOMPARE(data["operators"].isNull(), !graph.times().empty());  // a list of lifetimes has none
    if (data["operators"].isNull()) return;
    const QJsonArray operators = data["operators"]["names"].toArray(), read = data["operators"]["inputs"].toArray();
    for (OperatorId o : graph.operators()) {
      QCOMPARE(operators[static_cast<qsizetype>(o.index())].toString(), text_of(graph.name(o)));
      QJsonArray inputs;
      for (TensorId t : graph.inputs(o)) inputs.append(static_cast<qint64>(t.index()));
      QCOMPARE(read[static_cast<qsizetype>(o.index())].toArray(), inputs);
    }
  }

  /// Every tensor's offsets, and what it is held for, against the planner's own.
  void it_says_what_is_held() {
    const PlanView view = results_of(sample("training_step.stowage.json"));
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

  void colours_are_those_of_the_colouring() {
    const PlanView view = results_of(sample("medium.stowage.json"));
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

  void it_asks_nobody_and_runs_its_own_parts_only() {
    const QByteArray page = page_of(content_of(results_of(sample("training_step.stowage.json"))));
    const QRegularExpression asks(
        R"(https?:|//[\w]|\bsrc\s*=|\bhref\b|@import|url\(|<link|<img|<iframe|\bfetch\b|XMLHttpRequest|WebSocket|)"
        R"(EventSource|sendBeacon|\bimport\b|\beval\b|innerHTML|document\.write)",
        QRegularExpression::CaseInsensitiveOption);
    const auto found = asks.match(QString::fromUtf8(page));
    QVERIFY2(!found.hasMatch(), qPrintable(found.captured()));
    QVERIFY(asks.match("<script src=x>").hasMatch());
    QVERIFY(page.contains("prefers-color-scheme: dark"));
    QVERIFY(page.contains("<html lang=\"en\">"));
    // A browser runs what has one of these hashes and nothing else.
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
    for (const PlanView& view : {PlanView{}, plan_view(graph_of("op a @0"), {})}) {
      const auto page = heap_map_page({.scene = HeapMapScene::make(view), .coloring = nullptr, .hidden = {}});
      QVERIFY(!page && !page.error().text().empty());
    }
  }

  void large_plans_make_no_larger_pages_than_need_be() {
    const PlanView view = lanes_of_tensors(20'000);
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

  void hatches_are_those_of_figures() {
    const QString program = QStringLiteral(R"(
        const source = require('fs').readFileSync(process.argv[1], 'utf8');
        require('vm').runInThisContext(source + '; globalThis.made = Raster');
        const out = {};
        for (const sign of '/\\-|+x.') {
          const pixels = new Uint32Array(32 * 32);
          const raster = new made(pixels, 32, 32, { x0: 0, x1: 32, y0: 0, y1: 32 }, 1);
          raster.hatch(0, 32, 0, 32, { hatch: sign, line: 1, sparse: false });
          out[sign] = pixels.join('');
        }
        console.log(JSON.stringify(out));)");
    const QString script = STOWAGE_SOURCE_DIR "/widgets/painters/heap_map/html/view.js";
    const QJsonObject drawn = QJsonDocument::fromJson(output_of(STOWAGE_NODE, {"-e", program, script})).object();
    const std::pair<QString, Qt::BrushStyle> signs[] = {
        {"/", Qt::BDiagPattern}, {"\\", Qt::FDiagPattern},    {"-", Qt::HorPattern},   {"|", Qt::VerPattern},
        {"+", Qt::CrossPattern}, {"x", Qt::DiagCrossPattern}, {".", Qt::Dense6Pattern}};
    for (const auto& [sign, hatch] : signs) {
      QString wanted;
      for (int y = 0; y < 32; ++y)
        for (int x = 0; x < 32; ++x) wanted += hatch_covers(hatch, x, y, 6) ? '1' : '0';
      QCOMPARE(drawn[sign].toString(), wanted);
    }
  }

  void tensors_are_drawn_and_named_where_they_are() {
    const MapPalette palette(*page_.coloring, {}, Theme::light());
    for (const TensorId t : view_.graph->tensors()) {
      const QColor color = palette.inks(page_.coloring->class_of(t), MapShade::full).fill.color;
      QCOMPARE(page_.tensor(t)["color"].toString(), color.name());
      QCOMPARE(page_.tensor(t)["beside"].toString(), Theme::light().surface.name());  // above all of them
      // What is under the mouse is named.
      const QString said = page_.tensor(t)["said"].toString();
      QVERIFY2(said.contains(text_of(view_.graph->name(t))), qPrintable(said));
      QVERIFY2(said.contains(QLocale().toString(static_cast<qlonglong>(view_.graph->size(t).count)) + " bytes"),
               qPrintable(said));
    }
    QVERIFY(page_.said["told"].toString().startsWith("left: size"));
  }

  void it_zooms_moves_fits_walks_and_finds() {
    QCOMPARE(page_.number("full", "x1"), 10.0);
    QVERIFY(page_.width("zoomed") < page_.width("full") && page_.height("zoomed") < page_.height("full"));
    QVERIFY(page_.number("zoomed", "x0") > 0 && page_.number("zoomed", "x1") < 10);  // about the middle
    QVERIFY(page_.width("stepsOnly") < page_.width("zoomed"));
    QCOMPARE(page_.height("stepsOnly"), page_.height("zoomed"));
    QVERIFY(page_.number("dragged", "x0") > page_.number("stepsOnly", "x0"));
    QCOMPARE(page_.width("dragged"), page_.width("stepsOnly"));
    QVERIFY(page_.said["fitted"].toBool());
    QCOMPARE(page_.said["walked"].toInt(), 2);  // to the right of "left"
    QCOMPARE(page_.said["found"].toInt(), 2);
    QVERIFY(!page_.said["foundNone"].toString().isEmpty());
  }

  /// The first tensor lies at 0 in plan A, above all others in plan B.
  void two_plans_are_switched_in_place() {
    const PlanView b = plan_view(*view_.graph, {3000, 0, 1000, 0});
    const RunPage both(view_, &b);
    const auto of = [&](const char* side) { return both.said[side].toObject(); };
    QVERIFY(of("a")["said"].toString().contains("offset 0 (0x0)"));
    QVERIFY2(of("b")["said"].toString().contains("offset 3,000 (0xbb8)"), qPrintable(of("b")["said"].toString()));
    QCOMPARE(of("again"), of("a"));
    QCOMPARE(of("b")["view"], of("a")["view"]);
    QCOMPARE(of("b")["color"], of("a")["color"]);
    QVERIFY2(of("a")["names"].toString().contains("A: ") && of("a")["names"].toString().contains("B: "),
             qPrintable(of("a")["names"].toString()));
    QVERIFY(both.said["full"]["y1"].toDouble() > page_.said["full"]["y1"].toDouble());  // there is room for either
    QVERIFY(!page_.said.contains("b"));
  }

  void a_class_is_switched_off() {
    const QJsonObject off = page_.said["switchedOff"].toObject();
    QCOMPARE(off["pressed"].toString(), QString("false"));
    std::set<std::uint8_t> classes;
    for (const TensorId t : view_.graph->tensors()) classes.insert(page_.coloring->class_of(t));
    for (const TensorId t : view_.graph->tensors()) {
      const QString color = off["colors"].toArray()[static_cast<qsizetype>(t.index())].toString();
      QCOMPARE(color != page_.tensor(t)["color"].toString(), page_.coloring->class_of(t) == *classes.begin());
    }
  }
};

STOWAGE_GUI_TEST(HeapMapPageTest);
#include "tst_heap_map_page.moc"
