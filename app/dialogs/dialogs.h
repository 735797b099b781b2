// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <QMessageBox>
#include <QStringList>

#include "core/formats/document.h"
#include "widgets/painters/page/export.h"

class QDialog;
class QMainWindow;
class QPrinter;
class QSettings;
class QWidget;

/// Dialogs that others only open. Each belongs to `parent`; one that is open already comes to the front.
namespace stowage {

class OpenDocument;
class Planning;
class ViewState;
struct ExperimentResult;

void bring_up(QDialog& dialog);

/// A button that answers a question.
struct AnswerButton {
  const char* name;  ///< of the button
  QString text;
  QMessageBox::ButtonRole role;
  std::function<void()> then;
};
/// Asks `text`, with what follows from it below, and returns at once. Esc and *Cancel*, which Enter presses, call
/// `otherwise`.
void ask(
    QWidget* parent, const char* name, const QString& title, const QString& text, const QString& more,
    const std::vector<AnswerButton>& answers, const std::function<void()>& otherwise = [] {});

// ---- the file that is open

/// Lists what became of everything in it, with the names in the chosen line. Both tables copy and export as all do:
/// `made` gets a dialog that was not there before.
void show_import_report(const OpenDocument& document, QWidget* parent, const std::function<void(QWidget&)>& made);
/// Another document is open, or none: an open report shows that one.
void follow_import_report(const OpenDocument& document, QWidget* parent);
/// What a user is to know of it at once: the first warning, and what is unknown. What was assumed is listed with the
/// rest.
[[nodiscard]] QStringList weightiest(const Document& document);

/// Whether it can be read otherwise: it has open dimensions, unknown sizes, several devices, or a recorded heap of
/// several streams.
[[nodiscard]] bool can_be_read_otherwise(const OpenDocument& document);
/// Asks for a CSV file of sizes and reads it; `chosen` gets them.
using ChooseSizes = std::function<void(const std::function<void(const TensorSizes&)>& chosen)>;
/// Asks for what it leaves open: the size of each open dimension, sizes of tensors, the device, and whether the streams
/// of a recorded heap run in the host's order. `read` gets the options with what was chosen.
void ask_how_to_read(const OpenDocument& document, QWidget* parent, const ChooseSizes& choose_sizes,
                     const std::function<void(const ReadOptions&)>& read);

/// Lists everything that is wrong with the imported plan for the graph as it is now, kept up to date. All the tensors
/// are selected in every view as soon as they are known; a line, when it is chosen, selects its own and brings them
/// into view. All but `made`, which gets a dialog that was not there before, must outlive it.
void show_violations(const OpenDocument& document, const Planning& planning, ViewState& state, QWidget* parent,
                     const std::function<void(QWidget&)>& made);

// ---- the program

/// Shows the preferences. Each takes effect at once; only the language waits for the next start, and says so.
/// `settings` are read, and written at every change.
void show_preferences(QSettings& settings, QWidget* parent);

/// What experiments need of files; all outlive the dialog.
struct ExperimentFiles {
  /// Asks for a file for the tables measured so far, and writes them.
  std::function<void(const std::vector<ExperimentResult>& results, bool full)> save;
  /// Asks for the folder of lifetimes that other programs recorded.
  std::function<void(const std::function<void(const QString& folder)>& chosen)> choose_folder;
  std::string kept;  ///< the file that keeps all measurements for the next session
};
/// Lists the experiments of the papers, runs those that are chosen, and shows our numbers beside those of the papers.
void show_experiments(QWidget* parent, const ExperimentFiles& files);

/// The drawing on one page of the printer's paper, with title and legend, as large as fits.
void print_page(QPrinter& printer, const Drawing& drawing);
/// How it will look on paper, on its side at first, and from there to the printer or into a PDF file. What is shown is
/// drawn in the background, again for other paper.
void show_print_preview(const Drawing& drawing, const QString& title, QWidget* parent);

// ---- help

/// Property of the action of a menu whose entries are files, not commands: true.
inline constexpr auto kListsFiles = "lists_files";

/// The keys and gestures of a view.
struct GestureSection {
  QString title;
  std::vector<std::pair<QString, QString>> gestures;  ///< what is done, and how
};
/// The page of the manual on gestures. In another language it is ":/translations/gestures.CODE.md".
inline constexpr auto kGesturesPage = ":/manual/gestures.md";
/// The sections of such a page, each a heading and a table; empty where there is no such file.
[[nodiscard]] std::vector<GestureSection> gestures(const QString& page);

/// Lists every shortcut of the window's actions, and the keys and gestures of its views.
void show_shortcuts(QMainWindow* window);
/// What this is, its version, and the licences of it and of what it is built on.
void show_about(QWidget* parent);
/// A page on every format: how its files are named, how to get one, whether it is written and carries a plan.
void show_formats(QWidget* parent);

/// Which page of the manual explains a part of the window.
struct ManualPage {
  const char* part;  ///< object name of a part of the centre, of the start page, or of a bar
  const char* page;  ///< file in resources/manual, with the heading where the part has one: "explore.md#peak"
};

/// The property of a widget that names its page itself, as docks do.
inline constexpr auto kManualPage = "manual_page";

/// One row a part of the window without that property.
[[nodiscard]] std::span<const ManualPage> manual_pages();

/// The page of the innermost part that `widget` is in; empty where it is in none, or null.
[[nodiscard]] QString manual_page_of(const QWidget* widget);

/// How a link names a heading, as the repository's page does: "Why no lower?" is "why-no-lower".
[[nodiscard]] QString heading_anchor(const QString& heading);

/// Opens the manual of `window` in a window of its own, or brings it forward: its pages are part of the program
/// (resources/manual). `page` is as links name it: "explore.md#peak"; empty: the contents.
void show_manual(QWidget* window, const QString& page);

}  // namespace stowage
