// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Before a function of plain loops that the compiler can vectorise: compiled once for any processor and once for
/// those with AVX2, chosen when the program is loaded. Off under sanitizers, whose start-up comes after that choice.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(STOWAGE_SANITIZED)
#define STOWAGE_VECTORISED __attribute__((target_clones("avx2", "default"), optimize("O3")))
#else
#define STOWAGE_VECTORISED
#endif
