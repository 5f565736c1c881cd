// Positions: not drawn yet.
#include "app/views/workbench.h"
#include "app/widgets/controls.h"

namespace attnlab {

void draw_positions(const ViewModel&, const Emit&) { empty_note("There is no such view yet."); }

}  // namespace attnlab
