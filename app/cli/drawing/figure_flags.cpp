// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "app/cli/drawing/drawing.h"

namespace stowage::cli {
namespace {

constexpr double kFileDpi = 300;  // of a PNG whose size is given in millimetres

/// For CLI11: names the fault of "1600x1000", or nothing.
std::string check_size(const std::string& text) {
  int width = 0, height = 0, end = 0;
  if (std::sscanf(text.c_str(), "%dx%d%n", &width, &height, &end) != 2 || end != static_cast<int>(text.size()))
    return "a size looks like 1600x1000";
  if (std::min(width, height) < 64 || std::max(width, height) > 32767) return "a side is 64 to 32767 pixels";
  return {};
}

QSize parse_size(const std::string& text) {
  QSize size;
  std::sscanf(text.c_str(), "%dx%d", &size.rwidth(), &size.rheight());
  return size;
}

/// "10:250", "0:64KiB": from and to.
std::optional<std::pair<std::int64_t, std::int64_t>> parse_range(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return std::nullopt;
  const auto from = parse_bytes(text.substr(0, colon)), to = parse_bytes(text.substr(colon + 1));
  if (!from || !to || *from >= *to || *to > std::uint64_t{1} << 53) return std::nullopt;
  return std::pair(static_cast<std::int64_t>(*from), static_cast<std::int64_t>(*to));
}

std::string check_range(const std::string& text) {
  return parse_range(text) ? std::string() : "a range looks like 10:250, the first number smaller than the second";
}

/// The size asked for in pixels; otherwise the one at which the drawing's texts are as large as elsewhere, or the usual
/// one.
QSize page_size(const std::string& size, QSize natural) {
  constexpr int kMostSide = 16'000;
  if (!size.empty()) return parse_size(size);
  if (natural.isEmpty()) return {1600, 1000};
  return natural.boundedTo(QSize(kMostSide, kMostSide)).expandedTo(QSize(640, 240));
}

constexpr const char* kGroup = "Figure";

}  // namespace

void FigureFlags::add_to(CLI::App& command) {
  command_ = &command;
  const std::size_t count = command.get_options().size();
  command.add_option("--size", size_, "Size in pixels before scaling (default: 1600x1000, or what a graph needs)")
      ->check(CLI::Validator(check_size, "WxH"));
  add_real(command, "--scale", scale_, 0.1, 16, "Device pixels for each pixel: 2 for sharp screens (default: 1)");
  add_choice(command, "--theme", theme_, "light (default) or dark", {"light", "dark"});
  add_choice(command, "--preset", preset_, "Size and text of a usual figure: 84 mm, 178 mm, or a 16:9 slide",
             ids_of(figure_presets()));
  add_real(command, "--width", width_, 17, 8600, "Width in mm");
  add_real(command, "--height", height_, 17, 8600, "Height in mm (default: follows from the width)");
  command.add_option("--font", family_, "Font family of all texts");
  add_real(command, "--font-size", points_, 1, 100,
           "Smallest text in pt (default: 8 with a size in mm; a preset uses less where names need the room)");
  command.add_option("--title", title_, "Title line (default: the graph's name)");
  command.add_flag("--no-title", no_title_, "Without the title line")->excludes("--title");
  command.add_flag("--no-legend", no_legend_, "Without the legend");
  command.add_flag("--no-captions", no_captions_, "Without subtitle, footnotes and lists of figures");
  command.add_flag("--no-axis-labels", no_axis_labels_, "Without ticks and titles of axes");
  add_real(command, "--line-width", line_, 0.05, 20, "Width of a thin line in pt (default: in proportion to the text)");
  add_choice(command, "--palette", palette_, "Colours of the classes", ids_of(palettes()));
  command.add_flag("--hatches", hatches_, "Hatch the classes, too: for print in grey");
  command.add_option("--crop-steps", steps_, "Draw only this part of the time axis, such as 10:250 (steps, or ns)")
      ->check(CLI::Validator(check_range, "FROM:TO"));
  command.add_option("--crop-addresses", addresses_, "Draw only these addresses, such as 0:64KiB")
      ->check(CLI::Validator(check_range, "FROM:TO"));
  add_choice(command, "--background", background_, "white (default), dark or transparent",
             {"white", "dark", "transparent"});
  add_real(command, "--dpi", dpi_, 20, 2400, "Resolution of a PNG (default: 300 where mm are given)");
  set_group(command, count, kGroup);
}

std::vector<std::string> FigureFlags::without_effect(std::optional<ImageFormat> format) const {
  std::vector<std::string> out;
  for (const CLI::Option* option : command_->get_options()) {
    const std::string name = option->get_name();
    const bool kept =
        format ? name != "--dpi" || format == ImageFormat::png : name == "--palette" || name == "--hatches";
    if (option->get_group() == kGroup && !kept && option->count() > 0) out.push_back(name);
  }
  return out;
}

std::string FigureFlags::fault() const {
  if (in_millimetres() && (!size_.empty() || scale_))
    return "--size and --scale are in pixels, --preset, --width and --height in mm: use one or the other";
  if (height_ && !width_ && preset_.empty()) return "--height needs --width";
  if (theme_ == "dark" && !background_.empty() && background_ != "dark")
    return "--theme dark has a dark background; leave one of the two out";
  return {};
}

std::vector<double> FigureFlags::letters() const {
  constexpr int kSizes = 4;
  const auto preset = std::ranges::find(figure_presets(), preset_, &FigurePreset::id);
  if (points_ || preset == figure_presets().end()) return {figure().points};
  std::vector<double> out;
  for (int k = 0; k < kSizes; ++k)
    out.push_back(preset->points - (preset->points - preset->least_points) * k / (kSizes - 1));
  return out;
}

FigureOptions FigureFlags::figure(const Drawing& drawing) const {
  FigureOptions out = pixel_page(page_size(size_, drawing.natural_size), scale_.value_or(1), theme_ == "dark");
  if (in_millimetres()) {
    const auto preset = std::ranges::find(figure_presets(), preset_, &FigurePreset::id);
    const bool usual = preset != figure_presets().end();
    const double width = width_.value_or(usual ? preset->millimetres.width() : 0);
    if (usual) out.points = preset->points;
    if (!usual) out.points = figure_presets().front().points;
    if (points_) out.points = *points_;
    const bool free = drawing.natural_size.isEmpty() && drawing.list_height == 0;
    const bool as_preset = usual && !width_ && (free || (is_slide() && drawing.list_height == 0));
    const double suits = as_preset ? preset->millimetres.height() : usual_height(drawing, width, out.points);
    out.millimetres = QSizeF(width, height_.value_or(suits));
    out.dpi = kFileDpi;
  }
  if (points_) out.points = *points_;
  if (dpi_) out.dpi = *dpi_;
  out.family = QString::fromStdString(family_);
  if (!title_.empty()) out.title = QString::fromStdString(title_);
  if (no_title_) out.title = QString();
  out.legend = !no_legend_;
  out.captions = !no_captions_;
  out.axis_labels = !no_axis_labels_;
  out.line_points = line_;
  if (!palette_.empty() || hatches_) {
    const auto row = std::ranges::find(palettes(), palette_, &PaletteInfo::id);
    const auto index = row == palettes().end() ? 0 : row - palettes().begin();
    out.classes = ClassLook{.palette = static_cast<std::uint8_t>(index), .hatches = hatches_};
  }
  if (const auto steps = parse_range(steps_)) out.crop.steps = {double(steps->first), double(steps->second)};
  out.crop.addresses = parse_range(addresses_);
  if (background_ == "dark") out.ground = Ground::dark;
  if (background_ == "transparent") out.ground = Ground::transparent;
  return out;
}

}  // namespace stowage::cli
