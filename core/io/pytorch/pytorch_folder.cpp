// PyTorch folder: its files, and what can be done of them.
#include "core/io/pytorch/pytorch_folder.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/files/file.h"
#include "core/io/files/json_file.h"
#include "core/io/pytorch/pytorch_data.h"
#include "core/io/pytorch/pytorch_facts.h"
#include "core/models/architecture_kind.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kModelFile = "model.py", kTokenizerFile = "tokenizer.py", kCheckFile = "check.py",
                           kTrainFile = "train.py", kReadme = "README.md", kPass = "check.safetensors",
                           kTexts = "check.json", kData = "data.safetensors";
constexpr std::string_view kPytorchFiles[] = {kModelFile, kTokenizerFile, kCheckFile, kTrainFile,
                                              kReadme,    kPass,          kTexts,     kData};
constexpr Index kMostSteps = 10;  // beyond the end of a run, in the README

bool is_pytorch_folder(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / kModelFile, ignored) && fs::exists(folder / kPass, ignored);
}

constexpr FolderKind kPytorchFolder{
    .name = "PyTorch model", .files = kPytorchFiles, .is_one = is_pytorch_folder};

void write_text(const fs::path& file, std::string_view text) {
  OutputFile out(file);
  out.write(text);
  out.close();
}

void replace_all(std::string& text, std::string_view name, const std::string& value) {
  for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + value.size()))
    text.replace(at, name.size(), value);
}

/// Why training cannot go on in Python; "" where it can.
std::string why_no_training(const Checkpoint& checkpoint, const Task* task, const std::string& why_no_task) {
  if (!checkpoint.state->optimizer) return "the run does not contain optimizer.safetensors";
  if (!task) return why_no_task;
  if (checkpoint.state->settings.config.teacher_forcing < 1)
    return "training.teacher_forcing is below 1, which the Python code does not support";
  return "";
}

nlohmann::ordered_json text_case(const char* side, const Tokenizer& tokenizer, const std::string& text) {
  const std::vector<TokenId> tokens = tokenizer.encode(text);
  return {{"side", side}, {"text", text}, {"tokens", tokens}, {"decoded", tokenizer.decode(tokens)}};
}

/// Texts of the task and one of many scripts, with their tokens.
nlohmann::ordered_json text_cases(const Vocabularies& vocabularies, const Task* task) {
  nlohmann::ordered_json cases = nlohmann::ordered_json::array();
  const auto add_side = [&](const char* side, const Tokenizer& tokenizer, const std::string& text) {
    if (text.empty()) return;
    nlohmann::ordered_json one = text_case(side, tokenizer, text);
    // Of letters some of whose bytes the vocabulary lacks, no text comes back.
    if (!first_invalid_utf8(one["decoded"].get_ref<const std::string&>())) cases.push_back(std::move(one));
  };
  const auto add = [&](const std::string& source, const std::string& target) {
    if (vocabularies.source) add_side("source", *vocabularies.source, source);
    add_side("target", vocabularies.target, target);
  };
  if (task)
    for (const Example& example : task->validation_examples(8)) add(example.source, example.target);
  const std::string any =
      "The old mill's 12 wheels (don't)\n  turn \u2014 l'\u00E9t\u00E9 \u0416\u4F60 \U0001F388 <mask>";
  add(any, any);
  return cases;
}

/// An export under way.
class PytorchExport {
 public:
  PytorchExport(const Checkpoint& checkpoint, const PytorchOptions& options)
      : checkpoint_(checkpoint), options_(options), facts_(pytorch_facts(*checkpoint.model)) {
    try {
      if (is_trainable(checkpoint.preset)) task_ = experiment_of(checkpoint).task;
      why_no_task_ = task_ ? "" : "the model does not have a task";
    } catch (const std::exception& error) {
      why_no_task_ = error.what();
    }
  }

  void write(const fs::path& folder) {
    write_tokenizer(folder);
    write_check(folder / kPass, checkpoint_, check_batch(checkpoint_, task_.get()));
    write_training(folder);
    constexpr std::string_view kModelFiles[] = {"model_files.py", "model_blocks.py", "model_cells.py",
                                                "model_architectures.py"};
    constexpr std::string_view kRoots[] = {"load", "read_batch", "read_safetensors"};
    write_text(folder / kModelFile, introduction() + python_source(kModelFiles, facts_, kRoots));
    constexpr std::string_view kCheckFiles[] = {"check.py"};
    write_text(folder / kCheckFile, python_source(kCheckFiles, facts_, {}));
    write_readme(folder);
  }
  const std::vector<std::string>& remarks() const { return remarks_; }

 private:
  std::string title() const { return std::string(architecture_of(checkpoint_.preset.model).title); }
  std::string introduction() const {
    return "\"\"\"" + title() + ", " + std::to_string(checkpoint_.model->parameters().size()) +
           " parameters, in nothing but PyTorch.\n\nExported by Attention Lab, with the same parameter "
           "names.\n\"\"\"\n";
  }

  void write_tokenizer(const fs::path& folder) {
    const Vocabularies& vocabularies = *checkpoint_.vocabularies;
    if (!has_python_tokenizer(vocabularies)) {
      remarks_.emplace_back(
          "tokenizer.py was not written, because the tokenizer comes from another program: see "
          "run/tokenizer.json");
      return;
    }
    facts_.emplace("tokenizer");
    constexpr std::string_view kTokenizerFiles[] = {kTokenizerFile}, kRoots[] = {"read_tokenizers"};
    write_text(folder / kTokenizerFile,
               python_source(kTokenizerFiles, tokenizer_facts(vocabularies), kRoots));
    write_json(folder / kTexts, text_cases(vocabularies, task_.get()));
  }

  void write_training(const fs::path& folder) {
    if (const std::string why = why_no_training(checkpoint_, task_.get(), why_no_task_); !why.empty()) {
      remarks_.push_back("train.py was not written: " + why);
      return;
    }
    const Index rest = checkpoint_.state->settings.config.steps - checkpoint_.state->step();
    data_ = write_training_data(folder / kData, checkpoint_, *task_,
                                options_.batches.value_or(std::max<Index>(rest, 0)));
    facts_.emplace("train");
    facts_.emplace(data_.windows ? "stream_windows" : "stored_batches");
    if (data_.framed) facts_.emplace("framed");
    if (!checkpoint_.state->settings.config.train.empty()) facts_.emplace("chosen");
    if (value_of(checkpoint_.state->settings.live, "dropout").value_or(0) > 0) facts_.emplace("drops");
    remark_batches();
    constexpr std::string_view kTrainFiles[] = {"train_head.py", "train_data.py", "train_steps.py",
                                                "train_files.py", "train_main.py"};
    write_text(folder / kTrainFile, python_source(kTrainFiles, facts_, {}));
  }

  void remark_batches() {
    if (data_.windows) return;
    if (data_.batches < data_.wanted)
      remarks_.push_back("data.safetensors has the batches of " + std::to_string(data_.batches) +
                         " steps instead of " + std::to_string(data_.wanted) +
                         ", because more would exceed " + std::to_string(kMostBatchBytes >> 20) + " MB");
    else if (data_.batches == 0)
      remarks_.emplace_back(
          "data.safetensors has no batches, because the run is complete: add --batches N to store N batches");
  }

  void write_readme(const fs::path& folder) const {
    const Index step = checkpoint_.state->step(), steps = checkpoint_.state->settings.config.steps;
    std::string text = lines_for(python_asset(kReadme), facts_);
    replace_all(text, "{NAME}", checkpoint_.preset.name.empty() ? "Model" : checkpoint_.preset.name);
    replace_all(text, "{TITLE}", title());
    replace_all(text, "{PARAMETERS}", std::to_string(checkpoint_.model->parameters().size()));
    replace_all(text, "{STEP}", std::to_string(step));
    replace_all(text, "{NEXT}", std::to_string(steps > step ? steps : step + kMostSteps));
    replace_all(text, "{LAST}", std::to_string(step + data_.batches));
    write_text(folder / kReadme, text);
  }

  const Checkpoint& checkpoint_;
  const PytorchOptions& options_;
  PythonFacts facts_;
  std::shared_ptr<const Task> task_;
  std::string why_no_task_;
  TrainingData data_;
  std::vector<std::string> remarks_;
};

}  // namespace

std::vector<std::string> save_pytorch_folder(const fs::path& folder, const Checkpoint& checkpoint,
                                             const PytorchOptions& options) {
  check_pytorch_options(checkpoint.preset.model);
  PytorchExport files(checkpoint, options);
  AtomicFolder place(folder, kPytorchFolder);
  files.write(place.path());
  place.commit();
  save_checkpoint(folder / "run", checkpoint);
  return files.remarks();
}

}  // namespace attnlab
