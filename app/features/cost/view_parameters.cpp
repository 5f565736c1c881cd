// Parameters written out by part, with work, memory and the published number. Script names: cost.parts is the
// table of parts, cost.layer.STACK that of one layer; cost.memory is the memory for a pass.
#include <algorithm>

#include "app/base/format.h"
#include "app/base/size_text.h"
#include "app/features/cost/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/stepper.h"
#include "core/language/messages.h"
#include "core/trace/trace.h"
#include "core/training/memory.h"

namespace attnlab {
namespace {

/// Least width of the facts beside the tables, in em.
constexpr float kFactsBeside = 18;

/// The view mentions the memory of passes with at least so many bytes.
constexpr double kLargePass = 64e6;

/// "12 × (4·d² + 4·d) + 2·d": the lines of one part, in the form of `write`.
template <typename Write>
std::string written_out(const CostFrame& frame, const std::string& part, const Write& write) {
  std::string text;
  for (const ParameterLine& line : frame.counted.lines)
    if (line.part == part) text += (text.empty() ? "" : " + ") + write(line);
  return text;
}

std::string part_share(double part, double whole) { return part > 0 ? format_percent(part / whole) : ""; }

CostTable::Row part_row(const CostFrame& frame, const PartCost& part) {
  const auto count = double(part.parameters);
  const auto all = double(frame.cost().parameters);
  return {{std::string(tr(part.name)),
           part.parameters > 0 ? written_out(frame, part.name, line_text) : std::string(tr(part.products)),
           part.parameters > 0 ? format_count(part.parameters) : "–", part_share(count, all),
           part.flops > 0 ? format_whole(part.multiplications()) : "–",
           part_share(part.flops, frame.cost().flops)},
          written_out(frame, part.name, [&](const ParameterLine& line) {
            return line_in_numbers(line, frame.config());
          }) + (part.parameters > 0 ? " = " + written_out(frame, part.name, line_count) : "")};
}

void draw_parts(const CostFrame& frame) {
  CostTable table{
      "cost.parts",
      tr("Parameters and multiplications by part"),
      {tr("part"), tr("written out"), tr("parameters"), tr("share"), tr("multiplications"), tr("share")},
      {},
      2};
  for (const PartCost& part : frame.cost().parts) table.rows.push_back(part_row(frame, part));
  table.rows.push_back(
      {{tr("total"), letters_text(frame.counted.lines, frame.config()), format_count(frame.cost().parameters),
        "", format_whole(frame.cost().multiplications()), ""},
       "",
       true});
  draw_cost_table(table);
}

/// One layer of a stack by its parts, with letters and with numbers.
CostTable block_table(const CostFrame& frame, const ParameterLine& block) {
  const ModelConfig& config = frame.config();
  CostTable table{"cost.layer." + block.stack,
                  tr("One layer, {1}", tr(block.stack)),
                  {tr("one layer · {1}", tr(block.stack)), "", "", tr("parameters")},
                  {},
                  3};
  for (const ParameterLine& line : frame.counted.lines)
    if (line.in_layers && line.stack == block.stack)
      table.rows.push_back({{std::string(tr(line.part)), terms_text(line.terms),
                             terms_in_numbers(line.terms, config), format_count(line.each)}});
  const SizeTerms sum = in_widths(block.terms, config);
  const std::string condition = block_condition(block, config);
  table.rows.push_back({{condition.empty() ? tr("total") : tr("total, with {1}", condition), terms_text(sum),
                         terms_in_numbers(sum, config), format_count(block.each)},
                        "",
                        true});
  return table;
}

void draw_blocks(const CostFrame& frame) {
  for (const ParameterLine& block : block_lines(frame.counted.lines)) {
    ImGui::Dummy({0, em() * 0.4f});
    draw_cost_table(block_table(frame, block));
  }
}

void draw_cache_fact(const CostFrame& frame) {
  const Index values = frame.cost().cache_values;
  if (values == 0) return;
  const bool blocks = is_transformer(frame.config());
  const Index seen = seen_cache_values(frame.config(), frame.cost());
  draw_cost_fact(blocks ? tr("keys and values cached in generation") : tr("states cached in generation"),
                 values_text(values));
  if (seen != values) draw_cost_fact(tr("of these, visible in the window"), values_text(seen));
}

/// "512 MB in memory, 1.2 GB in a temporary file, 3 GB computed on demand".
std::string pass_text(const PassMemory& memory) {
  std::string text = tr("{1} in memory", format_bytes(double(memory.in_memory())));
  if (memory.in_file > 0) text += ", " + tr("{1} in a temporary file", format_bytes(double(memory.in_file)));
  if (memory.left_out > 0) text += ", " + tr("{1} computed on demand", format_bytes(double(memory.left_out)));
  return text;
}

/// The memory of a traced pass over a text as long as the context, and the limit for passes.
void draw_pass_fact(const CostFrame& frame) {
  if (!frame.counted.pass || frame.counted.pass->all() < kLargePass) return;
  const PassCost& pass = *frame.counted.pass;
  draw_cost_fact(
      tr("memory of a traced pass"),
      tr("{1} for values, {2} for their gradients, {3} for gradients of the parameters",
         format_bytes(pass.values), format_bytes(pass.gradients), format_bytes(pass.parameter_gradients)));
  const Index memory = frame.model.screen.pass_megabytes;
  const Index chosen =
      stepper("cost.memory", tr("memory for a pass, MB"), memory,
              {.less = std::max<Index>(memory / 2, 1), .more = std::min<Index>(memory * 2, kMostPass)});
  if (chosen != memory) frame.emit({"pass.budget", {std::to_string(chosen)}});
  draw_cost_note(values_can_leave_memory()
                     ? tr("Gradients beyond this limit are computed on demand; values beyond it are in a "
                          "temporary file.")
                     : tr("Gradients beyond this limit are computed on demand; values stay in memory."));
}

/// Where the values and gradients of the pass on screen are, if not all of them are in memory.
void draw_shown_pass(const CostFrame& frame) {
  if (!frame.model.trace) return;
  const PassMemory& memory = frame.model.trace->memory();
  if (memory.in_file + memory.left_out == 0 && memory.obstacle.empty()) return;
  draw_cost_fact(tr("memory of the pass on screen"), pass_text(memory));
  if (!memory.obstacle.empty())
    draw_cost_note(tr("More than the limit stays in memory: {1}", memory.obstacle));
}

void draw_memory_facts(const CostFrame& frame) {
  const auto count = double(frame.cost().parameters);
  draw_cost_fact(tr("memory of the weights"),
                 tr("{1} in float32, {2} in 16 bits", format_bytes(4 * count), format_bytes(2 * count)));
  draw_cache_fact(frame);
  draw_pass_fact(frame);
  draw_shown_pass(frame);
  const TrainingConfig standard;
  const TrainingConfig& training = frame.model.training_config ? *frame.model.training_config : standard;
  draw_cost_fact(tr("training memory, at least"),
                 tr("{1} in float32, batch {2}, AdamW",
                    format_bytes(training_bytes(frame.config(), training, frame.cost().parameters)),
                    format_count(training.batch)));
}

void draw_published(const CostFrame& frame) {
  if (!frame.known) return;
  const KnownModel& known = *frame.known;
  const bool agrees = known.agrees(frame.cost().parameters);
  std::string text = std::string(known.published) + " (" + std::string(tr(known.source)) + "). ";
  if (agrees) text += std::string(tr("The count rounds to this number.")) + " ";
  text += tr(known.note);
  if (!agrees)
    text += " " + tr("With the other sizes unchanged, {1} parameters need a vocabulary of {2}.",
                     known.published, format_count(frame.counted.fitting_vocabulary));
  draw_cost_fact(tr("published"), text);
}

void draw_facts(const CostFrame& frame) {
  draw_published(frame);
  if (frame.cost().active_parameters != frame.cost().parameters)
    draw_cost_fact(tr("parameters used per token"), format_count(frame.cost().active_parameters));
  draw_cost_fact(tr("multiplications per position"),
                 format_whole(frame.cost().multiplications() / double(frame.positions())));
  draw_memory_facts(frame);
}

}  // namespace

void draw_cost_parameters(const CostFrame& frame) {
  const float room = ImGui::GetContentRegionAvail().x;
  ImGui::BeginGroup();
  draw_parts(frame);
  draw_blocks(frame);
  ImGui::EndGroup();
  const float used = ImGui::GetItemRectSize().x + em() * 2.5f;
  if (room - used > em() * kFactsBeside) ImGui::SameLine(0, em() * 2.5f);
  ImGui::BeginGroup();
  draw_facts(frame);
  ImGui::Dummy({0, em() * 0.3f});
  draw_cost_note(
      tr("The view counts the multiplications of matrix products; in attention, only for positions that "
         "queries can see."));
  ImGui::EndGroup();
}

}  // namespace attnlab
