// attention-lab similar: tokens whose vectors have a similar direction.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/base/printable.h"
#include "app/cli/groups/given_text.h"
#include "app/cli/groups/model_options.h"
#include "app/cli/groups/values.h"
#include "app/cli/help.h"
#include "app/cli/json_lines.h"
#include "app/cli/subcommands.h"
#include "core/config/nearest.h"
#include "core/io/checkpoint.h"
#include "core/language/messages.h"
#include "core/models/neighbours.h"

namespace attnlab {
namespace {

struct SimilarOptions {
  std::string model, word;
  Index top = 10;
  bool json = false;
};

/// The one token that `word` is.
TokenId token_of(const Tokenizer& tokenizer, const std::string& word) {
  const std::vector<Piece> pieces = tokenizer.pieces(word);
  if (pieces.size() == 1 && pieces[0].known) return pieces[0].id;
  if (pieces.size() > 1)
    throw std::invalid_argument(
        tr("\"{1}\" is {2} tokens of this model: give one of them", word, std::to_string(pieces.size())));
  std::vector<std::string> entries;
  for (TokenId id = tokenizer.first_entry(); id < tokenizer.size(); ++id)
    entries.push_back(tokenizer.entry(id));
  throw std::invalid_argument(tr("\"{1}\" is not in the model's vocabulary", word) +
                              did_you_mean(word, entries));
}

int similar(const SimilarOptions& options) {
  const Checkpoint model = load_with_notes(options.model, Load::Weights);
  const Vocabularies& v = *model.vocabularies;
  check_utf8("--word", options.word);
  embedding_table(*model.model);  // throws for a model without a table
  const Tokenizer& tokenizer = v.source ? *v.source : v.target;
  const TokenId token = token_of(tokenizer, options.word);
  auto list = nlohmann::ordered_json::array();
  for (const Neighbour& near :
       nearest_tokens(*model.model, model.state->snapshot->weights, token, options.top)) {
    list.push_back({{"token", tokenizer.entry(near.id)}, {"cosine", near.cosine}});
    if (!options.json) std::printf("%+.4f  %s\n", near.cosine, printable(tokenizer.entry(near.id)).c_str());
  }
  if (options.json) print_json_object(list);
  return kDone;
}

Action declare_similar(CLI::App& command) {
  const auto options = std::make_shared<SimilarOptions>();
  add_model_folder(command, options->model);
  command.add_option("--word", options->word, tr("A word, or a token of the model"))
      ->type_name("WORD")
      ->required();
  command.add_option("--top", options->top, tr("Number of tokens to list (default 10)"))
      ->type_name("N")
      ->check(whole_number(1, 100000));
  command.add_flag("--json", options->json, tr("Print a JSON array of {1}", R"({"token", "cosine"})"));
  command.footer(help_end({tr("Each line has the cosine of the angle between the two embeddings (1: the same "
                              "direction) and a token of the vocabulary. The command works for any model "
                              "that reads text, and best for word vectors.")},
                          "  attention-lab train --preset word-vectors --out words\n"
                          "  attention-lab similar --model words --word cat --top 5"));
  return [options] { return similar(*options); };
}

}  // namespace

extern const Subcommand kSimilarSubcommand = {
    .name = "similar",
    .sentence = tr_mark("List the tokens with the most similar embeddings"),
    .declare = declare_similar};

}  // namespace attnlab
