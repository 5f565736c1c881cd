// The gallery's frame: the bar, the pages' choice, commands.
#include "app/widgets/gallery/gallery.h"

#include <imgui.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

constexpr const char* kPages[] = {"Matrices", "Product", "Formulas", "Plots",
                                  "Tokens",   "Trees",   "Controls", "Zoom"};
constexpr int kPageCount = 8;

int whole_number(std::istream& in, const std::string& line) {
  int value = 0;
  if (!(in >> value)) throw std::invalid_argument("\"" + line + "\" needs a number");
  return value;
}

bool on_or_off(std::istream& in, const std::string& line) {
  std::string word;
  in >> word;
  if (word != "on" && word != "off") throw std::invalid_argument("\"" + line + "\" needs on or off");
  return word == "on";
}

void begin_full_window() {
  const ImGuiViewport* viewport = ImGui::GetMainViewport();
  ImGui::SetNextWindowPos(viewport->Pos);
  ImGui::SetNextWindowSize(viewport->Size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  ImGui::Begin(
      "gallery", nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::PopStyleVar(2);
}

}  // namespace

void Gallery::draw() {
  begin_full_window();
  draw_bar();
  ImGui::BeginChild("page");
  widgets().looks = &looks_;
  draw_page();
  widgets().looks = nullptr;
  for (MatrixLook& look : std::exchange(widgets().wanted_looks, {})) keep_look(looks_, std::move(look));
  ImGui::EndChild();
  ImGui::End();
}

void Gallery::draw_bar() {
  ImGui::PushFont(fonts().heading);
  ImGui::TextUnformatted("Widgets");
  ImGui::PopFont();
  ImGui::SameLine(0, em() * 2);
  segmented("gallery.page", kPages, page_);
  ImGui::SameLine(0, em() * 2);
  const bool dark = look_.theme == ThemeKind::Dark;
  if (icon_button("gallery.theme", dark ? Icon::Sun : Icon::Moon, dark ? "Light theme" : "Dark theme")) {
    look_.theme = dark ? ThemeKind::Light : ThemeKind::Dark;
  }
  ImGui::SameLine(0, em());
  toggle("gallery.contrast", "High contrast", look_.high_contrast, "For projectors");
  ImGui::SameLine(0, em());
  if (!ImGui::IsMouseDown(0)) dragged_percent_ = look_.text_percent;
  slider("gallery.text", "Text", dragged_percent_, 75, 300, "%.0f %%", em() * 8);
  if (ImGui::IsItemDeactivated()) look_.text_percent = dragged_percent_;
  ImGui::Dummy({0, em() * 0.2f});
}

void Gallery::draw_page() {
  switch (page_) {
    case 0: return matrices_page();
    case 1: return product_page();
    case 2: return formulas_page();
    case 3: return plots_page();
    case 4: return tokens_page();
    case 5: return trees_page();
    case 6: return controls_page();
    default: return zoom_page();
  }
}

void Gallery::command(const std::string& line) {
  std::istringstream in(line);
  std::string word;
  in >> word;
  if (word == "theme") {
    in >> word;
    if (word != "dark" && word != "light") throw std::invalid_argument("theme is dark or light");
    look_.theme = word == "dark" ? ThemeKind::Dark : ThemeKind::Light;
  } else if (word == "contrast") {
    look_.high_contrast = on_or_off(in, line);
  } else if (word == "motion") {
    widgets().motion = on_or_off(in, line);
  } else if (word == "text") {
    look_.text_percent = static_cast<float>(whole_number(in, line));
  } else if (word == "digits") {
    widgets().digits = std::clamp(whole_number(in, line), 2, 7);
  } else if (word == "page") {
    page_ = std::clamp(whole_number(in, line), 1, kPageCount) - 1;
  } else if (word == "select") {
    const int row = whole_number(in, line);
    selected_ = {row, whole_number(in, line)};
  } else if (word == "zoom") {
    in >> word;
    const double times = whole_number(in, line);
    keep_look(looks_, {.map = word, .across = {times, 0.5}, .down = {times, 0.5}});
  } else {
    throw std::invalid_argument("unknown command \"" + line + "\"");
  }
}

std::string Gallery::evaluate(const std::string& expression) const {
  if (expression == "page") return std::to_string(page_ + 1);
  if (expression == "selected") return std::to_string(selected_.row) + " " + std::to_string(selected_.col);
  if (expression == "hovered_symbol") return symbol_;
  if (expression == "playing") return playing_ ? "true" : "false";
  if (expression == "typed") return typed_;
  if (expression == "clicks") return std::to_string(clicks_);
  throw std::invalid_argument("unknown expression \"" + expression + "\"");
}

}  // namespace attnlab
