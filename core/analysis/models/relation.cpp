// Relation: options, parameters and vocabularies of two models compared.
#include "core/analysis/models/relation.h"

#include <algorithm>

#include "core/language/messages.h"
#include "core/models/architecture_kind.h"

namespace attnlab {

namespace {

bool same_layout(const ParameterLayout& a, const ParameterLayout& b) {
  const auto same = [](const Parameter& x, const Parameter& y) {
    return x.name == y.name && x.shape == y.shape;
  };
  return std::ranges::equal(a.all(), b.all(), same);
}

/// "width 64, the other 32; layers 2, the other 3": options that decide the shape of weights.
std::string differing_shape(ModelConfig mine, ModelConfig other) {
  const Fields a = model_fields(mine), b = model_fields(other);
  std::string text;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::string x = field_text(a[i]), y = field_text(b[i]);
    if (x == y || a[i].name == "dropout" || a[i].name == "initialization") continue;
    std::string name(a[i].name);
    std::ranges::replace(name, '_', ' ');
    text += (text.empty() ? "" : "; ") + tr("{1} {2}, the other {3}", name, x, y);
  }
  return text;
}

bool same_entries(const Tokenizer& a, const Tokenizer& b) {
  if (a.size() != b.size() || a.level() != b.level()) return false;
  for (TokenId id = 0; id < a.size(); ++id)
    if (a.entry(id) != b.entry(id)) return false;
  return true;
}

/// "the vocabularies have 42 and 61 entries"; "" if both are the same.
std::string differing_targets(const Tokenizer& a, const Tokenizer& b) {
  if (same_entries(a, b)) return "";
  if (a.level() != b.level()) return tr("the vocabularies split a text in different ways");
  if (a.size() != b.size())
    return tr("the vocabularies have {1} and {2} entries", std::to_string(a.size()),
              std::to_string(b.size()));
  return tr("the vocabularies have different entries");
}

std::string differing_sources(const Tokenizer& a, const Tokenizer& b) {
  if (same_entries(a, b)) return "";
  if (a.level() != b.level()) return tr("the source vocabularies split a text in different ways");
  if (a.size() != b.size())
    return tr("the source vocabularies have {1} and {2} entries", std::to_string(a.size()),
              std::to_string(b.size()));
  return tr("the source vocabularies have different entries");
}

std::string differing_words(const Vocabularies& a, const Vocabularies& b) {
  if (a.source.has_value() != b.source.has_value()) return tr("only one of the two models has a source");
  const std::string source = a.source ? differing_sources(*a.source, *b.source) : "";
  return source.empty() ? differing_targets(a.target, b.target) : source;
}

std::string differing_pictures(const ModelConfig& a, const ModelConfig& b) {
  if (a.picture_size == b.picture_size && a.picture_channels == b.picture_channels) return "";
  return tr("the two models read pictures of different sizes");
}

}  // namespace

ModelRelation relation_of(const Model& mine, const Vocabularies& my_words, const Model& other,
                          const Vocabularies& other_words) {
  const ModelConfig &a = mine.config(), &b = other.config();
  const Format format = format_of(a);
  ModelRelation relation;
  relation.same_shape = same_layout(mine.parameters(), other.parameters());
  if (!relation.same_shape) relation.shape_difference = differing_shape(a, b);
  relation.same_reading = format == format_of(b);
  relation.words_difference = relation.same_reading
                                  ? differing_words(my_words, other_words)
                                  : tr("the two models read and predict different kinds of data");
  if (relation.words_difference.empty() && has_picture(format))
    relation.words_difference = differing_pictures(a, b);
  relation.same_words = relation.words_difference.empty();
  return relation;
}

}  // namespace attnlab
