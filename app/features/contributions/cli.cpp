// attention-lab contributions: a logit as the sum of the contributions of all parts of a model.
#include <CLI/CLI.hpp>
#include <memory>

#include "app/base/print.h"
#include "app/cli/figure.h"
#include "app/cli/groups/given_text.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/subcommands.h"
#include "app/features/contributions/cli_report.h"
#include "core/analysis/contributions/asked_word.h"
#include "core/language/messages.h"

namespace attnlab::contributions {
namespace {

struct Options {
  ModelOptions model;
  ExampleOptions example;
  OutputOptions output;
  std::string word, against, head;
  std::optional<Index> position;
  Index top = 0;
  bool by_size = false;
};

void check_has_contributions(const ModelConfig& config) {
  if (!has_stream_path(config))
    throw std::invalid_argument(tr("the logits of this model cannot be split into contributions: {1}",
                                   tr(why_no_stream_path(config))));
}

TokenId asked_entry(const std::string& option, const std::string& word, const Tokenizer& tokenizer) {
  check_utf8(option, word);
  try {
    return known_word(tokenizer, word);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(option + " " + error.what());
  }
}

/// The forward pass of the newest step decides what no option sets, so that steps are comparable.
AskedLogit asked_logit(const Options& o, const Trace& trace, const Tokenizer& tokenizer) {
  AskedLogit asked{.position = o.position.value_or(last_asked_position(trace))};
  if (asked.position >= logit_rows(trace))
    throw std::invalid_argument(tr("--position is {1}, but must be at most {2}",
                                   std::to_string(asked.position), std::to_string(logit_rows(trace) - 1)));
  asked.word = o.word.empty() ? word_to_ask(trace, asked.position) : asked_entry("--word", o.word, tokenizer);
  if (!o.against.empty()) asked.against = asked_entry("--against", o.against, tokenizer);
  return asked;
}

Report report_of(const Options& o, const Checkpoint& model, const TracePtr& trace, const AskedLogit& asked) {
  Report report{.step = model.state->step(), .trace = trace, .vocabularies = model.vocabularies.get()};
  report.all = split_logit(*trace, asked);
  report.parts = ordered_parts(report.all, o.by_size ? PartOrder::Size : PartOrder::Computation, o.top);
  if (!o.head.empty()) report.head = &head_named(report.all, o.head);
  return report;
}

void draw_contributions(const Options& o, const AskedLogit& asked, const Tokenizer& tokenizer) {
  draw_figure(o.output.figure, o.model, o.example,
              {{"view", {"contributions"}},
               {"contributions.position", {std::to_string(asked.position)}},
               {"choose", {"contributions.word", tokenizer.entry(asked.word)}},
               {"choose", {"contributions.against", asked.against ? tokenizer.entry(*asked.against) : ""}},
               {"choose", {"contributions.order", o.by_size ? "size" : "computation"}}});
}

int show_contributions(const Options& o) {
  require_model(o.model);
  require_example(o.example);
  const std::vector<Checkpoint> models = load_models(o.model);
  check_has_contributions(models.front().model->config());
  const std::vector<TracePtr> traces = passes_over(o.example, models);
  const Tokenizer& tokenizer = models.back().vocabularies->target;
  const AskedLogit asked = asked_logit(o, *traces.back(), tokenizer);
  std::vector<Table> tables;
  for (std::size_t i = 0; i < models.size(); ++i) {
    const Report report = report_of(o, models[i], traces[i], asked);
    const auto step = o.model.by_step() ? std::optional(report.step) : std::nullopt;
    if (o.output.csv.asked) add_tables(tables, {asked_table(report)}, step);
    if (o.output.json) print_json(report);
    if (!o.output.as_text()) continue;
    if (step) print((i ? "\n" : "") + tr("step {1}", std::to_string(*step)) + "\n");
    print_text(report);
  }
  if (o.output.csv.asked) put_out_csv(o.output.csv, tables.front().csv());
  if (!o.output.figure.empty()) draw_contributions(o, asked, tokenizer);
  return kDone;
}

void add_questions(CLI::App& command, Options& o) {
  command
      .add_option("--position", o.position,
                  tr("Position of the prediction, from 0 (default: the last one with a known correct token)"))
      ->type_name("N")
      ->check(whole_number(0));
  command
      .add_option("--word", o.word,
                  tr("Token whose logit is shown (default: the correct one or, if it is unknown, the most "
                     "probable one at the newest step)"))
      ->type_name("WORD");
  command.add_option("--against", o.against, tr("Subtract the logit of another token"))->type_name("WORD");
  command.add_option("--head", o.head, tr("List the tokens that this head reads, instead of the parts"))
      ->type_name("ATTENTION#N");
  command.add_flag("--by-size", o.by_size,
                   tr("List the largest parts first, instead of in order of computation"));
  command.add_option("--top", o.top, tr("List only the first N parts (default: all)"))
      ->type_name("N")
      ->check(whole_number(1));
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_model_options(
      command, options->model,
      {.set = "model.norm=post, heads=2", .steps = tr("Several stored steps, one after another")});
  add_example_options(command, options->example);
  add_questions(command, *options);
  add_output_options(command, options->output,
                     {.json = tr("Print one JSON object per step, each on a line"),
                      .csv = tr("one row per part, or per token of --head"),
                      .figure = tr("the view Contributions")});
  command.footer(
      tr("A logit is the sum of the contributions of the embedding, the position, each head, each\n"
         "feed-forward network and each bias, if the scale of every norm is frozen at its value in the\n"
         "forward pass. \"left out\" is how much the logit would fall without the part if the norms were\n"
         "computed again, \"error\" is the contribution minus \"left out\", and \"divisor\" is the number\n"
         "by which the last norm would then divide. The contribution of a token that a head reads is\n"
         "the attention weight times \"value\", the contribution of its value vector.") +
      std::string("\n\n") + tr("Examples:") +
      "\n"
      "  attention-lab contributions --model tales --text \"The owl sat\" --by-size --top 8\n"
      "  attention-lab contributions --model tales --text \"The owl sat\" --word \" \" --against e --json\n"
      "  attention-lab contributions --model tales --text \"The owl\" --head "
      "decoder.layers.1.self_attention#2\n"
      "  attention-lab contributions --model tales --text \"The owl\" --steps all --csv\n"
      "  attention-lab contributions --model rev --source hello --figure parts.svg");
  return [options] { return show_contributions(*options); };
}

}  // namespace

extern const Subcommand kSubcommand = {
    .sentence = tr_mark("Show a logit as the sum of the contributions of all parts of a model"),
    .declare = declare};

}  // namespace attnlab::contributions
