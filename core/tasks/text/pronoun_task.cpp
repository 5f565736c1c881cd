// PronounTask: what does "it" stand for?
#include <algorithm>
#include <span>
#include <string_view>

#include "core/language/messages.h"
#include "core/tasks/base/list_task.h"
#include "core/tasks/base/task_kind.h"

namespace attnlab {
namespace {

/// "the animal did not cross the street because it was too tired": one reason fits the one, another reason
/// the other. The word "it" alone has a label, the noun that it stands for ("-" elsewhere, which does not
/// count), so that its position must gather the answer. Either noun may be either; sentences come in two
/// orders, so no place gives it away. Pairs of nouns are held out.
class PronounTask final : public ListTask {
 public:
  explicit PronounTask(const TaskConfig& config);
  Example sample_example() const override;

 private:
  explicit PronounTask(SplitExamples examples);
};

using Words = std::span<const std::string_view>;

constexpr std::string_view kAnimals[] = {"animal", "dog",   "cat",  "horse", "cow",    "fox",
                                         "bear",   "mouse", "goat", "duck",  "rabbit", "monkey"};
constexpr std::string_view kRoads[] = {"street", "river", "bridge", "field", "road", "stream"};
constexpr std::string_view kWalls[] = {"wall", "fence", "hedge", "gate", "ditch", "log"};
constexpr std::string_view kLoads[] = {"stone", "basket", "sack", "bucket", "branch", "box"};
constexpr std::string_view kHomes[] = {"cage", "den", "barn", "nest", "cave", "hut"};
constexpr std::string_view kFoods[] = {"apple", "carrot", "bread", "cheese", "nut", "corn"};

constexpr std::string_view kTired[] = {"tired", "lazy", "frightened", "sleepy"};
constexpr std::string_view kWeak[] = {"weak", "tired", "small", "lazy"};
constexpr std::string_view kBig[] = {"big", "fat", "tall"};
constexpr std::string_view kSmall[] = {"small", "narrow", "low"};
constexpr std::string_view kSlow[] = {"slow", "tired", "lazy"};
constexpr std::string_view kFast[] = {"fast", "quick", "clever"};
constexpr std::string_view kWide[] = {"wide", "busy", "dangerous", "long"};
constexpr std::string_view kHigh[] = {"high", "wide", "wet"};
constexpr std::string_view kHeavy[] = {"heavy", "big", "wet"};
constexpr std::string_view kFull[] = {"full", "tired", "proud"};
constexpr std::string_view kStale[] = {"hard", "old", "sour"};

/// "did not cross": the reasons that lie with who does not, and those that lie with what is not crossed.
struct Event {
  std::string_view verb;
  Words objects, reasons_of_subject, reasons_of_object;
};

const Event kEvents[] = {
    {"cross", kRoads, kTired, kWide},   {"jump over", kWalls, kWeak, kHigh}, {"carry", kLoads, kWeak, kHeavy},
    {"fit into", kHomes, kBig, kSmall}, {"catch", kAnimals, kSlow, kFast},   {"eat", kFoods, kFull, kStale},
    {"hear", kAnimals, kTired, kSmall},
};

/// Labels of `words` words: `noun` at place `at`.
std::string labels(std::size_t words, std::size_t at, std::string_view noun) {
  std::string text;
  for (std::size_t i = 0; i < words; ++i) (text += i == 0 ? "" : " ") += i == at ? noun : kNoLabel;
  return text;
}

Example example_of(const std::string& sentence, std::string_view noun) {
  const auto words = static_cast<std::size_t>(std::ranges::count(sentence, ' ')) + 1;
  const auto at = static_cast<std::size_t>(std::count(
      sentence.begin(), sentence.begin() + static_cast<std::ptrdiff_t>(sentence.find(" it ")), ' '));
  return {sentence, labels(words, at + 1, noun), {}};
}

/// Both orders of the sentence. In the second, "it" stands first.
void add(std::vector<Example>& examples, std::string_view subject, const Event& event,
         std::string_view object, std::string_view reason, std::string_view noun) {
  std::string deed = "the ";
  ((((deed += subject) += " did not ") += event.verb) += " the ") += object;
  const std::string why = "because it was too " + std::string(reason);
  examples.push_back(example_of(deed + " " + why, noun));
  examples.push_back(example_of(why + " , " + deed, noun));
}

std::vector<Example> all_examples() {
  std::vector<Example> examples;
  for (const Event& event : kEvents)
    for (const std::string_view subject : kAnimals)
      for (const std::string_view object : event.objects) {
        if (subject == object) continue;
        for (const std::string_view r : event.reasons_of_subject)
          add(examples, subject, event, object, r, subject);
        for (const std::string_view r : event.reasons_of_object)
          add(examples, subject, event, object, r, object);
      }
  return examples;
}

/// The two nouns of a sentence: the words behind "the".
std::string nouns_of(const Example& example) {
  std::string nouns;
  for (std::size_t at = 0; (at = example.source.find("the ", at)) != example.source.npos; ++at)
    (nouns += example.source.substr(at + 4, example.source.find(' ', at + 4) - at - 4)) += ' ';
  return nouns;
}

/// The sentence to show at first is never trained on.
SplitExamples split_examples(double share) {
  SplitExamples splits = split_by(all_examples(), share, nouns_of);
  const auto shown = std::stable_partition(splits[0].begin(), splits[0].end(), [](const Example& example) {
    return nouns_of(example) != "animal street ";
  });
  splits[1].insert(splits[1].end(), shown, splits[0].end());
  splits[0].erase(shown, splits[0].end());
  return splits;
}

PronounTask::PronounTask(const TaskConfig& config) : PronounTask(split_examples(config.validation_share)) {}

PronounTask::PronounTask(SplitExamples examples)
    : ListTask(Format::Labels, words_of_sources(examples, kFramingTokens),
               labels_of_targets(examples, kNoLabel), std::move(examples)) {}

Example PronounTask::sample_example() const {
  return example_of("the animal did not cross the street because it was too tired", "animal");
}

}  // namespace

extern const TaskKind kPronounTask = {
    .name = "pronoun", .title = tr_mark("pronoun"), .make = make_as<PronounTask>};

}  // namespace attnlab
