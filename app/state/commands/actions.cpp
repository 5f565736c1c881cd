// Commands to files and to the window.
#include "app/state/commands/command_table.h"
#include "app/state/recent.h"

namespace attnlab::commands {

namespace {

void open_preset(Target& d, const Arguments& a, const Limits&) { d.actions.files.open_preset(a.text(0)); }
void open_corpus(Target& d, const Arguments& a, const Limits&) { d.actions.files.open_corpus(a.joined()); }
void load_model(Target& d, const Arguments& a, const Limits&) { d.actions.files.load_model(a.joined()); }
void open_recent(Target& d, const Arguments& a, const Limits&) {
  d.actions.files.open_recent(a.whole(0, 1, static_cast<Index>(kMostRecent)));
}
void forget_recent(Target& d, const Arguments&, const Limits&) { d.actions.files.forget_recent(); }
void save_model(Target& d, const Arguments& a, const Limits&) { d.actions.files.save_model(a.joined()); }
void save_window(Target& d, const Arguments& a, const Limits&) {
  d.actions.window.save_screenshot(a.joined());
}
void save_figure(Target& d, const Arguments& a, const Limits&) {
  d.actions.window.save_figure(parse_figure_request(a.all()));
}
void recover(Target& d, const Arguments&, const Limits&) { d.actions.sessions.recover(); }
void forget_session(Target& d, const Arguments&, const Limits&) { d.actions.sessions.forget(); }
void reopen(Target& d, const Arguments&, const Limits&) { d.actions.sessions.reopen(); }
void save_metrics(Target& d, const Arguments& a, const Limits&) { d.actions.files.save_metrics(a.joined()); }
void device(Target& d, const Arguments& a, const Limits&) {
  const std::string& name = a.text(0);
  if (name != "cpu" && name != "gpu" && name != "toggle") a.fail();
  d.actions.device.use_gpu(name == "toggle" ? std::optional<bool>() : name == "gpu");
}
void quit(Target& d, const Arguments&, const Limits&) { d.actions.window.quit(); }

}  // namespace

std::span<const Entry> actions() {
  static constexpr Entry kEntries[] = {
      {{"preset", "NAME", "open a preset", false}, open_preset},
      {{"open", "FILE", "learn a text file", false}, open_corpus},
      {{"model.load", "FOLDER", "open a saved model", false}, load_model},
      {{"recent.open", "N", "open the N-th of the recent files; 1 is the newest", false}, open_recent},
      {{"recent.forget", "", "empty the list of recent files", false}, forget_recent},
      {{"model.save", "FOLDER", "save the model", false}, save_model},
      {{"session.recover", "", "take back the runs of a window that was killed", false}, recover},
      {{"session.forget", "", "let the runs of a window that was killed go", false}, forget_session},
      {{"session.reopen", "", "open the runs of the window that was closed last", false}, reopen},
      {{"metrics.save", "FILE", "save the metrics of the run on screen as CSV", false}, save_metrics},
      {{"window.save", "FILE", "save the window as PNG", false}, save_window},
      {{"figure", "FILE [SCALE] [WIDTHxHEIGHT] [transparent] [dark] [only WIDGET]",
        "save the view, or one widget of it, as SVG or PNG", false},
       save_figure},
      {{"device", "cpu|gpu|toggle", "what computes attention: the processor or the GPU", false}, device},
      {{"quit", "", "close the program", false}, quit},
  };
  return kEntries;
}

}  // namespace attnlab::commands
