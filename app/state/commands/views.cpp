// Commands that choose a view and what is looked at within it.
#include <algorithm>
#include <limits>
#include <stdexcept>

#include "app/state/commands/command_table.h"

namespace attnlab::commands {

namespace {

void view(Target& d, const Arguments& a, const Limits&) {
  d.state.view = view_from(a.text(0));
  if (d.state.beside == d.state.view) d.state.beside.reset();
}

void view_beside(Target& d, const Arguments& a, const Limits&) {
  if (a.text(0) == "none") return d.state.beside.reset();
  d.state.beside = view_from(a.text(0));
  if (d.state.beside == d.state.view) throw std::invalid_argument("this view is on the stage already");
}

/// The view and the field of "heads.average".
void choose(Target& d, const Arguments& a, const Limits&) {
  const std::string& name = a.text(0);
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) a.fail();
  const ViewKind kind = view_from(name.substr(0, dot));
  const Fields fields = choice_fields(d.state.choices, kind);
  const std::string field = name.substr(dot + 1);
  std::string value = a.has(1) ? a.text(1) : "";
  const auto found = std::ranges::find(fields, field, &Field::name);
  // Switches are written as everywhere: on, off, toggle.
  if (found != fields.end())
    if (bool* const* flag = std::get_if<bool*>(&found->value)) value = a.flag(1, **flag) ? "true" : "false";
  set_field(fields, field, value, view_name(kind));
}

Index blocks_of(Index count, Index block) { return (count + block - 1) / block; }

/// The block of keys before or after, beyond the ends that of the tile of queries before or after.
void tile_before(Target& d, const Arguments&, const Limits&) {
  Selection& s = d.state.selection;
  const Index block = d.state.choices.tiles.block;
  if (s.key >= block) {
    s.key = (s.key / block - 1) * block;
  } else if (s.query >= block) {
    s.query -= block;
    s.key = std::numeric_limits<Index>::max();  // clamped to the last
  }
}
void next_tile(Target& d, const Arguments&, const Limits& limits) {
  Selection& s = d.state.selection;
  const Index block = d.state.choices.tiles.block;
  const Index queries = query_count(s, limits), keys = key_count(s, limits);
  if (s.key / block + 1 < blocks_of(keys, block)) {
    s.key = (s.key / block + 1) * block;
  } else if (s.query / block + 1 < blocks_of(queries, block)) {
    s.query = std::min(s.query + block, queries - 1);
    s.key = 0;
  }
}

void play_tiles(Target& d, const Arguments& a, const Limits&) {
  d.screen.tiles_play = a.flag(0, d.screen.tiles_play);
  if (d.screen.tiles_play) d.screen.walk_plays = false;  // both would move the selection
}

}  // namespace

std::span<const Entry> views() {
  static constexpr Entry kEntries[] = {
      {{"view", "steps|heads|positions|masks|norms|generation|map|compare|training|tiles",
        "choose what the stage shows", true},
       view},
      {{"view.beside", "none|steps|heads|positions|masks|norms|generation|map|compare|training|tiles",
        "show a second view", true},
       view_beside},
      {{"choose", "VIEW.OPTION VALUE", "choose within a view: heads.average on, positions.position 3", true,
        Merging::SameFirstArgument},
       choose},
      {{"tiles.previous", "", "the block of scores before", true, Merging::Always}, tile_before},
      {{"tiles.next", "", "the next block of scores", true, Merging::Always}, next_tile},
      {{"tiles.play", "on|off|toggle", "go through the blocks of scores", false}, play_tiles},
  };
  return kEntries;
}

}  // namespace attnlab::commands
