// Counted work against a pass: the multiplications that count_cost() states are those of the recorded
// products.
#include <gtest/gtest.h>

#include <cmath>

#include "core/models/cost.h"
#include "core/models/full_batch.h"
#include "tests/trace/preset_traces.h"
#include "tests/trace/recurrent_models.h"

namespace attnlab::testing {
namespace {

/// Rows of one position of a value [B,T,…].
double rows_of_a_position(const Node* value) { return static_cast<double>(value->shape[0]); }

double cells(const Node* value) { return static_cast<double>(value->shape.size()); }
double last(const Node* value) { return static_cast<double>(value->shape.last()); }

/// Each matrix [C,in] that a gate of a recurrent cell has is multiplied by one row a sequence.
double gate_products(const Operation& gate) {
  double sum = 0;
  for (const Node* input : gate.inputs())
    if (input && input->keeps_gradient && input->shape.rank() == 2) sum += cells(input);
  return sum * rows_of_a_position(gate.output());
}

/// Multiplications of an operation that is a product of matrices; 0 for others.
double products(const Operation& operation) {
  const auto input = [&](std::size_t i) { return operation.inputs()[i]; };
  const std::string_view kind = operation.kind();
  const bool one_position = operation.position().has_value();
  const double output = one_position ? rows_of_a_position(operation.output()) * last(operation.output())
                                     : cells(operation.output());
  // The overlaps of a table with itself are shown beside the pass, which does without them.
  if (kind == "linear" && input(0) == input(1)) return 0;
  if (kind == "linear" || kind == "scores" || kind == "weighted_rows") return output * last(input(0));
  if (kind == "context" || kind == "attention_context") return output * last(input(0));
  if (kind == "additive_scores") return output * last(input(0));
  if (kind == "additive_sum") return output * cells(input(1));
  return kind == "gate" ? gate_products(operation) : 0;
}

/// Pairs of a query and a key that a mask hides, over all heads.
double hidden_pairs(const Operation& operation) {
  if (operation.kind() != "mask") return 0;
  const Node* masked = operation.output();
  return static_cast<double>(std::count_if(masked->value, masked->value + masked->shape.size(),
                                           [](Real x) { return std::isinf(x); }));
}

/// Multiplications of the recorded pass, of attention those of pairs that are seen: scores and weighted sums.
double multiplications_of_pass(const Model& model, const Batch& batch) {
  std::vector<Real> weights(static_cast<std::size_t>(model.parameters().size()));
  std::vector<Real> gradients(weights.size());
  model.parameters().initialize(weights, 3);
  Tape tape(Mode::Record);
  tape.bind(model.parameters(), weights.data(), gradients.data());
  model.logits(tape, batch);
  double sum = 0;
  for (const Operation* at = tape.last_operation(); at; at = at->previous())
    sum += products(*at) - 2 * static_cast<double>(model.config().head_size()) * hidden_pairs(*at);
  return sum;
}

/// A trace asks every expert, a training step those that a token goes through.
ModelConfig asking_all_experts(ModelConfig config) {
  if (config.experts > 0) config.experts_per_token = config.experts;
  return config;
}

/// Products that a pass leaves out: those of a first state that is zero, with the recurrent weights.
void expect_counted(const ModelConfig& config, const std::string& name) {
  const auto model = make_model(config);
  const Index n = std::min<Index>(config.context, 10);
  const ModelCost cost = count_cost(asking_all_experts(config), model->parameters(), n);
  EXPECT_DOUBLE_EQ(multiplications_of_pass(*model, full_batch(config, n)), cost.multiplications()) << name;
}

TEST(CountedProducts, AreThoseOfEveryPresetsPass) {
  for (const std::string& name : trainable_presets()) {
    if (find_preset(name).task.name == "picture_folder") continue;
    expect_counted(with_vocabularies(find_preset(name)).model, name);
  }
}

TEST(CountedProducts, AreThoseOfEveryRecurrentModel) {
  for (const RecurrentCase& c : kRecurrentCases) expect_counted(recurrent_config(c), c.name);
}

TEST(CountedProducts, AreThoseOfWindowsGroupsAndGates) {
  const auto config_with = [](const std::string& preset, const std::vector<std::string>& options) {
    return with_vocabularies(preset_with(preset, options)).model;
  };
  expect_counted(config_with("characters", {"model.window=3"}), "window");
  expect_counted(config_with("characters", {"model.window=3", "model.sinks=2"}), "window and sinks");
  expect_counted(config_with("characters", {"model.key_value_heads=1"}), "one head of keys and values");
  expect_counted(config_with("characters", {"model.activation=swiglu"}), "gated");
  expect_counted(config_with("characters", {"model.causal=false"}), "no causal mask");
  expect_counted(config_with("translate", {"model.window=2"}), "window in both texts");
  expect_counted(config_with("characters", {"model.activation=gelu", "model.feed_forward=0"}),
                 "attention alone");
}

}  // namespace
}  // namespace attnlab::testing
