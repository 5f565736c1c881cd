// Lab: what the views see in a frame, and what selections must stay within.
#include <algorithm>

#include "app/state/lab/lab.h"
#include "app/state/question.h"

namespace attnlab {

/// That of the snapshot on screen, so that it ends with the weight that is shown.
std::optional<WeightUpdate> Lab::inspected_update() const {
  const TracePtr trace = traced_.trace();
  if (!trace || !trace->snapshot()->update || !model_) return {};
  const CellUpdate& update = *trace->snapshot()->update;
  if (update.cell != watched_) return {};
  return named_update(model_->experiment.model->parameters(), update);
}

Limits Lab::limits() const {
  Limits limits;
  if (!model_) return limits;
  const ModelConfig& config = model_->experiment.preset.model;
  const std::vector<AttentionKind> attentions = attentions_of(config);
  const auto has = [&](AttentionKind kind) {
    return std::ranges::find(attentions, kind) != attentions.end();
  };
  limits.has_encoder = has(AttentionKind::EncoderSelf);
  limits.has_decoder = has(AttentionKind::DecoderSelf) || attentions.empty();
  limits.has_attention = !attentions.empty();
  limits.config = &config;
  limits.trace = traced_.trace().get();
  limits.timeline = timeline();
  limits.step = training_view().step;
  limits.pictures = static_cast<Index>(model_->pictures->size());
  limits.layers = config.layers;
  limits.heads = config.heads;
  limits.head_size = config.head_size();
  limits.width = config.width;
  if (const Trace* const trace = limits.trace) {
    limits.source_tokens = std::max<Index>(static_cast<Index>(trace->source_pieces.size()), 1);
    limits.target_tokens = std::max<Index>(trace->batch().target_length, 1);
  }
  return limits;
}

TrainingView Lab::training_view() const {
  const RunView* run = runs_.shown_view();
  return run ? run->training : TrainingView{};
}

const Timeline* Lab::timeline() const {
  const RunView* run = runs_.shown_view();
  return run ? run->record.timeline.get() : nullptr;
}

ViewModel Lab::view() const {
  ViewModel view;
  view.state = dispatcher_.state();
  view.screen = dispatcher_.screen();
  view.trace = traced_.trace();
  view.diff = traced_.diff();
  view.comparison = traced_.comparison(view.state.comparison.with);
  view.trace_version = traced_.version();
  view.trace_error = traced_.error();
  view.training = training_view();
  view.analyses = &analyses_.results();
  view.runs = &runs_.views();
  if (!lost_.empty()) view.lost_session = lost_.front().text;
  if (model_ && model_->run) view.record = &runs_.shown_view()->record;
  view.update = inspected_update();
  if (model_ && model_->run) view.training_config = &runs_.shown_view()->training.settings.config;
  view.presets = &presets_;
  view.recent = &recent_;
  view.loading = opening_.valid();
  view.can_undo = dispatcher_.can_undo();
  view.can_redo = dispatcher_.can_redo();
  view.undo_label = dispatcher_.undo_label();
  view.redo_label = dispatcher_.redo_label();
  view.gpu = device_.gpu();
  view.notice = notice_;
  view.notice_is_error = notice_is_error_;
  view.notice_count = notice_count_;
  if (model_) {
    view.preset = model_->experiment.preset.name;
    view.title = model_->title;
    view.format = format_of(model_->experiment.preset.model);
    view.examples = model_->examples;
    view.question = question_in(view.state.target, model_->questions);
    view.pictures = model_->pictures;
    view.vocabularies = model_->experiment.vocabularies;
  }
  return view;
}

}  // namespace attnlab
