// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>

#include "app/window/menu_parts.h"
#include "widgets/base/latest_job.h"
#include "widgets/painters/model/step_bands.h"

namespace stowage {
namespace {

constexpr char kSetting[] = "view/bands";

struct ViewMenuWords {
  Q_DECLARE_TR_FUNCTIONS(stowage::ViewMenu)
};

class OrderBands final : public QObject {
  Q_DECLARE_TR_FUNCTIONS(stowage::OrderBands)

 public:
  explicit OrderBands(const WindowParts& parts)
      : QObject(&parts.window),
        window_(parts.window),
        document_(parts.document),
        state_(parts.state),
        settings_(parts.settings) {
    if (const BandsInfo* kept = find_bands(settings_.value(kSetting).toString().toStdString())) wanted_ = kept->kind;
    connect(&document_, &OpenDocument::replaced, this, [this] { follow(); });
    connect(&document_, &OpenDocument::revised, this, [this] { follow(); });
    connect(&state_, &ViewState::modules_changed, this, [this] {
      if (wanted_ == StepBands::Kind::modules) follow();
    });
  }

  void fill(QMenu& menu) {
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

 private:
  void say_none() { note(window_, ViewMenuWords::tr("This graph has no such parts, so no bands are drawn.")); }

  void want(std::optional<StepBands::Kind> kind) {
    wanted_ = kind;
    if (kind)
      settings_.setValue(kSetting, QString(std::ranges::find(band_kinds(), *kind, &BandsInfo::kind)->id));
    else
      settings_.remove(kSetting);
    follow(true);
  }

  void follow(bool asked = false) {
    job_.cancel();
    if (!wanted_ || !document_.graph()) return state_.set_bands(nullptr);
    if (wanted_ == StepBands::Kind::modules) return follow_modules(asked);
    job_.start([this, graph = document_.graph(), kind = *wanted_, asked](const Task&) -> LatestJob::Delivery {
      return [this, bands = step_bands(graph, kind), asked] {
        state_.set_bands(bands);
        if (!bands && asked) say_none();
      };
    });
  }

  /// Those of a graph that was just opened or edited come soon; until then there are no bands.
  void follow_modules(bool asked) {
    const auto& modules = state_.modules();
    if (!modules || modules->graph != document_.graph()) {
      state_.set_bands(nullptr);
      if (asked && !has_modules(*document_.graph())) say_none();
      return;
    }
    job_.start([this, modules, open = state_.open_modules()](const Task&) -> LatestJob::Delivery {
      return [this, bands = module_bands(*modules, open)] { state_.set_bands(bands); };
    });
  }

  QMainWindow& window_;
  const OpenDocument& document_;
  ViewState& state_;
  QSettings& settings_;
  std::optional<StepBands::Kind> wanted_;
  LatestJob job_{this, {.text = [] { return tr("Looking for parts of the order…"); }}};
};

}  // namespace

void fill_bands_menu(QMenu& menu, const WindowParts& parts) {
  (new OrderBands(parts))->fill(menu);
}

}  // namespace stowage
