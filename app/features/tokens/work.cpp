// Token analysis: levels of tokens other than the model's, for the view Tokens.
#include <algorithm>
#include <numeric>

#include "app/features/tokens/choice.h"
#include "app/features/tokens/work_walk.h"
#include "app/state/analyses/analysis.h"
#include "app/state/latest_job.h"
#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// 0, and after each of these merges.
std::vector<Index> stops_after(const std::vector<Index>& merges) {
  std::vector<Index> stops{0};
  for (const Index merge : merges) stops.push_back(merge + 1);
  return stops;
}

std::vector<Index> stops_of_word(const BytePairs& pairs, const TokenText& text) {
  return stops_after(merges_in(pairs, chosen_chunk(pairs, text)));
}
std::vector<Index> stops_of_text(const BytePairs& pairs, const TokenText& text) {
  return stops_after(merges_in(pairs, text.text));
}
std::vector<Index> all_stops(const BytePairs& pairs, const TokenText&) {
  std::vector<Index> stops(pairs.merges().size() + 1);
  std::iota(stops.begin(), stops.end(), Index{0});
  return stops;
}

constexpr MergeRange kMergeRanges[] = {{"word", tr_mark("of the word"), stops_of_word},
                                       {"text", tr_mark("of the text"), stops_of_text},
                                       {"all", tr_mark("all"), all_stops, 8}};

}  // namespace

std::span<const MergeRange> merge_ranges() { return kMergeRanges; }
std::vector<Choice> merge_walk_choices() { return choices_of(kMergeRanges); }

const MergeRange& merge_range(std::string_view name) {
  return row_named(kMergeRanges, "walk through merges", name);
}

std::string_view chosen_chunk(const BytePairs& pairs, const TokenText& text) {
  return chunk_at(text.text, text.chosen_byte(), pairs.rule());
}

std::vector<Index> merge_stops(const TokensChoice& choice, const BytePairs& pairs, const TokenText& text) {
  return merge_range(choice.walk).stops(pairs, text);
}

Index next_stop(std::span<const Index> stops, Index merges) {
  const auto next = std::ranges::upper_bound(stops, merges);
  return next == stops.end() ? merges : *next;
}

Index previous_stop(std::span<const Index> stops, Index merges) {
  const auto here = std::ranges::lower_bound(stops, merges);
  return here == stops.begin() ? merges : *(here - 1);
}

namespace {

class TokenAnalysis final : public Analysis {
 public:
  explicit TokenAnalysis(const AnalysisTools& tools) : job_(tools.wake) {}

  /// Once for each text of a model.
  void update(const AnalysisInput& input) override {
    job_.take();
    if (!on_stage(input.state, tokens::kFeature) || !tokens::kFeature.offered(input.trace->config())) return;
    const Experiment& open = input.model.experiment;
    const TextSide side = token_side(input.state, *input.trace);
    job_.ask(
        {open.vocabularies, side},
        [task = open.task, config = open.preset.task, vocabularies = open.vocabularies,
         side](const StopToken& stop) {
          return ShownLevels{vocabularies, side,
                             learn_levels(task.get(), config, vocabularies, text_of_side(side), stop)};
        },
        WhenBusy::Restart);
  }
  void clear() override { job_.clear(); }
  bool busy() const override { return job_.busy(); }
  void publish(Results& results) const override { results.set(job_.result()); }

 private:
  LatestJob<std::pair<std::shared_ptr<const Vocabularies>, TextSide>, ShownLevels> job_;
};

}  // namespace

std::unique_ptr<Analysis> make_token_analysis(const AnalysisTools& tools) {
  return std::make_unique<TokenAnalysis>(tools);
}

}  // namespace attnlab
