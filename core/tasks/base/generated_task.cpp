// GeneratedTask: drawing until the split is right.
#include "core/tasks/base/generated_task.h"

#include <string>
#include <unordered_set>

namespace attnlab {
namespace {

constexpr std::uint64_t kGeneratedExamplesKey = 0x5EED0FE8A312;  // the stream of the validation examples
constexpr Index kTrials = 20000;                                 // before there seem to be no more

}  // namespace

GeneratedTask::GeneratedTask(Format format, double validation_share, Tokenizer source, Tokenizer target)
    : TextTask(format), source_(std::move(source)), target_(std::move(target)), held_out_(validation_share) {}

TokenExample GeneratedTask::draw(Split split, RandomStream& random, Room& room) const {
  TokenExample example = draw_any(random, room);
  while (held_out_.split_of(example.source) != split) example = draw_any(random, room);
  return example;
}

void GeneratedTask::check_splits() const {
  RandomStream random(kGeneratedExamplesKey);
  Room room;
  bool found[2] = {false, false};
  for (Index i = 0; i < kTrials && !(found[0] && found[1]); ++i)
    found[static_cast<std::size_t>(held_out_.split_of(draw_any(random, room).source))] = true;
  if (!(found[0] && found[1])) refuse_empty_split();
}

std::vector<Example> GeneratedTask::validation_examples(Index count) const {
  RandomStream random(kGeneratedExamplesKey);
  Room room;
  std::vector<Example> examples;
  std::unordered_set<std::string> seen;
  for (Index i = 0; i < kTrials + 20 * count && count_of(examples) < count; ++i) {
    const TokenExample drawn = draw(Split::Validation, random, room);
    std::string source = source_.decode(drawn.source);
    if (seen.insert(source).second) examples.push_back({std::move(source), target_.decode(drawn.target), {}});
  }
  return examples;
}

}  // namespace attnlab
