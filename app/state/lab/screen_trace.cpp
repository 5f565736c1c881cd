// Screen trace: the jobs of the results decide which are for the screen.
#include "app/state/lab/screen_trace.h"

#include <algorithm>

#include "app/state/picture_read.h"
#include "core/models/architecture_kind.h"
#include "core/tasks/base/question.h"

namespace attnlab {
namespace {

/// Of a picture of the user's own, the right class is unknown.
void take_picture(const AppState& state, const OpenModel& model, TraceRequest& request) {
  const ModelConfig& config = model.experiment.preset.model;
  request.picture = picture_read(state, config, *model.pictures);
  if (!gives_class(format_of(config))) return;
  const auto chosen = static_cast<std::size_t>(state.picture);
  const bool own = chosen >= model.pictures->size() || request.picture != (*model.pictures)[chosen].picture;
  request.target = own ? "" : (*model.pictures)[chosen].target;
  if (own) request.generate_target = true;
}

}  // namespace

TraceRequest trace_request(const AppState& state, const OpenModel& model) {
  const ModelConfig& config = model.experiment.preset.model;
  const Format format = format_of(config);
  TraceRequest request;
  request.source = format == Format::Stream ? question_in(state.target, model.questions) : state.source;
  request.target = format == Format::Stream ? state.target.substr(request.source.size()) : state.target;
  if (format == Format::Stream) request.question = state.question;
  request.generate_target = state.generate_target;
  for (const std::string& edit : state.edits) request.edits.push_back(parse_edit(edit));
  // For a text of the user's own, the right class, labels and unmasked text are unknown.
  if (has_right_answer(format) && state.generate_target) request.target.clear();
  if (has_picture(format)) take_picture(state, model, request);
  return request;
}

namespace {

/// The same choices with another picture, and what is right for it.
AppState other_picture(AppState state, const OpenModel& model) {
  state.picture = state.comparison.picture;
  state.own = {};
  state.target = model.pictures->at(static_cast<std::size_t>(state.picture)).target;
  return state;
}

/// The same choices with the text or picture to compare with.
AppState other_text(AppState state, const OpenModel& model) {
  if (!model.pictures->empty()) return other_picture(std::move(state), model);
  const Comparison& other = state.comparison;
  (model.experiment.vocabularies->source ? state.source : state.target) = other.text;
  state.question.reset();
  state.generate_target = true;
  const auto known = std::ranges::find(model.examples, state.source, &Example::source);
  if (!has_right_answer(format_of(model.experiment.preset.model)) || known == model.examples.end())
    return state;
  state.target = known->target;
  state.generate_target = false;
  return state;
}

}  // namespace

std::vector<Baseline> baselines(const AppState& state, const OpenModel& model) {
  std::vector<Baseline> all;
  const TraceRequest request = trace_request(state, model);
  if (!state.edits.empty()) {
    all.push_back({nullptr, request});
    all.back().request.edits.clear();
  }
  if (state.comparison.with == Comparison::With::Text)
    all.push_back({nullptr, trace_request(other_text(state, model), model)});
  if (state.comparison.with == Comparison::With::Weights)
    all.push_back({state.comparison.weights, request, true});
  return all;
}

namespace {

/// Whether the two differ only in the weights, as the passes of a model that learns do.
bool same_but_weights(const WantedTrace& a, const WantedTrace& b) {
  WantedTrace other = b;
  other.job.snapshot = a.job.snapshot;
  return a == other;
}

}  // namespace

void ScreenTrace::forget() {
  asked_.reset();
  answered_.reset();
  shown_ = nullptr;
}

bool ScreenTrace::take() {
  if (!asked_) return false;
  const TraceService::ResultPtr result = service_.latest();
  if (!result || result->job != asked_->job) return false;
  answered_ = std::move(asked_);
  asked_.reset();
  error_ = result->error;
  target_is_wrong_ = result->target_is_wrong;
  if (!result->trace) return true;
  shown_ = result;
  compared_with_ = answered_->comparison.with;
  ++version_;
  return true;
}

void ScreenTrace::ask(WantedTrace wanted, const std::vector<std::string>& gradients) {
  if (answered_ == wanted) return;
  service_.request(wanted.job, gradients);
  asked_ = std::move(wanted);
  asked_at_ = std::chrono::steady_clock::now();
}

void ScreenTrace::stop() {
  if (asked_) service_.stop();
}

std::optional<double> ScreenTrace::share() const {
  constexpr std::chrono::milliseconds kShort{400};
  if (!asked_ || std::chrono::steady_clock::now() < asked_at_ + kShort) return {};
  return service_.share();
}

bool ScreenTrace::is_of(const WantedTrace& wanted) const {
  return !asked_ && answered_ == wanted && !service_.busy();
}

bool ScreenTrace::is_of_text(const WantedTrace& wanted) const {
  const auto same = [&](const WantedTrace& other) { return same_but_weights(other, wanted); };
  return answered_ && same(*answered_) && (!asked_ || same(*asked_));
}

std::shared_ptr<const TraceRequest> ScreenTrace::request() const {
  return shown_ ? std::shared_ptr<const TraceRequest>(shown_, &shown_->job.request) : nullptr;
}

/// The baselines are in the order of baselines(): the pass without edits, if there are edits; last, the pass
/// that the user compares with.
std::shared_ptr<const TraceDiff> ScreenTrace::diff() const {
  return shown_ && !shown_->job.request.edits.empty() ? shown_->compared.front().diff : nullptr;
}

Compared ScreenTrace::comparison(Comparison::With with) const {
  return shown_ && with == compared_with_ && !shown_->compared.empty() ? shown_->compared.back() : Compared{};
}

}  // namespace attnlab
