// Widgets and views emit only existing commands: a wrong verb would otherwise show only at its click.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "app/state/commands/dispatcher.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

bool is_known(const std::string& verb) {
  return std::ranges::any_of(Dispatcher::commands(),
                             [&](const CommandInfo& info) { return info.verb == verb; });
}

TEST(EmittedCommands, AreInTheTable) {
  const std::regex sent(R"x(emit_?\(\{"([a-z_.]+)")x");
  int seen = 0;
  for (const char* folder : {ATTNLAB_SOURCE_DIR "/app/views", ATTNLAB_SOURCE_DIR "/app/features"})
    for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
      if (!file.is_regular_file()) continue;
      const std::string text = testing::read_bytes(file.path());
      for (std::sregex_iterator at(text.begin(), text.end(), sent), end; at != end; ++at, ++seen)
        EXPECT_TRUE(is_known((*at)[1])) << file.path() << " sends " << (*at)[1];
    }
  EXPECT_GT(seen, 60);
}

/// The view By hand names its verbs without what they begin with.
TEST(EmittedCommands, OfAttentionByHandAreInTheTable) {
  const std::regex said(R"x(\bsay\("([a-z]+)")x");
  int seen = 0;
  for (const auto& file : std::filesystem::directory_iterator(ATTNLAB_SOURCE_DIR "/app/features/hand")) {
    const std::string text = testing::read_bytes(file.path());
    for (std::sregex_iterator at(text.begin(), text.end(), said), end; at != end; ++at, ++seen)
      EXPECT_TRUE(is_known("hand." + std::string((*at)[1]))) << file.path() << " says " << (*at)[1];
  }
  EXPECT_GT(seen, 12);
}

}  // namespace
}  // namespace attnlab
