// Every architecture with every two of its choices: it is made, learns, and is traced; the map, the facts and
// every table that is keyed by rows know it. With every choice alone, its cells are explained. With blocks of
// attention alone it is whole too.
#include <gtest/gtest.h>

#include <set>

#include "app/features/architecture/view_facts.h"
#include "app/state/draft.h"
#include "app/state/tensor_groups.h"
#include "app/state/walk/pass_walk.h"
#include "app/views/stage/cell_formulas.h"
#include "app/widgets/base/glossary.h"
#include "core/layers/attention_sites.h"
#include "core/models/architecture_kind.h"
#include "core/models/cost.h"
#include "core/models/pooling_kind.h"
#include "core/training/memory.h"
#include "core/training/trainer.h"
#include "tests/support/switches.h"
#include "tests/trace/recompute.h"

namespace attnlab::testing {
namespace {

bool has_model_option(ModelConfig config, std::string_view name) {
  const Fields fields = used_model_fields(config);
  return std::ranges::find(fields, name, &Field::name) != fields.end();
}

/// The options of the model that have a list of values, or are on or off.
std::vector<Switch> choices_of_model(ModelConfig config) {
  std::vector<Switch> choices;
  for (const Field& field : used_model_fields(config)) {
    Switch next{std::string(field.name), {}};
    if (std::holds_alternative<bool*>(field.value)) next.values = {"false", "true"};
    for (const Choice& choice : field.choices) next.values.emplace_back(choice.name);
    if (field.name != "architecture" && !next.values.empty()) choices.push_back(std::move(next));
  }
  return choices;
}

/// Two layers and untied output weights, so that all options are possible.
ModelConfig walked_base(const std::string& architecture) {
  ModelConfig config = switch_base(architecture);
  if (has_model_option(config, "layers")) config.layers = 2;
  if (has_model_option(config, "tied_output")) config.tied_output = false;
  return config;
}

ModelConfig changed_model(ModelConfig config,
                          const std::vector<std::pair<std::string, std::string>>& changes) {
  for (const auto& [option, value] : changes) set_switch(config, option, value);
  config.source_vocabulary = has_source(format_of(config)) ? config.target_vocabulary : 0;
  return config;
}

/// Whether a model of this kind can have this value.
bool is_possible(const ArchitectureKind& kind, const std::string& option, const std::string& value) {
  if (option != "pooling") return true;
  return (kind.has_blocks() ? pooling_kind(value).not_of_blocks : pooling_kind(value).not_of_cells).empty();
}

struct WalkedPass {
  explicit WalkedPass(const ModelConfig& config) : model(make_model(config)), batch(switch_batch(config)) {
    auto first = std::make_shared<WeightsSnapshot>();
    first->weights.resize(static_cast<std::size_t>(model->parameters().size()));
    model->parameters().initialize(first->weights, 3);
    auto tape = std::make_unique<Tape>(Mode::Record);
    tape->bind(model->parameters(), first->weights.data(), nullptr);
    model->loss(*tape, batch, 0, batch.counted_targets());
    snapshot = first;
    trace = std::make_shared<Trace>(model, snapshot, std::move(tape), batch);
  }
  double fused_loss() const {
    Tape tape(Mode::Train);
    tape.bind(model->parameters(), snapshot->weights.data(), nullptr);
    return static_cast<double>(*model->loss(tape, batch, 0, batch.counted_targets()).data());
  }
  MapLengths lengths() const {
    const ModelConfig& config = model->config();
    const Index read = batch.source_length + (has_class_token(config) ? 1 : 0);
    return {batch.pictures.empty() ? read : longest_source(config), batch.input_length};
  }

  std::shared_ptr<const Model> model;
  Batch batch;
  SnapshotPtr snapshot;
  TracePtr trace;
};

void expect_known_term(std::string_view term) { EXPECT_NE(find_term(term), nullptr) << term; }

void expect_map(const WalkedPass& pass) {
  const ModelConfig& config = pass.model->config();
  const ModelMap map = layout_architecture(config);
  expect_known_term(term_of(config));
  for (const MapBlock& block : map.blocks) {
    const TraceTensor* tensor = pass.trace->find(block.tensor);
    ASSERT_TRUE(tensor) << block.tensor;
    const auto sizes = tensor->shape.sizes().subspan(tensor->shape.rank() > 2 ? 1 : 0);
    EXPECT_EQ(sizes_text({sizes.begin(), sizes.end()}),
              sizes_text(block_sizes(config, block, pass.lengths())))
        << block.tensor;
    if (const std::string_view term = term_of(block, config); !term.empty()) expect_known_term(term);
  }
  for (const Parameter& p : pass.model->parameters().all())
    EXPECT_EQ(std::ranges::count_if(map.blocks, [&](const MapBlock& b) { return belongs_to(b, p); }), 1)
        << p.name;
  EXPECT_EQ(layout_model_map(config, 320, 640, kBaseEm).blocks.empty(), !is_transformer(config));
}

void expect_facts(const WalkedPass& pass) {
  const ModelConfig& config = pass.model->config();
  const Index parameters = pass.model->parameters().size();
  EXPECT_EQ(count_cost(config).parameters, parameters);
  EXPECT_GT(count_cost(config).flops, 0);
  EXPECT_GT(training_bytes(config, TrainingConfig(), parameters), 0);
  EXPECT_TRUE(pass.trace->find(default_tensor(config)));
  for (const AttentionKind kind : attentions_of(config))
    EXPECT_TRUE(pass.trace->find(attention_place(kind, 0), attention_sites::kWeights))
        << attention_name(kind);
}

/// Expects a formula for each tensor that is made position by position.
void expect_formulas(const WalkedPass& pass) {
  const ModelConfig& config = pass.model->config();
  for (const WalkStep& step : pass_walk(*pass.trace).steps) {
    if (step.position < 0) continue;
    for (const TraceTensor* tensor : step.tensors)
      EXPECT_TRUE(step.kind() == PartKind::Alignment
                      ? alignment_formula(alignment_kind(config.alignment), *tensor->site)
                      : cell_formula(cell_kind(config.cell), *tensor->site))
          << tensor->name;
  }
}

void expect_explained(const WalkedPass& pass) {
  for (const TraceTensor& tensor : pass.trace->tensors()) {
    expect_cell_recomputed(*pass.trace, tensor, 0);
    expect_cell_recomputed(*pass.trace, tensor, tensor.shape.size() - 1);
  }
}

class EveryArchitecture : public ::testing::TestWithParam<std::string> {};

void expect_whole(const ModelConfig& config) {
  const WalkedPass pass(config);
  const double loss = pass.trace->loss();
  ASSERT_TRUE(std::isfinite(loss));
  EXPECT_NEAR(pass.fused_loss(), loss, 1e-5 * loss);
  expect_map(pass);
  expect_facts(pass);
  expect_formulas(pass);
}

TEST_P(EveryArchitecture, IsWholeWithEveryTwoChoices) {
  const ModelConfig base = walked_base(GetParam());
  const std::vector<Switch> choices = choices_of_model(base);
  std::set<std::string> seen;
  const auto visit = [&](const Switch& a, const std::string& value, const Switch& b,
                         const std::string& other) {
    const std::string text = a.name + "=" + value, other_text = b.name + "=" + other;
    SCOPED_TRACE(text + " " + other_text);
    const ModelConfig config = changed_model(base, {{a.name, value}, {b.name, other}});
    if (HasFailure() || !refusal(config).empty()) return;
    seen.insert({text, other_text});
    expect_whole(config);
  };
  for (std::size_t i = 0; i < choices.size(); ++i)
    for (const std::string& value : choices[i].values) {
      visit(choices[i], value, choices[i], value);
      for (std::size_t j = 0; j < i; ++j)
        for (const std::string& other : choices[j].values) visit(choices[i], value, choices[j], other);
    }
  for (const Switch& option : choices)
    for (const std::string& value : option.values)
      EXPECT_EQ(seen.contains(option.name + "=" + value),
                is_possible(architecture_kind(GetParam()), option.name, value))
          << option.name << "=" << value;
}

TEST_P(EveryArchitecture, IsExplainedWithEveryChoice) {
  const ModelConfig base = walked_base(GetParam());
  expect_explained(WalkedPass(base));
  for (const Switch& option : choices_of_model(base))
    for (const std::string& value : option.values) {
      SCOPED_TRACE(option.name + "=" + value);
      const ModelConfig config = changed_model(base, {{option.name, value}});
      if (refusal(config).empty()) expect_explained(WalkedPass(config));
    }
}

/// No tensor, parameter or box is of a feed-forward sublayer.
void expect_attention_alone(const WalkedPass& pass) {
  for (const TraceTensor& tensor : pass.trace->tensors())
    EXPECT_EQ(tensor.name.find("feed_forward"), std::string::npos) << tensor.name;
  for (const Parameter& p : pass.model->parameters().all())
    EXPECT_EQ(p.name.find("feed_forward"), std::string::npos) << p.name;
  for (const WalkStep& step : pass_walk(*pass.trace).steps)
    EXPECT_NE(step.kind(), PartKind::FeedForward) << step.name();
  for (const PartCost& part : count_cost(pass.model->config()).parts) EXPECT_NE(part.name, "feed-forward");
}

void expect_learning(const WalkedPass& pass) {
  TrainingConfig training;
  training.batch = pass.batch.size;
  Trainer trainer(pass.model, nullptr, training, 1);
  const std::vector<Real> before(trainer.weights().begin(), trainer.weights().end());
  EXPECT_TRUE(std::isfinite(trainer.step(pass.batch).loss));
  EXPECT_FALSE(std::ranges::equal(trainer.weights(), before));
}

TEST_P(EveryArchitecture, IsWholeOfAttentionAlone) {
  if (!architecture_kind(GetParam()).has_blocks()) GTEST_SKIP() << "it has no blocks";
  for (const char* norm : {"pre", "post", "none"}) {
    SCOPED_TRACE(norm);
    const ModelConfig config =
        changed_model(walked_base(GetParam()), {{"feed_forward", "0"}, {"norm", norm}});
    ASSERT_EQ(refusal(config), "");
    expect_whole(config);
    const WalkedPass pass(config);
    expect_explained(pass);
    expect_attention_alone(pass);
    expect_learning(pass);
  }
}

TEST_P(EveryArchitecture, IsWholeAsItIs) { expect_whole(switch_base(GetParam())); }

TEST_P(EveryArchitecture, TakesEveryChoiceInADraft) {
  const ModelConfig base = walked_base(GetParam());
  ModelConfig copy = base;
  for (const Field& field : draft_fields(copy))
    for (const Choice& choice : field.choices) {
      std::vector<std::string> changes;
      change_draft(changes, base, field.name, choice.name);
      EXPECT_EQ(option_text(draft_of(base, changes).config, field.name), choice.name) << field.name;
    }
}

std::vector<std::string> all_architectures() {
  std::vector<std::string> names;
  for (const ArchitectureKind& kind : architecture_kinds()) names.emplace_back(kind.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, EveryArchitecture, ::testing::ValuesIn(all_architectures()),
                         [](const auto& given) { return given.param; });

}  // namespace
}  // namespace attnlab::testing
