// Samples: a summary, the map over all steps, and the answers at the step on screen.
#include "app/features/training/view_samples.h"

#include <algorithm>

#include "app/base/format.h"
#include "app/feature/results.h"
#include "app/views/runs/past_steps.h"
#include "app/widgets/base/controls.h"
#include "core/config/no_such_kind.h"

namespace attnlab {
namespace {

using SamplesStep = AtStep<Samples>;

bool any_right(const SamplesStep& step) {
  return step.value && std::ranges::any_of(*step.value, &Sample::all_right);
}
bool all_right(const SamplesStep& step) {
  return step.value && std::ranges::all_of(*step.value, &Sample::all_right);
}

/// The share of right tokens among all tokens of all probes.
double share_right(const Samples& samples) {
  double right = 0, all = 0;
  for (const Sample& sample : samples) {
    right += static_cast<double>(sample.right);
    all += static_cast<double>(sample.tokens.size());
  }
  return all > 0 ? right / all : 0;
}

/// "8 of 8 are right at step 900".
std::string count_sentence(const SamplesStep& now) {
  const auto right = std::ranges::count_if(*now.value, &Sample::all_right);
  const auto count = static_cast<std::ptrdiff_t>(now.value->size());
  const std::string at = " right at step " + format_count(now.step);
  if (right == count) return "All " + std::to_string(count) + " are" + at;
  if (right == 0) return "None of " + std::to_string(count) + " is" + at;
  return std::to_string(right) + " of " + std::to_string(count) + (right == 1 ? " is" : " are") + at;
}

/// The first step, to compare with where single right tokens may be luck.
const SamplesStep* first_step(const SampleHistory& history) {
  const SamplesStep& first = history.steps.front();
  return first.value && first.step < history.now.step ? &first : nullptr;
}

std::string text_sentence(const SampleHistory& history) {
  std::string text = format_percent(share_right(*history.now.value), 0) +
                     " of the next tokens are right at step " + format_count(history.now.step);
  if (const SamplesStep* first = first_step(history))
    text +=
        "; at step " + format_count(first->step) + " it was " + format_percent(share_right(*first->value), 0);
  return text + ".";
}

std::string choices_sentence(const SampleHistory& history) {
  std::string text = count_sentence(history.now);
  if (const SamplesStep* first = first_step(history))
    text += "; at step " + format_count(first->step) + " it was " +
            std::to_string(std::ranges::count_if(*first->value, &Sample::all_right));
  return text + ".";
}

SamplesFrame::Kind kind_of(const ViewModel& model, const SampleHistory& history) {
  using enum SamplesFrame::Kind;
  switch (model.format) {
    case Format::Pairs:
    case Format::PictureText: return Answers;
    case Format::Stream: return history.probes->front().source.empty() ? Text : Answers;
    case Format::Class:
    case Format::Picture: return Choices;
    case Format::Masked:
    case Format::Labels: return SamplesFrame::Kind::Labels;
    case Format::WordContext:
    case Format::Numbers: break;  // has_samples()
  }
  no_such_kind("format of samples");
}

void draw_content(const TrainingFrame& frame, const SampleHistory& history) {
  const SamplesFrame samples{frame, history,
                             frame.model.vocabularies->target.level() == TokenLevel::Characters,
                             kind_of(frame.model, history)};
  const std::string known = samples_sentence(history, samples.kind);
  const std::string sentence = known.empty() ? "The model is being asked…" : known;
  wrapped_text(fonts().ui_bold, theme().palette.text, sentence);
  draw_samples_legend(samples, text_size(fonts().ui_bold, sentence).x);
  ImGui::Dummy({0, em() * 0.1f});
  draw_samples_map(samples);
  draw_samples_rows(samples);
}

}  // namespace

std::string samples_sentence(const SampleHistory& history, SamplesFrame::Kind kind) {
  if (!history.now.value || history.now.value->empty() || history.steps.empty()) return "";
  if (kind == SamplesFrame::Kind::Text) return text_sentence(history);
  if (kind == SamplesFrame::Kind::Choices) return choices_sentence(history);
  std::string text = count_sentence(history.now);
  const auto first = std::ranges::find_if(history.steps, any_right);
  const auto whole = std::ranges::find_if(history.steps, all_right);
  if (first != history.steps.end()) text += first == whole ? "; all were" : "; the first was";
  if (first != history.steps.end()) text += " at step " + format_count(first->step);
  if (whole != first && whole != history.steps.end()) text += ", all at step " + format_count(whole->step);
  return text + ".";
}

void draw_training_samples(const TrainingFrame& frame) {
  if (!has_timeline(frame.model))
    return empty_note("No past steps are kept of this model.", "Let it learn, and its past can be asked.");
  const auto& history = frame.model.analyses->of<SampleHistory>();
  ImGui::BeginChild("samples", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  if (history && !history->error.empty()) {
    empty_note(history->error, "");
  } else if (history && !history->probes->empty()) {
    draw_content(frame, *history);
  }
  ImGui::EndChild();
}

}  // namespace attnlab
