// SPDX-License-Identifier: Apache-2.0
#include "core/insight/simulate/run.h"

#include "core/check/running_order.h"

namespace stowage {
namespace {

constexpr std::uint64_t kDuration = 1, kDelay = 2, kTie = 3, kStream = 4;  // the use of a random number
constexpr unsigned kLongest = 8;                                           // durations up to 2^8, before slowness
constexpr unsigned kSlowest = 3;                                           // streams up to 2^3 times slower
constexpr unsigned kHeldBack = 5;                                          // a stream held back: 2^5 times slower still

/// The finalizer of splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e37'79b9'7f4a'7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58'476d'1ce4'e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d0'49bb'1331'11ebU;
  return x ^ (x >> 31U);
}

}  // namespace

std::vector<Sync> syncs_of(const Graph& graph) {
  std::vector<Sync> out;
  for (OperatorId o : graph.operators())
    graph.for_each_arc(o, [&](OperatorId after) {
      if (graph.stream(o) != graph.stream(after)) out.push_back({o, after});
    });
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  return out;
}

bool carries_data(const Graph& graph, Sync sync) {
  return std::ranges::any_of(graph.outputs(sync.before),
                             [&](TensorId t) { return std::ranges::binary_search(graph.consumers(t), sync.after); });
}

Result<RunSimulator> RunSimulator::make(const Graph& graph, const std::vector<std::string>& sequence) {
  STOWAGE_TRY(auto order, running_order(graph, sequence));
  RunSimulator out(graph);
  out.lines_.resize(graph.stream_count());
  out.arcs_in_.resize(graph.operator_count());
  for (OperatorId o : order) {
    out.lines_[graph.stream(o).index()].push_back(o);
    graph.for_each_arc(o, [&](OperatorId after) { ++out.arcs_in_[after.index()]; });
  }
  return out;
}

std::uint64_t RunSimulator::hash(std::uint64_t a, std::uint64_t b) const {
  return mixed(mixed(seed_ ^ mixed(a)) ^ b);
}

/// Between 1 and 2^kLongest, short ones as frequent as long ones; times the slowness of the stream.
std::int64_t RunSimulator::draw(OperatorId o, std::uint64_t salt) const {
  const std::uint64_t random = hash(salt, o.index());
  const std::uint64_t length = 1 + (random >> 8U) % (std::uint64_t{1} << (random % (kLongest + 1)));
  return static_cast<std::int64_t>(length << slowness_[graph_->stream(o).index()]);
}

void RunSimulator::begin(std::uint64_t seed, std::optional<Sync> without) {
  seed_ = seed;
  without_ = without;
  waits_for_ = arcs_in_;
  head_.assign(lines_.size(), 0);
  busy_.assign(lines_.size(), false);
  slowness_.resize(lines_.size());
  due_ = {};
  for (std::size_t s = 0; s < lines_.size(); ++s)
    slowness_[s] = static_cast<unsigned>(hash(kStream, s) % (kSlowest + 1));
  if (without_) {
    if (seed % 2 == 0) slowness_[graph_->stream(without_->before).index()] += kHeldBack;
    graph_->for_each_arc(without_->before, [&](OperatorId after) {
      if (after == without_->after) --waits_for_[after.index()];
    });
  }
  for (StreamId s : graph_->streams()) start_head(s, 0);
}

/// Makes the next operator of a stream due, if its worker is free and nothing else is in its way.
void RunSimulator::start_head(StreamId s, std::int64_t now) {
  const auto& line = lines_[s.index()];
  const std::size_t head = head_[s.index()];
  if (busy_[s.index()] || head == line.size() || waits_for_[line[head].index()] != 0) return;
  busy_[s.index()] = true;
  const OperatorId o = line[head];
  const std::uint64_t random = hash(kTie, o.index());
  const std::int64_t delay = random % 4 == 0 ? draw(o, kDelay) : 0;
  due_.push({now + delay, random, {RunEvent::Kind::start, o}});
}

/// Frees the operators that waited for `o`, and its stream.
void RunSimulator::release(OperatorId o, std::int64_t now) {
  const StreamId own = graph_->stream(o);
  busy_[own.index()] = false;
  ++head_[own.index()];
  graph_->for_each_arc(o, [&](OperatorId after) {
    if (without_ && *without_ == Sync{o, after}) return;
    if (--waits_for_[after.index()] == 0) start_head(graph_->stream(after), now);
  });
  start_head(own, now);
}

std::optional<RunSimulator::Event> RunSimulator::next() {
  if (due_.empty()) return std::nullopt;
  const Due due = due_.top();
  due_.pop();
  const OperatorId o = due.what.op;
  if (due.what.kind == RunEvent::Kind::start)
    due_.push({due.time + draw(o, kDuration), ~due.tie, {RunEvent::Kind::finish, o}});
  else
    release(o, due.time);
  return Event{due.what, due.time};
}

Result<Execution> simulate(const Graph& graph, std::uint64_t seed, std::optional<Sync> without,
                           const std::vector<std::string>& sequence, const Task& task) {
  STOWAGE_TRY(auto simulator, RunSimulator::make(graph, sequence));
  Execution out;
  out.events.reserve(2 * graph.operator_count());
  out.times.reserve(2 * graph.operator_count());
  simulator.begin(seed, without);
  while (const auto event = simulator.next()) {
    if (task.poll(out.events.size())) return tl::unexpected(task.why_stopped());
    out.events.push_back(event->what);
    out.times.push_back(event->time);
  }
  return out;
}

}  // namespace stowage
