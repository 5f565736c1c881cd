// Draws a frame when there is a reason to, and sleeps otherwise.
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

namespace attnlab {
namespace {

using Clock = std::chrono::steady_clock;

/// ImGui lays out over more than one frame: so many follow each event.
constexpr int kFramesAfterEvent = 3;
constexpr double kBlinkSeconds = 0.1;
constexpr std::size_t kKeptTimes = 4096;

FrameTimes g_times;

struct Request {
  std::filesystem::path file;
  std::function<void(const std::string&)> report;
};
std::optional<Request> g_request;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Processor time of this thread, so that other programs on the machine do not count.
double cpu_seconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
#else
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
#endif
}

class Loop {
 public:
  Loop(Window& window, TextureCache& textures, const FrameHooks& hooks, ScriptPlayer* script,
       const FrameLoopOptions& options)
      : window_(window), textures_(textures), hooks_(hooks), script_(script), options_(options) {}

  int run() {
    while (!done_) {
      const bool draw = sleep();
      if (hooks_.turn) hooks_.turn();
      if (window_.close_requested()) close();
      if (!done_ && draw) frame();
      if (script_ && script_->finished()) return finish_script();
    }
    return 0;
  }

 private:
  bool active() const {
    return script_ || (hooks_.busy && hooks_.busy()) || widgets().animating || owed_ > 0;
  }

  /// Waits until there is a reason for a frame, or for a while. Returns whether there is one.
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

  /// Handles input until the next frame is due.
  void pace() {
    const double rest = 1.0 / options_.most_frames_a_second - seconds_since(last_frame_);
    script_ || rest <= 0 ? window_.poll() : window_.wait(rest);
  }

  void close() {
    done_ = !hooks_.may_close || hooks_.may_close();
    if (!done_) window_.cancel_close();
  }

  void frame() {
    last_frame_ = Clock::now();
    const double cpu_before = cpu_seconds();
    begin_target_frame();
    widgets().animating = false;
    window_.begin_frame([this] { play(); });
    if (!hooks_.draw()) done_ = true;
    note_work(cpu_seconds() - cpu_before);
    window_.render();
    after_render();
    window_.present();
    textures_.end_frame();
  }

  void play() {
    if (!script_) return;
    script_->before_frame(input_);
    input_.apply();
  }

  void after_render() {
    if (script_) script_->after_frame();
    if (!g_request) return;
    const Request request = *std::exchange(g_request, std::nullopt);
    std::string message = request.file.string() + " saved";
    try {
      write_png(window_.read_pixels(), request.file);
    } catch (const std::exception& error) {
      message = error.what();
    }
    if (request.report) request.report(message);
  }

  void note_work(double work) {
    g_times.last_work = seconds_since(last_frame_);
    if (g_times.work.size() < kKeptTimes) g_times.work.push_back(0);
    g_times.work[g_times.frames++ % kKeptTimes] = static_cast<float>(work);
  }

  int finish_script() {
    if (!script_->error().empty()) std::fprintf(stderr, "%s\n", script_->error().c_str());
    return script_->exit_code();
  }

  Window& window_;
  TextureCache& textures_;
  const FrameHooks& hooks_;
  ScriptPlayer* script_;
  FrameLoopOptions options_;
  ImGuiInput input_;
  Clock::time_point last_frame_{};
  std::uint64_t seen_events_ = 0;
  int owed_ = kFramesAfterEvent;
  bool done_ = false;
};

}  // namespace

const FrameTimes& frame_times() { return g_times; }

double work_percentile(const FrameTimes& times, double fraction) {
  if (times.work.empty()) return 0;
  std::vector<float> sorted = times.work;
  const auto at = static_cast<std::ptrdiff_t>(fraction * static_cast<double>(sorted.size() - 1));
  std::nth_element(sorted.begin(), sorted.begin() + at, sorted.end());
  return sorted[static_cast<std::size_t>(at)];
}

int run_frame_loop(Window& window, TextureCache& textures, const FrameHooks& hooks, ScriptPlayer* script,
                   const FrameLoopOptions& options) {
  g_times = {};
  WidgetContext context;
  context.textures = &textures;
  context.count_cut = script != nullptr;
  const WidgetsInUse in_use(context);
  return Loop(window, textures, hooks, script, options).run();
}

void request_screenshot(std::filesystem::path file, std::function<void(const std::string&)> report) {
  g_request = Request{std::move(file), std::move(report)};
}

}  // namespace attnlab
