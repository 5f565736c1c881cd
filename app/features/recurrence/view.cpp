// Recurrence: a recurrent network unrolled in time, its gates and states, and its gradients back through
// time. Script names: recurrence.part[0,i] are the parts, recurrence.cell[0,i] the cells.
#include <algorithm>

#include "app/features/recurrence/choice.h"
#include "app/features/recurrence/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "core/analysis/recurrence/sequence_pattern.h"

namespace attnlab {

namespace {

struct RecurrencePart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const RecurrenceFrame& frame);
};
constexpr RecurrencePart kRecurrenceParts[] = {{"unrolled", "unrolled", draw_recurrence_unrolled},
                                               {"gates", "gates", draw_recurrence_gates},
                                               {"states", "states", draw_recurrence_states},
                                               {"back", "backward in time", draw_recurrence_back},
                                               {"eigenvalues", "eigenvalues", draw_recurrence_eigenvalues}};

/// "LSTM, 32 units · many-to-one: a text is read …".
std::string network_words(const RecurrenceFrame& frame) {
  std::string words = std::string(frame.kind().title) + ", " + std::to_string(frame.cell().units()) +
                      (frame.cell().units() == 1 ? " unit" : " units") + " a layer.";
  if (const SequencePattern* const pattern = pattern_of(frame.trace.config()))
    words += " Pattern: " + std::string(pattern->name) + ". " + std::string(pattern->sentence);
  return words;
}

/// The cells of the network, to choose one where there are several.
void draw_cell_choice(const RecurrenceFrame& frame) {
  if (frame.cells.size() < 2) return;
  std::vector<std::string> words;
  std::vector<const char*> titles;
  for (const RecurrentCell& cell : frame.cells) words.push_back(cell_words(cell));
  for (const std::string& each : words) titles.push_back(each.c_str());
  int at = static_cast<int>(frame.at.cell);
  if (segmented_width(titles) > ImGui::GetContentRegionAvail().x) {
    if (icon_button("recurrence.cell.previous", Icon::ChevronLeft, "The cell before", {.enabled = at > 0}))
      --at;
    ImGui::SameLine(0, em() * 0.3f);
    if (icon_button("recurrence.cell.next", Icon::ChevronRight, "The next cell",
                    {.enabled = at + 1 < std::ssize(frame.cells)}))
      ++at;
    ImGui::SameLine(0, em() * 0.6f);
    ImGui::AlignTextToFramePadding();
    dim_text(words[frame.at.cell]);
  } else {
    segmented("recurrence.cell", titles, at);
  }
  if (at == static_cast<int>(frame.at.cell)) return;
  const RecurrentCell& cell = frame.cells[static_cast<std::size_t>(at)];
  frame.select(*cell.hidden, std::min(frame.at.time, cell.steps() - 1), frame.at.unit);
}

void draw_recurrence(const ViewModel& model, const Emit& emit) {
  std::vector<RecurrentCell> cells = recurrent_cells(*model.trace);
  if (cells.empty()) return empty_note("This pass has no recurrent layers.");
  const RecurrenceResults none{};
  const RecurrenceResults* const known = model.found<RecurrenceResults>();
  const RecurrentPlace at = recurrent_place(model.state, *model.trace, cells);
  RecurrenceFrame frame{model,
                        emit,
                        *model.trace,
                        model.state.choices.of<RecurrenceChoice>(),
                        std::move(cells),
                        at,
                        known ? *known : none,
                        {},
                        {}};
  frame.pieces = read_pieces(*model.trace, frame.cell());
  for (const Piece& piece : frame.pieces) frame.tokens.push_back(piece.text);
  const RecurrencePart& part = choose_row("recurrence.part", kRecurrenceParts, frame.choice.part,
                                          [&](const std::string& name) { frame.choose("part", name); });
  draw_cell_choice(frame);
  draw_recurrence_words(network_words(frame));
  ImGui::Dummy({0, em() * 0.2f});
  part.draw(frame);
}

}  // namespace

namespace recurrence {
extern const ViewPage kPage = {.draw = draw_recurrence};
}

}  // namespace attnlab
