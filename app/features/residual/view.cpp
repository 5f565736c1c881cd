// Residual stream: the logit lens, the lengths of the states and of the sublayer outputs, and the directions
// of the outputs. Also the selected cell of the lens. Script names: residual.part[0,i] are the parts.
#include <algorithm>
#include <cmath>

#include "app/base/by_prediction.h"
#include "app/base/format.h"
#include "app/features/residual/choice.h"
#include "app/features/residual/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/hover.h"
#include "app/views/common/position_strip.h"
#include "app/views/common/predictions.h"
#include "app/views/common/view_page.h"
#include "app/views/runs/step_plot.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"

namespace attnlab {
namespace {

/// A token with its probability as a bar.
void draw_likely_word(const ResidualFrame& frame, const std::string& target, const LensWord& word,
                      const std::string& before, float width) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const Box box = reserve({width, std::ceil(em() * 1.45f)});
  mark(target, box);
  const bool right = word.token == frame.cell().right;
  const float number = std::ceil(text_size(fonts().mono_small, "100.0 %").x + em() * 0.3f);
  const float bars = std::floor((width - number) * 0.5f);
  const Box rail{{box.max.x - number - bars, box.min.y + em() * 0.4f},
                 {box.max.x - number, box.max.y - em() * 0.4f}};
  canvas.fill(rail, p.raised, em() * 0.1f);
  canvas.fill({rail.min, {rail.min.x + rail.width() * float(word.probability), rail.max.y}},
              right ? role_colour(Role::Value) : role_colour(Role::Residual));
  draw_text_in(canvas, right ? fonts().ui_bold : fonts().ui, {box.min, {rail.min.x - em() * 0.3f, box.max.y}},
               p.text, before + display_token(frame.word(word.token)), Align::Left, Cut::Meant);
  draw_text_in(canvas, fonts().mono_small, {{rail.max.x, box.min.y}, box.max}, p.text,
               format_percent(word.probability, 1), Align::Right);
  if (!ImGui::IsMouseHoveringRect(box.min, box.max) || !ImGui::IsWindowHovered()) return;
  begin_tooltip();
  value_line(by_prediction(frame.model.format, tr("token"), tr("label"), tr("class")),
             display_token(frame.word(word.token)));
  value_line(tr("logit"), format_fixed(word.logit, 4));
  value_line(tr("probability"), format_percent(word.probability, 4));
  dim_text(tr("exp(logit) divided by the sum of exp over all logits"));
  end_tooltip();
}

/// The correct token if it is not among the most probable ones, and its rank.
void draw_right_word(const ResidualFrame& frame, float width) {
  const LensCell& cell = frame.cell();
  const Palette& p = theme().palette;
  if (!cell.has_right())
    return wrapped_text(fonts().small, p.text_dim,
                        by_prediction(frame.model.format, tr("The correct token is not known here."),
                                      tr("This token does not have a label."),
                                      tr("The correct class of this text is not known.")),
                        width);
  const bool listed =
      std::ranges::any_of(cell.top, [&](const LensWord& word) { return word.token == cell.right; });
  if (!listed)
    draw_likely_word(frame, "residual.right", {cell.right, cell.right_logit, cell.right_probability}, "… ",
                     width);
  const Index all = frame.trace().config().target_vocabulary;
  const std::string rank = format_count(cell.right_rank), count = format_count(all),
                    entropy = format_entropy(cell.entropy, all);
  wrapped_text(
      fonts().small, p.text_dim,
      by_prediction(frame.model.format,
                    tr("The correct token has rank {1} of {2}. Entropy: {3}.", rank, count, entropy),
                    tr("The correct label has rank {1} of {2}. Entropy: {3}.", rank, count, entropy),
                    tr("The correct class has rank {1} of {2}. Entropy: {3}.", rank, count, entropy)),
      width);
}

/// Steps and probabilities of the correct token in one state.
struct LensCurve {
  std::vector<double> steps, shares;
};

LensCurve lens_curve(const ResidualFrame& frame, std::size_t state) {
  LensCurve curve;
  for (const AtStep<Lens>& at : frame.results.course) {
    if (state >= at.value->rows.size()) continue;
    const std::vector<LensCell>& cells = at.value->rows[state].cells;
    if (frame.column() >= cells.size() || !cells[frame.column()].has_right()) continue;
    curve.steps.push_back(double(at.step));
    curve.shares.push_back(cells[frame.column()].right_probability);
  }
  return curve;
}

/// As many tokens as leave room for what is below them.
std::size_t listed_words(float height) {
  const float fitting = (height - em() * 22) / (em() * 1.75f);
  return static_cast<std::size_t>(std::clamp(fitting, 4.0f, 12.0f));
}

/// The probability of the correct token at the chosen cell over past steps. Script name: residual.course (a
/// plot).
void draw_residual_course(const ResidualFrame& frame, ImVec2 size) {
  const std::size_t last = frame.pass.states.size() - 1;
  const LensCurve chosen = lens_curve(frame, frame.at.state), end = lens_curve(frame, last);
  if (chosen.steps.size() < 2) return;
  group_label(by_prediction(frame.model.format, tr("correct token over training"),
                            tr("correct label over training"), tr("correct class over training")));
  std::vector<Series> series{
      {.name = tr("selected state"), .x = chosen.steps, .y = chosen.shares, .points = true}};
  if (frame.at.state != last)
    series.push_back({.name = tr("last state"), .x = end.steps, .y = end.shares, .thickness = 1.2f});
  step_plot(frame.model, "course", series,
            {.y_title = tr("probability"), .size = size, .y_lo = 0, .y_hi = 1, .target = "residual.course"},
            frame.emit);
}

}  // namespace

void draw_residual_cell(const ResidualFrame& frame, const Box& box) {
  move_cursor(box.min);
  ImGui::BeginChild("residual cell", box.size(), false, ImGuiWindowFlags_NoBackground);
  const float width = box.width() - ImGui::GetStyle().ScrollbarSize;
  wrapped_text(fonts().ui_bold, theme().palette.text, frame.cell_title(), width);
  ImGui::Dummy({0, em() * 0.2f});
  const std::vector<LensWord>& top = frame.cell().top;
  for (std::size_t i = 0; i < std::min(top.size(), listed_words(box.height())); ++i)
    draw_likely_word(frame, "residual.likely[" + std::to_string(i) + ",0]", top[i], "", width);
  draw_right_word(frame, width);
  ImGui::Dummy({0, em() * 0.3f});
  draw_residual_course(frame, {width, std::ceil(em() * 12)});
  ImGui::EndChild();
}

namespace {

struct ResidualPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const ResidualFrame& frame);
};
constexpr ResidualPart kResidualParts[] = {{"words", tr_mark("logit lens"), draw_residual_words},
                                           {"sizes", tr_mark("lengths"), draw_residual_sizes},
                                           {"directions", tr_mark("directions"), draw_residual_directions}};

bool reads_target(const Trace& trace) { return architecture_of(trace.config()).target_stack; }

std::vector<std::string> stream_tokens(const Trace& trace, const std::vector<StreamState>& states) {
  std::vector<std::string> names;
  for (const Piece& piece : reads_target(trace) ? trace.input_pieces : trace.source_pieces)
    names.push_back(piece.text);
  names.resize(states.front().positions());
  return names;
}

void draw_residual(const ViewModel& model, const Emit& emit) {
  const ResidualResults* const known = model.found<ResidualResults>();
  if (known && !known->error.empty()) return empty_note(tr("Could not compute this: {1}", known->error));
  if (!known || !known->pass || known->pass->states.empty())
    return empty_note(tr("Reading the residual stream…"));
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

std::string ResidualFrame::word(TokenId token) const {
  return prediction_words(model.format, model.vocabularies->target, token);
}

std::string ResidualFrame::cell_title() const {
  const Place& part = part_before(pass.states[at.state]);
  const bool begins = part.kind() == PartKind::Input;
  if (pass.lens.pooled) return begins ? tr("before the layers") : tr("after {1}", part.title());
  const std::string token = display_token(tokens[at.position]), position = std::to_string(at.position);
  return begins ? tr("before the layers, at “{1}” ({2})", token, position)
                : tr("after {1}, at “{2}” ({3})", part.title(), token, position);
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
