// SPDX-License-Identifier: Apache-2.0
#include "core/formats/json_reader.h"

#include <algorithm>
#include <limits>

#include "core/formats/utf8.h"

namespace stowage {

/// The parser uses the value of a fraction only to refuse infinity: a wider type accepts more numbers as written.
using Parser = nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t, std::uint64_t, long double>;

namespace {

constexpr std::size_t kValuesBetweenLooks = 4096;

/// An input whose copies share one place, so that the walker knows how far the parser has read, and may jump ahead.
class Cursor {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Cursor(const char*& at, const char* end) : at_(&at), end_(end) {}
  reference operator*() const { return **at_; }
  Cursor& operator++() { return ++*at_, *this; }
  bool operator==(const Cursor&) const { return *at_ == end_; }  // the other one is the end

 private:
  const char** at_;
  const char* end_;
};

/// The bracket that closes the one in front of `at`; `end` where there is none. Does not check the JSON.
const char* closing_bracket(const char* at, const char* end) {
  for (std::size_t depth = 1; at != end; ++at) {
    if (*at == '"') {
      while (++at != end && *at != '"')
        if (*at == '\\' && ++at == end) return end;
      if (at == end) return end;
    } else if (*at == '[' || *at == '{') {
      ++depth;
    } else if ((*at == ']' || *at == '}') && --depth == 0) {
      return at;
    }
  }
  return end;
}

std::string line_and_column(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const std::string_view in_line = before.substr(before.rfind('\n') + 1);  // npos + 1 is 0
  const auto starts = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  const auto column = std::ranges::count_if(in_line, starts) + (offset >= text.size() || starts(text[offset]) ? 1 : 0);
  return "line " + std::to_string(1 + std::ranges::count(before, '\n')) + ", column " + std::to_string(column);
}

/// The reason of a fault from the parser's message, in our words where it needs knowledge of the parser. Messages are
/// "… while parsing CONTEXT - unexpected TOKEN; expected TOKEN" or "… - REASON; last read: 'TEXT'[; expected TOKEN]".
std::string reason_of(std::string what, const std::string& last_read) {
  static constexpr std::string_view kRead = "; last read: '";
  static constexpr std::pair<std::string_view, std::string_view> kOurs[] = {
      {"; expected end of input", "there is something after the end of the document"},
      {"while parsing object key", "expected a key in quotes"},
      {"; expected ':'", "expected ':' after the key"},
      {"; expected '}'", "expected ',' or '}'"},
      {"; expected ']'", "expected ',' or ']'"}};
  const std::size_t reason = what.find(" - ") + 3, read = what.find(kRead, reason);
  if (read != std::string::npos) {
    if (what.compare(reason, 15, "invalid literal") != 0) return what.substr(reason, read - reason);
    what.erase(read, kRead.size() + last_read.size() + 1);
  }
  for (const auto& [theirs, ours] : kOurs)
    if (what.find(theirs) != std::string::npos) return std::string(ours);
  return "expected a value (a word such as NaN is not a value)";
}

/// A document that keeps nothing: its text is only checked.
JsonItem nothing_of_it() {
  return {"", {}, [](const std::string&, const std::string&) {}, {}, JsonItem::Rest::skipped};
}

}  // namespace

void JsonItem::clear() {
  for (Field& field : fields_) field.given = false;
  extra_.clear();
  if (!unknown_[0].empty()) unknown_.assign(1, {});
}

std::size_t JsonItem::slot(std::string_view field) const {
  return static_cast<std::size_t>(std::ranges::find(names_, field) - names_.begin());
}

/// Whether "object/something" is among the fields.
bool JsonItem::has_fields_in(std::string_view object) const {
  return std::ranges::any_of(names_, [&](std::string_view name) {
    return name.size() > object.size() && name[object.size()] == '/' && name.starts_with(object);
  });
}

const Json& JsonItem::at(std::string_view field) const {
  static const Json kNothing(Json::value_t::discarded);
  if (field.empty()) return value_;
  const Field& found = fields_[slot(field)];
  return found.given ? found.value : kNothing;
}

bool JsonItem::is_object_with(std::initializer_list<std::string_view> fields) const {
  if (const auto object = check_object(value_); !object) return fault("", object.error()), false;
  for (const std::string_view field : fields)
    if (!has(field)) return fault("", "\"" + std::string(field) + "\" is missing"), false;
  return true;
}

bool check_format(const JsonItem& document, std::string_view format) {
  if (const auto object = check_object(document.value()); !object) {
    document.fault("", object.error() + "; it begins with {\"format\": " + in_quotes(format) + ", \"version\": 1");
    return false;
  }
  const auto given = document.text("format");
  const auto version = document.whole("version");
  if (!document.has("format"))
    document.fault("format", "is missing; the file needs \"format\": " + in_quotes(format));
  else if (given && *given != format)
    document.fault("format", "must be " + in_quotes(format) + ", not " + in_quotes(*given));
  else if (!document.has("version"))
    document.fault("version", "is missing; this program reads \"version\": 1");
  else if (version && *version != 1)
    document.fault("version", "version " + std::to_string(*version) + " is unknown; this program reads version 1");
  return given == format && version == 1;
}

JsonItem::Report report_to(Faults& faults) {
  return [&faults](std::string place, std::string reason) { faults.add(std::move(place), std::move(reason)); };
}

std::string JsonItem::extra() const {
  return extra_.empty() ? "" : "{" + extra_ + "}";
}

std::string JsonItem::place(std::string_view field) const {
  std::string out = prefix_;
  if (index_ != kWhole) out += key_ ? pointer_step(*key_) : "/" + std::to_string(index_);
  if (field.empty()) return out;
  const bool path = rest_ == Rest::skipped && slot(field) < names_.size();  // it is a JSON pointer already
  return path ? out.append(1, '/').append(field) : out + pointer_step(field);
}

/// Is called with every value of the text, and keeps the values of an item in `item_`. Items are `level_` brackets
/// deep: a document is one at level 0, the items of a list or table are at level 1.
class JsonWalker final : public nlohmann::json_sax<Parser> {
 public:
  /// Walks the value that begins at `offset`: the whole text, or a part, where the text may go on. Jumps over the
  /// `lists` of a document, which are read later.
  JsonWalker(const JsonSource& source, JsonItem& item, std::size_t level, std::size_t offset = 0,
             std::span<const JsonList> lists = {})
      : source_(source),
        whole_(offset == 0),
        at_(source.text.data() + offset),
        end_(source.text.data() + source.text.size()),
        lists_(lists),
        item_(item),
        level_(level) {
    leave_object();
    item.index_ = level == 0 ? JsonItem::kWhole : 0;
    item.key_.reset();
    item.clear();
  }

  Result<void> run() {
    const Cursor begin(at_, end_);
    if (!Parser::sax_parse(begin, begin, this, Parser::input_format_t::json, whole_))
      return tl::unexpected(std::move(error_));
    // The parser takes a NUL for the end of the text.
    if (whole_ && at_[-1] == '\0')
      return fail(offset() - 1, "there is something after the end of the document"), tl::unexpected(std::move(error_));
    return {};
  }

  /// Whether run() failed only because the text ends, and the byte at which its last value ends.
  [[nodiscard]] bool was_cut() const { return was_cut_; }
  [[nodiscard]] std::size_t last_value() const { return last_value_; }

  bool null() override { return scalar(nullptr); }
  bool boolean(bool value) override { return scalar(value); }
  bool number_integer(std::int64_t value) override { return scalar(value); }
  bool number_unsigned(std::uint64_t value) override {
    if (value <= std::numeric_limits<std::int64_t>::max()) return scalar(static_cast<std::int64_t>(value));
    return number_float(0, std::to_string(value));
  }
  bool number_float(long double /*value*/, const std::string& written) override {
    if (keeping_)
      keep(written);
    else if (Json* at = place())
      *at = Json::binary({written.begin(), written.end()});
    return ended();
  }

  bool string(std::string& value) override {
    if (keeping_) return scalar(value);
    if (Json* at = place()) {
      if (at->is_string())
        at->get_ref<std::string&>().swap(value);
      else
        *at = std::move(value);
    }
    return ended();
  }

  bool binary(Json::binary_t& /*value*/) override { return false; }  // a JSON text has none

  bool start_object(std::size_t /*count*/) override { return open('{', Json::value_t::object); }
  bool start_array(std::size_t /*count*/) override { return open('[', Json::value_t::array); }
  bool end_object() override { return close('}'); }
  bool end_array() override { return close(']'); }

  bool key(std::string& name) override {
    if (depth_ == level_ + 1 && item_.value_.is_object()) {
      const std::size_t slot = item_.slot(name);
      const bool known = slot < item_.fields_.size(), skips = item_.rest_ == JsonItem::Rest::skipped;
      leave_object();
      if (skips && item_.has_fields_in(name)) object_ = name;
      if ((keeping_ = !known && !skips)) kept_ = name;
      if (known)
        known_key(name, slot);
      else if (keeping_ && !item_.unknown_[0].insert(name).second)
        item_.fault(name, "the key stands twice");
    } else if (keeping_) {
      if (!item_.unknown_.back().insert(name).second)
        item_.fault(kept_, "the key \"" + shown(name) + "\" stands twice in one object");
    } else if (depth_ == level_) {
      item_.key_ = name;
    } else if (depth_ == level_ + 2 && !object_.empty()) {
      key_of_object(name);
    }
    if (keeping_) keep(Json(name).dump() + ": ");
    return true;
  }

  bool parse_error(std::size_t position, const std::string& last_read, const Json::exception& error) override {
    const std::string_view text = source_.text;
    const std::size_t offset = position - 1;  // of the byte that was read last
    if (offset >= text.size()) {
      was_cut_ = true;
      const bool blank = without_mark(text).find_first_not_of(" \n\r\t") == std::string_view::npos;
      return fail(offset, blank ? "the file is empty" : "the file ends in the middle of the document");
    }
    if (error.id == 406)
      return fail(position - last_read.size(), "the number " + shown(last_read) + " is out of range");
    const std::string what = error.what();
    const bool whole_token = what.find(" - unexpected string") != std::string::npos ||
                             what.find(" - unexpected number") != std::string::npos;
    return fail(whole_token ? position - last_read.size() : offset, reason_of(what, last_read));
  }

 private:
  template <class Value>
  bool scalar(const Value& value) {
    if (keeping_)
      keep(Json(value).dump());
    else if (Json* at = place())
      *at = Json(value);
    return ended();
  }

  /// Where to put the next value, or null where it is not needed.
  Json* place() {
    const auto next_of = [&](Json& list) { return level_ > 0 ? &list.emplace_back(nullptr) : nullptr; };
    if (depth_ == level_) return &item_.value_;
    if (depth_ == level_ + 1 && item_.value_.is_array()) return next_of(item_.value_);
    return field_ == nullptr ? nullptr : place_in_field();
  }

  Json* place_in_field() {
    Json& value = field_->value;
    if (depth_ == field_depth_) return &value;
    if (depth_ < field_depth_ || !value.is_array()) return nullptr;
    if (depth_ == field_depth_ + 1) return &value.emplace_back(nullptr);
    const bool in_list =
        depth_ == field_depth_ + 2 && item_.rest_ == JsonItem::Rest::skipped && value.back().is_array();
    return in_list ? &value.back().emplace_back(nullptr) : nullptr;
  }

  void leave_object() {
    field_ = nullptr;
    object_.clear();
    field_depth_ = level_ + 1;
  }

  bool open(char bracket, Json::value_t type) {
    if (depth_ + (whole_ ? 0 : 1) == kMaxJsonDepth) return fail(offset() - 1, "the document is nested too deeply");
    if (keeping_) {
      keep({&bracket, 1});
      item_.unknown_.emplace_back();
    } else if (depth_ >= level_) {
      if (Json* at = place(); at != nullptr && at->type() == type)
        at->clear();
      else if (at != nullptr)
        *at = Json(type);
      if (depth_ == level_ + 1 && field_ != nullptr) open_field(type);
    }
    ++depth_;
    return true;
  }

  void open_field(Json::value_t type) {
    field_->offset = offset() - 1;
    const std::string_view name = item_.names_[static_cast<std::size_t>(field_ - item_.fields_.data())];
    const auto is_it = [&](const JsonList& list) { return list.field == name && list.type == type; };
    if (std::ranges::any_of(lists_, is_it)) at_ = closing_bracket(at_, end_);
  }

  void known_key(const std::string& name, std::size_t slot) {
    field_ = &item_.fields_[slot];
    if (!std::exchange(field_->given, true)) return;
    item_.fault(name, "the key stands twice");
    field_ = nullptr;
  }

  /// Takes a key in the object of the field `object_`.
  void key_of_object(const std::string& name) {
    const std::size_t length = object_.size();
    object_.append(1, '/').append(name);
    const std::size_t slot = item_.slot(object_);
    field_ = nullptr;
    field_depth_ = level_ + 2;
    if (slot < item_.fields_.size()) known_key(object_, slot);
    object_.resize(length);
  }

  bool close(char bracket) {
    --depth_;
    if (keeping_) {
      item_.extra_ += bracket;
      item_.unknown_.pop_back();
    }
    return depth_ < level_ || ended();
  }

  /// Is called after each value; false where the task was stopped.
  bool ended() {
    last_value_ = offset();
    if (values_++ % kValuesBetweenLooks == 0 && !look_up()) return false;
    if (depth_ == level_ + 1) keeping_ = false, leave_object();
    if (depth_ == field_depth_) field_ = nullptr;
    if (depth_ != level_ || level_ == 0) return true;
    item_.each_(item_);
    ++item_.index_;
    item_.clear();
    return true;
  }

  /// Appends to the unknown fields in a fixed form: {"a": [1, 2]}.
  void keep(std::string_view written) {
    std::string& out = item_.extra_;
    if (!out.empty() && out.back() != '{' && out.back() != '[' && out.back() != ' ') out += ", ";
    out += written;
  }

  bool look_up() {
    source_.task.report(static_cast<double>(offset()) / static_cast<double>(source_.text.size()));
    if (!source_.task.should_stop()) return true;
    error_ = source_.task.why_stopped();
    return false;
  }

  bool fail(std::size_t offset, std::string reason) {
    error_ = Error::bad_input(source_.file, line_and_column(source_.text, offset), std::move(reason));
    return false;
  }

  [[nodiscard]] std::size_t offset() const { return static_cast<std::size_t>(at_ - source_.text.data()); }

  JsonSource source_;
  const bool whole_;  // the whole text, not only a value in it
  const char* at_;
  const char* const end_;
  const std::span<const JsonList> lists_;
  JsonItem& item_;
  const std::size_t level_;
  Error error_;
  bool was_cut_ = false;
  std::size_t values_ = 0, last_value_ = 0;
  std::size_t depth_ = 0;
  JsonItem::Field* field_;   // field of the item whose value comes next
  std::size_t field_depth_;  // depth of this value
  std::string object_;       // the field whose object is read, or comes next, where some of its fields are wanted
  bool keeping_ = false;     // the value is of an unknown field, and goes into the item's text
  std::string kept_;         // the key of this field
};

Result<void> read_json_document(const JsonSource& source, JsonItem& document, std::span<const JsonList> lists,
                                const std::function<bool()>& accepts, std::size_t offset) {
  auto read = JsonWalker(source, document, 0, offset, lists).run();
  const bool accepted = read && (!accepts || accepts());
  if (accepted) read = read_json_lists(source, document, lists);
  const bool stopped = !read && read.error().kind != Error::Kind::bad_input;
  if (lists.empty() || offset > 0 || stopped || (accepted && read)) return read;
  // Lists that were not accepted may have a fault. The first fault of a text in parts is that of the whole.
  JsonItem nothing = nothing_of_it();
  if (auto checked = JsonWalker(source, nothing, 0).run(); !checked) return checked;
  return read;
}

Result<void> read_json_lists(const JsonSource& source, const JsonItem& document, std::span<const JsonList> lists) {
  for (const auto& [field, items, type, required, example, done] : lists) {
    const bool table = type == Json::value_t::object;
    if (!document.has(field)) {
      if (required)
        document.fault(field, std::string(table ? "is missing" : "the list is missing") +
                                  (example.empty() ? "" : "; it looks like " + in_quotes(field) + ": ") +
                                  std::string(example));
      continue;
    }
    const auto right = table ? check_object(document.at(field)) : list_of(document.at(field)).map([](auto) {});
    if (!right) {
      if (required || document.keeps_unknown()) document.fault(field, right.error());
      continue;
    }
    if (auto read = JsonWalker(source, *items, 1, document.offset(field)).run(); !read) return read;
    if (done) done();
  }
  return {};
}

Result<void> read_json_list(const JsonSource& source, JsonItem& item) {
  return JsonWalker(source, item, 1).run();
}

Result<void> check_json_head(const JsonSource& head) {
  JsonItem nothing = nothing_of_it();
  JsonWalker walker(head, nothing, 0);
  if (auto read = walker.run(); !read && !walker.was_cut()) return read;
  if (walker.last_value() >= head.text.size() / 2) return {};
  return bad_input(head.file, line_and_column(head.text, walker.last_value()),
                   "too many bytes without a value, or one value of too many bytes");
}

}  // namespace stowage
