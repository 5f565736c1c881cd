// Draws a frame when there is a reason, and sleeps otherwise.
#include "app/gl/frame_loop.h"

#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <optional>
#include <utility>

#include "app/figure/png.h"
#include "app/script/imgui_input.h"
#include "app/widgets/base/context.h"
#include "core/config/side_loop.h"

namespace attnlab {
namespace {

using Clock = std::chrono::steady_clock;

/// Frames after each event: ImGui lays out over more than one frame.
constexpr int kFramesAfterEvent = 3;
constexpr double kBlinkSeconds = 0.1;
/// Longest time of frames that are drawn for waiting input or for a script, before a frame is shown.
constexpr double kMostSecondsUnseen = 0.1;
constexpr std::size_t kStoredTimes = 4096;
/// Of loops beside the screen in a program without threads, between two frames: at least so long, and such a
/// share of what a slow frame takes.
constexpr double kTurnSeconds = 0.01, kTurnShare = 0.5, kSlowestFrame = 0.2;

/// Between two times that fonts are built for new letters: at least so long, and so often what the last took.
constexpr double kLettersSeconds = 0.25, kLettersRest = 4;

FrameTimes g_times;

struct Request {
  std::filesystem::path file;
  std::function<void(const std::string&)> report;
};
std::optional<Request> g_request;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Processor time of this thread, so that other programs on the machine do not count; in a browser, which
/// does not tell that, the time.
double cpu_seconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0)
    return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
#endif
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

}  // namespace

class FrameLoop::Turns {
 public:
  Turns(Window& window, TextureCache& textures, FrameHooks hooks, ScriptPlayer* script,
        const FrameLoopOptions& options)
      : window_(window),
        textures_(textures),
        hooks_(std::move(hooks)),
        script_(script),
        options_(options),
        in_use_(context_) {
    g_times = {};
    context_.textures = &textures;
    context_.count_cut = script != nullptr;
    if (script_) input_.own_clipboard();
  }

  bool turn() {
    const bool draw = sleep();
    if (hooks_.turn) hooks_.turn();
    if (window_.close_requested()) close();
    if (!done_ && draw) frame();
    give_turns();
    if (script_ && script_->finished()) finish_script();
    return !done_;
  }

  int exit_code() const { return exit_code_; }

 private:
  void give_turns() {
    const double frame = std::min(seconds_since(turns_given_), kSlowestFrame);
    side_loops_work_ = take_turns(std::max(kTurnSeconds, kTurnShare * frame));
    turns_given_ = Clock::now();
  }

  bool active() const {
    return script_ || (hooks_.busy && hooks_.busy()) || widgets().animating || owed_ > 0 ||
           window_.input_waits() || side_loops_work_;
  }

  /// Waits until there is a reason for a frame, or for idle_seconds. Returns whether there is a reason.
  bool sleep() {
    const std::uint64_t before = seen_events_;
    const bool awake = active(), blinking = ImGui::GetCurrentContext() && ImGui::GetIO().WantTextInput;
    awake ? pace() : window_.wait(blinking ? kBlinkSeconds : options_.idle_seconds);
    seen_events_ = window_.events();
    const bool stirred = seen_events_ != before;
    if (stirred) owed_ = kFramesAfterEvent;
    if (owed_ > 0) --owed_;
    return awake || blinking || stirred;
  }

  /// Handles input until the next frame is due. A script has its frames as fast as can be, unless it waits
  /// for what other threads compute.
  void pace() {
    const double rest = 1.0 / options_.most_frames_a_second - seconds_since(last_frame_);
    const bool hurries = script_ && !script_->waits();
    hurries || rest <= 0 || window_.input_waits() ? window_.poll() : window_.wait(rest);
  }

  void close() {
    done_ = !hooks_.may_close || hooks_.may_close();
    if (!done_) window_.cancel_close();
  }

  /// Waiting input may need several frames: only the last of them is rendered. So it is with a script's
  /// frames, but for those of which it takes a picture.
  void frame() {
    last_frame_ = Clock::now();
    draw();
    if (passes_unseen()) return window_.drop_frame();
    last_shown_ = last_frame_;
    while (!done_ && window_.input_waits() && seconds_since(last_frame_) < kMostSecondsUnseen) {
      window_.drop_frame();
      draw();
    }
    window_.render();
    after_render();
    window_.present();
    cpu_shown_ = cpu_seconds();
    textures_.end_frame();
  }

  /// While a script hurries, the time that counts is the processor's: what else the machine does leads to no
  /// more frames that are rendered.
  bool passes_unseen() const {
    if (!script_ || done_ || script_->takes_picture() || g_request) return false;
    if (options_.unseen) return true;
    const double unseen = script_->waits() ? seconds_since(last_shown_) : cpu_seconds() - cpu_shown_;
    return unseen < kMostSecondsUnseen;
  }

  void draw() {
    const Clock::time_point start = Clock::now();
    const double cpu_before = cpu_seconds();
    begin_target_frame();
    widgets().animating = false;
    if (script_ && !script_->hears()) window_.ignore_input();
    window_.begin_frame([this] { play(); });
    if (!hooks_.draw()) done_ = true;
    note_work(seconds_since(start), cpu_seconds() - cpu_before);
    if (std::exchange(built_letters_, false)) letters_rest_ = kLettersRest * g_times.last_work;
    if (widgets().letters.wanted() || widgets().letters.too_many(most_letters())) add_letters();
  }

  /// The next frame has the letters that this one asked for, or a later one has, if others have just come.
  void add_letters() {
    widgets().animating = true;
    if (seconds_since(letters_added_) < std::max(kLettersSeconds, letters_rest_)) return;
    if (!widgets().letters.add(most_letters())) return;
    letters_added_ = Clock::now();
    window_.set_letters(widgets().letters.added(), widgets().stand_ins.made());
    built_letters_ = true;
    owed_ = kFramesAfterEvent;
  }

  void play() {
    if (!script_) return;
    script_->before_frame(input_);
    if (!script_->hears()) input_.apply();
  }

  void after_render() {
    if (script_) script_->after_frame();
    if (!g_request) return;
    const Request request = *std::exchange(g_request, std::nullopt);
    std::string problem;
    try {
      write_png(window_.read_pixels(), request.file);
    } catch (const std::exception& error) {
      problem = error.what();
    }
    if (request.report) request.report(problem);
  }

  void note_work(double seconds, double work) {
    g_times.last_work = seconds;
    if (g_times.work.size() < kStoredTimes) g_times.work.push_back(0);
    g_times.work[g_times.frames++ % kStoredTimes] = float(work);
  }

  void finish_script() {
    if (!script_->error().empty()) std::fprintf(stderr, "%s\n", script_->error().c_str());
    exit_code_ = script_->exit_code();
    done_ = true;
  }

  Window& window_;
  TextureCache& textures_;
  FrameHooks hooks_;
  ScriptPlayer* script_;
  FrameLoopOptions options_;
  WidgetContext context_;
  WidgetsInUse in_use_;
  ImGuiInput input_;
  Clock::time_point last_frame_{}, last_shown_{}, letters_added_{};
  double cpu_shown_ = 0;        ///< processor time at last_shown_
  double letters_rest_ = 0;     ///< seconds after letters were added
  bool built_letters_ = false;  ///< the frame begins with that
  std::uint64_t seen_events_ = 0;
  int owed_ = kFramesAfterEvent;
  int exit_code_ = 0;
  bool done_ = false;
  bool side_loops_work_ = false;  ///< in turns, not on threads
  Clock::time_point turns_given_{};
};

FrameLoop::FrameLoop(Window& window, TextureCache& textures, FrameHooks hooks, ScriptPlayer* script,
                     const FrameLoopOptions& options)
    : turns_(std::make_unique<Turns>(window, textures, std::move(hooks), script, options)) {}
FrameLoop::~FrameLoop() = default;
bool FrameLoop::turn() { return turns_->turn(); }
int FrameLoop::exit_code() const { return turns_->exit_code(); }

const FrameTimes& frame_times() { return g_times; }

double work_percentile(const FrameTimes& times, double fraction) {
  if (times.work.empty()) return 0;
  std::vector<float> sorted = times.work;
  const auto at = static_cast<std::ptrdiff_t>(fraction * double(sorted.size() - 1));
  std::nth_element(sorted.begin(), sorted.begin() + at, sorted.end());
  return sorted[at];
}

void request_screenshot(std::filesystem::path file, std::function<void(const std::string&)> report) {
  g_request = Request{std::move(file), std::move(report)};
}

}  // namespace attnlab
