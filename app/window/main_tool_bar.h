// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QToolBar>

class QToolButton;

namespace stowage {

class StrategyBox;

/// The window's tool bar. Where it is too narrow for all, words beside icons go first, then the name of the strategy:
/// ```
///  wide     Explore Streams … │ ↶ ↷ │ Size, first fit · 196 MiB +0.5% ▾ │ Align 512 ▾ │ ⚲ Pin  ▥ A | B  ⤓ Improve    ⌕
///  Find narrow   Explore Streams … │ ↶ ↷ │ 196 MiB +0.5% ▾ │ Align 512 ▾ │ ⚲ ▥ ⤓  ⌕
/// ```
class MainToolBar final : public QToolBar {
  Q_OBJECT

 public:
  explicit MainToolBar(const QString& title, QWidget* parent = nullptr);

  /// Takes it.
  void add_strategy_box(StrategyBox* box);
  /// The button of an action that is in the bar has this word beside its icon.
  void set_word(QAction& action, const QString& word);

 protected:
  bool event(QEvent* event) override;

 private:
  /// How much of it is left out.
  enum class Short { nothing, words, name };

  struct Worded {
    QToolButton* button;
    int with_word, icon;  // widths
  };

  void measure();
  [[nodiscard]] int width_at(Short shortened) const;
  void fit();

  QList<Worded> worded_;
  StrategyBox* box_ = nullptr;
  Short short_ = Short::nothing;
};

}  // namespace stowage
