// Format, scale, theme and background of a figure.
#include "app/views/frame/figure_options.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

void label(const char* text) {
  const Box box = reserve({em() * 7, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text_dim, text);
  ImGui::SameLine(0, 0);
}

/// `file` with another ending, in place of .svg or .png.
std::string with_ending(std::string file, const char* ending) {
  if (file.ends_with(".svg") || file.ends_with(".png")) file.resize(file.size() - 4);
  return file + ending;
}

void draw_format(FigureRequest& r) {
  constexpr const char* kFormats[] = {"SVG", "PNG"};
  constexpr const char* kScales[] = {"1×", "2×", "3×", "4×"};
  label("Format");
  int format = r.file.ends_with(".png") ? 1 : 0;
  if (segmented("figure.format", kFormats, format)) r.file = with_ending(r.file, format ? ".png" : ".svg");
  if (!format) return;
  ImGui::SameLine(0, em());
  int scale = static_cast<int>(std::lround(r.scale)) - 1;
  if (segmented("figure.scale", kScales, scale)) r.scale = scale + 1;
}

void draw_look(FigureRequest& r) {
  constexpr const char* kThemes[] = {"Light", "Dark"};
  label("Colours");
  int theme = r.dark ? 1 : 0;
  if (segmented("figure.theme", kThemes, theme)) r.dark = theme == 1;
  ImGui::SameLine(0, em());
  toggle("figure.transparent", "transparent", r.transparent, "Without a background");
}

constexpr const char* kWhole = "the whole view";

std::string part_text(const FigurePart& part) {
  return part.title.empty() ? part.name : part.title + "  (" + part.name + ")";
}

/// One line of the list; whether it was chosen.
bool draw_part(std::size_t i, const std::string& text, bool chosen) {
  const std::string name = "figure.only[0," + std::to_string(i) + "]";
  const bool pressed = ImGui::Selectable((text + "##" + name).c_str(), chosen);
  mark(name, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  return pressed;
}

void draw_parts(FigureRequest& r, const std::vector<FigurePart>& parts) {
  label("Draw");
  const auto chosen = std::ranges::find(parts, r.only, &FigurePart::name);
  if (chosen == parts.end()) r.only.clear();
  const std::string now = chosen == parts.end() ? kWhole : part_text(*chosen);
  if (text_button("figure.only", Icon::ChevronDown, now.c_str(), "The view, or one widget of it"))
    ImGui::OpenPopup("parts");
  if (!ImGui::BeginPopup("parts")) return;
  if (draw_part(0, kWhole, r.only.empty())) r.only.clear();
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (draw_part(i + 1, part_text(parts[i]), parts[i].name == r.only)) r.only = parts[i].name;
  ImGui::EndPopup();
}

}  // namespace

void draw_figure_options(FigureRequest& request, const std::vector<FigurePart>& parts) {
  draw_parts(request, parts);
  draw_format(request);
  draw_look(request);
}

Command figure_command(const FigureRequest& r) {
  Command command{"figure", {r.file}};
  if (!r.is_svg()) command.arguments.push_back(std::to_string(std::lround(r.scale)));
  if (r.transparent) command.arguments.push_back("transparent");
  if (r.dark) command.arguments.push_back("dark");
  if (!r.only.empty()) command.arguments.insert(command.arguments.end(), {"only", r.only});
  return command;
}

}  // namespace attnlab
