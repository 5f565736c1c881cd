// The palette: a field, and the commands that it means.
#include "app/views/frame/command_palette.h"

#include <algorithm>
#include <cmath>

#include "app/state/commands/command_search.h"
#include "app/views/frame/shortcuts.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

constexpr const char* kPalettePopup = "##palette";
constexpr std::size_t kMostMatches = 12;

/// What the palette keeps between frames.
struct PaletteState {
  bool opening = false, focus = false, to_end = false;
  bool moved = false;  ///< the choice, by key, in this frame
  std::string text;
  int chosen = 0;
} g_palette;

bool key_pressed(ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetIO().KeyMap[key], true); }

/// Runs the command where it is complete; otherwise puts its name into the field, ready for its arguments.
void run(const CommandInfo& command, const Emit& emit) {
  const std::string name(command.verb);
  const bool typed = g_palette.text == name || g_palette.text.starts_with(name + " ");
  const bool has_arguments = g_palette.text.find_first_not_of(' ', name.size()) != std::string::npos;
  const bool optional = command.arguments.empty() || command.arguments.starts_with("[");
  if (!optional && !(typed && has_arguments)) {
    g_palette.text = name + " ";
    g_palette.focus = g_palette.to_end = true;
    return;
  }
  emit(parse_command(typed ? g_palette.text : name));
  ImGui::CloseCurrentPopup();
}

void draw_row(const CommandInfo& command, int number, const Emit& emit) {
  const Box box =
      box_at(ImGui::GetCursorScreenPos(), {ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.7f)});
  const std::string id = "palette.row[" + std::to_string(number) + ",0]";
  if (ImGui::Selectable(("##" + id).c_str(), number == g_palette.chosen, ImGuiSelectableFlags_DontClosePopups,
                        box.size()))
    run(command, emit);
  if (number == g_palette.chosen && g_palette.moved) ImGui::SetScrollHereY();
  mark(id, box);
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float x = box.min.x + em() * 0.5f, middle = box.min.x + box.width() * 0.48f,
              right = box.max.x - em() * 0.5f;
  const std::string key(shortcut_of(command.verb));
  const float key_width = key.empty() ? 0 : text_size(fonts().mono_small, key).x + em();
  const std::string usage = std::string(command.verb) + " ";
  draw_text_in(canvas, fonts().mono_small, {{x, box.min.y}, {middle, box.max.y}}, p.text, usage);
  const float after = x + text_size(fonts().mono_small, usage).x;
  draw_text_in(canvas, fonts().mono_small, {{after, box.min.y}, {middle - em() * 0.5f, box.max.y}},
               p.text_dim, command.arguments);
  draw_text_in(canvas, fonts().ui, {{middle, box.min.y}, {right - key_width, box.max.y}}, p.text_dim,
               command.help);
  draw_text_in(canvas, fonts().mono_small, {{middle, box.min.y}, {right, box.max.y}}, p.text_dim, key,
               Align::Right);
}

void move_choice(int count) {
  const int before = g_palette.chosen;
  if (key_pressed(ImGuiKey_DownArrow)) ++g_palette.chosen;
  if (key_pressed(ImGuiKey_UpArrow)) --g_palette.chosen;
  g_palette.chosen = std::clamp(g_palette.chosen, 0, std::max(count - 1, 0));
  g_palette.moved = g_palette.chosen != before;
}

void draw_content(const Emit& emit) {
  if (g_palette.focus) ImGui::SetKeyboardFocusHere();
  g_palette.focus = false;
  bool changed = false;
  const bool entered =
      text_field("palette.field", g_palette.text, "what to do: a few letters, or a whole command", 0,
                 &changed, &g_palette.to_end);
  if (changed) g_palette.chosen = 0;
  const auto found = find_commands(g_palette.text, Dispatcher::commands());
  move_choice(static_cast<int>(found.size()));
  const float rows = static_cast<float>(std::clamp<std::size_t>(found.size(), 2, kMostMatches));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  // Up and Down choose a command while the field keeps the keyboard.
  ImGui::BeginChild("commands", {0, std::ceil(em() * 1.7f) * rows}, false, ImGuiWindowFlags_NoNav);
  for (std::size_t i = 0; i < found.size(); ++i) draw_row(*found[i], static_cast<int>(i), emit);
  if (found.empty()) empty_note("No command has all of these words.");
  ImGui::EndChild();
  ImGui::PopStyleVar();
  if (entered && !found.empty()) run(*found[static_cast<std::size_t>(g_palette.chosen)], emit);
  if (key_pressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
}

}  // namespace

void show_command_palette() {
  g_palette = {};
  g_palette.opening = g_palette.focus = true;
}

void draw_command_palette(const Emit& emit) {
  if (g_palette.opening) ImGui::OpenPopup(kPalettePopup);
  g_palette.opening = false;
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  const float width = std::min(em() * 52, viewport->WorkSize.x * 0.94f);
  ImGui::SetNextWindowPos({viewport->GetWorkCenter().x, viewport->WorkPos.y + em() * 2}, ImGuiCond_Always,
                          {0.5f, 0});
  ImGui::SetNextWindowSize({width, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {em() * 0.8f, em() * 0.8f});
  if (ImGui::BeginPopup(kPalettePopup, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                           ImGuiWindowFlags_NoNavInputs)) {
    draw_content(emit);
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace attnlab
