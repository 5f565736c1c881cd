// Probe figure: the program without its window, and the commands that show the label.
#include "app/features/probes/cli_figure.h"

#include <chrono>
#include <stdexcept>
#include <thread>

#include "app/feature/features.h"
#include "app/figure/save.h"
#include "app/state/lab/lab.h"

namespace attnlab {
namespace {

/// Waits until all requested results are there.
void wait_for_results(Lab& lab) {
  lab.update();
  while (!lab.idle()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    lab.update();
  }
  const ViewModel now = lab.view();
  if (now.notice_is_error) throw std::runtime_error(now.notice);
}

OpenRequest probe_request(const ProbeOptions& options, const std::string& folder) {
  const bool stored = !folder.empty();
  return {.kind = stored ? OpenRequest::Kind::Model : OpenRequest::Kind::Preset,
          .name = stored ? folder : options.preset,
          .play = false};
}

}  // namespace

void save_probe_figure(const ProbeOptions& options, const std::string& folder, Index step,
                       const ProbeReport& report, bool course) {
  FigureRequest request = parse_figure_request(std::vector<std::string>{options.figure});
  validate(request);
  Lab lab({[] {}, [](const std::string&) {}, [](const FigureRequest&) {}});
  lab.open(probe_request(options, folder));
  wait_for_results(lab);
  const std::string part = course ? "training" : "layers";
  for (const Command& command :
       {Command{"view", {"probes"}}, Command{"choose", {"probes.label", std::string(report.label->name)}},
        Command{"choose", {"probes.stack", report.text == Text::Source ? "source" : "target"}},
        Command{"choose", {"probes.part", part}}}) {
    lab.apply_or_throw(command);
    wait_for_results(lab);
  }
  if (lab.view().training.step != step) lab.apply_or_throw({"timeline.to", {std::to_string(step)}});
  wait_for_results(lab);
  save_figure(lab.view(), request);
}

}  // namespace attnlab
