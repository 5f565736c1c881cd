// Shares of experts: how much of the held-out tokens and of this text each expert takes, now and over
// training. Also the held-out tokens that each expert takes.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/experts/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/runs/step_curves.h"
#include "app/views/runs/step_plot.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"
#include "core/training/run/probe.h"

namespace attnlab {
namespace {

using namespace std::string_literals;

/// In which order tokens are listed.
struct WordOrder {
  std::string_view name;  ///< in the option "order"
  const char* title;
  const char* sentence;
  TokenOrder order;
};
constexpr WordOrder kWordOrders[] = {
    {"often", tr_mark("most often"), tr_mark("The tokens that the expert took most often come first."),
     TokenOrder::Often},
    {"mostly", tr_mark("largest share"),
     tr_mark("The tokens of which the expert took the largest share come first; tokens that were read fewer "
             "than four times are not listed."),
     TokenOrder::Mostly}};
static_assert(kOftenEnough == 4, "a sentence says four");

constexpr std::size_t kMostWords = 24;

/// "41 of 52": how often the expert took it, of how often it was read.
std::string taken_words(const RoutedToken& token, Index expert) {
  return tr("{1} of {2}", format_count(token.taken[expert]), format_count(token.seen));
}

void draw_taken_word(const Box& box, const RoutedToken& token, Index expert) {
  const Palette& p = theme().palette;
  const std::string numbers = taken_words(token, expert);
  const float width = text_size(fonts().mono_small, numbers).x + em() * 0.4f;
  const auto share = float(token.taken[expert]) / float(std::max<Index>(token.seen, 1));
  const Box bar{{box.min.x, box.max.y - 3}, {box.min.x + box.width() * share, box.max.y - 1}};
  window_canvas().fill(bar, expert_colour(static_cast<int>(expert)));
  draw_text_in(window_canvas(), fonts().ui, {box.min, {box.max.x - width, box.max.y}}, p.text,
               display_token(token.text), Align::Left, Cut::Meant);
  draw_text_in(window_canvas(), fonts().mono_small, {{box.max.x - width, box.min.y}, box.max}, p.text_dim,
               numbers, Align::Right);
}

/// The list of one expert; returns its height.
float draw_word_list(const ExpertsFrame& frame, const HeldOutLayer& layer, Index expert, TokenOrder order,
                     const Box& head) {
  const Palette& p = theme().palette;
  const std::vector<const RoutedToken*> tokens = tokens_taken(layer, expert, order, kMostWords);
  const float line = std::ceil(em() * 1.55f), size = expert_badge_size();
  move_cursor(head.min);
  ImGui::PushID(static_cast<int>(expert));
  if (ImGui::InvisibleButton("words", head.size())) frame.select_expert(expert);
  ImGui::PopID();
  const float height = head.height() + line * float(std::max<std::size_t>(tokens.size(), 1));
  const Box whole = box_at(head.min, {head.width(), height});
  mark("experts.words[" + std::to_string(expert) + ",0]", whole);
  mark_part("experts.words[" + std::to_string(expert) + ",0]", tr("expert {1}", std::to_string(expert)),
            whole);
  const Index chosen = layer.counts.chosen(expert);
  if (expert == frame.expert) window_canvas().fill(head, p.accent_soft, em() * 0.2f);
  draw_expert_badge(box_at({head.min.x, head.centre().y - size / 2}, {size, size}), expert);
  draw_text_in(window_canvas(), fonts().small, {{head.min.x + size + em() * 0.4f, head.min.y}, head.max},
               p.text_dim, tr_plural("{1} token", "{1} tokens", chosen, format_count(chosen)), Align::Left,
               Cut::Meant);
  float y = head.max.y;
  for (const RoutedToken* token : tokens) {
    draw_taken_word({{head.min.x, y}, {head.max.x, y + line}}, *token, expert);
    y += line;
  }
  if (tokens.empty())
    draw_text_in(window_canvas(), fonts().small, {{head.min.x, y}, {head.max.x, y + line}}, p.text_dim,
                 tr("none"), Align::Left);
  return height;
}

/// The lists side by side, as many as fit.
void draw_word_lists(const ExpertsFrame& frame, const HeldOutLayer& layer, TokenOrder order) {
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize, gap = em() * 1.2f;
  const Index experts = layer.counts.experts();
  const auto fit = static_cast<Index>((room + gap) / (em() * 9 + gap));
  const Index columns = std::clamp<Index>(fit, 1, experts);
  const float width = std::min(std::floor((room - gap * float(columns - 1)) / float(columns)), em() * 18);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  float y = start.y, below = start.y;
  for (Index e = 0; e < experts; ++e) {
    const Index column = e % columns;
    if (column == 0 && e > 0) y = below + em() * 0.8f;
    const Box head = box_at({start.x + float(column) * (width + gap), y}, {width, std::ceil(em() * 1.7f)});
    below = std::max(below, y + draw_word_list(frame, layer, e, order, head));
  }
  move_cursor({start.x, below});
  ImGui::Dummy({room, em() * 0.3f});
}

}  // namespace

void draw_experts_words(const ExpertsFrame& frame) {
  const WordOrder& order = choose_row("experts.order", kWordOrders, frame.choice.order,
                                      [&](const std::string& name) { frame.choose("order", name); });
  const HeldOutLayer* const layer = frame.held_out();
  if (!layer) return draw_no_held_out(frame);
  wrapped_text(fonts().ui, theme().palette.text_dim,
               held_out_words(frame) + " " +
                   tr("A token with “41 of 52” was read 52 times and went through the expert 41 times.") +
                   " " + tr(order.sentence));
  ImGui::Dummy({0, em() * 0.2f});
  ImGui::BeginChild("experts words", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  draw_word_lists(frame, *layer, order.order);
  ImGui::EndChild();
}

namespace {

/// The measurements of the run on screen as curves.
struct ShareCurves {
  MeasuredCurves measured;
};

/// Places of a row: badge, bar, numbers.
struct ShareRow {
  Box box;
  float bars, numbers;

  explicit ShareRow(const Box& whole)
      : box(whole),
        bars(whole.min.x + expert_badge_size() + em() * 0.6f),
        numbers(whole.max.x - text_size(fonts().mono_small, "100.0 % · 100.0 %").x - em() * 0.4f) {}
};

/// `most`: the share that fills the bar.
void draw_share_bar(const Box& rail, double share, double most, Colour colour) {
  const float width = rail.width() * float(std::clamp(share / most, 0.0, 1.0));
  if (share > 0) window_canvas().fill({rail.min, {rail.min.x + std::max(width, 1.0f), rail.max.y}}, colour);
}

/// What the bars of one layer show.
struct LayerShares {
  std::vector<double> text, held_out;  ///< [E]; NaN where it is not known
  double most = 1;                     ///< the share that fills a bar
};

LayerShares layer_shares(const ExpertsFrame& frame) {
  LayerShares all;
  all.text = counts_of(frame.layer()).shares();
  all.held_out.assign(all.text.size(), std::nan(""));
  if (const HeldOutLayer* const layer = frame.held_out()) all.held_out = layer->counts.shares();
  all.most = 2 / double(frame.layer().experts());
  for (const std::vector<double>* shares : {&all.text, &all.held_out})
    for (const double share : *shares)
      if (std::isfinite(share)) all.most = std::max(all.most, share);
  all.most = std::min(all.most, 1.0);
  return all;
}

/// The held-out share above the share of this text; a line at the share of a uniform load.
void draw_share_row(const ExpertsFrame& frame, const Box& box, Index expert, const LayerShares& all) {
  const double held_out = all.held_out[expert], text = all.text[expert],
               even = 1 / double(frame.layer().experts());
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const ShareRow row(box);
  move_cursor(box.min);
  ImGui::PushID(static_cast<int>(expert));
  if (ImGui::InvisibleButton("share", box.size())) frame.select_expert(expert);
  ImGui::PopID();
  mark("experts.share[" + std::to_string(expert) + ",0]", box);
  if (expert == frame.expert) canvas.fill(box, p.accent_soft, em() * 0.2f);
  const float size = expert_badge_size();
  draw_expert_badge(box_at({box.min.x + em() * 0.2f, box.centre().y - size / 2}, {size, size}), expert);
  const float pad = std::floor(box.height() * 0.16f), middle = std::floor(box.min.y + box.height() * 0.62f);
  const Box rail{{row.bars, box.min.y + pad}, {row.numbers - em() * 0.6f, box.max.y - pad}};
  canvas.fill(rail, p.raised, em() * 0.1f);
  const Colour colour = expert_colour(static_cast<int>(expert));
  draw_share_bar({rail.min, {rail.max.x, middle}}, held_out, all.most, colour);
  draw_share_bar({{rail.min.x, middle}, rail.max}, text, all.most, p.text_faint);
  const float line = std::round(rail.min.x + rail.width() * float(even / all.most));
  canvas.fill({{line, rail.min.y - 1}, {line + 1, rail.max.y + 1}}, p.text_dim);
  const std::string known = std::isfinite(held_out) ? format_percent(held_out) : "–";
  draw_text_in(canvas, fonts().mono_small, {{row.numbers, box.min.y}, {box.max.x - em() * 0.3f, box.max.y}},
               p.text, known + " · " + format_percent(text), Align::Right);
}

void draw_share_bars(const ExpertsFrame& frame, float width) {
  const LayerShares all = layer_shares(frame);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float height = std::ceil(em() * 1.9f);
  for (std::size_t e = 0; e < all.text.size(); ++e)
    draw_share_row(frame, box_at({start.x, start.y + height * float(e)}, {width, height - em() * 0.2f}),
                   static_cast<Index>(e), all);
  move_cursor({start.x, start.y + height * float(all.text.size())});
  ImGui::Dummy({width, em() * 0.2f});
}

/// "Entropy 1.98 of 2.00 bits, balance 1.01.": how even the shares are.
std::string evenness_words(const ExpertCounts& counts) {
  return tr("Entropy {1}, balance {2}.", format_entropy(counts.entropy(), counts.experts()),
            format_fixed(counts.balance(), 2));
}

void draw_evenness(const ExpertsFrame& frame, float width) {
  const Colour dim = theme().palette.text_dim;
  if (const HeldOutLayer* const held_out = frame.held_out())
    wrapped_text(fonts().ui, dim, held_out_words(frame) + " " + evenness_words(held_out->counts), width);
  else
    draw_no_held_out(frame);
  const Index tokens = frame.layer().tokens();
  wrapped_text(fonts().ui, dim,
               tr_plural("This text: {1} token.", "This text: {1} tokens.", tokens, format_count(tokens)) +
                   " " + evenness_words(counts_of(frame.layer())),
               width);
  const double weight = frame.trace.config().balance_weight;
  wrapped_text(fonts().ui, dim,
               tr("Colored bars: held-out data. Gray bars: this text. The line marks a uniform load, which "
                  "has balance 1.") +
                   " "s +
                   (weight > 0 ? tr("The training loss includes the balance with weight {1}.",
                                    format_exact(float(weight)))
                               : tr("The training loss does not include the balance.")),
               width);
}

/// Empty where the run was measured without shares.
std::vector<Series> share_series(const ExpertsFrame& frame, const MeasuredCurves& curves) {
  std::vector<Series> all;
  for (Index e = 0; e < frame.layer().experts(); ++e) {
    const Index column =
        frame.model.record->column(std::string(kExpertShare) + frame.layer_name() + "#" + std::to_string(e));
    const std::vector<double>& values = curves.values(column);
    if (std::ranges::none_of(values, [](double v) { return std::isfinite(v); })) continue;
    all.push_back({.name = tr("expert {1}", std::to_string(e)),
                   .x = curves.steps(),
                   .y = values,
                   .colour = expert_colour(static_cast<int>(e)),
                   .thickness = e == frame.expert ? 2.8f : 1.7f,
                   .points = curves.steps().size() < 60});
  }
  return all;
}

void draw_shares_over_training(const ExpertsFrame& frame, ImVec2 size) {
  const float top = ImGui::GetCursorScreenPos().y;
  const Box title = reserve({size.x, std::ceil(em() * 1.4f)});
  draw_text_in(window_canvas(), fonts().ui_bold, title, theme().palette.text,
               tr("Over training, on the first held-out examples"));
  tip_term("load balancing", title);
  if (!frame.model.record) return dim_text(tr("This model has no training history."));
  ShareCurves& curves = frame.model.remembered<ShareCurves>();
  curves.measured.update(*frame.model.record);
  const std::vector<Series> series = share_series(frame, curves.measured);
  if (series.empty())
    return wrapped_text(fonts().ui, theme().palette.text_dim,
                        tr("No shares were measured in this run: it was trained by an earlier version of the "
                           "program, or without measurements."),
                        size.x);
  LinePlotOptions o;
  o.y_title = tr("share");
  o.y_lo = 0;
  o.size = {size.x, std::max(size.y - (ImGui::GetCursorScreenPos().y - top), em() * 10)};
  o.target = "experts.over_training";
  step_plot(frame.model, "over_training", series, std::move(o), frame.emit);
}

}  // namespace

void draw_experts_shares(const ExpertsFrame& frame) {
  ImGui::BeginChild("experts shares", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
  const float gap = em() * 1.5f;
  const bool beside = room.x > em() * 60;
  const float width = beside ? std::floor((room.x - gap) / 2) : room.x - ImGui::GetStyle().ScrollbarSize;
  ImGui::BeginGroup();
  draw_share_bars(frame, width);
  draw_evenness(frame, width);
  ImGui::EndGroup();
  const float plot = std::clamp(room.y - em(), em() * 14, em() * 24);
  if (beside) {
    move_cursor({at.x + width + gap, at.y});
  } else {
    ImGui::Dummy({0, em() * 0.4f});
  }
  ImGui::BeginGroup();
  draw_shares_over_training(frame, {width, beside ? plot : em() * 16});
  ImGui::EndGroup();
  ImGui::Dummy({0, em() * 0.4f});
  ImGui::EndChild();
}

}  // namespace attnlab
