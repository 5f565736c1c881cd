// Commands of the view Vectors: which vectors, the selected vector, the selection, the visible part of the
// plot, and the training pairs of a text.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "app/features/vectors/choice.h"
#include "app/state/commands/command_table.h"
#include "app/state/commands/state_part.h"
#include "app/state/commands/zoomed_map.h"
#include "core/config/number_text.h"
#include "core/language/messages.h"

namespace attnlab::commands {

namespace {

VectorTable table_on_screen(const Target& d, const Limits& l) {
  const Trace& trace = trace_on_screen(l);
  return shown_table(d.state.choices.of<VectorsChoice>(), vector_tables(*l.model, &trace));
}

/// Row numbers have other meanings for vectors of another kind or vocabulary.
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
  if (row < 0) throw std::invalid_argument(tr("no vector is selected: select one with vectors.word"));
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
      throw std::invalid_argument(
          tr("there is no vector {1}: use 0 to {2}", std::to_string(row), std::to_string(table.count - 1)));
  std::ranges::sort(rows);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  d.state.choices.of<VectorsChoice>().chosen = std::move(rows);
}

void require_pairs(const Limits& l) {
  if (!l.windows) throw std::invalid_argument(tr("this model is not trained on pairs of words from a text"));
}

PairPlace wanted_pair(const VectorsChoice& c, const Arguments& a, const ContextWindows& windows) {
  const PairPlace now{c.place, c.pair};
  if (a.text(0) == "next") return next_pair(windows, now);
  if (a.text(0) == "previous") return previous_pair(windows, now);
  if (a.text(0) == "here") return pair_at(windows, now);
  const Index at = a.whole(0, 0, std::ssize(windows.words()) - 1);
  return pair_at(windows, {at, a.has(1) ? a.whole(1, 0, 1000) : 0});
}

/// The forward pass on screen reads the pair.
void show_pair(Target& d, const Arguments& a, const Limits& l) {
  require_pairs(l);
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
  if (wanted) require_pairs(l);
  d.screen.play(vectors::kFeature, wanted);
}

/// The selected vector; none if another token was selected since.
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
      {{"vectors.of", "embedding|output|positions|states|TENSOR", tr_mark("choose which vectors are plotted"),
        Sender::Lessons, Undo::Each},
       choose_table},
      {{"vectors.word", "ROW|none", tr_mark("select a vector; none: the vector of the selected token"),
        Sender::Lessons, Undo::Merged},
       look_at_word},
      {{"vectors.pick", "[ROW]", tr_mark("add a vector to the selection, or remove it"), Sender::Lessons,
        Undo::Each},
       pick_word},
      {{"vectors.choose", "ROW,ROW,…|none", tr_mark("select these vectors and no others"), Sender::Lessons,
        Undo::Each},
       choose_words},
      {{"vectors.zoom", "PERCENT|in|out", tr_mark("zoom the plot; 100: all points"), Sender::Lessons,
        Undo::None},
       zoom_map<VectorsChoice>},
      {{"vectors.fit", "", tr_mark("show all points"), Sender::Lessons, Undo::None}, fit_map<VectorsChoice>},
      {{"vectors.pan", "RIGHT DOWN", tr_mark("move the plot, by fractions of its size"), Sender::Lessons,
        Undo::None},
       pan_map<VectorsChoice>},
      {{"vectors.look", "PERCENT X Y", tr_mark("set the zoom and the center of the plot"), Sender::Lessons,
        Undo::None},
       look_at_map<VectorsChoice>},
      {{"vectors.pair", "next|previous|here|AT [WHICH]",
        tr_mark("read a training pair of the text, by the position of its word"), Sender::Lessons,
        Undo::Merged},
       show_pair},
      {{"vectors.play", "on|off|toggle", tr_mark("play the training pairs of the text"), Sender::Lessons,
        Undo::None},
       play_pairs},
  };
  return kEntries;
}

extern const StatePart kVectorsPart = {.name = tr_mark("the vectors selected in the view Vectors"),
                                       .say = say_words};

}  // namespace attnlab::commands
