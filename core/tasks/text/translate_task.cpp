// TranslateTask: English to French, word by word tokens, over the sentences of the phrase grammar.
#include "core/language/messages.h"
#include "core/tasks/base/list_task.h"
#include "core/tasks/base/task_kind.h"
#include "core/tasks/phrases/grammar.h"

namespace attnlab {
namespace {

/// A fixed set of sentences, held out or not by a hash of the English one, so no held-out sentence is trained
/// on.
class TranslateTask final : public ListTask {
 public:
  /// How many different sentences there are, both splits together.
  static constexpr Index kPhrases = 30000;

  explicit TranslateTask(const TaskConfig& config);

 private:
  explicit TranslateTask(SplitExamples examples);
};

/// The sentence to show at first: order, agreement and negation all at work. Always held out.
Example shown_example() {
  using namespace phrases;
  Clause clause;
  clause.subject = {Determiner::The, &find_noun("cat"), &find_adjective("black"), Number::Singular};
  clause.manner = Manner::Not;
  clause.verb = &find_verb("eat");
  clause.object = NounPhrase{Determiner::The, &find_noun("apple"), &find_adjective("red"), Number::Plural};
  return {english(clause), french(clause), {}};
}

SplitExamples sentences(const TaskConfig& config) {
  const Example shown = shown_example();
  std::vector<Example> all;
  for (phrases::Phrase& phrase : phrases::generate_phrases(TranslateTask::kPhrases))
    if (phrase.english != shown.source)
      all.push_back({std::move(phrase.english), std::move(phrase.french), {}});
  SplitExamples splits =
      split_by(std::move(all), config.validation_share, [](const Example& e) { return e.source; });
  splits[1].insert(splits[1].begin(), shown);
  return splits;
}

TranslateTask::TranslateTask(const TaskConfig& config) : TranslateTask(sentences(config)) {}

TranslateTask::TranslateTask(SplitExamples examples)
    : ListTask(Format::Pairs, words_of_sources(examples, kFramingTokens),
               words_of_targets(examples, kFramingTokens), std::move(examples)) {}

}  // namespace

extern const TaskKind kTranslateTask = {
    .name = "translate", .title = tr_mark("translate"), .make = make_as<TranslateTask>};

}  // namespace attnlab
