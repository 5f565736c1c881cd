// attention-lab tokens: how a text becomes token IDs, with the learned merges and vocabularies.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/base/print.h"
#include "app/cli/groups/example_options.h"
#include "app/cli/groups/given_text.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/output_options.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "app/features/tokens/cli_tables.h"
#include "core/config/nearest.h"
#include "core/config/rows.h"
#include "core/io/checkpoint.h"
#include "core/language/messages.h"

namespace attnlab::tokens {
namespace {

struct Options {
  ModelOptions model;
  OutputOptions output;
  std::optional<std::string> text;
  std::string side = "source", level, search, sort = "id";
  bool merges = false, steps = false, vocabulary = false;
};

/// All levels at which a model may read a text: the levels that can be learned, and pieces.
std::vector<std::string> level_names() {
  std::vector<std::string> names;
  for (const TokenLevelKind& kind : kTokenLevels)
    if (kind.level != TokenLevel::Labels) names.emplace_back(kind.name);
  return names;
}

std::vector<std::string> order_names() {
  std::vector<std::string> names;
  for (const VocabularyOrder& order : kVocabularyOrders) names.emplace_back(order.name);
  return names;
}

void check_options(const Options& o) {
  require_model(o.model);
  if (!o.text && !o.merges && !o.vocabulary)
    throw std::invalid_argument(tr("give --text TEXT, --merges or --vocabulary"));
  if (o.steps && !o.text) throw std::invalid_argument(tr("--steps needs --text TEXT"));
  if (!o.search.empty() && !o.vocabulary) throw std::invalid_argument(tr("--search needs --vocabulary"));
  check_utf8("--text", o.text.value_or(""));
  check_utf8("--search", o.search);
  if (o.output.csv.asked && (o.text.has_value() && !o.steps) + o.steps + o.merges + o.vocabulary > 1)
    throw std::invalid_argument(
        tr("--csv prints one table: give only one of --text, --merges and --vocabulary"));
}

/// The text to tokenize: of a model with two texts the source, unless --side is target.
Text side_of(const Options& o, const ModelConfig& model) {
  const std::vector<Text> texts = texts_read(format_of(model));
  if (texts.empty())
    throw std::invalid_argument(has_picture(format_of(model)) ? tr("this model reads pictures, not text")
                                                              : tr("this model reads numbers, not text"));
  if (texts.size() == 1) return texts.front();
  return o.side == "source" ? Text::Source : Text::Target;
}

TextLevels levels_of(const Options& o) {
  if (!o.model.folder.empty()) {
    const Checkpoint model = load_with_notes(o.model.folder, Load::Weights);
    const Text side = side_of(o, model.preset.model);
    return learn_levels(known_task(model.preset).get(), model.preset.task, model.vocabularies, side);
  }
  Preset preset = find_preset(o.model.preset);
  set_options(preset, o.model.set);
  const Text side = side_of(o, preset.model);
  const Experiment experiment = make_experiment(std::move(preset));
  return learn_levels(experiment.task.get(), experiment.preset.task, experiment.vocabularies, side);
}

const TextLevel& level_there(const TextLevels& levels, TokenLevel wanted) {
  if (const TextLevel* const level = levels.find(wanted)) return *level;
  if (wanted == TokenLevel::Pieces)
    throw std::invalid_argument(tr("this model reads {1}: only tokenizers from other programs have pieces",
                                   tr(token_level(levels.own().level).pieces)));
  throw std::runtime_error(tr("cannot learn {1}: {2}", tr(token_level(wanted).pieces), levels.why_not));
}

/// The level that --level names, or all levels.
std::vector<const TextLevel*> shown_levels(const Options& o, const TextLevels& levels) {
  if (!o.level.empty()) return {&level_there(levels, token_level(o.level).level)};
  std::vector<const TextLevel*> shown;
  for (const TextLevel& level : levels.levels) shown.push_back(&level);
  return shown;
}

std::vector<Table> tables_of(const Options& o, const TextLevels& levels) {
  std::vector<Table> tables;
  const bool csv = o.output.csv.asked, text = o.text && !(csv && o.steps);
  if (text && !csv) tables.push_back(levels_table(shown_levels(o, levels), *o.text));
  if (text) tables.push_back(text_table(shown_levels(o, levels), *o.text));
  if (o.steps) tables.push_back(steps_table(level_there(levels, TokenLevel::BytePairs), *o.text));
  if (o.merges) tables.push_back(merges_table(level_there(levels, TokenLevel::BytePairs)));
  if (o.vocabulary) {
    const VocabularyOrder& order = row_named(kVocabularyOrders, "order of the vocabulary", o.sort);
    const bool most = order.by == VocabularyOrder::By::Count || order.by == VocabularyOrder::By::Bytes;
    const TextLevel& level = o.level.empty() ? levels.own() : *shown_levels(o, levels).front();
    tables.push_back(vocabulary_table(level, {.search = o.search, .by = order.by, .descending = most}));
  }
  return tables;
}

int show_tokens(const Options& o) {
  check_options(o);
  const TextLevels levels = levels_of(o);
  if (!levels.why_not.empty())
    std::fprintf(stderr, "%s\n", tr("note: some levels could not be learned: {1}", levels.why_not).c_str());
  const std::vector<Table> tables = tables_of(o, levels);
  if (o.output.csv.asked) put_out_csv(o.output.csv, tables.front().csv());
  if (o.output.json) {
    nlohmann::ordered_json object{{"texts", levels.texts_in_files}};
    for (const Table& table : tables) object[table.name()] = table.json();
    print_json_object(object);
  }
  if (!o.output.as_text()) return kDone;
  if (!levels.texts.empty()) print(tr("learned from and counted in {1}", levels.texts) + "\n");
  for (const Table& table : tables) print("\n" + table.text());
  return kDone;
}

void add_questions(CLI::App& command, Options& o) {
  take_standard_input(command.add_option("--text", o.text, tr("The text to tokenize (-: standard input)")))
      ->type_name("TEXT");
  command.add_option("--side", o.side, tr("For a model that reads two texts: source or target"))
      ->capture_default_str()
      ->check(CLI::IsMember({"source", "target"}));
  command
      .add_option("--level", o.level,
                  tr("{1} (default: all; with --vocabulary the model's own)", either_of(level_names())))
      ->type_name("LEVEL")
      ->check(CLI::IsMember(level_names()));
  command.add_flag("--steps", o.steps,
                   tr("How the merges of byte pairs join each word of the text, one by one"));
  command.add_flag("--merges", o.merges,
                   tr("All merges of byte pairs in the order learned, with their counts"));
  command.add_flag("--vocabulary", o.vocabulary,
                   tr("The entries of the vocabulary, with their counts in the model's texts"));
  command
      .add_option("--search", o.search,
                  tr("Entries with these letters, this token ID or this code point (U+00E9)"))
      ->type_name("WORDS");
  command.add_option("--sort", o.sort, tr("Order of the vocabulary: {1}", either_of(order_names())))
      ->capture_default_str()
      ->check(CLI::IsMember(order_names()));
}

Action declare(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_model_folder(command, options->model.folder);
  add_preset_options(command, options->model, "task.merges=300, corpus=book.txt");
  add_questions(command, *options);
  add_output_options(
      command, options->output,
      {.json = tr("Print one JSON object with a member for each table"), .csv = tr("the requested table")});
  command.footer(
      std::string(
          tr("The levels that the model does not use are learned from its training data: its text, or\n"
             "2,000 examples of its task; task.merges and task.max_words limit merges and words. Among\n"
             "equally frequent pairs, the pair of older tokens is merged first: the first tokens of the\n"
             "pairs are compared, then the second tokens.")) +
      "\n\n" + tr("Examples:") +
      "\n"
      "  attention-lab tokens --preset subwords --text \"the old mill\"\n"
      "  attention-lab tokens --preset subwords --text meadow --level bpe --steps\n"
      "  attention-lab tokens --preset characters --set task.merges=50 --merges --csv\n"
      "  attention-lab tokens --model book --vocabulary --search the --sort count");
  return [options] { return show_tokens(*options); };
}

}  // namespace

extern const Subcommand kSubcommand = {
    .sentence = tr_mark("Show how a text becomes token IDs, with merges and vocabulary"), .declare = declare};

}  // namespace attnlab::tokens
