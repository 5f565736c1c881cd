// attention-lab contributions: a logit as the sum of what each part of a model adds to it.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/figure.h"
#include "app/cli/groups/given_text.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/subcommands.h"
#include "app/features/contributions/cli_report.h"
#include "core/analysis/contributions/asked_word.h"

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
    throw std::invalid_argument("this model's logits have no contributions: " +
                                std::string(why_no_stream_path(config)));
}

TokenId asked_entry(const std::string& option, const std::string& word, const Tokenizer& tokenizer) {
  check_utf8(option, word);
  try {
    return known_word(tokenizer, word);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(option + " " + error.what());
  }
}

/// The newest pass decides about what nobody said, so that steps compare.
AskedLogit asked_logit(const Options& o, const Trace& trace, const Tokenizer& tokenizer) {
  AskedLogit asked{.position = o.position.value_or(last_asked_position(trace))};
  if (asked.position >= logit_rows(trace))
    throw std::invalid_argument("--position is " + std::to_string(asked.position) + ", but the last one is " +
                                std::to_string(logit_rows(trace) - 1));
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
    if (step) std::printf("%sstep %lld\n", i ? "\n" : "", static_cast<long long>(*step));
    print_text(report);
  }
  if (o.output.csv.asked) put_out_csv(o.output.csv, tables.front().csv());
  if (!o.output.figure.empty()) draw_contributions(o, asked, tokenizer);
  return kDone;
}

void add_questions(CLI::App& command, Options& o) {
  command
      .add_option("--position", o.position,
                  "The position whose prediction it is, from 0 (default: the last that has a right answer)")
      ->type_name("N")
      ->check(whole_number(0));
  command
      .add_option("--word", o.word,
                  "Whose logit (default: that of the right word or, where none is known, "
                  "of the likeliest at the newest step)")
      ->type_name("WORD");
  command.add_option("--against", o.against, "Subtract the logit of another word")->type_name("WORD");
  command.add_option("--head", o.head, "List the tokens that this head read, not the parts")
      ->type_name("ATTENTION#N");
  command.add_flag("--by-size", o.by_size, "The largest parts first, not the first computed");
  command.add_option("--top", o.top, "So many parts (default: all)")->type_name("N")->check(whole_number(1));
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_model_options(command, options->model,
                    {.set = "model.norm=post, heads=2", .steps = "Several stored steps, one after another"});
  add_example_options(command, options->example);
  add_questions(command, *options);
  add_output_options(command, options->output,
                     {.json = "Print one JSON object, a line a step",
                      .csv = "a row a part, or a token of --head",
                      .figure = "the view Contributions"});
  command.footer(
      "A logit is the sum of what embedding, positions, each head, each feed-forward network and each bias\n"
      "add to it, where all norms keep the scale that they have in the pass: \"contribution\". \"left out\"\n"
      "is by how much the logit would fall without the part if norms were computed anew, \"error\" the\n"
      "difference of the two, and \"divisor\" what the last norm would divide by. Of a token that a head\n"
      "read, the contribution is the attention weight times what its value vector says: \"value\".\n"
      "\n"
      "Examples:\n"
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
    .sentence = "Show a logit as the sum of what each part of a model adds to it", .declare = declare};

}  // namespace attnlab::contributions
