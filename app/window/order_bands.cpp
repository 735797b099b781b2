// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/order_bands.h"

#include <algorithm>

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QSettings>

#include "app/session/document.h"
#include "widgets/painters/model/step_bands.h"

namespace stowage {
namespace {

constexpr char kSetting[] = "view/bands";

}  // namespace

OrderBands::OrderBands(OpenDocument& document, ViewState& state, QSettings& settings, QObject* parent)
    : QObject(parent), document_(document), state_(state), settings_(settings) {
  if (const BandsInfo* kept = find_bands(settings.value(kSetting).toString().toStdString())) wanted_ = kept->kind;
  connect(&document, &OpenDocument::replaced, this, [this] { follow(); });
  connect(&document, &OpenDocument::revised, this, [this] { follow(); });
  connect(&state, &ViewState::modules_changed, this, [this] {
    if (wanted_ == StepBands::Kind::modules) follow();
  });
}

void OrderBands::fill(QMenu& menu) {
  auto* group = new QActionGroup(&menu);
  const auto add = [&](const QString& text, const QString& name, std::optional<StepBands::Kind> kind) {
    QAction* action = menu.addAction(text);
    action->setObjectName(name);
    action->setCheckable(true);
    action->setChecked(kind == wanted_);
    group->addAction(action);
    connect(action, &QAction::triggered, this, [this, kind] { want(kind); });
    return action;
  };
  add(tr("&None"), "bands_none", std::nullopt);
  for (const BandsInfo& info : band_kinds())
    add(bands_title(info.kind), QStringLiteral("bands_") + info.id, info.kind)
        ->setStatusTip(info.kind == StepBands::Kind::modules
                           ? tr("Shade layers and open modules in map, graph and lanes")
                       : info.kind == StepBands::Kind::segments
                           ? tr("Shade the segments between operators that all others must wait for")
                           : tr("Shade the steps that ROAM would order on their own"));
}

void OrderBands::want(std::optional<StepBands::Kind> kind) {
  wanted_ = kind;
  if (kind)
    settings_.setValue(kSetting, QString(std::ranges::find(band_kinds(), *kind, &BandsInfo::kind)->id));
  else
    settings_.remove(kSetting);
  follow(true);
}

void OrderBands::follow(bool asked) {
  job_.cancel();
  if (!wanted_ || !document_.graph()) return state_.set_bands(nullptr);
  if (wanted_ == StepBands::Kind::modules) return follow_modules(asked);
  job_.start([this, graph = document_.graph(), kind = *wanted_, asked](const Task&) -> LatestJob::Delivery {
    return [this, bands = step_bands(graph, kind), asked] {
      state_.set_bands(bands);
      if (!bands && asked) emit none_found();
    };
  });
}

/// Those of a graph that was just opened or edited come soon; until then there are no bands.
void OrderBands::follow_modules(bool asked) {
  const auto& modules = state_.modules();
  if (!modules || modules->graph != document_.graph()) {
    state_.set_bands(nullptr);
    if (asked && !has_modules(*document_.graph())) emit none_found();
    return;
  }
  job_.start([this, modules, open = state_.open_modules()](const Task&) -> LatestJob::Delivery {
    return [this, bands = module_bands(*modules, open)] { state_.set_bands(bands); };
  });
}

}  // namespace stowage
