// Lab: the ViewModel of a frame, and the limits of selections.
#include <algorithm>

#include "app/state/lab/lab.h"
#include "core/models/architecture_kind.h"

namespace attnlab {

Limits Lab::limits() const {
  Limits limits;
  const OpenModel* const model = runs_.shown();
  if (!model) return limits;
  const ModelConfig& config = model->experiment.preset.model;
  const std::vector<AttentionKind> attentions = attentions_of(config);
  const auto has = [&](AttentionKind kind) {
    return std::ranges::find(attentions, kind) != attentions.end();
  };
  limits.has_encoder = has(AttentionKind::EncoderSelf);
  limits.has_decoder = has(AttentionKind::DecoderSelf) || attentions.empty();
  limits.has_attention = !attentions.empty();
  limits.config = &config;
  limits.model = model->experiment.model.get();
  limits.start = &model->start;
  limits.windows = model->experiment.task ? model->experiment.task->context_windows() : nullptr;
  limits.trace = tracing_.screen().trace().get();
  limits.vocabularies = model->experiment.vocabularies.get();
  limits.timeline = runs_.timeline();
  limits.step = runs_.training().step;
  limits.examples = model->examples;
  limits.pictures = *model->pictures;
  limits.layers = deepest_stack(config);
  limits.heads = config.heads;
  limits.head_size = config.head_size();
  limits.width = config.width;
  if (const Trace* const trace = limits.trace) {
    limits.source_tokens = std::max<Index>(count_of(trace->source_pieces), 1);
    limits.target_tokens = std::max<Index>(trace->batch().target_length, 1);
    limits.results = &tracing_.results();
  }
  return limits;
}

void Lab::show_model(ViewModel& view) const {
  const OpenModel* const model = runs_.shown();
  if (!model) return;
  view.preset = model->experiment.preset.name;
  view.title = model->title;
  view.format = format_of(model->experiment.preset.model);
  view.examples = model->examples;
  view.labelled = model->labelled;
  view.asks = !model->questions.empty();
  view.pictures = model->pictures;
  view.vocabularies = model->experiment.vocabularies;
  view.windows = model->experiment.task ? model->experiment.task->context_windows() : nullptr;
  if (model->experiment.task) view.baselines = model->experiment.task->baselines();
  if (!model->run) return;
  view.record = &runs_.shown_view()->record;
  view.training_config = &runs_.shown_view()->training.settings.config;
}

ViewModel Lab::view() const {
  ViewModel view;
  view.state = dispatcher_.state();
  view.screen = dispatcher_.screen();
  const ScreenTrace& traced = tracing_.screen();
  view.trace = traced.trace();
  view.diff = traced.diff();
  view.comparison = traced.comparison(view.state.comparison.with);
  view.trace_version = traced.version();
  view.trace_error = traced.error();
  view.target_is_wrong = traced.target_is_wrong();
  view.pass_share = traced.share();
  view.training = runs_.training();
  view.analyses = &tracing_.results();
  view.welcome = view.screen.welcome;
  view.runs = &runs_.views();
  view.closed_run = runs_.closed();
  view.lost_session = sessions_.lost_text();
  view.update = tracing_.inspected_update();
  view.presets = &presets_;
  view.recent = &files_.recent();
  view.loading = files_.opening();
  view.opening = files_.opening_view();
  view.gradient_at_hand = [this](const TraceTensor& tensor) {
    return tracing_.gradients().at_hand(tracing_.screen().trace(), tensor);
  };
  view.outcome = outcome_;
  view.unsaved = asked_;
  view.can_undo = dispatcher_.can_undo();
  view.can_redo = dispatcher_.can_redo();
  view.undo_label = dispatcher_.undo_label();
  view.redo_label = dispatcher_.redo_label();
  view.back_label = dispatcher_.back_label();
  view.forward_label = dispatcher_.forward_label();
  view.gpu = device_.gpu();
  view.notice = notice_.text();
  view.notice_is_error = notice_.is_error();
  view.notice_count = notice_.count();
  view.save_error = sessions_.save_error();
  view.lesson = lessons_.view();
  view.tallies = lessons_.tallies();
  view.recording = sharing_.recording();
  show_model(view);
  return view;
}

}  // namespace attnlab
