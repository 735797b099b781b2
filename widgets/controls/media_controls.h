// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>

#include <QComboBox>
#include <QTimer>

class QKeyEvent;
class QLayout;
class QSlider;
class QToolButton;

namespace stowage {

class MediaButton;

/// What every view that plays something has: buttons to its ends, to one place back or on, and to play; a speed; a
/// slider over all places; and a key for each. It plays by a timer and has no places of its own: set_place() says
/// where it is.
class Player final : public QObject {
  Q_OBJECT

 public:
  /// Objects are called PREFIX_first, PREFIX_back, PREFIX_play, PREFIX_forward, PREFIX_last and PREFIX_beat.
  struct Names {
    QString prefix;
    QString first, back;      ///< of the buttons
    QString play{}, pause{};  ///< empty: it only steps, without speed and slider
    QString forward, last;
    QString speed{};                  ///< the tip of the speed
    QString slider{}, slider_name{};  ///< the object, and for screen readers
  };
  Player(const Names& names, QWidget* parent);

  /// The buttons, and the speed behind them.
  void add_buttons(QLayout* line);
  [[nodiscard]] QSlider* slider() const { return slider_; }
  /// Where it is: none, or one of 0 to `last`. Where `last` is 0 there is nothing to play.
  void set_place(std::optional<std::size_t> at, std::size_t last);
  [[nodiscard]] bool playing() const { return timer_.isActive(); }
  /// Plays from the beginning where it is at the end or at no place; or pauses.
  void toggle();
  void pause();
  void set_interval(int milliseconds) { timer_.setInterval(milliseconds); }
  /// In times of the usual speed.
  [[nodiscard]] double speed() const { return speed_->currentData().toDouble(); }
  /// Whether this is one of its keys, which then does what its button does.
  bool key(const QKeyEvent& event);

 signals:
  /// The user wants to be there; it does not play.
  void wanted(std::size_t place);
  /// It begins or ends to play.
  void playing_changed();
  void speed_changed();
  /// It plays, and set_interval() is over.
  void ticked();

 private:
  [[nodiscard]] bool plays() const { return !names_.play.isEmpty(); }
  void go_to(std::size_t place);
  void step(int by);
  void show();

  Names names_;
  QToolButton *first_, *back_, *forward_, *last_button_;
  MediaButton* play_ = nullptr;  // these where it plays
  QComboBox* speed_ = nullptr;
  QSlider* slider_ = nullptr;
  QTimer timer_{this};
  std::optional<std::size_t> at_;
  std::size_t last_ = 0;
};

}  // namespace stowage
