// Notation: Bahdanau et al. write s for the decoder's states and h for the encoder's, Luong et al. h and h̄.
#include "app/features/alignment/view_notation.h"

#include <stdexcept>

#include "core/config/no_such_kind.h"

namespace attnlab {
namespace notation {
namespace {

using namespace math;
using When = AlignmentKind::When;
using Makes = AlignmentStep::Makes;

bool as_luong(const AlignmentKind& kind) { return kind.when == When::AfterAllSteps; }

/// f(s_{i−1}, y_{i−1}) and, where it is read, c_i.
Formula step_of_cell(const AlignmentKind& kind, const std::string& i, bool context) {
  const std::string before = i + "−1";
  std::vector<Formula> read{decoder_letter(kind, before), punct(), sub(var("y"), text(before))};
  if (context) read.insert(read.end(), {punct(), sub(var("c", Role::Output), text(i))});
  return row({decoder_letter(kind, i), rel(), call("f", row(read))});
}

Formula as_row(Formula base) { return sup(std::move(base), text("T")); }

Formula joined_states(Formula first, Formula second) {
  return bracket(row({std::move(first), punct(";"), std::move(second)}));
}

/// The score of the states that are compared.
Formula score_of(const AlignmentKind& kind) {
  using Score = GeneralAttention::Score;
  const AlignmentLetters letters = alignment_letters(kind);
  const bool luong = as_luong(kind);
  const std::string asks = luong ? letters.target : std::string(letters.target) + "−1";
  const Formula s = decoder_letter(kind, asks), h = encoder_letter(kind, letters.source);
  switch (kind.score) {
    case Score::Dot: return row({as_row(s), h});
    case Score::General: return row({as_row(s), sub(var("W"), text("a")), h});
    case Score::Additive:
      return row(
          {as_row(sub(var("v"), text("a"))),
           luong ? call("tanh", row({sub(var("W"), text("a")), joined_states(s, h)}))
                 : call("tanh", row({sub(var("W"), text("a")), s, op("+"), sub(var("U"), text("a")), h}))});
    case Score::ScaledDot:
    case Score::Cosine: break;
  }
  throw std::invalid_argument("no paper writes the alignment " + std::string(kind.name));
}

/// e_ij, or score(h_t, h̄_s).
Formula score_name(const AlignmentKind& kind) {
  const AlignmentLetters letters = alignment_letters(kind);
  if (!as_luong(kind)) return sub(var("e"), text("ij"));
  return call("score",
              row({decoder_letter(kind, letters.target), punct(), encoder_letter(kind, letters.source)}));
}

/// α_ij, or a_t(s).
Formula weight_name(const AlignmentKind& kind) {
  if (!as_luong(kind)) return sub(var("α", Role::Output), text("ij"));
  return row({sub(var("a", Role::Output), text("t")), paren(var("s"))});
}

Formula weight_formula(const AlignmentKind& kind) {
  const Formula e = score_name(kind);
  const char* const other = as_luong(kind) ? "s′" : "k";
  const Formula any =
      as_luong(kind) ? call("score", row({decoder_letter(kind, "t"), punct(), encoder_letter(kind, "s′")}))
                     : sub(var("e"), text("ik"));
  return row({weight_name(kind), rel(), frac(call("exp", e), sum(var(other), nullptr, call("exp", any)))});
}

Formula context_formula(const AlignmentKind& kind) {
  const AlignmentLetters letters = alignment_letters(kind);
  return row(
      {sub(var("c", Role::Output), text(letters.target)), rel(),
       sum(var(letters.source), nullptr, row({weight_name(kind), encoder_letter(kind, letters.source)}))});
}

Formula attentional_formula(const AlignmentKind& kind) {
  return row(
      {subsup(var("h", Role::Query), text("t"), text("~")), rel(),
       call("tanh", row({sub(var("W"), text("c")), joined_states(sub(var("c", Role::Output), text("t")),
                                                                 decoder_letter(kind, "t"))}))});
}

/// s_0 = h_n, or tanh(W·[→h_n; ←h_1]).
Formula start_formula(const AlignmentKind& kind, bool both) {
  const Formula last = encoder_letter(kind, "n");
  if (!both) return row({decoder_letter(kind, "0"), rel(), last});
  return row({decoder_letter(kind, "0"), rel(),
              call("tanh", row({var("W"), joined_states(row({text("→"), last}),
                                                        row({text("←"), encoder_letter(kind, "1")}))}))});
}

}  // namespace
}  // namespace notation

AlignmentLetters alignment_letters(const AlignmentKind& kind) {
  return notation::as_luong(kind) ? AlignmentLetters{"h̄", "h", "s", "t"}
                                  : AlignmentLetters{"h", "s", "j", "i"};
}

Formula encoder_letter(const AlignmentKind& kind, const std::string& index) {
  const Formula h = math::var("h", Role::Key);
  return math::sub(notation::as_luong(kind) ? math::overline(h) : h, math::text(index));
}

Formula decoder_letter(const AlignmentKind& kind, const std::string& index) {
  return math::sub(math::var(notation::as_luong(kind) ? "h" : "s", Role::Query), math::text(index));
}

Formula score_formula(const AlignmentKind& kind) {
  if (!kind.looks_back()) return nullptr;
  return math::row({notation::score_name(kind), math::rel(), notation::score_of(kind)});
}

std::vector<AlignmentStep> alignment_steps(const AlignmentKind& kind, bool both) {
  using namespace notation;
  const std::string i = alignment_letters(kind).target;
  switch (kind.when) {
    case When::Never:
      return {{Makes::Start, start_formula(kind, both)}, {Makes::State, step_of_cell(kind, i, false)}};
    case When::BeforeEachStep:
      return {{Makes::Score, score_formula(kind)},
              {Makes::Weight, weight_formula(kind)},
              {Makes::Context, context_formula(kind)},
              {Makes::State, step_of_cell(kind, i, true)}};
    case When::AfterAllSteps:
      return {{Makes::State, step_of_cell(kind, i, false)},
              {Makes::Score, score_formula(kind)},
              {Makes::Weight, weight_formula(kind)},
              {Makes::Context, context_formula(kind)},
              {Makes::Attentional, attentional_formula(kind)}};
  }
  no_such_kind("time to look back");
}

}  // namespace attnlab
