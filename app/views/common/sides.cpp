// Sides: their names and matrices.
#include "app/views/common/sides.h"

#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/feature/opened_features.h"
#include "app/views/common/predictions.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/config/no_such_kind.h"
#include "core/language/messages.h"
#include "core/trace/counted.h"

namespace attnlab {
namespace {

std::string token_text(const ViewModel& model, const TokenProbability& p) {
  const auto token = static_cast<TokenId>(p.token);
  return "“" + display_token(prediction_words(model.format, model.vocabularies->target, token)) + "” " +
         format_percent(p.probability, 0);
}

bool prediction_differs(const PredictionChange& p) {
  return !p.before.empty() && !p.after.empty() && p.before[0].token != p.after[0].token;
}

/// All predictions except for those before the end of a question, or beside what is asked.
std::vector<PredictionChange> compared_predictions(const TraceDiff& diff) {
  std::vector<PredictionChange> all;
  for (std::size_t i = 0; i < diff.predictions().size(); ++i)
    if (!is_left_out(diff.after(), static_cast<Index>(i))) all.push_back(diff.predictions()[i]);
  return all;
}

std::string step_text(const Trace& trace) { return tr("step {1}", format_count(trace.snapshot()->step)); }

bool known_in_before(const ViewModel& model, const TraceTensor& tensor) {
  return model.comparison.diff && model.comparison.diff->before().find(tensor.name);
}

struct SeenDifference {
  CachedMatrix<float> cells;
};

}  // namespace

SideNames side_names(const ViewModel& model) {
  switch (model.state.comparison.with) {
    case Comparison::With::Text:
      return has_picture(model.format) ? SideNames{tr("the other picture"), tr("this picture")}
                                       : SideNames{tr("the other text"), tr("this text")};
    case Comparison::With::Weights:
      if (!model.comparison.diff) break;
      return {step_text(model.comparison.diff->before()), step_text(model.comparison.diff->after())};
    case Comparison::With::Edits: break;
  }
  return {tr("without the edits"), tr("with the edits")};
}

namespace {

/// "loss 2.310 → 2.571 over 4 of 11 positions"; "" without a loss.
std::string loss_change_text(const TraceDiff& diff) {
  if (!std::isfinite(diff.loss_before())) return "";
  const std::string counted = counted_words(diff.after());
  const std::string before = format_number(diff.loss_before(), 4),
                    after = format_number(diff.loss_after(), 4);
  return counted.empty() ? tr("loss {1} → {2}", before, after)
                         : tr("loss {1} → {2} {3}", before, after, counted);
}

/// "3 of 7 predictions differ, first “e” 61 % → “a” 40 %".
std::string prediction_change_text(const ViewModel& model, const std::vector<PredictionChange>& all) {
  const Index count = std::ranges::count_if(all, prediction_differs);
  const std::string some = std::to_string(count), of = std::to_string(all.size());
  if (count == 0)
    return tr_plural("{1} of {2} prediction differs", "{1} of {2} predictions differ", count_of(all), some,
                     of);
  const PredictionChange& first = *std::ranges::find_if(all, prediction_differs);
  return tr_plural("{1} of {2} prediction differs, first {3} → {4}",
                   "{1} of {2} predictions differ, first {3} → {4}", count_of(all), some, of,
                   token_text(model, first.before[0]), token_text(model, first.after[0]));
}

}  // namespace

std::string effect_text(const ViewModel& model, const TraceDiff& diff) {
  const std::string loss = loss_change_text(diff);
  const std::vector<PredictionChange> all = compared_predictions(diff);
  if (all.empty() || !model.vocabularies) return loss;
  return (loss.empty() ? "" : loss + " · ") + prediction_change_text(model, all);
}

Sides sides_of(CachedMatrix<float>& cache, const ViewModel& model, const TraceTensor& after, Index head) {
  Sides sides{matrix_slice(&after, head, model.trace_version), {}, {}};
  if (!model.comparison.diff) return sides;
  sides.before = matrix_slice(model.comparison.diff->before().find(after.name), head, model.trace_version);
  sides.difference = sides.after;
  sides.difference.view = difference_of(cache, sides.after.view, sides.before.view);
  return sides;
}

SeenSide seen_side(const ViewModel& model, const TraceTensor& tensor, Index head) {
  CachedMatrix<float>& cache = model.remembered<SeenDifference>().cells;
  const Side wanted = known_in_before(model, tensor) ? model.state.side : Side::After;
  Sides sides = sides_of(cache, model, tensor, head);
  if (wanted == Side::Before) return {std::move(sides.before), model.comparison.diff->before(), Side::Before};
  if (wanted == Side::Change && !sides.difference.empty())
    return {std::move(sides.difference), *model.trace, Side::Change};
  return {std::move(sides.after), *model.trace, Side::After};
}

void draw_side_choice(const ViewModel& model, const TraceTensor& tensor, const Emit& emit) {
  if (!known_in_before(model, tensor)) return;
  const auto& all = model.comparison.diff->tensors();
  const auto change = std::ranges::find(all, tensor.name, &TensorChange::name);
  if (change != all.end() && change->largest == 0) return dim_text(tr("Both passes are the same here."));
  const SideNames names = side_names(model);
  const char* const sides[] = {names.after.c_str(), names.before.c_str(), tr("difference")};
  constexpr const char* kWords[] = {"after", "before", "change"};
  int side = static_cast<int>(model.state.side);
  const std::size_t count = change == all.end() ? 2 : 3;  // matrices of different sizes have no difference
  if (segmented("stage.side", std::span(sides, count), side)) emit({"side", {kWords[side]}});
}

void open_comparison(const AppState& state, const Emit& emit) {
  if (state.beside == &compare::kFeature) return emit({"view.beside", {"none"}});
  emit({"view",
        {std::string(state.view == &compare::kFeature ? steps::kFeature.name : compare::kFeature.name)}});
}

}  // namespace attnlab
