// The large map: every model has one, nothing overlaps, arrows end on blocks, blocks show their real shapes
// and have all parameters between them.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/features/architecture/view_facts.h"
#include "core/layers/alignment_kind.h"
#include "core/models/architecture_kind.h"
#include "core/models/model.h"
#include "core/trace/tracer.h"
#include "core/training/preset.h"

namespace attnlab {
namespace {

bool touches(const Box& box, ImVec2 p) { return grown(box, 0.6f).contains(p); }

void expect_sound(const ModelMap& map) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < map.blocks.size(); ++i) {
    const Box& box = map.blocks[i].box;
    EXPECT_FALSE(box.empty());
    EXPECT_TRUE(names.insert(map.blocks[i].tensor).second) << map.blocks[i].tensor;
    EXPECT_TRUE(box.min.x >= 0 && box.min.y >= -0.5f && box.max.x <= map.size.x &&
                box.max.y <= map.size.y + 0.5f)
        << map.blocks[i].tensor;
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_TRUE(intersection(box, map.blocks[j].box).empty())
          << map.blocks[i].tensor << " on " << map.blocks[j].tensor;
  }
  std::vector<Box> parts;
  for (const MapHead& head : map.heads) parts.push_back(head.box);
  for (const MapBadge& badge : map.badges) parts.push_back(badge.box);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto on = std::ranges::count_if(map.blocks, [&](const MapBlock& b) {
      return b.kind == MapKind::Attention && b.box.min.x <= parts[i].min.x && b.box.max.x >= parts[i].max.x &&
             b.box.min.y <= parts[i].min.y && b.box.max.y >= parts[i].max.y;
    });
    EXPECT_EQ(on, 1);
    for (std::size_t j = 0; j < i; ++j) EXPECT_TRUE(intersection(parts[i], parts[j]).empty());
  }
  for (const MapArrow& arrow : map.arrows)
    EXPECT_TRUE(std::ranges::any_of(map.blocks,
                                    [&](const MapBlock& b) { return touches(b.box, arrow.points.back()); }))
        << arrow.points.back().x << " " << arrow.points.back().y;
  for (const MapArrow& arrow : map.arrows)
    for (std::size_t i = 1; i < arrow.points.size(); ++i) {
      const ImVec2 a = arrow.points[i - 1], b = arrow.points[i];
      EXPECT_TRUE(std::abs(a.x - b.x) < 0.5f || std::abs(a.y - b.y) < 0.5f) << "an arrow runs aslant";
    }
  for (const MapBlock& b : map.blocks)
    if (b.kind == MapKind::Attention) {
      EXPECT_TRUE(std::ranges::any_of(map.layers, [&](const MapLayer& l) {
        return l.name.ends_with(" " + std::to_string(b.layer)) && l.box.contains(b.box.centre());
      })) << b.tensor;
    }
}

bool is_read_first(MapKind kind) {
  using enum MapKind;
  return kind == Embedding || kind == Patches || kind == Positions || kind == Words || kind == Candidates;
}

/// Expects an arrow to every block but those that read the input.
void expect_connected(const ModelMap& map) {
  for (const MapBlock& block : map.blocks)
    EXPECT_TRUE(is_read_first(block.kind) ||
                std::ranges::any_of(map.arrows,
                                    [&](const MapArrow& a) { return touches(block.box, a.points.back()); }))
        << block.tensor;
}

struct Traced {
  std::shared_ptr<const Model> model;
  TracePtr trace;
};

Traced traced_with(const std::string& preset, const std::vector<std::string>& options = {}) {
  Preset p = find_preset(preset);
  for (const std::string& option : options) set_option(p, option);
  const Experiment e = make_experiment(p);
  auto snapshot = std::make_shared<WeightsSnapshot>();
  snapshot->weights.assign(static_cast<std::size_t>(e.model->parameters().size()), Real(0.01));
  const Example example = e.task->sample_example();
  TraceRequest request{.source = example.source, .target = example.target};
  if (format_of(p.model) == Format::Stream) request = {.target = example.source + example.target};
  if (has_picture(format_of(p.model))) request.picture = example.picture;
  return {e.model, Tracer(e.model, e.vocabularies).trace(snapshot, request)};
}

MapLengths lengths(const Trace& trace) {
  return {static_cast<Index>(trace.source_pieces.size()), trace.batch().input_length};
}

class ArchitectureLayout : public ::testing::TestWithParam<const char*> {};

TEST_P(ArchitectureLayout, EveryBlockIsATensorOfItsShape) {
  const Traced t = traced_with(GetParam());
  const ModelMap map = layout_architecture(t.model->config());
  EXPECT_GE(map.blocks.size(), 4u);
  expect_sound(map);
  expect_connected(map);
  expect_sound(layout_architecture(t.model->config(), 3));
  for (const MapBlock& block : map.blocks) {
    const TraceTensor* tensor = t.trace->find(block.tensor);
    ASSERT_TRUE(tensor) << block.tensor;
    const auto sizes = tensor->shape.sizes().subspan(tensor->shape.rank() > 2 ? 1 : 0);
    EXPECT_EQ(sizes_text({sizes.begin(), sizes.end()}),
              sizes_text(block_sizes(t.model->config(), block, lengths(*t.trace))))
        << block.tensor;
  }
}

TEST_P(ArchitectureLayout, EveryParameterIsLearnedInOneBlock) {
  const Traced t = traced_with(GetParam());
  const ModelMap map = layout_architecture(t.model->config());
  for (const Parameter& p : t.model->parameters().all())
    EXPECT_EQ(std::ranges::count_if(map.blocks, [&](const MapBlock& b) { return belongs_to(b, p); }), 1)
        << p.name;
}

TEST_P(ArchitectureLayout, BlocksFollowTheForwardPassUpwards) {
  const Traced t = traced_with(GetParam());
  const ModelMap map = layout_architecture(t.model->config());
  const auto place = [&](const MapBlock& b) {
    return std::ranges::find(t.trace->tensors(), b.tensor, &TraceTensor::name) - t.trace->tensors().begin();
  };
  const auto same_column = [](const Box& a, const Box& b) {
    return std::min(a.max.x, b.max.x) > std::max(a.min.x, b.min.x);
  };
  for (const MapBlock& a : map.blocks)
    for (const MapBlock& b : map.blocks)
      if (a.box.max.y <= b.box.min.y && same_column(a.box, b.box) && !a.tensor.ends_with("initial_hidden") &&
          !a.tensor.starts_with("alignment") && !b.tensor.starts_with("alignment")) {
        EXPECT_GT(place(a), place(b)) << a.tensor << " above " << b.tensor;
      }
}

INSTANTIATE_TEST_SUITE_P(Presets, ArchitectureLayout,
                         ::testing::Values("translate", "characters", "modern", "experts", "bracket-depth",
                                           "sentiment", "masked-words", "digits", "lstm", "brackets-lstm",
                                           "recall-lstm", "seq2seq", "seq2seq-attention", "describe",
                                           "describe-rnn", "word-vectors", "word-vectors-cbow"));

TEST(Architecture, RecurrentAlignmentsOfAllKindsAreSound) {
  for (const AlignmentKind& alignment : alignment_kinds()) {
    for (const std::string both : {"true", "false"}) {
      if (!alignment.equal_widths.empty() && both == "true") continue;
      const Traced t = traced_with("seq2seq-attention",
                                   {"model.alignment=" + std::string(alignment.name),
                                    "model.bidirectional=" + both, "model.layers=2", "model.cell=lstm"});
      const ModelMap map = layout_architecture(t.model->config());
      expect_sound(map);
      for (const MapBlock& block : map.blocks) EXPECT_TRUE(t.trace->find(block.tensor)) << block.tensor;
      for (const Parameter& p : t.model->parameters().all())
        EXPECT_EQ(std::ranges::count_if(map.blocks, [&](const MapBlock& b) { return belongs_to(b, p); }), 1)
            << p.name;
    }
  }
}

ModelConfig deep() {
  ModelConfig c;
  c.layers = 12;
  c.heads = 12;
  c.width = 768;
  return c;
}

TEST(Architecture, DeepModelsWithManyHeadsAreSound) {
  const ModelMap map = layout_architecture(deep());
  expect_sound(map);
  EXPECT_EQ(map.layers.size(), 12u);
  EXPECT_EQ(map.heads.size(), 144u);
  ModelConfig c = deep();
  c.heads = 32;
  c.positions = "alibi";
  c.mask.window = 128;
  expect_sound(layout_architecture(c));
}

TEST(Architecture, DeepModelsAreFoldedIntoColumnsWhereThatMakesThemLarger) {
  const ModelMap high = layout_architecture(deep()), wide = layout_architecture(deep(), 1.5f);
  expect_sound(wide);
  expect_connected(wide);
  EXPECT_EQ(wide.blocks.size(), high.blocks.size());
  EXPECT_GT(std::min(1.5f / wide.size.x, 1 / wide.size.y),
            2.5f * std::min(1.5f / high.size.x, 1 / high.size.y));
  std::set<float> columns;
  for (const MapBlock& b : wide.blocks)
    if (b.kind == MapKind::Attention) columns.insert(b.box.min.x);
  EXPECT_GE(columns.size(), 2u);
  for (std::size_t i = 1; i < wide.layers.size(); ++i) {
    const Box &below = wide.layers[i - 1].box, &here = wide.layers[i].box;
    EXPECT_TRUE(here.max.y <= below.min.y + 0.5f || here.min.x >= below.max.x) << "layer " << i;
  }
  for (const MapArrow& arrow : wide.arrows)
    for (const ImVec2 p : arrow.points)
      EXPECT_TRUE(p.x >= 0 && p.y >= 0 && p.x <= wide.size.x && p.y <= wide.size.y);
  ModelConfig shallow = deep();
  shallow.layers = 3;
  EXPECT_FLOAT_EQ(layout_architecture(shallow, 3).size.y, layout_architecture(shallow).size.y);
}

TEST(Architecture, BlocksGetWiderForAWideView) {
  const ModelConfig config = traced_with("translate").model->config();
  const ModelMap narrow = layout_architecture(config), wide = layout_architecture(config, 1.8f);
  EXPECT_FLOAT_EQ(wide.size.y, narrow.size.y);
  EXPECT_NEAR(wide.size.x / wide.size.y, 1.8f, 0.01f);
  EXPECT_GT(wide.caption, narrow.caption);
  EXPECT_FLOAT_EQ(layout_architecture(config, 100).size.x, layout_architecture(config, 200).size.x);
}

TEST(Architecture, EncoderStandsLeftOfItsDecoderAndIsReadByEveryCrossAttention) {
  const ModelMap map = layout_architecture(traced_with("translate").model->config());
  float right = 0, left = map.size.x;
  for (const MapBlock& b : map.blocks) {
    if (b.tensor.starts_with("encoder.")) right = std::max(right, b.box.max.x);
    if (b.tensor.starts_with("decoder.")) left = std::min(left, b.box.min.x);
  }
  EXPECT_LT(right, left);
  EXPECT_EQ(std::ranges::count(map.arrows, MapArrow::Kind::Memory, &MapArrow::kind), 2);
}

TEST(Architecture, AStackIsAsHighAsItIsDeep) {
  ModelConfig config = find_preset("translate").model;
  config.layers = 3;
  config.decoder_layers = 1;
  config.source_vocabulary = config.target_vocabulary = 9;
  const ModelMap map = layout_architecture(config, 1.5f);
  const auto count = [&](std::string_view start) {
    return std::ranges::count_if(map.layers, [&](const MapLayer& l) { return l.name.starts_with(start); });
  };
  EXPECT_EQ(count("encoder"), 3);
  EXPECT_EQ(count("decoder"), 1);
  EXPECT_EQ(layers_text(config), "3 + 1 layers");
  config.decoder_layers = 0;
  EXPECT_EQ(layers_text(config), "3 layers");
}

TEST(Architecture, ArrowsOfTheKeyboardLeadFromPartToPart) {
  const ModelMap map = layout_architecture(traced_with("translate").model->config());
  const auto box = [&](const char* name) {
    return std::ranges::find(map.blocks, std::string(name), &MapBlock::tensor)->box;
  };
  const Box feed_forward = box("decoder.layers.0.feed_forward.activated");
  EXPECT_EQ(part_beside(map, feed_forward, 0, -1), "decoder.layers.0.feed_forward_norm.output");
  EXPECT_EQ(part_beside(map, feed_forward, 0, 1), "decoder.layers.0.cross_attention_norm.output");
  const Box left = map.heads.front().box;
  EXPECT_EQ(part_beside(map, left, 1, 0), "encoder_self.0.1");
  EXPECT_EQ(part_beside(map, box("output.probabilities"), 0, -1), "");
}

TEST(Architecture, AChangedOptionChangesTheBlocksThatItShapes) {
  ModelConfig open, draft;
  draft.activation = "relu";
  const ModelMap map = layout_architecture(open);
  for (const MapBlock& b : layout_architecture(draft).blocks)
    EXPECT_EQ(differs(open, map, draft, b), b.kind == MapKind::FeedForward) << b.tensor;
  draft = open;
  draft.scaled_scores = false;
  for (const MapBlock& b : layout_architecture(draft).blocks)
    EXPECT_EQ(differs(open, map, draft, b), b.kind == MapKind::Attention) << b.tensor;
  draft = open;
  draft.layers = 3;
  for (const MapBlock& b : layout_architecture(draft).blocks)
    EXPECT_EQ(differs(open, map, draft, b), b.tensor.starts_with("decoder.layers.2")) << b.tensor;
}

}  // namespace
}  // namespace attnlab
