// Commands of the view Vectors: which vectors, the word that is looked at, the chosen words, the visible part
// of the picture, and from pair to pair of a text.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "app/features/vectors/choice.h"
#include "app/state/commands/command_table.h"
#include "app/state/commands/state_part.h"
#include "app/state/commands/zoomed_map.h"
#include "core/config/number_text.h"

namespace attnlab::commands {

namespace {

VectorTable table_on_screen(const Target& d, const Limits& l) {
  const Trace& trace = trace_on_screen(l);
  return shown_table(d.state.choices.of<VectorsChoice>(), vector_tables(*l.model, &trace));
}

/// The numbers of rows mean other things among vectors of another kind or vocabulary.
void choose_table(Target& d, const Arguments& a, const Limits& l) {
  const VectorTable before = table_on_screen(d, l);
  const VectorTable now = table_named(vector_tables(*l.model, l.trace), a.text(0));
  VectorsChoice& c = d.state.choices.of<VectorsChoice>();
  c.of = now.name;
  c.fit();
  if (before.of == now.of && before.source == now.source) return;
  c.word = -1;
  c.chosen.clear();
}

void look_at_word(Target& d, const Arguments& a, const Limits& l) {
  const VectorTable table = table_on_screen(d, l);
  VectorsChoice& c = d.state.choices.of<VectorsChoice>();
  c.word = a.text(0) == "none" ? -1 : a.whole(0, 0, table.count - 1);
  c.word_beside = selected_position(d.state, *l.trace, table);
}

void pick_word(Target& d, const Arguments& a, const Limits& l) {
  const VectorTable table = table_on_screen(d, l);
  const Index row = a.has(0) ? a.whole(0, 0, table.count - 1) : focused_row(d.state, *l.trace, table);
  if (row < 0) throw std::invalid_argument("no word is chosen: vectors.word chooses one");
  std::vector<Index>& chosen = d.state.choices.of<VectorsChoice>().chosen;
  const auto at = std::ranges::lower_bound(chosen, row);
  if (at != chosen.end() && *at == row) {
    chosen.erase(at);
  } else {
    chosen.insert(at, row);
  }
}

void choose_words(Target& d, const Arguments& a, const Limits& l) {
  const VectorTable table = table_on_screen(d, l);
  std::vector<Index> rows = a.text(0) == "none" ? std::vector<Index>{} : a.indices(0);
  for (const Index row : rows)
    if (row < 0 || row >= table.count)
      throw std::invalid_argument("vector " + std::to_string(row) + " is not from 0 to " +
                                  std::to_string(table.count - 1));
  std::ranges::sort(rows);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  d.state.choices.of<VectorsChoice>().chosen = std::move(rows);
}

PairPlace wanted_pair(const VectorsChoice& c, const Arguments& a, const ContextWindows& windows) {
  const PairPlace now{c.place, c.pair};
  if (a.text(0) == "next") return next_pair(windows, now);
  if (a.text(0) == "previous") return previous_pair(windows, now);
  if (a.text(0) == "here") return pair_at(windows, now);
  const Index at = a.whole(0, 0, std::ssize(windows.words()) - 1);
  return pair_at(windows, {at, a.has(1) ? a.whole(1, 0, 1000) : 0});
}

/// The pass on screen reads the pair.
void show_pair(Target& d, const Arguments& a, const Limits& l) {
  if (!l.windows) throw std::invalid_argument("this model does not learn pairs of words from a text");
  VectorsChoice& c = d.state.choices.of<VectorsChoice>();
  const PairPlace place = wanted_pair(c, a, *l.windows);
  c.place = place.at;
  c.pair = place.which;
  const Example example = l.windows->example(l.windows->window(place.at), place.which);
  d.state.source = example.source;
  d.state.target = example.target;
  d.state.generate_target = false;
  d.state.answered = example.source;
}

void play_pairs(Target& d, const Arguments& a, const Limits& l) {
  const bool wanted = a.flag(0, d.screen.plays == &vectors::kFeature);
  if (wanted && !l.windows)
    throw std::invalid_argument("this model does not learn pairs of words from a text");
  d.screen.play(vectors::kFeature, wanted);
}

/// The word that is looked at; one that was chosen beside another token is looked at no longer.
Index looked_at_word(const AppState& state, const Limits& l) {
  const VectorsChoice& c = state.choices.of<VectorsChoice>();
  if (c.word < 0 || !l.model || !l.trace) return -1;
  const VectorTable table = shown_table(c, vector_tables(*l.model, l.trace));
  return c.word_beside == selected_position(state, *l.trace, table) ? c.word : -1;
}

void say_words(const StateChange& c, Commands& out) {
  const Index word = looked_at_word(c.to, c.limits);
  if (word != looked_at_word(c.from, c.limits))
    out.push_back({"vectors.word", {word < 0 ? "none" : std::to_string(word)}});
  const std::vector<Index>& chosen = c.to.choices.of<VectorsChoice>().chosen;
  if (chosen != c.from.choices.of<VectorsChoice>().chosen)
    out.push_back({"vectors.choose", {chosen.empty() ? "none" : index_text(chosen)}});
}

}  // namespace

std::span<const Entry> vectors() {
  static constexpr Entry kEntries[] = {
      {{"vectors.of", "embedding|output|positions|states|TENSOR", "choose which vectors are points",
        Sender::Lessons, Undo::Each},
       choose_table},
      {{"vectors.word", "ROW|none", "look at a word; none: at the selected token", Sender::Lessons,
        Undo::Merged},
       look_at_word},
      {{"vectors.pick", "[ROW]", "put a word among the chosen ones, or take it out", Sender::Lessons,
        Undo::Each},
       pick_word},
      {{"vectors.choose", "ROW,ROW,…|none", "choose these words and no others", Sender::Lessons, Undo::Each},
       choose_words},
      {{"vectors.zoom", "PERCENT|in|out", "zoom the points; 100: all of them", Sender::Lessons, Undo::None},
       zoom_map<VectorsChoice>},
      {{"vectors.fit", "", "all points", Sender::Lessons, Undo::None}, fit_map<VectorsChoice>},
      {{"vectors.pan", "RIGHT DOWN", "move over the points, by shares of the view", Sender::Lessons,
        Undo::None},
       pan_map<VectorsChoice>},
      {{"vectors.look", "PERCENT X Y", "choose zoom and middle of the points", Sender::Lessons, Undo::None},
       look_at_map<VectorsChoice>},
      {{"vectors.pair", "next|previous|here|AT [WHICH]",
        "read a pair of words that is learnt from the text, by the place of the word", Sender::Lessons,
        Undo::Merged},
       show_pair},
      {{"vectors.play", "on|off|toggle", "go from pair to pair of the text", Sender::Lessons, Undo::None},
       play_pairs},
  };
  return kEntries;
}

extern const StatePart kVectorsPart = {.name = "the words chosen in the view Vectors", .say = say_words};

}  // namespace attnlab::commands
