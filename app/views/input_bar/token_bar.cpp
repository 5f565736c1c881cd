// The token bar: a typed sentence as tokens, with the model's prediction at each position. Script
// names: tokens.source, tokens.target (text fields; a model without an encoder has only tokens.target),
// tokens.generate (switch), tokens.examples (button), tokens.example[i,0] (its entries),
// tokens.source_chips[0,i], tokens.target_chips[0,i], tokens.target_chips.said[0,i], pass.stop and
// open.stop (of what takes long).
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "app/base/format.h"
#include "app/views/common/hover.h"
#include "app/views/common/picture_view.h"
#include "app/views/common/predictions.h"
#include "app/views/common/stale.h"
#include "app/views/common/trace_matrices.h"
#include "app/views/common/views.h"
#include "app/views/input_bar/class_list.h"
#include "app/views/input_bar/token_columns.h"
#include "app/views/input_bar/token_fields.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/frame_share.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// How much of the bar fits into the window's height.
enum class Detail { Fields, Chips, Says, All };

Detail detail() {
  const float height = ImGui::GetMainViewport()->WorkSize.y / em();
  if (height < 24) return Detail::Fields;
  if (height < 29) return Detail::Chips;
  return height < 34 ? Detail::Says : Detail::All;
}

std::vector<TokenColumn> columns_of(const ViewModel& model, TextSide side, const TokenMarks& marks) {
  const bool source = side == TextSide::Source;
  std::vector<TokenColumn> columns;
  for (const Piece& piece : source ? model.trace->source_pieces : model.trace->input_pieces)
    columns.push_back({.token = piece.text, .unknown = !piece.known});
  for (std::size_t i = 0; i < std::min(marks.attention.size(), columns.size()); ++i)
    columns[i].attention = marks.attention[i];
  for (std::size_t i = 0; i < columns.size(); ++i)
    columns[i].lit = hovered().on({source, static_cast<int>(i)});
  return columns;
}

/// Predictions of the trace on screen, searched once for each trace: of a large vocabulary over some frames.
struct FoundPredictions {
  TracePtr trace;
  std::vector<Prediction> all;
  bool complete = false;
};

const std::vector<Prediction>& current_predictions(const ViewModel& model) {
  FoundPredictions& found = model.remembered<FoundPredictions>();
  if (found.trace != model.trace) found = {model.trace, {}};
  if (found.complete) return found.all;
  std::size_t all = std::numeric_limits<std::size_t>::max();
  found.complete = add_predictions(*model.trace, has_later_frames() ? cells_left() : all, found.all);
  if (!found.complete) go_on_next_frame();
  return found.all;
}

void say_predictions(const ViewModel& model, std::vector<TokenColumn>& columns) {
  const std::vector<Prediction>& all = current_predictions(model);
  const Tokenizer& tokenizer = model.vocabularies->target;
  for (std::size_t i = 0; i < std::min(all.size(), columns.size()); ++i) {
    if (!is_learnt(model, i)) continue;  // the label of this token was not learned
    const Prediction& p = all[i];
    columns[i].said = prediction_words(model.format, tokenizer, p.token);
    columns[i].probability = p.probability;
    // Generated output is neither correct nor wrong.
    if (model.trace->target_is_generated || !p.counted()) continue;
    columns[i].verdict = p.right() ? Verdict::Right : Verdict::Wrong;
    columns[i].wanted = prediction_words(model.format, tokenizer, p.wanted);
  }
}

void inspect_prediction(const ViewModel& model, int position, const Emit& emit) {
  const auto at = static_cast<std::size_t>(position);
  if (at >= current_predictions(model).size() || !is_learnt(model, at)) return;
  const std::string token = std::to_string(current_predictions(model)[at].token),
                    place = std::to_string(position);
  const bool candidates = model.format == Format::WordContext;
  emit({"inspect", {"output.probabilities", candidates ? "0,0," + place : "0," + place + "," + token}});
}

/// The prediction whose menu is open.
struct QuestionMenu {
  int position = 0;
};

/// Which predictions of a stream count, by hand: `pressed` is the prediction pressed by the right button.
void draw_question_menu(const ViewModel& model, int pressed, const Emit& emit) {
  int& position = model.remembered<QuestionMenu>().position;
  if (pressed >= 0) {
    position = pressed;
    ImGui::OpenPopup("question");
  }
  if (!ImGui::BeginPopup("question")) return;
  const auto choose = [&](const char* words, const std::string& question) {
    if (ImGui::Selectable((std::string(words) + "###question." + question).c_str()))
      emit({"text.question", {question}});
  };
  choose(tr("Ignore predictions before this one"), std::to_string(position + 1));
  choose(tr("Count all predictions"), "0");
  choose(tr("Count as the task does"), "task");
  ImGui::EndPopup();
}

/// Whether each token of the source has its own prediction.
bool says_of_source(const ViewModel& model) {
  return model.format == Format::Masked || model.format == Format::Labels;
}

void draw_columns(const ViewModel& model, TextSide side, const BarPlace& place, const Emit& emit) {
  const bool source = side == TextSide::Source;
  const TokenMarks marks = token_marks(model, side);
  std::vector<TokenColumn> columns = columns_of(model, side, marks);
  const bool says = !source || says_of_source(model);
  if (says) say_predictions(model, columns);
  TokenColumnsOptions o;
  o.reads = tr("reads");
  o.says = !says || detail() < Detail::Says ? "" : tr("predicts");
  o.percents = detail() == Detail::All;
  o.legend = says;
  o.query = marks.query;
  o.key = marks.key;
  o.width = place.width;
  o.label_width = text_label_width();
  o.target = source ? "tokens.source_chips" : "tokens.target_chips";
  const bool stream = !source && model.format == Format::Stream;
  if (stream) o.said_hint = tr("Right-click to choose which predictions count.");
  move_cursor(place.at);
  const TokenColumnsResult r = token_columns(source ? "source" : "target", columns, o);
  for (std::size_t i = 0; i < r.chips.size(); ++i)
    hover_grid({.box = r.chips[i], .query_source = source, .first_query = static_cast<int>(i)});
  if (r.clicked >= 0) choose_token(model, side, r.clicked, emit);
  if (r.said_clicked >= 0) inspect_prediction(model, r.said_clicked, emit);
  if (stream) draw_question_menu(model, r.said_menu, emit);
}

/// The remark about a text, below the text.
void draw_remark(const std::string& text, const BarPlace& place, Colour colour) {
  move_cursor(place.at);
  wrapped_text(fonts().small, colour, text, place.width);
}

std::string remark_of(const ViewModel& model, TextSide side) {
  const bool source = side == TextSide::Source;
  const bool of_target = has_target(model) && model.target_is_wrong;
  if (!model.trace_error.empty() && (of_target != source || !has_source(model))) return model.trace_error;
  if (!model.trace) return "";
  return unknown_remark(source ? model.trace->source_pieces : model.trace->input_pieces);
}

/// Draws a text with its field, chips, remark. `lower` is the width below the field. Returns the lower end.
float draw_side(const ViewModel& model, TextSide side, const BarPlace& place, float lower, const Emit& emit) {
  draw_text_row(model, side, place, emit);
  float y = place.at.y + ImGui::GetFrameHeight();
  const auto below = [&] { return BarPlace{{place.at.x, y + em() * 0.4f}, lower}; };
  if (model.trace && detail() != Detail::Fields) {
    const ImVec2 top = below().at;
    draw_columns(model, side, below(), emit);
    y = ImGui::GetItemRectMax().y;
    if (is_stale(model)) draw_veil(window_canvas(), {top, {top.x + lower, y}}, 0.75f);  // of the text before
  }
  if (const std::string remark = remark_of(model, side); !remark.empty()) {
    draw_remark(remark, below(), theme().palette.bad);
    y = ImGui::GetItemRectMax().y;
  } else if (const std::string hint = text_hint(model, side); !hint.empty() && detail() == Detail::All) {
    draw_remark(hint, below(), theme().palette.text_dim);
    y = ImGui::GetItemRectMax().y;
  }
  return y;
}

/// Height and width of a picture in the bar.
float picture_side() {
  const float high = ImGui::GetMainViewport()->WorkSize.y;
  return std::floor(std::clamp(high * 0.125f, em() * 4.5f, em() * 8));
}

/// Draws the picture and, beside it or below it, the text that describes it. Returns the lower end.
float draw_described_picture(const ViewModel& model, const BarPlace& place, float lower, const Emit& emit) {
  const ImVec2 at = place.at;
  if (!model.trace || model.pictures->empty()) return draw_side(model, TextSide::Target, place, lower, emit);
  const DrawnPicture drawn = draw_picture(model, at, picture_side(), emit);
  const float taken = drawn.right - at.x + em() * 1.5f, below = drawn.copies.max.y;
  if (lower < taken + em() * 30)
    return draw_side(model, TextSide::Target, {{at.x, below + em() * 0.5f}, lower}, lower, emit);
  const float text =
      draw_side(model, TextSide::Target, {{at.x + taken, at.y}, place.width - taken}, lower - taken, emit);
  return std::max(below, text);
}

/// Draws the picture and its possible classes side by side. Returns the lower end.
float draw_classified_picture(const ViewModel& model, const BarPlace& place, float lower, const Emit& emit) {
  if (!model.trace_error.empty() || !model.trace || model.trace->batch().pictures.empty()) {
    const std::string why = model.trace_error.empty() ? tr("no picture is available") : model.trace_error;
    draw_remark(why, place, theme().palette.bad);
    return ImGui::GetItemRectMax().y;
  }
  const float side = picture_side();
  const Box picture = draw_picture(model, place.at, side, emit).copies;
  const float x = picture.max.x + em() * 1.5f, y = picture.max.y - side;
  draw_class_list(model, {{x, y}, {place.at.x + lower, picture.max.y}}, emit);
  return picture.max.y;
}

/// Draws a text with its chips, and at the right the classes of a classified text.
float draw_source_side(const ViewModel& model, const BarPlace& place, float lower, const Emit& emit) {
  if (model.format != Format::Class || !model.trace || lower < em() * 40)
    return draw_side(model, TextSide::Source, place, lower, emit);
  const float left = std::floor(lower * 0.6f), top = place.at.y + ImGui::GetFrameHeight() + em() * 0.4f;
  const float text = draw_side(model, TextSide::Source, place, left, emit);
  const Box classes{{place.at.x + left + em(), top}, {place.at.x + lower, top + em() * 5.5f}};
  return std::max(text, top + draw_class_list(model, classes, emit));
}

/// "translate · step 1,240 · loss 0.312": the model's name, in bold, and its progress.
struct Status {
  std::string title, rest;
  float width() const {
    return std::ceil(text_size(fonts().ui_bold, title).x + text_size(fonts().ui, rest).x);
  }
};

/// "opening gpt2 43 %"
std::string opening_words(const OpeningView& opening) {
  if (opening.stopping) return tr("stopping…");
  if (!opening.lasting) return tr("opening…");
  return opening.share ? tr("opening {1} {2}", opening.name, format_percent(*opening.share, 0))
                       : tr("opening {1}…", opening.name);
}

Status status_of(const ViewModel& model) {
  Status s{model.title, ""};
  if (model.loading) s.rest = (s.title.empty() ? "" : " · ") + opening_words(model.opening);
  if (model.pass_share) s.rest = " · " + tr("computing {1}", format_percent(*model.pass_share, 0));
  if (model.loading || model.pass_share || !model.trace) return s;
  if (model.state.rewound) {
    s.rest =
        " · " + tr("step {1} of {2}", format_count(model.trace->step()), format_count(model.training.step));
    return s;
  }
  s.rest = " · " + tr("step {1}", format_count(model.training.step));
  if (model.training.step > 0 && model.training.loss > 0)
    s.rest += " · " + tr("loss {1}", format_number(model.training.loss, 3));
  return s;
}

/// Draws the button that ends a long opening or a long pass at the right end; returns its width.
float draw_stop(const ViewModel& model, const BarPlace& bar, const Emit& emit) {
  const bool opening = model.loading && model.opening.lasting && !model.opening.stopping;
  if (!opening && !model.pass_share) return 0;
  const char* const stop = tr("Stop");
  const float width = text_size(fonts().ui, stop).x + em() * 1.4f;
  move_cursor({bar.at.x + bar.width - width, bar.at.y});
  if (opening) {
    if (text_button("open.stop", stop, tr("Stops opening; what was open stays open")))
      emit({"open.stop", {}});
  } else if (text_button("pass.stop", stop, tr("Stops computing; the previous pass stays on screen"))) {
    emit({"pass.stop", {}});
  }
  move_cursor(bar.at);
  return width + em() * 0.6f;
}

/// Draws the status at the right end; returns its width.
float draw_status(const ViewModel& model, const BarPlace& bar) {
  Status s = status_of(model);
  const float most = bar.width * 0.3f;
  if (bar.width < em() * 72 || s.width() < 1) return 0;
  // Numbers change width: room in steps of two em keeps the fields still.
  const float width = std::min(std::ceil(s.width() / (em() * 2)) * em() * 2, most);
  const Box box = box_at({bar.at.x + bar.width - width, bar.at.y}, {width, ImGui::GetFrameHeight()});
  const Canvas canvas = window_canvas();
  const float rest = text_size(fonts().ui, s.rest).x;
  draw_text_in(canvas, fonts().ui_bold, {box.min, {box.max.x - rest, box.max.y}}, theme().palette.text,
               s.title, Align::Right);
  draw_text_in(canvas, fonts().ui, box, theme().palette.text_dim, s.rest, Align::Right);
  return width + em() * 1.5f;
}

}  // namespace

void draw_token_bar(const ViewModel& model, const Emit& emit) {
  const BarPlace bar{ImGui::GetCursorScreenPos(), ImGui::GetContentRegionAvail().x};
  const float stop = draw_stop(model, bar, emit);
  const float status = draw_status(model, {bar.at, bar.width - stop}) + stop;
  float bottom = bar.at.y + ImGui::GetFrameHeight();
  if (model.vocabularies) {
    const float room = bar.width - status, gap = em() * 1.5f;
    if (has_picture(model.format)) {
      const auto draw = has_target(model) ? draw_described_picture : draw_classified_picture;
      bottom = draw(model, {bar.at, room}, bar.width, emit);
    } else if (!has_target(model)) {
      bottom = draw_source_side(model, {bar.at, room}, bar.width, emit);
    } else if (!has_source(model)) {
      bottom = draw_side(model, TextSide::Target, {bar.at, room}, bar.width, emit);
    } else if (bar.width > em() * 54) {
      const float left = std::floor((room - gap) * 0.44f);
      const float a = draw_side(model, TextSide::Source, {bar.at, left}, left, emit);
      const float x = left + gap;
      const float b =
          draw_side(model, TextSide::Target, {{bar.at.x + x, bar.at.y}, room - x}, bar.width - x, emit);
      bottom = std::max(a, b);
    } else {
      const float a = draw_side(model, TextSide::Source, {bar.at, room}, bar.width, emit);
      bottom = draw_side(model, TextSide::Target, {{bar.at.x, a + em() * 0.5f}, bar.width}, bar.width, emit);
    }
  }
  move_cursor(bar.at);
  ImGui::Dummy({1, bottom - bar.at.y});
}

}  // namespace attnlab
