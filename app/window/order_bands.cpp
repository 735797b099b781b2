// SPDX-License-Identifier: GPL-3.0-or-later

#include <QMenu>

#include "app/window/actions.h"
#include "app/window/menu_parts.h"
#include "widgets/base/latest_job.h"
#include "widgets/painters/model/step_bands.h"

namespace stowage {
namespace {

constexpr char kSetting[] = "view/bands", kNone[] = "none";

class OrderBands final : public QObject {
  Q_DECLARE_TR_FUNCTIONS(stowage::OrderBands)

 public:
  explicit OrderBands(const WindowParts& parts)
      : QObject(&parts.window), parts_(parts), chosen_(parts.settings.value(kSetting).toString()) {
    connect(&parts_.document, &OpenDocument::replaced, this, [this] { follow(); });
    connect(&parts_.document, &OpenDocument::revised, this, [this] { follow(); });
    connect(&parts_.state, &ViewState::modules_changed, this, [this] {
      if (wants_modules()) follow();
    });
  }

  void fill(QMenu& menu) {
    QList<MenuChoice> choices{{tr("&None"), QString(kNone), "bands_none"}};
    for (const BandsInfo& info : band_kinds())
      choices += {bands_title(info.kind), QString(info.id), QStringLiteral("bands_") + info.id,
                  info.kind == StepBands::Kind::modules  ? tr("Shade layers and open modules in map, graph and lanes")
                  : info.kind == StepBands::Kind::bodies ? tr("Shade iterations and branches; a click zooms to one")
                  : info.kind == StepBands::Kind::segments
                      ? tr("Shade the segments between operators that all others must wait for")
                      : tr("Shade the steps that ROAM would order on their own")};
    add_choices(
        menu, choices, [this] { return wanted() ? QString(wanted()->id) : QString(kNone); },
        [this](const QVariant& id) { want(id.toString()); });
  }

 private:
  void say_none() { note(parts_.window, tr("This graph has no such parts, so no bands are drawn.")); }

  /// Null: none. Iterations and branches are seen until the user has chosen.
  [[nodiscard]] const BandsInfo* wanted() const {
    const auto& graph = parts_.document.graph();
    const bool bodies = chosen_.isEmpty() && graph && graph->laid_out() != nullptr;
    return find_bands(bodies ? "bodies" : chosen_.toStdString());
  }
  [[nodiscard]] bool wants_modules() const { return wanted() && wanted()->kind == StepBands::Kind::modules; }

  void want(const QString& id) {
    chosen_ = id;
    parts_.settings.setValue(kSetting, id);
    follow(true);
  }

  void follow(bool asked = false) {
    job_.cancel();
    if (!wanted() || !parts_.document.graph()) return parts_.state.set_bands(nullptr);
    if (wants_modules()) return follow_modules(asked);
    job_.start(
        [this, graph = parts_.document.graph(), kind = wanted()->kind, asked](const Task&) -> LatestJob::Delivery {
          return [this, bands = step_bands(graph, kind), asked] {
            parts_.state.set_bands(bands);
            if (!bands && asked) say_none();
          };
        });
  }

  /// Those of a graph that was just opened or edited come soon; until then there are no bands.
  void follow_modules(bool asked) {
    const auto& modules = parts_.state.modules();
    if (!modules || modules->graph != parts_.document.graph()) {
      parts_.state.set_bands(nullptr);
      if (asked && !has_modules(*parts_.document.graph())) say_none();
      return;
    }
    job_.start([this, modules, open = parts_.state.open_modules()](const Task&) -> LatestJob::Delivery {
      return [this, bands = module_bands(*modules, open)] { parts_.state.set_bands(bands); };
    });
  }

  const WindowParts parts_;
  QString chosen_;  // id of the kind, or kNone; empty: the user has not chosen yet
  LatestJob job_{this, {.text = [] { return tr("Looking for parts of the order…"); }}};
};

}  // namespace

void fill_bands_menu(QMenu& menu, const WindowParts& parts) {
  (new OrderBands(parts))->fill(menu);
}

}  // namespace stowage
