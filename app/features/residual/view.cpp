// Residual stream: what each of its states would say, how long it and what is added to it are, and in which
// directions. Script names: residual.part[0,i] are the parts.
#include "app/base/noun.h"
#include "app/features/residual/choice.h"
#include "app/features/residual/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/hover.h"
#include "app/views/common/position_strip.h"
#include "app/views/common/predictions.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "core/models/architecture_kind.h"

namespace attnlab {

namespace {

struct ResidualPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const ResidualFrame& frame);
};
constexpr ResidualPart kResidualParts[] = {{"words", "what it would say", draw_residual_words},
                                           {"sizes", "sizes", draw_residual_sizes},
                                           {"directions", "directions", draw_residual_directions}};

bool reads_target(const Trace& trace) { return architecture_of(trace.config()).target_stack; }

std::vector<std::string> stream_tokens(const Trace& trace, const std::vector<StreamState>& states) {
  std::vector<std::string> names;
  for (const Piece& piece : reads_target(trace) ? trace.input_pieces : trace.source_pieces)
    names.push_back(piece.text);
  names.resize(static_cast<std::size_t>(states.front().positions()));
  return names;
}

void draw_residual(const ViewModel& model, const Emit& emit) {
  const ResidualResults* const known = model.found<ResidualResults>();
  if (known && !known->error.empty()) return empty_note("This could not be worked out: " + known->error);
  if (!known || !known->pass || known->pass->states.empty())
    return empty_note("The residual stream is being read …");
  const ResidualPass& pass = *known->pass;
  ResidualFrame frame{model,
                      emit,
                      *known,
                      pass,
                      model.state.choices.of<ResidualChoice>(),
                      residual_place(model.state, *pass.trace, pass.states),
                      {},
                      stream_tokens(*pass.trace, pass.states)};
  for (const StreamState& state : pass.states) frame.states.push_back(state_title(part_before(state)));
  const ResidualPart& part = choose_row("residual.part", kResidualParts, frame.choice.part,
                                        [&](const std::string& name) { frame.choose("part", name); });
  part.draw(frame);
}

}  // namespace

std::string ResidualFrame::in_words(std::string_view text) const {
  return with_noun(text, said_noun(model.format));
}

std::string ResidualFrame::word(TokenId token) const {
  return prediction_words(model.format, model.vocabularies->target, token);
}

std::string ResidualFrame::after() const {
  const Place& part = part_before(pass.states[at.state]);
  return part.kind() == PartKind::Input ? "before the layers" : "after " + part.title();
}

void draw_residual_tokens(const ResidualFrame& frame) {
  TokenStripOptions o;
  o.selected = static_cast<int>(frame.at.position);
  o.role = Role::Residual;
  o.target = "residual.token";
  for (const HoveredToken& token : {hovered().query, hovered().key})
    if (token.position >= 0 && token.source != reads_target(frame.trace())) o.linked = token.position;
  const TokenStripResult strip = position_strip(frame.model, "residual tokens", frame.tokens, o);
  if (strip.clicked >= 0) frame.look(frame.at.state, strip.clicked);
}

namespace residual {
extern const ViewPage kPage = {.draw = draw_residual};
}

}  // namespace attnlab
