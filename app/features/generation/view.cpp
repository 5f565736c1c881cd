// Generation: how the next token is chosen, the cache between passes, and beam search. Also the tree of the
// beam search. Script names: generation.part[0,i], generation.temperature, generation.top_k,
// generation.top_p, generation.tokens, generation.beams, generation.length_penalty, generation.again,
// generation.take, generation.chips[0,i] (the generated tokens); more in generation_table.cpp,
// generation_cache.cpp and generation_beams.cpp; generation.beam[i,0] (sequences, the best first),
// generation.node[i,0] (the tree's nodes).
#include <algorithm>
#include <array>
#include <cmath>

#include "app/base/as_shown.h"
#include "app/base/format.h"
#include "app/features/generation/choice.h"
#include "app/features/generation/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/predictions.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_strip.h"
#include "app/widgets/tokens/token_text.h"
#include "app/widgets/tokens/tree.h"
#include "core/language/messages.h"
#include "core/text/escaped_text.h"

namespace attnlab {
namespace {

/// The tokens from the root to a node.
std::vector<TokenId> path_to(const std::vector<BeamNode>& tree, Index node) {
  std::vector<TokenId> path;
  for (Index i = node; i >= 0; i = tree[i].parent) path.push_back(tree[i].token);
  std::ranges::reverse(path);
  return path;
}

/// The node at which a sequence ended.
Index end_of(const std::vector<BeamNode>& tree, const Hypothesis& h) {
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const BeamNode& node = tree[i];
    if (node.ended != h.ended || node.log_probability != h.log_probability) continue;
    std::vector<TokenId> path = path_to(tree, static_cast<Index>(i));
    if (h.ended) path.pop_back();
    if (path == h.tokens) return static_cast<Index>(i);
  }
  return -1;
}

std::vector<TreeNode> nodes_of(const GenerationFrame& frame, const Hypothesis& lit) {
  const std::vector<BeamNode>& tree = frame.result.beams.tree;
  std::vector<TreeNode> nodes;
  for (const BeamNode& b : tree) {
    const double before = b.parent < 0 ? 0 : tree[b.parent].log_probability;
    TreeNode node;
    node.parent = static_cast<int>(b.parent);
    node.depth = static_cast<int>(b.depth);
    node.text = frame.name(b.token);
    node.detail = format_fixed(b.log_probability, 2);
    node.weight = float(std::exp(b.log_probability - before));
    node.alive = b.kept;
    node.ended = b.ended;
    nodes.push_back(std::move(node));
  }
  for (Index i = end_of(tree, lit); i >= 0; i = tree[i].parent) nodes[i].lit = true;
  return nodes;
}

void draw_node_tip(const GenerationFrame& frame, Index i) {
  const std::vector<BeamNode>& tree = frame.result.beams.tree;
  const BeamNode& node = tree[i];
  const double before = node.parent < 0 ? 0 : tree[node.parent].log_probability;
  const int digits = widgets().digits;
  begin_tooltip();
  value_line(tr("sequence"), on_one_line(escaped_text(frame.tokenizer.decode(path_to(tree, i)))));
  value_line(tr("ln p(token | before)"), format_fixed(node.log_probability - before, digits));
  value_line(tr("ln p(sequence)"), format_fixed(node.log_probability, digits));
  value_line(tr("probability"), format_percent(std::exp(node.log_probability)));
  dim_text(node.ended  ? tr("The sequence ends here.")
           : node.kept ? tr("Among the best: kept.")
                       : tr("Not among the best: dropped."));
  end_tooltip();
}

/// One final sequence, with the computation of its score.
void draw_hypothesis(const GenerationFrame& frame, std::size_t i, bool chosen) {
  const Hypothesis& h = frame.result.beams.best[i];
  const Box box =
      box_at(ImGui::GetCursorScreenPos(), {ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.6f)});
  const std::string id = "generation.beam[" + std::to_string(i) + ",0]";
  if (ImGui::Selectable(("##" + id).c_str(), chosen, 0, box.size()))
    frame.choose("hypothesis", std::to_string(i));
  mark(id, box);
  const double alpha = frame.result.choice.length_penalty;
  const auto length = double(h.tokens.size() + (h.ended ? 1 : 0));
  const double penalty = std::pow((5 + length) / 6, alpha);
  const int digits = widgets().digits;
  const std::string of = format_fixed(h.log_probability, digits), by = format_fixed(penalty, digits),
                    score = format_fixed(h.score, digits);
  const std::string sum =
      of + " ÷ " + by + " " + relation(shown_number(of) / shown_number(by), score) + " " + score;
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  const float numbers = text_size(fonts().mono, sum).x + em();
  draw_text_in(canvas, fonts().mono, {box.min, {box.max.x - em() * 0.4f, box.max.y}}, p.text, sum,
               Align::Right);
  const std::string text =
      on_one_line(escaped_text(frame.tokenizer.decode(h.tokens))) + (h.ended ? "" : " …");
  draw_text_in(canvas, chosen ? fonts().ui_bold : fonts().ui,
               {{box.min.x + em() * 0.5f, box.min.y}, {box.max.x - numbers, box.max.y}}, p.text, text,
               Align::Left, Cut::Meant);
}

void draw_found(const GenerationFrame& frame, std::size_t chosen) {
  const Box head = reserve({ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.3f)});
  const Canvas canvas = window_canvas();
  draw_text_in(canvas, fonts().small, {{head.min.x + em() * 0.5f, head.min.y}, head.max},
               theme().palette.text_dim, tr("found sequences, best first"));
  draw_text_in(canvas, fonts().small, {head.min, {head.max.x - em() * 0.4f, head.max.y}},
               theme().palette.text_dim, tr("ln p ÷ ((5 + length) / 6)^α = score"), Align::Right);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (std::size_t i = 0; i < frame.result.beams.best.size(); ++i) draw_hypothesis(frame, i, i == chosen);
  ImGui::PopStyleVar();
}

/// Draws the tree of a beam search and the sequences it found.
void draw_beams(const GenerationFrame& frame) {
  const auto& best = frame.result.beams.best;
  if (best.empty()) return empty_note(tr("The search did not find a sequence."));
  const std::size_t chosen = std::min(static_cast<std::size_t>(frame.choice.hypothesis), best.size() - 1);
  const std::vector<TreeNode> nodes = nodes_of(frame, best[chosen]);
  dim_text(
      tr("Each column adds one token: the best candidates of all beams, with ln p of the sequence. Filled "
         "candidates were kept; those with a green frame end the sequence."));
  const float found = std::ceil(em() * (1.6f * float(best.size()) + 2.4f));
  const float height = std::max(ImGui::GetContentRegionAvail().y - found, em() * 8);
  ImGui::BeginChild("tree", {0, height}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  const std::string root = writes_answer(frame.model.format) ? "<sos>" : tr("the text");
  const TreeResult drawn = tree("beams", nodes, {.root = root, .target = "generation.node"});
  ImGui::EndChild();
  if (drawn.hovered >= 0) draw_node_tip(frame, drawn.hovered);
  draw_found(frame, chosen);
}

}  // namespace

std::size_t GenerationFrame::step() const {
  return std::min(static_cast<std::size_t>(choice.step), result.sampled.steps.size() - 1);
}

namespace {

struct GenerationPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const GenerationFrame& frame);
};
constexpr GenerationPart kGenerationParts[] = {{"token", tr_mark("Next token"), draw_token_choice},
                                               {"cache", tr_mark("KV cache"), draw_decoding_cache},
                                               {"beams", tr_mark("Beam search"), draw_beams}};

/// A number with a slider.
struct SliderOption {
  const char* field;
  const char* label;
  const char* brief;  ///< label if there is little room
  double now, lo, hi;
  bool whole;
};

std::vector<SliderOption> options_of(const GenerationChoice& c, Index vocabulary, Index most_tokens) {
  const auto number = [](Index value) { return double(value); };
  const double v = number(vocabulary), most = number(most_tokens);
  const SliderOption tokens{"tokens", tr("tokens"), tr("tokens"), std::min(number(c.tokens), most),
                            1,        most,         true};
  if (c.searches())
    return {{"beams", tr("beams"), tr("beams"), number(c.beams), 1, 8, true},
            {"length_penalty", tr("length penalty α"), "α", c.length_penalty, 0, 2, false},
            tokens};
  return {{"temperature", tr("temperature T"), "T", c.temperature, 0, 3, false},
          {"top_k", tr("top-k (0: all)"), tr("top-k"), std::min(number(c.top_k), v), 0, v, true},
          {"top_p", tr("top-p"), tr("top-p"), c.top_p, 0.05, 1, false},
          tokens};
}

void draw_option(const SliderOption& option, bool brief, float width, const Emit& emit) {
  const char* const label = brief ? option.brief : option.label;
  const float rail = width - text_size(fonts().ui, label).x - em() * 4.2f;
  auto value = float(option.now);
  const std::string name = std::string("generation.") + option.field;
  if (!slider(name.c_str(), label, value, float(option.lo), float(option.hi), option.whole ? "%.0f" : "%.2f",
              std::max(rail, em() * 2)))
    return;
  const double rounded = option.whole ? std::round(double(value)) : std::round(double(value) * 100) / 100;
  if (rounded != option.now) emit({"choose", {name, plain_number(format_exact(float(rounded)))}});
}

/// Draws all options on one line, in equal widths.
void draw_options(const std::vector<SliderOption>& options, const Emit& emit) {
  const float gap = em() * 1.4f, room = ImGui::GetContentRegionAvail().x;
  const auto count = float(options.size());
  const float width = std::min((room - gap * (count - 1)) / count, em() * 15), left = ImGui::GetCursorPosX();
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (i) ImGui::SameLine(left + (width + gap) * float(i), 0);
    draw_option(options[i], width < em() * 13, width, emit);
  }
}

std::vector<TokenId> generated(const GenerationFrame& frame) {
  if (frame.choice.searches()) {
    const auto& best = frame.result.beams.best;
    if (best.empty()) return {};
    return best[std::min(static_cast<std::size_t>(frame.choice.hypothesis), best.size() - 1)].tokens;
  }
  std::vector<TokenId> ids;
  for (const DecodingStep& step : frame.result.sampled.steps) ids.push_back(step.token);
  return ids;
}

/// The button that makes the generated text the text on screen.
void draw_take(const GenerationFrame& frame) {
  const bool answers = writes_answer(frame.model.format);
  std::vector<TokenId> all = generated(frame);
  if (!answers)
    all.insert(all.begin(), frame.result.sampled.prompt.begin(), frame.result.sampled.prompt.end());
  if (text_button("generation.take", answers ? tr("Use as target") : tr("Use as text"),
                  tr("Show this text in all views")))
    frame.emit({"text.target", {on_one_line(frame.tokenizer.decode(all))}});
}

void draw_strip(const GenerationFrame& frame) {
  const auto& steps = frame.result.sampled.steps;
  std::vector<std::string> names;
  std::vector<float> chances;
  for (const DecodingStep& step : steps) {
    names.push_back(frame.name(step.token));
    chances.push_back(float(step.chance));
  }
  const TokenStripResult drawn = token_strip("generated", names,
                                             {.label = tr("generated"),
                                              .strength = chances,
                                              .strength_name = tr("probability"),
                                              .selected = static_cast<int>(frame.step()),
                                              .positions = ImGui::GetContentRegionAvail().y > em() * 22,
                                              .target = "generation.chips"});
  if (drawn.clicked < 0) return;
  frame.choose("step", std::to_string(drawn.clicked));
  frame.choose("rank", "0");
}

/// Draws the buttons at the right end of the line of parts.
void draw_buttons(const GenerationFrame& frame) {
  ImGui::SameLine(0, em() * 1.2f);
  if (!frame.choice.searches()) {
    if (text_button("generation.again", Icon::Reset, tr("Sample again"),
                    tr("The same probabilities, new random numbers")))
      frame.choose("seed", std::to_string(frame.choice.seed + 1));
    ImGui::SameLine(0, em() * 0.5f);
  }
  draw_take(frame);
}

void draw_result(const GenerationFrame& frame, const GenerationPart& part) {
  if (!frame.model.state.edits.empty()) dim_text(tr("Edits do not apply to generation yet."));
  if (frame.choice.searches()) {
    if (frame.result.choice.searches()) part.draw(frame);
    return;
  }
  if (frame.result.sampled.steps.empty()) return;
  draw_strip(frame);
  ImGui::Dummy({0, em() * 0.1f});
  part.draw(frame);
}

void draw_generation(const ViewModel& model, const Emit& emit) {
  const GenerationChoice& choice = model.state.choices.of<GenerationChoice>();
  const GenerationPart& part =
      choose_row("generation.part", kGenerationParts, choice.part, [&](const std::string& name) {
        emit({"choose", {"generation.part", name}});
      });
  const ModelConfig& config = model.trace->config();
  const std::vector<SliderOption> options =
      options_of(choice, config.target_vocabulary, std::min<Index>(config.context, 128));
  if (!model.analyses->of<GenerationResult>()) {
    draw_options(options, emit);
    const std::string& error = model.analyses->error<GenerationResult>();
    return error.empty() ? empty_note(tr("Generating…")) : empty_note(error);
  }
  const GenerationFrame frame{model, emit, *model.analyses->of<GenerationResult>(), choice,
                              model.vocabularies->target};
  draw_buttons(frame);
  draw_options(options, emit);
  draw_result(frame, part);
}

}  // namespace

namespace generation {
extern const ViewPage kPage = {.draw = draw_generation};
}

}  // namespace attnlab
