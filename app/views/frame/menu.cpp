// The menu bar. Also the notice at its end. Script names: menu.file, menu.edit, menu.view, menu.train,
// menu.lessons, menu.help and their entries: menu.file.presets, menu.file.preset.NAME, menu.file.open,
// menu.file.pictures, menu.file.look, menu.file.load, menu.file.beside, menu.file.save, menu.file.share,
// menu.file.shared, menu.file.recent, menu.file.recent.N, menu.file.recent.forget, menu.file.reopen,
// menu.file.metrics, menu.file.picture, menu.file.quit, menu.edit.undo, menu.edit.redo (more in
// menu_surgery.cpp), menu.view.theme, menu.view.contrast, menu.view.motion, menu.view.follow,
// menu.view.follow.OPTION, menu.view.language, menu.view.language.CODE, menu.view.larger,
// menu.view.smaller, menu.view.standard, menu.view.digits, menu.view.back, menu.view.forward,
// menu.view.map, menu.view.inspector, menu.view.bottom, menu.view.present, menu.view.reset,
// menu.train.toggle, menu.train.step, menu.train.reset, menu.train.example, menu.train.on,
// menu.train.change, menu.train.view, menu.train.play, menu.train.newest, menu.train.branch,
// menu.train.gpu, menu.train.step_gpu, menu.train.rate, menu.lessons.list, menu.lessons.ID,
// menu.lessons.open, menu.lessons.close, menu.lessons.setup, menu.lessons.record, menu.help.commands,
// menu.help.keys, menu.help.glossary; menu.all, which has the others in a narrow window.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <string>

#include "app/base/format.h"
#include "app/base/languages.h"
#include "app/lessons/catalog.h"
#include "app/state/settings/desktop_follow.h"
#include "app/views/common/views.h"
#include "app/views/frame/command_palette.h"
#include "app/views/frame/dialogs.h"
#include "app/views/frame/menu_items.h"
#include "app/views/frame/panel_chooser.h"
#include "app/views/frame/shortcuts.h"
#include "app/views/runs/past_steps.h"
#include "app/views/runs/settings_fields.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// The closed notice; a new notice has another count.
struct DismissedNotice {
  std::uint64_t count = ~std::uint64_t{0};
};

void draw_pill(const Box& box, const ViewModel& model) {
  const Palette& p = theme().palette;
  const Colour ink = model.notice_is_error ? p.bad : p.text_dim;
  const Canvas canvas = window_canvas();
  canvas.fill(box, blend(p.panel, ink, model.notice_is_error ? 0.16f : 0.10f), box.height() / 2);
  const float pad = em() * 0.7f;
  draw_text_in(canvas, fonts().ui, {{box.min.x + pad, box.min.y}, {box.max.x - box.height(), box.max.y}},
               model.notice_is_error ? p.bad : p.text, model.notice, Align::Left, Cut::Meant);
}

/// Stays while runs are not saved, whatever other notices appear.
void draw_save_error(const ViewModel& model) {
  const float height = std::floor(ImGui::GetFrameHeight() - em() * 0.2f);
  const char* const words = tr("not saved");
  const float width = text_size(fonts().ui_bold, words).x + em() * 1.4f;
  if (ImGui::GetContentRegionAvail().x < width) return;
  const Box box = box_at({ImGui::GetCursorScreenPos().x, ImGui::GetWindowPos().y + std::floor(em() * 0.1f)},
                         {width, height});
  const Colour ink = theme().palette.bad;
  window_canvas().fill(box, blend(theme().palette.panel, ink, 0.16f), height / 2);
  draw_text_in(window_canvas(), fonts().ui_bold, box, ink, words, Align::Centre);
  move_cursor(box.min);
  ImGui::InvisibleButton("notice.save", {width, height});
  mark("notice.save", box);
  tip(tr("The runs could not be saved: {1}", model.save_error));
  ImGui::SameLine(0, em() * 0.4f);
}

/// Draws the notice at the right end of the menu bar, where it covers nothing; cut if there is little room,
/// complete in its tooltip. It stays until replaced or dismissed (script name: notice.close).
void draw_notice(const ViewModel& model) {
  if (!model.save_error.empty()) draw_save_error(model);
  std::uint64_t& dismissed = model.remembered<DismissedNotice>().count;
  if (model.notice.empty() || model.notice_count == dismissed) return;
  const float height = std::floor(ImGui::GetFrameHeight() - em() * 0.2f), margin = em() * 0.5f;
  const float room = ImGui::GetContentRegionAvail().x - margin * 2;
  const float wanted = text_size(fonts().ui, model.notice).x + em() * 0.9f + height;
  const float width = std::min(wanted, room);
  if (width < height * 2) return;
  const float x = ImGui::GetCursorScreenPos().x + room + margin - width;
  const Box box = box_at({std::floor(x), ImGui::GetWindowPos().y + std::floor(em() * 0.1f)}, {width, height});
  draw_pill(box, model);
  move_cursor(box.min);
  ImGui::InvisibleButton("notice", {width - height, height});
  mark("notice", box);
  tip(model.notice);
  move_cursor({box.max.x - height, box.min.y});
  if (icon_button("notice.close", Icon::Close, tr("Dismiss"), {.plain = true, .size = height}))
    dismissed = model.notice_count;
}

/// A preset: its name with the description below, in several lines if the window is narrow.
void preset_item(const PresetEntry& preset, bool chosen, float width, const Emit& emit) {
  const std::string words =
      in_lines(fonts().small, tr(std::string_view(preset.description)), width - em() * 0.5f);
  const auto more = float(std::ranges::count(words, '\n')) * font_size(fonts().small);
  const Box box = box_at(ImGui::GetCursorScreenPos(), {width, std::ceil(em() * 2.6f + more)});
  const std::string name = "menu.file.preset." + preset.name;
  const bool pressed = ImGui::Selectable(("##" + name).c_str(), chosen, 0, box.size());
  mark(name, box);
  const Palette& p = theme().palette;
  const float x = box.min.x + em() * 0.4f, middle = box.min.y + em() * 1.35f;
  const Canvas canvas = window_canvas();
  draw_text_in(canvas, fonts().ui_bold, {{x, box.min.y + em() * 0.12f}, {box.max.x, middle}}, p.text,
               preset.name);
  const float high = box.max.y - em() * 0.1f - more - middle;
  float top = middle;
  std::istringstream lines(words);
  for (std::string line; std::getline(lines, line); top += font_size(fonts().small))
    draw_text_in(canvas, fonts().small, {{x, top}, {box.max.x, top + high}}, p.text_dim, line);
  if (pressed) emit({"preset", {preset.name}});
}

/// The width for the entries of a menu that opens at the right of the menu being drawn: over this menu it
/// would lie under the mouse, and the click that opens it would choose an entry.
float width_beside() {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth();
  const float edges = 2 * style.WindowPadding.x + style.ScrollbarSize + em();
  return std::max(em() * 10, ImGui::GetMainViewport()->WorkSize.x - right - edges);
}

void draw_presets(const ViewModel& model, const Emit& emit) {
  const float room = width_beside();
  if (!begin_submenu("menu.file.presets", tr("Presets"), model.presets && !model.loading)) return;
  float width = em() * 12;
  for (const PresetEntry& preset : *model.presets)
    width = std::max(width, text_size(fonts().small, tr(std::string_view(preset.description))).x + em());
  width = std::min({width, room, ImGui::GetMainViewport()->WorkSize.x * 0.8f});
  for (const PresetEntry& preset : *model.presets)
    preset_item(preset, preset.name == model.preset, width, emit);
  end_submenu();
}

/// The recent files: each with its name, and its folder in dim text.
void draw_recent(const ViewModel& model, const Emit& emit) {
  const bool any = model.recent && !model.recent->empty();
  const float most = width_beside() * 0.45f;
  if (!begin_submenu("menu.file.recent", tr("Recent"), any && !model.loading)) return;
  for (std::size_t i = 0; i < model.recent->size(); ++i) {
    const std::filesystem::path path = (*model.recent)[i].path;
    const std::string number = std::to_string(i + 1),
                      name = fitted(fonts().ui, path.filename().string(), most),
                      folder = fitted(fonts().ui, path.parent_path().string(), most);
    if (menu_item(("menu.file.recent." + number).c_str(), name, folder)) emit({"recent.open", {number}});
  }
  ImGui::Separator();
  command_item("menu.file.recent.forget", tr("Clear this list"), "recent.forget", emit);
  end_submenu();
}

void draw_file(const ViewModel& model, const Emit& emit) {
  draw_presets(model, emit);
  ImGui::Separator();
  dialog_item("menu.file.open", Dialog::OpenText, shortcut_of(KeyAction::OpenText),
              {.enabled = !model.loading});
  dialog_item("menu.file.pictures", Dialog::OpenPictures, {}, {.enabled = !model.loading});
  dialog_item("menu.file.look", Dialog::OpenPicture, {},
              {.enabled = model.trace && !model.trace->batch().pictures.empty()});
  dialog_item("menu.file.load", Dialog::LoadModel, {}, {.enabled = !model.loading});
  dialog_item("menu.file.beside", Dialog::BesideRun, {}, {.enabled = model.trace != nullptr});
  draw_recent(model, emit);
  command_item("menu.file.reopen", tr("Reopen the last closed window"), "session.reopen", emit,
               {.enabled = !model.loading});
  dialog_item("menu.file.save", Dialog::SaveModel, shortcut_of(KeyAction::SaveModel));
  ImGui::Separator();
  command_item("menu.file.share", tr("Copy a line that opens this state"), "state.copy", emit,
               {.enabled = model.trace != nullptr});
  dialog_item("menu.file.shared", Dialog::OpenState);
  ImGui::Separator();
  dialog_item("menu.file.figure", Dialog::SaveFigure, {}, {.enabled = model.trace != nullptr});
  dialog_item("menu.file.metrics", Dialog::SaveMetrics, {}, {.enabled = model.record != nullptr});
  dialog_item("menu.file.picture", Dialog::SavePicture);
  ImGui::Separator();
  command_item("menu.file.quit", tr("Quit"), "quit", emit);
}

/// "Undo: add an edit", or "Undo" if there is nothing to undo.
std::string undo_label(const std::string& what) {
  return what.empty() ? tr("Undo") : tr("Undo: {1}", tr(std::string_view(what)));
}

std::string redo_label(const std::string& what) {
  return what.empty() ? tr("Redo") : tr("Redo: {1}", tr(std::string_view(what)));
}

void draw_edit(const ViewModel& model, const Emit& emit) {
  command_item("menu.edit.undo", undo_label(model.undo_label), "undo", emit, {.enabled = model.can_undo});
  command_item("menu.edit.redo", redo_label(model.redo_label), "redo", emit, {.enabled = model.can_redo});
  ImGui::Separator();
  draw_surgery(model, emit);
}

void draw_text_size(const ViewModel& model, const Emit& emit) {
  const auto percent = static_cast<int>(model.screen.text_percent);
  const auto set = [&](int to) { emit({"text_size", {std::to_string(to)}}); };
  if (menu_item("menu.view.larger", tr("Larger text"), shortcut_of(KeyAction::LargerText),
                {.enabled = percent < 300}))
    set(larger_text(percent));
  if (menu_item("menu.view.smaller", tr("Smaller text"), shortcut_of(KeyAction::SmallerText),
                {.enabled = percent > 75}))
    set(smaller_text(percent));
  command_item("menu.view.standard", tr("Standard text (now {1} %)", std::to_string(percent)),
               "text_size 100", emit, {.enabled = percent != 100});
}

void draw_digits(const ViewModel& model, const Emit& emit) {
  auto digits = float(model.screen.digits);
  if (slider("menu.view.digits", tr("Digits of numbers"), digits, float(kMinDigits), float(kMaxDigits),
             "%.0f", em() * 6))
    emit({"digits", {std::to_string(std::lround(digits))}});
}

/// Which options follow the desktop: an option that the user sets no longer does, until it is switched on
/// here.
void draw_following(const Screen& screen, const Emit& emit) {
  if (!begin_submenu("menu.view.follow", tr("Follow the desktop"), true)) return;
  for (const FollowingOption& option : following_options()) {
    const std::string name(option.name);
    command_item(("menu.view.follow." + name).c_str(), std::string(tr(option.title)),
                 "follow " + name + " toggle", emit, {.checked = screen.*option.is_followed});
  }
  end_submenu();
}

/// Each language by its own name, and the catalogue in use if it comes from a file.
void draw_languages(const Screen& screen, const Emit& emit) {
  if (!begin_submenu("menu.view.language", tr("Language"), true)) return;
  command_item("menu.view.language.system", tr("System language"), "language system", emit,
               {.checked = screen.language.empty()});
  for (const Language* const language : languages())
    if (menu_item(("menu.view.language." + language->code).c_str(), language->name, {},
                  {.checked = screen.language == language->code}))
      emit({"language", {language->code}});
  if (screen.language.ends_with(".mo"))
    menu_item("menu.view.language.file", language_in_use().name, {}, {.checked = true});
  end_submenu();
}

void draw_view(const ViewModel& model, const Emit& emit) {
  const Screen& s = model.screen;
  command_item("menu.view.theme", s.dark ? tr("Light theme") : tr("Dark theme"), "theme toggle", emit);
  command_item("menu.view.contrast", tr("High contrast (projector)"), "contrast toggle", emit,
               {.checked = s.high_contrast});
  command_item("menu.view.motion", tr("Motion"), "motion toggle", emit, {.checked = s.motion});
  draw_following(s, emit);
  draw_languages(s, emit);
  ImGui::Separator();
  draw_text_size(model, emit);
  draw_digits(model, emit);
  ImGui::Separator();
  command_item("menu.view.back", tr("Back"), "history.back", emit, {.enabled = !model.back_label.empty()});
  command_item("menu.view.forward", tr("Forward"), "history.forward", emit,
               {.enabled = !model.forward_label.empty()});
  ImGui::Separator();
  command_item("menu.view.present", tr("Present"), "present toggle", emit);
  command_item("menu.view.stage", tr("Stage alone"), "stage.alone toggle", emit, {.checked = s.stage_only});
  command_item("menu.view.map", tr("Model map"), "panel map toggle", emit, {.checked = s.show_map});
  command_item("menu.view.inspector", tr("Inspector"), "panel inspector toggle", emit,
               {.checked = s.show_inspector});
  command_item("menu.view.bottom", tr("Operations and training"), "panel bottom toggle", emit,
               {.checked = s.show_bottom});
  command_item("menu.view.reset", tr("Reset layout"), "layout.reset", emit);
}

void draw_train(const ViewModel& model, const Emit& emit) {
  const bool there = model.training.state != TrainingView::State::None;
  const bool running = model.training.state == TrainingView::State::Running;
  const bool finished = model.training.state == TrainingView::State::Finished;
  if (finished)
    command_item("menu.train.toggle", tr("Continue past the step limit"), "train.play", emit);
  else
    command_item("menu.train.toggle", running ? tr("Pause") : tr("Train"), "train.toggle", emit,
                 {.enabled = there});
  command_item("menu.train.step", tr("One step"), "train.step", emit, {.enabled = there});
  command_item("menu.train.reset", tr("Start again"), "train.reset", emit, {.enabled = there});
  command_item("menu.train.example", tr("One step on this example"), "train.example", emit,
               {.enabled = there});
  dialog_item("menu.train.on", Dialog::TrainOn, {}, {.enabled = there && !model.loading});
  command_item("menu.train.change", tr("Change the model…"), "view map", emit);
  command_item("menu.train.view", tr("Metrics, runs and settings…"), "view training", emit);
  ImGui::Separator();
  const bool past = has_timeline(model), looks_back = model.state.rewound.has_value();
  command_item("menu.train.play", tr("Play past steps"), "timeline.play toggle", emit,
               {.enabled = past, .checked = model.screen.timeline_plays});
  command_item("menu.train.newest", tr("Back to the newest step"), "timeline.newest", emit,
               {.enabled = looks_back});
  command_item("menu.train.branch", tr("Branch from this step"), "branch", emit, {.enabled = past});
  ImGui::Separator();
  command_item("menu.train.gpu", tr("Attention on the GPU"), "device toggle", emit,
               {.checked = !model.gpu.empty()});
  command_item("menu.train.step_gpu", tr("Whole training steps on the GPU"), "train.device toggle", emit,
               {.enabled = there, .checked = !model.training.step_device.empty()});
  ImGui::Separator();
  rate_slider("menu.train.rate", model, em() * 9, emit);
}

void draw_lessons(const ViewModel& model, const Emit& emit) {
  dialog_item("menu.lessons.list", Dialog::Lessons, shortcut_of(KeyAction::Lessons));
  dialog_item("menu.lessons.open", Dialog::OpenLesson);
  command_item("menu.lessons.close", tr("Close the lesson"), "lesson.close", emit,
               {.enabled = model.lesson != nullptr});
  ImGui::Separator();
  command_item("menu.lessons.setup", tr("Copy this state as a setup"), "setup.copy", emit,
               {.enabled = model.trace != nullptr});
  command_item("menu.lessons.record", tr("Record commands"), "record toggle", emit,
               {.checked = model.recording && model.recording->on});
  ImGui::Separator();
  const std::string open = model.lesson ? model.lesson->lesson->id : std::string();
  for (const auto& lesson : builtin_lessons())
    command_item(("menu.lessons." + lesson->id).c_str(), lesson->title, "lesson.open " + lesson->id, emit,
                 {.checked = lesson->id == open});
}

void draw_help(const ViewModel&, const Emit&) {
  if (menu_item("menu.help.commands", tr("Commands…"), shortcut_of(KeyAction::Palette)))
    show_command_palette();
  dialog_item("menu.help.keys", Dialog::Keys, shortcut_of(KeyAction::Help));
  dialog_item("menu.help.glossary", Dialog::Glossary, shortcut_of(KeyAction::Glossary));
}

struct MenuRow {
  const char* name;
  const char* title;
  void (*draw)(const ViewModel&, const Emit&);  ///< its entries
};

constexpr MenuRow kMenus[] = {
    {"menu.file", tr_mark("File"), draw_file},          {"menu.edit", tr_mark("Edit"), draw_edit},
    {"menu.view", tr_mark("View"), draw_view},          {"menu.train", tr_mark("Train"), draw_train},
    {"menu.lessons", tr_mark("Lessons"), draw_lessons}, {"menu.help", tr_mark("Help"), draw_help}};

bool fit_into_bar() {
  float width = 0;
  for (const MenuRow& menu : kMenus)
    width += text_size(fonts().ui, tr(menu.title)).x + 2 * ImGui::GetStyle().ItemSpacing.x;
  return width <= ImGui::GetContentRegionAvail().x;
}

/// The menus side by side, or in one menu if the bar is too narrow.
void draw_menus(const ViewModel& model, const Emit& emit) {
  const bool side_by_side = fit_into_bar();
  if (!side_by_side && !begin_menu_of_sections("menu.all", tr("Menu"))) return;
  for (const MenuRow& menu : kMenus) {
    const char* const title = tr(menu.title);
    if (!(side_by_side ? begin_menu(menu.name, title) : begin_submenu(menu.name, title, true))) continue;
    menu.draw(model, emit);
    side_by_side ? ImGui::EndMenu() : end_submenu();
  }
  if (!side_by_side) end_menu_of_sections();
}

}  // namespace

void draw_menu(const ViewModel& model, const Emit& emit) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  const bool shown = !model.screen.presenting && ImGui::BeginMainMenuBar();
  ImGui::PopStyleVar();
  if (shown) {
    draw_menus(model, emit);
    draw_panel_menu(model, emit);
    draw_notice(model);
    ImGui::EndMainMenuBar();
  }
  draw_dialogs(model, emit);
  draw_command_palette(model, emit);
}

}  // namespace attnlab
