// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <QAbstractTableModel>

#include "core/layout/strategy.h"
#include "core/plan/bounds.h"
#include "widgets/painters/words/strategy_words.h"

namespace stowage {

/// What is known of one strategy, or of a plan that was not made here.
struct StrategyRow {
  enum class State {
    idle,     ///< not run: it is not live, and nobody has asked for it yet
    waiting,  ///< its plan is being made
    done,
    stopped,  ///< it ended without a plan, or was cancelled
  };
  const LayoutStrategy* strategy = nullptr;  ///< null: the imported plan
  State state = State::stopped;
  bool stale = false;  ///< the figures are those of the planning before
  std::optional<Bytes> footprint{};
  double milliseconds = 0;
  std::optional<StrategyRefusal> refusal{};  ///< why it cannot plan this graph
  QString failure{};                         ///< why its last run gave no plan; empty where it was not run, or has one
  QString name{};                            ///< of an imported plan, where it is known by another word than "imported"
  bool bounded = true;                       ///< whether the lower bound is one of this plan
  QString fault{};  ///< what makes an imported plan no plan for the graph of now; empty where nothing does
};

/// What came of one strategy; without a footprint it made no plan.
struct StrategyFigures {
  const LayoutStrategy* strategy = nullptr;
  std::optional<Bytes> footprint{};
  double milliseconds = 0;
};

/// A strategy and why it cannot plan the graph.
struct RefusedStrategy {
  const LayoutStrategy* strategy = nullptr;
  StrategyRefusal refusal;
};

/// The plan that others are compared with.
struct BaselineFigures {
  QString name;
  Bytes footprint;
};

/// The table of strategies: one row each, the standard ones first, and the imported plan on top where there is one.
/// Those that are not live run only when asked to; what they gave is forgotten when a planning starts.
class StrategyTableModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kTitle, kFootprint, kDelta, kDeltaShare, kGap, kTime };
  static constexpr int kColumns = 6;
  static constexpr int kSortRole = Qt::UserRole;

  explicit StrategyTableModel(QObject* parent = nullptr);

  [[nodiscard]] std::span<const StrategyRow> rows() const { return rows_; }
  /// The best that is proved; none while nothing is.
  [[nodiscard]] std::optional<Bytes> lower_bound() const;
  [[nodiscard]] const std::optional<BaselineFigures>& baseline() const { return baseline_; }
  /// The row of a strategy (null: of the imported plan), or -1.
  [[nodiscard]] int row_of(const LayoutStrategy* strategy) const;
  /// The smallest footprint of all rows with a good plan of this planning.
  [[nodiscard]] std::optional<Bytes> best() const;
  /// Whether its footprint equals a proved lower bound.
  [[nodiscard]] bool proved_optimal(const StrategyRow& row) const;

  /// Forgets all figures.
  void clear();
  /// A planning starts: what is known goes stale, and every live strategy waits. No gap is told until a bound with the
  /// heaviest clique is set, or end().
  void begin();
  /// Where a strategy made no plan, its figures of the planning before stay, grey. One change, however many there are.
  void set_results(std::span<const StrategyFigures> results);
  void set_result(const LayoutStrategy& strategy, std::optional<Bytes> footprint, double milliseconds) {
    const StrategyFigures result{&strategy, footprint, milliseconds};
    set_results({&result, 1});
  }
  /// The planning is over: who still waits was stopped.
  void end();
  /// Where not all sizes are known, no plan is called optimal.
  void set_bounds(std::shared_ptr<const Bounds> bounds, bool sizes_known = true);
  /// A strategy has proved that no plan is smaller; forgotten when a planning starts.
  void set_proved(Bytes bound);
  /// All that cannot plan the graph.
  void set_refused(std::span<const RefusedStrategy> refused);
  /// The strategy that is not live and is being run, or null.
  void set_running(const LayoutStrategy* strategy);
  /// The run of a strategy that is not live gave no plan; `reason`: a sentence.
  void set_failed(const LayoutStrategy& strategy, const QString& reason);
  /// `stale`: whether it still fits is being found out. `fault`: a few words on why it does not. `name`: of its row.
  /// `bounded`: false where the plan is safe only in an order of streams that the bound does not ask for.
  void set_imported(std::optional<Bytes> footprint, bool stale = false, const QString& fault = {},
                    const QString& name = {}, bool bounded = true);
  /// None: the two columns of differences are empty.
  void set_baseline(std::optional<BaselineFigures> baseline);

  // ---- what Qt asks for
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  /// A row without a plan, and with none to come, cannot be chosen.
  [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

  /// "so.size.best", or a word for the imported plan.
  [[nodiscard]] static QString short_name(const StrategyRow& row);
  /// In a word or two why there is no footprint and none on its way: "not run", "failed", or why it cannot; else empty.
  [[nodiscard]] static QString absence(const StrategyRow& row);

 signals:
  void baseline_changed();

 private:
  [[nodiscard]] QString text(const StrategyRow& row, int column) const;
  [[nodiscard]] static QString text_without_plan(const StrategyRow& row, int column);
  [[nodiscard]] static QString tip_without_plan(const StrategyRow& row);
  [[nodiscard]] QVariant exact(const StrategyRow& row, int column) const;
  [[nodiscard]] QVariant sort_key(const StrategyRow& row, int column, int at) const;
  [[nodiscard]] QString tool_tip(const StrategyRow& row, int column) const;
  [[nodiscard]] std::optional<double> gap_of(const StrategyRow& row) const;
  void all_changed();

  std::vector<StrategyRow> rows_;
  std::shared_ptr<const Bounds> bounds_;
  Bytes proved_;         // by strategies that were run
  bool bounded_ = true;  // no better bound is on its way
  bool sizes_known_ = true;
  std::optional<BaselineFigures> baseline_;
};

}  // namespace stowage
