// SPDX-License-Identifier: Apache-2.0
#include "tests/support/pickles.h"

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "tests/support/outcome.h"

namespace stowage::test {
namespace {

std::string little_endian(std::uint64_t value, std::size_t bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
  return out;
}

constexpr std::uint64_t kFirst = 0x7f0000000000, kBlock = 2 << 20;
constexpr std::size_t kBlocksPerSegment = 64;

/// Writes the parts of a snapshot.
class SnapshotWriter {
 public:
  explicit SnapshotWriter(std::size_t frames) {
    for (std::size_t f = 0; f < frames; ++f) names_.push_back("function_" + std::to_string(f));
  }
  PickleWriter out;

  void key(const std::string& text) {
    if (const auto known = memo_.find(text); known != memo_.end()) {
      out.get(known->second);
      return;
    }
    out.text(text);
    memo_[text] = out.memoize();
  }
  void entry(const std::string& name, std::int64_t value) {
    key(name);
    out.number(value);
  }
  void entry(const std::string& name, const std::string& value) {
    key(name);
    key(value);
  }
  void stack() {
    key("frames");
    out.op("](");
    for (std::size_t f = 0; f < names_.size(); ++f) frame(f);
    out.op("e");
  }
  void event(const std::string& action, std::uint64_t address, std::int64_t size) {
    out.op("}(");
    entry("action", action);
    entry("addr", static_cast<std::int64_t>(address));
    entry("size", size);
    entry("stream", 0);
    entry("time_us", ++time_);
    stack();
    out.op("u");
  }

 private:
  void frame(std::size_t f) {
    if (f < frames_.size()) {
      out.get(frames_[f]);
      return;
    }
    out.op("}");
    frames_.push_back(out.memoize());
    out.op("(");
    entry("name", names_[f]);
    entry("filename", std::string("/app/model.py"));
    entry("line", static_cast<std::int64_t>(10 * f));
    out.op("u");
  }

  std::vector<std::string> names_;
  std::map<std::string, std::uint32_t> memo_;
  std::vector<std::uint32_t> frames_;
  std::int64_t time_ = 1'700'000'000'000'000;
};

}  // namespace

PickleWriter& PickleWriter::text(std::string_view text) {
  bytes += 'X' + little_endian(text.size(), 4);
  bytes += text;
  return *this;
}

PickleWriter& PickleWriter::number(std::int64_t value) {
  if (value >= 0 && value < 256)
    bytes += 'K' + little_endian(static_cast<std::uint64_t>(value), 1);
  else
    bytes += "\x8a\x08" + little_endian(static_cast<std::uint64_t>(value), 8);
  return *this;
}

PickleWriter& PickleWriter::get(std::uint32_t memo) {
  bytes += 'j' + little_endian(memo, 4);
  return *this;
}

PickleText::PickleText(std::initializer_list<std::pair<const char*, PickleText>> entries) : bytes("}(") {
  for (const auto& [key, value] : entries) bytes += PickleText(key).bytes + value.bytes;
  bytes += 'u';
}

PickleText stack_of(const char* function) {
  if (*function == '\0') return list({});
  return list({{{"name", function}, {"filename", "/home/me/model.py"}, {"line", 7}}});
}

PickleText happened(const char* action, PickleText address, PickleText size, const char* by) {
  return {{"action", action},
          {"addr", std::move(address)},
          {"size", std::move(size)},
          {"stream", 0},
          {"frames", stack_of(by)}};
}

Document open_snapshot(const PickleText& snapshot, std::optional<std::int64_t> device) {
  return must(read_document(snapshot.file(), "s.pickle", {.device = device}));
}

PickleText list(std::initializer_list<PickleText> items) {
  PickleText out(0);
  out.bytes = "](";
  for (const PickleText& item : items) out.bytes += item.bytes;
  out.bytes += 'e';
  return out;
}

std::string make_torch_snapshot(std::size_t events, std::size_t frames) {
  SnapshotWriter w(frames);
  std::mt19937_64 engine(1);
  const std::size_t blocks = std::max<std::size_t>(kBlocksPerSegment, events / 300);
  std::vector<std::int64_t> sizes(blocks, kBlock);  // 0: free; all there when the record begins
  w.out.op("}(");
  w.key("device_traces");
  w.out.op("](](");
  for (std::size_t e = 0; e + 1 < events;) {
    const std::size_t b = engine() % blocks;
    const std::uint64_t address = kFirst + b * kBlock;
    if (sizes[b] == 0) {
      sizes[b] = 1 + static_cast<std::int64_t>(engine() % kBlock);
      w.event("alloc", address, sizes[b]);
      ++e;
    } else {
      w.event("free_requested", address, sizes[b]);
      w.event("free_completed", address, sizes[b]);
      sizes[b] = 0;
      e += 2;
    }
  }
  w.out.op("ee");
  w.key("segments");
  w.out.op("](");
  for (std::size_t s = 0; s < blocks; s += kBlocksPerSegment) {
    const std::size_t end = std::min(blocks, s + kBlocksPerSegment);
    w.out.op("}(");
    w.entry("device", 0);
    w.entry("address", static_cast<std::int64_t>(kFirst + s * kBlock));
    w.entry("total_size", static_cast<std::int64_t>((end - s) * kBlock));
    w.entry("stream", 0);
    w.entry("segment_type", std::string("large"));
    w.key("blocks");
    w.out.op("](");
    for (std::size_t b = s; b < end; ++b) {
      w.out.op("}(");
      w.entry("address", static_cast<std::int64_t>(kFirst + b * kBlock));
      w.entry("size", static_cast<std::int64_t>(kBlock));
      w.entry("requested_size", sizes[b]);
      w.entry("state", std::string(sizes[b] > 0 ? "active_allocated" : "inactive"));
      w.out.op("u");
    }
    w.out.op("eu");
  }
  w.out.op("eu.");
  return w.out.bytes;
}

}  // namespace stowage::test
