// SPDX-License-Identifier: Apache-2.0
#include <ranges>

#include "core/insight/simulate/timing.h"
#include "core/zoo/network.h"
#include "core/zoo/zoo.h"
#include "tests/support/core_test.h"
#include "tests/support/zoo.h"

namespace {

/// Two layers and a loss, small enough to be written down.
void build_tiny(zoo::Network& net, std::int64_t batch) {
  const zoo::Value hidden = linear(net, "fc", net.input("x", {batch, 3}), 4);
  classify(net, linear(net, "out", zoo::relu(net, "relu", hidden), 2, false));
}
constexpr ZooNetwork kTiny{"tiny", "Tiny", "two layers", "here", build_tiny};

/// One layer of 1,000 × 1,000 weights on one sample.
void build_wide(zoo::Network& net, std::int64_t batch) {
  classify(net, linear(net, "fc", net.input("x", {batch, 1000}), 1000, false));
}
constexpr ZooNetwork kWide{"wide", "Wide", "one layer", "here", build_wide};

std::map<std::string, Bytes> sizes_by_name(const Graph& graph) {
  std::map<std::string, Bytes> out;
  for (TensorId t : graph.tensors()) out[std::string(graph.name(t))] = graph.size(t);
  return out;
}

Bytes sum_of_kind(const Graph& graph, std::string_view kind) {
  Bytes sum;
  for (TensorId t : graph.tensors())
    if (graph.kind(t) == kind) sum += graph.size(t);
  return sum;
}

/// "layer1.0.conv1.grad.sum.2" → "layer1.0.conv1"
std::string differentiated(std::string_view gradient) {
  return std::string(gradient.substr(0, gradient.rfind(".grad")));
}

}  // namespace

TEST_CASE("the table") {
  std::set<std::string_view> ids;
  for (const ZooNetwork& row : zoo_networks()) {
    REQUIRE(ids.insert(row.id).second);
    REQUIRE((!row.title.empty() && !row.description.empty() && !row.source.empty()));
    REQUIRE_EQ(find_zoo_network(row.id), &row);
  }
  REQUIRE(find_zoo_network("lenet") == nullptr);
}

/// As torchvision ("num_params" of its weights), Hugging Face (XLM-R, TinyBERT), or the papers, publish them.
TEST_CASE("parameters") {
  // A layer: 12·H² of weights, 13·H of biases and norms; tables of 40,000 words and of 1,024 places twice; a norm.
  const auto pangu = [](std::int64_t layers, std::int64_t h) {
    return layers * (12 * h * h + 13 * h) + (40'000 + 2 * 1'024) * h + 2 * h;
  };
  const Rows<std::int64_t> rows = {{"alexnet", 61'100'840},
                                   {"vgg16", 138'357'544},
                                   {"resnet50", 25'557'032},
                                   {"googlenet", 6'624'904},
                                   {"mobilenet_v2", 3'504'872},
                                   {"mnasnet", 4'383'312},
                                   {"efficientnet_b0", 5'288'548},
                                   {"vit_b16", 86'567'656},
                                   {"bert_base", 109'482'240},
                                   {"bert_large", 335'141'888},
                                   {"squeezenet", 1'248'424},
                                   {"densenet161", 28'681'000},
                                   {"wide_resnet50", 68'883'240},
                                   {"regnet_x_8gf", 39'572'648},
                                   {"resnet3d_18", 33'371'472},
                                   {"fcn_resnet50", 35'322'218},
                                   {"deeplabv3_resnet50", 42'004'074},
                                   {"xlm_r", 278'043'648},
                                   {"tiny_bert", 14'350'248}};
  // A block of the face network: norms of what comes in and twice of what goes out, two convolutions, two linear layers
  // that narrow to a sixteenth; the first of a stage has one more convolution with a norm.
  std::int64_t faces = 3 * 64 * 9 + 2 * 64, in = 64;
  for (const auto& [blocks, h] : {std::pair(3, 64), {13, 128}, {30, 256}, {3, 512}})
    for (int block = 0; block < blocks; ++block, in = h)
      faces +=
          2 * in + 9 * in * h + 9 * h * h + 4 * h + 2 * h * h / 16 + h / 16 + h + (block == 0 ? in * h + 2 * h : 0);
  faces += 2 * 512 + (512 * 7 * 7 + 1) * 512 + 85'744 * 512;
  const Rows<std::int64_t> by_sum = {
      // PyTorch's nn.Transformer (44,140,544) has two norms more than the paper, and no table of words.
      {"transformer", 44'140'544 - 2 * 2 * 512 + 37'000 * 512},
      {"gpt2_xl", 1'557'611'200},
      {"pangu_2_6b", pangu(32, 2560)},
      {"pangu_8b", pangu(40, 4096)},
      {"face_recognition", faces},
      // A checkpoint has 37 MB: each, and its momentum, of four bytes.
      {"face_detection", 4'784'312},
      // Generator and discriminator: convolutions of 4 × 4, and norms between them.
      {"dcgan", 16 * (100 * 512 + 512 * 256 + 256 * 128 + 128 * 64 + 64 * 3) + 2 * (512 + 256 + 128 + 64) +
                    16 * (3 * 64 + 64 * 128 + 128 * 256 + 256 * 512 + 512) + 2 * (128 + 256 + 512)},
      // BERT-large with other words, no places, and in each layer a vector of 64 for the distances −16 … 16.
      {"bert_nezha", 335'141'888 - (30'522 - 21'128 + 512) * 1024 + 24 * 33 * 64},
      {"pangu_13b", pangu(40, 5120)}};
  for (const auto& some : {rows, by_sum})
    each_row(some, [&](const std::string& name, std::int64_t published) {
      REQUIRE_EQ(static_cast<std::int64_t>(zoo_network(name).parameter_count()), published);
    });
}

/// Bytes of single tensors of a sample, from the papers' tables of shapes: float32, but indices (64 bits) and masks.
TEST_CASE("shapes") {
  const Rows<std::string> rows = {
      {"alexnet",
       "images 4*3*224*224; conv1 4*64*55*55; pool1.indices 8*64*27*27; conv2.relu 4*192*27*27; "
       "conv5.grad 4*256*13*13; drop6.mask 256*6*6; fc7 4*4096"},
      {"vgg16", "conv1_2.relu 4*64*224*224; conv5_3.relu.grad 4*512*14*14; pool5 4*512*7*7"},
      {"resnet50",
       "conv1 4*64*112*112; maxpool 4*64*56*56; layer1.0.downsample 4*256*56*56; "
       "layer2.0.conv1 4*128*56*56; layer2.0.conv2 4*128*28*28; layer4.2.relu3 4*2048*7*7"},
      {"googlenet", "pool1 4*64*56*56; 3a.concat 4*256*28*28; 4d.branch2.wide.grad 4*288*14*14; 5b.concat 4*1024*7*7"},
      {"mobilenet_v2", "block2.expand 4*96*112*112; block14.depthwise 4*576*7*7; head 4*1280*7*7"},
      {"mnasnet", "block8.depthwise 4*240*14*14; block17.project 4*320*7*7"},
      {"efficientnet_b0", "block1.se.fc1 4*8; block9.se.scale 4*480*14*14; block16.project 4*320*7*7"},
      {"vit_b16", "patches 4*768*14*14; layer0.attention.scores 4*12*197*197; layer11.fc1.grad 4*197*3072"},
      {"squeezenet", "conv1 4*96*109*109; fire5.concat 4*256*27*27; conv10 4*1000*13*13"},
      {"densenet161", "block1.1.concat 4*96*56*56; block3.36.concat 4*2064*14*14; last.norm 4*2208*7*7"},
      {"wide_resnet50", "layer1.0.conv1 4*128*56*56; layer4.2.relu3 4*2048*7*7"},
      {"regnet_x_8gf", "layer1.0.conv1 4*80*112*112; layer3.14.relu3 4*720*14*14"},
      {"resnet3d_18", "stem 4*64*16*56*56; layer2.0.conv1 4*128*8*28*28; layer4.1.relu2 4*512*2*7*7"},
      {"fcn_resnet50", "layer4.2.relu3 4*2048*65*65; aux.conv 4*256*65*65; resize 4*21*520*520"},
      {"deeplabv3_resnet50", "branch3 4*256*65*65; branch5 4*256; concat 4*1280*65*65; labels 8*520*520"},
      {"dcgan", "generator.conv1 4*512*4*4; made.discriminator.conv2 4*128*16*16; generator.tanh.grad 4*3*64*64"},
      {"face_recognition",
       "conv1 2*64*112*112; layer1.0.bn1 4*64*112*112; layer4.2.add 2*512*7*7; margin.cosine 2*85744"},
      {"face_detection",
       "conv0 4*16*224*384; conv28 4*512*7*12; deconv30 4*64*14*24; head49 4*24*28*48; "
       "head29.overlaps 4*200*4*7*12"},
      {"bert_nezha", "layer0.attention.scores.distance 4*16*128*128; layer23.attention.context.distance 4*128*1024"},
      {"tiny_bert", "layer3.fc1 4*512*1200; layer0.attention.scores 4*12*512*512"},
      {"xlm_r", "embed.words 4*512*768; places 8*512"},
      {"pangu_8b", "layer0.fc1 2*1024*4*4096; log_softmax 4*1024*40000"},
      {"bert_base", "tokens 8*512; layer0.attention.softmax.drop.mask 12*512*512"},
      {"bert_large", "layer23.gelu 4*512*4096; layer0.attention.key.heads 4*512*1024"},
      {"transformer", "decoder0.cross.scores 4*8*128*128; log_softmax 4*128*37000"},
      {"gpt2_xl",
       "h47.attention.softmax.grad 4*25*1024*1024; h0.attention.qkv 4*1024*4800; h0.gelu.cube 4*1024*6400; "
       "log_softmax 4*1023*50257"}};
  each_row(rows, [&](const std::string& name, const std::string& tensors) {
    const Graph graph = zoo_graph(name, {.batch = 2});
    for (const std::string& each : split(tensors, "; ")) {
      const std::size_t space = each.find(' ');
      const TensorId found = graph.find_tensor(each.substr(0, space));
      REQUIRE_MESSAGE(found.valid(), each);
      std::int64_t bytes = 2;
      for (const std::string& factor : split(each.substr(space + 1), "*")) bytes *= std::stoll(factor);
      REQUIRE_EQ(graph.size(found).count, bytes);
    }
  });
}

/// All that VGG-16 computes forward: two results a convolution, one a pool, by the table in its paper.
TEST_CASE("activations of vgg16") {
  struct Stage {
    std::int64_t convolutions, channels, edge;
  };
  std::int64_t elements = 0;
  for (const Stage& s : {Stage{2, 64, 224}, {2, 128, 112}, {3, 256, 56}, {3, 512, 28}, {3, 512, 14}})
    elements += s.convolutions * 2 * s.channels * s.edge * s.edge + s.channels * s.edge * s.edge / 4;
  elements += 2 * (4096 + 4096) + 1000;
  REQUIRE_EQ(sum_of_kind(zoo_graph("vgg16", {.batch = 8, .training = false}), "activation").count, 8 * 4 * elements);
}

/// All that BERT-base computes forward on T tokens of width H: in each layer query, key and value, each also by
/// head; scores multiplied, scaled, masked, put through softmax; context, merged, projected, added, normed; four
/// times the width twice, and back, added, normed. Around that the embeddings and the pooler.
TEST_CASE("activations of bert") {
  constexpr std::int64_t T = 512, H = 768;
  constexpr std::int64_t elements = 12 * (22 * T * H + 4 * 12 * T * T) + 5 * T * H + 3 * H;
  REQUIRE_EQ(sum_of_kind(zoo_graph("bert_base", {.batch = 8, .training = false}), "activation").count,
             8 * 4 * elements);
}

TEST_CASE("gpt2 has over ten thousand operators") {
  REQUIRE(zoo_graph("gpt2_xl", {.optimizer = Optimizer::adam}).operator_count() > 10'000);
}

TEST_CASE("a step written down") {
  const Graph graph = zoo_graph(kTiny, {.batch = 2, .optimizer = Optimizer::sgd});
  REQUIRE_EQ(graph.name(), "Tiny, batch 2, SGD");
  REQUIRE_EQ(listing(graph),
             "forward Linear fc: x -> fc[32]\n"
             "forward Relu relu: fc -> relu[32]\n"
             "forward Linear out: relu -> out[16]\n"
             "loss LogSoftmax log_softmax: out -> log_softmax[16]\n"
             "loss NllLoss loss: labels log_softmax -> loss[4]!\n"
             "backward NllLossGrad loss.dx: labels -> log_softmax.grad[16]\n"
             "backward LogSoftmaxGrad log_softmax.dx: log_softmax log_softmax.grad -> out.grad[16]\n"
             "backward LinearGradInput out.dx: out.grad -> relu.grad[32]\n"
             "backward LinearGradWeight out.dw: relu out.grad -> out.weight.grad[32]\n"
             "backward ReluGrad relu.dx: relu relu.grad -> fc.grad[32]\n"
             "backward LinearGradWeight fc.dw: x fc.grad -> fc.weight.grad[48]\n"
             "backward LinearGradBias fc.db: fc.grad -> fc.bias.grad[16]\n"
             "update SgdUpdate fc.weight.sgd: fc.weight.grad ->\n"
             "update SgdUpdate fc.bias.sgd: fc.bias.grad ->\n"
             "update SgdUpdate out.weight.sgd: out.weight.grad ->\n"
             "out.dx before out.weight.sgd\n");
}

TEST_CASE("a run written down") {
  REQUIRE_EQ(listing(zoo_graph(kTiny, {.batch = 2, .training = false, .weights = true})),
             "forward Linear fc: x fc.weight fc.bias -> fc[32]\n"
             "forward Relu relu: fc -> relu[32]\n"
             "forward Linear out: out.weight relu -> out[16]!\n");
}

/// ROAM, figure 6 b: the temporaries of one update fit into three times the gradient, itself included.
TEST_CASE("adam needs three times its gradient") {
  const Graph graph = zoo_graph(kWide);
  const auto curve = memory_curve(graph, lifetimes(graph));
  std::int64_t peak = 0;
  std::size_t updates = 0, temporaries = 0;
  for (OperatorId o : graph.operators())
    if (graph.phase(o) == "update") {
      peak = std::max(peak, curve[o.index()].count);
      temporaries += graph.outputs(o).size();
      ++updates;
    }
  REQUIRE_EQ(updates, 12);
  REQUIRE_EQ(temporaries, 9);
  REQUIRE_EQ(peak, 3 * 4'000'000 + 4);  // and the loss
}

/// Each backward operator reads gradients and what is its own forward operator's, by name.
TEST_CASE("backward reads only what its forward saved") {
  for (const ZooNetwork& network : zoo_networks()) {
    CAPTURE(network.id);
    const Graph graph = zoo_graph(network, {.weights = true});
    std::size_t seen = 0;
    for (OperatorId o : graph.operators()) {
      const std::string name(graph.name(o));
      if (graph.phase(o) != "backward" || graph.kind(o) == "AddGrad" || name.ends_with(".again")) continue;
      const OperatorId forward = graph.find_operator(name.substr(0, name.rfind('.')));
      REQUIRE_MESSAGE((forward.valid() && forward < o), name);
      std::set<TensorId> known;
      for (const auto list : {graph.inputs(forward), graph.outputs(forward)})
        for (TensorId t : list) {
          known.insert(t);
          known.insert(graph.find_tensor(std::string(graph.name(t)) + ".again"));
        }
      if (const OperatorId again = graph.find_operator(std::string(graph.name(forward)) + ".again"); again.valid())
        known.insert(graph.outputs(again).begin(), graph.outputs(again).end());
      for (TensorId t : graph.inputs(o)) REQUIRE_MESSAGE((graph.kind(t) == "gradient" || known.contains(t)), name);
      for (TensorId t : graph.outputs(o)) {
        const TensorId of = graph.find_tensor(differentiated(graph.name(t)));
        REQUIRE_MESSAGE((of.valid() && std::ranges::count(graph.inputs(forward), of) == 1), name);
      }
      ++seen;
    }
    REQUIRE(seen > 30);
  }
}

TEST_CASE("gradients have the size of what they are of") {
  for (const ZooNetwork& network : zoo_networks()) {
    CAPTURE(network.id);
    const Graph graph = zoo_graph(network, {.batch = 3, .optimizer = Optimizer::none, .weights = true});
    const auto sizes = sizes_by_name(graph);
    Bytes results;
    std::size_t weights = 0, learnt = 0;
    for (TensorId t : graph.tensors()) {
      if (graph.kind(t) == "weight") ++weights;
      if (graph.kind(t) != "gradient") continue;
      REQUIRE_EQ(graph.size(t), sizes.at(differentiated(graph.name(t))));
      if (!graph.is_output(t)) {
        REQUIRE(!graph.consumers(t).empty());  // nothing is computed for nobody
        continue;
      }
      ++learnt;
      results += graph.size(t);
    }
    REQUIRE_EQ(learnt, weights);
    REQUIRE_EQ(results.count, 4 * network.parameter_count());
    REQUIRE_EQ(sum_of_kind(graph, "weight"), results);
  }
}

/// Phases one after the other; each is there; the updates are of every parameter.
TEST_CASE("phases") {
  for (const ZooNetwork& network : zoo_networks()) {
    CAPTURE(network.id);
    static constexpr std::string_view kPhases[] = {"forward", "loss", "backward", "update"};
    const Graph graph = zoo_graph(network, {.weights = true});
    std::size_t at = 0;
    std::set<std::size_t> met;
    for (OperatorId o : graph.operators()) {
      const auto phase = static_cast<std::size_t>(std::ranges::find(kPhases, graph.phase(o)) - std::begin(kPhases));
      REQUIRE((phase < 4 && phase >= at));
      met.insert(at = phase);
    }
    REQUIRE_EQ(met.size(), 4);
    REQUIRE_EQ(sum_of_kind(graph, "state").count, 2 * sum_of_kind(graph, "weight").count);
    const std::int64_t weights = sum_of_kind(graph, "weight").count;
    if (!network.is_large) REQUIRE_EQ(sum_of_kind(graph, "temporary").count, 9 * weights);
    // And unscaled, squared, clipped, decayed; a norm of each, and of all, and what that makes.
    const auto all = graph.tensors();
    const auto count = std::ranges::count_if(all, [&](TensorId t) { return graph.kind(t) == "weight"; });
    if (network.is_large) REQUIRE_EQ(sum_of_kind(graph, "temporary").count, 13 * weights + 4 * (count + 2));
  }
}

/// A weight is overwritten in place: by then, whatever reads it in the backward half has run in every order.
TEST_CASE("weights are overwritten last") {
  for (const ZooNetwork& network : zoo_networks()) {
    CAPTURE(network.id);
    const Graph graph = zoo_graph(network, {.optimizer = Optimizer::sgd, .weights = true});
    std::size_t updates = 0;
    for (TensorId t : graph.tensors()) {
      if (graph.kind(t) != "weight") continue;
      const OperatorId update = graph.consumers(t).back();
      REQUIRE_EQ(graph.phase(update), "update");
      ++updates;
      for (OperatorId reader : graph.consumers(t)) {
        if (graph.phase(reader) != "backward") continue;
        const bool feeds = std::ranges::any_of(graph.outputs(reader), [&](TensorId made) {
          return std::ranges::count(graph.consumers(made), update) == 1;
        });
        REQUIRE((feeds || std::ranges::count(graph.control_successors(reader), update) == 1));
      }
    }
    REQUIRE(updates > 10);
  }
}

/// Whatever is of the samples is exactly as many times as large; whatever is of the weights is not touched.
TEST_CASE("batches") {
  for (const ZooNetwork& network : zoo_networks()) {
    CAPTURE(network.id);
    const Graph one = zoo_graph(network), three = zoo_graph(network, {.batch = 3});
    REQUIRE_EQ(one.tensor_count(), three.tensor_count());
    std::set<std::string> of_weights;  // and what is computed from them alone
    const Graph with_weights = zoo_graph(network, {.optimizer = Optimizer::none, .weights = true});
    const auto is_of_weights = [&](TensorId t) { return of_weights.contains(std::string(with_weights.name(t))); };
    for (TensorId t : with_weights.tensors())
      if (const OperatorId op = with_weights.producer(t);
          op.valid() ? std::ranges::all_of(with_weights.inputs(op), is_of_weights) : with_weights.kind(t) == "weight")
        of_weights.emplace(with_weights.name(t));
    for (TensorId t : one.tensors()) {
      REQUIRE_EQ(one.name(t), three.name(t));
      const std::string_view kind = one.kind(t);
      const std::string name(one.name(t));
      const bool of_weight = kind == "temporary" || of_weights.contains(differentiated(name));
      const std::int64_t small = one.size(t).count, large = three.size(t).count;
      if (kind == "statistics")
        REQUIRE((large == small || large == 3 * small));
      else
        REQUIRE_EQ(large, of_weight || kind == "loss" ? small : 3 * small);
    }
  }
}

/// Nothing is computed for nobody, in training as in running; nothing is needed to the end but the result.
TEST_CASE("everything is used") {
  for (const ZooNetwork& network : zoo_networks()) {
    CAPTURE(network.id);
    for (const bool training : {false, true}) {
      const Graph graph = zoo_graph(network, {.training = training});
      std::size_t results = 0;
      for (TensorId t : graph.tensors()) {
        if (graph.is_output(t)) ++results;
        REQUIRE_MESSAGE((graph.is_output(t) || !graph.consumers(t).empty()), std::string(graph.name(t)));
      }
      REQUIRE_EQ(results, 1);
    }
  }
}

/// AlexNet run forward has seven ReLUs, each of which reads the result of a layer; nothing of that is kept.
TEST_CASE("results may be written over inputs where that is asked for") {
  const ZooNetwork& alexnet = *find_zoo_network("alexnet");
  REQUIRE(make_zoo_graph(alexnet, {.training = false})->in_place().empty());
  const Graph graph = make_zoo_graph(alexnet, {.training = false, .in_place = true}).value();
  REQUIRE_EQ(graph.in_place().size(), 7u);
  for (const InPlace& pair : graph.in_place()) {
    REQUIRE_EQ(graph.kind(graph.producer(pair.output)), "Relu");
    REQUIRE_EQ(graph.size(pair.output), graph.size(pair.input));
    REQUIRE(graph.producer(pair.input).valid());
  }
}

TEST_CASE("out of range") {
  for (const std::int64_t batch : {std::int64_t{0}, std::int64_t{-1}, kMaxZooBatch + 1}) {
    const auto graph = make_zoo_graph(kTiny, {.batch = batch});
    REQUIRE((!graph && graph.error().kind == Error::Kind::bad_input));
    REQUIRE(graph.error().text().find(std::to_string(batch)) != std::string::npos);
  }
  REQUIRE(make_zoo_graph(kTiny, {.batch = kMaxZooBatch}).has_value());
}

TEST_CASE("multiplications as published") {
  // 10^9 of a forward pass of one sample: "GFLOPS" of the weights in torchvision's documentation.
  const Rows<double> rows = {{"alexnet", 0.714},         {"vgg16", 15.47},          {"resnet50", 4.089},
                             {"googlenet", 1.498},       {"mobilenet_v2", 0.301},   {"mnasnet", 0.314},
                             {"efficientnet_b0", 0.386}, {"vit_b16", 17.564},       {"squeezenet", 0.819},
                             {"densenet161", 7.728},     {"wide_resnet50", 11.398}, {"regnet_x_8gf", 7.995},
                             {"resnet3d_18", 40.697},    {"fcn_resnet50", 152.717}, {"deeplabv3_resnet50", 178.722}};
  each_row(rows, [](const std::string& name, double published) {
    zoo::Network net(true);  // with the second heads of those that label pixels
    find_zoo_network(name)->build(net, 1);
    double flops = 0;
    for (const auto& node : net.nodes()) flops += node.flops;
    CHECK(flops / 2e9 == doctest::Approx(published).epsilon(0.012));
  });
}

TEST_CASE("the way back multiplies twice as much as the way there") {
  zoo::Network net(true);
  find_zoo_network("bert_base")->build(net, 2);
  double forward = 0, backward = 0;
  for (const auto& node : net.nodes()) {
    forward += node.flops;
    for (const auto& back : node.backward) backward += back.flops;
  }
  CHECK(forward > 0);
  CHECK_EQ(backward, 2 * forward);
}

TEST_CASE("the slowest of computing, moving and sending, and the launch") {
  const Device device{
      .id = "d", .title = "d", .flops_32 = 1e9, .flops_16 = 4e9, .bandwidth = 2e9, .link = 1e9, .source = "d"};
  CHECK_EQ(estimated_nanoseconds({.flops = 3000}, device), kLaunchNanoseconds + 3000);
  CHECK_EQ(estimated_nanoseconds({.flops = 4000, .half = true}, device), kLaunchNanoseconds + 1000);
  CHECK_EQ(estimated_nanoseconds({.flops = 3000, .bytes = 8000}, device), kLaunchNanoseconds + 4000);
  CHECK_EQ(estimated_nanoseconds({.bytes = 8000, .sent = 5000}, device), kLaunchNanoseconds + 5000);
  CHECK_EQ(estimated_nanoseconds({}, device), kLaunchNanoseconds);
}

TEST_CASE("every operator of the zoo takes an estimated time, on request") {
  for (const ZooNetwork& network : zoo_networks()) {
    ZooOptions options{.streams = 4};
    const Graph without = make_zoo_graph(network, options).value();
    REQUIRE(!without.has_durations());
    std::int64_t before = 0;
    for (const char* id : {"h100", "v100"}) {  // the slower second
      options.device = find_device(id);
      REQUIRE(options.device != nullptr);
      const Graph graph = make_zoo_graph(network, options).value();
      REQUIRE_EQ(graph.operator_count(), without.operator_count());
      for (OperatorId o : graph.operators()) {
        REQUIRE_EQ(graph.duration(o).from, Duration::From::estimated);
        REQUIRE(graph.duration(o).nanoseconds >= kLaunchNanoseconds);
      }
      const std::int64_t makespan = timing_of(graph).makespan;
      REQUIRE(makespan > before);
      before = makespan;
    }
  }
}

/// The discriminator learns from true images and from made ones, which learn nothing from that; then the generator
/// learns, and the discriminator does not.
TEST_CASE("one learns at a time") {
  const Graph graph = zoo_graph("dcgan", {.optimizer = Optimizer::none});
  const auto runs = [&](const char* name) { return graph.find_operator(name).valid(); };
  REQUIRE((runs("true.discriminator.conv2.dw") && runs("made.discriminator.conv2.dw")));
  REQUIRE((!runs("made.discriminator.conv1.dx") && !runs("hoped.discriminator.conv2.dw")));
  REQUIRE((runs("hoped.discriminator.conv1.dx") && runs("generator.conv1.dw")));
  REQUIRE_EQ(graph.outputs(graph.find_operator("hoped.discriminator.conv2.bn.grad")).size(), 1);
}

/// Where all but operations in 16 bits take no time, only a network with such operations takes any.
TEST_CASE("networks of 16 bits compute in 16 bits") {
  const Device slow{
      .id = "d", .title = "d", .flops_32 = 1e30, .flops_16 = 1e12, .bandwidth = 1e30, .link = 1e30, .source = "d"};
  for (const auto& [id, half] : {std::pair("gpt2_xl", false), {"pangu_2_6b", true}, {"face_recognition", true}}) {
    const Graph graph = zoo_graph(id, {.device = &slow});
    REQUIRE_EQ(timing_of(graph).makespan > kLaunchNanoseconds * static_cast<std::int64_t>(graph.operator_count()),
               half);
  }
}

TEST_CASE("each figure of a device has its source") {
  for (const Device& device : devices()) {
    CHECK_EQ(find_device(device.id), &device);
    CHECK(!device.source.empty());
    for (double figure : {device.flops_32, device.flops_16, device.bandwidth, device.link}) CHECK(figure > 0);
  }
  CHECK_EQ(find_device("abacus"), nullptr);
}
