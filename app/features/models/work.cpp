// Model analyses: reads another run and traces the text on screen through it, for the view Two models.
#include <algorithm>
#include <chrono>
#include <filesystem>

#include "app/base/format.h"
#include "app/features/models/choice.h"
#include "app/state/analyses/analysis.h"
#include "app/state/latest_job.h"
#include "core/io/checkpoint.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

class ModelAnalyses final : public Analysis {
 public:
  explicit ModelAnalyses(const AnalysisTools& tools)
      : device_(tools.device), loaded_(tools.wake), compared_(tools.wake) {}

  /// Once a frame: takes finished values, and continues while the view is on screen.
  void update(const AnalysisInput& input) override;
  void clear() override;

  void publish(Results& results) const override { results.set(results_); }
  bool busy() const override { return loaded_.busy() || compared_.busy(); }

 private:
  /// Everything that a comparison depends on.
  struct Key {
    TracePtr mine;
    const Tracer* tracer = nullptr;
    SnapshotPtr other;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Compared {
    std::shared_ptr<const Tracer> with;  ///< of the other model
    std::shared_ptr<const TwoModels> models;
    std::shared_ptr<const TraceDiff> diff;
  };

  std::shared_ptr<const OtherRun> other_run(const AnalysisInput& input, std::string& error);
  std::shared_ptr<const OtherRun> open_run(const AnalysisInput& input, std::string& error);
  std::shared_ptr<const OtherRun> read(const std::string& key, const std::string& folder,
                                       const std::string& title, std::string& error);
  void compare(const AnalysisInput& input, const OtherRun& other);
  void make_results(std::shared_ptr<const OtherRun> other, std::string error);

  AttentionDeviceChoice device_;
  LatestJob<std::string, OtherRun> loaded_;  ///< by folder
  LatestJob<Key, Compared> compared_;
  std::shared_ptr<const OtherRun> open_;  ///< the open run of the last frame
  std::chrono::steady_clock::time_point last_{};
  std::uint64_t version_ = 0;
  std::shared_ptr<const ModelResults> results_;
};

/// How often models that train are compared.
constexpr std::chrono::milliseconds kCompareEvery{250};

OtherRun read_run(const std::string& folder, const std::string& title, const AttentionDeviceChoice& device) {
  Checkpoint saved = load_checkpoint(folder, Load::Run);
  OtherRun other;
  other.title = title;
  other.beside = {std::make_shared<const Tracer>(saved.model, saved.vocabularies, device),
                  saved.state->snapshot};
  if (saved.record) other.record = *saved.record;
  other.record.timeline = std::make_shared<const Timeline>();  // without the states, which are large
  return other;
}

/// The last name of a folder.
std::string title_of_folder(const std::filesystem::path& folder) {
  return (folder.has_filename() ? folder : folder.parent_path()).filename().string();
}

std::string title_of_run(const RunView& run) {
  const std::string number = std::to_string(run.number);
  return run.name.empty() ? tr("run {1}", number) : tr("run {1} · {2}", number, run.name);
}

}  // namespace

std::shared_ptr<const OtherRun> ModelAnalyses::open_run(const AnalysisInput& input, std::string& error) {
  const Index number = input.state.choices.of<ModelsChoice>().run;
  const auto& runs = input.runs->views();
  const auto found = std::ranges::find(runs, number, &RunView::number);
  if (found == runs.end() || found->shown) {
    error = found == runs.end() ? tr("run {1} is not open", std::to_string(number))
                                : tr("run {1} is on screen: choose another", std::to_string(number));
    return nullptr;
  }
  const std::shared_ptr<const OpenModel> model = input.runs->share(number);
  if (model->away) {
    const std::string folder = model->away->folder.string();
    return read(folder + ", step " + std::to_string(model->away->step), folder, title_of_run(*found), error);
  }
  const SnapshotPtr now = model->snapshot();
  if (open_ && open_->beside.tracer == model->tracer && open_->beside.snapshot == now) return open_;
  return open_ = std::make_shared<const OtherRun>(
             OtherRun{title_of_run(*found),
                      {model->tracer, now},
                      found->record,
                      found->training.state == TrainingView::State::Running});
}

std::shared_ptr<const OtherRun> ModelAnalyses::read(const std::string& key, const std::string& folder,
                                                    const std::string& title, std::string& error) {
  loaded_.ask(key, [folder, title, device = device_](StopToken) { return read_run(folder, title, device); });
  if (!loaded_.asked_for(key) || loaded_.busy()) return nullptr;
  error = loaded_.error();
  return error.empty() ? loaded_.result() : nullptr;
}

std::shared_ptr<const OtherRun> ModelAnalyses::other_run(const AnalysisInput& input, std::string& error) {
  const ModelsChoice& choice = input.state.choices.of<ModelsChoice>();
  if (choice.run > 0 && input.runs) return open_run(input, error);
  if (choice.folder.empty()) return nullptr;
  return read(choice.folder, choice.folder, title_of_folder(choice.folder), error);
}

void ModelAnalyses::compare(const AnalysisInput& input, const OtherRun& other) {
  const Key key{input.trace, other.beside.tracer.get(), other.beside.snapshot};
  if (compared_.asked_for(key)) return;
  const auto now = std::chrono::steady_clock::now();
  if ((input.changes() || other.learns) && compared_.result() && now < last_ + kCompareEvery) return;
  const auto work = [mine = input.trace, request = *input.request, model = input.model.tracer,
                     beside = other.beside](StopToken) {
    auto models =
        std::make_shared<const TwoModels>(compare_models({model, mine->snapshot()}, mine, request, beside));
    auto diff = models->other ? std::make_shared<const TraceDiff>(models->other, mine) : nullptr;
    return Compared{beside.tracer, std::move(models), std::move(diff)};
  };
  if (compared_.ask(key, work)) last_ = now;
}

void ModelAnalyses::make_results(std::shared_ptr<const OtherRun> other, std::string error) {
  ModelResults next;
  next.other = std::move(other);
  next.error = std::move(error);
  const auto& found = compared_.result();
  if (next.other && found && found->with == next.other->beside.tracer) {
    next.compared = found->models;
    next.diff = found->diff;
  }
  if (next.other && next.error.empty()) next.error = compared_.error();
  const ModelResults* const now = results_.get();
  if (now && now->other == next.other && now->compared == next.compared && now->error == next.error) return;
  if (!now || now->compared != next.compared) ++version_;
  next.version = version_;
  results_ = std::make_shared<const ModelResults>(std::move(next));
}

void ModelAnalyses::update(const AnalysisInput& input) {
  loaded_.take();
  compared_.take();
  const ModelsChoice& choice = input.state.choices.of<ModelsChoice>();
  const bool away =
      choice.run > 0 && input.runs && input.runs->has(choice.run) && input.runs->is_away(choice.run);
  if (choice.folder.empty() && !away) loaded_.clear();
  if (!on_stage(input.state, models::kFeature)) return;
  std::string error;
  const std::shared_ptr<const OtherRun> other = other_run(input, error);
  if (other) compare(input, *other);
  make_results(other, std::move(error));
}

void ModelAnalyses::clear() {
  compared_.clear();
  open_ = nullptr;
  results_ = nullptr;
}

std::unique_ptr<Analysis> make_model_analyses(const AnalysisTools& tools) {
  return std::make_unique<ModelAnalyses>(tools);
}

}  // namespace attnlab
