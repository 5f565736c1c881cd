// A frame's own work (everything but the rasterizer) while a model trains and the stages are walked through.
//
//   frame_work [FRAMES_A_STAGE]      needs a display; prints a table
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>

#include "app/gl/frame_loop.h"
#include "app/window_main.h"

namespace {

using namespace attnlab;

/// Walks through every stage of an attention with training on.
void write_script(const std::filesystem::path& file, int frames) {
  std::ofstream script(file);
  script << "wait_steps 50\n";
  for (const char* stage :
       {"query", "key", "value", "scores", "scaled", "masked", "softmax", "context", "output"}) {
    script << "select.stage " << stage << "\nwait_frames " << frames << "\nkey Down\nwait_frames " << frames
           << "\n";
  }
  script << "quit\n";
}

void measure(const char* preset, int frames) {
  const auto file = std::filesystem::temp_directory_path() / "attention-lab-frame-work.txt";
  write_script(file, frames);
  WindowMainOptions options;
  options.script = file.string();
  options.preset = preset;
  const int code = run_window(options);
  std::filesystem::remove(file);
  const FrameTimes& times = frame_times();
  std::printf("%-12s %8llu %10.2f %10.2f %10.2f%s\n", preset, static_cast<unsigned long long>(times.frames),
              1e3 * work_percentile(times, 0.5), 1e3 * work_percentile(times, 0.99),
              1e3 * work_percentile(times, 1.0), code == 0 ? "" : "  (the script failed)");
}

}  // namespace

int main(int argc, char** argv) try {
  const int frames = argc > 1 ? std::atoi(argv[1]) : 40;
  std::printf("%-12s %8s %10s %10s %10s\n", "preset", "frames", "p50 ms", "p99 ms", "worst ms");
  for (const char* preset : {"translate", "characters"}) measure(preset, frames);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "frame_work: %s\n", error.what());
  return 1;
}
