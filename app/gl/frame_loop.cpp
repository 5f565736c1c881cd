// Draws a frame when there is a reason to, and sleeps otherwise.
#include "app/gl/frame_loop.h"

#include <imgui.h>

#include <chrono>
#include <cstdio>
#include <optional>
#include <utility>

#include "app/gl/screenshot.h"
#include "app/script/imgui_input.h"
#include "app/widgets/context.h"

namespace attnlab {
namespace {

using Clock = std::chrono::steady_clock;

/// ImGui lays out over more than one frame: so many follow each event.
constexpr int kFramesAfterEvent = 3;

FrameTimes g_times;

struct Request {
  std::filesystem::path file;
  std::function<void(const std::string&)> report;
};
std::optional<Request> g_request;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Loop {
 public:
  Loop(Window& window, TextureCache& textures, const FrameHooks& hooks, ScriptPlayer* script,
       const FrameLoopOptions& options)
      : window_(window), textures_(textures), hooks_(hooks), script_(script), options_(options) {}

  int run() {
    while (!done_) {
      sleep();
      if (window_.close_requested()) close();
      if (!done_) frame();
      if (script_ && script_->finished()) return finish_script();
    }
    return 0;
  }

 private:
  bool active() const {
    return script_ || (hooks_.busy && hooks_.busy()) || widgets().animating || owed_ > 0;
  }

  void sleep() {
    const std::uint64_t before = seen_events_;
    if (active()) {
      pace();
    } else {
      window_.wait(ImGui::GetIO().WantTextInput ? 0.1 : options_.idle_seconds);
    }
    seen_events_ = window_.events();
    if (seen_events_ != before) owed_ = kFramesAfterEvent;
    if (owed_ > 0) --owed_;
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
    begin_target_frame();
    widgets().animating = false;
    window_.begin_frame([this] { play(); });
    if (!hooks_.draw()) done_ = true;
    const double before_render = seconds_since(last_frame_);
    window_.render();
    note_work(before_render);
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
    g_times.last_work = work;
    if (++g_times.frames > 10) g_times.worst_work = std::max(g_times.worst_work, work);
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

int run_frame_loop(Window& window, TextureCache& textures, const FrameHooks& hooks, ScriptPlayer* script,
                   const FrameLoopOptions& options) {
  g_times = {};
  widgets().textures = &textures;
  const int code = Loop(window, textures, hooks, script, options).run();
  widgets().textures = nullptr;
  return code;
}

void request_screenshot(std::filesystem::path file, std::function<void(const std::string&)> report) {
  g_request = Request{std::move(file), std::move(report)};
}

}  // namespace attnlab
