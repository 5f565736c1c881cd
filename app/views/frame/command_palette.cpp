// The palette: a field, and the entries that match its text.
#include "app/views/frame/command_palette.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/views/common/views.h"
#include "app/views/frame/palette_entries.h"
#include "app/views/frame/shortcuts.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/base/input_queue.h"

namespace attnlab {
namespace {

constexpr const char* kPalettePopup = "##palette";
constexpr std::size_t kMostMatches = 12;  ///< visible at once
constexpr std::size_t kMostFound = 100;

/// What the palette remembers between frames.
struct PaletteMemory {
  bool opening = false, focus = false, to_end = false;
  bool moved = false;  ///< a key moved the choice in this frame
  std::string text;
  int chosen = 0;
  std::vector<CommandEntry> entries;  ///< of the model that was open when the palette opened
};

PaletteMemory& palette_memory() { return remembered<PaletteMemory>(); }

bool hit_key(std::string_view name) { return key_pressed(parse_key(name).key, true); }

/// Runs a complete entry; otherwise puts its line into the field, ready for the arguments.
void run(const CommandEntry& entry, const ViewModel& model, const Emit& emit) {
  PaletteMemory& memory = palette_memory();
  if (entry.action >= 0) return ImGui::CloseCurrentPopup(), run_palette_action(entry.action, model, emit);
  const std::string line = line_to_send(entry, memory.text);
  if (!line.empty()) ImGui::CloseCurrentPopup();
  if (line == kEditsBarCommand) return toggle_edits_bar(model, emit);
  if (!line.empty()) return emit(parse_command(line));
  memory.text = entry.line + " ";
  memory.focus = memory.to_end = true;
  hold_keys();
}

void draw_row(const CommandEntry& entry, int number, const ViewModel& model, const Emit& emit) {
  PaletteMemory& memory = palette_memory();
  const Box box =
      box_at(ImGui::GetCursorScreenPos(), {ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.7f)});
  const std::string id = "palette.row[" + std::to_string(number) + ",0]";
  if (ImGui::Selectable(("##" + id).c_str(), number == memory.chosen, ImGuiSelectableFlags_DontClosePopups,
                        box.size()))
    run(entry, model, emit);
  if (number == memory.chosen && memory.moved) ImGui::SetScrollHereY();
  mark(id, box);
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float x = box.min.x + em() * 0.5f, middle = box.min.x + box.width() * 0.48f,
              right = box.max.x - em() * 0.5f;
  const std::string key(shortcut_of(entry.line));
  const float key_width = key.empty() ? 0 : text_size(fonts().mono_small, key).x + em();
  const std::string usage = entry.line + " ";
  draw_text_in(canvas, fonts().mono_small, {{x, box.min.y}, {middle, box.max.y}}, p.text, usage, Align::Left,
               Cut::Meant);
  const float after = x + text_size(fonts().mono_small, usage).x;
  draw_text_in(canvas, fonts().mono_small, {{after, box.min.y}, {middle - em() * 0.5f, box.max.y}},
               p.text_dim, entry.arguments, Align::Left, Cut::Meant);
  draw_text_in(canvas, fonts().ui, {{middle, box.min.y}, {right - key_width, box.max.y}}, p.text_dim,
               entry.help, Align::Left, Cut::Meant);
  draw_text_in(canvas, fonts().mono_small, {{middle, box.min.y}, {right, box.max.y}}, p.text_dim, key,
               Align::Right);
}

void move_choice(int count) {
  PaletteMemory& memory = palette_memory();
  const int before = memory.chosen;
  if (hit_key("Down")) ++memory.chosen;
  if (hit_key("Up")) --memory.chosen;
  memory.chosen = std::clamp(memory.chosen, 0, std::max(count - 1, 0));
  memory.moved = memory.chosen != before;
}

void draw_palette(const ViewModel& model, const Emit& emit) {
  PaletteMemory& memory = palette_memory();
  if (memory.focus) focus_next_field();
  memory.focus = false;
  bool changed = false;
  type_on("palette.field", memory.text);
  const bool entered =
      text_field("palette.field", memory.text, "what to do: a few letters, or a whole command", 0, &changed,
                 &memory.to_end);
  if (changed) memory.chosen = 0;
  std::vector<std::size_t> found = find_entries(memory.text, memory.entries);
  found.resize(std::min(found.size(), kMostFound));
  move_choice(static_cast<int>(found.size()));
  const float room = (ImGui::GetMainViewport()->WorkSize.y - em() * 7) / std::ceil(em() * 1.7f);
  const float rows = std::min(static_cast<float>(std::clamp<std::size_t>(found.size(), 2, kMostMatches)),
                              std::max(room, 2.0f));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  // Up and Down choose a command while the field keeps the keyboard.
  ImGui::BeginChild("commands", {0, std::ceil(em() * 1.7f) * rows}, false, ImGuiWindowFlags_NoNav);
  for (std::size_t i = 0; i < found.size(); ++i)
    draw_row(memory.entries[found[i]], static_cast<int>(i), model, emit);
  if (found.empty()) empty_note("Nothing has all of these words.");
  ImGui::EndChild();
  ImGui::PopStyleVar();
  if (entered && !found.empty())
    run(memory.entries[found[static_cast<std::size_t>(memory.chosen)]], model, emit);
  if (hit_key("Escape")) ImGui::CloseCurrentPopup();
}

}  // namespace

void show_command_palette() {
  PaletteMemory& memory = palette_memory();
  memory = {};
  memory.opening = memory.focus = true;
  hold_keys();
}

void draw_command_palette(const ViewModel& model, const Emit& emit) {
  PaletteMemory& memory = palette_memory();
  if (memory.opening) {
    memory.entries = palette_entries(model);
    ImGui::OpenPopup(kPalettePopup);
  }
  memory.opening = false;
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  const float width = std::min(em() * 52, viewport->WorkSize.x * 0.94f);
  ImGui::SetNextWindowPos({viewport->GetWorkCenter().x, viewport->WorkPos.y + em() * 2}, ImGuiCond_Always,
                          {0.5f, 0});
  ImGui::SetNextWindowSize({width, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {em() * 0.8f, em() * 0.8f});
  if (ImGui::BeginPopup(kPalettePopup, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                           ImGuiWindowFlags_NoNavInputs)) {
    draw_palette(model, emit);
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

}  // namespace attnlab
