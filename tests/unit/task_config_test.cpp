// Tests of the table of task options.
#include "core/tasks/task_config.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <variant>

#include "core/tasks/make_task.h"
#include "core/tasks/task_kinds.h"

namespace attnlab {
namespace {

std::string refusal(const TaskConfig& config) {
  try {
    make_task(config, 16);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(TaskConfig, EveryOptionGoesThroughJson) {
  TaskConfig config;
  config.name = "sort", config.corpus = "a.txt", config.level = "words", config.special_tokens = true;
  config.max_words = 99, config.min_length = 2, config.max_length = 5, config.symbols = 4;
  config.validation_share = .2, config.form = "labels", config.merges = 7, config.word_model = "cbow";
  TaskConfig copy;
  fields_from_json(nlohmann::json(fields_to_json(task_fields(config))), task_fields(copy), "task");
  EXPECT_EQ(fields_to_json(task_fields(copy)), fields_to_json(task_fields(config)));
  EXPECT_EQ(copy.max_words, 99);
  EXPECT_TRUE(copy.special_tokens);
}

TEST(TaskConfig, OptionsAreSetByText) {
  TaskConfig config;
  set_field(task_fields(config), "max_length", "8", "task");
  set_field(task_fields(config), "name", "copy", "task");
  EXPECT_EQ(config.max_length, 8);
  EXPECT_EQ(config.name, "copy");
}

TEST(TaskConfig, BadValuesAreRefusedByName) {
  const auto with = [](std::string_view name, std::string_view value) {
    TaskConfig config;
    try {
      set_field(task_fields(config), name, value, "task");
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(with("name", "juggle").find("reverse, sort, copy, translate, dates"), std::string::npos);
  EXPECT_NE(with("symbols", "53").find("task.symbols is 53"), std::string::npos);
  EXPECT_NE(with("symbols", "1").find("from 2 to 52"), std::string::npos);
  EXPECT_NE(with("max_length", "0").find("from 1 to 64"), std::string::npos);
  EXPECT_NE(with("validation_share", "0").find("0.01 to 0.5"), std::string::npos);
  EXPECT_NE(with("level", "lines").find("characters, words, bytes or bpe"), std::string::npos);
  EXPECT_NE(with("max_lenght", "3").find("max_length"), std::string::npos);
}

TEST(TaskConfig, WhatDoesNotFitTogetherIsRefused) {
  TaskConfig config;
  config.min_length = 9, config.max_length = 4;
  EXPECT_NE(refusal(config).find("task.min_length is 9, but must be at most task.max_length (4)"),
            std::string::npos);
  config = {};
  config.name = "language_model";
  EXPECT_NE(refusal(config).find("task.corpus is empty"), std::string::npos);
  config = {};
  config.symbols = 100;
  EXPECT_NE(refusal(config).find("task.symbols"), std::string::npos);
  config = {};
  config.name = "language_model", config.corpus = "village";
  EXPECT_THROW(make_task(config, 0), std::invalid_argument);
}

TEST(TaskConfig, ATaskWithoutARowIsRefusedWithNearNames) {
  const auto refused = [](auto&& call) -> std::string {
    try {
      call();
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  TaskConfig config;
  config.name = "additions";
  EXPECT_NE(refused([] { task_kind("additions"); }).find("there is no task additions; did you mean addition"),
            std::string::npos);
  EXPECT_NE(refused([&] { used_task_fields(config); }).find("there is no task additions"), std::string::npos);
  EXPECT_NE(refusal(config).find("task.name is additions, but must be reverse, sort"), std::string::npos);
  config.name = "none";
  EXPECT_EQ(refusal(config), "task.name is none, so there is nothing to train on: choose a task");
}

TEST(TaskConfig, EveryTaskIsAWholeRow) {
  std::set<std::string_view> names;
  for (const TaskKind& kind : task_kinds()) {
    EXPECT_FALSE(kind.name.empty());
    EXPECT_FALSE(kind.title.empty()) << kind.name;
    EXPECT_NE(kind.make, nullptr) << kind.name;
    EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
    EXPECT_EQ(&task_kind(kind.name), &kind);
  }
}

TEST(TaskConfig, OptionsThatTasksShareAreTheSameRow) {
  TaskConfig config;
  std::map<std::string_view, std::string> help;
  for (const TaskKind& kind : task_kinds()) {
    for (const TaskOption& option : kind.options) {
      const std::string line = fields_help({option.field_of(config)}, "task");
      EXPECT_EQ(help.emplace(option.name, line).first->second, line) << kind.name;
    }
  }
  EXPECT_EQ(task_fields(config).size(), help.size() + 2);  // and name and validation_share
}

TEST(TaskConfig, OptionsAreShownInTheOrderOfTheMembers) {
  const auto names = [](const Fields& fields) {
    std::string text;
    for (const Field& field : fields) (text += field.name) += ' ';
    return text;
  };
  TaskConfig config;
  EXPECT_EQ(names(task_fields(config))
                .find("name corpus level special_tokens max_words merges excerpt mask_share "),
            0u);
  EXPECT_EQ(names(used_task_fields(config)), "name min_length max_length symbols validation_share ");
  config.name = "recall";
  EXPECT_EQ(names(used_task_fields(config)), "name symbols distance form validation_share ");
  config.name = "none";
  EXPECT_EQ(names(used_task_fields(config)), "name validation_share ");
}

TEST(TaskConfig, HelpNamesEveryOption) {
  TaskConfig config;
  const std::string help = fields_help(task_fields(config), "task");
  for (const Field& field : task_fields(config)) {
    EXPECT_NE(help.find("task." + std::string(field.name)), std::string::npos);
    EXPECT_FALSE(field.help.empty());
  }
}

// A string that is none of a list of values names what the user has: a lesson may not choose it freely.
TEST(TaskKinds, AnOptionWithoutChoicesSaysWhatOfTheUsersItNames) {
  for (const TaskKind& kind : task_kinds())
    for (const TaskOption& option : kind.options)
      EXPECT_EQ(option.reads != OwnData::None,
                std::holds_alternative<std::string TaskConfig::*>(option.member) && option.choices.empty())
          << kind.name << " " << option.name;
}

TEST(TaskKinds, OneEachLearnsFromATextAndFromPicturesOfTheUser) {
  for (const OwnData data : {OwnData::Text, OwnData::Pictures})
    EXPECT_EQ(std::ranges::count(task_kinds(), data, &TaskKind::own_data), 1);
  EXPECT_EQ(task_of_own(OwnData::Text).name, "language_model");
  EXPECT_EQ(task_of_own(OwnData::Pictures).name, "picture_folder");
  EXPECT_FALSE(task_kind("none").learns);
  EXPECT_EQ(std::ranges::count(task_kinds(), false, &TaskKind::learns), 1);
}

}  // namespace
}  // namespace attnlab
