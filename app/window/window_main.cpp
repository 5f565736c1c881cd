// The window's entry point: the one place where run, tracer, views and OpenGL meet.
#include "app/window/window_main.h"

#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "app/base/languages.h"
#include "app/base/paths.h"
#include "app/desktop/desktop_settings.h"
#include "app/figure/png.h"
#include "app/figure/save.h"
#include "app/gl/frame_loop.h"
#include "app/gl/texture_cache.h"
#include "app/gl/turns.h"
#include "app/gl/window.h"
#include "app/script/player.h"
#include "app/state/commands/dispatcher.h"
#include "app/state/commands/dropped.h"
#include "app/state/lab/lab.h"
#include "app/state/presenting.h"
#include "app/state/settings/settings_store.h"
#include "app/views/common/views.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/focus.h"
#include "app/widgets/base/frame_share.h"
#include "app/widgets/base/targets.h"
#include "app/window/window_expressions.h"
#include "core/config/threads.h"
#include "core/gpu/gpu_attention_device.h"
#include "core/gpu/training/gpu_step_device.h"
#include "core/language/messages.h"
#include "core/platform/machine.h"

namespace attnlab {

namespace {

/// The program while its window is open.
class Program : public Turns {
 public:
  explicit Program(const WindowMainOptions& options)
      : without_threads_(forgone_threads(options)),
        script_(options.script.empty() ? Script{} : load_script(options.script)),
        settings_store_(settings_file(options)),
        hears_desktop_(options.script.empty() || hears_desktop(script_)),
        window_(window_options(settings_store_.start(), hears_desktop_)),
        lab_({[] { Window::wake(); }, [this](const std::string& file) { save_screenshot(file); },
              [this](const FigureRequest& request) { save_figure(lab_.view(), request); },
              sessions_folder(options), options.resume, options.autosave_seconds,
              [this](AttentionDeviceReports reports) {
                return gpu::make_attention_device(window_.make_second_context(), std::move(reports));
              },
              [this] { return gpu::make_step_device(window_.make_second_context()); },
              [](const std::string& text) { ImGui::SetClipboardText(text.c_str()); },
              answers_folder(options)}) {
    lab_.restore(settings_store_.start());
    if (!options.language.empty()) lab_.apply({"language", {options.language}});
    apply_language(lab_.settings().screen.language);
    if (!settings_store_.problem().empty()) lab_.set_notice(settings_store_.problem(), NoticeKind::Error);
    if (hears_desktop_) desktop_.emplace(window_.scale_with_text());
    if (!opens_model(script_)) open_start(options);
    begin_frames(options);
  }

  bool turn() override { return loop_->turn(); }

  int end() override {
    const int code = loop_->exit_code();
    const Deadline deadline = deadline_of_screen();
    for (const std::string& error : {settings_store_.finish(settings(), deadline), lab_.close(deadline)})
      if (!error.empty()) std::fprintf(stderr, "%s\n", error.c_str());
    return code;
  }

  void save(bool leaving) override {
    const Deadline deadline = deadline_of_screen();
    for (const std::string& error :
         {settings_store_.finish(settings(), deadline), lab_.save(leaving, deadline)})
      if (!error.empty()) show_error(error);
  }

  bool uses_files() const override { return lab_.uses_files(); }

  std::string own_folder() const override { return lab_.own_session().string(); }

  void show_error(const std::string& text) override {
    error_to_show_ = text;
    Window::wake();
  }

 private:
  void open_start(const WindowMainOptions& options) {
    if (!lab_.resume()) return open_new(options);
    if (!options.lesson.empty()) lab_.apply({"lesson.open", {options.lesson}});
  }

  void open_new(const WindowMainOptions& options) {
    const auto kind = options.model ? OpenRequest::Kind::Model : OpenRequest::Kind::Preset;
    const bool first = settings_store_.is_first() && options.script.empty() && !options.model &&
                       !options.preset && options.lesson.empty() && options.state.empty() &&
                       options.open.empty();
    if (!options.state.empty()) {
      lab_.apply({"state.open", {options.state}});
      return;
    }
    if (first) lab_.greet();
    lab_.open({.kind = kind,
               .name = options.model.value_or(options.preset.value_or(last_preset())),
               .play = !first && options.script.empty() && options.lesson.empty() && options.open.empty(),
               .of_start = !options.model && !options.preset});
    if (!options.lesson.empty()) lab_.apply({"lesson.open", {options.lesson}});
    to_open_ = options.open;
  }

  /// Whether the script's first line opens a model, so that none must be opened before.
  static bool opens_model(const Script& script) {
    if (script.lines.empty()) return false;
    const std::string& first = script.lines.front().text;
    return std::ranges::any_of(Dispatcher::commands(), [&](const CommandInfo& info) {
      return info.opens_model && first.starts_with(std::string(info.verb) + ' ');
    });
  }

  void begin_frames(const WindowMainOptions& options) {
    if (!options.script.empty()) player_ = std::make_unique<ScriptPlayer>(script_, script_host());
    FrameHooks hooks;
    hooks.draw = [this] { return draw(); };
    hooks.may_close = [this] { return lab_.apply({"quit", {}}) && lab_.wants_to_quit(); };
    hooks.busy = [this] { return lab_.busy(); };
    hooks.turn = [this] {
      follow_desktop();
      save_settings();
      lab_.autosave();
    };
    loop_ = std::make_unique<FrameLoop>(window_, textures_, hooks, player_.get(),
                                        FrameLoopOptions{.unseen = options.unseen});
  }

  static std::optional<WithoutThreads> forgone_threads(const WindowMainOptions& options) {
    return options.without_threads ? std::optional<WithoutThreads>(std::in_place) : std::nullopt;
  }

  static WindowOptions window_options(const Settings& settings, bool hears_desktop) {
    WindowOptions window;
    window.width = static_cast<int>(settings.window_width);
    window.height = static_cast<int>(settings.window_height);
    window.input_method = hears_desktop;
    return window;
  }

  /// The settings file; none for a script, which must find the same program on every machine.
  static std::filesystem::path settings_file(const WindowMainOptions& options) {
    if (!options.settings.empty()) return options.settings;
    return options.script.empty() ? standard_settings_file() : std::filesystem::path();
  }

  static std::filesystem::path sessions_folder(const WindowMainOptions& options) {
    if (!options.sessions.empty()) return options.sessions;
    return options.script.empty() ? standard_sessions_folder() : std::filesystem::path();
  }

  static std::filesystem::path answers_folder(const WindowMainOptions& options) {
    if (!options.answers.empty()) return options.answers;
    return options.script.empty() ? standard_answers_folder() : std::filesystem::path();
  }

  /// The last preset, or the default: the settings may be from another version of the program.
  std::string last_preset() const {
    const std::string& name = settings_store_.start().preset;
    for (const Preset& preset : builtin_presets())
      if (preset.name == name && is_trainable(preset)) return name;
    return Settings{}.preset;
  }

  Settings settings() const {
    Settings now = lab_.settings();
    const auto [width, height] = window_.size_in_points();
    now.window_width = width;
    now.window_height = height;
    return now;
  }

  void save_settings() {
    const std::string error = settings_store_.update(settings());
    if (error.empty()) return;
    lab_.set_notice(error, NoticeKind::Error);
    Window::wake();
  }

  /// A script finds the same program on every desktop, because it does not hear the desktop.
  void follow_desktop() {
    constexpr auto kAnswers = std::chrono::seconds(2);  // a desktop that answers late is asked less often
    const auto look = desktop_ ? desktop_->look() : platform::DesktopLook{};
    const bool waits = !look && std::chrono::steady_clock::now() - began_ < kAnswers;
    if (waits || (look && lab_.follow(*look))) Window::wake();
  }

  bool draw() {
    for (const auto& file : window_.take_dropped_files()) lab_.apply(command_of_dropped(file));
    lab_.update();
    open_what_was_asked_for();
    ViewModel model = lab_.view();
    model.memory = &memory_;
    const auto [width, height] = window_.size_in_points();
    model.screen = presented(model.screen, width, height);
    apply_screen(model.screen);
    show_title(model.title);
    std::deque<Command> commands;
    draw_frame(model, [&](Command command) { commands.push_back(std::move(command)); });
    handle_keys(model, [&](Command command) { commands.push_back(std::move(command)); });
    for (const Command& command : commands) lab_.apply(command);
    say_without_threads(model);
    say_error_of_page(model);
    return !lab_.wants_to_quit();
  }

  /// Once the model of the start is open: one thing is opened at a time.
  void open_what_was_asked_for() {
    if (to_open_.empty() || !lab_.idle()) return;
    const std::string path = std::exchange(to_open_, "");
    lab_.apply(command_of_dropped(path));
  }

  /// Once a first pass is on screen: the notice of its model comes before.
  void say_without_threads(const ViewModel& model) {
    if (has_threads() || said_without_threads_ || !model.trace) return;
    said_without_threads_ = true;
    lab_.set_notice(
        tr("no threads here: training and analyses wait for the screen, and the screen waits for them"),
        NoticeKind::Message);
  }

  void say_error_of_page(const ViewModel& model) {
    if (error_to_show_.empty() || !model.trace) return;
    lab_.set_notice(std::exchange(error_to_show_, ""), NoticeKind::Error);
  }

  /// A script without a language is in English on every system.
  void apply_language(const std::string& name) {
    if (language_ == name) return;
    language_ = name;
    const Language& standard = hears_desktop_ ? system_language() : english();
    try {
      use_language(name.empty() ? standard : language_named(name));
    } catch (const std::exception& error) {
      use_language(standard);
      lab_.set_notice(error.what(), NoticeKind::Error);
    }
  }

  void apply_screen(const Screen& screen) {
    apply_language(screen.language);
    window_.set_appearance({screen.dark ? ThemeKind::Dark : ThemeKind::Light,
                            static_cast<float>(screen.text_percent) / 100.0f, screen.high_contrast});
    widgets().digits = static_cast<int>(screen.digits);
    widgets().motion = screen.motion;
    widgets().mirror.on = language_in_use().right_to_left;
  }

  void show_title(const std::string& title) {
    if (title == title_) return;
    title_ = title;
    window_.set_title(title + " – Attention Lab");
  }

  void save_screenshot(const std::string& file) {
    request_screenshot(file, [this, file](const std::string& problem) {
      if (problem.empty())
        lab_.set_notice(tr("saved {1}", shown_path(file)), NoticeKind::Message);
      else
        lab_.set_notice(problem, NoticeKind::Error);
    });
  }

  ScriptHost script_host() {
    ScriptHost host;
    host.trained_steps = [this] { return lab_.trained_steps(); };
    host.idle = [this] { return lab_.idle() && !widgets().letters.wanted() && !frame_is_unfinished(); };
    host.expressions = lab_.expressions();
    host.expressions.value = [this](const std::string& expression) {
      return evaluate_expression(expression, lab_.view(), window_expressions());
    };
    host.command = [this](const std::string& line) { lab_.apply_or_throw(parse_command(line)); };
    host.tensors = [this] { return lab_.tensor_names(); };
    host.size = [this] { return std::pair(window_.width(), window_.height()); };
    host.resize = [this](int width, int height) { window_.resize(width, height); };
    host.has_size = [this](int width, int height) {
      return window_.width() == width && window_.height() == height;
    };
    host.display_scale = [this](float scale) { window_.pretend_scale(scale); };
    host.screenshot = [this](const std::string& file) { write_png(window_.read_pixels(), file); };
    return host;
  }

  std::optional<WithoutThreads> without_threads_;  ///< before all that may begin a thread
  const Script script_;                            ///< no lines without one
  SettingsStore settings_store_;
  const bool hears_desktop_;  ///< its settings and its input method
  Window window_;
  std::optional<DesktopSettings> desktop_;  ///< none: the desktop is not asked
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  TextureCache textures_;
  std::string title_;
  std::optional<std::string> language_;  ///< as Screen::language; none: not applied yet
  std::string to_open_;                  ///< as if dropped on the window, once that is possible; "": nothing
  FrameMemory memory_;                   ///< of the views
  bool said_without_threads_ = false;
  std::string error_to_show_;  ///< of the page, once a first pass is on screen
  Lab lab_;
  std::unique_ptr<ScriptPlayer> player_;
  std::unique_ptr<FrameLoop> loop_;
};

}  // namespace

int run_window(const WindowMainOptions& options) {
  platform::keep_heap_small();
  return run_turns(std::make_unique<Program>(options));
}

}  // namespace attnlab
