// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/media_controls.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLayout>
#include <QPainter>
#include <QPainterPath>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

namespace stowage {
namespace {

enum class Sign { play, pause, back, forward, first, last };

/// A sign in the unit square.
QPainterPath path_of(Sign sign) {
  QPainterPath path;
  const auto triangle = [&](double from, double to) {
    path.addPolygon(QPolygonF{{from, 0.1}, {to, 0.5}, {from, 0.9}});
    path.closeSubpath();
  };
  const auto bar = [&](double from, double width) { path.addRect(from, 0.1, width, 0.8); };
  switch (sign) {
    case Sign::play:
      triangle(0.15, 0.9);
      break;
    case Sign::pause:
      bar(0.15, 0.25);
      bar(0.6, 0.25);
      break;
    case Sign::back:
      triangle(0.6, 0.1);
      bar(0.7, 0.16);
      break;
    case Sign::forward:
      triangle(0.4, 0.9);
      bar(0.14, 0.16);
      break;
    case Sign::first:
      triangle(0.95, 0.5);
      triangle(0.55, 0.1);
      bar(0.0, 0.1);
      break;
    case Sign::last:
      triangle(0.05, 0.5);
      triangle(0.45, 0.9);
      bar(0.9, 0.1);
      break;
  }
  return path;
}

}  // namespace

/// A button of a player, its sign drawn in the ink of the palette.
class MediaButton final : public QToolButton {
 public:
  MediaButton(Sign sign, const QString& text, const QKeySequence& key) : sign_(sign) {
    setAutoRaise(true);
    setFocusPolicy(Qt::TabFocus);
    const int side = fontMetrics().height() + 8;
    setFixedSize(side, side);
    set_sign(sign, text, key);
  }
  /// `text` is the accessible name, and with `key` the tooltip.
  void set_sign(Sign sign, const QString& text, const QKeySequence& key) {
    sign_ = sign;
    setAccessibleName(text);
    setToolTip(QStringLiteral("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
    update();
  }

 private:
  void paintEvent(QPaintEvent* event) override {
    QToolButton::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double side = std::min(width(), height()) * 0.5;
    painter.translate((width() - side) / 2, (height() - side) / 2);
    painter.scale(side, side);
    painter.fillPath(path_of(sign_),
                     palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::ButtonText));
  }

  Sign sign_;
};

namespace {

MediaButton* make_button(const QString& name, Sign sign, const QString& text, const QKeySequence& key) {
  auto* button = new MediaButton(sign, text, key);
  button->setObjectName(name);
  return button;
}

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::SpeedBox)
};

/// In times of the usual speed.
QComboBox* make_speed(const QString& tip) {
  auto* box = new QComboBox;
  box->setAccessibleName(Text::tr("Speed"));
  box->setToolTip(tip);
  constexpr std::pair<const char*, double> kSpeeds[] = {{"× ¼", 0.25}, {"× ½", 0.5}, {"× 1", 1},
                                                        {"× 2", 2},    {"× 4", 4},   {"× 16", 16}};
  for (const auto& [text, factor] : kSpeeds) box->addItem(QString::fromUtf8(text), factor);
  box->setCurrentIndex(box->findData(1.0));
  return box;
}

}  // namespace

Player::Player(const Names& names, QWidget* parent)
    : QObject(parent),
      names_(names),
      first_(make_button(names.prefix + "_first", Sign::first, names.first, Qt::Key_Home)),
      back_(make_button(names.prefix + "_back", Sign::back, names.back, Qt::Key_Left)),
      forward_(make_button(names.prefix + "_forward", Sign::forward, names.forward, Qt::Key_Right)),
      last_button_(make_button(names.prefix + "_last", Sign::last, names.last, Qt::Key_End)) {
  connect(first_, &QToolButton::clicked, this, [this] { go_to(0); });
  connect(back_, &QToolButton::clicked, this, [this] { step(-1); });
  connect(forward_, &QToolButton::clicked, this, [this] { step(1); });
  connect(last_button_, &QToolButton::clicked, this, [this] { go_to(last_); });
  if (!plays()) return;
  play_ = make_button(names.prefix + "_play", Sign::play, names.play, Qt::Key_Space);
  speed_ = make_speed(names.speed);
  slider_ = new QSlider(Qt::Horizontal);
  slider_->setObjectName(names.slider);
  slider_->setAccessibleName(names.slider_name);
  timer_.setObjectName(names.prefix + "_beat");
  timer_.setTimerType(Qt::PreciseTimer);
  connect(play_, &QToolButton::clicked, this, &Player::toggle);
  connect(slider_, &QSlider::valueChanged, this, [this](int place) { go_to(static_cast<std::size_t>(place)); });
  connect(speed_, &QComboBox::currentIndexChanged, this, &Player::speed_changed);
  connect(&timer_, &QTimer::timeout, this, &Player::ticked);
}

void Player::add_buttons(QLayout* line) {
  for (QWidget* each : std::initializer_list<QWidget*>{first_, back_, play_, forward_, last_button_, speed_})
    if (each) line->addWidget(each);
}

void Player::set_place(std::optional<std::size_t> at, std::size_t last) {
  at_ = at;
  last_ = last;
  show();
}

void Player::show() {
  const bool there = last_ > 0, more = there && (!at_ || *at_ < last_);
  first_->setEnabled(there && at_ != 0);
  back_->setEnabled(there && at_.value_or(0) > 0);
  for (QWidget* on : {forward_, last_button_}) on->setEnabled(more);
  if (!plays()) return;
  for (QWidget* each : std::initializer_list<QWidget*>{play_, speed_, slider_}) each->setEnabled(there);
  play_->set_sign(playing() ? Sign::pause : Sign::play, playing() ? names_.pause : names_.play, Qt::Key_Space);
  const QSignalBlocker quiet(slider_);
  slider_->setRange(0, static_cast<int>(last_));
  slider_->setPageStep(std::max(1, static_cast<int>(last_ / 20)));
  slider_->setValue(static_cast<int>(at_.value_or(0)));
}

void Player::toggle() {
  if (playing()) return pause();
  if (last_ == 0) return;
  if (!at_ || *at_ == last_) emit wanted(0);
  timer_.start();
  show();
  emit playing_changed();
}

void Player::pause() {
  if (!playing()) return;
  timer_.stop();
  show();
  emit playing_changed();
}

void Player::go_to(std::size_t place) {
  pause();
  if (last_ > 0) emit wanted(place);
}

void Player::step(int by) {
  const auto to = static_cast<std::ptrdiff_t>(at_.value_or(0)) + by;
  go_to(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(to, 0, static_cast<std::ptrdiff_t>(last_))));
}

bool Player::key(const QKeyEvent& event) {
  switch (event.key()) {
    case Qt::Key_Space:
      if (plays()) toggle();
      return plays();
    case Qt::Key_Left:
      return step(-1), true;
    case Qt::Key_Right:
      return step(1), true;
    case Qt::Key_Home:
      return go_to(0), true;
    case Qt::Key_End:
      return go_to(last_), true;
    default:
      return false;
  }
}

}  // namespace stowage
