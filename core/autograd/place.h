// Place: which part of a model a tensor belongs to.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/autograd/site.h"
#include "core/language/messages.h"
#include "core/tensor/shape.h"

namespace attnlab {

/// What a part of a model does.
enum class PartKind {
  Group,  ///< holds other parts
  Input,
  Norm,
  Attention,
  Residual,
  FeedForward,
  Recurrent,
  Alignment,
  Output,
  Loss,
};

/// Which of a model's texts a part reads.
enum class Text {
  Outer,   ///< the text of the surrounding part; outermost: the only text, or the target
  Source,  ///< what an encoder reads: a text or a picture
  Target,  ///< what a decoder reads
};

/// One kind of part, as a layer or a model declares it. Parts are constants, compared by address.
struct Part {
  std::string_view name;     ///< in the names of tensors: "self_attention"; "" adds nothing to them
  std::string_view title{};  ///< on screen: "self-attention"; "" where the parts around it say enough
  std::string_view brief{};  ///< shorter: "self"; "" for the title
  PartKind kind = PartKind::Group;
  Text text = Text::Outer;  ///< the text of its positions
  Text keys = Text::Outer;  ///< the text that its keys are made from; Outer: its own text
};

/// A part and the parts around it, from the outermost: decoder, layer 1, self-attention.
class Place {
 public:
  /// One part; `number` distinguishes several parts of one kind, −1 where there is one.
  struct Step {
    const Part* part = nullptr;
    Index number = -1;
    friend bool operator==(const Step&, const Step&) = default;
  };

  Place() = default;
  /// Throws std::length_error for more than six parts.
  Place inside(const Part& part, Index number = -1) const;
  Place inside(const Part&& part, Index number = -1) const = delete;
  /// The surrounding place. This place must not be empty.
  Place outer() const;

  std::span<const Step> steps() const { return {steps_.data(), depth_}; }
  bool empty() const { return depth_ == 0; }
  /// "decoder.layers.1.self_attention", "" for no part.
  std::string name() const;
  /// name() followed by "."; "" for no part.
  std::string prefix() const;
  /// "decoder layer 1 · self-attention".
  std::string title() const;
  /// Shorter and shorter titles: "decoder 1 · self-attention", "dec 1 · self".
  std::array<std::string, 3> shorter_titles() const;

  /// The innermost part, null for none.
  const Part* part() const { return depth_ == 0 ? nullptr : steps_[depth_ - 1].part; }
  /// Whether this place is `outer` or within it.
  bool begins_with(const Place& outer) const;
  /// Whether `part` is one of the parts of this place.
  bool within(const Part& part) const;
  /// The number of `part` in this place; −1 where the part has no number or is not there.
  Index number_of(const Part& part) const;
  /// What the innermost part that says so does.
  PartKind kind() const;
  /// The text of the positions here; Outer where no part names one.
  Text text() const;
  /// The text that keys here are made from; Outer where no part names one.
  Text key_text() const;

  friend bool operator==(const Place& a, const Place& b) {
    return a.depth_ == b.depth_ && a.steps_ == b.steps_;
  }

 private:
  static constexpr std::size_t kDeepest = 6;
  std::array<Step, kDeepest> steps_{};
  std::size_t depth_ = 0;
};

/// The whole name of the tensor that `site` declares at `place`: "decoder.layers.1.self_attention.scores". A
/// site without a name is its part's only tensor.
std::string full_name(const Place& place, const Site& site);

/// The numbered layers of a stack, whatever they are made of.
inline constexpr Part kLayers{.name = "layers", .title = tr_mark("layer")};
/// The numbered layers of a stack of recurrent cells.
inline constexpr Part kRecurrentLayers{
    .name = "layers", .title = tr_mark("layer"), .kind = PartKind::Recurrent};

/// The layer, of whatever kind, that a place is in: "decoder.layers.1"; the empty place outside of layers.
Place layer_around(const Place& place);
/// The number of the layer that a place is in; −1 outside of layers.
Index layer_number(const Place& place);
/// The part of layer `number` that is like `place` in its own layer; `place` itself outside of layers.
Place in_layer(const Place& place, Index number);

}  // namespace attnlab
