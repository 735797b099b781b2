// SPDX-License-Identifier: Apache-2.0
// What becomes of a plan where the solver is missing, breaks, lies or is cut off: for each of the solvers, in its own
// way of writing. Never a wrong plan, never a wrong proof.

#include "core/layout/strategies/strategies.h"
#include "core/papers/papers.h"
#include "core/process/solver.h"
#include "tests/support/checks.h"
#include "tests/support/fake_program.h"
#include "tests/support/planning.h"
#include "tests/support/results.h"
#include "tests/support/says.h"

using namespace stowage;

namespace {

/// What a solver says in the end, apart from how it writes it.
struct Said {
  enum class How { optimal, stopped, stopped_without, infeasible };
  How how = How::optimal;
  std::string objective;            // where there is a solution
  std::vector<std::string> values;  // x0, x1, …; 0 beyond
  std::string bound;                // empty: none said
};

/// The solution file, and what is printed.
struct Written {
  std::string solution, output;
};

std::string value_lines(const Said& said, const char* before, const char* after) {
  std::string out;
  for (std::size_t k = 0; k < said.values.size(); ++k)
    out += before + ("x" + std::to_string(k)) + "   " + said.values[k] + after + "\n";
  return out;
}

Written as_cbc(const Said& said) {
  Written out;
  if (!said.bound.empty()) out.output = "Result - Stopped on time limit\n\nLower bound:       " + said.bound + "\n";
  switch (said.how) {
    case Said::How::optimal:
      out.solution = "Optimal - objective value " + said.objective + "\n" + value_lines(said, "   0 ", "   1");
      break;
    case Said::How::stopped:
      out.solution = "Stopped on time - objective value " + said.objective + "\n" + value_lines(said, "   0 ", "   1");
      break;
    case Said::How::stopped_without:
      out.solution = "Stopped on time (no integer solution - continuous used) - objective value 20\n";
      break;
    case Said::How::infeasible:
      out.solution = "Infeasible - objective value 0\n";
  }
  return out;
}

Written as_highs(const Said& said) {
  const char* const status = said.how == Said::How::optimal      ? "Optimal"
                             : said.how == Said::How::infeasible ? "Infeasible"
                                                                 : "Time limit reached";
  Written out{std::string("Model status\n") + status + "\n\n# Primal solution values\n",
              "Solving report\n  Status            " + std::string(status) + "\n"};
  if (!said.bound.empty()) out.output += "  Dual bound        " + said.bound + "\n";
  if (said.values.empty())
    out.solution += "None\n\n# Dual solution values\nNone\n";
  else
    out.solution +=
        "Feasible\nObjective " + said.objective + "\n# Columns 4\n" + value_lines(said, "", "") + "# Rows 4\n";
  return out;
}

Written as_scip(const Said& said) {
  const char* const status = said.how == Said::How::optimal      ? "optimal solution found"
                             : said.how == Said::How::infeasible ? "infeasible"
                                                                 : "time limit reached";
  Written out{std::string("solution status: ") + status + "\n", ""};
  if (!said.bound.empty()) out.output = "Dual Bound         : " + said.bound + "\n";
  out.solution += said.values.empty() ? "no solution available\n"
                                      : "objective value:                " + said.objective + "\n" +
                                            value_lines(said, "", " \t(obj:0)");
  return out;
}

Written as_gurobi(const Said& said) {
  const char* const status = said.how == Said::How::optimal      ? "Optimal solution found (tolerance 0.00e+00)"
                             : said.how == Said::How::infeasible ? "Model is infeasible"
                                                                 : "Time limit reached";
  Written out{"", std::string(status) + "\n"};
  if (!said.bound.empty()) out.output += "Best objective -, best bound " + said.bound + ", gap 1%\n";
  if (!said.values.empty())
    out.solution =
        "# Solution for model cost\n# Objective value = " + said.objective + "\n" + value_lines(said, "", "");
  return out;
}

struct Language {
  const char* id;
  Written (*write)(const Said&);
};
constexpr Language kLanguages[] = {{"cbc", as_cbc}, {"highs", as_highs}, {"scip", as_scip}, {"gurobi_cl", as_gurobi}};

/// Figure 6 of SOMAS needs 22 bytes, which quick strategies find and the bounds (20) do not prove. In the program x0 is
/// the footprint, x1 and x2 are where the groups ABC and DEF lie: 4 and 0 are right.
Graph figure_6() {
  return *test::sample("somas_figure_6.stowage.json");
}

const Said kRight{Said::How::optimal, "22", {"22", "4", "0", "1"}, ""};

}  // namespace

struct MipSolversFixture {
  test::FakePrograms programs_;
  const test::PlanningCase at_{figure_6()};
  /// Figure 6 by this solver, as a script; it runs where it is to write.
  [[nodiscard]] Result<Plan> with_script(const std::string& id, const std::string& script, double seconds = 60) const {
    return make_plan(kMip, at_.problem, Task::with_time_limit(seconds), {.solver = programs_.make(id, script)});
  }
  /// A solver that says that.
  [[nodiscard]] std::string answering(const std::string& id, const Written& written) const {
    std::ofstream(programs_.file("solution")) << written.solution;
    std::ofstream(programs_.file("output")) << written.output;
    return programs_.make(
        id, "cat '" + programs_.file("output") + "'; cp '" + programs_.file("solution") + "' solution.sol");
  }
  [[nodiscard]] Result<Plan> with_answer(const std::string& id, const Written& written) const {
    return make_plan(kMip, at_.problem, Task::with_time_limit(60), {.solver = answering(id, written)});
  }
  void fails(const Result<Plan>& plan, const std::string& words) const {
    REQUIRE_MESSAGE(!plan.has_value(), "there is a plan");
    REQUIRE_EQ(plan.error().kind, Error::Kind::external);
    REQUIRE_EQ(test::replaced(plan.error().text(), programs_.file(""), ""), test::says(words));
  }
  /// True to the figure: nothing else may ever be said of it.
  void is_right(const Result<Plan>& plan) const {
    REQUIRE_MESSAGE(validate(at_.graph, *plan)->valid(), "not valid");
    REQUIRE_EQ(plan->footprint.count, 22);
    REQUIRE((plan->lower_bound.count >= 20 && plan->lower_bound.count <= 22));
  }
};

TEST_CASE_FIXTURE(MipSolversFixture, "answers") {
  using How = Said::How;
  struct Row {
    std::string name;
    Said said;
    std::string error;       // what it says after the solver; or
    std::int64_t bound = 0;  // the bound
  };
  const std::vector<Row> rows = {
      {"right", kRight, "", 22},
      {"stopped", {How::stopped, "22", {"22", "4"}, "20.4"}, "", 21},
      {"without a plan", {How::stopped_without, "", {}, "20.4"}, "", 21},
      {"infeasible", {How::infeasible, "", {}, ""}, "22"},
      {"overlap", {How::optimal, "20", {"20", "0"}, ""}, "overlap"},
      {"beyond the footprint", {How::optimal, "21", {"21", "4"}, ""}, "overlap 1"},
      {"below 0", {How::optimal, "22", {"22", "1", "-3"}, ""}, "overlap"},
      {"wrong objective", {How::optimal, "21", {"22", "4"}, ""}, "objective"},
      {"not the optimum", {How::optimal, "25", {"25", "7"}, ""}, "23 22"},
      {"bound above a plan", {How::stopped, "22", {"22", "4"}, "22.9"}, "22"},
      {"bound far above", {How::stopped_without, "", {}, "1e300"}, "22"},
      {"not a number", {How::optimal, "22", {"22", "nan"}, ""}, "unreadable"},
      {"infinite", {How::optimal, "22", {"22", "inf"}, ""}, "unreadable"},
      {"no value", {How::optimal, "22", {"22", ""}, ""}, ""},
      {"too few", {How::optimal, "22", {"22"}, ""}, "overlap"},
  };
  for (const auto& [id, write] : kLanguages) {
    CAPTURE(id);
    test::each_row(rows, [&](const Row& row) {
      const auto plan = with_answer(id, write(row.said));
      if (row.bound == 0) return fails(plan, id + (' ' + row.error));
      REQUIRE_MESSAGE(plan.has_value(), (plan ? "" : plan.error().text()));
      is_right(plan);
      REQUIRE_EQ(plan->lower_bound.count, row.bound);
      REQUIRE_EQ(plan->remark, test::says(id));
    });
  }
}

/// Beyond a million units solvers err by more than one: an optimum of theirs is a plan, and no proof.
TEST_CASE_FIXTURE(MipSolversFixture, "large numbers") {
  for (const auto& language : kLanguages) {
    CAPTURE(language.id);
    constexpr std::int64_t kFactor = 100'003;
    Graph::Data data = at_.graph.data();
    for (Bytes& size : data.tensor_size) size.count *= kFactor;
    data.tensor_size[2].count += 3;  // C and F, so that the unit is a byte
    data.tensor_size[5].count += 1;
    const test::PlanningCase c{Graph(std::move(data))};
    const auto [id, write] = language;
    const std::string solver =
        answering(id, write({Said::How::optimal, "2200068", {"2200068", "400012", "0", "1"}, ""}));
    const auto plan = test::must(make_plan(kMip, c.problem, Task::with_time_limit(60), {.solver = solver}));
    REQUIRE_EQ(plan.footprint.count, 22 * kFactor + 3);
    REQUIRE_EQ(plan.lower_bound.count, 20 * kFactor + 1);
    REQUIRE(!plan.proved_optimal);
  }
}

/// Cut off anywhere, the answer is an error, or what is left of it is true.
TEST_CASE_FIXTURE(MipSolversFixture, "cut off") {
  for (const auto& language : kLanguages) {
    CAPTURE(language.id);
    const auto [id, write] = language;
    const Written whole = write(kRight);
    std::size_t errors = 0;
    for (std::size_t length = 0; length < whole.solution.size(); length += 3) {
      const auto plan = with_answer(id, {whole.solution.substr(0, length), whole.output});
      if (plan)
        is_right(plan);
      else
        ++errors;
    }
    REQUIRE(errors > 3);
  }
}

/// Changed anywhere it is refused or read as something else, but what is read is numbers, one a column.
TEST_CASE_FIXTURE(MipSolversFixture, "garbled") {
  for (const auto& language : kLanguages) {
    CAPTURE(language.id);
    const auto [id, write] = language;
    LinearProgram program;
    for (int k = 0; k < 4; ++k) program.add_column({0, 22});
    const auto& solver = *std::ranges::find(solvers(), std::string_view(id), &Solver::id);
    std::mt19937_64 engine(7);
    const auto garble = [&](std::string text) {
      for (std::size_t changes = engine() % 4; changes > 0 && !text.empty(); --changes) {
        const std::size_t at = engine() % text.size();
        if (engine() % 2 == 0)
          text[at] = "0 \n\t9x-.e#\xff"[engine() % 11];
        else
          text.erase(at, engine() % 30);
      }
      return text;
    };
    std::size_t read = 0;
    for (int round = 0; round < 20'000; ++round) {
      const Written whole = write(round % 2 == 0 ? kRight : Said{Said::How::stopped, "22", {"22", "4"}, "20.4"});
      const auto answer = solver.read(garble(whole.solution), garble(whole.output), program);
      if (!answer) {
        REQUIRE(!answer.error().empty());
        continue;
      }
      ++read;
      REQUIRE((!answer->values || answer->values->size() == 4));
      if (answer->values) REQUIRE(std::ranges::all_of(*answer->values, [](double v) { return std::isfinite(v); }));
      REQUIRE((std::isfinite(answer->objective.value_or(0)) && std::isfinite(answer->bound.value_or(0))));
    }
    REQUIRE((read > 1000 && read < 19'000));
  }
}

TEST_CASE_FIXTURE(MipSolversFixture, "broken") {
  for (const auto& language : kLanguages) {
    CAPTURE(language.id);
    const std::string id = language.id;
    const std::string package(std::ranges::find(solvers(), std::string_view(id), &Solver::id)->package);
    fails(make_plan(kMip, at_.problem, {}, {.solver = "/nowhere/" + id}),
          "/nowhere/" + id + ' ' + package + " STOWAGE_SOLVER");
    const std::string write = "cat > solution.sol <<'X'\n" + language.write(kRight).solution + "X\n";
    fails(with_script(id, write + "echo no licence; exit 3"), id + " 3 no licence");
    fails(with_script(id, write + "kill -SEGV $$"), id + " 11");
    fails(with_script(id, "echo 42; echo 42 > solution.sol"), id + " unreadable");
    for (const char* hangs : {"exec sleep 600", "trap '' TERM INT; while :; do echo and on; done"}) {
      const auto plan = with_script(id, hangs, 0.3);
      REQUIRE_MESSAGE(plan.has_value(), (plan ? "" : plan.error().text()));
      is_right(plan);
      REQUIRE_EQ(plan->remark, test::says(id + " time"));
    }
  }
}
