// Gates of a recurrent cell: each as a band of units and time, and what becomes of the memory.
#include <algorithm>
#include <cmath>

#include "app/features/recurrence/view_frame.h"
#include "app/views/common/tensor_text.h"
#include "app/views/stage/cell_formulas.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/formula/formula.h"

namespace attnlab {

namespace {

/// The parts of the memory, computed again for another pass or cell.
struct RememberedBands {
  TraceKey of;
  std::size_t cell = 0;
  bool made = false;
  std::vector<MemoryBand> bands;
};

const std::vector<MemoryBand>& bands_of(const RecurrenceFrame& frame) {
  RememberedBands& known = frame.model.remembered<RememberedBands>();
  const TraceKey now = frame.model.trace_key();
  if (!known.made || known.of != now || known.cell != frame.at.cell)
    known = {now, frame.at.cell, true, memory_bands(frame.cell())};
  return known.bands;
}

/// "f = σ(…)": the letter of a tensor before its title.
UnitMap map_of_tensor(const TraceTensor& tensor) {
  return {.name = "recurrence.gate." + std::string(tensor.site->name),
          .title = std::string(tensor.site->title),
          .cells = tensor.value,
          .leads_to = &tensor,
          .role = tensor.site->role,
          .scale = tensor_scale(tensor)};
}

/// The gates of the kind and its states, each once.
std::vector<UnitMap> gate_maps(const RecurrenceFrame& frame) {
  const RecurrentCell& cell = frame.cell();
  std::vector<UnitMap> maps;
  for (const TraceTensor* gate : cell.gates)
    if (gate != cell.hidden) maps.push_back(map_of_tensor(*gate));
  return maps;
}

std::vector<UnitMap> memory_maps(const RecurrenceFrame& frame) {
  const RecurrentCell& cell = frame.cell();
  const std::vector<MemoryBand>& bands = bands_of(frame);
  std::vector<UnitMap> maps;
  for (std::size_t i = 0; i < bands.size(); ++i) {
    const bool reads = static_cast<int>(i) == 2;
    if (reads) maps.push_back(map_of_tensor(cell.memory()));
    maps.push_back({.name = "recurrence.memory." + std::to_string(i),
                    .title = bands[i].title,
                    .cells = bands[i].cells,
                    .leads_to = reads ? cell.hidden : &cell.memory(),
                    .scale = {Scale::Diverging, RangeMode::Symmetric, {}},
                    .formula = bands[i].formula});
  }
  if (bands.size() < 3) maps.push_back(map_of_tensor(cell.memory()));
  return maps;
}

std::string words_of_gates(const RecurrenceFrame& frame) {
  if (!frame.kind().memory.has_gates())
    return "This cell has no gates: nothing is kept as it is. In the sum of each unit one part comes of the "
           "state before, the other of the new token; the function of the sum is the new state.";
  return "Kept plus written is the new memory. A click leads to the number in the inspector.";
}

/// How the memory is made, and how it is read.
void draw_memory_formulas(const RecurrenceFrame& frame) {
  const RecurrentCell& cell = frame.cell();
  const FormulaOptions small{.size = 0.72f};
  draw_formula("memory", cell_formula(frame.kind(), *cell.memory().site), small);
  if (!cell.cell) return;
  ImGui::SameLine(0, em() * 2);
  draw_formula("read", cell_formula(frame.kind(), *cell.hidden->site), small);
}

}  // namespace

void draw_recurrence_gates(const RecurrenceFrame& frame) {
  draw_recurrence_words(words_of_gates(frame));
  draw_memory_formulas(frame);
  ImGui::Dummy({0, em() * 0.2f});
  draw_unit_order(frame);
  ImGui::BeginChild("recurrence gates", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const std::vector<FollowingUnit> order = unit_order(frame, *frame.cell().hidden);
  const std::vector<UnitMap> gates = gate_maps(frame), memory = memory_maps(frame);
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize, gap = em() * 1.5f;
  const bool beside = room > em() * 44 && !gates.empty();
  const UnitMapSize size{.width = beside ? (room - gap) / 2 : room,
                         .unit_height = unit_height(frame, em() * 7)};
  const ImVec2 start = ImGui::GetCursorScreenPos();
  std::size_t slot = 0;
  ImGui::BeginGroup();
  for (const UnitMap& map : gates) draw_unit_map(frame, slot++, map, order, size);
  ImGui::EndGroup();
  if (beside) move_cursor({start.x + size.width + gap, start.y});
  ImGui::BeginGroup();
  for (const UnitMap& map : memory) draw_unit_map(frame, slot++, map, order, size);
  ImGui::EndGroup();
  ImGui::EndChild();
}

}  // namespace attnlab
