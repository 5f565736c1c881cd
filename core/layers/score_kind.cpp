// The rows of all kinds of scores.
#include "core/layers/score_kind.h"

#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

using Score = GeneralAttention::Score;

constexpr ScoreKind kScoreKinds[] = {
    {.name = "dot",
     .title = tr_mark("dot"),
     .score = Score::Dot,
     .formula = "s = q·k",
     .sentence = tr_mark("Dot: the sum of the products of the features. More features give larger scores."),
     .term = "score"},
    {.name = "scaled_dot",
     .title = tr_mark("scaled dot"),
     .score = Score::ScaledDot,
     .formula = "s = q·k/√d_k",
     .sentence =
         tr_mark("Scaled dot: the dot product divided by √d_k, so that scores do not grow with the number of "
                 "features."),
     .term = "scaling by √d"},
    {.name = "cosine",
     .title = tr_mark("cosine"),
     .score = Score::Cosine,
     .formula = "s = β·cos(q, k)",
     .sentence = tr_mark("Cosine: only the directions count, not the lengths. β sets how strongly the best "
                         "key is preferred."),
     .term = "cosine similarity",
     .has_sharpness = true},
    {.name = "general",
     .title = tr_mark("general"),
     .score = Score::General,
     .formula = "s = q·(W·k)",
     .sentence = tr_mark("General: a matrix W weights each pair of a query feature and a key feature."),
     .term = "general score"},
    {.name = "additive",
     .title = tr_mark("additive"),
     .score = Score::Additive,
     .formula = "s = v·tanh(W_q·q + W_k·k)",
     .sentence =
         tr_mark("Additive: a small network with one hidden layer reads query and key; v turns its hidden "
                 "units into a score."),
     .term = "additive score"},
};

}  // namespace

std::span<const ScoreKind> score_kinds() { return kScoreKinds; }

const ScoreKind& score_kind(std::string_view name) { return row_named(kScoreKinds, "score", name); }

}  // namespace attnlab
