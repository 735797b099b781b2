// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <QGuiApplication>

#include "widgets/painters/style/english_plurals.h"

namespace stowage::cli {

/// A QGuiApplication without a display, whether there is one or not, and without Qt's remarks on the environment.
/// Throws std::bad_alloc where there is too little memory for Qt's libraries and fonts, which would end the program.
class Offscreen {
 public:
  Offscreen();

 private:
  int argc_ = 1;
  char name_[12] = "stowage-cli";
  char* argv_[2] = {name_, nullptr};
  std::optional<QGuiApplication> application_;
  EnglishPlurals plurals_;
};

}  // namespace stowage::cli
