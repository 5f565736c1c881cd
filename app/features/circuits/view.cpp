// Circuits: what heads do by their weights alone, on repeated tokens, and with each other. Also the
// eigenvalues of the selected head. Script names: circuits.part[0,i] are the parts, circuits.head.previous
// and circuits.head.next select the head.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/circuits/choice.h"
#include "app/features/circuits/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/complex_plane.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"
#include "core/layers/norm_kind.h"
#include "core/layers/norm_placement.h"
#include "core/layers/position_scheme.h"
#include "core/models/architecture_kind.h"

namespace attnlab {
namespace {

Colour colour_by_copying(const std::complex<double>& value) {
  return value.real() < 0 ? role_colour(Role::Gradient) : series_colour(0);
}

std::string copying_words(const CircuitsFrame& frame, const ScoredHead& head) {
  const std::string score = std::isfinite(head.copying)
                                ? tr("Copying score {1} = Σ Re λ / Σ |λ|.", format_fixed(head.copying, 3))
                                : std::string(tr("This head does not add to any logit directly, so all λ are "
                                                 "0 and there is no copying score."));
  return joined_sentences(
      {score,
       tr("The λ are the eigenvalues of W_E·W_V·W_O·W_U over the whole vocabulary; at most {1} are not 0. "
          "A positive λ makes tokens that the head attends to more likely, a negative λ makes them less "
          "likely, and a complex pair turns some tokens into others (Elhage et al. 2021).",
          std::to_string(frame.config.head_size())),
       folded_words(frame, CircuitProduct::Says), at_step_words(frame.results.scores.step)});
}

/// The values at the ends of the real axis.
void draw_plane_ends(const ComplexPlane& plane) {
  const std::string end = format_number(plane.most, 3);
  const float high = em() * 1.3f, y = plane.box.centre().y;
  const Box line{{plane.box.min.x + em() * 0.3f, y - high}, {plane.box.max.x - em() * 0.3f, y}};
  draw_text_in(window_canvas(), fonts().mono_small, line, theme().palette.text_dim, "−" + end, Align::Left);
  draw_text_in(window_canvas(), fonts().mono_small, line, theme().palette.text_dim, end, Align::Right);
}

std::vector<CircuitLine> eigenvalue_lines(const Eigenvalues& found) {
  std::vector<CircuitLine> lines;
  for (const std::complex<double>& value : found.values) {
    std::string name = format_fixed(value.real(), 4);
    if (value.imag() != 0)
      name += (value.imag() < 0 ? " − " : " + ") + format_fixed(std::abs(value.imag()), 4) + "i";
    lines.push_back({name, format_fixed(std::abs(value), 4)});
  }
  return lines;
}

/// Script names: circuits.eigenvalues.
void draw_circuit_eigenvalues(const CircuitsFrame& frame) {
  const std::string_view why = why_no_copying(frame.config, *frame.model.vocabularies, frame.head);
  if (!why.empty()) return empty_note(tr(why), tr("Select another head."));
  const ScoredHead* const head = frame.scored(frame.head);
  if (!head) return draw_circuits_wait(frame, tr("Computing the eigenvalues…"));
  circuit_words_line(copying_words(frame, *head));
  ImGui::Dummy({0, em() * 0.3f});
  const RestOfView rest("circuits eigenvalues", 14);
  const ImVec2 room = rest.room();
  const float side = std::floor(std::min(room.x, std::max(room.y - em(), em() * 14)));
  const ComplexPlane plane{reserve({side, side}), std::max(1e-9, head->eigenvalues.radius() * 1.15)};
  mark("circuits.eigenvalues", plane.box);
  window_canvas().push_clip(plane.box);
  draw_plane(plane);
  draw_eigen_points(plane, head->eigenvalues.values, colour_by_copying);
  draw_plane_ends(plane);
  window_canvas().pop_clip();
  const float gap = em() * 1.5f, list = std::min(em() * 20, room.x - side - gap);
  if (list > em() * 12) {
    move_cursor({plane.box.max.x + gap, plane.box.min.y});
    draw_circuit_lines(tr("eigenvalue, magnitude"), eigenvalue_lines(head->eigenvalues), list, side);
  }
}

struct CircuitsPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const CircuitsFrame& frame);
};
constexpr CircuitsPart kCircuitsParts[] = {{"heads", tr_mark("heads"), draw_circuit_heads},
                                           {"looks", tr_mark("QK circuit"), draw_circuit_looks},
                                           {"says", tr_mark("OV circuit"), draw_circuit_says},
                                           {"eigenvalues", tr_mark("eigenvalues"), draw_circuit_eigenvalues},
                                           {"composition", tr_mark("composition"), draw_circuit_composition}};

/// The head, and the heads with which it shares keys and values.
std::string selected_head_words(const CircuitsFrame& frame) {
  if (frame.config.key_heads() == frame.config.heads) return head_words(frame.head);
  const Index group = frame.config.heads / frame.config.key_heads(), first = frame.head.key_head * group;
  return tr("{1} · keys and values shared by heads {2} to {3}", head_words(frame.head), std::to_string(first),
            std::to_string(first + group - 1));
}

void draw_head_choice(const CircuitsFrame& frame) {
  const auto at = static_cast<std::size_t>(std::ranges::find(frame.heads, frame.head) - frame.heads.begin());
  if (icon_button("circuits.head.previous", Icon::ChevronLeft, tr("Previous head  (←)"), {.enabled = at > 0}))
    select_circuit_head(frame, frame.heads[at - 1]);
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button("circuits.head.next", Icon::ChevronRight, tr("Next head  (→)"),
                  {.enabled = at + 1 < frame.heads.size()}))
    select_circuit_head(frame, frame.heads[at + 1]);
  ImGui::SameLine(0, em() * 0.6f);
  const std::string words = selected_head_words(frame);
  const Box box = reserve({text_size(fonts().ui_bold, words).x + em() * 0.5f, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui_bold, box, theme().palette.text, words, Align::Left, Cut::Meant);
}

void draw_circuits(const ViewModel& model, const Emit& emit) {
  const ModelConfig& config = model.trace->config();
  const CircuitResults none{};
  const CircuitResults* const known = model.found<CircuitResults>();
  const CircuitsFrame frame{model,
                            emit,
                            config,
                            model.state.choices.of<CircuitsChoice>(),
                            circuit_heads(config),
                            selected_circuit_head(model.state, config),
                            known ? *known : none};
  const CircuitsPart& part = choose_row("circuits.part", kCircuitsParts, frame.choice.part,
                                        [&](const std::string& name) { frame.choose("part", name); });
  draw_head_choice(frame);
  part.draw(frame);
}

std::string joined(const std::vector<std::string>& texts, const char* between) {
  std::string all;
  for (const std::string& text : texts)
    if (!text.empty()) all += (all.empty() ? "" : between) + text;
  return all;
}

const char* positions_left_out(const ModelConfig& config) {
  const PositionScheme& scheme = position_scheme(config.positions);
  if (scheme.where == PositionScheme::Where::Nowhere || scheme.rotations) return "";
  return scheme.where == PositionScheme::Where::Input ? tr("positions") : tr("distance terms in the scores");
}

/// RMSNorm does not subtract the mean, and divides by the root of the mean square.
const char* division_left_out(const ModelConfig& config) {
  if (!norm_placement(config.norm).has_norms()) return "";
  return norm_kind(config.norm_kind).centres ? tr("the division of each token by its standard deviation")
                                             : tr("the division of each token by its root mean square");
}

}  // namespace

const ScoredHead* CircuitsFrame::scored(const CircuitHead& wanted) const {
  if (!results.scores.value) return nullptr;
  const auto found = std::ranges::find(results.scores.value->heads, wanted, &ScoredHead::head);
  return found == results.scores.value->heads.end() ? nullptr : &*found;
}

void select_circuit_head(const CircuitsFrame& frame, const CircuitHead& head) {
  frame.emit({"select.attention",
              {std::string(attention_name(attention_of(head.place))), std::to_string(head.layer),
               std::to_string(head.head)}});
}

std::string head_words(const CircuitHead& head) {
  return tr("{1} · head {2}", head.place.title(), std::to_string(head.head));
}

std::string brief_head(const CircuitsFrame& frame, const CircuitHead& head) {
  const std::string number = std::to_string(head.layer) + "." + std::to_string(head.head);
  if (!architecture_of(frame.config).has_two_stacks()) return number;
  if (head.is_cross()) return tr("cross {1}", number);
  return head.place.text() == Text::Source ? tr("enc {1}", number) : tr("dec {1}", number);
}

std::string folded_words(const CircuitsFrame& frame, CircuitProduct product) {
  const bool looks = product == CircuitProduct::Looks, bias = frame.config.bias;
  const bool norms = norm_placement(frame.config.norm).has_norms();
  const bool centres = norms && norm_kind(frame.config.norm_kind).centres;
  const std::string in = joined({norms ? tr("γ of the norms") : "", centres ? tr("mean subtraction") : "",
                                 looks && centres && bias ? "β" : "",
                                 looks && has_qkv_bias(frame.config) ? tr("biases of queries and keys") : ""},
                                ", ");
  const std::string out =
      joined({looks ? positions_left_out(frame.config) : "",
              product == CircuitProduct::Composition && position_scheme(frame.config.positions).rotations
                  ? tr("rotations by position")
                  : "",
              division_left_out(frame.config), !looks && bias ? tr("biases") : "",
              product == CircuitProduct::Composition ? "" : tr("outputs of other layers")},
             ", ");
  return joined_sentences(
      {in.empty() ? "" : tr("Folded in: {1}.", in), out.empty() ? "" : tr("Left out: {1}.", out)});
}

std::string at_step_words(Index step) { return tr("Computed at step {1}.", format_count(step)); }

std::string joined_sentences(const std::vector<std::string>& sentences) { return joined(sentences, " "); }

int draw_circuit_lines(const std::string& title, const std::vector<CircuitLine>& lines, float width,
                       float height) {
  const Palette& p = theme().palette;
  const float line = std::ceil(em() * 1.45f);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  draw_text_in(window_canvas(), fonts().ui_bold, box_at(start, {width, line}), p.text, title, Align::Left,
               Cut::Meant);
  const auto fit = static_cast<std::size_t>(std::max(1.0f, height / line - 1));
  const std::size_t count = std::min(fit, lines.size());
  int clicked = -1;
  for (std::size_t i = 0; i < count; ++i) {
    const Box row = box_at({start.x, start.y + line * float(i + 1)}, {width, line - 1});
    move_cursor(row.min);
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::InvisibleButton("line", row.size())) clicked = static_cast<int>(i);
    const bool over = ImGui::IsItemHovered();
    ImGui::PopID();
    if (over || lines[i].lit) window_canvas().fill(row, lines[i].lit ? p.accent_soft : p.raised, em() * 0.2f);
    draw_text_in(window_canvas(), fonts().mono_small, {{row.min.x + em() * 0.3f, row.min.y}, row.max}, p.text,
                 lines[i].name, Align::Left, Cut::Meant);
    draw_text_in(window_canvas(), fonts().mono_small, {row.min, {row.max.x - em() * 0.3f, row.max.y}},
                 p.text_dim, lines[i].numbers, Align::Right, Cut::Meant);
  }
  move_cursor(start);
  ImGui::Dummy({width, line * float(count + 1)});
  return clicked;
}

void circuit_words_line(const std::string& words, float width) {
  wrapped_text(fonts().ui, theme().palette.text_dim, words, width);
}

void draw_circuits_wait(const CircuitsFrame& frame, const char* what) {
  circuit_words_line(frame.results.error.empty() ? what
                                                 : tr("Could not compute this: {1}", frame.results.error));
}

namespace circuits {
extern const ViewPage kPage = {.draw = draw_circuits};
}

}  // namespace attnlab
