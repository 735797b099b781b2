// SPDX-License-Identifier: Apache-2.0
#include "core/process/solver.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "core/process/child.h"
#include "core/process/temporary_files.h"

namespace stowage {
namespace {

std::string name_of(std::size_t column) {
  return 'x' + std::to_string(column);
}

constexpr const char* kVariable = "STOWAGE_SOLVER";
constexpr double kGrace = 5;                    // seconds to stop by itself and to write its solution
constexpr std::size_t kBytesAColumn = 256;      // in its solution file, far more than any solver writes
constexpr std::size_t kBytesOfAnything = 4096;  // and in the rest of that file

tl::unexpected<Error> failed(const SolverChoice& choice, const std::string& reason) {
  return tl::unexpected(Error::of(Error::Kind::external, "the solver " + choice.program + ' ' + reason));
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

}  // namespace

std::string write_lp(const LinearProgram& program) {
  std::string out = "Minimize\n cost: x0\nSubject To\n";
  for (std::size_t r = 0; r < program.least.size(); ++r) {
    out += " r" + std::to_string(r) + ':';
    for (const auto [column, factor] : program.rows[r]) {  // " + 12 x3", " - x4"
      const auto size = factor < 0 ? 0 - static_cast<std::uint64_t>(factor) : static_cast<std::uint64_t>(factor);
      out += factor < 0 ? " - " : " + ";
      if (size != 1) out += std::to_string(size) + ' ';
      out += name_of(column);
    }
    out += " >= " + std::to_string(program.least[r]) + '\n';
  }
  std::string bounds = "Bounds\n", generals, binaries;
  for (std::size_t c = 0; c < program.columns.size(); ++c) {
    const LinearProgram::Column& column = program.columns[c];
    const bool is_binary = column.whole && column.least == 0 && column.most == 1;
    if (!is_binary)
      bounds += ' ' + std::to_string(column.least) + " <= " + name_of(c) + " <= " + std::to_string(column.most) + '\n';
    if (column.whole) (is_binary ? binaries : generals) += ' ' + name_of(c) + '\n';
  }
  if (!generals.empty()) generals.insert(0, "Generals\n");
  if (!binaries.empty()) binaries.insert(0, "Binaries\n");
  return out + bounds + generals + binaries + "End\n";
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
    if (slash == std::string_view::npos) return SolverChoice{&solver, std::string(wanted)};
    std::error_code failed;  // a solver runs in a folder of its own
    const std::filesystem::path path = std::filesystem::absolute(wanted, failed);
    return SolverChoice{&solver, failed ? std::string(wanted) : path.string()};
  }
  return tl::unexpected(
      Error::of(Error::Kind::external,
                "\"" + std::string(wanted) + "\" is not a known solver; the known solvers are: " + all_ids()));
}

tl::unexpected<Error> wrong_answer(const SolverChoice& choice, const std::string& what) {
  return tl::unexpected(
      Error::of(Error::Kind::external, "the answer of " + std::string(choice.solver->id) + " is wrong: " + what));
}

Result<SolverAnswer> solve(const SolverChoice& choice, const LinearProgram& program, double seconds, const Task& task) {
  STOWAGE_TRY(const auto folder, TemporaryFolder::make());
  const SolverFiles files{folder.file("program.lp"), folder.file("solution.sol"), folder.file("options.txt")};
  auto written = folder.write("program.lp", write_lp(program));
  if (written && choice.solver->options != nullptr)
    written = folder.write("options.txt", choice.solver->options(seconds));
  if (!written) return tl::unexpected(std::move(written.error()));

  ChildProgram child{.words = choice.solver->arguments(files, seconds), .folder = folder.path()};
  child.words.insert(child.words.begin(), choice.program);
  const auto end = run_child_program(child, task.limited_to(seconds + kGrace));
  if (!end && end.error().is_final())
    return failed(choice, end.error().faults.front().reason + "; if it is not installed, install " +
                              std::string(choice.solver->package) + ", or name another solver (" + all_ids() +
                              ") in the environment variable " + kVariable);
  if (!end) return tl::unexpected(end.error());
  if (end->signal != 0)
    return failed(choice, "crashed (signal " + std::to_string(end->signal) + ')' + complaint(end->output));
  if (end->code != 0) return failed(choice, "failed with code " + std::to_string(end->code) + complaint(end->output));

  std::string solution;
  if (folder.has("solution.sol")) {
    auto text = folder.read("solution.sol", kBytesOfAnything + kBytesAColumn * program.columns.size());
    if (!text) return failed(choice, "wrote a solution that " + text.error().faults.front().reason);
    solution = std::move(*text);
  }
  auto answer = choice.solver->read(solution, end->output, program);
  if (!answer) return failed(choice, "gave an unreadable answer: " + answer.error());
  return std::move(*answer);
}

}  // namespace stowage
