// Recurrent models on a recording tape: names, agreement with the fused cells, and every cell's derivation.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "core/trace/edit.h"
#include "tests/support/temp_folder.h"
#include "tests/support/weighted_sum.h"
#include "tests/trace/distance.h"
#include "tests/trace/recompute.h"
#include "tests/trace/recurrent_models.h"

namespace attnlab::testing {
namespace {

class RecurrentTrace : public ::testing::TestWithParam<RecurrentCase> {
 protected:
  RecurrentTrace() {
    for (Real cell : random_values(model_->parameters().size(), 21, 0.6)) weights_->weights.push_back(cell);
  }

  /// Loss, logits and gradient by one tape.
  struct Pass {
    double loss = 0;
    std::vector<Real> logits, gradient;
  };
  Pass run(Mode mode, bool stochastic) const {
    Pass pass;
    pass.gradient.resize(weights_->weights.size());
    Tape tape(mode);
    if (stochastic) tape.set_random_key(11);
    tape.bind(model_->parameters(), weights_->weights.data(), pass.gradient.data());
    const Variable logits = model_->logits(tape, batch_);
    pass.logits.assign(logits.data(), logits.data() + logits.size());
    tape.reset();
    const Variable loss = model_->loss(tape, batch_, 0.1, batch_.counted_targets());
    pass.loss = static_cast<double>(*loss.data());
    tape.backward(loss);
    return pass;
  }

  /// A trace with all gradients.
  std::unique_ptr<Trace> record(const std::vector<Edit>& edits = {}) {
    gradients_.assign(weights_->weights.size(), Real(0));
    auto tape = std::make_unique<Tape>(Mode::Record);
    for (const Edit& edit : edits)
      for (Intervention& intervention : interventions_of(edit, config_))
        tape->recorded().attach(std::move(intervention));
    tape->bind(model_->parameters(), weights_->weights.data(), gradients_.data());
    tape->backward(model_->loss(*tape, batch_, 0, batch_.counted_targets()));
    return std::make_unique<Trace>(model_, weights_, std::move(tape), batch_);
  }

  ModelConfig config_ = recurrent_config(GetParam());
  std::shared_ptr<const Model> model_ = make_model(config_);
  Batch batch_ = recurrent_batch(config_);
  std::shared_ptr<WeightsSnapshot> weights_ = std::make_shared<WeightsSnapshot>();
  std::vector<Real> gradients_;
};

TEST_P(RecurrentTrace, NamesAreAsInTheFile) {
  Tape tape(Mode::Record);
  tape.bind(model_->parameters(), weights_->weights.data(), nullptr);
  model_->loss(tape, batch_, 0, batch_.counted_targets());
  std::string text;
  for (const Named& named : tape.recorded().names())
    text += named.name + " " + named.node->shape.text() + "\n";
  text += "\n";
  for (const Parameter& parameter : model_->parameters().all())
    text += parameter.name + " " + parameter.shape.text() + "\n";
  const std::filesystem::path path = std::filesystem::path(ATTNLAB_SOURCE_DIR) / "tests" / "golden" /
                                     ("names_" + std::string(GetParam().name) + ".txt");
  if (std::getenv("ATTNLAB_UPDATE_GOLDEN")) write_bytes(path, text);
  EXPECT_EQ(text, read_bytes(path)) << "If the names were meant to change, set ATTNLAB_UPDATE_GOLDEN=1, run "
                                       "this test again and review the difference in "
                                    << path;
}

TEST_P(RecurrentTrace, FusedCellsAgreeWithSteps) {
  const Pass fused = run(Mode::Train, false), steps = run(Mode::Record, false);
  EXPECT_NEAR(fused.loss, steps.loss, 1e-6 * steps.loss);
  EXPECT_LT(distance(fused.logits, steps.logits), 1e-6);
  EXPECT_LT(distance(fused.gradient, steps.gradient), 1e-6);
}

TEST_P(RecurrentTrace, FusedCellsAgreeWithStepsUnderDropout) {
  config_.dropout = 0.3;
  model_ = make_model(config_);
  const Pass fused = run(Mode::Train, true), steps = run(Mode::Record, true);
  EXPECT_LT(distance(fused.logits, steps.logits), 1e-6);
  EXPECT_LT(distance(fused.gradient, steps.gradient), 1e-6);
  EXPECT_GT(distance(fused.logits, run(Mode::Train, false).logits), 1e-2) << "dropout did nothing";
}

TEST_P(RecurrentTrace, EveryCellAndEveryGradientIsRecomputed) { expect_all_recomputed(*record()); }

TEST_P(RecurrentTrace, SoAreThoseOfEditedStates) {
  constexpr Index all = CellRegion::kWhole;
  // A concatenating alignment also has a tensor of that name.
  const std::string states = config_.alignment == "concat" ? "*.layers.0.hidden" : "*.hidden";
  const std::unique_ptr<Trace> trace = record({CellEdit{{states, {all, 1, all}}, CellEdit::How::Scale, -1.5},
                                               CellEdit{{states, {all, 2, 0}}, CellEdit::How::Set, 0.25},
                                               CellEdit{{states, {0, all, 3}}, CellEdit::How::Add, 0.5}});
  EXPECT_GT(std::ranges::count_if(trace->tensors(), &TraceTensor::edited), 0);
  expect_all_recomputed(*trace);
}

INSTANTIATE_TEST_SUITE_P(All, RecurrentTrace, ::testing::ValuesIn(kRecurrentCases),
                         [](const auto& given) { return std::string(given.param.name); });

}  // namespace
}  // namespace attnlab::testing
