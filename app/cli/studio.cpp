// The program without its window.
#include "app/cli/studio.h"

#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

namespace attnlab {

Studio::Studio() : lab_({[] {}, [](const std::string&) {}, [](const FigureRequest&) {}}) {}

Studio::Studio(OpenRequest request) : Studio() { open(std::move(request)); }

void Studio::open(OpenRequest request) {
  lab_.open(std::move(request));
  settle();
}

void Studio::apply(const Command& command) {
  lab_.apply_or_throw(command);
  settle();
}

void Studio::wait() {
  lab_.update();
  while (!lab_.idle()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    lab_.update();
  }
}

void Studio::settle() {
  wait();
  const ViewModel now = lab_.view();
  if (now.notice_is_error) throw std::runtime_error(now.notice);
  if (!now.trace_error.empty()) throw std::invalid_argument(now.trace_error);
}

}  // namespace attnlab
