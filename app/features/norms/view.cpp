// Norms: what normalization does to each token, where norms stand, and their effect on gradients.
// Script names: norms.part[0,i] are the parts, norms.previous and norms.next choose the norm.
#include <algorithm>

#include "app/features/norms/choice.h"
#include "app/features/norms/view_frame.h"
#include "app/state/made_commands.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/view_page.h"
#include "app/views/stage/tensor_stage.h"
#include "app/widgets/base/controls.h"
#include "core/layers/block_sites.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {

namespace {

struct NormsPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const NormsFrame& frame);
  bool of_norms;  ///< there must be some
};
constexpr NormsPart kNormsParts[] = {{"tokens", "tokens", draw_norm_tokens, true},
                                     {"layers", "layers", draw_norm_layers, false},
                                     {"kinds", "two kinds", draw_norm_kinds, true},
                                     {"depth", "before or after", draw_norm_depth, false}};

}  // namespace

const NormTensors& NormsFrame::norm() const {
  const auto found =
      std::ranges::find(norms, choice.norm, [](const NormTensors& norm) { return norm.place.name(); });
  return found == norms.end() ? norms.front() : *found;
}

std::string stream_words(const TraceTensor& sum) {
  for (const block_sites::Sublayer& sublayer : block_sites::kSublayers)
    if (sum.place.part() == &sublayer.residual)
      return std::to_string(layer_number(sum.place)) + " · " + std::string(sublayer.network.title);
  return "input";
}

RowTokens row_tokens(const Trace& trace, const TraceTensor& tensor) {
  RowTokens tokens;
  constexpr std::size_t kTokens = 1;
  const std::vector<Piece>& pieces = axis_pieces(trace, tensor, kTokens);
  tokens.of_source = &pieces == &trace.source_pieces;
  for (Index t = 0; t < tensor.shape.last(1); ++t) {
    const auto at = static_cast<std::size_t>(t + first_piece(trace, tensor));
    tokens.names.push_back(at < pieces.size() ? pieces[at].text : std::to_string(t));
  }
  return tokens;
}

void open_tensor(const NormsFrame& frame, const TraceTensor& tensor, Index token) {
  std::vector<Index> index(static_cast<std::size_t>(tensor.shape.rank()), 0);
  index[index.size() - 2] = token;
  frame.emit({"view", {"steps"}});
  frame.emit(show_command({tensor.name, index}));
}

void choose_norm(const NormsFrame& frame) {
  const auto at = static_cast<std::size_t>(&frame.norm() - frame.norms.data());
  const auto go = [&](std::size_t to) { frame.choose("norm", frame.norms[to].place.name()); };
  if (icon_button("norms.previous", Icon::ChevronLeft, "The norm before", {.enabled = at > 0})) go(at - 1);
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button("norms.next", Icon::ChevronRight, "The next norm",
                  {.enabled = at + 1 < frame.norms.size()}))
    go(at + 1);
  ImGui::SameLine(0, em() * 0.8f);
  const std::string words = frame.norm().place.title();
  const Box box = reserve({text_size(fonts().heading, words).x + em(), ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().heading, box, theme().palette.text, words);
}

namespace {

void draw_norms(const ViewModel& model, const Emit& emit) {
  const NormsFrame frame{model, emit, *model.trace, model.state.choices.of<NormsChoice>(),
                         norms_of(*model.trace)};
  const NormsPart& part = choose_row("norms.part", kNormsParts, frame.choice.part,
                                     [&](const std::string& name) { frame.choose("part", name); });
  ImGui::Dummy({0, em() * 0.15f});
  if (part.of_norms && frame.norms.empty())
    return empty_note("This model is built without norms: its sums go on as they are.",
                      "“layers” shows how they grow, “before or after” what norms do to gradients.");
  part.draw(frame);
}

}  // namespace

namespace norms {
extern const ViewPage kPage = {.draw = draw_norms};
}

}  // namespace attnlab
