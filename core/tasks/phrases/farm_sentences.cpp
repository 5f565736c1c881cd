// Farm sentences: the facts, the patterns, and what can be inferred.
#include "core/tasks/phrases/farm_sentences.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace attnlab::phrases {
namespace {

struct Animal {
  std::string_view name, young, home, sound;
};

constexpr Animal kFarmAnimals[] = {
    {"dog", "puppy", "kennel", "barks"},    {"cat", "kitten", "basket", "mews"},
    {"cow", "calf", "shed", "moos"},        {"horse", "foal", "stable", "neighs"},
    {"sheep", "lamb", "fold", "bleats"},    {"pig", "piglet", "sty", "grunts"},
    {"hen", "chick", "coop", "clucks"},     {"lion", "cub", "den", "roars"},
    {"duck", "duckling", "pond", "quacks"}, {"frog", "tadpole", "swamp", "croaks"},
    {"owl", "owlet", "hollow", "hoots"},    {"bird", "nestling", "nest", "sings"},
};
constexpr std::string_view kNames[] = {"anna",  "ben", "clara", "david", "emma", "felix", "greta",
                                       "henry", "ida", "jacob", "karin", "leo",  "mona",  "nils"};
constexpr std::string_view kColours[] = {"black", "white", "brown", "grey", "red", "spotted"};

// N: a name, A: an animal, Y: its young, H: its home, S: its sound, C: a color.
constexpr std::string_view kPatterns[] = {
    "N saw a A in the H , and the A S at N .",
    "the A of N S in its H , because N took its Y .",
    "in the H the Y of a A S when N calls , so N calls again .",
    "N has a C A , and its Y is C too , says N .",
    "when the C A S in the H , N knows that the C one is there .",
};

std::string_view word_for(std::string_view part, std::string_view name, const Animal& animal,
                          std::string_view colour) {
  if (part == "N") return name;
  if (part == "A") return animal.name;
  if (part == "Y") return animal.young;
  if (part == "H") return animal.home;
  if (part == "S") return animal.sound;
  return part == "C" ? colour : part;
}

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  return {std::istream_iterator<std::string>(stream), {}};
}

std::string sentence(std::string_view pattern, std::string_view name, const Animal& animal,
                     std::string_view colour) {
  std::string text;
  for (const std::string& part : words_of(pattern))
    (text += text.empty() ? "" : " ") += word_for(part, name, animal, colour);
  return text;
}

std::vector<std::string> all_sentences() {
  std::vector<std::string> sentences;
  for (const std::string_view pattern : kPatterns)
    for (const std::string_view name : kNames)
      for (const Animal& animal : kFarmAnimals)
        for (const std::string_view colour : kColours) {
          sentences.push_back(sentence(pattern, name, animal, colour));
          if (pattern.find('C') == pattern.npos) break;
        }
  return sentences;
}

using SentenceWords = std::vector<std::string>;

bool fits(const SentenceWords& seen, const SentenceWords& words) {
  return std::ranges::equal(
      seen, words, [](const std::string& a, const std::string& b) { return a == "<mask>" || a == b; });
}

/// How surely the word at `place` of `right` is found: 1 or, where others are as frequent, a part of it.
double chance(const std::vector<const SentenceWords*>& candidates, const SentenceWords& right,
              std::size_t place) {
  std::map<std::string_view, Index> counts;
  for (const SentenceWords* words : candidates) ++counts[(*words)[place]];
  Index most = 0, equals = 0;
  for (const auto& [word, count] : counts) most = std::max(most, count);
  for (const auto& [word, count] : counts) equals += count == most;
  return counts[right[place]] == most ? 1.0 / double(equals) : 0.0;
}

SentenceWords spaced_words(std::string text) {
  for (const std::string_view mark : {",", "."})
    for (std::size_t at = 0; (at = text.find(mark, at)) != text.npos; at += 2) text.insert(at, " ");
  return words_of(text);
}

}  // namespace

const std::vector<std::string>& farm_sentences() {
  static const std::vector<std::string> sentences = all_sentences();
  return sentences;
}

double best_possible_accuracy(std::span<const Example> examples) {
  std::vector<SentenceWords> all;
  for (const std::string& text : farm_sentences()) all.push_back(words_of(text));
  double found = 0, hidden = 0;
  for (const Example& example : examples) {
    const SentenceWords seen = spaced_words(example.source), right = spaced_words(example.target);
    std::vector<const SentenceWords*> candidates;
    for (const SentenceWords& words : all)
      if (fits(seen, words)) candidates.push_back(&words);
    if (candidates.empty() || !fits(seen, right))
      throw std::invalid_argument("no farm sentence matches \"" + example.source + "\"");
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (seen[i] != "<mask>") continue;
      hidden += 1;
      found += chance(candidates, right, i);
    }
  }
  return hidden > 0 ? found / hidden : 1;
}

}  // namespace attnlab::phrases
