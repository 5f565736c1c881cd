// Names of tensors that wrappers and older programs change, cells at any byte, and tensors that are skipped.
#include <gtest/gtest.h>

#include "tests/input/family_copies.h"

namespace attnlab::testing {
namespace {

class WrappedFamilies : public ::testing::TestWithParam<const char*> {};

TEST_P(WrappedFamilies, AreTheSameModel) {
  const TempFolder folder;
  std::filesystem::copy(family_folder_of(GetParam()), folder / "m");
  const NamedTensors tensors = tensors_of(folder / "m");
  for (const std::string wrapper :
       {"_orig_mod.", "module.", "model.", "module._orig_mod.", "_orig_mod.module."}) {
    put_tensors(folder / "m", renamed(tensors, [&](const std::string& name) { return wrapper + name; }));
    expect_same_model(folder / "m", family_folder_of(GetParam()));
  }
  const auto inside = [](std::string name) {  // a part that was compiled by itself
    const std::size_t at = name.find('.');
    return name.insert(at + 1, "_orig_mod.");
  };
  put_tensors(folder / "m", renamed(tensors, inside));
  expect_same_model(folder / "m", family_folder_of(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(All, WrappedFamilies,
                         ::testing::Values("gpt2", "gpt_neo", "nanogpt", "neox", "llama", "mistral", "qwen2",
                                           "bert", "roberta", "distilbert", "vit", "t5", "mt5", "marian",
                                           "bart"),
                         [](const auto& test) { return std::string(test.param); });

TEST(NamesOfTensors, ABiasOfTheOutputMayHaveThatOfItsLayer) {
  for (const auto& [name, now, other] :
       {std::tuple("bert", "cls.predictions.bias", "cls.predictions.decoder.bias"),
        std::tuple("roberta", "lm_head.bias", "lm_head.decoder.bias")}) {
    const TempFolder folder;
    std::filesystem::copy(family_folder_of(name), folder / "m");
    NamedTensors tensors = tensors_of(folder / "m");
    tensors.emplace(other, tensors.at(now));
    put_tensors(folder / "m", tensors);
    expect_same_model(folder / "m", family_folder_of(name));
    for (Real& cell : tensors.at(now).data) cell += 1;
    put_tensors(folder / "m", tensors);
    const Checkpoint read = expect_same_model(folder / "m", family_folder_of(name));
    ASSERT_EQ(read.remarks.size(), 1u);
    EXPECT_EQ(read.remarks[0], std::string("used '") + other + "' instead of '" + now + "', which differs");
    tensors.erase(now);
    put_tensors(folder / "m", tensors);
    expect_same_model(folder / "m", family_folder_of(name));
  }
}

/// Puts tensors of whole numbers and flags, of an odd number of bytes in all, before the others.
void put_unaligned(const std::filesystem::path& file) {
  const std::string whole = read_bytes(file);
  std::uint64_t length = 0;
  std::memcpy(&length, whole.data(), sizeof length);
  nlohmann::json header = nlohmann::json::parse(whole.substr(sizeof length, length));
  constexpr std::uint64_t kBefore = 3 + 16 + 4;
  for (auto& [name, entry] : header.items())
    if (name != "__metadata__")
      for (nlohmann::json& at : entry["data_offsets"]) at = at.get<std::uint64_t>() + kBefore;
  header["first.mask"] = {{"dtype", "BOOL"}, {"shape", {3}}, {"data_offsets", {0, 3}}};
  header["embeddings.places"] = {{"dtype", "I64"}, {"shape", {1, 2}}, {"data_offsets", {3, 19}}};
  header["last.scale"] = {{"dtype", "F8_E4M3"}, {"shape", {4}}, {"data_offsets", {19, 23}}};
  const std::string text = header.dump();  // of a length that is no multiple of eight either
  const std::string cells = std::string(kBefore, '\1') + whole.substr(sizeof length + length);
  length = text.size();
  std::string changed(sizeof length, '\0');
  std::memcpy(changed.data(), &length, sizeof length);
  write_bytes(file, changed + text + cells);
}

/// Changes the header of a file whose cells stay.
template <typename Change>
void change_header(const std::filesystem::path& file, const Change& change, const std::string& cells = "") {
  const std::string whole = read_bytes(file);
  std::uint64_t length = 0;
  std::memcpy(&length, whole.data(), sizeof length);
  nlohmann::json header = nlohmann::json::parse(whole.substr(sizeof length, length));
  const std::uint64_t end = whole.size() - sizeof length - length;
  change(header, end);
  const std::string text = header.dump();
  const std::uint64_t changed = text.size();
  std::string begin(sizeof changed, '\0');
  std::memcpy(begin.data(), &changed, sizeof changed);
  write_bytes(file, begin + text + whole.substr(sizeof length + length) + cells);
}

TEST(TensorsOfOtherTypes, AreSkippedWhereNothingReadsThem) {
  for (const char* type : {"F8_E8M0", "F4", "F6_E2M3"}) {
    const TempFolder folder;
    std::filesystem::copy(family_folder_of("gpt2"), folder / "m");
    change_header(
        folder / "m/model.safetensors",
        [&](nlohmann::json& header, std::uint64_t end) {
          header["last.scale"] = {{"dtype", type}, {"shape", {4}}, {"data_offsets", {end, end + 3}}};
          header["__metadata__"] = nullptr;
        },
        "abc");
    expect_same_model(folder / "m", family_folder_of("gpt2"));
  }
}

TEST(NamesOfTensors, OneMayBeThereTwiceWithTheSameCells) {
  const TempFolder folder;
  std::filesystem::copy(family_folder_of("gpt2"), folder / "m");
  NamedTensors tensors = tensors_of(folder / "m");
  Tensor& again = tensors.emplace("ln_f.weight", tensors.at("transformer.ln_f.weight")).first->second;
  put_tensors(folder / "m", tensors);
  expect_same_model(folder / "m", family_folder_of("gpt2"));
  again.data[0] += 1;
  put_tensors(folder / "m", tensors);
  expect_has(loading_error(folder / "m"),
             "tensor 'transformer.ln_f.weight' differs from 'ln_f.weight', but both must be the same part");
}

TEST(NamesOfTensors, TablesOfAnglesAreSkipped) {
  const TempFolder folder;
  std::filesystem::copy(family_folder_of("llama"), folder / "m");
  NamedTensors tensors = tensors_of(folder / "m");
  for (const char* table : {"cos_cached", "sin_cached"})
    tensors.emplace(std::string("model.layers.0.self_attn.rotary_emb.") + table, Tensor({1, 1, 8, 4}));
  put_tensors(folder / "m", tensors);
  expect_same_model(folder / "m", family_folder_of("llama"));
}

TEST(UnalignedTensors, AreRead) {
  for (const char* name :
       {"gpt2", "neox", "bert_class", "roberta", "vit", "t5", "bart", "nanogpt", "llama"}) {
    const TempFolder folder;
    std::filesystem::copy(family_folder_of(name), folder / "m");
    put_unaligned(folder / "m/model.safetensors");
    expect_same_model(folder / "m", family_folder_of(name));
  }
}

}  // namespace
}  // namespace attnlab::testing
