// SPDX-License-Identifier: Apache-2.0
#include "core/process/solver.h"

#include <cstdlib>

#include "core/process/child.h"
#include "core/process/temporary_files.h"

namespace stowage {
namespace {

void append_column(std::string& out, std::size_t column) {
  out += 'x';
  out += std::to_string(column);
}

/// " + 12 x3", " - x4".
void append_term(std::string& out, LinearProgram::Term term) {
  out += term.factor < 0 ? " - " : " + ";
  const std::uint64_t size = term.factor < 0 ? 0 - static_cast<std::uint64_t>(term.factor) : term.factor;
  if (size != 1) out.append(std::to_string(size)).append(1, ' ');
  append_column(out, term.column);
}

/// Writes the names of the columns that are `wanted`, a line each.
template <class Wanted>
void append_section(std::string& out, const LinearProgram& program, const char* title, const Wanted& wanted) {
  bool any = false;
  for (std::size_t c = 0; c < program.columns.size(); ++c) {
    if (!wanted(program.columns[c])) continue;
    if (!any) out.append(title).append(1, '\n');
    any = true;
    append_column(out += ' ', c);
    out += '\n';
  }
}

bool is_binary(const LinearProgram::Column& column) {
  return column.whole && column.least == 0 && column.most == 1;
}

constexpr const char* kVariable = "STOWAGE_SOLVER";
constexpr double kGrace = 5;                    // seconds to stop by itself and to write its solution
constexpr std::size_t kBytesAColumn = 256;      // in its solution file, far more than any solver writes
constexpr std::size_t kBytesOfAnything = 4096;  // and in the rest of that file

Error failed(const SolverChoice& choice, std::string reason) {
  return Error::of(Error::Kind::external, "the solver " + choice.program + ' ' + std::move(reason));
}

std::string all_ids() {
  std::string out;
  for (const Solver& solver : solvers()) out.append(out.empty() ? "" : ", ").append(solver.id);
  return out;
}

/// The first line that is not empty, cut short: a solver's own complaint.
std::string complaint(std::string_view output) {
  constexpr std::size_t kShown = 200;
  const std::size_t begin = output.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  std::string line(output.substr(begin, std::min(output.find_first_of("\r\n", begin) - begin, kShown)));
  for (char& c : line)
    if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~') c = '?';
  return ": " + line;
}

/// Why the child's end is not an answer, or nothing.
std::optional<Error> fault_of(const SolverChoice& choice, const ChildEnd& end) {
  if (end.signal != 0)
    return failed(choice, "crashed (signal " + std::to_string(end.signal) + ')' + complaint(end.output));
  if (end.code != 0) return failed(choice, "failed with code " + std::to_string(end.code) + complaint(end.output));
  return {};
}

Error not_started(const SolverChoice& choice, const Error& error) {
  return failed(choice, error.faults.front().reason + "; if it is not installed, install " +
                            std::string(choice.solver->package) + ", or name another solver (" + all_ids() +
                            ") in the environment variable " + kVariable);
}

Result<ChildEnd> run(const SolverChoice& choice, const TemporaryFolder& folder, double seconds, const Task& task) {
  const SolverFiles files{folder.file("program.lp"), folder.file("solution.sol"), folder.file("options.txt")};
  ChildProgram child{.words = choice.solver->arguments(files, seconds), .folder = folder.path()};
  child.words.insert(child.words.begin(), choice.program);
  auto end = run_child_program(child, task.limited_to(seconds + kGrace));
  if (!end && end.error().is_final()) return tl::unexpected(not_started(choice, end.error()));
  return end;
}

}  // namespace

std::string write_lp(const LinearProgram& program) {
  std::string out = "Minimize\n cost: x0\nSubject To\n";
  for (std::size_t r = 0; r < program.least.size(); ++r) {
    out.append(" r").append(std::to_string(r)).append(1, ':');
    for (const LinearProgram::Term term : program.rows[r]) append_term(out, term);
    out.append(" >= ").append(std::to_string(program.least[r])).append(1, '\n');
  }
  out += "Bounds\n";
  for (std::size_t c = 0; c < program.columns.size(); ++c) {
    const LinearProgram::Column& column = program.columns[c];
    if (is_binary(column)) continue;
    out.append(1, ' ').append(std::to_string(column.least)).append(" <= ");
    append_column(out, c);
    out.append(" <= ").append(std::to_string(column.most)).append(1, '\n');
  }
  append_section(out, program, "Generals", [](const auto& column) { return column.whole && !is_binary(column); });
  append_section(out, program, "Binaries", is_binary);
  out += "End\n";
  return out;
}

std::string solver_of_environment() {
  const char* const value = std::getenv(kVariable);
  return value == nullptr ? "" : value;
}

Result<SolverChoice> choose_solver(std::string_view wanted) {
  if (wanted.empty()) return SolverChoice{&solvers().front(), std::string(solvers().front().id)};
  const std::size_t slash = wanted.rfind('/');
  const std::string_view name = wanted.substr(slash + 1);  // npos + 1 is 0
  for (const Solver& solver : solvers()) {
    if (!name.starts_with(solver.id)) continue;
    return SolverChoice{&solver, slash == std::string::npos ? std::string(wanted) : absolute_path(std::string(wanted))};
  }
  return tl::unexpected(
      Error::of(Error::Kind::external,
                "\"" + std::string(wanted) + "\" is not a known solver; the known solvers are: " + all_ids()));
}

Result<SolverAnswer> solve(const SolverChoice& choice, const LinearProgram& program, double seconds, const Task& task) {
  STOWAGE_TRY(const auto folder, TemporaryFolder::make());
  if (auto written = folder.write("program.lp", write_lp(program)); !written)
    return tl::unexpected(std::move(written.error()));
  if (choice.solver->options != nullptr)
    if (auto written = folder.write("options.txt", choice.solver->options(seconds)); !written)
      return tl::unexpected(std::move(written.error()));
  STOWAGE_TRY(const auto end, run(choice, folder, seconds, task));
  if (auto fault = fault_of(choice, end)) return tl::unexpected(std::move(*fault));

  std::string solution;
  if (folder.has("solution.sol")) {
    auto text = folder.read("solution.sol", kBytesOfAnything + kBytesAColumn * program.columns.size());
    if (!text) return tl::unexpected(failed(choice, "wrote a solution that " + text.error().faults.front().reason));
    solution = std::move(*text);
  }
  auto answer = choice.solver->read(solution, end.output, program);
  if (!answer) return tl::unexpected(failed(choice, "gave an unreadable answer: " + answer.error()));
  return std::move(*answer);
}

}  // namespace stowage
