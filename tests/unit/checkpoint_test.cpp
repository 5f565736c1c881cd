// Checkpoints: saved data is restored, resuming changes no bit, and other files are not lost.
#include "core/io/checkpoint.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/io/run_summary.h"
#include "core/io/safetensors.h"
#include "tests/support/expect_has.h"
#include "tests/support/same_state.h"
#include "tests/support/small_training.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;

template <typename F>
std::string refusal_of(const F& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  }
  return "";
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

TEST(Checkpoint, HoldsAllThatWasSaved) {
  const TempFolder folder;
  SmallRun run(small_preset(), 7);
  TrainingSettings settings = run.trainer.settings();
  settings.learning_rate_factor = 0.3;
  run.trainer.change(settings);
  const Checkpoint saved = run.checkpoint();
  save_checkpoint(folder / "m", saved);
  EXPECT_EQ(names_in(folder / "m"),
            (std::vector<std::string>{"config.json", "model.safetensors", "optimizer.safetensors",
                                      "tokenizer.json", "training.json"}));
  EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"m"}));

  const Checkpoint loaded = load_checkpoint(folder / "m");
  EXPECT_EQ(preset_to_json(loaded.preset), preset_to_json(saved.preset));
  EXPECT_EQ(loaded.vocabularies->source->to_json(), saved.vocabularies->source->to_json());
  EXPECT_EQ(loaded.vocabularies->target.to_json(), saved.vocabularies->target.to_json());
  expect_same(*loaded.state, *saved.state);
  EXPECT_EQ(loaded.state->step(), 7);
  EXPECT_EQ(loaded.state->optimizer->updates, 7);
  EXPECT_EQ(loaded.state->settings.learning_rate_factor, 0.3);
  EXPECT_FALSE(loaded.record);
  EXPECT_TRUE(loaded.remarks.empty());
}

TEST(Checkpoint, OptimizerMayBeLeftOut) {
  const TempFolder folder;
  Checkpoint saved = SmallRun().checkpoint();
  save_checkpoint(folder / "m", saved);
  EXPECT_FALSE(load_checkpoint(folder / "m", Load::Weights).state->optimizer);
  EXPECT_TRUE(load_checkpoint(folder / "m", Load::State).state->optimizer);
  saved.state = std::make_shared<const TrainingState>(
      TrainingState{saved.state->snapshot, nullptr, saved.state->settings});
  save_checkpoint(folder / "m", saved);
  EXPECT_FALSE(fs::exists(folder / "m/optimizer.safetensors"));
  expect_has(refusal_of([&] { continue_training(load_checkpoint(folder / "m")); }), "optimizer.safetensors");
}

/// Its file names no option of a feed-forward network.
Preset small_attention_only() {
  Preset preset = small_language_model();
  preset.model.feed_forward = 0;
  return preset;
}

class GoesOn : public ::testing::TestWithParam<Preset (*)()> {};

TEST_P(GoesOn, WithTheSameBitsAsNeverStopped) {
  const TempFolder folder;
  const SmallRun whole(GetParam()(), 40);
  save_checkpoint(folder / "m", SmallRun(GetParam()(), 15).checkpoint());
  Continuation run = continue_training(load_checkpoint(folder / "m"), 2);
  EXPECT_EQ(run.trainer->steps_done(), 15);
  while (run.trainer->steps_done() < 40) run.trainer->step();
  EXPECT_EQ(cells(run.trainer->weights()), cells(whole.trainer.weights()));
  EXPECT_EQ(cells(run.trainer->optimizer_state().square), cells(whole.trainer.optimizer_state().square));
}

INSTANTIATE_TEST_SUITE_P(Checkpoint, GoesOn,
                         ::testing::Values(small_preset, small_language_model, small_attention_only));

TEST(Checkpoint, OtherVocabularyIsNoContinuation) {
  const TempFolder folder;
  write_bytes(folder / "a.txt", std::string(50, 'a') + std::string(50, 'b'));
  write_bytes(folder / "b.txt", std::string(50, 'a') + std::string(50, 'c'));
  Preset preset = small_language_model();
  preset.task.corpus = folder / "a.txt";
  Checkpoint saved = SmallRun(preset, 1).checkpoint();
  saved.preset.task.corpus = folder / "b.txt";
  save_checkpoint(folder / "m", saved);
  const Checkpoint loaded = load_checkpoint(folder / "m");
  expect_has(refusal_of([&] { continue_training(loaded); }), "same corpus");
}

TEST(Checkpoint, ReplacesAnOldOneAndKeepsOtherFiles) {
  for (const Replacement way : {Replacement::Exchange, Replacement::TwoRenames}) {
    const TempFolder folder;
    SmallRun run(small_preset(), 1);
    save_checkpoint(folder / "m", run.checkpoint(), way);
    write_bytes(folder / "m/notes.txt", "mine");
    write_bytes(folder / "m/sub/more.txt", "mine too");
    run.trainer.step();
    save_checkpoint(folder / "m", run.checkpoint(), way);
    EXPECT_EQ(load_checkpoint(folder / "m").state->step(), 2);
    EXPECT_EQ(read_bytes(folder / "m/notes.txt"), "mine");
    EXPECT_EQ(read_bytes(folder / "m/sub/more.txt"), "mine too");
    EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"m"}));
  }
}

TEST(Checkpoint, PathMayBeEmptyFolderLinkOrDeepAndHaveASlash) {
  const TempFolder folder;
  const Checkpoint saved = SmallRun(small_preset(), 1).checkpoint();
  fs::create_directory(folder / "empty");
  save_checkpoint(folder / "empty", saved);
  save_checkpoint(folder.path() / "a/b/c/", saved);
  EXPECT_EQ(load_checkpoint(folder / "a/b/c").state->step(), 1);
  fs::create_directory_symlink(folder / "empty", folder / "link");
  save_checkpoint(folder / "link", saved);
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(load_checkpoint(folder / "link").state->step(), 1);
}

TEST(Checkpoint, NeverTouchesAFolderOfSomethingElse) {
  const TempFolder folder;
  const Checkpoint saved = SmallRun().checkpoint();
  write_bytes(folder / "home/thesis.txt", "years");
  write_bytes(folder / "file", "text");
  write_bytes(folder / "other/config.json", R"({"format": "other"})");
  for (const char* place : {"home", "file", "other"}) {
    const auto before =
        fs::is_directory(folder / place) ? names_in(folder / place) : std::vector<std::string>{};
    expect_has(refusal_of([&] { save_checkpoint(folder / place, saved); }), place);
    expect_has(refusal_of([&] { check_can_save(folder / place); }), place);
    if (!before.empty()) {
      EXPECT_EQ(names_in(folder / place), before);
    }
  }
  EXPECT_EQ(read_bytes(folder / "home/thesis.txt"), "years");
  EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"file", "home", "other"}));
  expect_has(refusal_of([&] { save_checkpoint("", saved); }), "empty");
  expect_has(refusal_of([&] { save_checkpoint("/", saved); }), "root");
}

TEST(Checkpoint, LeftOversOfKilledProgramsAreCleanedUp) {
  const TempFolder folder;
  const Checkpoint saved = SmallRun(small_preset(), 3).checkpoint();
  save_checkpoint(folder / "m", saved);
  // A process number that no living process has.
  fs::copy(folder / "m", folder / "m.tmp-999999999");
  write_bytes(folder / "m.tmp-999999999/notes.txt", "was in the old folder");
  write_bytes(folder / "m.tmp-1/config.json", "of a living program");
  write_bytes(folder / "m.tmp-mine/config.json", "no left-over");
  save_checkpoint(folder / "m", saved);
  EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"m", "m.tmp-1", "m.tmp-mine"}));
  EXPECT_EQ(read_bytes(folder / "m/notes.txt"), "was in the old folder");
}

TEST(Checkpoint, FolderPutAsideIsFoundAndBroughtBack) {
  const TempFolder folder;
  SmallRun run(small_preset(), 3);
  save_checkpoint(folder / "m", run.checkpoint());
  fs::rename(folder / "m", folder / "m.old-999999999");  // killed between two renames
  EXPECT_EQ(load_checkpoint(folder / "m").state->step(), 3);
  check_can_save(folder / "m");
  EXPECT_EQ(names_in(folder.path()), (std::vector<std::string>{"m"}));
  EXPECT_EQ(load_checkpoint(folder / "m").state->step(), 3);
}

/// Root may write everywhere: while the object lives, the process has the user nobody.
class AsNobody {
 public:
  AsNobody() : user_(::geteuid()) {
    if (user_ == 0 && ::seteuid(65534) != 0) ADD_FAILURE() << "cannot become nobody";
  }
  ~AsNobody() {
    if (user_ == 0 && ::seteuid(0) != 0) ADD_FAILURE() << "cannot become root again";
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;

 private:
  uid_t user_;
};

TEST(Checkpoint, UnwritableFolderIsOneClearLine) {
  const Checkpoint saved = SmallRun().checkpoint();
  const std::string message = refusal_of([&] { save_checkpoint("/proc/nowhere/m", saved); });
  expect_has(message, "cannot save to '/proc/nowhere/m'");
  const TempFolder folder;
  save_checkpoint(folder / "in/m", saved);
  fs::permissions(folder.path(), fs::perms(0755));
  fs::permissions(folder / "in", fs::perms(0555));
  const AsNobody nobody;
  expect_has(refusal_of([&] { save_checkpoint(folder / "in/m", saved); }), "Permission denied");
  EXPECT_EQ(load_checkpoint(folder / "in/m").state->step(), 0);
}

TEST(Checkpoint, CanBeCheckedBeforeTraining) {
  const TempFolder folder;
  check_can_save(folder / "m");
  EXPECT_TRUE(names_in(folder.path()).empty());
}

/// The weights of a file as another program writes them: without this one's metadata.
void write_bare_weights(const fs::path& from, const fs::path& to) {
  const SafetensorsFile file(from);
  std::vector<std::vector<Real>> cells;
  std::vector<TensorToWrite> tensors;
  for (const SafetensorsEntry& entry : file.entries()) {
    cells.emplace_back(static_cast<std::size_t>(entry.shape.size()));
    file.read(entry, cells.back());
    tensors.push_back({entry.name, entry.shape, cells.back()});
  }
  write_safetensors(to, tensors);
}

TEST(ImportedModel, NeedsConfigWeightsAndTokenizerAlone) {
  const TempFolder folder;
  const Checkpoint saved = SmallRun(small_preset(), 5).checkpoint();
  save_checkpoint(folder / "m", saved);
  fs::create_directory(folder / "import");
  for (const char* file : {"config.json", "tokenizer.json"}) fs::copy(folder / "m" / file, folder / "import");
  write_bare_weights(folder / "m/model.safetensors", folder / "import/model.safetensors");
  const Checkpoint loaded = load_checkpoint(folder / "import");
  EXPECT_EQ(loaded.state->step(), 0);
  EXPECT_EQ(loaded.state->snapshot->weights, saved.state->snapshot->weights);
  EXPECT_FALSE(loaded.state->optimizer);
  EXPECT_TRUE(loaded.remarks.empty());
  EXPECT_EQ(summarize_run(folder / "import").steps, 0);
  fs::copy(folder / "m/model.safetensors", folder / "import", fs::copy_options::overwrite_existing);
  EXPECT_EQ(load_checkpoint(folder / "import").state->step(), 5) << "the step that the weights name";
  save_checkpoint(folder / "again", loaded);
  EXPECT_EQ(load_checkpoint(folder / "again").state->snapshot->weights, saved.state->snapshot->weights);
}

TEST(ImportedModel, FromARunThatLostItsTrainingSaysWhatIsLeftOut) {
  const TempFolder folder;
  save_checkpoint(folder / "m", SmallRun(small_preset(), 5).checkpoint());
  fs::remove(folder / "m/training.json");
  const Checkpoint loaded = load_checkpoint(folder / "m");
  ASSERT_EQ(loaded.remarks.size(), 1u);
  expect_has(loaded.remarks[0], "training.json is missing");
  EXPECT_FALSE(loaded.state->optimizer);
  EXPECT_THROW(continue_training(loaded), std::runtime_error);
}

}  // namespace
}  // namespace attnlab::testing
