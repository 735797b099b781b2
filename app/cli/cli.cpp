// SPDX-License-Identifier: Apache-2.0
#include "app/cli/cli.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <numeric>
#include <regex>
#include <streambuf>
#include <system_error>
#include <thread>

#include "app/cli/output.h"
#include "core/formats/utf8.h"

namespace stowage::cli {
namespace {

/// Passes text on with append_escaped() applied, other than to ends of lines. A character may come in pieces.
class EscapingBuffer : public std::streambuf {
 public:
  explicit EscapingBuffer(std::streambuf* to) : to_(to) {}
  EscapingBuffer(const EscapingBuffer&) = delete;
  EscapingBuffer& operator=(const EscapingBuffer&) = delete;
  ~EscapingBuffer() override {
    std::string rest;
    append_escaped(rest, begun_, TextEnd::final);
    to_->sputn(rest.data(), static_cast<std::streamsize>(rest.size()));
  }

 protected:
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char one = traits_type::to_char_type(c);
    return EscapingBuffer::xsputn(&one, 1) == 1 ? c : traits_type::eof();
  }
  std::streamsize xsputn(const char* text, std::streamsize count) override {
    const std::string_view given(text, static_cast<std::size_t>(count));
    if (begun_.empty() && is_plain(given)) return to_->sputn(text, count);
    begun_ += given;
    std::string out;
    begun_.erase(0, append_escaped(out, begun_, TextEnd::may_follow));
    const auto size = static_cast<std::streamsize>(out.size());
    return to_->sputn(out.data(), size) == size ? count : 0;
  }
  int sync() override { return to_->pubsync(); }

 private:
  /// Nearly all that is printed.
  static bool is_plain(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return (c >= ' ' && c <= '~') || c == '\n'; });
  }

  std::streambuf* to_;
  std::string begun_;  // of a character
};

/// While it lives, std::cout and std::cerr write out what a terminal would obey instead of show
/// (core/formats/utf8.h, append_escaped()), and a reader that has gone is an error of the stream, not the end of the
/// program.
class Terminal {
 public:
  Terminal() {
    std::cout.rdbuf(&escaped_out_);
    std::cerr.rdbuf(&escaped_err_);
    std::signal(SIGPIPE, SIG_IGN);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal() {
    std::cout.rdbuf(out_);
    std::cerr.rdbuf(err_);
  }

 private:
  std::streambuf *out_ = std::cout.rdbuf(), *err_ = std::cerr.rdbuf();
  EscapingBuffer escaped_out_{out_}, escaped_err_{err_};
};

/// To be called after a failed write to the standard output. If the reader has gone ("| head"), it has all that it
/// wants: the program ends without a message, as a closed pipe ends other programs. Returns otherwise.
void end_without_reader() {
  pollfd output{.fd = STDOUT_FILENO, .events = 0, .revents = 0};
  if (::poll(&output, 1, 0) <= 0 || (output.revents & POLLERR) == 0) return;
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
}

/// Turns Ctrl-C, a request to end and the loss of the terminal into a stop request, so that a cancelled command ends in
/// order, with its own exit code. A second signal ends the program at once. Made before any other thread, which then
/// inherits the blocked signals. Where the system grants no thread to wait for them, signals do what they always do.
class Interrupts {
 public:
  Interrupts() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGINT);
    sigaddset(&signals_, SIGTERM);
    if (!ignores(SIGHUP)) sigaddset(&signals_, SIGHUP);  // as nohup does
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    try {
      thread_ = std::thread([this] { wait(); });
    } catch (const std::system_error&) {
      pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
    }
  }
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  /// Wakes the thread by a signal to it alone, which stays pending until it waits: no moment is too early.
  ~Interrupts() {
    if (!thread_.joinable()) return;
    done_ = true;
    pthread_kill(thread_.native_handle(), SIGTERM);
    thread_.join();
  }
  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  static bool ignores(int signal) {
    struct sigaction now {};
    return sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
  }
  void wait() {
    for (int signal = 0; sigwait(&signals_, &signal) == 0 && !done_;) {
      if (source_.stop_requested()) std::_Exit(kStopped);
      source_.request_stop();
    }
  }

  sigset_t signals_{};
  std::stop_source source_;
  std::atomic<bool> done_ = false;
  std::thread thread_;
};

ExitCode exit_code(const Error& error) {
  if (error.is_stop()) return kStopped;
  return error.kind == Error::Kind::infeasible ? kNo : kBadInput;
}

/// How many characters have to be added, removed or replaced to make one text of the other.
std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

/// The name that `word` most likely means: two edits away at most; empty if none is near.
std::string nearest(std::string_view word, std::span<const std::string> names) {
  constexpr std::size_t kFar = 3;
  std::string out;
  std::size_t least = kFar;
  for (const std::string& name : names) {
    const std::size_t edits = edits_between(word, name);
    if (edits >= std::min(least, name.size())) continue;
    least = edits;
    out = name;
  }
  return out;
}

std::string no_such(const std::string& what, const std::string& word, std::span<const std::string> names) {
  const std::string meant = nearest(word, names);
  return "there is no " + what + ' ' + word + (meant.empty() ? "" : "; did you mean " + meant + '?');
}

std::vector<std::string> long_options(const CLI::App& command) {
  std::vector<std::string> out;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) out.push_back("--" + name);
  return out;
}

/// Names the first argument that no command takes: an option, if one is among them.
std::string extra_fault(const CLI::App& app, std::span<const std::string> arguments) {
  const std::vector<std::string> extra = app.remaining(true);
  std::string first;
  for (const std::string& argument : arguments) {
    if (std::ranges::find(extra, argument) == extra.end()) continue;
    if (argument.starts_with('-')) {
      const std::string option = argument.substr(0, argument.find('='));
      const auto parsed = app.get_subcommands();
      return no_such("option", option, long_options(parsed.empty() ? app : *parsed.front()));
    }
    if (first.empty()) first = argument;
  }
  return first.empty() ? "there are too many arguments" : "one argument too many: " + first;
}

/// Words "--view: heep not in {heap,lanes}", as the parser has it, as a sentence.
std::string choice_fault(const std::string& text) {
  static const std::regex pattern(R"(^(.*): (.*) not in \{(.*)\}$)");
  std::smatch match;
  if (!std::regex_match(text, match, pattern)) return text;
  const std::string choices = std::regex_replace(match.str(3), std::regex(","), ", ");
  return match.str(1) + ": \"" + match.str(2) + "\" is unknown; choose " + choices;
}

/// Names in one line the fault of the arguments: the command or option that does not exist, and the nearest name.
std::string usage_fault(const CLI::App& app, const CLI::ParseError& error, std::span<const std::string> arguments) {
  if (arguments.empty()) return "give a command, such as plan";
  std::vector<std::string> names;
  for (const Command& command : commands()) names.emplace_back(command.name);
  const std::string& first = arguments.front();
  if (!first.starts_with('-') && std::ranges::find(names, first) == names.end())
    return no_such("command", first, names);
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return extra_fault(app, arguments);
  return choice_fault(error.what());
}

/// Names the fault of the arguments, and where to read on.
int explain_usage(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
  const std::string first = argc > 1 ? argv[1] : "";
  const bool known = std::ranges::any_of(commands(), [&](const Command& command) { return command.name == first; });
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  std::cerr << "error: " << one_line(usage_fault(app, error, arguments)) << '\n';
  std::cerr << app.get_name() << (known ? ' ' + first : "") << " --help says more\n";
  return kUsage;
}

/// The input of a command that has one.
std::string input_of(const CLI::App& command) {
  const CLI::Option* const input = command.get_option_no_throw("INPUT");
  return input != nullptr && input->count() == 1 ? input->as<std::string>() : "";
}

/// The code where the results could not be printed on stdout.
int when_not_printed(int code) {
  const std::string why = errno == 0 ? "" : ": " + std::generic_category().message(errno);
  end_without_reader();
  std::cerr << "error: standard output: could not write" << why << '\n';
  return code == kFine || code == kNo ? kBadInput : code;
}

/// The code, unless the results could not be printed on stdout.
int when_printed(int code) {
  errno = 0;
  return std::cout.flush() ? code : when_not_printed(code);
}

int execute(const Action& action, const std::string& input) {
  const Interrupts interrupts;
  Task task;
  task.stop = interrupts.token();
  const Result<ExitCode> code = unless_memory_runs_out([&] { return action(task); });
  if (code) return when_printed(*code);
  // A text, an image or pages could not be written there.
  if (OutputFile::named(code.error().faults.front().file).is_standard_output()) end_without_reader();
  print_error(code.error().kind == Error::Kind::no_memory ? in_file(code.error(), input) : code.error());
  return exit_code(code.error());
}

/// Becomes the program that draws, with the same arguments; returns only where there is none.
int run_drawing_program(char** argv) {
  constexpr const char* kProgram = "stowage-draw";
  std::error_code failed;
  const std::filesystem::path ours = std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
  std::string why = "is not installed";
  for (const char* const folder : {"../libexec/stowage", "."}) {
    const std::string path = (ours / folder / kProgram).lexically_normal().string();
    if (!std::filesystem::is_regular_file(path, failed)) continue;
    ::execv(path.c_str(), argv);
    why = "could not be started: " + std::generic_category().message(errno);
  }
  std::cerr << "error: the program that draws, " << kProgram << ", " << why << '\n';
  return kBadInput;
}

decltype(Command::add) adder_of(const Command& command, std::span<const DrawingCommand> drawing) {
  const auto found = std::ranges::find(drawing, std::string_view(command.name), &DrawingCommand::name);
  return found == drawing.end() ? command.add : found->add;
}

/// The end of the help of a command.
std::string footer_of(const Command& command) {
  std::string out = std::string("Example:\n  ") + command.example + "\n\nExit codes:";
  for (const auto& [code, meaning] : kExitCodes) out += "\n  " + std::to_string(code) + "  " + meaning;
  return out;
}

}  // namespace

std::span<const Command> commands() {
  static constexpr Command kTable[] = {
      {"info", "Describe a graph, and prove a lower bound for its plans",
       "stowage-cli info samples/training_step.stowage.json", add_info},
      {"safety", "Count (or list) the pairs of tensors that may never share memory",
       "stowage-cli safety samples/somas_figure_2.stowage.json --pairs", add_safety},
      {"explain", "Say why a pair of tensors is safe or unsafe, with the evidence",
       "stowage-cli explain samples/somas_figure_2.stowage.json a f", add_explain},
      {"strategies", "List the layout and order strategies", "stowage-cli strategies", add_strategies},
      {"plan", "Assign an offset to every tensor",
       "stowage-cli plan samples/training_step.stowage.json --strategy all -o step.plan.json", add_plan},
      {"check", "Validate a plan and verify its lower bound, independently of every planner",
       "stowage-cli check samples/training_step.stowage.json step.plan.json", add_check},
      {"render", "Draw a plan or its graph into an image, without a display",
       "stowage-cli render samples/training_step.stowage.json -o step.png --view heap --scale 2", nullptr},
      {"convert", "Write the content in another format",
       "stowage-cli convert samples/lifetimes.csv -o graph.stowage.json", add_convert},
      {"compare", "Plan several inputs with several strategies and tabulate the footprints",
       "stowage-cli compare samples/*.stowage.json --strategy so.size.best,so.size.first", add_compare},
      {"simulate", "Simulate a run with the durations of the operators: makespan, idle gaps, critical path",
       "stowage-cli simulate samples/training_step.stowage.json --durations durations.csv", add_simulate},
      {"tradeoff", "Search for the front of footprint against makespan over edits of the graph",
       "stowage-cli tradeoff resnet50.stowage.json --budget 2GiB --allow sync,recompute -o points", add_tradeoff},
      {"report", "Compare two plans or graphs, or folders of them, for a code review",
       "stowage-cli report before after --allow 1 -o report.md -o report.html", nullptr},
      {"reproduce", "Run the tables and figures of the papers again, beside their numbers",
       "stowage-cli reproduce somas.figure8", nullptr},
      {"zoo", "List real networks, or write the graph of a training step of one",
       "stowage-cli zoo resnet50 --batch 32 --optimizer adam -o resnet50.stowage.json", add_zoo},
      {"completion", "Print the script that completes commands in a shell", "source <(stowage-cli completion bash)",
       add_completion},
  };
  return kTable;
}

int run(int argc, char** argv) {
  return run(argc, argv, {});
}

int run(int argc, char** argv, std::span<const DrawingCommand> drawing) {
  const Terminal terminal;
  CLI::App app("Stowage plans the memory of graphs whose operators run on parallel streams, and explains the plans.",
               "stowage-cli");
  app.require_subcommand(1);
  app.set_version_flag("--version", STOWAGE_VERSION);
  app.footer("stowage-cli COMMAND --help shows the options of a command and an example.");
  const std::string_view first = argc > 1 ? argv[1] : "";
  // Two commands that the help does not list, for scripts of shells and for the build, know the options of all others.
  constexpr std::string_view kComplete = "complete", kManual = "man";
  const bool of_all = first == kComplete || first == kManual;
  if (of_all && drawing.empty()) return run_drawing_program(argv);
  std::vector<std::pair<const CLI::App*, Action>> actions;
  for (const Command& command : commands()) {
    CLI::App* sub = app.add_subcommand(command.name, command.description);
    if (first != command.name && !of_all) continue;  // its options are not needed
    sub->footer(footer_of(command));
    const auto add = adder_of(command, drawing);
    if (add == nullptr) return run_drawing_program(argv);
    actions.emplace_back(sub, add(*sub));
  }
  if (of_all) {
    const std::vector<std::string> words(argv + 2, argv + argc);
    const std::string text = first == kManual ? manual_page(app, STOWAGE_VERSION) : completions(app, words);
    // For programs, with its tabs. Names from a file have no characters that a terminal would obey.
    errno = 0;
    return std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0 ? when_not_printed(kFine) : kFine;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return error.get_exit_code() == 0 ? when_printed(app.exit(error)) : explain_usage(app, error, argc, argv);
  }
  for (const auto& [sub, action] : actions)
    if (sub->parsed()) return execute(action, input_of(*sub));
  return kUsage;
}

}  // namespace stowage::cli
