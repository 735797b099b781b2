// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/program.h"

/// The program against checkers that share no code with it: a brute-force oracle of safety, and a validator of plans.
/// tst_both_checkers has every strategy, and all files of the field, pass that validator.
class IndependentTest : public CliTestBase {
  Q_OBJECT

  QStringList orders_, plans_;  // plans: of the input at hand, not yet checked

  static QString checker(const QString& name) {
    return QString::fromStdString(shared_path("check/" + name.toStdString()));
  }
  static Run python(const QString& script, QStringList arguments) {
    arguments.prepend(checker(script));
    return run_program("python3", arguments);
  }

  void plan(const QString& input, const QStringList& how) {
    plans_ << temp(how.join(' ').replace('/', '_') + ".plan.json");
    QCOMPARE(code_of(QStringList{"plan", input, "--time-limit", "1", "-o", plans_.back()} + how), 0);
  }
  void plan_in_all_orders(const QString& input) {
    for (const QString& order : orders_) plan(input, {"--order", order, "--strategy", "so.size.best"});
  }
  /// The plans pass the independent validator, which puts the graph into their sequences, and ours.
  void verify_plans(const QString& input) {
    QVERIFY(!plans_.isEmpty() && passes_both_checkers(input, std::exchange(plans_, {})));
  }

  /// The same for a graph with loops or branches, which another program executes in the plans' bytes.
  void verify_plans_of_bodies(const QString& input) {
    QVERIFY(!plans_.isEmpty());
    for (const QString& plan : std::exchange(plans_, {})) {
      QCOMPARE(code_of({"check", input, plan}), 0);
      const Run other = python("run_bodies.py", {input, plan});
      QVERIFY2(other.code == 0, qPrintable(other.out + other.err));
    }
  }

 private slots:
  void initTestCase() {
    STOWAGE_NEEDS_SHARED();
    if (QStandardPaths::findExecutable("python3").isEmpty()) QSKIP("there is no python3 here");
    for (const QJsonValue& row : answer({"strategies"})["order"].toArray()) orders_ << row["id"].toString();
    orders_.removeIf([](const QString& id) { return id.startsWith("olla"); });  // a solver may find none in a second
    QVERIFY(!orders_.isEmpty());
  }

  void random_graphs_data() {
    STOWAGE_NEEDS_SHARED();
    QTest::addColumn<QStringList>("options");
    for (int seed = 1; seed <= 8; ++seed)
      QTest::addRow("seed %d", seed) << QStringList{"--seed", QString::number(seed)};
    QTest::newRow("one stream") << QStringList{"--seed", "20", "--streams", "1"};
    QTest::newRow("a stream each") << QStringList{"--seed", "21", "--streams", "40", "--nodes", "40"};
    QTest::newRow("many groups") << QStringList{"--seed", "22", "--groups", "15"};
    QTest::newRow("plain") << QStringList{"--seed", "23", "--plain"};
    QTest::newRow("dense") << QStringList{"--seed", "24", "--fan", "6", "--window", "40", "--nodes", "120"};
  }
  void random_graphs() {
    QFETCH(QStringList, options);
    const QString graph = write(temp("g.stowage.json"), python("make_graph.py", options).out.toUtf8());
    const QString expected = python("safety_oracle.py", {graph}).out;
    QVERIFY(!expected.isEmpty());
    for (const char* method : {"clocks", "ancestor", "ancestor-opt", "stream-graph"})
      QCOMPARE(stowage_cli({"safety", graph, "--pairs", "--method", method}).out, expected);
    plan(graph, {"--strategy", "standard", "--align", "64"});
    plan_in_all_orders(graph);
    verify_plans(graph);
  }

  /// Start and end of every operator, the streams and the critical path are those of the reference.
  void times_data() {
    STOWAGE_NEEDS_SHARED();
    QTest::addColumn<QStringList>("options");
    for (int seed = 1; seed <= 6; ++seed)
      QTest::addRow("seed %d", seed) << QStringList{"--durations", "--seed", QString::number(seed)};
    QTest::newRow("one stream") << QStringList{"--durations", "--seed", "20", "--streams", "1"};
    QTest::newRow("a stream each") << QStringList{"--durations", "--seed", "21", "--streams", "40", "--nodes", "40"};
    QTest::newRow("large") << QStringList{"--durations", "--seed", "24", "--nodes", "600", "--sync", "90"};
  }
  void times() {
    QFETCH(QStringList, options);
    const QString graph = write(temp("timed.stowage.json"), python("make_graph.py", options).out.toUtf8());
    const QJsonObject expected = python("simulate_ref.py", {graph, "--json"}).json();
    const Run run = stowage_cli({"simulate", graph, "--json"});
    QCOMPARE(run.code, 0);
    QCOMPARE(run.err, QString());
    const QJsonObject json = run.json();
    QVERIFY(!json["operators"].toObject().isEmpty());
    for (const char* key : {"makespan", "critical_path", "operators"}) QCOMPARE(json[key], expected[key]);
    const QJsonObject busy = expected["busy"].toObject();
    // The reference leaves out streams without operators.
    QVERIFY(json["streams"].toArray().size() >= busy.size());
    for (const QJsonValue& stream : json["streams"].toArray())
      QCOMPARE(stream["busy"].toInteger(), busy[QString::number(stream["id"].toInteger())].toInteger());
  }

  /// A real compiler's offsets are a plan.
  void offsets_of_iree() {
    STOWAGE_NEEDS_SHARED();
    const QString file = QString::fromStdString(shared_path("data/intervals/iree_mobilenet.csv"));
    QCOMPARE(code_of({"check", file, "--intervals", "closed"}), 0);
    const QJsonObject in_file = answer({"plan", file, "--intervals", "closed"})["as_in_file"].toObject();
    QVERIFY(in_file["valid"].toBool() && in_file["saved_by_best"].toInteger() >= 0);
    QCOMPARE(code_of({"check", file, "--intervals", "closed", "--budget", "1KiB"}), 1);
  }

  void networks_data() {
    STOWAGE_NEEDS_SHARED();
    QTest::addColumn<QStringList>("zoo");
    for (const char* network : {"alexnet --optimizer sgd", "vgg16 --weights", "resnet50 --forward --batch 32",
                                "transformer --batch 2", "alexnet --streams 8 --batch 4", "resnet50 --stream-cap 50"})
      QTest::newRow(network) << QString(network).split(' ');
  }
  void networks() {
    QFETCH(QStringList, zoo);
    const QString graph = temp("net.stowage.json");
    QCOMPARE(code_of(QStringList{"zoo", "-o", graph} + zoo), 0);
    plan(graph, {"--strategy", "so.size.best"});
    verify_plans(graph);
  }

  void samples_data() {
    STOWAGE_NEEDS_SHARED();
    QTest::addColumn<QString>("file");
    for (const QString& name : QDir(STOWAGE_SOURCE_DIR "/samples").entryList({"*.stowage.json", "*.csv"}))
      QTest::newRow(qPrintable(name)) << name;
  }
  void samples() {
    QFETCH(QString, file);
    const QString input = sample(file);
    if (file.endsWith(".json"))
      QCOMPARE(stowage_cli({"safety", input, "--pairs"}).out, python("safety_oracle.py", {input}).out);
    for (const char* strategy : {"so.size.best", "mo.size.first"})
      for (const char* alignment : {"1", "512"}) plan(input, {"--strategy", strategy, "--align", alignment});
    if (file.startsWith("loop") || file.startsWith("branches")) return verify_plans_of_bodies(input);
    if (file.endsWith(".json")) plan_in_all_orders(input);
    verify_plans(input);
  }

  /// Loops and branches in each other, on one stream and on several.
  void bodies_data() {
    STOWAGE_NEEDS_SHARED();
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 6; ++seed) QTest::addRow("seed %d", seed) << seed;
  }
  void bodies() {
    QFETCH(int, seed);
    const QStringList how{"--seed", QString::number(seed), "--streams", QString::number(1 + seed % 3), "--depth", "3"};
    QJsonObject graph = QJsonDocument::fromJson(python("make_bodies.py", how).out.toUtf8()).object();
    QJsonArray tensors;  // nobody needs an input that nobody reads: it may lie anywhere
    for (const QJsonValue& t : graph["tensors"].toArray())
      if (!t["producer"].isNull() || !t["consumers"].toArray().isEmpty()) tensors << t;
    graph["tensors"] = tensors;
    const QString input = write(temp("bodies.stowage.json"), QJsonDocument(graph).toJson());
    for (const char* strategy : {"so.breadth.best", "mo.size.first", "nnc"}) plan(input, {"--strategy", strategy});
    plan(input, {"--align", "16"});
    verify_plans_of_bodies(input);
  }
};

STOWAGE_TEST(IndependentTest);
#include "tst_independent.moc"
