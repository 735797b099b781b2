// SPDX-License-Identifier: GPL-3.0-or-later
// `stowage-bench-window [TENSORS…] [FILE…] [DOCK…]`: the window (with this dock in front of its tabs) while a graph of
// 8 streams, or that of a file, is edited: one operator's stream at a time, or where there is one stream, one size. Of
// 100,000 tensors and more: a stream, a sync, a size, each watched for a minute at most. How long until the ten
// standard strategies and until all are shown, and the longest time that the event loop was not served: as time passed,
// and as time that its thread computed, which says the same on a machine that is busy with other things. Needs no
// display.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <QDockWidget>
#include <QFileInfo>
#include <QTimer>

#include "core/insight/edit/edits.h"
#include "tests/app/bench.h"
#include "tests/support/results.h"

namespace {

using namespace stowage;
using Clock = std::chrono::steady_clock;

constexpr int kEdits = 12, kWarmUp = 2, kKinds = 3;
constexpr std::size_t kLarge = 100'000;       // tensors: one edit of each kind takes long enough
constexpr std::chrono::seconds kWatched{60};  // at most, of a large graph
constexpr int kRest = 300;                    // milliseconds after an edit in which late work still counts

double milliseconds(Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

/// Asks to be called every millisecond, and remembers the longest that it had to wait.
class Pulse {
 public:
  Pulse() {
    timer_.setTimerType(Qt::PreciseTimer);
    QObject::connect(&timer_, &QTimer::timeout, [this] { beat(); });
    timer_.start(1);
  }
  void begin() {
    longest_ = longest_computed_ = 0;
    last_ = Clock::now();
    last_computed_ = test::computed();
  }
  void end() { beat(); }
  /// In milliseconds.
  [[nodiscard]] double longest() const { return longest_; }
  [[nodiscard]] double longest_computed() const { return longest_computed_; }

 private:
  void beat() {
    const auto now = Clock::now();
    const double now_computed = test::computed();
    longest_ = std::max(longest_, milliseconds(now - last_));
    longest_computed_ = std::max(longest_computed_, now_computed - last_computed_);
    last_ = now;
    last_computed_ = now_computed;
  }
  QTimer timer_;
  Clock::time_point last_;
  double last_computed_ = 0, longest_ = 0, longest_computed_ = 0;
};

void rest() {
  bool over = false;
  QTimer::singleShot(kRest, [&] { over = true; });
  test::run_until([&] { return over; });
}

/// How long a graph is watched at most.
std::chrono::seconds most_of(const Graph& graph) {
  return graph.tensor_count() < kLarge ? std::chrono::hours(1) : kWatched;
}

EditRequest edit_of(const Graph& graph, std::size_t edit) {
  const bool large = graph.tensor_count() >= kLarge;
  if (large && edit % kKinds == 1) {
    const OperatorId before(graph.operator_count() / 3), after(graph.operator_count() / 2);
    return {.text = "sync", .merge_key = {}, .apply = [=](const Graph& g) { return add_sync(g, before, after); }};
  }
  if (graph.stream_count() < 2 || (large && edit % kKinds == 2)) {
    const TensorId t(graph.tensor_count() / 2 + edit * 7);
    return {.text = "size", .merge_key = {}, .apply = [t](const Graph& before) {
              return set_sizes(before, std::vector{t}, before.size(t) + Bytes{512});
            }};
  }
  const OperatorId op(graph.operator_count() / 2 + edit * 7);
  const StreamId other((graph.stream(op).index() + 1) % graph.stream_count());
  return {.text = "move", .merge_key = {}, .apply = [op, other](const Graph& before) {
            return move_to_stream(before, std::vector{op}, other);
          }};
}

struct Sample {
  QString edit;
  double ten = 0;    // from the request until the standard ten are shown
  double shown = 0;  // and until every strategy is
  double planned = 0;
  double window = 0, all = 0;  // computed until then by the window's thread, and by all threads
  double stall = 0, computed = 0;
};

Sample edit_once(MainWindow& window, Pulse& pulse, std::size_t edit) {
  Sample sample;
  const auto request = edit_of(*window.document().graph(), edit);
  sample.edit = request.text;
  pulse.begin();
  const auto begin = Clock::now();
  const double window_begin = test::computed(), all_begin = test::computed(CLOCK_PROCESS_CPUTIME_ID);
  bool painted = false;
  const Planning& planning = window.planning();
  const auto told = QObject::connect(&planning, &Planning::plans_changed, [&] {
    const auto is_due = [](const StrategyRow& row) {
      return row.strategy && row.strategy->standard && row.state == StrategyRow::State::waiting;
    };
    if (std::ranges::any_of(planning.results().rows(), is_due) || planning.strategies_done() == 0) return;
    if (std::exchange(painted, true)) return;
    QTimer::singleShot(0, &window, [&sample, begin] { sample.ten = milliseconds(Clock::now() - begin); });
  });
  const auto most = most_of(*window.document().graph());
  window.document().edit(request);
  test::run_until([&] { return !window.document().is_editing() && window.planning().took(); }, most);
  QCoreApplication::processEvents();  // what was asked to be painted is
  sample.shown = milliseconds(Clock::now() - begin);
  sample.window = test::computed() - window_begin;
  sample.all = test::computed(CLOCK_PROCESS_CPUTIME_ID) - all_begin;
  sample.planned = window.planning().took().value_or(0);
  test::run_until([&] { return !window.busy() && !window.drawing(); }, most);
  rest();
  pulse.end();
  QObject::disconnect(told);
  sample.stall = pulse.longest();
  sample.computed = pulse.longest_computed();
  return sample;
}

void measure(const std::string& name, const std::shared_ptr<const Graph>& graph, const std::string& in_front) {
  test::BenchWindow shown;
  MainWindow& window = shown.window;
  test::open_graph(window, graph);
  for (auto* dock : window.findChildren<QDockWidget*>())
    if (dock->objectName().toStdString() == in_front) dock->raise();
  Pulse pulse;
  const bool large = graph->tensor_count() >= kLarge;
  test::run_until([&] { return !window.busy() && !window.drawing(); }, most_of(*graph));
  rest();
  std::vector<Sample> samples;
  for (int edit = 0; edit < (large ? kKinds : kEdits); ++edit)
    samples.push_back(edit_once(window, pulse, static_cast<std::size_t>(edit)));
  if (!large) samples.erase(samples.begin(), samples.begin() + kWarmUp);
  std::printf("%s, %-11s ms:", name.c_str(), in_front.c_str());
  for (const auto& [what, value] :
       {std::pair("ten shown", &Sample::ten), std::pair("all shown", &Sample::shown),
        std::pair("planned", &Sample::planned), std::pair("computed: window", &Sample::window),
        std::pair("all threads", &Sample::all), std::pair("longest stall", &Sample::stall),
        std::pair("computed in it", &Sample::computed)}) {
    std::ranges::sort(samples, {}, value);
    std::printf("  %s %.1f (median) %.1f (worst)", what, samples[samples.size() / 2].*value, samples.back().*value);
  }
  std::printf("\n");
  if (large)
    for (const Sample& each : samples)
      std::printf("  %s: longest stall %.1f, computed in it %.1f\n", qPrintable(each.edit), each.stall, each.computed);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const auto application = test::bench_application(argc, argv);
  using Input = std::pair<std::string, std::shared_ptr<const Graph>>;
  std::vector<Input> inputs;
  std::vector<std::string> docks;
  const auto add_size = [&](std::size_t tensors) {
    inputs.emplace_back(std::to_string(tensors) + " tensors", test::bench_graph(tensors));
  };
  for (int k = 1; k < argc; ++k) {
    const QString word = argv[k];
    bool number = false;
    const qulonglong value = word.toULongLong(&number);
    if (number)
      add_size(value);
    else if (QFileInfo::exists(word))
      inputs.emplace_back(QFileInfo(word).fileName().toStdString(), test::graph_in(word.toStdString()));
    else
      docks.push_back(word.toStdString());
  }
  if (inputs.empty())
    for (const std::size_t tensors : {4'400, 20'000}) add_size(tensors);
  if (docks.empty()) docks = {"tensors"};
  for (const auto& [name, graph] : inputs)
    for (const std::string& dock : docks) measure(name, graph, dock);
  return 0;
}
