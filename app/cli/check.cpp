// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <memory>

#include "app/cli/output.h"
#include "app/cli/planning.h"
#include "core/check/bound_check.h"
#include "core/formats/utf8.h"
#include "core/graph/laid_out.h"
#include "core/plan/plan.h"
#include "core/stowage.h"

namespace stowage::cli {
namespace {

struct CheckArguments {
  InputOptions input;
  std::string plan;  ///< empty: the one in the input
  std::optional<std::uint64_t> budget;
  bool json = false;

  [[nodiscard]] const std::string& plan_file() const { return plan.empty() ? input.path : plan; }
};

/// A plan and its graph.
struct Given {
  std::shared_ptr<const Graph> graph;
  Plan plan;
  Uncounted uncounted;
  bool may_be_serial = false;  ///< --serial-streams would order the streams
  bool other_spaces_safe = true;
  std::string other_space{};  ///< says that the plan is of another memory space
};

/// The results of the check.
struct CheckResult {
  Validation validation;
  Bytes bound;             ///< 0 where none is known
  Bytes certified;         ///< the verified part of the plan's bound; 0: nothing
  bool tried_all = false;  ///< it was verified by trying all smaller plans, not by tensors that the plan names
  BudgetVerdict budget;
};

Json verdict_json(const Graph& graph, const Plan& plan, const CheckResult& verdict) {
  const Validation& validation = verdict.validation;
  Json out{{"valid", validation.valid()}, {"footprint", plan.needed().count}};
  if (plan.serial_streams) out["serial_streams"] = true;
  if (verdict.bound > Bytes{}) {
    out["lower_bound"] = verdict.bound.count;
    out["gap"] = is_measured(graph, plan) ? Json(gap(plan.needed(), verdict.bound)) : Json();
  }
  if (!plan.bound_tensors.empty() || verdict.tried_all) out["certified_bound"] = verdict.certified.count;
  verdict.budget.add_to(out);
  out["count"] = validation.count;
  out["violations"] = json_list(validation.violations, [&](const Violation& violation) {
    Json one{{"kind", name_of(violation.kind)}};
    if (violation.first.valid()) one["first"] = graph.name(violation.first);
    if (violation.second.valid()) one["second"] = graph.name(violation.second);
    one["text"] = violation.text;
    return one;
  });
  return out;
}

/// "; the bound is 12.0 MiB, the gap +4.2%"
std::string gap_text(const Graph& graph, const Plan& plan, Bytes bound) {
  if (bound == Bytes{}) return {};
  if (plan.needed() == bound) return "; that is the lower bound: " + no_plan(graph) + " is smaller";
  return "; the lower bound is " + full(bound) +
         (is_measured(graph, plan) ? ", the gap " + percent(gap(plan.needed(), bound)) : "");
}

void print_verdict(const Graph& graph, const Plan& plan, const CheckResult& verdict) {
  const Validation& validation = verdict.validation;
  if (validation.valid()) {
    std::cout << (plan.serial_streams ? "valid in the host's order: " : "valid: ")
              << counted(tensors_in_file(graph), "tensor") << " in " << full(plan.needed())
              << gap_text(graph, plan, verdict.bound) << '\n';
    if (verdict.tried_all)
      std::cout << "Bound verified: none of the plans of fewer than " << full(verdict.certified) << " is safe\n";
    else if (verdict.certified > Bytes{})
      std::cout << "Certificate verified: " << tensors_text(graph, plan.bound_tensors)
                << (plan.bound_tensors.size() == 1 ? " alone needs at least " : " alone need at least ")
                << full(verdict.certified) << '\n';
  } else {
    for (const Violation& violation : validation.violations) std::cout << one_line(violation.text) << '\n';
    if (validation.count > validation.violations.size())
      std::cout << "… and " << grouped(validation.count - validation.violations.size()) << " more\n";
    std::cout << "invalid: " << counted(validation.count, "violation") << '\n';
  }
  verdict.budget.print();
}

/// Claims of a plan that cannot be right, though its offsets may be.
std::vector<Diagnostic> doubtful_claims(const Graph& graph, const Plan& plan, const std::string& file) {
  std::vector<Diagnostic> out;
  if (!plan.graph.empty() && plan.graph != graph.name())
    out.push_back({file, "/graph", "the plan names the graph \"" + plan.graph + "\", this is \"" + graph.name() + '"'});
  if (plan.lower_bound > plan.needed())
    out.push_back({file, "/lower_bound", "a lower bound above the plan's own footprint"});
  return out;
}

/// Warns where the bound that the plan claims is wrong, or could not be proved.
void warn_of_claim(const Plan& plan, bool valid, ClaimedBound claim, const std::string& file) {
  if (claim.fault && !plan.bound_tensors.empty()) {
    for (Diagnostic& fault : claim.fault->faults) fault.file = file;
    if (claim.fault->faults.empty()) claim.fault->faults.push_back({file, "/bound_tensors", claim.fault->text()});
    print_warnings(claim.fault->faults);
  } else if (claim.proved < plan.lower_bound && !plan.bound_tensors.empty()) {
    print_warnings({{file, "/bound_tensors",
                     "these tensors need at least " + std::to_string(claim.proved.count) +
                         " bytes, less than the lower bound of " + std::to_string(plan.lower_bound.count)}});
  }
  if (!valid || plan.lower_bound > plan.needed()) return;  // both have a message of their own
  const std::string bound = std::to_string(plan.lower_bound.count) + " bytes";
  if (claim.verdict == ClaimedBound::Verdict::refuted)
    print_warnings({{file, "/lower_bound", "the lower bound of " + bound + " is wrong: a smaller plan exists"}});
  if (claim.verdict == ClaimedBound::Verdict::undecided)
    print_warnings({{file, "/lower_bound",
                     "could not verify the lower bound of " + bound + ": there are too many smaller plans to try"}});
}

/// Whether the plan in the file is safe in all memory spaces that were not asked for; warns of each in which it is not.
Result<bool> other_spaces_are_safe(const Document& document, const CheckArguments& options, const Task& task) {
  bool all = true;
  for (std::size_t k = 0; k < document.spaces.size(); ++k) {
    if (k == document.space) continue;
    const Document other = in_space(document, k);
    const std::string name = in_quotes(document.spaces[k].name);
    if (!other.plan) continue;
    STOWAGE_TRY(const auto validation, validate(*other.graph, *other.plan, 1, task));
    if (validation.valid()) continue;
    all = false;
    warn(options.input.path, "the memory space " + name + " is invalid (" + counted(validation.count, "violation") +
                                 "): " + validation.violations.front().text + "; --space shows all of it");
  }
  return all;
}

Result<Given> plan_in_input(const Document& document, const CheckArguments& options, const Task& task) {
  if (!document.plan) return bad_input(options.input.path, "", why_no_plan(document) + "; give a plan file after it");
  Given given{document.graph, *document.plan, uncounted(*document.graph)};
  if (document.spaces.size() < 2 || options.input.space) return given;
  note(options.input.path, "the figures are of the memory space " + in_quotes(document.spaces[document.space].name) +
                               ", the others are validated, too; --space NAME shows another");
  STOWAGE_TRY(given.other_spaces_safe, other_spaces_are_safe(document, options, task));
  return given;
}

Result<Given> read_given(const CheckArguments& options, const Task& task) {
  STOWAGE_TRY(const Document document, load_laid_out(options.input, task, options.plan));
  if (options.plan.empty()) return plan_in_input(document, options, task);
  const std::shared_ptr<const Graph>& graph = document.graph;
  STOWAGE_TRY(const Plan plan, read_input(options.plan, task).and_then([&](const std::string& bytes) {
    return read_plan(bytes, options.plan, *graph, reading_beside(options.input, document, task));  // as it claims to be
  }));
  const bool may_be_serial = document.history && graph->stream_count() > 1 && !options.input.serial_streams;
  return Given{graph, plan, uncounted(*graph), may_be_serial, true, other_space_text(document, plan)};
}

Result<Bytes> bound_for(const Graph& graph, const Plan& plan, const Task& task) {
  STOWAGE_TRY(const Graph run, as_run(graph, plan));
  STOWAGE_TRY(const PlanBound bound, bound_of(run, plan, task));
  return bound.best;
}

Result<ExitCode> run_check(const CheckArguments& options, const Task& task) {
  STOWAGE_TRY(const Given given, read_given(options, task));
  const auto& [graph, plan, left, may_be_serial, others, other_space] = given;
  constexpr std::size_t kShown = 1000;
  STOWAGE_TRY(Validation validation, in_file(validate(*graph, plan, kShown, task), options.plan_file()));
  const bool valid = validation.valid();
  print_warnings(doubtful_claims(*graph, plan, options.plan_file()));
  if (!other_space.empty()) warn(options.plan_file(), other_space + "; give --space");
  Bytes bound;
  if (valid) {
    STOWAGE_TRY(bound, bound_for(*graph, plan, task));
  }
  STOWAGE_TRY(const ClaimedBound claim, check_claim(*graph, plan, valid, task));
  warn_of_claim(plan, valid, claim, options.plan_file());
  if (!valid && may_be_serial)
    warn(options.input.path, "the streams may run in any order; give --serial-streams if the plan was made with it");
  const CheckResult verdict{std::move(validation),
                            std::max(bound, claim.proved),
                            claim.proved,
                            claim.verdict == ClaimedBound::Verdict::tried_all,
                            {plan.needed(), options.budget, left}};
  if (options.json)
    print_json(verdict_json(*graph, plan, verdict));
  else
    print_verdict(*graph, plan, verdict);
  return valid && verdict.budget.kept() && others ? kFine : kNo;
}

}  // namespace

Action add_check(CLI::App& command) {
  const auto options = std::make_shared<CheckArguments>();
  options->input.add_to(command);
  add_file_name(command, "PLAN", options->plan,
                "Plan file, or another file that carries a plan (default: the plan in INPUT itself)");
  command.add_flag("--loops")->description("Has no effect: bodies of loops and branches are always checked")->group("");
  add_bytes(command, "--budget", options->budget,
            "Exit with 1 if the footprint exceeds this budget or not everything is counted; in bytes, or as 12KiB, "
            "64MiB, 1GB, …");
  add_json(command, options->json);
  return [=](const Task& task) { return run_check(*options, task); };
}

}  // namespace stowage::cli
