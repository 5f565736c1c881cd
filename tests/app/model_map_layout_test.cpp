// The model map's layout: every block once, in order, without overlap, with norms in their real places.
#include "app/views/map/model_map_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/layers/norm_placement.h"
#include "core/models/model.h"
#include "core/trace/tracer.h"
#include "core/training/preset.h"

namespace attnlab {
namespace {

constexpr float kEm = kBaseEm;

ModelConfig pair_config(const std::string& norm) {
  ModelConfig c;
  c.architecture = "encoder_decoder";
  c.norm = norm;
  c.layers = 2;
  c.heads = 4;
  c.source_vocabulary = c.target_vocabulary = 30;
  return c;
}

ModelConfig gpt_config(Index layers, Index heads) {
  ModelConfig c;
  c.layers = layers;
  c.heads = heads;
  return c;
}

std::vector<const MapBlock*> of_kind(const ModelMap& map, MapKind kind) {
  std::vector<const MapBlock*> found;
  for (const MapBlock& b : map.blocks) {
    if (b.kind == kind) found.push_back(&b);
  }
  return found;
}

const MapBlock& block(const ModelMap& map, const std::string& tensor) {
  const auto found = std::ranges::find(map.blocks, tensor, &MapBlock::tensor);
  if (found == map.blocks.end()) throw std::out_of_range(tensor);
  return *found;
}

void expect_sound(const ModelMap& map, float width) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < map.blocks.size(); ++i) {
    const Box& box = map.blocks[i].box;
    EXPECT_TRUE(names.insert(map.blocks[i].tensor).second) << map.blocks[i].tensor;
    EXPECT_GE(box.min.x, 0);
    EXPECT_GE(box.min.y, -0.5f);
    EXPECT_LE(box.max.x, width);
    EXPECT_LE(box.max.y, map.size.y + 0.5f);
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_TRUE(intersection(box, map.blocks[j].box).empty())
          << map.blocks[i].tensor << " on " << map.blocks[j].tensor;
  }
  for (std::size_t i = 0; i < map.heads.size(); ++i) {
    const MapHead& head = map.heads[i];
    const auto own = std::ranges::find_if(map.blocks, [&](const MapBlock& b) {
      return b.kind == MapKind::Attention && b.attention == head.attention && b.layer == head.layer;
    });
    ASSERT_NE(own, map.blocks.end());
    EXPECT_FLOAT_EQ(intersection(head.box, own->box).height(), head.box.height());
    EXPECT_FLOAT_EQ(intersection(head.box, own->box).width(), head.box.width());
    for (std::size_t j = 0; j < i; ++j) EXPECT_TRUE(intersection(head.box, map.heads[j].box).empty());
  }
}

TEST(ModelMapLayout, EncoderDecoderHasEveryBlockOnce) {
  const ModelMap map = layout_model_map(pair_config("post"), 320, 640, kEm);
  expect_sound(map, 320);
  EXPECT_EQ(of_kind(map, MapKind::Attention).size(), 6u);
  EXPECT_EQ(of_kind(map, MapKind::FeedForward).size(), 4u);
  EXPECT_EQ(of_kind(map, MapKind::AddNorm).size(), 10u);
  EXPECT_EQ(of_kind(map, MapKind::Norm).size(), 0u);
  EXPECT_EQ(of_kind(map, MapKind::Embedding).size(), 2u);
  EXPECT_EQ(map.heads.size(), 24u);
}

TEST(ModelMapLayout, EveryBlockNamesATensorOfARealTrace) {
  for (const char* name : {"translate", "characters"}) {
    const Experiment e = make_experiment(find_preset(name));
    auto snapshot = std::make_shared<WeightsSnapshot>();
    snapshot->weights.assign(static_cast<std::size_t>(e.model->parameters().size()), Real(0.01));
    const TracePtr trace =
        Tracer(e.model, e.vocabularies).trace(snapshot, {.source = "the cat", .target = "le chat"});
    for (const MapBlock& b : layout_model_map(e.model->config(), 320, 640, kEm).blocks)
      EXPECT_TRUE(trace->find(b.tensor)) << b.tensor;
  }
}

ModelConfig reader_config(const std::string& architecture, const std::string& pooling,
                          const std::string& positions) {
  ModelConfig c = gpt_config(2, 4);
  c.architecture = architecture;
  c.output = architecture == "encoder" ? "class" : "tokens";
  c.pooling = pooling;
  c.positions = positions;
  c.target_vocabulary = 5;
  c.source_vocabulary = architecture == "encoder" ? 30 : 0;
  c.tied_output = architecture != "encoder";
  return c;
}

TEST(ModelMapLayout, ReadersHaveAnEncoderAndAPooledVector) {
  for (const NormPlacement& placement : norm_placements()) {
    for (const char* positions : {"learned", "rotary"}) {
      for (const char* architecture : {"encoder", "vision"}) {
        ModelConfig config = reader_config(architecture, "cls", positions);
        config.norm = placement.name;
        const ModelMap map = layout_model_map(config, 240, 700, kEm);
        expect_sound(map, 240);
        EXPECT_EQ(map.heads.size(), 8u);
        EXPECT_EQ(map.heads[0].attention, AttentionKind::EncoderSelf);
        EXPECT_EQ(of_kind(map, MapKind::ClassVector).size(), 1u);
        EXPECT_EQ(of_kind(map, MapKind::Positions).size(), std::string(positions) == "learned" ? 1u : 0u);
        EXPECT_EQ(of_kind(map, MapKind::Patches).size(), std::string(architecture) == "vision" ? 1u : 0u);
        const auto model = make_model(config);
        const AlignedBuffer weights(static_cast<std::size_t>(model->parameters().size()), Real(0.01));
        Tape tape(Mode::Record);
        tape.bind(model->parameters(), weights.data(), nullptr);
        Batch batch;
        batch.resize(1, architecture == std::string("encoder") ? 3 : 0, 0, 1);
        std::ranges::fill(batch.source_lengths, 3);
        if (batch.source.empty()) batch.resize_pictures(1, config.picture_size, config.picture_size);
        model->loss(tape, batch, 0, 1);
        for (const MapBlock& b : map.blocks)
          EXPECT_TRUE(std::ranges::any_of(tape.recorded().names(),
                                          [&](const Named& n) { return n.name == b.tensor; }))
              << b.tensor << " of " << architecture << ", " << placement.name << ", " << positions;
      }
    }
  }
  EXPECT_EQ(
      of_kind(layout_model_map(reader_config("vision", "mean", "learned"), 240, 700, kEm), MapKind::Mean)
          .size(),
      1u);
}

TEST(ModelMapLayout, BlocksOfAttentionAloneHaveNoBoxAboveIt) {
  for (const char* norm : {"pre", "post", "none"}) {
    ModelConfig config = pair_config(norm);
    config.feed_forward = 0;
    const ModelMap map = layout_model_map(config, 320, 640, kEm);
    expect_sound(map, 320);
    EXPECT_EQ(of_kind(map, MapKind::Attention).size(), 6u);
    EXPECT_TRUE(of_kind(map, MapKind::FeedForward).empty());
    EXPECT_EQ(of_kind(map, MapKind::AddNorm).size(), std::string(norm) == "post" ? 6u : 0u);
    EXPECT_EQ(of_kind(map, MapKind::Norm).size(), std::string(norm) == "pre" ? 8u : 0u);
  }
}

TEST(ModelMapLayout, OnlyTransformersHaveAMap) {
  ModelConfig config;
  config.architecture = "recurrent";
  EXPECT_TRUE(layout_model_map(config, 240, 700, kEm).blocks.empty());
}

TEST(ModelMapLayout, NormsStandWhereTheConfigPutsThem) {
  const ModelMap pre = layout_model_map(gpt_config(2, 4), 240, 600, kEm);
  expect_sound(pre, 240);
  const Box norm = block(pre, "decoder.layers.0.attention_norm.output").box;
  const Box attention = block(pre, "decoder.layers.0.self_attention.weights").box;
  const Box sum = block(pre, "decoder.layers.0.attention_residual").box;
  EXPECT_GT(norm.min.y, attention.max.y - 0.5f) << "pre-norm: below the attention";
  EXPECT_LT(sum.max.y, attention.min.y + 0.5f);
  EXPECT_EQ(of_kind(pre, MapKind::Norm).size(), 5u);

  ModelConfig config = gpt_config(2, 4);
  config.norm = "post";
  const ModelMap post = layout_model_map(config, 240, 600, kEm);
  EXPECT_LT(block(post, "decoder.layers.0.attention_norm.output").box.max.y,
            block(post, "decoder.layers.0.self_attention.weights").box.min.y);
}

TEST(ModelMapLayout, BlocksFollowTheForwardPassUpwards) {
  const ModelMap map = layout_model_map(pair_config("pre"), 360, 700, kEm);
  expect_sound(map, 360);
  const char* const order[] = {"target.input",
                               "decoder.layers.0.self_attention.weights",
                               "decoder.layers.0.cross_attention.weights",
                               "decoder.layers.0.feed_forward.activated",
                               "decoder.layers.1.self_attention.weights",
                               "decoder.norm.output",
                               "output.logits",
                               "output.probabilities"};
  for (std::size_t i = 1; i < std::size(order); ++i)
    EXPECT_LT(block(map, order[i]).box.max.y, block(map, order[i - 1]).box.min.y + 0.5f) << order[i];
}

TEST(ModelMapLayout, ResidualPathsAndMemoryReachTheirBlocks) {
  const ModelMap map = layout_model_map(pair_config("post"), 320, 640, kEm);
  std::size_t residuals = 0, memories = 0;
  for (const MapArrow& arrow : map.arrows) {
    residuals += arrow.kind == MapArrow::Kind::Residual;
    if (arrow.kind != MapArrow::Kind::Memory) continue;
    ++memories;
    const ImVec2 end = arrow.points.back();
    EXPECT_TRUE(std::ranges::any_of(map.blocks, [&](const MapBlock& b) {
      return b.attention == AttentionKind::Cross && b.kind == MapKind::Attention && b.box.min.x == end.x &&
             b.box.min.y < end.y && end.y < b.box.max.y;
    }));
  }
  EXPECT_EQ(residuals, 10u);
  EXPECT_EQ(memories, 2u);
}

TEST(ModelMapLayout, FitsItsPanelWhereItCan) {
  EXPECT_LE(layout_model_map(pair_config("post"), 320, 640, kEm).size.y, 640);
  const ModelMap high = layout_model_map(pair_config("post"), 320, 1200, kEm);
  EXPECT_LE(high.size.y, 1200);
  EXPECT_GT(high.head_side, layout_model_map(pair_config("post"), 320, 640, kEm).head_side);
}

TEST(ModelMapLayout, ManyHeadsAndLayersStaySound) {
  for (float width : {165.f, 240.f, 400.f}) {
    expect_sound(layout_model_map(gpt_config(3, 16), width, 500, kEm), width);
    expect_sound(layout_model_map(gpt_config(12, 1), width, 500, kEm), width);
    expect_sound(layout_model_map(pair_config("pre"), width, 500, kEm), width);
  }
}

TEST(ModelMapLayout, NarrowPanelsPutTheDecoderAboveTheEncoder) {
  const ModelMap map = layout_model_map(pair_config("post"), 180, 600, kEm);
  expect_sound(map, 180);
  EXPECT_LT(block(map, "target.input").box.max.y,
            block(map, "encoder.layers.1.feed_forward_norm.output").box.min.y);
}

TEST(ModelMapLayout, NoRowOfHeadsIsLongerThanItMustBe) {
  for (const Index heads : {4, 8, 12})
    for (float width = kEm * 9; width < kEm * 30; width += kEm * 0.7f)
      for (const float height : {kEm * 15, kEm * 40, kEm * 90}) {
        const ModelMap map = layout_model_map(gpt_config(2, heads), width, height, kEm);
        std::map<float, Index> rows;  // of the first layer, by where they are
        for (const MapHead& head : map.heads)
          if (head.layer == 0) ++rows[head.box.min.y];
        const auto count = static_cast<Index>(rows.size());
        EXPECT_EQ(rows.begin()->second, (heads + count - 1) / count)
            << heads << ' ' << width << ' ' << height;
      }
}

}  // namespace
}  // namespace attnlab
