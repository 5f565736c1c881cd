// Tokens: how the text became ids, and what an id picks. Script names: tokens.part[0,i] are the parts,
// tokens.text[0,i] the texts of a model that reads two; more in the files of the parts.
#include <algorithm>

#include "app/features/tokens/choice.h"
#include "app/features/tokens/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

struct TokensPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const TokensFrame& frame);
};
constexpr TokensPart kTokensParts[] = {{"levels", "text and ids", draw_token_levels},
                                       {"merges", "merges", draw_merges},
                                       {"vocabulary", "vocabulary", draw_vocabulary},
                                       {"one_hot", "one-hot × E", draw_one_hot}};

/// Of a model that reads two texts.
void choose_text_side(const TokensFrame& frame) {
  const std::vector<TextSide> sides = token_sides(format_of(frame.trace.config()));
  if (sides.size() < 2) return;
  constexpr const char* kTitles[] = {"selected", "source", "target"};
  const float width = segmented_width(kTitles);
  ImGui::SameLine(0, em());
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
  int chosen = static_cast<int>(std::ranges::find(kTitles, frame.choice.text) - kTitles);
  if (segmented("tokens.text", kTitles, chosen)) frame.choose("text", kTitles[chosen]);
  tip("Whose text: that of the selected token, the source or the target");
}

void draw_tokens(const ViewModel& model, const Emit& emit) {
  const TokenText text = token_text(model.state, *model.trace, *model.vocabularies);
  const TokensFrame frame = tokens_frame(model, emit, text);
  const TokensPart& part = choose_row("tokens.part", kTokensParts, frame.choice.part,
                                      [&](const std::string& name) { frame.choose("part", name); });
  choose_text_side(frame);
  ImGui::Dummy({0, em() * 0.1f});
  if (text.text.empty() || text.own.tokens.empty())
    return empty_note("There is no text to cut yet.", "Type one above.");
  part.draw(frame);
}

}  // namespace

namespace tokens {
extern const ViewPage kPage = {.draw = draw_tokens, .play = play_merges};
}

}  // namespace attnlab
