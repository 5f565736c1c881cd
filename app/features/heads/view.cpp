// Heads: every attention head of the model, or one of them. Also the buttons that edit the selected head.
// Script names: heads.zero, heads.mean, heads.only, heads.swap, heads.restore.
#include <algorithm>
#include <span>

#include "app/features/heads/view_frame.h"
#include "app/state/heads_choice.h"
#include "app/state/made_commands.h"
#include "app/views/common/target_list.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// One edit of the head that a button switches on and off.
struct HeadButton {
  const char *name, *label, *tip;
  HeadEdit::How how;
};

constexpr HeadButton kHeadButtons[] = {
    {"heads.zero", tr_mark("Ablate"), tr_mark("Sets the head's output to zero"), HeadEdit::How::Zero},
    {"heads.mean", tr_mark("Mean-ablate"),
     tr_mark("Replaces the head's output at each position with its mean over all positions"),
     HeadEdit::How::Mean},
    {"heads.only", tr_mark("Keep only"),
     tr_mark("Sets the output of all other heads of this attention layer to zero"), HeadEdit::How::Only},
    {"heads.swap", tr_mark("Swap with next"), tr_mark("Swaps the head with the next one"),
     HeadEdit::How::Swap}};

/// The buttons that make sense for the model on screen.
std::span<const HeadButton> head_buttons(const ViewModel& model) {
  return std::span(kHeadButtons).first(model.trace->config().heads < 2 ? 2 : std::size(kHeadButtons));
}

Edit edit_of(const HeadButton& button, const ViewModel& model) {
  return head_edit(model.state.selection, button.how, model.trace->config().heads);
}

/// Removes edits, the last first, so that the numbers of the others stay.
void remove_edits(const ViewModel& model, std::span<const HeadButton> buttons, const Emit& emit) {
  for (std::size_t i = model.state.edits.size(); i-- > 0;) {
    const auto made_it = [&](const HeadButton& button) {
      return edit_text(edit_of(button, model)) == model.state.edits[i];
    };
    if (std::ranges::any_of(buttons, made_it)) emit({"edit.remove", {std::to_string(i)}});
  }
}

/// The next item goes on the same line if `width` fits there.
void wrap_before_button(float width) { next_on_line(width, em() * 0.4f); }

float head_button_width(const char* label) { return text_size(fonts().ui_bold, label).x + em() * 1.4f; }

}  // namespace

void draw_head_surgery(const ViewModel& model, const Emit& emit) {
  const std::span<const HeadButton> buttons = head_buttons(model);
  bool any = false;
  for (const HeadButton& button : buttons) {
    if (&button != &buttons[0]) wrap_before_button(head_button_width(tr(button.label)));
    const Edit edit = edit_of(button, model);
    const bool on = has_edit(model.state, edit);
    any = any || on;
    if (!text_button(button.name, tr(button.label), tr(button.tip), {.toggled = on})) continue;
    if (!on) {
      emit(edit_command(edit));
    } else {
      remove_edits(model, {&button, 1}, emit);
    }
  }
  if (any) {
    wrap_before_button(head_button_width(tr("Restore")));
    if (text_button("heads.restore", Icon::Undo, tr("Restore"), tr("Removes these edits of the head")))
      remove_edits(model, buttons, emit);
  }
  const std::string loss = loss_words(model);
  wrap_before_button(text_size(fonts().ui, loss).x + em());
  const Box box = reserve({text_size(fonts().ui, loss).x + em() * 1.5f, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, {{box.min.x + em() * 0.6f, box.min.y}, box.max},
               model.diff ? role_text(Role::Gradient) : theme().palette.text_dim, loss);
}

namespace {

void draw_heads(const ViewModel& model, const Emit& emit) {
  model.state.choices.of<HeadsChoice>().open ? draw_open_head(model, emit) : draw_heads_grid(model, emit);
}

}  // namespace

namespace heads {
extern const ViewPage kPage = {.draw = draw_heads};
}

}  // namespace attnlab
