// Keys as X11 and its input methods number them: key symbols.
#pragma once

#include <cstdint>

#include "app/widgets/base/input_queue.h"

namespace attnlab {

/// The symbol of a pressed key, by the character that it has typed (0: none), else by what it types alone or
/// by its place; 0 where it has none that can be known, as for a dead accent.
std::uint32_t symbol_of(const InputEvent& key, char32_t typed);

/// The place of a key that types nothing; 0 for other symbols.
int place_of_symbol(std::uint32_t symbol);
/// The character that a symbol is; 0: none.
char32_t letter_of_symbol(std::uint32_t symbol);

}  // namespace attnlab
