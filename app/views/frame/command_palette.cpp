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

/// What the palette remembers between frames.
struct PaletteMemory {
  bool opening = false, focus = false, to_end = false;
  bool moved = false;  ///< the choice, by key, in this frame
  std::string text;
  int chosen = 0;
};

PaletteMemory& palette_memory() { return remembered<PaletteMemory>(); }

bool key_pressed(ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetIO().KeyMap[key], true); }

/// Runs the command where it is complete; otherwise puts its name into the field, ready for its arguments.
void run(const CommandInfo& command, const Emit& emit) {
  PaletteMemory& memory = palette_memory();
  const std::string name(command.verb);
  const bool typed = memory.text == name || memory.text.starts_with(name + " ");
  const bool has_arguments = memory.text.find_first_not_of(' ', name.size()) != std::string::npos;
  const bool optional = command.arguments.empty() || command.arguments.starts_with("[");
  if (!optional && !(typed && has_arguments)) {
    memory.text = name + " ";
    memory.focus = memory.to_end = true;
    return;
  }
  emit(parse_command(typed ? memory.text : name));
  ImGui::CloseCurrentPopup();
}

void draw_row(const CommandInfo& command, int number, const Emit& emit) {
  PaletteMemory& memory = palette_memory();
  const Box box =
      box_at(ImGui::GetCursorScreenPos(), {ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.7f)});
  const std::string id = "palette.row[" + std::to_string(number) + ",0]";
  if (ImGui::Selectable(("##" + id).c_str(), number == memory.chosen, ImGuiSelectableFlags_DontClosePopups,
                        box.size()))
    run(command, emit);
  if (number == memory.chosen && memory.moved) ImGui::SetScrollHereY();
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
  PaletteMemory& memory = palette_memory();
  const int before = memory.chosen;
  if (key_pressed(ImGuiKey_DownArrow)) ++memory.chosen;
  if (key_pressed(ImGuiKey_UpArrow)) --memory.chosen;
  memory.chosen = std::clamp(memory.chosen, 0, std::max(count - 1, 0));
  memory.moved = memory.chosen != before;
}

void draw_content(const Emit& emit) {
  PaletteMemory& memory = palette_memory();
  if (memory.focus) ImGui::SetKeyboardFocusHere();
  memory.focus = false;
  bool changed = false;
  const bool entered =
      text_field("palette.field", memory.text, "what to do: a few letters, or a whole command", 0, &changed,
                 &memory.to_end);
  if (changed) memory.chosen = 0;
  const auto found = find_commands(memory.text, Dispatcher::commands());
  move_choice(static_cast<int>(found.size()));
  const float rows = static_cast<float>(std::clamp<std::size_t>(found.size(), 2, kMostMatches));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  // Up and Down choose a command while the field keeps the keyboard.
  ImGui::BeginChild("commands", {0, std::ceil(em() * 1.7f) * rows}, false, ImGuiWindowFlags_NoNav);
  for (std::size_t i = 0; i < found.size(); ++i) draw_row(*found[i], static_cast<int>(i), emit);
  if (found.empty()) empty_note("No command has all of these words.");
  ImGui::EndChild();
  ImGui::PopStyleVar();
  if (entered && !found.empty()) run(*found[static_cast<std::size_t>(memory.chosen)], emit);
  if (key_pressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
}

}  // namespace

void show_command_palette() {
  PaletteMemory& memory = palette_memory();
  memory = {};
  memory.opening = memory.focus = true;
}

void draw_command_palette(const Emit& emit) {
  PaletteMemory& memory = palette_memory();
  if (memory.opening) ImGui::OpenPopup(kPalettePopup);
  memory.opening = false;
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
