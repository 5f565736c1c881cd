// The view Heads: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/feature/opened_features.h"
#include "app/state/analyses/analysis.h"
#include "app/state/heads_choice.h"
#include "app/state/latest_job.h"
#include "core/analysis/heads/head_effects.h"
#include "core/analysis/heads/head_overview.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

class HeadAnalyses final : public Analysis {
 public:
  explicit HeadAnalyses(const AnalysisTools& tools) : overview_(tools.wake), effects_(tools.wake) {}

  void update(const AnalysisInput& input) override {
    overview_.take();
    effects_.take();
    if (attentions_of(input.trace->config()).empty()) return;
    const bool on_heads = on_stage(input.state, heads::kFeature);
    if (on_heads || on_stage(input.state, architecture::kFeature))
      overview_.ask(input.trace,
                    [trace = input.trace](StopToken) { return head_overview(*trace, kThumbnailCells); });
    if (on_heads)
      effects_.ask(input.trace,
                   [tracer = input.model.tracer, trace = input.trace, request = input.request](StopToken) {
                     return head_effects(*tracer, *trace, *request, HeadEdit::How::Zero);
                   });
  }
  void clear() override {
    overview_.clear();
    effects_.clear();
  }
  bool busy() const override { return overview_.busy() || effects_.busy(); }
  void publish(Results& results) const override {
    results.set(overview_.result());
    results.set(effects_.result());
  }

 private:
  LatestJob<TracePtr, HeadOverview> overview_;
  LatestJob<TracePtr, std::vector<HeadEffect>> effects_;
};

std::unique_ptr<Analysis> make_head_analyses(const AnalysisTools& tools) {
  return std::make_unique<HeadAnalyses>(tools);
}

Fields heads_fields(Choices& choices) {
  HeadsChoice& c = choices.of<HeadsChoice>();
  return {{"open", &c.open, tr_mark("whether the selected head is shown alone")},
          {"average", &c.average, tr_mark("whether the mean over the heads of the layer is shown")},
          {"lines", &c.lines, tr_mark("whether lines connect the tokens")},
          {"compare", &c.compare, tr_mark("the head to compare with: LAYER.HEAD, or none")},
          {"badge",
           &c.badge,
           tr_mark("the measure that is shown for each head"),
           {},
           {},
           {"strongest", "entropy", "distance", "first", "previous", "same", "induction", "effect"}},
          {"sorted", &c.sorted, tr_mark("whether heads are sorted by the measure")}};
}

void forget_heads(Choices& choices) {
  choices.of<HeadsChoice>().open = false;
  choices.of<HeadsChoice>().compare = "none";
}

bool among_heads(const Choices& choices) { return !choices.of<HeadsChoice>().open; }
bool in_head(const Choices& choices) { return choices.of<HeadsChoice>().open; }

constexpr ViewKey kHeadsKeys[] = {
    {"Left", "←", tr_mark("previous head"), "head.previous"},
    {"Right", "→", tr_mark("next head"), "head.next"},
    {"Up", "↑", tr_mark("one layer up"), "layer.next", among_heads},
    {"Down", "↓", tr_mark("one layer down"), "layer.previous", among_heads},
    {"Enter", "Enter", tr_mark("open the head"), "choose heads.open on", among_heads},
    {"Escape", "Escape", tr_mark("back to all heads"), "choose heads.open off", in_head},
};

}  // namespace

namespace heads {

const Feature kFeature = {.name = "heads",
                          .title = tr_mark("Heads"),
                          .group = &kPassGroup,
                          .term = "multi-head attention",
                          .key = "2",
                          .shared = {.cells = true, .layers = true, .matrices = true},
                          .keys = kHeadsKeys,
                          .options = heads_fields,
                          .forget_model = forget_heads,
                          .offered = has_attention_heads,
                          .why_not = no_attention_heads,
                          .analysis = make_head_analyses};

}  // namespace heads

}  // namespace attnlab
