// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/formats/lines.h"

namespace stowage::tflite {

/// Names of operators by their code in TensorFlow Lite's schema; "-" where a code has no name. The operators of
/// StableHLO, from 163 on, are left out.
inline constexpr std::string_view kNames =
    "ADD AVERAGE_POOL_2D CONCATENATION CONV_2D DEPTHWISE_CONV_2D DEPTH_TO_SPACE DEQUANTIZE EMBEDDING_LOOKUP "
    "FLOOR FULLY_CONNECTED HASHTABLE_LOOKUP L2_NORMALIZATION L2_POOL_2D LOCAL_RESPONSE_NORMALIZATION LOGISTIC "
    "LSH_PROJECTION LSTM MAX_POOL_2D MUL RELU RELU_N1_TO_1 RELU6 RESHAPE RESIZE_BILINEAR RNN SOFTMAX "
    "SPACE_TO_DEPTH SVDF TANH CONCAT_EMBEDDINGS SKIP_GRAM CALL CUSTOM EMBEDDING_LOOKUP_SPARSE PAD "
    "UNIDIRECTIONAL_SEQUENCE_RNN GATHER BATCH_TO_SPACE_ND SPACE_TO_BATCH_ND TRANSPOSE MEAN SUB DIV SQUEEZE "
    "UNIDIRECTIONAL_SEQUENCE_LSTM STRIDED_SLICE BIDIRECTIONAL_SEQUENCE_RNN EXP TOPK_V2 SPLIT LOG_SOFTMAX "
    "DELEGATE BIDIRECTIONAL_SEQUENCE_LSTM CAST PRELU MAXIMUM ARG_MAX MINIMUM LESS NEG PADV2 GREATER "
    "GREATER_EQUAL LESS_EQUAL SELECT SLICE SIN TRANSPOSE_CONV SPARSE_TO_DENSE TILE EXPAND_DIMS EQUAL NOT_EQUAL "
    "LOG SUM SQRT RSQRT SHAPE POW ARG_MIN FAKE_QUANT REDUCE_PROD REDUCE_MAX PACK LOGICAL_OR ONE_HOT LOGICAL_AND "
    "LOGICAL_NOT UNPACK REDUCE_MIN FLOOR_DIV REDUCE_ANY SQUARE ZEROS_LIKE FILL FLOOR_MOD RANGE "
    "RESIZE_NEAREST_NEIGHBOR LEAKY_RELU SQUARED_DIFFERENCE MIRROR_PAD ABS SPLIT_V UNIQUE CEIL REVERSE_V2 ADD_N "
    "GATHER_ND COS WHERE RANK ELU REVERSE_SEQUENCE MATRIX_DIAG QUANTIZE MATRIX_SET_DIAG ROUND HARD_SWISH IF "
    "WHILE NON_MAX_SUPPRESSION_V4 NON_MAX_SUPPRESSION_V5 SCATTER_ND SELECT_V2 DENSIFY SEGMENT_SUM BATCH_MATMUL "
    "PLACEHOLDER_FOR_GREATER_OP_CODES CUMSUM CALL_ONCE BROADCAST_TO RFFT2D CONV_3D - - - HASHTABLE "
    "HASHTABLE_FIND HASHTABLE_IMPORT HASHTABLE_SIZE REDUCE_ALL CONV_3D_TRANSPOSE VAR_HANDLE READ_VARIABLE "
    "ASSIGN_VARIABLE BROADCAST_ARGS RANDOM_STANDARD_NORMAL BUCKETIZE RANDOM_UNIFORM MULTINOMIAL GELU "
    "DYNAMIC_UPDATE_SLICE RELU_0_TO_1 UNSORTED_SEGMENT_PROD UNSORTED_SEGMENT_MAX UNSORTED_SEGMENT_SUM ATAN2 "
    "UNSORTED_SEGMENT_MIN SIGN BITCAST BITWISE_XOR RIGHT_SHIFT STABLEHLO_LOGISTIC ";

/// "CONV_2D" for 3; "builtin 900" for a code that has no name here.
[[nodiscard]] inline std::string name_of_builtin(std::int32_t code) {
  std::string_view rest = kNames;
  for (std::int32_t k = 0; !rest.empty() && code >= 0; ++k) {
    const std::string_view name = rest.substr(0, rest.find(' '));
    if (k == code && name != "-") return std::string(name);
    rest.remove_prefix(name.size() + 1);
  }
  return "builtin " + std::to_string(code);
}

inline constexpr std::string_view kReshaping = " BITCAST EXPAND_DIMS RESHAPE SQUEEZE ";
/// Operators that make each element of the result from the same element of the inputs, after reading it.
inline constexpr std::string_view kElementWise =
    " ABS ADD ADD_N ATAN2 BITWISE_XOR CAST CEIL COS DEQUANTIZE DIV DYNAMIC_UPDATE_SLICE ELU EXP FLOOR FLOOR_DIV "
    "FLOOR_MOD "
    "GELU HARD_SWISH LEAKY_RELU LOG LOGICAL_AND LOGICAL_NOT LOGICAL_OR LOGISTIC MAXIMUM MINIMUM MUL NEG POW PRELU "
    "QUANTIZE RELU RELU6 RELU_0_TO_1 RELU_N1_TO_1 RIGHT_SHIFT ROUND RSQRT SIGN SIN SQRT SQUARE SQUARED_DIFFERENCE SUB "
    "TANH ";

/// Which bytes the result of an operator may share with an input. `view`: all bytes, with the first input.
/// `may_write_over`: the bytes of any input of its size.
enum class ResultBytes : std::uint8_t { none, view, may_write_over };
[[nodiscard]] inline ResultBytes result_bytes_of(std::string_view builtin) {
  if (has_word(kReshaping, builtin)) return ResultBytes::view;
  return has_word(kElementWise, builtin) ? ResultBytes::may_write_over : ResultBytes::none;
}

}  // namespace stowage::tflite
