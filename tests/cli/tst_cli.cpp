// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.h"
#include "tests/gui/words.h"
#include "tests/start/test_entry.h"
#include "widgets/painters/page/views.h"

using namespace stowage::test;

namespace {

const QStringList kCommands{"info",    "safety",  "explain",  "strategies", "plan",   "check", "render",
                            "convert", "compare", "simulate", "tradeoff",   "report", "zoo"};

/// Figure 2 of the SOMAS paper: its 32 unsafe pairs, in the order the contract asks for.
const QString kFigure2Pairs =
    "ab ac ad ae af ag ah bc bd be bf bg bh bi cd ce cf ch de df dg dh ef eg eh ei fg fh fi gh gi hi";

}  // namespace

/// The contract of the command line (exit codes, JSON keys, line formats), from outside.
class CliTest : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;
  [[nodiscard]] QString temp(const QString& name) const { return dir_.filePath(name); }
  const QString figure2_ = sample("somas_figure_2.stowage.json");
  const QString toy_ = sample("somas_figure_7.stowage.json");

 private slots:
  void every_command_has_help_with_an_example() {
    QCOMPARE(stowage_cli({"--help"}).code, 0);
    for (const QString& command : kCommands) {
      const Run help = stowage_cli({command, "--help"});
      QCOMPARE(help.code, 0);
      QVERIFY2(help.out.contains("Example:\n  stowage-cli " + command), qPrintable(help.out));
    }
  }

  void the_help_on_devices_names_all_they_are_of() {
    QVERIFY(says(stowage_cli({"info", "--help"}).out, {"--device", "Kineto", "XSpace", "-1"}));
  }

  void bad_usage_is_2_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("nothing") << QStringList{};
    QTest::newRow("unknown command") << QStringList{"frobnicate"};
    QTest::newRow("unknown option") << QStringList{"info", figure2_, "--frobnicate"};
    QTest::newRow("no input") << QStringList{"info"};
    QTest::newRow("unknown method") << QStringList{"safety", figure2_, "--method", "guess"};
    QTest::newRow("unknown strategy") << QStringList{"plan", figure2_, "--strategy", "so.size.worst"};
    QTest::newRow("unknown order") << QStringList{"plan", figure2_, "--order", "random"};
    QTest::newRow("zero alignment") << QStringList{"plan", figure2_, "--align", "0"};
    QTest::newRow("negative budget") << QStringList{"plan", figure2_, "--budget", "-5"};
    QTest::newRow("budget beyond any memory") << QStringList{"plan", figure2_, "--budget", "99999999999999999999"};
    QTest::newRow("negative seed") << QStringList{"plan", figure2_, "--seed", "-1"};
    QTest::newRow("no time at all") << QStringList{"plan", figure2_, "--time-limit", "nan"};
    QTest::newRow("no output") << QStringList{"convert", figure2_};
  }
  void bad_usage_is_2() {
    QFETCH(QStringList, arguments);
    const Run run = stowage_cli(arguments);
    QCOMPARE(run.code, 2);
    QVERIFY(run.out.isEmpty());
    QVERIFY2(run.err.startsWith("error: "), qPrintable(run.err));
  }

  /// The argument that is at fault is named, and the one that was meant, if one is near.
  void bad_usage_names_the_fault_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("named");
    QTest::newRow("command") << QStringList{"plna"} << QStringList{"plna", "plan"};
    QTest::newRow("option") << QStringList{"plan", figure2_, "--strategie", "auto"}
                            << QStringList{"--strategie", "--strategy"};
    QTest::newRow("option with a value") << QStringList{"plan", figure2_, "--sed=1"} << QStringList{"--sed", "--seed"};
    QTest::newRow("choice") << QStringList{"safety", figure2_, "--method", "clock"}
                            << QStringList{"--method", "clock", "clocks", "ancestor"};
    QTest::newRow("lever") << QStringList{"tradeoff", figure2_, "--allow", "syncs"} << QStringList{"--allow", "syncs"};
    QTest::newRow("one too many") << QStringList{"info", figure2_, "frobnicate"} << QStringList{"frobnicate"};
  }
  void bad_usage_names_the_fault() {
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, named);
    const Run run = stowage_cli(arguments);
    QCOMPARE(run.code, 2);
    const QString line = run.err.section('\n', 0, 0);
    QVERIFY2(says(line, named), qPrintable(run.err));
    const QString far = stowage_cli({"plan", figure2_, "--frobnicate"}).err.section('\n', 0, 0);
    QCOMPARE(far.count("--"), 1);  // nothing is near
  }

  void info_of_figure_2() {
    const QJsonObject json = stowage_cli({"info", figure2_, "--json"}).json();
    QCOMPARE(json["operators"].toInt(), 8);
    QCOMPARE(json["tensors"].toInt(), 9);
    QCOMPARE(json["streams"].toInt(), 3);
    QCOMPARE(json["unsafe_pairs"].toInt(), 32);
    QVERIFY(json["lifetime_bound"].toInteger() <= json["clique_bound"].toInteger());
    QVERIFY(json["clique_bound"].toInteger() <= json["total_bytes"].toInteger());
    QVERIFY(says(stowage_cli({"info", figure2_}).out, {"32"}));
  }

  void all_methods_list_the_pairs_of_figure_2() {
    QString expected;
    for (const QString& pair : kFigure2Pairs.split(' ')) expected += QString("%1 %2\n").arg(pair[0]).arg(pair[1]);
    for (const char* method : {"clocks", "ancestor", "ancestor-opt", "stream-graph"}) {
      QCOMPARE(stowage_cli({"safety", figure2_, "--pairs", "--method", method}).out, expected);
      const QJsonObject json = stowage_cli({"safety", figure2_, "--json", "--method", method}).json();
      QCOMPARE(json["method"].toString(), QString(method));
      QCOMPARE(json["unsafe_pairs"].toInt(), 32);
      QVERIFY(json["time_ms"].isDouble());
    }
  }

  void explain_gives_evidence() {
    const QJsonObject safe = stowage_cli({"explain", figure2_, "a", "i", "--json"}).json();
    QVERIFY(safe["safe"].toBool());
    QCOMPARE(safe["earlier"].toString(), QString("a"));
    QVERIFY(!safe["proofs"].toArray().isEmpty());
    const QJsonObject unsafe = stowage_cli({"explain", figure2_, "a", "f", "--json"}).json();
    QVERIFY(!unsafe["safe"].toBool(true));
    QVERIFY(!unsafe["interleaving"].toArray().isEmpty());
    QVERIFY(stowage_cli({"explain", figure2_, "a", "i"}).out.startsWith("safe: "));
    const QString run = stowage_cli({"explain", figure2_, "a", "f"}).out;
    QVERIFY(run.startsWith("unsafe: "));
    const QStringList last = run.trimmed().split('\n').mid(unsafe["interleaving"].toArray().size() + 1);
    QCOMPARE(last.size(), 2);
    QVERIFY(says(last[0], {"a", "3"}) && says(last[1], {"f", "4"}));  // 3 still needs a, and 4 writes f
    const QString lives = stowage_cli({"explain", sample("lifetimes.csv"), "input", "features"}).out;
    QVERIFY(lives.startsWith("unsafe: ") && says(lives, {"input", "[0, 4)", "features", "[2, 9)"}));
    QCOMPARE(stowage_cli({"explain", figure2_, "a", "nobody"}).code, 3);
    QCOMPARE(stowage_cli({"explain", figure2_, "a", "a"}).code, 3);
  }

  void strategies_has_every_id_of_the_contract() {
    QStringList ids;
    int standard = 0;
    const QJsonObject json = stowage_cli({"strategies", "--json"}).json();
    for (const QJsonValue& row : json["layout"].toArray()) {
      ids << row["id"].toString();
      standard += row["standard"].toBool() ? 1 : 0;
    }
    for (const char* object : {"so", "mo"})
      for (const char* sort : {"breadth", "size", "source", "unsafe"})
        for (const char* fit : {"best", "first"}) QVERIFY(ids.contains(QString("%1.%2.%3").arg(object, sort, fit)));
    QCOMPARE(standard, 10);
    QCOMPARE(json["order"].toArray().first()["id"].toString(), QString("given"));
  }

  /// Appendix E of the SOMAS paper: 1920 for Single Object, 1664 for Many Objects, which the bound proves optimal.
  void plan_of_the_toy_network() {
    const QString path = temp("toy.plan.json");
    const Run run = stowage_cli({"plan", toy_, "--strategy", "so.size.first,mo.size.first", "-o", path, "--json"});
    QCOMPARE(run.code, 0);
    const QJsonObject json = run.json();
    QCOMPARE(json["tensors"].toInt(), 5);
    QCOMPARE(json["lower_bound"].toInt(), 1664);
    const QJsonArray results = json["results"].toArray();
    QCOMPARE(results.size(), 2);
    QCOMPARE(results[0]["strategy"].toString(), QString("so.size.first"));
    QCOMPARE(results[0]["footprint"].toInt(), 1920);
    QVERIFY(!results[0]["proved_optimal"].toBool(true));
    QCOMPARE(results[1]["footprint"].toInt(), 1664);
    QVERIFY(results[1]["proved_optimal"].toBool());
    QVERIFY(results[1]["time_ms"].isDouble());

    const QJsonObject plan = QJsonDocument::fromJson(content(path)).object();
    QCOMPARE(plan["format"].toString(), QString("stowage-plan"));
    QCOMPARE(plan["strategy"].toString(), QString("mo.size.first"));
    QCOMPARE(plan["footprint"].toInt(), 1664);
    QCOMPARE(plan["offsets"].toObject().size(), 5);
    QCOMPARE(stowage_cli({"check", toy_, path}).code, 0);
  }

  void budget_and_time_limit() {
    QCOMPARE(stowage_cli({"plan", toy_, "--budget", "1664"}).code, 0);
    QCOMPARE(stowage_cli({"plan", toy_, "--budget", "1663"}).code, 1);
    QCOMPARE(stowage_cli({"plan", toy_, "--budget", "2KiB"}).code, 0);
    QCOMPARE(stowage_cli({"plan", toy_, "--time-limit", "0.000000001"}).code, 0);  // a quick plan stands in
  }

  void report_sums_to_the_peak() {
    const QJsonObject report =
        stowage_cli({"plan", toy_, "--strategy", "mo.size.best", "--report", "--json"}).json()["report"].toObject();
    QCOMPARE(report["peak_bytes"].toInt(), 1664);  // A and C: 1024 + 640
    QCOMPARE(report["at_peak"].toArray().size(), 2);
    QCOMPARE(report["fragmentation"].toDouble(), 0.0);
    const QString out = stowage_cli({"plan", toy_, "--report", "--budget", "1.5KiB"}).out;
    QVERIFY(says(out, {"auto", "1,664", "auto", "0.0%", "A", "1,024", "C", "640", "128"}));  // over the budget by 128
  }

  void a_plan_never_overwrites_its_input() {
    const QString graph = write(temp("own.stowage.json"), content(toy_));
    QCOMPARE(stowage_cli({"plan", graph, "-o", graph}).code, 3);
    QCOMPARE(content(graph), content(toy_));
  }

  void a_plan_of_lifetimes_can_be_a_csv() {
    const QString csv = temp("offsets.csv"), input = sample("lifetimes.csv");
    QCOMPARE(stowage_cli({"plan", input, "-o", csv}).code, 0);
    QVERIFY(content(csv).startsWith("id,lower,upper,size,offset\n"));
    QCOMPARE(stowage_cli({"check", input, csv}).code, 0);
  }

  void check_doubts_what_a_plan_says_of_itself() {
    const QString path = temp("boasting.plan.json");
    QCOMPARE(stowage_cli({"plan", toy_, "-o", path}).code, 0);
    QJsonObject plan = QJsonDocument::fromJson(content(path)).object();
    plan["graph"] = "another";
    plan["lower_bound"] = 1'000'000;
    write(path, QJsonDocument(plan).toJson());
    const Run run = stowage_cli({"check", toy_, path});
    QCOMPARE(run.code, 0);
    QVERIFY2(run.err.contains("warning: " + path + ":/graph: "), qPrintable(run.err));
    QVERIFY2(run.err.contains("warning: " + path + ":/lower_bound: "), qPrintable(run.err));
  }

  /// A pipe that nobody writes to: the first signal ends the wait.
  void cancels_while_it_waits_for_input() {
    const Run run = run_program(
        "/bin/sh",
        {"-c", QString("mkfifo '%1' && timeout --foreground --preserve-status -s INT 2 " STOWAGE_CLI " info '%1'")
                   .arg(temp("pipe"))});
    QCOMPARE(run.code, 4);
    QVERIFY2(run.err.startsWith("error: ") && run.err.count('\n') == 1, qPrintable(run.err));
  }

  void a_wrong_plan_is_drawn_with_a_warning() {
    const QString path = temp("overlapping.plan.json");
    QCOMPARE(stowage_cli({"plan", figure2_, "-o", path}).code, 0);
    QJsonObject plan = QJsonDocument::fromJson(content(path)).object();
    QJsonObject offsets = plan["offsets"].toObject();
    for (const QString& tensor : offsets.keys()) offsets[tensor] = 0;
    plan["offsets"] = offsets;
    write(path, QJsonDocument(plan).toJson());
    const Run run = stowage_cli({"render", figure2_, path, "-o", temp("overlapping.png")});
    QCOMPARE(run.code, 0);
    QVERIFY2(run.err.startsWith("warning: " + path + ": "), qPrintable(run.err));
  }

  void alignment_rounds_up() {
    const QString path = temp("aligned.plan.json");
    QCOMPARE(stowage_cli({"plan", figure2_, "--align", "4096", "-o", path}).code, 0);
    const QJsonObject plan = QJsonDocument::fromJson(content(path)).object();
    QCOMPARE(plan["alignment"].toInt(), 4096);
    for (const QJsonValue& offset : plan["offsets"].toObject()) QCOMPARE(offset.toInt() % 4096, 0);
    QCOMPARE(stowage_cli({"check", figure2_, path}).code, 0);
  }

  void check_names_the_offending_pair() {
    const QString path = temp("broken.plan.json");
    QCOMPARE(stowage_cli({"plan", figure2_, "-o", path}).code, 0);
    QJsonObject plan = QJsonDocument::fromJson(content(path)).object();
    QJsonObject offsets = plan["offsets"].toObject();
    offsets["a"] = offsets["f"] = 0;
    plan["offsets"] = offsets;
    write(path, QJsonDocument(plan).toJson());
    const Run run = stowage_cli({"check", figure2_, path, "--json"});
    QCOMPARE(run.code, 1);
    bool named = false;
    for (const QJsonValue& violation : run.json()["violations"].toArray())
      named |= violation["kind"] == "overlap" && violation["first"] == "a" && violation["second"] == "f";
    QVERIFY2(named, qPrintable(run.out));
    QCOMPARE(stowage_cli({"check", figure2_, path}).code, 1);
  }

  void a_plan_for_another_graph_is_bad_input() {
    const QString path = temp("other.plan.json");
    QCOMPARE(stowage_cli({"plan", toy_, "-o", path}).code, 0);
    const Run run = stowage_cli({"check", figure2_, path});
    QCOMPARE(run.code, 3);
    QVERIFY2(run.err.startsWith("error: " + path), qPrintable(run.err));
  }

  void bad_input_is_3_and_writes_nothing() {
    const QString bad = write(temp("bad.stowage.json"), R"({"format":"stowage-graph","version":1,)"
                                                        R"("nodes":[{"id":"n"}],"tensors":[{"id":"t","size":1.5}]})");
    const QString out = temp("never.plan.json");
    const Run run = stowage_cli({"plan", bad, "-o", out, "--json"});
    QCOMPARE(run.code, 3);
    QVERIFY(run.out.isEmpty());
    QVERIFY2(run.err.startsWith("error: " + bad + ":/tensors/0/size: "), qPrintable(run.err));
    QVERIFY(!QFile::exists(out));
    QCOMPARE(stowage_cli({"info", temp("missing.csv")}).code, 3);
    QCOMPARE(stowage_cli({"info", dir_.path()}).code, 3);
    QCOMPARE(stowage_cli({"plan", toy_, "-o", "/nowhere/at/all.json"}).code, 3);
  }

  void a_full_disk_is_an_error() {
    if (!QFile::exists("/dev/full")) QSKIP("no /dev/full here");
    const Run run = run_program("/bin/sh", {"-c", QString(STOWAGE_CLI " strategies > /dev/full")});
    QCOMPARE(run.code, 3);
    QVERIFY2(run.err.startsWith("error: "), qPrintable(run.err));
  }

  void convert_there_and_back() {
    const QString csv = write(temp("in.csv"), "id,lower,upper,size\nx,0,4,10\ny,4,8,20\nz,2,6,30\n");
    const QString graph = temp("in.stowage.json"), again = temp("again.csv");
    QCOMPARE(stowage_cli({"convert", csv, "-o", graph}).code, 0);
    const QJsonObject json = stowage_cli({"info", graph, "--json"}).json();
    QCOMPARE(json["lifetime_bound"].toInt(), 50);
    QCOMPARE(json["unsafe_pairs"].toInt(), 2);
    QCOMPARE(stowage_cli({"convert", csv, "-o", again}).code, 0);
    QCOMPARE(content(again), content(csv));
    QCOMPARE(stowage_cli({"convert", figure2_, "-o", temp("lost.csv")}).code, 3);
    QVERIFY(!QFile::exists(temp("lost.csv")));
    QCOMPARE(stowage_cli({"convert", csv, "-o", temp("x.unknown")}).code, 3);
    const Run names_lost = stowage_cli({"convert", toy_, "-o", again});
    QCOMPARE(names_lost.code, 0);
    QVERIFY2(names_lost.err.startsWith("warning: " + again), qPrintable(names_lost.err));
    const Run plan_lost = stowage_cli({"convert", sample("lifetimes.csv"), "-o", graph});
    QCOMPARE(plan_lost.code, 0);
    QVERIFY2(plan_lost.err.startsWith("warning: " + sample("lifetimes.csv")), qPrintable(plan_lost.err));
  }

  /// Every view as every kind of image, without a display: it is one, of the size asked for, and not empty.
  void render_draws_every_view_data() {
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("input");
    for (const stowage::ViewInfo& each : stowage::views()) {
      const QString view = each.id;
      if (view == "difference") continue;  // it needs two plans
      if (view == "recorded") {
        QTest::addRow("%s of a snapshot", each.id) << view << sample("serving.pickle");
        continue;
      }
      QTest::addRow("%s of figure 2", each.id) << view << figure2_;
      QTest::addRow("%s of lifetimes", each.id) << view << sample("lifetimes.csv");
    }
  }
  void render_draws_every_view() {
    QFETCH(QString, view);
    QFETCH(QString, input);
    const QString png = temp("image.png"), svg = temp("image.svg"), pdf = temp("image.pdf");
    const Run run = stowage_cli({"render", input, "-o", png, "--view", view, "--size", "640x400", "--scale", "2"});
    QVERIFY2(run.code == 0 && run.err.isEmpty(), qPrintable(run.err));
    const QImage image(png);
    QCOMPARE(image.size(), QSize(1280, 800));
    QSet<QRgb> colors;
    for (int y = 0; y < image.height(); y += 3)
      for (int x = 0; x < image.width(); x += 3) colors << image.pixel(x, y);
    QVERIFY(colors.size() > 3);

    QCOMPARE(stowage_cli({"render", input, "-o", svg, "--view", view, "--theme", "dark"}).code, 0);
    QXmlStreamReader xml(content(svg));
    int texts = 0;
    while (!xml.atEnd()) texts += xml.readNext() == QXmlStreamReader::StartElement && xml.name() == u"text" ? 1 : 0;
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY(texts > 1);
    QCOMPARE(stowage_cli({"render", input, "-o", pdf, "--view", view}).code, 0);
    QVERIFY(content(pdf).startsWith("%PDF-"));
  }

  /// Beside the plans made here, the one that is given.
  void render_compares_strategies() {
    const QString svg = temp("strategies.svg"), plan = temp("figure.plan.json");
    QCOMPARE(stowage_cli({"plan", figure2_, "--strategy", "bump", "-o", plan}).code, 0);
    const auto names = [&](const QStringList& input) {
      const Run run = stowage_cli(QStringList{"render"} + input + QStringList{"--view", "strategies", "-o", svg});
      return run.code == 0 ? QString::fromUtf8(content(svg)) : run.err;
    };
    const QString without = names({figure2_}), with = names({figure2_, plan});
    QVERIFY2(without.contains(">Size, best fit<") && !without.contains(">imported<"), qPrintable(without));
    QVERIFY2(with.contains(">Size, best fit<") && with.contains(">imported<"), qPrintable(with));
    QVERIFY2(without.contains("cannot plan"), qPrintable(without));  // some are for one stream, as in the window
    const Run none = stowage_cli({"render", figure2_, "--view", "recorded", "-o", svg});
    QCOMPARE(none.code, 3);
    QVERIFY2(none.err.startsWith("error: " + figure2_), qPrintable(none.err));
  }

  /// A figure for a paper: millimetres and points, whichever view and format.
  void render_draws_figures() {
    const QString svg = temp("figure.svg"), png = temp("figure.png"), eps = temp("figure.eps");
    const Run run = stowage_cli({"render", figure2_, "-o", svg, "--preset", "one-column"});
    QVERIFY2(run.code == 0 && run.err.isEmpty(), qPrintable(run.err));
    QVERIFY(content(svg).contains("width=\"84mm\" height=\"60mm\""));
    QCOMPARE(stowage_cli({"render",        figure2_,       "-o",          svg,         "--width",    "100",
                          "--height",      "50",           "--font-size", "11",        "--no-title", "--no-legend",
                          "--no-captions", "--line-width", "1",           "--hatches", "--palette",  "tol-muted",
                          "--background",  "transparent"})
                 .code,
             0);
    QVERIFY(content(svg).contains("width=\"100mm\" height=\"50mm\""));
    QVERIFY(content(svg).contains(">offset<"));
    QCOMPARE(stowage_cli({"render", figure2_, "-o", svg, "--width", "100", "--no-axis-labels"}).code, 0);
    QVERIFY(!content(svg).contains(">offset<"));
    QCOMPARE(stowage_cli({"render", figure2_, "-o", svg, "--width", "100", "--title", "Ours"}).code, 0);
    QVERIFY(content(svg).contains(">Ours<"));
    QCOMPARE(stowage_cli({"render", figure2_, "-o", png, "--width", "84", "--height", "60", "--dpi", "300"}).code, 0);
    QCOMPARE(QImage(png).size(), QSize(992, 709));
    QCOMPARE(stowage_cli({"render", figure2_, "-o", png, "--preset", "slide", "--dpi", "96"}).code, 0);
    QCOMPARE(QImage(png).size(), QSize(1280, 720));
    QCOMPARE(stowage_cli({"render", figure2_, "-o", eps, "--preset", "one-column"}).code, 0);
    QVERIFY(content(eps).startsWith("%!PS-Adobe"));
    QCOMPARE(stowage_cli({"render", figure2_, "-o", "-", "--format", "eps"}).out.left(4), QString("%!PS"));
    for (const QString& path : {svg, temp("figure.html")}) {
      const Run idle = stowage_cli({"render", figure2_, "-o", path, "--dpi", "300", "--hatches"});
      QCOMPARE(idle.code, 0);
      QVERIFY2(idle.err.contains("--dpi has no effect") && !idle.err.contains("--hatches"), qPrintable(idle.err));
    }
    QCOMPARE(stowage_cli({"render", figure2_, "-o", svg, "--width", "84", "--size", "800x600"}).code, 2);
    QCOMPARE(stowage_cli({"render", figure2_, "-o", svg, "--height", "84"}).code, 2);
    QCOMPARE(stowage_cli({"render", figure2_, "-o", svg, "--theme", "dark", "--background", "white"}).code, 2);
  }

  /// What an output lies over is counted once, so that no curve is above the footprint of the plan.
  void render_counts_shared_bytes_once() {
    const QString input = sample("sharing.stowage.json"), svg = temp("memory.svg");
    const QJsonObject info = stowage_cli({"info", input, "--json"}).json();
    const QJsonObject plan = stowage_cli({"plan", input, "--json"}).json();
    QCOMPARE(info["lifetime_bound"].toInt(), 3456);
    QCOMPARE(plan["results"][0]["footprint"].toInt(), 3456);
    for (const char* view : {"memory", "lifetimes", "heap"}) {
      QCOMPARE(stowage_cli({"render", input, "--view", view, "-o", svg}).code, 0);
      QVERIFY2(content(svg).contains("peak 3.38 KiB"), view);
    }
  }

  /// Where names have no room in the letters of a preset, the letters are smaller; not where their size was asked for.
  void render_makes_room_for_names() {
    const QString input = sample("training_step.stowage.json"), svg = temp("names.svg");
    const QStringList slide{"render", input, "--view", "graph", "-o", svg, "--preset", "slide"};
    const Run free = stowage_cli(slide);
    QVERIFY2(free.code == 0 && free.err.isEmpty(), qPrintable(free.err));
    for (const char* name : {">copy_in<", ">allreduce<", ">copy_loss<"}) QVERIFY2(content(svg).contains(name), name);
    const Run asked = stowage_cli(slide + QStringList{"--font-size", "16"});
    QCOMPARE(asked.code, 0);
    QVERIFY2(asked.err.contains("16 pt"), qPrintable(asked.err));
  }

  void render_draws_a_part() {
    const QString svg = temp("part.svg");
    const QString input = sample("training_step.stowage.json");
    QCOMPARE(stowage_cli({"render", input, "-o", svg, "--crop-steps", "10:14", "--crop-addresses", "1MiB:3MiB"}).code,
             0);
    const QByteArray part = content(svg);
    QVERIFY(part.contains(">12<") && part.contains(">14<") && !part.contains(">15<"));
    QVERIFY(part.contains(">g2<") && !part.contains(">r1<"));  // r1 begins at step 14
    QCOMPARE(stowage_cli({"render", input, "-o", svg}).code, 0);
    QVERIFY(content(svg).contains(">r1<"));
    for (const char* range : {"10", "10:10", "14:10", "a:b", ":5", "-1:5"})
      QCOMPARE(stowage_cli({"render", input, "-o", svg, QString("--crop-steps=%1").arg(range)}).code, 2);
    const Run graph = stowage_cli({"render", input, "-o", svg, "--view", "graph", "--crop-steps", "1:5"});
    QCOMPARE(graph.code, 2);
    QVERIFY2(graph.err.contains("heap") && graph.err.contains("lanes"), qPrintable(graph.err));
  }

  /// What differs between two plans; without the second there is nothing to draw.
  void render_draws_a_difference() {
    const QString a = temp("a.plan.json"), b = temp("b.plan.json"), image = temp("difference.png");
    QCOMPARE(stowage_cli({"plan", figure2_, "--strategy", "so.size.best", "-o", a}).code, 0);
    QCOMPARE(stowage_cli({"plan", figure2_, "--strategy", "mo.source.first", "-o", b}).code, 0);
    const Run run = stowage_cli({"render", figure2_, b, "--against", a, "-o", image});
    QVERIFY2(run.code == 0 && run.err.isEmpty(), qPrintable(run.err));
    const Run plain = stowage_cli({"render", figure2_, b, "-o", temp("heap.png")});
    QCOMPARE(plain.code, 0);
    QVERIFY(QImage(image) != QImage(temp("heap.png")));
    QCOMPARE(stowage_cli({"render", figure2_, b, "--view", "difference", "-o", image}).code, 3);
    QCOMPARE(stowage_cli({"render", figure2_, b, "--against", "/nowhere.json", "-o", image}).code, 3);
  }

  void render_counts_in_words() {
    const QString image = temp("groups.svg");
    QCOMPARE(stowage_cli({"render", sample("medium.stowage.json"), "-o", image, "--color-by", "group"}).code, 0);
    const QByteArray text = content(image);
    QVERIFY(text.contains(" tensors ") && !text.contains("(s)"));
  }
  void render_writes_a_page() {
    const QString page = temp("map.html");
    const Run run = stowage_cli({"render", figure2_, "-o", page, "--color-by", "size"});
    QVERIFY2(run.code == 0 && run.err.isEmpty(), qPrintable(run.err));
    const QByteArray text = content(page);
    QVERIFY(text.startsWith("<!DOCTYPE html>"));
    QVERIFY(text.contains("\"format\":\"stowage-heap-map\"") && text.contains("\"legendTitle\":\"Size\""));
    const Run other = stowage_cli({"render", figure2_, "-o", page, "--view", "graph"});
    QCOMPARE(other.code, 3);
    QVERIFY2(other.err.startsWith("error: " + page + ": ") && other.err.contains(".html"), qPrintable(other.err));
    QCOMPARE(content(page), text);
  }

  void render_refuses_what_it_cannot_draw() {
    const Run unknown = stowage_cli({"render", figure2_, "-o", temp("image.bmp")});
    QCOMPARE(unknown.code, 3);
    QVERIFY2(unknown.err.startsWith("error: " + temp("image.bmp")), qPrintable(unknown.err));
    for (const char* size : {"0x0", "640", "640x400x3", "99999x10", "-1x-1"})
      QCOMPARE(stowage_cli({"render", figure2_, "-o", temp("x.png"), "--size", size}).code, 2);
    QVERIFY(!QFile::exists(temp("x.png")));
    QCOMPARE(stowage_cli({"render", figure2_, "-o", "/nowhere/x.png"}).code, 3);
  }

  void intervals_can_be_read_three_ways() {
    const QString csv = write(temp("touch.csv"), "id,lower,upper,size\nx,0,4,10\ny,4,8,20\nz,3,9,1\n");
    const auto pairs = [&](const char* meaning) {
      return stowage_cli({"info", csv, "--json", "--intervals", meaning}).json()["unsafe_pairs"].toInt();
    };
    QCOMPARE(pairs("half-open"), 2);  // xz yz
    QCOMPARE(pairs("closed"), 3);     // x and y share step 4
    QCOMPARE(pairs("open"), 1);       // (0,4) and (3,9) share no whole step
  }

  void reading_options_without_effect_are_warned_of() {
    const QString csv = sample("lifetimes.csv");
    const QList<std::pair<QString, QStringList>> idle{{figure2_, {"--intervals", "closed"}},
                                                      {csv, {"--dim", "batch=8"}},
                                                      {figure2_, {"--device", "0"}},
                                                      {csv, {"--serial-streams"}}};
    for (const auto& [file, option] : idle) {
      const Run run = stowage_cli(QStringList{"info", file} + option);
      QCOMPARE(run.code, 0);
      QVERIFY2(says(run.err, {"warning: " + file + ": ", option[0]}), qPrintable(run.err));
    }
    QVERIFY(stowage_cli({"info", csv, "--intervals", "closed"}).err.isEmpty());
  }

  void compare_goes_on_after_a_fault() {
    const Run fine = stowage_cli({"compare", figure2_, toy_, "--strategy", "so.size.best,mo.size.best", "--json"});
    QCOMPARE(fine.code, 0);
    const QJsonArray inputs = fine.json()["inputs"].toArray();
    QCOMPARE(inputs.size(), 2);
    QCOMPARE(inputs[1]["results"].toArray().size(), 2);
    const Run faulty = stowage_cli({"compare", temp("missing.csv"), toy_});
    QCOMPARE(faulty.code, 3);
    QVERIFY(faulty.out.contains("so.size.best"));
    QVERIFY(faulty.err.startsWith("error: " + temp("missing.csv")));
    const QJsonObject json = stowage_cli({"compare", temp("missing.csv"), toy_, "--json"}).json();
    QCOMPARE(json["inputs"].toArray().size(), 1);
    QCOMPARE(json["failed"].toArray().at(0)["input"].toString(), temp("missing.csv"));
  }

  void reads_from_a_pipe() {
    const Run run =
        run_program("/bin/sh", {"-c", QString("cat %1 | " STOWAGE_CLI " info /dev/stdin --json").arg(figure2_)});
    QCOMPARE(run.code, 0);
    QCOMPARE(run.json()["tensors"].toInt(), 9);
  }
};

STOWAGE_TEST(CliTest);
#include "tst_cli.moc"
