// The searchable list of terms.
#include "app/views/frame/glossary_list.h"

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
  text_field("glossary.field", search, "search the terms");
  const auto found = search_terms(search);
  const float room = ImGui::GetMainViewport()->WorkSize.y - em() * 12;
  ImGui::BeginChild("terms", {em() * 36, std::clamp(em() * 26, em() * 6, std::max(em() * 6, room))}, false);
  for (std::size_t i = 0; i < found.size(); ++i) draw_term(*found[i], i);
  if (found.empty()) empty_note("No term is written like that.", "Try fewer letters.");
  ImGui::EndChild();
}

void look_up(std::string_view term) { remembered<GlossarySearch>().wanted = term; }

}  // namespace attnlab
