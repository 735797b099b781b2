// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <nlohmann/json.hpp>

#include "core/io/utf8.h"
#include "tests/start/test_entry.h"

using namespace stowage;

/// Text that a terminal shows and never obeys.
class EscapedTest : public QObject {
  Q_OBJECT

  static std::string escaped(std::string_view text) {
    std::string out;
    if (append_escaped(out, text) != text.size()) qFatal("not all was taken");
    return out;
  }
  static std::string utf8(char32_t c) { return QString::fromUcs4(&c, 1).toStdString(); }

 private slots:
  void plain_text_stays() {
    for (const char* text : {"", "conv1/relu \"x\" \\ ~", "naïve – Größe × 模型 🙂", "two\nlines\n"})
      QCOMPARE(escaped(text), std::string(text));
  }

  /// Every code point that is obeyed is written out, as JSON writes it; its neighbours are not.
  void what_is_obeyed_is_written_out() {
    const auto obeyed = [](char32_t c) {
      return (c < 0x20 && c != '\n') || (c >= 0x7F && c <= 0x9F) || c == 0x61C || c == 0x200B || c == 0x200E ||
             c == 0x200F || (c >= 0x2028 && c <= 0x202E) || c == 0x2060 || (c >= 0x2066 && c <= 0x2069);
    };
    for (char32_t c = 0; c < 0x3000; ++c) {
      const QString shown = QString::fromStdString(escaped("<" + utf8(c) + ">"));
      const QString expected =
          obeyed(c) ? QString("<\\u%1>").arg(uint(c), 4, 16, QChar('0')) : QString::fromStdString("<" + utf8(c) + ">");
      QCOMPARE(shown, expected);
    }
  }

  void bytes_that_are_no_text_are_written_out() {
    QCOMPARE(escaped("a\xff"
                     "b"),
             std::string("a\\xffb"));
    QCOMPARE(escaped("\x80"), std::string("\\x80"));
    QCOMPARE(escaped("\xE2\x82"), std::string("\\xe2\\x82"));           // cut short
    QCOMPARE(escaped("\xC0\xAF"), std::string("\\xc0\\xaf"));           // overlong
    QCOMPARE(escaped("\xED\xA0\x80"), std::string("\\xed\\xa0\\x80"));  // a surrogate
  }

  /// Whichever way the text comes in two pieces.
  void pieces_make_the_same() {
    const std::string text = "a\u202E\u0085\x1b[31m 模🙂\xff\xE2\x82 \xF0\x9F\xC3\xA9\n\xF4\x8F";
    const std::string whole = escaped(text);
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
      std::string out, rest = text.substr(0, cut);
      rest.erase(0, append_escaped(out, rest, TextEnd::may_follow));
      QVERIFY2(rest.size() < 4, "more than a character waits");
      rest += text.substr(cut);
      rest.erase(0, append_escaped(out, rest, TextEnd::may_follow));
      append_escaped(out, rest);
      QCOMPARE(out, whole);
    }
  }

  void one_line_is_one() {
    QCOMPARE(one_line("a\nb\r\n"), std::string("a\\u000ab\\u000d\\u000a"));
    QCOMPARE(one_line(""), std::string());
  }

  /// JSON text says the same after it.
  void json_comes_back() {
    const nlohmann::json value = {{"a\u0085\u202E\x7f", "\x1b[2J \\ \" \n 模"}, {"b", {"\u2066", "\u061C\t"}}};
    const std::string text = escaped(value.dump(2));
    QVERIFY(std::ranges::none_of(text, [](char c) { return (c >= 0 && c < ' ' && c != '\n') || c == 0x7f; }));
    QVERIFY(nlohmann::json::parse(text) == value);
  }
};

STOWAGE_TEST(EscapedTest);
#include "tst_escaped.moc"
