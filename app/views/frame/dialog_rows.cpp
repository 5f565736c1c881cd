// The rows of all dialogs.
#include "app/views/frame/dialog_rows.h"

#include <imgui.h>

#include <algorithm>

#include "app/widgets/base/context.h"
#include "app/widgets/base/draw.h"
#include "core/config/no_such_kind.h"

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
     .title = "Open a text file",
     .entry = "Open text file",
     .help = "any UTF-8 text, to learn from",
     .path = PathQuestion{Opening,
                          "Any UTF-8 text. A new model starts to learn it at once: as the open one, where "
                          "that learns texts, else a small GPT.",
                          "path of a text file", "Open", "open"}},
    {.dialog = Dialog::OpenPictures,
     .title = "Open pictures",
     .entry = "Open pictures",
     .help = "a folder with one folder a class, to learn from",
     .path =
         PathQuestion{
             Opening,
             "A folder with one folder a class, in each its PNG or JPEG files. A new model starts to learn "
             "them at once: as the open one, where that reads pictures, else a small Vision Transformer.",
             "folder of pictures", "Open", "pictures.open", Folders}},
    {.dialog = Dialog::OpenPicture,
     .title = "Look at a picture",
     .entry = "Look at picture",
     .help = "a PNG or JPEG file instead of a picture of the task",
     .path = PathQuestion{Opening,
                          "A PNG or JPEG file, for a model that reads pictures. The largest square in its "
                          "middle is scaled to the size that the model reads.",
                          "path of a picture", "Open", "picture.open"}},
    {.dialog = Dialog::TrainOn,
     .title = "Train this model on your own",
     .entry = "Train this model on",
     .help = "a text or pictures of your own",
     .path = PathQuestion{Opening,
                          "A text file; where the model reads pictures, a folder with one folder a class. "
                          "A model of the same kind and sizes begins anew; one of another program goes on "
                          "from its weights, with a text.",
                          "path of a text file, or folder of pictures", "Train", "train.on"}},
    {.dialog = Dialog::LoadModel,
     .title = "Load a model",
     .entry = "Load model",
     .help = "open the folder of a saved run, or of a model of another program",
     .path = PathQuestion{Opening,
                          "The folder of a saved run, or of a model of another program, as GPT-2 or "
                          "Llama: the one with its config.json.",
                          "folder of a model", "Load", "model.load", Folders}},
    {.dialog = Dialog::BesideRun,
     .title = "Put a saved run beside this one",
     .entry = "Compare with saved run",
     .help = "a folder of a saved model, in the view Two models",
     .path = PathQuestion{Opening,
                          "A folder that “Save the model” made. The view Two models lays that run beside "
                          "the one on screen.",
                          "folder of a saved model", "Compare", "models.load", Folders}},
    {.dialog = Dialog::OpenLesson,
     .title = "Open a lesson",
     .entry = "Open lesson",
     .help = "a lesson of your own, from its file",
     .path = PathQuestion{Opening,
                          "A Markdown file, which is read again whenever it is saved, so that a lesson can "
                          "be written beside the window; a pack; or the line that a teacher handed out.",
                          "path of a lesson, or a link to one", "Open", "lesson.open"}},
    {.dialog = Dialog::ClassAnswers,
     .title = "Answers of a class",
     .entry = "Open the answers of a class",
     .help = "to the open lesson: how many gave which answer",
     .path = PathQuestion{Opening,
                          "A folder with the files of answers that learners sent: each question then says "
                          "how many gave which answer.",
                          "folder of answers", "Open", "lesson.answers", Folders}},
    {.dialog = Dialog::OpenState,
     .title = "Open a state",
     .entry = "Open copied state",
     .help = "what somebody has on screen, from the line that says it",
     .path =
         PathQuestion{Opening,
                      "The line that “Copy a line that opens this state” made. Its model is trained anew, "
                      "beside the runs that are open.",
                      "attention-lab:state/…", "Open", "state.open", None}},
    {.dialog = Dialog::SaveModel,
     .title = "Save the model",
     .entry = "Save model",
     .help = "weights, vocabulary and the optimizer's state",
     .path = PathQuestion{Saving,
                          "Weights, vocabulary and the optimizer's state go into one folder, so that "
                          "training can go on from there.",
                          "folder to save into", "Save", "model.save", Folders}},
    {.dialog = Dialog::SaveFigure,
     .title = "Save a figure",
     .entry = "Save figure",
     .help = "the view on the stage as SVG or PNG",
     .path = PathQuestion{Saving,
                          "The view on the stage, cut to its content. In an SVG, letters stay letters and "
                          "cells rectangles.",
                          "file, e.g. attention.svg", "Save", "figure"}},
    {.dialog = Dialog::SaveMetrics,
     .title = "Save the metrics",
     .entry = "Save metrics",
     .help = "every step of the run as CSV",
     .path = PathQuestion{Saving,
                          "Every step of the run on screen, and what was measured now and then, as two CSV "
                          "files: NAME.csv and NAME-measured.csv.",
                          "file, e.g. metrics.csv", "Save", "metrics.save"}},
    {.dialog = Dialog::SavePicture,
     .title = "Save the window",
     .entry = "Save window",
     .help = "the window as a PNG picture",
     .path = PathQuestion{Saving, "The window as it is, as a PNG file.", "file, e.g. attention.png", "Save",
                          "window.save"}},
    {.dialog = Dialog::Lessons,
     .title = "Lessons",
     .entry = "Lessons",
     .help = "all lessons, each with the question that it answers"},
    {.dialog = Dialog::Keys,
     .title = "Keys",
     .entry = "Keys",
     .help = "help: the list of keys and shortcuts"},
    {.dialog = Dialog::Glossary, .title = "Glossary", .entry = "Glossary", .help = "the terms of the field"},
    {.dialog = Dialog::Quit, .title = "Quit?"},
};

}  // namespace

std::span<const DialogRow> dialog_rows() { return kDialogRows; }

const DialogRow& dialog_row(Dialog dialog) {
  const auto found = std::ranges::find(dialog_rows(), dialog, &DialogRow::dialog);
  if (found == dialog_rows().end()) no_such_kind("dialog");
  return *found;
}

}  // namespace attnlab
