// TaskConfig as data: the table.
#include "core/tasks/base/task_config.h"

#include <algorithm>

namespace attnlab {
namespace {

/// An option with the names of the tasks that use it, between spaces; none: all do.
struct TaskOption {
  std::string_view users;
  Field field;
};

std::vector<Choice> task_names() {
  return {"reverse",      "sort",           "copy",   "translate", "dates",          "addition",
          "brackets",     "repeat",         "recall", "pronoun",   "sentiment",      "masked_words",
          "word_context", "language_model", "shapes", "digits",    "picture_folder", "none"};
}

std::vector<TaskOption> text_rows(TaskConfig& c) {
  return {
      {" language_model masked_words word_context ",
       {"corpus", &c.corpus, "a text file, or a built-in text by name"}},
      {" language_model masked_words ",
       {"level", &c.level, "how text is cut into tokens", 0, 0, {"characters", "words", "bpe"}}},
      {" language_model ",
       {"special_tokens", &c.special_tokens, "put <pad>, <sos>, <eos> and <unk> into the vocabulary"}},
      {" language_model masked_words word_context ",
       {"max_words", &c.max_words, "by words: the most frequent ones that the vocabulary holds", 16, 100000}},
      {" language_model masked_words ",
       {"merges", &c.merges, "by bpe: pairs that are merged, beside the 256 bytes", 0, 100000}},
      {" masked_words ", {"mask_share", &c.mask_share, "part of the tokens that is to be found", 0.01, 0.9}},
      {" word_context ",
       {"word_model", &c.word_model, "which word is guessed from which", 0, 0, {"skip_gram", "cbow"}}},
      {" word_context ", {"reach", &c.reach, "words to each side that are near", 1, 20}},
      {" word_context ", {"negatives", &c.negatives, "K, words drawn at random for each true one", 1, 64}},
  };
}

std::vector<TaskOption> string_rows(TaskConfig& c) {
  return {
      {" reverse sort copy repeat brackets ",
       {"min_length", &c.min_length, "tokens in the shortest string", 1, kMaxStringLength}},
      {" reverse sort copy repeat brackets ",
       {"max_length", &c.max_length, "tokens in the longest string", 1, kMaxStringLength}},
      {" reverse sort copy repeat recall ",
       {"symbols", &c.symbols, "how many different letters, from a on", 2, 26}},
      {" brackets ", {"kinds", &c.kinds, "how many of (), [], {} and <>", 1, 4}},
      {" recall ", {"distance", &c.distance, "digits between the letter and the question", 1, 500}},
      {" addition ", {"digits", &c.digits, "digits of each number", 1, 9}},
      {" addition ",
       {"reversed_answer", &c.reversed_answer, "write the answer from the ones on, as it is worked out"}},
      {" recall brackets ",
       {"form",
        &c.form,
        "recall: class, or stream (the letter comes next); brackets: class, or labels (depths)",
        0,
        0,
        {"class", "labels", "stream"}}},
  };
}

std::vector<TaskOption> picture_rows(TaskConfig& c) {
  return {
      {" picture_folder ",
       {"folder", &c.folder, "a folder with one folder a class, in each its PNG or JPEG files"}},
      {" shapes digits ", {"noise", &c.noise, "standard deviation of each pixel's noise", 0, 1}},
      {" shapes digits ", {"rotation", &c.rotation, "largest turn to either side, in degrees", 0, 180}},
      {" shapes digits ",
       {"shift", &c.shift, "how far from the middle, as a share of the way to the edge", 0, 1}},
  };
}

std::vector<TaskOption> rows(TaskConfig& c) {
  std::vector<TaskOption> all = {{"", {"name", &c.name, "what to learn", 0, 0, task_names()}}};
  for (std::vector<TaskOption> part : {text_rows(c), string_rows(c), picture_rows(c)})
    all.insert(all.end(), part.begin(), part.end());
  all.push_back({"",
                 {"validation_share", &c.validation_share,
                  "part of the examples that is held out for validation", 0.01, 0.5}});
  return all;
}

bool is_used(const TaskOption& row, const std::string& task) {
  return row.users.empty() || row.users.find(" " + task + " ") != row.users.npos;
}

}  // namespace

Fields task_fields(TaskConfig& config) {
  Fields fields;
  for (TaskOption& row : rows(config)) fields.push_back(std::move(row.field));
  return fields;
}

Fields used_task_fields(TaskConfig& config) {
  Fields fields;
  for (TaskOption& row : rows(config))
    if (is_used(row, config.name)) fields.push_back(std::move(row.field));
  return fields;
}

}  // namespace attnlab
