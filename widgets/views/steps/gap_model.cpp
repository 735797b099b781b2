// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/steps/gap_model.h"

#include <algorithm>
#include <utility>

#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"

namespace stowage {

GapModel::GapModel(QObject* parent) : ColumnModel(parent) {
  const auto room = [this](int row) { return candidate(row).room.end - candidate(row).room.begin; };
  const auto no_end = tr("no end");
  set_columns({
      words(tr("Candidate"), tr("Where the planner looks, in its order"),
            [this](int row) { return look_text(candidate(row), scene_->recording().strategy().recipe->many_objects); }),
      number(
          tr("From"), tr("The offset at which the gap begins"), [this](int row) { return candidate(row).room.begin; },
          [](std::int64_t n) { return step_bytes(n); }, [](std::int64_t n) { return address_text({n}); }),
      {.title = tr("Size"),
       .hint = tr("The size of the gap; above all blocks there is no limit"),
       .number = true,
       .text = [=, this](int row) { return candidate(row).is_open() ? no_end : step_bytes(room(row)); },
       .exact = [=, this](int row) { return candidate(row).is_open() ? no_end : exact_number(room(row)); },
       .tip = [=, this](int row) { return candidate(row).is_open() ? no_end : exact_bytes({room(row)}); }},
      words(tr("Verdict"), tr("Whether the block fits there, and which place it takes"),
            [this](int row) { return verdict(row); }),
  });
}

void GapModel::set_scene(std::shared_ptr<const StepScene> scene) {
  reset([&] { scene_ = std::move(scene); });
}

int GapModel::current_row() const {
  if (!scene_) return -1;
  if (scene_->step().kind == StepKind::look) return static_cast<int>(scene_->step().look);
  if (scene_->step().kind != StepKind::put) return -1;
  const auto chosen = std::ranges::find(scene_->looks(), true, &Look::chosen);
  return chosen == scene_->looks().end() ? -1 : static_cast<int>(chosen - scene_->looks().begin());
}

int GapModel::row_count() const {
  return scene_ && scene_->step().kind >= StepKind::merge ? static_cast<int>(scene_->looks().size()) : 0;
}

QString GapModel::verdict(int row) const {
  const StepKind kind = scene_->step().kind;
  const bool judged =
      kind > StepKind::look || (kind == StepKind::look && static_cast<std::size_t>(row) <= scene_->step().look);
  if (!judged) return {};
  const QString text = verdict_text(candidate(row));
  return kind == StepKind::put && candidate(row).chosen ? tr("%1: chosen").arg(text) : text;
}

}  // namespace stowage
