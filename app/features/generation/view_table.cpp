// One choice: a row for each candidate, from its logit to the probability of being drawn, and the sampling.
// Script names: generation.candidate[i,0] (rows, the most probable first), generation.draw.
#include <algorithm>
#include <cmath>
#include <optional>

#include "app/base/format.h"
#include "app/features/generation/choice.h"
#include "app/features/generation/view_frame.h"
#include "app/views/inspector/derivation_view.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/formula/formula.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"
#include "core/trace/sampling_derivation.h"

namespace attnlab {

namespace {

/// One candidate with the numbers of its row.
struct Candidate {
  TokenId token = 0;
  double logit = 0, scaled = 0;
  std::optional<double> probability;  ///< among the candidates left by top-k
  double chance = 0;                  ///< after top-p
};

struct CandidateTable {
  const GenerationFrame& frame;
  const DecodingStep& step;
  SamplingOptions options;
  std::vector<Candidate> rows;
  Box bounds;
  float name = 0, column = 0, row = 0;

  Box cell(int r, int c) const {
    const float x = bounds.min.x + name + column * float(c), y = bounds.min.y + row * float(r + 1);
    return {{x, y}, {x + column, y + row}};
  }
  Box line(int r) const { return {{bounds.min.x, cell(r, 0).min.y}, {bounds.max.x, cell(r, 0).max.y}}; }
};

constexpr int kCandidateColumns = 4;

std::vector<Candidate> candidates_of(const DecodingStep& step, const SamplingOptions& options) {
  std::vector<Candidate> rows;
  for (std::size_t i = 0; i < step.ranking.size(); ++i) {
    Candidate c;
    c.token = step.ranking[i];
    c.logit = double(step.logits[c.token]);
    c.scaled = c.logit / options.temperature;
    if (i < step.candidates.ids.size()) {
      c.probability = step.candidates.probabilities[i];
      c.chance = chance_of(step.candidates, i);
    }
    rows.push_back(c);
  }
  return rows;
}

void draw_chance_bar(const Canvas& canvas, const Box& cell, double fraction, Colour colour) {
  if (!(fraction > 0)) return;
  const float inset = std::max(2.0f, cell.height() * 0.14f), room = cell.width() - em() * 0.4f;
  const float width = std::max(1.0f, room * float(std::min(fraction, 1.0)));
  canvas.fill({{cell.max.x - em() * 0.2f - width, cell.min.y + inset},
               {cell.max.x - em() * 0.2f, cell.max.y - inset}},
              colour, em() * 0.15f);
}

void draw_number(const Canvas& canvas, Box cell, const std::string& text, Colour ink) {
  cell.max.x -= em() * 0.5f;
  draw_text_in(canvas, fonts().mono, cell, ink, text, Align::Right);
}

void draw_candidate_heading(const CandidateTable& t) {
  const std::string p = t.options.top_p < 1 ? tr("after top-p") : tr("probability");
  const std::string names[kCandidateColumns] = {
      tr("logit z"), "z ÷ T", t.options.top_k > 0 ? tr("top-k, softmax") : tr("softmax"), p};
  const Canvas canvas = window_canvas();
  for (int c = 0; c < kCandidateColumns; ++c) {
    Box box = t.cell(-1, c);
    box.max.x -= em() * 0.5f;
    draw_text_in(canvas, fonts().small, box,
                 c == kCandidateColumns - 1 ? role_text(Role::Output) : theme().palette.text_dim, names[c],
                 Align::Right);
  }
  const Box line = t.line(-1);
  canvas.fill({{line.min.x, line.max.y - 1}, line.max}, theme().palette.border);
}

/// The cells of a row from `first` on, if a cut removed the candidate.
void draw_cut(const CandidateTable& t, int r, int first) {
  const Canvas canvas = window_canvas();
  const Box rest{{t.cell(r, first).min.x, t.line(r).min.y + 1}, {t.line(r).max.x, t.line(r).max.y - 1}};
  draw_hatch(canvas, rest);
  draw_veil(canvas, rest, 0.72f);
}

void draw_row(const CandidateTable& t, int r, bool chosen, bool hot) {
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  const Candidate& c = t.rows[r];
  const Box line = t.line(r);
  if (chosen || hot) canvas.fill(line, chosen ? p.accent_soft : p.raised, em() * 0.2f);
  if (!c.probability) draw_cut(t, r, 2);
  if (c.probability && c.chance == 0) draw_cut(t, r, 3);
  const bool drawn = c.token == t.step.token;
  const float mark = em() * 0.9f;
  if (drawn) {
    const ImVec2 at{line.min.x + mark * 0.5f, line.centre().y};
    canvas.triangle({at.x - mark * 0.22f, at.y - mark * 0.32f}, {at.x - mark * 0.22f, at.y + mark * 0.32f},
                    {at.x + mark * 0.32f, at.y}, role_colour(Role::Output));
  }
  draw_text_in(canvas, drawn ? fonts().ui_bold : fonts().ui,
               {{line.min.x + mark, line.min.y}, {line.min.x + t.name - em() * 0.3f, line.max.y}}, p.text,
               display_token(t.frame.name(c.token)));
  const int digits = widgets().digits;
  if (c.probability) draw_chance_bar(canvas, t.cell(r, 2), *c.probability, faded(p.text_faint, 0.32f));
  draw_chance_bar(canvas, t.cell(r, 3), c.chance,
                  faded(role_colour(Role::Output), theme().dark() ? 0.5f : 0.42f));
  draw_number(canvas, t.cell(r, 0), format_fixed(c.logit, digits), p.text);
  if (t.options.temperature > 0) draw_number(canvas, t.cell(r, 1), format_fixed(c.scaled, digits), p.text);
  if (c.probability) draw_number(canvas, t.cell(r, 2), format_fixed(*c.probability, digits), p.text);
  if (c.chance > 0) draw_number(canvas, t.cell(r, 3), format_fixed(c.chance, digits), p.text);
}

/// Built again only for another result, token or number of digits: the formula has a term for every
/// candidate.
struct ChanceFormula {
  std::shared_ptr<const GenerationResult> of{};
  std::size_t step = 0;
  TokenId token = -1;
  int digits = 0;
  Derivation derivation{};
  Formula formula{};
};

const ChanceFormula& why(const CandidateTable& t, TokenId token) {
  ChanceFormula& cache = t.frame.model.remembered<ChanceFormula>();
  const auto& result = t.frame.model.analyses->of<GenerationResult>();
  const int digits = widgets().digits;
  if (cache.of == result && cache.step == t.frame.step() && cache.token == token && cache.digits == digits)
    return cache;
  cache = {result, t.frame.step(), token, digits, {}, {}};
  cache.derivation = derive_probability(t.step.logits, t.options, token,
                                        {"output.logits", {static_cast<Index>(t.frame.step())}});
  cache.formula = written_out(cache.derivation, digits, 3);
  return cache;
}

/// Draws the interval of each token of the nucleus between 0 and 1, and the random number.
void draw_draw(const CandidateTable& t, float width) {
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  const float line = std::ceil(em() * 1.4f), high = std::ceil(em() * 1.6f);
  const Box all = reserve({width, line * 2 + high});
  mark("generation.draw", all);
  const Box bar{{all.min.x, all.min.y + line}, {all.max.x, all.min.y + line + high}};
  double from = 0;
  for (std::size_t i = 0; i < t.step.candidates.nucleus; ++i) {
    const double chance = chance_of(t.step.candidates, i);
    const TokenId token = t.step.candidates.ids[i];
    const Box part{{bar.min.x + width * float(from), bar.min.y},
                   {bar.min.x + width * float(from + chance) - 1, bar.max.y}};
    from += chance;
    if (part.width() < 1) continue;
    const bool drawn = token == t.step.token;
    canvas.fill(part,
                drawn   ? faded(role_colour(Role::Output), 0.6f)
                : i % 2 ? p.raised
                        : p.raised_hover,
                em() * 0.12f);
    const std::string name = display_token(t.frame.name(token));
    if (text_size(fonts().small, name).x < part.width() - em() * 0.3f)
      draw_text_in(canvas, fonts().small, part, p.text, name, Align::Centre);
  }
  const Box above{{all.min.x, all.min.y}, {all.max.x, bar.min.y}};
  draw_text_in(canvas, fonts().small, above, p.text_dim,
               tr("Sampling: each segment is as wide as its probability"));
  if (t.options.temperature == 0) return;
  const float x = bar.min.x + width * float(t.step.draw), thick = std::max(2.0f, em() / 8);
  canvas.fill({{x - thick / 2, bar.min.y - em() * 0.25f}, {x + thick / 2, bar.max.y + em() * 0.25f}}, p.text);
  const std::string u =
      tr("random number {1} → {2}", format_fixed(t.step.draw, 4), display_token(t.frame.name(t.step.token)));
  const float half = text_size(fonts().small, u).x / 2 + em() * 0.2f;
  const float centre = std::clamp(x, all.min.x + half, std::max(all.min.x + half, all.max.x - half));
  draw_text_in(canvas, fonts().small, {{centre - half, bar.max.y + em() * 0.2f}, {centre + half, all.max.y}},
               p.text, u, Align::Centre);
}

/// Draws the formula of the selected candidate's probability.
void draw_why(const CandidateTable& t, TokenId token, float width) {
  const ChanceFormula& chance = why(t, token);
  const Derivation& d = chance.derivation;
  ImGui::BeginGroup();
  wrapped_text(fonts().ui_bold, theme().palette.text,
               tr("Why {1} for “{2}”?", format_percent(d.value), display_token(t.frame.name(token))), width);
  draw_formula("why", chance.formula, {.size = 0.8f, .wrap_width = width});
  wrapped_text(fonts().small, theme().palette.text_dim, d.formula, width);
  ImGui::Dummy({0, em() * 0.4f});
  value_line(tr("at T = 1"), format_percent(t.step.probability));
  tip(tr("The probability of the drawn token at temperature 1, without top-k and top-p"));
  value_line(tr("entropy"), format_entropy(t.step.entropy, std::ssize(t.step.logits)));
  tip(tr(
      "How uncertain the choice is: 0 bits if one token is certain, 1 bit for two equally probable tokens"));
  ImGui::EndGroup();
}

/// The candidates without a row in the table.
std::string rest_text(const CandidateTable& t, int shown) {
  double rest = 1;
  for (int i = 0; i < shown; ++i) rest -= t.rows[i].chance;
  const auto others = static_cast<std::int64_t>(t.step.logits.size()) - shown;
  if (others <= 0) return "";
  return tr_plural("{1} more token has {2}", "{1} more tokens share {2}", others, format_count(others),
                   format_percent(std::max(rest, 0.0)));
}

CandidateTable make_table(const GenerationFrame& frame, float width) {
  const DecodingStep& step = frame.result.sampled.steps[frame.step()];
  const GenerationChoice& made = frame.result.choice;
  CandidateTable t{
      frame, step, {made.temperature, made.top_k, made.top_p}, {}, {}, 0, 0, std::ceil(em() * 1.5f)};
  t.rows = candidates_of(step, t.options);
  for (const Candidate& c : t.rows)
    t.name = std::max(t.name, text_size(fonts().ui_bold, display_token(frame.name(c.token))).x);
  t.name = std::min(t.name, em() * 8) + em() * 1.6f;
  t.column = std::clamp(std::floor((width - t.name) / kCandidateColumns), em() * 4.2f, em() * 7.5f);
  return t;
}

}  // namespace

void draw_token_choice(const GenerationFrame& frame) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float why = room.x > em() * 40 ? em() * 15 : 0;
  const float draw = std::ceil(em() * 1.4f) * 2 + std::ceil(em() * 1.6f) + em() * 0.4f;
  CandidateTable t = make_table(frame, room.x - (why > 0 ? why + em() * 2 : 0));
  const float rows_height = room.y - draw - t.row * 2.2f;
  const int shown = std::clamp(static_cast<int>(rows_height / t.row), 1, static_cast<int>(t.rows.size()));
  t.bounds =
      box_at(ImGui::GetCursorScreenPos(), {t.name + t.column * kCandidateColumns, t.row * float(shown + 1)});
  const bool pressed = ImGui::InvisibleButton("candidates", t.bounds.size());
  int hot = -1;
  if (ImGui::IsItemHovered())
    hot = static_cast<int>(std::floor((ImGui::GetIO().MousePos.y - t.bounds.min.y) / t.row)) - 1;
  if (hot >= shown) hot = -1;
  if (pressed && hot >= 0) frame.choose("rank", std::to_string(hot));
  const int chosen = std::clamp(static_cast<int>(frame.choice.rank), 0, shown - 1);
  draw_candidate_heading(t);
  for (int r = 0; r < shown; ++r) {
    mark("generation.candidate[" + std::to_string(r) + ",0]", t.line(r));
    draw_row(t, r, r == chosen, r == hot);
  }
  const TokenId asked = t.rows[hot >= 0 ? hot : chosen].token;
  const ImVec2 below{t.bounds.min.x, t.bounds.max.y};
  if (why > 0) {
    move_cursor({t.bounds.max.x + em() * 2, t.bounds.min.y});
    const float left = room.x - t.bounds.width() - em() * 2;
    ImGui::BeginChild("why", {left, below.y + t.row - t.bounds.min.y}, false, ImGuiWindowFlags_NoBackground);
    draw_why(t, asked, left - ImGui::GetStyle().ScrollbarSize);
    ImGui::EndChild();
  } else if (hot >= 0) {
    begin_tooltip();
    draw_why(t, asked, em() * 18);
    end_tooltip();
  }
  move_cursor(below);
  if (const std::string rest = rest_text(t, shown); !rest.empty()) {
    const Box box = box_at(below, {t.bounds.width(), t.row});
    draw_text_in(window_canvas(), fonts().small, box, theme().palette.text_dim, rest, Align::Right);
  }
  move_cursor({below.x, below.y + t.row});
  draw_draw(t, room.x);
}

}  // namespace attnlab
