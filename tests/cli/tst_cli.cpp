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
    QCOMPARE(code_of({"--help"}), 0);
    for (const QString& command : kCommands) {
      const Run help = stowage_cli({command, "--help"});
      QCOMPARE(help.code, 0);
      QVERIFY2(help.out.contains("Example:\n  stowage-cli " + command), qPrintable(help.out));
      const QString codes = help.out.section("Exit codes:", 1);
      QVERIFY2(says(codes, {"0", "1", "2", "3", "4"}), qPrintable(help.out));
    }
    QVERIFY(says(stowage_cli({"info", "--help"}).out, {"--device", "Kineto", "XSpace", "-1"}));
  }

  /// The argument that is at fault is named, and the one that was meant, if one is near.
  void bad_usage_is_2_and_names_the_fault() {
    const std::pair<QStringList, QStringList> rows[] = {
        {{}, {}},
        {{"info"}, {}},
        {{"convert", figure2_}, {}},
        {{"frobnicate"}, {"frobnicate"}},
        {{"info", figure2_, "--frobnicate"}, {"--frobnicate"}},
        {{"info", figure2_, "frobnicate"}, {"frobnicate"}},
        {{"plna"}, {"plna", "plan"}},
        {{"plan", figure2_, "--strategie", "auto"}, {"--strategie", "--strategy"}},
        {{"plan", figure2_, "--sed=1"}, {"--sed", "--seed"}},
        {{"safety", figure2_, "--method", "clock"}, {"--method", "clock", "clocks", "ancestor"}},
        {{"tradeoff", figure2_, "--allow", "syncs"}, {"--allow", "syncs"}},
        {{"plan", figure2_, "--strategy", "so.size.worst"}, {}},
        {{"plan", figure2_, "--order", "random"}, {}},
        {{"plan", figure2_, "--align", "0"}, {}},
        {{"plan", figure2_, "--budget", "-5"}, {}},
        {{"plan", figure2_, "--budget", "99999999999999999999"}, {}},
        {{"plan", figure2_, "--seed", "-1"}, {}},
        {{"plan", figure2_, "--time-limit", "nan"}, {}}};
    for (const auto& [arguments, named] : rows) {
      const Run run = stowage_cli(arguments);
      QVERIFY2(run.code == 2 && run.out.isEmpty(), qPrintable(arguments.join(' ')));
      QVERIFY2(run.err.startsWith("error: "), qPrintable(run.err));
      QVERIFY2(named.isEmpty() || says(run.err.section('\n', 0, 0), named), qPrintable(run.err));
    }
  }

  void a_name_that_is_near_to_none_has_no_suggestion() {
    QCOMPARE(stowage_cli({"plan", figure2_, "--frobnicate"}).err.section('\n', 0, 0).count("--"), 1);
  }

  void info_of_figure_2() {
    const QJsonObject json = answer({"info", figure2_});
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
      const QJsonObject json = answer({"safety", figure2_, "--method", method});
      QVERIFY(holds(json, {{"method", QString(method)}, {"unsafe_pairs", 32}}));
      QVERIFY(json["time_ms"].isDouble());
    }
  }

  void explain_gives_evidence() {
    const QJsonObject safe = answer({"explain", figure2_, "a", "i"});
    QVERIFY(holds(safe, {{"safe", true}, {"earlier", "a"}}));
    QVERIFY(!safe["proofs"].toArray().isEmpty());
    const QJsonObject unsafe = answer({"explain", figure2_, "a", "f"});
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
    QCOMPARE(code_of({"explain", figure2_, "a", "nobody"}), 3);
    QCOMPARE(code_of({"explain", figure2_, "a", "a"}), 3);
  }

  void strategies_has_every_id_of_the_contract() {
    QStringList ids;
    int standard = 0;
    const QJsonObject json = answer({"strategies"});
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
    QVERIFY(answers({"plan", toy_, "--strategy", "so.size.first,mo.size.first", "-o", path},
                    {{"tensors", 5},
                     {"lower_bound", 1664},
                     {"results/#", 2},
                     {"results/0/strategy", "so.size.first"},
                     {"results/0/footprint", 1920},
                     {"results/0/proved_optimal", false},
                     {"results/1/footprint", 1664},
                     {"results/1/proved_optimal", true}}));
    QVERIFY(holds(json_of(path),
                  {{"format", "stowage-plan"}, {"strategy", "mo.size.first"}, {"footprint", 1664}, {"offsets/#", 5}}));
    QCOMPARE(code_of({"check", toy_, path}), 0);
  }

  void budget_and_time_limit() {
    const std::tuple<const char*, const char*, int> rows[] = {{"--budget", "1664", 0},
                                                              {"--budget", "1663", 1},
                                                              {"--budget", "2KiB", 0},
                                                              {"--time-limit", "0.000000001", 0}};  // a quick plan
    for (const auto& [option, value, code] : rows) QCOMPARE(code_of({"plan", toy_, option, value}), code);
  }

  void report_sums_to_the_peak() {
    QVERIFY(answers({"plan", toy_, "--strategy", "mo.size.best", "--report"},
                    {{"report/peak_bytes", 1664},  // A and C: 1024 + 640
                     {"report/at_peak/#", 2},
                     {"report/fragmentation", 0}}));
    const QString out = stowage_cli({"plan", toy_, "--report", "--budget", "1.5KiB"}).out;
    QVERIFY(says(out, {"auto", "1,664", "auto", "0.0%", "A", "1,024", "C", "640", "128"}));  // over the budget by 128
  }

  void a_plan_never_overwrites_its_input() {
    const QString graph = write(temp("own.stowage.json"), content(toy_));
    QCOMPARE(code_of({"plan", graph, "-o", graph}), 3);
    QCOMPARE(content(graph), content(toy_));
  }

  void a_plan_of_lifetimes_can_be_a_csv() {
    const QString csv = temp("offsets.csv"), input = sample("lifetimes.csv");
    QCOMPARE(code_of({"plan", input, "-o", csv}), 0);
    QVERIFY(content(csv).startsWith("id,lower,upper,size,offset\n"));
    QCOMPARE(code_of({"check", input, csv}), 0);
  }

  void check_doubts_what_a_plan_says_of_itself() {
    const QString path = temp("boasting.plan.json");
    QCOMPARE(code_of({"plan", toy_, "-o", path}), 0);
    QJsonObject plan = json_of(path);
    plan["graph"] = "another";
    plan["lower_bound"] = 1'000'000;
    write(path, plan);
    QVERIFY(ends({"check", toy_, path}, 0, {"warning: " + path + ":/graph: ", "warning: " + path + ":/lower_bound: "}));
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
    QCOMPARE(code_of({"plan", figure2_, "--align", "4096", "-o", path}), 0);
    const QJsonObject plan = json_of(path);
    QCOMPARE(plan["alignment"].toInt(), 4096);
    for (const QJsonValue& offset : plan["offsets"].toObject()) QCOMPARE(offset.toInt() % 4096, 0);
    QCOMPARE(code_of({"check", figure2_, path}), 0);
  }

  void check_names_the_offending_pair() {
    const QString path = temp("broken.plan.json");
    QCOMPARE(code_of({"plan", figure2_, "-o", path}), 0);
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
    QCOMPARE(code_of({"check", figure2_, path}), 1);
  }

  void a_plan_for_another_graph_is_bad_input() {
    const QString path = temp("other.plan.json");
    QCOMPARE(code_of({"plan", toy_, "-o", path}), 0);
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
    QCOMPARE(code_of({"info", temp("missing.csv")}), 3);
    QCOMPARE(code_of({"info", dir_.path()}), 3);
    QCOMPARE(code_of({"plan", toy_, "-o", "/nowhere/at/all.json"}), 3);
  }

  void convert_there_and_back() {
    const QString csv = write(temp("in.csv"), "id,lower,upper,size\nx,0,4,10\ny,4,8,20\nz,2,6,30\n");
    const QString graph = temp("in.stowage.json"), again = temp("again.csv");
    QCOMPARE(code_of({"convert", csv, "-o", graph}), 0);
    QVERIFY(answers({"info", graph}, {{"lifetime_bound", 50}, {"unsafe_pairs", 2}}));
    QCOMPARE(code_of({"convert", csv, "-o", again}), 0);
    QCOMPARE(content(again), content(csv));
    QCOMPARE(code_of({"convert", figure2_, "-o", temp("lost.csv")}), 3);
    QVERIFY(!QFile::exists(temp("lost.csv")));
    QCOMPARE(code_of({"convert", csv, "-o", temp("x.unknown")}), 3);
    QVERIFY(ends({"convert", toy_, "-o", again}, 0, {"warning: " + again}));
    QVERIFY(ends({"convert", sample("lifetimes.csv"), "-o", graph}, 0, {"warning: " + sample("lifetimes.csv")}));
  }

  void intervals_can_be_read_three_ways() {
    const QString csv = write(temp("touch.csv"), "id,lower,upper,size\nx,0,4,10\ny,4,8,20\nz,3,9,1\n");
    const auto pairs = [&](const char* meaning) {
      return answer({"info", csv, "--intervals", meaning})["unsafe_pairs"].toInt();
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
    for (const auto& [file, option] : idle)
      QVERIFY(ends(QStringList{"info", file} + option, 0, {"warning: " + file + ": ", option[0]}));
    QVERIFY(stowage_cli({"info", csv, "--intervals", "closed"}).err.isEmpty());
  }

  void compare_goes_on_after_a_fault() {
    QVERIFY(answers({"compare", figure2_, toy_, "--strategy", "so.size.best,mo.size.best"},
                    {{"inputs/#", 2}, {"inputs/1/results/#", 2}}));
    QVERIFY(prints({"compare", temp("missing.csv"), toy_}, {"so.size.best"}, 3));
    QVERIFY(ends({"compare", temp("missing.csv"), toy_}, 3, {"error: " + temp("missing.csv")}));
    QVERIFY(
        answers({"compare", temp("missing.csv"), toy_}, {{"inputs/#", 1}, {"failed/0/input", temp("missing.csv")}}, 3));
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
