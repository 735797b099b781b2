// SPDX-License-Identifier: Apache-2.0
#include "tests/support/wide_graph.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "tests/support/graphs.h"

namespace stowage::test {
namespace {

constexpr std::size_t kDepth = 4;        // operators of one stream in a block
constexpr std::size_t kExchange = 8;     // streams that exchange after a block
constexpr std::size_t kReduceEvery = 4;  // streams that share a reduction

class Maker {
 public:
  explicit Maker(const WideGraph& options)
      : options_(options), engine_(options.seed), communicating_(options.streams / 4), last_(computing()) {
    if (options.streams > 1) communicating_ = std::max<std::size_t>(communicating_, 1);
    last_.resize(computing());
  }

  Graph make() {
    const std::size_t groups = (computing() + kReduceEvery - 1) / kReduceEvery;
    const std::size_t block = computing() * kDepth * 2 + 2 + groups * 2;
    const std::size_t blocks = std::max<std::size_t>(1, options_.operators / block);
    kept_.assign(blocks * computing() * kDepth, kNone);
    for (std::size_t c = 0; c < computing(); ++c) last_[c] = add_tensor(kNone, size());
    for (std::size_t b = 0; b < blocks; ++b) {
      forward(b);
      exchange(b);
    }
    for (std::size_t b = blocks; b-- > 0;) {
      exchange(b);
      backward(b);
    }
    return build();
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  struct Tensor {
    std::int64_t size;
    std::size_t producer;
    std::vector<OperatorId> consumers;
  };

  [[nodiscard]] std::size_t computing() const { return options_.streams - communicating_; }
  [[nodiscard]] std::size_t communication(std::size_t k) const {
    return communicating_ == 0 ? 0 : computing() + k % communicating_;
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
  std::int64_t size() { return static_cast<std::int64_t>(512 * (1 + below(64)) << below(8)); }

  std::size_t add_operator(std::size_t stream) {
    stream_.push_back(stream);
    return stream_.size() - 1;
  }
  std::size_t add_tensor(std::size_t producer, std::int64_t size) {
    tensors_.push_back({size, producer, {}});
    return tensors_.size() - 1;
  }
  void use(std::size_t tensor, std::size_t op) {
    if (tensor != kNone) tensors_[tensor].consumers.emplace_back(op);
  }

  void forward(std::size_t b) {
    for (std::size_t k = 0; k < kDepth; ++k)
      for (std::size_t c = 0; c < computing(); ++c) {
        const std::size_t op = add_operator(c);
        use(last_[c], op);
        last_[c] = add_tensor(op, size());
        if (below(3) != 0) kept_[(b * computing() + c) * kDepth + k] = last_[c];
        if (below(16) == 0) use(add_tensor(op, size()), op);
      }
  }

  void exchange(std::size_t b) {
    const std::size_t op = add_operator(communication(b));
    for (std::size_t k = 0; k < std::min(kExchange, computing()); ++k) {
      std::size_t& last = last_[(b * 3 + k) % computing()];
      use(last, op);
      last = add_tensor(op, size());
    }
  }

  void backward(std::size_t b) {
    std::vector<std::size_t> gradients;
    for (std::size_t c = 0; c < computing(); ++c) {
      for (std::size_t k = kDepth; k-- > 0;) {
        const std::size_t op = add_operator(c);
        use(last_[c], op);
        use(kept_[(b * computing() + c) * kDepth + k], op);
        last_[c] = add_tensor(op, size());
        if (k == 0) gradients.push_back(add_tensor(op, size()));
      }
      if (gradients.size() < kReduceEvery && c + 1 < computing()) continue;
      const std::size_t reduce = add_operator(communication(c / kReduceEvery));
      for (std::size_t gradient : gradients) use(gradient, reduce);
      const std::size_t update = add_operator(c);
      use(add_tensor(reduce, size()), update);
      gradients.clear();
    }
  }

  Graph build() {
    GraphBuilder builder;
    builder.set_name("wide graph " + std::to_string(options_.seed));
    builder.reserve(stream_.size(), tensors_.size());
    for (std::size_t s = 0; s < options_.streams; ++s) builder.add_stream(static_cast<std::int64_t>(s));
    for (std::size_t o = 0; o < stream_.size(); ++o)
      builder.add_operator({.name = "n" + std::to_string(o), .stream = StreamId(stream_[o])});
    for (std::size_t t = 0; t < tensors_.size(); ++t)
      builder.add_tensor({.name = "t" + std::to_string(t),
                          .size = {tensors_[t].size},
                          .producer = tensors_[t].producer == kNone ? OperatorId() : OperatorId(tensors_[t].producer),
                          .consumers = tensors_[t].consumers});
    return built(std::move(builder));
  }

  WideGraph options_;
  std::mt19937_64 engine_;
  std::size_t communicating_;
  std::vector<std::size_t> last_;  // by computing stream: the tensor that its next operator reads
  std::vector<std::size_t> kept_;  // by block, stream and depth: an activation that the backward pass reads
  std::vector<std::size_t> stream_;
  std::vector<Tensor> tensors_;
};

}  // namespace

Graph wide_graph(const WideGraph& options) {
  return Maker(options).make();
}

}  // namespace stowage::test
