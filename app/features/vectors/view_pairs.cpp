// Training pairs: the text with its window, the words that are read, the word that is predicted, and the
// result of the forward pass on screen for the pair and its negative samples.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/vectors/view_frame.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"
#include "core/models/model.h"

namespace attnlab {
namespace {

constexpr Index kWordsAround = 14;

/// The pair of the text that is shown.
struct ShownPair {
  const ContextWindows& windows;
  PairPlace place;
  ContextWindow window;
  ContextPair pair;
  Example example;
  bool on_screen = false;  ///< the forward pass on screen reads it

  bool is_read(Index at) const { return std::ranges::find(pair.read, at) != pair.read.end(); }
  bool is_near(Index at) const { return at >= window.at - window.before && at <= window.at + window.after; }
};

ShownPair shown_pair(const VectorsFrame& frame) {
  const ContextWindows& windows = *frame.model.windows;
  const PairPlace place = pair_at(windows, {frame.choice.place, frame.choice.pair});
  const ContextWindow window = windows.window(place.at);
  ShownPair shown{windows, place, window, windows.pair(window, place.which),
                  windows.example(window, place.which)};
  shown.on_screen =
      frame.model.state.source == shown.example.source && frame.model.state.target == shown.example.target;
  return shown;
}

std::string pair_word(const VectorsFrame& frame, const ShownPair& pair, Index at) {
  const TokenId id = pair.windows.words()[static_cast<std::size_t>(at)];
  return id < 0 ? "¶" : display_token(frame.model.vocabularies->target.entry(id));
}

void draw_pair_buttons(const VectorsFrame& frame, const ShownPair& pair) {
  const bool plays = frame.model.screen.plays == &vectors::kFeature;
  if (icon_button("vectors.pairs.previous", Icon::StepBack, tr("Previous pair  (←)")))
    frame.emit({"vectors.pair", {"previous"}});
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button("vectors.pairs.play", plays ? Icon::Pause : Icon::Play, tr("Play the pairs  (P)"),
                  {.primary = !plays, .toggled = plays}))
    frame.emit({"vectors.play", {"toggle"}});
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button("vectors.pairs.next", Icon::StepForward, tr("Next pair  (→)")))
    frame.emit({"vectors.pair", {"next"}});
  ImGui::SameLine(0, em());
  const std::string place =
      tr("Word {1} of {2} · pair {3} of {4}", format_count(pair.place.at + 1),
         format_count(std::ssize(pair.windows.words())), std::to_string(pair.place.which + 1),
         std::to_string(pair.windows.pairs(pair.window)));
  const Box box = reserve({text_size(fonts().ui, place).x + em() * 0.3f, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text, place, Align::Left, Cut::Meant);
  if (pair.on_screen) return;
  next_on_line(em() * 9, em());
  if (text_button("vectors.pairs.here", tr("Read this pair"),
                  tr("The numbers below are for another text. Click to let the model read this pair."),
                  {.primary = true}))
    frame.emit({"vectors.pair", {"here"}});
}

/// How to draw a word of the text.
struct WordLook {
  Role role = Role::None;
  bool framed = false;
};

WordLook look_of_word(const ShownPair& pair, Index at) {
  if (at == pair.pair.guessed) return {Role::Value, true};
  if (pair.is_read(at)) return {Role::Query, true};
  return {Role::None, pair.is_near(at)};
}

/// One word; returns whether it was pressed.
bool draw_text_word(const std::string& target, const std::string& word, const WordLook& look,
                    const Box& box) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  move_cursor(box.min);
  ImGui::PushID(target.c_str());
  const bool pressed = ImGui::InvisibleButton("word", box.size());
  const bool over = ImGui::IsItemHovered();
  ImGui::PopID();
  mark(target, box);
  if (look.role != Role::None || over)
    canvas.fill(box, look.role == Role::None ? p.raised : role_tint(look.role), em() * 0.25f);
  if (look.framed)
    canvas.frame(box, look.role == Role::None ? p.border : role_colour(look.role), em() * 0.25f,
                 std::max(1.0f, em() / 10));
  draw_text_in(canvas, look.role == Role::None ? fonts().ui : fonts().ui_bold, box,
               look.role == Role::None ? (look.framed ? p.text : p.text_dim) : role_text_on_tint(look.role),
               word, Align::Centre, Cut::Meant);
  return pressed;
}

/// The words around the position, wrapped like a text.
void draw_text_window(const VectorsFrame& frame, const ShownPair& pair) {
  const Index length = std::ssize(pair.windows.words());
  const Index from = std::max<Index>(pair.place.at - kWordsAround, 0),
              to = std::min(pair.place.at + kWordsAround + 1, length);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float right = start.x + ImGui::GetContentRegionAvail().x, height = std::ceil(em() * 1.7f);
  ImVec2 at = start;
  for (Index i = from; i < to; ++i) {
    const std::string word = pair_word(frame, pair, i);
    const WordLook look = look_of_word(pair, i);
    const float width =
        text_size(look.role == Role::None ? fonts().ui : fonts().ui_bold, word).x + em() * 0.8f;
    if (at.x + width > right && at.x > start.x) at = {start.x, at.y + height + em() * 0.25f};
    const std::string target = "vectors.words[0," + std::to_string(i - from) + "]";
    if (draw_text_word(target, word, look, box_at(at, {width, height})))
      frame.emit({"vectors.pair", {std::to_string(i)}});
    at.x += width + em() * 0.15f;
  }
  move_cursor({start.x, at.y + height});
  ImGui::Dummy({0, em() * 0.3f});
}

/// "Skip-gram: the model reads “cat”. The score of “the”, 1 word before it, should become high."
std::string pair_sentence(const VectorsFrame& frame, const ShownPair& pair) {
  const std::string predicted = pair_word(frame, pair, pair.pair.guessed);
  if (pair.pair.read.size() != 1 || pair.pair.read.front() != pair.window.at) {
    const auto words = std::ssize(pair.pair.read);
    return tr_plural(
        "CBOW: the model reads the vector of {1} surrounding word. The score of “{2}”, the center word, "
        "should become high.",
        "CBOW: the model reads the mean of the vectors of {1} surrounding words. The score of “{2}”, the "
        "center word, should become high.",
        words, std::to_string(words), predicted);
  }
  const std::string read = pair_word(frame, pair, pair.window.at);
  const Index far = pair.pair.guessed - pair.window.at;
  const std::string words = std::to_string(std::abs(far));
  return far < 0 ? tr_plural(
                       "Skip-gram: the model reads “{1}”. The score of “{2}”, {3} word before it, should "
                       "become high.",
                       "Skip-gram: the model reads “{1}”. The score of “{2}”, {3} words before it, should "
                       "become high.",
                       -far, read, predicted, words)
                 : tr_plural(
                       "Skip-gram: the model reads “{1}”. The score of “{2}”, {3} word after it, should "
                       "become high.",
                       "Skip-gram: the model reads “{1}”. The score of “{2}”, {3} words after it, should "
                       "become high.",
                       far, read, predicted, words);
}

/// The numbers of one candidate in the forward pass on screen.
struct CandidateNumbers {
  std::string word;
  bool near = false, counts = true;
  double score = 0, probability = 0, loss = 0, gradient = std::nan("");
};

const TraceTensor* made_by(const Trace& trace, const Part& part, const Site& site) {
  return trace.find(Place().inside(part), site);
}

std::vector<CandidateNumbers> candidates_of(const ViewModel& model) {
  const Trace& trace = *model.trace;
  const model_sites::OutputSites& sites = output_sites(trace.config());
  const TraceTensor* const scores = made_by(trace, model_sites::kOutput, sites.logits);
  const TraceTensor* const shares = made_by(trace, model_sites::kOutput, sites.probabilities);
  const TraceTensor* const losses = made_by(trace, model_sites::kLoss, sites.per_token);
  std::vector<CandidateNumbers> all;
  if (!scores || !shares || !losses) return all;
  for (std::size_t i = 0; i < trace.input_pieces.size(); ++i) {
    const TokenId target = trace.batch().target[i];
    CandidateNumbers c{display_token(trace.input_pieces[i].text), target == 1, target >= 0};
    c.score = static_cast<double>(scores->value[i]);
    c.probability = static_cast<double>(shares->value[i]);
    c.loss = static_cast<double>(losses->value[i]);
    if (!scores->gradient.empty() && model.at_hand(*scores))
      c.gradient = static_cast<double>(scores->gradient[i]);
    all.push_back(std::move(c));
  }
  return all;
}

/// Widths of the table's columns, from the left, in em().
constexpr float kPairWidths[] = {9, 6, 5.5f, 5.5f, 5.5f, 7.5f};

void draw_pair_line(const Box& line, std::span<const std::string> cells, Colour ink, ImFont* font) {
  float x = line.min.x + em() * 0.3f;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const float width = em() * kPairWidths[i];
    draw_text_in(window_canvas(), i < 2 ? fonts().ui : font, {{x, line.min.y}, {x + width, line.max.y}}, ink,
                 cells[i], i < 2 ? Align::Left : Align::Right, Cut::Meant);
    x += width;
  }
}

void draw_candidate(const VectorsFrame& frame, const CandidateNumbers& c, std::size_t number, float width) {
  const Palette& p = theme().palette;
  const int digits = widgets().digits;
  const Box line = box_at(ImGui::GetCursorScreenPos(), {width, std::ceil(em() * 1.6f)});
  const std::string name = "vectors.pair[" + std::to_string(number) + ",0]";
  ImGui::PushID(name.c_str());
  if (ImGui::InvisibleButton("candidate", line.size()))
    frame.emit({"inspect.here", {"output.logits", "0,0," + std::to_string(number)}});
  const bool over = ImGui::IsItemHovered();
  ImGui::PopID();
  tip(tr("Explain the score in the inspector"));
  mark(name, line);
  if (c.near || over) window_canvas().fill(line, c.near ? role_tint(Role::Value) : p.raised, em() * 0.2f);
  const std::string cells[] = {c.word,
                               !c.counts ? tr("unknown")
                               : c.near  ? tr("positive: 1")
                                         : tr("negative: 0"),
                               format_number(c.score, digits),
                               format_number(c.probability, digits),
                               c.counts ? format_number(c.loss, digits) : "–",
                               std::isnan(c.gradient) ? "–" : format_number(c.gradient, digits)};
  draw_pair_line(line, cells, c.near ? role_text_on_tint(Role::Value) : p.text, fonts().mono);
}

void draw_candidates(const VectorsFrame& frame) {
  const std::vector<CandidateNumbers> all = candidates_of(frame.model);
  const Palette& p = theme().palette;
  float width = em() * 0.6f;
  for (const float each : kPairWidths) width += em() * each;
  const Box head = reserve({width, std::ceil(em() * 1.5f)});
  const std::string titles[] = {tr("candidate"), "", "u·v", "σ(u·v)", tr("loss"), "∂loss/∂(u·v)"};
  draw_pair_line(head, titles, p.text_dim, fonts().small);
  for (std::size_t i = 0; i < all.size(); ++i) draw_candidate(frame, all[i], i, width);
  wrapped_text(fonts().ui, p.text,
               tr("The loss is {1}: the mean of −ln σ(u·v) for the word from the text and −ln(1 − σ(u·v)) "
                  "for the negative samples.",
                  format_number(frame.trace.loss(), widgets().digits)));
  wrapped_text(
      fonts().ui, p.text_dim,
      tr("u is the vector of the word that the model reads, or the mean of several. v is the candidate's "
         "vector, from the other table. If the gradient is negative, a training step increases u·v."));
}

std::string read_words(const Trace& trace) {
  std::string words;
  for (const Piece& piece : trace.source_pieces)
    words += (words.empty() ? "" : " ") + display_token(piece.text);
  return words;
}

}  // namespace

void draw_vector_pairs(const VectorsFrame& frame) {
  const ShownPair pair = shown_pair(frame);
  ImGui::BeginChild("pairs", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  draw_pair_buttons(frame, pair);
  ImGui::Dummy({0, em() * 0.2f});
  draw_text_window(frame, pair);
  wrapped_text(
      fonts().ui, theme().palette.text,
      pair_sentence(frame, pair) + " " +
          tr("The other words in the list are negative samples: they are drawn at random in proportion to "
             "count^¾, anew for each training step, and their scores should become low."));
  ImGui::Dummy({0, em() * 0.4f});
  const std::string read =
      fitted(fonts().ui, read_words(frame.trace), ImGui::GetContentRegionAvail().x - em() * 24);
  panel_header(tr("Forward pass on screen"), pair.on_screen ? tr("this pair; the model reads {1}", read)
                                                            : tr("another text; the model reads {1}", read));
  draw_candidates(frame);
  ImGui::EndChild();
}

}  // namespace attnlab
