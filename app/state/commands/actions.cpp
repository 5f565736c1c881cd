// Commands to files and to the window.
#include <optional>

#include "app/state/commands/command_table.h"
#include "app/state/recent.h"
#include "core/language/messages.h"

namespace attnlab::commands {

namespace {

struct NamedDevice {
  std::string_view name;
  std::optional<bool> gpu;  ///< none: the other one
};
constexpr NamedDevice kDevices[] = {{"cpu", false}, {"gpu", true}, {"toggle", {}}};

struct NamedAnswer {
  std::string_view name;
  Quitting how;
};
constexpr NamedAnswer kAnswers[] = {{"now", Quitting::Now}, {"stay", Quitting::Stay}};

void open_preset(Target& d, const Arguments& a, const Limits&) { d.actions.files.open_preset(a.text(0)); }
void open_text(Target& d, const Arguments& a, const Limits&) { d.actions.files.open_text(a.joined()); }
void open_pictures(Target& d, const Arguments& a, const Limits&) {
  d.actions.files.open_pictures(a.joined());
}
void train_on(Target& d, const Arguments& a, const Limits&) { d.actions.files.train_on(a.joined()); }
void train_further(Target& d, const Arguments& a, const Limits&) {
  d.actions.files.train_further(a.text(0), a.has(1) ? a.text(1) : "");
}
void load_model(Target& d, const Arguments& a, const Limits&) { d.actions.files.load_model(a.joined()); }
void stop_opening(Target& d, const Arguments&, const Limits&) { d.actions.files.stop_opening(); }
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
  d.actions.device.use_gpu(a.row(0, kDevices).gpu);
}
void step_device(Target& d, const Arguments& a, const Limits&) {
  d.actions.training.step_on_gpu(a.row(0, kDevices).gpu);
}
void stop_pass(Target& d, const Arguments&, const Limits&) { d.actions.pass.stop_pass(); }
void quit(Target& d, const Arguments& a, const Limits&) {
  d.actions.window.quit(a.has(0) ? a.row(0, kAnswers).how : Quitting::Ask);
}

}  // namespace

std::span<const Entry> actions() {
  static constexpr Entry kEntries[] = {
      {{.verb = "preset",
        .arguments = "NAME",
        .help = tr_mark("open a preset"),
        .sender = Sender::RandomInput,
        .opens_model = true},
       open_preset},
      {{"open", "FILE", tr_mark("open a text file and train a model on it"), Sender::User, Undo::None},
       open_text},
      {{"pictures.open", "FOLDER",
        tr_mark("open a folder of pictures, with one folder per class, and train a model on them"),
        Sender::User, Undo::None},
       open_pictures},
      {{"train.on", "PATH", tr_mark("train a model like the open one on a text or on pictures"), Sender::User,
        Undo::None},
       train_on},
      {{"train.further", "FILE [NAMES]",
        tr_mark("train the open model further on a text, from its weights; with NAMES, only these parameters "
                "are trained"),
        Sender::User, Undo::None},
       train_further},
      {{.verb = "model.load",
        .arguments = "FOLDER",
        .help = tr_mark("open a saved model"),
        .opens_model = true},
       load_model},
      {{"open.stop", "", tr_mark("stop opening; what was open stays open"), Sender::User, Undo::None},
       stop_opening},
      {{"recent.open", "N", tr_mark("open the N-th recent file; 1 is the newest"), Sender::User, Undo::None},
       open_recent},
      {{"recent.forget", "", tr_mark("clear the list of recent files"), Sender::User, Undo::None},
       forget_recent},
      {{"model.save", "FOLDER", tr_mark("save the model"), Sender::User, Undo::None}, save_model},
      {{"session.recover", "", tr_mark("recover the runs of a window that was killed"), Sender::User,
        Undo::None},
       recover},
      {{"session.forget", "", tr_mark("discard the runs of a window that was killed"), Sender::User,
        Undo::None},
       forget_session},
      {{"session.reopen", "", tr_mark("reopen the runs of the window that was closed last"), Sender::User,
        Undo::None},
       reopen},
      {{"metrics.save", "FILE", tr_mark("save the metrics of the run on screen as CSV"), Sender::User,
        Undo::None},
       save_metrics},
      {{"window.save", "FILE", tr_mark("save an image of the window as PNG"), Sender::User, Undo::None},
       save_window},
      {{"figure", "FILE [SCALE] [WIDTHxHEIGHT] [transparent] [dark] [only WIDGET]",
        tr_mark("save the view, or one widget of it, as SVG or PNG"), Sender::User, Undo::None},
       save_figure},
      {{"device", "cpu|gpu|toggle", tr_mark("choose what computes attention: the processor or the GPU"),
        Sender::RandomInput, Undo::None},
       device},
      {{"train.device", "cpu|gpu|toggle",
        tr_mark("choose where the run trains: on the processor, or entirely on the GPU"), Sender::User,
        Undo::None},
       step_device},
      {{"pass.stop", "", tr_mark("stop computing the pass; the previous one stays on screen"),
        Sender::RandomInput, Undo::None},
       stop_pass},
      {{"quit", "[now|stay]", tr_mark("close the program, after a question if something would be lost"),
        Sender::User, Undo::None},
       quit},
  };
  return kEntries;
}

}  // namespace attnlab::commands
