// The rows of all dialogs.
#include "app/views/frame/dialog_rows.h"

#include <imgui.h>

#include <algorithm>

#include "app/widgets/base/context.h"
#include "app/widgets/base/draw.h"
#include "core/config/no_such_kind.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

float button_width(std::string_view text) {
  return text_size(fonts().ui_bold, text).x + ImGui::GetStyle().FramePadding.x * 2.4f;
}

}  // namespace

void right_align_buttons(std::string_view first, std::string_view second) {
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float width = button_width(first) + (second.empty() ? 0 : gap + button_width(second));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - width));
}

namespace {

using enum PathQuestion::For;
using enum PathQuestion::List;

constexpr DialogRow kDialogRows[] = {
    {.dialog = Dialog::OpenText,
     .title = tr_mark("Open a text file"),
     .entry = tr_mark("Open text file"),
     .help = tr_mark("train a model on any UTF-8 text"),
     .path =
         PathQuestion{Opening,
                      tr_mark("Any UTF-8 text. A new model starts training on it at once. It is built like "
                              "the open model if that one learns from texts; otherwise it is a small GPT."),
                      tr_mark("path of a text file"), tr_mark("Open"), "open"}},
    {.dialog = Dialog::OpenPictures,
     .title = tr_mark("Open pictures"),
     .entry = tr_mark("Open pictures"),
     .help = tr_mark("train a model on a folder with one subfolder per class"),
     .path = PathQuestion{Opening,
                          tr_mark("A folder with one subfolder per class, each with PNG or JPEG files. A new "
                                  "model starts training on them at once. It is built like the open model if "
                                  "that one reads pictures; otherwise it is a small Vision Transformer."),
                          tr_mark("folder of pictures"), tr_mark("Open"), "pictures.open", Folders}},
    {.dialog = Dialog::OpenPicture,
     .title = tr_mark("Look at a picture"),
     .entry = tr_mark("Look at picture"),
     .help = tr_mark("a PNG or JPEG file instead of a picture of the task"),
     .path =
         PathQuestion{Opening,
                      tr_mark("A PNG or JPEG file, for a model that reads pictures. The largest square in "
                              "its middle is scaled to the size that the model reads."),
                      tr_mark("path of a picture"), tr_mark("Open"), "picture.open"}},
    {.dialog = Dialog::TrainOn,
     .title = tr_mark("Train this model on your own data"),
     .entry = tr_mark("Train this model on"),
     .help = tr_mark("your own text or pictures"),
     .path =
         PathQuestion{Opening,
                      tr_mark("A text file or, if the model reads pictures, a folder with one subfolder per "
                              "class. A new model of the same kind and size is trained. A model from "
                              "another program continues from its weights, on a text."),
                      tr_mark("path of a text file, or folder of pictures"), tr_mark("Train"), "train.on"}},
    {.dialog = Dialog::LoadModel,
     .title = tr_mark("Load a model"),
     .entry = tr_mark("Load model"),
     .help = tr_mark("open the folder of a saved run, or of a model from another program"),
     .path = PathQuestion{Opening,
                          tr_mark("The folder of a saved run, or of a model from another program, such as "
                                  "GPT-2 or Llama: the folder with its config.json."),
                          tr_mark("folder of a model"), tr_mark("Load"), "model.load", Folders}},
    {.dialog = Dialog::BesideRun,
     .title = tr_mark("Compare with a saved run"),
     .entry = tr_mark("Compare with saved run"),
     .help = tr_mark("the folder of a saved model, in the view Two models"),
     .path = PathQuestion{Opening,
                          tr_mark("A folder that “Save the model” made. The view Two models shows that run "
                                  "beside the one on screen."),
                          tr_mark("folder of a saved model"), tr_mark("Compare"), "models.load", Folders}},
    {.dialog = Dialog::OpenLesson,
     .title = tr_mark("Open a lesson"),
     .entry = tr_mark("Open lesson"),
     .help = tr_mark("your own lesson, from its file"),
     .path =
         PathQuestion{Opening,
                      tr_mark("A Markdown file, a pack, or the line that a teacher handed out. A Markdown "
                              "file is read again whenever it is saved, so you can write a lesson beside "
                              "the window."),
                      tr_mark("path of a lesson, or a link to one"), tr_mark("Open"), "lesson.open"}},
    {.dialog = Dialog::ClassAnswers,
     .title = tr_mark("Answers of a class"),
     .entry = tr_mark("Open the answers of a class"),
     .help = tr_mark("how many learners gave each answer in the open lesson"),
     .path =
         PathQuestion{Opening,
                      tr_mark("A folder with the answer files that learners sent. Each question then shows "
                              "how many gave each answer."),
                      tr_mark("folder of answers"), tr_mark("Open"), "lesson.answers", Folders}},
    {.dialog = Dialog::OpenState,
     .title = tr_mark("Open a state"),
     .entry = tr_mark("Open copied state"),
     .help = tr_mark("what someone else has on screen, from the line that they copied"),
     .path =
         PathQuestion{Opening,
                      tr_mark("The line that “Copy a line that opens this state” made. Its model is trained "
                              "again, beside the runs that are open."),
                      "attention-lab:state/…", tr_mark("Open"), "state.open", None}},
    {.dialog = Dialog::SaveModel,
     .title = tr_mark("Save the model"),
     .entry = tr_mark("Save model"),
     .help = tr_mark("weights, vocabulary and the optimizer's state"),
     .path = PathQuestion{Saving,
                          tr_mark("Saves the weights, the vocabulary and the state of the optimizer in one "
                                  "folder, so that training can continue from there."),
                          tr_mark("folder to save into"), tr_mark("Save"), "model.save", Folders}},
    {.dialog = Dialog::SaveFigure,
     .title = tr_mark("Save a figure"),
     .entry = tr_mark("Save figure"),
     .help = tr_mark("the view on the stage as SVG or PNG"),
     .path = PathQuestion{Saving,
                          tr_mark("The view on the stage, cropped to its content. An SVG keeps letters as "
                                  "letters and cells as rectangles."),
                          tr_mark("file, e.g. attention.svg"), tr_mark("Save"), "figure"}},
    {.dialog = Dialog::SaveMetrics,
     .title = tr_mark("Save the metrics"),
     .entry = tr_mark("Save metrics"),
     .help = tr_mark("every step of the run as CSV"),
     .path = PathQuestion{Saving,
                          tr_mark("Two CSV files: NAME.csv with every step of the run on screen, and "
                                  "NAME-measured.csv with its measurements."),
                          tr_mark("file, e.g. metrics.csv"), tr_mark("Save"), "metrics.save"}},
    {.dialog = Dialog::SavePicture,
     .title = tr_mark("Save the window"),
     .entry = tr_mark("Save window"),
     .help = tr_mark("the window as a PNG picture"),
     .path = PathQuestion{Saving, tr_mark("The whole window, as a PNG file."),
                          tr_mark("file, e.g. attention.png"), tr_mark("Save"), "window.save"}},
    {.dialog = Dialog::Lessons,
     .title = tr_mark("Lessons"),
     .entry = tr_mark("Lessons"),
     .help = tr_mark("all lessons, each with the question that it answers")},
    {.dialog = Dialog::Keys,
     .title = tr_mark("Keys"),
     .entry = tr_mark("Keys"),
     .help = tr_mark("help: the list of keys and shortcuts")},
    {.dialog = Dialog::Glossary,
     .title = tr_mark("Glossary"),
     .entry = tr_mark("Glossary"),
     .help = tr_mark("the terms of the field")},
    {.dialog = Dialog::Quit, .title = tr_mark("Quit?")},
};

}  // namespace

std::span<const DialogRow> dialog_rows() { return kDialogRows; }

std::string DialogRow::menu_label() const { return std::string(tr(entry)) + (path ? "…" : ""); }

const DialogRow& dialog_row(Dialog dialog) {
  const auto found = std::ranges::find(dialog_rows(), dialog, &DialogRow::dialog);
  if (found == dialog_rows().end()) no_such_kind("dialog");
  return *found;
}

}  // namespace attnlab
