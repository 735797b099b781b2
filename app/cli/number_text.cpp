// SPDX-License-Identifier: Apache-2.0
#include "app/cli/number_text.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace stowage::cli {
namespace {

/// Puts a comma between every three digits before the point.
std::string with_commas(std::string text) {
  const std::size_t first = text.starts_with('-') ? 1 : 0;
  std::size_t at = std::min(text.find('.'), text.size());
  while (at > first + 3) text.insert(at -= 3, 1, ',');
  return text;
}

/// With so many decimals. printf rounds a half to the even neighbour, people round it away from zero.
std::string fixed(double value, int decimals) {
  const long double halves = static_cast<long double>(value) * std::pow(10.0L, decimals) * 2;  // exact: 64 bits will do
  if (halves == std::floor(halves) && std::fmod(halves, 2.0L) != 0)
    value = std::nextafter(value, std::copysign(HUGE_VAL, value));
  std::array<char, 400> text{};  // the largest double has 309 digits
  const int length = std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return with_commas(std::string(text.data(), static_cast<std::size_t>(length)));
}

std::string text_of(const ToldNumber& told) {
  return fixed(told.number, told.decimals).append(" ").append(told.unit);
}

}  // namespace

std::string human(Bytes bytes) {
  return text_of(told_bytes(bytes.count));
}

std::string signed_human(Bytes bytes) {
  return (bytes.count > 0 ? "+" : "") + human(bytes);
}

std::string exact(Bytes bytes) {
  return grouped(bytes.count) + (bytes.count == 1 ? " byte" : " bytes");
}

std::string full(Bytes bytes) {
  return std::abs(bytes.count) < 1024 ? exact(bytes) : human(bytes) + " (" + exact(bytes) + ')';
}

std::string percent(double fraction) {
  constexpr double kFactorFrom = 9;     // ten times as much: from here on the factor is said
  constexpr double kLeastShown = 0.05;  // below it a tenth of a percent rounds to nothing
  const double percent = fraction * 100;
  if (fraction >= kFactorFrom) return "\u00d7 " + fixed(std::round(fraction + 1), 0);
  if (percent >= kLeastShown) return '+' + fixed(percent, 1) + '%';
  if (percent > 0) return "< +0.1%";
  if (percent < 0 && percent > -kLeastShown) return "> -0.1%";
  return fixed(percent, 1) + '%';
}

std::string share(double fraction) {
  constexpr double kLeastShown = 0.0005;
  if (fraction > 0 && fraction < kLeastShown) return "less than 0.1%";
  return fixed(100 * fraction, 1) + '%';
}

std::string duration(double milliseconds) {
  return time_text(std::llround(milliseconds * 1e6));
}

std::string time_text(std::int64_t nanoseconds) {
  return text_of(told_time(nanoseconds));
}

std::string counted(std::uint64_t number, std::string_view singular) {
  return grouped(number) + ' ' + std::string(singular) + (number == 1 ? "" : "s");
}

}  // namespace stowage::cli
