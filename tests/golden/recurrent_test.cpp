// Recurrent networks against nn.RNN, nn.LSTM and nn.GRU, and models with attention written plainly in
// PyTorch.
#include <memory>

#include "core/layers/recurrent_stack.h"
#include "tests/golden/model_case.h"

namespace attnlab::testing {
namespace {

struct LayerCase {
  std::string cell, form;
};

void PrintTo(const LayerCase& c, std::ostream* out) { *out << c.cell << "." << c.form; }

class GoldenRecurrentLayer : public ::testing::TestWithParam<LayerCase> {};

TEST_P(GoldenRecurrentLayer, MatchesPyTorch) {
  const LayerCase& c = GetParam();
  const std::vector<Index> lengths = c.form == "padded" ? std::vector<Index>{5, 2, 4} : std::vector<Index>();
  const RecurrentStack::Options options{.cell = {.kind = &cell_kind(c.cell), .inputs = 3, .width = 4},
                                        .layers = c.form == "one" ? 1 : 2,
                                        .bidirectional = c.form == "both" || c.form == "padded",
                                        .dropout = 0};
  expect_layer(golden_file("recurrent_layers"), c.cell + "." + c.form, {"input"},
               [&](ParameterLayout& layout) -> Forward {
                 const auto stack = std::make_shared<RecurrentStack>(ParameterScope(layout), options);
                 return [&, stack](Tape& tape, const std::vector<Variable>& in) {
                   return (*stack)(tape, in[0], {}, lengths, LastState::Skip).hidden;
                 };
               });
}

std::vector<LayerCase> layer_cases() {
  std::vector<LayerCase> cases;
  for (const CellKind& cell : cell_kinds()) {
    for (const char* form : {"one", "two", "both", "padded"}) cases.push_back({std::string(cell.name), form});
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(All, GoldenRecurrentLayer, ::testing::ValuesIn(layer_cases()),
                         [](const auto& given) { return given.param.cell + "_" + given.param.form; });

ModelConfig language_model(const std::string& cell) {
  ModelConfig config;
  config.architecture = "recurrent";
  config.cell = cell;
  config.layers = 2;
  config.width = 6;
  config.context = 7;
  config.target_vocabulary = 9;
  return config;
}

ModelConfig reader(const std::string& cell, const std::string& output, Index layers,
                   const std::string& pooling) {
  ModelConfig config = language_model(cell);
  config.output = output;
  config.layers = layers;
  config.width = 5;
  config.source_vocabulary = 8;
  config.target_vocabulary = 4;
  config.tied_output = false;
  config.bidirectional = true;
  config.pooling = pooling;
  return config;
}

ModelConfig translator(const std::string& cell, const std::string& alignment, Index layers = 1,
                       bool bidirectional = false) {
  ModelConfig config = language_model(cell);
  config.architecture = "recurrent_seq2seq";
  config.layers = layers;
  config.width = 5;
  config.source_vocabulary = 8;
  config.target_vocabulary = 7;
  config.tied_output = false;
  config.alignment = alignment;
  config.bidirectional = bidirectional;
  return config;
}

ModelCase model_case(const std::string& name, const ModelConfig& config) {
  return {.name = name, .config = config, .smoothing = 0, .epsilon = 1e-6};
}

std::vector<ModelCase> model_cases() {
  std::vector<ModelCase> cases;
  for (const CellKind& cell : cell_kinds()) {
    const std::string name(cell.name);
    cases.push_back(model_case("recurrent_" + name, language_model(name)));
  }
  cases.push_back(model_case("recurrent_labels", reader("gru", "labels", 1, "mean")));
  cases.push_back(model_case("recurrent_class_last", reader("lstm", "class", 2, "last")));
  cases.push_back(model_case("recurrent_class_mean", reader("rnn_tanh", "class", 2, "mean")));
  cases.push_back(model_case("seq2seq_none", translator("gru", "none", 2)));
  cases.push_back(model_case("seq2seq_none_both", translator("lstm", "none", 2, true)));
  cases.push_back(model_case("seq2seq_additive", translator("gru", "additive", 1, true)));
  cases.push_back(model_case("seq2seq_additive_lstm", translator("lstm", "additive")));
  cases.push_back(model_case("seq2seq_dot", translator("lstm", "dot")));
  cases.push_back(model_case("seq2seq_general", translator("gru", "general", 1, true)));
  cases.push_back(model_case("seq2seq_concat", translator("rnn_tanh", "concat")));
  return cases;
}

class GoldenRecurrentModel : public ::testing::TestWithParam<ModelCase> {};

TEST_P(GoldenRecurrentModel, LogitsLossAndGradients) { expect_golden_gradients(GetParam()); }

TEST_P(GoldenRecurrentModel, ThreeStepsOfTraining) { expect_golden_steps(GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, GoldenRecurrentModel, ::testing::ValuesIn(model_cases()),
                         [](const auto& given) { return given.param.name; });

}  // namespace
}  // namespace attnlab::testing
