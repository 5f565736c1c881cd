// The gallery's frame: the bar, and the choice of a page.
#include "app/widgets/gallery/gallery.h"

#include <imgui.h>

#include <utility>

#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

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
  for (MatrixLook& look : std::exchange(widgets().wanted_looks, {})) remember_look(looks_, std::move(look));
  ImGui::EndChild();
  ImGui::End();
}

void Gallery::draw_bar() {
  ImGui::PushFont(fonts().heading);
  ImGui::TextUnformatted("Widgets");
  ImGui::PopFont();
  ImGui::SameLine(0, em() * 2);
  std::vector<const char*> titles;
  for (const Page& page : pages()) titles.push_back(page.title);
  segmented("gallery.page", titles, page_);
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

std::span<const Gallery::Page> Gallery::pages() {
  static constexpr Page kPages[] = {
      {"Matrices", &Gallery::matrices_page},   {"Product", &Gallery::product_page},
      {"Formulas", &Gallery::formulas_page},   {"Plots", &Gallery::plots_page},
      {"Tokens", &Gallery::tokens_page},       {"Trees", &Gallery::trees_page},
      {"Rich text", &Gallery::rich_text_page}, {"Controls", &Gallery::controls_page},
      {"Zoom", &Gallery::zoom_page},
  };
  return kPages;
}

void Gallery::draw_page() { (this->*pages()[page_].draw)(); }

}  // namespace attnlab
