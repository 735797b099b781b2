// SPDX-License-Identifier: Apache-2.0
#include "core/process/solver.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "core/base/text.h"
#include "core/process/process.h"

namespace stowage {
namespace {

// Four solvers, their options and their ways of writing an answer. All of them are asked for the true optimum (no gap
// is good enough), and for binary columns that are very nearly 0 or 1: a factor of a million makes a small error large.

using Status = SolverAnswer::Status;
using Answer = tl::expected<SolverAnswer, std::string>;

std::string digits(double seconds) {
  return fixed_digits(seconds, 3);
}

/// Splits a text into lines and a line into words.
std::string_view take_until(std::string_view& text, std::string_view ends) {
  const std::size_t at = text.find_first_of(ends);
  const std::string_view out = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return out;
}
std::string_view take_word(std::string_view& line) {
  constexpr std::string_view kBlanks = " \t\r";
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  return take_until(line, kBlanks);
}

std::optional<double> number_of(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double value = 0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (code != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) return {};
  return value;
}

/// The first word after the last `label` in the text, as a number; a comma after it is dropped.
std::optional<double> number_after(std::string_view text, std::string_view label) {
  const std::size_t at = text.rfind(label);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + label.size());
  std::string_view line = take_until(text, "\n");
  std::string_view word = take_word(line);
  if (word == ":" || word == "=") word = take_word(line);
  if (word.ends_with(',')) word.remove_suffix(1);
  return number_of(word);
}

/// Line `number`, from 0.
std::string_view line_of(std::string_view text, int number) {
  while (number-- > 0) take_until(text, "\n");
  return take_until(text, "\n");
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

/// The column called "x12", or none.
std::optional<std::size_t> column_of(std::string_view name, const LinearProgram& program) {
  std::size_t column = 0;
  if (!name.starts_with('x')) return {};
  const auto [end, code] = std::from_chars(name.data() + 1, name.data() + name.size(), column);
  if (code != std::errc() || end != name.data() + name.size() || column >= program.columns.size()) return {};
  return column;
}

tl::unexpected<std::string> not_understood(std::string_view line) {
  if (line.empty()) return tl::unexpected(std::string("it is empty"));
  std::string out = "\"";
  for (const char c : line.substr(0, 60)) out += c >= ' ' && c <= '~' ? c : '?';
  return tl::unexpected(out + '"');
}

/// Lines of "[words_before …] NAME VALUE …" up to an empty line or a comment; columns that are not named are 0.
tl::expected<std::vector<double>, std::string> read_values(std::string_view text, int words_before,
                                                           const LinearProgram& program) {
  std::vector<double> values(program.columns.size());
  while (!text.empty()) {
    std::string_view line = take_until(text, "\n");
    const std::string_view whole = line;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos || line.starts_with('#')) break;
    for (int k = 0; k < words_before; ++k) take_word(line);
    const auto column = column_of(take_word(line), program);
    const auto value = number_of(take_word(line));
    if (!column || !value) return not_understood(whole);
    values[*column] = *value;
  }
  return values;
}

/// Words of one solver: in the text that says how it ended, and in its solution file, "OBJECTIVE 1664", then "x0 1664"
/// a line.
struct Words {
  int status_line = 0;  ///< of its solution file: how it ended; -1: only its output says so
  std::string_view infeasible, optimal, limit;
  std::string_view bound;      ///< in its output, before what is proved
  std::string_view objective;  ///< not there where it has no solution
  std::string_view values;     ///< in the line before those of the columns
  int words_before = 0;        ///< the name of a column in its line
};

template <const Words& words>
Answer read_answer(std::string_view solution, std::string_view output, const LinearProgram& program) {
  const std::string_view status = words.status_line < 0 ? output : line_of(solution, words.status_line);
  SolverAnswer answer;
  answer.bound = number_after(output, words.bound);
  if (has(status, words.infeasible)) {
    answer.status = Status::infeasible;
    return answer;
  }
  if (has(status, words.optimal))
    answer.status = Status::optimal;
  else if (!has(status, words.limit) && !has(status, "nterrupt"))
    return not_understood(status);
  const std::size_t objective = solution.find(words.objective), values = solution.find(words.values);
  if (std::max(objective, values) == std::string_view::npos || has(solution, "no integer solution")) return answer;
  answer.objective = number_after(solution, words.objective);
  if (!answer.objective) return not_understood(line_of(solution.substr(solution.rfind('\n', objective) + 1), 0));
  solution.remove_prefix(values);
  take_until(solution, "\n");
  STOWAGE_TRY(answer.values, read_values(solution, words.words_before, program));
  return answer;
}

// ---- cbc (COIN-OR)

std::vector<std::string> cbc_arguments(const SolverFiles& files, double seconds) {
  return {files.program,   "-timeMode", "elapsed",   "-seconds", digits(seconds), "-integerTolerance", "1e-9",
          "-allowableGap", "0",         "-ratioGap", "0",        "-solve",        "-solution",         files.solution};
}

/// "Optimal - objective value 1664", then "0 x0 1664 1" a line.
constexpr Words kCbc{0, "nfeasible", "Optimal", "Stopped", "\nLower bound:", "objective value", "objective value", 1};

// ---- HiGHS

std::vector<std::string> highs_arguments(const SolverFiles& files, double) {
  return {"--options_file", files.options, "--solution_file", files.solution, files.program};
}

std::string highs_options(double seconds) {
  return "time_limit = " + digits(seconds) +
         "\nmip_rel_gap = 0\nmip_abs_gap = 1e-6\nmip_feasibility_tolerance = 1e-9\n";
}

/// "Model status", the status, then "# Columns N" and "x0 1664" a line.
constexpr Words kHighs{1, "Infeasible", "Optimal", "imit", "Dual bound", "\nFeasible\nObjective", "# Columns"};

// ---- SCIP

std::vector<std::string> scip_arguments(const SolverFiles& files, double seconds) {
  return {"-c", "set limits time " + digits(seconds),
          "-c", "set limits gap 0",
          "-c", "set numerics feastol 1e-9",
          "-c", "read " + files.program,
          "-c", "optimize",
          "-c", "write solution " + files.solution,
          "-c", "quit"};
}

/// "solution status: …", "objective value: 1664", then "x0 1664 (obj:1)" a line.
constexpr Words kScip{0, "infeasible", "optimal", "limit", "Dual Bound", "objective value:", "objective value:"};

// ---- Gurobi

std::vector<std::string> gurobi_arguments(const SolverFiles& files, double seconds) {
  return {"TimeLimit=" + digits(seconds), "MIPGap=0",   "MIPGapAbs=1e-6", "IntFeasTol=1e-9",
          "ResultFile=" + files.solution, files.program};
}

/// "# Objective value = 1664", then "x0 1664" a line; the status is only in what it prints.
constexpr Words kGurobi{-1,           "infeasible",      "Optimal solution found", "ime limit reached",
                        "best bound", "Objective value", "Objective value"};

std::string column_name(std::size_t column) {
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

std::span<const Solver> solvers() {
  static constexpr Solver kTable[] = {
      {"cbc", "CBC (https://github.com/coin-or/Cbc)", cbc_arguments, read_answer<kCbc>},
      {"highs", "HiGHS (https://highs.dev)", highs_arguments, read_answer<kHighs>, highs_options},
      {"scip", "SCIP (https://scipopt.org)", scip_arguments, read_answer<kScip>},
      {"gurobi_cl", "Gurobi", gurobi_arguments, read_answer<kGurobi>},
  };
  return kTable;
}

std::string write_lp(const LinearProgram& program) {
  std::string out = "Minimize\n cost: x0\nSubject To\n";
  for (std::size_t r = 0; r < program.least.size(); ++r) {
    out += " r" + std::to_string(r) + ':';
    for (const auto [column, factor] : program.rows[r]) {  // " + 12 x3", " - x4"
      const auto size = factor < 0 ? 0 - static_cast<std::uint64_t>(factor) : static_cast<std::uint64_t>(factor);
      out += factor < 0 ? " - " : " + ";
      if (size != 1) out += std::to_string(size) + ' ';
      out += column_name(column);
    }
    out += " >= " + std::to_string(program.least[r]) + '\n';
  }
  std::string bounds = "Bounds\n", generals, binaries;
  for (std::size_t c = 0; c < program.columns.size(); ++c) {
    const LinearProgram::Column& column = program.columns[c];
    const bool is_binary = column.whole && column.least == 0 && column.most == 1;
    if (!is_binary)
      bounds +=
          ' ' + std::to_string(column.least) + " <= " + column_name(c) + " <= " + std::to_string(column.most) + '\n';
    if (column.whole) (is_binary ? binaries : generals) += ' ' + column_name(c) + '\n';
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
      Error::of(Error::Kind::external, quoted(wanted) + " is not a known solver; the known solvers are: " + all_ids()));
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
