// Hundreds of damaged folders of other programs' models, made of good ones: each is one clear line, and takes
// no more memory than its files tell.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "core/io/checkpoint.h"
#include "core/io/families/model_family.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kFolders[] = {"gpt2",          "gpt2_f16",   "neox", "llama",  "bert",
                                    "roberta_class", "distilbert", "t5",   "marian", "bart"};
constexpr const char *kConfigFile = "config.json", *kWholeTokenizer = "tokenizer.json",
                     *kEntriesAlone = "vocab.json", *kSourcePieces = "source.spm",
                     *kIndexFile = "model.safetensors.index.json";
constexpr Index kLeastFolders = 300;
/// Far more than the files have, and far less than their numbers ask for.
constexpr long kMostKilobytes = 200 * 1024;

long most_kilobytes_so_far() {
  struct rusage usage {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// A file of safetensors as header and cells.
struct HeaderAndCells {
  explicit HeaderAndCells(const std::string& bytes) {
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data(), sizeof length);
    header = Json::parse(bytes.substr(sizeof length, length));
    cells = bytes.substr(sizeof length + length);
  }
  std::string bytes() const {
    const std::string text = header.dump();
    const std::uint64_t length = text.size();
    std::string all(sizeof length, '\0');
    std::memcpy(all.data(), &length, sizeof length);
    return all + text + cells;
  }
  /// The names of tensors that a model reads; .attn.bias is GPT-2's mask.
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& [name, entry] : header.items())
      if (name != "__metadata__" && std::string(entry["dtype"])[0] != 'I' && !name.ends_with(".attn.bias"))
        names.push_back(name);
    return names;
  }

  Json header;
  std::string cells;
};

class DamagedFamilies : public ::testing::Test {
 protected:
  void use(const std::string& name) {
    fs::remove_all(path());
    fs::copy(fs::path(ATTNLAB_SOURCE_DIR) / "tests/golden/families" / name, path());
    fs::remove(path("expected.safetensors"));
    weights_.clear();
    for (const auto& file : fs::directory_iterator(path()))
      if (file.path().extension() == ".safetensors") weights_.push_back(file.path().filename().string());
    std::ranges::sort(weights_);
    ASSERT_EQ(error(), "") << name;
  }

  fs::path path(const std::string& file = "") const { return folder_ / "m" / file; }

  /// The message of loading; "" where it loads.
  std::string error() {
    try {
      load_checkpoint(path());
      return "";
    } catch (const std::runtime_error& error) {
      return error.what();
    }
  }

  void expect_clear_line(const std::string& message, const std::string& damage) {
    ++count_;
    EXPECT_NE(message, "") << damage << " is no error";
    EXPECT_EQ(message.find('\n'), message.npos) << damage << ": " << message;
    EXPECT_LT(message.size(), 1000u) << damage;
    EXPECT_NO_THROW(Json(message).dump()) << damage << " is no text of UTF-8";
    const auto named = [&](const std::string& file) { return message.find(file) != message.npos; };
    EXPECT_TRUE(named(".json") || named(".safetensors") || named("tensor ")) << damage << ": " << message;
  }

  void damage(const std::string& file, const std::string& bytes, const std::string& what) {
    const std::string good = read_bytes(path(file));
    write_bytes(path(file), bytes);
    expect_clear_line(error(), file + " " + what);
    write_bytes(path(file), good);
  }
  template <typename Change>
  void damage_json(const std::string& file, const std::string& what, const Change& change) {
    Json json = Json::parse(read_bytes(path(file)));
    change(json);
    damage(file, json.dump(), what);
  }
  template <typename Change>
  void damage_header(const std::string& what, const Change& change) {
    HeaderAndCells parts(read_bytes(path(weights_[0])));
    const std::string name = parts.names().front();
    change(parts, parts.header[name]);
    damage(weights_[0], parts.bytes(), what);
  }

  void cut_files_off();
  void claim_other_headers();
  void take_tensors_away();
  void change_entries();
  void change_cells();
  void change_numbers_of_config();
  void change_config();
  void change_tokenizer();
  void change_pieces();
  void change_shards();

  TempFolder folder_;
  std::vector<std::string> weights_;
  Index count_ = 0;
};

void DamagedFamilies::cut_files_off() {
  const std::string whole = read_bytes(path(weights_[0]));
  std::uint64_t header = 0;
  std::memcpy(&header, whole.data(), sizeof header);
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{8}, std::size_t{9},
        std::size_t{header / 2}, std::size_t{header + 7}, std::size_t{header + 8}, std::size_t{header + 9},
        whole.size() / 2, whole.size() - 1})
    damage(weights_[0], whole.substr(0, size), "cut to " + std::to_string(size));
  damage(weights_[0], whole + "x", "with a byte more");
}

void DamagedFamilies::claim_other_headers() {
  const std::string whole = read_bytes(path(weights_[0]));
  for (const std::uint64_t length : {std::uint64_t{1} << 63, ~std::uint64_t{0}, std::uint64_t{whole.size()},
                                     std::uint64_t{100'000'001}, std::uint64_t{0}, std::uint64_t{1}}) {
    std::string changed = whole;
    std::memcpy(changed.data(), &length, sizeof length);
    damage(weights_[0], changed, "with a header of " + std::to_string(length));
  }
}

/// Tensors with the names of no model, as a file of another model has.
void DamagedFamilies::take_tensors_away() {
  const std::vector<std::string> names = HeaderAndCells(read_bytes(path(weights_[0]))).names();
  for (std::size_t i = 0; i < names.size(); i += 1 + names.size() / 12) {
    HeaderAndCells parts(read_bytes(path(weights_[0])));
    Json renamed;
    for (const auto& [name, entry] : parts.header.items())
      renamed[name == names[i] ? "other." + std::to_string(i) : name] = entry;
    parts.header = renamed;
    damage(weights_[0], parts.bytes(), "without " + names[i]);
  }
}

void DamagedFamilies::change_entries() {
  const auto shape = [&](const std::string& what, const Json& sizes) {
    damage_header(what, [&](HeaderAndCells&, Json& entry) { entry["shape"] = sizes; });
  };
  shape("of no axes", Json::array());
  shape("of an axis of 0", {0, 4});
  shape("of 2^62 cells", {std::uint64_t{1} << 31, std::uint64_t{1} << 31});
  shape("of five axes", {1, 1, 1, 1, 4});
  shape("of a negative axis", {-1, 4});
  damage_header("turned by a quarter", [](HeaderAndCells&, Json& entry) {
    Json turned = Json::array();
    for (auto axis = entry["shape"].rbegin(); axis != entry["shape"].rend(); ++axis) turned.push_back(*axis);
    entry["shape"] = turned == entry["shape"] ? Json{1, turned[0]} : turned;
  });
  for (const char* type : {"I64", "F99", "", "f32", "U8"})
    damage_header(std::string("of type ") + type,
                  [&](HeaderAndCells&, Json& entry) { entry["dtype"] = type; });
  damage_header("with offsets past the end", [](HeaderAndCells& parts, Json& entry) {
    entry["data_offsets"] = {parts.cells.size(), 2 * parts.cells.size()};
  });
  damage_header("with offsets turned round", [](HeaderAndCells&, Json& entry) {
    std::swap(entry["data_offsets"][0], entry["data_offsets"][1]);
  });
  damage_header("over the cells of another",
                [](HeaderAndCells& parts, Json& entry) { parts.header["twin"] = entry; });
  damage_header("without a type", [](HeaderAndCells&, Json& entry) { entry.erase("dtype"); });
  damage_header("as a list", [](HeaderAndCells& parts, Json&) { parts.header = Json::array({1, 2}); });
}

/// All bits set, which is no number in any type.
void DamagedFamilies::change_cells() {
  damage_header("with a cell that is no number", [](HeaderAndCells& parts, Json& entry) {
    const std::size_t first = entry["data_offsets"][0];
    std::fill_n(parts.cells.begin() + static_cast<std::ptrdiff_t>(first), 4, '\xFF');
  });
}

/// Every count of the config, beyond all sense: nothing is made of it before the tensors are known.
void DamagedFamilies::change_numbers_of_config() {
  const Json config = Json::parse(read_bytes(path(kConfigFile)));
  const std::string type = config["model_type"];
  const auto family = std::ranges::find(model_families(), type, &ModelFamily::name);
  ASSERT_NE(family, model_families().end());
  for (const FamilyKey& key : family->keys) {
    if (!std::holds_alternative<Index ModelConfig::*>(key.option)) continue;
    const auto option = std::get<Index ModelConfig::*>(key.option);
    const bool sizes_nothing = option == &ModelConfig::context || option == &ModelConfig::relative_distance;
    const std::string name(key.name);
    for (const Json& value : {Json(999'999'999), Json(65536), Json(-1), Json("7"), Json(1e300), Json(0.5),
                              Json(std::uint64_t{1} << 63)})
      if (value != 65536 || !sizes_nothing)
        damage_json(kConfigFile, name + " " + value.dump(), [&](Json& json) { json[name] = value; });
  }
}

void DamagedFamilies::change_config() {
  const std::string good = read_bytes(path(kConfigFile));
  for (const std::string& text :
       {std::string(), std::string("{}"), std::string("[1]"), std::string("7"),
        good.substr(0, good.size() / 2), good + "{", std::string(2 << 20, ' ') + good, "\xFF\xFE" + good,
        std::string(100'000, '[')})
    damage(kConfigFile, text, "of " + std::to_string(text.size()) + " bytes");
  for (const Json& value : {Json("GPT-5"), Json(5), Json::array(), Json("")})
    damage_json(kConfigFile, "model_type " + value.dump(), [&](Json& json) { json["model_type"] = value; });
  damage_json(kConfigFile, "of another family",
              [](Json& json) { json["model_type"] = json["model_type"] == "gpt2" ? "llama" : "gpt2"; });
}

void DamagedFamilies::change_tokenizer() {
  const bool whole = fs::exists(path(kWholeTokenizer));
  const char* const file = whole ? kWholeTokenizer : kEntriesAlone;
  const std::string good = read_bytes(path(file));
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, good.size() / 3, good.size() - 2})
    damage(file, good.substr(0, size), "cut to " + std::to_string(size));
  for (const Json& id : {Json(-1), Json("3"), Json(std::uint64_t{1} << 53), Json(1e300), Json(nullptr)})
    damage_json(file, "with the id " + id.dump(), [&](Json& json) {
      Json& entries = whole ? json["model"]["vocab"] : json;
      if (entries.is_array())
        entries[3] = {"a", "b", id};
      else
        entries["a"] = id;
    });
  if (whole) damage_json(file, "without a vocabulary", [](Json& json) { json["model"].erase("vocab"); });
  if (whole) damage_json(file, "of lists", [](Json& json) { json["model"] = {1, 2, 3}; });
  if (fs::exists(path(kSourcePieces))) change_pieces();
}

void DamagedFamilies::change_pieces() {
  const std::string good = read_bytes(path(kSourcePieces));
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, good.size() / 2, good.size() - 1})
    damage(kSourcePieces, good.substr(0, size), "cut to " + std::to_string(size));
  std::string piece = "\x0A\x05\x0A\x01z\x18\x05";
  damage(kSourcePieces, piece + good, "with an unused piece");
  damage_json(kEntriesAlone, "without an end", [](Json& json) { json.erase("</s>"); });
  damage_json(kEntriesAlone, "without what is unknown", [](Json& json) { json.erase("<unk>"); });
}

void DamagedFamilies::change_shards() {
  if (!fs::exists(path(kIndexFile))) return;
  fs::copy(path(weights_[0]), folder_ / "outside.safetensors", fs::copy_options::overwrite_existing);
  const std::string first = Json::parse(read_bytes(path(kIndexFile)))["weight_map"].begin().key();
  for (const std::string& name :
       {std::string("../outside.safetensors"), (folder_ / "outside.safetensors").string(), std::string(".."),
        std::string(), std::string(kIndexFile), std::string("./") + weights_[0], weights_[0] + '\0',
        std::string("none.safetensors"), std::string(4000, 'a') + ".safetensors",
        std::string("\\\\a\\b.safetensors")})
    damage_json(kIndexFile, "with a shard " + name, [&](Json& json) { json["weight_map"][first] = name; });
  for (const Json& map : {Json(nullptr), Json("x"), Json::array({1}), Json::object()})
    damage_json(kIndexFile, "with the map " + map.dump(), [&](Json& json) { json["weight_map"] = map; });
  damage_json(kIndexFile, "with a thousand and one shards", [&](Json& json) {
    for (int i = 0; i < 1001; ++i)
      json["weight_map"]["t" + std::to_string(i)] = std::to_string(i) + ".safetensors";
  });
  const std::string second = read_bytes(path(weights_[1]));
  fs::remove(path(weights_[1]));
  fs::create_symlink(weights_[1], path(weights_[1]));
  expect_clear_line(error(), "a shard that leads to itself");
  fs::remove(path(weights_[1]));
  fs::create_directory(path(weights_[1]));
  expect_clear_line(error(), "a shard that is a folder");
  fs::remove(path(weights_[1]));
  expect_clear_line(error(), "a shard that is missing");
  write_bytes(path(weights_[1]), second);
}

TEST_F(DamagedFamilies, AreOneClearLineEachAndTakeNoMemory) {
  for (const char* name : kFolders) {
    SCOPED_TRACE(name);
    use(name);
    const long before = most_kilobytes_so_far();
    cut_files_off();
    claim_other_headers();
    take_tensors_away();
    change_entries();
    change_cells();
    change_numbers_of_config();
    change_config();
    change_tokenizer();
    change_shards();
    EXPECT_LT(most_kilobytes_so_far() - before, kMostKilobytes);
    EXPECT_EQ(error(), "") << "each damage is undone";
  }
  EXPECT_GE(count_, kLeastFolders);
}

}  // namespace
}  // namespace attnlab::testing
