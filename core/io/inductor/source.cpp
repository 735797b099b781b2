// SPDX-License-Identifier: Apache-2.0
#include "core/io/inductor/source.h"

#include <algorithm>
#include <cctype>
#include <unordered_set>
#include <utility>

#include "core/io/file_stem.h"
#include "core/io/lines.h"
#include "core/io/utf8.h"

namespace stowage::inductor {
namespace {

constexpr std::size_t kHead = 1 << 16;
constexpr std::string_view kOutputCode = "[__output_code] ", kId = "# AOT ID: ['",
                           kModule = "(torch.nn.Module):", kJson = "] {\"";

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// "V0822 14:00:48.899000 2354971 torch/_dynamo/utils.py:1946] {"
bool is_record(std::string_view line) {
  constexpr std::string_view kLevels = "VIWEC";
  if (line.size() < 10 || kLevels.find(line.front()) == std::string_view::npos || line[5] != ' ') return false;
  return std::all_of(line.begin() + 1, line.begin() + 5, is_digit) && line.find(kJson) != std::string_view::npos;
}

bool is_module_line(std::string_view line) {
  return line.starts_with(kId) || line.starts_with("async_compile = AsyncCompile()") ||
         line.starts_with("from torch._inductor");
}

bool is_listing_line(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.starts_with("class ") && line.find(kModule) != std::string_view::npos;
}

/// What stands in quotes behind the last `key` of a header, or the number there.
std::string_view last_value(std::string_view header, std::string_view key) {
  const std::size_t at = header.rfind(key);
  if (at == std::string_view::npos) return {};
  header.remove_prefix(at + key.size());
  header.remove_prefix(std::min(header.find_first_not_of("\": "), header.size()));
  return header.substr(0, header.find_first_of("\",}"));
}

/// "0_inference" of "# AOT ID: ['0_inference']"
std::string_view id_in(std::string_view line) {
  line.remove_prefix(kId.size());
  return line.substr(0, line.find('\''));
}

class Finder {
 public:
  Finder(const std::string& file, ImportSummary& summary) : file_(file), summary_(summary) {}

  void take(std::string_view line, std::size_t number) {
    if (is_record(line)) return record(line);
    if (records_ > 0) return payload(line, number);
    if (const std::size_t at = line.find(kOutputCode); at != std::string_view::npos) {
      logged_ = true;
      return module_line({line.substr(at + kOutputCode.size()), number});
    }
    if (logged_) {
      if (!is_blank(line)) summary_.count(ImportKind::skipped, "other lines of the log", 1);
      return;
    }
    if (is_listing_line(line) && !in_module_)
      start(Source::Kind::listing, {});
    else if (is_module_line(line))
      in_module_ = true;
    module_line({line, number});
  }

  Sources finish() {
    end();
    summary_.count(ImportKind::read, "records of the trace", records_);
    summary_.count(ImportKind::skipped, "records of the trace without memory", idle_);
    return std::move(out_);
  }

 private:
  void start(Source::Kind kind, std::string name) {
    end();
    now_ = &out_.graphs.emplace_back(Source{.kind = kind, .name = std::move(name)});
  }

  /// One without a line is none.
  void end() {
    if (now_ == nullptr) return;
    const bool empty = now_->lines.empty();
    now_ = nullptr;
    if (empty) out_.graphs.pop_back();
  }

  /// Of a module that stands alone, or in a log of several.
  void module_line(SourceLine line) {
    if (line.text.starts_with(kId)) {
      in_module_ = true;
      const bool is_first =
          now_ != nullptr && now_->kind == Source::Kind::wrapper && now_->name.empty() && now_->lines.size() < 8;
      if (!is_first) start(Source::Kind::wrapper, {});
      now_->name = printable(id_in(line.text), "");
    }
    if (now_ == nullptr && !in_module_ && !logged_) return;  // before anything that tells what it is
    if (now_ == nullptr) start(Source::Kind::wrapper, {});
    now_->lines.push_back(line);
  }

  void record(std::string_view line) {
    end();
    payload_ = nullptr;
    ++records_;
    const std::string_view header = line.substr(line.find(kJson) + kJson.size());
    const std::string_view key = header.substr(0, header.find('"'));
    const std::string compilation = compilation_of(header);
    const std::string_view sum = last_value(header, "\"has_payload\"");
    if (key == "inductor_output_code") return graph(Source::Kind::wrapper, key, compilation, sum);
    if ((key.starts_with("aot_") && key.ends_with("_graph")) || key == "inductor_post_grad_graph")
      return graph(Source::Kind::listing, key, compilation, sum);
    if (key == "artifact") {
      const std::string_view name = last_value(header.substr(0, header.find('}')), "\"name\"");
      if (name == "before_post_grad_graph" || name == "after_post_grad_graph")
        return graph(Source::Kind::listing, name, compilation, sum);
      if (name == "inductor_runtime_and_tensor_meta") {
        auto& lines = out_.estimates[compilation];
        lines.clear();
        payload_ = &lines;
        return;
      }
    }
    ++idle_;
  }

  void graph(Source::Kind kind, std::string_view key, const std::string& compilation, std::string_view sum) {
    if (sum.empty()) {
      summary_.add(ImportKind::unknown, "graphs of the trace that are not in it", compilation);
      return;
    }
    if (!seen_.insert(std::string(key) + ' ' + std::string(sum)).second) {
      summary_.add(ImportKind::skipped, "graphs that the trace writes again", compilation);
      return;
    }
    start(kind, kind == Source::Kind::wrapper ? compilation : compilation + ' ' + printable(key, "graph"));
    now_->compilation = compilation;
    payload_ = &now_->lines;
  }

  /// "0/1": the frame and its compilation.
  [[nodiscard]] static std::string compilation_of(std::string_view header) {
    const std::string_view frame = last_value(header, "\"frame_id\""),
                           number = last_value(header, "\"frame_compile_id\""),
                           attempt = last_value(header, "\"attempt\"");
    if (frame.empty() || frame.size() > 20 || number.size() > 20 || attempt.size() > 20) return "graph";
    std::string out = printable(frame, "") + '/' + printable(number, "");
    if (!attempt.empty() && attempt != "0") out += '_' + printable(attempt, "");
    return out;
  }

  void payload(std::string_view line, std::size_t number) {
    if (!line.starts_with('\t')) {
      if (!is_blank(line)) summary_.add(ImportKind::unknown, "lines of the trace", shown(line));
    } else if (payload_ != nullptr) {
      payload_->push_back({line.substr(1), number});
    }
  }

  const std::string& file_;
  ImportSummary& summary_;
  Sources out_;
  Source* now_ = nullptr;
  std::vector<SourceLine>* payload_ = nullptr;
  std::unordered_set<std::string> seen_;
  std::size_t records_ = 0, idle_ = 0;
  bool logged_ = false, in_module_ = false;
};

}  // namespace

bool looks_like_source(std::string_view text) {
  std::string_view head = text.substr(0, kHead);
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || head[first] == '{' || head[first] == '[') return false;
  if (head.find('\0') != std::string_view::npos) return false;
  bool in_module = false;
  while (!head.empty()) {
    const std::string_view line = take_line(head);
    if (is_record(line) || line.find(kOutputCode) != std::string_view::npos) return true;
    in_module |= is_module_line(line);
    if (in_module || is_listing_line(line)) return true;
  }
  return false;
}

Result<Sources> find_sources(std::string_view text, const std::string& file, ImportSummary& summary, const Task& task) {
  Finder finder(file, summary);
  const auto all =
      for_each_line(text, task, [&](std::string_view line, std::size_t number) { finder.take(line, number); });
  if (!all) return tl::unexpected(all.error());
  return finder.finish();
}

}  // namespace stowage::inductor
