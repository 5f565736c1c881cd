// Dispatcher: the table of commands and their handlers.
#include "app/state/dispatcher.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

#include "app/state/arguments.h"
#include "app/state/tensor_groups.h"
#include "core/config/nearest.h"

namespace attnlab {

namespace {

constexpr std::size_t kMostUndo = 200;

CellName read_cell(const Arguments& a) {
  CellName cell{a.text(0), {}};
  const std::string& list = a.text(1);
  const char *at = list.data(), *end = list.data() + list.size();
  while (at < end) {
    Index value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc{} || (next < end && *next != ',')) a.fail();
    cell.index.push_back(value);
    at = next + 1;
  }
  return cell;
}

}  // namespace

/// One function a command; each checks its arguments before it changes anything.
struct Handlers {
  using Handler = void (*)(Dispatcher&, const Arguments&, const Limits&);
  struct Entry {
    CommandInfo info;
    Handler run;
  };

  /// Choosing something of an attention puts it back on the stage.
  static Selection& selection(Dispatcher& d, const Limits& l) {
    d.state_.inspected.clear();
    if (l.has_attention) d.state_.shown = {};
    return d.state_.selection;
  }

  /// The tensor on the stage with its chosen cell; null while an attention is there.
  static CellName* shown(Dispatcher& d) {
    if (d.state_.shown.tensor.empty()) return nullptr;
    d.state_.inspected.clear();
    return &d.state_.shown;
  }
  /// Another tensor at the same row and column.
  static void show(Dispatcher& d, const Limits& l, const std::string& tensor) {
    if (!l.trace) throw std::invalid_argument("there is no trace yet, so no " + tensor);
    const AppState& state = d.state_;
    const bool first = state.shown.tensor.empty();
    d.state_.shown = cell_at(l.trace->at(tensor), first ? state.selection.query : row_of(state.shown),
                             first ? state.selection.feature : column_of(state.shown));
    d.state_.inspected.clear();
  }
  static void select_tensor(Dispatcher& d, const Arguments& a, const Limits& l) {
    show(d, l, a.text(0));
    if (!a.has(1)) return;
    const CellName wanted = read_cell(a);
    if (wanted.index.size() != d.state_.shown.index.size()) a.fail();
    d.state_.shown = wanted;
    clamp_shown(d.state_.shown, l);
  }

  static void select_attention(Dispatcher& d, const Arguments& a, const Limits& l) {
    const AttentionKind kind = attention_from(a.text(0));
    if (kind != AttentionKind::DecoderSelf && !l.has_encoder) {
      throw std::invalid_argument("this model has no encoder, so only decoder_self");
    }
    if (kind != AttentionKind::EncoderSelf && !l.has_decoder) {
      throw std::invalid_argument("this model has no decoder, so only encoder_self");
    }
    Selection& chosen = selection(d, l);
    chosen.attention = kind;
    if (a.has(1)) chosen.layer = a.whole(1, 0, l.layers - 1);
    if (a.has(2)) chosen.head = a.whole(2, 0, l.heads - 1);
  }
  static void select_layer(Dispatcher& d, const Arguments& a, const Limits& l) {
    selection(d, l).layer = a.whole(0, 0, l.layers - 1);
  }
  static void select_head(Dispatcher& d, const Arguments& a, const Limits& l) {
    selection(d, l).head = a.whole(0, 0, l.heads - 1);
  }
  static void select_stage(Dispatcher& d, const Arguments& a, const Limits& l) {
    selection(d, l).stage = stage_from(a.text(0));
  }
  static void select_query(Dispatcher& d, const Arguments& a, const Limits& l) {
    if (CellName* cell = shown(d)) return set_row(*cell, a.whole(0, 0, 1 << 20), l);
    selection(d, l).query = a.whole(0, 0, query_count(d.state_.selection, l) - 1);
  }
  static void select_key(Dispatcher& d, const Arguments& a, const Limits& l) {
    selection(d, l).key = a.whole(0, 0, key_count(d.state_.selection, l) - 1);
  }
  static void select_feature(Dispatcher& d, const Arguments& a, const Limits& l) {
    selection(d, l).feature = a.whole(0, 0, feature_count(d.state_.selection, l) - 1);
  }
  static void select_picture(Dispatcher& d, const Arguments& a, const Limits& l) {
    if (l.pictures < 1) throw std::invalid_argument("this model reads no pictures");
    d.state_.inspected.clear();
    d.state_.picture = a.whole(0, 0, l.pictures - 1);
  }
  /// Row and column of the present stage's own matrix.
  static void select_cell(Dispatcher& d, const Arguments& a, const Limits& l) {
    const Selection& s = d.state_.selection;
    const bool row_is_key = s.stage == Stage::Key || s.stage == Stage::Value;
    const bool column_is_key = s.stage >= Stage::Scores && s.stage <= Stage::Softmax;
    const Index row = a.whole(0, 0, (row_is_key ? key_count(s, l) : query_count(s, l)) - 1);
    const Index column = a.whole(1, 0, (column_is_key ? key_count(s, l) : feature_count(s, l)) - 1);
    Selection& chosen = selection(d, l);
    (row_is_key ? chosen.key : chosen.query) = row;
    (column_is_key ? chosen.key : chosen.feature) = column;
  }
  static void set_row(CellName& cell, Index row, const Limits& l) {
    if (cell.index.size() >= 2) cell.index[cell.index.size() - 2] = row;
    clamp_shown(cell, l);
  }
  template <int Step>
  static void move_head(Dispatcher& d, const Arguments&, const Limits& l) {
    if (CellName* cell = shown(d)) {
      if (cell->index.size() == 4) cell->index[1] += Step;
      return clamp_shown(*cell, l);
    }
    Selection& s = selection(d, l);
    s.head = clamp_index(s.head + Step, l.heads);
  }
  template <int Step>
  static void move_layer(Dispatcher& d, const Arguments&, const Limits& l) {
    if (const CellName* cell = shown(d); cell && l.trace)
      return show(d, l, tensor_in_layer(*l.trace, cell->tensor, Step));
    Selection& s = selection(d, l);
    s.layer = clamp_index(s.layer + Step, l.layers);
  }
  template <int Step>
  static void move_stage(Dispatcher& d, const Arguments&, const Limits& l) {
    if (const CellName* cell = shown(d); cell && l.trace)
      return show(d, l, tensor_beside(*l.trace, cell->tensor, Step));
    Selection& s = selection(d, l);
    s.stage = static_cast<Stage>(clamp_index(static_cast<Index>(s.stage) + Step, kStageCount));
  }
  template <int Step>
  static void move_query(Dispatcher& d, const Arguments&, const Limits& l) {
    if (CellName* cell = shown(d)) return set_row(*cell, row_of(*cell) + Step, l);
    Selection& s = selection(d, l);
    s.query = clamp_index(s.query + Step, query_count(s, l));
  }
  static void inspect(Dispatcher& d, const Arguments& a, const Limits&) {
    d.state_.inspected.push_back(read_cell(a));
  }
  static void inspect_back(Dispatcher& d, const Arguments&, const Limits&) {
    if (!d.state_.inspected.empty()) d.state_.inspected.pop_back();
  }
  /// The old target is no answer to a new source, so the model gives its own.
  static void text_source(Dispatcher& d, const Arguments& a, const Limits&) {
    d.state_.source = a.joined();
    d.state_.generate_target = true;
  }
  static void text_target(Dispatcher& d, const Arguments& a, const Limits&) {
    d.state_.target = a.joined();
    d.state_.generate_target = false;
  }
  static void text_generate(Dispatcher& d, const Arguments& a, const Limits&) {
    d.state_.generate_target = a.flag(0, d.state_.generate_target);
  }
  static void scaling(Dispatcher& d, const Arguments& a, const Limits&) {
    d.state_.scaling = a.flag(0, d.state_.scaling);
  }
  static void masking(Dispatcher& d, const Arguments& a, const Limits&) {
    d.state_.masking = a.flag(0, d.state_.masking);
  }
  static void rate(Dispatcher& d, const Arguments& a, const Limits&) {
    d.state_.learning_rate_factor = a.number(0, 0, 1000);
  }
  static void theme(Dispatcher& d, const Arguments& a, const Limits&) {
    if (a.text(0) == "toggle") {
      d.screen_.dark = !d.screen_.dark;
    } else if (a.text(0) == "dark" || a.text(0) == "light") {
      d.screen_.dark = a.text(0) == "dark";
    } else {
      a.fail();
    }
  }
  static void contrast(Dispatcher& d, const Arguments& a, const Limits&) {
    d.screen_.high_contrast = a.flag(0, d.screen_.high_contrast);
  }
  static void text_size(Dispatcher& d, const Arguments& a, const Limits&) {
    d.screen_.text_percent = static_cast<int>(a.whole(0, 75, 300));
  }
  static void digits(Dispatcher& d, const Arguments& a, const Limits&) {
    d.screen_.digits = static_cast<int>(a.whole(0, 2, 7));
  }
  static void motion(Dispatcher& d, const Arguments& a, const Limits&) {
    d.screen_.motion = a.flag(0, d.screen_.motion);
  }
  static void panel(Dispatcher& d, const Arguments& a, const Limits&) {
    bool* const shown = a.text(0) == "map"         ? &d.screen_.show_map
                        : a.text(0) == "inspector" ? &d.screen_.show_inspector
                        : a.text(0) == "bottom"    ? &d.screen_.show_bottom
                                                   : nullptr;
    if (!shown) a.fail();
    *shown = a.flag(1, *shown);
  }
  static void panel_size(Dispatcher& d, const Arguments& a, const Limits&) {
    float* const size = a.text(0) == "map"         ? &d.screen_.map_width
                        : a.text(0) == "inspector" ? &d.screen_.inspector_width
                        : a.text(0) == "bottom"    ? &d.screen_.bottom_height
                        : a.text(0) == "training"  ? &d.screen_.training_width
                                                   : nullptr;
    if (!size) a.fail();
    *size = static_cast<float>(a.number(1, 0, 10000));
  }
  static void undo(Dispatcher& d, const Arguments&, const Limits&) { d.undo(); }
  static void redo(Dispatcher& d, const Arguments&, const Limits&) { d.redo(); }

  static void open_preset(Dispatcher& d, const Arguments& a, const Limits&) {
    d.actions_.open_preset(a.text(0));
  }
  static void open_corpus(Dispatcher& d, const Arguments& a, const Limits&) {
    d.actions_.open_corpus(a.joined());
  }
  static void load_model(Dispatcher& d, const Arguments& a, const Limits&) {
    d.actions_.load_model(a.joined());
  }
  static void save_model(Dispatcher& d, const Arguments& a, const Limits&) {
    d.actions_.save_model(a.joined());
  }
  static void train_play(Dispatcher& d, const Arguments&, const Limits&) { d.actions_.train_play(); }
  static void train_pause(Dispatcher& d, const Arguments&, const Limits&) { d.actions_.train_pause(); }
  static void train_toggle(Dispatcher& d, const Arguments&, const Limits&) { d.actions_.train_toggle(); }
  static void train_step(Dispatcher& d, const Arguments& a, const Limits&) {
    d.actions_.train_step(a.has(0) ? a.whole(0, 1, 1000000) : 1);
  }
  static void train_reset(Dispatcher& d, const Arguments&, const Limits&) { d.actions_.train_reset(); }
  static void save_figure(Dispatcher& d, const Arguments& a, const Limits&) {
    d.actions_.save_screenshot(a.joined());
  }
  static void quit(Dispatcher& d, const Arguments&, const Limits&) { d.actions_.quit(); }

  static std::span<const Entry> table();
};

std::span<const Handlers::Entry> Handlers::table() {
  static constexpr Entry kEntries[] = {
      {{"select.attention", "encoder_self|decoder_self|cross [LAYER [HEAD]]",
        "choose which attention is shown", true},
       select_attention},
      {{"select.layer", "N", "choose a layer", true}, select_layer},
      {{"select.head", "N", "choose a head", true}, select_head},
      {{"select.stage", "NAME", "choose an operation: query, key, value, scores, …", true}, select_stage},
      {{"select.query", "N", "choose the token that asks", true}, select_query},
      {{"select.key", "N", "choose the token that is looked at", true}, select_key},
      {{"select.feature", "N", "choose a feature", true}, select_feature},
      {{"select.picture", "N", "choose a picture to look at", true}, select_picture},
      {{"select.cell", "ROW COLUMN", "choose a cell of the matrix on the stage", true}, select_cell},
      {{"select.tensor", "NAME [I,J,…]", "show any tensor, and choose a cell of it", true}, select_tensor},
      {{"stage.next", "", "one operation forward", true}, move_stage<1>},
      {{"stage.previous", "", "one operation back", true}, move_stage<-1>},
      {{"query.next", "", "next query token", true}, move_query<1>},
      {{"query.previous", "", "previous query token", true}, move_query<-1>},
      {{"head.next", "", "next head", true}, move_head<1>},
      {{"head.previous", "", "previous head", true}, move_head<-1>},
      {{"layer.next", "", "next layer", true}, move_layer<1>},
      {{"layer.previous", "", "previous layer", true}, move_layer<-1>},
      {{"inspect", "TENSOR I,J,…", "explain a cell in the inspector", true}, inspect},
      {{"inspect.back", "", "back to the number before", true}, inspect_back},
      {{"text.source", "TEXT", "the sentence that the encoder reads; the model answers", true, true},
       text_source},
      {{"text.target", "TEXT", "the sentence that the decoder reads", true, true}, text_target},
      {{"text.generate", "on|off|toggle", "show the model's own output as the target", true}, text_generate},
      {{"attention.scaling", "on|off|toggle", "divide the scores by √D, or not", true}, scaling},
      {{"attention.masking", "on|off|toggle", "apply the mask, or not", true}, masking},
      {{"train.rate", "FACTOR", "multiply the learning rate", true, true}, rate},
      {{"train.play", "", "start training", false}, train_play},
      {{"train.pause", "", "pause training", false}, train_pause},
      {{"train.toggle", "", "start or pause training", false}, train_toggle},
      {{"train.step", "[N]", "train one step, or N", false}, train_step},
      {{"train.reset", "", "start again with the same seed", false}, train_reset},
      {{"preset", "NAME", "open a preset", false}, open_preset},
      {{"open", "FILE", "learn a text file", false}, open_corpus},
      {{"model.load", "FOLDER", "open a saved model", false}, load_model},
      {{"model.save", "FOLDER", "save the model", false}, save_model},
      {{"theme", "dark|light|toggle", "colours of the window", false}, theme},
      {{"contrast", "on|off|toggle", "high contrast for a projector", false}, contrast},
      {{"text_size", "PERCENT", "size of text, 75 to 300", false}, text_size},
      {{"digits", "N", "digits of numbers, 2 to 7", false}, digits},
      {{"motion", "on|off|toggle", "animations", false}, motion},
      {{"panel", "map|inspector|bottom on|off|toggle", "show or hide a panel", false}, panel},
      {{"panel.size", "map|inspector|bottom|training PIXELS", "resize a panel", false}, panel_size},
      {{"figure.save", "FILE", "save the window as PNG", false}, save_figure},
      {{"undo", "", "take back the last change", false}, undo},
      {{"redo", "", "make it again", false}, redo},
      {{"quit", "", "close the program", false}, quit},
  };
  return kEntries;
}

void Dispatcher::apply(const Command& command, const Limits& limits) {
  const auto table = Handlers::table();
  const auto found = std::find_if(table.begin(), table.end(), [&](const Handlers::Entry& entry) {
    return entry.info.verb == command.verb;
  });
  if (found == table.end()) {
    std::vector<std::string> verbs;
    for (const Handlers::Entry& entry : table) verbs.emplace_back(entry.info.verb);
    throw std::invalid_argument("there is no command " + command.verb + did_you_mean(command.verb, verbs));
  }
  const AppState before = state_;
  try {
    found->run(*this, Arguments(command, found->info.arguments), limits);
  } catch (...) {
    state_ = before;
    throw;
  }
  if (!found->info.undoable) return;
  clamp(limits);
  if (state_ == before) return;
  redo_.clear();
  if (found->info.merges && last_undoable_ == found->info.verb) return;
  last_undoable_ = found->info.verb;
  undo_.push_back({std::string(found->info.help), before});
  if (undo_.size() > kMostUndo) undo_.erase(undo_.begin());
}

void Dispatcher::start(AppState state) {
  state_ = std::move(state);
  last_undoable_ = {};
  undo_.clear();
  redo_.clear();
}

void Dispatcher::clamp(const Limits& limits) {
  clamp_selection(state_.selection, limits);
  clamp_shown(state_.shown, limits);
}

void Dispatcher::undo() {
  if (undo_.empty()) throw std::invalid_argument("there is nothing to undo");
  redo_.push_back({undo_.back().label, std::exchange(state_, undo_.back().state)});
  undo_.pop_back();
  last_undoable_ = {};
}

void Dispatcher::redo() {
  if (redo_.empty()) throw std::invalid_argument("there is nothing to redo");
  undo_.push_back({redo_.back().label, std::exchange(state_, redo_.back().state)});
  redo_.pop_back();
  last_undoable_ = {};
}

std::span<const CommandInfo> Dispatcher::commands() {
  static const std::vector<CommandInfo> infos = [] {
    std::vector<CommandInfo> all;
    for (const Handlers::Entry& entry : Handlers::table()) all.push_back(entry.info);
    return all;
  }();
  return infos;
}

}  // namespace attnlab
