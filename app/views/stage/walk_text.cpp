// Titles and colors of the walk's steps.
#include "app/state/tensor_groups.h"
#include "app/views/common/stage_text.h"
#include "app/views/common/tensor_words.h"
#include "app/views/stage/walk_steps.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"
#include "core/layers/input_sites.h"
#include "core/models/model.h"

namespace attnlab {
namespace {

/// The token of a recurrent cell's position, or the position's number.
std::string position_label(const ViewModel& model, const WalkStep& step) {
  const CellName cell = cell_at(*step.shown, step.position, 0);
  const std::string words = axis_words(*model.trace, cell, cell.index.size() - 2);
  return words.empty() ? std::to_string(step.position) : words;
}

std::string forward_label(const ViewModel& model, const WalkStep& step) {
  if (step.ids) return tr("token IDs");
  if (step.stage) return stage_short_title(*step.stage);
  if (is_parameter(*step.shown)) return step.shown->site == &input_sites::kEmbeddingWeight ? "E" : "W";
  if (step.position >= 0) return position_label(model, step);
  if (step.kind() == PartKind::Residual || step.shown->is(input_sites::kInput)) return tr("sum");
  if (step.kind() == PartKind::Norm) return tr("norm");
  if (step.kind() == PartKind::Loss) return tr("loss");
  if (step.shown->is(output_sites(model.trace->config()).probabilities))
    return model.format == Format::WordContext ? "sigmoid" : "softmax";
  return tensor_label(*step.shown);
}

struct WalkOnScreen {
  TraceKey trace;
  PassWalk walk;
};

}  // namespace

const PassWalk& walk_of(const ViewModel& model) {
  WalkOnScreen& cache = model.remembered<WalkOnScreen>();
  if (cache.trace != model.trace_key()) cache = {model.trace_key(), pass_walk(*model.trace)};
  return cache.walk;
}

std::string step_label(const ViewModel& model, const WalkStep& step) {
  return (step.backward ? "∂ " : "") + forward_label(model, step);
}

std::string step_part(const WalkStep& step) { return step.place.title(); }

std::string step_title(const Trace& trace, const WalkStep& step) {
  if (step.ids) return tr("Token IDs");
  const std::string title = tensor_title(trace, step.shown->name);
  return step.backward ? "∂loss/∂(" + title + ")" : title;
}

const char* kind_title(PartKind kind) {
  constexpr const char* kTitles[] = {"",
                                     tr_mark("input"),
                                     tr_mark("norm"),
                                     tr_mark("attention"),
                                     tr_mark("sum"),
                                     tr_mark("feed-forward"),
                                     tr_mark("recurrent"),
                                     tr_mark("alignment"),
                                     tr_mark("output"),
                                     tr_mark("loss")};
  return tr(kTitles[static_cast<std::size_t>(kind)]);
}

Colour kind_colour(PartKind kind) {
  const Palette& p = theme().palette;
  switch (kind) {
    case PartKind::Group:
    case PartKind::Input: return role_colour(Role::Residual);
    case PartKind::Norm: return blend(p.panel, p.text, 0.45f);
    case PartKind::Attention:
    case PartKind::Alignment: return role_colour(Role::Output);
    case PartKind::Residual: return role_colour(Role::Residual);
    case PartKind::FeedForward:
    case PartKind::Recurrent: return series_colour(0);
    case PartKind::Output: return p.good;
    case PartKind::Loss: return role_colour(Role::Gradient);
  }
  return p.text;
}

}  // namespace attnlab
