// A frame's own work (everything but the rasterizer) in each view, while the model trains.
//
//   frame_work [FRAMES [SCENE]]      frames a view and preset; needs a display; prints a table, in which the
//                                    window's first frame, with its fonts, stands by itself. With SCENE
//                                    only those scenes whose "model: view" contains it, e.g. "translate:
//                                    walk"; "gpt2" measures GPT-2 small, which the others leave out
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "app/gl/frame_loop.h"
#include "app/state/views/view_list.h"
#include "app/window/window_main.h"
#include "bench/gpt2_model.h"
#include "core/io/checkpoint.h"
#include "core/platform/process.h"
#include "core/training/trainer.h"

namespace {

using namespace attnlab;
namespace fs = std::filesystem;

/// What is looked at: commands that lead there, and one that is given again and again.
struct Scene {
  std::string name;
  std::vector<std::string> commands;
  std::string repeated;
};

std::vector<Scene> scenes() {
  std::vector<Scene> all;
  for (const char* stage : {"query", "scores", "masked", "softmax", "context"})
    all.push_back(
        {std::string("steps ") + stage, {"view steps", std::string("select.stage ") + stage}, "query.next"});
  for (const char* step : {"output.logits", "output.logits.grad", "loss"})
    all.push_back(
        {std::string("walk ") + step, {"view steps", std::string("walk.to ") + step}, "query.next"});
  all.push_back({"walk, step by step", {"view steps", "walk.to first"}, "stage.next"});
  all.push_back({"heads", {"view heads"}, "head.next"});
  all.push_back({"heads, one open", {"view heads", "choose heads.open on"}, "query.next"});
  for (const char* view : {"positions", "masks", "norms"})
    all.push_back({view, {std::string("view ") + view}, "query.next"});
  for (const char* part : {"token", "cache", "beams"})
    all.push_back({std::string("generation ") + part,
                   {"view generation", std::string("choose generation.part ") + part},
                   "query.next"});
  all.push_back({"tiles", {"view tiles"}, "tiles.next"});
  all.push_back({"map", {"view map"}, "head.next"});
  all.push_back({"map, zoomed", {"view map", "map.zoom 400"}, "map.pan 0.01 0.01"});
  all.push_back({"map, a draft", {"view map", "model.set layers 12"}, "map.zoom in"});
  all.push_back({"compare weights", {"view compare", "compare.weights"}, "query.next"});
  for (const char* part : {"metrics", "samples", "heads", "experiments", "settings"})
    all.push_back({std::string("training ") + part,
                   {"view training", std::string("choose training.part ") + part},
                   "head.next"});
  all.push_back({"steps beside heads", {"view steps", "view.beside heads"}, "query.next"});
  return all;
}

/// Those of a model that can learn here: its past steps too.
std::vector<Scene> scenes_of_learner() {
  std::vector<Scene> all = scenes();
  for (const char* view : {"steps", "heads"})
    all.push_back({std::string("rewinding, ") + view,
                   {std::string("view ") + view, "train.step 8", "wait_idle"},
                   "timeline.to 2\nwait_frames 3\ntimeline.to 4"});
  return all;
}

/// Views that are made for one kind of model, each with a preset that has it; the keys walk in the view.
constexpr struct {
  const char* preset;
  const char* view;
} kViewsOfKinds[] = {{"translate", "tokens"},     {"translate", "vectors"},
                     {"translate", "hand"},       {"translate", "cost"},
                     {"word-vectors", "vectors"}, {"superposition", "vectors"},
                     {"lstm", "recurrence"},      {"seq2seq-attention", "alignment"},
                     {"digits", "pictures"},      {"describe", "pictures"},
                     {"experts", "experts"}};
/// Parts of views that show more than words of the text, or what has to be asked for first: a translation's
/// vectors, a search for a rate, a sweep. Each with a preset that has it.
struct SceneOfPreset {
  const char* preset;
  Scene scene;
};
std::vector<SceneOfPreset> scenes_of_presets() {
  return {{"translate",
           {"vectors similarity",
            {"view vectors", "vectors.choose 10,11,12,13,14,15", "choose vectors.part similarity"},
            "query.next"}},
          {"translate",
           {"vectors, paths",
            {"view vectors", "vectors.choose 10,11,12,13,14,15", "choose vectors.paths on"},
            "key Right"}},
          {"word-vectors", {"vectors pairs", {"view vectors", "choose vectors.part pairs"}, "key Right"}},
          {"reverse",
           {"training rate",
            {"view training", "choose training.part rate", "train.find_rate", "wait_idle"},
            "query.next"}},
          {"reverse",
           {"training sweep",
            {"view training", "choose training.part experiments", "sweep heads=1,2 steps=20 seeds=2",
             "wait_idle"},
            "query.next"}}};
}

/// Models of each kind whose insides are looked at.
constexpr const char* kInsidePresets[] = {"translate", "characters", "digits"};

/// Whether a model learns here: one of a folder without a text does not.
enum class Learns { Yes, No };

/// Commands before a view can show what it is for: a second run to stand beside.
std::vector<std::string> prelude_of(const ViewKind& view) {
  if (view.name != "models") return {};
  return {"train.step 20", "wait_idle", "branch", "wait_steps 30", "models.run 1"};
}

/// The parts of the views inside the model and of the landscape, as far as they are offered to a model: a
/// scene for each value of the option that chooses what a view shows.
std::vector<Scene> inside_scenes(const ModelConfig& config, Learns learns = Learns::Yes) {
  constexpr std::string_view kWhatIsShown[] = {"part", "what", "look"};
  std::vector<Scene> all;
  for (const ViewKind* view : kViewKinds) {
    if (view->group != &kInsideGroup && view->name != "landscape") continue;
    if (view->offered && !view->offered(config)) continue;
    if (learns == Learns::No && !prelude_of(*view).empty()) continue;
    ViewChoices choices;
    std::vector<std::string> commands = prelude_of(*view);
    commands.push_back("view " + std::string(view->name));
    bool parts = false;
    for (const Field& field : choice_fields(choices, *view))
      if (std::ranges::find(kWhatIsShown, field.name) != std::end(kWhatIsShown))
        for (const Choice& part : field.choices) {
          parts = true;
          all.push_back({std::string(view->name) + " " + std::string(part.name), commands, "key Right"});
          all.back().commands.push_back("choose " + std::string(view->name) + "." + std::string(field.name) +
                                        " " + std::string(part.name));
        }
    if (!parts) all.push_back({std::string(view->name), commands, "key Right"});
  }
  return all;
}

Scene scene_of(const char* view) { return {view, {std::string("view ") + view}, "key Right"}; }

void write_script(const fs::path& file, const Scene& scene, const std::string& text, int frames) {
  std::ofstream script(file);
  if (text.empty())
    script << "wait_idle\ntrain.play\nwait_steps 30\n";
  else
    script << "text.target " << text << "\nwait_idle\n";
  for (const std::string& command : scene.commands) script << command << "\n";
  for (int i = 0; i < frames; i += 5) script << scene.repeated << "\nwait_frames 5\n";
  script << "quit\n";
}

/// A file or folder for temporary files of this process alone.
fs::path own_path(const std::string& name) {
  return fs::temp_directory_path() /
         ("attention-lab-frame-work-" + std::to_string(platform::process_number()) + "-" + name);
}

/// What is to be measured.
struct Wanted {
  int frames = 200;
  std::string scenes;
};

/// The time of the window's first frame, which builds its fonts, in milliseconds; taken out of `times`. 0
/// where later frames are in its place.
double take_first(FrameTimes& times) {
  if (times.work.empty() || times.frames > times.work.size()) return 0;
  const double first = 1e3 * static_cast<double>(times.work.front());
  times.work.erase(times.work.begin());
  return first;
}

/// The slowest frame in a hundred of a view, and what is usual.
void measure(const std::string& what, const Scene& scene, WindowMainOptions options, const std::string& text,
             const Wanted& wanted) {
  if ((what + ": " + scene.name).find(wanted.scenes) == std::string::npos) return;
  const fs::path file = own_path("script.txt");
  write_script(file, scene, text, wanted.frames);
  options.script = file.string();
  const int code = run_window(options);
  fs::remove(file);
  FrameTimes times = frame_times();
  const double first = take_first(times);
  std::printf("%-18s %-20s %8llu %10.2f %10.2f %10.2f %10.2f%s\n", what.c_str(), scene.name.c_str(),
              static_cast<unsigned long long>(times.frames), 1e3 * work_percentile(times, 0.5),
              1e3 * work_percentile(times, 0.99), 1e3 * work_percentile(times, 1.0), first,
              code == 0 ? "" : "  (the script failed)");
  std::fflush(stdout);
}

/// A model as it is before training.
void save_model(const fs::path& folder, const char* name, std::initializer_list<const char*> options) {
  Preset preset = find_preset(name);
  for (const char* option : options) set_option(preset, option);
  const Experiment experiment = make_experiment(preset);
  Trainer trainer(experiment.model, experiment.task, experiment.preset.training, 1);
  save_checkpoint(folder, capture(experiment, trainer));
}

std::string long_text() {
  std::string text;
  while (text.size() < 512) text += "the owl and the fox sat by the river. ";
  return text.substr(0, 511) + ".";
}

/// GPT-2 small at its real size, on 64 tokens and on 256.
void measure_gpt2(const Wanted& wanted) {
  WindowMainOptions options;
  options.model = bench::gpt2_folder().string();
  const std::string text = long_text();
  for (const auto& [name, length] : {std::pair("gpt2", 128u), std::pair("gpt2, 512 letters", 512u)}) {
    for (const Scene& scene : scenes()) measure(name, scene, options, text.substr(0, length), wanted);
    for (const Scene& scene : inside_scenes(find_preset("gpt2-small").model, Learns::No))
      measure(name, scene, options, text.substr(0, length), wanted);
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const Wanted wanted{argc > 1 ? std::atoi(argv[1]) : 200, argc > 2 ? argv[2] : ""};
  std::printf("%-18s %-20s %8s %10s %10s %10s %10s\n", "model", "view", "frames", "p50 ms", "p99 ms",
              "worst ms", "first ms");
  for (const char* preset : {"translate", "characters"}) {
    WindowMainOptions options;
    options.preset = preset;
    for (const Scene& scene : scenes_of_learner()) measure(preset, scene, options, "", wanted);
  }
  for (const auto& [preset, view] : kViewsOfKinds) {
    WindowMainOptions options;
    options.preset = preset;
    measure(preset, scene_of(view), options, "", wanted);
  }
  for (const auto& [preset, scene] : scenes_of_presets()) {
    WindowMainOptions options;
    options.preset = preset;
    measure(preset, scene, options, "", wanted);
  }
  for (const char* preset : kInsidePresets) {
    WindowMainOptions options;
    options.preset = preset;
    for (const Scene& scene : inside_scenes(find_preset(preset).model))
      measure(preset, scene, options, "", wanted);
  }
  const fs::path folder = own_path("model");
  WindowMainOptions options;
  options.model = folder.string();
  save_model(folder, "characters", {"model.heads=8", "model.context=512"});
  for (const Scene& scene : scenes_of_learner()) measure("512 tokens", scene, options, long_text(), wanted);
  for (const Scene& scene : inside_scenes(find_preset("characters").model))
    measure("512 tokens", scene, options, long_text(), wanted);
  save_model(folder, "subwords", {"task.merges=4000"});
  for (const Scene& scene : scenes_of_learner()) measure("4000 words", scene, options, "", wanted);
  for (const Scene& scene : inside_scenes(find_preset("subwords").model))
    measure("4000 words", scene, options, "", wanted);
  fs::remove_all(folder);
  if (wanted.scenes.starts_with("gpt2")) measure_gpt2(wanted);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "frame_work: %s\n", error.what());
  return 1;
}
