// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/zoo/network.h"

// One function a network of the table (core/zoo/zoo.h); one file a family. Each describes the whole network for a batch
// of `batch` samples, from its inputs to its loss.
namespace stowage::zoo {

void build_alexnet(Network& net, std::int64_t batch);
void build_bert_base(Network& net, std::int64_t batch);
void build_bert_large(Network& net, std::int64_t batch);
void build_efficientnet_b0(Network& net, std::int64_t batch);
void build_googlenet(Network& net, std::int64_t batch);
void build_gpt2_xl(Network& net, std::int64_t batch);
void build_mnasnet(Network& net, std::int64_t batch);
void build_mobilenet_v2(Network& net, std::int64_t batch);
void build_pangu_13b(Network& net, std::int64_t batch);
void build_pangu_2_6b(Network& net, std::int64_t batch);
void build_resnet50(Network& net, std::int64_t batch);
void build_transformer(Network& net, std::int64_t batch);
void build_vgg16(Network& net, std::int64_t batch);
void build_vit_b16(Network& net, std::int64_t batch);

}  // namespace stowage::zoo
