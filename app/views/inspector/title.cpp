// The inspector's title, and its menu that copies a derivation as text, LaTeX, CSV or JSON.
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/base/format.h"
#include "app/views/inspector/frame.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/imgui_versions.h"
#include "core/text/escaped_text.h"
#include "core/trace/derivation_text.h"

namespace attnlab {

namespace {

constexpr const char* kCopyFormats[] = {"Text", "LaTeX", "CSV", "JSON"};
constexpr const char* kCopyPopup = "copy as";

void draw_formats(const Derivation& derivation, const std::string& words) {
  if (key_pressed(parse_key("Escape").key, false)) ImGui::CloseCurrentPopup();
  for (int i = 0; i < 4; ++i) {
    const bool pressed = ImGui::MenuItem(kCopyFormats[i]);
    mark("inspector.copy[0," + std::to_string(i) + "]", {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
    if (pressed)
      ImGui::SetClipboardText(
          copied(derivation, static_cast<CopyFormat>(i), widgets().digits, words).c_str());
  }
}

}  // namespace

std::string copied(const Derivation& derivation, CopyFormat format, int digits, const std::string& words) {
  const DerivationStyle all{digits, 0};
  switch (format) {
    case CopyFormat::Latex: return derivation_latex(derivation, {digits, 8}) + "\n";
    case CopyFormat::Csv: return derivation_csv(derivation);
    case CopyFormat::Json: return escaped_dump(derivation_json(derivation), 2) + "\n";
    case CopyFormat::Text: break;
  }
  const std::string name = derivation.cell.text() + (words.empty() ? "" : "  " + words);
  if (derivation.is_leaf) return name + " = " + format_exact(static_cast<float>(derivation.value)) + "\n";
  return name + "\n" + derivation.formula + "\n" + derivation_text(derivation, all) + "\n";
}

void draw_inspector_title(const Derivation* derivation, const std::string& words) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  panel_header("Why this number?");
  if (!derivation) return;
  const ImVec2 after = ImGui::GetCursorScreenPos();
  const float button = text_size(fonts().ui, "Copy").x + ImGui::GetStyle().FramePadding.x * 2.4f;
  move_cursor({start.x + width - button, start.y - em() * 0.1f});
  if (text_button("inspector.copy", "Copy", "Copy this derivation as text, LaTeX, CSV or JSON",
                  {.size = std::ceil(em() * 1.5f)}))
    ImGui::OpenPopup(kCopyPopup);
  if (ImGui::BeginPopup(kCopyPopup)) {
    draw_formats(*derivation, words);
    ImGui::EndPopup();
  }
  move_cursor(after);
}

}  // namespace attnlab
