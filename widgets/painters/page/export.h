// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <QByteArray>
#include <QSize>

#include "widgets/painters/page/page.h"

namespace stowage {

/// Formats by the name's ending.
enum class ImageFormat { png, svg, pdf, eps };

/// What a figure is drawn on.
enum class Ground { white, dark, transparent };

inline constexpr double kMillimetresPerInch = 25.4, kPixelsPerInch = 96, kPointsPerInch = 72;
/// The smallest text in points where a logical pixel is 1/96 inch, as on the screen.
inline constexpr double kScreenPoints = kSmallestText * kPointsPerInch / kPixelsPerInch;

/// Everything that an author chooses about a figure, whichever view it shows: read by the dialog and by the command
/// line. How much fits on it follows from its size and from the font's size.
struct FigureOptions {
  QSizeF millimetres{1600 * kMillimetresPerInch / kPixelsPerInch, 1000 * kMillimetresPerInch / kPixelsPerInch};
  QString family{};                ///< of all texts; empty: the application's
  double points = kScreenPoints;   ///< the smallest text; others keep their proportion to it
  std::optional<QString> title{};  ///< none: the drawing's own; empty: no title line
  bool legend = true, captions = true, axis_labels = true;
  std::optional<double> line_points{};  ///< of a thin line; none: in proportion to the text
  std::optional<ClassLook> classes{};   ///< palette and hatches; none: as on the screen
  PageCrop crop{};
  Ground ground = Ground::white;
  double dpi = kPixelsPerInch;          ///< of a PNG
  std::optional<ImageFormat> format{};  ///< none: by the name's ending

  /// Device-independent pixels of the page, in which everything is drawn: as many as the texts leave room for.
  [[nodiscard]] QSizeF logical_size() const;
  /// The size of a PNG in pixels.
  [[nodiscard]] QSize pixels() const;
  /// How large a logical pixel is against 1/96 inch.
  [[nodiscard]] double zoom() const { return points / kScreenPoints; }
  [[nodiscard]] Theme theme() const;
  [[nodiscard]] PageStyle style() const;
  /// Whether a page of that size can be drawn.
  [[nodiscard]] bool in_range() const;
  friend bool operator==(const FigureOptions&, const FigureOptions&) = default;
};

/// A page of so many logical pixels, each `scale` times as large as on the screen.
[[nodiscard]] FigureOptions pixel_page(QSize size, double scale = 1, bool dark = false);

/// One row of the table of usual figures.
struct FigurePreset {
  const char* id;     ///< what `--preset` takes
  const char* title;  ///< untranslated
  QSizeF millimetres;
  double points;
  double least_points;  ///< as small as letters may become by themselves, so that boxes have names
};
[[nodiscard]] std::span<const FigurePreset> figure_presets();

/// The drawing for a page of that size; where its height is free, the drawing's natural size says how high it is. May
/// take long, as a layout does: call it from a worker. Errors as the layout has them.
[[nodiscard]] Result<Drawing> for_page(const Drawing& drawing, const FigureOptions& options, bool free_height,
                                       const Task& task = {});
/// The height of a figure whose width alone is given: as the drawing's proportions or its lines ask for, within
/// reason. In millimetres; `points` as in FigureOptions.
[[nodiscard]] double usual_height(const Drawing& drawing, double millimetres_wide, double points);

/// The one that the options want, or that of the name's ending; bad_input naming the known endings for any other.
[[nodiscard]] Result<ImageFormat> image_format(const std::string& path, const FigureOptions& options = {});

/// The page as pixels; null where the size is out of range, of more than 200 megapixels, or where memory is short.
[[nodiscard]] QImage render_image(const Drawing& drawing, const FigureOptions& options = {});
/// The page as the bytes of a file. Needs a QGuiApplication (the offscreen platform will do).
[[nodiscard]] Result<QByteArray> render_bytes(ImageFormat format, const Drawing& drawing,
                                              const FigureOptions& options = {});
/// Writes the page to `path`, all or nothing.
[[nodiscard]] Result<void> export_image(const std::string& path, const Drawing& drawing,
                                        const FigureOptions& options = {});

/// Pictures that one series may have.
inline constexpr std::size_t kMostPictures = 2'000;

/// "steps.svg" → "steps-007.svg": the number has as many digits as that of the last, and three at least.
[[nodiscard]] std::string picture_name(const std::string& path, std::size_t number, std::size_t count);

/// The numbered pictures that lie there already, of this series or a former one, by name: those that picture_name()
/// could have named. Without folder; none for a PDF.
[[nodiscard]] std::vector<std::string> former_pictures(const std::string& path);

/// Writes `count` pictures: as one PDF with a page each, or as numbered PNG or SVG files, by the ending of `path`;
/// every file all or nothing. `picture` is asked for each in turn. bad_input where there is none, or more than
/// kMostPictures; cancelled or timed out, files already written stay. Called from any thread.
[[nodiscard]] Result<std::size_t> export_series(const std::string& path, std::size_t count,
                                                const std::function<Drawing(std::size_t)>& picture,
                                                const FigureOptions& options, const Task& task = {});

}  // namespace stowage
