// SPDX-License-Identifier: Apache-2.0
#include <sys/resource.h>
#include <unistd.h>
#include <zlib.h>

#include "core/formats/json_reader.h"
#include "core/formats/protobuf_wire.h"
#include "core/formats/readers.h"
#include "tests/support/core_test.h"

/// Large files: what no reader takes is refused by its first bytes, however much follows; what one takes is read whole.
struct LargeFilesFixture {
  static constexpr std::size_t kMiB = std::size_t{1} << 20;
  static constexpr std::size_t kLarge = 300 * kMiB, kRoom = 220 * kMiB;
  test::TemporaryFolder folder_;
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.file(name); }
  /// `beginning`, and then so many bytes more; packed fast and badly, below every ratio that looks suspicious.
  [[nodiscard]] std::string write(const std::string& name, const std::string& beginning, char then,
                                  std::size_t size) const {
    const std::string file = path(name), piece(kMiB, then);
    const bool packed = name.ends_with(".gz");
    const gzFile out = gzopen(file.c_str(), packed ? "wb1" : "wbT");
    gzwrite(out, beginning.data(), static_cast<unsigned>(beginning.size()));
    for (std::size_t done = 0; done < size; done += piece.size())
      gzwrite(out, piece.data(), static_cast<unsigned>(piece.size()));
    if (gzclose(out) != Z_OK) throw std::runtime_error("cannot write " + file);
    return file;
  }
  /// Whether `holds` does, in a process that has only so much memory more than now.
  static bool with_little_memory(const std::function<bool()>& holds) {
    return holds_in_child([&] {
      std::size_t pages = 0;
      std::ifstream("/proc/self/statm") >> pages;
      const rlim_t most = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + kRoom;
      const rlimit limit{.rlim_cur = most, .rlim_max = most};
      try {
        return ::setrlimit(RLIMIT_AS, &limit) == 0 && holds();
      } catch (const std::bad_alloc&) {
        return false;
      }
    });
  }
};

TEST_CASE_FIXTURE(LargeFilesFixture, "what no reader takes is refused early") {
  const Rows<std::string, std::string, char, std::string> rows = {
      {"nulls", "a.bin", "", '\0', ""},
      {"nulls, packed", "a.gz", "", '\0', ""},
      {"brackets", "a.json", "", '[', ":line 1, column 101"},
      {"brackets, packed", "a.json.gz", "", '[', ":line 1, column 101"},
      {"brackets in a graph", "b.json", "{\"format\": \"stowage-graph\", \"nodes\": ", '[', ":line 1, column "},
      {"blanks in a graph", "c.json", "{\"format\": \"stowage-graph\",", ' ', ":line 1, column "},
      {"an endless text in a trace", "d.json.gz", "{\"traceEvents\": [{\"name\": \"", 'x', ":line 1, column "},
      {"an endless line of a CSV", "e.csv", "id,lower,upper,size\n", 'x', ":line 2"},
      {"an endless line of events", "f.jsonl.gz", "{\"t\": 1, \"op\": \"alloc\", \"id\": \"a\", \"size\": 1}\n", ' ',
       ":line 2"}};
  each_row(rows, [&](const std::string& name, const std::string& beginning, char then, const std::string& place) {
#ifdef STOWAGE_SANITIZED
    STOWAGE_SKIP("sanitizers need more memory than the limit");
#endif
    const std::string file = write(name, beginning, then, kLarge);
    REQUIRE(with_little_memory([&] {
      const auto bytes = read_document_file(file);
      return !bytes && bytes.error().kind == Error::Kind::bad_input && bytes.error().text().starts_with(file + place);
    }));
    ::unlink(file.c_str());
  });
}

/// Their names alone speak for such files: they are read for a while, in the hope of a format.
TEST_CASE_FIXTURE(LargeFilesFixture, "what only its name tells of is bounded") {
#ifdef STOWAGE_SANITIZED
  STOWAGE_SKIP("sanitizers need more memory than the limit");
#endif
  const std::string file = write("nulls.onnx", "", '\0', kLarge);
  REQUIRE(with_little_memory([&] { return !read_document_file(file); }));
}

/// The memory of one copy is enough, packed or not.
TEST_CASE_FIXTURE(LargeFilesFixture, "what a reader takes is read whole") {
  std::string text = "id,lower,upper,size\n";
  for (int k = 0; text.size() < 40 * kMiB; ++k)
    text += std::string(4000, 'n') + std::to_string(k) + ",0,1," + std::to_string(k) + "\n";
  for (const char* name : {"large.csv", "large.csv.gz"}) {
    REQUIRE(write_file_atomically(path(name), text).has_value());
    REQUIRE(read_document_file(path(name)).value() == text);
#ifndef STOWAGE_SANITIZED
    REQUIRE(with_little_memory([&] { return read_document_file(path(name)).has_value(); }));
#endif
  }
  REQUIRE(read_document(text, "large.csv").has_value());
  // A graph file.
  text = "{\"format\": \"stowage-graph\", \"version\": 1, \"nodes\": [{\"id\": \"n\"}], \"tensors\": [";
  for (int k = 0; text.size() < 20 * kMiB; ++k)
    text += (k == 0 ? "" : ",") + std::string("{\"id\": \"") + std::string(4000, 'n') + std::to_string(k) +
            "\", \"size\": 1, \"producer\": \"n\"}";
  REQUIRE(write_file_atomically(path("large.json"), text + "]}").has_value());
  REQUIRE(read_document_file(path("large.json")).value() == text + "]}");
}

/// A head ends in the middle of anything; a fault before its end is one of the whole text.
TEST_CASE_FIXTURE(LargeFilesFixture, "a head may be cut anywhere") {
  std::string text = "[";
  for (int k = 0; k < 20; ++k)
    text += R"({"id": "é🙂\ud83d\ude00\n", "x": -1.5e+10, "t": true, "n": null, "f": false, "l": [1, [2]]},)"
            "\n";
  const std::string file = "x.json";
  const Task task;
  for (std::size_t length = 200; length < text.size(); ++length) {
    const auto cut = check_json_head({text.substr(0, length), file, task});
    REQUIRE_MESSAGE(cut.has_value(), (cut ? "" : (text.substr(length - 20, 20) + ": " + cut.error().text())));
  }
  std::string damaged = text;
  damaged[damaged.find("null", 400)] = 'N';
  const Error fault = error_of(check_json_head({damaged, file, task}));
  REQUIRE_MESSAGE(fault.faults[0].place.starts_with("line 5, column "), fault.text());
}

/// Of a model whose graph is larger than what is looked at.
TEST_CASE_FIXTURE(LargeFilesFixture, "the head of a model is known") {
  WireWriter model;
  model.number(1, 8).bytes(2, "writer").bytes(7, std::string(kMiB, '\x0a'));
  REQUIRE(looks_like_onnx(model.text()));
  REQUIRE(looks_like_onnx(model.text().substr(0, kMiB / 2)));
  REQUIRE(!looks_like_onnx(model.text().substr(0, 3)));
  REQUIRE(!looks_like_onnx(std::string(kMiB, '\0')));
}
