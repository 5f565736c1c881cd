// Commands of the view Pictures: pictures from files, the pen, and the selected patch, filter or pixel.
#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "app/features/pictures/choice.h"
#include "app/state/commands/command_table.h"
#include "app/state/commands/state_part.h"
#include "app/state/picture_read.h"
#include "app/state/trail.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"

namespace attnlab::commands {

namespace {

const ModelConfig& picture_model(const Limits& l) {
  if (!l.config || !architecture_of(*l.config).reads_pictures())
    throw std::invalid_argument(tr("this model does not read pictures"));
  return *l.config;
}

/// One step on a grid.
struct Direction {
  std::string_view name;
  Index rows, columns;
};
constexpr Direction kDirections[] = {{"left", 0, -1}, {"right", 0, 1}, {"up", -1, 0}, {"down", 1, 0}};

/// The description of the picture before does not fit the user's own: the model generates one.
void ask_the_model(AppState& state, const ModelConfig& config) {
  if (writes_answer(format_of(config))) state.generate_target = true;
}

/// Reading takes time: the command is sent again after the file is read.
void open_picture(Target& d, const Arguments& a, const Limits& l) {
  const ModelConfig& config = picture_model(l);
  a.text(0);
  const std::optional<ReadPicture> read =
      d.actions.files.read_picture(a.joined(), config.picture_size, config.picture_channels);
  if (!read) return;
  leave_trail(d.state);
  ask_the_model(d.state, config);
  d.state.own = {.picture = std::make_shared<const Picture>(read->picture),
                 .origin = std::filesystem::path(a.joined()).filename().string() + ", " + read->words()};
}

struct PenLine {
  Index stroke;
  const PenColour& colour;
  Point from, to;
};

void draw_pen_line(AppState& state, const PenLine& line, const Limits& l) {
  const ModelConfig& config = picture_model(l);
  const std::shared_ptr<const Picture> shown = picture_read(state, config, l.pictures);
  OwnPicture& own = state.own;
  const bool goes_on = own.cover && own.stroke == line.stroke && own.colour == line.colour.name &&
                       own.fits(config.picture_size, config.picture_channels);
  if (!own.fits(config.picture_size, config.picture_channels))
    own.origin = shown ? tr("picture {1}", std::to_string(state.picture + 1)) : "";
  if (!goes_on) {
    const Picture blank = blank_picture(config.picture_size, config.picture_channels,
                                        pen_colour(state.choices.of<PicturesChoice>().paper));
    own.under = shown ? shown : std::make_shared<const Picture>(blank);
    own.cover = std::make_shared<const PenStroke>(config.picture_size);
    own.stroke = line.stroke;
    own.colour = line.colour.name;
  }
  PenStroke cover = *own.cover;
  cover.line(line.from, line.to, double(state.choices.of<PicturesChoice>().width));
  own.picture = std::make_shared<const Picture>(cover.on(*own.under, line.colour));
  own.cover = std::make_shared<const PenStroke>(std::move(cover));
  own.drawn = true;
  ask_the_model(state, config);
  leave_trail(state);
}

void pad_line(Target& d, const Arguments& a, const Limits& l) {
  const auto size = double(picture_model(l).picture_size);
  const auto point = [&](std::size_t i) { return Point{a.number(i + 1, 0, size), a.number(i, 0, size)}; };
  draw_pen_line(d.state, {a.whole(0, 0, Index{1} << 40), pen_colour(a.text(1)), point(2), point(4)}, l);
}

/// The middle of the pixel at the keyboard pen.
Point pad_cursor(const PicturesChoice& choice) {
  return {double(choice.column) + 0.5, double(choice.row) + 0.5};
}

struct Ink {
  std::string_view name;
  std::string PicturesChoice::*colour;
};
constexpr Ink kInks[] = {{"pen", &PicturesChoice::pen}, {"paper", &PicturesChoice::paper}};

void pad_dot(Target& d, const Arguments& a, const Limits& l) {
  const PicturesChoice& choice = d.state.choices.of<PicturesChoice>();
  const Point at = pad_cursor(choice);
  draw_pen_line(d.state, {d.state.own.stroke + 1, pen_colour(choice.*a.row(0, kInks).colour), at, at}, l);
}

void move_pad_cursor(PicturesChoice& choice, const Direction& step, Index size) {
  choice.row = clamp_index(choice.row + step.rows, size);
  choice.column = clamp_index(choice.column + step.columns, size);
}

void pad_draw(Target& d, const Arguments& a, const Limits& l) {
  PicturesChoice& choice = d.state.choices.of<PicturesChoice>();
  const Direction& step = a.row(0, kDirections);
  const Index size = picture_model(l).picture_size;
  const Point from = pad_cursor(choice);
  move_pad_cursor(choice, step, size);
  draw_pen_line(d.state, {d.state.own.stroke + 1, pen_colour(choice.pen), from, pad_cursor(choice)}, l);
}

void pad_clear(Target& d, const Arguments& a, const Limits& l) {
  const ModelConfig& config = picture_model(l);
  const PenColour& paper = pen_colour(a.has(0) ? a.text(0) : d.state.choices.of<PicturesChoice>().paper);
  leave_trail(d.state);
  ask_the_model(d.state, config);
  const Index strokes = d.state.own.stroke;
  d.state.own = {.picture = std::make_shared<const Picture>(
                     blank_picture(config.picture_size, config.picture_channels, paper)),
                 .stroke = strokes};
  d.state.choices.of<PicturesChoice>().paper = paper.name;
}

/// From patch to patch; the class vector, if there is one, is before the first patch and above the first row.
Index moved_on_grid(const PatchGrid& grid, Index position, const Direction& step) {
  const std::optional<PatchGrid::Place> patch = grid.patch_at(position);
  if (!patch) return step.rows + step.columns > 0 ? grid.first : position;
  const PatchGrid::Place to{patch->row + step.rows, patch->column + step.columns};
  const bool inside = to.row >= 0 && to.column >= 0 && to.row < grid.rows && to.column < grid.columns;
  if (inside) return grid.position(to);
  return grid.first > 0 && position == grid.first && step.rows + step.columns < 0 ? 0 : position;
}

void move_query_on_picture(Target& d, const Direction& step, const Limits& l) {
  const PatchGrid grid = *patch_grid(picture_model(l));
  AppState& state = d.state;
  state.choices.of<PicturesChoice>().mean = false;
  if (CellName* const shown = state.chosen.in_attention() ? nullptr : &*state.chosen.shown) {
    if (shown->index.size() < 2 || !l.trace) return;
    Index& row = shown->index[shown->index.size() - 2];
    row = std::max<Index>(row + step.rows + step.columns, 0);
    leave_trail(state);
    return clamp_chosen(state.chosen, l);
  }
  leave_trail(state);
  Selection& s = state.selection;
  s.query = s.attention == AttentionKind::EncoderSelf
                ? moved_on_grid(grid, s.query, step)
                : clamp_index(s.query + step.rows + step.columns, query_count(s, l));
}

void pictures_move(Target& d, const Arguments& a, const Limits& l) {
  const Direction& step = a.row(0, kDirections);
  const ModelConfig& config = picture_model(l);
  PicturesChoice& choice = d.state.choices.of<PicturesChoice>();
  if (choice.draws() || !patch_grid(config)) return move_pad_cursor(choice, step, config.picture_size);
  if (!choice.of_filters()) return move_query_on_picture(d, step, l);
  const Index moved = choice.filter + step.columns + step.rows * filter_columns(config.width);
  if (moved >= 0 && moved < config.width) choice.filter = moved;
}

/// A drawn picture, or one from a file, has no command; only the return to a picture of the task has.
void say_picture(const StateChange& c, Commands& out) {
  const bool own_ends = c.from.own.picture && !c.to.own.picture;
  if (c.from.picture != c.to.picture || own_ends)
    out.push_back({"select.picture", {std::to_string(c.to.picture)}});
}

bool has_another_picture(const AppState& a, const AppState& b) { return !(a.own == b.own); }

}  // namespace

std::span<const Entry> pictures() {
  static constexpr std::string_view kWays = "left|right|up|down";
  static constexpr Entry kEntries[] = {
      {{.verb = "picture.open",
        .arguments = "FILE",
        .help = tr_mark("read a PNG or JPEG file instead of a picture of the task"),
        .sender = Sender::Lessons,
        .undo = Undo::Each,
        .reads = {.first = true}},
       open_picture},
      {{"pad.line", "STROKE COLOR ROW COLUMN TO_ROW TO_COLUMN",
        tr_mark("draw a line into the picture, in pixels; lines of one stroke are undone together"),
        Sender::Lessons, Undo::MergedByArgument},
       pad_line},
      {{"pad.dot", "pen|paper", tr_mark("draw or erase a dot at the keyboard pen"), Sender::Lessons,
        Undo::Each},
       pad_dot},
      {{"pad.draw", kWays, tr_mark("move the keyboard pen and draw"), Sender::Lessons, Undo::Each}, pad_draw},
      {{"pad.clear", "[COLOR]", tr_mark("start an empty picture"), Sender::Lessons, Undo::Each}, pad_clear},
      {{"pictures.move", kWays, tr_mark("select the next patch, filter or pixel in a direction"),
        Sender::RandomInput, Undo::Merged},
       pictures_move},
  };
  return kEntries;
}

extern const StatePart kPicturePart = {.name = tr_mark("your own picture"),
                                       .say = say_picture,
                                       .differs = has_another_picture,
                                       .changes_pass = true};

}  // namespace attnlab::commands
