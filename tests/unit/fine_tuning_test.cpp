// Fine-tuning: an opened model learns a text further, is saved, goes on, and is given back.

#include <gtest/gtest.h>

#include "core/io/family_export.h"
#include "core/io/family_folder.h"
#include "core/training/memory.h"
#include "core/training/own_data.h"
#include "core/training/parameters/trained_parameters.h"
#include "core/training/run/recorder.h"
#include "tests/support/error_text.h"
#include "tests/support/expect_has.h"
#include "tests/support/same_state.h"
#include "tests/support/small_training.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

fs::path family(const std::string& name) {
  return fs::path(ATTNLAB_SOURCE_DIR) / "tests/golden/families" / name;
}

/// A text that is easily learnt.
std::string tale() {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "the owl and the fox sat by the river. ";
  return text;
}

/// Of WordPiece: what stands around a text and hides a token, letters alone and within words, and entries
/// that no text has.
std::string word_list(Index size) {
  std::string list = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
  Index count = 5;
  for (char letter = 'a'; letter <= 'z'; ++letter, count += 2)
    list += std::string(1, letter) + "\n##" + std::string(1, letter) + "\n";
  for (const char* mark : {".", ",", "1", "##2"}) list += std::string(mark) + "\n", ++count;
  for (; count < size; ++count) list += "[unused" + std::to_string(count) + "]\n";
  return list;
}

/// A folder with the text, and an opened model. Models that read whole texts get a tokenizer that hides
/// tokens.
struct Tuning {
  explicit Tuning(const std::string& name) {
    write_bytes(folder / "tale.txt", tale());
    fs::copy(family(name), folder / "model");
    opened = load_checkpoint(folder / "model");
    if (format_of(opened.preset.model) != Format::Masked) return;
    fs::remove(folder / "model/tokenizer.json");
    write_bytes(folder / "model/vocab.txt", word_list(opened.preset.model.source_vocabulary));
    write_bytes(
        folder / "model/special_tokens_map.json",
        R"({"cls_token": "[CLS]", "sep_token": "[SEP]", "mask_token": "[MASK]", "pad_token": "[PAD]"})");
    opened = load_checkpoint(folder / "model");
  }
  Preset preset(Index steps = 30, const std::string& names = "") const {
    Preset made = learning_further(opened.preset, (folder / "tale.txt").string());
    made.training.steps = steps;
    made.training.batch = 4;
    made.training.learning_rate = 0.01;
    made.training.warmup = 2;
    made.training.train = names;
    return made;
  }

  TempFolder folder;
  Checkpoint opened;
};

class TunedFamily : public ::testing::TestWithParam<const char*> {};

TEST_P(TunedFamily, LearnsTheTextFromItsOwnWeightsOn) {
  const Tuning tuning(GetParam());
  const Experiment e = further_experiment(tuning.opened, tuning.preset());
  Trainer trainer(e, 1);
  EXPECT_EQ(cells(trainer.weights()), cells(tuning.opened.state->snapshot->weights));
  const double before = trainer.validation_loss(8);
  while (trainer.steps_done() < 30) trainer.step();
  EXPECT_LT(trainer.validation_loss(8), 0.95 * before);
  trainer.reset();
  EXPECT_EQ(cells(trainer.weights()), cells(tuning.opened.state->snapshot->weights));
  EXPECT_EQ(trainer.validation_loss(8), before);
}

TEST_P(TunedFamily, IsSavedAndGoesOnAsIfItHadNeverStopped) {
  const Tuning tuning(GetParam());
  const Experiment e = further_experiment(tuning.opened, tuning.preset(10));
  Trainer whole(e, 1), half(e, 1);
  Recorder recorder(half, {.measure_every = 0});
  while (half.steps_done() < 4) {
    recorder.before_step(half);
    recorder.after_step(half, half.step());
  }
  recorder.store(half);
  save_checkpoint(tuning.folder / "run", capture(e, half, recorder.record()));
  Continuation on = continue_training(load_checkpoint(tuning.folder / "run"), 2);
  while (whole.steps_done() < 10) whole.step();
  while (on.trainer->steps_done() < 10) on.trainer->step();
  expect_same(on.trainer->state(), whole.state());
  on.trainer->reset();
  EXPECT_EQ(cells(on.trainer->weights()), cells(tuning.opened.state->snapshot->weights));
}

TEST_P(TunedFamily, IsGivenBackAsAFolderOfItsFamily) {
  const Tuning tuning(GetParam());
  const Experiment e = further_experiment(tuning.opened, tuning.preset(2));
  Trainer trainer(e, 1);
  trainer.step();
  save_checkpoint(tuning.folder / "run", capture(e, trainer));
  save_family_folder(tuning.folder / "given", load_checkpoint(tuning.folder / "run", Load::Weights));
  const Checkpoint again = load_checkpoint(tuning.folder / "given");
  EXPECT_EQ(again.preset.name, tuning.opened.preset.name);
  EXPECT_EQ(cells(again.state->snapshot->weights), cells(trainer.weights()));
  EXPECT_EQ(again.vocabularies->target.encode("the owl, 12"),
            tuning.opened.vocabularies->target.encode("the owl, 12"));
}

INSTANTIATE_TEST_SUITE_P(Families, TunedFamily,
                         ::testing::Values("gpt2", "llama", "neox", "gpt_neo", "bert", "roberta",
                                           "distilbert"));

TEST(FineTuning, FrozenLayersKeepTheirBitsThroughTheFiles) {
  const Tuning tuning("gpt2");
  const std::string names = "decoder.layers.1.*";
  const Experiment e = further_experiment(tuning.opened, tuning.preset(10, names));
  Trainer trainer(e, 1);
  while (trainer.steps_done() < 5) trainer.step();
  save_checkpoint(tuning.folder / "run", capture(e, trainer));
  const Checkpoint loaded = load_checkpoint(tuning.folder / "run");
  EXPECT_EQ(static_cast<Index>(loaded.state->optimizer->mean.size()), trainer.trained().cells());
  for (const Parameter& p : e.model->parameters().all()) {
    const auto at = static_cast<std::size_t>(p.offset), size = static_cast<std::size_t>(p.shape.size());
    EXPECT_EQ(std::ranges::equal(std::span(tuning.opened.state->snapshot->weights).subspan(at, size),
                                 std::span(loaded.state->snapshot->weights).subspan(at, size)),
              !learns(names, p.name))
        << p.name;
  }
}

TEST(FineTuning, ARunOfOursGoesOnWithItsTokenizer) {
  const Tuning tuning("gpt2");
  const SmallRun run(small_language_model(), 20);
  Checkpoint opened = run.checkpoint();
  Preset preset = learning_further(opened.preset, (tuning.folder / "tale.txt").string());
  preset.training.learning_rate = 0.01;
  preset.training.steps = 20;
  const Experiment e = further_experiment(opened, preset);
  EXPECT_EQ(e.vocabularies->target.to_json(), opened.vocabularies->target.to_json());
  Trainer trainer(e, 1);
  const double before = trainer.validation_loss(4);
  while (trainer.steps_done() < 20) trainer.step();
  EXPECT_LT(trainer.validation_loss(4), before);
}

TEST(FineTuning, ExcerptsBeginWithWhatTheTokenizerPutsBeforeAText) {
  const Tuning tuning("bert");
  const Experiment e = further_experiment(tuning.opened, tuning.preset());
  const Tokenizer& tokenizer = e.vocabularies->target;
  Batch batch;
  RandomStream random(3);
  e.task->sample(Split::Train, random, 5, batch);
  const std::vector<TokenId>&before = tokenizer.frame().before, &after = tokenizer.frame().after;
  ASSERT_FALSE(before.empty() || after.empty());
  EXPECT_EQ(batch.source_length, e.preset.model.context);
  for (Index row = 0; row < batch.size; ++row) {
    const auto from = batch.source.begin() + as_offset(row * batch.source_length);
    EXPECT_TRUE(std::equal(before.begin(), before.end(), from));
    EXPECT_TRUE(std::equal(after.rbegin(), after.rend(),
                           std::reverse_iterator(from + as_offset(batch.source_length))));
    const auto target = batch.target.begin() + as_offset(row * batch.target_length);
    EXPECT_EQ(target[0], kIgnoredTarget);
    EXPECT_EQ(target[as_offset(batch.target_length - 1)], kIgnoredTarget);
  }
}

TEST(FineTuning, SaysWhyATextOrAModelIsNone) {
  const Tuning tuning("gpt2");
  const auto refusal = [&](const std::string& text) {
    write_bytes(tuning.folder / "tale.txt", text);
    return error_text<std::runtime_error>([&] { further_experiment(tuning.opened, tuning.preset()); });
  };
  expect_has(refusal("the owl"), "needs at least 34");
  expect_has(refusal(""), "the file is empty");
  expect_has(refusal(std::string("the owl\0 and", 12)), "not a text file");
  expect_has(refusal("the owl \xFF\xFE and more"), "is not UTF-8");
  fs::remove(tuning.folder / "tale.txt");
  expect_has(error_text<std::runtime_error>([&] { further_experiment(tuning.opened, tuning.preset()); }),
             "tale.txt");

  const SmallRun letters(small_language_model());
  write_bytes(tuning.folder / "tale.txt", std::string(400, '\x01'));
  const Preset unknown = learning_further(letters.experiment.preset, (tuning.folder / "tale.txt").string());
  expect_has(error_text<std::runtime_error>([&] { further_experiment(letters.checkpoint(), unknown); }),
             "does not contain any character that the model's tokenizer knows");

  for (const char* const name : {"vit", "bert_class", "bert_labels"})
    expect_has(error_text<std::invalid_argument>(
                   [&] { learning_further(load_checkpoint(family(name)).preset, "tale.txt"); }),
               "cannot be fine-tuned on a text");
  write_bytes(tuning.folder / "tale.txt", tale());
  Preset wider = tuning.preset();
  wider.model.width *= 2;
  expect_has(error_text<std::invalid_argument>([&] { further_experiment(tuning.opened, wider); }),
             "model.width cannot change");
  expect_has(error_text<std::invalid_argument>([&] { make_experiment(tuning.preset()); }),
             "belongs to an opened model");
}

TEST(FineTuning, WithoutItsFirstWeightsItGoesOnButDoesNotBeginAnew) {
  const Tuning tuning("gpt2");
  const Experiment e = further_experiment(tuning.opened, tuning.preset(10));
  Trainer trainer(e, 1);
  trainer.step();
  save_checkpoint(tuning.folder / "run", capture(e, trainer));  // without a record
  Continuation on = continue_training(load_checkpoint(tuning.folder / "run"), 1);
  EXPECT_EQ(on.trainer->step().loss, trainer.step().loss);
  expect_has(error_text<std::runtime_error>([&] { on.trainer->reset(); }), "cannot restart the run");
  EXPECT_EQ(on.trainer->steps_done(), 2);
}

TEST(FineTuning, TakesTheMemoryThatIsSaidBefore) {
  const Tuning tuning("llama");
  for (const char* const names : {"", "decoder.layers.1.*"}) {
    const Experiment e = further_experiment(tuning.opened, tuning.preset(10, names));
    const Trainer trainer(e, 1);
    const TrainingMemory said = training_memory(e.preset.model, e.preset.training, trained_size(e));
    const auto kept = static_cast<double>(e.first->weights.size() * sizeof(Real));
    EXPECT_EQ(said.weights + said.moments + said.gradients, static_cast<double>(trainer.bytes()) + kept);
  }
}

}  // namespace
}  // namespace attnlab::testing
