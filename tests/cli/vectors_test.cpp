// attention-lab vectors: tables, neighbours, analogies, similarity and points, as text, JSON and CSV.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace attnlab::testing {
namespace {

using Json = nlohmann::json;

Json vectors_json(Arguments more) {
  more.insert(more.begin(), {"vectors", "--json"});
  return Json::parse(output_of(more));
}

TEST(VectorsCommand, ListsTheTablesOfAModel) {
  const Json tables = vectors_json({"--preset", "translate", "--text", "the cat"})["tables"];
  const auto of_kind = [&](const char* kind) {
    return std::ranges::count_if(tables, [&](const Json& t) { return t["kind"] == kind; });
  };
  EXPECT_EQ(of_kind("embedding"), 2);
  EXPECT_GE(of_kind("states"), 4);
  const Json without = vectors_json({"--preset", "translate"})["tables"];
  EXPECT_LT(without.size(), tables.size()) << "states are those of a text";
}

TEST(VectorsCommand, NearestAreInOrderAndLeaveTheWordOut) {
  const Json near = vectors_json({"--preset", "word-vectors", "--nearest", "cow", "--top", "4"})["nearest"];
  ASSERT_EQ(near.size(), 4u);
  for (std::size_t i = 0; i < near.size(); ++i) {
    EXPECT_NE(near[i]["token"], "cow");
    if (i > 0) {
      EXPECT_LE(near[i]["cosine"], near[i - 1]["cosine"]);
    }
  }
  const Json found = vectors_json({"--preset", "word-vectors", "--analogy", "cow,house,cat"})["analogy"];
  ASSERT_EQ(found.size(), 10u);
  for (const Json& row : found)
    for (const char* word : {"cow", "house", "cat"}) EXPECT_NE(row["token"], word);
}

TEST(VectorsCommand, SimilarityAndPoints) {
  const Json same = vectors_json({"--preset", "word-vectors", "--similarity", "cow,cat"})["similarity"];
  ASSERT_EQ(same.size(), 2u);
  EXPECT_NEAR(same[0]["cow"].get<double>(), 1, 1e-6);
  EXPECT_NEAR(same[0]["cat"].get<double>(), same[1]["cow"].get<double>(), 1e-9);
  const Json all = vectors_json({"--preset", "word-vectors", "--project", "pca", "--components", "1,3"});
  ASSERT_EQ(all["components"].size(), 2u);
  EXPECT_EQ(all["components"][1]["component"], 3);
  EXPECT_GT(all["components"][0]["share"], all["components"][1]["share"]);
  const std::string csv = output_of({"vectors", "--preset", "word-vectors", "--project", "directions",
                                     "--across", "cow,cat", "--up", "house,cat", "--csv"});
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "row,token,x,y");
  EXPECT_EQ(std::ranges::count(csv, '\n'), static_cast<std::ptrdiff_t>(all["points"].size()) + 1);
}

TEST(VectorsCommand, ErrorsSayWhatIsWrong) {
  const auto error = [](Arguments more) {
    more.insert(more.begin(), {"vectors", "--preset", "word-vectors"});
    return error_of(more, 2);
  };
  EXPECT_NE(error({"--nearest", "catt"}).find("there is no vector of \"catt\"; did you mean"),
            std::string::npos);
  EXPECT_NE(
      error({"--what", "positions", "--nearest", "cat"}).find("this model does not have vectors positions"),
      std::string::npos);
  EXPECT_NE(error({"--what", "states", "--nearest", "cat"}).find("give --text TEXT"), std::string::npos);
  EXPECT_NE(error({"--project", "directions"}).find("needs --across"), std::string::npos);
  EXPECT_NE(error({"--csv", "--nearest", "cat", "--project", "pca"}).find("--csv prints one table"),
            std::string::npos);
}

}  // namespace
}  // namespace attnlab::testing
