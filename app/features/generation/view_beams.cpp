// Beam search: the tree of the search, and its final sequences.
// Script names: generation.beam[i,0] (sequences, the best first), generation.node[i,0] (the tree's nodes).
#include <algorithm>
#include <cmath>

#include "app/base/as_shown.h"
#include "app/base/format.h"
#include "app/features/generation/results.h"
#include "app/features/generation/view_frame.h"
#include "app/views/common/predictions.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "app/widgets/tokens/tree.h"
#include "core/text/escaped_text.h"

namespace attnlab {

namespace {

/// The tokens from the root to a node.
std::vector<TokenId> path_to(const std::vector<BeamNode>& tree, Index node) {
  std::vector<TokenId> path;
  for (Index i = node; i >= 0; i = tree[static_cast<std::size_t>(i)].parent)
    path.push_back(tree[static_cast<std::size_t>(i)].token);
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
    const double before = b.parent < 0 ? 0 : tree[static_cast<std::size_t>(b.parent)].log_probability;
    TreeNode node;
    node.parent = static_cast<int>(b.parent);
    node.depth = static_cast<int>(b.depth);
    node.text = frame.name(b.token);
    node.detail = format_fixed(b.log_probability, 2);
    node.weight = static_cast<float>(std::exp(b.log_probability - before));
    node.alive = b.kept;
    node.ended = b.ended;
    nodes.push_back(std::move(node));
  }
  for (Index i = end_of(tree, lit); i >= 0; i = tree[static_cast<std::size_t>(i)].parent)
    nodes[static_cast<std::size_t>(i)].lit = true;
  return nodes;
}

void draw_node_tip(const GenerationFrame& frame, Index i) {
  const std::vector<BeamNode>& tree = frame.result.beams.tree;
  const BeamNode& node = tree[static_cast<std::size_t>(i)];
  const double before = node.parent < 0 ? 0 : tree[static_cast<std::size_t>(node.parent)].log_probability;
  const int digits = widgets().digits;
  begin_tooltip();
  value_line("sequence", on_one_line(escaped_text(frame.tokenizer.decode(path_to(tree, i)))));
  value_line("ln p(token | before)", format_fixed(node.log_probability - before, digits));
  value_line("ln p(sequence)", format_fixed(node.log_probability, digits));
  value_line("probability", format_percent(std::exp(node.log_probability)));
  dim_text(node.ended  ? "Ended here."
           : node.kept ? "Among the best: went on."
                       : "Not among the best: dropped.");
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
  const auto length = static_cast<double>(h.tokens.size() + (h.ended ? 1 : 0));
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
               theme().palette.text_dim, "found, the best first");
  draw_text_in(canvas, fonts().small, {head.min, {head.max.x - em() * 0.4f, head.max.y}},
               theme().palette.text_dim, "ln p ÷ ((5 + length) / 6)^α = score", Align::Right);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (std::size_t i = 0; i < frame.result.beams.best.size(); ++i) draw_hypothesis(frame, i, i == chosen);
  ImGui::PopStyleVar();
}

}  // namespace

void draw_beams(const GenerationFrame& frame) {
  const auto& best = frame.result.beams.best;
  if (best.empty()) return empty_note("The search found nothing.");
  const std::size_t chosen = std::min(static_cast<std::size_t>(frame.choice.hypothesis), best.size() - 1);
  const std::vector<TreeNode> nodes = nodes_of(frame, best[chosen]);
  dim_text(
      "Each column is one token more: the best candidates of all beams, with ln p of the sequence. "
      "Filled ones went on, framed in green ended.");
  const float found = std::ceil(em() * (1.6f * static_cast<float>(best.size()) + 2.4f));
  const float height = std::max(ImGui::GetContentRegionAvail().y - found, em() * 8);
  ImGui::BeginChild("tree", {0, height}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  const std::string root = writes_answer(frame.model.format) ? "<sos>" : "the text";
  const TreeResult drawn = tree("beams", nodes, {.root = root, .target = "generation.node"});
  ImGui::EndChild();
  if (drawn.hovered >= 0) draw_node_tip(frame, drawn.hovered);
  draw_found(frame, chosen);
}

}  // namespace attnlab
