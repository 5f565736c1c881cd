// The searchable list of terms.
#include "app/views/frame/glossary_list.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/glossary.h"
#include "app/widgets/base/input_queue.h"

namespace attnlab {
namespace {

struct GlossarySearch {
  std::string text, wanted;
};

void draw_term(const Term& term, std::size_t number) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  wrapped_text(fonts().ui_bold, theme().palette.text, term.name);
  wrapped_text(fonts().ui, theme().palette.text, term.definition);
  mark("glossary.term[" + std::to_string(number) + ",0]", {at, ImGui::GetItemRectMax()});
  ImGui::Dummy({0, em() * 0.3f});
}

}  // namespace

void draw_glossary_list(bool opened) {
  auto& [search, wanted] = remembered<GlossarySearch>();
  if (opened) search = std::exchange(wanted, ""), focus_next_field();
  type_on("glossary.field", search);
  text_field("glossary.field", search, "search the terms");
  const auto found = search_terms(search);
  const ImVec2 window = ImGui::GetMainViewport()->WorkSize;
  const float room = window.y - em() * 12;
  const float edges = 2 * ImGui::GetStyle().WindowPadding.x + ImGui::GetStyle().ScrollbarSize;
  const ImVec2 size{std::min(em() * 36, std::floor(window.x * 0.96f - edges)),
                    std::clamp(em() * 26, em() * 6, std::max(em() * 6, room))};
  ImGui::BeginChild("terms", size, false);
  for (std::size_t i = 0; i < found.size(); ++i) draw_term(*found[i], i);
  if (found.empty()) empty_note("No term is written like that.", "Try fewer letters.");
  ImGui::EndChild();
}

void look_up(std::string_view term) { remembered<GlossarySearch>().wanted = term; }

}  // namespace attnlab
