// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Says where a class's tr() puts words for translators: `context` is what Qt looks them up under. The words stand in
/// English where they are said; lupdate finds them there (`./dev translations`), and core needs no Qt.
#define STOWAGE_TRANSLATED_AS(context)
