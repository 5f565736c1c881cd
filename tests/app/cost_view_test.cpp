// The view Cost: which model is counted, its command, and what its figures say.
#include <gtest/gtest.h>

#include "app/base/format.h"
#include "app/features/cost/choice.h"
#include "app/figure/save.h"
#include "core/models/cost.h"
#include "core/models/sizes/known_models.h"
#include "core/training/preset.h"
#include "tests/app/commands_fixture.h"
#include "tests/support/expect_has.h"
#include "tests/support/lab_fixture.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

using testing::expect_has;

struct CostCommands : CommandsTest {
  const CostChoice& choice() const { return dispatcher.state().choices.of<CostChoice>(); }
};

TEST_F(CostCommands, ChooseTheModelThatIsCounted) {
  const ModelConfig open = find_preset("reverse").model;
  EXPECT_EQ(counted_config(choice(), open), open);
  say("choose cost.of known");
  say("choose cost.known gpt3");
  EXPECT_EQ(counted_config(choice(), open), known_model("gpt3").config());
  say("choose cost.of sizes");
  say("choose cost.width 512");
  say("choose cost.heads 9");
  const ModelConfig sized = counted_config(choice(), open);
  EXPECT_EQ(sized.width, 512);
  EXPECT_EQ(sized.heads, 8) << "the next lower divisor";
  EXPECT_EQ(choice().sizes.heads, 9) << "what was chosen stays";
  say("history.back");
  EXPECT_EQ(counted_config(choice(), open).heads, 8) << "12 does not divide 512";
  say("history.back");
  EXPECT_EQ(choice().sizes, ModelSizes{});
}

TEST_F(CostCommands, TakeTheSizesOfAModel) {
  say("cost.sizes gpt3");
  EXPECT_EQ(choice().of, "sizes");
  EXPECT_EQ(choice().sizes, sizes_of(known_model("gpt3").config()));
  say("history.back");
  EXPECT_EQ(choice(), CostChoice{});
  const ModelConfig open = find_preset("reverse").model, recurrent = find_preset("lstm").model;
  Limits limits = kTranslate;
  limits.config = &open;
  say("cost.sizes model", limits);
  EXPECT_EQ(choice().sizes.width, open.width);
  EXPECT_EQ(choice().sizes.context, open.context);
  EXPECT_EQ(refusal("cost.sizes model"), "no model is open");
  limits.config = &recurrent;
  expect_has(refusal("cost.sizes model", limits), "choose a model with attention heads");
  expect_has(refusal("cost.sizes gpt"), "there is no known model gpt; did you mean gpt3");
  EXPECT_EQ(choice().sizes.width, open.width) << "a refusal changes nothing";
}

TEST_F(CostCommands, RefuseSizesOutOfRange) {
  for (const char* line : {"choose cost.width 0", "choose cost.context 100000", "choose cost.kernel 1",
                           "choose cost.along m", "choose cost.of mine"})
    EXPECT_NE(refusal(line), "") << line;
}

struct CostFigures : LabTest {
  std::string drawn(std::initializer_list<const char*> lines) {
    for (const char* line : lines) say_and_settle(line);
    const testing::TempFolder folder;
    const std::string file = (folder / "cost.svg").string();
    save_figure(lab->view(), {.file = file});
    return testing::read_bytes(file);
  }
};

TEST_F(CostFigures, SayWhatIsCounted) {
  open();
  const std::string own = drawn({"view cost"});
  const ModelCost cost = count_cost(lab->view().trace->config());
  expect_has(own, format_count(cost.parameters) + " parameters");
  expect_has(own, format_whole(cost.multiplications()) + " multiplications");
  expect_has(drawn({"choose cost.of known"}), "124,439,808 parameters");
  const std::string block = drawn({"choose cost.known gpt2-small"});
  expect_has(block, "12·d² + 13·d");
  expect_has(block, "12·768² + 13·768");
  expect_has(block, "7,087,872");
  expect_has(block, "18,874,368: 75.5 MB in float32, 37.7 MB in 16 bits");
  const std::string base = drawn({"choose cost.known transformer-base"});
  expect_has(base, "63,082,496 parameters");
  expect_has(base, "65 M");
}

TEST_F(CostFigures, MarkTheCrossing) {
  open();
  expect_has(drawn({"view cost", "choose cost.part layers"}), "n = d = ");
  const std::string products = drawn({"choose cost.count products"});
  EXPECT_EQ(products.find("n = d = "), std::string::npos) << "exact products do not cross";
  expect_has(products, "4·n·d² + 2·n²·d");
}

/// As many neighbors as features: restricted attention costs what recurrence does, and hides nothing.
TEST_F(CostFigures, NameCurvesThatAreTheSame) {
  open();
  const std::string width = std::to_string(lab->view().trace->config().width);
  const std::string same = "Restricted attention = Recurrence";
  drawn({"view cost", "choose cost.part layers"});
  expect_has(drawn({("choose cost.neighbours " + width).c_str()}), same);
  EXPECT_EQ(drawn({("choose cost.neighbours " + std::to_string(std::stoi(width) / 2)).c_str()}).find(same),
            std::string::npos);
}

TEST_F(CostFigures, HaveNoSecondsBeforeTheyAreMeasured) {
  open();
  const std::string before = drawn({"view cost", "choose cost.part seconds"});
  expect_has(before, "The forward pass of the open model");
  EXPECT_EQ(before.find(" µs"), std::string::npos);
  const std::string after = drawn({"choose cost.measurement 1"});
  expect_has(after, "per second");
  EXPECT_NE(before, after);
  expect_has(drawn({"choose cost.of sizes"}), "Only the open model can run here.");
}

TEST_F(CostFigures, AreOfEveryKindOfModel) {
  for (const char* preset : {"lstm", "digits", "word-vectors", "masked-words"}) {
    open(preset);
    for (const char* part : {"parameters", "layers", "attention"})
      EXPECT_NO_THROW(drawn({"view cost", (std::string("choose cost.part ") + part).c_str()}))
          << preset << part;
  }
}

}  // namespace
}  // namespace attnlab
