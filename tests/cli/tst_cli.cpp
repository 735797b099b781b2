// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.h"
#include "tests/start/test_entry.h"

using namespace stowage::test;

namespace {

const QStringList kCommands{"info",    "safety",  "explain",  "strategies", "plan",   "check", "render",
                            "convert", "compare", "simulate", "tradeoff",   "report", "zoo"};

/// Figure 2 of the SOMAS paper: its 32 unsafe pairs, in the order the contract asks for.
const QString kFigure2Pairs =
    "ab ac ad ae af ag ah bc bd be bf bg bh bi cd ce cf ch de df dg dh ef eg eh ei fg fh fi gh gi hi";

}  // namespace

/// The contract of the command line (exit codes, JSON keys, line formats), from outside.
class CliTest : public CliTestBase {
  Q_OBJECT

  const QString figure2_ = sample("somas_figure_2.stowage.json");
  const QString toy_ = sample("somas_figure_7.stowage.json");

 private slots:
  void every_command_has_help_with_an_example_and_exit_codes() {
    QCOMPARE(stowage_cli({"--help"}).code, 0);
    for (const QString& command : kCommands) {
      const Run help = stowage_cli({command, "--help"});
      QCOMPARE(help.code, 0);
      QVERIFY2(help.out.contains("Example:\n  stowage-cli " + command), qPrintable(help.out));
      const QString codes = help.out.section("Exit codes:", 1);
      QVERIFY2(says(codes, {"0", "1", "2", "3", "4"}), qPrintable(help.out));
    }
  }

  void the_help_on_devices_names_all_they_are_of() {
    QVERIFY(says(stowage_cli({"info", "--help"}).out, {"--device", "Kineto", "XSpace", "-1"}));
  }

  /// The argument that is at fault is named, and the one that was meant, if one is near.
  void bad_usage_is_2_and_names_the_fault_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("named");
    const auto row = [](const char* name, const QStringList& arguments, const QStringList& named = {}) {
      QTest::newRow(name) << arguments << named;
    };
    const auto plan = [&](const char* option, const char* value) {
      QTest::addRow("%s %s", option, value) << QStringList{"plan", figure2_, option, value} << QStringList();
    };
    row("nothing", {});
    row("no input", {"info"});
    row("no output", {"convert", figure2_});
    row("unknown command", {"frobnicate"}, {"frobnicate"});
    row("unknown option", {"info", figure2_, "--frobnicate"}, {"--frobnicate"});
    row("one too many", {"info", figure2_, "frobnicate"}, {"frobnicate"});
    row("near a command", {"plna"}, {"plna", "plan"});
    row("near an option", {"plan", figure2_, "--strategie", "auto"}, {"--strategie", "--strategy"});
    row("near an option with a value", {"plan", figure2_, "--sed=1"}, {"--sed", "--seed"});
    row("choice", {"safety", figure2_, "--method", "clock"}, {"--method", "clock", "clocks", "ancestor"});
    row("lever", {"tradeoff", figure2_, "--allow", "syncs"}, {"--allow", "syncs"});
    plan("--strategy", "so.size.worst");
    plan("--order", "random");
    plan("--align", "0");
    plan("--budget", "-5");
    plan("--budget", "99999999999999999999");
    plan("--seed", "-1");
    plan("--time-limit", "nan");
  }
  void bad_usage_is_2_and_names_the_fault() {
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, named);
    const Run run = stowage_cli(arguments);
    QCOMPARE(run.code, 2);
    QVERIFY(run.out.isEmpty());
    QVERIFY2(run.err.startsWith("error: "), qPrintable(run.err));
    QVERIFY2(named.isEmpty() || says(run.err.section('\n', 0, 0), named), qPrintable(run.err));
  }

  void a_name_that_is_near_to_none_has_no_suggestion() {
    QCOMPARE(stowage_cli({"plan", figure2_, "--frobnicate"}).err.section('\n', 0, 0).count("--"), 1);
  }

  void info_of_figure_2() {
    const QJsonObject json = stowage_cli({"info", figure2_, "--json"}).json();
    QVERIFY(holds(json, {{"operators", 8}, {"tensors", 9}, {"streams", 3}, {"unsafe_pairs", 32}}));
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
      QVERIFY(holds(json, {{"method", QString(method)}, {"unsafe_pairs", 32}}));
      QVERIFY(json["time_ms"].isDouble());
    }
  }

  void explain_gives_evidence() {
    const QJsonObject safe = stowage_cli({"explain", figure2_, "a", "i", "--json"}).json();
    QVERIFY(holds(safe, {{"safe", true}, {"earlier", "a"}}));
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
    QVERIFY(holds(json, {{"tensors", 5}, {"lower_bound", 1664}}));
    const QJsonArray results = json["results"].toArray();
    QCOMPARE(results.size(), 2);
    QCOMPARE(results[0]["strategy"].toString(), QString("so.size.first"));
    QCOMPARE(results[0]["footprint"].toInt(), 1920);
    QVERIFY(!results[0]["proved_optimal"].toBool(true));
    QCOMPARE(results[1]["footprint"].toInt(), 1664);
    QVERIFY(results[1]["proved_optimal"].toBool());
    QVERIFY(results[1]["time_ms"].isDouble());

    const QJsonObject plan = json_of(path);
    QVERIFY(holds(plan, {{"format", "stowage-plan"}, {"strategy", "mo.size.first"}, {"footprint", 1664}}));
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
    QJsonObject plan = json_of(path);
    plan["graph"] = "another";
    plan["lower_bound"] = 1'000'000;
    write(path, plan);
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

  void alignment_rounds_up() {
    const QString path = temp("aligned.plan.json");
    QCOMPARE(stowage_cli({"plan", figure2_, "--align", "4096", "-o", path}).code, 0);
    const QJsonObject plan = json_of(path);
    QCOMPARE(plan["alignment"].toInt(), 4096);
    for (const QJsonValue& offset : plan["offsets"].toObject()) QCOMPARE(offset.toInt() % 4096, 0);
    QCOMPARE(stowage_cli({"check", figure2_, path}).code, 0);
  }

  void check_names_the_offending_pair() {
    const QString path = temp("broken.plan.json");
    QCOMPARE(stowage_cli({"plan", figure2_, "-o", path}).code, 0);
    QJsonObject plan = json_of(path);
    QJsonObject offsets = plan["offsets"].toObject();
    offsets["a"] = offsets["f"] = 0;
    plan["offsets"] = offsets;
    write(path, plan);
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
    QVERIFY(ends({"check", figure2_, path}, 3, {"error: " + path}));
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

  void convert_there_and_back() {
    const QString csv = write(temp("in.csv"), "id,lower,upper,size\nx,0,4,10\ny,4,8,20\nz,2,6,30\n");
    const QString graph = temp("in.stowage.json"), again = temp("again.csv");
    QCOMPARE(stowage_cli({"convert", csv, "-o", graph}).code, 0);
    const QJsonObject json = stowage_cli({"info", graph, "--json"}).json();
    QVERIFY(holds(json, {{"lifetime_bound", 50}, {"unsafe_pairs", 2}}));
    QCOMPARE(stowage_cli({"convert", csv, "-o", again}).code, 0);
    QCOMPARE(content(again), content(csv));
    QCOMPARE(stowage_cli({"convert", figure2_, "-o", temp("lost.csv")}).code, 3);
    QVERIFY(!QFile::exists(temp("lost.csv")));
    QCOMPARE(stowage_cli({"convert", csv, "-o", temp("x.unknown")}).code, 3);
    QVERIFY(ends({"convert", toy_, "-o", again}, 0, {"warning: " + again}));
    QVERIFY(ends({"convert", sample("lifetimes.csv"), "-o", graph}, 0, {"warning: " + sample("lifetimes.csv")}));
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
      QVERIFY(ends(QStringList{"info", file} + option, 0, {"warning: " + file + ": ", option[0]}));
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
