// SPDX-License-Identifier: Apache-2.0
#include "tests/support/pickles.h"

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <span>

#include "tests/support/outcome.h"

namespace stowage::test {
namespace {

std::string little_endian(std::uint64_t value, std::size_t bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
  return out;
}

constexpr std::int64_t kFirst = 0x7f0000000000, kBlock = 2 << 20;
constexpr std::size_t kBlocksPerSegment = 64;

/// Remembers values by their names, as Python does: each is written once.
class Memo {
 public:
  PickleText once(const std::string& name, const std::function<PickleText()>& value) {
    PickleText out(0);
    if (const auto known = places_.find(name); known != places_.end()) {
      out.bytes = PickleWriter("").get(known->second).bytes;
    } else {
      out.bytes = value().bytes + '\x94';
      places_.emplace(name, places_.size());
    }
    return out;
  }
  PickleText operator()(const char* text) {
    return once(text, [text] { return PickleText(text); });
  }

 private:
  std::map<std::string, std::uint32_t> places_;
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

PickleText::PickleText(std::initializer_list<std::pair<PickleText, PickleText>> entries) : bytes("}(") {
  for (const auto& [key, value] : entries) bytes += key.bytes + value.bytes;
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

PickleText list(const std::vector<PickleText>& items) {
  PickleText out(0);
  out.bytes = "](";
  for (const PickleText& item : items) out.bytes += item.bytes;
  out.bytes += 'e';
  return out;
}

std::string make_torch_snapshot(std::size_t events, std::size_t frames) {
  Memo memo;
  const auto stack = [&] {
    std::vector<PickleText> out;
    for (std::size_t f = 0; f < frames; ++f) {
      const std::string name = "function_" + std::to_string(f);
      out.push_back(memo.once("frame " + name, [&]() -> PickleText {
        return {{memo("name"), memo(name.c_str())},
                {memo("filename"), memo("/app/model.py")},
                {memo("line"), static_cast<std::int64_t>(10 * f)}};
      }));
    }
    return list(out);
  };
  std::int64_t time = 1'700'000'000'000'000;
  const auto event = [&](const char* action, std::int64_t address, std::int64_t size) -> PickleText {
    return {{memo("action"), memo(action)}, {memo("addr"), address},  {memo("size"), size}, {memo("stream"), 0},
            {memo("time_us"), ++time},      {memo("frames"), stack()}};
  };
  const auto block = [&](std::int64_t address, std::int64_t size) -> PickleText {
    return {{memo("address"), address},
            {memo("size"), kBlock},
            {memo("requested_size"), size},
            {memo("state"), memo(size > 0 ? "active_allocated" : "inactive")}};
  };
  const auto blocks = [&](std::int64_t address, std::span<const std::int64_t> sizes) {
    std::vector<PickleText> out;
    for (const std::int64_t size : sizes) out.push_back(block(address + std::ssize(out) * kBlock, size));
    return list(out);
  };
  const auto segment = [&](std::int64_t address, std::span<const std::int64_t> sizes) -> PickleText {
    return {{memo("device"), 0},
            {memo("address"), address},
            {memo("total_size"), std::ssize(sizes) * kBlock},
            {memo("stream"), 0},
            {memo("segment_type"), memo("large")},
            {memo("blocks"), blocks(address, sizes)}};
  };

  std::mt19937_64 engine(1);
  std::vector<std::int64_t> sizes(std::max(kBlocksPerSegment, events / 300), kBlock);  // 0: free; all are there first
  std::vector<PickleText> trace, segments;
  while (trace.size() + 1 < events) {
    const std::size_t b = engine() % sizes.size();
    const std::int64_t address = kFirst + static_cast<std::int64_t>(b) * kBlock;
    if (sizes[b] == 0) {
      sizes[b] = 1 + static_cast<std::int64_t>(engine() % kBlock);
      trace.push_back(event("alloc", address, sizes[b]));
    } else {
      trace.push_back(event("free_requested", address, sizes[b]));
      trace.push_back(event("free_completed", address, sizes[b]));
      sizes[b] = 0;
    }
  }
  for (std::size_t s = 0; s < sizes.size(); s += kBlocksPerSegment)
    segments.push_back(segment(kFirst + static_cast<std::int64_t>(s) * kBlock,
                               std::span(sizes).subspan(s, std::min(kBlocksPerSegment, sizes.size() - s))));
  return PickleText{{"device_traces", list({list(trace)})}, {"segments", list(segments)}}.file();
}

}  // namespace stowage::test
