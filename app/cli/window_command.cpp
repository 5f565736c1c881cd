// Without a subcommand: the window.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "app/cli/groups/values.h"
#include "app/cli/subcommands.h"
#include "app/gl/gallery_window.h"
#include "app/lessons/catalog.h"
#include "app/lessons/link.h"
#include "app/state/lab/sharing.h"
#include "app/window/window_main.h"
#include "core/io/checkpoint.h"
#include "core/io/files/file.h"
#include "core/language/messages.h"
#include "core/platform/program.h"
#include "core/training/preset.h"

namespace attnlab {
namespace {

struct WindowArguments {
  WindowMainOptions window;
  std::string model;
  bool gallery = false;
};

void check_path_to_open(const std::string& path) {
  std::error_code ignored;
  if (!path.empty() && !std::filesystem::exists(path, ignored))
    throw std::runtime_error(tr("there is no file or folder {1}", quoted(std::filesystem::path(path))));
}

/// Throws if it is not a lesson, nor a link to one.
void check_lesson_argument(const std::string& lesson) {
  if (!is_lesson_link(lesson)) return void(open_lesson(lesson));
  const LessonLink link = parse_lesson_link(lesson);
  check_link(link, *builtin_lesson(link.lesson));
}

int open_window(WindowArguments options) {
  if (options.window.preset) find_preset(*options.window.preset);
  if (!options.window.lesson.empty()) check_lesson_argument(options.window.lesson);
  if (!options.window.state.empty()) checked_state_line(options.window.state);
  check_path_to_open(options.window.open);
  platform::leave_own_console();
  if (options.gallery) return run_gallery(options.window.script);
  if (!options.model.empty()) options.window.model = options.model;
  if (!options.window.model && !options.window.open.empty() && is_checkpoint(options.window.open))
    options.window.model = std::exchange(options.window.open, "");
  return run_window(options.window);
}

}  // namespace

Action declare_window(CLI::App& app) {
  const auto options = std::make_shared<WindowArguments>();
  app.add_option("--script", options->window.script, tr("Play the commands of this file in the window"))
      ->type_name("FILE");
  app.add_flag("--unseen", options->window.unseen,
               tr("Show only the frames of the script's screenshots, to save time"))
      ->needs("--script");
  app.add_flag("--without-threads", options->window.without_threads,
               tr("Compute between two frames, as a web page does if the browser does not allow threads"));
  CLI::Option* preset = app.add_option("--preset", options->window.preset,
                                       tr("Start training this preset (default: the last one, or translate)"))
                            ->type_name("NAME");
  CLI::Option* model = app.add_option("--model", options->model, tr("Open this saved model"))
                           ->type_name("FOLDER")
                           ->excludes(preset);
  CLI::Option* lesson =
      app.add_option("--lesson", options->window.lesson,
                     tr("Open a lesson: its ID, a file that ends in .md, a pack, or a link to a step"))
          ->type_name("LESSON");
  CLI::Option* state =
      app.add_option("--state", options->window.state,
                     tr("Open the state of a line that state.copy or attention-lab state made"))
          ->type_name("LINE")
          ->excludes(preset)
          ->excludes(model)
          ->excludes(lesson);
  app.add_option("--open", options->window.open,
                 tr("Open this as if it were dropped on the window: a lesson, an image, a text, a saved run "
                    "or a folder of images; without PATH, nothing"))
      ->type_name("PATH")
      ->expected(0, 1)
      ->excludes(state);
  app.add_option("--settings", options->window.settings,
                 tr("Keep the settings in this file (default: the user's file; with --script, none)"))
      ->type_name("FILE");
  app.add_option("--language", options->window.language,
                 tr("Language of messages: a code, or a file that ends in .mo (default: the last choice, "
                    "or the system's language)"))
      ->type_name("LANGUAGE");
  app.add_option("--sessions", options->window.sessions,
                 tr("Keep the runs of the window in this folder, so that nothing is lost if the program is "
                    "killed (default: the user's folder; with --script, none)"))
      ->type_name("FOLDER");
  // For the page, which may be loaded again: its group "" keeps it out of the help.
  app.add_option("--resume", options->window.resume, tr("Continue the session in this folder"))->group("");
  app.add_option(
         "--answers", options->window.answers,
         tr("Keep the answers to lessons in this folder (default: the user's folder; with --script, none)"))
      ->type_name("FOLDER");
  app.add_option("--autosave", options->window.autosave_seconds,
                 tr("Seconds between two saves to the folder of --sessions (default 60; 0: never)"))
      ->type_name("SECONDS")
      ->check(any_number(0, 1e6));
  app.add_flag("--gallery", options->gallery, tr("Show every widget in all its states instead"));
  return [options] { return open_window(*options); };
}

}  // namespace attnlab
